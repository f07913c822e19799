"""The page about Dropfleet says what is so: its options, its actions, its worked example."""

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

import pytest

import defilade
from defilade.formats.battle import read_battle
from defilade.game import Ambiguous, NotUnderstood
from defilade.ruling import Firing
from defilade.systems.dropfleet.clauses import CLAUSES
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.registry import load
from defilade.table import Draft, Table

PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "dropfleet.md").read_text("utf-8")
EXAMPLE = Path(str(defilade.__file__)).parent / "battles" / "dropfleet.yaml"
SYSTEM = load("dropfleet")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def table_of(text: str) -> Table[object]:
    draft = read_battle(text, "page", {"dropfleet": SYSTEM})
    assert isinstance(draft, Draft)
    result = SYSTEM.check(draft)
    assert isinstance(result, Table)
    return result


OVER_HALCYON = table_of(EXAMPLE.read_text(encoding="utf-8"))


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
        kind = kinds[name]
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            assert [v.strip() for v in values.split(",")] == [member.value for member in kind]


LINES = re.findall(r"`([^`]+)`", "\n".join(section("Actions").splitlines()[4:]))


@pytest.mark.parametrize("line", [line for line in LINES if line != "overcharged"])
def test_every_action_on_the_page_is_read_and_written_again(line: str) -> None:
    action = SYSTEM.read_action(line, OVER_HALCYON)
    assert not isinstance(action, NotUnderstood | Ambiguous), action
    again = SYSTEM.read_action(SYSTEM.write_action(action), OVER_HALCYON)
    assert again == action


def test_the_battle_on_the_page_can_be_played() -> None:
    table_of(re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0])


def test_the_worked_example_is_what_the_engine_says() -> None:
    ruling = SYSTEM.rule(Firing("Heron", "Anvil", "Lance"), OVER_HALCYON)
    said = [f"{SYSTEM.wording.reason(r)} — {r.clause}" for r in ruling.reasons]
    quoted = [line.removeprefix("> ") for line in PAGE.splitlines() if line.startswith("> ")]
    assert quoted
    assert set(quoted) <= set(said)
