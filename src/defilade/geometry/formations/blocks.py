"""Rectangles in ranks and files, as one frozen value, and the shapes they cover.

Knows where each rectangle of a formation lies; the last rank may be short. Facings are
bearings (clockwise from +y), lengths inches. Must not know what a rectangle carries.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from defilade.geometry.bases import Group, Rectangle, corners_of
from defilade.geometry.plane import Bearing, Point, Ring, rotated, translated, unit_bearing

__all__ = [
    "Formation",
    "back_of",
    "base_of",
    "blocks_of",
    "centre_of_formation",
    "files_allowed",
    "front_corners",
    "outline_of",
    "reformed",
    "shrunk",
    "slid",
    "stands_of",
    "wheeled",
]


@dataclass(frozen=True, slots=True)
class Formation:
    """`count` rectangles, `files` to a rank, each `width` across and `depth` along the facing.

    `front` is the middle of the front edge. Only the last rank may be short: it has `offset`
    empty places on its left. Raises `ValueError` for what is no formation.
    """

    front: Point
    facing: Bearing
    width: float
    depth: float
    files: int
    count: int
    offset: int = 0

    def __post_init__(self) -> None:
        """Refuse empty formations, more files than rectangles, and a last rank that sticks out."""
        if not (self.width > 0.0 and self.depth > 0.0 and 1 <= self.files <= self.count):
            raise ValueError(f"{self.count} rectangles do not stand in {self.files} files")
        if not 0 <= self.offset <= self.files - self.last_rank:
            raise ValueError(f"the last rank does not fit after {self.offset} empty places")

    @property
    def ranks(self) -> int:
        """How many ranks there are, a short one counted."""
        return -(-self.count // self.files)

    @property
    def last_rank(self) -> int:
        """How many rectangles stand in the last rank."""
        return self.count - (self.ranks - 1) * self.files

    @property
    def frontage(self) -> float:
        """Length of the front edge."""
        return self.files * self.width


def _shifted(formation: Formation, right: float, ahead: float) -> Point:
    forward, across = unit_bearing(formation.facing), unit_bearing(formation.facing + 90.0)
    x, y = formation.front
    return (
        x + right * across[0] + ahead * forward[0],
        y + right * across[1] + ahead * forward[1],
    )


def _places(formation: Formation) -> Iterator[tuple[int, int]]:
    full = formation.ranks - 1
    for number in range(formation.count):
        rank, file = divmod(number, formation.files)
        yield rank, file + (formation.offset if rank == full else 0)


def stands_of(formation: Formation) -> tuple[Rectangle, ...]:
    """Every rectangle, front rank first, left to right as seen along the facing."""
    middle = (formation.files - 1) / 2.0
    return tuple(
        Rectangle(
            _shifted(formation, (file - middle) * formation.width, -(rank + 0.5) * formation.depth),
            formation.width,
            formation.depth,
            formation.facing,
        )
        for rank, file in _places(formation)
    )


def blocks_of(formation: Formation) -> tuple[Rectangle, ...]:
    """The one or two rectangles that cover exactly the ground of the formation."""
    short = formation.last_rank < formation.files
    full = formation.ranks - (1 if short else 0)
    found: list[Rectangle] = []
    if full:
        depth = full * formation.depth
        centre = _shifted(formation, 0.0, -depth / 2.0)
        found.append(Rectangle(centre, formation.frontage, depth, formation.facing))
    if short:
        middle = formation.offset + formation.last_rank / 2.0 - formation.files / 2.0
        centre = _shifted(formation, middle * formation.width, -(full + 0.5) * formation.depth)
        width = formation.last_rank * formation.width
        found.append(Rectangle(centre, width, formation.depth, formation.facing))
    return tuple(found)


def base_of(formation: Formation) -> Rectangle | Group:
    """The whole ground as one base, for measuring."""
    blocks = blocks_of(formation)
    return blocks[0] if len(blocks) == 1 else Group(blocks)


def outline_of(formation: Formation) -> Ring:
    """The outline of the ground, clockwise from the front left corner; eight corners at most."""
    blocks = blocks_of(formation)
    if len(blocks) == 1:
        return corners_of(blocks[0])
    fl, fr, rr, rl = corners_of(blocks[0])
    ql, qr, sr, sl = corners_of(blocks[1])
    right = () if formation.offset + formation.last_rank == formation.files else (rr, qr)
    left = () if formation.offset == 0 else (ql, rl)
    return (fl, fr, *right, sr, sl, *left)


def front_corners(formation: Formation) -> tuple[Point, Point]:
    """The left and the right front corner."""
    half = formation.frontage / 2.0
    return (_shifted(formation, -half, 0.0), _shifted(formation, half, 0.0))


def back_of(formation: Formation) -> Point:
    """The middle of the rear edge, a short last rank counted as full."""
    return _shifted(formation, 0.0, -formation.ranks * formation.depth)


def centre_of_formation(formation: Formation) -> Point:
    """The middle of the smallest rectangle around the formation that faces as it does."""
    return _shifted(formation, 0.0, -formation.ranks * formation.depth / 2.0)


def slid(formation: Formation, by: Point) -> Formation:
    """The formation moved by a vector."""
    return replace(formation, front=translated(formation.front, by))


def wheeled(formation: Formation, pivot: Point, degrees: float) -> Formation:
    """The formation turned clockwise by `degrees` about a point."""
    return replace(
        formation,
        front=rotated(formation.front, degrees, about=pivot),
        facing=(formation.facing + degrees) % 360.0,
    )


def reformed(
    formation: Formation, *, files: int, facing: Bearing, count: int | None = None
) -> Formation:
    """The same rectangles in other files and another facing, about the same centre."""
    number = formation.count if count is None else count
    middle = centre_of_formation(formation)
    loose = replace(
        formation, front=middle, facing=facing % 360.0, files=files, count=number, offset=0
    )
    return replace(loose, front=_shifted(loose, 0.0, loose.ranks * loose.depth / 2.0))


def shrunk(rectangle: Rectangle, by: float) -> Rectangle:
    """The rectangle with `by` taken off every side, so that mere contact is none."""
    width, depth = rectangle.width - 2.0 * by, rectangle.depth - 2.0 * by
    return replace(rectangle, width=width, depth=depth)


def files_allowed(count: int, least: int) -> tuple[int, ...]:
    """Every number of files that gives a front rank of `least`, or of all where they are fewer."""
    return tuple(range(min(least, count), count + 1)) if count else ()


def quarter_turns(facing: Bearing) -> tuple[Bearing, ...]:
    """The facing and the three at right angles to it."""
    return tuple(math.fmod(facing + quarter, 360.0) for quarter in (0.0, 90.0, 180.0, 270.0))
