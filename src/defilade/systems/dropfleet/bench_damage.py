"""Damage in worked cases: fire and plain points, on ships, stations and sectors.

Knows the case file's words; the rules themselves stand in the chapters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from defilade.dice import Done, Roll, Thrown
from defilade.ruling import Reason
from defilade.systems.dropfleet.barrage import Struck, ToHit, save_roll
from defilade.systems.dropfleet.bench_queries import Answer, Step, state_answer, verdict
from defilade.systems.dropfleet.bench_state import (
    Bench,
    Dice,
    firing_dice,
    groups_volley,
    thing,
    weapon_named,
)
from defilade.systems.dropfleet.bodies import Body
from defilade.systems.dropfleet.bombarded import neighbours
from defilade.systems.dropfleet.collateral import (
    Casualties,
    Ending,
    Victim,
    collateral,
    sector_harm,
    spread_reasons,
    spreads,
    victims_of,
    without,
)
from defilade.systems.dropfleet.declare import allocation_of, shooting, two_stages
from defilade.systems.dropfleet.plan import Toll, fire_on, shot_of
from defilade.systems.dropfleet.saves import critical_save, normal_save
from defilade.systems.dropfleet.sectors import VOLATILE_DAMAGE, volatile, worth
from defilade.systems.dropfleet.state import Allocation, Asset, Sector, Ship, State
from defilade.systems.dropfleet.volley import boosters, paid, pulled, struck_ship
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class PointSaves:
    """Saves of plain points, normal ones first; answers (unsaved normal, unsaved critical)."""

    points: tuple[int, int]
    needs: tuple[int | None, int | None]
    lost: tuple[int, ...] = ()

    def ask(self) -> Roll:
        """One die for each point that may be saved."""
        at = len(self.lost)
        need = self.needs[at]
        points = 0 if need is None else self.points[at]
        return save_roll(points, need or 6, again=False, critical=at == 1)

    def take(self, counts: tuple[int, ...]) -> PointSaves | Done[tuple[int, ...]]:
        """What was not saved."""
        at = len(self.lost)
        unsaved = self.points[at] if self.needs[at] is None else counts[0]
        lost = (*self.lost, unsaved)
        return replace(self, lost=lost) if at == 0 else Done(lost)


def point_saves(bench: Bench, target: Body, step: Step) -> PointSaves:
    """The saves a step's normal and critical points face."""
    first = normal_save(target, bench.rules)
    second = critical_save(target, None)
    needs = (None if first is None else first.value, None if second is None else second.value)
    return PointSaves((step.get("normal", 0), step.get("critical", 0)), needs)


def saved_keys(log: tuple[Thrown, ...]) -> Answer:
    """How many saves were rolled and made."""
    made = {"DF-SAV-01": 0, "DF-SAV-03": 0}
    rolled = 0
    for thrown in log:
        if thrown.question.clause in made:
            rolled += len(thrown.faces)
            made[thrown.question.clause] += thrown.answer[1]
    return {
        "saves_rolled": rolled,
        "saved": sum(made.values()),
        "saved_normal": made["DF-SAV-01"],
        "saved_critical": made["DF-SAV-03"],
    }


def act_damage(bench: Bench, step: Step) -> tuple[Bench, Answer]:
    """All that one firing group does to one target, past the roll to hit."""
    target = thing(bench.state, step["to"])
    if "unsaved" in step:
        toll, answer = Toll(hull=step["unsaved"]), saved_keys(())
    else:
        lost, log = firing_dice(step).play(point_saves(bench, target, step))
        toll, answer = Toll(hull=sum(lost), critical=lost[1]), saved_keys(log)
    return done_to(bench, step, target, toll, answer)


def done_to(
    bench: Bench, step: Step, target: Body, toll: Toll, answer: Answer
) -> tuple[Bench, Answer]:
    """Unsaved points come off, with collateral, ruin and what becomes due."""
    answer = {**answer, "hull_lost": toll.hull}
    if isinstance(target, Sector):
        return _on_sector(bench, step, target, toll, answer)
    state = struck_ship(bench.state, target.id, toll)
    after = state.ships[target.id]
    if after.assets and toll.hull:
        ending = Ending.GONE if after.destroyed else Ending.NONE
        fell = _fallen(bench, step, after.assets, toll, ending)
        if isinstance(fell, tuple):
            return bench, verdict(fell)
        state = state.change_ship(after.id, assets=without(after.assets, fell.casualties.lost))
        answer = {**answer, **fell.answer, "collateral_points": toll.hull}
    elif after.assets:
        answer = {**answer, "collateral_points": 0, "fates": dict.fromkeys(after.assets, "alive")}
    return replace(bench, state=state), {
        "verdict": "allowed",
        "refused_by": (),
        **state_answer(state, target.id),
        **answer,
    }


