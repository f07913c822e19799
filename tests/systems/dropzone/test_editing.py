"""Battles of Dropzone edited by hand: Garrisons let go, edges and entrances go along."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.formats.editing import WrongEdit, edited
from defilade.systems.dropzone.battle import Battle, SceneryLine, UnitLine
from defilade.systems.dropzone.making import straight_edges
from defilade.systems.registry import load
from defilade.table import Faults
from defilade.testing.battles import example_text, opened

SYSTEM = load("dropzone")
DRAFT, _ = opened(SYSTEM, example_text(SYSTEM), SYSTEM.example)
BANK = next(line for line in DRAFT.battle.scenery if line.id == "Bank")


def after(*edits: dict[str, Any], waive: tuple[str, ...] = ()) -> Battle:
    draft = edited(DRAFT, edits, SYSTEM)
    found = SYSTEM.check(draft, waive=waive)
    assert not isinstance(found, Faults), [fault.code for fault in found.errors]
    battle: Battle = draft.battle
    return battle


def piece(battle: Battle, name: str) -> SceneryLine:
    return next(line for line in battle.scenery if line.id == name)


def unit(battle: Battle, name: str) -> UnitLine:
    return next(line for line in battle.units if line.id == name)


def test_facing_is_written_anticlockwise_from_the_right() -> None:
    battle = after({"do": "place", "id": "K1", "to": [3.0, 2.0], "facing": 0.0})
    assert (unit(battle, "K1").at, unit(battle, "K1").facing) == ((3.0, 2.0), 90.0)


def test_units_come_out_of_garrisons_and_transports_when_they_are_placed() -> None:
    battle = after({"do": "place", "id": "V1", "to": [20.0, 20.0]})
    assert "Exchange" not in battle.occupancy
    assert unit(battle, "V1").at == (20.0, 20.0)
    out = after({"do": "place", "id": "G1", "to": [8.0, 20.0]})
    assert unit(out, "G1").embarked is None


def test_who_is_aboard_waits_in_stock() -> None:
    waiting = [each for each in SYSTEM.editor.stock(DRAFT.battle) if each.group == "waiting"]
    assert [each.id for each in waiting] == ["waiting/G1"]
    battle = after({"do": "add", "stock": "waiting/G1", "to": [8.0, 20.0]})
    assert (unit(battle, "G1").at, unit(battle, "G1").embarked) == ((8.0, 20.0), None)
    assert len(battle.units) == len(DRAFT.battle.units)


def test_infantry_goes_into_garrisons_and_out_again() -> None:
    into = {"do": "set", "id": "R1", "field": "/inside", "value": "Kiosk/E"}
    squad = ("squad_divided",)
    battle = after(into, waive=squad)
    assert battle.occupancy["Kiosk"] == {"R1": "E"}
    other = {**into, "value": "Exchange/centre"}
    assert "Kiosk" not in after(into, other, waive=squad).occupancy
    out = after({**into, "id": "V1", "value": None})
    assert "Exchange" not in out.occupancy
    assert unit(out, "V1").at == (21.0, 10.5)
    crew = after({**into, "id": "G1"})
    assert unit(crew, "G1").embarked is None
    for wrong in ({**into, "value": "Park/centre"}, {**into, "id": "K1"}):
        with pytest.raises(WrongEdit):
            edited(DRAFT, [wrong], SYSTEM)


def test_who_was_inside_what_is_gone_stands_there() -> None:
    battle = after({"do": "remove", "id": "Exchange"})
    assert unit(battle, "V1").at == (21.0, 10.5)
    assert battle.links == ()
    crew = after({"do": "remove", "id": "C1"})
    assert (unit(crew, "G1").at, unit(crew, "G1").embarked) == ((8.0, 5.5), None)


def test_edges_keep_their_names_when_a_building_turns() -> None:
    battle = after({"do": "place", "id": "Bank", "to": None, "facing": 90.0})
    bank, before = piece(battle, "Bank"), straight_edges(BANK.footprint, closed=True)
    assert set(bank.edges) == set(before)
    assert bank.blind_edges == ("N",)
    assert all(x == 17.0 for x, _ in bank.edges["N"])
    assert battle.occupancy["Bank"] == DRAFT.battle.occupancy["Bank"]
    assert isinstance(bank.entrances, tuple)
    assert bank.entrances[0] == (12.0, 10.5)


def test_entrances_and_edges_stay_on_the_rim_when_a_corner_is_dragged() -> None:
    corners = [[12.0, 6.0], [17.0, 8.0], [17.0, 13.0], [12.0, 13.0]]
    bank = piece(after({"do": "outline", "id": "Bank", "corners": corners}), "Bank")
    assert bank.edges["S"] == ((12.0, 6.0), (17.0, 8.0))
    assert isinstance(bank.entrances, tuple)
    assert bank.entrances[0] == (14.5, 7.0)


def test_an_edge_follows_a_corner_that_was_put_into_it() -> None:
    corners = [[12.0, 8.0], [14.0, 7.0], [17.0, 8.0], [17.0, 13.0], [12.0, 13.0]]
    bank = piece(after({"do": "outline", "id": "Bank", "corners": corners}), "Bank")
    assert bank.edges["S"] == ((12.0, 8.0), (14.0, 7.0), (17.0, 8.0))
    assert bank.edges["N"] in (((17.0, 13.0), (12.0, 13.0)), ((12.0, 13.0), (17.0, 13.0)))
    assert set(bank.edges) == {"N", "E", "S", "W"}


def test_railings_stay_a_line() -> None:
    corners = [[24.0, 8.0], [25.0, 10.0], [24.0, 12.0]]
    rails = piece(after({"do": "outline", "id": "Railings", "corners": corners}), "Railings")
    assert (len(rails.line), rails.footprint) == (3, ())


@pytest.mark.parametrize("stock", ["terrain/Large building", "terrain/Road", "unit/Carrier"])
def test_what_is_added_can_be_played(stock: str) -> None:
    side = {"side": "red"} if stock.startswith("unit") else {}
    battle = after({"do": "add", "stock": stock, "to": [30.0, 20.0], **side})
    assert len((*battle.units, *battle.scenery)) == len(
        (*DRAFT.battle.units, *DRAFT.battle.scenery, stock)
    )
