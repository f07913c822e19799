"""The page about Warhammer 40,000 says what is so: options, actions, its battle and example."""

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

import pytest

from defilade.dice import odds
from defilade.formats.battle import read_battle
from defilade.game import Ambiguous, NotUnderstood
from defilade.ruling import Sight, Visible
from defilade.systems.protocol import Prospect
from defilade.systems.registry import load
from defilade.systems.wh40k.clauses import CLAUSES
from defilade.systems.wh40k.options import HouseRules
from defilade.table import Draft, Table
from defilade.testing.battles import opened_example

PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "wh40k.md").read_text("utf-8")
SYSTEM = load("wh40k")
_, PUMP_HOUSE = opened_example(SYSTEM)


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_option_is_on_the_page_with_default_values_and_clause() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section("House rules").splitlines()
        if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row for row in rows}
    assert list(told) == [field.name for field in fields(HouseRules)]
    kinds = get_type_hints(HouseRules)
    for name, (_, values, _, clause) in told.items():
        assert CLAUSES[clause].option == name
        default = getattr(HouseRules(), name)
        first = values.split(",")[0]
        assert first == (f"{default:g}" if isinstance(default, float) else str(default).lower())
        if isinstance(kinds[name], type) and issubclass(kinds[name], StrEnum):
            assert [v.strip() for v in values.split(",")] == [m.value for m in kinds[name]]


LINES = re.findall(r"^\| `([^`]+)`", section("Actions"), re.MULTILINE)


@pytest.mark.parametrize("line", LINES)
def test_every_action_on_the_page_is_understood(line: str) -> None:
    action = SYSTEM.read_action(line, PUMP_HOUSE)
    assert not isinstance(action, NotUnderstood | Ambiguous)
    assert SYSTEM.write_action(action) == line


def test_the_rulebook_s_four_units_see_as_the_page_says() -> None:
    """WH-HID-08, WH-OBS-08."""
    text = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]
    draft = read_battle(text, "page", {"wh40k": SYSTEM})
    assert isinstance(draft, Draft)
    table = SYSTEM.check(draft)
    assert isinstance(table, Table)
    seen = {
        pair: SYSTEM.rule(Sight(*pair), table).verdict is not Visible.NO
        for pair in ("DA", "AD", "DB", "DC", "BD", "CD")
    }
    assert seen == {"DA": False, "AD": False, "DB": True, "DC": False, "BD": True, "CD": True}


def test_the_worked_example_comes_to_what_the_page_says() -> None:
    action = SYSTEM.read_action("shoot Gunners -> Raiders with Long rifle", PUMP_HOUSE)
    found = SYSTEM.prospect(action, PUMP_HOUSE)
    assert isinstance(found, Prospect)
    lost = odds(found.procedure, policy=SYSTEM.policies["default"]).map(found.measures[0].of)
    assert (round(float(lost[0]), 2), round(float(lost.mean()), 2)) == (0.45, 0.69)
