"""One direction across a pair of bases: shadows, the gaps between them, and what bounds a gap.

Knows that the gap between two shadow ends is a sinusoid in the direction. Must not turn anything;
`climb` and `sweep` do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from defilade.geometry.bases import where_in
from defilade.geometry.plane import EPS, Point, Segment, Where, point_at
from defilade.geometry.regions import Region, where_in_region
from defilade.geometry.sight.between import Pair, Piece
from defilade.geometry.sight.frame import End, chord, rim_ends, to_world

__all__ = [
    "FIRST",
    "SECOND",
    "Lane",
    "Link",
    "Shadow",
    "Slice",
    "area_around",
    "best_lane",
    "gap_wave",
    "gaps",
    "lane_line",
    "shut_inside",
    "slice_at",
]

FIRST, SECOND = -1, -2
"""Name the rims of the two bases where a link or a lane says what bounds it."""

_BESIDE = 1e-3
_SHARES = (0.5, 0.29, 0.67, 0.13, 0.91)


@dataclass(slots=True)
class Shadow:
    """The shadow of a piece in one direction: offsets and their ends. Made by the thousand."""

    low: float
    high: float
    low_end: End
    high_end: End
    piece: Piece


@dataclass(slots=True)
class Slice:
    """One direction: the common shadow of the bases, and the pieces' shadows that meet it."""

    theta: float
    bottom: float
    top: float
    bottom_end: End
    top_end: End
    bottom_base: int
    top_base: int
    shadows: list[Shadow]


@dataclass(frozen=True, slots=True)
class Link:
    """Two ends that face each other: the upper end of what lies below, the lower end above.

    `below` and `above` are obstacle numbers, or FIRST and SECOND for rims of the bases. `inside`
    is the area within which all lines through the gap run, when it is that which shuts it.
    """

    low_end: End
    high_end: End
    below: int
    above: int
    inside: int | None = None


@dataclass(frozen=True, slots=True)
class Lane:
    """Parallel open lines: their direction, and the offsets between which they run."""

    theta: float
    low: float
    high: float
    link: Link

    @property
    def width(self) -> float:
        """How wide a strip fits; below 0 by how much it does not."""
        return self.high - self.low


def slice_at(pair: Pair, theta: float) -> Slice:
    """All shadows in one direction."""
    nx, ny = -math.sin(theta), math.cos(theta)
    a_low, a_high = rim_ends(pair.first, nx, ny)
    b_low, b_high = rim_ends(pair.second, nx, ny)
    a_bottom, b_bottom = _at(a_low, nx, ny), _at(b_low, nx, ny)
    a_top, b_top = _at(a_high, nx, ny), _at(b_high, nx, ny)
    bottom, bottom_end, bottom_base = (
        (a_bottom, a_low, FIRST) if a_bottom >= b_bottom else (b_bottom, b_low, SECOND)
    )
    top, top_end, top_base = (a_top, a_high, FIRST) if a_top <= b_top else (b_top, b_high, SECOND)
    shadows: list[Shadow] = []
    if bottom <= top + 4.0 * EPS:
        low_edge, high_edge = bottom - _BESIDE, top + _BESIDE
        for piece in pair.pieces:
            if piece.opens <= theta < piece.closes:
                low_end, high_end = rim_ends(piece.shape, nx, ny, bound=False)
                low = nx * low_end[0] + ny * low_end[1] + low_end[2]
                high = nx * high_end[0] + ny * high_end[1] + high_end[2]
                if high >= low_edge and low <= high_edge:
                    shadows.append(Shadow(low, high, low_end, high_end, piece))
    return Slice(theta, bottom, top, bottom_end, top_end, bottom_base, top_base, shadows)


def _at(end: End, nx: float, ny: float) -> float:
    return nx * end[0] + ny * end[1] + end[2]


def gaps(cut: Slice) -> list[Lane]:
    """All gaps of one direction, from the lowest offset up."""
    found: list[Lane] = []
    at, end, below = cut.bottom, cut.bottom_end, cut.bottom_base
    for shadow in sorted(cut.shadows, key=lambda s: s.low):
        if shadow.high <= at:
            continue
        if shadow.low >= cut.top:
            break
        if shadow.low > at:
            link = Link(end, shadow.low_end, below, shadow.piece.obstacle)
            found.append(Lane(cut.theta, at, shadow.low, link))
        at, end, below = shadow.high, shadow.high_end, shadow.piece.obstacle
    if at < cut.top:
        link = Link(end, cut.top_end, below, cut.top_base)
        found.append(Lane(cut.theta, at, cut.top, link))
    return found


def best_lane(pair: Pair, theta: float, above: float) -> Lane | None:
    """The widest lane of one direction, if wider than `above` by more than EPS / 2."""
    best: Lane | None = None
    least = above + EPS / 2.0
    for lane in gaps(slice_at(pair, theta)):
        if lane.width > least and shut_inside(pair, lane) is None:
            best, least = lane, lane.width
    return best


def shut_inside(pair: Pair, lane: Lane) -> int | None:
    """The area within which all lines of a gap run: no edge crosses them, so one line tells."""
    if not pair.spanning:
        return None
    # The edges beside a narrow gap are nearer to its middle than contact is.
    return area_around(pair, lane_line(pair, lane), slack=min(EPS, lane.width / 4.0))


def area_around(pair: Pair, line: Segment, *, slack: float = EPS) -> int | None:
    """The area inside which a line that meets no outline on its way runs, if there is one.

    A line of a narrow gap may touch a corner half-way, so several points are asked. A point
    within `slack` of an outline does not tell.
    """
    for obstacle, solid in pair.spanning:
        for share in _SHARES:
            p = point_at(*line, share)
            if isinstance(solid, Region):
                where = where_in_region(p, solid, slack=slack)
            else:
                where = where_in(solid, p, slack=slack)
            if where is Where.INSIDE:
                return obstacle
            if where is Where.OUTSIDE:
                break
    return None


def lane_line(pair: Pair, lane: Lane, *, share: float = 0.5) -> Segment:
    """A line of a lane from rim to rim, in world coordinates; by default its middle line."""
    across = lane.low + share * (lane.high - lane.low)
    ux, uy = math.cos(lane.theta), math.sin(lane.theta)
    start = chord(pair.first, lane.theta, across)[1]
    end = chord(pair.second, lane.theta, across)[0]
    first: Point = (ux * start - uy * across, uy * start + ux * across)
    second: Point = (ux * end - uy * across, uy * end + ux * across)
    return (to_world(pair.frame, first), to_world(pair.frame, second))


def gap_wave(link: Link) -> tuple[float, float, float]:
    """A link's gap in direction t, as amplitude, peak, constant: a cos(t - peak) + constant."""
    (px, py, pr), (qx, qy, qr) = link.low_end, link.high_end
    wx, wy = qx - px, qy - py
    return (math.hypot(wx, wy), math.atan2(-wx, wy), qr - pr)
