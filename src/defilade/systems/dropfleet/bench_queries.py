"""The queries of worked cases: facts and rulings, nothing changed.

Knows the case file's words for what the rules answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.aim import Aim, aim
from defilade.systems.dropfleet.allocation import SQUADRON_DICE
from defilade.systems.dropfleet.bench_state import (
    Bench,
    groups_volley,
    names,
    ship_named,
    thing,
    weapon_named,
)
from defilade.systems.dropfleet.condition import (
    catastrophe_due,
    crippling_rolls_due,
    is_crippled,
)
from defilade.systems.dropfleet.declare import dice_of, shooting
from defilade.systems.dropfleet.movement import Ahead, Change, Leg, Turn, limits, thrust
from defilade.systems.dropfleet.options import PdPolicy, PdPooling
from defilade.systems.dropfleet.plan import pd_dice
from defilade.systems.dropfleet.point_defence import Kind, best_spend
from defilade.systems.dropfleet.ranges import scan_of
from defilade.systems.dropfleet.saves import (
    armour,
    critical_save,
    normal_save,
    passive,
    scalds,
)
from defilade.systems.dropfleet.sectors import (
    cluster_holder,
    holder_of,
    values_held,
    worth,
)
from defilade.systems.dropfleet.spikes import signature
from defilade.systems.dropfleet.state import Sector, Ship, State
from defilade.values import DiceExpr, Need

Step = Mapping[str, Any]
Answer = dict[str, Any]


def verdict(reasons: tuple[Reason, ...]) -> Answer:
    """`allowed` or `refused`, and every clause that refuses."""
    against = tuple(dict.fromkeys(reason.clause for reason in reasons if reason.forbids))
    return {"verdict": "refused" if against else "allowed", "refused_by": against}


def need_text(need: Need | None) -> str:
    """`4+`, or `none` where there is no roll."""
    return "none" if need is None else str(need)


def aimed(bench: Bench, step: Step) -> Aim:
    """The aim of the step's weapon."""
    firer, target = thing(bench.state, step["from"]), thing(bench.state, step["to"])
    return aim(bench.state, bench.rules, firer, target, weapon_named(firer, step["weapon"]))


def range_of(found: Aim) -> Answer:
    """The keys of a range query."""
    return {
        "distance": found.distance,
        "effective_scan": found.scan,
        "weapon_range": found.reach.inches,
        "in_range": found.in_range,
        "debris_inches": found.scenery.debris,
    }


def arc_of(found: Aim) -> Answer:
    """The keys of an arc query."""
    arcs = [str(arc) for arc in found.bearing.arcs]
    return {"bearing_deg": found.bearing.degrees, "arcs": arcs, "in_arc": found.in_arc}


def lock_of(found: Aim) -> Answer:
    """The keys of a lock query."""
    crit = found.lock.crit_from
    return {"lock": str(found.lock.need), "crit_from": "never" if crit is None else crit}


def query_can_fire(bench: Bench, step: Step) -> Answer:
    """Verdict with everything measured."""
    firer, target = thing(bench.state, step["from"]), thing(bench.state, step["to"])
    weapon = weapon_named(firer, step["weapon"])
    state = groups_volley(bench.state, firer)
    found = shooting(state, bench.rules, firer, target, weapon)
    measures = {**range_of(found.aim), **arc_of(found.aim), **lock_of(found.aim)}
    return {**verdict(found.reasons), **measures}


def query_save(bench: Bench, step: Step) -> Answer:
    """The save of a normal point, and of a critical one."""
    target = thing(bench.state, step["ship"])
    weapon, scalded = None, 0
    if "weapon" in step and "from" in step:
        firer = thing(bench.state, step["from"])
        weapon = weapon_named(firer, step["weapon"])
        found = aim(bench.state, bench.rules, firer, target, weapon)
        no_scan = isinstance(firer, Ship) and firer.profile.scan <= 0
        scalded = scalds(weapon, found.distance, None if no_scan else found.scan)
    second = critical_save(target, weapon, scalded=scalded)
    normal = normal_save(target, bench.rules, scalded=scalded)
    return {"save": need_text(normal), "critical_save": need_text(second)}


