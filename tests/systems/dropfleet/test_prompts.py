"""Dice say whose they are, so that a table with many throws knows which one is wanted."""

from __future__ import annotations

from defilade.dice import Roll, Seeded, play
from defilade.game import Session, new_session
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.collateral import Ending, Victim, collateral
from defilade.systems.dropfleet.options import HouseRules
from defilade.testing.battles import opened_example


def test_throws_to_hit_name_their_weapon_and_saves_their_ship() -> None:
    battle, table = opened_example(SYSTEM)
    session = new_session(SYSTEM, table, battle=battle, engine="test").seeded("q")
    told: list[tuple[str, str]] = []
    for line in ("fire Heron -> Anvil with Lance", "resolve"):
        after = session.act(line)
        assert isinstance(after, Session), after
        session = after
        while session.pending is not None:
            asked = session.pending
            if isinstance(asked, Roll):
                told.append((asked.clause, asked.about))
            session = session.roll() if isinstance(asked, Roll) else session.choose(0)
    assert ("DF-HIT-01", "Lance") in told
    assert {about for clause, about in told if clause.startswith("DF-SAV")} == {"Anvil"}


def test_saves_of_collateral_name_the_asset() -> None:
    """DF-COL-03."""
    victims = (Victim("Battery", 4, 2), Victim("Militia", 5, 1))
    _, thrown = play(collateral(victims, Ending.NONE, HouseRules()), Seeded("q"))
    told = [one.question.about for one in thrown if isinstance(one.question, Roll)]
    assert [about for about in told if about] == ["Battery", "Militia"]
