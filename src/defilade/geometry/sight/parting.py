"""Parts straight pieces from bases: the normal of a line between them, and what is left outside.

Knows local shapes and segments. Must not know obstacles, directions or lanes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from defilade.geometry.plane import (
    EPS,
    Point,
    Segment,
    Where,
    nearest_on_ring,
    nearest_on_segment,
    point_at,
    where_in_ring,
)
from defilade.geometry.sight.frame import Disc, Ellipse, Hull, LocalBase

__all__ = ["outside", "parting_normal"]

_SAME = 1e-9
_NOTHING = 1e-12


def parting_normal(base: LocalBase, points: Sequence[Point]) -> Point | None:
    """A vector across a line that parts the base from a hull, towards the hull.

    None when they overlap by more than `EPS`.
    """
    match base:
        case Disc(x, y, radius):
            return _from_disc([(px - x, py - y) for px, py in points], radius, 2.0 * EPS)
        case Ellipse():
            narrow = min(math.hypot(*base.first), math.hypot(*base.second))
            n = _from_disc(_in_unit(base, points), 1.0, 2.0 * EPS / narrow)
            if n is None:
                return None
            (ux, uy), (vx, vy) = base.first, base.second
            long, wide = ux * ux + uy * uy, vx * vx + vy * vy
            return (
                n[0] * ux / long + n[1] * vx / wide,
                n[0] * uy / long + n[1] * vy / wide,
            )
        case Hull():
            return _from_hull(base.points, points)


def _in_unit(base: Ellipse, points: Sequence[Point]) -> list[Point]:
    (ux, uy), (vx, vy) = base.first, base.second
    long, wide = ux * ux + uy * uy, vx * vx + vy * vy
    moved = [(px - base.x, py - base.y) for px, py in points]
    return [((x * ux + y * uy) / long, (x * vx + y * vy) / wide) for x, y in moved]


def _from_disc(points: Sequence[Point], radius: float, slack: float) -> Point | None:
    origin = (0.0, 0.0)
    if len(points) > 2 and where_in_ring(origin, points) is Where.INSIDE:
        return None
    near = nearest_on_ring(points, origin)
    gap = math.hypot(*near)
    if gap < radius - slack:
        return None
    if gap > slack:
        return near
    # A point base by the piece: a segment that starts there has a line between, across it.
    if len(points) == 2 and min(math.hypot(*p) for p in points) <= gap + _NOTHING:
        return max(points, key=lambda p: math.hypot(*p))
    return near if gap > _NOTHING else None


def _from_hull(base: Sequence[Point], points: Sequence[Point]) -> Point | None:
    best, found = -math.inf, None
    for nx, ny in _axes(base) + _axes(points):
        gap = min(nx * x + ny * y for x, y in points) - max(nx * x + ny * y for x, y in base)
        if gap > best:
            best, found = gap, (nx, ny)
    return found if best >= -EPS else None


def _axes(points: Sequence[Point]) -> list[Point]:
    axes: list[Point] = []
    for k in range(len(points)):
        x, y = points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]
        length = math.hypot(x, y)
        if length > 0.0:
            x, y = x / length, y / length
            axes += [(y, -x), (-y, x)]
            if len(points) == 2:
                axes += [(x, y), (-x, -y)]
    return axes


def outside(base: LocalBase, segment: Segment, *, closed: bool) -> tuple[Segment, ...]:
    """The parts of a segment outside a base.

    The rule of contact: a stretch within `EPS` of a curved rim is outside when what it joins on
    both sides is; else it is under the base. A stretch that runs along a straight side of the
    base is outside it, unless `closed`.
    """
    inside = _inside_span(base, segment, closed=closed)
    if inside is None:
        return (segment,)
    low, high = inside
    start, end = segment
    kept = []
    if low > 0.0 and _rises(base, start):
        kept.append((start, point_at(start, end, low)))
    if high < 1.0 and _rises(base, end):
        kept.append((point_at(start, end, high), end))
    return tuple(kept)


def _rises(base: LocalBase, p: Point) -> bool:
    """Whether a point lies above a curved base by more than contact."""
    match base:
        case Disc(x, y, radius):
            return radius <= EPS or math.hypot(p[0] - x, p[1] - y) > radius + EPS
        case Ellipse():
            ((x, y),) = _in_unit(base, [p])
            return (math.hypot(x, y) - 1.0) * _unit(base, (x, y)) > EPS
        case Hull():
            return True


def _unit(base: Ellipse, at: Point) -> float:
    """Inches across the rim of an ellipse for one unit outwards, where it is the unit disc."""
    x, y = at
    slope = math.hypot(x / math.hypot(*base.first), y / math.hypot(*base.second))
    return math.hypot(x, y) / slope if slope > 0.0 else 0.0


def _inside_span(base: LocalBase, segment: Segment, *, closed: bool) -> tuple[float, float] | None:
    match base:
        case Disc(x, y, radius):
            (px, py), (qx, qy) = segment
            return _disc_span((px - x, py - y), (qx - x, qy - y), radius, EPS)
        case Ellipse():
            p, q = _in_unit(base, segment)
            deepest = _foot(p, q)
            return _disc_span(p, q, 1.0, EPS / (_unit(base, deepest) or 1.0))
        case Hull(points):
            return _hull_span(points, segment, closed=closed)


def _foot(p: Point, q: Point) -> Point:
    """The point of the endless line through two points that is nearest to the origin."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    share = -(p[0] * dx + p[1] * dy) / (dx * dx + dy * dy)
    return (p[0] + share * dx, p[1] + share * dy)


