"""Every code that is used has words, and every clause that is asked has a question."""

from __future__ import annotations

import re
from pathlib import Path

import defilade.systems.conquest as package
from defilade.systems.conquest.clauses import CLAUSES
from defilade.systems.conquest.wording_reasons import REASONS
from defilade.systems.conquest.wording_rest import EVENTS, FAULTS, QUESTIONS

HOME = Path(str(package.__file__)).parent
SOURCES = {p.name: p.read_text(encoding="utf-8") for p in sorted(HOME.glob("*.py"))}
TEXT = "\n".join(text for name, text in SOURCES.items() if not name.startswith("wording"))


def test_every_reason_has_words() -> None:
    used = set(re.findall(r'\b(?:no|note|stand_in)\(\s*(?:"CQ-[A-Z]+-\d+"|\w+), "(\w+)"', TEXT))
    used |= {"entered", "crossed"}
    assert len(used) > 70
    assert used - set(REASONS) == set()
    assert set(REASONS) - used - {"bad_formation"} == set()


def test_every_fault_and_event_has_words() -> None:
    faults = set(re.findall(r'\b(?:Fault|_warn)\(\s*"(\w+)"', TEXT))
    assert faults == set(FAULTS)
    events = set(re.findall(r'\bevent\("(\w+)"', SOURCES["narrate.py"]))
    events |= set(re.findall(r'"CQ-[A-Z]+-\d+": "(\w+)"', SOURCES["narrate.py"])) | {"rolled"}
    assert events == set(EVENTS)


def test_every_clause_asked_has_a_question() -> None:
    asked = set(re.findall(r'\b(?:Total|Choose|dice_against)\(\s*"(CQ-[A-Z]+-\d+)"', TEXT))
    assert asked - set(QUESTIONS) == set()
    assert set(QUESTIONS) <= set(CLAUSES)
