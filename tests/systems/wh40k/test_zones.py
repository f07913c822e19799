"""Deployment zones of any outline: checked, kept to, drawn, looked out from (WH-RND-02)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from defilade.formats.battle import battle_yaml, read_battle
from defilade.formats.kdc40 import Terrain, layout_of, read_terrain
from defilade.game import Rejection
from defilade.geometry.plane import signed_area
from defilade.systems.wh40k.battle import Battle, Datasheet, ModelLine, UnitLine
from defilade.systems.wh40k.build import zone_outline
from defilade.systems.wh40k.deployment import deployed
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.system import SYSTEM
from defilade.systems.wh40k.terms import Phase
from defilade.table import Draft, Faults, Table
from defilade.table.layout import Layout
from tests.cli.conftest import called
from tests.formats.terrain import real

WEDGE = ((0.0, 0.0), (20.0, 0.0), (0.0, 20.0))
BATTLE = Battle(
    size=(40.0, 40.0),
    datasheets={"Trooper": Datasheet(kw=("INFANTRY",), base_mm=32.0)},
    units={
        "A": UnitLine("red", "Trooper", {"A 1": ModelLine((35.0, 35.0))}),
        "B": UnitLine("blue", "Trooper", {"B 1": ModelLine()}, in_reserve=True),
    },
    sides=("blue", "red"),
    phase=Phase.MOVEMENT,
    zones={"red": WEDGE, "blue": (0.0, 30.0, 40.0, 40.0)},
)


def checked(battle: Battle) -> Table[State]:
    table = SYSTEM.check(Draft("wh40k", battle))
    assert isinstance(table, Table), table
    return table


def codes(battle: Battle) -> list[str]:
    found = SYSTEM.check(Draft("wh40k", battle))
    faults = found.faults if isinstance(found, Faults) else found.warnings
    return [fault.code for fault in faults]


def refused(table: Table[State], line: str) -> set[str]:
    action = SYSTEM.read_action(line, table)
    found = SYSTEM.begin(table, action)
    return {r.code for r in found.reasons} if isinstance(found, Rejection) else set()


@pytest.mark.parametrize(
    ("at", "inside"),
    [("5 5", True), ("9.4 9.4", True), ("10.5 10.5", False), ("19 5", False), ("2 18", True)],
)
def test_a_zone_ends_at_its_slanted_edge(at: str, inside: bool) -> None:
    """The box around the wedge holds all these spots; the wedge itself does not."""
    reasons = refused(checked(BATTLE), f"set up B: B 1 at {at}")
    assert ("enemy_zone" in reasons) is inside


def test_one_keeps_to_no_zone_of_ones_own() -> None:
    turned = replace(BATTLE, zones={"blue": WEDGE})
    assert "enemy_zone" not in refused(checked(turned), "set up B: B 1 at 5 5")


def test_what_is_wrong_with_a_zone_is_told() -> None:
    bow = ((0.0, 0.0), (9.0, 9.0), (9.0, 0.0), (0.0, 9.0))
    assert codes(replace(BATTLE, zones={"red": bow})) == ["zone_bad"]
    assert codes(replace(BATTLE, zones={"green": WEDGE})) == ["side_unknown"]
    far = ((0.0, 0.0), (50.0, 0.0), (0.0, 20.0))
    assert codes(replace(BATTLE, zones={"red": far})) == ["zone_off_table"]
    assert codes(BATTLE) == []


def test_a_battle_file_says_either_and_is_read_back() -> None:
    text = battle_yaml(Draft("wh40k", BATTLE), SYSTEM)
    read = read_battle(text, "b.yaml", {"wh40k": SYSTEM})
    assert isinstance(read, Draft), read
    assert read.battle == BATTLE


def test_zones_are_grounds_of_the_scene() -> None:
    scene = SYSTEM.scene(checked(BATTLE))
    drawn = {ground.id: ground for ground in scene.grounds}
    assert drawn["red zone"].outline == WEDGE
    assert len(drawn["blue zone"].outline) == 4
    assert not drawn["red zone"].opaque


def test_a_zone_looks_out_over_the_table(tmp_path: Path) -> None:
    """More is seen from somewhere in a zone than from one spot of it."""
    ruin = "{w: {preset: ruin, rect: [18, 18, 24, 24]}}"
    wall = f"terrain: {{W: {{rect: [18, 18, 24, 24], features: {ruin}}}}}"
    path = tmp_path / "b.yaml"
    spot = "units: {A: {side: red, sheet: T, models: {A 1: {at: [2, 2]}}}}"
    zones = "zones: {red: [[0, 0], [20, 0], [0, 20]]}"
    sheets = "datasheets: {T: {kw: [INFANTRY], base_mm: 32}}"
    path.write_text("\n".join(["system: wh40k", "size: [40, 40]", sheets, wall, spot, zones]))
    hidden = []
    for name in ("red zone", "A 1"):
        done = called("map", str(path), name, "--json")
        assert done.exit_code == 0, done.output
        hidden.append(sum(map(sum, json.loads(done.stdout)["hidden"])))
    assert 0 < hidden[0] < hidden[1]


def test_every_official_map_gives_its_zones_to_the_battle() -> None:
    """Six deployment maps, four of them not of rectangles; half the table at most is a zone."""
    files = read_terrain({"t": real("terrain40k/wh40kdc-1.4.5-terrain.json")})
    assert isinstance(files, Terrain)
    told = set()
    for sheet in files.layouts.values():
        key = sheet.deployment_pattern_id
        if key is None or key in told:
            continue
        told.add(key)
        layout = layout_of(sheet, files.templates, pattern=files.patterns[key])
        assert isinstance(layout, Layout)
        battle = deployed(layout, {}).battle
        assert set(battle.zones) == {"attacker", "defender"}
        sizes = [abs(signed_area(zone_outline(zone))) for zone in battle.zones.values()]
        assert sizes[0] == pytest.approx(sizes[1], abs=0.1), key
        assert 100.0 < sizes[0] < battle.size[0] * battle.size[1] / 2
        assert not {"zone_bad", "zone_off_table", "side_unknown"} & set(codes(battle))
    assert len(told) >= 6
