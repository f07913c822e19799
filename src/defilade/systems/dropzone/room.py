"""Who fits where: room in Garrisons and in Transports.

Knows capacities and Requirements; never how somebody gets there.
"""

from __future__ import annotations

import math

from defilade.ruling import Reason
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.state import (
    State,
    Unit,
    members,
    occupants,
    passengers,
    rules_of,
)
from defilade.systems.dropzone.terms import UnitType
from defilade.table import Table


def room_left(table: Table[State], garrison: str, squad: str) -> float:
    """How many more units a Garrison holds: its starting DP less all units inside, or less
    the side's own where that is agreed (DZ-GEN-02). Endless without DP."""
    piece = table.state.pieces[garrison]
    if piece.starting_dp is None:
        return math.inf
    inside = occupants(table.state, garrison)
    if rules_of(table).garrison_capacity_per_side:
        side = table.state.squads[squad].side
        inside = tuple(unit for unit in inside if unit.side == side)
    return piece.starting_dp - len(inside)


def fits(table: Table[State], squad: str, carrier: Unit) -> tuple[Reason, ...]:
    """Why a squad may not be in a Transport: another side or Battlegroup, no matching value,
    no room, or passengers of another Battlegroup (DZ-TRA-01); empty where it may."""
    state = table.state
    brought, other = state.squads[squad], state.squads[carrier.squad]
    found = []
    if not carrier.stats.capacity:
        return (no("DZ-TRA-01", "no_transport", unit=carrier.id),)
    if (brought.side, brought.battlegroup) != (other.side, other.battlegroup):
        found.append(no("DZ-TRA-01", "other_battlegroup", transport=carrier.id))
    rooms = dict(carrier.stats.capacity)
    taken: dict[str, int] = {}
    coming = members(state, squad)
    for unit in (*passengers(state, carrier.id), *coming):
        need = unit.stats.requirement
        if need is None or need[0] not in rooms:
            if unit in coming:
                found.append(no("DZ-TRA-01", "no_matching_value", unit=unit.id))
            continue
        taken[need[0]] = taken.get(need[0], 0) + need[1]
    for symbol, n in taken.items():
        if n > rooms[symbol]:
            found.append(
                no("DZ-TRA-01", "no_room", transport=carrier.id, room=rooms[symbol], needed=n)
            )
    return tuple(found)


def is_aerial(carrier: Unit) -> bool:
    """Whether a Transport is an Aircraft (DZ-TRA-04)."""
    return carrier.stats.type is UnitType.AIRCRAFT
