"""Exact odds, checked by throwing every face, by another library, and by their own laws."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import (
    Done,
    Just,
    Many,
    Odds,
    Repeat,
    Roll,
    Sum,
    Total,
    die_of,
    forget,
    odds,
)
from defilade.dice.folding import kernel_of, laid
from defilade.dice.packing import Packing
from defilade.values import DiceExpr
from tests.dice.procedures import Fire, Highest, History, Save, Squad, Wound, by_hand, exact
from tests.dice.test_asks import BATTLE

needs = st.integers(2, 7)


# ------------------------------------------------------------------ every face, thrown


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 3),
    st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True),
    st.sampled_from([die_of(4), die_of(6), die_of(3)]),
    st.sets(st.integers(1, 3), max_size=2),
)
def test_a_roll_has_the_odds_of_its_faces(n, bands, die, again):
    roll = Roll("t", n, tuple(sorted(bands)), die=die, again=tuple(again))
    if len(again) * n <= 4:  # else the faces are too many to throw
        assert exact(roll) == by_hand(roll)


@pytest.mark.parametrize("n", [4, 5])
def test_five_dice_have_the_odds_of_their_faces(n):
    roll = Roll("t", n, (3, 6))
    assert exact(roll) == by_hand(roll)


@given(st.integers(0, 3))
def test_symbols_have_the_odds_of_their_faces(n):
    roll = Roll("t", n, (("soldier",), ("flag", "hq")), die=BATTLE)
    assert exact(roll) == by_hand(roll)


@given(st.integers(0, 3), st.integers(1, 6), st.integers(-2, 4))
def test_a_total_has_the_odds_of_its_faces(count, sides, bonus):
    total = Total("t", DiceExpr(count, sides, bonus))
    assert exact(total) == by_hand(total)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2), needs, needs)
def test_a_procedure_has_the_odds_of_its_faces(dice, lock, save):
    assert exact(Fire(dice, lock, save)) == by_hand(Fire(dice, lock, save))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2), st.integers(0, 1), needs, needs)
def test_a_sum_in_lockstep_has_the_odds_of_its_faces(first, second, lock, save):
    asked = Sum(((Fire(1, lock, save), first), (Wound(save, DiceExpr(1, 3)), second)))
    assert exact(asked) == by_hand(asked)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2), needs, st.integers(1, 3), st.integers(1, 3))
def test_a_repeat_in_lockstep_has_the_odds_of_its_faces(n, need, models, each):
    asked = Repeat(n, Wound(need, DiceExpr(1, 3)), Squad(models, each))
    assert exact(asked) == by_hand(asked)


def test_sums_of_pairs_have_the_odds_of_their_faces():
    asked = Many(3, Roll("t", 1, (3, 5)), zero=(0, 0, 0))
    assert exact(asked) == by_hand(asked) == exact(Roll("t", 3, (3, 5)))
    assert exact(Many(0, Roll("t", 1, (3, 5)), zero=(0, 0, 0))) == {(0, 0, 0): 1}


def test_sums_within_sums_have_the_odds_of_their_faces():
    asked = Sum(((Many(2, Roll("t", 1, (4,))), 1), (Just(Roll("t", 1, (2,))), 1)))
    assert exact(asked) == by_hand(asked)


# ------------------------------------------------------------------ another library


@given(st.integers(0, 12), needs, needs)
@settings(max_examples=20, deadline=None)
def test_fire_agrees_with_icepool(dice, lock, save):
    def damage(attack, armour):
        return int(attack >= lock + 2 or (attack >= lock and armour < save))

    one = icepool.map(damage, icepool.d6, icepool.d6)
    theirs = dice @ one
    expected = {key: Fraction(w, theirs.denominator()) for key, w in theirs.items() if w}
    assert exact(Fire(dice, lock, save)) == expected
    assert exact(Many(dice, Fire(1, lock, save))) == expected


@given(st.integers(4, 9), st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=10, deadline=None)
def test_wounds_on_models_agree_with_icepool(n, models, each):
    one = icepool.map(lambda hit, harm: harm if hit >= 4 else 0, icepool.d6, icepool.d3)

    def step(squad, wounds):
        return squad.take(wounds)

    start = Squad(models, each)
    theirs = icepool.Die([(start.models, start.each, start.lost)]).map(
        lambda state, wounds: astuple(Squad(*state).take(wounds)), one, repeat=n
    )
    expected = {Squad(*key): Fraction(w, theirs.denominator()) for key, w in theirs.items() if w}
    assert exact(Repeat(n, Wound(4, DiceExpr(1, 3)), start)) == expected


def astuple(squad):
    return (squad.models, squad.each, squad.lost)


@dataclass(frozen=True, slots=True)
class Shot2024:
    """One shot of the later edition: a critical (lock + 2) adds damage and passes the save."""

    lock: int
    save: int
    damage: int
    critical: int

    def ask(self):
        return Roll("df24.lock", 1, (self.lock, self.lock + 2))

    def take(self, got):
        if got[2]:
            return Done(self.damage + self.critical)
        return Save2024(self.save, self.damage) if got[1] else Done(0)


@dataclass(frozen=True, slots=True)
class Save2024:
    save: int
    damage: int

    def ask(self):
        return Roll("df24.save", 1, (self.save,), stage=1)

    def take(self, got):
        return Done(got[0] * self.damage)


def test_the_odds_of_others_for_dropfleet():
    """An excerpt of another project's oracle; only its save against `reave` is another rule."""
    found = json.loads(_shared("realfiles/odds/dropfleet2024-oracle-excerpt.json").read_text())
    cases = [c for c in found["cases"] if not (c["save"] and "reave" in c["special"])]
    assert len(cases) == 11
    for case in cases:
        save, critical = case["save"] or 7, case["special"].get("critical", 0)
        shot = Shot2024(case["lock"], save, case["damage"], critical)
        expected = {n: Fraction(p) for n, p in enumerate(case["dist"]) if Fraction(p)}
        assert exact(Many(case["attack"], shot)) == expected, case
        assert odds(Many(case["attack"], shot), exact=True).mean() == Fraction(case["mean"])


