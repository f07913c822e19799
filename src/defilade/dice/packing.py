"""Sums of many independent whole-number answers, as powers of one big integer.

A distribution is a polynomial: answers are exponents, ways are coefficients. Evaluated at a power
of two that no coefficient reaches, it is an integer, and adding n copies is raising it to the n-th
power. Knows numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, TypeAlias

Parts: TypeAlias = Sequence[tuple[Sequence[Any], Sequence[int], int]]
"""Answers (ints, or tuples of ints of one length), the ways of each, and the number of copies."""

_MULTIPLYING = 1.585
"""Multiplying numbers of n digits takes n to this power (Karatsuba)."""


class Packing:
    """Where each possible sum of independent parts lies in the packed integer.

    `fields` is how many sums there may be and `work` what they cost, about the time of so many
    states, both known before the work is done. Raises `TypeError` for answers that are not whole
    numbers, or tuples of them of one length.
    """

    __slots__ = ("_bytes", "_parts", "_ranges", "_single", "_size", "fields", "work")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._single = _check(parts)
        axes = [[answers for answers, _, _ in parts]] if self._single else _axes(parts)
        copies = [copies for _, _, copies in parts]
        self._ranges = [_range(axis, copies) for axis in axes]
        self.fields = math.prod(map(len, self._ranges))
        most = math.prod([sum(ways) ** copies for _, ways, copies in parts])
        self._bytes = most.bit_length() // 8 + 1
        self._size = self.fields * self._bytes
        self.work = self.fields + int((self._size / 4) ** _MULTIPLYING / 1000)

    def total(self) -> dict[Any, int]:
        """Every possible sum with its ways, in ascending order."""
        packed = math.prod([self._packed(answers, ways) ** n for answers, ways, n in self._parts])
        raw, width = packed.to_bytes(self._size, "little"), self._bytes
        read = int.from_bytes
        ways = [read(raw[at : at + width], "little") for at in range(0, self._size, width)]
        sums: Iterable[Any] = self._ranges[0] if self._single else product(*self._ranges)
        return {answer: way for answer, way in zip(sums, ways, strict=True) if way}

    def _packed(self, answers: Sequence[Any], ways: Sequence[int]) -> int:
        axes = [answers] if self._single else list(zip(*answers, strict=True))
        fields = [0] * len(answers)
        for axis, reach in zip(axes, self._ranges, strict=True):
            least, step, count = min(axis), reach.step, len(reach)
            fields = [
                field * count + (value - least) // step
                for field, value in zip(fields, axis, strict=True)
            ]
        bits = 8 * self._bytes
        return sum([way << bits * field for field, way in zip(fields, ways, strict=True)])


def _check(parts: Parts) -> bool:
    """Whether the answers are single numbers and not tuples."""
    kinds = {type(answer) for answers, _, _ in parts for answer in answers}
    if kinds <= {int, bool}:
        return True
    if kinds == {tuple}:
        rows = [row for answers, _, _ in parts for row in answers]
        whole = all(isinstance(number, int) for row in rows for number in row)
        if whole and len(set(map(len, rows))) == 1 and rows[0]:
            return False
    raise TypeError("only whole numbers, or tuples of them of one length, can be added up")


def _axes(parts: Parts) -> list[list[Sequence[int]]]:
    """Per component of the tuples: its values in each part."""
    columns = [list(zip(*answers, strict=True)) for answers, _, _ in parts]
    return [list(axis) for axis in zip(*columns, strict=True)]


def _range(axis: Sequence[Sequence[int]], copies: Sequence[int]) -> range:
    """All values that a component's sum may have."""
    low = high = step = 0
    for values, n in zip(axis, copies, strict=True):
        least, most = min(values), max(values)
        low += n * least
        high += n * most
        step = math.gcd(step, *[value - least for value in values])
    return range(low, high + 1, step or 1)
