"""Sectors around a facing, and bearings against them.

Knows angles between a facing and a point, a base or a line, and reports contact with a dividing
line as a fact with the amount. Must not decide whether contact counts: the caller's policy does.

Facings are bearings: degrees clockwise from +y, so 0 looks up the table and 90 looks to +x.
`plane.bearing_to_angle` and `plane.angle_to_bearing` convert to and from mathematical degrees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.bases import Base, Circle, Edge, convex_parts, support
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import (
    EPS,
    Bearing,
    Point,
    bearing,
    distance,
    unit_bearing,
)

__all__ = [
    "ArcFact",
    "Sector",
    "Side",
    "base_in_sector",
    "in_sector",
    "relative_bearing",
]


_THIRDS = 100


class Side(StrEnum):
    """Where something lies relative to a sector."""

    INSIDE = "inside"
    ON_LINE = "on_line"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Sector:
    """An unbounded sector with its tip at a point.

    `facing` is the bearing of its middle; it opens `half_angle` degrees to either side (0 to 180).
    """

    apex: Point
    facing: Bearing
    half_angle: float

    def __post_init__(self) -> None:
        """Refuse an opening that is no angle."""
        if not 0.0 <= self.half_angle <= 180.0:
            msg = f"a sector opens 0 to 180 degrees to either side, not {self.half_angle}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class ArcFact:
    """Where a point or base lies relative to a sector, and how narrowly.

    `relative` is the bearing of the anchor in degrees right (+) or left (-) of the facing.
    `margin` is the distance in inches from the nearest dividing line: positive inside, negative
    outside, within `EPS` of 0 on the line; `inf` for a sector all round.
    """

    side: Side
    relative: float
    margin: float


def relative_bearing(apex: Point, facing: Bearing, target: Point) -> float:
    """Degrees from the facing to the target: right positive, left negative, in (-180, 180].

    >>> relative_bearing((0.0, 0.0), 90.0, (0.0, 5.0))
    -90.0
    """
    turn = (bearing(apex, target) - facing) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def in_sector(sector: Sector, target: Point) -> ArcFact:
    """Where a point lies relative to a sector. The tip itself lies on the line.

    The dividing lines are compared by distance, not by angle, so the answer near them is exact to
    `EPS` at any range.
    """
    relative = relative_bearing(sector.apex, sector.facing, target)
    if sector.half_angle == 180.0:
        return ArcFact(Side.INSIDE, relative, math.inf)
    gap = min(_ray_distance(sector, sign, target) for sign in (-1.0, 1.0))
    if gap <= EPS:
        return ArcFact(Side.ON_LINE, relative, 0.0)
    if abs(relative) < sector.half_angle:
        return ArcFact(Side.INSIDE, relative, gap)
    return ArcFact(Side.OUTSIDE, relative, -gap)


def _ray_distance(sector: Sector, sign: float, target: Point) -> float:
    ux, uy = unit_bearing(sector.facing + sign * sector.half_angle)
    x, y = target[0] - sector.apex[0], target[1] - sector.apex[1]
    if ux * x + uy * y <= 0.0:
        return math.hypot(x, y)
    return abs(ux * y - uy * x)


def base_in_sector(sector: Sector, base: Base, *, whole: bool = False) -> ArcFact:
    """Where a base lies relative to a sector: by any part of it, or by all of it.

    By any part, INSIDE means that some part lies within, ON_LINE that it only touches a dividing
    line from outside. With `whole`, INSIDE means all of it lies within without touching a line,
    ON_LINE that all of it lies within and touches one. `relative` belongs to the nearest
    point of the base (to the apex), `margin` to the part that decides.
    """
    near = gap_between(Circle(sector.apex, 0.0), base).second
    relative = relative_bearing(sector.apex, sector.facing, near)
    if sector.half_angle == 180.0:
        return ArcFact(Side.INSIDE, relative, math.inf)
    if whole:
        outside = Sector(sector.apex, sector.facing + 180.0, 180.0 - sector.half_angle)
        depth = _depth_in(outside, base)
        return ArcFact(_side_of(-depth), relative, -depth if abs(depth) > EPS else 0.0)
    depth = _depth_in(sector, base)
    return ArcFact(_side_of(depth), relative, depth if abs(depth) > EPS else 0.0)


def _side_of(margin: float) -> Side:
    if abs(margin) <= EPS:
        return Side.ON_LINE
    return Side.INSIDE if margin > 0.0 else Side.OUTSIDE


def _depth_in(sector: Sector, base: Base) -> float:
    """How deep the base reaches into the sector; negative is its distance from the sector."""
    return max(_part_depth(sector, part) for part in convex_parts(base))


def _part_depth(sector: Sector, part: Base) -> float:
    ahead = [unit_bearing(sector.facing)]
    if sector.half_angle > 90.0:
        # Wider than half the plane: the union of the half planes behind its two dividing lines.
        turn = sector.half_angle - 90.0
        ahead = [unit_bearing(sector.facing + turn), unit_bearing(sector.facing - turn)]
        return max(_reach(part, sector.apex, n) for n in ahead)
    if sector.half_angle > 0.0:
        depth = _deepest(sector, part)
        if depth > EPS:
            return depth
    gap = min(_gap_to_ray(sector, sign, part) for sign in (-1.0, 1.0))
    return 0.0 if gap <= EPS else -gap


def _reach(part: Base, apex: Point, n: Point) -> float:
    p = support(part, n)
    return n[0] * (p[0] - apex[0]) + n[1] * (p[1] - apex[1])


def _deepest(sector: Sector, part: Base) -> float:
    """Greatest distance of a point of the part from both dividing lines, inside them.

    The greatest of the lesser of two linear functions over a convex shape is the least, over
    their mixtures, of the support: one convex function of one number.
    """
    left = unit_bearing(sector.facing - sector.half_angle + 90.0)
    right = unit_bearing(sector.facing + sector.half_angle - 90.0)

    def mixed(share: float) -> float:
        n = (
            share * left[0] + (1.0 - share) * right[0],
            share * left[1] + (1.0 - share) * right[1],
        )
        return _reach(part, sector.apex, n)

    low, high = 0.0, 1.0
    for _ in range(_THIRDS):
        first, second = low + (high - low) / 3.0, high - (high - low) / 3.0
        if mixed(first) < mixed(second):
            high = second
        else:
            low = first
    return mixed((low + high) / 2.0)


def _gap_to_ray(sector: Sector, sign: float, part: Base) -> float:
    ux, uy = unit_bearing(sector.facing + sign * sector.half_angle)
    x, y = sector.apex
    far = 1.0 + distance(sector.apex, support(part, (ux, uy)))
    return gap_between(Edge(sector.apex, (x + far * ux, y + far * uy)), part).distance
