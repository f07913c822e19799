"""Before orders are given, questions and odds are answered as if they were, with a note."""

import pytest

from defilade.game import Ambiguous, NotUnderstood, Rejection
from defilade.ruling import Firing, Movement, Permission
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.state import State
from defilade.systems.protocol import Prospect
from defilade.table import Table
from tests.systems.greatwar.boards import ready, refused, table

FRESH = table(
    ".^I1 . . .\n  . .vI2 . .\n", "reserves: [{side: bottom, strength: 3}]\nhq: {bottom: 3}"
)


def codes(of: Table[State], question: Firing | Movement) -> set[str]:
    return {reason.code for reason in SYSTEM.rule(question, of).reasons}


def odds(of: Table[State], text: str) -> Prospect | Rejection:
    action = SYSTEM.read_action(text, of)
    assert not isinstance(action, NotUnderstood | Ambiguous)
    return SYSTEM.prospect(action, of)


def notes(of: Table[State], text: str) -> set[str]:
    found = odds(of, text)
    assert isinstance(found, Prospect), found
    return {note.code for note in found.notes}


@pytest.mark.parametrize(
    "question", [Firing("I1", "I2"), Movement("I1"), Movement("I1", ((1, 0),))]
)
def test_a_unit_without_orders_is_asked_about_as_if_ordered(question: Firing | Movement) -> None:
    """GW-TURN-02."""
    assert SYSTEM.rule(question, FRESH).verdict is Permission.ALLOWED
    assert "as_if_ordered" in codes(FRESH, question)
    assert "as_if_in_turn" not in codes(FRESH, question)


def test_the_side_that_waits_is_asked_about_as_if_in_its_turn() -> None:
    """GW-TURN-01."""
    assert {"as_if_ordered", "as_if_in_turn"} <= codes(FRESH, Firing("I2", "I1"))


def test_odds_on_a_fresh_file_say_what_they_suppose() -> None:
    assert "as_if_ordered" in notes(FRESH, "fire I1 -> I2")
    assert {"as_if_ordered", "as_if_in_turn"} <= notes(FRESH, "fire I2 -> I1")
    assert "as_if_ordered" in notes(FRESH, "move I1 A2")
    assert "as_if_reserve_ordered" in notes(FRESH, "bombard B2 with 1")


def test_nothing_is_supposed_of_a_unit_with_orders_or_once_orders_are_given() -> None:
    given = ready(FRESH, "I1")
    assert not {"as_if_ordered", "as_if_in_turn"} & notes(given, "fire I1 -> I2")
    assert SYSTEM.rule(Firing("I2", "I1"), given).verdict is Permission.REFUSED
    assert isinstance(odds(given, "fire I2 -> I1"), Rejection)
    assert isinstance(odds(given, "bombard B2 with 1"), Rejection)


def test_what_is_wrong_besides_still_refuses() -> None:
    """GW-LOS-06: a shot through a forest is none, ordered or not."""
    of = table(".^I1 F . .vI2\n  . . . .\n")
    ruling = SYSTEM.rule(Firing("I1", "I2"), of)
    assert ruling.verdict is Permission.REFUSED
    assert "as_if_ordered" in {reason.code for reason in ruling.reasons}
    assert isinstance(odds(of, "fire I1 -> I2"), Rejection)


def test_play_supposes_nothing() -> None:
    assert "GW-TURN-02" in refused(FRESH, "fire I1 -> I2")
