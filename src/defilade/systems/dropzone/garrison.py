"""The Garrison chapters: entering, leaving, moving inside, linked Garrisons.

Knows who may go in, out and where inside; tests and flight are in `fortitude`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from defilade.geometry.bases import Circle
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropzone.actions import Places, Spots, place_for
from defilade.systems.dropzone.checks_places import link_gap
from defilade.systems.dropzone.fortitude import RunAway, Test, home_of, outnumbered
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import (
    chained,
    from_piece,
    from_stretch,
    spot_from_piece,
    within,
)
from defilade.systems.dropzone.placing import REACH, blocked_spot, put
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.reasons import no, note, yes
from defilade.systems.dropzone.room import room_left
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    OnTable,
    Piece,
    Point,
    State,
    Unit,
    change_squad,
    linked_to,
    members,
    occupants,
    rules_of,
)
from defilade.systems.dropzone.terms import CENTRE, Entered, Rule, UnitType
from defilade.table import Table
from defilade.values import Inches


def may_occupy(
    table: Table[State], squad: str, garrison: str, places: Places
) -> tuple[Reason, ...]:
    """Why a squad may not be in a Garrison at such places, however it comes (DZ-GEN-01, -02,
    -05, -06); empty where it may."""
    state, rules = table.state, rules_of(table)
    piece = state.pieces.get(garrison)
    if piece is None or not piece.has(Rule.GARRISON):
        return (no("DZ-GEN-01", "no_garrison", piece=garrison),)
    units = members(state, squad)
    found = [
        no("DZ-GEN-01", "not_infantry", unit=unit.id)
        for unit in units
        if unit.type is not UnitType.INFANTRY
    ]
    left = room_left(table, garrison, squad)
    if len(units) > left:
        found.append(no("DZ-GEN-02", "no_room_inside", units=len(units), room=left))
    taken = {place_for(places, unit.id) for unit in units}
    if len(taken) > 1 and not rules.garrison_split_on_entry:
        found.append(no("DZ-GEN-05", "one_place_on_entry", squad=squad))
    return (*found, *_edges_free(state, squad, piece, taken, "DZ-GEN-06"))


def _edges_free(
    state: State, squad: str, piece: Piece, places: set[str], clause: str
) -> tuple[Reason, ...]:
    """Why places cannot be taken: no such edge, or enemies hold it (DZ-GMV-03, DZ-GEN-06)."""
    side = state.squads[squad].side
    found = []
    for place in sorted(places - {CENTRE}):
        if place not in piece.edges:
            found.append(no("DZ-CFG-03", "unknown_edge", edge=place, piece=piece.id))
        holders = {
            unit.side
            for unit in occupants(state, piece.id)
            if unit.where == InGarrison(piece.id, place)
        }
        if holders - {side}:
            found.append(no(clause, "enemy_holds_edge", edge=place, piece=piece.id))
            if clause != "DZ-GMV-03":
                found.append(no("DZ-GMV-03", "enemy_holds_edge", edge=place, piece=piece.id))
    return tuple(found)


def enter_reasons(
    table: Table[State],
    squad: str,
    garrison: str,
    places: Places,
    *,
    spots: Mapping[str, Point],
    any_side: bool = False,
) -> tuple[Reason, ...]:
    """Judge entering from where the units end: in coherency, one of them within 2 of an
    entrance (DZ-GEN-03). `any_side` is Rapid Insertion (DZ-GEN-08)."""
    state, rules = table.state, rules_of(table)
    found = list(may_occupy(table, squad, garrison, places))
    piece = state.pieces.get(garrison)
    if piece is None:
        return tuple(found)
    units = members(state, squad)
    on_table = [(unit, spots[unit.id]) for unit in units if unit.id in spots]
    if len(on_table) < len(units):
        found.append(no("DZ-GEN-03", "not_on_table", squad=squad))
    if not chained(on_table, rules):
        found.append(no("DZ-GEN-03", "not_in_coherency", squad=squad))
        found.append(no("DZ-UNI-03", "not_in_coherency", squad=squad))
    distance = entrance_distance(table, piece, on_table, any_side=any_side)
    clause = "DZ-GEN-08" if any_side else "DZ-GEN-03"
    if distance is None:
        found.append(no("DZ-CFG-06", "no_entrance", piece=garrison))
    elif not within(distance, REACH, rules):
        found.append(no(clause, "entrance_too_far", distance=distance, limit=REACH))
    else:
        found.append(yes(clause, "near_entrance", distance=distance, limit=REACH))
    return tuple(found)


def entrance_distance(
    table: Table[State],
    piece: Piece,
    places: list[tuple[Unit, Point]],
    *,
    any_side: bool = False,
) -> Inches | None:
    """Distance of the nearest unit to an entrance, to any part of the piece with Rapid
    Insertion; None without entrances (DZ-CFG-06)."""
    rules = rules_of(table)
    if any_side:
        gaps = [spot_from_piece(rules, unit, Circle(at, 0.0), piece) for unit, at in places]
    else:
        gaps = [from_stretch(rules, u, at, way) for u, at in places for way in piece.entrances]
    return min(gaps, default=None)


def enemies_inside(state: State, squad: str, garrison: str) -> bool:
    """Whether a Garrison holds enemies of a squad."""
    side = state.squads[squad].side
    return any(unit.side != side for unit in occupants(state, garrison))


@dataclass(frozen=True, slots=True)
class GoIn:
    """A squad's units leave the table for their places inside (DZ-GEN-04); among enemies, its
    Close Quarters successes will be re-rolled (DZ-GSH-03)."""

    squad: str
    garrison: str
    places: Places
    how: Entered = Entered.NORMAL

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are inside."""
        state = table.state
        if enemies_inside(state, self.squad, self.garrison):
            state = change_squad(state, self.squad, entered=self.how)
        else:
            state = change_squad(state, self.squad, entered=None)
        for unit in members(state, self.squad):
            place = place_for(self.places, unit.id)
            where = InGarrison(self.garrison, None if place == CENTRE else place)
            state = state.with_unit(replace(unit, where=where))
        return state, ()


