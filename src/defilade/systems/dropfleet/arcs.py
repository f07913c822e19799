"""Firing arcs: which arcs of a ship's base a target lies in.

Knows the firer's facing and stem, and the target's stem; the target's own facing never
matters (DF-ARC-07), and what a weapon covers is its Arc entry alone (DF-ARC-01).
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.arcs import Sector, Side, in_sector, relative_bearing
from defilade.geometry.plane import EPS, distance
from defilade.systems.dropfleet.options import ArcBoundary, HouseRules
from defilade.systems.dropfleet.state import Point
from defilade.systems.dropfleet.terms import Arc
from defilade.values import Degrees

MIDDLE = {Arc.FRONT: 0.0, Arc.LEFT: -90.0, Arc.RIGHT: 90.0, Arc.REAR: 180.0}
"""The middle of each arc, clockwise from the facing; each is 90 degrees wide (DF-ARC-02)."""

IN_ORDER = (Arc.FRONT, Arc.NARROW, Arc.LEFT, Arc.RIGHT, Arc.REAR)


@dataclass(frozen=True, slots=True)
class Bearing:
    """Where a target lies: degrees to the right (+) or left (-) of the facing, in
    [-180, 180), and every arc it is in."""

    degrees: Degrees
    arcs: tuple[Arc, ...]


def bearing_of(origin: Point, facing: Degrees, target: Point, rules: HouseRules) -> Bearing:
    """The arcs a target is in, seen from the firer's stem and facing (DF-ARC-04).

    Exactly on a dividing line it is in both arcs, or in the foremost under `arc_boundary`; at
    the same point it is in all (DF-ARC-05). Front Narrow is `narrow_arc_degrees` wide, on the
    facing (DF-ARC-02).
    """
    if distance(origin, target) <= EPS:
        return Bearing(0.0, IN_ORDER)
    degrees = relative_bearing(origin, facing, target)
    sides = {
        arc: in_sector(Sector(origin, facing + turn, 45.0), target).side
        for arc, turn in MIDDLE.items()
    }
    found = [arc for arc in MIDDLE if sides[arc] is not Side.OUTSIDE]
    if rules.arc_boundary is ArcBoundary.FRONT_SIDE_FIRST:
        found = found[:1]
    narrow = Sector(origin, facing, rules.narrow_arc_degrees / 2)
    if in_sector(narrow, target).side is not Side.OUTSIDE:
        found.append(Arc.NARROW)
    ordered = tuple(arc for arc in IN_ORDER if arc in found)
    return Bearing(-180.0 if degrees == 180.0 else degrees, ordered)


def covered(arcs: frozenset[Arc], bearing: Bearing) -> bool:
    """Whether a weapon with those arcs bears: in any of them is enough (DF-ARC-03)."""
    return any(arc in arcs for arc in bearing.arcs)
