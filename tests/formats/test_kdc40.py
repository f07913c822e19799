"""Terrain in 40kdc's JSON: read, written, resolved, measured, audited, laid out."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.formats.battle import Unread
from defilade.formats.kdc40 import (
    Terrain,
    Unresolved,
    audited,
    layout_of,
    read_terrain,
    resolved,
    terrain_document,
    terrain_json,
)
from defilade.formats.kdc40.decode import decoded, encoded
from defilade.formats.kdc40.keystones import measurements
from defilade.formats.kdc40.model import At, Corners, Mirror, Piece, PieceType, Sheet, Template
from defilade.formats.kdc40.resolve import Placed
from defilade.geometry.plane import centroid, signed_area
from defilade.table import Fault, Severity
from defilade.table.layout import Layout, scene_of

from .terrain import EDGES, FENCE, TEMPLATES, TWO_YARDS, WEDGE, read, sheet

numbers = st.floats(-30, 30).map(lambda x: round(x, 3))
points = st.builds(At, numbers, numbers)
turns = st.one_of(st.none(), st.sampled_from([0.0, 90.0, 180.0, 270.0]), st.floats(0, 359.9))
mirrors = st.one_of(st.none(), st.sampled_from(Mirror))
triangles = st.tuples(points, points, points).filter(lambda t: abs(signed_area(t)) > 0.1)
pieces = st.builds(
    Piece,
    position=points,
    id=st.just("piece"),
    footprint=triangles.map(Corners),
    rotation_degrees=turns,
    mirror=mirrors,
    height_inches=st.one_of(st.none(), st.floats(0, 9)),
    is_objective=st.one_of(st.none(), st.booleans()),
)


def laid(*given: dict[str, Any], **more: Any) -> tuple[Placed, ...]:
    terrain = read(sheet(*given, **more))
    found = resolved(terrain.layouts["two-yards"], terrain.templates)
    assert isinstance(found, tuple), found
    return found


def faults(*given: dict[str, Any], **more: Any) -> tuple[Fault, ...]:
    terrain = read(sheet(*given, **more))
    return audited(terrain.layouts["two-yards"], terrain.templates)


def codes(found: tuple[Fault, ...]) -> list[str]:
    return [fault.code.removeprefix("layout.") for fault in found]


# Reading and writing


@given(st.lists(pieces, max_size=4))
def test_what_is_written_is_read_back(listed: list[Piece]) -> None:
    whole = Sheet("made-up", "Made up", tuple(listed))
    again, told = decoded(Sheet, json.loads(json.dumps(encoded(whole))), "made.json:")
    assert again == whole
    assert not told


def test_what_is_read_is_written_back() -> None:
    """Nothing is added and nothing lost: what is left out stays left out."""
    document = {
        "terrain_layouts": [sheet(*TWO_YARDS, board={"width": 60, "height": 44})],
        "terrain_templates": TEMPLATES,
        "deployment_patterns": [EDGES],
    }
    found = read_terrain({"t.json": json.dumps(document).encode()})
    assert isinstance(found, Terrain)
    assert terrain_document(found) == document
    assert read_terrain({"t.json": terrain_json(found).encode()}) == found


@pytest.mark.parametrize("value", [[FENCE], FENCE, {"terrain_templates": [FENCE]}])
def test_a_file_is_an_object_of_lists_a_list_or_one_thing(value: Any) -> None:
    found = read_terrain({"t.json": json.dumps(value).encode()})
    assert isinstance(found, Terrain)
    assert set(found.templates) == {"fence"}


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"position": {"x": "wide", "y": 1}}, "value.unfit", "pieces[0].position.x"),
        ({"position": {"x": 2e6, "y": 1}}, "value.huge", "pieces[0].position.x"),
        ({"position": {"x": True, "y": 1}}, "value.unfit", "pieces[0].position.x"),
        ({"position": {"x": 1}}, "key.missing", "pieces[0].position"),
        ({"rotation_degrees": 360}, "value.wrong", "pieces[0]"),
        ({"mirror": "diagonal"}, "value.choice", "pieces[0].mirror"),
        ({"height_inches": -1}, "value.wrong", "pieces[0]"),
        ({"footprint": {"type": "circle"}}, "value.choice", "pieces[0].footprint.type"),
        ({"template": None}, "value.unfit", "pieces[0].template"),
        ({"floor": 1.5}, "value.unfit", "pieces[0].floor"),
        ({"is_objective": 1}, "value.unfit", "pieces[0].is_objective"),
    ],
)
def test_a_layout_that_does_not_fit_is_left_out_whole_and_says_where(
    change: dict[str, Any], code: str, place: str
) -> None:
    good = sheet(*TWO_YARDS) | {"id": "good"}
    bad = sheet({**TWO_YARDS[0], **change})
    terrain = read(bad, good)
    assert set(terrain.layouts) == {"good"}
    assert [(f.code, f.place, f.lost) for f in terrain.findings] == [
        (code, f"terrain.json:terrain_layouts[0].{place}", True)
    ]


def test_all_that_is_wrong_is_told_at_once() -> None:
    terrain = read(sheet({"position": {"x": "a", "y": "b"}}, {"template": "yard"}))
    assert [f.code for f in terrain.findings] == ["value.unfit", "value.unfit", "key.missing"]


def test_an_unknown_key_is_told_and_the_rest_is_read() -> None:
    terrain = read(sheet({**TWO_YARDS[0], "colour": "red"}))
    (finding,) = terrain.findings
    assert (finding.code, finding.lost) == ("key.unknown", True)
    assert finding.place.endswith("pieces[0].colour")
    assert "two-yards" in terrain.layouts


def test_an_id_used_again_is_told() -> None:
    terrain = read(sheet(), sheet())
    assert [f.code for f in terrain.findings] == ["id.twice"]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"nonsense", b"[1]", b'{"a":' * 99 + b"1" + b"}" * 99, b"\xff\xfe"]
)
def test_other_files_are_unread(data: bytes) -> None:
    found = read_terrain({"t.json": data})
    assert isinstance(found, Unread)
    assert found.faults


# Resolving


@given(pieces)
def test_the_centroid_goes_to_the_position_and_the_area_stays(piece: Piece) -> None:
    (placed,) = resolved(Sheet("made-up", "Made up", (piece,)), {})
    assert math.dist(centroid(placed.vertices), piece.position) < 1e-6
    assert piece.footprint is not None
    before = abs(signed_area(piece.footprint.points))
    assert abs(signed_area(placed.vertices)) == pytest.approx(before)


@given(pieces)
def test_a_mirror_turns_the_corners_round_and_a_turn_does_not(piece: Piece) -> None:
    (placed,) = resolved(Sheet("made-up", "Made up", (piece,)), {})
    assert piece.footprint is not None
    same = signed_area(piece.footprint.points) * signed_area(placed.vertices) > 0
    assert same is (piece.mirror in (None, Mirror.NONE))


def test_a_turn_is_clockwise_with_y_down() -> None:
    """The corner that was top left is top right after a quarter turn."""
    (placed,) = laid(
        {
            "footprint": {"type": "rectangle", "width": 4, "height": 2},
            "position": {"x": 10, "y": 10},
            "rotation_degrees": 90,
        }
    )
    assert placed.vertices[0] == (11.0, 8.0)


def test_a_right_triangle_is_placed_by_its_centre_of_area() -> None:
    (placed, _) = laid({"template": "wedge", "position": {"x": 12, "y": 30}})
    assert placed.vertices == ((10.0, 27.0), (16.0, 27.0), (10.0, 36.0))


def test_features_in_a_template_are_carried_by_mirror_turn_and_move() -> None:
    """Left-right mirrored, then a quarter turn clockwise: right of centre becomes above it."""
    yard = {"id": "y", "template": "yard", "position": {"x": 30, "y": 20}}
    plain = laid(yard)
    turned = laid(yard | {"mirror": "horizontal", "rotation_degrees": 90})
    middles = [centroid(each.vertices) for each in plain]
    carried = [centroid(each.vertices) for each in turned]
    for (x, y), found in zip(middles, carried, strict=True):
        assert found == pytest.approx((30 - (y - 20), 20 - (x - 30)))
    assert [(each.id, each.name, each.parent) for each in plain] == [
        ("y", None, None),
        ("shed", "Shed", 0),
        ("fence", "Fence", 0),
    ]


def test_a_feature_with_a_parent_stands_in_its_frame() -> None:
    yard = {"id": "y", "footprint": YARD_SHAPE, "position": {"x": 30, "y": 20}}
    fence = {"template": "fence", "parent_area_id": "y", "position": {"x": 2, "y": 0}}
    turned = laid(yard | {"rotation_degrees": 90}, fence)
    assert centroid(turned[1].vertices) == pytest.approx((30.0, 22.0))
    assert turned[1].piece_type is PieceType.FEATURE
    assert turned[1].parent == 0


YARD_SHAPE = {"type": "rectangle", "width": 8, "height": 6}


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        ([{"template": "barn", "position": {"x": 1, "y": 1}}], "template.unknown"),
        (
            [{"template": "fence", "parent_area_id": "no", "position": {"x": 1, "y": 1}}],
            "parent.unknown",
        ),
        ([TWO_YARDS[0], TWO_YARDS[0]], "piece.same_id"),
        (
            [
                {
                    "id": "a1",
                    "template": "fence",
                    "parent_area_id": "b1",
                    "position": {"x": 1, "y": 1},
                },
                {
                    "id": "b1",
                    "template": "fence",
                    "parent_area_id": "a1",
                    "position": {"x": 1, "y": 1},
                },
            ],
            "parent.nested",
        ),
    ],
)
def test_a_layout_with_loose_ends_is_not_laid_out(listed: list[Any], code: str) -> None:
    terrain = read(sheet(*listed))
    found = resolved(terrain.layouts["two-yards"], terrain.templates)
    assert isinstance(found, Unresolved)
    assert code in [f.code for f in found.findings]
    laid_out = layout_of(terrain.layouts["two-yards"], terrain.templates)
    assert isinstance(laid_out, Unresolved)
    assert f"layout.{code}" in [
        f.code for f in audited(terrain.layouts["two-yards"], terrain.templates)
    ]


# Measuring


def test_distances_are_measured_on_the_layouts_own_board() -> None:
    """On a board of 36 by 36 the far edges are at 36, not where most boards end."""
    corner = {
        "footprint": {"type": "rectangle", "width": 4, "height": 2},
        "position": {"x": 10, "y": 10},
        "keystones": [
            {"edge": "right", "ref": {"kind": "face", "side": "max-x"}},
            {"edge": "bottom", "ref": {"kind": "vertex", "index": 2}},
        ],
    }
    for board, wanted in ((None, [48.0, 33.0]), ({"width": 36, "height": 36}, [24.0, 25.0])):
        more = {"board": board} if board else {}
        terrain = read(sheet(corner, **more))
        layout = terrain.layouts["two-yards"]
        placed = resolved(layout, terrain.templates)
        assert isinstance(placed, tuple)
        assert [m.distance for m in measurements(layout, placed)] == wanted


def test_a_keystone_at_a_corner_that_is_not_there_is_a_fault() -> None:
    stone = {"edge": "left", "ref": {"kind": "vertex", "index": 4}}
    found = faults({**TWO_YARDS[0], "keystones": [stone]}, TWO_YARDS[1])
    assert codes(found) == ["no_such_corner"]


# Auditing


def test_a_sound_layout_has_no_faults() -> None:
    assert faults(*TWO_YARDS) == ()


def test_areas_that_reach_into_each_other_are_found_and_edges_that_touch_are_not() -> None:
    def side_by_side(x: float) -> tuple[dict[str, Any], ...]:
        left = {"id": "a1", "footprint": YARD_SHAPE, "position": {"x": 26, "y": 22}}
        return left, left | {"id": "b1", "position": {"x": x, "y": 22}}

    assert codes(faults(*side_by_side(34.0))) == []
    (overlap,) = [f for f in faults(*side_by_side(33.9)) if f.code == "layout.overlap"]
    assert overlap.severity is Severity.ERROR
    assert overlap.params["by"] == pytest.approx(0.1)
    assert overlap.path == ("pieces", 1)


def test_features_on_two_floors_do_not_reach_into_each_other() -> None:
    low = {"id": "f1", "template": "fence", "position": {"x": 30, "y": 22}}
    same = faults(low, low | {"id": "f2"})
    assert ("overlap", Severity.WARNING) in [
        (c, f.severity) for c, f in zip(codes(same), same, strict=True)
    ]
    assert "overlap" not in codes(faults(low, low | {"id": "f2", "floor": 1}))


def test_a_piece_over_the_edge_is_found_on_the_board_that_the_layout_has() -> None:
    piece = {"id": "a1", "footprint": YARD_SHAPE, "position": {"x": 50, "y": 22}}
    assert "off_board" not in codes(faults(piece))
    found = faults(piece, board={"width": 44, "height": 60})
    (off,) = [f for f in found if f.code == "layout.off_board"]
    assert off.params["by"] == pytest.approx(10.0)


def test_a_twin_that_is_not_opposite_is_found() -> None:
    moved = {**TWO_YARDS[1], "position": {"x": 46.25, "y": 32}}
    found = faults(TWO_YARDS[0], moved)
    assert set(codes(found)) == {"twin_broken"}
    assert found[0].params["by"] == pytest.approx(0.25)
    assert codes(faults(TWO_YARDS[0])).count("twin_missing") == 3


def test_a_twin_on_the_wrong_parent_is_found() -> None:
    """Both fences stand opposite each other, but one is said to be carried by the other's yard."""
    west, east = ({**each, "footprint": YARD_SHAPE} for each in TWO_YARDS)
    for each in (west, east):
        del each["template"]
    one = {"id": "f1", "template": "fence", "parent_area_id": "west", "position": {"x": 1, "y": 1}}
    good = one | {"id": "f2", "parent_area_id": "east"}
    assert codes(faults(west, east, one, good)) == []
    wrong = one | {"id": "f2", "parent_area_id": "west", "position": {"x": 31, "y": 19}}
    found = faults(west, east, one, wrong)
    assert "off_its_area" in codes(found)
    assert "twin_parent" in codes(found)


