"""The army lists that players really have: read whole, and the same however they are spelled."""

from __future__ import annotations

import pytest

from .terrain import real
from .test_rosters import army, gists

HOUNDS = [
    "newrecruit-json.json",
    "newrecruit-simple.txt",
    "newrecruit-wtc-compact.txt",
    "newrecruit-wtc-full.txt",
    "rosterizer.json",
]


def test_one_real_army_in_five_spellings() -> None:
    found = [army(real(f"rosters/houndpack.{name}")) for name in HOUNDS]
    assert len({tuple(gists(each)) for each in found}) == 1
    assert {(e.name, e.faction, e.detachment, e.points) for e in found} == {
        ("Dog Kill God?", "Chaos Knights", "Houndpack Lance", 485)
    }
    assert all(each.findings == () for each in found)
    assert [(u.name, u.models, u.points) for u in found[0].units] == [
        ("War Dog Karnivore", 1, 165),
        ("War Dog Karnivore", 1, 150),
        ("War Dog Executioner", 1, 130),
        ("Nurglings", 3, 40),
    ]


@pytest.mark.parametrize(
    ("name", "units", "models", "points"),
    [
        ("gw-app.txt", 16, 20, 2000),
        ("listforge.txt", 5, 18, 1995),
        ("listgrok-nr1.txt", 18, 65, 1985),
        ("listgrok-nr1_gw.txt", 18, 65, 1985),
        ("listgrok-nr1_short.txt", 18, 65, None),
        ("listgrok-nr1_wtc.txt", 18, 65, 1985),
        ("listgrok-official1.txt", 14, 41, 1985),
    ],
)
def test_real_lists_are_read_whole(name: str, units: int, models: int, points: int | None) -> None:
    found = army(real(f"rosters/{name}"))
    assert (len(found.units), sum(u.models for u in found.units)) == (units, models)
    assert found.points == points
    assert {finding.code for finding in found.findings} <= {"gear.run_together"}


def test_one_real_army_in_four_of_new_recruits_spellings() -> None:
    """These carry different amounts of gear; units, models and points are the same."""
    names = ["nr1.txt", "nr1_gw.txt", "nr1_short.txt", "nr1_wtc.txt"]
    found = [army(real(f"rosters/listgrok-{name}")) for name in names]
    said = [tuple((u.name, u.models, u.points) for u in each.units) for each in found]
    assert len(set(said)) == 1
