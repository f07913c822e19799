"""Everything that may be done in a battle, and how players write it down.

Knows actions and the one line each is written as; `notation` reads the lines, `begin` tells
whether an action is allowed.

    activate G on standard              activate G on weapons_free with A, B raising A
    move A right 45, 6, climb           move A 4, descend suicidally
    roll attack A w                     fire A -> B with w          fire A -> B with w overcharged
    resolve                             scan A -> B                 end
    defend S -> B with Orbital Gun      land A -> S by dropship     launch A fighters 3 -> B
    strike A -> S                       roundup                     assault B
    settle Is a ring solid?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from defilade.systems.dropfleet.movement import Ahead, Leg, Turn
from defilade.systems.dropfleet.terms import GroundKind, Lander, LaunchKind, Order


@dataclass(frozen=True, slots=True)
class Activate:
    """A group begins its activation: `special` ships take `order`, the others Standard; ships
    in `raising` have their shields up (DF-SEQ-05, DF-ORD-08, DF-SAV-04). Empty `special` means
    all of them."""

    group: str
    order: Order = Order.STANDARD
    special: tuple[str, ...] = ()
    raising: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A ship's whole move; `suicidal` confirms a deadly entry into Atmosphere (DF-LAY-06)."""

    ship: str
    legs: tuple[Leg, ...]
    suicidal: bool = False


@dataclass(frozen=True, slots=True)
class RollAttack:
    """Roll a random Attack before its dice are allocated (DF-ALL-05)."""

    ship: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Fire:
    """Declare a weapon on a target: all its dice go there (DF-ALL-02)."""

    ship: str
    target: str
    weapon: str
    overcharged: bool = False


@dataclass(frozen=True, slots=True)
class Resolve:
    """Roll everything the active group has declared (DF-ALL-06)."""


@dataclass(frozen=True, slots=True)
class Scan:
    """An active scan, after moving and firing (DF-ORD-07)."""

    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class End:
    """The active group's activation ends; order spikes arrive (DF-SEQ-06)."""


@dataclass(frozen=True, slots=True)
class Defend:
    """A sector's own weapon fires, before ground combat (DF-BOM-07)."""

    sector: str
    target: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Land:
    """A ship sends ground assets down (DF-GRD-06)."""

    ship: str
    place: str
    lander: Lander
    kind: GroundKind = GroundKind.INFANTRY


@dataclass(frozen=True, slots=True)
class Launch:
    """A ship launches assets that stand on another ship then: fighters to guard it with
    `dice`, others to attack it (DF-SPK-12)."""

    ship: str
    kind: LaunchKind
    dice: int
    target: str


@dataclass(frozen=True, slots=True)
class Assault:
    """Enemy bombers and torpedoes on a ship attack it, when the players find it is time: in the
    roundup, or as the ship's activation has ended (DF-PD-03, DF-PD-06)."""

    target: str


@dataclass(frozen=True, slots=True)
class Strike:
    """A nuclear strike, where the house rule allows it (DF-BOM-09)."""

    ship: str
    sector: str


@dataclass(frozen=True, slots=True)
class RoundUp:
    """The roundup of the turn, and the next turn begins (DF-SEQ-05)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """One die settles an open question of rules: 1-3 one way, 4-6 the other (DF-DIC-07)."""

    question: str


Action: TypeAlias = (
    Activate
    | Move
    | RollAttack
    | Fire
    | Resolve
    | Scan
    | End
    | Defend
    | Land
    | Launch
    | Assault
    | Strike
    | RoundUp
    | Settle
)


def write_action(action: Action) -> str:  # noqa: PLR0911, PLR0912 - one line for each action
    """The line that `read_action` reads as this action."""
    match action:
        case Activate(group, order, special, raising):
            some = f" with {', '.join(special)}" if special else ""
            shields = f" raising {', '.join(raising)}" if raising else ""
            return f"activate {group} on {order}{some}{shields}"
        case Move(ship, legs, suicidal):
            way = ", ".join(map(write_leg, legs))
            return f"move {ship} {way or 'not'}{' suicidally' if suicidal else ''}"
        case RollAttack(ship, weapon):
            return f"roll attack {ship} with {weapon}"
        case Fire(ship, target, weapon, overcharged):
            return f"fire {ship} -> {target} with {weapon}{' overcharged' if overcharged else ''}"
        case Scan(ship, target):
            return f"scan {ship} -> {target}"
        case Defend(sector, target, weapon):
            return f"defend {sector} -> {target} with {weapon}"
        case Land(ship, place, lander, kind):
            return f"land {ship} -> {place} by {lander} with {kind}"
        case Launch(ship, kind, dice, target):
            return f"launch {ship} {kind} {dice} -> {target}"
        case Assault(target):
            return f"assault {target}"
        case Strike(ship, sector):
            return f"strike {ship} -> {sector}"
        case Settle(question):
            return f"settle {question}"
        case Resolve():
            return "resolve"
        case End():
            return "end"
        case RoundUp():
            return "roundup"
        case _:
            assert_never(action)


def write_leg(leg: Leg) -> str:
    """`6`, `left 45`, `climb`."""
    match leg:
        case Ahead(inches):
            return f"{inches:.6g}"
        case Turn(degrees):
            return f"{'left' if degrees < 0 else 'right'} {abs(degrees):.6g}"
        case _:
            return leg.value
