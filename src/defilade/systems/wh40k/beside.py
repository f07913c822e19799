"""Where a base is close enough to a feature to climb it, or to walk along it (WH-VERT-01).

Knows features and their heights as shapes for the middle of a base; must not know who climbs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from defilade.geometry.bases import Base, Circle, Polygon, convex_parts
from defilade.geometry.plane import EPS, convex_hull
from defilade.systems.wh40k.obstacles import Areas, corners_of_base, extent, features
from defilade.systems.wh40k.state import Feature
from defilade.systems.wh40k.terms import Category
from defilade.values import Inches

CLIMB_WITHIN: Inches = 0.5
"""How far a base may be from what it climbs, in plan view."""
QUARTER = 16
"""Sides that stand for a quarter of a circle, where nothing else is said."""


def top_of(feature: Feature) -> Inches:
    """Height of a feature: of its tallest section or surface."""
    return max(feature.top, *(one.z for one in feature.surfaces), 0.0)


@lru_cache(maxsize=512)
def beside(
    areas: Areas,
    base: Base,
    z: Inches,
    *,
    more: Inches = 0.0,
    dense: bool = True,
    quarter: int = QUARTER,
) -> Any:
    """Where a base (given around the origin) is beside a feature that reaches a height.

    A shapely shape of places for the origin; its curves lie inside the true ones. `more` widens
    it; without `dense` only light and exposed features count.
    """
    import shapely

    tall = [one for one in features(areas) if top_of(one) >= z - EPS and len(one.outline) >= 3]
    tall = [one for one in tall if dense or one.cat is not Category.DENSE]
    reach = CLIMB_WITHIN + more
    return shapely.union_all([around(one, base, reach, quarter=quarter) for one in tall])


def around(feature: Feature, base: Base, reach: Inches, *, quarter: int = QUARTER) -> Any:
    """Where a base is within reach of a feature, as a shapely shape."""
    import shapely

    if isinstance(base, Circle):
        whole: Any = shapely.union_all([shapely.Polygon(one.points) for one in extent(feature)])
        return shapely.buffer(whole, base.radius + reach, quad_segs=quarter)
    ring = [(-x, -y) for x, y in corners_of_base(base)]
    pieces = [
        convex_hull([(p[0] + q[0], p[1] + q[1]) for p in part.points for q in ring])
        for shape in extent(feature)
        for part in convex_parts(shape)
        if isinstance(part, Polygon)
    ]
    whole = shapely.union_all([shapely.Polygon(piece) for piece in pieces])
    return shapely.buffer(whole, reach, quad_segs=quarter)
