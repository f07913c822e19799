"""Shapes that pieces stand on: circle, oval, rectangle, polygon, edge, and groups of them.

Knows their points, supports, insides and motions; a curved base stays a curve throughout.
Must not know what stands on a base, nor how high.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import assert_never

from defilade.geometry.partition import convex_pieces
from defilade.geometry.plane import (
    EPS,
    Bearing,
    Point,
    Ring,
    Where,
    centroid,
    distance,
    distance_to_segment,
    nearest_on_ring,
    point_at,
    rotated,
    signed_area,
    translated,
    unit_bearing,
    where_in_ring,
)

__all__ = [
    "Base",
    "Circle",
    "Convex",
    "Edge",
    "Group",
    "Oval",
    "Polygon",
    "Rectangle",
    "area_of",
    "bounds_of",
    "centre_of",
    "contains",
    "convex_parts",
    "corners_of",
    "from_unit_disc",
    "nearest_on_oval",
    "nearest_point",
    "point",
    "ring_of",
    "support",
    "to_unit_disc",
    "where_in",
]


@dataclass(frozen=True, slots=True)
class Circle:
    """A round base; radius 0 is a point. Inches."""

    centre: Point
    radius: float

    def __post_init__(self) -> None:
        """Refuse a negative radius."""
        if not self.radius >= 0.0:
            msg = f"a circle cannot have radius {self.radius}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Oval:
    """An elliptical base: half its length runs along `facing`, half its width across. Inches."""

    centre: Point
    half_length: float
    half_width: float
    facing: Bearing = 0.0

    def __post_init__(self) -> None:
        """Refuse an oval without extent: use an `Edge` or a `Circle` of radius 0."""
        if not (self.half_length > 0.0 and self.half_width > 0.0):
            msg = f"an oval needs two positive half axes, not {self.half_length}, {self.half_width}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangular base: `depth` runs along `facing`, `width` across it. Inches."""

    centre: Point
    width: float
    depth: float
    facing: Bearing = 0.0

    def __post_init__(self) -> None:
        """Refuse a rectangle without extent."""
        if not (self.width > 0.0 and self.depth > 0.0):
            msg = f"a rectangle needs a positive width and depth, not {self.width}, {self.depth}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Polygon:
    """Any simple polygon without holes, as its corners in order. Inches."""

    points: Ring

    def __post_init__(self) -> None:
        """Refuse fewer than three corners."""
        if len(self.points) < 3:
            msg = f"a polygon needs three corners, not {len(self.points)}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Edge:
    """A segment to measure or see from, such as one side of a building."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Group:
    """Several shapes that act as one, such as the stands of a rank."""

    parts: tuple[Circle | Oval | Rectangle | Polygon | Edge, ...]

    def __post_init__(self) -> None:
        """Refuse a group of nothing."""
        if not self.parts:
            msg = "a group needs at least one shape"
            raise ValueError(msg)


Base = Circle | Oval | Rectangle | Polygon | Edge | Group
Convex = Circle | Oval | Polygon | Edge
"""What `convex_parts` yields: a Polygon among these is convex and runs anticlockwise."""


def point(at: Point) -> Circle:
    """A point as a base: a circle of radius 0."""
    return Circle(at, 0.0)


def corners_of(rectangle: Rectangle) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, rear right, rear left, as seen along the facing."""
    ahead, right = unit_bearing(rectangle.facing), unit_bearing(rectangle.facing + 90.0)
    x, y = rectangle.centre
    across, along = rectangle.width / 2.0, rectangle.depth / 2.0

    def corner(to_right: float, forward: float) -> Point:
        return (
            x + to_right * across * right[0] + forward * along * ahead[0],
            y + to_right * across * right[1] + forward * along * ahead[1],
        )

    return (corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1))


def ring_of(base: Rectangle | Polygon | Edge) -> Ring:
    """The corners of a straight-sided base in order; an edge has two."""
    match base:
        case Rectangle():
            return corners_of(base)
        case Polygon():
            return base.points
        case Edge():
            return (base.start, base.end)
        case _:
            assert_never(base)


