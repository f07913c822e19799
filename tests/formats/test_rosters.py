"""Army lists in every form: one army however it is spelled, and nothing dropped unsaid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.formats.battle import Unread
from defilade.formats.rosters import read_roster
from defilade.table import Finding
from defilade.table.army import Army, ArmyUnit, UnitGist


def army(text: str | bytes | dict[str, Any]) -> Army:
    data = json.dumps(text).encode() if isinstance(text, dict) else text
    found = read_roster("list", data.encode() if isinstance(data, str) else data)
    assert isinstance(found, Army), found
    return found


def unit(text: str | dict[str, Any]) -> ArmyUnit:
    (found,) = army(text).units
    return found


def told(found: Army) -> list[tuple[str, str]]:
    return [(finding.code, finding.place) for finding in found.findings]


def gists(found: Army) -> list[UnitGist]:
    return sorted(unit.gist for unit in found.units)


# One small army, spelled six ways: a rover with a crest, warlord; five riders, one leading

COMPACT = """+++++++++++++++
+ LIST NAME: Salt Run
+ FACTION KEYWORD: Sands - Salt Riders
+ DETACHMENT: Long Column
+ TOTAL ARMY POINTS: 215pts
+
+ WARLORD: Char1: Rover
+ ENHANCEMENT: Bone Crest (on Char1: Rover)
+ NUMBER OF UNITS: 2
+++++++++++++++

Char1: 1x Rover (115 pts): 2x Long gun, Wheels
Enhancement: Bone Crest (+15 pts)
5x Salt Riders (100 pts): 5x Spear, Horn
"""
FULL = (
    COMPACT.split("Char1: 1x", maxsplit=1)[0]
    + """BATTLELINE

Char1: 1x Rover (115 pts)
1 with 2x Long gun, Wheels, Warlord
Enhancement: Bone Crest (+15 pts)

5x Salt Riders (100 pts)
• 1x Rider chief
    1 with Spear, Horn
• 4x Rider
    4 with Spear
"""
)
GW = (
    COMPACT.split("Char1: 1x", maxsplit=1)[0]
    + """CHARACTER

1x Rover (115 pts)
• 2x Long gun
• 1x Wheels
• Column Character, Warlord
• Bone Crest (+15 pts)

OTHER DATASHEETS

5x Salt Riders (100 pts)
• 1x Rider chief
    • 1x Spear
    • 1x Horn
• 4x Rider
    • 4x Spear
"""
)
SIMPLE = """Sands - Salt Riders - Salt Run - [1000 pts]

# ++ Army Roster ++ [215 pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
Detachment: Long Column
Show/Hide Options

## Character [115 pts]
Rover [115 pts]: Warlord, Bone Crest [15 pts], 2x Long gun, Wheels

## Mounted [100 pts]
Salt Riders [100 pts]:
• 1x Rider chief: Spear, Horn
• 4x Rider: Spear
"""
APP = """Salt Run (215 Points)

Sands
Salt Riders
Long Column
Incursion (1000 Points)

CHARACTERS

Rover (115 Points)
  • Warlord
  • 2x Long gun
  • 1x Wheels
  • Enhancements: Bone Crest

OTHER DATASHEETS

Salt Riders (100 Points)
  • 1x Rider chief
     ◦ 1x Spear
     ◦ 1x Horn
  • 4x Rider
     ◦ 4x Spear

Exported with App Version: v9.9.9 (2), Data Version: v1
"""
FORGE = """Salt Run - Salt Riders - Long Column (215 Points)


Character:
Rover (115 pts)
  • 2x Long gun
  • Wheels
  • E: Bone Crest
  • Warlord


Mounted:
Salt Riders (100 pts)
  • Rider chief
    • Spear
    • Horn
  • 4x Rider
    • 4x Spear
