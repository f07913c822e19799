"""The official layouts and the golden cases of 40kdc, where they are to be had."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from defilade.drawing import board_svg
from defilade.formats.kdc40 import (
    Terrain,
    audited,
    layout_of,
    read_bases,
    read_terrain,
    resolved,
    terrain_document,
)
from defilade.formats.kdc40.decode import decoded, encoded
from defilade.formats.kdc40.keystones import measurements
from defilade.formats.kdc40.model import Sheet, Template
from defilade.table import Severity
from defilade.table.army import Bases
from defilade.table.layout import Layout, scene_of

from .terrain import real

TOLERANCE = 5e-4
"""As the golden cases give it: four decimals."""

NEWER = ("wh40kdc-1.4.5-terrain.json",)
OLDER = ("terrain-layouts.json", "terrain-templates.json", "deployment-patterns.json")
WRONG = {
    NEWER: {"off_its_area": 2, "overlap": 16},
    OLDER: {"off_its_area": 30, "overlap": 2},
}
"""What the audit finds wrong in the files as published: areas drawn into each other, walls
whose place in the file is that of another area."""


@cache
def terrain(names: tuple[str, ...]) -> Terrain:
    found = read_terrain({name: real(f"terrain40k/{name}") for name in names})
    assert isinstance(found, Terrain)
    return found


@pytest.mark.parametrize(("names", "layouts"), [(NEWER, 46), (OLDER, 33)])
def test_the_official_layouts_load_without_a_finding(names: tuple[str, ...], layouts: int) -> None:
    found = terrain(names)
    assert len(found.layouts) == layouts
    assert found.findings == ()


@pytest.mark.parametrize("names", [NEWER, OLDER])
def test_the_official_files_are_written_back_as_they_are(names: tuple[str, ...]) -> None:
    written = terrain_document(terrain(names))
    for name in names:
        value = json.loads(real(f"terrain40k/{name}"))
        if isinstance(value, dict):
            assert written == value
        else:
            assert value in written.values()


@pytest.mark.parametrize("names", [NEWER, OLDER])
def test_the_official_layouts_lie_on_their_boards_and_draw(names: tuple[str, ...]) -> None:
    found = terrain(names)
    for sheet in found.layouts.values():
        pattern = found.patterns.get(sheet.deployment_pattern_id or "")
        layout = layout_of(sheet, found.templates, pattern=pattern)
        assert isinstance(layout, Layout)
        assert layout.areas
        assert len(layout.zones) == 2
        assert board_svg(scene_of(layout)).startswith("<svg")


@pytest.mark.parametrize("names", [NEWER, OLDER])
def test_what_is_wrong_in_the_official_layouts_is_found(names: tuple[str, ...]) -> None:
    found = terrain(names)
    wrong: dict[str, int] = {}
    for sheet in found.layouts.values():
        pattern = found.patterns.get(sheet.deployment_pattern_id or "")
        for fault in audited(sheet, found.templates, pattern=pattern):
            if fault.severity is Severity.ERROR:
                code = fault.code.removeprefix("layout.")
                wrong[code] = wrong.get(code, 0) + 1
    assert wrong == WRONG[names]


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(real(f"terrain40k/{name}"))
    return found


def case_of(case: dict[str, Any]) -> tuple[Sheet, dict[str, Template]]:
    templates = {}
    for each in case["templates"]:
        template, told = decoded(Template, each, "")
        assert template is not None, told
        templates[template.id] = template
    sheet, told = decoded(Sheet, case["layout"], "")
    assert sheet is not None, told
    return sheet, templates


def test_the_13_resolver_cases() -> None:
    found = cases("resolver-cases.json")
    assert len(found) == 13
    for case in found:
        placed = resolved(*case_of(case))
        assert isinstance(placed, tuple)
        for each, wanted in zip(placed, case["expected"]["pieces"], strict=True):
            told = (each.id, each.name, each.piece_type, each.floor)
            assert told == tuple(wanted[key] for key in ("id", "name", "piece_type", "floor"))
            corners = [(p["x"], p["y"]) for p in wanted["vertices"]]
            assert len(each.vertices) == len(corners)
            for point, corner in zip(each.vertices, corners, strict=True):
                assert point == pytest.approx(corner, abs=TOLERANCE), case["name"]


def test_the_7_keystone_cases() -> None:
    found = cases("keystone-cases.json")
    assert len(found) == 7
    for case in found:
        sheet, templates = case_of(case)
        placed = resolved(sheet, templates)
        assert isinstance(placed, tuple)
        size = case.get("board")
        board = (size["width"], size["height"]) if size else None
        measured = list(measurements(sheet, placed, board=board))
        for each, wanted in zip(measured, case["expected"]["measurements"], strict=True):
            told = (each.piece_index, each.piece_id, each.edge, encoded(each.ref))
            assert told == tuple(wanted[k] for k in ("piece_index", "piece_id", "edge", "ref"))
            assert each.distance == pytest.approx(wanted["distance"], abs=TOLERANCE), case["name"]


def test_the_official_bases() -> None:
    found = read_bases({"bases.json": real("terrain40k/wh40kdc-1.4.5-bases.json")})
    assert isinstance(found, Bases)
    assert len(found.units) == 1072
    assert {f.code for f in found.findings} == {"base.unmeasured"}
    measured = [unit for unit in found.units if unit.base is not None and unit.base.measured]
    assert len(measured) + len(found.findings) == 1072