def convex_parts(base: Base) -> tuple[Convex, ...]:
    """Convex shapes whose union is the base; polygons among them run anticlockwise."""
    match base:
        case Circle() | Oval() | Edge():
            return (base,)
        case Rectangle():
            return (Polygon(tuple(reversed(corners_of(base)))),)
        case Polygon():
            return tuple(Polygon(piece) for piece in convex_pieces(base.points))
        case Group():
            return tuple(piece for part in base.parts for piece in convex_parts(part))
        case _:
            assert_never(base)


def centre_of(base: Base) -> Point:
    """The middle of a base: its centre, or the centre of its area; of a group, the parts' mean."""
    match base:
        case Circle() | Oval() | Rectangle():
            return base.centre
        case Polygon():
            return centroid(base.points)
        case Edge():
            return ((base.start[0] + base.end[0]) / 2.0, (base.start[1] + base.end[1]) / 2.0)
        case Group():
            centres = [centre_of(part) for part in base.parts]
            count = len(centres)
            return (sum(c[0] for c in centres) / count, sum(c[1] for c in centres) / count)
        case _:
            assert_never(base)


def area_of(base: Base) -> float:
    """Area of a base in square inches; the parts of a group are added as if apart."""
    match base:
        case Circle():
            return math.pi * base.radius * base.radius
        case Oval():
            return math.pi * base.half_length * base.half_width
        case Rectangle():
            return base.width * base.depth
        case Polygon():
            return abs(signed_area(base.points))
        case Edge():
            return 0.0
        case Group():
            return sum(area_of(part) for part in base.parts)
        case _:
            assert_never(base)


def support(base: Base, direction: Point) -> Point:
    """The point of the base that lies furthest along a direction (need not be a unit vector)."""
    dx, dy = direction
    match base:
        case Circle():
            length = math.hypot(dx, dy)
            share = base.radius / length if length else 0.0
            return (base.centre[0] + share * dx, base.centre[1] + share * dy)
        case Oval():
            (ux, uy), (vx, vy) = _half_axes(base)
            along, across = ux * dx + uy * dy, vx * dx + vy * dy
            length = math.hypot(along, across) or 1.0
            along, across = along / length, across / length
            return (
                base.centre[0] + along * ux + across * vx,
                base.centre[1] + along * uy + across * vy,
            )
        case Rectangle():
            return max(corners_of(base), key=lambda p: p[0] * dx + p[1] * dy)
        case Polygon():
            return max(base.points, key=lambda p: p[0] * dx + p[1] * dy)
        case Edge():
            return max((base.start, base.end), key=lambda p: p[0] * dx + p[1] * dy)
        case Group():
            reached = (support(part, direction) for part in base.parts)
            return max(reached, key=lambda p: p[0] * dx + p[1] * dy)
        case _:
            assert_never(base)


def _half_axes(oval: Oval) -> tuple[Point, Point]:
    ahead, right = unit_bearing(oval.facing), unit_bearing(oval.facing + 90.0)
    return (
        (ahead[0] * oval.half_length, ahead[1] * oval.half_length),
        (right[0] * oval.half_width, right[1] * oval.half_width),
    )


def bounds_of(base: Base) -> tuple[float, float, float, float]:
    """Smallest x, smallest y, largest x, largest y of a base."""
    return (
        support(base, (-1.0, 0.0))[0],
        support(base, (0.0, -1.0))[1],
        support(base, (1.0, 0.0))[0],
        support(base, (0.0, 1.0))[1],
    )


def where_in(base: Base, p: Point, *, slack: float = EPS) -> Where:
    """Where a point lies relative to the area of a base; within `slack` of its rim is BOUNDARY."""
    match base:
        case Circle():
            return _by_depth(base.radius - distance(base.centre, p), slack)
        case Oval():
            return _by_depth(_oval_depth(base, p), slack)
        case Rectangle() | Polygon():
            return where_in_ring(p, ring_of(base), slack=slack)
        case Edge():
            near = distance_to_segment(p, base.start, base.end) <= slack
            return Where.BOUNDARY if near else Where.OUTSIDE
        case Group():
            found = {where_in(part, p, slack=slack) for part in base.parts}
            for where in (Where.INSIDE, Where.BOUNDARY):
                if where in found:
                    return where
            return Where.OUTSIDE
        case _:
            assert_never(base)


