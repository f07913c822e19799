"""Boards: rows of given lengths, names that stay on their hexes, flips and crops, listings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    Board,
    BoardError,
    Cube,
    Doubled,
    Flip,
    Naming,
    Offset,
    Shove,
    distance,
)

WHOLE_AND_HALF = Board.rows([12, 11] * 5 + [12])
quick = settings(deadline=None, max_examples=60)
cubes = st.builds(Cube.axial, st.integers(-9, 9), st.integers(-9, 9))
boards = st.frozensets(cubes, min_size=1, max_size=30).map(Board.of)
shoves = st.sampled_from(Shove)


@quick
@given(cubes, shoves)
def test_offsets_and_cubes_are_inverses(here, shove):
    assert Offset.of(here, shove).cube(shove) == here
    assert Doubled.of(here).cube() == here


@quick
@given(st.integers(-9, 9), st.integers(-9, 9), shoves)
def test_an_offset_stands_where_its_shove_says(row, column, shove):
    here = Offset(row, column).cube(shove)
    assert Offset.of(here, shove) == Offset(row, column)
    assert Doubled.of(here).row == row
    base = Doubled.of(Offset(0, 0).cube(shove)).column - shove.moves(0)
    assert Doubled.of(here).column - base == 2 * column + shove.moves(row)


def test_between_the_hexes_of_doubled_columns_there_is_none():
    with pytest.raises(ValueError, match="no hex"):
        Doubled(row=1, column=2)


def test_rows_may_differ_in_length():
    assert len(WHOLE_AND_HALF) == 6 * 12 + 5 * 11
    assert [WHOLE_AND_HALF.name(here) for here in WHOLE_AND_HALF][10:15] == [
        "A11",
        "A12",
        "B1",
        "B2",
        "B3",
    ]
    assert WHOLE_AND_HALF.named("B11") in WHOLE_AND_HALF
    with pytest.raises(KeyError):
        WHOLE_AND_HALF.named("B12")
    with pytest.raises(KeyError):
        WHOLE_AND_HALF.name(Cube.axial(99, 0))


def test_an_odd_row_lies_between_the_hexes_of_the_rows_around_it():
    b1 = WHOLE_AND_HALF.named("B1")
    around = {WHOLE_AND_HALF.name(here) for here in WHOLE_AND_HALF.neighbours(b1)}
    assert around == {"A1", "A2", "B2", "C1", "C2"}


def test_even_rows_can_be_the_shoved_ones():
    board = Board.rows([2, 3, 2], shove=Shove.EVEN)
    b2 = board.named("B2")
    assert {board.name(here) for here in board.neighbours(b2)} == {
        *("A1", "A2", "B1", "B3", "C1", "C2")
    }


@pytest.mark.parametrize(
    ("naming", "row", "column", "name"),
    [
        (Naming.LETTER_ROW, 0, 0, "A1"),
        (Naming.LETTER_ROW, 25, 9, "Z10"),
        (Naming.LETTER_ROW, 26, 0, "AA1"),
        (Naming.LETTER_ROW, 27 * 26, 0, "AAA1"),
        (Naming.COLUMN_ROW, 8, 12, "1309"),
    ],
)
def test_names_by_row_and_column(naming, row, column, name):
    assert naming.label(row=row, column=column) == name


@quick
@given(boards)
def test_names_and_hexes_are_one_to_one(board):
    assert [board.named(board.name(here)) for here in board] == list(board)
    assert list(board) == sorted(board, key=lambda here: (here.r, here.q))
    places = [board.place(here) for here in board]
    labels = [Naming.LETTER_ROW.label(row=at.row, column=at.column) for at in places]
    assert labels == list(board.names)


@quick
@given(boards, st.sampled_from(Flip))
def test_a_flip_keeps_names_on_hexes_and_the_board_in_place(board, flip):
    motion = board.flip(flip)
    turned = board.moved(motion)
    assert [turned.name(motion(here)) for here in board] == list(board.names)
    assert min(here.r for here in turned) == min(here.r for here in board)
    assert max(here.r for here in turned) == max(here.r for here in board)
    left = min(Doubled.of(here).column for here in board)
    assert min(Doubled.of(here).column for here in turned) - left in (0, 1)
    here, there = board.hexes[0], board.hexes[-1]
    assert distance(motion(here), motion(there)) == distance(here, there)


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("lengths", [[13, 12] * 4 + [13], [12, 11] * 5 + [12]])
def test_a_board_alike_on_both_sides_flips_onto_itself(flip, lengths):
    board = Board.rows(lengths)
    motion = board.flip(flip)
    assert board.moved(motion).hexes == board.hexes
    assert board.moved(motion).moved(motion) == board
    assert board.moved(motion) != board


def test_half_a_turn_puts_the_last_hex_first():
    board = Board.rows([3, 2, 3])
    turned = board.moved(board.flip(Flip.HALF_TURN))
    assert turned.names == tuple(reversed(board.names))
    mirrored = board.moved(board.flip(Flip.LEFT_RIGHT))
    assert mirrored.names == ("A3", "A2", "A1", "B2", "B1", "C3", "C2", "C1")
    upside = board.moved(board.flip(Flip.TOP_BOTTOM))
    assert upside.names == ("C1", "C2", "C3", "B1", "B2", "A1", "A2", "A3")


def test_a_crop_keeps_names_and_relabelling_counts_afresh():
    board = Board.rows([13, 12] * 4 + [13])
    part = board.crop(rows=range(2, 5), columns=range(1, 4))
    assert part.names == ("C2", "C3", "C4", "D2", "D3", "D4", "E2", "E3", "E4")
    assert all(part.name(here) == board.name(here) for here in part)
    assert part.crop(rows=range(1), columns=range(2)).names == ("C2", "C3")
    fresh = part.relabelled(Naming.LETTER_ROW)
    assert fresh.hexes == part.hexes
    assert fresh.names[:4] == ("A1", "A2", "A3", "B1")


@quick
@given(boards)
def test_cropping_nothing_away_changes_nothing(board):
    assert board.crop() == board
    assert board.crop(rows=range(99), columns=range(99)) == board


def test_a_board_cannot_be_empty_or_hold_a_hex_or_a_name_twice():
    with pytest.raises(BoardError, match="at least one"):
        Board.of([])
    with pytest.raises(BoardError, match="at least one"):
        Board.rows([3, 2]).crop(rows=range(5, 6))
    here, there = Cube.axial(0, 0), Cube.axial(1, 0)
    with pytest.raises(BoardError, match="more than once"):
        Board.of([here, here])
    with pytest.raises(BoardError) as raised:
        Board((here, there), ("A1", "A1"))
    assert raised.value.doubled == ("A1",)


def test_a_listing_with_one_hex_twice_and_its_neighbour_missing_names_both():
    board = Board.rows([13, 12] * 4 + [13])
    twice, missing = board.named("E6"), board.named("F6")
    listed = [twice if here == missing else here for here in board]
    faults = board.check_listing(listed)
    assert faults
    assert (faults.repeated, faults.absent, faults.outside) == ((twice,), (missing,), ())
    assert board.check_listing([*board, Cube.axial(50, 50)]).outside == (Cube.axial(50, 50),)
    assert not board.check_listing(reversed(board.hexes))
