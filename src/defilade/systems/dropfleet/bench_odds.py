"""The odds of worked cases, in exact fractions.

Knows the case file's words for what is read off each procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from defilade.dice import Done, Procedure, odds
from defilade.ruling import Reason
from defilade.systems.dropfleet.activation import ActiveScan, scan_reasons
from defilade.systems.dropfleet.bench_damage import (
    PointSaves,
    assigned_points,
    overcharged,
    point_saves,
)
from defilade.systems.dropfleet.bench_queries import Answer, Step, verdict
from defilade.systems.dropfleet.bench_state import (
    Bench,
    groups_volley,
    names,
    ship_named,
    thing,
    weapon_named,
)
from defilade.systems.dropfleet.catastrophe import CatastropheScore, Exploded
from defilade.systems.dropfleet.collateral import (
    Casualties,
    Ending,
    collateral,
    sector_harm,
    spread_reasons,
    victims_of,
)
from defilade.systems.dropfleet.condition import is_dreadnought
from defilade.systems.dropfleet.crippling import Crippled, CripplingArea, Result
from defilade.systems.dropfleet.declare import allocation_of, shooting
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.prospect import fire_prospect, mark_of
from defilade.systems.dropfleet.roundup import ship_roundup
from defilade.systems.dropfleet.state import Allocation, Sector, Ship
from defilade.systems.dropfleet.terms import Effect, Layer

POLICY = POLICIES["default"]


def _exact(procedure: Procedure) -> Any:
    return odds(procedure, policy=POLICY, exact=True)


def odds_fire(bench: Bench, step: Step) -> Answer:
    """Exact odds of a volley on one target; `from` and `weapon` may be lists."""
    target = thing(bench.state, step["to"])
    reasons: list[Reason] = []
    allocations: list[Allocation] = []
    for name in names(step["from"]):
        firer = thing(bench.state, name)
        state = groups_volley(bench.state, firer)
        for weapon_name in names(step["weapon"]):
            weapon = weapon_named(firer, weapon_name)
            hot = overcharged(step, weapon)
            found = shooting(state, bench.rules, firer, target, weapon, overcharged=hot)
            reasons += found.against
            allocations.append(allocation_of(state, firer, target, weapon, overcharged=hot))
    if reasons:
        return verdict(tuple(reasons))
    prospect = fire_prospect(bench.state, bench.rules, target.id, tuple(allocations))
    result, mark = _exact(prospect.procedure), mark_of(target)
    hull = result.map(mark.hull_lost)
    answer: Answer = {
        **verdict(()),
        "hull_lost": dict(hull),
        "expected": hull.mean(),
        "p_spike": result.p(mark.spiked),
    }
    if isinstance(target, Sector):
        return {**answer, "p_ruins": result.p(mark.destroyed)}
    return {
        **answer,
        "p_destroyed": result.p(mark.destroyed),
        "p_crippled_or_worse": result.p(mark.crippled_or_worse),
    }


@dataclass(frozen=True, slots=True)
class Struck:
    """Damage on a place and what becomes of its assets; answers `Casualties`."""

    place: Sector | Ship
    step: tuple[tuple[str, Any], ...]
    rules: HouseRules
    saves: PointSaves

    def ask(self) -> Procedure:
        """The place's own saves."""
        return self.saves

    def take(self, lost: tuple[int, int]) -> Procedure | Done[Casualties]:
        """The assets' saves, and the ruin die."""
        return suffering(self.place, dict(self.step), self.rules, lost)


def suffering(
    place: Sector | Ship, step: Step, rules: HouseRules, lost: tuple[int, int]
) -> Procedure | Done[Casualties]:
    """What unsaved points do to the assets of a place."""
    hull = sum(lost)
    if isinstance(place, Sector):
        harm = sector_harm(place, hull, rules)
        points, ending = harm.points, Ending.RUIN if harm.ruined else Ending.NONE
    else:
        points, ending = hull, Ending.GONE if hull >= place.hull else Ending.NONE
    assigned = assigned_points(step, place.assets, points)
    victims = victims_of(place.assets, assigned, rules, critical=lost[1])
    if not victims:
        return Done(Casualties((), ()))
    return collateral(victims, ending, rules)


