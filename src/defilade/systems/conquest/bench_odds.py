"""The odds of worked cases, in exact fractions.

Knows the case file's words for what is read off each procedure, and the loose numbers that
stand for whole Regiments there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from defilade.dice import Odds, odds
from defilade.systems.conquest.bench_answers import Answer, Step
from defilade.systems.conquest.bench_state import Bench
from defilade.systems.conquest.build import whole_models
from defilade.systems.conquest.characteristics import chance, resolve_of, saves
from defilade.systems.conquest.charging import needed
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.rules_leaving import withdrawal
from defilade.systems.conquest.splitting import after_toll, wounds_dealt
from defilade.systems.conquest.state import Barrage, Profile, Regiment
from defilade.systems.conquest.steps import Assault, Batch, Morale, Toll
from defilade.systems.conquest.volleying import dice_of, full_shots, in_full, single_shots

Numbers = Mapping[str, Any]
MOST = 60
"""Highest number that `at_least_N` is told for."""


def _exact(procedure: Any) -> Any:
    return odds(procedure, exact=True)


def regiment_of(given: Numbers, *, inside: bool = False) -> Regiment:
    """A Regiment of loose numbers."""
    barrage = given.get("barrage")
    if isinstance(barrage, Mapping):
        barrage = barrage.get("shots")
    profile = Profile(
        march=float(given.get("March", 5)),
        volley=int(given.get("Volley", 0)),
        clash=int(given.get("Clash", 0)),
        attacks=int(given.get("Attacks", 1)),
        wounds=int(given.get("Wounds", 1)),
        resolve=int(given.get("Resolve", 0)),
        defence=int(given.get("Defence", 0)),
        evasion=int(given.get("Evasion", 0)),
        models_per_stand=int(given.get("models_per_stand", 4)),
        barrage=Barrage(int(barrage), 1.0) if barrage is not None else None,
    )
    stands = int(given.get("stands", 1))
    models = tuple(given.get("models") or whole_models(profile, stands))
    start = int(given.get("stands_at_turn_start", len(models)))
    broken = bool(given.get("broken", False))
    return Regiment(
        "R",
        "A",
        profile,
        models,
        start,
        start,
        location="G" if inside else None,
        broken=broken,
        when_broken=int(given.get("stands_when_broken", len(models))) if broken else None,
    )


def save_of(given: Numbers, pierced: int, rules: HouseRules) -> int:
    """What a defender of loose numbers saves on."""
    bonus = int(given.get("garrison_defence", 0))
    defence, evasion = int(given.get("Defence", 0)), int(given.get("Evasion", 0))
    return saves(defence, evasion, bonus=bonus, pierced=pierced, rules=rules).target


def distribution(found: Odds[int]) -> Answer:
    """A distribution as cases read it."""
    top = max(found)
    return {
        "no_wound": found.p(lambda n: n == 0),
        "mean": found.mean(),
        "exact": {str(n): p for n, p in found.items()},
        **{f"at_least_{n}": found.at_least(n) for n in range(1, max(MOST, top) + 1)},
        **{f"exactly_{n}": found.get(n, Fraction(0)) for n in range(MOST)},
    }


def _totals(procedure: Any, victim: Regiment | None = None) -> Odds[int]:
    """Wounds in all, no more than the Models of a known victim can take."""
    found: Odds[Toll] = _exact(procedure)
    if victim is None:
        return found.map(lambda toll: toll.total)
    return found.map(lambda toll: wounds_dealt(victim, toll))


def odds_charge(bench: Bench, step: Step) -> Answer:
    """Chance of the Charge Roll."""
    del step
    given = bench.given
    face = needed(regiment_of(given), bench.rules, float(given["gap"]))
    return {"success": Fraction(max(0, 7 - face), 6), "needed": face}


def odds_clash(bench: Bench, step: Step) -> Answer:
    """Wounds of Strikes, or of Attacks split among several."""
    given = bench.given
    if "split" in given:
        return _split(bench, given, morale=bool(step.get("morale", False)))
    hit = int(given["Clash"]) + (bench.rules.inspire_bonus if given.get("inspired") else 0)
    return _attack(bench, step, (Batch(int(given["strikes"]), hit),), "cleave")


def _attack(bench: Bench, step: Step, batches: tuple[Batch, ...], piercing: str) -> Answer:
    given = bench.given
    defender = given.get("defender") or {}
    save = save_of(defender, int(given.get(piercing, 0)), bench.rules)
    victim = regiment_of(defender) if step.get("morale") else None
    whole = regiment_of(defender) if "stands" in defender else None
    found = _totals(Assault("CQ-CLA-13", batches, save, victim), whole)
    hit = batches[0].hit if batches else 0
    each = chance(hit) * (1 - chance(save))
    answer = distribution(found) | {"per_strike": each, "per_shot": each}
    if victim is not None:
        answer |= _ends(_exact(Assault("CQ-CLA-13", batches, save, victim)), victim)
    return answer


def _ends(found: Odds[Toll], victim: Regiment) -> Answer:
    return {
        "destroyed": found.p(lambda t: after_toll(victim, t).destroyed),
        "broken": found.p(lambda t: after_toll(victim, t).broken),
        "mean_stands_lost": found.map(
            lambda t: victim.stands - after_toll(victim, t).stands
        ).mean(),
    }


def _split(bench: Bench, given: Numbers, *, morale: bool) -> Answer:
    occupant = given["occupant"]
    answer: Answer = {}
    nothing: Any = Fraction(1)
    for name, number in given["split"].items():
        defender = given["defenders"][name]
        save = save_of(defender, int(occupant.get("cleave", 0)), bench.rules)
        victim = regiment_of(defender) if morale else None
        batch = Batch(int(number), int(occupant["Clash"]))
        whole = regiment_of(defender) if "stands" in defender else None
        found = _totals(Assault("CQ-CLA-13", (batch,), save, victim), whole)
        answer[f"{name}_mean"] = found.mean()
        answer[f"{name}_wounded"] = found.at_least(1)
        nothing *= found.at_least(1)
    return answer | {"both_wounded": nothing, "all_wounded": nothing}


def odds_volley(bench: Bench, step: Step) -> Answer:
    """Wounds of a Volley out of a feature, or of so many Shots."""
    given = bench.given
    shooter = given.get("garrison_shooter") or given
    regiment = regiment_of(shooter, inside=True)
    if "garrison_shooter" in given:
        full = in_full(regiment)
        total = sum(
            full_shots(regiment, k) if k in full else single_shots(regiment, k)
            for k in range(regiment.stands)
        )
    else:
        total = int(given["shots"])
    aim = 1 if shooter.get("aimed") or given.get("aimed") else 0
    obscured = total if given.get("obscured") else 0
    hit = regiment.profile.volley + aim
    shots = dice_of(total - obscured, obscured, hit, bench.rules)
    answer = _attack(bench, step, shots.batches, "armor_piercing")
    return answer | {"shots": shots.dice, "shots_before": total}


def odds_morale(bench: Bench, step: Step) -> Answer:
    """More Wounds of a Morale test."""
    del step
    given = bench.given
    broken = bool(given.get("broken", False))
    value = resolve_of(int(given["Resolve"]), int(given["stands"]), broken=broken)
    found: Odds[Toll] = _exact(Morale(int(given["wounds"]), value))
    more = found.map(lambda toll: toll.more)
    answer = distribution(more)
    return answer | {"resolve": value, "no_more": answer["no_wound"], "mean_more": more.mean()}


def odds_withdraw(bench: Bench, step: Step) -> Answer:
    """A Withdraw: Clean or a fight, and whether it is lived through."""
    del step
    regiment = regiment_of(bench.given["withdrawing"], inside=True)
    found: Odds[tuple[bool, Toll]] = _exact(withdrawal(regiment, bench.rules))
    clean: Any = found.p(lambda end: end[0])
    dead: Any = found.p(lambda end: not end[0] and after_toll(regiment, end[1]).destroyed)
    fights: Any = 1 - clean
    wounds: Any = sum(p * end[1].wounds for end, p in found.items() if not end[0])
    return {
        "clean": clean,
        "fighting": fights,
        "fighting_mean_wounds_before_morale": wounds / fights if fights else Fraction(0),
        "destroyed_given_fighting": dead / fights if fights else Fraction(0),
        "destroyed_overall": dead,
    }


ODDS: dict[str, Callable[[Bench, Step], Answer]] = {
    "charge": odds_charge,
    "clash": odds_clash,
    "volley": odds_volley,
    "morale": odds_morale,
    "withdraw": odds_withdraw,
}
"""Odds by the action they are of."""
