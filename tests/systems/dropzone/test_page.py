"""The page about Dropzone says what is so: its options, its actions, its fight for a building."""

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

import pytest

from defilade.dice import Choose
from defilade.formats.battle import read_battle
from defilade.game import Ambiguous, NotUnderstood, Session, new_session
from defilade.ruling import Firing
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.clauses import CLAUSES
from defilade.systems.dropzone.options import HouseRules
from defilade.table import Draft, Table
from defilade.testing.battles import opened_example

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "systems" / "dropzone.md").read_text(encoding="utf-8")
BLOCK = opened_example(SYSTEM)[1]


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_option_is_on_the_page_with_default_values_and_clause():
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
        assert values.split(",")[0] == str(getattr(HouseRules(), name)).lower()
        kind = kinds[name]
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            assert [v.strip() for v in values.split(",")] == [member.value for member in kind]


LINES = re.findall(
    r"`([^`]+)`", "\n".join(section("Actions").split("A weapon may")[0].splitlines()[4:])
)


@pytest.mark.parametrize("line", [line for line in LINES if line not in ("takeoff", "land")])
def test_every_action_on_the_page_is_read_and_written_again(line):
    action = SYSTEM.read_action(line, BLOCK)
    assert not isinstance(action, NotUnderstood | Ambiguous), action
    assert SYSTEM.read_action(SYSTEM.write_action(action), BLOCK) == action


def test_the_battle_on_the_page_can_be_played():
    text = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]
    draft = read_battle(text, "page", {"dropzone": SYSTEM})
    assert isinstance(draft, Draft), draft
    assert isinstance(SYSTEM.check(draft), Table)


def test_the_reasons_quoted_are_what_the_engine_says():
    ruling = SYSTEM.rule(Firing("K1", "W1", "Railgun"), BLOCK)
    said = [f"{SYSTEM.wording.reason(r)} — {r.clause}" for r in ruling.reasons]
    quoted = [line.removeprefix("> ") for line in PAGE.splitlines() if line.startswith("> ")]
    assert len(quoted) == 3
    assert set(quoted) <= set(said)


def answered(session: Session, given: str) -> Session:
    if given.startswith("choose "):
        question = session.pending
        assert isinstance(question, Choose)
        return session.choose([str(o) for o in question.options].index(given[7:]))
    return session.answer(tuple(map(int, given.split())))


def test_the_fight_goes_as_the_page_tells_it():
    """DZ-COL-01, DZ-CQ-04, DZ-GSH-03, DZ-CQ-05, DZ-FOR-03: one fight through all of them."""
    session = new_session(SYSTEM, BLOCK, battle="{}", engine="test")
    told: list[str] = []
    lines = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()
    for line in lines:
        if not line.startswith("  "):
            after = session.act(line)
            assert isinstance(after, Session), (line, after)
            session = after
        elif line.startswith("  dice "):
            for given in line[7:].split(" | "):
                session = answered(session, given)
        else:
            told.append(line.strip())
    said = [SYSTEM.wording.event(e.code, e.params) for e in session.events()]
    assert [line for line in told if line not in said] == []
    places = [said.index(line) for line in told]
    assert places == sorted(places)


def test_the_pictures_are_there():
    for name in re.findall(r"\]\(\.\./(assets/[^)]+)\)", PAGE):
        assert (DOCS / name).read_text(encoding="utf-8").startswith("<svg")