def odds_damage(bench: Bench, step: Step) -> Answer:
    """Who survives: marginals per asset, and all or none."""
    place = thing(bench.state, step["to"])
    if "unsaved" in step:
        points = step["unsaved"]
        if isinstance(place, Sector):
            points = sector_harm(place, points, bench.rules).points
        assigned = assigned_points(step, place.assets, points)
        against = spread_reasons(tuple(place.assets), points, assigned)
        if against:
            return verdict(against)
        found = suffering(place, step, bench.rules, (step["unsaved"], 0))
        result = _exact(found) if not isinstance(found, Done) else None
    else:
        plain = {k: v for k, v in step.items() if k == "assign"}
        saves = point_saves(bench, place, step)
        result = _exact(Struck(place, tuple(plain.items()), bench.rules, saves))
    return _survivors(result, tuple(place.assets))


def _survivors(result: Any, assets: tuple[str, ...]) -> Answer:
    if result is None or not assets:
        return {**verdict(()), "p_survives": {}, "expected_losses": 0}
    return {
        **verdict(()),
        "p_all_destroyed": result.p(lambda c: len(c.lost) == len(assets)),
        "p_none_destroyed": result.p(lambda c: not c.lost),
        "p_survives": {name: result.p(lambda c, n=name: n not in c.lost) for name in assets},
        "expected_losses": result.map(lambda c: len(c.lost)).mean(),
    }


def _has(name: str) -> Callable[[Crippled], bool]:
    """Whether a crippling roll came to a result or left an effect."""
    return lambda c: name in c.results or any(effect == name for effect in c.ship.effects)


def odds_cripple(bench: Bench, step: Step) -> Answer:
    """One crippling roll with its re-rolls."""
    ship = ship_named(bench.state, step["ship"])
    result = _exact(CripplingArea(ship))

    wanted = dict.fromkeys([*map(str, Result), *map(str, Effect)])
    return {
        "p_destroyed": result.p(lambda c: c.ship.destroyed),
        "p_effects": {name: result.p(_has(name)) for name in wanted},
        "extra_hull": dict(result.map(lambda c: c.extra)),
    }


def odds_explode(bench: Bench, step: Step) -> Answer:
    """Which ships are in the radius of a result that does hull damage."""
    wreck = replace(ship_named(bench.state, step["ship"]), hull=0)
    state = bench.state.put_ship(wreck)
    if is_dreadnought(wreck):
        raise ValueError("odds_explode is of ordinary ships, not of dreadnoughts")
    result = _exact(_Reached(CatastropheScore(state, wreck.id)))
    others = [name for name in state.ships if name != wreck.id]
    return {"p_damaged": {name: result.p(lambda hit, n=name: n in hit) for name in others}}


@dataclass(frozen=True, slots=True)
class _Reached:
    """The ships within reach of a result that does hull damage."""

    score: CatastropheScore

    def ask(self) -> Procedure:
        """The whole explosion."""
        return self.score

    def take(self, exploded: Exploded) -> Done[frozenset[str]]:
        """Who was within, if it did harm."""
        harmful = exploded.burst.points is not None
        return Done(frozenset(exploded.affected) if harmful else frozenset())


def odds_roundup(bench: Bench, step: Step) -> Answer:
    """What the roundup does to one ship."""
    ship = ship_named(bench.state, step["ship"])
    result = _exact(ship_roundup(ship, bench.rules))
    return {
        "p_destroyed": result.p(lambda after: after.destroyed),
        "hull": dict(result.map(lambda after: after.hull)),
        "p_atmosphere": result.p(lambda after: after.layer is Layer.ATMOSPHERE),
    }


def odds_active_scan(bench: Bench, step: Step) -> Answer:
    """Whether any of several scans, none stopping early, ends Silent Running."""
    target = ship_named(bench.state, step["to"])
    scanners = names(step["from"])
    reasons = tuple(r for name in scanners for r in scan_reasons(bench.state, name, target.id))
    if reasons:
        return verdict(reasons)
    missed = 1 - _exact(ActiveScan(target.silent)).p(bool)
    return {**verdict(()), "p_revealed": 1 - missed ** len(scanners)}


ODDS: Mapping[str, Callable[[Bench, Step], Answer]] = {
    "odds_fire": odds_fire,
    "odds_damage": odds_damage,
    "odds_cripple": odds_cripple,
    "odds_explode": odds_explode,
    "odds_roundup": odds_roundup,
    "odds_active_scan": odds_active_scan,
}
"""By the case file's names."""
