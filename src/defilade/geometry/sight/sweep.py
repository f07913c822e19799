"""Turns a line through every direction between two bases, past what stands between them.

In one direction the bases and the pieces cast shadows, intervals across it. A cover is a chain of
pieces whose shadows leave no gap wider than a given width. Each link of the chain is a sinusoid in
the direction, so the direction in which the chain first breaks is known in closed form, and the
sweep jumps from break to break. It ends with covers for all directions, which is a proof, or with
a gap, which is a lane. Must not know what a lane is used for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.plane import EPS
from defilade.geometry.sight.between import QUARTER, Pair, Piece
from defilade.geometry.sight.climb import climb
from defilade.geometry.sight.faults import STEPS, STEPS_EACH, steps
from defilade.geometry.sight.frame import End, Hull, offset
from defilade.geometry.sight.slices import (
    FIRST,
    Lane,
    Link,
    Shadow,
    Slice,
    best_lane,
    gap_wave,
    shut_inside,
    slice_at,
)

__all__ = ["Cover", "sweep", "touches", "widest"]

_TURN = 2.0 * math.pi
_LEAST_STEP = 1e-12
_LEVEL = 1e-9
_INSIDE_STEP = 0.05
_TOUCH = -2.0 * EPS
_TOUCH_REACH = 1e-2
_TOUCH_STEP = 1e-7
_FINE = 1e-10
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


@dataclass(frozen=True, slots=True)
class Cover:
    """A chain of pieces that shuts every line in the directions from `start` to `end`.

    The links join, in order, the lower rim, the pieces, and the upper rim: one link more than
    pieces.
    """

    start: float
    end: float
    links: tuple[Link, ...]
    pieces: tuple[Piece, ...]


def sweep(pair: Pair, width: float) -> tuple[tuple[Cover, ...], Lane | None]:
    """Covers up to the first lane wider than `width`, and that lane, if there is one.

    Without a lane the covers reach over all directions, and prove that no lane is wider than
    `width` + EPS. A lane returned is wider than `width` + EPS / 2. A negative width asks that
    shadows overlap by that much wherever they meet.
    """
    covers: list[Cover] = []
    theta = -QUARTER
    for _ in _bounded(pair, "sweep"):
        if theta >= QUARTER:
            break
        cover, lane = _cover(pair, slice_at(pair, theta), width)
        if cover is None:
            return (tuple(covers), lane)
        covers.append(cover)
        theta = cover.end
    return (tuple(covers), None)


def _bounded(pair: Pair, doing: str) -> Iterator[int]:
    """Counts the steps of a turn: a few for each piece, so that a fault in them shows."""
    return steps(STEPS + STEPS_EACH * len(pair.pieces), doing)


def touches(pair: Pair) -> Iterator[Lane]:
    """Where a shut pair of bases is shut only by shadows that meet: lines that may only graze.

    Each lane has a width within about EPS of 0, and is turned to where that is greatest. Where
    shadows meet at several offsets of one direction, each of them is given, the lowest first.
    """
    theta = -QUARTER
    given: dict[tuple[End, End], float] = {}
    for _ in _bounded(pair, "touches"):
        if theta >= QUARTER:
            return
        lanes, end = _meetings(pair, slice_at(pair, theta))
        for lane in lanes:
            ends = (lane.link.low_end, lane.link.high_end)
            if theta >= given.get(ends, -math.inf) + _TOUCH_REACH:
                given[ends] = theta
                yield _tightest(pair, lane, min(QUARTER, theta + _TOUCH_REACH))
        theta = max(end, theta + _TOUCH_STEP) if lanes else end


def _meetings(pair: Pair, cut: Slice) -> tuple[list[Lane], float]:
    """Every place in one direction at which shadows overlap by too little to be sure of it.

    With the direction in which there may be another, or one of these is gone.
    """
    found: list[Lane] = []
    links: list[Link] = []
    pieces: list[Piece] = []
    accept = _TOUCH + EPS / 2.0
    at, end, below = cut.bottom, cut.bottom_end, cut.bottom_base
    for _ in steps(len(cut.shadows) + 2, "meetings"):
        if cut.top - at <= accept:
            links.append(Link(end, cut.top_end, below, cut.top_base))
            break
        best = _furthest(cut.shadows, at, end, below, accept)
        if best is not None:
            links.append(Link(end, best.low_end, below, best.piece.obstacle))
        else:
            best, lane = _gap_above(cut, at, end, below)
            found.append(lane)
            if best is None:
                break
        pieces.append(best.piece)
        at, end, below = best.high, best.high_end, best.piece.obstacle
    lasting = _lasting(pair, cut, _TOUCH + EPS, links, pieces).end
    return found, min(lasting, *(_meets_again(lane) for lane in found), QUARTER)


def _meets_again(lane: Lane) -> float:
    """The direction after the lane's own in which the two ends that bound it overlap again."""
    amplitude, peak, constant = gap_wave(lane.link)
    if amplitude == 0.0 or abs(_TOUCH - constant) > amplitude:
        return math.inf
    turn = peak + math.acos((_TOUCH - constant) / amplitude)
    return lane.theta + (turn - lane.theta) % _TURN


