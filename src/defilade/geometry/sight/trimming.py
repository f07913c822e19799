"""What is left of a curved outline outside two bases, as stretches that a line parts from both.

A stretch is cut where it passes the rim of a base, and halved until it is parted. Knows curves
and convex bases in world coordinates. Must not know frames, directions of sight or lanes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.bases import (
    Circle,
    Convex,
    Edge,
    Oval,
    Polygon,
    contains,
    from_unit_disc,
    nearest_on_oval,
    nearest_point,
    support,
    to_unit_disc,
)
from defilade.geometry.plane import EPS, Point, Segment, Where, distance, distance_to_segment
from defilade.geometry.sight.curves import outermost
from defilade.geometry.sight.faults import steps
from defilade.geometry.sight.meetings import meetings

__all__ = ["Stretch", "holds", "is_under", "stretches_outside"]

_QUARTER = math.pi / 2.0
_SHARES = (0.5, 0.25, 0.75, 0.05, 0.95)
_SAME = 1e-12
_SHORT = 1e-5
_HALVINGS = 100_000

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a curve, anticlockwise, with its middle and a normal towards it for each base."""

    start: Point
    middle: Point
    end: Point
    normals: tuple[Point, Point]


def is_under(solid: Circle | Oval, base: Convex) -> bool:
    """Whether a base covers a curve, or is the same curve: then none of it is between."""
    return _may_hold(base, solid) and outermost(solid, base)[0] <= EPS


def holds(solid: Circle | Oval, base: Convex) -> bool:
    """Whether a curve holds a base, which may touch it from within; a point must be inside."""
    match base:
        case Circle(_, radius) if radius <= EPS:
            return outermost(base, solid)[0] < -EPS
        case Polygon(points):
            return all(contains(solid, p) for p in points)
        case Edge(start, end):
            return contains(solid, start) and contains(solid, end)
        case _:
            return _may_hold(solid, base) and outermost(base, solid)[0] <= EPS


def _may_hold(outer: Convex, inner: Convex) -> bool:
    """Whether the four furthest points of a shape are in another: a quick look before a search."""
    compass = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    return all(contains(outer, support(inner, n)) for n in compass)


def stretches_outside(solid: Circle | Oval, bases: tuple[Convex, Convex]) -> list[Stretch]:
    """The stretches of a curve outside two bases.

    The rule of contact: a stretch within `EPS` of a rim is outside when what it joins on both
    sides is; else it is under the base.
    """
    curve = _as_oval(solid)
    spans = [(0.0, math.tau)]
    for base in bases:
        spans = [span for kept in _kept(curve, base) for span in _common(spans, kept)]
    found: list[Stretch] = []
    for _ in steps(_HALVINGS, "halving"):
        if not spans:
            break
        low, high = spans.pop()
        middle = (low + high) / 2.0
        points = (_at(curve, low), _at(curve, middle), _at(curve, high))
        stretch = _parted(curve, bases, points) if high - low <= _QUARTER else None
        if stretch is not None:
            found.append(stretch)
        elif high - low > _QUARTER or distance(points[0], points[2]) > EPS:
            spans += [(middle, high), (low, middle)]
    return found


def _as_oval(solid: Circle | Oval) -> Oval:
    return solid if isinstance(solid, Oval) else Oval(solid.centre, solid.radius, solid.radius)


def _at(curve: Oval, t: float) -> Point:
    t = 0.0 if t == math.tau else t
    return from_unit_disc(curve, (math.cos(t), math.sin(t)))


def _common(spans: list[Span], kept: Span) -> Iterator[Span]:
    for low, high in spans:
        first, last = max(low, kept[0]), min(high, kept[1])
        if last - first > _SAME:
            yield (first, last)


def _marks(curve: Oval, base: Convex) -> list[float]:
    """The turns, from 0 to a whole one, at which a curve passes or touches the rim of a base."""
    match base:
        case Circle(centre, radius) if radius <= EPS:
            near = nearest_on_oval(curve, centre)
            found = [_turn(curve, near)] if distance(near, centre) <= EPS else []
        case Circle() | Oval():
            found = meetings(curve, _as_oval(base))
        case Polygon(points):
            sides = pairwise([*points, points[0]])
            found = [t for side in sides for t in _passes(curve, side)]
        case Edge(start, end):
            found = _passes(curve, (start, end))
    return [t % math.tau for t in found]


def _turn(curve: Oval, p: Point) -> float:
    x, y = to_unit_disc(curve, p)
    return math.atan2(y, x)


def _passes(curve: Oval, side: Segment) -> list[float]:
    """Turns at which a curve meets a segment: found where the curve is the unit circle."""
    (px, py), (qx, qy) = (to_unit_disc(curve, end) for end in side)
    dx, dy = qx - px, qy - py
    square = dx * dx + dy * dy
    middle = -(px * dx + py * dy) / square
    short = EPS / min(curve.half_length, curve.half_width)
    aside = abs(px * dy - py * dx) / math.sqrt(square)
    if aside > 1.0 + short:
        return []
    # A chord that dips in by no more than contact is a tangent, and touches once.
    half = math.sqrt((1.0 - aside * aside) / square) if aside < 1.0 - short else 0.0
    slack = short / math.sqrt(square)
    return [
        math.atan2(py + share * dy, px + share * dx)
        for share in {middle - half, middle + half}
        if -slack <= share <= 1.0 + slack
    ]


