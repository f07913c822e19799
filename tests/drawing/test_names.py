"""Names on a board: clear of pieces and of each other, told once for what is one thing."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.cli.loading import open_battle
from defilade.cli.screen import Screen
from defilade.drawing import board_svg
from defilade.drawing.flocks import flocks
from defilade.drawing.labels import Labels, Name, width_of
from defilade.drawing.palette import side_styles
from defilade.drawing.projection import Box, projection
from defilade.drawing.tokens import Token, token
from defilade.record import Record
from defilade.ruling import Cells, Disc, Fact, Line, Mark
from defilade.systems.registry import names
from defilade.table import Ground, HexCell, Piece, Round, Scene, Trim

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"df-text": 12.0, "df-small": 10.5, "df-told": 10.0, "df-kind": 8.5, "df-name": 11.0}
SIZES |= {"df-coordinate": 8.0, "df-figure": 9.0}


def texts(svg: str, scene: Scene) -> list[tuple[str, str, Box]]:
    """Class, words and box of each text on the board itself."""
    _, top, _, bottom = projection(scene, left=28, top=52).box
    found = []
    for element in ET.fromstring(svg).iter(f"{SVG}text"):
        kind = (element.get("class") or "").split()
        x, y, said = float(element.get("x", 0)), float(element.get("y", 0)), element.text or ""
        if "df-middle" in kind and top < y < bottom:
            size = SIZES[kind[0]]
            half = width_of(said, size) / 2
            found.append((kind[0], said, (x - half, y - 0.7 * size, x + half, y)))
    return found


def tokens(scene: Scene) -> list[Token]:
    styles, view = side_styles(p.side for p in scene.pieces), projection(scene, left=28, top=52)
    found = [token(p, styles[p.side], view, mark="m") for p in scene.pieces]
    return [each for each in found if each is not None]


def shared(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    tall = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, wide) * max(0.0, tall)


@pytest.fixture(scope="module", params=names())
def shipped(request: pytest.FixtureRequest) -> Scene:
    path = files("defilade").joinpath("battles", f"{request.param}.yaml")
    return open_battle(str(path), Screen(as_json=False, quiet=True)).scene


def test_no_two_names_of_a_shipped_battle_lie_on_each_other(shipped: Scene) -> None:
    placed = texts(board_svg(shipped), shipped)
    assert len(placed) > len(shipped.grounds) / 2
    for (_, one, box), (_, two, other) in combinations(placed, 2):
        assert shared(box, other) < 2, (one, two)


def test_no_name_of_a_ground_touches_a_piece(shipped: Scene) -> None:
    stands = tokens(shipped)
    for kind, said, box in texts(board_svg(shipped), shipped):
        if kind in ("df-small", "df-coordinate"):
            touched = [t.piece.id for t in stands if shared(box, t.box) > 0]
            assert not touched, said


def test_every_piece_of_a_shipped_battle_is_named(shipped: Scene) -> None:
    said = " ".join(words for _, words, _ in texts(board_svg(shipped), shipped))
    for piece in shipped.pieces:
        stem = re.sub(r"\s+\d+$", "", piece.id)
        assert piece.id in said or stem in said


def squad(count: int, **more: tuple[str, ...]) -> Scene:
    pieces = tuple(Piece(f"Scout {i}", "red", (5 + 2 * i, 9), Round(0.8), **more)
                   for i in range(1, count + 1))  # fmt: skip
    return Scene("t", (0, 0), (30, 20), pieces)


def test_three_of_a_name_are_told_together_and_numbered() -> None:
    scene = squad(4, notes=("4+",))
    said = [words for _, words, _ in texts(board_svg(scene), scene)]
    assert said.count("4+") == 1
    assert "Scout 1–4" in said
    assert [words for words in said if words.isdigit()] == ["1", "2", "3", "4"]


def test_two_of_a_name_are_told_one_by_one() -> None:
    assert flocks(tokens(squad(2))) == []


def test_what_differs_in_its_notes_is_told_by_itself() -> None:
    scene = squad(4)
    odd = Piece("Scout 9", "red", (20, 15), Round(0.8), notes=("hurt",))
    scene = Scene("t", (0, 0), (30, 20), (*scene.pieces, odd))
    (flock,) = flocks(tokens(scene))
    assert flock.name == "Scout 1–4"
    assert "Scout 9" in [words for _, words, _ in texts(board_svg(scene), scene)]


def test_numbers_that_do_not_follow_each_other_are_listed() -> None:
    pieces = tuple(Piece(f"Scout {i}", "red", (i, 9), Round(0.5)) for i in (2, 3, 7))
    (flock,) = flocks(tokens(Scene("t", (0, 0), (30, 20), pieces)))
    assert flock.name == "Scout 2–3, 7"


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(60, 540), st.integers(60, 340)), max_size=12))
def test_names_keep_clear_of_each_other_wherever_there_is_room(
    spots: list[tuple[int, int]],
) -> None:
    labels = Labels((0, 0, 600, 400))
    boxes = []
    for i, spot in enumerate(spots):
        drawn = ET.fromstring(
            f"<g>{labels.around(Name(f'n{i}', 'df-text', 12), spot, reach=3)}</g>"
        )
        text = drawn.find("text")
        assert text is not None
        x, y = float(text.get("x", 0)), float(text.get("y", 0))
        boxes.append((x - 6, y - 8, x + 6, y))
    for one, two in combinations(boxes, 2):
        assert shared(one, two) == 0


def test_a_name_far_from_its_thing_is_tied_to_it_by_a_line() -> None:
    labels = Labels((0, 0, 600, 400))
    near = labels.around(Name("near", "df-text", 12), (300, 200), reach=5)
    labels.block([(230, 150, 370, 250)], weight=9)
    far = labels.around(Name("far", "df-text", 12), (300, 200), reach=5)
    assert "df-leader" not in near
    assert "df-leader" in far


def test_facts_over_hexes_ranges_and_lines_are_labelled_with_their_length() -> None:
    facts = [Fact("cells", Cells(((1, 1),)), Mark.NOTE)]
    scene = Scene("t", (0, 0), (4, 4), hexes=True)
    assert ">cells<" in board_svg(scene, facts, words=lambda fact: fact.code)
    ring = Fact("ring", Disc((5, 5), 3), Mark.REACH, Record(range=3.0))
    line = Fact("line", Line((1, 1), (9, 9)), Mark.CLEAR)
    svg = board_svg(Scene("t", (0, 0), (10, 10)), [ring, line], words=lambda fact: fact.code)
    assert ">ring: 3&quot;<" in svg
    assert ">line<" in svg


def test_a_counter_in_a_hex_tells_name_kind_and_strength_by_itself() -> None:
    piece = Piece("I5", "red", (1, 1), HexCell(), notes=("INF", "3/4", "marksman"), kind="INF",
                  strength=(3, 4))  # fmt: skip
    scene = Scene("t", (0, 0), (3, 3), (piece,), hexes=True)
    svg = board_svg(scene)
    said = [words for _, words, _ in texts(svg, scene)]
    assert said == ["I5", "INF", "marksman"]
    group = next(e for e in ET.fromstring(svg).iter() if e.get("data-piece") == "I5")
    dots = [e.get("class") for e in group.findall(f"{SVG}circle")]
    assert dots == ["df-inked"] * 3 + ["df-paper df-pip"]


def test_names_of_hexes_and_remarks_are_printed() -> None:
    scene = Scene("t", (0, 0), (3, 3), hexes=True, places=(((1.0, 1.0), "B2"),), remarks=("How.",))
    svg = board_svg(scene)
    assert [words for _, words, _ in texts(svg, scene)] == ["B2"]
    assert ">How.<" in svg


def test_doors_and_blind_walls_are_drawn_named_and_listed() -> None:
    trims = (
        Trim("blind", ((2, 8), (8, 8)), "N"),
        Trim("entrance", ((5, 2),)),
        Trim("odd", ((2, 2), (2, 8))),
    )
    house = Ground(
        "House", ((2, 2), (8, 2), (8, 8), (2, 8)), ("building",), opaque=True, trims=trims
    )
    scene = Scene("t", (0, 0), (10, 10), grounds=(house,))
    svg = board_svg(scene)
    root = ET.fromstring(svg)
    assert [e.get("data-trim") for e in root.iter() if e.get("data-trim")] == [
        "blind",
        "entrance",
        "odd",
    ]
    listed = [e.text for e in root.iter(f"{SVG}text")]
    assert {"blind", "entrance", "odd", "N", "House"} <= set(listed)
