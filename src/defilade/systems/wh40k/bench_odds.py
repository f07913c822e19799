"""Odds of worked cases, all in exact fractions from the procedures that are played.

Knows the words of cases and which measure of an answer they name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from defilade.dice import Choose, Just, Many, Odds, Procedure, Total, odds
from defilade.systems.wh40k import bench_values as values
from defilade.systems.wh40k.attack import NEVER, Attack, save_from, wound_need
from defilade.systems.wh40k.bench_state import Bench, Given
from defilade.systems.wh40k.build import ability
from defilade.systems.wh40k.morale import TWO_DICE, Leadership
from defilade.systems.wh40k.volley import (
    Hurt,
    ToHit,
    ToWound,
    Volley,
    mortal_pain,
    wounds_of,
)

Answer = Mapping[str, Any]
Query = Callable[[Bench, Given], Answer]


def _policy(question: Choose) -> Any:
    return question.options[0]


def chances(procedure: Any) -> Odds[Any]:
    """Exact odds, the first option of every choice taken."""
    return odds(procedure, policy=_policy, exact=True)


def _share(found: Mapping[Any, Any], holds: Callable[[Any], bool]) -> Fraction:
    return sum((Fraction(p) for got, p in found.items() if holds(got)), Fraction(0))


def _one(made: Attack) -> Odds[Any]:
    """The bare answer of one hit roll: how many hits, critical ones included."""
    return chances(_HitsOf(made))


class _HitsOf:
    """Counts hits of one attack die; sustained hits with them."""

    def __init__(self, made: Attack) -> None:
        self.made = made

    def __hash__(self) -> int:
        return hash(self.made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _HitsOf) and self.made == other.made

    def ask(self) -> Any:
        """The hit roll of the rules."""
        return ToHit(self.made, (NEVER,)).ask()

    def take(self, got: Any) -> Any:
        """Hits."""
        from defilade.dice import Done

        after = ToHit(self.made, (NEVER,)).take(got)
        return Done(after.dice + after.sure if isinstance(after, ToWound) else 0)


def hit_chance(made: Attack) -> Fraction:
    """The chance that one die hits."""
    return _share(_one(made), lambda hits: hits > 0)


def wound_chance(made: Attack) -> Fraction:
    """The chance that one hit wounds by its roll."""
    found = chances(ToWound(made, (NEVER,), 1, 0))
    return _share(found, lambda got: sum(got) > 0)


def hit_p(bench: Bench, step: Given) -> Answer:
    """The chance of one hit."""
    return {"p": hit_chance(values.attack(bench, step))}


def wound_p(bench: Bench, step: Given) -> Answer:
    """The chance that a hit wounds, and what it needs (WH-ATK-04)."""
    made = values.attack(bench, step)
    gun, about = values.weapon(bench, step), values.situation(bench, step)
    return {"p": wound_chance(made), "needs": wound_need(gun.strength, about.toughness)}


def unsaved_chance(bench: Bench, step: Given) -> Fraction:
    """The chance that a wound is not saved (WH-SAV-03)."""
    line = values.target_line(bench, step)
    gun = values.weapon(bench, step)
    need = save_from(int(line.get("Sv", 7)), line.get("InSv"), gun.ap)
    return Fraction(min(6, need - 1), 6)


def unsaved_p(bench: Bench, step: Given) -> Answer:
    """The chance that a wound is not saved."""
    return {"p": unsaved_chance(bench, step)}


def odds_(bench: Bench, step: Given) -> Answer:
    """The steps of one attack, and its chance to damage."""
    made = values.attack(bench, step)
    squad = values.squad(values.target_line(bench, step), made.ap)
    saves = tuple(sorted({group.save for group in squad.groups}))
    one = chances(ToHit(made, saves))
    answer: dict[str, Any] = {
        "hit_p": hit_chance(made),
        "wound_p": wound_chance(made),
        "unsaved_p": unsaved_chance(bench, step),
        "damage_p": _share(one, lambda got: sum(got) > 0),
    }
    return answer | _destroyed(bench, step)


def hits_distribution(bench: Bench, step: Given) -> Answer:
    """How many hits, with SUSTAINED HITS (WH-WPN-08)."""
    made = values.attack(bench, step)
    found = chances(_Dice(made, _HitsOf(made)))
    return _distribution(found)


class _Dice:
    """All attack dice of an attack, one thing asked of each."""

    def __init__(self, made: Attack, one: Any) -> None:
        self.made, self.one = made, one

    def __hash__(self) -> int:
        return hash(self.made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Dice) and (self.made, self.one) == (other.made, other.one)

    def ask(self) -> Total:
        """How many dice."""
        return Total("WH-ATK-01", self.made.dice)

    def take(self, number: int) -> Procedure:
        """One for each."""
        return Just(Many(max(0, number), self.one))


def _distribution(found: Mapping[Any, Any]) -> dict[str, Any]:
    mean = sum((Fraction(p) * got for got, p in found.items()), Fraction(0))
    return {str(k): found[k] for k in sorted(found)} | {"mean": mean}


def attack_dice(bench: Bench, step: Given) -> Answer:
    """Attack dice with what RAPID FIRE and BLAST add (WH-WPN-02, WH-WPN-07)."""
    dice = values.attack(bench, step).dice
    found = chances(Just(Total("WH-ATK-01", dice)))
    mean = _distribution(found)["mean"]
    return {"dice": dice.bonus if dice.is_fixed else str(dice), "mean": mean}


def at_least_one_hit(bench: Bench, step: Given) -> Answer:
    """The chance of a hit with all dice."""
    found = hits_distribution(bench, step)
    return {"p": 1 - Fraction(found.get("0", 0))}


def _volley(bench: Bench, step: Given) -> tuple[Odds[Any], int, int]:
    made = values.attack(bench, step)
    squad = values.squad(values.target_line(bench, step), made.ap)
    return chances(Volley(made, squad, "blue")), squad.models, squad.total


def models_destroyed(bench: Bench, step: Given) -> Answer:
    """How many models are destroyed, as a distribution with its mean."""
    found, models, _ = _volley(bench, step)
    return _distribution(found.map(lambda left: models - left.models))


def wounds_lost(bench: Bench, step: Given) -> Answer:
    """How many wounds are lost, as a distribution with its mean."""
    found, _, wounds = _volley(bench, step)
    return _distribution(found.map(lambda left: wounds - left.total))


def destroyed_p(bench: Bench, step: Given) -> Answer:
    """The chance that the whole target is destroyed."""
    return {"p": _destroyed(bench, step)["p_destroyed"]}


def _destroyed(bench: Bench, step: Given) -> dict[str, Any]:
    found, _, _ = _volley(bench, step)
    return {"p_destroyed": _share(found, lambda left: left.models == 0)}


def mean_damage(bench: Bench, step: Given) -> Answer:
    """Mean damage of one damaging attack, with MELTA (WH-WPN-06)."""
    made = values.attack(bench, step)
    return {"mean": _distribution(chances(Hurt(made.damage)))["mean"]}


def mean_unsaved(bench: Bench, step: Given) -> Answer:
    """Means of the whole volley by stage, surplus damage not taken off.

    Wounds that devastate are never saved and count from `damage` on (WH-WPN-03).
    """
    made = values.attack(bench, step)
    line = values.target_line(bench, step)
    squad = values.squad(line, made.ap)
    saves = tuple(sorted({group.save for group in squad.groups}))
    dice = _distribution(chances(Just(Total("WH-ATK-01", made.dice))))["mean"]
    hits = dice * _distribution(_one(made))["mean"]
    wounds = dice * _mean(chances(Just(wounds_of(made, 1, (NEVER,)))), sum)
    one = chances(Just(wounds_of(made, 1, saves)))
    unsaved = dice * _mean(one, lambda got: sum(got[:-1]))
    mortal = dice * _mean(one, lambda got: got[-1])
    group = squad.groups[0]
    usual, devastating = made.damage.plus(-group.less_damage), made.damage

    def hurt(pain: int | None, mortal_pain: int | None) -> Fraction:
        found = (unsaved, usual, pain), (mortal, devastating, mortal_pain)
        means = (n * _distribution(chances(Hurt(each, fnp)))["mean"] for n, each, fnp in found)
        return sum(means, Fraction(0))

    return {
        "attacks": dice,
        "hits": hits,
        "wounds": wounds,
        "unsaved": unsaved,
        "damage": hurt(None, None),
        "after_fnp": hurt(group.feel_no_pain, mortal_pain(group)),
    } | {"models_destroyed": models_destroyed(bench, step)["mean"]}


def _mean(found: Mapping[Any, Any], of: Callable[[Any], Any]) -> Fraction:
    return sum((Fraction(p) * of(got) for got, p in found.items()), Fraction(0))


def hazard_p(_bench: Bench, _step: Given) -> Answer:
    """The chance that a hazard roll fails (WH-MW-02)."""
    return {"p": Fraction(1, 3)}


def leadership_p(bench: Bench, step: Given) -> Answer:
    """The chance of a leadership roll (WH-MOR-01)."""
    need = int(str(values.told(bench, step, "Ld", 7)).rstrip("+"))
    return {"p": _share(chances(Leadership(need)), bool)}


def charge_p(bench: Bench, step: Given) -> Answer:
    """The chance of a charge roll (WH-MV-07)."""
    need = float(values.told(bench, step, "needed", 0))
    found = chances(Just(Total("WH-MV-07", TWO_DICE)))
    return {"p": _share(found, lambda total: total >= need - 1e-6)}


def effective_bs(bench: Bench, step: Given) -> Answer:
    """The ballistic skill after cover and plunging fire (WH-MOD-01)."""
    gun = values.weapon(bench, step)
    return {
        "bs": values.effective(bench, step, gun),
        "cover": values.covered(bench, step, gun),
        "plunging": values.plunges(bench, step, gun),
    }


def effective_ws(bench: Bench, step: Given) -> Answer:
    """The weapon skill; cover does not touch it (WH-COV-08)."""
    line = {**step, "kind": "melee"}
    return {"ws": values.effective(bench, line, values.weapon(bench, line))}


def parsed(_bench: Bench, step: Given) -> Answer:
    """An ability as it is read (WH-WPN-16)."""
    found = ability(str(step["ability"]))
    if found is None:
        return {"read": False}
    return {"read": True, "name": found.name, "value": found.value, "against": found.against}


ODDS: Mapping[str, Query] = {
    "hit_p": hit_p,
    "wound_p": wound_p,
    "unsaved_p": unsaved_p,
    "odds": odds_,
    "hits_distribution": hits_distribution,
    "attack_dice": attack_dice,
    "p_at_least_one_hit": at_least_one_hit,
    "distribution_models_destroyed": models_destroyed,
    "distribution_wounds_lost": wounds_lost,
    "p_destroyed": destroyed_p,
    "mean_damage": mean_damage,
    "stage_means": mean_unsaved,
    "p_hazard_fails": hazard_p,
    "p_leadership": leadership_p,
    "p_battle_shock_passed": leadership_p,
    "p_charge_at_least": charge_p,
    "effective_bs": effective_bs,
    "effective_ws": effective_ws,
    "ability": parsed,
}
