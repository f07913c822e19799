"""Terrain of a battle from a layout: areas, features, sections, and every stand-in told."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest

from defilade.formats.kdc40 import Terrain as Files
from defilade.formats.kdc40 import layout_of, read_terrain
from defilade.geometry.plane import rotated, signed_area
from defilade.systems.wh40k.battle import AreaLine
from defilade.systems.wh40k.build import area_of, zone_outline
from defilade.systems.wh40k.layouts import StandIns, Terrain, terrain_of
from defilade.systems.wh40k.terms import AgreedBy, Category, Method, SectionKind
from defilade.systems.wh40k.terrain import flaws
from defilade.table.layout import (
    LaidArea,
    LaidDeck,
    LaidFeature,
    LaidMarker,
    LaidWall,
    LaidZone,
    Layout,
    Outline,
)
from tests.formats.terrain import real


def box(x0: float, y0: float, x1: float, y1: float) -> Outline:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


RUIN = LaidFeature(
    "ruin",
    "Ruin",
    "ruin-kind",
    box(11, 11, 15, 14),
    "dense",
    5.0,
    walls=(LaidWall(box(11, 11, 15, 11.5)), LaidWall(box(11, 11, 11.5, 14))),
    decks=(LaidDeck(box(11, 11, 13, 14)),),
)
PIPE = LaidFeature("pipe", "Pipe", "pipe-kind", box(16, 11, 17, 15), "light", 2.0)
MAT = LaidArea("mat", "Mat", box(10, 10, 18, 16), (RUIN, PIPE), objective="home")


def taken(*areas: LaidArea, **more: object) -> Terrain:
    stand_ins = more.pop("stand_ins", StandIns())
    assert isinstance(stand_ins, StandIns)
    layout = Layout("l", "Layout", (60.0, 44.0), areas, **more)  # type: ignore[arg-type]
    return terrain_of(layout, stand_ins=stand_ins)


def one(area: LaidArea, **more: object) -> AreaLine:
    (line,) = taken(area, **more).areas.values()
    return line


def codes(found: Terrain) -> list[str]:
    return [finding.code for finding in found.findings]


def faultless(found: Terrain) -> bool:
    return not [f for name, line in found.areas.items() for f in flaws(area_of(name, line))]


def test_a_mat_with_features_is_an_area_that_the_map_gives() -> None:
    """WH-AREA-01, WH-AREA-03, WH-AREA-04: the mat's edge is the area's, by the map."""
    line = one(MAT)
    assert (line.method, line.agreed_by, line.objective) == (Method.MAT, AgreedBy.MAP, True)
    assert line.outline is not None
    assert set(line.outline) == set(MAT.outline)
    assert {name: f.cat for name, f in line.features.items()} == {
        "ruin": Category.DENSE,
        "pipe": Category.LIGHT,
    }


def test_a_feature_without_walls_is_a_block() -> None:
    """WH-CAT-06: a solid prism of its footprint and height."""
    pipe = one(MAT).features["pipe"]
    assert (pipe.top, pipe.sections, pipe.surfaces) == (2.0, (), ())


def test_walls_and_floors_are_sections_and_floors_can_be_stood_on() -> None:
    """WH-CAT-06: walls to the full height, a slab under each upper floor."""
    ruin = one(MAT).features["ruin"]
    assert [(s.kind, s.bottom, s.top) for s in ruin.sections] == [
        (SectionKind.WALL, 0.0, 5.0),
        (SectionKind.WALL, 0.0, 5.0),
        (SectionKind.FLOOR, 2.75, 3.0),
    ]
    assert [surface.z for surface in ruin.surfaces] == [3.0]


def test_a_deck_on_a_low_block_is_its_top() -> None:
    walk = LaidFeature(
        "walk",
        "",
        "walk",
        box(11, 11, 13, 14),
        "dense",
        2.0,
        decks=(LaidDeck(box(11, 11, 13, 14)),),
    )
    line = one(replace(MAT, features=(walk,))).features["walk"]
    assert [surface.z for surface in line.surfaces] == [2.0]
    assert [(s.kind, s.bottom, s.top) for s in line.sections] == [(SectionKind.WALL, 0.0, 2.0)]


def test_a_feature_on_an_upper_floor_hangs_there() -> None:
    high = replace(PIPE, storey=1)
    line = one(replace(MAT, features=(high,))).features["pipe"]
    assert [(s.bottom, s.top) for s in line.sections] == [(3.0, 5.0)]


@pytest.mark.parametrize(("category", "height"), [("dense", 5.0), ("light", 2.0), ("exposed", 0.0)])
def test_a_height_that_the_map_leaves_open_is_a_stand_in_and_told(
    category: str, height: float
) -> None:
    """WH-CAT-06: no number enters a battle unsaid; each kind of feature is told once."""
    low = replace(PIPE, category=category, height=None)
    area = replace(MAT, features=(low, replace(low, id="pipe-2", outline=box(12, 11, 13, 15))))
    found = taken(area)
    assert codes(found) == ["height.assumed"]
    assert dict(found.findings[0].params) == {"kind": "pipe-kind", "height": height}
    assert [f.top for f in found.areas["mat"].features.values()] == [height, height]


def test_stand_ins_can_be_said_otherwise() -> None:
    low = replace(PIPE, height=None)
    line = one(replace(MAT, features=(low,)), stand_ins=StandIns(light=1.0))
    assert line.features["pipe"].top == 1.0


def test_a_category_comes_from_the_area_else_it_is_a_stand_in_and_told() -> None:
    bare = replace(PIPE, category=None)
    given = taken(replace(MAT, features=(bare,), category="light"))
    assert given.areas["mat"].features["pipe"].cat is Category.LIGHT
    assert codes(given) == []
    assumed = taken(replace(MAT, features=(bare,)))
    assert assumed.areas["mat"].features["pipe"].cat is Category.DENSE
    assert codes(assumed) == ["category.assumed"]


def test_a_roof_that_is_nowhere_is_left_out_and_told() -> None:
    found = taken(replace(MAT, features=(replace(RUIN, roofed=True),)))
    assert [(f.code, f.lost) for f in found.findings if "roof" in f.code] == [
        ("roof.left_out", True)
    ]


# What sticks out, what is linked, what is empty


def test_a_single_feature_that_sticks_out_widens_its_mat() -> None:
    """WH-AREA-02 refuses it as drawn; the area is drawn round it, and that is told."""
    out = replace(PIPE, outline=box(16, 11, 18.5, 15))
    found = taken(replace(MAT, features=(out,)))
    assert codes(found) == ["area.widened"]
    assert found.findings[0].params["by"] == pytest.approx(0.5)
    outline = found.areas["mat"].outline
    assert outline is not None
    assert max(x for x, _ in outline) == pytest.approx(18.5, abs=0.01)
    assert faultless(found)


@pytest.mark.parametrize("turn", [0.0, 13.0, 30.0, 55.0, 77.7])
def test_a_feature_flush_with_a_turned_edge_is_inside_after_rounding(turn: float) -> None:
    """Rounding to the grid must not push a wall out of its own area (WH-AREA-02)."""

    def turned(outline: Outline) -> Outline:
        return tuple(rotated(point, turn, about=(14.0, 13.0)) for point in outline)

    flush = replace(PIPE, outline=turned(box(16.123, 10, 17, 16)))
    found = taken(replace(MAT, outline=turned(MAT.outline), features=(flush,)))
    assert faultless(found)
    assert codes(found) == []


def test_several_features_of_which_one_sticks_out_are_a_group() -> None:
    """WH-AREA-01 (c) with the outline that the map gives: the area keeps its edge."""
    out = replace(PIPE, outline=box(16, 11, 18.5, 15))
    found = taken(replace(MAT, features=(RUIN, out)))
    assert "area.grouped" in codes(found)
    line = found.areas["mat"]
    assert line.method is Method.GROUP
    assert line.outline is not None
    assert set(line.outline) == set(MAT.outline)
    assert faultless(found)


def test_linked_areas_that_touch_are_one_and_others_are_not() -> None:
    """One terrain area, and one objective, for the set."""
    left = replace(MAT, link="pair")
    right = LaidArea(
        "east",
        "",
        box(18, 10, 22, 16),
        (replace(PIPE, id="p2", outline=box(19, 11, 20, 15)),),
        link="pair",
    )
    far = replace(
        right,
        id="far",
        outline=box(40, 10, 44, 16),
        features=(replace(PIPE, id="p3", outline=box(41, 11, 42, 15)),),
    )
    found = taken(left, right, far)
    assert set(found.areas) == {"mat_east", "far"}
    outline = found.areas["mat_east"].outline
    assert outline is not None
    assert abs(signed_area(outline)) == pytest.approx(12 * 6, abs=0.1)
    assert found.areas["mat_east"].objective
    assert "areas.joined" in codes(found)
    assert faultless(found)


def test_an_area_without_features_is_no_terrain_and_told() -> None:
    """WH-AREA-01: a mat holds one or more features. Its objective stays, as a marker."""
    found = taken(replace(MAT, features=()))
    assert found.areas == {}
    assert [(f.code, f.lost) for f in found.findings] == [("area.empty", True)]
    assert [marker.at for marker in found.markers.values()] == [(14.0, 13.0)]


def test_a_feature_on_no_area_is_an_area_of_its_own() -> None:
    """WH-AREA-01 (b), WH-AREA-03."""
    found = taken(features=(PIPE,))
    assert found.areas["pipe"].method is Method.FEATURE
    assert faultless(found)


def test_die_cut_edges_lose_corners_and_no_ground() -> None:
    """Hundreds of corners within two hundredths of an inch say nothing a player could measure."""
    wave = tuple((10 + k / 20, 16 + 0.01 * math.sin(k)) for k in range(160, -1, -1))
    area = replace(MAT, outline=((10.0, 10.0), (18.0, 10.0), *wave))
    found = taken(area)
    outline = found.areas["mat"].outline
    assert outline is not None
    assert len(outline) < 10
    assert abs(signed_area(outline)) == pytest.approx(abs(signed_area(area.outline)), abs=0.2)
    assert "outline.simplified" in codes(found)


def test_zones_of_any_outline_are_the_battles() -> None:
    """WH-RND-02: rectangles by their edges, others by their corners; touching parts are joined."""
    corner = ((0.0, 0.0), (30.0, 0.0), (0.0, 44.0))
    halves = (LaidZone("c", box(0, 0, 30, 10)), LaidZone("c", box(30, 0, 60, 20)))
    zones = (LaidZone("a", box(0, 0, 60, 10)), LaidZone("b", corner), *halves)
    found = taken(MAT, zones=zones)
    assert found.zones["a"] == (0.0, 0.0, 60.0, 10.0)
    assert sorted(found.zones["b"]) == sorted(corner)
    assert len(found.zones["c"]) == 6
    assert abs(signed_area(zone_outline(found.zones["c"]))) == pytest.approx(900.0)
    assert not {"zone.in_parts", "zone.no_rectangle"} & set(codes(found))


def test_of_a_zone_in_parts_the_largest_is_taken_and_that_is_told() -> None:
    zones = (LaidZone("a", box(0, 0, 60, 10)), LaidZone("a", box(0, 40, 5, 44)))
    found = taken(MAT, zones=zones)
    assert found.zones == {"a": (0.0, 0.0, 60.0, 10.0)}
    assert codes(found)[-1] == "zone.in_parts"


def test_markers_stay_markers() -> None:
    """WH-OBJ-04."""
    found = taken(MAT, markers=(LaidMarker("mid", (30.0, 22.0), 3.0),))
    assert found.markers["mid"].at == (30.0, 22.0)


@cache
def official(*names: str) -> Files:
    found = read_terrain({name: real(f"terrain40k/{name}") for name in names})
    assert isinstance(found, Files)
    return found


@pytest.mark.parametrize(
    ("names", "every"),
    [
        (("wh40kdc-1.4.5-terrain.json",), 3),
        (("terrain-layouts.json", "terrain-templates.json", "deployment-patterns.json"), 1),
    ],
)
def test_official_layouts_are_sound_terrain(names: tuple[str, ...], every: int) -> None:
    """WH-AREA-01 to WH-AREA-04 hold of every area, and nothing is dropped unsaid."""
    files = official(*names)
    for sheet in list(files.layouts.values())[::every]:
        pattern = files.patterns.get(sheet.deployment_pattern_id or "")
        layout = layout_of(sheet, files.templates, pattern=pattern)
        assert isinstance(layout, Layout)
        found = terrain_of(layout)
        assert faultless(found)
        features = sum(len(area.features) for area in layout.areas) + len(layout.features)
        assert sum(len(line.features) for line in found.areas.values()) == features
        gone = {f.code for f in found.findings if f.lost}
        assert gone <= {"roof.left_out", "zone.no_rectangle", "area.empty"}
