"""Units from catalogues: columns read or reported, other editions refused by name."""

import json
import os
from pathlib import Path

import pytest

from defilade.formats.battle import read_battle
from defilade.formats.battlescribe import read_catalogue
from defilade.game import Session, new_session
from defilade.systems.dropzone import SYSTEM
from defilade.table import (
    Adoption,
    Catalogue,
    CatalogueEntry,
    Draft,
    Profile,
    Table,
    WrongEdition,
)
from defilade.testing.battles import example_text

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[4] / "shared"))
REAL = SHARED / "realfiles"
needs_files = pytest.mark.skipif(not REAL.exists(), reason=f"no catalogues at {REAL}")

UNIT = {
    "Move": "6”",
    "CM": "A, E+2",
    "A": "13",
    "DP": "2",
    "Type": "Skimmer",
    "Special": "Wide",
    "Transport Requirement": "3 Tank",
    "Transport Capacity": "4 Infantry, 2 Light",
}
WEAPON = {
    "M&F": "-",
    "Arc": "F/S",
    "R(F)": "∞",
    "R(C)": '24"',
    "Shots": "2",
    "Acc": "3+",
    "E": "10",
    "Special": "Destroyer (5+), Devastator-2 (Infantry, Scenery)",
}


def catalogue(
    unit: dict[str, str], weapon: dict[str, str], game: str = "Dropzone Commander v2"
) -> Catalogue:
    """A catalogue of one unit with one weapon."""
    carried = Profile("w", "t2", "Weapon", "Gun", weapon, "file:2")
    body = Profile("u", "t1", "Vehicle", "Thing", unit, "file:1")
    inner = CatalogueEntry("e2", "Gun", "upgrade", (carried,))
    entry = CatalogueEntry("e1", "Thing", "model", (body,), entries=(inner,))
    types = {"Vehicle": tuple(unit), "Weapon": tuple(weapon)}
    return Catalogue(game, "id", ("file",), types, (entry,), ())


def test_every_column_is_mapped():
    found = SYSTEM.adopt(catalogue(UNIT, WEAPON))
    assert isinstance(found, Adoption)
    assert found.findings == ()
    assert found.units["Thing"] == {
        "type": "vehicle",
        "subtype": "skimmer",
        "mv": 6.0,
        "armour": 13,
        "dp": 2,
        "cm": {"active": True, "evasion": 2},
        "special": ["Wide"],
        "transport": {
            "requirement": {"symbol": "tank", "n": 3},
            "capacity": [{"symbol": "infantry", "n": 4}, {"symbol": "light", "n": 2}],
        },
        "weapons": [
            {
                "name": "Gun",
                "mf": "-",
                "arc": "F/S",
                "rf": "inf",
                "rc": 24.0,
                "shots": 2,
                "acc": "3+",
                "energy": 10,
                "special": ["Destroyer (5+)", "Devastator-2 (Infantry, Scenery)"],
            }
        ],
    }


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [
        ("Type", "Hovercraft", "type_unknown"),
        ("Move", "fast", "column_unreadable"),
        ("A", "?", "column_unreadable"),
        ("CM", "Q7", "column_unreadable"),
        ("Special", "Sparkling-2", "unknown_special"),
        ("Transport Capacity", "lots", "transport_unreadable"),
    ],
)
def test_what_is_not_understood_is_reported_with_its_place(column, text, code):
    found = SYSTEM.adopt(catalogue({**UNIT, column: text}, WEAPON))
    assert isinstance(found, Adoption)
    named = [f for f in found.findings if f.code == code]
    assert named
    assert named[0].place == "file:1"
    assert text in SYSTEM.wording.event(named[0].code, named[0].params)


@pytest.mark.parametrize("column", ["Shots", "E", "Acc", "R(F)"])
def test_a_weapon_with_an_unreadable_number_is_left_out_and_said_so(column):
    found = SYSTEM.adopt(catalogue(UNIT, {**WEAPON, column: "*?"}))
    assert isinstance(found, Adoption)
    assert "weapons" not in found.units["Thing"]
    assert {f.code for f in found.findings} == {"column_unreadable", "weapon_left_out"}


