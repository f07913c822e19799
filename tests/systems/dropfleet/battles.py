"""Battles for tests, as drawn in a file, and random games played on them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import Any

from defilade.dice import Choose
from defilade.game import Ambiguous, NotUnderstood, Rejection, Session, new_session
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.actions import Activate, End, Fire, Move, Resolve, RoundUp
from defilade.systems.dropfleet.battle import (
    AssetLine,
    Battle,
    ClusterLine,
    SceneryLine,
    SectorLine,
    ShipClass,
    ShipLine,
    WeaponLine,
)
from defilade.systems.dropfleet.terms import (
    Density,
    GroundKind,
    Layer,
    SceneryType,
    SectorType,
    StationSize,
    Tonnage,
)
from defilade.table import Draft, Table
from defilade.values import DiceExpr, Need

ENGINE = "test"


def gun(lock: int, attack: str, damage: str = "1", arc: str = "F/S", *special: str) -> WeaponLine:
    """A weapon's line."""
    return WeaponLine(
        Need(lock), DiceExpr.parse(attack), DiceExpr.parse(damage), arc, tuple(special)
    )


FRIGATE = ShipClass(
    "UCM",
    6,
    3,
    10,
    4,
    Need(4),
    None,
    3,
    Tonnage.L,
    ("Atmospheric", "Launch"),
    {
        "driver": gun(4, "3", "1", "F/S", "Squadron (2)"),
        "bay": gun(4, "2", "1", "F/S/R", "Close Action"),
    },
)
CRUISER = ShipClass(
    "PHR",
    8,
    6,
    8,
    11,
    Need(3),
    Need(5),
    5,
    Tonnage.M,
    ("Reinforced Armour",),
    {
        "laser": gun(3, "2", "1", "F(N)", "Burnthrough (6)", "Flash", "Bloom"),
        "port": gun(4, "8", "1", "S(L)", "Linked-1", "Fusillade (3)"),
        "starboard": gun(4, "8", "1", "S(R)", "Linked-1", "Fusillade (3)"),
        "cannon": gun(2, "4", "2", "F", "Crippling", "Unstable", "Impel (2)"),
        "drones": gun(3, "D3+1", "1", "F/S/R", "Close Action (Swarmer)", "Corruptor"),
        "bombs": gun(2, "6", "1", "F/S/R", "Bombardment", "L (2)"),
    },
)
DREADNOUGHT = ShipClass(
    "Resistance",
    10,
    8,
    6,
    24,
    Need(3),
    None,
    10,
    Tonnage.S2,
    ("Dreadnought",),
    {
        "battery": gun(3, "D6+4", "D3", "F/S", "Particle"),
        "ram": gun(2, "4", "1", "F", "Distortion"),
    },
)


def battle(**changes: Any) -> Battle:
    """Two small fleets close enough to hurt each other, with a city, a station and debris."""
    drawn = Battle(
        title="a skirmish",
        classes={"frigate": FRIGATE, "cruiser": CRUISER, "dreadnought": DREADNOUGHT},
        ships={
            "F1": ShipLine("red", (20, 18), "frigate", 0, Layer.LOW),
            "F2": ShipLine("red", (22, 18), "frigate", 0, Layer.LOW),
            "C1": ShipLine("red", (24, 17), "cruiser", 0, Layer.HIGH),
            "C2": ShipLine("blue", (22, 26), "cruiser", 180, Layer.LOW),
            "D1": ShipLine("blue", (25, 27), "dreadnought", 180, Layer.HIGH),
            "F3": ShipLine("blue", (21, 25), "frigate", 180, Layer.LOW),
        },
        stations={
            "T": ShipLine(
                "blue",
                (28, 22),
                station=StationSize.SMALL,
                assets={"M": AssetLine("blue"), "N": AssetLine("blue", GroundKind.ARMOUR)},
            )
        },
        sectors={
            "power": SectorLine(
                SectorType.POWER_PLANT,
                ((21, 21), (23, 21), (23, 23), (21, 23)),
                hull=2,
                held_by="blue",
                assets={"I": AssetLine("blue"), "B": AssetLine("blue", GroundKind.DEFENCE_BATTERY)},
            ),
            "guns": SectorLine(
                SectorType.MILITARY, ((24, 21), (26, 21), (26, 23), (24, 23)), held_by="blue"
            ),
        },
        clusters={"city": ClusterLine((23.5, 22), ("power", "guns"))},
        groups={"reds": ("F1", "F2")},
        scenery={
            "field": SceneryLine(
                SceneryType.DEBRIS, Density.FINE, ((18, 20), (20, 20), (20, 24), (18, 24))
            )
        },
    )
    return replace(drawn, **changes)


def table(drawn: Battle | None = None, **changes: Any) -> Table[Any]:
    """The table of a battle that must pass its checks."""
    found = SYSTEM.check(Draft("dropfleet", drawn or battle(**changes)))
    assert isinstance(found, Table), found
    return found


def session(start: Table[Any] | None = None) -> Session:
    """A fresh game."""
    return new_session(SYSTEM, start or table(), battle="{}", engine=ENGINE)


def settle(game: Session, rng: random.Random) -> Session:
    """Answer everything that is pending, dice and choices at random."""
    while (question := game.pending) is not None:
        if isinstance(question, Choose):
            game = game.choose(rng.randrange(len(question.options)))
        else:
            run = game.moments[-1].run
            assert run is not None
            faces = [rng.randint(1, len(question.die.sides)) for _ in range(run.needs)]
            game = game.answer(tuple(faces))
    return game


def act(game: Session, wish: Any) -> Session:
    """Do an action that must be allowed."""
    found = game.act(wish)
    assert not isinstance(found, Rejection | NotUnderstood | Ambiguous), found
    return found


@lru_cache(maxsize=64)
def random_game(seed: int, length: int = 35) -> Session:
    """A random legal game of so many actions, fire and movement preferred to idling."""
    rng = random.Random(seed)
    game = session()
    for _ in range(length):
        offered = SYSTEM.actions(game.table)
        if not offered:
            break
        weights = [_appetite(one) for one in offered]
        wish = rng.choices(offered, weights)[0]
        game = settle(act(game, wish), rng)
    return game


def _appetite(action: Any) -> float:
    match action:
        case Fire() | Resolve():
            return 6.0
        case Move() | Activate():
            return 2.0
        case RoundUp() | End():
            return 1.0
        case _:
            return 1.5
