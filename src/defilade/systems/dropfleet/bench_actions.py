"""The actions of worked cases that are not damage: allocating, moving, orders, wrecks, landing.

Knows the case file's words; a refused action changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from defilade.dice import Total
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet.activation import (
    ActiveScan,
    begin_reasons,
    begun,
    ended,
    scan_reasons,
    scanned,
)
from defilade.systems.dropfleet.bench_damage import act_damage, act_fire, act_resolve, declared
from defilade.systems.dropfleet.bench_queries import Answer, Step, legs_of, state_answer, verdict
from defilade.systems.dropfleet.bench_state import (
    Bench,
    Dice,
    groups_volley,
    ship_named,
    thing,
    weapon_named,
)
from defilade.systems.dropfleet.catastrophe import (
    TABLE,
    CatastropheScore,
    bonus,
    radius_dice,
    within,
)
from defilade.systems.dropfleet.condition import (
    can_be_crippled,
    catastrophe_due,
    crippling_rolls_due,
    is_dreadnought,
)
from defilade.systems.dropfleet.crippling import CripplingArea, counted
from defilade.systems.dropfleet.declare import allocation_of
from defilade.systems.dropfleet.dreadnoughts import DreadnoughtScore
from defilade.systems.dropfleet.ground import cargo, landing, put_down
from defilade.systems.dropfleet.movement import limits, move_reasons
from defilade.systems.dropfleet.passage import passage
from defilade.systems.dropfleet.roundup import burned, ship_roundup, to_repair
from defilade.systems.dropfleet.spikes import drop_all, gain
from defilade.systems.dropfleet.state import Ship, State, Volley
from defilade.systems.dropfleet.terms import GroundKind, Lander, Order, Spike

Outcome = tuple[Bench, Answer]


def refused(bench: Bench, *reasons: Reason) -> Outcome:
    """Nothing changed, and why."""
    return bench, verdict(reasons)


def changed(bench: Bench, state: State, of: str, **more: Any) -> Outcome:
    """The bench after an action, with every attribute of a ship as it is now."""
    answer = {"verdict": "allowed", "refused_by": (), **state_answer(state, of), **more}
    return replace(bench, state=state), answer


def act_allocate(bench: Bench, step: Step) -> Outcome:
    """All dice of a weapon on one target; a split is refused (DF-ALL-03)."""
    firer = thing(bench.state, step["from"])
    bench = replace(bench, state=groups_volley(bench.state, firer))
    if "split" in step:
        if len(step["split"]) != 1:
            return refused(bench, Reason("DF-ALL-03", "dice_split", weight=Weight.AGAINST))
        step = {**step, "to": next(iter(step["split"]))}
    against, one = declared(bench, step)
    if against:
        return refused(bench, *against)
    target = thing(bench.state, step["to"])
    weapon = weapon_named(firer, step["weapon"])
    one = allocation_of(bench.state, firer, target, weapon, overcharged=one.overcharged)
    volley = bench.state.volley
    volley = replace(volley, allocations=(*volley.allocations, one))
    answer = {"verdict": "allowed", "refused_by": (), "dice": one.dice.bonus, "dice_lost": 0}
    return replace(bench, state=replace(bench.state, volley=volley)), answer


def act_roll_attack(bench: Bench, step: Step) -> Outcome:
    """A random Attack, rolled before its dice are allocated (DF-ALL-05)."""
    ship = ship_named(bench.state, step["from"])
    weapon = weapon_named(ship, step["weapon"])
    state = groups_volley(bench.state, ship)
    given = step["die"] if isinstance(step["die"], list) else [step["die"]]
    one = allocation_of(state, ship, ship, weapon)
    dice = Total("DF-ALL-05", one.dice).add(given)
    rolled = state.volley.rolled_attacks.put((ship.id, weapon.name), dice)
    volley = replace(state.volley, rolled_attacks=rolled)
    answer = {"verdict": "allowed", "refused_by": (), "dice": dice}
    return replace(bench, state=replace(state, volley=volley)), answer


def act_cripple(bench: Bench, step: Step) -> Outcome:
    """One crippling roll, with every roll it leads to."""
    ship = ship_named(bench.state, step["ship"])
    if not can_be_crippled(ship):
        return refused(bench, Reason("DF-CRP-04", "never_crippled", weight=Weight.AGAINST))
    result, _ = Dice({"DF-CRP-": step["dice"]}).play(CripplingArea(ship))
    after = result.ship
    if crippling_rolls_due(ship):
        marked = counted(ship)
        after = replace(
            after, crippling_made=marked.crippling_made, crippling_owed=marked.crippling_owed
        )
    results = [str(one) for one in result.results]
    state = bench.state.put_ship(after)
    return changed(bench, state, ship.id, results=results, extra_hull=result.extra, crippled=True)


def act_explode(bench: Bench, step: Step) -> Outcome:
    """A wreck's roll and what it does to every other ship."""
    wreck = replace(ship_named(bench.state, step["ship"]), hull=0)
    state = bench.state.put_ship(wreck)
    if not catastrophe_due(wreck):
        return refused(bench, Reason("DF-CAT-02", "no_catastrophe", weight=Weight.AGAINST))
    if is_dreadnought(wreck):
        return _dreadnought(bench, state, wreck, step)
    radius = Total("DF-CAT-03", radius_dice(wreck)).add([step.get("radius_die", 1)])
    order = within(state, wreck.id, float(radius))
    burst = TABLE[step["die"] + bonus(wreck)]
    points, saves = step.get("damage_dice") or {}, step.get("save_dice") or {}
    rolled = [step["die"], *([step["radius_die"]] if "radius_die" in step else [])]
    if burst.points is not None and not burst.points.is_fixed:
        rolled += [points[name] for name in order]
    faces = {"DF-CAT-03": rolled, "DF-SAV-": [f for name in order for f in saves.get(name, ())]}
    result, _ = Dice(faces).play(CatastropheScore(state, wreck.id))
    return _explosion(
        bench, result, str(burst.result), burst.saves and burst.points is not None, wreck.id
    )


