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
from functools import lru_cache

from defilade.geometry.bases import Base, Polygon
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, wholly_in_region
from defilade.geometry.sight import Scene, is_open, prepare
from defilade.systems.wh40k.bodies import Body, Plane, Prism, Side, side_of, standing
from defilade.systems.wh40k.clipping import clipped

FINEST = 0.02
"""Inches of height below which planes are no longer told apart."""
MOST_PLANES = 160
"""Planes tried before a closed answer is given as searched, not proved."""


@dataclass(frozen=True)
class Lines:
    """Whether a line passes. `proved` is False where a closed answer was only searched for."""

    open: bool
    plane: Plane | None = None
    proved: bool = True


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


def passes(a: Body, b: Body, prisms: Iterable[Prism], *, width: float) -> Lines:
    """Whether a line of some width runs from any part of a to any part of b.

    Prisms that cannot matter are better left out beforehand (`Field.near`).
    """
    close = tuple(prisms)
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


def swept_by(side: Side, planes: tuple[Plane, Plane], prisms: Iterable[Prism]) -> list[Base]:
    """The parts of footprints over which some plane between two of one `first` is in a prism."""
    lower, upper = planes
    found: list[Base] = []
    for prism in prisms:
        low, high = prism.low - EPS, prism.high - EPS
        for over, under, end in ((upper, lower, (0.0, math.inf)), (lower, upper, (-math.inf, 0.0))):
            above = _half_line(side, over, low, over=True)
            below = _half_line(side, under, high, over=False)
            span = max(above[0], below[0], end[0]), min(above[1], below[1], end[1])
            found += clipped(prism.shape, side.origin, side.axis, span, outside=True)
    return found


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