def _on_sector(
    bench: Bench, step: Step, sector: Sector, toll: Toll, answer: Answer
) -> tuple[Bench, Answer]:
    harm = sector_harm(sector, toll.hull, bench.rules)
    ending = Ending.RUIN if harm.ruined else Ending.NONE
    fell: Fell | tuple[Reason, ...] = _NOBODY
    if sector.assets and (harm.points or harm.ruined):
        fell = _fallen(bench, step, sector.assets, replace(toll, hull=harm.points), ending)
    if isinstance(fell, tuple):
        return bench, verdict(fell)
    fates = {**dict.fromkeys(sector.assets, "alive"), **fell.answer.get("fates", {})}
    state = bench.state.change_sector(
        sector.id,
        hull=harm.hull,
        ruins=sector.ruins or harm.ruined,
        assets=without(sector.assets, fell.casualties.lost),
    )
    after = state.sectors[sector.id]
    if harm.ruined and volatile(sector):
        state = _set_off(bench, state, after, step)
    return replace(bench, state=state), {
        "verdict": "allowed",
        "refused_by": (),
        **state_answer(state, sector.id),
        **answer,
        "collateral_points": harm.points,
        "ruin_roll": fell.casualties.ruin_rolled,
        "value": worth(after),
        "asset_saves": fell.answer.get("asset_saves", dict.fromkeys(sector.assets, 0)),
        "fates": fates,
    }


@dataclass(frozen=True, slots=True)
class Fell:
    """Who fell, and the keys that say so."""

    casualties: Casualties
    answer: Answer


_NOBODY = Fell(Casualties((), ()), {})


def assigned_points(step: Step, assets: Mapping[str, Asset], points: int) -> dict[str, int]:
    """Who bears the points: as the step says, else evenly from the first."""
    if "assign" in step:
        return dict(step["assign"])
    ways = spreads(tuple(assets), points)
    return dict(ways[0]) if ways else {}


def _fallen(
    bench: Bench, step: Step, assets: Any, toll: Toll, ending: Ending
) -> Fell | tuple[Reason, ...]:
    assigned = assigned_points(step, assets, toll.hull)
    against = spread_reasons(tuple(assets), toll.hull, assigned)
    if against:
        return against
    victims = victims_of(assets, assigned, bench.rules, critical=toll.critical)
    given = step.get("asset_save_dice") or {}
    saves = [face for victim in victims for face in enough(victim, list(given.get(victim.id, ())))]
    ruin = [step["ruin_die"]] if "ruin_die" in step else []
    dice = Dice({"DF-COL-03": saves, "DF-RUI-02": ruin})
    casualties, _ = dice.play(collateral(victims, ending, bench.rules))
    answer = {
        "fates": {name: str(fate) for name, fate in casualties.fates},
        "asset_saves": dict(casualties.saves),
    }
    return Fell(casualties, answer)


def enough(victim: Victim, faces: list[int]) -> list[int]:
    """The dice of an asset; those after the one that kills it need not be given."""
    missing = victim.points - victim.sure - len(faces)
    dead = any(face < victim.save for face in faces)
    return [*faces, *[1] * missing] if dead and missing > 0 else faces[: victim.points]


def _set_off(bench: Bench, state: State, plant: Sector, step: Step) -> State:
    """A power plant that blows up, as far as the step has dice for its neighbours' saves."""
    given = list(step.get("volatile_dice") or ())
    for name in neighbours(state, plant):
        sector = state.sectors[name]
        need = normal_save(sector, bench.rules)
        if need is not None and len(given) < VOLATILE_DAMAGE:
            continue
        faces, given = given[:VOLATILE_DAMAGE], given[VOLATILE_DAMAGE:]
        saved = 0 if need is None else sum(face >= need.value for face in faces)
        harm = sector_harm(sector, VOLATILE_DAMAGE - saved, bench.rules)
        ruins = sector.ruins or harm.ruined
        state = state.change_sector(name, hull=harm.hull, ruins=ruins)
    return state


