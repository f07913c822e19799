"""What touches what and how far it is: Regiments, features, edges, in inches.

Knows the engine's one tolerance for contact and the ledger's way of measuring (CQ-MEA-01,
CQ-MEA-02). Judges no action.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from defilade.geometry.bases import Base, Circle, Polygon, bounds_of, centre_of
from defilade.geometry.formations import Formation, base_of, blocks_of, shrunk, stands_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point, bounds, distance
from defilade.systems.conquest.options import CentreBy, DiameterMeasure, HouseRules
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.values import Inches

TOUCH = 0.001
"""Nearer than this is contact; every comparison of lengths in this game allows this much."""
KEEP = 1.0
"""The inch that is kept from enemies and features (CQ-MAR-06, CQ-LEA-05)."""


def over(length: Inches, limit: Inches) -> bool:
    """Whether a length is more than a limit, beyond tolerance."""
    return length > limit + TOUCH


def under(length: Inches, limit: Inches) -> bool:
    """Whether a length is less than a limit, beyond tolerance."""
    return length < limit - TOUCH


def gap(a: Base, b: Base) -> Inches:
    """Distance between closest points; 0 in contact (CQ-MEA-01)."""
    return gap_between(a, b).distance


@lru_cache(maxsize=4096)
def _around(base: Base) -> tuple[Point, Inches]:
    """A circle around a shape."""
    left, low, right, high = bounds_of(base)
    return ((left + right) / 2.0, (low + high) / 2.0), math.hypot(right - left, high - low) / 2.0


def surely_apart(a: Base, b: Base, by: Inches = TOUCH) -> bool:
    """Whether circles around two shapes are further apart than `by`: so are the shapes then."""
    (p, r), (q, s) = _around(a), _around(b)
    return distance(p, q) - r - s > by


def touching(a: Base, b: Base) -> bool:
    """Whether two shapes are in contact or overlap."""
    return not surely_apart(a, b) and gap(a, b) <= TOUCH


def overlaps(formation: Formation, other: Base) -> bool:
    """Whether a formation covers any of another shape, more than contact."""
    return any(
        not surely_apart(block, other) and gap(shrunk(block, TOUCH), other) <= 0.0
        for block in blocks_of(formation)
    )


def ground_of(state: State, regiment: Regiment) -> Base | None:
    """Where a Regiment is measured to: its Stands, or the footprint it is inside of
    (CQ-MEA-02); None when it is nowhere."""
    if regiment.formation is not None:
        return base_of(regiment.formation)
    if regiment.location is not None:
        return state.terrain[regiment.location].footprint
    return None


def on_table(state: State) -> Iterator[tuple[Regiment, Formation]]:
    """Living Regiments that stand on the table, with their formations."""
    for regiment in state.living():
        if regiment.formation is not None:
            yield regiment, regiment.formation


def off_board(formation: Formation, size: tuple[Inches, Inches]) -> bool:
    """Whether any Stand sticks out over an edge of the Battlefield."""
    left, low, right, high = bounds_of(base_of(formation))
    return under(left, 0.0) or under(low, 0.0) or over(right, size[0]) or over(high, size[1])


def diameter(footprint: Circle | Polygon, rules: HouseRules) -> Inches:
    """Diameter of a feature: of a polygon its longest distance or its bounding box's longer
    side (CQ-CFG-03)."""
    if isinstance(footprint, Circle):
        return 2.0 * footprint.radius
    if rules.diameter_measure is DiameterMeasure.BOUNDING_BOX:
        left, low, right, high = bounds(footprint.points)
        return max(right - left, high - low)
    return max(distance(p, q) for p in footprint.points for q in footprint.points)


def edge_gap(footprint: Base, size: tuple[Inches, Inches]) -> Inches:
    """Distance to the nearest edge of the Battlefield (CQ-CFG-06)."""
    left, low, right, high = bounds_of(footprint)
    return min(left, low, size[0] - right, size[1] - high)


def centre(feature: Terrain, rules: HouseRules) -> Point:
    """The centre of a feature (CQ-VOL-03)."""
    if rules.centre is CentreBy.BOUNDING_BOX:
        left, low, right, high = bounds_of(feature.footprint)
        return ((left + right) / 2.0, (low + high) / 2.0)
    return centre_of(feature.footprint)


def enemies_at(state: State, place: str, player: str) -> tuple[Regiment, ...]:
    """Enemies of a player that touch a feature, in order (CQ-CLA-06)."""
    footprint = state.terrain[place].footprint
    return tuple(
        regiment
        for regiment, formation in on_table(state)
        if regiment.player != player and touching(base_of(formation), footprint)
    )


def places_touched(state: State, regiment: Regiment) -> tuple[Terrain, ...]:
    """Garrison Terrain that a Regiment on the table touches."""
    if regiment.formation is None:
        return ()
    base = base_of(regiment.formation)
    return tuple(t for t in state.terrain.values() if t.is_garrison and touching(base, t.footprint))


def occupant_of(state: State, feature: Terrain) -> Regiment | None:
    """The Regiment inside a feature, if it is known and alive."""
    found = state.regiments.get(feature.occupant or "")
    return None if found is None or found.destroyed else found


def table_contacts(state: State, regiment: Regiment) -> tuple[Regiment, ...]:
    """Enemies on the table whose Stands touch the Regiment's Stands."""
    if regiment.formation is None:
        return ()
    base = base_of(regiment.formation)
    return tuple(
        other
        for other, formation in on_table(state)
        if other.player != regiment.player and touching(base, base_of(formation))
    )


def contacts(state: State, regiment: Regiment, rules: HouseRules) -> tuple[Regiment, ...]:
    """Every enemy in contact: touching Stands, or across the wall of a held feature
    (CQ-TUR-04)."""
    if regiment.location is not None:
        if not rules.garrison_contact_engages:
            return ()
        return enemies_at(state, regiment.location, regiment.player)
    found = list(table_contacts(state, regiment))
    if rules.garrison_contact_engages:
        for feature in places_touched(state, regiment):
            inside = occupant_of(state, feature)
            if inside is not None and inside.player != regiment.player:
                found.append(inside)
    return tuple(found)


def stands_touching(formation: Formation, other: Base) -> tuple[int, ...]:
    """Numbers of the Stands that touch a shape, from 0."""
    return tuple(k for k, stand in enumerate(stands_of(formation)) if touching(stand, other))