"""


def weapon(name: str, number: int = 1) -> dict[str, Any]:
    return {
        "name": name,
        "type": "upgrade",
        "number": number,
        "categories": [{"name": "Ranged Weapon", "primary": False}],
    }


ROVER = {
    "id": "u1",
    "name": "Rover",
    "type": "model",
    "number": 1,
    "costs": [{"name": "pts", "value": 100}],
    "categories": [{"name": "Vehicle", "primary": True}],
    "selections": [
        weapon("Long gun", 2),
        weapon("Wheels"),
        {"name": "Warlord", "type": "upgrade", "number": 1},
        {"name": "Column Character", "type": "upgrade", "number": 1},
        {
            "name": "Bone Crest",
            "type": "upgrade",
            "number": 1,
            "group": "Enhancements",
            "costs": [{"name": "pts", "value": 15}],
        },
    ],
}
RIDERS = {
    "id": "u2",
    "name": "Salt Riders",
    "type": "unit",
    "number": 1,
    "costs": [{"name": "pts", "value": 100}],
    "selections": [
        {
            "name": "Rider chief",
            "type": "model",
            "number": 1,
            "selections": [weapon("Spear"), weapon("Horn")],
        },
        {"name": "Rider", "type": "model", "number": 4, "selections": [weapon("Spear", 4)]},
    ],
}
SETTINGS = {
    "name": "Detachment",
    "type": "upgrade",
    "number": 1,
    "categories": [{"name": "Configuration", "primary": True}],
    "selections": [{"name": "Long Column", "type": "upgrade", "number": 1}],
}


def tree(*selections: dict[str, Any]) -> dict[str, Any]:
    force = {"name": "Army", "catalogueName": "Sands - Salt Riders", "selections": [*selections]}
    costs = [{"name": "pts", "value": 215}]
    return {"name": "Salt Run", "roster": {"name": "Salt Run", "costs": costs, "forces": [force]}}


def asset(item: str, number: int = 1, points: int | None = None, **inner: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"item": item, "name": item.partition("§")[2], "quantity": number}
    if points is not None:
        made["stats"] = {"Points": {"value": points}}
    return made | ({"assets": inner} if inner else {})


ROSTERIZER = {
    "rulebook": {"name": "sands"},
    "snapshot": asset(
        "Roster§Salt Run",
        points=215,
        included=[
            asset("Faction§Salt Riders"),
            asset("Detachment§Long Column"),
            asset(
                "Unit§Rover",
                points=100,
                included=[
                    asset("Weapon§Long gun", 2),
                    asset("Weapon§Wheels"),
                    asset("Enhancement§Bone Crest", points=15),
                ],
                traits=[asset("Trait§Warlord")],
            ),
            asset(
                "Unit§Salt Riders",
                5,
                100,
                included=[asset("Weapon§Spear", 5), asset("Weapon§Horn")],
            ),
        ],
    ),
}
XML = """<?xml version="1.0"?>
<roster name="Salt Run" xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costs><cost name="pts" value="215"/></costs>
 <forces><force name="Army" catalogueName="Sands - Salt Riders"><selections>
  <selection name="Detachment" type="upgrade" number="1"><selections>
   <selection name="Long Column" type="upgrade" number="1"/></selections></selection>
  <selection name="Rover" type="model" number="1"><costs><cost name="pts" value="100"/></costs>
   <selections>
    <selection name="Long gun" type="upgrade" number="2" group="Wargear"/>
    <selection name="Wheels" type="upgrade" number="1" group="Wargear"/>
    <selection name="Warlord" type="upgrade" number="1"/>
    <selection name="Bone Crest" type="upgrade" number="1" group="Enhancements">
     <costs><cost name="pts" value="15"/></costs></selection>
   </selections></selection>
  <selection name="Salt Riders" type="unit" number="1"><costs><cost name="pts" value="100"/></costs>
   <selections>
    <selection name="Rider chief" type="model" number="1"><selections>
     <selection name="Spear" type="upgrade" number="1" group="Wargear"/>
     <selection name="Horn" type="upgrade" number="1" group="Wargear"/></selections></selection>
    <selection name="Rider" type="model" number="4"><selections>
     <selection name="Spear" type="upgrade" number="4" group="Wargear"/></selections></selection>
   </selections></selection>
 </selections></force></forces>
