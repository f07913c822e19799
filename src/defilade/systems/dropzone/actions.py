"""The actions of Dropzone as values: what a player says that a squad does.

Knows names and places; the notation is in `notation`, what is allowed in `begin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from defilade.systems.dropzone.shooting import Aim
from defilade.systems.dropzone.state import Path, Point

Places: TypeAlias = tuple[tuple[str, str], ...]
"""Units with the edge they take, or `centre`; the unit `*` stands for all of the squad."""
Spots: TypeAlias = tuple[tuple[str, Point], ...]
"""Units with the point they are put at."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A unit's way through points after its own, and the way it faces at the end, in degrees
    from +x, counter-clockwise; None keeps its facing."""

    unit: str
    path: Path
    face: float | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """At the end of a move, into a Garrison (DZ-GEN-03)."""

    garrison: str
    places: Places = (("*", "centre"),)


@dataclass(frozen=True, slots=True)
class Embark:
    """At the end of a move, into a Transport (DZ-TRA-01)."""

    transport: str


Ending: TypeAlias = Enter | Embark


@dataclass(frozen=True, slots=True)
class Move:
    """A squad moves along legs; Aircraft may take off first and land at the end."""

    squad: str
    legs: tuple[Leg, ...] = ()
    then: Ending | None = None
    takeoff: bool = False
    land: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """A squad leaves its Garrison for spots around it, perhaps straight into a Transport."""

    squad: str
    spots: Spots
    then: Embark | None = None


@dataclass(frozen=True, slots=True)
class Inside:
    """A squad moves inside its Garrison (DZ-GMV-01)."""

    squad: str
    places: Places


@dataclass(frozen=True, slots=True)
class Cross:
    """A squad goes to a linked Garrison (DZ-LNK-02); `only` names units if not all go."""

    squad: str
    garrison: str
    places: Places = (("*", "centre"),)
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Disembark:
    """A squad leaves its Transport: each leg starts where the unit is put, and goes on as a
    move; or straight into a Garrison (DZ-TRA-02, DZ-GEN-07)."""

    squad: str
    transport: str
    legs: tuple[Leg, ...]
    then: Enter | None = None


@dataclass(frozen=True, slots=True)
class Unload:
    """An Aerial Transport that landed lets a squad out for free (DZ-TRA-04)."""

    squad: str
    transport: str
    spots: Spots
    then: Enter | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """An Aerial Transport that landed takes a squad in for free (DZ-TRA-04)."""

    squad: str
    transport: str


@dataclass(frozen=True, slots=True)
class Fire:
    """A squad's whole Shooting action, declared at once (DZ-SHT-01)."""

    aims: tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class React:
    """Reaction Fire of one unit, out of sequence (DZ-SHT-08)."""

    aims: tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class Seek:
    """A squad searches for an Objective, spending Scan Tokens (DZ-OBJ-02, DZ-OBJ-03)."""

    squad: str
    objective: str
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Scan:
    """A Transport on the ground places its Scan Token (DZ-OBJ-03)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A squad claims an open Objective in reach."""

    squad: str
    objective: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A squad passes its Objective to another (DZ-OBJ-04)."""

    giver: str
    taker: str


@dataclass(frozen=True, slots=True)
class PutDown:
    """A squad drops its Objective; outside, within 2 of a unit (DZ-OBJ-04)."""

    squad: str
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The Battlegroup being activated is done (DZ-RND-02)."""


@dataclass(frozen=True, slots=True)
class RoundUp:
    """The round ends: tokens resolve, and the next one begins (DZ-RND-03)."""


@dataclass(frozen=True, slots=True)
class Initiation:
    """The sides roll for initiative (DZ-RND-01)."""


Action: TypeAlias = (
    Move
    | Leave
    | Inside
    | Cross
    | Disembark
    | Unload
    | Load
    | Fire
    | React
    | Seek
    | Scan
    | Claim
    | Hand
    | PutDown
    | End
    | RoundUp
    | Initiation
)
"""Everything that a player can do."""


def place_for(places: Places, unit: str) -> str:
    """The place a unit takes; raises `KeyError` where none is named for it."""
    found = dict(places)
    return found[unit] if unit in found else found["*"]
