"""Shooting and fighting with one weapon of a unit: who may, and the attacks they make.

Knows a unit's models together; one model's aim is in `shooting`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Procedure
from defilade.ruling import Reason
from defilade.systems.wh40k.actions import Fight, Shoot
from defilade.systems.wh40k.attack import Attack, Situation, make_attack
from defilade.systems.wh40k.measuring import engaged
from defilade.systems.wh40k.morale import hazard_wounds
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.play import Shooting
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.salvo import Salvo, saves_of
from defilade.systems.wh40k.shooting import (
    Shot,
    aim_of,
    gathered,
    grouped,
    rerolls_hits,
    shot,
    shot_reasons,
    squad_of,
    times,
    toughness,
)
from defilade.systems.wh40k.sight import see
from defilade.systems.wh40k.state import Model, State, Weapon
from defilade.systems.wh40k.terms import BIG, CHARACTER, MoveType, Phase
from defilade.systems.wh40k.terms import Shooting as Way

Reasons = tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """What a unit's weapon does at a unit: each model's shot, and who may not shoot and why."""

    shots: tuple[Shot, ...]
    barred: tuple[tuple[str, Reasons], ...]


def bearers(state: State, unit: str, weapon: str) -> tuple[Model, ...]:
    """Models of a unit that carry a weapon."""
    return tuple(
        model
        for model in state.alive(unit)
        if weapon in model.weapons and weapon in model.profile.weapons
    )


def fire_of(state: State, rules: HouseRules, action: Shoot) -> Fire:
    """Every model's shot or the reasons against it (WH-COV-07)."""
    shots: list[Shot] = []
    barred: list[tuple[str, Reasons]] = []
    for model in bearers(state, action.unit, action.weapon):
        weapon = model.profile.weapons[action.weapon]
        aim = aim_of(state, rules, model, weapon, action.target, way=action.way)
        against = [*shot_reasons(state, rules, aim), *_used(state, model, weapon)]
        if against:
            barred.append((model.id, tuple(against)))
        else:
            shots.append(shot(state, rules, aim))
    return Fire(tuple(shots), tuple(barred))


def _used(state: State, model: Model, weapon: Weapon) -> list[Reason]:
    """Each weapon once; on foot close-quarters weapons or the others (WH-SHO-08)."""
    fired = state.units[model.unit].fired
    if f"{model.id}/{weapon.name}" in fired:
        return [no("WH-SHO-01", "fired_already", model=model.id, weapon=weapon.name)]
    if model.profile.has(*BIG):
        return []
    close = weapon.ability("CLOSE-QUARTERS") is not None
    others = [
        other
        for name, other in model.profile.weapons.items()
        if f"{model.id}/{name}" in fired and other.range is not None
    ]
    if any((other.ability("CLOSE-QUARTERS") is not None) != close for other in others):
        return [no("WH-SHO-08", "either_kind", model=model.id, weapon=weapon.name)]
    return []


def fire_reasons(state: State, action: Shoot, found: Fire) -> Reasons:
    """Why nobody of the unit may shoot; nothing where somebody may."""
    if found.shots:
        return ()
    if not found.barred:
        return (no("WH-SHO-06", "nobody_carries", unit=action.unit, weapon=action.weapon),)
    return min((reasons for _, reasons in found.barred), key=len)


def salvo_of(state: State, rules: HouseRules, target: str, found: Fire) -> Salvo:
    """All attacks, alike ones together, on the target's groups."""
    attacks = tuple(attack for attack, _ in gathered(found.shots))
    return salvo(state, rules, target, attacks, by=found.shots[0].aim.model)


def salvo(
    state: State, rules: HouseRules, target: str, attacks: tuple[Attack, ...], *, by: Model
) -> Salvo:
    """Attacks on a unit; PRECISION may pick CHARACTERs that are seen (WH-WPN-11)."""
    picks: tuple[str, ...] = ()
    if any(attack.precision for attack in attacks):
        picks = tuple(
            models[0].id
            for models in grouped(state, target)
            if models[0].profile.has(CHARACTER) and see(state, rules, by, models[0]).visible
        )
    squad = squad_of(state, target)
    plain = replace(squad, groups=tuple(replace(g, save=0) for g in squad.groups))
    return Salvo(attacks, plain, saves_of(state, target), state.units[target].side, picks)