</roster>"""
SPELLINGS: dict[str, str | dict[str, Any]] = {
    "compact": COMPACT,
    "full": FULL,
    "gw": GW,
    "simple": SIMPLE,
    "app": APP,
    "forge": FORGE,
    "json": tree(SETTINGS, ROVER, RIDERS),
    "xml": XML,
    "rosterizer": ROSTERIZER,
}
WANTED = [
    UnitGist("rover", 1, 115, (("long-gun", 2), ("wheels", 1)), ("bone-crest",), warlord=True),
    UnitGist("salt-riders", 5, 100, (("horn", 1), ("spear", 5)), (), warlord=False),
]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_one_army_is_the_same_however_it_is_spelled(spelling: str) -> None:
    found = army(SPELLINGS[spelling])
    assert gists(found) == WANTED
    assert found.findings == ()
    assert (found.faction, found.detachment, found.points) == ("Salt Riders", "Long Column", 215)
    assert found.name == "Salt Run"


@pytest.mark.parametrize("spelling", ["full", "gw", "simple", "app", "forge", "json", "xml"])
def test_models_of_different_kinds_are_told_apart(spelling: str) -> None:
    """A squad of one and four is five models, and only the chief has a horn."""
    riders = army(SPELLINGS[spelling]).units[1]
    assert [(group.name, group.number) for group in riders.groups] == [
        ("Rider chief", 1),
        ("Rider", 4),
    ]
    chief, rest = ({gear.name: gear.number for gear in g.gear} for g in riders.groups)
    assert (chief, rest) == ({"Spear": 1, "Horn": 1}, {"Spear": 4})


# Counting


def test_a_vehicle_with_three_throwables_is_one_model() -> None:
    """Options of a model are no models, in a tree and in bullets alike."""
    throwables = [weapon(name) for name in ("Smoke pot", "Fire pot", "Salt pot")]
    in_tree = unit(tree({**ROVER, "selections": throwables}))
    in_text = unit(
        "Army (90 Points)\n\nCARS\n\nRover (90 pts)\n"
        + "".join(f"• 1x {name}\n" for name in ("Smoke pot", "Fire pot", "Salt pot"))
    )
    for found in (in_tree, in_text):
        assert found.models == 1
        assert dict(found.carried) == {"Smoke pot": 1, "Fire pot": 1, "Salt pot": 1}


def test_a_unit_may_be_one_selection_with_a_number() -> None:
    found = army(tree({**RIDERS, "number": 10, "selections": [weapon("Spear", 10)]}))
    assert found.units[0].models == 10
    assert [finding.code for finding in found.findings] == ["unit.no_models"]


def test_models_inside_a_model_are_told() -> None:
    drone = {"name": "Drone", "type": "model", "number": 2, "selections": []}
    found = army(tree({**ROVER, "selections": [drone]}))
    assert found.units[0].models == 3
    assert [finding.code for finding in found.findings] == ["model.in_model"]


def test_counts_multiply_where_a_list_says_each() -> None:
    """`2x Rover: 2x Pod` in New Recruit's simple text is four pods; in bullets it is two."""
    head = SIMPLE.split("## Character", maxsplit=1)[0]
    each = unit(f"{head}## X\nRovers [9 pts]:\n• 2x Rover: 2x Pod (Fuse)\n")
    assert dict(each.carried) == {"Pod": 4, "Fuse": 4}
    whole = unit("X - Y - Z (9 Points)\n\nA:\nRovers (9 pts)\n  • 2x Rover\n    • 2x Pod\n")
    assert dict(whole.carried) == {"Pod": 2}


def test_a_unit_that_lists_other_models_than_it_counts_is_told() -> None:
    found = army(GW.replace("• 4x Rider", "• 3x Rider"))
    assert told(found) == [("models.differ", "list:22")]
    assert dict(found.findings[0].params) == {"said": 5, "listed": 4}


def test_models_that_are_armed_in_other_numbers_are_told() -> None:
    found = army(FULL.replace("    4 with Spear", "    3 with Spear"))
    assert [code for code, _ in told(found)] == ["models.differ"]
    assert dict(found.findings[0].params) == {"said": 4, "listed": 3}


