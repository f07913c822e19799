"""Battles of The Great War edited by hand: text boards are spelled out and drawn again."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from defilade.formats.editing import edited
from defilade.systems.greatwar.battle import Battle
from defilade.systems.greatwar.build import cells_of, state_of
from defilade.systems.greatwar.spelling import drawn, spelled
from defilade.systems.greatwar.terms import Side, Terrain, Token
from defilade.systems.registry import load
from defilade.table import Draft
from defilade.testing.battles import example_text, opened

SYSTEM = load("greatwar")
DRAFT, _ = opened(SYSTEM, example_text(SYSTEM), SYSTEM.example)
BARE = Battle(hexes=DRAFT.battle.hexes)

GROUNDS = st.sampled_from([".", "F", "B", "R", "H", "T", "K", "w", "W", "?"])
MARKS = st.sampled_from(["", "o", "+", "x"])


def after(*edits: dict[str, Any], draft: Draft[Any] = DRAFT) -> Battle:
    battle: Battle = edited(draft, edits, SYSTEM).battle
    return battle


@given(st.lists(st.tuples(GROUNDS, MARKS), min_size=12, max_size=12), st.integers(0, 11))
def test_a_board_spelled_out_and_drawn_again_is_the_same_state(
    words: list[tuple[str, str]], where: int
) -> None:
    texts = [ground + mark for ground, mark in words]
    texts[where] += "^MG1*2"
    texts[(where + 5) % 12] += "vGuards"
    rows = [texts[:4], texts[4:8], texts[8:]]
    text = "\n".join("   " * (n % 2) + "      ".join(row) for n, row in enumerate(rows))
    units = spelled(DRAFT.battle).units[:0]
    battle = Battle(board=text, units=units, waterway=DRAFT.battle.waterway)
    once = spelled(battle)
    assert {line.id for line in once.units} == {"MG1", "Guards"}
    assert set(cells_of(once)) == set(cells_of(battle))
    assert all(str(cell) == "." for cell in cells_of(once).values())
    again = drawn(once)
    assert cells_of(again) == cells_of(battle)
    assert spelled(again) == once
    assert state_of(again).sites == state_of(battle).sites == state_of(once).sites


def test_the_example_is_drawn_as_it_was() -> None:
    battle = drawn(spelled(DRAFT.battle))
    assert cells_of(battle) == cells_of(DRAFT.battle)
    assert battle.hexes == DRAFT.battle.hexes
    assert set(battle.units) == set(DRAFT.battle.units)


def test_a_unit_moves_on_the_text_board() -> None:
    battle = after({"do": "place", "id": "I6", "to": [0.0, 6.0]})
    found = {cell.unit.name: here for here, cell in cells_of(battle).items() if cell.unit}
    assert (found["I6"].q, found["I6"].r) == (0, 6)
    assert len(found) == sum(cell.unit is not None for cell in cells_of(DRAFT.battle).values())


def test_two_units_in_one_hex_are_both_kept_and_a_fault() -> None:
    battle = after({"do": "place", "id": "I6", "to": [1.0, 7.0]})
    assert len(state_of(battle).units) == len(state_of(DRAFT.battle).units)


def test_the_ground_of_a_hex_goes_to_others() -> None:
    wood = next(g.id for g in SYSTEM.scene(SYSTEM.check(DRAFT)).grounds if g.id.endswith(" G6"))
    cells = [[0.0, 6.0], [1.0, 6.0]]
    battle = after({"do": "outline", "id": wood, "cells": cells})
    sites = state_of(battle).sites
    woods = {(h.q, h.r) for h, site in sites.items() if site.terrain is Terrain.FOREST}
    before = {
        (h.q, h.r)
        for h, site in state_of(DRAFT.battle).sites.items()
        if site.terrain is Terrain.FOREST
    }
    assert woods == before - {(2, 6)} | {(0, 6), (1, 6)}


def test_a_hex_is_found_by_the_end_of_its_name_when_something_lies_there_since() -> None:
    scene = SYSTEM.scene(SYSTEM.check(DRAFT))
    wood = next(g.id for g in scene.grounds if g.id.endswith(" G6"))
    crater = {"do": "add", "stock": "token/shell_crater", "to": [2.0, 6.0]}
    battle = after(crater, {"do": "place", "id": wood, "to": [0.0, 6.0]})
    (site,) = (s for h, s in state_of(battle).sites.items() if (h.q, h.r) == (0, 6))
    assert (site.terrain, site.tokens) == (Terrain.FOREST, frozenset({Token.SHELL_CRATER}))


def test_without_a_text_board_hexes_and_units_are_lines() -> None:
    draft = Draft("greatwar", BARE)
    unit = {"do": "add", "stock": "unit/mortar", "to": [3.0, 3.0], "side": "top"}
    wood = {"do": "add", "stock": "terrain/forest", "to": [3.0, 3.0], "corners": [[3, 3], [4, 3]]}
    battle = after(unit, wood, draft=draft)
    assert battle.board == ""
    (line,) = battle.units
    assert (line.id, line.side, line.type, line.at) == ("MO1", Side.TOP, "mortar", (3, 3))
    assert [each.at for each in battle.hexes][-2:] == [(3, 3), (4, 3)]
