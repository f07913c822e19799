"""The straight line from hex centre to hex centre, exactly: what it crosses, follows and touches.

Knows whole numbers only; no float enters. It tells three facts apart (inside, along an edge,
at a corner) and judges none of them: that is a policy's business.

A hex at h holds the places p for which the three differences q-r, r-s and s-q of p-h lie between
-1 and 1. Along a line each difference grows evenly, so each hex is met for one stretch of the
line whose ends are fractions with three known denominators; their common multiple makes them whole.
Lines are worked out in one twelfth of the directions and turned into the others, so that the
twelve images of a line agree by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import lcm
from typing import NamedTuple, TypeAlias

from defilade.geometry.hexes.cube import ORIGIN, Cube
from defilade.geometry.hexes.fractional import Fractional
from defilade.geometry.hexes.motion import Symmetry


class Side(StrEnum):
    """A side of the line for one who walks it from start to end, as drawn with y downward."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The side across."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@dataclass(frozen=True, slots=True)
class Inside:
    """The line runs through the inside of `hex`, from part `enters` to part `leaves`."""

    hex: Cube
    enters: int
    leaves: int


@dataclass(frozen=True, slots=True)
class AlongEdge:
    """The line runs exactly along the edge between two hexes and inside neither."""

    left: Cube
    right: Cube
    enters: int
    leaves: int


@dataclass(frozen=True, slots=True)
class AtCorner:
    """The line touches `hex`, which lies on its `side`, at one corner and nowhere else."""

    hex: Cube
    side: Side
    at: int


Contact: TypeAlias = Inside | AlongEdge | AtCorner


@dataclass(frozen=True, slots=True)
class Line:
    """All contacts of a line in the order in which they are met, both end hexes included.

    Places on the line are whole `parts`: 0 is the start's centre, `parts` the end's. Every hex
    that the line meets is in exactly one contact.
    """

    start: Cube
    end: Cube
    parts: int
    contacts: tuple[Contact, ...]

    @property
    def crossed(self) -> tuple[Cube, ...]:
        """The hexes whose inside the line crosses, start and end included."""
        return tuple(c.hex for c in self.contacts if isinstance(c, Inside))

    @property
    def between(self) -> tuple[Cube, ...]:
        """The crossed hexes other than start and end."""
        return self.crossed[1:-1]

    @property
    def edges(self) -> tuple[AlongEdge, ...]:
        """The stretches along an edge."""
        return tuple(c for c in self.contacts if isinstance(c, AlongEdge))

    @property
    def corners(self) -> tuple[AtCorner, ...]:
        """The hexes touched at a corner only."""
        return tuple(c for c in self.contacts if isinstance(c, AtCorner))

    def place(self, part: int) -> Fractional:
        """Where a part of the line lies, for drawing."""
        share = part / self.parts
        return Fractional.centre(self.start).towards(Fractional.centre(self.end), share=share)

    def reversed(self) -> Line:
        """The same line walked from the other end."""
        back = tuple(_backwards(c, self.parts) for c in reversed(self.contacts))
        return Line(self.end, self.start, self.parts, back)


def _backwards(contact: Contact, parts: int) -> Contact:
    match contact:
        case Inside(here, enters, leaves):
            return Inside(here, parts - leaves, parts - enters)
        case AlongEdge(left, right, enters, leaves):
            return AlongEdge(right, left, parts - leaves, parts - enters)
        case AtCorner(here, side, at):
            return AtCorner(here, side.other, parts - at)


class Met(NamedTuple):
    """A hex of a shape: axial place, and the parts of the line between which it is met."""

    q: int
    r: int
    enters: int
    leaves: int


class Shape(NamedTuple):
    """A line of the canonical twelfth from the origin: neutral, in axial pairs, ends left out.

    `edges` pairs the hex on the left with the one on the right; `corners` adds whether the hex
    is on the left.
    """

    parts: int
    first: Met
    inside: tuple[Met, ...]
    last: Met
    edges: tuple[tuple[Met, Met], ...]
    corners: tuple[tuple[Met, bool], ...]


def to_canonical(step: Cube) -> tuple[Symmetry, Cube]:
    """The symmetry that turns a step so that q >= -r >= -s >= 0, and the turned step."""
    at = (step.q, step.r, step.s)
    first, second, third = sorted(range(3), key=lambda i: -abs(at[i]))
    symmetry = Symmetry((first, second, third), 1 if at[first] >= 0 else -1)
    return symmetry, symmetry(step)


