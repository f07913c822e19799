"""Odds of fire, held against counting every face: whole families of weapons first."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import odds, sample
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.barrage import Salvo, ToHit
from defilade.systems.dropfleet.battle import Battle, ShipLine, WeaponLine
from defilade.systems.dropfleet.bodies import body
from defilade.systems.dropfleet.options import HouseRules, with_options
from defilade.systems.dropfleet.plan import Toll, fire_on, shot_of
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.shot import Shot, Slot
from defilade.systems.dropfleet.state import Allocation
from defilade.systems.dropfleet.terms import Layer, Order
from defilade.table import Draft, Table
from defilade.values import DiceExpr, Need

POLICY = POLICIES["default"]


def range_of(*weapons: WeaponLine, options: HouseRules | None = None, **target: Any) -> Table[Any]:
    """A firer with weapons w0, w1... and one target in front of it."""
    named = {f"w{number}": weapon for number, weapon in enumerate(weapons)}
    defaults: dict[str, Any] = {"hull_start": 20, "armour": Need(4), "scan": 6, "signature": 6}
    ships = {
        "A": ShipLine(
            "red",
            (10, 10),
            layer=Layer.HIGH,
            weapons=named,
            orders=Order.WEAPONS_FREE,
            moved=True,
            scan=6,
            signature=6,
            hull_start=10,
            armour=Need(4),
        ),
        "B": ShipLine("blue", (10, 15), layer=Layer.HIGH, **{**defaults, **target}),
    }
    table = SYSTEM.check(Draft("dropfleet", Battle(ships=ships, options=options or HouseRules())))
    assert isinstance(table, Table), table
    return table


def everything(table: Table[Any]) -> tuple[Allocation, ...]:
    """All of A's weapons on B."""
    weapons = table.state.ships["A"].profile.weapons
    return tuple(Allocation("A", name, "B", weapon.attack) for name, weapon in weapons.items())


def tolls(table: Table[Any]) -> Any:
    """The exact odds of all of A's fire on B."""
    plan = fire_on(table.state, table.options, "B", everything(table))
    return odds(plan, policy=POLICY, exact=True, budget=10**7)


def hull(table: Table[Any]) -> Any:
    return tolls(table).map(lambda toll: toll.hull)


def line(lock: int, attack: str, damage: str = "1", *special: str) -> WeaponLine:
    dice = DiceExpr.parse(attack), DiceExpr.parse(damage)
    return WeaponLine(Need(lock), *dice, "F/S/R", special)


