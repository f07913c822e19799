"""Units between which terrain stops every line, proved once for all their models.

Knows the ground that a whole unit takes up. Says nothing where it cannot prove; models of third
units are not asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from defilade.geometry.bases import Base, Circle, Oval, Polygon
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Point, convex_hull
from defilade.geometry.sight import is_open
from defilade.systems.wh40k.blockers import Outlook, areas_around
from defilade.systems.wh40k.bodies import Body, side_of, standing
from defilade.systems.wh40k.tilted import scene_of

_SIDES = 8
_WORTH = 4
"""Pairs of models from which on one question for all of them is less work."""


def shut(outlook: Outlook, one: str, other: str) -> bool:
    """Whether it is proved that no model of one unit sees any of another, and the other way.

    Every line between two models runs between the hulls of their units (WH-OBS-08).
    """
    first, second = sorted((one, other))
    return first != second and _shut(outlook, first, second)


@lru_cache(maxsize=4096)
def _shut(outlook: Outlook, one: str, other: str) -> bool:
    if len(outlook.groups[one]) * len(outlook.groups[other]) < _WORTH:
        return False
    a, b = _whole(outlook, one), _whole(outlook, other)
    side = side_of(a, b)
    if side is None or gap_between(a.base, b.base).distance <= EPS:
        return False
    around = _around(outlook, one) | _around(outlook, other)
    areas = [area for area in outlook.obscuring.near(a, b) if area.name not in around]
    stops = standing(side, [*outlook.features.near(a, b), *areas]).full
    walls = scene_of([prism.shape for prism in stops])
    return bool(stops) and not is_open(a.base, b.base, walls, width=outlook.rules.line_width)


@lru_cache(maxsize=512)
def _whole(outlook: Outlook, unit: str) -> Body:
    """A body that holds all models of a unit."""
    models = outlook.groups[unit]
    corners = [corner for model in models for corner in _corners(model.base)]
    hull = Polygon(convex_hull(corners))
    return Body(hull, min(m.low for m in models), max(m.high for m in models))


@lru_cache(maxsize=512)
def _around(outlook: Outlook, unit: str) -> frozenset[str]:
    """Areas that some model of a unit is within."""
    found = frozenset[str]()
    for model in outlook.groups[unit]:
        found |= areas_around(model.base, outlook.areas, outlook.rules)
    return found


def _corners(base: Base) -> Iterator[Point]:
    """Corners of a polygon around a base."""
    match base:
        case Circle((x, y), radius) | Oval((x, y), radius):
            reach = radius if isinstance(base, Circle) else max(radius, base.half_width)
            reach /= math.cos(math.pi / _SIDES)
            for k in range(_SIDES):
                turn = math.tau * (k + 0.5) / _SIDES
                yield x + reach * math.cos(turn), y + reach * math.sin(turn)
        case Polygon(points):
            yield from points
        case _:
            raise TypeError(f"no model stands on a {type(base).__name__}")
