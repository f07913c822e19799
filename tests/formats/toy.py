"""A rule system with one of everything that a battle file may hold, and no rules worth a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from defilade.dice import Choose, Done, Procedure, Roll, Thrown
from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
from defilade.record import Record
from defilade.table import Draft, Fault, Faults, Severity, Table, judged
from defilade.values import DiceExpr, Inches, Need

ONE = DiceExpr.fixed(1)


class Layer(StrEnum):
    HIGH = "high"
    LOW = "low"


class Fire(StrEnum):
    """How weapons are read."""

    ALL_AT_ONCE = "all-at-once"
    IN_TURN = "in-turn"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table agreed to read otherwise."""

    fire: Fire = Fire.ALL_AT_ONCE
    """Whether weapons fire together (TY-2)."""
    mercy: bool = True
    """Whether a hit may be spared."""


@dataclass(frozen=True, slots=True)
class Shielded:
    """A signature that shields change."""

    down: Inches
    """With shields down."""
    up: Inches
    """With shields up."""

    def __post_init__(self) -> None:
        if self.up < self.down:
            raise ValueError("shields do not make a ship less seen")


@dataclass(frozen=True, slots=True)
class Weapon:
    """Something that fires."""

    lock: Need
    """Target number to hit, such as 4+."""
    attack: DiceExpr = ONE
    """Dice to throw."""
    special: tuple[str, ...] = ()
    """Special rules, as printed."""


@dataclass(frozen=True, slots=True)
class AtPiece:
    """Aimed at something."""

    at: str
    """What it is."""


@dataclass(frozen=True, slots=True)
class AtPoint:
    """Aimed at a point."""

    x: Inches
    """Across."""
    y: Inches
    """Up."""


@dataclass(frozen=True, slots=True)
class Ship:
    """One ship."""

    side: str
    """Who plays it."""
    pos: tuple[Inches, Inches] = (0.0, 0.0)
    """Where it stands, in inches."""
    layer: Layer = Layer.HIGH
    """How high it flies."""
    signature: Inches | Shielded = 6.0
    """How well it is seen; a pair where shields matter."""
    tonnage: Literal["L", "M"] | None = None
    """How large it is."""
    armour: Need | None = None
    """Armour save."""
    hull: int = 10
    """Hull points left."""
    moved: bool = False
    """Whether it has moved in this turn."""
    aim: int | Need | AtPoint | AtPiece | None = None
    """What it aims at: a number, a difficulty, a point or a piece."""
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    """Weapons by name."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of the toy system."""

    ships: Mapping[str, Ship]
    """Every ship by its name."""
    title: str = ""
    """What the players call it."""
    options: HouseRules = HouseRules()
    """House rules."""
    layers: Mapping[Layer, str] = field(default_factory=dict)
    """What the layers are called here."""


@dataclass(frozen=True)
class Fleet:
    """Points left in all."""

    points: int


@dataclass(frozen=True)
class Blows:
    fleet: Fleet
    blows: int

    def ask(self) -> Roll:
        return Roll("TY-1", self.blows, (4,))

    def take(self, counts: tuple[int, int]) -> Mercy:
        return Mercy(self.fleet, counts[1])


@dataclass(frozen=True)
class Mercy:
    fleet: Fleet
    hits: int

    def ask(self) -> Choose:
        return Choose("TY-2", "red", "mercy", (0, 1))

    def take(self, spared: int) -> Done[Fleet]:
        return Done(Fleet(self.fleet.points - self.hits + spared))


class Wording:
    def fault(self, fault: Fault) -> str:
        if fault.code == "toy.untitled":
            return "the battle has no title"
        return f"no ship of {fault.params['side']} has hull left"


class Toy:
    name = "toy"
    version = "1"
    battle_type = Battle
    options_type = HouseRules
    title = "Toy"
    wording = Wording()

    def check(self, draft: Draft[Battle], *, waive: Iterable[str] = ()) -> Table[Any] | Faults[Any]:
        faults = tuple(
            Fault("toy.wreck", ("ships", name, "hull"), Record(side=ship.side), "TY-9", waiver="w")
            for name, ship in draft.battle.ships.items()
            if ship.hull <= 0
        )
        if not draft.battle.title:
            faults += (Fault("toy.untitled", (), severity=Severity.WARNING),)
        points = sum(ship.hull for ship in draft.battle.ships.values())
        return judged(
            draft, Table("toy", Fleet(points), draft.battle.options, tuple(waive)), faults
        )

    def read_action(self, text: str, table: Table[Any]) -> int | NotUnderstood | Ambiguous:
        number = text.removeprefix("strike ")
        return int(number) if number.isdecimal() else NotUnderstood(text, 0, ("strike N",))

    def write_action(self, action: int) -> str:
        return f"strike {action}"

    def begin(self, table: Table[Any], action: int) -> Procedure | Rejection:
        return Blows(table.state, action)

    def narrate(
        self, before: Table[Any], action: int, thrown: tuple[Thrown, ...], after: Table[Any]
    ) -> tuple[Event, ...]:
        return (Event("struck", "TY-1", Record(lost=before.state.points - after.state.points)),)


TOY: Any = Toy()
SYSTEMS: Mapping[str, Any] = {"toy": TOY}

EXAMPLE = """\
# A small battle.
system: toy
title: Two ships
options:
  fire: in-turn
ships:
  Kopis:
    side: red
    pos: [12", 6]
    armour: 4+
    weapons:
      Main gun: {lock: 3+, attack: 2D3, special: [Close Action]}
  "Wyvern #2":
    side: blue
    signature: {down: 5, up: 12}
    layer: low
    moved: yes
"""