def _shared(path):
    root = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[2] / "../shared"))
    if not (root / path).exists():
        pytest.skip(f"{path} is not here; set DEFILADE_SHARED to the folder that has it")
    return root / path


# ------------------------------------------------------------------ laws


@given(st.integers(0, 20), needs, needs, st.integers(2, 6))
def test_a_better_save_never_means_more_damage(dice, lock, save, better):
    worse = odds(Fire(dice, lock, max(save, better)), exact=True).mean()
    assert odds(Fire(dice, lock, min(save, better)), exact=True).mean() <= worse


def test_stages_reconcile():
    """Four attacks, lock 3+, save 4+: hits 8/3, of them crits 4/3, saved 2/3, damage 2."""
    thrown = odds(Roll("t", 4, (3, 5)), exact=True)
    hits = sum(p * (got[1] + got[2]) for got, p in thrown.items())
    crits = sum(p * got[2] for got, p in thrown.items())
    damage = odds(Fire(4, 3, 4), exact=True).mean()
    assert (hits, crits, damage) == (Fraction(8, 3), Fraction(4, 3), 2)
    assert hits - damage == Fraction(2, 3)


@pytest.mark.parametrize(
    ("text", "low", "high", "mean"),
    [
        ("D6+1", 2, 7, 4.5),
        ("D3+2", 3, 5, 4),
        ("2D3+1", 3, 7, 5),
        ("D6+2", 3, 8, 5.5),
        ("4", 4, 4, 4),
    ],
)
def test_a_bonus_is_added_and_makes_no_larger_die(text, low, high, mean):
    found = odds(Total("t", DiceExpr.parse(text)), exact=True)
    assert (min(found), max(found), found.mean()) == (low, high, mean)