@pytest.mark.parametrize(
    ("weapon", "game", "named"),
    [
        (
            {"Mv": "4", "Att": "3+"},
            "Dropzone Commander v3",
            "Dropzone Commander v3, another edition",
        ),
        (WEAPON, "Dropfleet Commander", "Dropfleet Commander"),
        ({"Range": "12"}, "", "an unknown game"),
    ],
)
def test_other_editions_and_games_are_refused_by_name(weapon, game, named):
    found = SYSTEM.adopt(catalogue(UNIT, weapon, game))
    assert isinstance(found, WrongEdition)
    assert found.found == named
    assert found.wanted == "Dropzone Commander, second edition"


def real(*names: str) -> Catalogue:
    """A catalogue read from real files."""
    read = read_catalogue({name: (REAL / name).read_bytes() for name in names})
    assert isinstance(read, Catalogue)
    return read


@needs_files
@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("dfc1e/Dropfleet Commander.gst", "dfc1e/Scourge.cat"), "Dropfleet Commander"),
        (
            ("conquest/Spires.cat", "conquest/Conquest Last Argument of Kings.gst"),
            "Conquest: Last Argument of Kings",
        ),
        (("wh40k11e/Unaligned Forces.json",), "an unknown game"),
    ],
)
def test_real_catalogues_of_other_games_are_refused(names, found):
    assert SYSTEM.adopt(real(*names)) == WrongEdition(found, "Dropzone Commander, second edition")


@needs_files
def test_a_real_army_is_read_and_nothing_of_it_is_dropped_in_silence():
    read = real("dzc2e/Dropzone Commander.gst", "dzc2e/Scourge.cat")
    found = SYSTEM.adopt(read)
    assert isinstance(found, Adoption)
    assert len(found.units) >= 45
    carried = {w["name"] for unit in found.units.values() for w in unit.get("weapons", ())}
    told = {str(f.params.get("profile")) for f in found.findings}
    weapons = {p.name for p in read.profiles if p.type_name == "Weapon"}
    assert weapons <= carried | told
    hunter = found.units["Hunter Tank"]
    assert (hunter["armour"], hunter["mv"], hunter["cm"]) == (
        13,
        9.0,
        {"active": True, "evasion": 2},
    )


@needs_files
def test_imported_units_fight_over_the_city_block():
    """The main job: a real catalogue's units on the shipped battle, a shot fired and undone."""
    found = SYSTEM.adopt(real("dzc2e/Dropzone Commander.gst", "dzc2e/Scourge.cat"))
    assert isinstance(found, Adoption)
    lines = [
        "- {id: Z1, side: red, squad: shock, kind: Demolisher Shock Troops, at: [21, 16]}",
        "- {id: Z2, side: red, squad: skim, kind: Hunter Tank, at: [21, 19]}",
    ]
    kinds = "".join(
        f"  {name}: {json.dumps(found.units[name])}\n"
        for name in ("Demolisher Shock Troops", "Razorworms")
    )
    text = example_text(SYSTEM).replace("kinds:\n", f"kinds:\n{kinds}", 1)
    text = text.replace("units:\n", "units:\n" + "\n".join(lines) + "\n", 1)
    text = text.replace("initiative: [blue, red]", "free: true")
    draft = read_battle(text, "block.yaml", {"dropzone": SYSTEM})
    assert isinstance(draft, Draft), draft
    table = SYSTEM.check(draft)
    assert isinstance(table, Table), table
    session = new_session(SYSTEM, table, battle="{}", engine="test")
    after = session.act("move shock: Z1 21,14.5 then enter Exchange at N")
    assert isinstance(after, Session)
    refused = after.act("fire Z1 -> K1 with Plasma Charger")
    assert "DZ-GSH-06" in {r.clause for r in refused.reasons}
    shot = after.act("fire Z2 -> Copse with Plasma Cannon")
    assert isinstance(shot, Session)
    shot = shot.answer((2,)).answer((6,))
    assert shot.table.state.pieces["Copse"].dp == 18  # Devastator-2 on scenery
    assert shot.table.state.pieces["Copse"].tokens == 1
    assert shot.undo().undo().undo().table == after.table
