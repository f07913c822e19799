"""House rules: every one is held by a case or a test, and a wrong value is refused by name."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from defilade.systems.conquest.clauses import CLAUSES
from defilade.systems.conquest.options import HouseRules, with_options

TESTS = Path(__file__).parents[2]


def test_every_option_is_switched_by_a_case_or_a_test() -> None:
    """CQ-CFG-04: players may adapt the rules; each option does what it says somewhere here."""
    files = [*TESTS.glob("conformance/conquest*.yaml"), *Path(__file__).parent.glob("test_*.py")]
    text = "\n".join(f.read_text(encoding="utf-8") for f in files)
    unheld = [f.name for f in fields(HouseRules) if f"{f.name}:" not in text]
    unheld = [name for name in unheld if f"{name}=" not in text]
    assert unheld == []


def test_every_option_is_named_by_a_clause() -> None:
    named = {clause.option for clause in CLAUSES.values() if clause.option}
    named |= {"obscured_rounding", "volley_causes_morale"}
    assert {f.name for f in fields(HouseRules)} == named


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"obscure": "x"}, "obscure"),
        ({"rally": "maybe"}, "maybe"),
        ({"character_counts": "yes"}, "character_counts"),
        ({"inspire_bonus": "two"}, "inspire_bonus"),
        ({"cap_characteristics": -1}, "cap_characteristics"),
    ],
)
def test_a_wrong_option_is_refused_by_name(changes: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        with_options(HouseRules(), changes)