def test_a_distance_between_marks_of_the_tape_is_a_warning() -> None:
    west = {**TWO_YARDS[0], "position": {"x": 14.1, "y": 12}}
    east = {**TWO_YARDS[1], "position": {"x": 45.9, "y": 32}}
    (found,) = faults(west, east)
    assert (found.code, found.severity) == ("layout.uneven_distance", Severity.WARNING)
    assert (found.params["distance"], found.params["off"]) == (10.1, 0.1)


def test_a_flattened_outline_is_found() -> None:
    flat = {**TWO_YARDS[0], "footprint": {"type": "right-triangle", "width": 8, "height": 6}}
    assert "outline_differs" in codes(faults(flat, TWO_YARDS[1]))


def test_a_zone_over_the_edge_is_found() -> None:
    terrain = read(sheet(*TWO_YARDS), deployment_patterns=[EDGES])
    layout, pattern = terrain.layouts["two-yards"], terrain.patterns["edges"]
    assert audited(layout, terrain.templates, pattern=pattern) == ()
    low = replace(pattern.zones[0], position=At(0.0, 36.0))
    found = audited(layout, terrain.templates, pattern=replace(pattern, zones=(low,)))
    assert codes(found) == ["zone_off_board"]


@given(st.lists(pieces, min_size=1, max_size=4))
def test_any_layout_can_be_audited_and_laid_out(listed: list[Piece]) -> None:
    whole = Sheet("made-up", "Made up", tuple(replace(p, id=f"p{k}") for k, p in enumerate(listed)))
    for fault in audited(whole, {}):
        assert fault.code.startswith("layout.")
    assert isinstance(layout_of(whole, {}), Layout)


