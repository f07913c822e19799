"""Rectangles in motion: the exact least gap of a whole slide or wheel, and where one must stop.

A slide sweeps the hull of its two ends; in a wheel corners run along arcs, and the nearest
pair always has a corner on one side. Must not know why something moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from defilade.geometry.bases import (
    Base,
    Circle,
    Edge,
    Polygon,
    Rectangle,
    convex_parts,
    corners_of,
)
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.motions import turned
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    Segment,
    bearing,
    convex_hull,
    distance,
    distance_to_segment,
    nearest_on_segment,
    rotated,
    translated,
)

__all__ = ["free_turn", "slide_gap", "slide_until", "turn_gap"]


def slide_gap(blocks: Iterable[Rectangle], by: Point, obstacle: Base) -> float:
    """The least distance to an obstacle while rectangles slide along a vector. Exact."""
    least = math.inf
    for block in blocks:
        ring = corners_of(block)
        swept = convex_hull((*ring, *(translated(p, by) for p in ring)))
        least = min(least, gap_between(Polygon(swept), obstacle).distance)
    return least


def turn_gap(blocks: Iterable[Rectangle], pivot: Point, degrees: float, obstacle: Base) -> float:
    """The least distance to an obstacle while rectangles turn clockwise about a pivot. Exact.

    Raises `TypeError` for an oval obstacle.
    """
    least = math.inf
    parts = convex_parts(obstacle)
    for block in blocks:
        if gap_between(block, obstacle).distance <= EPS:
            return 0.0
        for part in parts:
            least = min(least, _turn_gap(corners_of(block), pivot, degrees, part))
    return max(0.0, least)


def _turn_gap(ring: Ring, pivot: Point, degrees: float, part: Base) -> float:
    sides = _sides(ring)
    if isinstance(part, Circle):
        arcs = (_arc_gap(pivot, part.centre, -degrees, side) for side in sides)
        return min(arcs) - part.radius
    corners = _corners(part)
    mine = (_arc_gap(pivot, p, degrees, side) for p in ring for side in _sides(corners))
    its = (_arc_gap(pivot, p, -degrees, side) for p in corners for side in sides)
    return min(*mine, *its)


def _corners(part: Base) -> Ring:
    match part:
        case Polygon():
            return part.points
        case Edge():
            return (part.start, part.end)
        case _:
            raise TypeError(f"a wheel is not measured against {type(part).__name__}")


def _sides(ring: Sequence[Point]) -> list[Segment]:
    return list(pairwise((*ring, ring[0])))


def _on_arc(pivot: Point, start: Point, degrees: float, p: Point) -> bool:
    """Whether the direction of a point is met while `start` turns by `degrees`."""
    turn = relative_turn(pivot, start, p)
    slack = math.degrees(EPS / max(EPS, distance(pivot, start)))
    if degrees >= 0.0:
        return turn <= degrees + slack or turn >= 360.0 - slack
    return 360.0 - turn <= -degrees + slack or turn <= slack


def _arc_gap(pivot: Point, start: Point, degrees: float, side: Segment) -> float:
    """Distance between the arc that `start` runs along and a segment."""
    radius = distance(pivot, start)
    end = rotated(start, degrees, about=pivot)
    a, b = side
    least = min(distance_to_segment(start, a, b), distance_to_segment(end, a, b))
    for p in (a, b):
        if _on_arc(pivot, start, degrees, p):
            least = min(least, abs(distance(pivot, p) - radius))
    for p in _circle_on_segment(pivot, radius, side):
        if _on_arc(pivot, start, degrees, p):
            return 0.0
    foot = nearest_on_segment(pivot, a, b)
    if distance(pivot, foot) >= radius and _on_arc(pivot, start, degrees, foot):
        least = min(least, distance(pivot, foot) - radius)
    return least


def _circle_on_segment(centre: Point, radius: float, side: Segment) -> Iterator[Point]:
    """Where a segment meets a circle's rim."""
    (ax, ay), (bx, by) = side
    dx, dy, fx, fy = bx - ax, by - ay, ax - centre[0], ay - centre[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return
    half = (fx * dx + fy * dy) / square
    inner = half * half - (fx * fx + fy * fy - radius * radius) / square
    if inner < 0.0:
        return
    root = math.sqrt(inner)
    for share in (-half - root, -half + root):
        if 0.0 <= share <= 1.0:
            yield (ax + share * dx, ay + share * dy)


def slide_until(
    blocks: Iterable[Rectangle], direction: Point, obstacle: Base, *, gap: float = 0.0
) -> float:
    """How far rectangles slide along a unit vector until they are `gap` from an obstacle.

    0 when they are as near already, `inf` when they never come so near. Closed form.
    """
    back = (-direction[0], -direction[1])
    least = math.inf
    parts = convex_parts(obstacle)
    for block in blocks:
        ring = corners_of(block)
        if gap_between(block, obstacle).distance <= gap + EPS:
            return 0.0
        for part in parts:
            if isinstance(part, Circle):
                hits = (_cast(part.centre, back, s, part.radius + gap) for s in _sides(ring))
                least = min(least, *hits)
                continue
            corners = _corners(part)
            mine = (_cast(p, direction, s, gap) for p in ring for s in _sides(corners))
            its = (_cast(p, back, s, gap) for p in corners for s in _sides(ring))
            least = min(least, *mine, *its)
    return least


def _cast(p: Point, along: Point, side: Segment, radius: float) -> float:
    """How far p runs along a unit vector until it is within `radius` of a segment."""
    a, b = side
    if distance_to_segment(p, a, b) <= radius + EPS:
        return 0.0
    found = [t for end in (a, b) for t in _to_circle(p, along, end, radius)]
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if length > 0.0:
        nx, ny = -dy / length, dx / length
        speed = nx * along[0] + ny * along[1]
        offset = nx * (p[0] - a[0]) + ny * (p[1] - a[1])
        if abs(speed) > 1e-12:
            for level in (-radius, radius):
                t = (level - offset) / speed
                x, y = p[0] + t * along[0] - a[0], p[1] + t * along[1] - a[1]
                if t >= 0.0 and -EPS <= (x * dx + y * dy) / length <= length + EPS:
                    found.append(t)
    return min(found, default=math.inf)


def _to_circle(p: Point, along: Point, centre: Point, radius: float) -> Iterator[float]:
    fx, fy = p[0] - centre[0], p[1] - centre[1]
    half = fx * along[0] + fy * along[1]
    aside = fx * along[1] - fy * along[0]
    inner = radius * radius - aside * aside
    if inner < 0.0:
        if abs(aside) > radius + EPS:
            return
        inner = 0.0
    t = -half - math.sqrt(inner)
    if t >= 0.0:
        yield t


def free_turn(
    blocks: Sequence[Rectangle], pivot: Point, degrees: float, obstacles: Iterable[Base]
) -> float:
    """How much of a turn about a pivot can be made before an obstacle would be entered.

    Signed like `degrees`, clockwise positive. Contact without entry stops nothing. The turn is
    cut at every angle at which a corner meets a side, and each piece is judged by its middle.
    """
    limit = abs(degrees)
    sign = 1.0 if degrees >= 0.0 else -1.0
    for obstacle in obstacles:
        for part in convex_parts(obstacle):
            for block in blocks:
                limit = min(limit, _free(block, pivot, sign, limit, part))
    return sign * limit


def _free(block: Rectangle, pivot: Point, sign: float, limit: float, part: Base) -> float:
    angles = sorted({a for a in _events(corners_of(block), pivot, sign, part) if a < limit})
    for low, high in pairwise((0.0, *angles, limit)):
        middle = turned(block, sign * (low + high) / 2.0, about=pivot)
        if high - low > 1e-9 and meeting(middle, part) is Meeting.OVERLAPPING:
            return low
    return limit


def _events(ring: Ring, pivot: Point, sign: float, part: Base) -> Iterator[float]:
    """Angles, in degrees the way of the turn, at which a corner meets a side of the other."""
    if isinstance(part, Circle):
        for p in ring:
            for q in _circles_meet(pivot, distance(pivot, p), part.centre, part.radius):
                yield _way(pivot, p, q, sign)
        for side in _sides(ring):
            for shifted in _beside(side, part.radius):
                for q in _circle_on_segment(pivot, distance(pivot, part.centre), shifted):
                    yield _way(pivot, q, part.centre, sign)
        return
    corners = _corners(part)
    for p in ring:
        for side in _sides(corners):
            for q in _circle_on_segment(pivot, distance(pivot, p), side):
                yield _way(pivot, p, q, sign)
    for p in corners:
        for side in _sides(ring):
            for q in _circle_on_segment(pivot, distance(pivot, p), side):
                yield _way(pivot, q, p, sign)


def relative_turn(pivot: Point, start: Point, end: Point) -> float:
    """Clockwise degrees from one point to another as seen from a pivot, in [0, 360)."""
    return (bearing(pivot, end) - bearing(pivot, start)) % 360.0


def _way(pivot: Point, start: Point, end: Point, sign: float) -> float:
    turn = relative_turn(pivot, start, end)
    return turn if sign > 0.0 else (360.0 - turn) % 360.0


def _beside(side: Segment, by: float) -> Iterator[Segment]:
    (ax, ay), (bx, by_) = side
    length = distance(*side)
    nx, ny = (ay - by_) / length * by, (bx - ax) / length * by
    yield ((ax + nx, ay + ny), (bx + nx, by_ + ny))
    yield ((ax - nx, ay - ny), (bx - nx, by_ - ny))


def _circles_meet(c: Point, r: float, d: Point, s: float) -> Iterator[Point]:
    apart = distance(c, d)
    if apart == 0.0 or apart > r + s or apart < abs(r - s):
        return
    along = (r * r - s * s + apart * apart) / (2.0 * apart)
    aside = math.sqrt(max(0.0, r * r - along * along))
    ux, uy = (d[0] - c[0]) / apart, (d[1] - c[1]) / apart
    for sign in (-1.0, 1.0):
        yield (
            c[0] + along * ux - sign * aside * uy,
            c[1] + along * uy + sign * aside * ux,
        )
