"""What stands in the way of a moving base: pieces of sections, floors, surfaces to stand on.

Knows footprints and heights of features as solid things; must not know who moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Base, Circle, Edge, Oval, Polygon, centre_of, convex_parts
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.motions import moved
from defilade.geometry.plane import EPS, Point, convex_hull
from defilade.geometry.regions import Region, wholly_in_region
from defilade.geometry.sight.between import facets
from defilade.systems.wh40k.blockers import section_columns
from defilade.systems.wh40k.state import Area, Feature, Section
from defilade.systems.wh40k.terms import Category, SectionKind
from defilade.values import Inches

Areas = FrozenMap[str, Area]


@dataclass(frozen=True, slots=True)
class Part:
    """A solid piece of a section: `top_of_section` is the height that rules ask for."""

    feature: str
    cat: Category
    shape: Polygon
    bottom: Inches
    top: Inches
    top_of_section: Inches
    kind: SectionKind
    opaque: bool


@dataclass(frozen=True, slots=True)
class Ledge:
    """A surface on which models may stand, with the feature it belongs to."""

    feature: str
    cat: Category
    shape: Polygon
    z: Inches


@lru_cache(maxsize=64)
def parts(areas: Areas) -> tuple[Part, ...]:
    """All solid pieces on the table, gaps left out."""
    return tuple(
        Part(
            feature.id,
            feature.cat,
            Polygon(outline),
            low,
            high,
            section.top,
            section.kind,
            section.opaque,
        )
        for feature in features(areas)
        for section in feature.sections
        for outline, low, high in _columns(section, feature)
    )


def _columns(section: Section, feature: Feature) -> Iterator[tuple[Any, Inches, Inches]]:
    yield from section_columns(section, feature.gaps)


@lru_cache(maxsize=64)
def ledges(areas: Areas) -> tuple[Ledge, ...]:
    """All surfaces above ground level."""
    return tuple(
        Ledge(feature.id, feature.cat, Polygon(surface.outline), surface.z)
        for feature in features(areas)
        for surface in feature.surfaces
        if surface.z > EPS
    )


def features(areas: Areas) -> Iterator[Feature]:
    """Every feature on the table."""
    for area in areas.values():
        yield from area.features


def sweeps(base: Base, start: Point, end: Point, over: Base) -> bool:
    """Whether a base, placed at `start`, passes over a shape on its straight way to `end`.

    Brushing its edge is not passing through it (WH-TMV-04).
    """
    if isinstance(base, Circle):
        if base.radius <= EPS:
            return gap_between(Edge(start, end), over).distance <= EPS
        return gap_between(Edge(start, end), over).distance < base.radius - EPS
    there = moved(base, (end[0] - start[0], end[1] - start[1]))
    ring = [*corners_of_base(base), *corners_of_base(there)]
    return meeting(Polygon(convex_hull(ring)), over) is Meeting.OVERLAPPING


def corners_of_base(base: Base) -> tuple[Point, ...]:
    """Corners of a base; of a curved one 96 points of its rim."""
    if isinstance(base, Circle | Oval):
        return tuple(facets(base))
    return tuple(p for part in convex_parts(base) if isinstance(part, Polygon) for p in part.points)


def overlaps(base: Base, shape: Base) -> bool:
    """Whether a base shares more than a rim with a shape."""
    return meeting(base, shape) is Meeting.OVERLAPPING


def close_to(base: Base, feature: Feature, limit: Inches) -> Inches | None:
    """How far a base is from a feature in plan view where that is too far; else None."""
    if len(feature.outline) < 3:
        return None
    gap = min(gap_between(base, shape).distance for shape in extent(feature))
    return None if gap <= limit + EPS else gap


def extent(feature: Feature) -> tuple[Polygon, ...]:
    """All that a feature takes up in plan view: its outline, and floors that reach beyond it."""
    outlines = dict.fromkeys((feature.outline, *(one.outline for one in feature.surfaces)))
    return tuple(Polygon(outline) for outline in outlines)


def held_by(base: Base, z: Inches, areas: Areas) -> tuple[tuple[Ledge, ...], bool]:
    """The surfaces under a base at a height, and whether it is wholly on them (WH-END-03).

    Surfaces at one height that touch count as one.
    """
    level = [ledge for ledge in ledges(areas) if abs(ledge.z - z) <= EPS]
    under = tuple(one for one in level if gap_between(base, one.shape).distance <= EPS)
    if any(wholly_in_region(base, Region(one.shape.points)) for one in under):
        return under, True
    return under, len(under) > 1 and _wholly_on(base, level)


def _wholly_on(base: Base, level: list[Ledge]) -> bool:
    from shapely import Polygon as Shape
    from shapely import unary_union

    whole = unary_union([Shape(one.shape.points).buffer(EPS) for one in level])
    rings = [p for p in getattr(whole, "geoms", [whole]) if p.contains(_point(base))]
    if not rings:
        return False
    outline = tuple((float(x), float(y)) for x, y in rings[0].exterior.coords[:-1])
    holes = tuple(
        tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings[0].interiors
    )
    return wholly_in_region(base, Region(outline, holes))


def _point(base: Base) -> Any:
    from shapely import Point as Spot

    return Spot(*centre_of(base))
