"""How odds and samples are read, and that neither passes for the other."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import Done, Many, Odds, Roll, Sampled, Total, fold_many, forget, odds, sample
from defilade.dice.folding import laid
from defilade.values import DiceExpr
from tests.dice.procedures import Fire, Gamble, Squad, Wound

weights = st.dictionaries(st.integers(-5, 20), st.integers(1, 50), min_size=1, max_size=8)


@given(weights)
def test_readings_are_their_definitions(ways):
    exact = Odds.of_weights(ways)
    total = sum(ways.values())
    mean = Fraction(sum(x * w for x, w in ways.items()), total)
    assert list(exact) == sorted(ways)
    assert sum(exact.values()) == 1
    assert exact.mean() == mean
    assert exact.variance() == sum(p * (x - mean) ** 2 for x, p in exact.items())
    assert exact[exact.mode()] == max(exact.values())
    for x in range(-6, 22):
        assert exact.at_least(x) + exact.at_most(x - 1) == 1
        assert exact.at_least(x) == exact.p(lambda outcome, x=x: outcome >= x)
    assert exact.at_least(exact.median()) >= Fraction(1, 2)
    assert exact.at_least(exact.median() + 1) < Fraction(1, 2)


@given(weights)
def test_floats_read_like_fractions(ways):
    exact = Odds.of_weights(ways)
    floats = Odds({x: w / sum(ways.values()) for x, w in ways.items()})
    assert floats.close_to(exact, within=1e-12)
    assert math.isclose(floats.mean(), exact.mean(), abs_tol=1e-12)
    assert floats.median() == exact.median()
    assert all(isinstance(p, float) for p in floats.values())


@given(weights)
def test_odds_are_values(ways):
    exact = Odds.of_weights(ways)
    assert eval(repr(exact), {"Odds": Odds, "Fraction": Fraction}) == exact
    assert pickle.loads(pickle.dumps(exact)) == exact
    assert hash(Odds.of_weights(dict(reversed(ways.items())))) == hash(exact)
    assert exact.map(lambda x: x) == exact
    assert exact.map(lambda x: 0) == Odds.of_weights({0: 1})


@pytest.mark.parametrize(
    "shares",
    [
        {},
        {1: 0.5},
        {1: 0.5, 2: 0.6},
        {1: 1.5, 2: -0.5},
        {1: Fraction(1, 3), 2: Fraction(1, 3)},
        {1: Fraction(1), 2: Fraction(1, 10**30)},
    ],
)
def test_shares_that_are_no_odds_are_refused(shares):
    with pytest.raises(ValueError, match=r"add up|negative"):
        Odds(shares)


def test_nothing_adds_up_to_a_zero_of_its_kind():
    assert isinstance(Odds({1: 1.0}).at_least(2), float)
    assert isinstance(Odds.of_weights({1: 1}).at_least(2), Fraction)


def test_outcomes_that_cannot_happen_are_left_out():
    assert dict(Odds({1: 1.0, 2: 0.0})) == {1: 1.0}
    assert dict(Odds.of_weights({1: 1, 2: 0})) == {1: 1}


def test_outcomes_without_an_order_keep_the_one_they_came_in():
    assert list(Odds({"b": 0.5, 1: 0.5})) == ["b", 1]


# ------------------------------------------------------------------ samples

PROCEDURES = [
    Fire(8, 3, 4),
    Many(8, Fire(1, 3, 4)),
    Roll("t", 5, (3, 5), again=(1,)),
    Total("t", DiceExpr.parse("2D6+4")),
    Gamble(3),
]


def last(choice):
    return choice.options[-1]


@pytest.mark.parametrize("asked", PROCEDURES)
def test_a_sample_stays_within_its_own_bound(asked):
    """Seeds are fixed, so this cannot fail by chance; each bound holds with 999 in 1000."""
    exact = odds(asked, policy=last)
    for seed in range(5):
        found = sample(asked, 20_000, seed, policy=last)
        assert found.trials == sum(found.counts.values()) == 20_000
        assert set(found) <= set(exact)
        bound = found.bound(0.999)
        assert all(abs(found.at_most(x) - exact.at_most(x)) <= bound for x in exact)
        assert all(abs(p - exact[x]) <= 2 * bound for x, p in found.items())


def test_a_larger_sample_is_a_better_one():
    exact = odds(Fire(8, 3, 4))
    far = [abs(sample(Fire(8, 3, 4), n, "x").mean() - exact.mean()) for n in (10**2, 10**12)]
    assert far[1] < 1e-4 < far[0]


def test_the_same_seed_gives_the_same_sample():
    one, two, other = (sample(Fire(8, 3, 4), 5000, seed) for seed in ("a", "a", "b"))
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert eval(repr(one)) == one


def test_a_procedure_too_large_for_odds_is_sampled_inside(monkeypatch):
    monkeypatch.setattr("defilade.dice.sampling._EXACTLY", 5)
    exact = odds(Twice())
    forget()  # else the sample finds the inner odds ready
    found = sample(Twice(), 50_000, "x")
    assert abs(found.mean() - exact.mean()) < 0.05
    assert set(found) <= set(exact)


class Twice:
    """Asks a procedure, twice as much of which is the answer."""

    def ask(self):
        return Fire(6, 3, 4)

    def take(self, damage):
        return Done(2 * damage)


@pytest.mark.parametrize("trials", [0, -1, 2**63])
def test_a_sample_has_trials(trials):
    with pytest.raises(ValueError, match="trials"):
        sample(Fire(1, 3, 3), trials, 1)


def test_a_sample_can_be_as_large_as_one_likes():
    assert sample(Fire(8, 3, 4), 2**62, 1).bound() < 1e-8


@pytest.mark.parametrize("confidence", [0, 1, -1, 95])
def test_confidence_is_a_probability(confidence):
    with pytest.raises(ValueError, match="confidence"):
        Sampled({1: 1}, seed=0).bound(confidence)


def test_the_bound_is_the_known_one():
    assert Sampled({0: 5000, 1: 5000}, seed=0).bound(0.95) == pytest.approx(0.013581, abs=1e-6)


def test_a_sample_is_not_odds():
    found = sample(Many(3, Wound(4, DiceExpr(1, 3))), 1000, 1)
    assert not isinstance(found, Odds)
    assert found != Odds(dict(found))
    assert found.map(lambda x: x > 0).trials == 1000


squads = st.builds(Squad, st.integers(1, 4), st.integers(1, 3))


@given(st.integers(0, 9), squads, st.lists(weights, min_size=1, max_size=3))
def test_many_profiles_at_once_equal_each_alone(n, squad, profiles):
    answers = (0, 1, 2)
    rows = [[profile.get(a, 0) + 1 for a in answers] for profile in profiles]
    rows = [[way / sum(row) for way in row] for row in rows]
    chances = {a: [row[k] for row in rows] for k, a in enumerate(answers)}
    found = fold_many(n, squad, chances)
    for number, row in enumerate(rows):
        alone = laid(squad, answers, row, n, lambda states: None)
        for end, column in found.items():
            assert column[number] == pytest.approx(alone.get(end, 0), abs=1e-12)


@pytest.mark.parametrize("chances", [{}, {0: [0.5], 1: [0.6]}, {0: [1.5], 1: [-0.5]}])
def test_profiles_that_are_no_chances_are_refused(chances):
    with pytest.raises(ValueError, match="chances"):
        fold_many(2, Squad(1, 1), chances)