def stay_put(table: Table[State], squad: str) -> tuple[Reason, ...]:
    """Bloodthirsty units do not move in or leave a Garrison that holds enemies (DZ-GEX-10)."""
    home = home_of(table.state, squad)
    wild = any(has(u.stats.special, Special.BLOODTHIRSTY) for u in members(table.state, squad))
    if home is not None and wild and enemies_inside(table.state, squad, home):
        return (no("DZ-GEX-10", "bloodthirsty", squad=squad),)
    return ()


def leave_reasons(table: Table[State], squad: str, spots: Spots) -> tuple[Reason, ...]:
    """Judge leaving: every unit within 2 of the Garrison, in coherency, on free ground
    (DZ-GEX-01, DZ-GEX-02)."""
    state, rules = table.state, rules_of(table)
    home = home_of(state, squad)
    if home is None:
        return (no("DZ-GEX-01", "not_inside", squad=squad),)
    piece, units, wanted = state.pieces[home], members(state, squad), dict(spots)
    found = list(stay_put(table, squad))
    names = tuple(unit.id for unit in units)
    places: list[tuple[Unit, Point]] = []
    for unit in units:
        if unit.id not in wanted:
            found.append(no("DZ-GEX-01", "whole_squad_leaves", unit=unit.id))
            continue
        at = wanted[unit.id]
        distance = spot_from_piece(rules, unit, Circle(at, 0.0), piece)
        places.append((replace(unit, where=OnTable(at)), at))
        if not within(distance, REACH, rules):
            found.append(no("DZ-GEX-01", "too_far_from_garrison", unit=unit.id, distance=distance))
        found += blocked_spot(table, unit, at, leaving_out=names)
    if not chained(places, rules):
        found.append(no("DZ-GEX-01", "not_in_coherency", squad=squad))
    if outnumbered(state, squad, home):
        found.append(note("DZ-GEX-05", "test_to_leave", squad=squad))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class GoOut:
    """A squad's units are put around the Garrison they leave; they have no MV left, and moved
    the distance from it (DZ-GEX-01, DZ-GEX-03); or straight into a Transport (DZ-GEX-04)."""

    squad: str
    spots: Spots
    embark: str | None = None

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are out."""
        state = table.state
        home = home_of(state, self.squad)
        full = rules_of(table).garrison_leave_counts_full_mv
        wanted = dict(self.spots)
        units = members(state, self.squad)
        for unit in units:
            at = wanted[unit.id]
            gone = from_piece(state.pieces[home], at) if home is not None else 0.0
            moved = unit.stats.mv if full else gone
            state = state.with_unit(
                replace(
                    unit,
                    moved=unit.moved + moved,
                    moved_round=unit.moved_round + moved,
                )
            )
        state = put(state, tuple((unit.id, wanted[unit.id]) for unit in units))
        return aboard(state, self.squad, self.embark), ()


def aboard(state: State, squad: str, transport: str | None) -> State:
    """The state with a squad in a Transport, if one is named (DZ-TRA-01)."""
    if transport is None:
        return state
    for unit in members(state, squad):
        state = state.with_unit(replace(unit, where=Aboard(transport)))
    return change_squad(state, squad, embarked_round=True)


def leave_tasks(
    table: Table[State], squad: str, spots: Spots, embark: str | None
) -> tuple[Task, ...]:
    """Leaving: at once, or after the Fortitude Test that outnumbered squads take
    (DZ-GEX-05, DZ-GEX-06)."""
    home = home_of(table.state, squad)
    out: tuple[Task, ...] = (GoOut(squad, spots, embark),)
    if home is not None and outnumbered(table.state, squad, home):
        return (Test(squad, out, (RunAway(squad, spots),), costs=True),)
    return out


def inside_reasons(table: Table[State], squad: str, places: Places) -> tuple[Reason, ...]:
    """Judge moving inside: any edge without enemies, or the centre (DZ-GMV-01, -03, -04)."""
    state = table.state
    home = home_of(state, squad)
    if home is None:
        return (no("DZ-GMV-01", "not_inside", squad=squad),)
    found = list(stay_put(table, squad))
    wanted = dict(places)
    units = {unit.id: unit for unit in members(state, squad)}
    for name in wanted:
        if name != "*" and name not in units:
            found.append(no("DZ-GMV-01", "not_of_squad", unit=name))
    moving = {name: place_for(places, name) for name in units if name in wanted or "*" in wanted}
    found += _edges_free(state, squad, state.pieces[home], set(moving.values()), "DZ-GMV-03")
    if rules_of(table).garrison_edges_only and CENTRE in moving.values():
        found.append(no("DZ-GMV-04", "edges_only", squad=squad))
    found.append(Reason("DZ-GMV-02", "stationary", Record(squad=squad), Weight.FOR))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Shift:
    """Units take other places in their Garrison; they count as stationary (DZ-GMV-02)."""

    squad: str
    places: Places

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are there; who is not named stays."""
        state, wanted = table.state, dict(self.places)
        for unit in members(state, self.squad):
            if unit.id not in wanted and "*" not in wanted:
                continue
            place = place_for(self.places, unit.id)
            assert isinstance(unit.where, InGarrison)  # judged before
            where = InGarrison(unit.where.garrison, None if place == CENTRE else place)
            state = state.with_unit(replace(unit, where=where))
        return state, ()