def _dreadnought(bench: Bench, state: State, wreck: Ship, step: Step) -> Outcome:
    """The same for a dreadnought: `dice` are its further dice in order."""
    saves = step.get("save_dice") or {}
    order = within(state, wreck.id, 12.0)
    faces = {
        "DF-CAT-04": [step["die"], *(step.get("dice") or ())],
        "DF-SAV-": [f for name in order for f in saves.get(name, ())],
        "DF-BOM-": list(step.get("sector_dice") or ()),
        "DF-": list(step.get("sector_dice") or ()),
    }
    result, _ = Dice(faces).play(DreadnoughtScore(state, bench.rules, wreck.id))
    return _explosion(bench, result, str(result.demise), True, wreck.id)


def _explosion(bench: Bench, result: Any, name: str, saves: bool, wreck: str) -> Outcome:
    ships = {
        other: {
            "affected": other in result.affected,
            "saves": saves and other in result.affected,
            "hull": ship.hull,
            "spike": str(ship.spike),
            "silent": ship.silent,
        }
        for other, ship in result.state.ships.items()
        if other != wreck
    }
    radius = getattr(result, "radius", 0.0)
    more = {"result": name, "score": result.score, "radius": radius, "ships": ships}
    return changed(bench, result.state, wreck, **more)


def act_gain_spike(bench: Bench, step: Step) -> Outcome:
    """A spike from anywhere."""
    ship = gain(ship_named(bench.state, step["ship"]), Spike(step["spike"]))
    return changed(bench, bench.state.put_ship(ship), ship.id)


def act_remove_spike(bench: Bench, step: Step) -> Outcome:
    """The whole spike goes."""
    ship = drop_all(ship_named(bench.state, step["ship"]))
    return changed(bench, bench.state.put_ship(ship), ship.id)


