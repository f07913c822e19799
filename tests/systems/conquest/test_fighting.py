"""Clash, split Attacks, Volley and their odds, by counting."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from defilade.dice import Choose, Done, Seeded, odds, play, sample
from defilade.game import Rejection
from defilade.systems.conquest.actions import Clash, Suffer, Volley, Withdraw
from defilade.systems.conquest.begin import Divided, begin
from defilade.systems.conquest.clash import fought
from defilade.systems.conquest.policies import POLICIES
from defilade.systems.conquest.prospect import prospect
from defilade.systems.conquest.splitting import (
    Score,
    Splitting,
    after_toll,
    breaks,
    destroys,
    stands_lost,
    worths,
    wounds_dealt,
)
from defilade.systems.conquest.state import Regiment
from defilade.systems.conquest.steps import Toll
from defilade.systems.protocol import Prospect
from tests.systems.conquest.boards import MILL, active, infantry, table


def siege(**second: object) -> tuple[object, object]:
    """A garrison of five Stands between two enemies."""
    regiments = [
        infantry("R", location="G", stands=5, Attacks=1, Clash=2, Resolve=3),
        infantry("E1", player="B", front_centre=[20, 17.5], Defence=3, Evasion=1, Resolve=2),
        infantry(
            "E2",
            **{
                "player": "B",
                "front_centre": [20, 22.5],
                "facing_deg": 270,
                "stands": 2,
                "Defence": 1,
                "Evasion": 0,
                "Resolve": 1,
                **second,
            },
        ),
    ]
    return table([{**MILL, "occupant": "R"}], regiments)


def test_an_unsplit_clash_asks_its_player_how_to_split() -> None:
    """CQ-CLA-08: every way of sharing 20 Attacks between two enemies."""
    state, rules = siege()
    begun = begin(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(begun, Divided)
    question = begun.ask().ask()  # type: ignore[union-attr]
    assert isinstance(question, Choose)
    assert [str(o) for o in question.options][:2] == ["E1 20, E2 0", "E1 19, E2 1"]
    assert len(question.options) == 21


@pytest.mark.parametrize("policy", ["default", "most_stands", "most_destroyed", "most_broken"])
def test_the_best_split_is_best_by_trying_all(policy: str) -> None:
    state, rules = siege()
    begun = begin(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(begun, Divided)

    def score(foe: Regiment, toll: Toll) -> float:
        after = after_toll(foe, toll)
        match policy:
            case "default":
                return wounds_dealt(foe, toll)
            case "most_stands":
                return foe.stands - after.stands
            case "most_destroyed":
                return after.destroyed
            case _:
                return after.destroyed or (after.broken and not foe.broken)

    def worth(*numbers: int) -> float:
        total = 0.0
        for foe, number in zip(begun.foes, numbers, strict=True):
            whole = odds(foe.assault(number))
            total += sum(float(p) * score(foe.regiment, toll) for toll, p in whole.items())
        return total

    question = begun.ask().ask()  # type: ignore[union-attr]
    assert isinstance(question, Choose)
    picked = POLICIES[policy]["split"](question)
    most = max(worth(n, 20 - n) for n in range(21))
    assert worth(picked.number, 20 - picked.number) == pytest.approx(most, abs=1e-9)


@pytest.mark.parametrize("policy", ["default", "most_stands", "most_destroyed", "most_broken"])
def test_a_best_split_among_three_is_best_by_trying_all(policy: str) -> None:
    state, rules = siege()
    begun = begin(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(begun, Divided)
    score = {
        "default": wounds_dealt,
        "most_stands": stands_lost,
        "most_destroyed": destroys,
        "most_broken": breaks,
    }[policy]
    one, two = begun.foes
    hurt = replace(one, regiment=replace(one.regiment, models=(1, 1)))
    hurt = replace(hurt, one=replace(hurt.one, victim=hurt.regiment))
    splitting: Any = Splitting("A", (two, one, hurt), 9)
    while not isinstance(splitting, Done):
        splitting = splitting.take(POLICIES[policy]["split"](splitting.ask()))
    each = [worths(foe, 9, score) for foe in (two, one, hurt)]
    ways = [(a, b, 9 - a - b) for a in range(10) for b in range(10 - a)]
    most = max(sum(own[n] for own, n in zip(each, way, strict=True)) for way in ways)
    found = sum(own[n] for own, n in zip(each, splitting.value, strict=True))
    assert found == pytest.approx(most, abs=1e-9)


@pytest.mark.parametrize("score", [wounds_dealt, stands_lost, destroys, breaks])
def test_what_attacks_are_worth_is_what_their_odds_say(score: Score) -> None:
    state, rules = siege(Wounds=2)
    begun = begin(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(begun, Divided)
    for foe in begun.foes:
        found = worths(foe, 24, score)
        for number in (0, 1, 2, 7, 24):
            whole = odds(foe.assault(number))
            wanted = sum(float(p) * score(foe.regiment, toll) for toll, p in whole.items())
            assert found[number] == pytest.approx(wanted, abs=1e-9)


def test_many_enemies_and_attacks_are_split_at_once() -> None:
    """Every way of sharing 60 Attacks among five is half a million."""
    state, rules = siege()
    begun = begin(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(begun, Divided)
    foes = (*begun.foes, *begun.foes, begun.foes[0])
    splitting: Any = Splitting("A", foes, 60)
    while not isinstance(splitting, Done):
        splitting = splitting.take(POLICIES["default"]["split"](splitting.ask()))
    assert sum(splitting.value) == 60


def test_shares_of_one_enemy_add_up() -> None:
    """CQ-CLA-08."""
    state, rules = siege()
    action = Clash("R", split=(("E1", 12), ("E1", 8)))
    found = fought(active(state, "R"), rules, action)  # type: ignore[arg-type]
    assert not found.reasons
    assert found.strikes["E1"].total == 20


def test_the_odds_of_a_split_clash_are_a_distribution_and_say_whose_split_it_is() -> None:
    state, rules = siege()
    found = prospect(active(state, "R"), rules, Clash("R"))  # type: ignore[arg-type]
    assert isinstance(found, Prospect)
    whole = odds(found.procedure, policy=POLICIES["default"], exact=True)
    assert sum(whole.values()) == 1
    assert [n.code for n in found.notes] == ["split_by_policy"]
    names = {m.name for m in found.measures}
    assert {"wounds_E1", "wounds_E2", "destroyed_E2"} <= names


def test_odds_of_emptying_a_garrison_agree_with_a_sample() -> None:
    """CQ-CLA-02, CQ-MOR-01, CQ-WND-02."""
    regiments = [
        infantry("R", front_centre=[20, 17.5], stands=6, files=3, Attacks=1, Clash=4),
        infantry("E", player="B", location="G", stands=1, Defence=0, Evasion=1, Resolve=1),
    ]
    state, rules = table([{**MILL, "occupant": "E"}], regiments)
    found = prospect(active(state, "R"), rules, Clash("R"))
    assert isinstance(found, Prospect)
    measure = next(m for m in found.measures if m.name == "garrison_emptied")
    exact = odds(found.procedure, exact=True).map(measure.of)[True]
    tried = sample(found.procedure, 100_000, 7).map(measure.of)[True]
    assert isinstance(exact, Fraction)
    assert abs(float(exact) - tried) < 0.01
    assert 0.5 < exact < 1


def test_obscured_shots_are_marked_as_a_stand_in() -> None:
    """CQ-VOL-12 has no source: the odds say so."""
    regiments = [
        infantry("R", location="G", Volley=2, barrage={"shots": 1, "range": 20}),
        infantry("T", player="B", front_centre=[20, 32], facing_deg=270),
    ]
    state, rules = table([{**MILL, "occupant": "R"}], regiments)
    found = prospect(active(state, "R"), rules, Volley("R", "T"))
    assert isinstance(found, Prospect)
    assert [(n.clause, n.default) for n in found.notes] == [("CQ-VOL-12", True)]


def test_a_volley_may_cause_no_morale() -> None:
    """CQ-MOR-03, option volley_causes_morale."""
    regiments = [
        infantry("R", location="G", Volley=4, barrage={"shots": 1, "range": 20}),
        infantry("T", player="B", front_centre=[20, 26], facing_deg=270),
    ]
    for causes in (True, False):
        state, rules = table([{**MILL, "occupant": "R"}], regiments, volley_causes_morale=causes)
        found = prospect(active(state, "R"), rules, Volley("R", "T"))
        assert isinstance(found, Prospect)
        failures = next(m for m in found.measures if m.name == "resolve_failures")
        assert (odds(found.procedure).map(failures.of).mean() > 0) is causes


def test_failed_dice_are_thrown_once_more_and_no_more() -> None:
    """CQ-DIC-03: 1 - (2/3)^2 to hit on 2, never a third throw."""
    regiments = [
        infantry(
            "R",
            front_centre=[20, 17.5],
            stands=1,
            files=1,
            models=[1],
            Clash=2,
            rerolls=["hit"],
            starting_stands=1,
        ),
        infantry("E", player="B", location="G", Defence=0, Evasion=0, stands=4),
    ]
    state, rules = table([{**MILL, "defence": 0, "occupant": "E"}], regiments)
    found = prospect(active(state, "R"), rules, Clash("R"))
    assert isinstance(found, Prospect)
    hurt = odds(found.procedure, exact=True).p(lambda tolls: tolls[0].wounds > 0)
    assert hurt == Fraction(5, 9) * Fraction(5, 6)


def test_a_withdraw_that_would_break_the_turn_is_refused_before_any_die() -> None:
    """CQ-LEA-12, CQ-WIT-01."""
    regiments = [
        infantry("R", location="G", occupied_this_turn=["G"]),
        infantry("E", player="B", front_centre=[20, 17.5]),
    ]
    state, rules = table([{**MILL, "occupant": "R"}], regiments)
    begun = begin(active(state, "R"), rules, Withdraw("R"))
    assert isinstance(begun, Rejection)
    assert "CQ-LEA-12" in {r.clause for r in begun.reasons}


def test_wounds_of_the_ground_ask_for_no_die() -> None:
    """CQ-MOR-03."""
    from defilade.dice import Run
    from defilade.systems.conquest.terms import Cause

    state, rules = table([MILL], [infantry("R", front_centre=[10, 10])])
    quiet = begin(state, rules, Suffer("R", 3, Cause.GROUND))
    loud = begin(state, rules, Suffer("R", 3, Cause.SPELL))
    assert not isinstance(quiet, Rejection)
    assert not isinstance(loud, Rejection)
    assert Run.start(quiet).done
    assert Run.start(loud).needs == 3


def test_dice_say_whose_they_are() -> None:
    """Several Regiments are fought at once; every throw names its own."""
    state, rules = siege()
    action = Clash("R", split=(("E1", 10), ("E2", 10)))
    begun = begin(active(state, "R"), rules, action)  # type: ignore[arg-type]
    assert not isinstance(begun, Rejection)
    _, thrown = play(begun, Seeded("q"))
    told = [(one.question.clause, getattr(one.question, "about", "")) for one in thrown]
    assert told[:2] == [("CQ-CLA-13", "R -> E1"), ("CQ-CLA-14", "E1")]
    assert {about for _, about in told} == {"R -> E1", "E1", "R -> E2", "E2"}