def _kept(curve: Oval, base: Convex) -> list[Span]:
    """The spans of a curve, between 0 and a whole turn, that are not under a base.

    A base without extent covers nothing; it only cuts the curve.
    """
    marks = sorted(_marks(curve, base))
    thin = isinstance(base, Edge) or (isinstance(base, Circle) and base.radius <= EPS)
    if thin:
        return list(pairwise([0.0, *marks, math.tau]))
    spans = list(pairwise([*marks, marks[0] + math.tau])) if marks else [(0.0, math.tau)]
    sides = [_side(curve, base, span) for span in spans]
    found: list[Span] = []
    for span, side in zip(spans, _settled(sides), strict=True):
        if side is not Where.OUTSIDE:
            continue
        if found and found[-1][1] == span[0]:
            found[-1] = (found[-1][0], span[1])
        else:
            found.append(span)
    return [part for span in found for part in _within_a_turn(span)]


def _settled(sides: list[Where]) -> list[Where]:
    """A span that only touches a rim is outside when both its neighbours are, else under."""
    told = [k for k, side in enumerate(sides) if side is not Where.BOUNDARY]
    settled = list(sides)
    for k, side in enumerate(sides):
        if side is Where.BOUNDARY:
            around = {sides[max((j for j in told if j < k), default=told[-1])]} if told else set()
            around |= {sides[min((j for j in told if j > k), default=told[0])]} if told else set()
            settled[k] = Where.OUTSIDE if around == {Where.OUTSIDE} else Where.INSIDE
    return settled


def _within_a_turn(span: Span) -> list[Span]:
    low, high = span
    return [span] if high <= math.tau else [(low, math.tau), (0.0, high - math.tau)]


def _side(curve: Oval, base: Convex, span: Span) -> Where:
    """On which side of a rim a span lies that does not pass it; within contact is BOUNDARY."""
    low, high = span
    rises = [_rise(base, _at(curve, low + share * (high - low))) for share in _SHARES]
    if max(rises) > EPS:
        return Where.OUTSIDE
    return Where.INSIDE if min(rises) < -EPS else Where.BOUNDARY


def _rise(base: Convex, p: Point) -> float:
    """How far a point lies outside a base with extent; less than 0: how deep in it."""
    match base:
        case Circle(centre, radius):
            return distance(p, centre) - radius
        case Oval():
            away = distance(p, nearest_on_oval(base, p))
            return away if math.hypot(*to_unit_disc(base, p)) >= 1.0 else -away
        case Polygon(points):
            sides = list(pairwise([*points, points[0]]))
            away = min(distance_to_segment(p, *side) for side in sides)
            return away if any(_left_of(side, p) < 0.0 for side in sides) else -away
        case Edge(start, end):
            return distance_to_segment(p, start, end)


def _left_of(side: Segment, p: Point) -> float:
    (ax, ay), (bx, by) = side
    return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)


def _parted(
    curve: Oval, bases: tuple[Convex, Convex], points: tuple[Point, Point, Point]
) -> Stretch | None:
    """A stretch by its start, middle and end, when a line parts it from each base."""
    if distance(points[0], points[2]) <= EPS:
        return None
    past, beyond = (_parting(curve, base, points) for base in bases)
    return None if past is None or beyond is None else Stretch(*points, (past, beyond))


def _parting(curve: Oval, base: Convex, stretch: tuple[Point, Point, Point]) -> Point | None:
    """A unit vector across a line that parts a base from a stretch, or None."""
    best, found = -math.inf, None
    for nx, ny in _normals(base, stretch):
        far = support(base, (nx, ny))
        near = _lowest(curve, stretch, (nx, ny))
        gap = near - (nx * far[0] + ny * far[1])
        if gap > best:
            best, found = gap, (nx, ny)
    # Where a base touches from within no line parts them: a short stretch may overlap by contact.
    slack = EPS if distance(stretch[0], stretch[2]) <= _SHORT else _SAME
    return found if best >= -slack else None


def _lowest(curve: Oval, stretch: tuple[Point, Point, Point], n: Point) -> float:
    """The least that a stretch and its chord reach along a unit vector."""
    start, _, end = stretch
    least = min(n[0] * start[0] + n[1] * start[1], n[0] * end[0] + n[1] * end[1])
    tip = support(curve, (-n[0], -n[1]))
    if _left_of((start, end), tip) < 0.0:
        least = min(least, n[0] * tip[0] + n[1] * tip[1])
    return least


def _normals(base: Convex, stretch: tuple[Point, Point, Point]) -> Iterator[Point]:
    """Directions worth trying: across the nearest rim, across the chord, and, thin, along it."""
    start, _, end = stretch
    length = distance(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    yield from ((uy, -ux), (-uy, ux), (ux, uy), (-ux, -uy))
    for p in stretch:
        near = nearest_point(base, p)
        away = distance(near, p)
        if away > EPS:
            yield ((p[0] - near[0]) / away, (p[1] - near[1]) / away)
        elif isinstance(base, Circle | Oval):
            yield from _gradient(base, p)
    if isinstance(base, Polygon | Edge):
        ring = base.points if isinstance(base, Polygon) else (base.start, base.end)
        for a, b in pairwise([*ring, ring[0]]):
            side = distance(a, b)
            yield ((b[1] - a[1]) / side, (a[0] - b[0]) / side)


def _gradient(base: Circle | Oval, p: Point) -> Iterator[Point]:
    """The normal of a curved base at a point of its rim; none for a point."""
    oval = base if isinstance(base, Oval) else None
    if oval is None:
        x, y = p[0] - base.centre[0], p[1] - base.centre[1]
    else:
        across, along = to_unit_disc(oval, p)
        turned = Oval((0.0, 0.0), 1.0 / oval.half_length, 1.0 / oval.half_width, oval.facing)
        x, y = from_unit_disc(turned, (across, along))
    length = math.hypot(x, y)
    if length > EPS:
        yield (x / length, y / length)
