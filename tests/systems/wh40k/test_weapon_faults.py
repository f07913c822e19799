"""Weapons that nobody could play: numbers without an end, abilities that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from defilade.formats.battle import Unread, read_battle
from defilade.systems.wh40k import SYSTEM
from defilade.table import Faults

GUN: dict[str, Any] = {"R": 24, "A": 2, "BS": "3+", "S": 4, "AP": 0, "D": 1}


def faults(**words: Any) -> list[tuple[str, str]]:
    document = {
        "system": "wh40k",
        "size": [60, 44],
        "sides": ["red", "blue"],
        "datasheets": {"T": {"kw": ["INFANTRY"], "base_mm": 32, "weapons": {"Gun": GUN | words}}},
        "units": {"A": {"side": "red", "sheet": "T", "models": {"A1": {"at": [10, 20]}}}},
    }
    draft = read_battle(json.dumps(document), "test.json", {"wh40k": SYSTEM})
    assert not isinstance(draft, Unread), draft
    found = SYSTEM.check(draft)
    told = found.faults if isinstance(found, Faults) else found.warnings
    assert all("?" not in SYSTEM.wording.fault(fault) for fault in told)
    return [(fault.code, fault.severity.value) for fault in told]


def test_a_plain_weapon_is_sound() -> None:
    abilities = ["RAPID FIRE 1", "[ANTI-VEHICLE 4+]", "twin-linked", "MELTA 2", "Pistol"]
    assert faults(abilities=abilities) == []
    assert faults(A="2D6+3", D="D6+1") == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"A": 1000000}, "weapon_number"),
        ({"A": "30D6"}, "weapon_number"),
        ({"D": 101}, "weapon_number"),
        ({"R": -1}, "weapon_number"),
        ({"AP": 1}, "ap_positive"),
        ({"abilities": ["RAPID FIRE 1000000"]}, "weapon_number"),
        ({"abilities": ["SUSTAINED HITS 21"]}, "weapon_number"),
        ({"abilities": ["ANTI-INFANTRY 9+"]}, "anti_number"),
        ({"abilities": ["ANTI-INFANTRY"]}, "anti_number"),
    ],
)
def test_numbers_have_an_end(words: dict[str, Any], code: str) -> None:
    """WH-MOD-03, WH-WPN-01."""
    assert (code, "error") in faults(**words)


def test_what_is_nearly_an_ability_is_told() -> None:
    """WH-WPN-16: it would change nothing without a word."""
    assert faults(abilities=["LETHAL HIT"]) == [("ability_unknown", "warning")]
    assert faults(abilities=["SUSTAINED HITS1", "DEVESTATING WOUNDS"])[-1][0] == "ability_unknown"
    assert faults(abilities=["GIFT OF THE DEEP"]) == []
