"""The notation of actions: read and written as inverses, and what is said of other texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.game import Ambiguous, NotUnderstood
from defilade.geometry.hexes import Cube
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    EndTurn,
    GiveOrders,
    Move,
    PlaceToken,
    PlayCard,
    PlayCommand,
    Rebuild,
)
from defilade.systems.greatwar.state import Command
from defilade.systems.greatwar.terms import Combat, Section, Token
from defilade.systems.greatwar.turn import Ending
from defilade.testing.battles import opened_example
from tests.systems.greatwar.boards import ready, table

_, TABLE = opened_example(SYSTEM)
UNITS = st.sampled_from(sorted(TABLE.state.units))
CARDS = st.sampled_from(sorted(TABLE.state.field.cards))
HEXES = st.builds(Cube.axial, st.integers(-20, 20), st.integers(-20, 20))
COMMANDS = st.one_of(
    st.just(Command(0, bombard=True)),
    st.builds(
        Command,
        st.integers(0, 9),
        st.lists(st.sampled_from(Section), max_size=3, unique=True).map(tuple),
        st.booleans(),
    ),
)
ENDINGS = st.one_of(
    st.builds(Ending, st.booleans(), st.just(""), st.lists(CARDS, max_size=3).map(tuple)),
    st.builds(Ending, st.just(False), CARDS, st.lists(CARDS, max_size=3).map(tuple)),
)
ACTIONS = st.one_of(
    st.builds(PlayCommand, COMMANDS),
    st.builds(GiveOrders, st.lists(UNITS, max_size=4, unique=True).map(tuple), st.booleans()),
    st.builds(Move, UNITS, st.lists(HEXES, min_size=1, max_size=3).map(tuple), st.booleans()),
    st.builds(Battle, st.sampled_from([Combat.RANGED, Combat.CLOSE]), UNITS, UNITS, st.booleans()),
    st.builds(Bombard, HEXES, st.integers(0, 9)),
    st.builds(Rebuild, UNITS, HEXES),
    st.builds(CutWire, UNITS, HEXES),
    st.builds(PlayCard, CARDS, st.one_of(st.just(""), UNITS)),
    st.builds(PlaceToken, st.sampled_from(Token), HEXES),
    st.builds(EndTurn, ENDINGS),
)


@given(ACTIONS)
def test_what_is_written_reads_as_the_same_action(action: Action) -> None:
    assert SYSTEM.read_action(SYSTEM.write_action(action), TABLE) == action


@given(ACTIONS)
def test_case_spacing_and_fillers_do_not_matter(action: Action) -> None:
    loose = SYSTEM.write_action(action).upper().replace(" ", "   and ")
    assert SYSTEM.read_action(loose, TABLE) == action


@given(st.text(max_size=40))
def test_no_text_is_a_crash(text: str) -> None:
    SYSTEM.read_action(text, TABLE)


@given(ACTIONS, st.integers(0, 60))
def test_a_torn_line_is_told_where_it_stops(action: Action, cut: int) -> None:
    text = SYSTEM.write_action(action)[:cut]
    found = SYSTEM.read_action(text, TABLE)
    if isinstance(found, NotUnderstood):
        assert 0 <= found.position <= len(text)
        assert found.wanted


@pytest.mark.parametrize(
    ("text", "word"),
    [("fire I7 at", 10), ("move I7", 7), ("move I7 Z9", 8), ("bombard B2 with many", 16)],
)
def test_what_is_wanted_where(text: str, word: int) -> None:
    found = SYSTEM.read_action(text, TABLE)
    assert isinstance(found, NotUnderstood)
    assert found.position == word


def test_a_beginning_that_fits_several_units_asks_which() -> None:
    of = table(".^I1 .^I12 .^I13\n  . . .\n")
    assert SYSTEM.read_action("move I1 B1", of) == Move("I1", (Cube.axial(0, 1),))
    found = SYSTEM.read_action("rebuild I1 A1", table(".^I11 .^I12\n  . .\n"))
    assert isinstance(found, Ambiguous)
    assert found.candidates == ("rebuild I11 A1", "rebuild I12 A1")


def test_hexes_are_read_by_name_and_by_coordinates() -> None:
    by_name = SYSTEM.read_action("bombard C2 with 1", TABLE)
    assert by_name == SYSTEM.read_action("bombard 0,2 with 1", TABLE)


@given(ACTIONS)
def test_hexes_of_the_board_are_written_by_name(action: Action) -> None:
    """What was read is written as the board has it printed, and reads as the same again."""
    board = TABLE.state.field.board
    assert board is not None
    read = SYSTEM.read_action(SYSTEM.write_action(action), TABLE)
    text = SYSTEM.write_action(read)
    assert SYSTEM.read_action(text, TABLE) == action
    hexes = getattr(action, "path", None) or [
        here for here in [getattr(action, "at", None)] if here
    ]
    for here in hexes:
        printed = board.name(here) if here in board else f"{here.q},{here.r}"
        assert printed in text.split()


def test_actions_offered_name_their_hexes_as_reasons_do() -> None:
    of = ready(table(".^I1 . .\n  . .vI2 .\n"), "I1")
    offered = [SYSTEM.write_action(action) for action in SYSTEM.actions(of)]
    assert "move I1 A2" in offered
    assert not [text for text in offered if "," in text]
