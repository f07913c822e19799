"""The page about Conquest says what is so: its options, its actions, its battle, its example."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import get_type_hints

import pytest

from defilade.formats.battle import read_battle
from defilade.game import Ambiguous, NotUnderstood
from defilade.systems.conquest import SYSTEM
from defilade.systems.conquest.bench import ConquestBench
from defilade.systems.conquest.options import HouseRules
from defilade.table import Draft, Table
from defilade.testing.battles import opened_example

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "systems" / "conquest.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_option_is_on_the_page_with_its_values_and_clause() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section("House rules").splitlines()
        if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row for row in rows}
    assert list(told) == [field.name for field in fields(HouseRules)]
    kinds = get_type_hints(HouseRules)
    for name, (_, values, _, clause) in told.items():
        assert clause in SYSTEM.clauses
        default = getattr(HouseRules(), name)
        assert values.split(",")[0] == str(default).lower()
        kind = kinds[name]
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            assert [v.strip() for v in values.split(",")] == [member.value for member in kind]


LINES = [
    text
    for line in section("Actions").splitlines()
    if line.startswith("| ") and "example" not in line
    for text in re.findall(r"`([^`]+)`", line.split("|")[2])
    if text not in ("falling back", "ground")
]


@pytest.mark.parametrize("line", LINES)
def test_every_line_on_the_page_is_read_as_it_is_written(line: str) -> None:
    _, table = opened_example(SYSTEM)
    action = SYSTEM.read_action(line, table)
    assert not isinstance(action, NotUnderstood | Ambiguous), action
    assert SYSTEM.write_action(action) == line


def test_the_battle_on_the_page_is_playable() -> None:
    text = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]
    draft = read_battle(text, "page", {"conquest": SYSTEM})
    assert isinstance(draft, Draft)
    assert isinstance(SYSTEM.check(draft), Table)


def test_the_worked_example_is_so() -> None:
    bench = ConquestBench()
    foe = {"Defence": 3, "Evasion": 1}
    given = {
        "occupant": {"stands": 5, "Clash": 2},
        "split": {"E1": 13, "E2": 7},
        "defenders": {"E1": foe, "E2": foe},
    }
    _, answer = bench.step(bench.open({"given": given}), {"action": "clash", "query": "odds"})
    assert (answer["E1_mean"], answer["E2_mean"]) == (Fraction(13, 6), Fraction(7, 6))


def test_the_pictures_are_there_and_say_what_they_show() -> None:
    shown = re.findall(r"!\[(.+?)\]\(\.\./(.+?)\)", PAGE)
    assert len(shown) == 3
    for words, path in shown:
        assert words
        assert (DOCS / path).read_text(encoding="utf-8").startswith("<svg")
