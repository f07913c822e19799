"""The sheet to set a table up by: any scene is drawn, and distances are those of a tape."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.drawing import setting_svg
from defilade.drawing.tape import Edge, corners_of, near_side
from defilade.table import Ellipse, Ground, Piece, Round, Scene, Shaped
from tests.drawing.test_board import scenes

SQUARE = ((4.0, 10.0), (9.0, 10.0), (9.0, 15.0), (4.0, 15.0))
coordinates = st.floats(0.0, 60.0)
places = st.tuples(coordinates, st.floats(0.0, 44.0))


def board(*things: Ground | Piece) -> Scene:
    pieces = tuple(each for each in things if isinstance(each, Piece))
    grounds = tuple(each for each in things if isinstance(each, Ground))
    return Scene("Yard", (0.0, 0.0), (60.0, 44.0), pieces, grounds)


def words(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text")]


@settings(max_examples=120, deadline=None)
@given(scenes)
def test_any_scene_is_a_well_formed_sheet_without_colour(scene: Scene) -> None:
    root = ET.fromstring(setting_svg(scene))
    painted = {each.get(name, "") for each in root.iter() for name in ("fill", "stroke")}
    style = next(each.text or "" for each in root.iter() if each.tag.endswith("}style"))
    colours = set(re.findall(r"#[0-9a-f]+\b", style)) | {
        each for each in painted if each[:1] == "#"
    }
    assert colours <= {"#000", "#fff", "#999", "#bbb"}


@given(places, st.floats(0.0, 5.0))
def test_the_two_distances_and_the_base_make_up_the_place(
    at: tuple[float, float], radius: float
) -> None:
    scene = board(Piece("A", "red", at, Round(radius)))
    corner = near_side(scene.pieces[0], scene)
    assert corner is not None
    across, along = corner.across, corner.along
    x = across.distance + radius if across.edge is Edge.LEFT else 60 - across.distance - radius
    y = along.distance + radius if along.edge is Edge.BOTTOM else 44 - along.distance - radius
    assert (x, y) == pytest.approx(at)
    assert across.distance + radius <= 30 + 1e-9
    assert along.distance + radius <= 22 + 1e-9


@pytest.mark.parametrize(
    ("footprint", "facing", "left", "bottom"),
    [
        (Ellipse(2.0, 1.0), 0.0, 9.0, 8.0),
        (Ellipse(2.0, 1.0), 90.0, 8.0, 9.0),
        (Shaped(((-1.0, -2.0), (1.0, -2.0), (1.0, 2.0), (-1.0, 2.0))), 90.0, 8.0, 9.0),
        (Shaped(((0.0, 0.0), (0.0, 3.0), (-1.0, 0.0))), 180.0, 10.0, 7.0),
        (Shaped(((0.0, 0.0), (0.0, 3.0), (-1.0, 0.0))), 90.0, 10.0, 10.0),
        (Shaped(((0.0, 0.0), (0.0, 3.0), (-1.0, 0.0))), 270.0, 7.0, 9.0),
    ],
)
def test_a_base_is_measured_as_it_is_turned(
    footprint: Ellipse | Shaped, facing: float, left: float, bottom: float
) -> None:
    scene = board(Piece("A", "red", (10.0, 10.0), footprint, facing=facing))
    corner = near_side(scene.pieces[0], scene)
    assert corner is not None
    assert (corner.across.distance, corner.along.distance) == pytest.approx((left, bottom))


def test_every_corner_of_a_ground_is_lettered_and_listed() -> None:
    told = words(setting_svg(board(Ground("Ruin", SQUARE, opaque=True, height=5.0))))
    assert '1 Ruin (5" high)' in told
    assert 'a left 4", bottom 10"' in told
    assert 'c left 9", bottom 15"' in told
    assert [word for word in told if word in ("a", "b", "c", "d")] == ["a", "b", "c", "d"]


def test_of_many_corners_the_outermost_are_measured() -> None:
    ring = tuple((30.0 + 0.1 * k * (-1) ** k, 2.0 * k) for k in range(12))
    scene = board(Ground("Rubble", ring))
    found = {corner.at for corner in corners_of(scene.grounds[0], scene)}
    assert found == {ring[0], ring[11], ring[10]}
    assert {min(ring), max(ring)} <= found


def test_of_a_circle_the_middle_is_measured() -> None:
    told = words(setting_svg(board(Ground("Mill", ((50.0, 40.0),), round_radius=2.5))))
    assert '1 Mill (round, 5" wide)' in told
    assert 'right 10", top 4"' in told


def test_what_the_file_names_is_escaped() -> None:
    svg = setting_svg(board(Piece("<b>", "&", (1.0, 1.0), Round(0.5)), Ground("<i>", SQUARE)))
    assert "<b>" not in svg
    assert "&lt;b&gt;" in svg
