"""Sight: arcs, Sizes, and the straight lines between Regiments.

Knows what stands in a line and whether it is big enough to matter. Whether a broken line
forbids or only obscures is for the chapters that ask.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.bases import (
    Base,
    Circle,
    Group,
    Polygon,
    Rectangle,
    corners_of,
    nearest_point,
    where_in,
)
from defilade.geometry.crossings import line_facts
from defilade.geometry.formations import (
    Formation,
    base_of,
    blocks_of,
    centre_of_formation,
    front_corners,
    stands_of,
)
from defilade.geometry.plane import Point, Segment, Where, midpoint, unit_bearing
from defilade.systems.conquest.ground import TOUCH, centre, gap, on_table
from defilade.systems.conquest.options import ArcTest, HouseRules, TargetPoint
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.systems.conquest.terms import Kind, TerrainKind

SIZES = {Kind.INFANTRY: 1, Kind.CAVALRY: 2, Kind.BRUTE: 2, Kind.MONSTER: 3}
"""Size by type (CQ-LOS-05); cavalry and monsters are defaults."""
FAR = 1000.0
"""Beyond any Battlefield, in inches."""
RIM = 24
"""Points of a round rim that count as its boundary (CQ-LOS-08)."""


def size_of(state: State, regiment: Regiment) -> int:
    """Size of a Regiment where it is.

    Inside it is the feature's Elevation and nothing is added (CQ-VOL-05, CQ-LOS-08); on high
    ground the Elevation is added to its own (CQ-LOS-06); Fly adds 1 (CQ-LOS-05).
    """
    if regiment.location is not None:
        return state.terrain[regiment.location].elevation
    profile = regiment.profile
    own = SIZES[profile.kind] if profile.size is None else profile.size
    return own + (1 if profile.fly else 0) + _stands_on(state, regiment)


def _stands_on(state: State, regiment: Regiment) -> int:
    """Elevation of the high ground under the Regiment's centre; 0 where none is given
    (CQ-LOS-07)."""
    if regiment.formation is None:
        return 0
    middle = centre_of_formation(regiment.formation)
    heights = (
        t.elevation
        for t in state.terrain.values()
        if t.kind is TerrainKind.ZONAL and where_in(t.footprint, middle) is not Where.OUTSIDE
    )
    return max(heights, default=0)


def obstacle_size(terrain: Terrain) -> int:
    """Size of terrain as an obstacle: as agreed, else its Elevation (CQ-LOS-05)."""
    return terrain.elevation if terrain.size is None else terrain.size


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that may stand in a line."""

    id: str
    size: int
    shapes: tuple[Base, ...]

    def breaks(self, line: Segment) -> bool:
        """Whether a line runs through it; touching an edge breaks nothing (CQ-VOL-10)."""
        return any(line_facts(line, shape).enters for shape in self.shapes)


def obstacles(state: State, by: Regiment, at: Regiment) -> tuple[Obstacle, ...]:
    """What counts between two Regiments: no smaller than either of them (CQ-LOS-04); never a
    feature that one of them is inside of (CQ-VOL-04, CQ-LOS-08)."""
    least = max(size_of(state, by), size_of(state, at))
    found = [
        Obstacle(r.id, size_of(state, r), tuple(blocks_of(f)))
        for r, f in on_table(state)
        if r.id not in (by.id, at.id)
    ]
    found += [
        Obstacle(t.id, obstacle_size(t), (t.footprint,))
        for t in state.terrain.values()
        if t.obscuring and t.id not in (by.location, at.location)
    ]
    return tuple(one for one in found if one.size >= least)


def front_arc(formation: Formation) -> Polygon:
    """The Front Arc, as far as any table goes: between lines at 45 degrees outward from the
    front corners (CQ-LOS-01)."""
    left, right = front_corners(formation)
    return Polygon((left, _along(left, formation, -45.0), _along(right, formation, 45.0), right))


def _along(p: Point, formation: Formation, degrees: float) -> Point:
    x, y = unit_bearing(formation.facing + degrees)
    return (p[0] + FAR * x, p[1] + FAR * y)