SPECIALS = st.sampled_from(
    [
        (),
        ("Close Action",),
        ("Close Action (Swarmer)",),
        ("Close Action (Beam)", "Crippling"),
        ("Burnthrough (4)",),
        ("Flash",),
        ("Distortion",),
        ("Particle", "Corruptor"),
        ("Unstable",),
        ("Impel (2)", "Calibre (M)"),
        ("Scald", "Close Action", "Flash"),
    ]
)
WEAPONS = st.builds(
    lambda lock, attack, damage, special: line(lock, attack, damage, *special),
    st.integers(2, 6),
    st.sampled_from(["1", "2", "3", "D3", "D3+1"]),
    st.sampled_from(["1", "2", "D3"]),
    SPECIALS,
)
TARGETS = st.fixed_dictionaries(
    {
        "armour": st.integers(2, 6).map(Need),
        "pcm": st.none() | st.integers(2, 6).map(Need),
        "pd": st.integers(0, 4),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(WEAPONS, min_size=1, max_size=3), TARGETS)
def test_probabilities_are_probabilities(weapons: list[WeaponLine], target: Any) -> None:
    result = tolls(range_of(*weapons, **target))
    assert sum(result.values()) == 1
    assert all(0 < chance <= 1 for chance in result.values())
    assert all(
        min(t.hull, t.critical, t.spikes, t.crippling, t.tokens, t.impels, t.fighters) >= 0
        for t in result
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(WEAPONS, min_size=1, max_size=2), TARGETS, st.integers(2, 5))
def test_better_armour_never_hurts(weapons: list[WeaponLine], target: Any, armour: int) -> None:
    """More than the mean: no number of points is likelier to be reached (fault A43)."""
    worse = hull(range_of(*weapons, **{**target, "armour": Need(armour + 1)}))
    better = hull(range_of(*weapons, **{**target, "armour": Need(armour)}))
    for points in range(max(worse) + 1):
        assert better.at_least(points) <= worse.at_least(points)


@settings(max_examples=30, deadline=None)
@given(st.lists(WEAPONS, min_size=1, max_size=2), TARGETS)
def test_floats_agree_with_fractions(weapons: list[WeaponLine], target: Any) -> None:
    table = range_of(*weapons, **target)
    plan = fire_on(table.state, table.options, "B", everything(table))
    exact = odds(plan, policy=POLICY, exact=True, budget=10**7)
    plain = odds(plan, policy=POLICY, budget=10**7)
    assert set(exact) == set(plain)
    assert all(abs(float(exact[toll]) - plain[toll]) < 1e-12 for toll in exact)


def test_a_sample_is_near_the_odds() -> None:
    table = range_of(line(3, "4", "1", "Close Action"), line(3, "2", "1", "Flash"), pd=3)
    plan = fire_on(table.state, table.options, "B", everything(table))
    drawn = sample(plan, 40_000, "a seed", policy=POLICY).map(lambda toll: toll.hull)
    exact = hull(table)
    for points in range(6):
        assert abs(drawn.at_least(points) - float(exact.at_least(points))) < drawn.bound(0.999)


def counted_by_faces(shot: Shot, dice: int) -> dict[int, Fraction]:
    """Unsaved points of plain dice of damage 1, from all faces of throws and saves."""
    found: Counter[int] = Counter()
    for throw in product(range(1, 7), repeat=dice):
        for saves in product(range(1, 7), repeat=dice):
            lost = 0
            for face, roll in zip(throw, saves, strict=True):
                if face < shot.lock:
                    continue
                critical = shot.crit_from is not None and face >= shot.crit_from
                need = shot.passive if critical else shot.save
                lost += need is None or roll < need
            found[lost] += 1
    return {lost: Fraction(ways, 36**dice) for lost, ways in found.items()}


@pytest.mark.parametrize("lock", range(2, 7))
@pytest.mark.parametrize("armour", [2, 4, 6])
@pytest.mark.parametrize("pcm", [None, 3, 6])
def test_plain_dice_by_counting_faces(lock: int, armour: int, pcm: int | None) -> None:
    """DF-HIT-01, DF-CRT-01, DF-SAV-01 and DF-SAV-03 at once, for two dice (fault A46)."""
    table = range_of(line(lock, "2"), armour=Need(armour), pcm=None if pcm is None else Need(pcm))
    firer = table.state.ships["A"]
    one = everything(table)[0]
    shot = shot_of(table.state, table.options, one, table.state.ships["B"])
    assert firer.profile.weapons["w0"].lock == Need(shot.lock)
    assert dict(hull(table)) == counted_by_faces(shot, 2)


def test_the_means_of_the_stages_reconcile() -> None:
    """Attack 4, Lock 3+, save 4+: hits 8/3, criticals 4/3, saved 2/3, damage 2 (fault A44)."""
    table = range_of(line(3, "4"), armour=Need(4))
    shot = shot_of(table.state, table.options, everything(table)[0], body(table.state, "B"))  # type: ignore[arg-type]
    struck = odds(ToHit(shot), exact=True)
    hits = struck.map(lambda s: s.hits.all).mean()
    criticals = struck.map(lambda s: s.hits.critical).mean()
    lost = odds(Salvo(shot, (Slot.HULL,)), exact=True).mean()
    assert (hits, criticals, lost) == (Fraction(8, 3), Fraction(4, 3), 2)
    assert hits - lost == Fraction(2, 3)
    assert hull(table).mean() == 2


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.integers(2, 6), st.integers(1, 3))
def test_a_whole_weapon_is_its_dice_one_by_one(lock: int, armour: int, dice: int) -> None:
    """What the quick way and the step by step way say is the same."""
    table = range_of(line(lock, str(dice)), armour=Need(armour))
    one = everything(table)[0]
    shot = shot_of(table.state, table.options, one, table.state.ships["B"])
    assert odds(Salvo(shot, (Slot.HULL,)), exact=True) == hull(table)


