"""Importing a catalogue: Regiments, Barrage texts, and what is of another game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from defilade.formats.battlescribe import read_catalogue
from defilade.systems.conquest import SYSTEM
from defilade.systems.conquest.adopt import EDITION, read_rule
from defilade.table import Adoption, Catalogue, CatalogueEntry, Profile, WrongEdition

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[4] / "shared"))
KINDS = (".cat", ".gst")
"""Beginnings of the endings of catalogues, packed ones too."""
COLUMNS = {
    "Type": "Infantry",
    "Class": "Light",
    "M": "5",
    "V": "2",
    "C": "1",
    "A": "1",
    "W": "1",
    "R": "2",
    "D": "1",
    "E": "0",
    "Stands": "3",
    "Models on Stand": "4",
}


def catalogue(*rules: str, **columns: str) -> Catalogue:
    values = {**COLUMNS, **columns}
    profile = Profile("p", "t", "Regiment", "Archers", values, "army.cat:7")
    entry = CatalogueEntry("e", "Archers", "unit", (profile,), rules)
    types = {"Regiment": tuple(values)}
    return Catalogue("Conquest", "x", ("army",), types, (entry,), (profile,))


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('Barrage 2 (18")', {"barrage": {"shots": 2, "range": 18}}),
        ("Barrage (2) (24”)", {"barrage": {"shots": 2, "range": 24}}),
        (
            'Barrage 2 (24", Armor Piercing 1)',
            {"barrage": {"shots": 2, "range": 24}, "armor_piercing": 1},
        ),
        ("Armour Piercing 2", {"armor_piercing": 2}),
        ("Cleave 1", {"cleave": 1}),
        ("Support 3", {"support": 3}),
        ("Fly", {"fly": True}),
    ],
)
def test_rules_are_read(text: str, fields: dict[str, object]) -> None:
    """CQ-VOL-09, CQ-CLA-11, CQ-CLA-15, CQ-LOS-05."""
    found = read_rule(text)
    assert found.fields == fields
    assert found.strange == ()


def test_what_is_not_understood_is_reported() -> None:
    adopted = SYSTEM.adopt(catalogue("Deadly Shot", "Barrage", 'Barrage 1 (20", Odd Thing)'))
    assert isinstance(adopted, Adoption)
    noticed = {(f.code, f.params.get("rule")) for f in adopted.findings}
    assert ("rule_unknown", "Deadly Shot") in noticed
    assert ("rule_without_number", "Barrage") in noticed
    assert ("rule_unknown", "Odd Thing") in noticed
    assert adopted.units["Archers"]["barrage"] == {"shots": 1, "range": 20}
    assert all(SYSTEM.wording.event(f.code, f.params) for f in adopted.findings)


def test_a_number_that_cannot_be_read_is_never_guessed() -> None:
    adopted = SYSTEM.adopt(catalogue(M="X"))
    assert isinstance(adopted, Adoption)
    assert "march" not in adopted.units["Archers"]
    assert any(f.code == "column_unreadable" and f.place == "army.cat:7" for f in adopted.findings)


def test_another_game_is_refused_by_name() -> None:
    other = Catalogue("Kings of War", "y", (), {"Unit": ("Sp", "Me")}, (), ())
    assert SYSTEM.adopt(other) == WrongEdition("Kings of War", EDITION)


def _real(folder: str) -> Catalogue:
    home = SHARED / "realfiles" / folder
    if not home.exists():
        pytest.skip("the files that players have are not here")
    read = {p.name: p.read_bytes() for p in home.iterdir() if p.suffix[:4] in KINDS}
    found = read_catalogue(read)
    assert isinstance(found, Catalogue)
    return found


def test_a_real_faction_is_adopted() -> None:
    adopted = SYSTEM.adopt(_real("conquest"))
    assert isinstance(adopted, Adoption)
    units = adopted.units
    assert len(units) >= 20
    scouts = units["Vanguard Clone Infiltrators"]
    assert scouts["barrage"] == {"shots": 2, "range": 18}
    assert (scouts["type"], scouts["weight"], scouts["march"], scouts["stands"]) == (
        "infantry",
        "light",
        6,
        3,
    )
    assert units["Incarnate Sentinels"]["cleave"] == 2
    assert units["Leonine Avatara"]["armor_piercing"] == 2
    assert units["Pteraphons"]["fly"] is True
    assert units["Biomancer"]["character_stands"] == 1


@pytest.mark.parametrize("folder", ["dfc1e", "dfc2024", "dzc2e"])
def test_real_catalogues_of_other_games_are_refused_by_name(folder: str) -> None:
    found = SYSTEM.adopt(_real(folder))
    assert isinstance(found, WrongEdition)
    assert found.found
    assert found.found != "an unknown game"