def _disc_span(p: Point, q: Point, radius: float, slack: float) -> tuple[float, float] | None:
    """The span inside a disc; a segment that dips in by no more than the slack stays outside.

    Else a base tangent to an edge from within would look through a slit of rounding's making.
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    middle = -(p[0] * dx + p[1] * dy) / square
    aside = (p[0] * dy - p[1] * dx) ** 2 / square
    if radius <= EPS:
        at = min(1.0, max(0.0, middle))
        near = nearest_on_segment((0.0, 0.0), p, q)
        return (at, at) if math.hypot(*near) <= EPS else None
    if aside >= (radius - slack) ** 2:
        return None
    half = math.sqrt((radius * radius - aside) / square)
    low, high = middle - half, middle + half
    return (low, high) if high > 0.0 and low < 1.0 else None


def _hull_span(
    points: Sequence[Point], segment: Segment, *, closed: bool
) -> tuple[float, float] | None:
    """Cut by the half plane behind each side; a side the segment runs along cuts all or nothing."""
    (px, py), (qx, qy) = segment
    low, high = 0.0, 1.0
    for k in range(len(points)):
        (ax, ay), (bx, by) = points[k - 1], points[k]
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        start = nx * (px - ax) + ny * (py - ay)
        end = nx * (qx - ax) + ny * (qy - ay)
        if abs(start) <= EPS and abs(end) <= EPS:
            if not closed:
                return None
            continue
        if start > 0.0 and end > 0.0:
            return None
        if start > 0.0:
            low = max(low, start / (start - end))
        elif end > 0.0:
            high = min(high, start / (start - end))
    if len(points) == 2:
        low, high = _between_ends(points, segment, low, high)
    if low > high + _SAME:
        return None
    return (min(low, high), max(low, high))


def _between_ends(
    points: Sequence[Point], segment: Segment, low: float, high: float
) -> tuple[float, float]:
    """A base of two points is also bounded along itself."""
    (ax, ay), (bx, by) = points
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    (px, py), (qx, qy) = segment
    start, end = ux * (px - ax) + uy * (py - ay), ux * (qx - ax) + uy * (qy - ay)
    for first, last in ((-start, -end), (start - length, end - length)):
        if first > 0.0 and last > 0.0:
            return (1.0, 0.0)
        if first > 0.0:
            low = max(low, first / (first - last))
        elif last > 0.0:
            high = min(high, first / (first - last))
    return (low, high)
