"""The chances of a question's answers, in whole numbers: how many ways each can come about.

Knows questions and their arithmetic; must not know procedures, players or randomness.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from defilade.dice.asks import Reading, Roll, Total


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Answers with their `chances`; where it is exact also the `ways` each can come about, of a
    `total` (0 where it is not)."""

    answers: tuple[Any, ...]
    chances: tuple[float, ...]
    ways: tuple[int, ...] = ()
    total: int = 0

    @classmethod
    def of(cls, weights: dict[Any, int]) -> Table:
        """The exact table of positive weights, in lowest terms."""
        divisor = math.gcd(*weights.values())
        ways = tuple(weight // divisor for weight in weights.values())
        total = sum(ways)
        return cls(tuple(weights), tuple(way / total for way in ways), ways, total)

    @classmethod
    def sure(cls, answer: Any) -> Table:
        """The table of the only answer there is."""
        return cls((answer,), (1.0,), (1,), 1)

    @property
    def is_exact(self) -> bool:
        """Whether it knows whole numbers."""
        return self.total > 0

    def pairs(self) -> Iterator[tuple[Any, int]]:
        """Each answer with its ways; an exact table only."""
        return zip(self.answers, self.ways, strict=True)


def outcomes_of(question: Roll | Total) -> int:
    """How many answers a question can have at most, without making its table."""
    if isinstance(question, Total):
        return question.n * question.dice.sides + 1
    return math.comb(question.n + len(question.bands), len(question.bands))


@lru_cache(maxsize=4096)
def roll_table(roll: Roll) -> Table:
    """How many ways there are for each count per band; raises `ValueError` for bad bands."""
    roll.check()
    ways = _band_ways(roll)
    divisor = math.gcd(*ways)
    first, *others = (way // divisor for way in ways)
    rows: list[tuple[tuple[int, ...], int, int]] = [((), roll.n, 1)]
    for way in others:
        rows = [
            ((*counts, count), left - count, w * math.comb(left, count) * way**count)
            for counts, left, w in rows
            for count in range(left + 1 if way else 1)
        ]
    if first:
        return Table.of({(left, *counts): w * first**left for counts, left, w in rows})
    return Table.of({(0, *counts): w for counts, left, w in rows if not left})


def _band_ways(roll: Roll) -> list[int]:
    """The ways for one die to end in each band, re-rolls done."""
    sides = roll.die.sides
    again = set(roll.again)
    thrown_again = sum(side in again for side in sides)
    ways = [0] * (len(roll.bands) + 1)
    for side in sides:
        band = roll.band_of(side)
        ways[band] += thrown_again + (0 if side in again else len(sides))
    return ways


@lru_cache(maxsize=4096)
def total_table(total: Total) -> Table:
    """How many ways there are for each total of the dice."""
    one: dict[Reading, int] = {}
    for side in total.die.sides:
        one[side] = one.get(side, 0) + 1
    return sum_table([(Table.of(one), total.n)], total.dice.bonus)


def sum_table(parts: Sequence[tuple[Table, int]], zero: Any = 0) -> Table:
    """The table of `zero` plus independent copies: each part's table, so many times."""
    weights: dict[Any, int] = {zero: 1}
    for table, copies in parts:
        for _ in range(copies):
            ahead: dict[Any, int] = {}
            for so_far, w in weights.items():
                for answer, way in table.pairs():
                    both = add(so_far, answer)
                    ahead[both] = ahead.get(both, 0) + w * way
            weights = ahead
    return Table.of(weights)


def add(so_far: Any, answer: Any) -> Any:
    """The sum of two numbers or of two tuples; a bare 0 is no tuple's company."""
    if isinstance(answer, tuple) and isinstance(so_far, tuple):
        return tuple(map(sum, zip(so_far, answer, strict=True)))
    if isinstance(answer, tuple) and so_far == 0:
        return answer
    return so_far + answer