# Laying out


def layout(*given: dict[str, Any], **more: Any) -> Layout:
    terrain = read(sheet(*given, **more), deployment_patterns=[EDGES])
    pattern = terrain.patterns["edges"]
    found = layout_of(terrain.layouts["two-yards"], terrain.templates, pattern=pattern)
    assert isinstance(found, Layout), found
    return found


def test_a_neutral_layout_has_y_up() -> None:
    found = layout(*TWO_YARDS)
    assert found.size == (60.0, 44.0)
    assert [centroid(area.outline) for area in found.areas] == [
        pytest.approx((14.0, 32.0)),
        pytest.approx((46.0, 12.0)),
    ]
    attacker, defender = found.zones
    assert min(y for _, y in attacker.outline) == 0.0
    assert max(y for _, y in defender.outline) == 44.0


def test_features_keep_category_height_walls_and_decks() -> None:
    shed, fence = layout(*TWO_YARDS).areas[0].features
    assert (shed.category, shed.height, shed.roofed) == ("dense", None, True)
    assert (fence.category, fence.height) == ("light", 1.5)
    assert [deck.storey for deck in shed.decks] == [1]
    assert len(shed.walls) == 2
    for wall in shed.walls:
        assert abs(signed_area(wall.outline)) in (pytest.approx(2.0), pytest.approx(1.0))


