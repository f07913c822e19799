"""Sight between upright bodies past upright prisms: lines of any slope, decided in the plane.

Along any line, height is a linear function of the distance along the axis from one body to the
other. So every line lies in a tilted plane of two parameters, and in one plane the question is
flat: prisms become the parts of their footprints that the plane passes at their height. Halving
the parameters proves a closed answer. Must not know what a prism is.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from defilade.geometry.bases import Base, Polygon, bounds_of, centre_of, support
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Point
from defilade.geometry.regions import Region, wholly_in_region
from defilade.geometry.sight import Scene, is_open, prepare
from defilade.systems.wh40k.clipping import clipped

FINEST = 0.02
"""Inches of height below which planes are no longer told apart."""
MOST_PLANES = 160
"""Planes tried before a closed answer is given as searched, not proved."""


@dataclass(frozen=True)
class Body:
    """Something that looks or is looked at: a base from `low` to `high`."""

    base: Base
    low: float
    high: float


@dataclass(frozen=True)
class Prism:
    """Something that stops lines in its inside: a footprint from `low` to `high`."""

    shape: Base
    low: float
    high: float
    name: str = ""
    kind: str = ""

    @cached_property
    def circle(self) -> tuple[Point, float]:
        """The middle of its bounds and how far they reach."""
        x0, y0, x1, y1 = bounds_of(self.shape)
        return ((x0 + x1) / 2, (y0 + y1) / 2), math.hypot(x1 - x0, y1 - y0) / 2


@dataclass(frozen=True)
class Plane:
    """Height `first` over the middle of the first body and `second` over that of the other."""

    first: float
    second: float


@dataclass(frozen=True)
class Lines:
    """Whether a line passes. `proved` is False where a closed answer was only searched for."""

    open: bool
    plane: Plane | None = None
    proved: bool = True


@dataclass(frozen=True)
class Side:
    """Two bodies seen from the side: the axis between them, and their extents along it."""

    a: Body
    b: Body
    origin: Point
    axis: Point
    length: float
    a_ends: tuple[float, float]
    b_ends: tuple[float, float]

    def along(self, shape: Base) -> tuple[float, float]:
        """From and to of a shape along the axis, from the middle of the first body."""
        ux, uy = self.axis
        (lx, ly), (hx, hy) = support(shape, (-ux, -uy)), support(shape, (ux, uy))
        ox, oy = self.origin
        return (lx - ox) * ux + (ly - oy) * uy, (hx - ox) * ux + (hy - oy) * uy

    def height(self, plane: Plane, x: float) -> float:
        """Height of a plane at a distance along the axis."""
        return plane.first + (plane.second - plane.first) * x / self.length

    def span(self, plane: Plane, low: float, high: float) -> tuple[float, float]:
        """Where along the axis a plane is between two heights; empty as (inf, -inf)."""
        slope = (plane.second - plane.first) / self.length
        if abs(slope) < 1e-12:
            inside = low <= plane.first <= high
            return (-math.inf, math.inf) if inside else (math.inf, -math.inf)
        ends = sorted(((low - plane.first) / slope, (high - plane.first) / slope))
        return ends[0], ends[1]


def side_of(a: Body, b: Body) -> Side | None:
    """The side view of two bodies; None where their middles lie over one another."""
    origin, far = centre_of(a.base), centre_of(b.base)
    length = math.dist(origin, far)
    if length <= EPS:
        return None
    axis = ((far[0] - origin[0]) / length, (far[1] - origin[1]) / length)
    bare = Side(a, b, origin, axis, length, (0.0, 0.0), (0.0, 0.0))
    return Side(a, b, origin, axis, length, bare.along(a.base), bare.along(b.base))


@lru_cache(maxsize=8192)
def _prepared(shape: Base) -> Scene:
    """One shape checked and indexed for sight: once, not with every pair."""
    return prepare([shape])


def scene_of(shapes: Sequence[Base]) -> Scene:
    """Shapes ready for sight."""
    bodies = tuple(
        replace(body, obstacle=number)
        for number, shape in enumerate(shapes)
        for body in _prepared(shape).bodies
    )
    return Scene(tuple(shapes), bodies)


def near(a: Body, b: Body, prisms: Iterable[Prism]) -> list[Prism]:
    """Prisms whose circle meets the way between two bodies; the others cannot matter."""
    p, q = centre_of(a.base), centre_of(b.base)
    wide = max(_reach(a.base), _reach(b.base))
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy or 1.0
    kept = []
    for prism in prisms:
        (x, y), reach = prism.circle
        share = min(1.0, max(0.0, ((x - p[0]) * dx + (y - p[1]) * dy) / square))
        if math.hypot(x - p[0] - share * dx, y - p[1] - share * dy) <= reach + wide + EPS:
            kept.append(prism)
    return kept


def _reach(base: Base) -> float:
    x0, y0, x1, y1 = bounds_of(base)
    return math.hypot(x1 - x0, y1 - y0) / 2


@dataclass(frozen=True)
class Standing:
    """Prisms by how they stand to the lines between two bodies: `full` ones stop every line over
    their footprint, `partly` only lines of some heights."""

    full: tuple[Prism, ...]
    partly: tuple[Prism, ...]


def standing(side: Side, prisms: Iterable[Prism]) -> Standing:
    """Sort the prisms that lines between two bodies may meet."""
    lower = _hull(side, side.a.low, side.b.low, sign=1.0)
    upper = _hull(side, side.a.high, side.b.high, sign=-1.0)
    full: list[Prism] = []
    partly: list[Prism] = []
    for prism in prisms:
        start, end = side.along(prism.shape)
        start, end = max(start, side.a_ends[0]), min(end, side.b_ends[1])
        if start >= end:
            continue
        low = _extreme(lower, start, end, least=True)
        high = _extreme(upper, start, end, least=False)
        if prism.high <= low + EPS or prism.low >= high - EPS:
            continue
        (full if prism.low <= low + EPS and prism.high >= high - EPS else partly).append(prism)
    return Standing(tuple(full), tuple(partly))


def _hull(side: Side, at_a: float, at_b: float, *, sign: float) -> list[Point]:
    """The lower (sign 1) or upper (sign -1) hull of two bodies' ends, from left to right."""
    points = sorted(
        [(x, at_a) for x in side.a_ends] + [(x, at_b) for x in side.b_ends], key=lambda p: p[0]
    )
    hull: list[Point] = []
    for p in points:
        while len(hull) > 1 and sign * _turn(hull[-2], hull[-1], p) <= 0.0:
            hull.pop()
        hull.append(p)
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _extreme(hull: list[Point], start: float, end: float, *, least: bool) -> float:
    values = [z for x, z in hull if start < x < end]
    values += [_value(hull, start), _value(hull, end)]
    return min(values) if least else max(values)


