"""Hexes in cube coordinates: distance, neighbours, rings and ranges, all in whole numbers.

Knows the infinite grid and nothing that lies on it. Direction names are those of pointy-top
hexes with r growing down the page; on a flat-top drawing the same steps look turned by 30 degrees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Cube:
    """A hex, or a step between hexes: three whole coordinates whose sum is zero.

    Raises `ValueError` for other sums. `Cube.axial(q, r)` works out the third.

    >>> Cube.axial(2, -1) + Cube(0, 1, -1)
    Cube(q=2, r=0, s=-2)
    """

    q: int
    r: int
    s: int

    def __post_init__(self) -> None:
        if self.q + self.r + self.s:
            raise ValueError(f"cube coordinates must sum to 0: {self.q}, {self.r}, {self.s}")

    @classmethod
    def axial(cls, q: int, r: int) -> Cube:
        """The hex at two of its coordinates."""
        return cls(q, r, -q - r)

    def __add__(self, other: Cube) -> Cube:
        return Cube(self.q + other.q, self.r + other.r, self.s + other.s)

    def __sub__(self, other: Cube) -> Cube:
        return Cube(self.q - other.q, self.r - other.r, self.s - other.s)

    def __mul__(self, times: int) -> Cube:
        return Cube(self.q * times, self.r * times, self.s * times)

    def __neg__(self) -> Cube:
        return Cube(-self.q, -self.r, -self.s)

    def __abs__(self) -> int:
        """How many steps long this step is."""
        return max(abs(self.q), abs(self.r), abs(self.s))


ORIGIN = Cube(0, 0, 0)


class Direction(StrEnum):
    """The six steps to a neighbour, counter-clockwise from east as drawn pointy-top."""

    EAST = "east"
    NORTHEAST = "northeast"
    NORTHWEST = "northwest"
    WEST = "west"
    SOUTHWEST = "southwest"
    SOUTHEAST = "southeast"

    @property
    def step(self) -> Cube:
        """The step as a cube."""
        return _STEPS[self]

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return self.turned(3)

    def turned(self, sixths: int) -> Direction:
        """This direction after so many sixths of a turn counter-clockwise."""
        return _ORDER[(_ORDER.index(self) + sixths) % 6]


_ORDER = tuple(Direction)
_STEPS = dict(
    zip(
        _ORDER,
        (
            Cube(1, 0, -1),
            Cube(1, -1, 0),
            Cube(0, -1, 1),
            Cube(-1, 0, 1),
            Cube(-1, 1, 0),
            Cube(0, 1, -1),
        ),
        strict=True,
    )
)


def distance(start: Cube, end: Cube) -> int:
    """Steps from hex to hex; neighbours are at 1.

    >>> distance(Cube.axial(0, 0), Cube.axial(2, 2))
    4
    """
    return abs(end - start)


def neighbour(here: Cube, direction: Direction) -> Cube:
    """The next hex in a direction."""
    return here + _STEPS[direction]


def neighbours(here: Cube) -> tuple[Cube, ...]:
    """The six hexes at distance 1, in the order of `Direction`."""
    return tuple(here + step for step in _STEPS.values())


def direction_to(start: Cube, end: Cube) -> Direction | None:
    """The direction of `end` when it lies on a straight row of hexes from `start`, else nothing."""
    step = end - start
    length = abs(step)
    return next((d for d, one in _STEPS.items() if length and one * length == step), None)


def ring(centre: Cube, radius: int) -> tuple[Cube, ...]:
    """The hexes exactly `radius` away: six for each step of the radius, one for radius 0.

    Starts in the southwest and goes once around; raises `ValueError` below 0.
    """
    if radius < 0:
        raise ValueError(f"a ring has no radius {radius}")
    if radius == 0:
        return (centre,)
    here = centre + Direction.SOUTHWEST.step * radius
    found = []
    for direction in _ORDER:
        for _ in range(radius):
            found.append(here)
            here = neighbour(here, direction)
    return tuple(found)


def spiral(centre: Cube, radius: int) -> Iterator[Cube]:
    """The hexes at most `radius` away, ring after ring from the centre."""
    for size in range(radius + 1):
        yield from ring(centre, size)


def within(centre: Cube, radius: int) -> tuple[Cube, ...]:
    """The hexes at most `radius` away in reading order: row by row, each from the left."""
    return tuple(
        centre + Cube.axial(q, r)
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -r - radius), min(radius, radius - r) + 1)
    )


def patches(hexes: Collection[Cube]) -> tuple[frozenset[Cube], ...]:
    """The connected pieces of a set of hexes, those with the least hex first.

    >>> [len(patch) for patch in patches([ORIGIN, Cube.axial(1, 0), Cube.axial(4, 0)])]
    [2, 1]
    """
    left = set(hexes)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        patch, edge = {start}, [start]
        while edge:
            fresh = left.intersection(neighbours(edge.pop())) - patch
            patch |= fresh
            edge.extend(fresh)
        left -= patch
        found.append(frozenset(patch))
    return tuple(found)
