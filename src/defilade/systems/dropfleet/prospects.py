"""Odds of every action that has any: one procedure and its measures for each.

Knows which actions throw dice worth asking about; fire itself is in `prospect`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from defilade.dice import Done, Just, Procedure, Total
from defilade.game import Rejection
from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.dropfleet.actions import (
    Action,
    Assault,
    Defend,
    Fire,
    Land,
    Move,
    Resolve,
    RollAttack,
    Scan,
    write_action,
)
from defilade.systems.dropfleet.activation import ActiveScan, scan_reasons
from defilade.systems.dropfleet.allocation import attack_dice, may_fire
from defilade.systems.dropfleet.assault import assault_on
from defilade.systems.dropfleet.begin import missing_names
from defilade.systems.dropfleet.begin_fire import undecided
from defilade.systems.dropfleet.bodies import Body, weapons_of
from defilade.systems.dropfleet.declare import allocation_of, shooting
from defilade.systems.dropfleet.ground import cargo, landing, launch_reasons
from defilade.systems.dropfleet.movement import move_reasons
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.passage import passage
from defilade.systems.dropfleet.plan import TargetFire, Toll
from defilade.systems.dropfleet.prospect import fire_prospect, measures_of
from defilade.systems.dropfleet.rulings import supposed
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.turn import no
from defilade.systems.protocol import Measure, Prospect


def prospect(state: State, rules: HouseRules, action: Action) -> Prospect | Rejection:
    """The odds of an action, or why there are none. A group that has not moved or begun is
    taken as ready, as in questions about firing."""
    found = missing_names(state, action) or _prospect(state, rules, action)
    return Rejection(write_action(action), found) if isinstance(found, tuple) else found


def _prospect(state: State, rules: HouseRules, action: Action) -> Prospect | tuple[Reason, ...]:
    match action:
        case Fire(ship, target, weapon, overcharged):
            return _shot(state, rules, (ship, target, weapon), overcharged=overcharged)
        case Defend(sector, target, weapon):
            return _shot(state, rules, (sector, target, weapon), overcharged=False)
        case Resolve():
            return _volley(state, rules)
        case RollAttack(ship, weapon):
            return _attack(state, rules, ship, weapon)
        case _:
            return _others(state, rules, action)


def _shot(
    state: State, rules: HouseRules, names: tuple[str, str, str], *, overcharged: bool
) -> Prospect | tuple[Reason, ...]:
    by, at, weapon_name = names
    ready = supposed(state, by, Record())
    things: dict[str, Body] = {**ready.ships, **ready.sectors}
    firer, target = things[by], things[at]
    weapon = weapons_of(firer).get(weapon_name)
    if weapon is None:
        return (no("DF-ALL-02", "weapon_unknown", weapon=weapon_name),)
    found = shooting(ready, rules, firer, target, weapon, overcharged=overcharged)
    if found.against:
        return found.against
    one = allocation_of(ready, firer, target, weapon, overcharged=overcharged)
    return fire_prospect(ready, rules, at, (one,))


def _attack(
    state: State, rules: HouseRules, name: str, weapon_name: str
) -> Prospect | tuple[Reason, ...]:
    ready = supposed(state, name, Record())
    ship = ready.ships[name]
    weapon = ship.profile.weapons.get(weapon_name)
    if weapon is None:
        return (no("DF-ALL-02", "weapon_unknown", weapon=weapon_name),)
    against = may_fire(ready, rules, ship, weapon)
    if against:
        return against
    total = Total("DF-ALL-05", attack_dice(weapon, ship.order))
    return Prospect(Just(total), (Measure("attack_dice", int, "dice"),))


def _volley(state: State, rules: HouseRules) -> Prospect | tuple[Reason, ...]:
    """Everything declared, target by target; measures bear the target's name where there are
    several."""
    declared = undecided(state)
    if not declared:
        return (no("DF-ALL-06", "nothing_declared"),)
    targets = tuple(dict.fromkeys(one.target for one in declared))
    each = [
        fire_prospect(state, rules, t, tuple(one for one in declared if one.target == t))
        for t in targets
    ]
    if len(each) == 1:
        return each[0]
    measures = tuple(
        Measure(
            f"{target} {measure.name}",
            _OfTarget(number, measure),
            measure.unit,
            alone=measure.alone and Together((measure.alone,), (Toll(),) * number),
        )
        for number, (target, found) in enumerate(zip(targets, each, strict=True))
        for measure in found.measures
    )
    notes = tuple(dict.fromkeys(note for found in each for note in found.notes))
    return Prospect(Together(tuple(found.procedure for found in each)), measures, notes)


@dataclass(frozen=True, slots=True)
class Together:
    """Fire on several targets, one after another; answers their tolls in order."""

    left: tuple[Procedure, ...]
    tolls: tuple[Toll, ...] = ()

    def ask(self) -> Procedure:
        """The next target."""
        return self.left[0]

    def take(self, toll: Toll) -> Together | Done[tuple[Toll, ...]]:
        """On, or done."""
        tolls = (*self.tolls, toll)
        ahead = replace(self, left=self.left[1:], tolls=tolls)
        return ahead if ahead.left else Done(tolls)


@dataclass(frozen=True, slots=True)
class _OfTarget:
    """A measure of one of several targets."""

    number: int
    measure: Measure

    def __call__(self, tolls: tuple[Toll, ...]) -> Any:
        return self.measure.of(tolls[self.number])


def _assaulted(
    state: State, target: str, found: TargetFire | tuple[Reason, ...]
) -> Prospect | tuple[Reason, ...]:
    if isinstance(found, tuple):
        return found
    return Prospect(found, measures_of(state.ships[target], found))


def _others(state: State, rules: HouseRules, action: Action) -> Prospect | tuple[Reason, ...]:
    match action:
        case Assault(target):
            found = assault_on(state, rules, target)
            return _assaulted(state, target, found)
        case Scan(ship, target) if target in state.ships:
            ready = supposed(state, ship, Record())
            against = scan_reasons(ready, ship, target)
            procedure = ActiveScan(state.ships[target].silent)
            return against or Prospect(procedure, (Measure("revealed", bool),))
        case Move(ship, legs, suicidal):
            fresh = state.change_ship(ship, moved=False)
            against = move_reasons(fresh, ship, legs, rules, confirm=suicidal)
            way = passage(fresh, ship, legs, rules, confirm=suicidal)
            hull = Measure("hull_lost", _HullLost(ship, state.ships[ship].hull), "hull")
            return against or Prospect(way, (hull,))
        case Land(ship, place, lander, kind):
            against = launch_reasons(state, ship, place, by=lander, kind=kind)
            side = state.ships[ship].side
            down = landing(state, side, place, by=lander, number=cargo(lander, kind) or 1)
            return against or Prospect(down, (Measure("landed", sum),))
        case _:
            return (no("DF-DIC-01", "no_odds", action=write_action(action)),)


@dataclass(frozen=True, slots=True)
class _HullLost:
    """Hull points a ship has lost in a state."""

    ship: str
    before: int

    def __call__(self, after: State) -> int:
        return self.before - after.ships[self.ship].hull
