"""Facts: the neutral geometry a ruling rests on, ready to be drawn.

Knows shapes in table units (inches, y up) or hexes; never what a shape means in a game
beyond the mark that tells a drawing how to show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from defilade.record import NOTHING, Record
from defilade.values import Degrees, Inches

Point: TypeAlias = tuple[float, float]


class Named(StrEnum):
    """A closed set of words whose repr is the name it is written with in code."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Mark(Named):
    """How a fact bears on the verdict, for pictures: never shown by colour alone."""

    CLEAR = "clear"
    PARTLY = "partly"
    BLOCKED = "blocked"
    REACH = "reach"
    """A limit: a range, an allowance."""
    ARC = "arc"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from `start` to `end`; `blocked_at` is where it first is stopped."""

    start: Point
    end: Point
    blocked_at: Point | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around `centre`."""

    centre: Point
    radius: Inches


@dataclass(frozen=True, slots=True)
class Wedge:
    """A sector around `centre` from bearing `start` to `end`, clockwise from +y."""

    centre: Point
    radius: Inches
    start: Degrees
    end: Degrees


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed polygon."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A path through `points`, in order."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Hexes of the board, axial (q, r)."""

    hexes: tuple[tuple[int, int], ...]


Shape: TypeAlias = Line | Disc | Wedge | Outline | Route | Cells


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that geometry found: a `code`, its `shape`, how to `mark` it, its numbers."""

    code: str
    shape: Shape
    mark: Mark = Mark.NOTE
    params: Record = NOTHING