@lru_cache(maxsize=16384)
def canonical_shape(q: int, r: int) -> Shape:
    """The line from the origin to the canonical hex (q, r); see `to_canonical`.

    A hex of column i that the line meets has its centre within 2/3 of the line's row at i, since
    no corner of a hex is further off; that leaves two candidates a column.
    """
    if q == 0:
        whole = Met(0, 0, 0, 1)
        return Shape(1, whole, (), whole, (), ())
    rates = _Rates.of(q, r)
    inside, beside, corners = [], [], []
    for column in range(q + 1):
        row = column * r // q
        for candidate in range(row, row + 2):
            met = _meet(column, candidate, rates)
            if met is None:
                continue
            if met.enters == met.leaves:
                corners.append((met, _is_left(met, q, r)))
            elif rates.third == 0 and abs(2 * candidate + column) == 1:
                beside.append((met.enters, not _is_left(met, q, r), met))
            else:
                inside.append(met)
    inside.sort(key=lambda met: met.enters)
    corners.sort(key=lambda found: found[0].enters)
    beside.sort()
    edges = tuple(
        (left, right) for (*_, left), (*_, right) in zip(beside[::2], beside[1::2], strict=True)
    )
    return Shape(rates.parts, inside[0], tuple(inside[1:-1]), inside[-1], edges, tuple(corners))


def _is_left(met: Met, q: int, r: int) -> bool:
    return q * met.r - r * met.q < 0


class _Rates(NamedTuple):
    """The parts of a canonical line in which q-r, q-s and s-r each grow by 1.

    None of the three shrinks along it; the third stands still (here 0) on a line along edges.
    """

    parts: int
    first: int
    second: int
    third: int

    @classmethod
    def of(cls, q: int, r: int) -> _Rates:
        s = -q - r
        parts = lcm(q - r, q - s, s - r or 1)
        return cls(parts, parts // (q - r), parts // (q - s), parts // (s - r) if s > r else 0)


def _meet(q: int, r: int, rates: _Rates) -> Met | None:
    """For which parts of the line the closed hex (q, r) is met, or nothing."""
    s = -q - r
    parts, first, second, third = rates
    enters = max(0, (q - r - 1) * first, (q - s - 1) * second)
    leaves = min(parts, (q - r + 1) * first, (q - s + 1) * second)
    if third:
        enters = max(enters, (s - r - 1) * third)
        leaves = min(leaves, (s - r + 1) * third)
    elif abs(s - r) > 1:
        return None
    return Met(q, r, enters, leaves) if enters <= leaves else None


def line_between(start: Cube, end: Cube) -> Line:
    """The line from the centre of one hex to the centre of another.

    `line_between(b, a)` is `line_between(a, b).reversed()`.

    >>> line = line_between(Cube.axial(0, 0), Cube.axial(1, 1))
    >>> [(edge.left, edge.right) for edge in line.edges]
    [(Cube(q=1, r=0, s=-1), Cube(q=0, r=1, s=-1))]
    """
    step = end - start
    line = _from_origin(step.q, step.r)
    return Line(start, end, line.parts, tuple(_shifted(c, start) for c in line.contacts))


def _shifted(contact: Contact, by: Cube) -> Contact:
    match contact:
        case Inside(here, enters, leaves):
            return Inside(here + by, enters, leaves)
        case AlongEdge(left, right, enters, leaves):
            return AlongEdge(left + by, right + by, enters, leaves)
        case AtCorner(here, side, at):
            return AtCorner(here + by, side, at)


@lru_cache(maxsize=4096)
def _from_origin(q: int, r: int) -> Line:
    """The line from the origin: the canonical shape turned back."""
    end = Cube.axial(q, r)
    symmetry, turned = to_canonical(end)
    shape = canonical_shape(turned.q, turned.r)
    back = symmetry.inverse

    def put(met: Met) -> Cube:
        return back(Cube.axial(met.q, met.r))

    ends = (shape.first, shape.last) if q or r else (shape.first,)
    found: list[tuple[int, int, Contact]] = [
        (met.enters, met.leaves, Inside(put(met), met.enters, met.leaves))
        for met in (*ends, *shape.inside)
    ]
    for pair in shape.edges:
        left, right = pair[::-1] if symmetry.is_mirror else pair
        edge = AlongEdge(put(left), put(right), left.enters, left.leaves)
        found.append((left.enters, left.leaves, edge))
    for met, is_left in shape.corners:
        side = Side.LEFT if is_left is not symmetry.is_mirror else Side.RIGHT
        found.append((met.enters, met.leaves, AtCorner(put(met), side, met.enters)))
    found.sort(key=lambda item: item[:2])
    return Line(ORIGIN, end, shape.parts, tuple(contact for *_, contact in found))