@given(st.integers(0, 6), needs, needs)
def test_asking_again_changes_nothing(dice, lock, save):
    first = odds(Fire(dice, lock, save), exact=True)
    assert odds(Fire(dice, lock, save), exact=True) == first
    forget()
    assert odds(Fire(dice, lock, save), exact=True) == first


pairs = st.tuples(st.integers(-3, 6), st.integers(0, 2))
weighed = st.dictionaries(pairs, st.integers(1, 9), min_size=1, max_size=4)


@given(st.lists(st.tuples(weighed, st.integers(1, 3)), min_size=1, max_size=2))
def test_packed_sums_are_the_sums_added_one_by_one(parts):
    slow = {(0, 0): 1}
    for ways, copies in parts:
        for _ in range(copies):
            ahead = {}
            for (a, b), w in slow.items():
                for (c, d), v in ways.items():
                    ahead[a + c, b + d] = ahead.get((a + c, b + d), 0) + w * v
            slow = ahead
    packed = Packing([(list(ways), list(ways.values()), copies) for ways, copies in parts])
    assert packed.total() == slow
    assert list(packed.total()) == sorted(slow)


def test_sums_in_large_steps_take_no_more_room():
    assert Packing([((0, 1000), (1, 1), 10)]).fields == 11
    assert odds(Many(10, Wound(4, DiceExpr.fixed(1000)))).mean() == pytest.approx(5000)


four_ways = st.lists(st.integers(1, 9), min_size=4, max_size=4)


@given(st.integers(4, 12), st.integers(1, 4), st.integers(1, 4), four_ways)
def test_a_kernel_does_what_the_fold_does(n, models, each, ways):
    squad, answers = Squad(models, each), (0, 1, 2, 3)
    kernel = kernel_of(squad, answers, n)
    by_kernel = {end: weight for end, weight in kernel.weights(n, ways).items() if weight}
    assert by_kernel == laid(squad, answers, ways, n, lambda states: None)


@dataclass(frozen=True, slots=True)
class Ranks:
    """A fold made for so many results and no more: each is laid on the next rank."""

    ranks: tuple[int, ...]
    broken: int = 0

    def take(self, damage):
        first, *others = self.ranks
        return Ranks(tuple(others), self.broken + (damage >= first))


def test_a_fold_is_never_asked_past_its_last_result():
    for n in (5, 4, 6):  # in no order: what was found for one number must fit the others
        asked = Repeat(n, Total("t", DiceExpr(1, 2)), Ranks((1, 2, 1, 2, 2, 1)))
        assert exact(asked) == by_hand(asked)


@pytest.mark.parametrize("fold", [Highest(), History()])
def test_any_fold_has_the_odds_of_its_faces(fold):
    asked = Repeat(4, Total("t", DiceExpr(1, 4)), fold)
    assert exact(asked) == by_hand(asked)


def test_steps_of_unlike_dice_are_weighed_alike():
    """One way on throws two dice, the other none: the layers have different denominators."""

    @dataclass(frozen=True)
    class Fork:
        def ask(self):
            return Roll("t", 1, (3,))

        def take(self, got):
            return Save(2, 0, 4) if got[1] else Done(7)

    assert exact(Fork()) == by_hand(Fork())
    assert exact(Fork())[7] == Fraction(1, 3)


# ------------------------------------------------------------------ a fresh process


def test_one_question_in_a_fresh_process_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from tests.dice.procedures import Fire\n"
        "from defilade.dice import Many, odds\n"
        "odds(Many(12, Fire(1, 3, 3)), exact=True)\n"
        "heavy = {'numpy', 'pydantic', 'shapely', 'numba', 'random'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_odds_are_an_odds():
    assert isinstance(odds(Fire(1, 3, 3)), Odds)
