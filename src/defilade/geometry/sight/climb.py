"""Turns a lane to the direction in which it is widest.

The width of a lane is the least of the gaps of its links, each a sinusoid in the direction. Every
direction looked at adds a link; the next one is where the least of the links seen is greatest.
Must not decide which lane to look at.
"""

from __future__ import annotations

import math
from itertools import combinations

from defilade.geometry.sight.between import QUARTER, Pair
from defilade.geometry.sight.frame import Hull, rim_ends
from defilade.geometry.sight.slices import Lane, gap_wave, gaps, shut_inside, slice_at

__all__ = ["climb"]

Wave = tuple[float, float, float]

_STEPS = 40
_ENOUGH = 1e-11
_NUDGE = 1e-9
_CORNERS = 32
_WAVES = 5


def climb(pair: Pair, lane: Lane) -> Lane:
    """The same lane in the direction in which it is widest, or the best that was met on the way.

    A corner of a straight-sided base bounds the lane only until the next corner takes over, and
    the lane may go on widening there; so the climb goes from corner to corner.
    """
    best = lane
    for _ in range(_CORNERS):
        low, high = _corner_range(pair, best)
        top = _climb_within(pair, best, low, high)
        beyond = None
        if top.theta - low <= _NUDGE and low > -QUARTER:
            beyond = _same_lane(pair, low - _NUDGE, top)
        elif high - top.theta <= _NUDGE and high < QUARTER:
            beyond = _same_lane(pair, high + _NUDGE, top)
        if beyond is None or beyond.width <= best.width:
            return top if top.width >= best.width else best
        best = beyond
    return best


def _corner_range(pair: Pair, lane: Lane) -> tuple[float, float]:
    """The directions around a lane's own in which both bases show the same corners."""
    before, after = math.inf, math.inf
    nx, ny = -math.sin(lane.theta), math.cos(lane.theta)
    for shape in (pair.first, pair.second):
        if not isinstance(shape, Hull):
            continue
        for (x, y, _), sign in zip(rim_ends(shape, nx, ny), (-1.0, 1.0), strict=True):
            for px, py in shape.points:
                step = (sign * (px - x), sign * (py - y))
                if step != (0.0, 0.0):
                    turn = math.atan2(step[1], step[0])
                    after = min(after, (turn + math.pi - lane.theta) % math.tau)
                    before = min(before, (lane.theta - turn) % math.tau)
    return (max(-QUARTER, lane.theta - before), min(QUARTER, lane.theta + after))


def _climb_within(pair: Pair, lane: Lane, low: float, high: float) -> Lane:
    best = lane
    waves = [gap_wave(lane.link)]
    for _ in range(_STEPS):
        theta, bound = _summit(waves, low, high)
        if bound <= best.width + _ENOUGH or high - low < _ENOUGH:
            break
        found = _same_lane(pair, theta, best)
        if found is None or not _bounds(gap_wave(found.link), best):
            # The lane is gone there: from now on look at most half-way to that direction.
            low, high = (low, theta) if theta > best.theta else (theta, high)
            theta = (theta + best.theta) / 2.0
            found = _same_lane(pair, theta, best)
            if found is None or not _bounds(gap_wave(found.link), best):
                low, high = (low, theta) if theta > best.theta else (theta, high)
                continue
        waves = [*waves[-_WAVES:], gap_wave(found.link)]
        if found.width > best.width:
            low, high = (best.theta, high) if theta > best.theta else (low, best.theta)
            best = found
        else:
            low, high = (low, theta) if theta > best.theta else (theta, high)
    return best


def _bounds(wave: Wave, lane: Lane) -> bool:
    """Whether a gap may be one of the lane's own: then it is at least as wide where the lane is."""
    amplitude, peak, constant = wave
    return amplitude * math.cos(lane.theta - peak) + constant >= lane.width - _ENOUGH


def _same_lane(pair: Pair, theta: float, lane: Lane) -> Lane | None:
    """The widest gap in another direction between the two ends that bound the lane."""
    nx, ny = -math.sin(theta), math.cos(theta)
    (px, py, pr), (qx, qy, qr) = lane.link.low_end, lane.link.high_end
    low, high = nx * px + ny * py + pr, nx * qx + ny * qy + qr
    best: Lane | None = None
    for gap in gaps(slice_at(pair, theta)):
        if min(high, gap.high) > max(low, gap.low) and (best is None or gap.width > best.width):
            best = gap
    return best if best is not None and shut_inside(pair, best) is None else None


def _summit(waves: list[Wave], low: float, high: float) -> tuple[float, float]:
    """The direction in a range where the least of some sinusoids is greatest, and that value."""
    tries = [low, high]
    for wave in waves:
        tries += _within(wave[1], low, high)
    for first, second in combinations(waves, 2):
        tries += _meetings(first, second, low, high)
    value, theta = max((min(a * math.cos(t - peak) + c for a, peak, c in waves), t) for t in tries)
    return theta, value


def _within(angle: float, low: float, high: float) -> list[float]:
    turns = (angle - 2.0 * math.pi, angle, angle + 2.0 * math.pi)
    return [turn for turn in turns if low <= turn <= high]


def _meetings(first: Wave, second: Wave, low: float, high: float) -> list[float]:
    """Directions in which two sinusoids are equal: where their difference, another one, is 0."""
    (a, p, c), (b, q, d) = first, second
    x, y = a * math.cos(p) - b * math.cos(q), a * math.sin(p) - b * math.sin(q)
    amplitude = math.hypot(x, y)
    if amplitude == 0.0 or abs(d - c) > amplitude:
        return []
    peak, turn = math.atan2(y, x), math.acos((d - c) / amplitude)
    return _within(peak - turn, low, high) + _within(peak + turn, low, high)