def test_two_shots_are_the_sum_of_two_shots() -> None:
    """DF-ALL-07: throwing weapons together changes nothing."""
    one, two = line(3, "2", "2"), line(4, "3")
    both = hull(range_of(one, two))
    first, second = hull(range_of(one)), hull(range_of(two))
    total: Counter[int] = Counter()
    for a, p in first.items():
        for b, q in second.items():
            total[a + b] += p * q
    assert dict(both) == dict(total)


@pytest.mark.parametrize(
    ("text", "low", "high", "mean"),
    [("D6", 1, 6, 3.5), ("D3+1", 2, 4, 3), ("2D3", 2, 6, 4), ("D6+1", 2, 7, 4.5)],
)
def test_dice_that_are_added_to(text: str, low: int, high: int, mean: float) -> None:
    """`D6+1` is no D7; one more makes each of them one more (fault A47, DF-ALL-11)."""
    dice = DiceExpr.parse(text)
    assert (dice.low, dice.high, dice.mean) == (low, high, mean)
    more = dice.plus(1)
    assert (more.low, more.high, more.mean) == (low + 1, high + 1, mean + 1)
    assert DiceExpr.parse(str(more)) == more


def test_crippling_hits_one_by_one() -> None:
    """One crippling roll for a weapon however many criticals (DF-CRP-08)."""
    result = tolls(range_of(line(2, "2", "1", "Crippling"), armour=Need(6)))
    assert {toll.crippling for toll in result} == {0, 1}
    assert result.p(lambda toll: toll.crippling == 1) == Fraction(3, 4)


def test_corruptor_counts_dice_not_points() -> None:
    """Each critical die that takes hull gives one token (DF-WPN-12)."""
    result = tolls(range_of(line(2, "2", "3", "Corruptor"), armour=Need(2)))
    assert max(toll.tokens for toll in result) == 2
    assert result.map(lambda toll: toll.tokens).mean() == 1


def test_unstable_counts_apart_from_the_target() -> None:
    """Two dice, Damage 2: each 6 costs the firer 2 (DF-WPN-16)."""
    result = tolls(range_of(line(4, "2", "2", "Unstable")))
    assert result.map(lambda toll: toll.backlash[0][1]).mean() == Fraction(2, 3)


def test_point_defence_pools() -> None:
    """One roll for the target, or one for each weapon: more dice stop more (DF-PD-03)."""
    weapons = [line(3, "3", "1", "Close Action"), line(3, "3", "1", "Close Action")]
    pooled = hull(range_of(*weapons, pd=3)).mean()
    apart = with_options(HouseRules(), {"pd_pooling": "per_weapon"})
    assert hull(range_of(*weapons, pd=3, options=apart)).mean() < pooled


def test_asking_what_to_stop_needs_a_policy() -> None:
    asking = with_options(HouseRules(), {"pd_policy": "ask"})
    table = range_of(line(2, "4", "1", "Close Action"), pd=4, options=asking, armour=Need(6))
    plan = fire_on(table.state, table.options, "B", everything(table))
    criticals = odds(plan, policy=POLICIES["default"], exact=True)
    normals = odds(plan, policy=POLICIES["normals_first"], exact=True)
    assert criticals != normals
    assert all(isinstance(toll, Toll) for toll in criticals)
