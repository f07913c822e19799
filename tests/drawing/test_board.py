"""Boards as SVG: well-formed whatever is drawn, nothing lost, nothing by colour alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.drawing import Shade, board_svg, facts_svg
from defilade.drawing.palette import side_styles
from defilade.drawing.projection import board_hexes, projection
from defilade.ruling import Cells, Disc, Fact, Line, Mark, Outline, Route, Wedge
from defilade.table import Ellipse, Ground, HexCell, Piece, Round, Scene, Shaped

SVG = "{http://www.w3.org/2000/svg}"
ANY = st.floats(allow_nan=True, allow_infinity=True)
points = st.tuples(ANY, ANY) | st.tuples(st.floats(-50, 50), st.floats(-50, 50))
sizes = st.floats(0, 1e9) | st.just(float("inf"))
words = st.text(max_size=12)
cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
polygons = st.lists(points, max_size=5).map(tuple)
footprints = (
    st.builds(Round, sizes)
    | st.builds(Ellipse, sizes, sizes)
    | st.builds(Shaped, polygons)
    | st.just(HexCell())
)
pieces = st.builds(
    Piece,
    words,
    words,
    points,
    footprints,
    facing=st.none() | ANY,
    level=st.floats(0, 9),
    notes=st.lists(words, max_size=2).map(tuple),
)
grounds = st.builds(
    Ground,
    words,
    polygons,
    tags=st.lists(words, max_size=2).map(tuple),
    opaque=st.booleans(),
    holes=st.lists(polygons, max_size=1).map(tuple),
    height=st.none() | st.floats(0, 9),
    round_radius=st.none() | st.floats(0, 9),
)
shapes = (
    st.builds(Line, points, points, st.none() | points)
    | st.builds(Disc, points, ANY)
    | st.builds(Wedge, points, ANY, ANY, ANY)
    | st.builds(Outline, polygons)
    | st.builds(Route, polygons)
    | st.builds(Cells, st.lists(cells, max_size=4).map(tuple))
)
facts = st.lists(st.builds(Fact, words, shapes, st.sampled_from(Mark)), max_size=4)
scenes = st.builds(
    Scene,
    words,
    points,
    points,
    pieces=st.lists(pieces, max_size=3).map(tuple),
    grounds=st.lists(grounds, max_size=2).map(tuple),
    hexes=st.booleans(),
)


@settings(deadline=None)
@given(scenes, facts)
def test_every_scene_gives_a_well_formed_picture_in_plain_numbers(
    scene: Scene, found: list[Fact]
) -> None:
    svg = board_svg(scene, found, words=lambda fact: fact.code)
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title") is not None
    assert root.find(f"{SVG}desc") is not None
    for element in root.iter():
        for name in ("x", "y", "cx", "cy", "r", "width", "height", "d", "points"):
            assert not re.search(r"nan|inf|e[+-]\d", element.get(name, "")), element.attrib
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(ids)


@settings(deadline=None)
@given(st.text(min_size=1, max_size=20).filter(str.strip))
def test_what_is_given_never_becomes_markup(name: str) -> None:
    scene = Scene(name, (0, 0), (24, 24), (Piece(name, name, (3, 3), Round(0), notes=(name,)),))
    root = ET.fromstring(board_svg(scene, words=lambda fact: name))
    plain = ET.fromstring(
        board_svg(Scene("t", (0, 0), (24, 24), (Piece("p", "s", (3, 3), Round(0), notes=("n",)),)))
    )
    assert [e.tag for e in root.iter()] == [e.tag for e in plain.iter()]


def skirmish() -> Scene:
    return Scene(
        "Skirmish",
        (0, 0),
        (48, 36),
        pieces=(
            Piece("A", "red", (10, 8), Round(0), facing=20),
            Piece("B", "blue", (20, 26), Round(1.5), facing=200, notes=("low orbit",)),
        ),
        grounds=(Ground("R", ((22, 12), (28, 12), (28, 17)), ("ruins",), opaque=True, height=4),),
    )


def element(svg: str, **wanted: str) -> ET.Element:
    for found in ET.fromstring(svg).iter():
        if all(found.get(k.rstrip("_").replace("_", "-")) == v for k, v in wanted.items()):
            return found
    raise AssertionError(wanted)


def test_pieces_are_named_for_scripts_and_for_readers_that_do_not_see() -> None:
    svg = board_svg(skirmish())
    piece = element(svg, data_piece="B", data_side="blue")
    title = piece.find(f"{SVG}title")
    assert title is not None
    assert title.text == "B, blue, at 20, 26, facing 200°, low orbit"
    assert "A table of 48 by 36 inches." in svg
    assert "R, ruins, stops sight, 4&quot; high" in svg


def test_up_on_the_table_is_up_on_the_picture() -> None:
    view = projection(skirmish(), left=0, top=0)
    assert view.at((0, 36)) == (0, 0)
    assert view.at((10, 8))[1] > view.at((10, 9))[1]
    assert view.at((10, 8))[0] < view.at((11, 8))[0]


@pytest.mark.parametrize(("facing", "way"), [(0, (0, -1)), (90, (1, 0)), (180, (0, 1))])
def test_a_nose_points_where_the_piece_faces_clockwise_from_up(
    facing: float, way: tuple[int, int]
) -> None:
    scene = Scene("t", (0, 0), (10, 10), (Piece("A", "s", (5, 5), Round(0), facing=facing),))
    nose = element(board_svg(scene), data_piece="A").findall(f"{SVG}polygon")[-1]
    corners = [tuple(map(float, c.split(","))) for c in nose.get("points", "").split()]
    x, y = projection(scene, left=28, top=52).at((5, 5))
    assert all((cx - x) * way[0] + (cy - y) * way[1] > 5 for cx, cy in corners)
    assert corners[1] == pytest.approx((x + way[0] * 18, y + way[1] * 18), abs=0.02)


@pytest.mark.parametrize(("opaque", "edge"), [(True, "df-opaque"), (False, "df-open")])
def test_what_stops_sight_has_a_whole_outline(opaque: bool, edge: str) -> None:
    ground = Ground("R", ((2, 2), (4, 2), (4, 4)), ("tea garden",), opaque=opaque)
    svg = board_svg(Scene("t", (0, 0), (9, 9), grounds=(ground,)))
    paths = element(svg, data_ground="R").findall(f"{SVG}path")
    assert [path.get("class") for path in paths] == ["df-ground-0", edge]
    assert ("(stops sight)" in svg) is opaque


def test_a_blocked_line_is_solid_up_to_where_it_is_stopped_and_dashed_behind() -> None:
    line = Line((0, 0), (10, 0), (4, 0))
    svg = board_svg(Scene("t", (-1, -1), (11, 11)), [Fact("sight", line, Mark.BLOCKED)])
    lines = list(ET.fromstring(svg).iter(f"{SVG}line"))
    kinds = [e.get("class") for e in lines]
    assert kinds == ["df-under", "df-blocked-solid", "df-blocked", "df-bar"]
    lines = lines[1:]
    assert lines[0].get("x2") == lines[1].get("x1")
    assert re.search(r"\.df-blocked \{[^}]*stroke-dasharray", svg)
    assert not re.search(r"\.df-blocked-solid \{[^}]*stroke-dasharray", svg)


@pytest.mark.parametrize("mark", [Mark.CLEAR, Mark.PARTLY, Mark.BLOCKED])
def test_a_judged_line_carries_a_sign_and_its_own_dash(mark: Mark) -> None:
    svg = board_svg(Scene("t", (0, 0), (9, 9)), [Fact("s", Line((0, 0), (9, 9)), mark)])
    judged = (Mark.CLEAR, Mark.PARTLY, Mark.BLOCKED)
    rules = [re.search(rf"\.df-{each} \{{([^}}]*)\}}", svg) for each in judged]
    found = {str(re.findall(r"dasharray: ([^;]*)", rule[1])) for rule in rules if rule}
    assert len(found) == 3
    assert f"df-paper df-{mark}-rim" in svg


def test_sides_differ_in_shape_or_hatch_and_a_side_named_red_is_red() -> None:
    styles = side_styles(["blue", "red", "Union", "red"])
    assert [s.number for s in styles.values()] == [0, 1, 2]
    assert styles["red"].colour == side_styles(["red"])["red"].colour
    assert len({s.colour for s in styles.values()}) == 3


def test_a_whole_circle_of_arc_is_drawn_and_an_endless_range_too() -> None:
    for shape in (Wedge((5, 5), 4, 0, 360), Disc((5, 5), float("inf"))):
        svg = board_svg(Scene("t", (0, 0), (9, 9)), [Fact("r", shape, Mark.REACH)])
        assert any(e.get("class") == "df-reach" for e in ET.fromstring(svg).iter(f"{SVG}circle"))


def test_rows_of_a_hex_board_are_set_in_by_half_a_hex_in_turn() -> None:
    board = Scene("t", (0, 0), (12 - 8 // 2, 8), hexes=True)
    rows = [sum(1 for _, r in board_hexes(board) if r == row) for row in range(9)]
    assert rows == [13, 12, 13, 12, 13, 12, 13, 12, 13]


def test_a_picture_is_the_same_every_time_and_ids_of_two_pictures_differ() -> None:
    one, two = board_svg(skirmish()), board_svg(Scene("other", (0, 0), (9, 9)))
    assert one == board_svg(skirmish())
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (one, two)]
    assert not ids[0] & ids[1]


def test_dark_screens_and_paper_have_their_own_colours() -> None:
    svg = board_svg(skirmish())
    assert "@media screen and (prefers-color-scheme: dark)" in svg
    assert "@media print" in svg


def test_labels_do_not_lie_on_pieces_that_stand_close() -> None:
    crowd = tuple(Piece(f"ship {i}", "red", (10 + i, 10), Round(0)) for i in range(3))
    root = ET.fromstring(board_svg(Scene("t", (0, 0), (24, 24), crowd)))
    places = [
        (float(t.get("x", 0)), float(t.get("y", 0)))
        for t in root.iter(f"{SVG}text")
        if (t.text or "").startswith("ship")
    ]
    for i, (x, y) in enumerate(places):
        for other_x, other_y in places[i + 1 :]:
            assert abs(x - other_x) > 35 or abs(y - other_y) > 10


def test_shaded_squares_are_hatched_and_told() -> None:
    shade = Shade((0, 0), 2, ((True, True, False), (False, False, True)), "hidden from A")
    root = ET.fromstring(board_svg(Scene("t", (0, 0), (6, 4)), shade=shade))
    group = next(e for e in root.iter() if e.get("data-shade"))
    paths = group.findall(f"{SVG}path")
    assert [path.get("d", "").count("M") for path in paths] == [2, 2]
    assert (paths[1].get("fill") or "").startswith("url(#shade-")
    assert "hidden from A" in [t.text for t in root.iter(f"{SVG}text")]


def test_the_geometry_of_a_ruling_shows_without_its_table() -> None:
    svg = facts_svg([Fact("s", Line((0, 0), (12, 0)), Mark.CLEAR)], title="A fires at B")
    assert "A table of 14 by 2 inches" in svg
    assert ET.fromstring(facts_svg([], title="nothing")) is not None


def test_footprints_are_drawn_to_scale_and_turned() -> None:
    pieces = (
        Piece("round", "s", (5, 5), Round(2)),
        Piece("oval", "s", (15, 5), Ellipse(3, 1), facing=90),
        Piece("shaped", "s", (5, 15), Shaped(((-1, -2), (1, -2), (0, 2))), facing=90),
    )
    scene = Scene("t", (0, 0), (20, 20), pieces)
    svg, view = board_svg(scene), projection(scene, left=28, top=52)
    circle = element(svg, data_piece="round").find(f".//{SVG}circle")
    assert circle is not None
    assert float(circle.get("r", 0)) == pytest.approx(2 * view.scale, abs=0.01)
    oval = element(svg, data_piece="oval").find(f".//{SVG}ellipse")
    assert oval is not None
    assert float(oval.get("ry", 0)) == pytest.approx(3 * view.scale, abs=0.01)
    assert (oval.get("transform") or "").startswith("rotate(90 ")
    shaped = element(svg, data_piece="shaped").find(f".//{SVG}polygon")
    assert shaped is not None
    corners = [tuple(map(float, c.split(","))) for c in shaped.get("points", "").split()]
    assert corners[2] == pytest.approx(view.at((7, 15)), abs=0.01)


def test_six_sides_have_six_shapes_and_six_hatches() -> None:
    sides = [f"side {i}" for i in range(6)]
    pieces = tuple(Piece(side, side, (2 + 3 * i, 5), Round(0)) for i, side in enumerate(sides))
    svg = board_svg(Scene("t", (0, 0), (24, 10), pieces))
    shapes = set()
    for side in sides:
        body = element(svg, data_piece=side).find(f"{SVG}g")
        assert body is not None
        corners = body[0].get("points", "").count(",")
        shapes.add((body[0].tag, corners))
    assert len(shapes) == 6
    patterns = re.findall(r'<pattern id="side\d.*?</pattern>|<pattern.*?</pattern>', svg)
    inner = {re.sub(r"df-side\d|side\d-\w+", "", each) for each in patterns}
    assert len(inner) == 6


def test_a_route_and_hexes_are_drawn() -> None:
    route = Fact("move", Route(((1, 1), (5, 5), (9, 1))), Mark.NOTE)
    line = element(board_svg(Scene("t", (0, 0), (9, 9)), [route]), class_="df-note")
    assert line.tag == f"{SVG}polyline"
    cells = Fact("zone", Cells(((0, 0), (1, 0))), Mark.BLOCKED)
    svg = board_svg(Scene("t", (0, 0), (3, 3), hexes=True), [cells])
    drawn = [e for e in ET.fromstring(svg).iter() if e.get("class") == "df-blocked-tint"]
    assert len(drawn) == 2
    assert all((e.get("points") or "").count(",") == 6 for e in drawn)