def _tightest(pair: Pair, lane: Lane, end: float) -> Lane:
    """The touch turned, between its own direction and `end`, to where its shadows part most."""
    best = lane

    def width(theta: float) -> float:
        nonlocal best
        found = _same_meeting(pair, theta, lane)
        if found is not None and found.width > best.width:
            best = found
        return -math.inf if found is None else found.width

    low, high = lane.theta, end
    first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    one, two = width(first), width(second)
    while high - low > _FINE:
        if one >= two:
            high, second, two = second, first, one
            first = high - _GOLDEN * (high - low)
            one = width(first)
        else:
            low, first, one = first, second, two
            second = low + _GOLDEN * (high - low)
            two = width(second)
    return best


def _same_meeting(pair: Pair, theta: float, lane: Lane) -> Lane | None:
    """The meeting in another direction that lies where the ends of this one are."""
    nx, ny = -math.sin(theta), math.cos(theta)
    low, high = offset(lane.link.low_end, nx, ny), offset(lane.link.high_end, nx, ny)
    middle = (low + high) / 2.0
    near, _ = _meetings(pair, slice_at(pair, theta))
    return min(near, key=lambda one: abs(one.low + one.high - 2.0 * middle), default=None)


def widest(pair: Pair, above: float = 0.0) -> tuple[Lane | None, tuple[Cover, ...]]:
    """The widest lane of all directions that is wider than `above`, and the covers that prove it.

    Each lane found is turned until it is as wide as it gets, then the sweep goes on asking for a
    wider one. The covers prove that none is wider than the lane returned by more than EPS; when
    none is returned, than `above`.
    """
    width = above
    best = best_lane(pair, 0.0, above)
    if best is not None:
        best = climb(pair, best)
        width = best.width
    covers: list[Cover] = []
    theta = -QUARTER
    for _ in _bounded(pair, "widest"):
        if theta >= QUARTER:
            break
        cover, lane = _cover(pair, slice_at(pair, theta), width)
        if cover is not None:
            covers.append(cover)
            theta = cover.end
        elif lane is not None:
            best = climb(pair, lane)
            width = best.width
    return (best, tuple(covers))


def _cover(pair: Pair, cut: Slice, width: float) -> tuple[Cover | None, Lane | None]:
    """The chain that reaches furthest at each step, and how long it lasts; or the gap it met."""
    accept = width + EPS / 2.0
    links: list[Link] = []
    pieces: list[Piece] = []
    at, end, below = cut.bottom, cut.bottom_end, cut.bottom_base
    for _ in steps(len(cut.shadows) + 2, "cover"):
        if cut.top - at <= accept:
            break
        best = _furthest(cut.shadows, at, end, below, accept)
        inside = None
        if best is None:
            best, lane = _gap_above(cut, at, end, below)
            inside = shut_inside(pair, lane) if lane.width > 0.0 else None
            if inside is None:
                return (None, lane)
            if best is None:
                links.append(Link(end, cut.top_end, below, cut.top_base, inside))
                return (_lasting(pair, cut, width + EPS, links, pieces), None)
        links.append(Link(end, best.low_end, below, best.piece.obstacle, inside))
        pieces.append(best.piece)
        at, end, below = best.high, best.high_end, best.piece.obstacle
    links.append(Link(end, cut.top_end, below, cut.top_base))
    return (_lasting(pair, cut, width + EPS, links, pieces), None)