def test_walls_lie_inside_their_piece() -> None:
    """The line is the outer face: half an inch of wall lies between it and the middle."""
    shed = layout(*TWO_YARDS).areas[0].features[0]
    xs, ys = zip(*shed.outline, strict=True)
    for wall in shed.walls:
        for x, y in wall.outline:
            assert min(xs) - 1e-9 <= x <= max(xs) + 1e-9
            assert min(ys) - 1e-9 <= y <= max(ys) + 1e-9


def test_a_feature_belongs_to_the_area_that_it_stands_on() -> None:
    """Whatever the file says: a feature far from its parent is told, and found where it is."""
    west, east = ({**each, "footprint": YARD_SHAPE} for each in TWO_YARDS)
    for each in (west, east):
        del each["template"]
    stray = {
        "id": "f1",
        "template": "fence",
        "parent_area_id": "west",
        "position": {"x": 32, "y": 20},
    }
    found = layout(west, east, stray)
    assert [len(area.features) for area in found.areas] == [0, 1]
    (told,) = [f for f in found.findings if f.code == "feature.off_its_area"]
    assert told.params["stands_on"] == "east"


def test_a_feature_on_no_area_stands_by_itself() -> None:
    lone = {"id": "f1", "template": "fence", "position": {"x": 30, "y": 22}}
    found = layout(*TWO_YARDS, lone)
    assert [feature.id for feature in found.features] == ["f1"]
    assert found.findings == ()


