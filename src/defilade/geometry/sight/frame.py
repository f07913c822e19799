"""The frame of one pair of convex bases: x runs from one to the other across their separation.

Knows shadows: in direction theta (radians from x) a shape casts an interval of offsets across it.
Ends of shadows are triples (x, y, r): the end lies at offset n . (x, y) + r, n the left normal.
Must not know obstacles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from defilade.geometry.bases import Circle, Convex, Edge, Oval, Polygon
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Point, Ring, unit_bearing

__all__ = [
    "Bow",
    "Disc",
    "Ellipse",
    "End",
    "Frame",
    "Hull",
    "LocalBase",
    "LocalShape",
    "chord",
    "curve_point",
    "frame_between",
    "is_on_bow",
    "local_shape",
    "offset",
    "rim_ends",
    "to_local",
    "to_world",
]

End = tuple[float, float, float]

_BESIDE = 1e-9


@dataclass(frozen=True, slots=True)
class Frame:
    """Origin in the world, and the unit vector there along which local x runs."""

    origin: Point
    axis: Point


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle in local coordinates."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An oval in local coordinates: centre and its two half axes as vectors."""

    x: float
    y: float
    first: Point
    second: Point


@dataclass(frozen=True, slots=True)
class Hull:
    """A convex polygon, a segment (two points), or a point, in local coordinates."""

    points: Ring


@dataclass(frozen=True, slots=True)
class Bow:
    """A stretch of a curve, less than half of it, with its chord, in local coordinates.

    Its points run anticlockwise. It is asked only in directions in which the curve itself makes
    one end of its shadow: the upper one when `side` is 1, the lower one when it is -1.
    """

    curve: Disc | Ellipse
    start: Point
    end: Point
    side: int


LocalBase = Disc | Ellipse | Hull
LocalShape = LocalBase | Bow


def frame_between(a: Convex, b: Convex) -> Frame | None:
    """The frame in which a and b are separated by a line x = constant; None when they touch."""
    gap = gap_between(a, b)
    if gap.distance <= EPS:
        return None
    (px, py), (qx, qy) = gap.first, gap.second
    axis = ((qx - px) / gap.distance, (qy - py) / gap.distance)
    return Frame(((px + qx) / 2.0, (py + qy) / 2.0), axis)


def to_local(frame: Frame, point: Point) -> Point:
    """World to local coordinates."""
    x, y = point[0] - frame.origin[0], point[1] - frame.origin[1]
    ax, ay = frame.axis
    return (x * ax + y * ay, y * ax - x * ay)


def to_world(frame: Frame, point: Point) -> Point:
    """Local to world coordinates."""
    x, y = point
    ax, ay = frame.axis
    return (frame.origin[0] + x * ax - y * ay, frame.origin[1] + x * ay + y * ax)


def local_shape(frame: Frame, shape: Convex) -> LocalBase:
    """A convex shape in local coordinates."""
    match shape:
        case Circle():
            return Disc(*to_local(frame, shape.centre), shape.radius)
        case Oval():
            ahead, right = unit_bearing(shape.facing), unit_bearing(shape.facing + 90.0)
            ax, ay = frame.axis
            long, wide = shape.half_length, shape.half_width
            first = (ahead[0] * ax + ahead[1] * ay, ahead[1] * ax - ahead[0] * ay)
            second = (right[0] * ax + right[1] * ay, right[1] * ax - right[0] * ay)
            return Ellipse(
                *to_local(frame, shape.centre),
                (first[0] * long, first[1] * long),
                (second[0] * wide, second[1] * wide),
            )
        case Polygon():
            return Hull(tuple(to_local(frame, p) for p in shape.points))
        case Edge():
            return Hull((to_local(frame, shape.start), to_local(frame, shape.end)))


def offset(end: End, nx: float, ny: float) -> float:
    """Offset of a shadow's end across the direction whose left normal is (nx, ny)."""
    return nx * end[0] + ny * end[1] + end[2]


def rim_ends(shape: LocalShape, nx: float, ny: float, *, bound: bool = True) -> tuple[End, End]:
    """Lower and upper end of a shape's shadow.

    The ends of an ellipse change their point as the direction turns. They are given as ends of a
    circle that touches it there: the one of greatest curvature radius, which holds the whole
    ellipse (`bound`, an outer bound at every direction), or the one of least, which the ellipse
    holds (an inner bound). Both are exact in the given direction.
    """
    match shape:
        case Disc(x, y, radius):
            return ((x, y, -radius), (x, y, radius))
        case Ellipse():
            return _ellipse_ends(shape, nx, ny, bound=bound)
        case Bow(curve, start, end, side):
            low, high = _chord_ends(start, end, nx, ny)
            round_low, round_high = rim_ends(curve, nx, ny, bound=bound)
            return (low, round_high) if side > 0 else (round_low, high)
        case Hull((p, q)):
            return _chord_ends(p, q, nx, ny)
        case Hull(points):
            lowest = highest = points[0]
            least = most = nx * lowest[0] + ny * lowest[1]
            for p in points:
                at = nx * p[0] + ny * p[1]
                if at < least:
                    lowest, least = p, at
                elif at > most:
                    highest, most = p, at
            return ((lowest[0], lowest[1], 0.0), (highest[0], highest[1], 0.0))


