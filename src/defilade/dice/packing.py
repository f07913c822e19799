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


_FEW = 8
"""So many answers are shifted to their fields, more are laid into bytes."""

_LARGEST = 10**15
"""Bytes: more than any memory holds, and still a float."""


class Packing:
    """Where each possible sum of independent parts lies in the packed integer.

    `ranges` has the values of each place of the sum, `fields` is how many sums there may be,
    `width` the bytes of one and `work` what they cost, in the time of an answer taken: all known
    before the work is done. Raises `TypeError` for answers that are not whole numbers, or tuples
    of them of one length.
    """

    __slots__ = ("_parts", "_size", "fields", "is_single", "ranges", "width", "work")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.is_single = _check(parts)
        axes = [[answers for answers, _, _ in parts]] if self.is_single else _axes(parts)
        copies = [copies for _, _, copies in parts]
        self.ranges = [_range(axis, copies) for axis in axes]
        self.fields = math.prod(map(len, self.ranges))
        most = math.prod([sum(ways) ** copies for _, ways, copies in parts])
        self.width = most.bit_length() // 8 + 1
        self._size = self.fields * self.width
        digits = min(self._size, _LARGEST) / 4
        self.work = self.fields + int(digits**_MULTIPLYING / 1000)

    def total(self) -> dict[Any, int]:
        """Every possible sum with its ways, in ascending order."""
        packed = math.prod([self._packed(answers, ways) ** n for answers, ways, n in self._parts])
        raw, width = packed.to_bytes(self._size, "little"), self.width
        read = int.from_bytes
        ways = [read(raw[at : at + width], "little") for at in range(0, self._size, width)]
        sums: Iterable[Any] = self.ranges[0] if self.is_single else product(*self.ranges)
        return {answer: way for answer, way in zip(sums, ways, strict=True) if way}

    def _packed(self, answers: Sequence[Any], ways: Sequence[int]) -> int:
        axes = [answers] if self.is_single else list(zip(*answers, strict=True))
        fields = [0] * len(answers)
        for axis, reach in zip(axes, self.ranges, strict=True):
            least, step, count = min(axis), reach.step, len(reach)
            fields = [
                field * count + (value - least) // step
                for field, value in zip(fields, axis, strict=True)
            ]
        width = self.width
        if len(fields) <= _FEW:
            return sum([way << 8 * width * at for way, at in zip(ways, fields, strict=True)])
        raw = bytearray(width * (max(fields) + 1))
        for way, field in zip(ways, fields, strict=True):
            raw[width * field : width * field + width] = way.to_bytes(width, "little")
        return int.from_bytes(raw, "little")


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
