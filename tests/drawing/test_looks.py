"""Grounds by what they look like: known words, plain patterns for others, signs in hexes."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.drawing import board_svg, signs
from defilade.drawing.grounds import kind_of, looks
from defilade.drawing.textures import LOOKS, look_of
from defilade.table import Ground, Scene

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0))


def ground(*tags: str, name: str = "x", look: str = "") -> Ground:
    return Ground(name, SQUARE, tags, look=look)


def signs_of(svg: str) -> list[str]:
    return [e.get("data-sign", "") for e in ET.fromstring(svg).iter() if e.get("data-sign")]


@pytest.mark.parametrize(
    ("said", "look"),
    [
        ("forest", "forest"),
        ("Small forest", "forest"),
        ("shelled forest", "forest"),
        ("Tiny shack", "shack"),
        ("building rubble", "rubble"),
        ("mine crater", "crater"),
        ("damaged bridge", "ford"),
        ("deep water", "deep water"),
        ("lso", "moon"),
    ],
)
def test_a_known_word_among_the_tags_tells_the_look(said: str, look: str) -> None:
    assert look_of(ground("Impassable thing", said)) is LOOKS[look]


def test_a_look_of_its_own_comes_before_tags_and_tags_before_the_name() -> None:
    assert look_of(ground("forest", look="deep water")) is LOOKS["deep water"]
    assert look_of(ground("forest", name="The Mill Pond")) is LOOKS["forest"]
    assert look_of(ground("zonal", name="The Mill Pond")) is LOOKS["deep water"]
    assert kind_of(ground("zonal", name="The Mill Pond")) == "zonal: deep water"


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=3))
def test_every_ground_has_a_look(name: str, tags: list[str]) -> None:
    one = ground(*tags, name=name)
    assert looks([one])[kind_of(one)].size > (0, 0)


def test_unknown_words_get_plain_patterns_that_differ() -> None:
    found = looks([ground("qua"), ground("quo"), ground("qui")])
    assert len({look.lines for look in found.values()}) == 3


def test_all_looks_differ_without_colour() -> None:
    drawn = {(look.lines, look.solids) for look in LOOKS.values()}
    assert len(drawn) == len(LOOKS)
    assert all(look.lines or look.solids for look in LOOKS.values())


def hexes(*grounds: tuple[tuple[int, int], tuple[str, ...]]) -> str:
    found = tuple(Ground(f"{q},{r}", ((q, r),), tags) for (q, r), tags in grounds)
    return board_svg(Scene("t", (0, 0), (6, 4), grounds=found, hexes=True))


def test_tokens_lie_on_their_hex_as_signs_and_are_listed() -> None:
    svg = hexes(((2, 2), ("trench", "fortified position")), ((4, 1), ("hill", "shell crater")))
    assert signs_of(svg) == ["fortified position", "shell crater"]
    listed = {e.text for e in ET.fromstring(svg).iter(f"{SVG}text")}
    assert {"trench", "hill", "fortified position", "shell crater"} <= listed


def test_a_word_without_a_sign_has_none() -> None:
    assert signs_of(hexes(((2, 2), ("trench", "tea garden")))) == []
    assert not signs.known("tea garden")


@pytest.mark.parametrize(
    ("banks", "turn"), [([(1, 2), (3, 2)], 90.0), ([(2, 1), (2, 3)], 150.0), ([], 0.0)]
)
def test_a_bridge_crosses_the_water_it_lies_in(banks: list[tuple[int, int]], turn: float) -> None:
    svg = hexes(((2, 2), ("bridge",)), *((bank, ("ford",)) for bank in banks))
    (sign,) = [e for e in ET.fromstring(svg).iter() if e.get("data-sign") == "bridge"]
    moved = sign.get("transform", "")
    assert moved.endswith(f" rotate({turn:g})") if turn else "rotate" not in moved