def _chord_ends(p: Point, q: Point, nx: float, ny: float) -> tuple[End, End]:
    if nx * p[0] + ny * p[1] <= nx * q[0] + ny * q[1]:
        return ((p[0], p[1], 0.0), (q[0], q[1], 0.0))
    return ((q[0], q[1], 0.0), (p[0], p[1], 0.0))


def curve_point(curve: Disc | Ellipse, nx: float, ny: float) -> Point:
    """The point of a curve that lies furthest along a unit vector."""
    x, y, r = rim_ends(curve, nx, ny)[1]
    return (x + r * nx, y + r * ny)


def is_on_bow(bow: Bow, p: Point) -> bool:
    """Whether a point of the bow's curve belongs to the bow: it lies beyond the chord.

    A point beside an end counts when it misses the chord by a rounding: the curve and its tangent
    have not parted there.
    """
    (sx, sy), (ex, ey) = bow.start, bow.end
    across = (ex - sx) * (p[1] - sy) - (ey - sy) * (p[0] - sx)
    return across <= _BESIDE * math.hypot(ex - sx, ey - sy)


def _ellipse_ends(shape: Ellipse, nx: float, ny: float, *, bound: bool) -> tuple[End, End]:
    (ux, uy), (vx, vy) = shape.first, shape.second
    along, across = ux * nx + uy * ny, vx * nx + vy * ny
    reach = math.hypot(along, across)
    along, across = along / reach, across / reach
    long, wide = math.hypot(ux, uy), math.hypot(vx, vy)
    if long < wide:
        long, wide = wide, long
    radius = long * long / wide if bound else wide * wide / long
    dx = along * ux + across * vx - radius * nx
    dy = along * uy + across * vy - radius * ny
    return ((shape.x - dx, shape.y - dy, -radius), (shape.x + dx, shape.y + dy, radius))


def chord(shape: LocalBase, theta: float, across: float) -> tuple[float, float]:
    """Where the line in direction theta at an offset enters and leaves a shape, along it.

    The line is taken to meet the shape; one that misses by rounding is held to its rim.
    """
    ux, uy = math.cos(theta), math.sin(theta)
    match shape:
        case Disc(x, y, radius):
            middle = ux * x + uy * y
            aside = across - (ux * y - uy * x)
            half = math.sqrt(max(0.0, radius * radius - aside * aside))
            return (middle - half, middle + half)
        case Ellipse():
            return _ellipse_chord(shape, (ux, uy), across)
        case Hull(points):
            return _hull_chord(points, (ux, uy), across)


def _ellipse_chord(shape: Ellipse, u: Point, across: float) -> tuple[float, float]:
    """In the frame where the ellipse is the unit circle, a line stays a line."""
    ux, uy = u
    first, second = shape.first, shape.second
    long = first[0] ** 2 + first[1] ** 2
    wide = second[0] ** 2 + second[1] ** 2
    sx, sy = -uy * across - shape.x, ux * across - shape.y
    px = (sx * first[0] + sy * first[1]) / long
    py = (sx * second[0] + sy * second[1]) / wide
    dx = (ux * first[0] + uy * first[1]) / long
    dy = (ux * second[0] + uy * second[1]) / wide
    square = dx * dx + dy * dy
    middle = -(px * dx + py * dy) / square
    aside = (px * dy - py * dx) ** 2 / square
    half = math.sqrt(max(0.0, 1.0 - aside) / square)
    return (middle - half, middle + half)


def _hull_chord(points: Ring, u: Point, across: float) -> tuple[float, float]:
    ux, uy = u
    low, high = math.inf, -math.inf
    near, at = math.inf, 0.0
    px, py = points[-1]
    before = ux * py - uy * px - across
    for x, y in points:
        here = ux * y - uy * x - across
        along = ux * x + uy * y
        if abs(here) < near:
            near, at = abs(here), along
        if (before > 0.0) != (here > 0.0):
            share = before / (before - here)
            along = (1.0 - share) * (ux * px + uy * py) + share * along
            low, high = min(low, along), max(high, along)
        px, py, before = x, y, here
    return (low, high) if low <= high else (at, at)
