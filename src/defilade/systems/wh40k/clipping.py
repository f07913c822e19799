"""Footprints cut down to a stretch along an axis.

Knows half-planes and convex parts; must not know why something is cut.
"""

from __future__ import annotations

import math

from defilade.geometry.bases import Base, Circle, Convex, Edge, Oval, Polygon, convex_parts, support
from defilade.geometry.plane import EPS, Point

_FACETS = 64


def clipped(
    shape: Base,
    origin: Point,
    axis: Point,
    span: tuple[float, float],
    *,
    outside: bool = False,
) -> list[Base]:
    """Convex parts of a shape within a stretch along an axis from an origin, or the whole shape.

    A curve that is cut becomes a polygon of 64 sides, inside the curve or, on request, around it.
    Slivers without area to speak of are left out.
    """
    start, end = span
    if start >= end:
        return []
    low, high = _along(shape, origin, axis)
    if low >= start - EPS and high <= end + EPS:
        return [shape]
    if high <= start or low >= end:
        return []
    found: list[Base] = []
    for part in convex_parts(shape):
        ring = _ring(part, outside)
        ring = _half(ring, origin, axis, start)
        ring = _half(ring, origin, (-axis[0], -axis[1]), -end)
        if len(ring) > 2 and _area(ring) > 2.0 * EPS:
            found.append(Polygon(tuple(ring)))
    return found


def _along(shape: Base, origin: Point, axis: Point) -> tuple[float, float]:
    ux, uy = axis
    low, high = support(shape, (-ux, -uy)), support(shape, (ux, uy))
    return (
        (low[0] - origin[0]) * ux + (low[1] - origin[1]) * uy,
        (high[0] - origin[0]) * ux + (high[1] - origin[1]) * uy,
    )


def _ring(part: Convex, outside: bool) -> list[Point]:
    if isinstance(part, Polygon):
        return list(part.points)
    if isinstance(part, Edge):
        return [part.start, part.end]
    grow = 1.0 / math.cos(math.pi / _FACETS) if outside else 1.0
    turns = [math.tau * k / _FACETS for k in range(_FACETS)]
    match part:
        case Circle((x, y), radius):
            radius *= grow
            return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]
        case Oval((x, y)):
            rim = [support(part, (math.cos(t), math.sin(t))) for t in turns]
            return [(x + (px - x) * grow, y + (py - y) * grow) for px, py in rim]


def _half(ring: list[Point], origin: Point, axis: Point, start: float) -> list[Point]:
    """The part of a convex ring at or beyond `start` along an axis."""
    if not math.isfinite(start):
        return ring
    kept: list[Point] = []
    ux, uy = axis
    offsets = [(x - origin[0]) * ux + (y - origin[1]) * uy - start for x, y in ring]
    for k, (p, at) in enumerate(zip(ring, offsets, strict=True)):
        q, before = ring[k - 1], offsets[k - 1]
        if (at >= 0.0) != (before >= 0.0):
            share = before / (before - at)
            kept.append((q[0] + (p[0] - q[0]) * share, q[1] + (p[1] - q[1]) * share))
        if at >= 0.0:
            kept.append(p)
    return [p for k, p in enumerate(kept) if math.dist(p, kept[k - 1]) > 2.0 * EPS]


def _area(ring: list[Point]) -> float:
    total = sum(ring[k - 1][0] * ring[k][1] - ring[k][0] * ring[k - 1][1] for k in range(len(ring)))
    return abs(total) / 2
