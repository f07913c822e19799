"""Occupying Garrison Terrain: who is able, and what becomes of a Regiment that does.

Knows ability and effect; how the Regiment came there is for `marching` and `wiped`.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.record import Datum
from defilade.ruling import Reason
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State, Terrain, marked
from defilade.systems.conquest.terms import Kind


def counted_stands(regiment: Regiment, rules: HouseRules) -> int:
    """Stands that Capacity is compared with: those it has now, Characters' included unless
    agreed otherwise (CQ-OCC-02, CQ-OCC-03)."""
    if rules.character_counts:
        return regiment.stands
    return regiment.stands - min(regiment.profile.characters, regiment.stands)


def too_many(regiment: Regiment, place: Terrain, rules: HouseRules) -> tuple[Reason, ...]:
    """Against too many Stands; as many as the Capacity is allowed (CQ-OCC-02)."""
    stands = counted_stands(regiment, rules)
    if stands <= place.capacity:
        return ()
    code: dict[str, Datum] = {"place": place.id, "stands": stands, "capacity": place.capacity}
    found = [no("CQ-OCC-02", "too_many_stands", **code)]
    if regiment.profile.characters and stands - regiment.profile.characters <= place.capacity:
        found.append(no("CQ-OCC-03", "characters_count", place=place.id))
    return tuple(found)


def never(state: State, regiment: Regiment, place: Terrain) -> tuple[Reason, ...]:
    """Against Occupying at all, room apart: the wrong type (CQ-OCC-01), somebody inside, friend
    or foe (CQ-OCC-04), no garrison, or left this Turn (CQ-LEA-12). Being Broken does not matter
    (CQ-OCC-10)."""
    found = []
    if not place.is_garrison:
        found.append(no("CQ-CFG-01", "no_garrison", place=place.id))
    if regiment.profile.kind is not Kind.INFANTRY:
        kind = regiment.profile.kind.value
        found.append(no("CQ-OCC-01", "not_infantry", regiment=regiment.id, kind=kind))
    if place.occupant is not None:
        found.append(no("CQ-OCC-04", "occupied", place=place.id, occupant=place.occupant))
    if place.id in regiment.left:
        found.append(no("CQ-LEA-12", "left_this_turn", regiment=regiment.id, place=place.id))
    return tuple(found)


def occupied(state: State, name: str, place: str, *, keeps_actions: bool = False) -> State:
    """The state with a Regiment inside: off the table, Stands and Models kept (CQ-OCC-06); the
    Models that mark the feature stand anywhere and are never measured to (CQ-OCC-07); Actions
    left are lost (CQ-OCC-08)."""
    regiment = state.regiments[name]
    inside = replace(
        regiment,
        formation=None,
        location=place,
        occupied=marked(regiment.occupied, place),
        actions_left=regiment.actions_left if keeps_actions else 0,
        seeking=None,
    )
    return state.put(inside).occupied_by(place, name)
