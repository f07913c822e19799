"""Where hexes are drawn: centres, corners, and the hex under a pointer.

Knows screens (y grows downward) and two ways up; not what is drawn. Floats are fine here,
because no ruling is read off a screen: a pointer is turned into a hex first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from defilade.geometry.hexes.cube import Cube
from defilade.geometry.hexes.fractional import Fractional

Pixel: TypeAlias = tuple[float, float]
"""A place on a drawing: x to the right, y downward, in the drawing's own unit."""


class Top(StrEnum):
    """What a hex has at its top: a corner or an edge."""

    POINTY = "pointy"
    FLAT = "flat"


_ROOT3 = math.sqrt(3)
_FORWARD = {
    Top.POINTY: (_ROOT3, _ROOT3 / 2, 0.0, 1.5),
    Top.FLAT: (1.5, 0.0, _ROOT3 / 2, _ROOT3),
}
_BACKWARD = {
    Top.POINTY: (_ROOT3 / 3, -1 / 3, 0.0, 2 / 3),
    Top.FLAT: (2 / 3, 0.0, -1 / 3, _ROOT3 / 3),
}
_FIRST_CORNER = {Top.POINTY: 0.5, Top.FLAT: 0.0}


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing of the grid: `size` is centre to corner along x and y (unequal ones squash it).

    `origin` is the centre of the hex `ORIGIN`. Raises `ValueError` unless sizes are positive.

    >>> Layout(Top.FLAT, size=(10, 10)).centre(Cube.axial(2, -1))
    (30.0, 0.0)
    """

    top: Top = Top.POINTY
    size: Pixel = (1.0, 1.0)
    origin: Pixel = (0.0, 0.0)

    def __post_init__(self) -> None:
        if not (self.size[0] > 0 and self.size[1] > 0):
            raise ValueError(f"a layout needs positive sizes, not {self.size}")

    def pixel(self, place: Fractional) -> Pixel:
        """Where a place is drawn."""
        a, b, c, d = _FORWARD[self.top]
        x = (a * place.q + b * place.r) * self.size[0] + self.origin[0]
        y = (c * place.q + d * place.r) * self.size[1] + self.origin[1]
        return x, y

    def centre(self, of: Cube) -> Pixel:
        """Where the middle of a hex is drawn."""
        return self.pixel(Fractional.centre(of))

    def place(self, at: Pixel) -> Fractional:
        """The place under a pixel; the inverse of `pixel`."""
        a, b, c, d = _BACKWARD[self.top]
        x = (at[0] - self.origin[0]) / self.size[0]
        y = (at[1] - self.origin[1]) / self.size[1]
        return Fractional.axial(a * x + b * y, c * x + d * y)

    def hex_at(self, at: Pixel) -> Cube:
        """The hex under a pixel."""
        return self.place(at).rounded()

    def corners(self, of: Cube) -> tuple[Pixel, ...]:
        """The six corners of a hex, clockwise as drawn, the first to the right of the centre."""
        x, y = self.centre(of)
        angles = [math.pi / 3 * (_FIRST_CORNER[self.top] + i) for i in range(6)]
        return tuple(
            (x + self.size[0] * math.cos(angle), y + self.size[1] * math.sin(angle))
            for angle in angles
        )
