"""The questions that every system answers: movement, sight, cover, entry, firing.

A closed union. Pieces and places are named by id; `detail` carries what only one system
asks for (orders given, legs of a move), as plain values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from defilade.record import NOTHING, Record
from defilade.ruling.facts import Point


@dataclass(frozen=True, slots=True)
class Movement:
    """May `piece` move along `path` (points after its own position, in order)?"""

    piece: str
    path: tuple[Point, ...] = ()
    detail: Record = NOTHING


@dataclass(frozen=True, slots=True)
class Sight:
    """Does `by` see `at`?"""

    by: str
    at: str
    detail: Record = NOTHING


@dataclass(frozen=True, slots=True)
class Cover:
    """Is `at` in cover from `by`?"""

    by: str
    at: str
    detail: Record = NOTHING


@dataclass(frozen=True, slots=True)
class Entry:
    """May `piece` enter `place`?"""

    piece: str
    place: str
    detail: Record = NOTHING


@dataclass(frozen=True, slots=True)
class Firing:
    """May `by` fire at `at`, with `weapon` (or with anything)?"""

    by: str
    at: str
    weapon: str | None = None
    detail: Record = NOTHING


Question: TypeAlias = Movement | Sight | Cover | Entry | Firing
