"""Column and row numbers as boards and files use them, and their cubes.

Knows the two common ways: whole columns with every other row shoved half a hex to the right,
and doubled columns. Rows are rows of pointy-top hexes; their lengths are a board's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.hexes.cube import Cube


class Shove(StrEnum):
    """Which rows stand half a hex further right: those with an odd or an even number."""

    ODD = "odd"
    EVEN = "even"

    def moves(self, row: int) -> bool:
        """Whether a row (numbered from 0) is shoved."""
        return row % 2 == (1 if self is Shove.ODD else 0)

    def slant(self, row: int) -> int:
        """How many whole columns the axis q has moved left by a row."""
        return (row if self is Shove.ODD else row + 1) // 2


@dataclass(frozen=True, slots=True, order=True)
class Offset:
    """A hex by row and column, both from 0; the shove of the board turns it into a cube.

    >>> Offset(row=1, column=0).cube(Shove.ODD), Offset(row=1, column=0).cube(Shove.EVEN)
    (Cube(q=0, r=1, s=-1), Cube(q=-1, r=1, s=0))
    """

    row: int
    column: int

    def cube(self, shove: Shove) -> Cube:
        """The hex; the first column of row 0 is the origin."""
        return Cube.axial(self.column - shove.slant(self.row), self.row)

    @classmethod
    def of(cls, here: Cube, shove: Shove) -> Offset:
        """Row and column of a hex."""
        return cls(here.r, here.q + shove.slant(here.r))


@dataclass(frozen=True, slots=True, order=True)
class Doubled:
    """A hex by row and doubled column: neighbours in a row differ by 2, so no row is shoved.

    Row and column are both odd or both even, else `ValueError`.

    >>> Doubled(row=1, column=3).cube()
    Cube(q=1, r=1, s=-2)
    """

    row: int
    column: int

    def __post_init__(self) -> None:
        if (self.row + self.column) % 2:
            raise ValueError(f"no hex at doubled row {self.row}, column {self.column}")

    def cube(self) -> Cube:
        """The hex; row 0, column 0 is the origin."""
        return Cube.axial((self.column - self.row) // 2, self.row)

    @classmethod
    def of(cls, here: Cube) -> Doubled:
        """Row and doubled column of a hex."""
        return cls(here.r, here.q - here.s)
