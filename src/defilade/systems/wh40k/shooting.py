"""Who may shoot what at whom, how, and with which attacks (core 10, 04).

Knows one weapon of one model at a time, then gathers attacks that are alike (WH-ATK-02). Dice are
in `volley`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defilade.ruling import Reason
from defilade.systems.wh40k.attack import Attack, Situation, active, make_attack, steady
from defilade.systems.wh40k.cover import Cover, cover, plunging, skill
from defilade.systems.wh40k.hiding import lone_range
from defilade.systems.wh40k.measuring import engaged_units, units_apart, within
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.sight import Seen, see, unit_visible
from defilade.systems.wh40k.squad import Group, Squad
from defilade.systems.wh40k.state import Model, State, Weapon
from defilade.systems.wh40k.terms import BIG, CHARACTER, MoveType, Shooting
from defilade.values import DiceExpr, Inches

SNAP_REACH: Inches = 24.0


def way_of(state: State, unit: str, weapon: Weapon, *, indirect: bool = False) -> Shooting:
    """The shooting type a unit would choose for a weapon (WH-SHO-01)."""
    if engaged_units(state, unit):
        return Shooting.CLOSE_QUARTERS
    if state.units[unit].moved is MoveType.ADVANCE:
        return Shooting.ASSAULT
    if indirect and weapon.ability("INDIRECT FIRE") is not None:
        return Shooting.INDIRECT
    return Shooting.NORMAL


def way_reasons(state: State, model: Model, weapon: Weapon, way: Shooting) -> list[Reason]:
    """Whether a unit qualifies for a shooting type with a weapon (WH-SHO-02 to WH-SHO-05)."""
    unit = state.units[model.unit]
    engaged = bool(engaged_units(state, unit.id))
    advanced = unit.moved is MoveType.ADVANCE
    large = model.profile.has(*BIG)
    close = weapon.ability("CLOSE-QUARTERS") is not None
    name = weapon.name
    found: list[Reason] = []
    if unit.moved is MoveType.FALL_BACK and way is not Shooting.SNAP:
        found.append(no("WH-MV-04", "fell_back", unit=unit.id))
    match way:
        case Shooting.NORMAL:
            if engaged:
                found.append(no("WH-SHO-02", "shooter_engaged", unit=unit.id))
            if advanced:
                found.append(no("WH-SHO-02", "shooter_advanced", unit=unit.id))
        case Shooting.ASSAULT:
            if engaged:
                found.append(no("WH-SHO-03", "shooter_engaged", unit=unit.id))
            if not advanced:
                found.append(no("WH-SHO-03", "did_not_advance", unit=unit.id))
            if weapon.ability("ASSAULT") is None:
                found.append(no("WH-SHO-03", "no_assault", weapon=name))
        case Shooting.CLOSE_QUARTERS:
            if not engaged:
                found.append(no("WH-SHO-04", "shooter_not_engaged", unit=unit.id))
            if advanced:
                found.append(no("WH-SHO-04", "shooter_advanced", unit=unit.id))
            if not close and not large:
                found.append(no("WH-SHO-04", "no_close_quarters", weapon=name))
        case Shooting.INDIRECT:
            if engaged or advanced:
                code = "shooter_engaged" if engaged else "shooter_advanced"
                found.append(no("WH-SHO-05", code, unit=unit.id))
            if weapon.ability("INDIRECT FIRE") is None:
                found.append(no("WH-SHO-05", "no_indirect", weapon=name))
        case Shooting.SNAP:
            pass
    return found


def target_reasons(
    state: State, rules: HouseRules, model: Model, weapon: Weapon, target: str, way: Shooting
) -> list[Reason]:
    """Whether a unit is a target of a weapon: seen, in range, unengaged (WH-SHO-06)."""
    models = state.alive(target)
    if not models:
        return [no("WH-SHO-06", "target_gone", unit=target)]
    if state.units[target].side == state.units[model.unit].side:
        return [no("WH-SHO-06", "target_friendly", unit=target)]
    if weapon.range is None:
        return [no("WH-SHO-06", "melee_weapon", weapon=weapon.name)]
    found: list[Reason] = []
    gap = units_apart((model,), models, rules)
    reach = min(weapon.range, SNAP_REACH) if way is Shooting.SNAP else weapon.range
    if not within(gap, reach):
        clause = "WH-SHO-07" if way is Shooting.SNAP and gap <= weapon.range else "WH-SHO-06"
        found.append(
            no(clause, "out_of_range", model=model.id, distance=gap, range=reach, over=gap - reach)
        )
    found += _seen_reasons(state, rules, model, weapon, target, way)
    return found + _engaged_reasons(state, model, weapon, target, way)


def _seen_reasons(
    state: State, rules: HouseRules, model: Model, weapon: Weapon, target: str, way: Shooting
) -> list[Reason]:
    """Visible, or indirect; not even that at a lone operative too far away (WH-LONE-01)."""
    if way is Shooting.INDIRECT and weapon.ability("INDIRECT FIRE") is not None:
        limits = [lone_range(state, one) for one in state.alive(target)]
        gap = units_apart((model,), state.alive(target), rules)
        alone = [limit for limit in limits if limit is not None]
        if alone and len(alone) == len(limits) and not within(gap, max(alone)):
            return [no("WH-LONE-01", "lone_operative", distance=gap, limit=max(alone))]
        return []
    best: Seen | None = None
    for one in state.alive(target):
        seen = see(state, rules, model, one)
        if seen.visible:
            return []
        best = best or seen
    if best is None:
        return []
    code = f"stopped_{best.stop}" if best.stop else "not_visible"
    first = no(best.clause, code, model=model.id, unit=target, **_numbers(best))
    return [first, no("WH-SHO-06", "not_visible", model=model.id, unit=target)]


def _numbers(seen: Seen) -> dict[str, float | bool]:
    if seen.limit is None:
        return {"mixed": seen.mixed}
    return {"distance": seen.distance, "limit": seen.limit, "over": seen.distance - seen.limit}


def _engaged_reasons(
    state: State, model: Model, weapon: Weapon, target: str, way: Shooting
) -> list[Reason]:
    """Engaged targets: the large at -1, or those one is engaged with (WH-SHO-04, WH-SHO-06)."""
    busy = engaged_units(state, target)
    if not busy:
        return []
    own = model.unit in busy
    blast = weapon.ability("BLAST") is not None
    close = weapon.ability("CLOSE-QUARTERS") is not None
    large = all(one.profile.has(*BIG) for one in state.alive(target))
    if blast and (own or large):
        return [no("WH-SHO-04" if own else "WH-SHO-06", "blast_engaged", unit=target)]
    if own:
        if way is Shooting.CLOSE_QUARTERS:
            return []
        return [no("WH-SHO-06", "target_engaged", unit=target)]
    if large and not (close and way is Shooting.CLOSE_QUARTERS):
        return []
    if way is Shooting.CLOSE_QUARTERS and not model.profile.has(*BIG):
        return [no("WH-SHO-04", "not_engaged_with", unit=target)]
    return [no("WH-SHO-06", "target_engaged", unit=target)]


def shot_reasons(
    state: State,
    rules: HouseRules,
    model: Model,
    weapon: Weapon,
    target: str,
    way: Shooting | None = None,
) -> list[Reason]:
    """Everything against one model shooting a weapon at a unit."""
    chosen = way or way_of(state, model.unit, weapon)
    if way is None and weapon.ability("INDIRECT FIRE") is not None and chosen is Shooting.NORMAL:
        direct = target_reasons(state, rules, model, weapon, target, Shooting.NORMAL)
        if any(reason.code == "not_visible" for reason in direct):
            chosen = Shooting.INDIRECT
    found = way_reasons(state, model, weapon, chosen)
    if weapon.ability("ONE SHOT") is not None:
        if f"{model.id}/{weapon.name}" in state.units[model.unit].used:
            found.append(no("WH-WPN-15", "one_shot_used", model=model.id, weapon=weapon.name))
    return found + target_reasons(state, rules, model, weapon, target, chosen)


@dataclass(frozen=True, slots=True)
class Shot:
    """One model's weapon at a unit: what changes its skill, and the attack it makes."""

    model: str
    weapon: str
    way: Shooting
    cover: Cover
    plunges: bool
    skill: int | None
    attack: Attack


