"""Each measure asked alone says what the joint odds of the whole volley say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.dice import BudgetSpent, odds
from defilade.systems.dropfleet.battle import WeaponLine
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.prospect import fire_prospect
from defilade.systems.measuring import measured_odds
from defilade.systems.protocol import Prospect
from defilade.values import Need
from tests.systems.dropfleet.test_odds import TARGETS, WEAPONS, everything, line, range_of

POLICY = POLICIES["default"]


def volley_of(*weapons: WeaponLine, **target: Any) -> Prospect:
    """The prospect of everything one ship has on another."""
    table = range_of(*weapons, **target)
    return fire_prospect(table.state, table.options, "B", everything(table))


@settings(max_examples=40, deadline=None)
@given(st.lists(WEAPONS, min_size=1, max_size=3), TARGETS)
def test_alone_is_as_read_off_the_joint_odds(weapons: list[WeaponLine], target: Any) -> None:
    prospect = volley_of(*weapons, **target)
    joint = odds(prospect.procedure, policy=POLICY, exact=True, budget=10**7)
    for measure, alone in measured_odds(prospect, POLICY, exact=True, budget=10**7):
        assert alone == joint.map(measure.of), measure.name


def test_pools_tell_weapons_apart_alone_too() -> None:
    """Which weapon's points Point Defence stops first is the same for every measure (DF-PD-04)."""
    weapons = (
        line(3, "2", "1", "Close Action"),
        line(3, "2", "1", "Close Action", "Crippling"),
        line(2, "2", "2", "Close Action", "Flash"),
        line(3, "2", "1", "Close Action", "Corruptor"),
    )
    prospect = volley_of(*weapons, pd=3, pcm=Need(5))
    joint = odds(prospect.procedure, policy=POLICY, exact=True, budget=10**7)
    found = measured_odds(prospect, POLICY, exact=True, budget=10**7)
    assert len(found) == 6
    for measure, alone in found:
        assert alone == joint.map(measure.of), measure.name


def test_eight_weapons_of_many_effects_answer_alone() -> None:
    """Their joint odds are over the budget, what a player reads is not."""
    effects = ("Burnthrough (6)", "Flash", "Crippling", "Corruptor", "Unstable")
    lasers = [line(2 + number, "2", "2", *effects) for number in range(4)]
    cannons = [line(2 + number, "6", "2") for number in range(4)]
    prospect = volley_of(*lasers, *cannons, pcm=Need(5))
    with pytest.raises(BudgetSpent):
        odds(prospect.procedure, policy=POLICY)
    names = [measure.name for measure, _ in measured_odds(prospect, POLICY)]
    assert names == [measure.name for measure in prospect.measures]
    assert {"hull_lost", "spiked", "crippling_roll", "corruptor_tokens", "lost_by_A"} < {*names}
