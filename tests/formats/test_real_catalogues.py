"""Catalogues and rosters as players have them: read without loss, where they are to be had."""

from __future__ import annotations

import html
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .armies import codes, entry, read, unfolded

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / "shared"))
REAL = SHARED / "realfiles"

# folder, game system, entries of note: (kind of profile, how many), columns of one profile
REAL_FILES = [
    (
        "dfc1e",
        "Dropfleet Commander",
        {"Ship": 35, "Weapon": 41, "Load": 9},
        ("Nosferatu", {"Scan": '14"', "Sig": '18"', "Hull": "26", "A": "3+", "PD": "20"}),
    ),
    (
        "dfc2024",
        "Dropfleet Commander (2024)",
        {"Ship": 46, "Weapon": 63, "Space Station": 17},
        None,
    ),
    ("dzc2e", "Dropzone Commander v2.2.0", {"Unit": 32, "Aircraft": 16, "Weapon": 81}, None),
    ("conquest", "Conquest: Last Argument of Kings", {"Regiment": 36, "Character": 5}, None),
    ("wh40k11e", "", {"Unit": 22, "Ranged Weapons": 35, "Melee Weapons": 5}, None),
]


def real(folder: str) -> dict[str, bytes]:
    path = REAL / folder
    if not path.is_dir():
        pytest.skip(f"the players' files in {folder} are not here; set DEFILADE_SHARED")
    wanted = (".cat", ".gst") if folder != "wh40k11e" else (".json",)
    return {each.name: each.read_bytes() for each in path.iterdir() if each.suffix in wanted}


@pytest.mark.parametrize(
    ("folder", "game", "counts", "example"), REAL_FILES, ids=[each[0] for each in REAL_FILES]
)
def test_real_files_are_read_without_loss(
    folder: str, game: str, counts: dict[str, int], example: Any
) -> None:
    """No element is unknown, no profile type is lost, and every stat line is there whole."""
    catalogue = read(real(folder))
    assert catalogue.game_system == game
    found = Counter(profile.type_name for profile in catalogue.profiles)
    assert {name: found[name] for name in counts} == counts
    told = set(codes(catalogue))
    assert not told & {"element.unknown", "profile_type.unknown", "id.twice", "link.circle"}
    assert not told & {"link.too_many", "link.too_deep", "profile_type.ambiguous"}
    written = html.unescape(b"".join(real(folder).values()).decode())
    spelt = written.replace('\\"', '"').replace("\\n", "\n")
    for profile in catalogue.profiles:
        assert set(profile.columns) <= {
            column for columns in catalogue.profile_types.values() for column in columns
        }
        assert all(value in written or value in spelt for value in profile.columns.values())
    if example:
        name, columns = example
        (profile,) = (each for each in catalogue.profiles if each.name == name)
        assert {key: profile.columns[key] for key in columns} == columns


def test_a_real_ship_has_its_weapons_from_another_file() -> None:
    ship = entry(read(real("dfc1e")), "Nosferatu Dreadnought")
    weapons = [
        profile.name
        for each in unfolded(ship.entries)
        for profile in each.profiles
        if profile.type_name == "Weapon"
    ]
    assert weapons == [
        "Oculus Beam Super Phalanx",
        "Oculus Beam Array, Starboard",
        "Oculus Beam Array, Port",
        "Plasma Flood",
    ]


def test_a_real_roster_counts_as_its_other_spellings_do() -> None:
    path = REAL / "rosters" / "houndpack.newrecruit-json.json"
    if not path.is_file():
        pytest.skip("the players' rosters are not here; set DEFILADE_SHARED")
    catalogue = read({"houndpack.json": path.read_bytes()})
    units = [(each.name, each.number) for each in catalogue.entries[0].entries]
    assert units[2:] == [
        ("War Dog Karnivore", 1),
        ("War Dog Karnivore", 1),
        ("War Dog Executioner", 1),
        ("Nurglings", 1),
    ]
    plain = (path.parent / "houndpack.newrecruit-wtc-compact.txt").read_text(encoding="utf-8")
    assert "3x Diseased claws and teeth" in plain
    assert entry(catalogue, "Diseased claws and teeth").number == 3
    assert entry(catalogue, "War Dog autocannon").number == 2
