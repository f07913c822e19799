"""Points at which a base touches the outlines of obstacles: where it may see out by a single point.

Knows bases, edges and curves. Must not know what is seen from there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from defilade.geometry.bases import (
    Circle,
    Convex,
    Edge,
    Oval,
    Polygon,
    centre_of,
    from_unit_disc,
    support,
    to_unit_disc,
    where_in,
)
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    Segment,
    Where,
    distance,
    nearest_on_segment,
    on_segment,
)
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight.between import body_edges
from defilade.geometry.sight.curves import outermost, peaks
from defilade.geometry.sight.scene import Body, Scene

__all__ = ["contact_points"]


def contact_points(base: Convex, scene: Scene) -> tuple[Point, ...]:
    """The points of a base's rim that lie, within `EPS`, on an outline, each once.

    Of a side that runs along an outline, its ends.
    """
    middle = centre_of(base)
    size = max(distance(middle, support(base, n)) for n in _COMPASS)
    if isinstance(base, Polygon):
        size = max(distance(middle, p) for p in base.points)
    found: list[Point] = []
    for body in scene.bodies:
        if distance(body.centre, middle) > body.reach + size + EPS:
            continue
        for p in _touches(base, body):
            if all(distance(p, q) > EPS for q in found):
                found.append(p)
    return tuple(found)


_COMPASS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def _touches(base: Convex, body: Body) -> Iterator[Point]:
    corners = _corners(base)
    if isinstance(body.solid, Region | Wall):
        edges = body_edges(body)
        for a, b in edges:
            yield from (p for p in corners if on_segment(p, a, b))
            yield from (p for p in (a, b) if where_in(base, p) is Where.BOUNDARY)
            near = _tangent(base, (a, b))
            if near is not None:
                yield near
        return
    yield from (p for p in corners if where_in(body.solid, p) is Where.BOUNDARY)
    if not corners:
        both = isinstance(base, Circle) and isinstance(body.solid, Circle)
        tries = [outermost(base, body.solid)] if both else peaks(base, body.solid)
        yield from (at for beyond, at in tries if abs(beyond) <= EPS)


def _corners(base: Convex) -> Ring:
    match base:
        case Polygon(points):
            return points
        case Edge(start, end):
            return (start, end)
        case Circle() | Oval():
            return ()


def _tangent(base: Convex, edge: Segment) -> Point | None:
    """The point at which a curved base touches an edge beside it, if it does."""
    match base:
        case Circle(centre, radius):
            near = nearest_on_segment(centre, *edge)
            return near if abs(distance(centre, near) - radius) <= EPS else None
        case Oval():
            p, q = (to_unit_disc(base, end) for end in edge)
            near = nearest_on_segment((0.0, 0.0), p, q)
            slack = EPS / min(base.half_length, base.half_width)
            away = math.hypot(*near)
            return from_unit_disc(base, near) if abs(away - 1.0) <= slack else None
        case Polygon() | Edge():
            return None