def linked(state: State, one: str, other: str) -> bool:
    """Whether two Garrisons are linked (DZ-CFG-04)."""
    return other in linked_to(state, one)


def cross_reasons(
    table: Table[State], squad: str, garrison: str, places: Places, only: tuple[str, ...]
) -> tuple[Reason, ...]:
    """Judge going to a linked Garrison: all of the squad, entering anew, without entrance or
    coherency (DZ-LNK-02, DZ-LNK-03)."""
    state = table.state
    home = home_of(state, squad)
    if home is None:
        return (no("DZ-LNK-02", "not_inside", squad=squad),)
    found = list(stay_put(table, squad))
    if not linked(state, home, garrison):
        found.append(no("DZ-LNK-02", "not_linked", piece=home, other=garrison))
    staying = [u.id for u in members(state, squad) if only and u.id not in only]
    if staying:
        found.append(no("DZ-LNK-02", "whole_squad_goes", staying=tuple(staying)))
    found += may_occupy(table, squad, garrison, places)
    if _tested(table, squad, home):
        found.append(note("DZ-GEX-08", "test_to_leave", squad=squad))
    return tuple(found)


def _tested(table: Table[State], squad: str, home: str) -> bool:
    """Whether going to a linked Garrison takes the leave test (DZ-GEX-08)."""
    free = rules_of(table).garrison_linked_leave_untested
    return not free and outnumbered(table.state, squad, home)


@dataclass(frozen=True, slots=True)
class GoAcross:
    """A squad is in the linked Garrison; it moved the width of the gap (DZ-LNK-05)."""

    squad: str
    garrison: str
    places: Places

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """It moved, then it enters (DZ-LNK-04)."""
        state = table.state
        home = home_of(state, self.squad)
        gap = link_gap(state.pieces[home or self.garrison], state.pieces[self.garrison])
        for unit in members(state, self.squad):
            state = state.with_unit(
                replace(unit, moved=unit.moved + gap, moved_round=unit.moved_round + gap)
            )
        return state, (GoIn(self.squad, self.garrison, self.places, Entered.LINKED),)


def cross_tasks(table: Table[State], squad: str, garrison: str, places: Places) -> tuple[Task, ...]:
    """Going across: at once, or after the leave test."""
    home = home_of(table.state, squad)
    over: tuple[Task, ...] = (GoAcross(squad, garrison, places),)
    if home is not None and _tested(table, squad, home):
        return (Test(squad, over, (RunAway(squad),), costs=True),)
    return over
