"""Distances between any two bases, and whether they touch or overlap.

Knows the nearest points of each pair of shapes, curved or not, in one place for every rule.
Must not know what a range is for. Distances are inches in the plane.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.bases import (
    Base,
    Circle,
    Convex,
    Edge,
    Oval,
    Polygon,
    contains,
    convex_parts,
    nearest_point,
    support,
)
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    distance,
    midpoint,
    point_at,
    segment_distance,
)

__all__ = ["Gap", "Meeting", "gap_between", "meeting", "separation"]

_COARSE = 64
_BISECTIONS = 60


class Meeting(StrEnum):
    """How two shapes lie to each other."""

    APART = "apart"
    TOUCHING = "touching"
    OVERLAPPING = "overlapping"


@dataclass(frozen=True, slots=True)
class Gap:
    """Distance between two shapes, with the nearest point of each (a shared point when 0)."""

    distance: float
    first: Point
    second: Point


def gap_between(a: Base, b: Base) -> Gap:
    """Distance between the nearest points of two bases; 0 when they touch or overlap.

    >>> gap_between(Circle((0.0, 0.0), 1.0), Circle((5.0, 0.0), 1.5)).distance
    2.5
    """
    gaps = (_convex_gap(p, q) for p in convex_parts(a) for q in convex_parts(b))
    return min(gaps, key=lambda gap: gap.distance)


def meeting(a: Base, b: Base) -> Meeting:
    """Whether two bases are apart, touch (within `EPS`), or share more than a rim."""
    if gap_between(a, b).distance > EPS:
        return Meeting.APART
    depth = max(_convex_depth(p, q) for p in convex_parts(a) for q in convex_parts(b))
    return Meeting.OVERLAPPING if depth > EPS else Meeting.TOUCHING


def _convex_gap(a: Convex, b: Convex) -> Gap:
    if isinstance(a, Circle):
        return _circle_gap(a, b)
    if isinstance(b, Circle):
        gap = _circle_gap(b, a)
        return Gap(gap.distance, gap.second, gap.first)
    if isinstance(a, Oval) or isinstance(b, Oval):
        return _curved_gap(a, b)
    return _ring_gap(a, b)


def _circle_gap(circle: Circle, other: Convex) -> Gap:
    if contains(other, circle.centre):
        return Gap(0.0, circle.centre, circle.centre)
    near = nearest_point(other, circle.centre)
    between = distance(circle.centre, near)
    gap = between - circle.radius
    if gap <= EPS:
        return Gap(0.0, near, near)
    return Gap(gap, point_at(circle.centre, near, circle.radius / between), near)


def _ring_gap(a: Polygon | Edge, b: Polygon | Edge) -> Gap:
    first, second = _ring(a), _ring(b)
    for shape, ring in ((b, first), (a, second)):
        inside = next((p for p in ring if contains(shape, p)), None)
        if inside is not None:
            return Gap(0.0, inside, inside)
    nearest = min(
        (
            segment_distance((first[i - 1], first[i]), (second[j - 1], second[j]))
            for i in range(len(first))
            for j in range(len(second))
        ),
        key=lambda found: found[0],
    )
    if nearest[0] <= EPS:
        return Gap(0.0, nearest[1], nearest[1])
    return Gap(*nearest)


def _ring(shape: Polygon | Edge) -> Ring:
    return (shape.start, shape.end) if isinstance(shape, Edge) else shape.points


def _curved_gap(a: Convex, b: Convex) -> Gap:
    """Widest separation over all directions, which for disjoint convex shapes is their distance."""
    width, angle = separation(a, b)
    if width <= EPS:
        meet = _shared_point(a, b, (math.cos(angle), math.sin(angle)))
        return Gap(0.0, meet, meet)
    n = (math.cos(angle), math.sin(angle))
    first, second = support(a, n), support(b, (-n[0], -n[1]))
    if isinstance(a, Oval) and not isinstance(b, Oval):
        second = nearest_point(b, first)
    elif isinstance(b, Oval) and not isinstance(a, Oval):
        first = nearest_point(a, second)
    return Gap(width, first, second)


def separation(a: Convex, b: Convex) -> tuple[float, float]:
    """The greatest of min over b less max over a of n . p, and the angle of its n."""

    def reach(angle: float) -> tuple[float, float]:
        nx, ny = math.cos(angle), math.sin(angle)
        p, q = support(a, (nx, ny)), support(b, (-nx, -ny))
        dx, dy = q[0] - p[0], q[1] - p[1]
        return (nx * dx + ny * dy, nx * dy - ny * dx)

    step = 2.0 * math.pi / _COARSE
    best = max((reach(k * step)[0], k * step) for k in range(_COARSE))[1]
    low, high = best - step, best + step
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        if reach(middle)[1] > 0.0:
            low = middle
        else:
            high = middle
    return max((reach(angle)[0], angle) for angle in (low, high, best))


def _convex_depth(a: Convex, b: Convex) -> float:
    """How far one shape must move to leave the other; 0 or less when they do not overlap."""
    if isinstance(a, Edge) and isinstance(b, Edge):
        return 0.0
    if isinstance(a, Circle) and isinstance(b, Circle):
        return min(a.radius + b.radius - distance(a.centre, b.centre), a.radius + b.radius)
    return -_least_reach(a, b)


def _least_reach(a: Convex, b: Convex) -> float:
    normals: list[Point] = []
    curved = False
    for shape in (a, b):
        if isinstance(shape, Polygon | Edge):
            ring = _ring(shape)
            for k in range(len(ring)):
                x, y = ring[k][1] - ring[k - 1][1], ring[k - 1][0] - ring[k][0]
                length = math.hypot(x, y)
                normals += [(x / length, y / length), (-x / length, -y / length)]
        else:
            curved = True
    best = -math.inf
    for n in normals:
        p, q = support(a, n), support(b, (-n[0], -n[1]))
        best = max(best, n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]))
    return max(best, separation(a, b)[0]) if curved else best


def _shared_point(a: Convex, b: Convex, n: Point) -> Point:
    """A point of both shapes; n is the direction in which they overlap least.

    There the two outermost points face each other, or one of them faces a straight side. Deep
    overlaps are left to alternating projections, which then converge quickly.
    """
    p, q = support(a, n), support(b, (-n[0], -n[1]))
    pairs = ((p, q), (p, nearest_point(b, p)), (nearest_point(a, q), q))
    tries = [point_at(first, second, share) for first, second in pairs for share in (0.5, 0.0, 1.0)]
    found = next((p for p in tries if contains(a, p) and contains(b, p)), None)
    if found is not None:
        return found
    first = nearest_point(a, nearest_point(b, support(a, (1.0, 0.0))))
    for _ in range(200):
        second = nearest_point(b, first)
        if distance(first, second) <= EPS:
            break
        first = nearest_point(a, second)
    return midpoint(first, nearest_point(b, first))
