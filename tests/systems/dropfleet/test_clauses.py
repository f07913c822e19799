"""The clause index: every id of the ledger, each in our own words, options that exist."""

import os
import re
from dataclasses import fields
from pathlib import Path

import pytest

from defilade.ruling import Origin
from defilade.systems.dropfleet.clauses import CLAUSES
from defilade.systems.dropfleet.options import HouseRules

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / ".." / "shared"))
LEDGER = SHARED / "rules" / "dropfleet.md"


def test_every_option_belongs_to_a_clause_and_the_other_way_round() -> None:
    named = {clause.option for clause in CLAUSES.values() if clause.option is not None}
    assert named == {field.name for field in fields(HouseRules)}


def test_each_clause_says_something_short_of_its_own() -> None:
    said = [clause.says for clause in CLAUSES.values()]
    assert len(set(said)) == len(said)
    assert all(10 < len(text) < 120 and text.endswith(".") for text in said)


def test_readings_are_marked_as_such() -> None:
    readings = {c.id for c in CLAUSES.values() if c.origin is Origin.READING}
    assert {"DF-ARC-05", "DF-HIT-03", "DF-CRT-02", "DF-RUI-03", "DF-PD-04"} <= readings


@pytest.mark.skipif(not LEDGER.exists(), reason="the rule ledgers are not beside the repository")
def test_the_index_is_the_ledger_in_its_order() -> None:
    ids = re.findall(r"\*\*(DF-[A-Z]+-\d+)", LEDGER.read_text(encoding="utf-8"))
    assert list(CLAUSES) == ids
