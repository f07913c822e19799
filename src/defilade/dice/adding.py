"""Sums of independent parts, like or unlike: powers of each, then a tree of products.

Narrow sums go through packed integers, wide ones with few possible answers term by term: each step
takes the cheaper way. Knows answers and their ways only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from defilade.dice.packing import Packing, Parts

Ways: TypeAlias = dict[int, int]
"""The ways of each sum, the sum being a whole number or the code of a tuple."""

Spend: TypeAlias = Callable[[int], None]
"""Told of work before it is done; raises where it is too much."""

_AT_ONCE = 400
"""Work below which all parts are multiplied in one go."""

TERMS = 6
"""Terms, each a product added to a sum, that take the time of one answer taken."""


def added(parts: Parts, spend: Spend) -> dict[Any, int]:
    """The ways of every possible sum of the parts; raises `TypeError` as `Packing` does."""
    whole = Packing(parts)
    if whole.work <= _AT_ONCE:
        spend(whole.work)
        return whole.total()
    parts = _alike(parts)
    if whole.is_single:
        return _product(
            [_power(dict(zip(a, w, strict=True)), n, spend) for a, w, n in parts], spend
        )
    coding = _Coding(whole.ranges)
    powers = []
    for answers, ways, n in parts:
        least = [min(axis) for axis in zip(*answers, strict=True)]
        codes = [coding.code(answer, least) for answer in answers]
        powers.append(_power(dict(zip(codes, ways, strict=True)), n, spend))
    found = _product(powers, spend)
    spend(len(found))
    return {coding.answer(code): way for code, way in sorted(found.items())}


def _alike(parts: Parts) -> Parts:
    """Parts with the same chances as one part of more copies."""
    copies: dict[tuple[Sequence[Any], Sequence[int]], int] = {}
    for answers, ways, n in parts:
        key = tuple(answers), tuple(ways)
        copies[key] = copies.get(key, 0) + n
    return [(answers, ways, n) for (answers, ways), n in copies.items()]


class _Coding:
    """Tuples as whole numbers: what each place has over its least, in digits that never carry."""

    __slots__ = ("_places",)

    def __init__(self, ranges: Sequence[range]) -> None:
        stride, places = 1, []
        for reach in reversed(ranges):
            places.append((reach, stride))
            stride *= len(reach)
        self._places = places[::-1]

    def code(self, answer: Sequence[int], least: Sequence[int]) -> int:
        """The number of a part's answer, given the least of each place in that part."""
        return sum(
            (value - low) // reach.step * stride
            for value, low, (reach, stride) in zip(answer, least, self._places, strict=True)
        )

    def answer(self, code: int) -> tuple[int, ...]:
        """The tuple of a whole sum's number."""
        found = []
        for reach, stride in self._places:
            index, code = divmod(code, stride)
            found.append(reach[index])
        return tuple(found)


def _product(factors: list[Ways], spend: Spend) -> Ways:
    """All of them multiplied, the two with fewest sums first."""
    order = count()  # of equals the first, so that dicts are never compared
    heap = [(len(ways), next(order), ways) for ways in factors]
    heapify(heap)
    while len(heap) > 1:
        product = _times(heappop(heap)[2], heappop(heap)[2], spend)
        heappush(heap, (len(product), next(order), product))
    return heap[0][2]


def _power(ways: Ways, n: int, spend: Spend) -> Ways:
    """The sum of `n` copies: packed, or by halves where few of the packed fields would be used."""
    if n == 1:
        return ways
    packing = Packing([(tuple(ways), tuple(ways.values()), n)])
    half = math.comb(n // 2 + len(ways) - 1, len(ways) - 1)
    if packing.work <= half * half // TERMS:
        spend(packing.work)
        return packing.total()
    power = _power(ways, n // 2, spend)
    power = _times(power, power, spend)
    return _times(ways, power, spend) if n % 2 else power


def _times(one: Ways, other: Ways, spend: Spend) -> Ways:
    """The sum of two independent parts, packed or term by term."""
    packing = Packing([(tuple(ways), tuple(ways.values()), 1) for ways in (one, other)])
    terms = len(one) * len(other) * (1 + packing.width // 64) // TERMS
    if packing.work <= terms:
        spend(packing.work)
        return packing.total()
    spend(terms)
    found: Ways = {}
    get = found.get
    rest = list(other.items())
    for first, way in one.items():
        for second, share in rest:
            key = first + second
            found[key] = get(key, 0) + way * share
    return found
