"""Odds against the same thing counted face by face, and against another calculator's means."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from defilade.dice import BudgetSpent, odds, sample
from defilade.systems.wh40k.attack import Attack, save_from
from defilade.systems.wh40k.policies import POLICIES
from defilade.systems.wh40k.squad import Group, Squad
from defilade.systems.wh40k.volley import Deal, Volley, thresholds
from defilade.values import DiceExpr
from tests.systems.wh40k.benches import ask


def attack(**more: object) -> Attack:
    plain = {
        "dice": DiceExpr.fixed(1),
        "hit_from": 3,
        "wound_from": 4,
        "critical_from": 6,
        "ap": 0,
        "damage": DiceExpr.fixed(1),
    }
    return Attack(**{**plain, **more})  # type: ignore[arg-type]


GUARD = Group("guard", 1, 2, 1, save=5)
TROOP = Group("troop", 2, 3, 2, save=4)
HERO = Group("hero", 3, 1, 3, save=3, character=True)


@pytest.mark.parametrize("number", [1, 3, 4])
def test_dealing_lowest_first_is_exact(number: int) -> None:
    """WH-SAV-02: counted over all faces, dealt one by one."""
    squad = Squad((GUARD, TROOP, HERO))
    counted: dict[Squad, int] = {}
    for faces in product(range(1, 7), repeat=number):
        left = squad
        for face in sorted(faces):
            current = left.current
            if current is not None and face < left.groups[current].save:
                left = left.take(2)
        counted[left] = counted.get(left, 0) + 1
    needs = thresholds(squad)
    total: dict[Squad, Fraction] = {}
    for faces in product(range(1, 7), repeat=number):
        bands = tuple(
            sum(low <= face < high for face in faces)
            for low, high in zip((1, *needs[:-1]), needs, strict=True)
        )
        found = odds(Deal(bands, needs, 0, DiceExpr.fixed(2), squad), exact=True)
        for left, p in found.items():
            total[left] = total.get(left, Fraction(0)) + Fraction(p) / 6**number
    assert total == {left: Fraction(n, 6**number) for left, n in counted.items()}


def test_independence_would_be_wrong() -> None:
    """WH-SAV-01: with a half-dead model the second wound does not know the first."""
    squad = Squad((Group("a", 2, 2, 1, save=7),))
    found = odds(
        Volley(attack(dice=DiceExpr.fixed(2), hit_from=None, wound_from=2), squad), exact=True
    )
    assert found.p(lambda left: left.models == 0) == 0
    assert found.p(lambda left: left.models == 1 and left.groups[0].left == 1) == Fraction(25, 36)


def test_precision_picks_and_policies_choose() -> None:
    """WH-WPN-11, WH-WPN-05: the policy named decides."""
    squad = Squad((TROOP, HERO))
    volley = Volley(attack(precision=True, lethal=True), squad, "blue", ("hero",))
    hurt = {}
    for name in ("default", "characters_first"):
        found = odds(volley, policy=POLICIES[name], exact=True)
        hurt[name] = found.p(lambda left: any(g.name == "hero" and g.left < 3 for g in left.groups))
    assert hurt["default"] == 0
    assert hurt["characters_first"] > 0
    less = odds(volley, policy=POLICIES["without_lethal"], exact=True)
    more = odds(volley, policy=POLICIES["default"], exact=True)
    assert less.p(lambda left: left == squad) != more.p(lambda left: left == squad)


def test_too_much_to_be_exact_says_so_and_can_be_sampled() -> None:
    """WH-SAV-02: never a sample instead of an answer, never a hang."""
    groups = tuple(
        Group(f"g{k}", 3, 4, 3, save=2 + k, feel_no_pain=5 - k % 3 + 1) for k in range(4)
    )
    volley = Volley(attack(dice=DiceExpr.fixed(16), damage=DiceExpr.parse("D6")), Squad(groups))
    with pytest.raises(BudgetSpent):
        odds(volley, policy=POLICIES["default"], budget=20_000)
    found = sample(volley, 2_000, "salvo", policy=POLICIES["default"])
    assert found.trials == 2_000


def test_save_needs() -> None:
    """WH-SAV-03: both saves are tried; AP does not touch the invulnerable one."""
    assert [save_from(3, inv, ap) for inv, ap in ((5, -3), (5, 0), (4, -1), (None, -4))] == [
        5,
        3,
        4,
        7,
    ]


SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[4] / "shared"))
CRUNCHER = SHARED / "realfiles" / "odds" / "wh40k-cruncher"


def stages(name: str) -> dict[str, float]:
    found = next(CRUNCHER.glob(f"{name}-*.json"))
    stages: dict[str, float] = json.loads(found.read_text(encoding="utf-8"))["expected"]["stages"]
    return stages


# The files name weapons and targets by id; these are the numbers that their stages stand for.
BOLTER = {"R": 30, "A": 2, "BS": 3, "S": 4, "AP": -1, "D": 1}
LASCANNON = {"R": 48, "A": 1, "BS": 3, "S": 12, "AP": -3, "D": "D6+1"}
MELTA = {"R": 18, "A": 2, "BS": 3, "S": 9, "AP": -4, "D": "D6", "abilities": ["MELTA 2"]}
TWIN = {**MELTA, "abilities": ["MELTA 2", "TWIN-LINKED"]}
SWORD = {"A": 4, "WS": 3, "S": 3, "AP": 0, "D": 1, "kind": "melee"}
ANTI = {**BOLTER, "abilities": ["ANTI-INFANTRY 5+"]}
CANNON = {"R": 36, "A": "D3", "BS": 3, "S": 10, "AP": -3, "D": 3}
MARINE = {"T": 4, "Sv": 3, "W": 2, "models": 5}
KNIGHT = {"T": 11, "Sv": 3, "InSv": 5, "W": 26, "models": 1, "kw": ["VEHICLE"]}
CULTISTS = {"T": 3, "Sv": 6, "W": 1, "models": 10, "kw": ["INFANTRY"]}


@pytest.mark.skipif(not CRUNCHER.exists(), reason="the shared material is not here")
@pytest.mark.parametrize(
    ("name", "weapon", "target", "more"),
    [
        ("01", BOLTER, MARINE, {"weapons": 5}),
        ("02", LASCANNON, KNIGHT, {}),
        ("03", SWORD, CULTISTS, {"weapons": 5}),
        ("04", MELTA, KNIGHT, {"half_range": True}),
        ("05", ANTI, CULTISTS, {"weapons": 5}),
        ("07", TWIN, KNIGHT, {"half_range": True}),
        ("11", CANNON, CULTISTS, {"cover": True}),
        ("12", BOLTER, CULTISTS, {"cover": True, "weapons": 10}),
    ],
)
def test_means_agree_with_another_calculator(
    name: str, weapon: dict[str, object], target: dict[str, object], more: dict[str, object]
) -> None:
    """Stage by stage, where the vocabulary is the same."""
    wanted = stages(name)
    got = ask({"weapon": weapon, "target": target}, query="stage_means", **more)
    for key in ("attacks", "hits", "unsaved", "damage"):
        assert float(got[key]) == pytest.approx(wanted[key], abs=1e-4), key
