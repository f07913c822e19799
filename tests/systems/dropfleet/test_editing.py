"""Battles of Dropfleet edited by hand: groups, clusters and tokens follow what is gone."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.formats.editing import WrongEdit, edited
from defilade.systems.dropfleet.battle import Battle
from defilade.systems.registry import load
from defilade.table import Faults
from defilade.testing.battles import example_text, opened

SYSTEM = load("dropfleet")
DRAFT, _ = opened(SYSTEM, example_text(SYSTEM), SYSTEM.example)


def after(*edits: dict[str, Any]) -> Battle:
    draft = edited(DRAFT, edits, SYSTEM)
    found = SYSTEM.check(draft)
    assert not isinstance(found, Faults), [fault.code for fault in found.errors]
    battle: Battle = draft.battle
    return battle


def test_groups_forget_ships_that_are_gone() -> None:
    battle = after({"do": "remove", "id": "Wren I"})
    assert battle.groups["Wrens"] == ("Wren II",)
    gone = after({"do": "remove", "id": "Heron"})
    assert "Lance" not in gone.groups
    assert gone.battlegroups["Line"] == ("Wrens",)
    assert gone.active is None
    alone = after({"do": "remove", "id": "Dipper"})
    assert "Landing" not in alone.battlegroups


def test_clusters_forget_sectors_that_are_gone() -> None:
    battle = after({"do": "remove", "id": "Fort"})
    assert battle.clusters["Halcyon"].sectors == ("Old Town", "Reactor")


def test_stations_have_no_front() -> None:
    battle = after({"do": "place", "id": "Halcyon Ring", "to": [10.0, 40.0], "facing": 90.0})
    ring = battle.stations["Halcyon Ring"]
    assert (ring.pos, ring.facing) == ((10.0, 40.0), 0.0)


def test_a_moon_is_round_until_it_is_drawn_and_a_ring_has_two_ends() -> None:
    corners = [[36.0, 14.0], [40.0, 14.0], [40.0, 18.0]]
    moon = after({"do": "outline", "id": "Little Sister", "corners": corners})
    line = moon.scenery["Little Sister"]
    assert (line.centre, len(line.polygon)) == (None, 3)
    ring = {"do": "add", "stock": "terrain/ring", "to": [24.0, 40.0], "as": "Halo"}
    assert after(ring).scenery["Halo"].line == ((18.0, 40.0), (30.0, 40.0))
    with pytest.raises(WrongEdit, match="two ends"):
        edited(DRAFT, [ring, {"do": "outline", "id": "Halo", "corners": corners}], SYSTEM)


def test_debris_turns_about_the_mean_of_its_corners() -> None:
    shoal = DRAFT.battle.scenery["Shoal"].polygon
    middle = [sum(x for x, _ in shoal) / 4, sum(y for _, y in shoal) / 4]
    turned = after({"do": "place", "id": "Shoal", "to": middle, "facing": 180.0})
    opposite = [(2 * middle[0] - x, 2 * middle[1] - y) for x, y in shoal]
    assert list(turned.scenery["Shoal"].polygon) == opposite
