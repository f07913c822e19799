"""The chances of a question's answers, in whole numbers: how many ways each can come about.

Knows questions and their arithmetic; must not know procedures, players or randomness.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from defilade.dice.asks import Roll, Total
from defilade.dice.packing import Packing


class Table:
    """Answers, the `ways` each can come about, and the `total` of all ways. Not to be changed.

    Where only floats are known, `total` is 0 and the ways are the chances themselves.
    """

    __slots__ = ("_chances", "answers", "total", "ways")

    def __init__(self, answers: tuple[Any, ...], ways: tuple[Any, ...], total: int) -> None:
        self.answers = answers
        self.ways = ways
        self.total = total
        self._chances: tuple[float, ...] | None = None if total else ways

    @classmethod
    def of(cls, weights: dict[Any, int]) -> Table:
        """The exact table of positive weights."""
        return cls(tuple(weights), tuple(weights.values()), sum(weights.values()))

    @classmethod
    def of_chances(cls, chances: dict[Any, float]) -> Table:
        """The table of positive chances, known in floats only."""
        return cls(tuple(chances), tuple(chances.values()), 0)

    @classmethod
    def sure(cls, answer: Any) -> Table:
        """The table of the only answer there is."""
        return cls((answer,), (1,), 1)

    @property
    def is_exact(self) -> bool:
        """Whether it knows whole numbers."""
        return self.total > 0

    @property
    def chances(self) -> tuple[float, ...]:
        """The probability of each answer, in floats."""
        if self._chances is None:
            total = self.total
            self._chances = tuple([way / total for way in self.ways])
        return self._chances

    def lowest(self) -> Table:
        """The same exact table in lowest terms."""
        divisor = math.gcd(*self.ways)
        if divisor == 1:
            return self
        return Table(
            self.answers, tuple([way // divisor for way in self.ways]), self.total // divisor
        )


def work_of(question: Roll | Total) -> int:
    """What making a question's table costs, about the time of so many states."""
    if isinstance(question, Total):
        return _packing(question).work if question.n else 1
    answers = math.comb(question.n + len(question.bands), len(question.bands))
    return answers * (1 + question.n // 32)  # the more dice, the longer the numbers


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


def total_table(total: Total) -> Table:
    """How many ways there are for each total of the dice."""
    bonus = total.dice.bonus
    if not total.n:
        return Table.sure(bonus)
    sums = _packing(total).total()
    return Table.of({answer + bonus: way for answer, way in sums.items()})


def _packing(total: Total) -> Packing:
    ways = Counter(total.die.sides)
    return Packing([(list(ways), list(ways.values()), total.n)])
