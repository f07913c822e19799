"""Checks a drawn battle: a table to play on, or every fault at once.

Knows what may stand where before play; the rules of play are in the chapters' modules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from defilade.frozen import FrozenMap
from defilade.geometry.plane import snap_point
from defilade.geometry.regions import ring_faults
from defilade.systems.dropzone.battle import Battle, StatLine
from defilade.systems.dropzone.checks_places import check_places
from defilade.systems.dropzone.making import Notes, piece, stats, unit
from defilade.systems.dropzone.state import (
    Objective,
    Piece,
    ScanToken,
    Squad,
    State,
    Turn,
    Unit,
    paired,
)
from defilade.systems.dropzone.terms import Entered, Rule
from defilade.table import Draft, Faults, Table, judged

_ID = re.compile(r"[^\s;:,>]+\Z")
_FLAGS = frozenset(
    {
        "entered_occupied_this_activation",
        "by_linked",
        "by_rapid_insertion",
        "disembarked_this_activation",
        "embarked_this_round",
        "left_aerial_transport",
    }
)


def check(
    draft: Draft[Battle], *, system: str, waive: Iterable[str] = ()
) -> Table[State] | Faults[Battle]:
    """The table of a battle, or all its faults; `waive` names errors agreed to overlook."""
    battle, notes = draft.battle, Notes()
    _check_names(battle, notes)
    table = Table(system, drawn(battle, notes), battle.options, tuple(waive))
    check_places(battle, table, notes)
    return judged(draft, table, tuple(notes.faults))


def drawn(battle: Battle, notes: Notes) -> State:
    """The state of all lines that can be read; what is wrong with the others is noted."""
    pieces = _pieces(battle, notes)
    units = _units(battle, notes)
    return State(
        units=FrozenMap(units),
        squads=FrozenMap(_squads(battle, units, notes)),
        pieces=FrozenMap(pieces),
        links=paired(battle.links),
        objectives=FrozenMap(_objectives(battle, notes)),
        scan_tokens=tuple(
            ScanToken(token.side, snap_point(token.at), token.unit) for token in battle.scan_tokens
        ),
        round=battle.round,
        phase=battle.phase,
        turn=_turn(battle, units, notes),
        size=battle.size,
    )


def _check_names(battle: Battle, notes: Notes) -> None:
    named = (
        ("scenery", [line.id for line in battle.scenery]),
        ("units", [line.id for line in battle.units]),
    )
    for place, ids in named:
        counted = Counter(ids)
        for number, name in enumerate(ids):
            if not _ID.match(name):
                notes.error("bad_id", (place, number, "id"), id=name)
            if counted[name] > 1:
                notes.error("id_twice", (place, number, "id"), id=name)
    pieces = {line.id for line in battle.scenery}
    for number, line in enumerate(battle.units):
        if line.id in pieces:
            notes.error("id_twice", ("units", number, "id"), id=line.id)


FARTHEST = 10000
"""Inches from the corner of a table beyond which no scenery stands."""


def _pieces(battle: Battle, notes: Notes) -> dict[str, Piece]:
    made: dict[str, Piece] = {}
    for number, line in enumerate(battle.scenery):
        path = ("scenery", number)
        if bool(line.footprint) == bool(line.line):
            notes.error("no_outline", path, id=line.id)
            continue
        if line.line and len(line.line) < 2:
            notes.error("short_line", (*path, "line"), id=line.id)
            continue
        if any(abs(n) > FARTHEST for point in (*line.footprint, *line.line) for n in point):
            notes.error("too_far", path, id=line.id, most=FARTHEST)
            continue
        for fault in ring_faults(line.footprint) if line.footprint else ():
            notes.error("bad_outline", (*path, "footprint"), id=line.id, kind=fault.kind.value)
        if line.footprint and len(set(line.footprint)) < 3:
            continue
        made[line.id] = one = piece(line, battle.options)
        _check_piece(one, line.blind_edges, path, notes)
    return made


def _check_piece(
    one: Piece, blind: tuple[str, ...], path: tuple[str | int, ...], notes: Notes
) -> None:
    if one.has(Rule.DESTRUCTIBLE) and (one.armour is None or not one.starting_dp):
        notes.error("destructible_without_numbers", path, "DZ-CFG-08", id=one.id)
    if one.has(Rule.PASSABLE) and one.has(Rule.IMPASSABLE):
        notes.error("passable_and_impassable", (*path, "rules"), "DZ-CFG-02", id=one.id)
    if one.line and one.has(Rule.GARRISON):
        notes.error("line_garrison", path, "DZ-GEN-04", id=one.id)
    for name in blind:
        if name not in one.edges:
            notes.error("unknown_edge", (*path, "blind_edges"), "DZ-CFG-07", edge=name)
    _check_damage(one, path, notes)


def _check_damage(one: Piece, path: tuple[str | int, ...], notes: Notes) -> None:
    """What a piece has left lies between nothing and what it started with (DZ-DES-01)."""
    if one.tokens < 0:
        where = (*path, "collateral_tokens")
        notes.error("impossible_tokens", where, "DZ-DES-01", id=one.id, given=one.tokens)
    if one.dp and one.starting_dp is None:
        notes.error("dp_without_start", (*path, "dp"), "DZ-DES-01", id=one.id, given=one.dp)
    elif not 0 <= (one.dp or 0) <= (one.starting_dp or 0):
        notes.error(
            "impossible_dp",
            (*path, "dp"),
            "DZ-DES-01",
            id=one.id,
            given=one.dp,
            start=one.starting_dp,
        )


def _units(battle: Battle, notes: Notes) -> dict[str, Unit]:
    made: dict[str, Unit] = {}
    for number, line in enumerate(battle.units):
        path = ("units", number)
        if line.kind is not None and line.kind not in battle.kinds:
            notes.error("unknown_kind", (*path, "kind"), kind=line.kind)
        printed = stats(line, battle.kinds.get(line.kind or "", StatLine()), path, notes)
        if printed is None:
            continue
        if not 0 <= line.dp_lost <= printed.dp:
            lost, had = line.dp_lost, printed.dp
            where = (*path, "dp_lost")
            notes.error("impossible_damage", where, "DZ-DMG-05", id=line.id, given=lost, dp=had)
        one = unit(line, printed, battle)
        named = [weapon.name for weapon in printed.weapons]
        if len(set(named)) < len(named):
            notes.error("weapon_name_twice", path, "DZ-SHT-05", unit=line.id)
        if one is None:
            notes.error("nowhere", path, unit=line.id)
        else:
            made[line.id] = one
    return made


def _squads(battle: Battle, units: dict[str, Unit], notes: Notes) -> dict[str, Squad]:
    made: dict[str, Squad] = {}
    groups = {line.id: str(line.battlegroup or "") for line in battle.units}
    for one in units.values():
        flags = set(battle.flags.get(one.squad, ()))
        number, line = next((n, u) for n, u in enumerate(battle.units) if u.id == one.id)
        before = made.get(one.squad)
        if before is None:
            made[one.squad] = _squad(battle, one, groups[one.id], flags)
        elif before.side != one.side:
            path = ("units", number, "side")
            notes.error("squad_of_two_sides", path, "DZ-UNI-01", squad=one.squad)
        squad = made[one.squad]
        made[one.squad] = replace(
            squad,
            embarked_round=squad.embarked_round or line.embarked_this_round,
            disembarked=squad.disembarked or line.disembarked_this_activation,
        )
    totals = Counter[str]()
    for one in units.values():
        totals[one.squad] += one.stats.dp
    for name, squad in made.items():
        given = battle.squads[name].starting_total_dp if name in battle.squads else None
        made[name] = replace(squad, starting_total_dp=totals[name] if given is None else given)
    for name in (*battle.squads, *battle.flags):
        if name not in made:
            notes.error("unknown_squad", ("squads", name), squad=name)
    for name, flags_given in battle.flags.items():
        for flag in flags_given:
            if flag not in _FLAGS:
                notes.error("unknown_flag", ("flags", name), flag=flag)
    return made


def _squad(battle: Battle, one: Unit, group: str, flags: set[str]) -> Squad:
    line = battle.squads.get(one.squad)
    entered = Entered.NORMAL if "entered_occupied_this_activation" in flags else None
    if entered is not None and "by_linked" in flags:
        entered = Entered.LINKED
    if entered is not None and "by_rapid_insertion" in flags:
        entered = Entered.RAPID
    return Squad(
        id=one.squad,
        side=one.side,
        battlegroup=group,
        starting_total_dp=0,
        carrying=line.carrying if line else None,
        cq_damage=line.cq_damage_this_activation if line else 0,
        entered=entered,
        disembarked="disembarked_this_activation" in flags,
        embarked_round="embarked_this_round" in flags,
        left_aerial_round="left_aerial_transport" in flags,
    )


def _objectives(battle: Battle, notes: Notes) -> dict[str, Objective]:
    made: dict[str, Objective] = {}
    for line in battle.scenery:
        for name in line.objectives:
            told = battle.objectives.get(name)
            hidden = told.hidden if told and told.hidden is not None else True
            if name in made:
                notes.error("objective_twice", ("scenery",), "DZ-OBJ-04", objective=name)
            made[name] = Objective(name, garrison=line.id, hidden=hidden)
    for squad, brought in battle.squads.items():
        if brought.carrying is not None:
            if brought.carrying in made:
                notes.error(
                    "objective_twice", ("squads", squad), "DZ-OBJ-04", objective=brought.carrying
                )
            side = next((u.side for u in battle.units if (u.squad or u.id) == squad), None)
            made[brought.carrying] = Objective(brought.carrying, side=side)
    for name, told in battle.objectives.items():
        if name in made:
            continue
        if told.at is None:
            notes.error("objective_nowhere", ("objectives", name), objective=name)
        else:
            made[name] = Objective(name, at=snap_point(told.at), hidden=bool(told.hidden))
    return made


def _turn(battle: Battle, units: dict[str, Unit], notes: Notes) -> Turn | None:
    met = tuple(dict.fromkeys(unit.side for unit in units.values()))
    order = battle.initiative or met
    if set(order) != set(met) and battle.initiative:
        notes.error("initiative_sides", ("initiative",), "DZ-RND-01", sides=met)
    return None if battle.free or not order else Turn(order, order[0])
