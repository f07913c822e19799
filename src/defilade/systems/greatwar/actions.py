"""Everything a player can do, each written as one line that reads back as the same action.

Knows the notation and the names on a table; whether an action is allowed is for `begin`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from defilade.geometry.hexes import Board, Cube
from defilade.systems.greatwar.sections import sections_text
from defilade.systems.greatwar.state import Command
from defilade.systems.greatwar.terms import FLAME_THROWER, Combat, Token
from defilade.systems.greatwar.turn import Ending


@dataclass(frozen=True, slots=True)
class PlayCommand:
    """`command left+centre 3 [battlefield]`, `command everywhere 4`, `command bombard`."""

    command: Command


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """`order A B [artillery]`, `order nothing`."""

    units: tuple[str, ...]
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """`move A C5 C6 [off]`: the hexes after the unit's own."""

    unit: str
    path: tuple[Cube, ...]
    off: bool = False
    names: tuple[str, ...] = field(default=(), compare=False)
    """Printed names of its hexes, to be written instead of `q,r`."""


@dataclass(frozen=True, slots=True)
class Battle:
    """`fire A -> B` from afar, `close A -> B [with flame_thrower]` from the next hex."""

    combat: Combat
    unit: str
    target: str
    flame: bool = False


@dataclass(frozen=True, slots=True)
class Bombard:
    """`bombard C5 with 2`: the chosen hex and the HQ tokens spent."""

    at: Cube
    tokens: int
    names: tuple[str, ...] = field(default=(), compare=False)
    """Printed names of its hexes, to be written instead of `q,r`."""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """`rebuild A C5`: a damaged bridge."""

    unit: str
    at: Cube
    names: tuple[str, ...] = field(default=(), compare=False)
    """Printed names of its hexes, to be written instead of `q,r`."""


@dataclass(frozen=True, slots=True)
class CutWire:
    """`cut A C5`: the wire of a hex."""

    unit: str
    at: Cube
    names: tuple[str, ...] = field(default=(), compare=False)
    """Printed names of its hexes, to be written instead of `q,r`."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """`card NAME [on A]`: a combat card."""

    card: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """`place fortified_position C5`: in the set-up only."""

    token: Token
    at: Cube
    names: tuple[str, ...] = field(default=(), compare=False)
    """Printed names of its hexes, to be written instead of `q,r`."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """`end`, `end tokens`, `end card NAME`, each with `discard NAME ...` after it."""

    ending: Ending


Action: TypeAlias = (
    PlayCommand
    | GiveOrders
    | Move
    | Battle
    | Bombard
    | Rebuild
    | CutWire
    | PlayCard
    | PlaceToken
    | EndTurn
)

RESERVED = frozenset({"artillery", "nothing", "off", "on", "with", "->", "discard"})
"""Words of the notation, which no unit may be called."""


def write(action: Action) -> str:
    """The line that reads back as the same action."""
    return " ".join(_words(action))


def _words(action: Action) -> list[str]:
    words: list[str]
    match action:
        case PlayCommand(command):
            words = _command(command)
        case GiveOrders(units, reserve):
            names = [*units, *(["artillery"] if reserve else [])]
            words = ["order", *(names or ["nothing"])]
        case Move(unit, path, off, names):
            words = ["move", unit, *_hexes(path, names), *(["off"] if off else [])]
        case Battle(combat, unit, target, flame):
            verb = "close" if combat is Combat.CLOSE else "fire"
            words = [verb, unit, "->", target, *(["with", FLAME_THROWER] if flame else [])]
        case Bombard(at, tokens, names):
            words = ["bombard", *_hexes((at,), names), "with", str(tokens)]
        case Rebuild(unit, at, names):
            words = ["rebuild", unit, *_hexes((at,), names)]
        case CutWire(unit, at, names):
            words = ["cut", unit, *_hexes((at,), names)]
        case PlayCard(card, unit):
            words = ["card", card, *(["on", unit] if unit else [])]
        case PlaceToken(token, at, names):
            words = ["place", token.value, *_hexes((at,), names)]
        case EndTurn(ending):
            words = _ending(ending)
        case _ as never:
            assert_never(never)
    return words


def with_names(action: Action, board: Board | None) -> Action:
    """The same action, its hexes named as printed on the board; off it they have no names."""
    match action:
        case Move(path=path):
            return replace(action, names=tuple(_name(here, board) for here in path))
        case Bombard(at=at) | Rebuild(at=at) | CutWire(at=at) | PlaceToken(at=at):
            return replace(action, names=(_name(at, board),))
        case _:
            return action


def _name(here: Cube, board: Board | None) -> str:
    return hex_text(here) if board is None or here not in board else board.name(here)


def _hexes(path: tuple[Cube, ...], names: tuple[str, ...]) -> list[str]:
    """Hexes by name where they have names, else `q,r`."""
    return list(names or map(hex_text, path))


def hex_text(here: Cube) -> str:
    """A hex as it is always understood: `q,r`."""
    return f"{here.q},{here.r}"


def _command(command: Command) -> list[str]:
    if command.bombard:
        return ["command", "bombard"]
    only = ["battlefield"] if command.battlefield_only else []
    return ["command", sections_text(command.sections), str(command.number), *only]


def _ending(ending: Ending) -> list[str]:
    words = ["end"]
    if ending.tokens:
        words.append("tokens")
    if ending.card:
        words += ["card", ending.card]
    if ending.discard:
        words += ["discard", *ending.discard]
    return words
