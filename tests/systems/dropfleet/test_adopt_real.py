"""Catalogues as players have them; they are not ours to ship, so the tests find them beside us."""

import os
from pathlib import Path

import pytest

from defilade.formats.battlescribe import read_catalogue
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.adopt import adopt
from defilade.systems.dropfleet.terms import Tonnage
from defilade.table import Adoption, Catalogue, WrongEdition
from defilade.values import DiceExpr, Need

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[3] / ".." / "shared"))
REAL = SHARED / "realfiles"

pytestmark = pytest.mark.skipif(
    not REAL.exists(), reason="the real catalogues are not beside the repository"
)


def read(*names: str) -> Catalogue:
    catalogue = read_catalogue({name: (REAL / name).read_bytes() for name in names})
    assert isinstance(catalogue, Catalogue)
    return catalogue


@pytest.fixture(scope="module")
def scourge() -> Adoption:
    result = adopt(
        read(
            "dfc1e/Dropfleet Commander.gst",
            "dfc1e/Scourge.cat",
            "dfc1e/Scourge - Weapons.cat",
        )
    )
    assert isinstance(result, Adoption)
    return result


def test_every_ship_of_the_first_edition_comes_over_whole(scourge: Adoption) -> None:
    assert len(scourge.units) == 35
    whole = {"faction", "scan", "signature", "thrust", "hull_start", "armour", "pd", "tonnage"}
    for unit in scourge.units.values():
        assert whole <= unit.keys()
        assert unit["faction"] == "Scourge"
        Need.parse(unit["armour"])
        Tonnage(unit["tonnage"])
        assert unit["weapons"]
        for line in unit["weapons"].values():
            Need.parse(line["lock"])
            DiceExpr.parse(line["attack"])
            keywords.parse_arcs(line["arc"])


def test_a_ship_joined_with_weapons_from_another_file(scourge: Adoption) -> None:
    weapons = scourge.units["Charybdis"]["weapons"]
    assert list(weapons) == ["Oculus Rays", "Plasma Bombs", "Plasma Cloud"]
    assert weapons["Plasma Bombs"] == {
        "lock": "4+",
        "attack": "4",
        "damage": "1",
        "arc": "F/S",
        "special": ["Bombardment", "Low Level", "Scald"],
    }


def test_what_was_not_understood_is_told_with_file_and_line(scourge: Adoption) -> None:
    lost = {(f.code, f.params.get("rule")) for f in scourge.findings if f.code == "rule_unknown"}
    assert lost == {("rule_unknown", "Energy Siphon"), ("rule_unknown", "Ramming Ship")}
    ours = [f for f in scourge.findings if "profile" in f.params]
    assert all(f.place.split(":")[-1].isdigit() for f in ours)


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (
            ("dfc2024/dropfleet-commander-2024.gst", "dfc2024/Scourge.cat"),
            "Dropfleet Commander (2024)",
        ),
        (("dfc2024/Scourge.cat",), "Dropfleet Commander (2024)"),
        (("dfc2024/Fleet Space Stations.cat",), "Dropfleet Commander (2024)"),
        (
            ("conquest/Conquest Last Argument of Kings.gst", "conquest/Spires.cat"),
            "Conquest: Last Argument of Kings",
        ),
        (("dzc2e/Dropzone Commander.gst", "dzc2e/Scourge.cat"), "Dropzone Commander v2.2.0"),
    ],
)
def test_every_other_edition_and_game_is_refused_by_name(
    files: tuple[str, ...], found: str
) -> None:
    result = adopt(read(*files))
    assert isinstance(result, WrongEdition)
    assert result.found == found
