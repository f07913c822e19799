"""Every code has words, and every param in them is there."""

import ast
from dataclasses import fields
from pathlib import Path

import yaml

import defilade.systems.dropzone as package
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.wording_reasons import REASONS
from defilade.systems.dropzone.wording_rest import EVENTS, FAULTS, FINDINGS, QUESTIONS
from defilade.testing.battles import opened_example
from defilade.testing.random_play import random_game

HOME = Path(package.__file__).parent
TESTS = Path(__file__).parents[2]
CALLS = {
    "no": (1, REASONS),
    "yes": (1, REASONS),
    "note": (1, REASONS),
    "Reason": (1, REASONS),
    "event": (0, EVENTS),
    "error": (0, FAULTS),
    "warning": (0, FAULTS),
    "Finding": (0, FINDINGS),
}


def codes():
    """Every code written out in a call that makes a reason, event, fault or finding."""
    for path in sorted(HOME.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in CALLS:
                continue
            place, words = CALLS[name]
            if path.name == "adopt.py" and name == "note":
                place, words = 0, FINDINGS
            if len(node.args) > place and isinstance(node.args[place], ast.Constant):
                yield path.name, node.args[place].value, words


def test_every_code_has_words():
    missing = [(file, code) for file, code, words in codes() if code not in words]
    assert missing == []


def test_no_words_are_left_over():
    used = {code for _, code, _ in codes()}
    session = {"stale", "answer_first", "nothing_to_undo", "nothing_to_redo"}
    computed = {"in_range", "out_of_range", "close_and_other"}
    assert set(REASONS) - used - session - computed == set()
    assert set(FAULTS) - used == set()


def test_every_clause_that_asks_for_dice_or_a_choice_is_put_in_words():
    clauses = set()
    for path in HOME.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Roll",
                "Total",
                "Choose",
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    clauses.add(first.value)
    silent = {"DZ-ACT-01"}
    assert clauses - silent <= set(QUESTIONS)


def test_a_game_is_told_without_gaps():
    battle, table = opened_example(SYSTEM)
    *_, session = random_game(SYSTEM, table, battle, seed=5, steps=50)
    for event in session.events():
        said = SYSTEM.wording.event(event.code, event.params)
        assert "?" not in said
        assert event.clause in SYSTEM.clauses


def test_every_house_rule_is_switched_in_a_worked_case_or_a_test():
    switched = set()
    for path in (TESTS / "conformance").glob("dropzone*.yaml"):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            switched |= {name.replace(".", "_") for name in case.get("options", {})}
    tests = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    missing = [f.name for f in fields(HouseRules) if f.name not in switched and f.name not in tests]
    assert missing == []