def declared(bench: Bench, step: Step) -> tuple[tuple[Reason, ...], Allocation]:
    """The step's shot as an allocation, and everything against it."""
    firer, target = thing(bench.state, step["from"]), thing(bench.state, step["to"])
    weapon = weapon_named(firer, step["weapon"])
    hot = overcharged(step, weapon)
    found = shooting(bench.state, bench.rules, firer, target, weapon, overcharged=hot)
    one = allocation_of(bench.state, firer, target, weapon, overcharged=hot)
    return (*found.against, *two_stages(bench.state, firer, weapon)), one


def overcharged(step: Step, weapon: Any) -> bool:
    """Overcharge is used where a case has the rule, unless the step says otherwise."""
    able = any(keyword.name == "overcharge" for keyword in weapon.special)
    return bool(step.get("overcharged", able))


def act_fire(bench: Bench, step: Step) -> tuple[Bench, Answer]:
    """The whole fire of a lone ship: allocation to deduction."""
    firer = thing(bench.state, step["from"])
    bench = replace(bench, state=groups_volley(bench.state, firer))
    against, one = declared(bench, step)
    unrolled = all(reason.code == "roll_attack_first" for reason in against)
    if against and not unrolled:
        return bench, verdict(against)
    if against and "die" not in step:
        one = replace(one, dice=DiceExpr.fixed(len(step.get("hit_dice") or ())))
    return shot_at(bench, step, one)


def act_resolve(bench: Bench, step: Step) -> tuple[Bench, Answer]:
    """The dice of one weapon allocated before."""
    mine = [
        one
        for one in bench.state.volley.allocations
        if (one.ship, one.weapon) == (step["from"], step["weapon"])
    ]
    if not mine:
        raise ValueError(f"{step['from']} has allocated no {step['weapon']}")
    target = thing(bench.state, mine[0].target)
    if isinstance(target, Ship) and target.destroyed:
        state = marked_resolved(bench.state, mine[0])
        lost = {"dice": 0, "dice_lost": mine[0].dice.bonus, "hull_lost": 0}
        return replace(bench, state=state), {"verdict": "allowed", "refused_by": (), **lost}
    return shot_at(bench, {**step, "to": mine[0].target}, mine[0])


def marked_resolved(state: State, one: Allocation) -> State:
    """The state once a weapon's dice are thrown."""
    resolved = (*state.volley.resolved, (one.ship, one.weapon))
    allocations = state.volley.allocations
    if one not in allocations:
        allocations = (*allocations, one)
    return replace(state, volley=replace(state.volley, allocations=allocations, resolved=resolved))


def shot_at(bench: Bench, step: Step, one: Allocation) -> tuple[Bench, Answer]:
    """Throw an allocation's dice and do what they come to."""
    target = thing(bench.state, one.target)
    boosted = isinstance(target, Ship) and bool(boosters(bench.state, target))
    dice = firing_dice(step)
    shot = shot_of(bench.state, bench.rules, one, target)
    struck, hit_log = dice.play(ToHit(shot))
    plan = fire_on(bench.state, bench.rules, one.target, (one,), boosted=boosted)
    toll, log = dice.play(plan)
    answer = {**_hit_keys(struck, hit_log, str(shot.lock)), **saved_keys(log)}
    answer |= _pd_keys(log)
    state = paid(marked_resolved(pulled(bench.state, (one,)), one), toll)
    answer |= {"dice": one.dice.bonus if one.dice.is_fixed else answer["dice"], "dice_lost": 0}
    return done_to(replace(bench, state=state), step, target, toll, answer)


def _hit_keys(struck: Struck, log: tuple[Thrown, ...], lock: str) -> Answer:
    thrown = sum(len(t.faces) for t in log if t.question.clause == "DF-HIT-01")
    return {
        "dice": thrown,
        "lock": f"{lock}+",
        "misses": thrown - struck.hits.all,
        "normal_hits": struck.hits.normal,
        "critical_hits": struck.hits.critical,
        "normal_points": struck.normal,
        "critical_points": struck.critical,
    }


def _pd_keys(log: tuple[Thrown, ...]) -> Answer:
    rolls = [thrown for thrown in log if thrown.question.clause == "DF-PD-01"]
    return {
        "rolls": len(rolls),
        "pd_dice": sum(len(thrown.faces) for thrown in rolls),
        "successes": sum(thrown.answer[1] for thrown in rolls),
    }
