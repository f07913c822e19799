"""Stand-ins: one entry each, cited wherever they decide, and replaced by the players' book."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from defilade.ruling import Cover, Firing, Movement, Permission
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.battle import Defaults, TerrainValues, UnitValues
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.standins import StandIn, stand_ins
from defilade.systems.greatwar.tables import KINDS
from defilade.systems.greatwar.terms import Ground, Token
from defilade.testing.conformance import read_cases
from tests.systems.greatwar.boards import ready, table

HERE = Path(__file__).parents[2]
LEDGER_DEFAULTS = {
    clause.id for clause in SYSTEM.clauses.values() if clause.origin.value == "default"
}


def test_every_clause_without_a_source_has_its_entry() -> None:
    assert {one.clause for one in stand_ins().values()} >= LEDGER_DEFAULTS


@pytest.mark.parametrize("entry", stand_ins().values(), ids=stand_ins())
def test_each_entry_can_be_replaced_where_it_says(entry: StandIn) -> None:
    assert entry.clause in SYSTEM.clauses
    kind, _, rest = entry.name.partition(".")
    if kind == "options":
        assert getattr(HouseRules(), rest) in (entry.value, tuple(_list(entry.value)))
    elif kind == "units":
        name, _, value = rest.partition(".")
        assert name in KINDS
        assert value in {field.name for field in fields(UnitValues)}
    elif kind == "terrain":
        name, _, value = rest.partition(".")
        assert name in tuple(Ground) or name == Token.WIRE
        assert value in {field.name for field in fields(TerrainValues)}
    else:
        assert kind in {field.name for field in fields(Defaults)}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def test_a_battle_without_values_of_its_own_rests_on_all_of_them() -> None:
    assert set(book_of(Defaults()).unsourced) == set(stand_ins())


BOARD = ".^MG1 . BvI1\n  . . .\n"


def cited(board: str, more: str = "") -> set[object]:
    of = ready(table(board, more))
    ruling = SYSTEM.rule(Firing("MG1", "I1"), of)
    return {r.params["name"] for r in ruling.reasons if r.code == "stand_in" and r.default}


def test_a_ruling_names_every_stand_in_that_decides_it() -> None:
    assert cited(BOARD) >= {"units.machine_gun.ranged", "die_faces", "hit_faces"}


def test_a_value_of_the_players_own_book_is_no_stand_in_any_more() -> None:
    own = (
        "defaults:\n  die_faces: [soldier, soldier, burst, deadly, flag, hq]\n"
        "  units: {machine_gun: {ranged: [3, 3, 2]}}\n"
    )
    assert "units.machine_gun.ranged" not in cited(BOARD, own)
    assert "die_faces" not in cited(BOARD, own)
    of = ready(table(BOARD, own))
    assert SYSTEM.rule(Firing("MG1", "I1"), of).numbers["dice"] == 3


def test_rows_of_the_terrain_table_can_be_replaced() -> None:
    """GW-PROT-02, GW-PROT-03, GW-TER-01: rubble was not found; here the players' book has it."""
    board = ".^MG1 . RvI1\n  . . .\n"
    stand_in = SYSTEM.rule(Cover("MG1", "I1"), ready(table(board)))
    assert (stand_in.numbers["S"], stand_in.numbers["Fl"]) == (1, "1")
    assert any(r.default for r in stand_in.reasons)
    own = "defaults: {terrain: {building_rubble: {symbols: 2, flags: 0, close_symbols: 1}}}\n"
    replaced = SYSTEM.rule(Cover("MG1", "I1"), ready(table(board, own)))
    assert (replaced.numbers["S"], replaced.numbers["Fl"]) == (2, "0")
    assert not any(r.default for r in replaced.reasons)


def test_every_house_rule_is_switched_in_some_case() -> None:
    """Every option does something that a worked case shows."""
    names = {field.name for field in fields(HouseRules)}
    seen: set[str] = set()
    for path in sorted((HERE / "conformance").glob("greatwar*.yaml")):
        for case in read_cases(path):
            steps = case["do"] if isinstance(case["do"], list) else [case["do"]]
            configs = [(case.get("given") or {}).get("config") or {}]
            configs += [step.get("config") or {} for step in steps]
            seen |= {name.replace(".", "_") for config in configs for name in config}
    assert names - seen == set()


def test_the_page_lists_every_stand_in_with_its_value() -> None:
    page = (HERE.parent / "docs" / "systems" / "greatwar.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w.]+)` \| (GW-[A-Z]+-\d+) \|", page, re.MULTILINE))
    assert rows == {entry.name: entry.clause for entry in stand_ins().values()}


def test_the_shape_of_the_standard_field_is_told_as_a_stand_in() -> None:
    """GW-MAP-02: only where nobody stated the rows."""
    move = Movement("I1", ((11.0, 1.0),))
    units = "units: [{id: I1, side: bottom, at: [10, 1]}]\n"
    assumed = SYSTEM.rule(move, ready(table("", units)))
    assert [r.params["name"] for r in assumed.reasons if r.default] == ["options.board_short_rows"]
    stated = SYSTEM.rule(move, ready(table("", units + "rows: [12, 11, 12]\n")))
    assert not any(r.default for r in stated.reasons)


def test_a_tank_on_a_broken_bridge_battles_by_a_stand_in() -> None:
    """GW-BRG-09."""
    of = ready(table("W%^MKM1 .vI2\n  . .\n"))
    ruling = SYSTEM.rule(Firing("MKM1", "I2"), of)
    assert ruling.verdict is Permission.ALLOWED
    assert "options.bridge_damaged_with_vehicle" in {
        r.params.get("name") for r in ruling.reasons if r.default
    }


def test_leaving_a_fortified_position_is_told_as_a_stand_in() -> None:
    """GW-FP-09."""
    of = ready(table(".+^I1 .\n  . .\n"))
    ruling = SYSTEM.rule(Movement("I1", ((1.0, 0.0),)), of)
    assert "fortified_position_stays" in {r.params.get("name") for r in ruling.reasons}
