"""Text boards: parsed and printed as inverses, and from state to text to state."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.geometry.hexes import Cube
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.scene import text_board
from defilade.systems.greatwar.terms import Side, Terrain, Token, Waterway
from defilade.systems.greatwar.textboard import (
    Cell,
    Mark,
    Misdrawn,
    Spot,
    TextBoard,
    TextBoardError,
    spots,
)
from defilade.testing.battles import opened_example
from tests.systems.greatwar.boards import at, table

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}", fullmatch=True)
CELLS = st.builds(
    lambda terrain, water, tokens, unit: Cell(
        terrain, water if terrain is Terrain.WATERWAY else None, tokens, unit
    ),
    st.sampled_from(Terrain),
    st.one_of(st.none(), st.sampled_from(Waterway)),
    st.frozensets(st.sampled_from(Token)),
    st.one_of(
        st.none(),
        st.builds(Mark, st.sampled_from(Side), NAMES, st.one_of(st.none(), st.integers(1, 12))),
    ),
)
HEXES = st.builds(Cube.axial, st.integers(-5, 5), st.integers(-5, 5))


@given(CELLS)
def test_a_word_is_read_as_written(cell: Cell) -> None:
    assert Cell.parse(str(cell)) == cell


@given(st.dictionaries(HEXES, CELLS, min_size=1, max_size=25))
def test_a_board_is_read_as_drawn(cells: dict[Cube, Cell]) -> None:
    board = TextBoard.of(cells)
    assert board.cells == cells
    assert TextBoard.parse(str(board)) == board


@given(st.one_of(st.text(max_size=60), st.text(alphabet=".FQ~@ 1\n\t", max_size=60)))
def test_any_text_is_a_board_or_says_where_it_is_not(text: str) -> None:
    lines = text.splitlines() or [""]
    board: TextBoard | None = None
    wrong: tuple[Misdrawn, ...] = ()
    try:
        board = TextBoard.parse(text)
    except TextBoardError as error:
        wrong = error.faults
    assert (board is None) is bool(wrong)
    for each in wrong:
        assert each.code != "word" or written(lines, each.spot) == each.found
    if board is not None:
        assert TextBoard.parse(str(board)) == board
        drawn = {here: written(lines, spot) for here, spot in spots(text).items()}
        assert drawn == board.text.cells


def written(lines: list[str], spot: Spot) -> str:
    start = spot.column - 1
    return lines[spot.line - 1][start : start + spot.length]


def test_a_wrong_word_is_told_by_its_line() -> None:
    with pytest.raises(TextBoardError, match="word at line 2: 'Q'"):
        TextBoard.parse(".  .\n  F Q\n")


@pytest.mark.parametrize("word", ["", "FF", "F++", "^I1", ".I1", ".^", ".^I1*0", ".^1"])
def test_what_is_no_word(word: str) -> None:
    with pytest.raises(ValueError, match=re.escape(word) or "^$"):
        Cell.parse(word)


def test_a_state_drawn_and_read_again_is_the_same_field() -> None:
    """What the drawing holds: ground, tokens, units with side, place and strength."""
    _, shipped = opened_example(SYSTEM)
    text = SYSTEM.board_text(shipped)
    again = table(text)
    assert again.state.sites == shipped.state.sites
    for name, unit in shipped.state.units.items():
        drawn = again.state.units[name]
        assert (drawn.at, drawn.side, drawn.figures, drawn.kind) == (
            unit.at,
            unit.side,
            unit.figures,
            unit.kind,
        )
    assert str(text_board(again.state)) == text


def test_units_on_a_board_take_what_their_line_says_more() -> None:
    of = table(
        ".^Guards*2 .vMG1\n  . .\n",
        "units:\n  - {id: Guards, type: infantry, personnel: [Engineer]}\n"
        "  - {id: X, side: top, type: mortar, at: B1}\n",
    )
    guards = of.state.units["Guards"]
    assert (guards.figures, guards.personnel, guards.side) == (2, ("engineer",), Side.BOTTOM)
    assert of.state.units["MG1"].kind.name == "machine_gun"
    assert of.state.units["X"].at == at(of, "B1")
