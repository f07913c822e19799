"""Battle files: what players write is read, what is wrong is told all at once and in place."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.battle import Unread, battle_json, battle_yaml, read_battle
from defilade.formats.limits import BATTLE
from defilade.formats.report import message
from defilade.formats.text import decoded
from defilade.table import Draft, Place
from defilade.values import DiceExpr, Need

from .toy import EXAMPLE, SYSTEMS, TOY, Battle, Fire, HouseRules, Layer, Shielded, Ship, Weapon

HEAD = "system: toy\nships:\n"


def read(text: str | bytes) -> Draft[Any] | Unread:
    return read_battle(text, "b.yaml", SYSTEMS)


def draft(text: str | bytes) -> Battle:
    got = read(text)
    assert isinstance(got, Draft), got
    battle: Battle = got.battle
    return battle


def wrong(text: str | bytes) -> list[tuple[str, int, int]]:
    got = read(text)
    assert isinstance(got, Unread), got
    places = [(fault.code, got.source.place(fault.path)) for fault in got.faults]
    return [(code, place.line, place.column) for code, place in places if place]


def said(text: str | bytes) -> str:
    got = read(text)
    assert isinstance(got, Unread), got
    return " / ".join(message(fault) for fault in got.faults)


def test_what_players_write_is_read() -> None:
    assert draft(EXAMPLE) == Battle(
        title="Two ships",
        options=HouseRules(fire=Fire.IN_TURN),
        ships={
            "Kopis": Ship(
                side="red",
                pos=(12.0, 6.0),
                armour=Need(4),
                weapons={"Main gun": Weapon(Need(3), DiceExpr(2, 3), ("Close Action",))},
            ),
            "Wyvern #2": Ship(
                side="blue", signature=Shielded(5.0, 12.0), layer=Layer.LOW, moved=True
            ),
        },
    )


def test_every_part_knows_its_place() -> None:
    got = read(EXAMPLE)
    assert got.source.place(("ships", "Kopis")) == Place(7, 3, 5)
    assert got.source.place(("ships", "Kopis", "pos", 0)) == Place(9, 11, 3)
    assert got.source.place(("ships", "Kopis", "weapons", "Main gun", "lock")) == Place(12, 24, 2)
    assert got.source.lines[11].strip().startswith("Main gun")


@pytest.mark.parametrize(
    "written", ["no", "1:30", "0x1F", "2001-01-01", "1_000", "007", "1e3", ".5", "on", '"null"']
)
def test_names_stay_what_was_written(written: str) -> None:
    """YAML 1.1 would make truth values, minutes, dates and octal numbers of these."""
    battle = draft(f"{HEAD}  {written}: {{side: {written}}}")
    assert battle.ships == {written.strip('"'): Ship(side=written.strip('"'))}


@pytest.mark.parametrize(
    ("written", "inches"),
    [("12", 12.0), ('12"', 12.0), ("3½", 3.5), ("4in", 4.0), ("'5”'", 5.0), ("-2.5", -2.5)],
)
def test_distances_as_players_write_them(written: str, inches: float) -> None:
    battle = draft(f"{HEAD}  a: {{side: x, pos: [{written}, 0], signature: {written}}}")
    assert (battle.ships["a"].pos[0], battle.ships["a"].signature) == (inches, inches)


def test_json_is_read_as_well_even_with_tabs_and_escapes() -> None:
    text = (
        '{\n\t"system": "toy",\n\t"ships": {"\\ud83d\\ude80\\\\": {"side": "a\\/b", "hull": 3}}\n}'
    )
    assert json.loads(text)["ships"] == {"🚀\\": {"side": "a/b", "hull": 3}}
    assert draft(text).ships == {"🚀\\": Ship(side="a/b", hull=3)}


def test_the_place_is_right_behind_characters_that_json_writes_as_two_escapes() -> None:
    line = '{"system": "toy", "ships": {"\\ud83d\\ude80 \\ud83d\\ude80": {"sid": "x"}}}'
    assert wrong(line)[1] == ("key.unknown", 1, line.index('"sid"') + 1)


@pytest.mark.parametrize("change", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark_do_not_matter(change: str, mark: str) -> None:
    text = (mark + EXAMPLE.replace("\n", change)).encode()
    assert draft(text) == draft(EXAMPLE)
    assert wrong(text.replace(b"side: blue", b"sid: blue"))[1] == ("key.unknown", 14, 5)


NOT_A_BATTLE = [
    ("", "file.empty", 1, 1),
    ("\n# nothing\n", "file.empty", 1, 1),
    ('<?xml version="1.0"?>\n<catalogue/>', "file.markup", 1, 1),
    ("- toy", "file.not_keys", 1, 1),
    ("toy", "file.not_keys", 1, 1),
    ("ships: {}", "system.missing", 1, 1),
    ("system: toi", "system.unknown", 1, 9),
    ("system: [toy]", "system.unknown", 1, 1),
    ("system:", "system.missing", 1, 1),
    ("system: toy\nships:\n\ta: {side: x}", "file.tab", 3, 1),
    ("system: toy\nships: {a: [", "file.syntax", 2, 13),
    ("system: toy\nships: @x", "file.token", 2, 8),
    ("system: toy\n---\nsystem: toy", "file.two_documents", 2, 1),
    (b"system: toy\ntitle: caf\xe9", "file.not_utf8", 2, 11),
    ("system: toy".encode("utf-16"), "file.utf16", 1, 1),
    ("system: toy\ntitle: a\0b", "file.character", 2, 9),
    ("system: toy\ntitle: a\x1b[31m", "file.character", 2, 9),
    ("system: toy\ntitle: a\ud800", "file.character", 2, 9),
    ("x" * 1_000_001, "file.too_long", 1, 1),
    (b"\xff" * 1_000_001, "file.too_long", 1, 1),
    ("[" * 25 + "]" * 25, "file.too_deep", 1, 25),
    ("[" * 500_000, "file.too_deep", 1, 1001),
    ("- " * 400_000, "file.too_deep", 1, 49),
    ("[" + "1," * 60_000 + "1]", "file.too_many", 1, 100_000),
    ("system: toy\ntitle: " + "x" * 10_001, "value.too_long", 2, 8),
    ("system: toy\n? [a]\n: b", "key.not_text", 2, 3),
    ("system: toy\n*a : b", "key.not_text", 2, 1),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    NOT_A_BATTLE,
    ids=[repr(each[0])[:40] for each in NOT_A_BATTLE],
)
def test_a_text_that_is_no_battle(text: str | bytes, code: str, line: int, column: int) -> None:
    assert wrong(text) == [(code, line, column)]


IN_A_SHIP = [
    ("{}", "key.missing", "a", "side"),
    ("{side: x, hul: 3}", "key.unknown", "hul", "hul"),
    ("{side: x, layer: hihg}", "value.unfit", "hihg", "words"),
    ("{side: x, hull: 5.5}", "value.unfit", "5.5", "whole"),
    ("{side: x, hull: many}", "value.unfit", "many", "whole"),
    ("{side: x, hull: }", "value.empty", "hull", "hull"),
    ("{side: x, hull: null}", "value.empty", "null", "hull"),
    ("{side: x, hull: [1]}", "value.wrong_kind", "hull", "list"),
    ("{side: [x]}", "value.wrong_kind", "side", "list"),
    ("{side: x, armour: 4}", "value.unfit", "4", "4+"),
    ("{side: x, armour: 4+x}", "value.unfit", "4+x", "4+"),
    ("{side: x, moved: maybe}", "value.unfit", "maybe", "true or false"),
    ("{side: x, pos: 3}", "value.unfit", "3", "list"),
    ("{side: x, pos: [3]}", "list.short", "pos", "2"),
    ("{side: x, pos: [3, 4, 5]}", "list.long", "pos", "3"),
    ("{side: x, pos: [3, nan]}", "value.not_finite", "nan", "nan"),
    ("{side: x, pos: [3, .inf]}", "value.unfit", ".inf", ".inf"),
    ("{side: x, pos: [3, -inf]}", "value.not_finite", "-inf", "-inf"),
    ("{side: x, pos: [3, ∞]}", "value.not_finite", "∞", "inf"),
    ("{side: x, pos: [3, 1e7]}", "value.huge", "1e7", "1,000,000"),
    ("{side: x, hull: 1234567890123456789012}", "value.huge", "1234567890123456789012", "most"),
    ('{side: x, hull: "1234567"}', "value.huge", '"1234567"', "1,000,000"),
    ("{side: x, signature: loud}", "value.unfit", "loud", "number"),
    ("{side: x, signature: {down: 3}}", "key.missing", "signature", "up"),
    ("{side: x, signature: {down: 3, up: x}}", "value.unfit", "x", "number"),
    ("{side: x, signature: {down: 3, up: 4, upp: 5}}", "key.unknown", "upp", "upp"),
    ("{side: x, signature: {down: 4, up: 3}}", "value.wrong", "signature", "less seen"),
    ("{side: x, tonnage: X}", "value.unfit", "X", "words"),
    ("{side: x, signature: [3]}", "value.wrong_kind", "signature", "number"),
    ("{side: x, weapons: {w: {}}}", "key.missing", "w", "lock"),
    ("{side: x, weapons: {w: {lock: 3+, attack: 3D}}}", "value.unfit", "3D", "D6"),
    ("{side: x, weapons: {w: {lock: 3+, attack: 2000D6}}}", "value.unfit", "2000D6", "D6"),
    ("{side: x, weapons: {w: {lock: 3+, attack: D6+9999999}}}", "value.huge", "D6+9999999", "most"),
    ("{side: x, weapons: {w: {lock: 3+, special: Scald}}}", "value.unfit", "Scald", "list"),
    ("&a {side: x}", "value.anchor", "&a {", "&a"),
    ("*a", "value.alias", "*a", "*a"),
    ("!!map {side: x}", "value.tag", "!!map {", "!!map"),
    ("{side: !ruby/object x}", "value.tag", "!ruby/object x", "!ruby"),
    ("{side: x, <<: {hull: 3}}", "key.merge", "<<", "<<"),
    ("x", "value.unfit", "x", "keys"),
]


@pytest.mark.parametrize(
    ("ship", "code", "marked", "says"), IN_A_SHIP, ids=[each[0] for each in IN_A_SHIP]
)
def test_one_thing_wrong_in_a_ship(ship: str, code: str, marked: str, says: str) -> None:
    """Each is one fault, under the very characters that are wrong."""
    got = read(f"{HEAD}  a: {ship}\n")
    assert isinstance(got, Unread)
    assert [fault.code for fault in got.faults] == [code]
    place = got.source.place(got.faults[0].path)
    assert place is not None
    start = place.column - 1
    assert got.source.lines[place.line - 1][start : start + place.length] == marked
    assert says in message(got.faults[0])


def test_a_key_of_a_closed_set() -> None:
    assert wrong(HEAD + "  a: {side: x}\nlayers: {hgih: up}") == [("key.unfit", 4, 10)]


def test_a_key_written_twice_is_told_once_with_all_its_lines() -> None:
    text = HEAD + "  a: {side: x}\n  b: {side: y}\n  a: {side: z}\n  a: {side: z}\n"
    assert wrong(text) == [("key.twice", 6, 3)]
    assert "line 3 and again on 5, 6" in said(text)


def test_all_faults_come_at_once_in_the_order_of_the_text() -> None:
    text = (
        HEAD
        + "  a: {sid: x, hull: y, signature: 1e9}\n  b: {side: x, side: y, pos: [1]}\noption: {}\n"
    )
    assert wrong(text) == [
        ("key.missing", 3, 3),
        ("key.unknown", 3, 7),
        ("value.unfit", 3, 21),
        ("value.huge", 3, 35),
        ("key.twice", 4, 16),
        ("list.short", 4, 25),
        ("key.unknown", 5, 1),
    ]


@pytest.mark.parametrize("written", ["D6 3", "'D6 3'"])
def test_the_caret_stands_where_reading_a_notation_stopped(written: str) -> None:
    text = f"{HEAD}  a: {{side: x, weapons: {{w: {{lock: 3+, attack: {written}}}}}}}\n"
    at = text.splitlines()[2].index("D6 3") + len("D6 ")
    assert wrong(text) == [("value.unfit", 3, at + 1)]


def test_of_several_kinds_that_a_value_may_be_the_likeliest_speaks() -> None:
    """A pair with one key wrong is told as a pair; a word that is neither is told as both."""
    one = HEAD + "  a: {side: x, aim: {at: b, bearing: 3}}"
    assert [code for code, _, _ in wrong(one)] == ["key.unknown"]
    assert "whole number or a target number" in said(HEAD + "  a: {side: x, aim: high}")
    assert [code for code, _, _ in wrong(HEAD + "  a: {side: x, aim: {}}")] == ["key.missing"]


def test_characters_are_refused_exactly_where_the_parser_would_refuse_them() -> None:
    """What is let pass must never be an error without a place inside the parser."""
    for code in (*range(0x3000), *range(0xD700, 0x10100), 0x1F680, 0x10FFFF):
        text = f"'{chr(code)}{chr(code)}'"
        try:
            list(yaml.parse(text, Loader=yaml.SafeLoader))
            allowed = not 0xD800 <= code <= 0xDFFF
        except yaml.reader.ReaderError:
            allowed = False
        assert isinstance(decoded(text, BATTLE), str) is allowed, hex(code)


def test_laughs_do_not_multiply() -> None:
    """A text of nested aliases that would unfold to a billion values."""
    lines = ["a: &a [x, x]"] + [
        f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    codes = {code for code, _, _ in wrong("\n".join(["system: toy", *lines]))}
    assert {"value.anchor", "value.alias"} <= codes


def test_very_many_faults_are_counted_not_listed() -> None:
    got = read(HEAD + "".join(f"  s{n}: {{}}\n" for n in range(1000)))
    assert isinstance(got, Unread)
    assert len(got.faults) == BATTLE.faults + 1
    assert got.faults[-1].params["more"] == 1000 - BATTLE.faults


names = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8)
numbers = st.floats(-999_999, 999_999, allow_nan=False).map(lambda x: x + 0.0)
needs = st.integers(0, 20).map(Need)
dice = st.builds(DiceExpr, st.integers(0, 50), st.integers(1, 20), st.integers(-50, 50))
weapons = st.builds(Weapon, needs, dice, st.lists(names, max_size=2).map(tuple))
shielded = st.tuples(numbers, numbers).map(lambda both: Shielded(min(both), max(both)))
ships = st.builds(
    Ship,
    side=names,
    pos=st.tuples(numbers, numbers),
    layer=st.sampled_from(Layer),
    signature=st.one_of(numbers, shielded),
    tonnage=st.sampled_from(["L", "M", None]),
    armour=st.none() | needs,
    hull=st.integers(-999_999, 999_999),
    moved=st.booleans(),
    weapons=st.dictionaries(names, weapons, max_size=2),
)
battles = st.builds(
    Battle,
    ships=st.dictionaries(names, ships, max_size=3),
    title=names,
    options=st.builds(HouseRules, st.sampled_from(Fire), st.booleans()),
    layers=st.dictionaries(st.sampled_from(Layer), names, max_size=2),
)


@settings(max_examples=150, deadline=None)
@given(battles)
def test_written_battles_read_back_the_same(battle: Battle) -> None:
    value = Draft("toy", battle)
    for text in (battle_json(value, TOY), battle_yaml(value, TOY)):
        assert draft(text) == battle
        assert draft(text.encode()) == battle


def test_the_json_that_logs_keep_reads_back_as_itself() -> None:
    got = read(EXAMPLE)
    assert isinstance(got, Draft)
    text = battle_json(got, TOY)
    again = read(text)
    assert isinstance(again, Draft)
    assert battle_json(again, TOY) == text
    assert json.loads(text)["ships"]["Kopis"]["armour"] == "4+"


def test_written_yaml_is_what_a_person_would_write() -> None:
    got = read(EXAMPLE)
    assert isinstance(got, Draft)
    assert battle_yaml(got, TOY) == (
        "system: toy\n"
        "ships:\n"
        "  Kopis:\n"
        "    side: red\n"
        "    pos: [12, 6]\n"
        "    armour: 4+\n"
        "    weapons:\n"
        "      Main gun:\n"
        "        lock: 3+\n"
        "        attack: 2D3\n"
        "        special: [Close Action]\n"
        "  'Wyvern #2':\n"
        "    side: blue\n"
        "    layer: low\n"
        "    signature: {down: 5, up: 12}\n"
        "    moved: true\n"
        "title: Two ships\n"
        "options: {fire: in-turn}\n"
    )
