"""Ships from a catalogue of the first edition, and other editions refused by name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from defilade.systems.dropfleet.adopt import EDITION, adopt
from defilade.table import Adoption, Catalogue, CatalogueEntry, Finding, Profile, WrongEdition

SHIP = ("Scan", "Sig", "Thrust", "Hull", "A", "PD", "G", "T", "Special")
WEAPON = ("Lock", "Attacks", "Damage", "Arc", "Special")
TYPES = {"Ship": SHIP, "Weapon": WEAPON, "Load": ("Launch", "Special"), "Sector": ("Hull", "A")}


def profile(kind: str, name: str, *texts: str, place: str = "fleet.cat") -> Profile:
    columns = dict(zip(TYPES.get(kind, ("Description",)), texts, strict=False))
    return Profile(f"{kind}/{name}", kind, kind, name, columns, place)


def entry(name: str, *inside: Profile | CatalogueEntry, **rest: Any) -> CatalogueEntry:
    profiles = tuple(p for p in inside if isinstance(p, Profile))
    entries = tuple(e for e in inside if isinstance(e, CatalogueEntry))
    return CatalogueEntry(
        name, name, rest.pop("kind", "upgrade"), profiles, entries=entries, **rest
    )


def lance(**changes: str) -> Profile:
    texts = {"Lock": "3+", "Attacks": "D6+1", "Damage": "1", "Arc": "F(N)", "Special": "None"}
    return profile("Weapon", "Lance", *(texts | changes).values())


def hull(**changes: str) -> Profile:
    texts = dict(
        zip(SHIP, ('6"', '3"', '12"', "4", "5+", "4", "2-4", "L", "Atmospheric"), strict=True)
    )
    return profile("Ship", "Kestrel", *(texts | changes).values())


def catalogue(*entries: CatalogueEntry, **changes: Any) -> Catalogue:
    plain = Catalogue(
        "Dropfleet Commander",
        "bb34-1413-3527-b957",
        ("Dropfleet Commander", "Resistance"),
        TYPES,
        entries,
        (),
    )
    return replace(plain, **changes)


def adopted(*entries: CatalogueEntry, **changes: Any) -> Adoption:
    result = adopt(catalogue(*entries, **changes))
    assert isinstance(result, Adoption)
    return result


def kestrel(ship: Profile | None = None, weapon: Profile | None = None) -> Mapping[str, Any]:
    carried = entry("Lance", weapon or lance())
    return adopted(entry("Kestrel Frigate", ship or hull(), carried)).units["Kestrel"]


def codes(found: tuple[Finding, ...]) -> set[str]:
    return {finding.code for finding in found if finding.code != "column_unused"}


def test_a_ship_with_its_weapon_in_the_words_of_a_battle_file() -> None:
    assert kestrel() == {
        "faction": "Resistance",
        "scan": 6.0,
        "signature": 3.0,
        "thrust": 12.0,
        "hull_start": 4,
        "armour": "5+",
        "pd": 4,
        "tonnage": "L",
        "special": ["Atmospheric"],
        "weapons": {
            "Lance": {"lock": "3+", "attack": "D6+1", "damage": "1", "arc": "F(N)", "special": []}
        },
    }


def test_two_signatures_and_two_saves() -> None:
    unit = kestrel(hull(Sig='16"/3"', A="5+/4+"))
    assert unit["signature"] == {"down": 3.0, "up": 16.0}
    assert (unit["armour"], unit["pcm"]) == ("5+", "4+")


def test_rules_in_brackets_are_not_torn_apart() -> None:
    unit = kestrel(weapon=lance(Special="Calibre (H, S), Burnthrough (6) , Close Action (Beam)"))
    assert unit["weapons"]["Lance"]["special"] == [
        "Calibre (H, S)",
        "Burnthrough (6)",
        "Close Action (Beam)",
    ]


def test_a_ship_linked_from_many_places_is_one_ship() -> None:
    carried = entry("Kestrel Frigate", hull(), entry("Lance", lance()))
    units = adopted(carried, entry("Kestrel Frigates", carried), entry("Group", carried)).units
    assert list(units) == ["Kestrel"]


def test_two_weapons_of_a_name_are_two_weapons() -> None:
    pair = (entry("Lance", lance(), number=2), entry("Lance again", lance(Arc="R")))
    weapons = adopted(entry("Kestrel", hull(), *pair)).units["Kestrel"]["weapons"]
    assert {name: line["arc"] for name, line in weapons.items()} == {
        "Lance": "F(N)",
        "Lance 2": "F(N)",
        "Lance 3": "R",
    }


def test_ships_carried_by_an_entry_of_ships_keep_their_own_weapons() -> None:
    other = replace(hull(), id="other", name="Merlin")
    group = entry("Group", entry("Kestrel", hull(), entry("L", lance())), entry("Merlin", other))
    units = adopted(group).units
    assert {name: list(unit["weapons"]) for name, unit in units.items()} == {
        "Kestrel": ["Lance"],
        "Merlin": [],
    }
    tender = entry("Merlin", other, entry("Kestrel", hull(), entry("L", lance())))
    units = adopted(tender).units
    assert {name: list(unit["weapons"]) for name, unit in units.items()} == {
        "Merlin": [],
        "Kestrel": ["Lance"],
    }


def test_launch_loads_are_kept_as_printed() -> None:
    load = profile("Load", "Fighters & Bombers", "4", "None")
    unit = adopted(entry("Kestrel", hull(), entry("Load", load))).units["Kestrel"]
    assert unit["launch"] == ["Fighters & Bombers 4"]


@pytest.mark.parametrize(
    ("ship", "weapon", "code"),
    [
        ({"Scan": "far"}, {}, "column_unreadable"),
        ({"T": "XXL"}, {}, "column_unreadable"),
        ({"A": "3+/4+/5+"}, {}, "column_unreadable"),
        ({"Special": "Atmospheric, Ramming Ship"}, {}, "rule_unknown"),
        ({}, {"Special": "Penetrator"}, "rule_unknown"),
        ({}, {"Attacks": "∞"}, "column_unreadable"),
        ({}, {"Arc": "Up"}, "weapon_left_out"),
        ({}, {"Lock": "*", "Special": "Mauler"}, "lock_of_target"),
    ],
)
def test_what_is_not_understood_is_found_with_its_place(
    ship: dict[str, str], weapon: dict[str, str], code: str
) -> None:
    result = adopted(entry("Kestrel", hull(**ship), entry("Lance", lance(**weapon))))
    assert code in codes(result.findings)
    assert all(f.place == "fleet.cat" for f in result.findings if f.code != "column_unused")


def test_a_weapon_that_cannot_be_read_is_left_out_and_said_so() -> None:
    result = adopted(entry("Kestrel", hull(), entry("Lance", lance(Attacks="lots"))))
    assert result.units["Kestrel"]["weapons"] == {}
    assert codes(result.findings) == {"column_unreadable", "weapon_left_out"}
    assert all(f.lost for f in result.findings if f.code != "column_unused")


def test_a_mauler_has_the_targets_armour_for_its_lock() -> None:
    line = kestrel(weapon=lance(Lock="*", Special="Mauler"))["weapons"]["Lance"]
    assert line["lock"] == "6+"


def test_nothing_is_dropped_in_silence() -> None:
    result = adopted(
        entry(
            "Kestrel", hull(), entry("Crest", profile("Equipment", "Crest", "good")), rules=("Odd",)
        ),
        entry("Loose", lance()),
        entry("Sector", profile("Sector", "Commercial", "8", "4+")),
    )
    found = {
        (f.code, f.params["profile"], f.lost) for f in result.findings if "profile" in f.params
    }
    assert ("profile_unknown", "Crest", True) in found
    assert ("profile_on_no_ship", "Lance", True) in found
    assert ("profile_built_in", "Commercial", False) in found
    assert ("rule_beside_profile", "Kestrel", False) in found


def test_the_guns_of_sectors_are_built_in() -> None:
    fort = entry("Fort", profile("Sector", "Military", "4", "3+"), lance())
    result = adopted(entry("Kestrel", hull()), fort)
    assert codes(result.findings) == {"profile_built_in"}
    assert not any(finding.lost for finding in result.findings)


def test_findings_of_the_reader_are_passed_on() -> None:
    met = Finding("link_missing", "fleet.cat")
    assert met in adopted(entry("Kestrel", hull()), findings=(met,)).findings


def test_a_catalogue_of_weapons_alone_has_no_ships() -> None:
    result = adopted(entry("Lance", lance()))
    assert not result.units
    assert {"no_ships", "profile_on_no_ship"} == codes(result.findings)


NEW = {"Ship": ("Thrust", "Scan", "Sig", "Hull", "ES", "KS", "BS", "G", "Special")}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"game_system": "Dropfleet Commander (2024)", "profile_types": NEW}, "(2024)"),
        ({"game_system": "", "game_system_id": "sys-5fec-a8da-5dec-0ae6"}, "(2024)"),
        ({"profile_types": NEW}, "another edition"),
        (
            {"game_system": "Conquest", "game_system_id": "x", "profile_types": {"Model": ("M",)}},
            "Conquest",
        ),
        ({"game_system": "", "game_system_id": "", "profile_types": {}}, "unknown game"),
        ({"game_system": "Warhammer", "game_system_id": "w"}, "Warhammer"),
    ],
)
def test_other_editions_and_games_are_refused_by_name(changes: dict[str, Any], found: str) -> None:
    result = adopt(catalogue(**changes))
    assert isinstance(result, WrongEdition)
    assert found in result.found
    assert result.wanted == EDITION


def test_the_edition_is_known_without_its_game_system_file() -> None:
    entries = (entry("Kestrel", hull(), entry("Lance", lance())),)
    alone = catalogue(*entries, game_system="", profile_types={}, names=("Resistance",))
    assert isinstance(adopt(alone), Adoption)
    stranger = replace(alone, game_system_id="something else")
    assert isinstance(adopt(stranger), Adoption)
