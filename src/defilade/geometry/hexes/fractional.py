"""Places between hex centres, in cube coordinates that need not be whole.

Knows rounding to the hex that holds a place. For screens and pointers only: nothing that a
ruling rests on goes through here, since floats cannot tell an edge from its neighbourhood.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from defilade.geometry.hexes.cube import Cube

SUM_EPS = 1e-6
"""How far from zero the three coordinates may sum, for the error of adding floats."""


@dataclass(frozen=True, slots=True)
class Fractional:
    """A place in the plane; coordinates sum to zero within `SUM_EPS`, else `ValueError`."""

    q: float
    r: float
    s: float

    def __post_init__(self) -> None:
        if not abs(self.q + self.r + self.s) <= SUM_EPS:
            raise ValueError(f"coordinates must sum to 0: {self.q}, {self.r}, {self.s}")

    @classmethod
    def axial(cls, q: float, r: float) -> Fractional:
        """The place at two of its coordinates."""
        return cls(q, r, -q - r)

    @classmethod
    def centre(cls, of: Cube) -> Fractional:
        """The middle of a hex."""
        return cls(of.q, of.r, of.s)

    def towards(self, end: Fractional, *, share: float) -> Fractional:
        """The place a share of the way to `end`: 0 is here, 1 is there."""
        keep = 1 - share
        return Fractional(
            self.q * keep + end.q * share,
            self.r * keep + end.r * share,
            self.s * keep + end.s * share,
        )

    def rounded(self) -> Cube:
        """The hex that holds the place; on an edge or corner, one of those that meet there.

        >>> Fractional.axial(0.4, -0.2).rounded()
        Cube(q=0, r=0, s=0)
        """
        q, r, s = (math.floor(x + 0.5) for x in (self.q, self.r, self.s))
        off_q, off_r, off_s = abs(q - self.q), abs(r - self.r), abs(s - self.s)
        if off_q > off_r and off_q > off_s:
            q = -r - s
        elif off_r > off_s:
            r = -q - s
        else:
            s = -q - r
        return Cube(q, r, s)
