"""Sight over a whole board at once: bit masks in whole numbers, one bit a hex.

Knows that lines of one shape from every hex of a board can be judged together: a mask of blocking
hexes, shifted by a step, says for every start at once whether the hex at that step blocks. The
policy is the one of `sight`. All-pairs sight of n hexes costs n shapes, not n squared lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from defilade.geometry.hexes.board import Board
from defilade.geometry.hexes.cube import Cube, distance, within
from defilade.geometry.hexes.line import canonical_shape, to_canonical
from defilade.geometry.hexes.sight import DEFAULT_POLICY, SightPolicy, judge

_ACROSS, _DOWN = Cube.axial(1, 0), Cube.axial(0, 1)


class BitsMet(NamedTuple):
    """What the line of a step meets between its ends, as bits from its start."""

    inside: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    corners: tuple[int, ...]


@lru_cache(maxsize=16384)
def _bits_met(q: int, r: int, width: int) -> BitsMet:
    symmetry, turned = to_canonical(Cube.axial(q, r))
    shape = canonical_shape(turned.q, turned.r)
    back = symmetry.inverse
    across, down = back(_ACROSS), back(_DOWN)
    for_q, for_r = across.r * width + across.q, down.r * width + down.q
    return BitsMet(
        tuple([for_q * met.q + for_r * met.r for met in shape.inside]),
        tuple(
            (for_q * left.q + for_r * left.r, for_q * right.q + for_r * right.r)
            for left, right in shape.edges
        ),
        tuple([for_q * met.q + for_r * met.r for met, _ in shape.corners]),
    )


def _half_of_steps(width: int, height: int, *, reach: int | None) -> Iterator[Cube]:
    """Every step that fits on a box of hexes, of each opposite pair the one downward."""
    far = width + height if reach is None else reach
    for r in range(min(height - 1, far) + 1):
        for q in range(max(1 - width, -far) if r else 1, min(width - 1, far - r) + 1):
            yield Cube.axial(q, r)


class _Shifted(dict[int, int]):
    """A mask shifted down by as many bits as the key says, each worked out once.

    Different steps meet the same hexes, so a whole board needs far fewer shifts than it has lines.
    """

    def __init__(self, mask: int) -> None:
        super().__init__()
        self.mask = mask

    def __missing__(self, by: int) -> int:
        shifted = self[by] = self.mask >> by if by >= 0 else self.mask << -by
        return shifted


@dataclass(frozen=True, slots=True, eq=False)
class SightGrid:
    """A board laid out in bits: hex (q, r) is bit (r - top) * width + (q - left).

    `whole` is the board as a mask, `columns[n]` the first n columns of its box.
    Between two hexes of the board a line meets only hexes in their common box of q and r, so a
    shift never carries a bit of a real line across a row's end; starts without an end on the
    board are masked away. Make one a board and keep it.
    """

    board: Board
    left: int
    top: int
    width: int
    height: int
    whole: int
    columns: tuple[int, ...]
    _known_steps: dict[int | None, tuple[tuple[Cube, int], ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    @classmethod
    def of(cls, board: Board) -> SightGrid:
        """The grid of a board."""
        qs = [here.q for here in board]
        rs = [here.r for here in board]
        left, top = min(qs), min(rs)
        width, height = max(qs) - left + 1, max(rs) - top + 1
        whole = sum(1 << (here.r - top) * width + here.q - left for here in board)
        first = sum(1 << row * width for row in range(height))
        columns = tuple(accumulate((first << column for column in range(width)), initial=0))
        return cls(board, left, top, width, height, whole, columns)

    def bit(self, here: Cube) -> int:
        """The number of a hex's bit."""
        return (here.r - self.top) * self.width + here.q - self.left

    def mask(self, hexes: Iterable[Cube]) -> int:
        """The hexes as a mask; those outside the board's box, which no line meets, are left out."""
        mask = 0
        for here in hexes:
            if self._holds(here):
                mask |= 1 << self.bit(here)
        return mask

    def hexes(self, mask: int) -> Iterator[Cube]:
        """The hexes of a mask in reading order."""
        while mask:
            bit = (mask & -mask).bit_length() - 1
            row, column = divmod(bit, self.width)
            yield Cube.axial(column + self.left, row + self.top)
            mask &= mask - 1

    def starts(self, step: Cube) -> int:
        """The hexes from which a step stays on the board."""
        low, high = max(0, -step.q), min(self.width, self.width - step.q)
        if low >= high:
            return 0
        inside = self.columns[high] ^ self.columns[low]
        by = step.r * self.width + step.q
        return inside & self.whole & (self.whole >> by if by >= 0 else self.whole << -by)

    def _steps(self, reach: int | None) -> tuple[tuple[Cube, int], ...]:
        """The downward steps that fit on the board somewhere, and from where; worked out once."""
        if reach not in self._known_steps:
            self._known_steps[reach] = tuple(
                (step, starts)
                for step in _half_of_steps(self.width, self.height, reach=reach)
                if (starts := self.starts(step))
            )
        return self._known_steps[reach]

    def _closed_lines(self, step: Cube, blocked: _Shifted, policy: SightPolicy) -> int:
        """The starts from which what lies a step away is not seen; bits of others mean nothing."""
        met = _bits_met(step.q, step.r, self.width)
        inside = reduce(or_, map(blocked.__getitem__, met.inside), 0)
        if not (met.edges or met.corners):
            return inside
        corner = reduce(or_, map(blocked.__getitem__, met.corners), 0)
        stretches = [(blocked[left], blocked[right]) for left, right in met.edges]
        return judge(policy, inside, stretches=stretches, corner=corner).lines

    def all_pairs(
        self,
        blocking: Iterable[Cube],
        *,
        policy: SightPolicy = DEFAULT_POLICY,
        reach: int | None = None,
    ) -> AllSight:
        """Sight between all pairs of hexes at most `reach` steps apart (all, when not given)."""
        blocked = _Shifted(self.mask(blocking))
        return AllSight(
            self,
            {
                step: starts & ~self._closed_lines(step, blocked, policy)
                for step, starts in self._steps(reach)
            },
        )

    def seen_from(
        self,
        start: Cube,
        *,
        blocking: Iterable[Cube],
        policy: SightPolicy = DEFAULT_POLICY,
        reach: int | None = None,
    ) -> frozenset[Cube]:
        """The hexes of the board that a hex sees, itself included; `ValueError` off the board."""
        if start not in self.board:
            raise ValueError(f"{start} is not on the board")
        here = self.bit(start)
        blocked = {self.bit(block) - here for block in blocking if self._holds(block)}
        return frozenset(
            end
            for end in self._around(start, reach)
            if not self._is_closed(end.q - start.q, end.r - start.r, blocked, policy=policy)
        )

    def _around(self, start: Cube, reach: int | None) -> Iterable[Cube]:
        """The hexes of the board in reach, by whichever way looks at fewer hexes."""
        if reach is None:
            return self.board
        if 3 * reach * (reach + 1) < len(self.board):
            return (end for end in within(start, reach) if end in self.board)
        return (end for end in self.board if distance(start, end) <= reach)

    def _is_closed(self, q: int, r: int, blocked: Set[int], *, policy: SightPolicy) -> bool:
        """Whether the line of a step is closed by blockers given as bits from its start."""
        met = _bits_met(q, r, self.width)
        if not blocked.isdisjoint(met.inside):
            return True
        stretches = [(int(left in blocked), int(right in blocked)) for left, right in met.edges]
        corner = int(not blocked.isdisjoint(met.corners))
        return bool(judge(policy, 0, stretches=stretches, corner=corner).lines)

    def _holds(self, here: Cube) -> bool:
        across, down = here.q - self.left, here.r - self.top
        return 0 <= across < self.width and 0 <= down < self.height


