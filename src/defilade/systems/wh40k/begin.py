"""What an action does: a procedure whose answer is the next state, or every reason against.

Knows which rules each action has to satisfy; the rules stand in their chapters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from defilade.dice import Done, Procedure
from defilade.game import Rejection
from defilade.ruling import Reason
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
    Stride,
    write_action,
)
from defilade.systems.wh40k.begin_attacks import begin_fight, begin_shoot
from defilade.systems.wh40k.measuring import engaged_units
from defilade.systems.wh40k.morale import (
    Hazards,
    Leadership,
    hazard_wounds,
    leadership,
    mortal_wounds,
    must_test,
)
from defilade.systems.wh40k.moves import Plan, charge_reasons, judge_move, set_up_reasons
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.play import (
    Advancing,
    AtOnce,
    Charging,
    Escaping,
    Losing,
    Shocking,
    Striding,
    moved,
    phase_ended,
)
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.salvo import losses
from defilade.systems.wh40k.shooting import squad_of
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import MoveType, Phase

Begun = Procedure | tuple[Reason, ...]
"""What an action begins, or everything against it."""


def begin(state: State, rules: HouseRules, action: Action) -> Procedure | Rejection:
    """The procedure of an action on a state, or its rejection with all failed clauses."""
    found = missing_names(state, action) or _begun(state, rules, action)
    if isinstance(found, tuple):
        return Rejection(write_action(action), found)
    return found


def missing_names(state: State, action: Action) -> tuple[Reason, ...]:
    """Names in an action that nothing on the table bears."""
    named = [getattr(action, field) for field in ("unit", "target") if hasattr(action, field)]
    named += list(getattr(action, "targets", ()))
    unknown = [name for name in named if name not in state.units]
    if isinstance(action, Secure) and action.objective not in state.objectives:
        unknown.append(action.objective)
    parts: tuple[Any, ...] = getattr(action, "legs", ()) or getattr(action, "spots", ())
    if not unknown:
        own = state.units[action.unit].models if parts and hasattr(action, "unit") else ()
        unknown += [name for name, _ in parts if name not in own]
    return tuple(no("WH-MEAS-01", "nobody_of_that_name", name=name) for name in unknown)


def _begun(state: State, rules: HouseRules, action: Action) -> Begun:  # noqa: PLR0911
    match action:
        case Stay(unit):
            return in_phase(state, unit, Phase.MOVEMENT) or AtOnce(
                moved(state, unit, MoveType.STATIONARY, 0.0)
            )
        case Advance(unit):
            return begin_advance(state, unit)
        case Move():
            return begin_move(state, rules, action)
        case Charge(unit, targets):
            return begin_charge(state, unit, targets)
        case Shoot():
            return begin_shoot(state, rules, action)
        case Fight():
            return begin_fight(state, rules, action)
        case Ability():
            return begin_ability(state, rules, action)
        case SetUp():
            return begin_set_up(state, rules, action)
        case Shock(unit):
            return begin_shock(state, unit)
        case Secure(objective):
            return begin_secure(state, objective)
        case EndPhase():
            return phase_ended(state, rules)
        case _:
            assert_never(action)


def turn_reasons(state: State, unit: str) -> tuple[Reason, ...]:
    """Whether a unit is its player's, in play, and has models left (WH-RND-01)."""
    found: list[Reason] = []
    if state.units[unit].side != state.active:
        found.append(no("WH-RND-01", "not_your_turn", unit=unit, side=state.active))
    if not state.alive(unit):
        found.append(no("WH-RND-01", "not_on_table", unit=unit))
    return tuple(found)


def in_phase(state: State, unit: str, phase: Phase) -> tuple[Reason, ...]:
    """Whether a unit may act in a phase and has not moved in it (WH-RND-01, WH-MV-03)."""
    found = list(turn_reasons(state, unit))
    if state.phase is not phase:
        now, wanted = str(state.phase), str(phase)
        found.append(no("WH-RND-01", "wrong_phase", phase=now, wanted=wanted))
    if phase is Phase.MOVEMENT and state.units[unit].moved is not MoveType.NONE:
        found.append(no("WH-MV-03", "moved_already", unit=unit))
    return tuple(found)


def begin_advance(state: State, unit: str) -> Begun:
    """The die of an advance; the unit must be unengaged (WH-MV-03)."""
    found = list(in_phase(state, unit, Phase.MOVEMENT))
    if enemies := engaged_units(state, unit):
        found.append(no("WH-MV-03", "engaged_before", unit=unit, enemy=enemies[0]))
    if state.units[unit].rolled_move is not None:
        found.append(no("WH-MV-03", "rolled_already", unit=unit))
    return tuple(found) or Advancing(state, unit)


def begin_charge(state: State, unit: str, targets: tuple[str, ...]) -> Begun:
    """The dice of a charge (WH-MV-07)."""
    found = list(in_phase(state, unit, Phase.CHARGE))
    found += charge_reasons(state, state.units[unit], targets)
    if state.units[unit].charge_roll is not None or state.units[unit].moved is MoveType.CHARGE:
        found.append(no("WH-MV-07", "rolled_already", unit=unit))
    return tuple(found) or Charging(state, unit, targets)


