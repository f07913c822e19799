"""Play: the shipped village, Action by Action, with undo; and fights out of buildings."""

from __future__ import annotations

from typing import Any

from defilade.dice import Choose
from defilade.game import Rejection, Session, fold, new_session
from defilade.systems.conquest import SYSTEM
from defilade.table import Table
from defilade.testing.battles import opened_example
from tests.systems.conquest.boards import MILL, infantry, table


def session_of(terrain: list[dict[str, Any]], regiments: list[dict[str, Any]]) -> Session:
    state, rules = table(terrain, regiments)
    return new_session(SYSTEM, Table("conquest", state, rules), battle="{}", engine="test")


def acted(session: Session, text: str) -> Session:
    found = session.act(text)
    assert isinstance(found, Session), f"{text}: {found}"
    return found


def refused(session: Session, text: str) -> set[str]:
    found = session.act(text)
    assert isinstance(found, Rejection), f"{text} is allowed"
    return {reason.clause for reason in found.reasons}


def test_a_turn_of_the_shipped_village() -> None:
    """CQ-TUR-01, CQ-TUR-02: players alternate, two Actions each."""
    battle, start = opened_example(SYSTEM)
    game = new_session(SYSTEM, start, battle=battle, engine="test").seeded("7")
    assert refused(game, "activate Pikes") == {"CQ-TUR-01"}
    game = acted(game, "activate Boars")
    game = acted(game, "march Boars 6 seeking Yard")
    assert refused(game, "activate Pikes") == {"CQ-TUR-01"}
    game = acted(game, "march Boars to contact occupy Yard")
    boars = game.table.state.regiments["Boars"]
    assert (boars.location, boars.actions_left, boars.formation) == ("Yard", 0, None)
    game = acted(game, "end")
    assert refused(game, "activate Wolves") == {"CQ-TUR-01"}
    game = acted(game, "activate Crossbows")
    game = acted(game, "take aim Crossbows")
    game = acted(game, "volley Crossbows -> Wolves")
    while game.pending is not None:
        game = game.roll()
    codes = [event.code for event in game.events()]
    assert codes.index("occupied") < codes.index("volleying") < codes.index("shot")
    again = fold(SYSTEM, start, game.log)
    assert again.table == game.table


def test_undo_goes_back_to_the_start_and_redo_forth() -> None:
    battle, start = opened_example(SYSTEM)
    game = new_session(SYSTEM, start, battle=battle, engine="test").seeded("7")
    for text in ("activate Wolves", "charge Wolves -> Mill"):
        game = acted(game, text)
    game = game.roll()
    end = game.table
    undone = game
    while isinstance(back := undone.undo(), Session):
        undone = back
    assert undone.table == start
    while isinstance(forth := undone.redo(), Session):
        undone = forth
    assert undone.table == end


def test_a_garrison_that_dies_is_replaced_at_once() -> None:
    """CQ-WIP-01 to CQ-WIP-03, CQ-WIP-05, CQ-WIP-06: a Choose, then free Reforms."""
    game = session_of(
        [{**MILL, "occupant": "D"}],
        [
            infantry("D", player="B", location="G", stands=1, models=[1], Resolve=2),
            infantry("I1", front_centre=[20, 17.5], Clash=5, Attacks=1),
            infantry("I2", front_centre=[20, 22.5], facing_deg=270),
        ],
    )
    game = acted(game, "activate I1")
    game = acted(game, "clash I1")
    game = game.answer((1,) * game.moments[-1].run.needs)  # type: ignore[union-attr]
    game = game.answer((6,) * game.moments[-1].run.needs)  # type: ignore[union-attr]
    question = game.pending
    assert isinstance(question, Choose)
    assert [str(option) for option in question.options] == ["I1", "I2", "nobody"]
    took = game.choose(1)
    state = took.table.state
    assert state.terrain["G"].occupant == "I2"
    assert state.free_reforms == ("I1",)
    assert state.regiments["I1"].actions_left == 1
    reformed = acted(took, "reform I1 facing 0 files 2")
    assert reformed.table.state.regiments["I1"].actions_left == 1
    assert "CQ-TUR-02" not in refused(reformed, "reform I1 facing 90 files 9")
    nobody = game.choose(2)
    assert nobody.table.state.free_reforms == ("I1", "I2")
    passed = acted(nobody, "end")
    assert passed.table.state.free_reforms == ()


def test_a_withdraw_offers_ways_out_and_stays_where_there_are_none() -> None:
    """CQ-WIT-03, CQ-WIT-09, CQ-LEA-11."""
    regiments = [
        infantry("R", location="G", stands=2, Resolve=5),
        infantry("E", player="B", front_centre=[20, 17.5]),
    ]
    game = acted(session_of([{**MILL, "occupant": "R"}], regiments), "activate R")
    game = acted(game, "withdraw R").answer((1,))
    question = game.pending
    assert isinstance(question, Choose)
    assert question.kind == "placement"
    out = game.choose(0).table.state
    assert out.regiments["R"].formation is not None
    assert out.regiments["R"].left == ("G",)
    assert out.terrain["G"].occupant is None


def test_marks_are_cleared_when_a_turn_begins() -> None:
    """CQ-LEA-12, CQ-AIM-01, CQ-BRK-01."""
    game = session_of([MILL], [infantry("R", front_centre=[20, 13])])
    for text in ("activate R", "march R to contact occupy G", "end", "next turn", "activate R"):
        game = acted(game, text)
    regiment = game.table.state.regiments["R"]
    assert regiment.occupied == ()
    assert regiment.actions_left == 2
    assert game.table.state.turn == 2


def test_a_command_stack_is_drawn_from_the_top() -> None:
    """CQ-TUR-01."""
    from dataclasses import replace

    from defilade.frozen import FrozenMap

    game = session_of(
        [MILL],
        [infantry("R1", front_centre=[8, 13]), infantry("R2", front_centre=[14, 13])],
    )
    start = game.table
    stacked = replace(start.state, stacks=FrozenMap({"A": ("R2", "R1")}))
    game = new_session(SYSTEM, start.with_state(stacked), battle="{}", engine="test")
    assert refused(game, "activate R1") == {"CQ-TUR-01"}
    game = acted(acted(game, "activate R2"), "end")
    acted(game, "activate R1")
