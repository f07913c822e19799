"""Checks one piece of a proof: part of its obstacle, parted from the bases, where it says it is.

Independent of how pieces are found. Must not know chains of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from defilade.geometry.bases import Circle, Convex, Oval, contains, support, where_in
from defilade.geometry.plane import EPS, Point, Ring, Where, convex_hull, distance_to_segment
from defilade.geometry.regions import Region, Wall, region_rings
from defilade.geometry.sight.between import Piece
from defilade.geometry.sight.bows import bow_reach
from defilade.geometry.sight.frame import (
    Bow,
    Disc,
    Ellipse,
    End,
    Frame,
    Hull,
    LocalShape,
    local_shape,
    to_world,
)
from defilade.geometry.sight.scene import Body, Scene

__all__ = ["bend_faults", "beyond", "holds_end", "piece_faults", "reach", "window_faults"]

_SLACK = 2.0 * EPS
_ANGLE = 1e-9


def beyond(oval: Ellipse, end: End, sign: float, theta: float) -> bool:
    nx, ny = -math.sin(theta), math.cos(theta)
    (ux, uy), (vx, vy) = oval.first, oval.second
    rim = nx * oval.x + ny * oval.y
    rim += sign * math.hypot(ux * nx + uy * ny, vx * nx + vy * ny)
    return sign * (nx * end[0] + ny * end[1] + end[2] - rim) >= -EPS


def holds_end(shape: LocalShape, end: End) -> bool:
    """Whether a piece holds the circle, mostly of radius 0, that an end belongs to."""
    x, y, r = end
    match shape:
        case Disc(cx, cy, radius):
            return math.hypot(x - cx, y - cy) + abs(r) <= radius + EPS
        case Hull(points):
            return r == 0.0 and any(math.dist((x, y), p) <= EPS for p in points)
        case Bow(curve, start, end_point):
            if r == 0.0:
                return any(math.dist((x, y), p) <= EPS for p in (start, end_point))
            return holds_end(curve, end)
        case Ellipse():
            return all(
                not beyond(shape, (x, y, abs(r) - _SLACK), 1.0, k * math.tau / 16.0)
                for k in range(16)
            )


def piece_faults(
    piece: Piece, frame: Frame, bases: tuple[Convex, Convex], scene: Scene
) -> list[str]:
    """The piece is part of its obstacle, and parted from both bases."""
    faults = []
    if not any(
        _part_of(piece, frame, body) for body in scene.bodies if body.obstacle == piece.obstacle
    ):
        faults.append("piece.not_of_obstacle")
    for m, base, side in ((piece.past, bases[0], 1.0), (piece.short, bases[1], -1.0)):
        origin = to_world(frame, (0.0, 0.0))
        tip = to_world(frame, m)
        wx, wy = side * (tip[0] - origin[0]), side * (tip[1] - origin[1])
        length = math.hypot(wx, wy)
        p = support(base, (wx, wy))
        rim = ((p[0] - origin[0]) * wx + (p[1] - origin[1]) * wy) / length
        near = -reach(piece.shape, (-side * m[0] / length, -side * m[1] / length))
        if near < rim - _SLACK * _slenderness(base):
            faults.append("piece.not_parted_from_base")
    return faults


def window_faults(piece: Piece, span: tuple[float, float]) -> list[str]:
    """The piece is between the bases in all directions of a span."""
    return [
        "piece.not_between"
        for x, y in (piece.past, piece.short)
        for theta in span
        if (math.cos(theta) * x + math.sin(theta) * y) / math.hypot(x, y) < -_ANGLE
    ]


def bend_faults(piece: Piece, ends: tuple[End, End], span: tuple[float, float]) -> list[str]:
    """Where a bow's own curve makes an end of its shadow, it does so in the whole cover."""
    if not isinstance(piece.shape, Bow):
        return []
    faults = []
    for end, sign in zip(ends, (-1.0, 1.0), strict=True):
        for theta in span:
            nx, ny = -sign * math.sin(theta), sign * math.cos(theta)
            tip = nx * end[0] + ny * end[1] + abs(end[2])
            if end[2] != 0.0 and bow_reach(piece.shape, (nx, ny)) < tip - _SLACK:
                faults.append("piece.does_not_bend_there")
    return faults


def _slenderness(base: Convex) -> float:
    """An oval is worked on as a disc, where a tolerance across it is one along it, stretched."""
    if not isinstance(base, Oval):
        return 1.0
    long, wide = base.half_length, base.half_width
    return max(long / wide, wide / long)


def reach(shape: LocalShape, n: Point) -> float:
    match shape:
        case Disc(x, y, radius):
            return n[0] * x + n[1] * y + radius
        case Hull(points):
            return max(n[0] * x + n[1] * y for x, y in points)
        case Ellipse(x, y, u, v):
            across = math.hypot(u[0] * n[0] + u[1] * n[1], v[0] * n[0] + v[1] * n[1])
            return n[0] * x + n[1] * y + across
        case Bow():
            return bow_reach(shape, n)


def _part_of(piece: Piece, frame: Frame, body: Body) -> bool:
    if isinstance(body.solid, Circle | Oval):
        return _part_of_curve(piece.shape, frame, body.solid)
    if not isinstance(piece.shape, Hull):
        return False
    points = [to_world(frame, p) for p in piece.shape.points]
    lines: Iterable[Ring] = (
        [body.solid.points] if isinstance(body.solid, Wall) else region_rings(body.solid)
    )
    closed = isinstance(body.solid, Region)
    if len(points) == 2 and any(_on_one_edge(points, line, closed=closed) for line in lines):
        return True
    outline = body.solid.outline if isinstance(body.solid, Region) else body.solid.points
    hull = convex_hull(outline)
    return len(hull) == len(points) and all(
        min(math.dist(p, q) for q in hull) <= EPS for p in points
    )


def _part_of_curve(shape: LocalShape, frame: Frame, solid: Circle | Oval) -> bool:
    """The curve itself, a stretch of it, or corners that it holds."""
    match shape:
        case Disc() | Ellipse():
            return local_shape(frame, solid) == shape
        case Bow(curve, start, end):
            ends = (to_world(frame, p) for p in (start, end))
            same = local_shape(frame, solid) == curve
            return same and all(where_in(solid, p) is Where.BOUNDARY for p in ends)
        case Hull(points):
            return all(contains(solid, to_world(frame, p)) for p in points)


def _on_one_edge(points: list[Point], line: Ring, *, closed: bool) -> bool:
    first = 0 if closed else 1
    return any(
        all(distance_to_segment(p, line[k - 1], line[k]) <= EPS for p in points)
        for k in range(first, len(line))
    )
