"""Hex fields as text: parser and printer are inverses; what a word means is not asked."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import ORIGIN, Board, Cube, HexText, HexTextError, Shove, neighbours

quick = settings(deadline=None, max_examples=100)
cubes = st.builds(Cube.axial, st.integers(-6, 6), st.integers(-6, 6))
words = st.text("abcXYZ019.:+*#/-@~", min_size=1, max_size=5).filter(lambda w: w[0] not in "@~")
cell_maps = st.dictionaries(cubes, words, min_size=1, max_size=25)


@st.composite
def fields(draw):
    rows = draw(st.lists(st.lists(st.none() | words, max_size=6), min_size=1, max_size=6))
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    if not any(rows):
        rows[0].append("x")
    return HexText(tuple(map(tuple, rows)), draw(st.booleans()), draw(cubes))


@quick
@given(fields())
def test_parsing_what_was_printed_gives_the_field(field):
    assert HexText.parse(str(field)) == field
    assert str(HexText.parse(str(field))) == str(field)


@quick
@given(fields(), st.integers(0, 12))
def test_a_field_may_be_indented_as_a_whole(field, by):
    lines = str(field).splitlines()
    moved = "\n\n" + "\n".join(" " * by + line + "  " for line in lines) + "\n   "
    assert HexText.parse(moved) == field


@quick
@given(cell_maps)
def test_any_hexes_and_words_survive_the_text(cells):
    assert HexText.parse(str(HexText.of(cells))).cells == cells


@quick
@given(fields())
def test_a_fields_cells_make_the_same_cells_again(field):
    assert HexText.of(field.cells).cells == field.cells


def test_a_field_reads_as_it_looks():
    field = HexText.parse(
        """
        a   b   c
          d   e
        f   ~   g
        """
    )
    at = {word: here for here, word in field.cells.items()}
    assert at["a"] == ORIGIN
    assert {word for word, here in at.items() if here in neighbours(at["d"])} == set("abef")
    assert {word for word, here in at.items() if here in neighbours(at["e"])} == set("bcdg")
    assert Cube.axial(0, 2) not in field.cells
    assert str(field) == "a b c\n d e\nf ~ g"


def test_the_first_row_may_be_the_shoved_one():
    field = HexText.parse("  a   b\nc   d   e\n  f   g")
    assert field.first_is_shoved
    board = Board.rows([2, 3, 2], shove=Shove.EVEN)
    by_name = dict(zip(board, "abcdefg", strict=True))
    shift = board.hexes[0] - ORIGIN
    assert {here + shift: word for here, word in field.cells.items()} == by_name


def test_printing_makes_room_for_the_longest_word():
    field = HexText.of({Cube.axial(0, 0): "wood:I4", Cube.axial(1, 0): ".", Cube.axial(0, 1): "x"})
    assert str(field) == "wood:I4 .\n    x"


def test_two_letters_get_four_columns_so_that_half_a_cell_is_two():
    field = HexText((("ab", "c"), ("de", "f")))
    assert str(field) == "ab  c\n  de  f"


def test_the_least_box_needs_no_gap_where_the_first_row_is_the_shoved_one():
    text = " a b\nc d e\n f g"
    cells = HexText.parse(text).cells
    assert str(HexText.of(cells)).splitlines()[-3:] == text.splitlines()


def test_the_origin_is_told_when_it_is_elsewhere():
    text = "@ 3 -2\nx ."
    field = HexText.parse(text)
    assert set(field.cells) == {Cube.axial(3, -2), Cube.axial(4, -2)}
    assert str(field) == text


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", 1),
        ("\n  \n", "empty", 1),
        ("@ 1 1", "empty", 1),
        ("~ ~\n ~", "empty", 1),
        ("@ one 1\na", "header", 1),
        ("@ 1\na", "header", 1),
        ("a b\nc d", "not_alternating", 2),
        ("a b\n c d\n e f", "not_alternating", 3),
        ("\na b\n c ~d", "word", 3),
        ("a b\n @ d", "word", 2),
    ],
)
def test_text_that_is_no_field_is_refused_with_its_line(text, code, line):
    with pytest.raises(HexTextError) as raised:
        HexText.parse(text)
    assert (raised.value.code, raised.value.line) == (code, line)


@pytest.mark.parametrize("word", ["", "two words", "~", "@x", "tab\there"])
def test_words_that_could_not_be_read_back_are_refused(word):
    with pytest.raises(HexTextError):
        HexText((("a", word),))
    with pytest.raises(HexTextError):
        HexText.of({ORIGIN: word})


def test_there_is_no_text_of_nothing_and_no_trailing_gap():
    with pytest.raises(HexTextError):
        HexText.of({})
    with pytest.raises(HexTextError):
        HexText((("a", None),))
