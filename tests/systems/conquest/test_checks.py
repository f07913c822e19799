"""Faults of a battle file: all at once, each with its place and clause."""

from __future__ import annotations

import json
from typing import Any

import pytest

from defilade.formats.battle import Unread, read_battle
from defilade.systems.conquest import SYSTEM
from defilade.table import Draft, Faults, Table
from defilade.testing.battles import opened_example

MILL: dict[str, Any] = {
    "kind": "garrison",
    "footprint": {"circle": {"centre": [24, 24], "radius": 2.5}},
    "defence": 2,
    "capacity": 4,
}
GUARD: dict[str, Any] = {
    "player": "A",
    "stats": {"stand_size": [2, 2], "stands": 4},
    "files": 2,
    "front_centre": [24, 10],
}


def draft_of(**parts: Any) -> Draft[Any]:
    document = {"system": "conquest", "terrain": {"Mill": MILL}, "regiments": {"Guard": GUARD}}
    text = json.dumps({**document, **parts})
    draft = read_battle(text, "test.yaml", {"conquest": SYSTEM})
    assert not isinstance(draft, Unread), draft
    return draft


def codes(**parts: Any) -> set[str]:
    found = SYSTEM.check(draft_of(**parts))
    faults = found.faults if isinstance(found, Faults) else found.warnings
    assert all(SYSTEM.wording.fault(f).strip() for f in faults)
    return {f.code for f in faults}


def test_a_sound_battle_has_no_fault() -> None:
    assert codes() == set()


def test_names_that_end_in_numbers_and_any_facing_are_sound() -> None:
    other = {**GUARD, "front_centre": [9, 9], "facing_deg": 720}
    assert (
        codes(
            regiments={
                "Guard 1": GUARD,
                "Guard 2": other,
                "Left Wing": {**other, "front_centre": [9, 40]},
            }
        )
        == set()
    )


def guard(**words: Any) -> dict[str, Any]:
    return {"regiments": {"Guard": {**GUARD, **words}}}


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"turn": 0}, "turn_impossible"),
        ({"first_player": "Nobody"}, "player_unknown"),
        (guard(stands_at_turn_start=0), "number_zero"),
        (guard(starting_stands=-1), "number_zero"),
        (guard(stands_when_broken=100000), "number_large"),
        (guard(wounded=-5), "number_negative"),
        (guard(actions_left=3), "actions_impossible"),
        (guard(left_this_turn=["Nowhere"]), "place_unknown"),
        (guard(occupied_this_turn=["Guard"]), "place_unknown"),
        (guard(location="Mill"), "placed_twice"),
        (guard(stats={**GUARD["stats"], "attacks": 51}), "number_large"),
        (guard(stats={**GUARD["stats"], "wounds": 101}), "number_large"),
        (guard(stats={**GUARD["stats"], "march": 401}), "number_large"),
        (guard(stats={**GUARD["stats"], "models_per_stand": 21}), "number_large"),
        (
            guard(stats={**GUARD["stats"], "barrage": {"shots": 51, "range": 12}}),
            "barrage_impossible",
        ),
        ({"regiments": {"Split supporting Men": GUARD}}, "name_unwritable"),
        (
            {"regiments": {"Guard": GUARD, "Guard left": {**GUARD, "front_centre": [9, 9]}}},
            "name_is_march",
        ),
        ({"terrain": {"Mill": {**MILL, "capacity": None}}}, "x_missing"),
        ({"terrain": {"Mill": {**MILL, "defence": -1}}}, "x_negative"),
        ({"terrain": {"Mill": {**MILL, "footprint": {}}}}, "boundary_missing"),
        (
            {
                "terrain": {
                    "Mill": {
                        **MILL,
                        "footprint": {"polygon": [[20, 20], [24, 24], [24, 20], [20, 24]]},
                    }
                }
            },
            "polygon_faulty",
        ),
        ({"regiments": {"Guard": {**GUARD, "unit": "Nobody"}}}, "unit_unknown"),
        ({"regiments": {"Guard": {**GUARD, "stands": 4, "models": [4, 4]}}}, "models_do_not_fit"),
        ({"regiments": {"Guard": {**GUARD, "models": [4, 4, 4, 5]}}}, "models_impossible"),
        ({"regiments": {"Guard": {**GUARD, "files": 9}}}, "files_impossible"),
        ({"regiments": {"Guard": {**GUARD, "front_centre": [24, 1]}}}, "off_table"),
        ({"regiments": {"Guard": {**GUARD, "front_centre": [24, 24]}}}, "overlaps"),
        ({"regiments": {"Guard": {**GUARD, "front_centre": None}}}, "nowhere"),
        ({"regiments": {"Guard": {**GUARD, "location": "Barn"}}}, "place_unknown"),
        ({"regiments": {"Mill": GUARD}}, "name_twice"),
        ({"regiments": {"A -> B": GUARD}}, "name_unwritable"),
        ({"regiments": {"Guard": {**GUARD, "files": 1}}}, "bad_formation"),
        ({"active": "Nobody"}, "active_unknown"),
        ({"command_stacks": {"A": ["Nobody"]}}, "card_unknown"),
        ({"size": [0, 48]}, "size_impossible"),
    ],
)
def test_each_fault_is_found(parts: dict[str, Any], code: str) -> None:
    """CQ-CFG-01, CQ-CFG-07, CQ-REG-02, CQ-REG-03, CQ-REG-04, CQ-CHR-01, CQ-TUR-01."""
    assert code in codes(**parts)


def test_a_stand_without_a_size_is_assumed_and_said_so() -> None:
    """CQ-REG-05."""
    guard = {**GUARD, "stats": {"stands": 4}}
    table = SYSTEM.check(draft_of(regiments={"Guard": guard}))
    assert isinstance(table, Table)
    assert [(f.code, f.clause) for f in table.warnings] == [("stand_size_assumed", "CQ-REG-05")]
    assert table.state.regiments["Guard"].profile.stand_size == (2.5, 2.5)


def test_a_monsters_stand_is_assumed_larger() -> None:
    """CQ-REG-05."""
    guard = {**GUARD, "stats": {"stands": 1, "type": "monster"}, "files": 1}
    table = SYSTEM.check(draft_of(regiments={"Guard": guard}))
    assert isinstance(table, Table)
    assert table.state.regiments["Guard"].profile.stand_size == (3.0, 3.0)


def test_overlap_may_be_waived_by_name() -> None:
    draft = draft_of(regiments={"Guard": {**GUARD, "front_centre": [24, 24]}})
    assert isinstance(SYSTEM.check(draft), Faults)
    assert isinstance(SYSTEM.check(draft, waive=("overlaps",)), Table)


def test_the_shipped_battle_has_no_warning() -> None:
    """CQ-CFG-03, CQ-CFG-05, CQ-CFG-06."""
    _, table = opened_example(SYSTEM)
    assert table.warnings == ()