def hits_of(found: Aim, dice: list[int]) -> Answer:
    """Misses and hits of thrown faces."""
    need, crit = found.lock.need.value, found.lock.crit_from
    critical = sum(crit is not None and face >= crit for face in dice)
    hit = sum(face >= need for face in dice)
    return {
        "lock": str(found.lock.need),
        "misses": len(dice) - hit,
        "normal_hits": hit - critical,
        "critical_hits": critical,
    }


def query_attack_dice(bench: Bench, step: Step) -> Answer:
    """Attack dice of all ships together; a full squadron gives one of them three more."""
    firers = [thing(bench.state, name) for name in names(step["from"])]
    weapons = [weapon_named(firer, step["weapon"]) for firer in firers]
    dice = [dice_of(bench.state, f, w) for f, w in zip(firers, weapons, strict=True)]
    squadron = keywords.value(weapons[0], "squadron")
    total = DiceExpr(sum(d.count for d in dice), dice[0].sides, sum(d.bonus for d in dice))
    if squadron and len(firers) >= squadron:
        total = total.plus(SQUADRON_DICE)
    return {"dice": total.bonus if total.is_fixed else str(total)}


def query_pd(bench: Bench, step: Step) -> Answer:
    """Point Defence: how many rolls of how many dice, and what successes leave."""
    target = ship_named(bench.state, step["to"])
    kinds, stoppable = _kinds(bench, step, target)
    dice = pd_dice(bench.state, target)
    rolls = _rolls(bench, step, stoppable) if dice else 0
    answer: Answer = {"rolls": rolls, "dice": dice}
    if "successes" in step or "pd_dice" in step:
        successes = step.get("successes")
        if successes is None:
            successes = sum(face >= 5 for face in step["pd_dice"])
        answer["successes"] = successes
    if "normal" in step or "critical" in step:
        held = (step.get("normal", 0), step.get("critical", 0))
        policy = bench.rules.pd_policy
        policy = PdPolicy.CRITS_FIRST if policy is PdPolicy.ASK else policy
        usable = answer.get("successes", 0) if stoppable else 0
        stopped = best_spend(kinds, held, usable, policy).stopped
        answer["normal_left"] = held[0] - stopped[0]
        answer["critical_left"] = held[1] - stopped[1]
    return answer


def _kinds(bench: Bench, step: Step, target: Ship) -> tuple[tuple[Kind, Kind], bool]:
    weapon, scalded, cost, stoppable = None, 0, 1, True
    if "weapon" in step and "from" in step:
        firer = thing(bench.state, names(step["from"])[0])
        weapon = weapon_named(firer, step["weapon"])
        found = aim(bench.state, bench.rules, firer, target, weapon)
        scalded = scalds(weapon, found.distance, found.scan)
        close = keywords.close_action(weapon)
        cost = 2 if close == "swarmer" else 1
        stoppable = close in ("plain", "swarmer")
    save = normal_save(target, bench.rules, scalded=scalded)
    second = critical_save(target, weapon, scalded=scalded)
    normal = Kind(False, cost, None if save is None else save.value)
    critical = Kind(True, cost + 1, None if second is None else second.value)
    return (normal, critical), stoppable


def _rolls(bench: Bench, step: Step, stoppable: bool) -> int:
    if not stoppable:
        return 0
    if bench.rules.pd_pooling is PdPooling.PER_TARGET or "from" not in step:
        return 1
    return len(names(step["from"]))


def state_answer(state: State, name: str) -> Answer:
    """Every attribute as it is now, by the case file's words."""
    found = thing(state, name)
    return _sector_answer(state, found) if isinstance(found, Sector) else ship_answer(state, found)


