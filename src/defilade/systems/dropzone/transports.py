"""The transports chapter: embarking, disembarking, and Aerial Transports.

Knows reach, room and landing; what a squad does once it is out is in `garrison` and `moving`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from defilade.geometry.bases import Circle
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS
from defilade.ruling import Reason
from defilade.systems.dropzone.actions import Spots
from defilade.systems.dropzone.keywords import Special, find
from defilade.systems.dropzone.measuring import chained, spot, within
from defilade.systems.dropzone.placing import REACH, blocked_spot, put
from defilade.systems.dropzone.play import After
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.room import fits, is_aerial
from defilade.systems.dropzone.state import (
    Aboard,
    OnTable,
    Point,
    State,
    Unit,
    change_squad,
    members,
    rules_of,
)
from defilade.table import Table
from defilade.values import Inches


def embark_reasons(
    table: Table[State], squad: str, transport: str, spots: Mapping[str, Point]
) -> tuple[Reason, ...]:
    """Judge embarking from where the units end: in coherency, one of them within 2 of the
    Transport, room and matching values (DZ-TRA-01); an Aerial one has landed (DZ-TRA-04)."""
    state, rules = table.state, rules_of(table)
    carrier = state.units.get(transport)
    if carrier is None or not isinstance(carrier.where, OnTable):
        return (no("DZ-TRA-01", "no_transport", unit=transport),)
    found = list(fits(table, squad, carrier))
    units = members(state, squad)
    places = [(unit, spots[unit.id]) for unit in units if unit.id in spots]
    if len(places) < len(units):
        found.append(no("DZ-TRA-01", "not_on_table", squad=squad))
    if not chained(places, rules):
        found.append(no("DZ-TRA-01", "not_in_coherency", squad=squad))
    gaps = [gap_between(Circle(at, 0.0), spot(state, carrier)).distance for _, at in places]
    nearest = min(gaps, default=math.inf)
    if not within(nearest, REACH, rules):
        found.append(no("DZ-TRA-01", "transport_too_far", distance=nearest, limit=REACH))
    return (*found, *aerial_reasons(carrier))


def half_move(carrier: Unit) -> Inches:
    """Half of a Transport's MV, rounded up (DZ-TRA-04)."""
    return float(math.ceil(carrier.stats.mv / 2))


def aerial_reasons(
    carrier: Unit, *, moved: Inches | None = None, further: Inches | None = None
) -> tuple[Reason, ...]:
    """Why nobody can get in or out of an Aerial Transport: too far moved in the round, or not
    landed (DZ-TRA-04). `further` is the reach Rapid Insertion adds; with it, landing is not
    needed (DZ-GEN-08)."""
    if not is_aerial(carrier):
        return ()
    found = []
    limit = min(carrier.stats.mv, half_move(carrier) + (further or 0.0))
    gone = carrier.moved_round if moved is None else moved
    if gone > limit + EPS:
        found.append(no("DZ-TRA-04", "aerial_moved_too_far", moved=gone, limit=limit))
    if not carrier.landed and further is None:
        found.append(no("DZ-TRA-04", "not_landed", unit=carrier.id))
    return tuple(found)


def rapid(units: tuple[Unit, ...]) -> Inches | None:
    """How much further an Aerial Transport may move for Rapid Insertion; None without it on
    every unit."""
    found = [find(unit.stats.special, Special.RAPID_INSERTION) for unit in units]
    if not found or any(keyword is None for keyword in found):
        return None
    return float(min(keyword.x or 0 for keyword in found if keyword is not None))


def disembark_reasons(
    table: Table[State], squad: str, transport: str, spots: Spots, *, roof: bool = False
) -> tuple[Reason, ...]:
    """Judge getting out: every unit within 2 of the Transport, in coherency, on free ground
    (DZ-TRA-02); `roof` is Rapid Insertion straight in, which needs no ground (DZ-GEN-08)."""
    state, rules = table.state, rules_of(table)
    units = members(state, squad)
    carrier = state.units.get(transport)
    inside = all(unit.where == Aboard(transport) for unit in units)
    if carrier is None or not units or not inside or not isinstance(carrier.where, OnTable):
        return (no("DZ-TRA-02", "not_aboard", squad=squad, transport=transport),)
    found = list(aerial_reasons(carrier, further=rapid(units)))
    wanted, names = dict(spots), tuple(unit.id for unit in units)
    places: list[tuple[Unit, Point]] = []
    for unit in units:
        if unit.id not in wanted:
            found.append(no("DZ-TRA-02", "unit_not_placed", unit=unit.id))
            continue
        at = wanted[unit.id]
        places.append((unit, at))
        gap = gap_between(Circle(at, 0.0), spot(state, carrier)).distance
        if not within(gap, REACH, rules):
            found.append(no("DZ-TRA-02", "too_far_from_transport", unit=unit.id, distance=gap))
        found += () if roof else blocked_spot(table, unit, at, leaving_out=names)
    if not chained(places, rules):
        found.append(no("DZ-TRA-02", "not_in_coherency", squad=squad))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class GetOut:
    """A squad is put around its Transport: +2 to Accuracy this activation, and no AA fire
    after an Aerial Transport (DZ-TRA-03). A free unloading counts once (DZ-TRA-04)."""

    squad: str
    transport: str
    spots: Spots
    free: bool = False

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are out."""
        state = put(table.state, self.spots)
        carrier = state.units[self.transport]
        hot = is_aerial(carrier) or state.squads[carrier.squad].left_aerial_round
        state = change_squad(state, self.squad, disembarked=True, left_aerial_round=hot)
        if self.free:
            state = change_squad(state, carrier.squad, unloaded=True)
        return state, ()


@dataclass(frozen=True, slots=True)
class GetIn:
    """A squad is in its Transport (DZ-TRA-01); it shoots no more in this round (DZ-SHT-10)."""

    squad: str
    transport: str
    free: bool = False

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are in."""
        state = table.state
        for unit in members(state, self.squad):
            state = state.with_unit(replace(unit, where=Aboard(self.transport)))
        state = change_squad(state, self.squad, embarked_round=True)
        if self.free:
            carrier = state.units[self.transport]
            state = change_squad(state, carrier.squad, unloaded=True)
        return state, ()


def free_reasons(table: Table[State], transport: str) -> tuple[Reason, ...]:
    """Why an Aerial Transport may not load or unload for free now (DZ-TRA-04)."""
    state = table.state
    carrier = state.units.get(transport)
    if carrier is None or not is_aerial(carrier):
        return (no("DZ-TRA-04", "not_aerial", unit=transport),)
    found = list(aerial_reasons(carrier))
    squad = state.squads[carrier.squad]
    if squad.unloaded:
        found.append(no("DZ-TRA-04", "loaded_already", unit=transport))
    if "move" not in squad.actions:
        found.append(no("DZ-TRA-04", "not_in_a_move", unit=transport))
    return tuple(found)
