"""What happened, derived from a state, an action, the dice, and the state after.

Knows the order of the rulebook's steps; events are codes with params, the words are made in
`wording`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from defilade.dice import Thrown
from defilade.game import Event
from defilade.record import Datum, Record
from defilade.systems.wh40k.actions import (
    Ability,
    Action,
    Advance,
    Charge,
    EndPhase,
    Fight,
    Move,
    Secure,
    SetUp,
    Shock,
    Shoot,
    Stay,
)
from defilade.systems.wh40k.hiding import hidden
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import State

ROLLS = {
    "WH-MV-03": "advance_rolled",
    "WH-MV-07": "charge_rolled",
    "WH-ATK-01": "attacks_rolled",
    "WH-ATK-03": "hit_rolled",
    "WH-ATK-04": "wound_rolled",
    "WH-SAV-02": "save_rolled",
    "WH-DMG-01": "damage_rolled",
    "WH-DMG-02": "pain_rolled",
    "WH-MW-02": "hazard_rolled",
    "WH-MOR-01": "leadership_rolled",
    "WH-TMV-11": "stride_rolled",
}
"""Events by the clause of the dice."""


def event(code: str, clause: str, **params: Datum) -> Event:
    """One event."""
    return Event(code, clause, Record(**params))


def narrate(
    before: State, action: Action, thrown: tuple[Thrown, ...], after: State, rules: HouseRules
) -> tuple[Event, ...]:
    """Everything that happened, in the order of the rules."""
    return (
        *opening(action, before, after),
        *(rolled(one) for one in thrown),
        *losses(before, after),
        *nerves(before, after),
        *revealed(before, after, rules),
        *objectives(before, after),
    )


def rolled(thrown: Thrown) -> Event:
    """Dice that fell, or a choice that was made."""
    clause = thrown.question.clause
    if not thrown.faces:
        return event("chosen", clause, choice=str(thrown.answer))
    faces: tuple[Datum, ...] = tuple(thrown.faces)
    total = sum(face for face in thrown.faces if isinstance(face, int))
    return event(ROLLS.get(clause, "rolled"), clause, faces=faces, total=total)


def opening(action: Action, before: State, after: State) -> Iterator[Event]:  # noqa: PLR0912
    """What the action itself says, before any dice."""
    match action:
        case Stay(unit):
            yield event("stayed", "WH-MV-03", unit=unit)
        case Advance(unit):
            yield event("advances", "WH-MV-03", unit=unit)
        case Move(unit):
            done = after.units[unit]
            kind, far = str(done.moved), done.moved_inches
            yield event("moved", "WH-MV-01", unit=unit, kind=kind, distance=far)
        case Charge(unit, targets):
            yield event("charges", "WH-MV-07", unit=unit, targets=targets)
        case Shoot(unit, target, weapon):
            yield event("shot", "WH-SHO-01", unit=unit, target=target, weapon=weapon)
        case Fight(unit, target, weapon):
            yield event("fought", "WH-ATK-01", unit=unit, target=target, weapon=weapon)
        case Ability(unit, target, wounds):
            yield event("ability_used", "WH-MW-01", unit=unit, target=target, wounds=wounds)
        case SetUp(unit):
            yield event("set_up", "WH-RND-02", unit=unit)
        case Shock(unit):
            yield event("tests_nerve", "WH-MOR-01", unit=unit)
        case Secure(objective):
            side = after.objectives[objective].secured_by
            yield event("objective_secured", "WH-OBJ-05", objective=objective, side=side)
        case EndPhase():
            yield event("phase_ended", "WH-RND-01", phase=str(before.phase))
            if after.turn != before.turn:
                yield event("turn_begins", "WH-RND-01", turn=after.turn, side=after.active)
        case _:
            assert_never(action)


def losses(before: State, after: State) -> Iterator[Event]:
    """Models hurt and destroyed, then units gone (WH-DMG-01)."""
    for name, old in before.models.items():
        new = after.models[name]
        if new.wounds < old.wounds:
            code = "model_destroyed" if new.wounds == 0 else "model_hurt"
            lost = old.wounds - new.wounds
            yield event(code, "WH-DMG-01", model=name, lost=lost, left=new.wounds)
    for unit in before.units:
        if before.alive(unit) and not after.alive(unit) and not after.units[unit].in_reserve:
            yield event("unit_destroyed", "WH-DMG-01", unit=unit)


def nerves(before: State, after: State) -> Iterator[Event]:
    """Units shocked and recovered (WH-MOR-01)."""
    for name, old in before.units.items():
        new = after.units[name]
        if new.battle_shocked != old.battle_shocked:
            code = "battle_shocked" if new.battle_shocked else "recovered"
            yield event(code, "WH-MOR-01", unit=name)


def revealed(before: State, after: State, rules: HouseRules) -> Iterator[Event]:
    """Units whose models stop or begin to be hidden (WH-HID-01)."""
    for name in before.units:
        was = any(hidden(before, rules, model) for model in before.alive(name))
        now = any(hidden(after, rules, model) for model in after.alive(name))
        if was != now and after.alive(name):
            yield event("hides" if now else "revealed", "WH-HID-01", unit=name)


def objectives(before: State, after: State) -> Iterator[Event]:
    """Objectives that change hands (WH-OBJ-05)."""
    for name, old in before.objectives.items():
        new = after.objectives[name]
        if new.controller != old.controller:
            code = "objective_controlled" if new.controller else "objective_lost"
            side = new.controller or old.controller
            yield event(code, "WH-OBJ-05", objective=name, side=side)