def test_a_layout_without_its_map_says_so() -> None:
    terrain = read(sheet(*TWO_YARDS, deployment_pattern_id="corners"))
    found = layout_of(terrain.layouts["two-yards"], terrain.templates)
    assert isinstance(found, Layout)
    assert [(f.code, f.lost) for f in found.findings] == [("pattern.other", True)]


def test_a_ring_around_an_objective_is_no_terrain() -> None:
    ring = {
        "id": "mid",
        "footprint": {"type": "rectangle", "width": 2, "height": 2},
        "position": {"x": 30, "y": 22},
        "terrain": False,
        "objective": {"control_range_inches": 3},
    }
    found = layout(*TWO_YARDS, ring)
    assert len(found.areas) == 2
    assert [(m.at, m.reach) for m in found.markers] == [((30.0, 22.0), 3)]


def test_a_layout_draws() -> None:
    from defilade.drawing import board_svg

    scene = scene_of(layout(*TWO_YARDS))
    assert len(scene.grounds) == 2 + 2 + 2 * (2 + 1 + 1)
    assert board_svg(scene).startswith("<svg")


def test_templates_of_templates_are_refused() -> None:
    nest = WEDGE | {"id": "nest", "features": [{"template": "yard", "position": {"x": 0, "y": 0}}]}
    terrain = read(
        sheet({"template": "nest", "position": {"x": 9, "y": 9}}), templates=[*TEMPLATES, nest]
    )
    found = resolved(terrain.layouts["two-yards"], terrain.templates)
    assert isinstance(found, Unresolved)
    assert [f.code for f in found.findings] == ["template.nested"]


def test_a_template_is_written_as_it_was_read() -> None:
    for each in TEMPLATES:
        made, told = decoded(Template, each, "t")
        assert encoded(made) == each
        assert not told