def ship_answer(state: State, ship: Ship) -> Answer:
    """A ship or station as it is now."""
    second = passive(ship)
    return {
        "side": ship.side,
        "pos": list(ship.pos),
        "facing": ship.facing,
        "layer": str(ship.layer),
        "faction": ship.profile.faction,
        "scan": scan_of(state, ship),
        "signature": signature(ship),
        "thrust": thrust(ship),
        "hull_start": ship.profile.hull,
        "hull": ship.hull,
        "armour": str(armour(ship)),
        "pcm": need_text(second),
        "pd": pd_dice(state, ship),
        "tonnage": str(ship.profile.tonnage),
        "orders": str(ship.order),
        "spike": str(ship.spike),
        "silent": ship.silent,
        "shields_up": ship.shields_up,
        "moved": ship.moved,
        "crippled": is_crippled(ship),
        "crippling_rolled": ship.crippling_made > 0,
        "effects": [str(effect) for effect in ship.effects],
        "corruptor": ship.corruptor,
        "station": None if ship.profile.station is None else str(ship.profile.station),
        "assets": list(ship.assets),
        "destroyed": ship.destroyed,
        "crippling_rolls": crippling_rolls_due(ship),
        "catastrophic_roll": catastrophe_due(ship),
    }


def _sector_answer(state: State, sector: Sector) -> Answer:
    return {
        "type": str(sector.type),
        "hull": sector.hull,
        "hull_start": sector.hull_start,
        "armour": str(sector.armour),
        "value": worth(sector),
        "held_by": holder_of(sector),
        "ruins": sector.ruins,
        "destroyed": sector.ruins,
        "layer": str(sector.layer),
        "scan": scan_of(state, sector),
        "assets": list(sector.assets),
        "crippling_rolls": 0,
        "catastrophic_roll": False,
    }


def legs_of(given: list[Any]) -> tuple[Leg, ...]:
    """Legs as cases write them: inches, climb, descend, and turns as {turn: degrees}."""
    legs: list[Leg] = []
    for leg in given:
        if isinstance(leg, str):
            legs.append(Change(leg))
        elif isinstance(leg, Mapping):
            legs.append(Turn(float(leg["turn"])))
        else:
            legs.append(Ahead(float(leg)))
    return tuple(legs)


def query_move_limits(bench: Bench, step: Step) -> Answer:
    """What a ship may still do after legs already made."""
    ship = ship_named(bench.state, step["ship"])
    still = limits(replace(ship, moved=False), legs_of(step.get("after", [])), bench.rules)
    return {
        "available": still.available,
        "thrust_left": still.thrust_left,
        "min": still.least,
        "max": still.most,
    }


def query_cluster(bench: Bench, step: Step) -> Answer:
    """Value each side holds, and who holds the cluster."""
    cluster = bench.state.clusters[step["cluster"]]
    held = values_held(bench.state, cluster)
    sides = {
        asset.side for s in cluster.sectors for asset in bench.state.sectors[s].assets.values()
    }
    value = {**dict.fromkeys(sorted(sides), 0), **held}
    return {"value": value, "holder": cluster_holder(bench.state, cluster) or "none"}


QUERIES: Mapping[str, Callable[[Bench, Step], Answer]] = {
    "range": lambda bench, step: range_of(aimed(bench, step)),
    "arc": lambda bench, step: arc_of(aimed(bench, step)),
    "lock": lambda bench, step: lock_of(aimed(bench, step)),
    "can_fire": query_can_fire,
    "save": query_save,
    "hits": lambda bench, step: hits_of(aimed(bench, step), step["hit_dice"]),
    "attack_dice": query_attack_dice,
    "pd": query_pd,
    "state": lambda bench, step: state_answer(bench.state, step["of"]),
    "move_limits": query_move_limits,
    "cluster": query_cluster,
}
"""By the case file's names; those of odds are in `bench_odds`."""
