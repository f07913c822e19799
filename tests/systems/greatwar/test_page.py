"""The page of this system: its battle files are playable and its example says what it says."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from defilade.ruling import Cover
from defilade.systems.greatwar import SYSTEM
from defilade.table import Faults
from defilade.testing.battles import opened_example
from tests.systems.greatwar.boards import draft

PAGE = Path(__file__).parents[3] / "docs" / "systems" / "greatwar.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_each_file_on_the_page_is_sound(block: str) -> None:
    found = SYSTEM.check(draft("", block.replace("system: greatwar\n", "")))
    assert not isinstance(found, Faults), [SYSTEM.wording.fault(f) for f in found.faults]


def test_the_worked_example_says_what_the_engine_says() -> None:
    _, shipped = opened_example(SYSTEM)
    ruling = SYSTEM.rule(Cover("MG3", "I2"), shipped)
    assert ruling.reasons
    for reason in ruling.reasons:
        assert f"· {SYSTEM.wording.reason(reason)} [{reason.clause}]" in TEXT


def test_every_house_rule_and_policy_is_on_the_page() -> None:
    listed = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    assert {field.name for field in fields(SYSTEM.options_type)} <= listed
    assert SYSTEM.policies.keys() <= listed