def test_what_hangs_under_models_in_arms_is_for_each_of_them() -> None:
    """`2 with Gun` and a drone below it: both of the two have one."""
    found = unit("+ DETACHMENT: X\n\n2x Cars (90 pts)\n2 with Gun\n  • 3x Drone\n  • Horn\n")
    assert dict(found.carried) == {"Gun": 2, "Drone": 6, "Horn": 2}


def test_a_model_in_a_group_of_choices_is_no_gear() -> None:
    models = [dict(each, group="Squad") for each in RIDERS["selections"]]
    assert unit(tree({**RIDERS, "selections": models})).gist == WANTED[1]


def test_a_head_that_counts_other_units_is_told() -> None:
    found = army(COMPACT.replace("NUMBER OF UNITS: 2", "NUMBER OF UNITS: 3"))
    assert [code for code, _ in told(found)] == ["units.differ"]


# What is not understood


def test_a_line_that_is_not_understood_is_told_with_its_place() -> None:
    lines = APP.splitlines()
    lines.insert(10, "painted by nobody in particular")
    found = army("\n".join(lines))
    assert told(found) == [("line.unknown", "list:11")]
    assert found.findings[0].lost
    assert found.findings[0].params["text"] == "painted by nobody in particular"
    assert gists(found) == WANTED


def test_names_run_together_are_parted_and_told() -> None:
    found = army(FULL.replace("Enhancement: Bone", "  • Recon droneDrone gun\nEnhancement: Bone"))
    assert told(found) == [("gear.run_together", "list:16")]
    assert found.units[0].carried["Drone gun"] == 1


def test_a_warlord_of_whom_nothing_is_known_is_told() -> None:
    found = army(COMPACT.replace("WARLORD: Char1: Rover", "WARLORD: Char7: Ghost"))
    assert [code for code, _ in told(found)] == ["warlord.unknown"]


def test_assets_and_selections_of_no_known_kind_are_told() -> None:
    snapshot = json.loads(json.dumps(ROSTERIZER["snapshot"]))
    snapshot["assets"]["included"].append(asset("Boat§Barge"))
    found = army({"snapshot": snapshot})
    assert told(found) == [("asset.unknown", "list:snapshot.assets.included[4]")]
    strange = {"name": "Blessing", "type": "upgrade", "number": 1}
    assert [code for code, _ in told(army(tree(ROVER, strange)))] == ["selection.no_unit"]


def test_a_list_may_begin_with_its_first_unit() -> None:
    """Without a head there is no title; a unit is not taken for one."""
    found = army("Rover (115pts)\n5x Salt Riders (100pts)\nBarge (50pts): Oar\n")
    assert [(unit.name, unit.models) for unit in found.units] == [
        ("Rover", 1),
        ("Salt Riders", 5),
        ("Barge", 1),
    ]


def test_an_empty_list_is_told() -> None:
    assert [code for code, _ in told(army("nothing of note"))] == ["line.unknown", "list.empty"]


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1}',
        b"[]",
        b"{",
        b"\xff\xfeR\x00",
        b"<x/>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><roster>&a;</roster>',
        b"x" * 1_000_001,
        b"PK\x03\x04broken",
    ],
)
def test_other_files_are_unread(data: bytes) -> None:
    found = read_roster("list", data)
    assert isinstance(found, Unread)
    assert found.faults


words = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=40)
listed = st.lists(
    st.one_of(
        words,
        words.map(lambda w: f"• {w}"),
        words.map(lambda w: f"{w} (90 pts)"),
        words.map(lambda w: f"    2 with {w}"),
        st.sampled_from(["+ DETACHMENT: X", "## X [9 pts]", "X:", "Enhancement: Y (+5 pts)"]),
    ),
    max_size=12,
)


@given(listed)
def test_every_text_is_read_and_every_line_is_somewhere(lines: list[str]) -> None:
    """Whatever the text: no exception, every unit has a model, every finding has a place."""
    found = read_roster("list", "\n".join(lines).encode())
    if isinstance(found, Unread):
        return
    assert all(unit.models >= 1 for unit in found.units)
    assert all(isinstance(f, Finding) and f.place.startswith("list") for f in found.findings)
