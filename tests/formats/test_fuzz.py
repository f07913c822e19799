"""Mangled battle files: each gives an error or a table, never a traceback, never a hang.

A few hundred in an ordinary run, ten thousand where DEFILADE_NIGHTLY is 1.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import timedelta
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from defilade.formats.battle import Unread, battle_json, battle_yaml, read_battle
from defilade.formats.report import faults_json, report
from defilade.systems import registry
from defilade.table import Draft, Faults, Table

from .toy import EXAMPLE, SYSTEMS, TOY

NIGHTLY = os.environ.get("DEFILADE_NIGHTLY") == "1"
EXAMPLES = 10_000 if NIGHTLY else 300
EACH = 10_000 if NIGHTLY else 150
"""For each system installed."""
HANGS = timedelta(seconds=10)
"""Far more than any file takes, also on a busy machine; a hang is longer."""

NASTY = [
    b"",
    b"\t",
    b"\r",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\xf0\x9f\x9a\x80",
    b"&a ",
    b"*a",
    b"<<: *a",
    b"!!python/object:os.system ",
    b"!",
    b"|\n",
    b">-\n",
    b"- ",
    b"-",
    b": ",
    b":",
    b"? ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"{}",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"'",
    b'"',
    b"#",
    b"%YAML 1.1\n",
    b"---\n",
    b"...\n",
    b"null",
    b"~",
    b"nan",
    b".inf",
    b"-inf",
    b"1e999",
    b"9" * 400,
    b"-1",
    b"0x10",
    b"1:30",
    b"\xe2\x88\x9e",
    b"4+",
    b"99999D99999",
    b"D6+1",
    b"true",
    b"a" * 1500,
    b"ships",
    b"options: {}\n",
    b"system: toy\n",
    b"\\ud83d",
]

VALUES = [
    b"null",
    b"nan",
    b"-1",
    b"0",
    b"1e9",
    b"3.5",
    b"4+",
    b"7+x",
    b"2D3",
    b"D",
    b"yes",
    b"''",
    b"[]",
    b"{}",
    b"[1, 2]",
    b"{down: 1, up: 2}",
    b"[a, [b]]",
    b"side",
    b"hull",
    b"Kopis",
    b"low",
    b"hihg",
    b"x y z",
]

at = st.floats(0, 1, exclude_max=True)
"""A place in a text, as a part of its length, so that shrinking keeps it sensible."""

patches = st.sampled_from(NASTY) | st.binary(max_size=6)
cuts = st.tuples(st.just("cut"), at, st.integers(0, 30), patches)
lines = st.tuples(
    st.sampled_from(["drop", "twice", "swap", "indent", "outdent", "move", "many", "end"]),
    at,
    st.integers(0, 40),
    patches,
)
words = st.tuples(st.just("word"), at, st.integers(0, 200), st.sampled_from(VALUES))
mutations = st.lists(cuts | lines, min_size=1, max_size=5) | st.lists(words, min_size=1, max_size=8)
"""Texts cut at random rarely stay YAML; with whole words changed they mostly do."""


def mangled(text: bytes, steps: list[tuple[str, float, int, bytes]]) -> bytes:
    for kind, where, size, patch in steps:
        if kind == "word":
            found = list(re.finditer(rb"[\w.+-]+", text))
            word = found[int(where * len(found))] if found else None
            if word:
                text = text[: word.start()] + patch + text[word.end() :]
        elif kind == "cut":
            place = int(where * (len(text) + 1))
            text = text[:place] + patch + text[place + size :]
        else:
            text = b"\n".join(on_lines(text.split(b"\n"), kind, where, size, patch))
    return text


def on_lines(rows: list[bytes], kind: str, where: float, size: int, patch: bytes) -> list[bytes]:
    n = int(where * len(rows))
    other = (n + size) % len(rows)
    changed = list(rows)
    match kind:
        case "drop":
            del changed[n]
        case "twice":
            changed.insert(n, rows[n])
        case "swap":
            changed[n], changed[other] = rows[other], rows[n]
        case "indent":
            changed[n] = b" " * (size % 9) + rows[n]
        case "outdent":
            changed[n] = rows[n].lstrip()
        case "move":
            changed.insert(other, changed.pop(n))
        case "many":
            changed[n : n + 1] = [rows[n] + patch] * (size * 20 + 1)
        case "end":
            changed = changed[: n + 1]
    return changed or [b""]


def settled(text: bytes, systems: Mapping[str, Any]) -> str:
    """What became of a text: `unread`, `faults` or `table`, each with its report made."""
    got = read_battle(text, "f.yaml", systems)
    if isinstance(got, Unread):
        assert got.faults
        assert report(got.faults, got.source).startswith("f.yaml")
        assert len(faults_json(got.faults, got.source)["faults"]) == len(got.faults)
        for fault in got.faults:
            place = got.source.place(fault.path)
            assert place is None or 1 <= place.line <= len(got.source.lines)
        return "unread"
    assert isinstance(got, Draft)
    system = systems[got.system]
    for written in (battle_json(got, system), battle_yaml(got, system)):
        again = read_battle(written, "again", systems)
        assert isinstance(again, Draft)
        assert again.battle == got.battle
    table = system.check(got)
    if isinstance(table, Faults):
        assert report(table.faults, got.source, system.wording)
        return "faults"
    assert isinstance(table, Table)
    return "table"


def toy_sources() -> list[bytes]:
    draft = read_battle(EXAMPLE, "b", SYSTEMS)
    assert isinstance(draft, Draft)
    return [EXAMPLE.encode(), battle_json(draft, TOY).encode(), EXAMPLE.encode("utf-16")]


@settings(max_examples=EXAMPLES, deadline=HANGS, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(toy_sources()), mutations)
def test_a_mangled_battle_is_an_error_or_a_table(
    source: bytes, steps: list[tuple[str, float, int, bytes]]
) -> None:
    assert settled(mangled(source, steps), SYSTEMS) in ("unread", "faults", "table")


@pytest.mark.parametrize("name", registry.names())
def test_so_is_a_mangled_battle_of_every_system_installed(name: str) -> None:
    system = registry.load(name)
    systems = {name: system}
    shipped = files("defilade").joinpath("battles", system.example).read_bytes()
    assert settled(shipped, systems) == "table"

    @settings(
        max_examples=EACH,
        deadline=HANGS,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(mutations)
    def mangle(steps: list[tuple[str, float, int, bytes]]) -> None:
        assert settled(mangled(shipped, steps), systems)

    mangle()


@settings(max_examples=EXAMPLES // 3, deadline=HANGS)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode()))
def test_anything_at_all_is_an_error_or_a_table(data: bytes) -> None:
    assert settled(data, SYSTEMS) == "unread"


@pytest.mark.parametrize(
    "text",
    [
        b"&a " * 200_000,
        b"a: " * 300_000,
        b"? " * 300_000,
        b"- " * 300_000,
        b"[" * 900_000,
        b"{a: " * 200_000,
        b"[a, " * 100 + b"b, " * 200_000,
        b"!" * 900_000,
        b'"a" ' * 200_000,
        b"a: |\n" + b" \n" * 300_000,
        b"\n" * 900_000,
        b"#" * 900_000,
        b"k: v\n" * 150_000,
        b"system: toy\nships:\n" + b"".join(b" s%d: {sid: %d}\n" % (n, n) for n in range(20_000)),
        b"system: toy\nships:\n" + b" a: {side: x}\n" * 20_000,
        b"system: toy\nships: {a: {side: x, pos: [" + b"1," * 40_000 + b"1]}}",
        b"system: toy\nships: {a: {side: x, signature: {" + b"z: 1," * 20_000 + b"}}}",
        b'{"' + b"\\\\" * 400_000 + b'": 1}',
        b'{"a": "' + b"\\ud83d\\ude00" * 70_000 + b'"}',
        b"system: toy\ntitle: " + b"9" * 9_999,
        b"system: toy\nships: {a: {side: x, hull: " + b"9" * 9_999 + b"}}",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_file_made_to_be_slow_is_refused(text: bytes) -> None:
    assert settled(text, SYSTEMS) == "unread"