def _furthest(
    shadows: list[Shadow], at: float, end: End, below: int, accept: float
) -> Shadow | None:
    """The shadow that joins on and reaches furthest beyond.

    Edges of one obstacle that share a corner join on there even where an overlap is asked for:
    its outline runs through the corner from one side to the other.
    """
    best: Shadow | None = None
    reached = at
    for shadow in shadows:
        if shadow.high > reached and (
            shadow.low - at <= accept or (shadow.low_end == end and shadow.piece.obstacle == below)
        ):
            best, reached = shadow, shadow.high
    return best


def _gap_above(cut: Slice, at: float, end: End, below: int) -> tuple[Shadow | None, Lane]:
    nearest: Shadow | None = None
    for shadow in cut.shadows:
        beyond = shadow.high > at and shadow.low < cut.top
        if beyond and (nearest is None or shadow.low < nearest.low):
            nearest = shadow
    if nearest is None:
        link = Link(end, cut.top_end, below, cut.top_base)
        return (None, Lane(cut.theta, at, cut.top, link))
    link = Link(end, nearest.low_end, below, nearest.piece.obstacle)
    return (nearest, Lane(cut.theta, at, nearest.low, link))


def _lasting(pair: Pair, cut: Slice, hold: float, links: list[Link], pieces: list[Piece]) -> Cover:
    end = min((piece.closes for piece in pieces), default=QUARTER)
    end = min(end, _rim_turns_at(pair, cut))
    for link in links:
        if link.inside is None:
            end = min(end, _parts_at(link, cut.theta, hold))
        else:
            # A gap that an area fills is asked again before the rims beside it have turned far.
            end = min(end, _shuts_at(link, cut.theta), cut.theta + _INSIDE_STEP)
    return Cover(cut.theta, max(end, cut.theta + _LEAST_STEP), tuple(links), tuple(pieces))


def _rim_turns_at(pair: Pair, cut: Slice) -> float:
    """The first direction after this one in which a straight-sided base shows another corner."""
    end = math.inf
    for base, rim, sign in (
        (cut.bottom_base, cut.bottom_end, 1.0),
        (cut.top_base, cut.top_end, -1.0),
    ):
        shape = pair.first if base == FIRST else pair.second
        if isinstance(shape, Hull):
            for x, y in shape.points:
                step = (sign * (rim[0] - x), sign * (rim[1] - y))
                if step != (0.0, 0.0):
                    turn = math.atan2(-step[1], -step[0]) - cut.theta
                    # Two corners level to rounding: the turn is now, not a whole turn ahead.
                    end = min(end, cut.theta + (turn + _LEVEL) % _TURN - _LEVEL)
    return end


def _parts_at(link: Link, theta: float, hold: float) -> float:
    """The first direction after theta in which a link's gap grows wider than `hold`."""
    amplitude, peak, constant = gap_wave(link)
    if amplitude + constant <= hold or link.low_end == link.high_end:
        return math.inf
    if amplitude == 0.0:
        return theta
    ratio = (hold - constant) / amplitude
    if ratio <= -1.0:
        return theta
    return theta + (peak - math.acos(ratio) - theta) % _TURN


def _shuts_at(link: Link, theta: float) -> float:
    """The first direction after theta in which an open gap shuts by itself."""
    amplitude, peak, constant = gap_wave(link)
    if amplitude <= constant:
        return math.inf
    ratio = max(-1.0, -constant / amplitude)
    return theta + (peak + math.acos(ratio) - theta) % _TURN
