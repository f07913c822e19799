"""Things of a battle that can be moved about, and what a person may do with them.

Knows names, places and motions; never what a thing is in its game, or whether it may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from defilade.errors import DefiladeError
from defilade.geometry.plane import rotated, snap_point
from defilade.table.faults import Path
from defilade.table.scene import Footprint, Point
from defilade.values import Degrees


class EditError(DefiladeError):
    """An edit that means nothing to the battle it is made on; its text says why."""


class Can(StrEnum):
    """What may be done with a thing by hand."""

    PLACE = "place"
    TURN = "turn"
    COPY = "copy"
    REMOVE = "remove"
    OUTLINE = "outline"


class ThingKind(StrEnum):
    """What a thing is on the board: a piece, ground, or a unit of several pieces."""

    PIECE = "piece"
    GROUND = "ground"
    UNIT = "unit"


@dataclass(frozen=True, slots=True)
class Thing:
    """A named thing, and where its line stands in the battle.

    `at` is the point that `place` moves: a piece's position, or the mean of a ground's
    corners; None where it is not on the board. `unit` is the name questions are asked of.
    """

    id: str
    kind: ThingKind
    path: Path
    at: Point | None
    can: tuple[Can, ...]
    unit: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Loose:
    """A field of a thing that is written elsewhere than in its line: its value, one of its
    choices or None, and what it is, as a field's docstring says it."""

    name: str
    value: str | None
    choices: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Motion:
    """To where a thing is moved, and how it faces there; a ground is turned by `facing`.

    `at` is where it was, as `Thing.at`. Facing is in degrees clockwise, from +y for a piece.
    """

    at: Point
    to: Point
    facing: Degrees | None = None

    def point(self, point: Point) -> Point:
        """A point that goes along, turned about `at` and then moved, rounded to the grid."""
        turned = rotated(point, self.facing, about=self.at) if self.facing else point
        dx, dy = self.to[0] - self.at[0], self.to[1] - self.at[1]
        return snap_point((turned[0] + dx, turned[1] + dy))

    def points(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Several points that go along."""
        return tuple(map(self.point, points))


@dataclass(frozen=True, slots=True)
class Stock:
    """Something that can be added to a battle, by an id such as `terrain/ruin`.

    A footprint (a piece) or an outline around 0,0 (a ground) is what to show while it is
    placed; a hex is added as it is.
    """

    id: str
    kind: ThingKind
    label: str
    group: str
    needs_side: bool = False
    footprint: Footprint | None = None
    outline: tuple[Point, ...] = ()

    @property
    def name(self) -> str:
        """The part of the id behind the group."""
        return self.id.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Adding:
    """What is wanted of something from stock: its name, its place, its side, its own corners."""

    name: str
    to: Point
    side: str | None = None
    corners: tuple[Point, ...] = ()

    def outline_or(self, outline: Sequence[Point]) -> tuple[Point, ...]:
        """The corners wanted, else those of the stock around the place."""
        wanted = self.corners or tuple((x + self.to[0], y + self.to[1]) for x, y in outline)
        return tuple(map(snap_point, wanted))


def mean(points: Sequence[Point]) -> Point | None:
    """The mean of some corners, which turning about it leaves where it is; None of nothing."""
    if not points:
        return None
    count = len(points)
    return (sum(x for x, _ in points) / count, sum(y for _, y in points) / count)


def fresh(name: str, taken: Collection[str], *, joint: str = " ") -> str:
    """The next free name after one: its number counted on, or a number put behind it.

    >>> fresh("K1", {"K1", "K2"}), fresh("Heron", {"Heron"}), fresh("Bank", {"Bank"}, joint="_")
    ('K3', 'Heron 2', 'Bank_2')
    """
    found = _NUMBERED.fullmatch(name)
    stem, number = (found[1], int(found[2])) if found else (name + joint, 1)
    while name in taken:
        number += 1
        name = f"{stem}{number}"
    return name


_NUMBERED = re.compile(r"(.*?)(\d{1,9})")
