"""Everything that may be done in a battle, and how players write it down.

Knows actions and the one line each is written as; `notation` reads the lines, `begin` tells
whether an action is allowed.

    stay A                              advance A
    move A: A1 to 7 0; A2 up 3 to 6 0   fly A: A1 up 3 to 6 0
    fall back A: A1 to 3 3              escape A: A1 to 3 3
    stride A: A1 to 8 0                 charge A -> B, C
    shoot A -> B with shoota            shoot A -> B with mortar indirect
    fight A -> B with choppa            ability A -> B 3
    set up A: A1 at 3 4; A2 at 5 4 3    deep strike A: A1 at 20 20
    battle-shock A                      secure T
    end phase
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, assert_never

from defilade.systems.wh40k.movement import Down, Leg, To, Up
from defilade.systems.wh40k.terms import Shooting

Spot: TypeAlias = tuple[float, float, float]


class Stride(StrEnum):
    """How a unit moves, as it is written."""

    MOVE = "move"
    FLY = "fly"
    STRIDE = "stride"
    FALL_BACK = "fall back"
    ESCAPE = "escape"


@dataclass(frozen=True, slots=True)
class Stay:
    """A unit remains stationary (WH-MV-03)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Advance:
    """A unit advances: its die is rolled, then it moves (WH-MV-03)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Move:
    """A unit moves, each model by its legs; one that is not named stays (WH-MV-01)."""

    unit: str
    legs: tuple[tuple[str, tuple[Leg, ...]], ...]
    how: Stride = Stride.MOVE


@dataclass(frozen=True, slots=True)
class Charge:
    """A unit declares a charge: its dice are rolled, then it moves (WH-MV-07)."""

    unit: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shoot:
    """All models of a unit that can shoot one weapon at a unit (WH-SHO-01)."""

    unit: str
    target: str
    weapon: str
    way: Shooting | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """All models of a unit engaged with a unit fight with one weapon (WH-ATK-01)."""

    unit: str
    target: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a unit deals mortal wounds (WH-HID-09, WH-MW-01)."""

    unit: str
    target: str
    wounds: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """A unit is set up from reserves: x, y and height of each model (WH-RND-02)."""

    unit: str
    spots: tuple[tuple[str, Spot], ...]
    deep: bool = False


@dataclass(frozen=True, slots=True)
class Shock:
    """A battle-shock roll (WH-MOR-01)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Secure:
    """An objective that its controller secures by some rule (WH-OBJ-03)."""

    objective: str


@dataclass(frozen=True, slots=True)
class EndPhase:
    """The phase ends, and after the last the turn (WH-RND-01)."""


Action: TypeAlias = (
    Stay | Advance | Move | Charge | Shoot | Fight | Ability | SetUp | Shock | Secure | EndPhase
)


def write_action(action: Action) -> str:  # noqa: PLR0911 - one line for each action
    """The line that `read_action` reads as this action."""
    match action:
        case Stay(unit):
            return f"stay {unit}"
        case Advance(unit):
            return f"advance {unit}"
        case Move(unit, legs, how):
            ways = "; ".join(f"{name} {write_legs(way)}" for name, way in legs)
            return f"{how} {unit}: {ways}"
        case Charge(unit, targets):
            return f"charge {unit} -> {', '.join(targets)}"
        case Shoot(unit, target, weapon, way):
            told = f" {way.replace('_', ' ')}" if way is not None else ""
            return f"shoot {unit} -> {target} with {weapon}{told}"
        case Fight(unit, target, weapon):
            return f"fight {unit} -> {target} with {weapon}"
        case Ability(unit, target, wounds):
            return f"ability {unit} -> {target} {wounds}"
        case SetUp(unit, spots, deep):
            places = "; ".join(f"{name} at {write_spot(spot)}" for name, spot in spots)
            return f"{'deep strike' if deep else 'set up'} {unit}: {places}"
        case Shock(unit):
            return f"battle-shock {unit}"
        case Secure(objective):
            return f"secure {objective}"
        case EndPhase():
            return "end phase"
        case _:
            assert_never(action)


def write_spot(spot: Spot) -> str:
    """`3 4`, or `3 4 3` above ground."""
    x, y, z = spot
    return f"{x:.10g} {y:.10g}" + (f" {z:.10g}" if z else "")


def write_legs(legs: tuple[Leg, ...]) -> str:
    """`up 3 to 6 0 down 3`."""
    return " ".join(_leg(leg) for leg in legs) or "stays"


def _leg(leg: Leg) -> str:
    match leg:
        case To((x, y)):
            return f"to {x:.10g} {y:.10g}"
        case Up(inches):
            return f"up {inches:.10g}"
        case Down(inches):
            return f"down {inches:.10g}"
        case _:
            assert_never(leg)
