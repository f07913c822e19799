"""Logs as files: what was played comes back; what was tampered with is told, never folded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from defilade.formats.battle import battle_json, read_battle
from defilade.formats.jsontext import place_of_item
from defilade.formats.log import load_session, log_text, opening, read_log_text
from defilade.formats.report import report
from defilade.formats.schema import published
from defilade.formats.unreadable import UnreadableError
from defilade.game import Log, Session, log_json, new_session, replay
from defilade.game.log import Act, Header, Throw
from defilade.table import Draft, Table

from .toy import EXAMPLE, SYSTEMS, TOY

ENGINE = "0.1"


def start() -> Session:
    draft = read_battle(EXAMPLE, "b", SYSTEMS)
    assert isinstance(draft, Draft)
    table = TOY.check(draft)
    assert isinstance(table, Table)
    return new_session(TOY, table, battle=battle_json(draft, TOY), engine=ENGINE)


def done(result: Any) -> Session:
    assert isinstance(result, Session), result
    return result


def played() -> Session:
    """One action to its end, an undo, and one that waits for its dice."""
    session = done(start().act("strike 3")).answer((1, 4, 6)).choose(0)
    session = done(session.undo()).choose(1)
    session = done(session.act("strike 2")).seeded("salt").roll()
    return done(done(session.choose(0)).act("strike 1"))


LOG = log_text(played().log)


def outcome(text: str) -> Session | str:
    try:
        return load_session(text, SYSTEMS)
    except UnreadableError as error:
        return report(error.faults, error.source)


def refusal(text: str | bytes) -> str:
    with pytest.raises(UnreadableError) as caught:
        load_session(text, SYSTEMS, name="g.json")
    return report(caught.value.faults, caught.value.source)


def test_a_game_comes_back_even_in_the_middle_of_a_roll() -> None:
    session = load_session(LOG, SYSTEMS)
    assert session.log == played().log
    assert session.table == played().table
    assert session.pending == played().pending is not None
    assert load_session(LOG.encode(), SYSTEMS).log == session.log


def test_a_log_is_one_entry_a_line_and_follows_its_schema() -> None:
    entries = json.loads(LOG)["entries"]
    assert sum(line.startswith('  {"kind"') for line in LOG.splitlines()) == len(entries)
    Draft202012Validator(published("log-1")).validate(json.loads(LOG))
    assert json.loads(LOG) == log_json(played().log)
    assert json.loads(log_text(start().log))["entries"] == []


def test_its_opening_is_what_a_replay_starts_from() -> None:
    revealed = done(played()).answer((5,)).choose(1).reveal()
    log = read_log_text(log_text(revealed.log))
    system, table = opening(log, SYSTEMS)
    assert replay(system, table, log, engine=ENGINE).table == revealed.table


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "g.json:1:1: error: this is not JSON"),
        ("{", "g.json:1:2: error: this is not JSON"),
        (b"\xff", "byte 0xFF is not UTF-8"),
        ("[]", "not the log of a game"),
        (LOG.replace('"version": 1', '"version": 2'), "in the version that is read"),
        ("[" * 100_000, "nested too deep"),
        ("[" * 40 + "]" * 40, "nested too deep"),
        ('{"a": 1, "a": 2}', "`a` is written twice"),
        ('{"a": NaN}', "NaN is not a number"),
        ('{"a": "\\ud800"}', "half a surrogate pair"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON"),
        ("x" * 20_000_001, "longer than 20,000,000"),
    ],
)
def test_a_text_that_is_no_log(text: str | bytes, says: str) -> None:
    assert says in refusal(text)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("strike 3", "strike 2", "digest"),
        ('"faces": [1, 4, 6]', '"faces": [6, 6, 6]', "digest"),
        ('"faces": [1, 4, 6]', '"faces": [[1], 4, 6]', "not a list of numbers"),
        ('"faces": [1, 4, 6]', '"faces": 4', "not a list of numbers"),
        ('"faces": [1, 4, 6]', '"faces": [true, 4, 6]', "not a list of numbers"),
        ('"kind": "act"', '"kind": ["act"]', "kind is not one of"),
        ('"kind": "act"', '"kind": "dance"', "kind is not one of"),
        ('"system": "toy",\n "rules"', '"system": "toi",\n "rules"', "digest"),
    ],
)
def test_a_log_that_was_changed_is_told_with_its_entry(old: str, new: str, says: str) -> None:
    assert old in LOG
    told = refusal(LOG.replace(old, new, 1))
    assert says in told
    lines = LOG.splitlines()
    first = next(n for n, text in enumerate(lines, 1) if '"entries"' in text) + 1
    changed = LOG[: LOG.index(old)].count("\n") + 1
    assert f"g.json:{max(first, changed)}:3: error: the log is broken at entry" in told


def forged(*bodies: Act | Throw, **header: str | tuple[str, ...]) -> str:
    """A log whose chain is whole, whatever it says."""
    first = start().log.header
    fields = {name: getattr(first, name) for name in Header.__slots__} | header
    log = Log(Header(**fields))
    for body in bodies:
        log = log.append(body)
    return log_text(log)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (forged(Act("dance")), "'dance' is not an action here"),
        (forged(Act("strike 1"), Act("strike 1")), "while a roll is under way"),
        (forged(Throw("TY-1", (3,), "table")), "nothing was asked"),
        (forged(Act("strike 1"), Throw("TY-1", (7,), "table")), "7"),
        (forged(Act("strike 1"), Throw("TY-1", (1, 2), "table")), "wanted"),
        (forged(system="toi"), "did you mean `toy`?"),
        (forged(battle='{"system":"toy"}'), "the key `ships` is missing"),
        (forged(battle="[1]"), "the file is a list"),
        (forged(battle='{"system":"toy","ships":{"a":{"side":"x","hull":0}}}'), "toy.wreck"),
    ],
)
def test_a_log_with_a_whole_chain_still_has_to_fold(text: str, says: str) -> None:
    assert says in refusal(text)


def test_what_the_players_waived_is_in_the_log() -> None:
    battle = '{"system":"toy","title":"t","ships":{"a":{"side":"x","hull":0}}}'
    text = forged(battle=battle, waived=("w",))
    assert load_session(text, SYSTEMS).table.waived == ("w",)


@given(st.lists(st.integers() | st.text() | st.lists(st.text()), max_size=5), st.data())
def test_an_entry_is_found_however_the_file_is_laid_out(items: list[Any], data: Any) -> None:
    indent = data.draw(st.sampled_from([None, 0, 1, "\t"]))
    document = {"a": [{"entries": [1, 2]}], "entries": [*items, {"mark": 1}], "z": 0}
    text = json.dumps(document, indent=indent)
    place = place_of_item(text, "entries", len(items))
    assert place is not None
    assert text.split("\n")[place.line - 1][place.column - 1 :].startswith("{")
    assert place_of_item(text, "entries", len(items) + 1) is None
    assert place_of_item(text, "none", 0) is None


def test_a_log_has_a_bounded_number_of_entries() -> None:
    many = json.dumps({**json.loads(LOG), "entries": [{"kind": "act"}] * 20_001})
    assert "20000 entries at most" in refusal(many)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_log_is_a_session_or_a_clear_error(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LOG) - 1))
    size = data.draw(st.integers(0, 12))
    patch = data.draw(st.text(max_size=6) | st.sampled_from(["null", "[]", "{}", "-1", '"', "1e9"]))
    assert outcome(LOG[:at] + patch + LOG[at + size :])
