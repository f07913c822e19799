"""The damage table and the odds of it, against every roll there is (DZ-DMG-01 to -07)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import odds
from defilade.systems.dropzone.damage import Needs, collateral, needs
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.steps import Blasts, ToHit, Wound, boosts
from defilade.values import DiceExpr

armours = st.integers(1, 20)
energies = st.integers(0, 16)


@given(armours, energies, st.integers(0, 2), st.booleans(), st.booleans())
def test_the_table_says_what_the_rule_says_face_by_face(armour, energy, cover, pierces, criticals):
    found = needs(energy, armour, cover=cover, penetrative=pierces, criticals=criticals)
    for face in range(1, 7):
        total = face + energy
        damage = face > 1 and total >= armour + cover
        critical = damage and criticals and total >= armour + cover + 2
        expected = 2 if critical else 1 if damage or (pierces and face == 6) else 0
        assert found.of_face(face) == expected


@given(armours, energies, st.integers(0, 1))
def test_better_armour_never_helps_the_shooter(armour, energy, cover):
    def mean(number: int) -> Fraction:
        return sum(
            (d * p for d, p in needs(energy, number, cover=cover).chances().items()), Fraction(0)
        )

    assert mean(armour + 1) <= mean(armour)


@given(armours, energies)
def test_body_cover_that_spares_the_critical_moves_only_the_damage_number(armour, energy):
    """DZ-DMG-02 with its option."""
    rules = HouseRules(damage_penalty_spares_critical=True)
    plain, covered = needs(energy, armour), needs(energy, armour, cover=1, rules=rules)
    assert covered.critical == plain.critical
    assert covered.damage == needs(energy, armour + 1).damage


@pytest.mark.parametrize("shots", [1, 2, 3])
@pytest.mark.parametrize("need", [2, 4, 6, 8])
@pytest.mark.parametrize("destroyer", [None, 5])
@pytest.mark.parametrize("saves", [(), (4,), (5, 3)])
def test_odds_of_a_volley_equal_the_count_of_all_rolls(shots, need, destroyer, saves):
    wound = Wound(Needs(3, 5), saves)
    ours = odds(ToHit(shots, need, wound, destroyer), exact=True).map(lambda harm: harm.damage)
    one: dict[int, Fraction] = {}
    for hit, hurt in product(range(1, 7), repeat=2):
        damage = 0
        if hit > 1 and (hit >= need or hit == 6):
            sure = destroyer is not None and hit >= destroyer
            damage = 2 if sure or hurt >= 5 else 1 if hurt >= 3 else 0
        one[damage] = one.get(damage, Fraction(0)) + Fraction(1, 36)
    saved = {0: Fraction(1)}
    for _ in range(shots):
        ahead: dict[int, Fraction] = {}
        for (so_far, p), (more, q) in product(saved.items(), one.items()):
            ahead[so_far + more] = ahead.get(so_far + more, Fraction(0)) + p * q
        saved = ahead
    for number in saves:
        keep = Fraction(number - 1, 6)
        ahead = {}
        for damage, p in saved.items():
            for kept in range(damage + 1):
                share = _binomial(damage, kept, keep)
                ahead[kept] = ahead.get(kept, Fraction(0)) + p * share
        saved = ahead
    assert dict(ours) == {k: v for k, v in saved.items() if v}


def _binomial(n: int, k: int, p: Fraction) -> Fraction:
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize(("need", "half"), [(4, Fraction(1, 2)), (2, Fraction(5, 6))])
def test_a_reroll_of_successes_squares_the_chance(need, half):
    """DZ-GSH-03: p becomes p squared."""
    wound = Wound(Needs(need, None), again=True)
    step = ToHit(1, 2, wound)
    ours = odds(step, exact=True).map(lambda harm: harm.damage)
    assert ours[1] == Fraction(5, 6) * half * half


def test_a_blast_hits_glances_or_misses():
    """DZ-KEY-04: 4+ hits in full, 2 and 3 glance, 1 misses; D6 hits on Infantry."""
    sure, never = Wound(Needs(2, 2)), Wound(Needs(None, None))
    step = Blasts(1, 4, never, sure, DiceExpr(1, 6))
    assert odds(step, exact=True).map(lambda harm: harm.damage)[2] == Fraction(1, 3) * Fraction(
        5, 6
    )
    full = Blasts(1, 4, Wound(Needs(2, None)), never, DiceExpr(1, 6))
    mean = odds(full, exact=True).map(lambda harm: harm.damage).mean()
    assert mean == Fraction(1, 2) * Fraction(7, 2) * Fraction(5, 6)


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))))
def test_focus_gives_away_what_it_gives_up(case):
    """DZ-KEY-02: every hit given up raises one kept."""
    hits, discard = case
    kept = boosts(hits, discard)
    assert len(kept) == hits - discard
    assert sum(kept) == discard
    assert max(kept) - min(kept) <= 1


@given(armours)
def test_collateral_always_damages_on_a_six_and_never_twice(armour):
    """DZ-COL-02."""
    found = collateral(armour, 4)
    assert found.of_face(6) == 1
    assert set(found.chances()) <= {0, 1}
    assert found.of_face(1) == 0
