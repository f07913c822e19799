"""Every code that the package uses has words, and every sentence's braces are filled."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import defilade.systems.dropfleet.clauses as home
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet import terms
from defilade.systems.dropfleet.clauses import CLAUSES
from defilade.systems.dropfleet.movement import Ahead, Change, Turn, move_reasons
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.terms import Layer, Order
from defilade.systems.dropfleet.wording import WORDING, said, shown, term
from defilade.systems.dropfleet.wording_events import EVENTS, FINDINGS, QUESTIONS
from defilade.systems.dropfleet.wording_faults import FAULTS
from defilade.systems.dropfleet.wording_reasons import REASONS
from defilade.systems.dropfleet.wording_terms import TERMS
from defilade.table import Fault
from tests.systems.dropfleet.fleet import ship, state

SOURCES = [
    path
    for path in sorted(Path(str(home.__file__)).parent.glob("*.py"))
    if not path.name.startswith(("clauses", "wording"))
]
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+|friendly|assumed")
MAKERS = {
    "Event",
    "Fault",
    "Finding",
    "Reason",
    "_against",
    "_event",
    "_fault",
    "_found",
    "_no",
    "_warn",
    "no",
    "unknown",
    "warning",
}


def texts(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def codes_in(path: Path) -> set[str]:
    """Strings where a code stands: made into a reason, put under `code`, or a Lock's step."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in MAKERS:
                for argument in node.args[:3]:
                    if isinstance(argument, ast.Constant | ast.IfExp):
                        found |= set(texts(argument))
        elif isinstance(node, ast.Assign):
            targets = {n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            if "code" in targets:
                found |= set(texts(node.value))
        elif (
            isinstance(node, ast.Tuple)
            and len(node.elts) == 3
            and isinstance(node.elts[2], ast.Constant)
        ):
            found |= set(texts(node.elts[2]))
    return {text for text in found if CODE.fullmatch(text)}


def events_in(path: Path) -> set[str]:
    """The same for events: first words of `event(...)`, rolls by clause, and what is `code`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "event" and isinstance(node.args[0], ast.Constant):
                found |= set(texts(node.args[0]))
        elif isinstance(node, ast.Dict):
            keys = {text for key in node.keys if key is not None for text in texts(key)}
            if keys & set(CLAUSES):
                found |= {text for value in node.values for text in texts(value)}
        elif isinstance(node, ast.Assign):
            targets = {n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            if "code" in targets:
                found |= set(texts(node.value)) - set(CLAUSES)
    return found | ({"rolled"} if found else set())


NARRATORS = [path for path in SOURCES if path.name.startswith("narrate")]


def test_every_event_has_words_and_no_words_are_idle() -> None:
    used = set().union(*map(events_in, NARRATORS))
    assert {"moved", "save_rolled", "decayed", "hull_lost"} <= used
    assert used == EVENTS.keys()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_code_has_words(path: Path) -> None:
    known = REASONS.keys() | EVENTS.keys() | FINDINGS.keys() | FAULTS.keys()
    assert codes_in(path) - known == set()


def test_the_search_for_codes_finds_codes() -> None:
    """It would be worth nothing if it found none."""
    by_name = {path.name: codes_in(path) for path in SOURCES}
    assert {"in_range", "out_of_range", "friendly"} <= by_name["aim.py"]
    assert {"lock_layer", "lock_calibre"} <= by_name["lock.py"]
    assert {"allowance_spent"} <= by_name["allocation.py"]
    assert {"profile_on_no_ship", "no_ships"} <= by_name["adopt.py"]
    assert {"climb_needs_thrust"} <= by_name["movement.py"]
    assert {"strike_off"} <= by_name["nuclear.py"]


def test_no_words_for_codes_that_nobody_uses() -> None:
    used = set().union(*map(codes_in, SOURCES))
    assert REASONS.keys() - used == set()
    assert FINDINGS.keys() - used == set()
    assert FAULTS.keys() - used == set()


def test_every_question_that_is_asked_has_words() -> None:
    asked: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"Roll", "Total", "Choose"}
                and node.args
            ):
                asked |= {text for text in texts(node.args[0]) if text in CLAUSES}
    assert asked - QUESTIONS.keys() == set()
    assert QUESTIONS.keys() <= CLAUSES.keys()


def test_every_word_of_the_closed_sets_is_a_term() -> None:
    values = {
        member.value
        for name in dir(terms)
        if isinstance(kind := getattr(terms, name), type) and issubclass(kind, terms.StrEnum)
        for member in kind
    }
    assert values - TERMS.keys() == set()


def test_numbers_stand_in_the_sentence_with_their_marks() -> None:
    params = Record(distance=15.0, range=18.0, scan=6.0, signature=6.0, spike=6.0)
    sentence = WORDING.reason(Reason("DF-RNG-02", "in_range", params, Weight.FOR))
    assert sentence == '15" away, within 18" (Scan 6" + Signature 6" + spike 6")'


def test_every_reason_against_a_move_is_a_whole_sentence() -> None:
    legs = (Turn(90), Ahead(20), Ahead(-1), Change.CLIMB, Change.DESCEND, Change.DESCEND)
    for order in Order:
        for layer in Layer:
            board = state(ship(order=order, layer=layer, moved=True))
            for reason in move_reasons(board, "A", legs, HouseRules()):
                words = WORDING.reason(reason)
                assert "?" not in words
                assert reason.code not in words


def test_an_order_that_was_not_possible_says_why() -> None:
    params = Record(ship="A", order="active_scan", reason="scan_too_small", hull=3)
    assert WORDING.fault(Fault("order_not_allowed", (), params)) == (
        "A could not have taken Active Scan: starting hull 3: too small to scan"
    )


def test_how_values_are_said() -> None:
    assert shown("order", "max_thrust") == "Max Thrust"
    assert shown("ships", ()) == "none"
    assert shown("bearing", -36.8699) == "-36.87"
    assert shown("moved", True) == "yes"
    assert term("some_new_code") == "some new code"


def test_a_code_without_words_is_shown_and_not_lost() -> None:
    assert said({}, "odd_thing", Record(number=3)) == "odd thing {'number': 3}"
