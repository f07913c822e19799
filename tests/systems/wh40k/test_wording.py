"""Every code that the rules write has words, and the words know every param."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import defilade.systems.wh40k as package
from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.wh40k.clauses import CLAUSES
from defilade.systems.wh40k.narrate import ROLLS
from defilade.systems.wh40k.sight import Stop
from defilade.systems.wh40k.wording import WORDING
from defilade.systems.wh40k.wording_reasons import REASONS
from defilade.systems.wh40k.wording_rest import EVENTS, FAULTS, QUESTIONS

HOME = Path(str(package.__file__)).parent
SOURCES = {
    path.name: path.read_text(encoding="utf-8")
    for path in HOME.glob("*.py")
    if not path.name.startswith(("bench", "wording", "clauses", "adopt", "layouts"))
}
TEXT = "\n".join(SOURCES.values())
CODES = set(
    re.findall(r"\b(?:no|yes|note)\(\s*(?:\"WH-[A-Z]+-\d+\"|clause)[^\"]*?,\s*\"(\w+)\"", TEXT)
)
CODES |= set(re.findall(r"\(\"WH-[A-Z]+-\d+\", \"(\w+)\", ", SOURCES["shooting.py"]))
CODES |= {f"stopped_{stop}" for stop in Stop}
FAULT_CODES = set(re.findall(r"Fault\(\s*\"(\w+)\"", TEXT))
FAULT_CODES |= set(re.findall(r"Flaw\(\"WH-[A-Z]+-\d+\", \"(\w+)\"", TEXT))
EVENT_CODES = set(re.findall(r"event\(\s*\"(\w+)\"", TEXT)) | set(ROLLS.values())


def test_every_reason_has_words_and_no_words_are_idle() -> None:
    assert len(CODES) > 60
    assert CODES - set(REASONS) == set()
    left = {code for code in REASONS if f'"{code}"' not in TEXT and not code.startswith("stopped")}
    assert left == set()


def test_every_fault_and_event_has_words() -> None:
    assert FAULT_CODES - set(FAULTS) == set()
    assert EVENT_CODES - set(EVENTS) == set()


@pytest.mark.parametrize("clause", sorted(QUESTIONS))
def test_questions_are_asked_by_clauses_that_exist(clause: str) -> None:
    assert clause in CLAUSES
    assert WORDING.question(clause, Record())


def test_numbers_are_in_the_sentence() -> None:
    reason = Reason(
        "WH-TMV-04",
        "section_too_high",
        Record(feature="wall", model="Strider", height=5.0, over=3.0, limit=2.0),
    )
    assert WORDING.reason(reason) == (
        'wall is 5" high in the way of Strider, 3" over the 2" it can move through'
    )


def test_a_code_without_words_still_says_itself() -> None:
    assert WORDING.reason(Reason("WH-MV-01", "quite_new", Record(model="A"))).startswith(
        "quite new"
    )
