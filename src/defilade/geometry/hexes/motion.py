"""The twelve symmetries of the hex grid, and rigid motions made of one symmetry and a shift.

Knows how coordinates are permuted, negated and moved; not what is being moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from defilade.geometry.hexes.cube import ORIGIN, Cube


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rotation or mirror about the origin: coordinate i becomes `sign` times number `order[i]`.

    The six orders with sign 1 or -1 are all twelve symmetries; odd orders are mirrors, which
    swap left and right. Raises `ValueError` for anything else.

    >>> Symmetry((0, 1, 2), -1)(Cube(2, -1, -1))
    Cube(q=-2, r=1, s=1)
    """

    order: tuple[int, int, int]
    sign: int

    def __post_init__(self) -> None:
        if sorted(self.order) != [0, 1, 2] or self.sign not in (1, -1):
            raise ValueError(f"not a symmetry: order {self.order}, sign {self.sign}")

    def __call__(self, given: Cube) -> Cube:
        at = (given.q, given.r, given.s)
        first, second, third = self.order
        return Cube(self.sign * at[first], self.sign * at[second], self.sign * at[third])

    @property
    def is_mirror(self) -> bool:
        """Whether left and right change places."""
        return self.order in ((0, 2, 1), (1, 0, 2), (2, 1, 0))

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        first, second, third = (self.order.index(i) for i in range(3))
        return Symmetry((first, second, third), self.sign)

    def then(self, later: Symmetry) -> Symmetry:
        """This symmetry followed by another."""
        first, second, third = (self.order[i] for i in later.order)
        return Symmetry((first, second, third), self.sign * later.sign)


SYMMETRIES = tuple(
    Symmetry((a, b, c), sign) for sign in (1, -1) for a, b, c in permutations(range(3))
)
"""All twelve, the identity first."""

IDENTITY = SYMMETRIES[0]
HALF_TURN = Symmetry((0, 1, 2), -1)
MIRROR_LEFT_RIGHT = Symmetry((2, 1, 0), 1)
"""Rows stay; each is read backwards (pointy-top)."""
MIRROR_TOP_BOTTOM = Symmetry((2, 1, 0), -1)
"""The rows change places; each is read as before (pointy-top)."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A symmetry about the origin followed by a shift; distances and lines are kept."""

    symmetry: Symmetry = IDENTITY
    shift: Cube = ORIGIN

    def __call__(self, given: Cube) -> Cube:
        return self.symmetry(given) + self.shift

    @property
    def inverse(self) -> Motion:
        """The motion that undoes this one."""
        back = self.symmetry.inverse
        return Motion(back, -back(self.shift))

    def then(self, later: Motion) -> Motion:
        """This motion followed by another."""
        return Motion(self.symmetry.then(later.symmetry), later(self.shift))
