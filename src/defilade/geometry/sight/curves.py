"""Curved obstacles that overlap a base: which of the two holds the other, and their facets.

Knows convex shapes and their supports. Must not know directions of sight, nor pieces.
"""

from __future__ import annotations

import math

from defilade.geometry.bases import Circle, Convex, Edge, Oval, Polygon, support
from defilade.geometry.plane import Point, Ring, distance, unit_bearing

__all__ = ["facets", "outermost", "peaks"]

_FACETS = 96
_COARSE = 96
_NARROWINGS = 48
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


def outermost(inner: Convex, outer: Convex) -> tuple[float, Point]:
    """How far one shape reaches beyond another at most, and the point of it that does.

    Nothing or less: the outer one holds it. The greatest difference of their supports.
    """
    match outer:
        case Edge():
            return (math.inf, support(inner, (1.0, 0.0)))
        case Polygon(points):
            normals = (_normal(points[k - 1], points[k]) for k in range(len(points)))
            return max((_beyond(inner, outer, n) for n in normals), key=lambda found: found[0])
        case Circle() if isinstance(inner, Circle):
            dx, dy = inner.centre[0] - outer.centre[0], inner.centre[1] - outer.centre[1]
            apart = math.hypot(dx, dy)
            share = inner.radius / apart if apart else 0.0
            at = (inner.centre[0] + share * dx, inner.centre[1] + share * dy)
            return (apart + inner.radius - outer.radius, at)
        case Circle() if isinstance(inner, Edge | Polygon):
            ring = inner.points if isinstance(inner, Polygon) else (inner.start, inner.end)
            far = max(ring, key=lambda p: distance(p, outer.centre))
            return (distance(far, outer.centre) - outer.radius, far)
        case _:
            return _searched(inner, outer)


def _normal(p: Point, q: Point) -> Point:
    length = distance(p, q)
    return ((q[1] - p[1]) / length, (p[0] - q[0]) / length)


def _beyond(inner: Convex, outer: Convex, n: Point) -> tuple[float, Point]:
    p, q = support(inner, n), support(outer, n)
    return (n[0] * (p[0] - q[0]) + n[1] * (p[1] - q[1]), p)


def _searched(inner: Convex, outer: Convex) -> tuple[float, Point]:
    return max(peaks(inner, outer), key=lambda found: found[0])


def peaks(inner: Convex, outer: Convex) -> list[tuple[float, Point]]:
    """Every point of a shape that reaches further beyond a curve than its neighbours, by how much.

    Two concentric ovals have two; none has more than a few.
    """

    def beyond(angle: float) -> tuple[float, Point]:
        return _beyond(inner, outer, (math.cos(angle), math.sin(angle)))

    step = math.tau / _COARSE
    turn = math.radians(90.0 - outer.facing) if isinstance(outer, Oval) else 0.0
    values = [beyond(turn + k * step)[0] for k in range(_COARSE)]
    found: list[tuple[float, Point]] = []
    for k in range(_COARSE):
        if values[k] < values[k - 1] or values[k] < values[(k + 1) % _COARSE]:
            continue
        low, high = turn + (k - 1) * step, turn + (k + 1) * step
        for _ in range(_NARROWINGS):
            first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
            if beyond(first)[0] >= beyond(second)[0]:
                high = second
            else:
                low = first
        found.append(max(beyond(turn + k * step), beyond((low + high) / 2.0)))
    return found


def facets(solid: Circle | Oval) -> Ring:
    """A curve as an inscribed polygon of 96 sides, inside it by at most 0.0006 of its radius."""
    match solid:
        case Circle():
            long, wide, facing = solid.radius, solid.radius, 90.0
        case Oval():
            long, wide, facing = solid.half_length, solid.half_width, solid.facing
    ahead, aside = unit_bearing(facing), unit_bearing(facing - 90.0)
    points: list[Point] = []
    for k in range(_FACETS):
        turn = math.tau * k / _FACETS
        along, across = long * math.cos(turn), wide * math.sin(turn)
        points.append(
            (
                solid.centre[0] + along * ahead[0] + across * aside[0],
                solid.centre[1] + along * ahead[1] + across * aside[1],
            )
        )
    return tuple(points)
