"""Whether hexes of a given set close the line between two hexes, under a policy stated as data.

Knows how contacts become open or closed, in one place for one pair and for whole boards alike.
Does not know what stands in a hex or why it blocks: the caller gives the set.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, assert_never

from defilade.geometry.hexes.cube import Cube
from defilade.geometry.hexes.line import Line, Side, line_between


class EdgeRule(StrEnum):
    """When a line that runs along edges is closed by the hexes beside it.

    One blocking hex alone never closes. `EITHER_EDGE`: a blocker on the left of any stretch and
    one on the right of any stretch close. `SAME_EDGE`: both must stand at one and the same edge.
    """

    EITHER_EDGE = "either_edge"
    SAME_EDGE = "same_edge"


@dataclass(frozen=True, slots=True)
class SightPolicy:
    """How contacts are judged. A hex whose inside is crossed always blocks; the ends never do."""

    edge: EdgeRule = EdgeRule.EITHER_EDGE
    corner_touch_blocks: bool = False


DEFAULT_POLICY = SightPolicy()


class Closing(NamedTuple):
    """Which contacts close a line. Each is a bit mask with one bit a line; 0 closes nothing."""

    inside: int
    edge: int
    corner: int

    @property
    def lines(self) -> int:
        """The closed lines, for whatever reason."""
        return self.inside | self.edge | self.corner


def judge(
    policy: SightPolicy, inside: int, *, stretches: Iterable[tuple[int, int]], corner: int
) -> Closing:
    """The one place where a policy is applied, to any number of lines of one shape at once.

    Bit n of a mask tells about line n: whether blockers are crossed, stand left and right of each
    stretch, and are touched at a corner. A single line is a mask of one bit.
    """
    match policy.edge:
        case EdgeRule.EITHER_EDGE:
            left = right = 0
            for on_left, on_right in stretches:
                left |= on_left
                right |= on_right
            edge = left & right
        case EdgeRule.SAME_EDGE:
            edge = 0
            for on_left, on_right in stretches:
                edge |= on_left & on_right
        case _:
            assert_never(policy.edge)
    return Closing(inside, edge, corner if policy.corner_touch_blocks else 0)


class How(StrEnum):
    """How a line meets a blocking hex."""

    INSIDE = "inside"
    EDGE = "edge"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class Block:
    """A blocking hex that the line meets. Edges and corners have a side; edges are numbered from 0.

    `hex` is the hex, `how` the kind of contact, `side` and `stretch` are empty where meaningless.
    """

    hex: Cube
    how: How
    side: Side | None = None
    stretch: int | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """The answer for one pair: the line, the blocks that close it, and those met that do not."""

    line: Line
    blockers: tuple[Block, ...]
    spared: tuple[Block, ...]

    @property
    def is_open(self) -> bool:
        """Whether nothing closes the line."""
        return not self.blockers


def sight(
    start: Cube, end: Cube, *, blocking: Container[Cube], policy: SightPolicy = DEFAULT_POLICY
) -> Sight:
    """Whether the centres of two hexes see each other past the blocking hexes.

    What holds for (a, b) holds for (b, a), with left and right exchanged. Neighbours and a hex
    with itself are always open, since nothing lies between them.

    >>> wall = {Cube.axial(1, 0)}
    >>> sight(Cube.axial(0, 0), Cube.axial(2, 0), blocking=wall).is_open
    False
    >>> sight(Cube.axial(0, 0), Cube.axial(1, 1), blocking=wall).is_open
    True
    """
    line = line_between(start, end)
    inside = [Block(here, How.INSIDE) for here in line.between if here in blocking]
    corners = [Block(c.hex, How.CORNER, c.side) for c in line.corners if c.hex in blocking]
    stretches = [
        [
            Block(here, How.EDGE, side, number)
            for here, side in ((edge.left, Side.LEFT), (edge.right, Side.RIGHT))
            if here in blocking
        ]
        for number, edge in enumerate(line.edges)
    ]
    closing = judge(
        policy,
        int(bool(inside)),
        stretches=[_sides(blocks) for blocks in stretches],
        corner=int(bool(corners)),
    )
    blockers, spared = list(inside), list[Block]()
    for blocks in stretches:
        (blockers if closing.edge and _counts(blocks, policy) else spared).extend(blocks)
    (blockers if closing.corner else spared).extend(corners)
    return Sight(line, tuple(blockers), tuple(spared))


def _sides(blocks: Sequence[Block]) -> tuple[int, int]:
    sides = {block.side for block in blocks}
    return int(Side.LEFT in sides), int(Side.RIGHT in sides)


def _counts(blocks: Sequence[Block], policy: SightPolicy) -> bool:
    """Whether the blocks of one stretch take part in closing a line that edges close."""
    return policy.edge is EdgeRule.EITHER_EDGE or len(blocks) > 1
