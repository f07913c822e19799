"""Battles of Conquest edited by hand: Regiments come out of garrisons, terrain keeps its shape."""

from __future__ import annotations

from typing import Any

from defilade.formats.editing import edited
from defilade.systems.conquest.battle import Battle
from defilade.systems.registry import load
from defilade.table import Faults
from defilade.testing.battles import example_text, opened

SYSTEM = load("conquest")
DRAFT, _ = opened(SYSTEM, example_text(SYSTEM), SYSTEM.example)


def after(*edits: dict[str, Any]) -> Battle:
    draft = edited(DRAFT, edits, SYSTEM)
    found = SYSTEM.check(draft)
    assert not isinstance(found, Faults), [fault.code for fault in found.errors]
    battle: Battle = draft.battle
    return battle


def test_facing_is_written_anticlockwise_from_the_right() -> None:
    battle = after({"do": "place", "id": "Pikes", "to": [20.0, 10.0], "facing": 90.0})
    pikes = battle.regiments["Pikes"]
    assert (pikes.front_centre, pikes.facing_deg) == ((20.0, 10.0), 0.0)
    kept = after({"do": "place", "id": "Pikes", "to": [20.0, 10.0], "facing": None})
    assert kept.regiments["Pikes"].facing_deg == 90


def test_a_regiment_that_is_placed_comes_out_of_the_mill() -> None:
    battle = after({"do": "place", "id": "Crossbows", "to": [40.0, 8.0]})
    assert battle.regiments["Crossbows"].location is None
    assert battle.terrain["Mill"].occupant is None


def test_a_regiment_is_sent_inside_by_its_location() -> None:
    out = {"do": "place", "id": "Crossbows", "to": [40.0, 8.0]}
    enter = {"do": "set", "id": "Crossbows", "field": "/location", "value": "Yard"}
    battle = after(enter)
    assert battle.regiments["Crossbows"].location == "Yard"
    assert battle.terrain["Mill"].occupant is None
    assert after(out, enter).regiments["Crossbows"].location == "Yard"


def test_who_was_inside_what_is_gone_stands_there() -> None:
    battle = after({"do": "remove", "id": "Mill"})
    assert battle.regiments["Crossbows"].location is None
    assert battle.regiments["Crossbows"].front_centre == (24.0, 24.0)


def test_a_round_mill_stays_round_until_it_is_drawn() -> None:
    moved = after({"do": "place", "id": "Mill", "to": [24.0, 22.0], "facing": 45.0})
    circle = moved.terrain["Mill"].footprint.circle
    assert circle is not None
    assert (circle.centre, circle.radius) == ((24.0, 22.0), 2.5)
    corners = [[22.0, 22.0], [26.0, 22.0], [26.0, 26.0], [22.0, 26.0]]
    square = after({"do": "outline", "id": "Mill", "corners": corners}).terrain["Mill"].footprint
    assert square.circle is None
    assert len(square.polygon) == 4


def test_a_copy_has_a_name_that_actions_can_be_written_with() -> None:
    battle = after({"do": "copy", "id": "Pikes", "to": [40.0, 8.0]})
    assert "Pikes-2" in battle.regiments
