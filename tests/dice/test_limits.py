"""What odds cannot answer: choices nobody makes, and questions too large; they say so."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from defilade.dice import (
    BudgetSpent,
    Choose,
    Done,
    Just,
    Many,
    OpenChoice,
    Repeat,
    Roll,
    Sum,
    Total,
    WrongFaces,
    fold_many,
    forget,
    odds,
    sample,
)
from defilade.values import DiceExpr
from tests.dice.procedures import Fire, Gamble, History, exact


def test_an_open_choice_is_reported_with_its_question():
    with pytest.raises(OpenChoice, match=r"red must choose \(gamble, t\.gamble\)") as caught:
        odds(Gamble(3))
    assert caught.value.question == Gamble(3).ask()


def boldest(choice):
    return max(choice.options)


@pytest.mark.parametrize("policy", [{"gamble": boldest}, boldest])
def test_a_policy_answers(policy):
    assert exact(Gamble(3), policy=policy) == {0: Fraction(16, 216), 3: Fraction(200, 216)}


def test_policies_are_not_confused():
    boldly = exact(Many(2, Gamble(3)), policy=lambda choice: choice.options[-1])
    meekly = exact(Many(2, Gamble(3)), policy=lambda choice: choice.options[0])
    assert max(boldly) == 6
    assert meekly == {2: 1}
    with pytest.raises(OpenChoice):
        odds(Many(2, Gamble(3)))


@dataclass(frozen=True, slots=True)
class Twice:
    """Gambles, and gambles again inside another procedure."""

    inner: bool = False

    def ask(self):
        return Many(1, Gamble(4)) if self.inner else Sum(((Gamble(4), 1), (Twice(inner=True), 1)))

    def take(self, got):
        return Done(got)


def test_what_one_policy_chose_is_not_remembered_for_another():
    assert exact(Twice(), policy=lambda choice: 1) == {2: 1}
    assert max(exact(Twice(inner=True), policy=lambda choice: 4)) == 4
    assert max(exact(Twice(), policy=lambda choice: 3)) == 6


def test_a_policy_cannot_choose_what_is_not_offered():
    with pytest.raises(WrongFaces, match="one of the options"):
        odds(Gamble(3), policy=lambda choice: 9)


def test_a_single_option_needs_no_policy():
    assert exact(Choose("t", "red", "gamble", ("only",))) == {"only": 1}


@dataclass(frozen=True, slots=True)
class Forever:
    """Throws until a six comes, and never stops asking."""

    thrown: int = 0
    counts: bool = False
    deeper: bool = False

    def ask(self):
        return Forever(self.thrown + 1, deeper=True) if self.deeper else Roll("t", 1, (6,))

    def take(self, got):
        return Forever(self.thrown + self.counts)


@pytest.mark.parametrize(
    "asked",
    [
        Forever(),
        Forever(counts=True),
        Forever(deeper=True),
        Roll("t", 900, (2, 3, 4, 5, 6)),
        Many(10_000, Total("t", DiceExpr(9, 100))),
        Repeat(40, Total("t", DiceExpr(1, 6)), History()),
    ],
)
def test_what_is_too_large_says_so(asked):
    with pytest.raises(BudgetSpent) as caught:
        odds(asked, budget=20_000)
    assert caught.value.budget == 20_000


def test_what_is_too_large_does_not_stay_forgotten_when_there_is_room():
    with pytest.raises(BudgetSpent):
        odds(Fire(11, 3, 3), budget=50)
    assert odds(Fire(11, 3, 3)).mean() == pytest.approx(11 * 4 / 9)


WORDS = Just(Choose("t", "red", "word", ("a",)))
HALVES = Just(Choose("t", "red", "half", (0.5,)))


@pytest.mark.parametrize("asked", [Many(2, WORDS), Many(1, Many(1, HALVES))])
def test_only_whole_numbers_are_added(asked):
    with pytest.raises(TypeError, match="whole numbers"):
        odds(asked)


def test_what_cannot_ask_is_refused():
    with pytest.raises(TypeError, match="neither a question nor a procedure"):
        odds(7)


def test_memory_forgets_rather_than_grows(monkeypatch):
    from defilade.dice import resolve

    forget()
    monkeypatch.setattr(resolve, "_REMEMBERED", 40)
    for dice in range(2, 9):
        assert odds(Fire(dice, 3, 4)).mean() == pytest.approx(dice / 2)
        for memory in (resolve._tables, resolve._exact, resolve._floats):
            assert sum(len(table.answers) for table in memory.values()) <= 40 + dice * dice
    forget()
    assert not resolve._tables
    assert not resolve._floats


def test_a_sample_has_a_budget_too():
    with pytest.raises(BudgetSpent):
        sample(Forever(), 10**12, 1, budget=2_000)
    with pytest.raises(BudgetSpent):
        fold_many(30, History(), {1: [0.5], 2: [0.5]}, budget=2_000)
