"""Checks where everybody is before play: Garrisons, Transports, links, ground.

Knows what the rules forbid at set-up; part of `checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Where
from defilade.systems.dropzone.battle import Battle
from defilade.systems.dropzone.making import Notes
from defilade.systems.dropzone.measuring import body, from_piece, lies_in, plan, within
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    Piece,
    State,
    Unit,
    members,
    occupants,
    passengers,
    rules_of,
    standing,
)
from defilade.systems.dropzone.terms import Rule, UnitType
from defilade.table import Table
from defilade.values import Inches

LINK_REACH: Inches = 2.0
"""How far apart linked Garrisons may be, at most (DZ-LNK-01)."""


def check_places(battle: Battle, table: Table[State], notes: Notes) -> None:
    """Note every fault of who stands, sits or hides where."""
    state = table.state
    for number, line in enumerate(battle.units):
        unit = state.units.get(line.id)
        if unit is not None:
            _check_unit(state, unit, number, notes)
    for name in battle.occupancy:
        _check_garrison(battle, table, name, notes)
    for number, pair in enumerate(battle.links):
        _check_link(table, pair, number, notes)
    numbers = {line.id: number for number, line in enumerate(battle.units)}
    for squad in state.squads:
        units = members(state, squad)
        away = next((u for u in units if type(u.where) is not type(units[0].where)), None)
        if away is not None:
            path = ("units", numbers[away.id])
            notes.error("squad_divided", path, "DZ-UNI-04", waiver="squad_divided", squad=squad)
    for number, scenery in enumerate(battle.scenery):
        if scenery.id in state.pieces:
            _check_edges(state.pieces[scenery.id], number, notes)
    _check_overlaps(state, numbers, notes)
    _check_on_table(state, numbers, notes)


def _check_unit(state: State, unit: Unit, number: int, notes: Notes) -> None:
    path = ("units", number)
    if isinstance(unit.where, Aboard):
        carrier = state.units.get(unit.where.transport)
        if carrier is None:
            notes.error("unknown_transport", (*path, "embarked"), transport=unit.where.transport)
            return
        group, other = state.squads[unit.squad], state.squads[carrier.squad]
        if (group.side, group.battlegroup) != (other.side, other.battlegroup):
            notes.error(
                "other_battlegroup",
                (*path, "embarked"),
                "DZ-TRA-01",
                waiver="other_battlegroup",
                unit=unit.id,
            )
    for symbol, room in unit.stats.capacity:
        needs = [p.stats.requirement for p in passengers(state, unit.id)]
        taken = sum(n for need in needs if need for s, n in (need,) if s == symbol)
        if taken > room:
            notes.error("transport_full", path, "DZ-TRA-01", unit=unit.id, room=room, taken=taken)
    if unit.landed and unit.stats.type is not UnitType.AIRCRAFT:
        notes.error("landed_no_aircraft", (*path, "landed"), "DZ-UNI-05", unit=unit.id)


def _check_garrison(battle: Battle, table: Table[State], name: str, notes: Notes) -> None:
    state = table.state
    piece = state.pieces.get(name)
    if piece is None or not piece.has(Rule.GARRISON):
        notes.error("no_garrison", ("occupancy", name), "DZ-GEN-01", piece=name)
        return
    for unit_name, place in battle.occupancy[name].items():
        path = ("occupancy", name, unit_name)
        unit = state.units.get(unit_name)
        if unit is None:
            notes.error("unknown_unit", path, unit=unit_name)
            continue
        if unit.type is not UnitType.INFANTRY:
            notes.error("not_infantry", path, "DZ-GEN-01", waiver="not_infantry", unit=unit_name)
        if place != "centre" and place not in piece.edges:
            notes.error("unknown_edge", path, "DZ-CFG-03", edge=place)
    inside = occupants(state, name)
    counts = Counter(unit.side for unit in inside)
    per_side = rules_of(table).garrison_capacity_per_side
    most = max(counts.values(), default=0) if per_side else len(inside)
    if piece.starting_dp is not None and most > piece.starting_dp:
        notes.error(
            "overfull",
            ("occupancy", name),
            "DZ-GEN-02",
            waiver="overfull",
            piece=name,
            units=most,
            room=piece.starting_dp,
        )
    for edge in piece.edges:
        holders = {u.side for u in inside if u.where == InGarrison(name, edge)}
        if len(holders) > 1:
            notes.error(
                "edge_shared",
                ("occupancy", name),
                "DZ-GMV-03",
                waiver="edge_shared",
                edge=edge,
            )


def link_gap(one: Piece, other: Piece) -> Inches:
    """Distance between two pieces, edge to edge (DZ-LNK-01)."""
    return gap_between(plan(one), plan(other)).distance


def _check_link(table: Table[State], pair: tuple[str, str], number: int, notes: Notes) -> None:
    pieces = [table.state.pieces.get(name) for name in pair]
    for name, piece in zip(pair, pieces, strict=True):
        if piece is None or not piece.has(Rule.GARRISON):
            notes.error("no_garrison", ("links", number), "DZ-LNK-01", piece=name)
            return
    assert pieces[0] is not None and pieces[1] is not None  # noqa: PT018  # seen to above
    gap = link_gap(pieces[0], pieces[1])
    if not within(gap, LINK_REACH, rules_of(table)):
        notes.error("link_too_far", ("links", number), "DZ-LNK-01", pair=pair, gap=gap)


def _check_edges(piece: Piece, number: int, notes: Notes) -> None:
    for name, stretch in piece.edges.items():
        for point in stretch:
            on_rim = lies_in(piece, point) is Where.BOUNDARY
            if not on_rim and from_piece(piece, point) > EPS:
                notes.warning(
                    "edge_off_outline", ("scenery", number, "edges", name), "DZ-CFG-03", edge=name
                )
                break


def _check_overlaps(state: State, numbers: Mapping[str, int], notes: Notes) -> None:
    on_table = list(standing(state))
    for k, (unit, where) in enumerate(on_table):
        path = ("units", numbers[unit.id], "at")
        grounded = unit.type is not UnitType.AIRCRAFT and where.level == 0
        for piece in state.pieces.values() if grounded else ():
            inside = lies_in(piece, where.at) is Where.INSIDE
            if piece.has(Rule.IMPASSABLE) and inside:
                notes.warning(
                    "stands_on_impassable", path, "DZ-MOV-03", unit=unit.id, piece=piece.id
                )
        for other, there in on_table[k + 1 :]:
            if where.level != there.level:
                continue
            mine = body(unit.stats, where.at, unit.facing)
            theirs = body(other.stats, there.at, other.facing)
            if gap_between(mine, theirs).distance <= 0.0:
                place = ("units", numbers[other.id], "at")
                notes.warning("units_overlap", place, "DZ-MOV-01", unit=unit.id, other=other.id)


def _check_on_table(state: State, numbers: Mapping[str, int], notes: Notes) -> None:
    """The centre of every unit lies on the table, where the table has a size."""
    if state.size is None:
        return
    width, height = state.size
    for unit, where in standing(state):
        x, y = where.at
        if not (-EPS <= x <= width + EPS and -EPS <= y <= height + EPS):
            notes.error(
                "off_table",
                ("units", numbers[unit.id], "at"),
                waiver="off_table",
                unit=unit.id,
                x=x,
                y=y,
                width=width,
                depth=height,
            )
