"""Datasheets from catalogues, armies from lists, bases from their file, set up on a layout."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from defilade.formats.battle import battle_yaml, read_battle
from defilade.formats.battlescribe import read_catalogue
from defilade.formats.kdc40 import Terrain as Files
from defilade.formats.kdc40 import layout_of, read_bases, read_terrain
from defilade.formats.rosters import read_roster
from defilade.frozen import FrozenMap
from defilade.ruling import Cover, Sight
from defilade.systems.wh40k import SYSTEM
from defilade.systems.wh40k.adopt import EDITION, adopt
from defilade.systems.wh40k.adopt_army import Force, Known, force_of, sheet_of
from defilade.systems.wh40k.build import base_of, state_of
from defilade.systems.wh40k.deployment import Deployed, deployed, reach_of
from defilade.systems.wh40k.measuring import stray
from defilade.table import Adoption, Catalogue, Draft, Faults, Table, WrongEdition
from defilade.table.army import (
    Army,
    ArmyUnit,
    Bases,
    BaseShape,
    BaseSize,
    Gear,
    ModelGroup,
    UnitBase,
)
from defilade.table.layout import LaidArea, LaidDeck, LaidFeature, LaidWall, LaidZone, Layout
from defilade.values import DiceExpr, Need
from tests.formats.terrain import real

UNIT = {"M": '6"', "T": "8", "Sv": "3+", "W": "8", "LD": "8+", "OC": "3", "InSv": "5+"}
GUN = {
    "Range": '48"',
    "A": "2D6+2",
    "BS": "4+",
    "S": "5",
    "AP": "-1",
    "D": "D3",
    "Keywords": "Blast, Anti-Fly 2+",
}
CLAW = {"Range": "Melee", "A": "4", "WS": "3+", "S": "6", "AP": "-2", "D": "1", "Keywords": "-"}


def profile(kind: str, name: str, columns: Mapping[str, str]) -> dict[str, Any]:
    listed = [{"name": key, "$text": text, "typeId": key} for key, text in columns.items()]
    return {
        "id": f"{kind}-{name}",
        "name": name,
        "typeId": kind,
        "typeName": kind,
        "characteristics": listed,
    }


def catalogue(
    unit: Mapping[str, str] = UNIT, gun: Mapping[str, str] = GUN, **more: Any
) -> Catalogue:
    weapons = [profile("Ranged Weapons", "Long gun", gun), profile("Melee Weapons", "Claw", CLAW)]
    entry = {
        "id": "e1",
        "name": "Rover [Legends]",
        "type": "model",
        "profiles": [profile("Unit", "Rover", unit)],
        "selectionEntries": [
            {"id": p["id"], "name": p["name"], "type": "upgrade", "profiles": [p]} for p in weapons
        ],
    }
    document = {"id": "c", "name": "Sands", "sharedSelectionEntries": [entry], **more}
    found = read_catalogue({"c.json": json.dumps({"catalogue": document}).encode()})
    assert isinstance(found, Catalogue), found
    return found


# Catalogues


def test_a_datasheet_is_taken_in_the_words_of_a_battle_file() -> None:
    found = adopt(catalogue())
    assert isinstance(found, Adoption)
    assert found.units == {
        "Rover": {
            "M": 6.0,
            "T": 8,
            "Sv": "3+",
            "InSv": "5+",
            "W": 8,
            "Ld": "8+",
            "OC": 3,
            "abilities": [],
            "weapons": {
                "Long gun": {
                    "R": 48.0,
                    "BS": "4+",
                    "A": "2D6+2",
                    "S": 5,
                    "AP": -1,
                    "D": "D3",
                    "abilities": ["Blast", "Anti-Fly 2+"],
                },
                "Claw": {"WS": "3+", "A": "4", "S": 6, "AP": -2, "D": "1", "abilities": []},
            },
        }
    }


def test_what_a_datasheet_leaves_blank_is_nothing() -> None:
    found = adopt(catalogue(UNIT | {"M": "-", "InSv": "", "OC": "-"}, GUN | {"BS": "N/A"}))
    assert isinstance(found, Adoption)
    rover = found.units["Rover"]
    assert (rover["M"], rover["OC"]) == (0.0, None)
    assert "InSv" not in rover
    assert "BS" not in rover["weapons"]["Long gun"]


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [("T", "?", "unit_left_out"), ("Sv", "-", "unit_left_out"), ("M", "far", "unit_left_out")],
)
def test_a_unit_with_a_number_that_cannot_be_read_is_left_out_and_told(
    column: str, text: str, code: str
) -> None:
    """No number is guessed."""
    found = adopt(catalogue(UNIT | {column: text}))
    assert isinstance(found, Adoption)
    assert found.units == {}
    told = {finding.code: finding for finding in found.findings}
    assert told["column_unreadable"].params["text"] == text
    assert told[code].lost


def test_a_weapon_that_cannot_be_read_is_left_out_and_told() -> None:
    found = adopt(catalogue(gun=GUN | {"A": "many"}))
    assert isinstance(found, Adoption)
    assert set(found.units["Rover"]["weapons"]) == {"Claw"}
    assert "weapon_left_out" in [finding.code for finding in found.findings]


def test_two_units_with_the_same_numbers_are_two_units() -> None:
    entries = [
        {"id": n, "name": n, "type": "model", "profiles": [profile("Unit", n, UNIT)]}
        for n in ("Rover", "Skiff")
    ]
    found = adopt(catalogue(selectionEntries=entries))
    assert isinstance(found, Adoption)
    assert set(found.units) == {"Rover", "Skiff"} | ({"Rover 2"} & set(found.units))


@pytest.mark.parametrize(
    ("columns", "edition"),
    [
        ({"M": "", "T": "", "SV": "", "W": "", "LD": "", "OC": ""}, "tenth edition"),
        ({"M": "", "WS": "", "BS": "", "S": "", "T": "", "W": ""}, "before the tenth"),
        ({"Scan": "", "Sig": ""}, "unknown game"),
    ],
)
def test_other_editions_are_refused_by_name(columns: Mapping[str, str], edition: str) -> None:
    found = adopt(catalogue(columns))
    assert isinstance(found, WrongEdition)
    assert edition in found.found
    assert found.wanted == EDITION


def test_a_real_catalogue_of_this_edition() -> None:
    found = read_catalogue({"u.json": real("wh40k11e/Unaligned Forces.json")})
    assert isinstance(found, Catalogue)
    taken = adopt(found)
    assert isinstance(taken, Adoption)
    assert len(taken.units) == 22
    codes = {finding.code for finding in taken.findings}
    assert not codes & {"column_unreadable", "unit_left_out", "weapon_left_out", "ability_unknown"}
    for lines in taken.units.values():
        assert sheet_of(lines).W >= 1


# Armies

BASES = Bases(
    (
        UnitBase("rover", "reds", BaseSize(BaseShape.OVAL, length=105, width=70), ("Vehicle",)),
        UnitBase("riders", "reds", BaseSize(BaseShape.ROUND, diameter=32), ("Infantry",)),
        UnitBase("hounds", "reds", BaseSize(BaseShape.ROUND, diameter=40), ("Beast",)),
        UnitBase("barge", "reds", BaseSize(BaseShape.HULL, draft=True), ("Vehicle",)),
        UnitBase("chief", "reds", BaseSize(BaseShape.ROUND, diameter=40), ("Infantry",)),
        UnitBase("chief", "blues", BaseSize(BaseShape.ROUND, diameter=50), ("Infantry",)),
    )
)


def unit(name: str, *groups: ModelGroup, **more: Any) -> ArmyUnit:
    return ArmyUnit(name, groups or (ModelGroup(name, 1),), place="list:1", **more)


def force(*units: ArmyUnit, faction: str = "Reds", **more: Any) -> Force:
    return force_of(Army("Ours", faction, "", units), Known(**{"bases": BASES, **more}))


def codes(found: Force | Deployed) -> list[str]:
    return [finding.code for finding in found.findings]


def test_a_unit_has_the_base_and_keywords_of_the_bases_file() -> None:
    found = force(unit("Rover"), unit("Riders", ModelGroup("Rider", 5)))
    assert found.datasheets["rover"].oval_mm == (105, 70)
    assert found.datasheets["riders"].base_mm == 32
    assert found.datasheets["riders"].kw == ("INFANTRY",)
    assert [len(each.models) for each in found.units] == [1, 5]


def test_keywords_are_spelled_as_the_rules_spell_them() -> None:
    assert force(unit("Hounds")).datasheets["hounds"].kw == ("BEASTS",)


@pytest.mark.parametrize("name", ["Ghost", "Barge"])
def test_an_unknown_base_size_is_an_error_and_never_a_default(name: str) -> None:
    """WH-MEAS-08: bases are data. A unit without one is left out, and that is told."""
    found = force(unit(name), unit("Rover"))
    assert [each.name for each in found.units] == ["rover"]
    (told,) = [finding for finding in found.findings if finding.code == "base.unknown"]
    assert told.lost
    assert told.params["unit"] == name


def test_a_size_or_a_hull_that_is_given_mends_that() -> None:
    size = BaseSize(BaseShape.ROUND, diameter=60)
    assert force(unit("Ghost"), bases_mm={"Ghost": size}).datasheets["ghost"].base_mm == 60
    hull = ((-1.0, -2.0), (1.0, -2.0), (1.0, 2.0), (-1.0, 2.0))
    assert force(unit("Barge"), hulls={"Barge": hull}).datasheets["barge"].hull == hull


def test_of_units_of_one_name_the_armys_faction_decides() -> None:
    assert force(unit("Chief"), faction="Blues").datasheets["chief"].base_mm == 50
    found = force(unit("Chief"), faction="Greens")
    assert found.units == ()
    assert "base.ambiguous" in codes(found)


def test_what_no_file_says_is_told_once_for_each_kind_of_unit() -> None:
    found = force(unit("Rover"), unit("Rover"))
    assert sorted(codes(found)) == ["height.assumed", "profile.unknown"]
    assert [each.name for each in found.units] == ["rover", "rover-2"]
    assert len(found.datasheets) == 1
    given = force(unit("Rover"), heights={"Rover": 3.0})
    assert given.datasheets["rover"].h == 3.0
    assert codes(given) == ["profile.unknown"]


ADOPTED = adopt(catalogue())


def test_a_catalogue_gives_characteristics_and_weapons() -> None:
    assert isinstance(ADOPTED, Adoption)
    two = unit("Rover", ModelGroup("Rover", 1, (Gear("Long gun", 2), Gear("Claw"), Gear("Horn"))))
    found = force(two, profiles=ADOPTED)
    sheet = found.datasheets["rover"]
    assert (sheet.T, sheet.Sv, sheet.InSv) == (8, Need(3), Need(5))
    assert DiceExpr.parse("2D6+2") == sheet.weapons["Long gun"].A
    assert found.units[0].models[0].weapons == ("Long gun", "Long gun-2", "Claw")
    assert sheet.weapons["Long gun-2"] == sheet.weapons["Long gun"]
    assert [f.params["gear"] for f in found.findings if f.code == "gear.no_profile"] == ["Horn"]


def test_gear_of_a_group_is_dealt_out_evenly() -> None:
    assert isinstance(ADOPTED, Adoption)
    group = ModelGroup("Rover", 3, (Gear("Claw", 3), Gear("Long gun", 1)))
    found = force(unit("Rover", group), profiles=ADOPTED)
    assert [model.weapons for model in found.units[0].models] == [
        ("Claw", "Long gun"),
        ("Claw",),
        ("Claw",),
    ]


def test_a_roster_brings_its_own_profiles() -> None:
    """Profiles ride along in a roster, so it needs no catalogue."""
    gun = {
        "id": "g",
        "name": "Long gun",
        "type": "upgrade",
        "number": 1,
        "profiles": [profile("Ranged Weapons", "Long gun", GUN)],
    }
    rover = {
        "id": "r",
        "name": "Rover",
        "type": "model",
        "number": 1,
        "profiles": [profile("Unit", "Rover", UNIT)],
        "selections": [gun],
    }
    roster = {"roster": {"name": "x", "forces": [{"name": "f", "selections": [rover]}]}}
    army = read_roster("r.json", json.dumps(roster).encode())
    assert isinstance(army, Army)
    found = force_of(army, Known(BASES))
    assert found.datasheets["rover"].T == 8
    assert found.units[0].models[0].weapons == ("Long gun",)
    assert "profile.unknown" not in codes(found)


# Deployment


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


WALL = LaidFeature("wall", "Wall", "wall", box(24, 8, 36, 9), "dense", 5.0)
FIELD = Layout(
    "field",
    "Field",
    (60.0, 44.0),
    (LaidArea("mat", "", box(22, 6, 38, 11), (WALL,)),),
    zones=(LaidZone("attacker", box(0, 0, 60, 10)), LaidZone("defender", box(0, 34, 60, 44))),
)
REDS = force(
    unit("Rover"),
    unit("Rover"),
    unit("Riders", ModelGroup("Rider", 10)),
    unit("Hounds", ModelGroup("Hound", 5)),
)


def set_up(**forces: Force) -> Deployed:
    return deployed(FIELD, forces)


def test_every_model_stands_in_its_zone_clear_of_walls_and_of_others() -> None:
    found = set_up(attacker=REDS, defender=REDS)
    state = state_of(found.battle)
    assert len(state.models) == 2 * 17
    for model in state.models.values():
        reach = reach_of(base_of(found.battle.datasheets[model.profile.name]))
        low = 0.0 if state.side_of(model) == "attacker" else 34.0
        assert reach <= model.at[0] <= 60.0 - reach
        assert low + reach <= model.at[1] <= low + 10.0 - reach
        nearest = (min(max(model.at[0], 24), 36), min(max(model.at[1], 8), 9))
        assert math.dist(model.at, nearest) > reach
    for one, other in itertools.combinations(state.models.values(), 2):
        reach = sum(
            reach_of(base_of(found.battle.datasheets[m.profile.name])) for m in (one, other)
        )
        assert math.dist(one.at, other.at) > reach


def test_units_stand_in_coherency_and_face_the_middle() -> None:
    """WH-COH-01."""
    found = set_up(attacker=REDS, defender=REDS)
    state = state_of(found.battle)
    assert all(stray(state.alive(name)) is None for name in state.units)
    facings = {state.side_of(model): model.facing for model in state.models.values()}
    assert facings == {"attacker": 0.0, "defender": 180.0}


def test_two_armies_may_have_units_of_one_name() -> None:
    found = set_up(attacker=REDS, defender=REDS)
    assert list(found.battle.units)[:2] == ["rover", "rover-2"]
    assert len(found.battle.units) == 8
    models = [name for line in found.battle.units.values() for name in line.models]
    assert len(models) == len(set(models)) == 34


def test_a_unit_without_room_waits_in_reserve_and_is_told() -> None:
    narrow = replace(FIELD, zones=(LaidZone("attacker", box(0, 0, 5, 5)), FIELD.zones[1]))
    found = deployed(narrow, {"attacker": REDS})
    assert "unit.no_room" in codes(found)
    waiting = [name for name, line in found.battle.units.items() if line.in_reserve]
    assert len(waiting) == codes(found).count("unit.no_room") == 3


@pytest.mark.parametrize(("height", "waits"), [(2.0, False), (4.0, True)])
def test_nobody_taller_than_a_floor_is_set_up_under_it(height: float, waits: bool) -> None:
    hall = LaidFeature(
        "hall",
        "",
        "hall",
        box(0, 0, 60, 10),
        "dense",
        5.0,
        walls=(LaidWall(box(0, 0, 60, 0.5)),),
        decks=(LaidDeck(box(0, 0, 60, 10)),),
    )
    under = replace(FIELD, areas=(LaidArea("mat", "", box(0, 0, 60, 10), (hall,)),))
    found = deployed(under, {"attacker": force(unit("Rover"), heights={"Rover": height})})
    assert found.battle.units["rover"].in_reserve is waits


def test_a_player_without_a_zone_is_told() -> None:
    assert "zone.missing" in codes(set_up(umpire=REDS))


def test_the_draft_passes_the_systems_checks_and_is_written_and_read() -> None:
    draft = Draft("wh40k", set_up(attacker=REDS, defender=REDS).battle)
    again = read_battle(battle_yaml(draft, SYSTEM), "b.yaml", FrozenMap({"wh40k": SYSTEM}))
    assert isinstance(again, Draft), again
    assert again.battle == draft.battle
    assert isinstance(SYSTEM.check(draft), Table)


def test_a_survey_lists_what_a_unit_sees_and_what_sees_it_and_who_has_cover() -> None:
    """The wall stands between: no line, and cover both ways."""
    small = force(unit("Hounds", ModelGroup("Hound", 2)))
    table = SYSTEM.check(Draft("wh40k", set_up(attacker=small, defender=small).battle))
    assert isinstance(table, Table)
    asked = {view.ruling.question for view in SYSTEM.survey("hounds", table)}
    assert {
        Sight("hounds", "hounds-2"),
        Sight("hounds-2", "hounds"),
        Cover("hounds-2", "hounds"),
    } <= asked
    assert all(view.ruling.reasons for view in SYSTEM.survey("hounds", table))


def test_real_lists_on_an_official_layout() -> None:
    """A list, the bases and a layout as players have them: a battle without a fault."""
    files = read_terrain({"t.json": real("terrain40k/wh40kdc-1.4.5-terrain.json")})
    assert isinstance(files, Files)
    bases = read_bases({"b.json": real("terrain40k/wh40kdc-1.4.5-bases.json")})
    assert isinstance(bases, Bases)
    forces = {}
    for player, name in (("attacker", "houndpack.rosterizer.json"), ("defender", "listforge.txt")):
        army = read_roster(name, real(f"rosters/{name}"))
        assert isinstance(army, Army)
        forces[player] = force_of(army, Known(bases))
    sheet = files.layouts["bm-assets-vs-assets-01"]
    pattern = files.patterns[sheet.deployment_pattern_id or ""]
    layout = layout_of(sheet, files.templates, pattern=pattern)
    assert isinstance(layout, Layout)
    found = deployed(layout, forces)
    assert len(found.battle.units) == 9
    assert not {"unit.no_room", "base.unknown"} & set(codes(found))
    table = SYSTEM.check(Draft("wh40k", found.battle))
    assert not isinstance(table, Faults), table.faults
    assert len(SYSTEM.scene(table).pieces) == 24