def shot(
    state: State,
    rules: HouseRules,
    model: Model,
    weapon: Weapon,
    target: str,
    way: Shooting | None = None,
) -> Shot:
    """The attack of one model's weapon (WH-COV-07, WH-PLG-01, WH-MOD-01)."""
    chosen = way or way_of(state, model.unit, weapon)
    visible = unit_visible(state, rules, model, target) is not None
    if way is None and not visible and weapon.ability("INDIRECT FIRE") is not None:
        chosen = Shooting.INDIRECT
    unit = state.units[model.unit]
    models = state.alive(target)
    words = frozenset(word for one in models for word in one.profile.keywords)
    granted = "indirect" if chosen is Shooting.INDIRECT else None
    ignored = active(weapon, "IGNORES COVER", words) is not None
    found = cover(state, rules, model, target, granted=granted, ignored=ignored)
    plunges = plunging(state, rules, model, target, visible=visible)
    covered = found.covered and active(weapon, "PSYCHIC", words) is None
    after = None
    if weapon.skill is not None:
        after = skill(weapon.skill, covered=covered, plunges=plunges)
    gap = units_apart((model,), models, rules)
    about = Situation(
        keywords=words,
        toughness=toughness(state, target),
        models=len(models),
        half_range=weapon.range is not None and within(gap, weapon.range / 2),
        steady=steady(
            engaged=bool(engaged_units(state, unit.id)),
            set_up=unit.set_up_turn == state.turn,
            moved=unit.moved_inches,
        ),
        shooting=chosen,
        spotted=_spotted(state, rules, model, target, chosen),
        hit_mods=hit_mods(state, model, weapon, target, chosen),
    )
    made = make_attack(weapon, about, after, rules, side=unit.side)
    return Shot(model.id, weapon.name, chosen, found, plunges, after, made)


