"""Ships and sectors as ends of a shot: where they stand, which layer, whose, with what weapons.

Knows anchors: one point per end serves range, arc and scenery alike. Judges nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from defilade.geometry.plane import Where, nearest_on_ring, where_in_ring
from defilade.systems.dropfleet.state import Point, Sector, Ship, State, Weapon

Body: TypeAlias = Ship | Sector


def body(state: State, name: str) -> Body | None:
    """The ship, station or sector of that name."""
    return state.ships.get(name) or state.sectors.get(name)


def weapons_of(thing: Body) -> Mapping[str, Weapon]:
    """Its weapons by name."""
    return thing.profile.weapons if isinstance(thing, Ship) else thing.weapons


def side_of(thing: Body) -> str:
    """Whose it is: of a sector, who holds it."""
    return thing.side if isinstance(thing, Ship) else thing.held_by


def stem(state: State, thing: Body) -> Point:
    """Where it measures from: its flight stem, or for a sector the centre of its cluster
    (DF-RNG-07, DF-BOM-04)."""
    if isinstance(thing, Ship):
        return thing.pos
    if (cluster := state.clusters.get(thing.cluster)) is not None:
        return cluster.centre
    if thing.polygon:
        xs, ys = zip(*thing.polygon, strict=True)
        return (sum(xs) / len(xs), sum(ys) / len(ys))
    return (0.0, 0.0)


def aim_point(state: State, origin: Point, thing: Body) -> Point:
    """Where it is shot at: the flight stem, or the point of a sector's token nearest to the
    firer, for range and for arc (DF-ARC-04, DF-BOM-04)."""
    if isinstance(thing, Ship) or not thing.polygon:
        return stem(state, thing)
    if len(thing.polygon) > 2 and where_in_ring(origin, thing.polygon) is not Where.OUTSIDE:
        return origin
    return nearest_on_ring(thing.polygon, origin)


def facing_of(thing: Body) -> float:
    """Which way it faces; sectors face nowhere, their weapons are all round."""
    return thing.facing if isinstance(thing, Ship) else 0.0
