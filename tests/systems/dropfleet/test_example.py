"""The battle that comes with the package: it loads, it is lawful, and it shows something."""

from pathlib import Path

import pytest

import defilade
from defilade.dice import Typed, play
from defilade.formats.battle import read_battle
from defilade.game import Rejection
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.battle import Battle
from defilade.systems.dropfleet.checks import check
from defilade.systems.dropfleet.declare import shooting
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.terms import Order
from defilade.systems.registry import load
from defilade.table import Draft, Table

EXAMPLE = Path(str(defilade.__file__)).parent / "battles" / "dropfleet.yaml"


@pytest.fixture(scope="module")
def table() -> Table[State]:
    systems = {"dropfleet": load("dropfleet")}
    draft = read_battle(EXAMPLE.read_text(encoding="utf-8"), EXAMPLE.name, systems)
    assert isinstance(draft, Draft)
    assert isinstance(draft.battle, Battle)
    result = check(draft, "dropfleet")
    assert isinstance(result, Table)
    return result


def test_it_has_neither_faults_nor_warnings(table: Table[State]) -> None:
    assert table.warnings == ()


def test_it_uses_what_a_newcomer_should_see(table: Table[State]) -> None:
    state = table.state
    assert {ship.side for ship in state.ships.values()} == {"red", "blue"}
    assert {ship.layer for ship in state.ships.values()} == {"high", "low", "atmosphere"}
    assert {piece.type for piece in state.scenery.values()} == {"lso", "debris"}
    assert state.ships["Anvil"].shields_up
    assert state.ships["Tack II"].silent
    assert any(sector.assets for sector in state.sectors.values())


def test_every_special_rule_in_it_is_known(table: Table[State]) -> None:
    for ship in table.state.ships.values():
        lines = [ship.profile.special, *(w.special for w in ship.profile.weapons.values())]
        assert all(keywords.known(keyword) for line in lines for keyword in line)


def test_the_first_question_of_its_header_may_be_asked(table: Table[State]) -> None:
    state = table.state
    heron, anvil = state.ships["Heron"], state.ships["Anvil"]
    assert heron.order is Order.WEAPONS_FREE
    lance = heron.profile.weapons["Lance"]
    found = shooting(state, HouseRules(), heron, anvil, lance)
    assert not found.against
    assert found.aim.distance == pytest.approx(15.52, abs=0.01)
    assert found.aim.reach.inches == 26
    tack = shooting(state, HouseRules(), heron, state.ships["Tack I"], lance)
    assert "DF-RNG-02" in {reason.clause for reason in tack.against}


def test_the_dice_in_its_header_are_just_enough(table: Table[State]) -> None:
    line = next(row for row in EXAMPLE.read_text("utf-8").splitlines() if "--dice" in row)
    action, faces = line.split('"')[1], line.split("--dice ")[1]
    system = load("dropfleet")
    prospect = system.prospect(system.read_action(action, table), table)
    assert not isinstance(prospect, Rejection)
    typed = Typed(faces)
    play(prospect.procedure, typed)
    assert not typed.left
