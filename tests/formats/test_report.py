"""Reports: file:line:col, the line, a caret under what is wrong, and what was meant."""

from __future__ import annotations

import ast
import re
import unicodedata
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import defilade.formats
from defilade.formats.battle import Unread, read_battle
from defilade.formats.findings import FINDINGS
from defilade.formats.report import faults_json, message, report, visible
from defilade.formats.wording import CODES, hint, near
from defilade.record import Record
from defilade.table import Draft, Fault, Faults, Place, Source

from .toy import EXAMPLE, SYSTEMS, TOY, Ship


def reported(text: str) -> str:
    got = read_battle(text, "b.yaml", SYSTEMS)
    assert isinstance(got, Unread), got
    return report(got.faults, got.source)


def test_a_report_reads_as_a_compiler_would_say_it() -> None:
    text = EXAMPLE.replace("layer: low", "layer: lo").replace("side: red", "sid: red")
    assert reported(text) == (
        "b.yaml:7:3: error: the key `side` is missing here\n"
        "    7 |   Kopis:\n"
        "      |   ^~~~~\n"
        "b.yaml:8:5: error: `sid` is not a key that is read here\n"
        "    8 |     sid: red\n"
        "      |     ^~~\n"
        "      = did you mean `side`?\n"
        "b.yaml:16:12: error: `lo` is not one of the words possible here\n"
        "   16 |     layer: lo\n"
        "      |            ^~\n"
        "      = did you mean `low`?\n"
    )


def test_a_systems_own_faults_are_worded_by_the_system() -> None:
    text = EXAMPLE.replace("side: blue", "side: blue\n    hull: 0").replace("title: Two ships", "")
    drawn = read_battle(text, "b.yaml", SYSTEMS)
    assert isinstance(drawn, Draft)
    faults = TOY.check(drawn)
    assert isinstance(faults, Faults)
    assert report(faults.faults, drawn.source, TOY.wording).splitlines() == [
        "b.yaml:2:1: warning: the battle has no title",
        "    2 | system: toy",
        "      | ^",
        "b.yaml:15:11: error: no ship of blue has hull left [TY-9]",
        "   15 |     hull: 0",
        "      |           ^",
        "      = players may waive it: --waive w",
    ]


def test_the_system_is_told_by_name_when_it_is_nearly_right() -> None:
    assert "did you mean `toy`?" in reported("system: toi")
    assert "possible here: toy" in reported("system: conquest")


def test_a_fault_without_a_text_still_says_what_it_is() -> None:
    assert report([Fault("key.missing", ("a",), Record(name="side"))], Source()) == (
        "<memory>: error: the key `side` is missing here\n"
    )


def test_no_fault_no_report() -> None:
    assert report([], Source()) == ""


def test_wide_characters_keep_the_caret_under_its_place() -> None:
    lines = reported("system: toy\nships: {漢字: {side: x, hul: 1}}\n").splitlines()
    shown, under = lines[1], lines[2]
    columns = sum(2 if character in "漢字" else 1 for character in shown[: shown.index("hul")])
    assert under.index("^") == columns


def test_a_long_line_is_cut_around_the_caret() -> None:
    pad = ", ".join(f"w{n}: {{lock: 3+}}" for n in range(40))
    lines = reported(f"system: toy\nships: {{a: {{side: x, weapons: {{{pad}}}, hul: 1}}}}\n")
    shown, under = lines.splitlines()[1:3]
    assert len(shown) < 120
    assert shown[under.index("^") :].startswith("hul")


@given(st.text())
def test_what_is_shown_never_moves_a_cursor(text: str) -> None:
    """Neither a control character nor a line break of any kind is left."""
    shown = visible(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert not any(unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") for each in shown)


@given(st.text(max_size=60), st.integers(1, 3), st.integers(1, 80), st.integers(1, 80))
def test_any_place_in_any_line_can_be_shown(text: str, line: int, column: int, n: int) -> None:
    source = Source("f", (text,), {(): Place(line, column, n)})
    assert report([Fault("file.empty")], source).startswith(f"f:{line}:{column}: error: ")


def test_as_json_each_fault_has_its_words_and_its_place() -> None:
    got = read_battle("system: toy\nships: {a: {sid: x}}\n", "b.yaml", SYSTEMS)
    assert isinstance(got, Unread)
    told = faults_json(got.faults, got.source)
    assert (told["format"], told["version"], told["file"]) == ("defilade.faults", 1, "b.yaml")
    assert told["faults"][1] == {
        "code": "key.unknown",
        "severity": "error",
        "message": "`sid` is not a key that is read here",
        "hint": "did you mean `side`?",
        "near": "side",
        "line": 2,
        "column": 13,
        "length": 3,
        "path": ["ships", "a", "sid"],
        "params": {"given": "sid", "choices": list(SHIP_KEYS)},
        "clause": None,
        "waiver": None,
    }


SHIP_KEYS = tuple(each.name for each in fields(Ship))


@pytest.mark.parametrize(
    ("given_", "meant"),
    [("SIDE", "side"), ("hull points", "hull_points"), ("hul_point", "hull_points"), ("xyz", None)],
)
def test_what_was_meant(given_: str, meant: str | None) -> None:
    assert near(Record(given=given_, choices=("side", "hull_points"))) == meant


def test_every_code_made_here_has_words() -> None:
    """Codes are found in the source: any text of the shape `group.word` in a Fault call."""
    made: set[str] = set()
    folder = Path(defilade.formats.__file__).parent
    for file in folder.rglob("*.py"):
        if file.name == "wording.py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                word = node.value
                if re.fullmatch(
                    r"(file|key|value|list|system|json|log|xml|archive|catalogue|import)\.[a-z_0-9]+",
                    word,
                ):
                    made.add(word)
    # some are findings, which have their words elsewhere
    assert made - {"catalogue.missing"} - set(FINDINGS) == CODES - set(FINDINGS)


def test_hints_are_made_for_codes_without_choices() -> None:
    assert hint("file.tab", Record()) == "indent with spaces"
    assert hint("some.systems.code", Record()) is None
    assert message(Fault("some.systems.code")) == "some.systems.code"
