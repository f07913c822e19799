"""Sectors and clusters: what is printed, who holds, what it scores (DF-BOM-07, DF-BOM-08)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.systems.dropfleet.sectors import (
    SECTORS,
    cluster_destroyed,
    cluster_holder,
    holder_aboard,
    holder_of,
    values_held,
    victory_points,
)
from defilade.systems.dropfleet.terms import SectorType
from tests.systems.dropfleet.fleet import assets, sector, state


@pytest.mark.parametrize(
    ("kind", "hull", "armour", "value"),
    [
        (SectorType.COMMERCIAL, 8, "4+", 1),
        (SectorType.INDUSTRIAL, 4, "4+", 2),
        (SectorType.MILITARY, 4, "3+", 1),
        (SectorType.ORBITAL_DEFENCE, 6, "3+", 1),
        (SectorType.POWER_PLANT, 6, "4+", 4),
        (SectorType.COMMS_STATION, 4, "5+", 1),
    ],
)
def test_printed_stats(kind: SectorType, hull: int, armour: str, value: int) -> None:
    """DF-BOM-07."""
    stats = SECTORS[kind]
    assert (stats.hull, str(stats.armour), stats.value) == (hull, armour, value)


def test_two_kinds_of_sector_shoot_upwards() -> None:
    """DF-BOM-07."""
    armed = {kind: list(stats.weapons) for kind, stats in SECTORS.items() if stats.weapons}
    assert armed == {
        SectorType.MILITARY: ["Defence Weapons"],
        SectorType.ORBITAL_DEFENCE: ["Orbital Gun"],
    }
    gun = SECTORS[SectorType.ORBITAL_DEFENCE].weapons["Orbital Gun"]
    assert (str(gun.lock), str(gun.attack), str(gun.damage)) == ("2+", "1", "2")
    assert [k.name for k in gun.special] == ["escape velocity"]


def test_infantry_and_armour_hold_and_batteries_do_not() -> None:
    """DF-GRD-05."""
    held = sector("S", SectorType.COMMERCIAL, "red infantry I", "red armour A", "blue infantry J")
    assert holder_of(held) == "red"
    even = sector("S", SectorType.COMMERCIAL, "red infantry I", "blue armour A")
    assert holder_of(replace(even, held_by="blue")) == ""
    guns = sector("S", SectorType.COMMERCIAL, "red defence_battery D", held_by="blue")
    assert holder_of(guns) == "blue"


def test_aboard_a_station_every_token_counts() -> None:
    """DF-GRD-05."""
    aboard = assets("red defence_battery D", "red defence_battery E", "blue infantry I")
    assert holder_aboard(aboard.values()) == "red"


def cluster(*values: tuple[str, SectorType, bool]) -> tuple[dict[str, int], str, dict[str, int]]:
    places = [
        sector(f"S{n}", kind, held_by=side, ruins=ruins)
        for n, (side, kind, ruins) in enumerate(values)
    ]
    board = state(*places, clusters={"K": tuple(p.id for p in places)})
    here = board.clusters["K"]
    return values_held(board, here), cluster_holder(board, here), victory_points(board, here)


def test_the_greatest_value_holds_a_cluster_and_one_sector_contests_it() -> None:
    """DF-BOM-08: a large cluster scores 4 for holding and 2 for contesting."""
    plant, shop = SectorType.POWER_PLANT, SectorType.COMMERCIAL
    held = cluster(
        ("red", plant, False), ("blue", shop, False), ("blue", shop, False), ("", shop, False)
    )
    assert held == ({"red": 4, "blue": 2}, "red", {"red": 4, "blue": 2})
    small = cluster(("red", shop, False), ("blue", SectorType.INDUSTRIAL, False))
    assert small == ({"red": 1, "blue": 2}, "blue", {"red": 0, "blue": 2})
    even = cluster(("red", shop, False), ("blue", shop, False), ("", shop, False))
    assert even == ({"red": 1, "blue": 1}, "", {"red": 1, "blue": 1})


def test_ruins_are_worth_nothing() -> None:
    """DF-RUI-04."""
    gone = cluster(("red", SectorType.POWER_PLANT, True), ("blue", SectorType.COMMERCIAL, False))
    assert gone[:2] == ({"red": 0, "blue": 1}, "blue")
    all_gone = cluster(("red", SectorType.POWER_PLANT, True))
    assert all_gone[1] == ""


@given(st.lists(st.booleans(), min_size=1, max_size=4))
def test_a_cluster_is_destroyed_when_all_its_sectors_are_ruins(ruins: list[bool]) -> None:
    """DF-BOM-08."""
    places = [sector(f"S{n}", ruins=ruin) for n, ruin in enumerate(ruins)]
    board = state(*places, clusters={"K": tuple(p.id for p in places)})
    assert cluster_destroyed(board, board.clusters["K"]) is all(ruins)
