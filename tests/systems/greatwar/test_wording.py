"""Every code that the package uses has words, and nobody's words are unused."""

import ast
import os
import re
from pathlib import Path

import pytest

import defilade.systems.greatwar.clauses as home
from defilade.dice import Choose
from defilade.record import Record
from defilade.systems.greatwar import terms
from defilade.systems.greatwar.clauses import CLAUSES
from defilade.systems.greatwar.wording import WORDING, said
from defilade.systems.greatwar.wording_events import EVENTS, QUESTIONS, TERMS
from defilade.systems.greatwar.wording_faults import FAULTS
from defilade.systems.greatwar.wording_reasons import REASONS

FOLDER = Path(str(home.__file__)).parent
SOURCES = [
    path for path in sorted(FOLDER.glob("*.py")) if not path.name.startswith(("clauses", "wording"))
]
MAKERS = {"Reason", "_no", "_fault", "Fault", "_event"}
CLAUSE = re.compile(r"GW-[A-Z]+-\d+")
CODE = re.compile(r"[a-z]+(_[a-z]+)*\Z")


def made(path: Path) -> set[str]:
    """Codes of reasons, faults and events that a file makes, also by `code = a if b else c`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in MAKERS:
                first_two = node.args[:2]
                parts = [part for part in first_two if isinstance(part, ast.Constant | ast.IfExp)]
        elif isinstance(node, ast.Assign) and any(
            isinstance(name, ast.Name) and name.id == "code"
            for target in node.targets
            for name in ast.walk(target)
        ):
            parts = [node.value]
        for part in parts:
            for inner in ast.walk(part):
                text = inner.value if isinstance(inner, ast.Constant) else None
                if isinstance(text, str) and CODE.match(text):
                    found.add(text)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_code_has_words(path: Path) -> None:
    known = REASONS.keys() | EVENTS.keys() | FAULTS.keys()
    assert made(path) - known == set()


def test_the_search_for_codes_finds_codes() -> None:
    """It would be worth nothing if it found none."""
    found = {path.name: made(path) for path in SOURCES}
    assert {"ford_closed", "damaged_bridge_closed"} <= found["ground.py"]
    assert {"reserve_after_units", "tokens_held"} <= found["artillery.py"]
    assert {"hex_shared", "reserve_twice"} <= found["checks.py"]
    assert {"retreats_to", "eliminated", "left_field"} <= found["narrate.py"]


def test_no_words_without_a_code() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    boards = {name for name in FAULTS if name.startswith("board_")}
    for words in (REASONS, EVENTS, FAULTS):
        assert {code for code in words if f'"{code}"' not in text} - boards == set()


def test_every_question_has_words() -> None:
    asked: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Roll", "Choose"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    asked.add(str(first.value))
    assert asked <= QUESTIONS.keys()
    assert QUESTIONS.keys() <= CLAUSES.keys()
    assert Choose("GW-FLAG-01", "top", "ignore_flags", (1,)).clause in asked


def test_every_word_of_the_closed_sets_is_a_term() -> None:
    values = {
        member.value
        for name in dir(terms)
        if isinstance(kind := getattr(terms, name), type) and issubclass(kind, terms.StrEnum)
        for member in kind
    }
    assert values - TERMS.keys() == set()


def test_numbers_agree_with_their_words() -> None:
    assert WORDING.event("flags_ignored", Record(flags=1, retreat=2)) == (
        "the defender ignores 1 flag and owes 2 hexes of retreat"
    )
    assert said({"x": "{n} die(s)"}, "x", Record(n=3)) == "3 dice"


def test_the_index_is_the_ledger() -> None:
    shared = Path(os.environ.get("DEFILADE_SHARED", FOLDER.parents[4] / "shared"))
    ledger = shared / "rules" / "greatwar.md"
    if not ledger.exists():
        pytest.skip("the ledger is not at hand")
    listed = re.findall(r"^- \*\*(GW-[A-Z]+-\d+)\*\*", ledger.read_text("utf-8"), re.MULTILINE)
    assert list(CLAUSES) == listed
