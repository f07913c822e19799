"""Sums of unlike parts: however they are multiplied, they count every combination."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import BudgetSpent, Done, Roll, Sum, adding, forget, odds
from defilade.dice.adding import added
from tests.dice.procedures import Fire, exact

numbers = st.integers(-3, 9)
WAYS = st.integers(1, 40)


def parts_of(answers, *, most):
    part = st.dictionaries(answers, WAYS, min_size=1, max_size=3)
    return st.lists(st.tuples(part, st.integers(1, 3)), min_size=1, max_size=most)


PARTS = st.one_of(
    parts_of(numbers, most=4),
    parts_of(st.tuples(numbers), most=3),
    parts_of(st.tuples(numbers, st.integers(0, 1), st.integers(0, 50)), most=4),
)


def one_by_one(parts):
    """Every combination of answers, counted."""
    rows = [part for part, copies in parts for _ in range(copies)]
    found = Counter()
    for picked in product(*(row.items() for row in rows)):
        answers, ways = zip(*picked, strict=True)
        single = not isinstance(answers[0], tuple)
        total = sum(answers) if single else tuple(map(sum, zip(*answers, strict=True)))
        weight = 1
        for way in ways:
            weight *= way
        found[total] += weight
    return dict(found)


@pytest.mark.parametrize(("at_once", "terms"), [(0, 1), (0, 10**9), (10**9, 1), (400, 6)])
@settings(max_examples=40, deadline=None)
@given(parts=PARTS.filter(lambda parts: sum(copies for _, copies in parts) <= 7))
def test_every_way_of_adding_counts_every_combination(at_once, terms, parts):
    """All at once, packed two by two, term by term, or whichever is cheaper."""
    given_ = [(tuple(part), tuple(part.values()), copies) for part, copies in parts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adding, "_AT_ONCE", at_once)
        patch.setattr(adding, "TERMS", terms)
        assert added(given_, lambda work: None) == one_by_one(parts)


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon whose answer has a place for hits, one for whether it hit at all, and its own."""

    dice: int
    lock: int
    place: int

    def ask(self):
        return Roll("t.gun", self.dice, (self.lock,))

    def take(self, got):
        own = tuple(got[1] * (number == self.place) for number in range(4))
        return Done((got[1], int(got[1] > 0), *own))


def test_wide_sums_of_unlike_weapons_are_joint_and_exact():
    """Four weapons told apart in six places: each outcome is the product of theirs."""
    guns = tuple(Gun(3 + number, 3 + number, number) for number in range(4))
    found = exact(Sum(tuple((gun, 1) for gun in guns)))
    each = [odds(Roll("t", gun.dice, (gun.lock,)), exact=True) for gun in guns]
    for picked in product(*(range(gun.dice + 1) for gun in guns)):
        chance = Fraction(1)
        for gun, one, hits in zip(guns, each, picked, strict=True):
            chance *= one[gun.dice - hits, hits]
        assert found[sum(picked), sum(map(bool, picked)), *picked] == chance


def test_eight_unlike_weapons_agree_with_icepool():
    weapons = tuple((Fire(6, 2 + n % 5, 2 + n % 3), 1 + n % 2) for n in range(8))
    total = icepool.Die([0])
    for weapon, copies in weapons:
        one = icepool.d6.map(lambda face, w=weapon: _damage(face, w))
        total += (6 * copies) @ one
    found = exact(Sum(weapons))
    assert found == {k: Fraction(w, total.denominator()) for k, w in total.items() if w}


def _damage(face, weapon):
    if face < weapon.lock:
        return 0
    return 1 if face >= weapon.lock + 2 else icepool.d6.map(lambda roll: int(roll < weapon.save))


def test_parts_with_equal_odds_are_one_power():
    """Names keep questions apart, not sums: the work is that of copies."""

    def spent(parts):
        work = []
        added(parts, work.append)
        return sum(work)

    ways = tuple(range(1, 40))
    apart = [(tuple(range(39)), tuple(way for way in ways), 1) for _ in range(16)]
    assert spent(apart) == spent([(tuple(range(39)), ways, 16)])


def test_a_sum_that_is_too_wide_says_so_before_it_is_worked_out():
    forget()
    guns = tuple((Gun(30, 2 + number, number), 1) for number in range(4))
    with pytest.raises(BudgetSpent, match="sample it, ask of fewer dice or weapons") as caught:
        odds(Sum(guns))
    assert caught.value.states > caught.value.budget
    assert len(str(caught.value)) < 500
