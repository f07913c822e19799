"""The rim of a convex base as a curve with a parameter from 0 to 1, and lines that meet it.

Knows points, outward normals and lengths along a rim. Must not know what is seen.
"""

from __future__ import annotations

import math
from itertools import pairwise

from defilade.geometry.bases import Circle, Convex, Edge, Oval, from_unit_disc, to_unit_disc
from defilade.geometry.plane import Point, Segment, distance, point_at

__all__ = ["rim_corners", "rim_hits", "rim_length", "rim_normal", "rim_point"]

_CHORDS = 64


def rim_point(shape: Convex, t: float) -> Point:
    """The rim point at parameter t: anticlockwise by angle on a curve, by length on corners."""
    if isinstance(shape, Circle):
        turn = math.tau * t
        x, y = shape.centre
        return (x + shape.radius * math.cos(turn), y + shape.radius * math.sin(turn))
    if isinstance(shape, Oval):
        return from_unit_disc(shape, (math.cos(math.tau * t), math.sin(math.tau * t)))
    k, share = _side(shape, t)
    return point_at(*_sides(shape)[k], share)


def rim_corners(shape: Convex) -> list[float]:
    """Parameters of the corners of a straight-sided rim; none on a curve."""
    if isinstance(shape, Circle | Oval):
        return []
    lengths = [distance(*side) for side in _sides(shape)]
    total = math.fsum(lengths)
    return [math.fsum(lengths[:k]) / total for k in range(len(lengths))]


def rim_normal(shape: Convex, t: float) -> Point | None:
    """The outward normal at t, of any length; None for an edge, which has two sides."""
    turn = math.tau * t
    if isinstance(shape, Circle):
        return (math.cos(turn), math.sin(turn))
    if isinstance(shape, Oval):
        tip = from_unit_disc(
            Oval((0.0, 0.0), shape.half_width, shape.half_length, shape.facing),
            (math.cos(turn), math.sin(turn)),
        )
        return (tip[0], tip[1])
    if isinstance(shape, Edge):
        return None
    (ax, ay), (bx, by) = _sides(shape)[_side(shape, t)[0]]
    return (by - ay, ax - bx)


def rim_length(shape: Convex, start: float, end: float) -> float:
    """Inches of rim from one parameter to a greater one."""
    if isinstance(shape, Circle):
        return math.tau * shape.radius * (end - start)
    if isinstance(shape, Oval):
        step = (end - start) / _CHORDS
        points = [rim_point(shape, start + k * step) for k in range(_CHORDS + 1)]
        return math.fsum(distance(p, q) for p, q in pairwise(points))
    return (end - start) * math.fsum(distance(*side) for side in _sides(shape))


def rim_hits(shape: Convex, line: Segment) -> list[float]:
    """Parameters where the endless line through two points meets the rim."""
    if isinstance(shape, Circle):
        (x, y), r = shape.centre, shape.radius
        p, q = (((px - x) / r, (py - y) / r) for px, py in line)
        return _unit_hits(p, q)
    if isinstance(shape, Oval):
        return _unit_hits(to_unit_disc(shape, line[0]), to_unit_disc(shape, line[1]))
    (px, py), (qx, qy) = line
    sides = _sides(shape)
    total = math.fsum(distance(*side) for side in sides)
    found, before = [], 0.0
    for (ax, ay), (bx, by) in sides:
        length = math.hypot(bx - ax, by - ay)
        start = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        end = (qx - px) * (by - py) - (qy - py) * (bx - px)
        if (start > 0.0) != (end > 0.0):
            found.append((before + length * start / (start - end)) / total)
        before += length
    return found


def _unit_hits(p: Point, q: Point) -> list[float]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return []
    middle = -(p[0] * dx + p[1] * dy) / square
    aside = (p[0] * dy - p[1] * dx) ** 2 / square
    if aside >= 1.0:
        return []
    half = math.sqrt((1.0 - aside) / square)
    hits = ((p[0] + t * dx, p[1] + t * dy) for t in (middle - half, middle + half))
    return [math.atan2(y, x) / math.tau % 1.0 for x, y in hits]


def _sides(shape: Convex) -> list[Segment]:
    if isinstance(shape, Edge):
        return [(shape.start, shape.end)]
    assert not isinstance(shape, Circle | Oval)
    points = shape.points
    return [(points[k], points[(k + 1) % len(points)]) for k in range(len(points))]


def _side(shape: Convex, t: float) -> tuple[int, float]:
    sides = _sides(shape)
    lengths = [distance(*side) for side in sides]
    left = t * math.fsum(lengths)
    for k, length in enumerate(lengths):
        if left <= length or k == len(sides) - 1:
            return (k, min(1.0, left / length))
        left -= length
    return (0, 0.0)
