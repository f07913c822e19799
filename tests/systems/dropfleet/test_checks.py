"""Checks of a battle: every fault at once, each with its place; waivers; warnings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.battle import (
    AssetLine,
    Battle,
    ClusterLine,
    SceneryLine,
    SectorLine,
    Shielded,
    ShipLine,
    TokenLine,
    WeaponLine,
)
from defilade.systems.dropfleet.terms import (
    Density,
    Effect,
    Layer,
    Order,
    SceneryType,
    SectorType,
    Spike,
    StationSize,
)
from defilade.table import Draft, Fault, Faults, Table
from defilade.values import DiceExpr, Need
from tests.systems.dropfleet.battles import battle

WHOLE: dict[str, Any] = {
    "side": "red",
    "pos": (10.0, 10.0),
    "scan": 6,
    "signature": 6,
    "hull_start": 10,
    "armour": Need(4),
}


def one(**changes: Any) -> Battle:
    """A battle of one ship with these changes."""
    return Battle(ships={"A": ShipLine(**{**WHOLE, **changes})})


def faults(drawn: Battle, *waive: str) -> dict[str, Fault]:
    """All faults and warnings by code."""
    found = SYSTEM.check(Draft("dropfleet", drawn), waive=waive)
    listed = found.faults if isinstance(found, Faults) else found.warnings
    return {fault.code: fault for fault in listed}


def test_a_sound_battle_is_a_table() -> None:
    assert isinstance(SYSTEM.check(Draft("dropfleet", battle())), Table)
    assert faults(one()) == {}


GUN = WeaponLine(Need(4))


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"hull": 11}, "hull_above_start", ("hull",)),
        ({"hull": -1}, "hull_negative", ("hull",)),
        ({"hull_start": 0}, "hull_start_small", ("hull_start",)),
        ({"armour": Need(7)}, "need_impossible", ("armour",)),
        ({"pcm": Need(1)}, "need_impossible", ("pcm",)),
        ({"scan": -1.0}, "length_impossible", ("scan",)),
        ({"thrust": float("inf")}, "length_impossible", ("thrust",)),
        ({"side": ""}, "side_missing", ()),
        ({"ship_class": "Kite"}, "class_unknown", ("ship_class",)),
        ({"pos": (float("nan"), 0.0)}, "position_impossible", ("pos",)),
        ({"layer": Layer.ATMOSPHERE}, "not_atmospheric", ("layer",)),
        ({"silent": True, "spike": Spike.MINOR}, "silent_with_spike", ("spike",)),
        ({"silent": True, "shields_up": True}, "silent_with_shields", ("silent",)),
        ({"spike": Spike.MINOR, "special": ("Full Cloak",)}, "cloaked_with_spike", ("spike",)),
        ({"station": StationSize.SMALL}, "station_among_ships", ("station",)),
        ({"assets": {"I": AssetLine("red")}}, "assets_on_ship", ("assets", "I")),
        (
            {"effects": (Effect.WEAPONS_OFFLINE, Effect.WEAPONS_OFFLINE)},
            "effect_twice",
            ("effects", 1),
        ),
        (
            {"weapons": {"w": replace(GUN, lock=Need(1))}},
            "need_impossible",
            ("weapons", "w", "lock"),
        ),
        ({"weapons": {"w": replace(GUN, arc="Q")}}, "arc_unknown", ("weapons", "w", "arc")),
        (
            {"weapons": {"w": replace(GUN, attack=DiceExpr(1, 8))}},
            "dice_unknown",
            ("weapons", "w", "attack"),
        ),
        (
            {"weapons": {"w": replace(GUN, damage=DiceExpr.fixed(999))}},
            "dice_impossible",
            ("weapons", "w", "damage"),
        ),
    ],
)
def test_faults_of_a_ship(changes: dict[str, Any], code: str, path: tuple[Any, ...]) -> None:
    found = faults(one(**changes))
    assert code in found
    assert found[code].path == ("ships", "A", *path)
    assert found[code].severity.value == "error"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hull": 5}, "crippling_roll_due"),
        ({"hull": 0}, "ship_destroyed"),
        ({"special": ("Penetrator",)}, "rule_unknown"),
        ({"pos": (60.0, 10.0)}, "off_table"),
        ({"scan": None}, "assumed"),
        ({"signature": Shielded(9, 3)}, "signature_upside_down"),
        ({"hull_start": 3, "orders": Order.ACTIVE_SCAN}, "order_not_allowed"),
    ],
)
def test_what_players_should_know(changes: dict[str, Any], code: str) -> None:
    """Warnings stop nothing."""
    found = faults(one(**changes))
    assert found[code].severity.value == "warning"
    assert isinstance(SYSTEM.check(Draft("dropfleet", one(**changes))), Table)


def test_all_faults_come_at_once() -> None:
    found = faults(one(hull=11, armour=Need(7), side="", scan=-3.0))
    assert {"hull_above_start", "need_impossible", "side_missing", "length_impossible"} <= set(
        found
    )


def test_a_waiver_by_its_name() -> None:
    """DF-LAY-06 may be overlooked where the players say so, and nothing else with it."""
    drawn = one(layer=Layer.ATMOSPHERE)
    table = SYSTEM.check(Draft("dropfleet", drawn), waive=("anyone-in-atmosphere",))
    assert isinstance(table, Table)
    assert table.waived == ("anyone-in-atmosphere",)
    refused = SYSTEM.check(Draft("dropfleet", drawn))
    assert isinstance(refused, Faults)
    assert refused.waivable == {"anyone-in-atmosphere"}


SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"groups": {"G": ("A", "Z")}}, "ship_unknown"),
        ({"groups": {"G": ("A",), "H": ("A",)}}, "ship_in_two_groups"),
        ({"groups": {"G": ("A", "B")}}, "group_sides"),
        ({"groups": {"G": ()}}, "group_empty"),
        ({"battlegroups": {"X": ("Q",)}}, "group_unknown"),
        ({"battlegroups": {"X": ("A",), "Y": ("A",)}}, "group_in_two"),
        ({"active": "nobody"}, "group_unknown"),
        ({"sectors": {"A": SectorLine(SectorType.INDUSTRIAL)}}, "name_twice"),
        ({"ships": {"A with B": ShipLine(**WHOLE)}}, "name_unwritable"),
        ({"clusters": {"K": ClusterLine(sectors=("S",))}}, "sector_unknown"),
        ({"tokens": {"t": TokenLine("red", "Z")}}, "ship_unknown"),
        ({"size": (0.0, 48.0)}, "size_impossible"),
        (
            {"scenery": {"D": SceneryLine(SceneryType.DEBRIS, None, SQUARE)}},
            "debris_without_density",
        ),
        ({"scenery": {"R": SceneryLine(SceneryType.RING)}}, "ring_without_line"),
        ({"scenery": {"L": SceneryLine(SceneryType.LSO, centre=(1, 1))}}, "lso_without_radius"),
        (
            {"scenery": {"L": SceneryLine(SceneryType.LSO, centre=(10, 10), radius=2)}},
            "inside_solid",
        ),
        (
            {
                "scenery": {
                    "D": SceneryLine(
                        SceneryType.DEBRIS,
                        Density.FINE,
                        (SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]),
                    )
                }
            },
            "polygon_crosses",
        ),
        (
            {"scenery": {"D": SceneryLine(SceneryType.DEBRIS, Density.FINE, SQUARE[:2])}},
            "polygon_corners",
        ),
        (
            {"sectors": {"S": SectorLine(SectorType.INDUSTRIAL, ((0, 0), (1, 1), (2, 2)))}},
            "polygon_flat",
        ),
    ],
)
def test_faults_of_a_battle(changes: dict[str, Any], code: str) -> None:
    two = {"A": ShipLine(**WHOLE), "B": ShipLine(**{**WHOLE, "side": "blue", "pos": (20, 20)})}
    assert code in faults(Battle(**{"ships": two, **changes}))


def test_two_ships_on_one_spot_are_told() -> None:
    """A warning only, and only of one layer, of one position once rounded, and of the living."""
    here = ShipLine(**WHOLE)
    twin = replace(here, side="blue", pos=(10.00004, 9.99996))
    warned = faults(Battle(ships={"A": here, "B": twin}))
    assert set(warned) == {"one_spot"}
    assert warned["one_spot"].path == ("ships", "B", "pos")
    assert warned["one_spot"].severity.value == "warning"
    assert SYSTEM.wording.fault(warned["one_spot"]) == (
        "`B` is exactly where `A` is, in Low Orbit; move one of them"
    )
    station = ShipLine(station=StationSize.SMALL, pos=(10.0, 10.0))
    both = faults(Battle(ships={"A": here}, stations={"T": station}))
    assert both["one_spot"].path == ("stations", "T", "pos")
    for other in (
        replace(twin, pos=(10.1, 10.0)),
        replace(twin, layer=Layer.HIGH),
        replace(twin, hull=0),
    ):
        assert "one_spot" not in faults(Battle(ships={"A": here, "B": other}))


def test_stations_have_their_printed_numbers() -> None:
    """DF-STA-01: by size; Low Orbit, or a waiver; a size is wanted."""
    drawn = Battle(stations={"T": ShipLine(station=StationSize.LARGE, pos=(5, 5))})
    table = SYSTEM.check(Draft("dropfleet", drawn))
    assert isinstance(table, Table)
    station = table.state.ships["T"]
    assert (station.hull, station.profile.pd, station.layer) == (16, 12, Layer.LOW)
    high = Battle(stations={"T": ShipLine(station=StationSize.SMALL, layer=Layer.HIGH)})
    assert "station_layer" in faults(high)
    assert "station_without_size" in faults(Battle(stations={"T": ShipLine()}))
    spiked = Battle(stations={"T": ShipLine(station=StationSize.SMALL, spike=Spike.MINOR)})
    assert "station_with_spike" in faults(spiked)


def test_a_class_fills_in_what_a_ship_leaves_out() -> None:
    table = SYSTEM.check(Draft("dropfleet", battle()))
    assert isinstance(table, Table)
    ships = table.state.ships
    assert ships["C1"].profile.pcm == Need(5)
    assert set(ships["F1"].profile.weapons) == {"driver", "bay"}
    assert ships["F1"].group == "reds"
    assert ships["C1"].group == "C1"


def test_positions_are_rounded_once() -> None:
    table = SYSTEM.check(Draft("dropfleet", one(pos=(10.00004, 9.99996))))
    assert isinstance(table, Table)
    assert table.state.ships["A"].pos == (10.0, 10.0)