def plan_of(state: State, action: Move) -> Plan:
    """The move an action means: charging once dice are rolled for it, advancing likewise."""
    unit = state.units[action.unit]
    kind, rolled = MoveType.NORMAL, 0
    if unit.charge_roll is not None:
        kind, rolled = MoveType.CHARGE, unit.charge_roll
    elif unit.rolled_move is not None:
        kind, rolled = MoveType.ADVANCE, unit.rolled_move
    elif action.how in (Stride.FALL_BACK, Stride.ESCAPE):
        kind = MoveType.FALL_BACK
    return Plan(
        action.unit,
        kind,
        dict(action.legs),
        rolled=rolled,
        skies=action.how is Stride.FLY,
        walker=action.how is Stride.STRIDE,
        targets=unit.charge_targets,
        desperate=action.how is Stride.ESCAPE,
    )


def begin_move(state: State, rules: HouseRules, action: Move) -> Begun:
    """A unit's move; one that may not end goes back (WH-MV-02)."""
    plan = plan_of(state, action)
    phase = Phase.CHARGE if plan.kind is MoveType.CHARGE else Phase.MOVEMENT
    found = judge_move(state, rules, plan)
    reasons = (*in_phase(state, action.unit, phase), *found.reasons)
    if reasons:
        return tuple(dict.fromkeys(reasons))
    after = state.put_model(*(path.model for path in found.paths))
    after = moved(after, action.unit, plan.kind, found.farthest)
    if plan.desperate:
        number = len(after.alive(action.unit))
        own = squad_of(after, action.unit)
        return Escaping(after, action.unit, Hazards(number, hazard_wounds(after, action.unit), own))
    return Striding(after, action.unit) if plan.walker else AtOnce(after)


def begin_set_up(state: State, rules: HouseRules, action: SetUp) -> Begun:
    """A unit arrives (WH-RND-02, WH-ENG-02)."""
    unit = state.units[action.unit]
    found: list[Reason] = []
    if unit.side != state.active:
        found.append(no("WH-RND-01", "not_your_turn", unit=unit.id, side=state.active))
    if state.phase is not Phase.MOVEMENT:
        found.append(
            no("WH-RND-01", "wrong_phase", phase=str(state.phase), wanted=str(Phase.MOVEMENT))
        )
    if not unit.in_reserve:
        found.append(no("WH-RND-02", "not_in_reserve", unit=unit.id))
    spots = dict(action.spots)
    lacking = [name for name in unit.models if name not in spots]
    found += [no("WH-ENG-02", "no_spot", model=name) for name in lacking]
    placed = [state.models[name].standing((x, y), z) for name, (x, y, z) in spots.items()]
    found += set_up_reasons(state, rules, unit.id, placed, deep=action.deep)
    if found:
        return tuple(found)
    done = replace(unit, in_reserve=False, set_up_turn=state.turn, moved=MoveType.NORMAL)
    return AtOnce(state.put_model(*placed).put_unit(done))


def begin_shock(state: State, unit: str) -> Begun:
    """A battle-shock roll in the Command phase (WH-MOR-01, WH-MOR-02)."""
    found = list(in_phase(state, unit, Phase.COMMAND))
    if not must_test(state, state.units[unit]):
        found.append(no("WH-MOR-02", "above_half", unit=unit))
    if unit in state.tested:
        found.append(no("WH-MOR-01", "tested_already", unit=unit))
    return tuple(found) or Shocking(state, unit, Leadership(leadership(state, unit)))


def begin_secure(state: State, name: str) -> Begun:
    """The controller secures an objective (WH-OBJ-03, WH-OBJ-05)."""
    objective = state.objectives[name]
    if objective.controller is None:
        return (no("WH-OBJ-03", "nobody_controls", objective=name),)
    done = replace(objective, secured_by=objective.controller)
    return AtOnce(replace(state, objectives=state.objectives.put(name, done)))


def begin_ability(state: State, rules: HouseRules, action: Ability) -> Begun:
    """Mortal wounds of an ability; they reveal only by house rule (WH-HID-09)."""
    found: list[Reason] = []
    if not state.alive(action.target):
        found.append(no("WH-SHO-06", "target_gone", unit=action.target))
    if state.units[action.target].side == state.units[action.unit].side:
        found.append(no("WH-SHO-06", "target_friendly", unit=action.target))
    if not state.alive(action.unit):
        found.append(no("WH-RND-01", "not_on_table", unit=action.unit))
    if found:
        return tuple(found)
    if rules.reveal_on_ability_damage:
        state = state.put_unit(replace(state.units[action.unit], shot_turn=state.turn))
    wounds = mortal_wounds(squad_of(state, action.target), action.wounds)
    if isinstance(wounds, Done):
        return AtOnce(losses(state, action.target, wounds.value))
    return Losing(state, action.target, wounds)  # type: ignore[arg-type]