def in_front_arc(formation: Formation, target: Base, rules: HouseRules) -> bool:
    """Whether a target is in the Front Arc: any part of it, the line included, or all of it
    (CQ-LOS-02)."""
    arc = front_arc(formation)
    if rules.arc_test is ArcTest.ANY:
        return gap(arc, target) <= TOUCH
    return all(where_in(arc, p) is not Where.OUTSIDE for p in rim_of(target))


def rim_of(shape: Base) -> tuple[Point, ...]:
    """Corners of a shape, or points all round it."""
    match shape:
        case Circle(middle, radius):
            turns = (2.0 * math.pi * k / RIM for k in range(RIM))
            return tuple(
                (middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in turns
            )
        case Polygon(points):
            return points
        case _:
            parts = shape.parts if isinstance(shape, Group) else (shape,)
            return tuple(
                p for part in parts if isinstance(part, Rectangle) for p in corners_of(part)
            )


def eyes(state: State, by: Regiment, rules: HouseRules) -> tuple[Point, ...]:
    """Where a Regiment looks from: the middle of each front Stand's front (CQ-LOS-03), or the
    centre of the feature, for all its Stands (CQ-VOL-04)."""
    if by.formation is None:
        assert by.location is not None  # who is nowhere is not asked
        return (centre(state.terrain[by.location], rules),)
    front = stands_of(by.formation)[: by.formation.files]
    return tuple(midpoint(*corners_of(stand)[:2]) for stand in front)


def marks(state: State, at: Regiment, rules: HouseRules, seen_from: Point) -> Iterator[Point]:
    """Where a Regiment is seen: the middle of any side of any Stand (CQ-LOS-03); inside, the
    feature's centre, or any point of its boundary (CQ-LOS-08)."""
    if at.formation is None:
        assert at.location is not None  # who is nowhere is not asked
        feature = state.terrain[at.location]
        if rules.garrison_target_point is TargetPoint.CENTRE:
            yield centre(feature, rules)
            return
        yield nearest_point(feature.footprint, seen_from)
        rim = rim_of(feature.footprint)
        yield from rim
        yield from (midpoint(rim[k - 1], rim[k]) for k in range(len(rim)))
        return
    for stand in stands_of(at.formation):
        corners = corners_of(stand)
        yield from (midpoint(corners[k - 1], corners[k]) for k in (1, 2, 3, 0))


@dataclass(frozen=True, slots=True)
class Look:
    """What was found from one eye: an unbroken line, or the first line and what breaks it."""

    line: Segment
    broken_by: str | None


def look(state: State, by: Regiment, at: Regiment, rules: HouseRules, eye: Point) -> Look:
    """The best line from one eye to a Regiment: unbroken if there is one (CQ-VOL-10)."""
    between = obstacles(state, by, at)
    first: Look | None = None
    for mark in marks(state, at, rules, eye):
        line = (eye, mark)
        breaker = next((one.id for one in between if one.breaks(line)), None)
        if breaker is None:
            return Look(line, None)
        first = first or Look(line, breaker)
    assert first is not None  # every Regiment has a mark
    return first


@dataclass(frozen=True, slots=True)
class Sighting:
    """Whether a Regiment is in the Front Arc of another, and each eye's best line."""

    in_arc: bool
    looks: tuple[Look, ...]

    @property
    def clear(self) -> bool:
        """Whether any line is unbroken."""
        return any(one.broken_by is None for one in self.looks)

    @property
    def best(self) -> Look:
        """An unbroken line, else the first."""
        return next((one for one in self.looks if one.broken_by is None), self.looks[0])

    @property
    def visible(self) -> bool:
        """In arc and along an unbroken line (CQ-LOS-02, CQ-LOS-03)."""
        return self.in_arc and self.clear


def sighting(state: State, by: Regiment, at: Regiment, rules: HouseRules) -> Sighting:
    """Sight from one Regiment to another; who is inside looks all round and has no Front Arc
    (CQ-GAR-02, CQ-GAR-03)."""
    looks = tuple(look(state, by, at, rules, eye) for eye in eyes(state, by, rules))
    in_arc = True
    if by.formation is not None:
        target: Base = (
            base_of(at.formation)
            if at.formation is not None
            else state.terrain[at.location or ""].footprint
        )
        in_arc = in_front_arc(by.formation, target, rules)
    return Sighting(in_arc, looks)