@dataclass(frozen=True, slots=True, eq=False)
class AllSight:
    """Sight between all pairs of a board, kept as one mask of starts for every downward step."""

    grid: SightGrid
    open: dict[Cube, int]

    def sees(self, start: Cube, end: Cube) -> bool:
        """Whether two hexes of the board see each other; pairs out of reach do not."""
        if start == end:
            return start in self.grid.board
        if start not in self.grid.board or end not in self.grid.board:
            return False
        if (start.r, start.q) > (end.r, end.q):
            start, end = end, start
        return bool(self.open.get(end - start, 0) >> self.grid.bit(start) & 1)

    def seen_from(self, start: Cube) -> frozenset[Cube]:
        """The hexes that a hex sees, itself included."""
        if start not in self.grid.board:
            raise ValueError(f"{start} is not on the board")
        return frozenset(end for end in self.grid.board if self.sees(start, end))

    def count(self) -> int:
        """How many unordered pairs of different hexes see each other."""
        return sum(mask.bit_count() for mask in self.open.values())

    def pairs(self) -> Iterator[tuple[Cube, Cube]]:
        """The open pairs, the hex that is read first before the other."""
        for step, mask in self.open.items():
            for start in self.grid.hexes(mask):
                yield start, start + step

    def with_answers_of(self, other: AllSight, *, inside: Collection[Cube]) -> AllSight:
        """These answers, except between hexes of one set, where the other's answers hold.

        For blocking that depends on where both ends are: judge twice, then join.
        """
        starts = _Shifted(self.grid.mask(inside))
        joined = {}
        for step in self.open.keys() | other.open.keys():
            both = starts.mask & starts[self.grid.width * step.r + step.q]
            joined[step] = self.open.get(step, 0) & ~both | other.open.get(step, 0) & both
        return AllSight(self.grid, joined)
