"""Whole turns: command card, orders, movement, battle, the end; undo; victory."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import Choose, Roll
from defilade.formats.battle import battle_json
from defilade.game import Session, new_session
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.sections import in_sections, sections_of
from defilade.systems.greatwar.terms import Phase, Section, Side
from defilade.table import Faults
from defilade.testing.battles import opened_example
from defilade.testing.random_play import random_game
from tests.systems.greatwar.boards import does, draft, ready, refused, table

BATTLE, TABLE = opened_example(SYSTEM)


def fresh() -> Session:
    return new_session(SYSTEM, TABLE, battle=BATTLE, engine="test")


def acted(session: Session, *texts: str) -> Session:
    for text in texts:
        after = session.act(text)
        assert isinstance(after, Session), (text, after)
        session = after
    return session


def test_a_whole_turn_of_order_move_and_battle_and_all_of_it_undone() -> None:
    """GW-TURN-01, GW-TURN-02, GW-TURN-05, GW-BAT-03."""
    turn = acted(fresh(), "card supply_column", "command centre 2", "order I7 MG3", "move I7 G7")
    assert turn.table.state.hq[Side.BOTTOM] == 6
    assert turn.table.state.phase is Phase.MOVE
    turn = acted(turn, "end tokens")
    after = turn.table.state
    assert after.active is Side.TOP
    assert after.hq[Side.BOTTOM] == 8
    assert not any(unit.ordered or unit.hexes_moved for unit in after.units.values())
    assert "GW-TURN-01" in _refused(turn, "end tokens")
    session = turn
    while isinstance(back := session.undo(), Session):
        session = back
    assert session.table == TABLE
    assert isinstance(again := session.redo(), Session)
    assert again.table.state.hq[Side.BOTTOM] == 6


def test_a_turn_with_a_battle_played_answer_by_answer_and_taken_back() -> None:
    """Order, move, battle: dice typed in, flags and retreat chosen, each of them undone."""
    board = (
        ".      .      .      .\n   .      TvI1   .\n.      .      .^I2   .\n   .      .      .\n"
    )
    made = draft(board, "medals_to_win: 2\n")
    begun = SYSTEM.check(made)
    assert not isinstance(begun, Faults)
    session = new_session(SYSTEM, begun, battle=battle_json(made, SYSTEM), engine="test")
    session = acted(session, "command everywhere 1", "order I2", "move I2 C2", "close I2 -> I1")
    assert isinstance(session.pending, Roll)
    session = session.answer(("burst", "flag", "flag"))
    assert isinstance(session.pending, Choose)
    assert [str(option) for option in session.pending.options] == [
        "ignore 0, retreat 2",
        "ignore 1, retreat 1",
    ]
    session = session.choose(1)
    assert isinstance(session.pending, Choose)
    assert session.pending.kind == "retreat"
    session = session.choose(0)
    assert session.pending is None
    after = session.table.state.units["I1"]
    assert (after.figures, after.at.r) == (3, 0)
    said = [SYSTEM.wording.event(e.code, e.params) for e in session.events()]
    assert "I1 retreats to A3" in said
    assert "I1 loses 1 figure, 3 left" in said
    while isinstance(back := session.undo(), Session):
        session = back
    assert session.table == begun


def _refused(session: Session, text: str) -> set[str]:
    found = session.act(text)
    assert not isinstance(found, Session)
    return {reason.clause for reason in getattr(found, "reasons", ())}


def test_phases_are_kept_in_order() -> None:
    """GW-TURN-01: card, orders, movement, battle."""
    start = fresh()
    assert "GW-TURN-01" in _refused(start, "order I7")
    assert "GW-TURN-02" in _refused(start, "move I7 G7")
    assert "GW-TURN-01" in _refused(start, "end")
    commanded = acted(start, "command centre 1")
    assert _refused(commanded, "command left 1") == {"GW-TURN-01"}
    assert "GW-TURN-02" in _refused(commanded, "order I7 MG3")
    assert "GW-TURN-02" in _refused(commanded, "order I8")
    assert isinstance(commanded.act("end"), Session), "a card that orders nothing ends at once"


def test_reserve_artillery_takes_an_order_or_its_own_card() -> None:
    """GW-RES-03, GW-TURN-03."""
    only = acted(fresh(), "command centre 2 battlefield")
    assert _refused(only, "order I7 artillery") == {"GW-RES-03"}
    anywhere = acted(fresh(), "command everywhere 2")
    assert _refused(anywhere, "order artillery") == {"GW-RES-03"}
    section = acted(fresh(), "command centre 2", "order I7 artillery")
    assert "GW-RES-03" in _refused(section, "bombard B2 with 1"), "not in that section"
    assert isinstance(section.act("bombard B6 with 1"), Session)
    card = acted(fresh(), "command bombard")
    assert isinstance(card.act("bombard B2 with 1"), Session)


def test_the_game_ends_the_moment_the_medals_are_won() -> None:
    """GW-VIC-01, GW-VIC-02."""
    of = ready(table(".^I1 .vI2*1 .vI3\n  . . .\n", "medals_to_win: 1\n"))
    after = does(of, "close I1 -> I2", "burst", "hq", "hq")
    assert after.state.winner is Side.BOTTOM
    assert "GW-VIC-02" in refused(after, "end tokens")
    assert SYSTEM.actions(after) == ()


def test_objectives_are_worth_medals_while_they_are_held() -> None:
    """GW-VIC-01."""
    of = ready(table(".^I1 . .vI2\n  . . .\n", "objectives: [{at: A2, medals: 2, side: bottom}]\n"))
    assert of.state.score(Side.BOTTOM) == 0
    held = does(of, "move I1 A2")
    assert held.state.score(Side.BOTTOM) == 2
    left = ready(held, hexes_moved=0)
    action = SYSTEM.read_action("move I1 A1", left)
    events = SYSTEM.narrate(left, action, (), does(left, "move I1 A1"))
    assert "medals_lost" in {event.code for event in events}


def test_sections_part_the_field_in_three_and_cut_hexes_are_in_two() -> None:
    """GW-MAP-04: from each player's own side."""
    of = table("", "units: []\n")
    board = of.state.field.board
    assert board is not None
    assert len(board) == 6 * 12 + 5 * 11, "GW-MAP-01, GW-MAP-02"
    named = {
        name: [s.value for s in sections_of(of.state, board.named(name))]
        for name in ("A4", "A5", "A8", "A9", "B4", "B8", "B5")
    }
    assert named == {
        "A4": ["left"],
        "A5": ["centre"],
        "A8": ["centre"],
        "A9": ["right"],
        "B4": ["left", "centre"],
        "B8": ["centre", "right"],
        "B5": ["centre"],
    }
    for here in board:
        for section in Section:
            mirrored = in_sections(of.state, here, (section.seen_by(Side.TOP),), Side.TOP)
            assert in_sections(of.state, here, (section,), Side.BOTTOM) is mirrored


def test_a_stated_row_length_makes_the_board() -> None:
    """GW-MAP-02."""
    of = table("", "rows: [5, 4, 5]\n")
    assert of.state.field.board is not None
    assert len(of.state.field.board) == 14
    plain = table("", "options: {board_short_rows: false}\n")
    assert plain.state.field.board is not None
    assert len(plain.state.field.board) == 132


def sessions(seed: int) -> Iterator[Session]:
    return random_game(SYSTEM, TABLE, BATTLE, seed=seed, steps=60)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000))
def test_in_any_game_tokens_and_units_stay_as_they_must(seed: int) -> None:
    """GW-TURN-04, GW-UNIT-02, GW-DIE-07: 30 tokens in all, one unit a hex, none below 1."""
    for session in sessions(seed):
        state = session.table.state
        assert state.pool + sum(state.hq.values()) == 30
        assert state.pool >= 0
        places = [unit.at for unit in state.units.values()]
        assert len(set(places)) == len(places)
        for unit in state.units.values():
            assert state.field.holds(unit.at)
            assert 1 <= unit.figures <= unit.kind.figures