def _oval_depth(oval: Oval, p: Point) -> float:
    """How deep a point lies in an oval: exact to second order at the rim, a bound elsewhere."""
    x, y = to_unit_disc(oval, p)
    level = 1.0 - x * x - y * y
    if abs(level) > 0.5:
        return level * min(oval.half_length, oval.half_width) / 2.0
    slope = 2.0 * math.hypot(x / oval.half_width, y / oval.half_length)
    return level / slope


def _by_depth(depth: float, slack: float) -> Where:
    if abs(depth) <= slack:
        return Where.BOUNDARY
    return Where.INSIDE if depth > 0.0 else Where.OUTSIDE


def contains(base: Base, p: Point) -> bool:
    """True when a point is in the base or on its rim."""
    return where_in(base, p) is not Where.OUTSIDE


def to_unit_disc(oval: Oval, p: Point) -> Point:
    """The point in the frame in which the oval is the unit disc, its length along y."""
    x, y = rotated((p[0] - oval.centre[0], p[1] - oval.centre[1]), -oval.facing)
    return (x / oval.half_width, y / oval.half_length)


def from_unit_disc(oval: Oval, p: Point) -> Point:
    """The inverse of `to_unit_disc`."""
    local = (p[0] * oval.half_width, p[1] * oval.half_length)
    return translated(rotated(local, oval.facing), oval.centre)


def nearest_on_oval(oval: Oval, p: Point) -> Point:
    """The point of an oval's rim nearest to p, from inside or outside."""
    x, y = rotated((p[0] - oval.centre[0], p[1] - oval.centre[1]), -oval.facing)
    across, along = _nearest_in_quadrant(abs(x), abs(y), oval.half_width, oval.half_length)
    local = (math.copysign(across, x), math.copysign(along, y))
    return translated(rotated(local, oval.facing), oval.centre)


def _nearest_in_quadrant(x: float, y: float, a: float, b: float) -> Point:
    """Nearest point of the ellipse (a across x, b along y) to (x, y), both at least 0.

    Bisects on the multiplier t of (a x / (t + a^2), b y / (t + b^2)) = a unit vector, which is
    monotone; the axis from which the nearest point bends away is the one special case.
    """
    if a > b:
        along, across = _nearest_in_quadrant(y, x, b, a)
        return (across, along)
    if x == 0.0 and y <= (b * b - a * a) / b:
        if a == b:
            return (a, 0.0)
        height = b * b * y / (b * b - a * a)
        return (a * math.sqrt(max(0.0, 1.0 - (height / b) ** 2)), height)
    low = -a * a + a * x
    high = -a * a + math.hypot(a * x, b * y) + b * b
    for _ in range(100):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if math.hypot(a * x / (middle + a * a), b * y / (middle + b * b)) > 1.0:
            low = middle
        else:
            high = middle
    turn = math.atan2(b * y / (high + b * b), a * x / (high + a * a))
    return (a * math.cos(turn), b * math.sin(turn))


def nearest_point(base: Base, p: Point) -> Point:
    """The point of a base nearest to p: p itself when it lies in the base."""
    if not isinstance(base, Edge) and where_in(base, p) is Where.INSIDE:
        return p
    match base:
        case Circle():
            gap = distance(base.centre, p)
            return p if gap == 0.0 else point_at(base.centre, p, base.radius / gap)
        case Oval():
            return nearest_on_oval(base, p)
        case Rectangle() | Polygon() | Edge():
            return nearest_on_ring(ring_of(base), p)
        case Group():
            return min((nearest_point(q, p) for q in base.parts), key=lambda q: distance(p, q))
        case _:
            assert_never(base)