def _value(hull: list[Point], x: float) -> float:
    for (x0, z0), (x1, z1) in pairwise(hull):
        if x <= x1 and x1 > x0:
            return z0 + (z1 - z0) * (x - x0) / (x1 - x0)
    return hull[-1][1]


def passes(a: Body, b: Body, prisms: Iterable[Prism], *, width: float) -> Lines:
    """Whether a line of some width runs from any part of a to any part of b."""
    close = near(a, b, prisms)
    side = side_of(a, b)
    if side is None or gap_between(a.base, b.base).distance <= EPS:
        return Lines(not _lid(a, b, close))
    sorted_ = standing(side, close)
    shapes = [prism.shape for prism in sorted_.full]
    if not is_open(a.base, b.base, scene_of(shapes), width=width):
        return Lines(False)
    middle = Plane((a.low + a.high) / 2, (b.low + b.high) / 2)
    if not sorted_.partly:
        return Lines(True, middle)
    for plane in first_planes(side):
        if _open_in(side, plane, shapes, sorted_.partly, width):
            return Lines(True, plane)
    return _halved(side, shapes, sorted_.partly, width)


def _lid(a: Body, b: Body, prisms: Iterable[Prism]) -> bool:
    """Whether a floor parts two bodies that stand over one another."""
    under, over = (a, b) if a.low <= b.low else (b, a)
    if under.high > over.low + EPS:
        return False
    return any(
        prism.low >= under.low - EPS
        and prism.high <= over.high + EPS
        and isinstance(prism.shape, Polygon)
        and all(wholly_in_region(x.base, Region(prism.shape.points)) for x in (a, b))
        for prism in prisms
    )


def first_planes(side: Side) -> list[Plane]:
    """Planes worth trying first: over everything, level, and under everything."""
    top = resting(side, side.a.high, side.b.high, top=True)
    foot = resting(side, side.a.low, side.b.low, top=False)
    low, high = max(side.a.low, side.b.low), min(side.a.high, side.b.high)
    level = [Plane((low + high) / 2, (low + high) / 2)] if low < high else []
    return [top, *level, foot]