def act_begin(bench: Bench, step: Step) -> Outcome:
    """A ship begins its activation on an order."""
    ship = replace(ship_named(bench.state, step["ship"]), moved=False, activated=False)
    order = Order(step["orders"])
    # a step that says nothing of shields lowers them, save where they stand in the order's way
    raised = ship.shields_up and order is Order.SILENT_RUNNING
    shields = bool(step.get("shields_up", raised))
    state = bench.state.put_ship(ship)
    against = begin_reasons(state, ship.id, order, shields=shields)
    if against:
        return refused(bench, *against)
    own = bench.state.ships[ship.id].moved  # whether it has moved is the case's to say
    after = replace(begun(ship, order, shields=shields), moved=own)
    return changed(bench, replace(state, volley=Volley()).put_ship(after), ship.id)


def act_end(bench: Bench, step: Step) -> Outcome:
    """A ship ends its activation: order spikes arrive."""
    ship = ended(ship_named(bench.state, step["ship"]))
    return changed(bench, replace(bench.state, volley=Volley()).put_ship(ship), ship.id)


def act_scan(bench: Bench, step: Step) -> Outcome:
    """An active scan after moving and firing."""
    scanner, target = ship_named(bench.state, step["from"]), ship_named(bench.state, step["to"])
    against = scan_reasons(bench.state, scanner.id, target.id)
    if against:
        return refused(bench, *against)
    dice = Dice({"DF-ORD-09": [step["die"]] if "die" in step else []})
    found, _ = dice.play(ActiveScan(target.silent))
    state = scanned(bench.state, scanner.id, target.id, found=found)
    return changed(bench, state, target.id)


def act_move(bench: Bench, step: Step) -> Outcome:
    """A ship's whole move."""
    ship = replace(ship_named(bench.state, step["ship"]), moved=False)
    state = bench.state.put_ship(ship)
    legs, confirm = legs_of(step["legs"]), bool(step.get("confirm", False))
    still = limits(ship, legs, bench.rules)
    available = limits(ship, (), bench.rules).available
    more = {"available": available, "thrust_left": still.thrust_left}
    against = move_reasons(state, ship.id, legs, bench.rules, confirm=confirm)
    if against:
        return bench, {**verdict(against), **more}
    dice = Dice({"DF-SCN-": step.get("dice") or (), "DF-SAV-": step.get("save_dice") or ()})
    after, _ = dice.play(passage(state, ship.id, legs, bench.rules, confirm=confirm))
    return changed(bench, after, ship.id, **more)


def act_roundup(bench: Bench, step: Step) -> Outcome:
    """Effect damage, damage control and decay of one ship; a die not given is a 3."""
    ship = ship_named(bench.state, step["ship"])
    given = {name: _listed(face) for name, face in (step.get("dice") or {}).items()}
    regrown = [*given.pop("regenerate", []), *[3] * 20]
    faces = [given[what].pop(0) if given.get(what) else 3 for what in to_repair(burned(ship))]
    dice = Dice({"DF-DCN-02": faces, "DF-DCN-04": regrown})
    after, _ = dice.play(ship_roundup(ship, bench.rules))
    return changed(bench, bench.state.put_ship(after), ship.id)


def _listed(faces: Any) -> list[int]:
    return list(faces) if isinstance(faces, list) else [faces]


def act_land(bench: Bench, step: Step) -> Outcome:
    """Assets come down past the batteries."""
    by, given = Lander(step["by"]), list(step.get("dice") or ())
    kind = GroundKind(step.get("kind", "infantry"))
    number = len(given) or int(step.get("number", cargo(by, kind) or 1))
    landed, _ = Dice({"DF-GRD-03": given}).play(
        landing(bench.state, step["side"], step["sector"], by=by, number=number)
    )
    state = put_down(bench.state, step["side"], step["sector"], kind=kind, number=sum(landed))
    return changed(bench, state, step["sector"], landed=list(landed))


ACTIONS: Mapping[str, Callable[[Bench, Step], Outcome]] = {
    "allocate": act_allocate,
    "roll_attack": act_roll_attack,
    "resolve": act_resolve,
    "fire": act_fire,
    "damage": act_damage,
    "cripple": act_cripple,
    "explode": act_explode,
    "gain_spike": act_gain_spike,
    "remove_spike": act_remove_spike,
    "begin_activation": act_begin,
    "end_activation": act_end,
    "active_scan": act_scan,
    "move": act_move,
    "roundup": act_roundup,
    "land": act_land,
}
"""By the case file's names."""