def _spotted(state: State, rules: HouseRules, model: Model, target: str, way: Shooting) -> bool:
    unit = state.units[model.unit]
    if way is not Shooting.INDIRECT or unit.moved not in (MoveType.NONE, MoveType.STATIONARY):
        return False
    friends = (one for one in state.on_table() if state.side_of(one) == unit.side)
    return any(unit_visible(state, rules, one, target) is not None for one in friends)


def hit_mods(
    state: State, model: Model, weapon: Weapon, target: str, way: Shooting
) -> tuple[int, ...]:
    """Changes of the hit roll: the large in close quarters (WH-SHO-04), engaged large targets
    (WH-SHO-06). PSYCHIC ignores what is bad (WH-WPN-12, WH-MOD-05)."""
    if weapon.ability("PSYCHIC") is not None:
        return ()
    busy = engaged_units(state, target)
    own = model.unit in busy
    close = weapon.ability("CLOSE-QUARTERS") is not None
    if way is Shooting.CLOSE_QUARTERS and not (close and own):
        return (-1,)
    return (-1,) if busy and not own else ()


def toughness(state: State, target: str) -> int:
    """The highest among the bodyguard; among leaders once no bodyguard is left (WH-ATK-05)."""
    models = state.alive(target)
    leaders = state.units[target].leaders
    guard = [one for one in models if one.id not in leaders] or list(models)
    return max((one.profile.toughness for one in guard), default=1)


Gathered = tuple[tuple[Attack, tuple[str, ...]], ...]


def gathered(shots: Sequence[Shot]) -> Gathered:
    """Attacks that are alike, rolled together (WH-ATK-02), with the models that make them."""
    found: dict[Attack, list[str]] = {}
    for one in shots:
        found.setdefault(one.attack, []).append(one.model)
    return tuple((_times(attack, len(who)), tuple(who)) for attack, who in found.items())


def _times(attack: Attack, number: int) -> Attack:
    dice = attack.dice
    return replace(attack, dice=DiceExpr(dice.count * number, dice.sides, dice.bonus * number))


def squad_of(state: State, target: str, ap: int = 0) -> Squad:
    """The allocation groups of a unit against an AP (WH-SAV-01)."""
    from defilade.systems.wh40k.attack import save_from

    found: dict[tuple[object, ...], list[Model]] = {}
    for model in state.alive(target):
        profile = model.profile
        key: tuple[object, ...] = (
            profile.wounds,
            profile.save,
            profile.invulnerable,
            profile.feel_no_pain,
        )
        if profile.has(CHARACTER):
            key = (model.id,)
        found.setdefault(key, []).append(model)
    return Squad(
        tuple(
            Group(
                name=models[0].id,
                wounds=models[0].profile.wounds,
                models=len(models),
                left=min(model.wounds for model in models),
                save=save_from(models[0].profile.save, models[0].profile.invulnerable, ap),
                feel_no_pain=models[0].profile.feel_no_pain,
                character=models[0].profile.has(CHARACTER),
            )
            for models in found.values()
        )
    )