def begin_shoot(state: State, rules: HouseRules, action: Shoot) -> Procedure | Reasons:
    """A unit shoots a weapon; the shot is remembered (WH-SHO-09)."""
    reasons = [*_shooting_now(state, action)]
    found = fire_of(state, rules, action)
    reasons += fire_reasons(state, action, found)
    if reasons:
        return tuple(dict.fromkeys(reasons))
    names = {f"{one.aim.model.id}/{action.weapon}" for one in found.shots}
    unit = state.units[action.unit]
    done = replace(
        unit,
        shot_turn=state.turn,
        has_shot=True,
        fired=unit.fired | names,
        used=unit.used | names,
    )
    after = state.put_unit(done)
    if action.way is not Way.SNAP:
        selected = state.selected | {action.unit}
        after = replace(after, shooter=action.unit, selected=selected)
    dangers = [one for one in found.shots if one.aim.weapon.ability("HAZARDOUS") is not None]
    return Shooting(
        after,
        action.unit,
        action.target,
        salvo_of(state, rules, action.target, found),
        len(dangers),
        hazard_wounds(state, action.unit),
    )


def _shooting_now(state: State, action: Shoot) -> list[Reason]:
    """Each unit is selected once in its player's Shooting phase (WH-SHO-01); snap any time."""
    found: list[Reason] = []
    if action.way is Way.SNAP:
        return found
    unit = state.units[action.unit]
    if unit.side != state.active:
        found.append(no("WH-RND-01", "not_your_turn", unit=unit.id, side=state.active))
    if state.phase is not Phase.SHOOTING:
        phases = {"phase": str(state.phase), "wanted": str(Phase.SHOOTING)}
        found.append(no("WH-RND-01", "wrong_phase", **phases))
    if action.unit in state.selected and state.shooter != action.unit:
        found.append(no("WH-SHO-01", "selected_already", unit=unit.id))
    return found


def fight_attacks(
    state: State, rules: HouseRules, action: Fight
) -> tuple[tuple[Attack, ...], tuple[Model, ...]]:
    """Attacks of the models engaged with a unit; never with cover (WH-COV-08)."""
    goals = state.alive(action.target)
    fighters = [
        model
        for model in bearers(state, action.unit, action.weapon)
        if model.profile.weapons[action.weapon].range is None
        and any(engaged(model, goal) for goal in goals)
    ]
    about = Situation(
        keywords=frozenset(word for goal in goals for word in goal.profile.keywords),
        toughness=toughness(state, action.target),
        models=len(goals),
        charged=state.units[action.unit].moved is MoveType.CHARGE,
    )
    found: dict[Attack, int] = {}
    side = state.units[action.unit].side
    for model in fighters:
        weapon = model.profile.weapons[action.weapon]
        mine = replace(about, reroll_hits=rerolls_hits(model, 0.0))
        made = make_attack(weapon, mine, weapon.skill, rules, side=side)
        found[made] = found.get(made, 0) + 1
    return tuple(times(attack, number) for attack, number in found.items()), tuple(fighters)


def begin_fight(state: State, rules: HouseRules, action: Fight) -> Procedure | Reasons:
    """A unit fights with one weapon in the Fight phase."""
    found: list[Reason] = []
    if state.phase is not Phase.FIGHT:
        phases = {"phase": str(state.phase), "wanted": str(Phase.FIGHT)}
        found.append(no("WH-RND-01", "wrong_phase", **phases))
    attacks, fighters = fight_attacks(state, rules, action)
    if state.units[action.target].side == state.units[action.unit].side:
        found.append(no("WH-SHO-06", "target_friendly", unit=action.target))
    elif not attacks:
        found.append(no("WH-ENG-01", "nobody_engaged", unit=action.unit, enemy=action.target))
    names = {f"{model.id}/{action.weapon}" for model in fighters}
    unit = state.units[action.unit]
    if names & unit.fired:
        found.append(no("WH-SHO-01", "fired_already", model=action.unit, weapon=action.weapon))
    if found:
        return tuple(found)
    after = state.put_unit(replace(unit, fired=unit.fired | names))
    made = salvo(state, rules, action.target, attacks, by=fighters[0])
    dangers = [m for m in fighters if m.profile.weapons[action.weapon].ability("HAZARDOUS")]
    hurts = hazard_wounds(state, action.unit)
    return Shooting(after, action.unit, action.target, made, len(dangers), hurts)