def resting(side: Side, at_a: float, at_b: float, *, top: bool) -> Plane:
    """The plane through two heights that stays within both bodies all over their bases."""
    falls = at_b < at_a
    x_a = side.a_ends[0] if falls == top else side.a_ends[1]
    x_b = side.b_ends[0] if falls == top else side.b_ends[1]
    if at_a == at_b or x_b - x_a <= EPS:
        return Plane(at_a, at_b)
    slope = (at_b - at_a) / (x_b - x_a)
    return Plane(at_a - slope * x_a, at_a + slope * (side.length - x_a))


def _open_in(
    side: Side, plane: Plane, full: Sequence[Base], partly: Sequence[Prism], width: float
) -> bool:
    ends = ends_in(side, plane)
    if ends is None:
        return False
    return is_open(*ends, scene_of([*full, *cut_by(side, plane, partly)]), width=width)


def ends_in(side: Side, plane: Plane) -> tuple[Base, Base] | None:
    """The parts of two bodies' bases over which a plane is at their height."""
    found: list[Base] = []
    for body in (side.a, side.b):
        parts = clipped(body.base, side.origin, side.axis, side.span(plane, body.low, body.high))
        if not parts:
            return None
        found.append(parts[0])
    return found[0], found[1]


def cut_by(side: Side, plane: Plane, prisms: Iterable[Prism]) -> list[Base]:
    """The parts of footprints over which a plane is inside a prism, its foot included.

    So nothing looks through the seam between two prisms, one upon the other, or under a wall.
    """
    return [
        part
        for prism in prisms
        for part in clipped(
            prism.shape,
            side.origin,
            side.axis,
            side.span(plane, prism.low - EPS, prism.high - EPS),
            outside=True,
        )
    ]


def _halved(side: Side, full: Sequence[Base], partly: Sequence[Prism], width: float) -> Lines:
    """Halve the planes until one is open, or all are proved closed."""
    rise = max(side.a.high, side.b.high) - min(side.a.low, side.b.low)
    run = max(EPS, side.b_ends[0] - side.a_ends[1])
    slope = min(rise / run, 8.0)
    boxes = [(0.0, 0, _whole(side, slope))]
    count, tried = 0, 0
    while boxes:
        _, _, box = heapq.heappop(boxes)
        tried += 1
        if tried > MOST_PLANES:
            return Lines(False, None, proved=False)
        stops = [*full, *_stopping(side, box, partly)]
        if not is_open(side.a.base, side.b.base, scene_of(stops), width=width):
            continue
        (p0, p1), (q0, q1) = box
        plane = Plane((p0 + p1) / 2, (q0 + q1) / 2)
        if _open_in(side, plane, full, partly, width):
            return Lines(True, plane)
        if max(p1 - p0, q1 - q0) <= FINEST:
            continue
        for half in _halves(box):
            count += 1
            (r0, r1), (s0, s1) = half
            heapq.heappush(boxes, (-max(r1 - r0, s1 - s0), count, half))
    return Lines(False)


Box = tuple[tuple[float, float], tuple[float, float]]


def _whole(side: Side, slope: float) -> Box:
    wide_a = slope * max(-side.a_ends[0], side.a_ends[1])
    wide_b = slope * max(side.length - side.b_ends[0], side.b_ends[1] - side.length)
    return (
        (side.a.low - wide_a, side.a.high + wide_a),
        (side.b.low - wide_b, side.b.high + wide_b),
    )


def _halves(box: Box) -> tuple[Box, Box]:
    (p0, p1), (q0, q1) = box
    if p1 - p0 >= q1 - q0:
        middle = (p0 + p1) / 2
        return ((p0, middle), (q0, q1)), ((middle, p1), (q0, q1))
    middle = (q0 + q1) / 2
    return ((p0, p1), (q0, middle)), ((p0, p1), (middle, q1))


def _stopping(side: Side, box: Box, partly: Iterable[Prism]) -> list[Base]:
    """The parts of footprints that stop every line of every plane in a box."""
    (p0, p1), (q0, q1) = box
    lowest, highest = Plane(p0, q0), Plane(p1, q1)
    found: list[Base] = []
    for prism in partly:
        above = _half_line(side, lowest, prism.low, over=True)
        below = _half_line(side, highest, prism.high, over=False)
        span = (max(0.0, above[0], below[0]), min(side.length, above[1], below[1]))
        if span[0] < span[1]:
            found += clipped(prism.shape, side.origin, side.axis, span)
    return found


def _half_line(side: Side, plane: Plane, z: float, *, over: bool) -> tuple[float, float]:
    """Where a plane is at or over (or at or under) a height."""
    if over:
        return side.span(plane, z, math.inf) if math.isfinite(z) else (-math.inf, math.inf)
    return side.span(plane, -math.inf, z) if math.isfinite(z) else (-math.inf, math.inf)
