"""Sight from a point to a convex base: directions are one circle, and shadows are arcs of it.

Knows which arcs of directions are shut and which are open, exactly. Must not know bases with
extent at the near end; `sweep` does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.plane import (
    EPS,
    Point,
    Segment,
    nearest_on_ring,
    nearest_on_segment,
    segment_distance,
)
from defilade.geometry.sight.answer import FanCover
from defilade.geometry.sight.between import Pair
from defilade.geometry.sight.bows import nearest_to_bow
from defilade.geometry.sight.frame import (
    Bow,
    Disc,
    Ellipse,
    Hull,
    LocalShape,
    chord,
    curve_point,
    is_on_bow,
    to_world,
)
from defilade.geometry.sight.slices import area_around

__all__ = [
    "Fan",
    "OpenArc",
    "clearance",
    "fan_from",
    "fan_line",
    "fan_shortfall",
    "span_of",
    "touching_directions",
]

_RAY = 1e-9
_LOOKS = 16
_NARROWINGS = 24
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


@dataclass(frozen=True, slots=True)
class OpenArc:
    """Open directions from `start` to `end`, local radians, with the obstacles that bound them."""

    start: float
    end: float
    below: int | None
    above: int | None


@dataclass(frozen=True, slots=True)
class Fan:
    """All directions from a point to a base: the whole span, what is open, and what shuts."""

    apex: Point
    start: float
    end: float
    open_arcs: tuple[OpenArc, ...]
    covers: tuple[FanCover, ...]
    inside: tuple[tuple[int, float], ...]

    @property
    def share(self) -> float:
        """The part of the angle filled by the base that is open, from 0 to 1."""
        if self.end <= self.start:
            return 1.0 if self.open_arcs else 0.0
        return math.fsum(arc.end - arc.start for arc in self.open_arcs) / (self.end - self.start)


def span_of(apex: Point, shape: LocalShape, towards: float) -> tuple[float, float]:
    """The directions in which a convex shape is seen from a point outside it.

    `towards` is any direction in which the point and the shape are parted; the span is given as
    two angles within a quarter turn of it.
    """
    match shape:
        case Disc(x, y, radius):
            gap = math.hypot(x - apex[0], y - apex[1])
            half = math.pi / 2.0 if gap <= radius + EPS else math.asin(radius / gap)
            middle = _near(math.atan2(y - apex[1], x - apex[0]), towards)
            return (middle - half, middle + half)
        case Ellipse():
            turns = [_near(turn, towards) for turn in _tangents(apex, shape)]
        case Bow():
            turns = _bow_turns(apex, shape, towards)
        case Hull(points):
            turns = [_turn(apex, p, towards) for p in points if math.dist(apex, p) > EPS]
    return (min(turns), max(turns))


def _bow_turns(apex: Point, bow: Bow, towards: float) -> list[float]:
    """Directions to the ends of a bow, and its tangents: those of its curve that touch it."""
    turns = [_turn(apex, p, towards) for p in (bow.start, bow.end) if math.dist(apex, p) > EPS]
    if _is_within(apex, bow.curve):
        return turns
    for turn in span_of(apex, bow.curve, towards):
        for nx, ny in ((-math.sin(turn), math.cos(turn)), (math.sin(turn), -math.cos(turn))):
            tip = curve_point(bow.curve, nx, ny)
            aside = nx * (tip[0] - apex[0]) + ny * (tip[1] - apex[1])
            if abs(aside) <= EPS and is_on_bow(bow, tip):
                turns.append(turn)
    return turns


def _turn(apex: Point, p: Point, towards: float) -> float:
    return _near(math.atan2(p[1] - apex[1], p[0] - apex[0]), towards)


def _near(angle: float, towards: float) -> float:
    return towards + (angle - towards + math.pi) % (2.0 * math.pi) - math.pi


def _tangents(apex: Point, shape: Ellipse) -> tuple[float, float]:
    """The directions of both tangents: found where the ellipse is the unit circle.

    Directions, not points of contact: from a point on the rim these are where the point is.
    """
    (ux, uy), (vx, vy) = shape.first, shape.second
    long, wide = ux * ux + uy * uy, vx * vx + vy * vy
    dx, dy = shape.x - apex[0], shape.y - apex[1]
    px, py = (dx * ux + dy * uy) / long, (dx * vx + dy * vy) / wide
    away, slack = math.hypot(px, py), EPS / math.sqrt(min(long, wide))
    half = math.pi / 2.0 if away <= 1.0 + slack else math.asin(1.0 / away)
    middle = math.atan2(py, px)
    low, high = (
        math.atan2(math.cos(t) * uy + math.sin(t) * vy, math.cos(t) * ux + math.sin(t) * vx)
        for t in (middle - half, middle + half)
    )
    return (low, high)


def fan_from(pair: Pair) -> Fan:
    """The fan from the first base of a pair, which is a point, to the second."""
    assert isinstance(pair.first, Disc)
    apex = (pair.first.x, pair.first.y)
    start, end = span_of(apex, pair.second, 0.0)
    if pair.held is not None:
        return Fan(apex, start, end, (), (), ((pair.held, (start + end) / 2.0),))
    covers: list[FanCover] = []
    rays: list[float] = []
    for piece in pair.pieces:
        low, high = span_of(apex, piece.shape, math.atan2(piece.past[1], piece.past[0]))
        low, high = max(low, piece.opens, start), min(high, piece.closes, end)
        if low < high:
            covers.append(FanCover(low, high, piece))
        if high - low <= _RAY:
            rays.append((low + high) / 2.0)
    covers.sort(key=lambda cover: cover.start)
    open_arcs: list[OpenArc] = []
    inside: list[tuple[int, float]] = []
    for arc in _split(_arcs_left(covers, start, end), rays):
        if _extent(pair, apex, arc) <= EPS:
            continue
        shut = area_around(pair, fan_line(pair, apex, (arc.start + arc.end) / 2.0))
        if shut is None:
            open_arcs.append(arc)
        else:
            inside.append((shut, (arc.start + arc.end) / 2.0))
    return Fan(apex, start, end, tuple(open_arcs), tuple(covers), tuple(inside))


def _arcs_left(covers: list[FanCover], start: float, end: float) -> list[OpenArc]:
    left: list[OpenArc] = []
    at, below = start, None
    for cover in covers:
        if cover.start > at:
            left.append(OpenArc(at, cover.start, below, cover.piece.obstacle))
        if cover.end > at:
            at, below = cover.end, cover.piece.obstacle
    if at < end:
        left.append(OpenArc(at, end, below, None))
    return left


def _split(arcs: list[OpenArc], rays: list[float]) -> list[OpenArc]:
    """Arcs cut where an edge runs straight away from the point: one side of it may be inside."""
    found: list[OpenArc] = []
    for arc in arcs:
        marks = sorted({arc.start, arc.end, *(t for t in rays if arc.start < t < arc.end)})
        found += [OpenArc(low, high, arc.below, arc.above) for low, high in pairwise(marks)]
    return found


def _extent(pair: Pair, apex: Point, arc: OpenArc) -> float:
    """The width of an arc where it meets the base, in inches."""
    (px, py), (qx, qy) = _local_line(pair, apex, (arc.start + arc.end) / 2.0)
    return (arc.end - arc.start) * math.hypot(qx - px, qy - py)


def _local_line(pair: Pair, apex: Point, theta: float) -> Segment:
    ux, uy = math.cos(theta), math.sin(theta)
    across = ux * apex[1] - uy * apex[0]
    reach = chord(pair.second, theta, across)[0]
    return (apex, (ux * reach - uy * across, uy * reach + ux * across))


def fan_line(pair: Pair, apex: Point, theta: float) -> Segment:
    """The line from the point in a direction to the rim of the base, in world coordinates."""
    start, end = _local_line(pair, apex, theta)
    return (to_world(pair.frame, start), to_world(pair.frame, end))


def clearance(pair: Pair, fan: Fan, arc: OpenArc) -> tuple[float, float]:
    """The direction in an open arc whose line keeps furthest from every piece, and how far.

    The best of some even directions, improved: with several pieces near, not a proven greatest.
    From a point on an outline it is 0 in every direction; the direction keeps from the others.
    """
    pieces = [piece for piece in pair.pieces if not _is_on(fan.apex, piece.shape)]

    def room(theta: float) -> float:
        line = _local_line(pair, fan.apex, theta)
        return min((_distance(line, piece.shape) for piece in pieces), default=math.inf)

    step = (arc.end - arc.start) / _LOOKS
    looks = [arc.start + (k + 0.5) * step for k in range(_LOOKS)]
    middle = max(looks, key=room)
    low, high = max(arc.start, middle - step), min(arc.end, middle + step)
    first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_first, at_second = room(first), room(second)
    for _ in range(_NARROWINGS):
        if high - low <= EPS * (arc.end - arc.start):
            break
        if at_first >= at_second:
            high, second, at_second = second, first, at_first
            first = high - _GOLDEN * (high - low)
            at_first = room(first)
        else:
            low, first, at_first = first, second, at_second
            second = low + _GOLDEN * (high - low)
            at_second = room(second)
    theta, best = max((at_first, first), (at_second, second))[::-1]
    return (theta, best if len(pieces) == len(pair.pieces) else 0.0)


def _is_on(apex: Point, shape: LocalShape) -> bool:
    """Whether a point outside a shape touches it."""
    match shape:
        case Disc(x, y, radius):
            return math.dist(apex, (x, y)) <= radius + EPS
        case Ellipse():
            short = min(math.hypot(*shape.first), math.hypot(*shape.second))
            return _level(apex, shape) <= 1.0 + EPS / short
        case Bow():
            return nearest_to_bow((apex, apex), shape)[0] <= EPS
        case Hull(points):
            return math.dist(apex, nearest_on_ring(points, apex)) <= EPS


def _level(p: Point, shape: Ellipse) -> float:
    """How far a point is from the middle of an ellipse, where its rim is 1."""
    (ux, uy), (vx, vy) = shape.first, shape.second
    long, wide = ux * ux + uy * uy, vx * vx + vy * vy
    dx, dy = p[0] - shape.x, p[1] - shape.y
    return math.hypot((dx * ux + dy * uy) / long, (dx * vx + dy * vy) / wide)


def _is_within(p: Point, curve: Disc | Ellipse) -> bool:
    """Whether a point lies inside a curve by more than contact."""
    if isinstance(curve, Disc):
        return math.dist(p, (curve.x, curve.y)) < curve.radius - EPS
    return _level(p, curve) < 1.0 - EPS / max(math.hypot(*curve.first), math.hypot(*curve.second))


def _distance(line: Segment, shape: LocalShape) -> float:
    match shape:
        case Disc(x, y, radius):
            near = nearest_on_segment((x, y), *line)
            return max(0.0, math.dist(near, (x, y)) - radius)
        case Ellipse():
            return _ellipse_distance(line, shape)
        case Bow():
            return nearest_to_bow(line, shape)[0]
        case Hull(points):
            first = 1 if len(points) == 2 else 0
            return min(
                segment_distance(line, (points[k - 1], points[k]))[0]
                for k in range(first, len(points))
            )


def _ellipse_distance(line: Segment, shape: Ellipse) -> float:
    """Distance by the offset of the nearer tangent; the line passes beside the ellipse."""
    (px, py), (qx, qy) = line
    length = math.dist(*line)
    nx, ny = (py - qy) / length, (qx - px) / length
    middle = nx * (shape.x - px) + ny * (shape.y - py)
    along = nx * shape.first[0] + ny * shape.first[1]
    across = nx * shape.second[0] + ny * shape.second[1]
    return max(0.0, abs(middle) - math.hypot(along, across))


def fan_shortfall(fan: Fan) -> float | None:
    """The least sideways shift of one obstacle found to open a direction; None when none does."""
    marks = sorted({fan.start, fan.end, *(e for c in fan.covers for e in (c.start, c.end))})
    counts = [c.piece.obstacle for c in fan.covers]
    least = math.inf
    for low, high in pairwise(marks):
        over = [c for c in fan.covers if c.start <= low and c.end >= high]
        if len(over) == 1 and counts.count(over[0].piece.obstacle) == 1:
            reach = _reach(fan.apex, over[0].piece.shape)
            least = min(least, (over[0].end - high) * reach, (low - over[0].start) * reach)
    return least if least < math.inf else None


def _reach(apex: Point, shape: LocalShape) -> float:
    """The furthest a piece reaches from the point: a turn of its end moves no part of it more."""
    match shape:
        case Disc(x, y, radius):
            return math.dist(apex, (x, y)) + radius
        case Ellipse(x, y, first, second):
            return math.dist(apex, (x, y)) + math.hypot(*first, *second)
        case Bow(curve):
            return _reach(apex, curve)
        case Hull(points):
            return max(math.dist(apex, p) for p in points)


def touching_directions(fan: Fan) -> list[float]:
    """Directions of a shut fan in which shadows only meet: at its ends, or where two of them do."""
    tolerance = EPS / (1.0 + math.dist(fan.apex, (0.0, 0.0)))
    ends = [fan.start, fan.end, *(e for c in fan.covers for e in (c.start, c.end))]
    return [
        theta
        for theta in ends
        if not any(c.start < theta - tolerance and theta + tolerance < c.end for c in fan.covers)
    ]
