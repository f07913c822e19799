"""Who may shoot what at whom, how, and with which attacks (core 10, 04).

Knows one weapon of one model at a time, then gathers attacks that are alike (WH-ATK-02). Dice are
in `volley`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from defilade.ruling import Reason
from defilade.systems.wh40k.attack import Attack, Situation, active, make_attack, save_from, steady
from defilade.systems.wh40k.cover import Cover, cover, plunging, skill
from defilade.systems.wh40k.hiding import lone_range
from defilade.systems.wh40k.measuring import engaged_units, units_apart, within
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.sight import Seen, see, unit_visible
from defilade.systems.wh40k.squad import Group, Squad
from defilade.systems.wh40k.state import Model, Profile, State, Weapon
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


@dataclass(frozen=True, slots=True)
class Aim:
    """One model's weapon at a unit, in one way of shooting."""

    model: Model
    weapon: Weapon
    target: str
    way: Shooting


def way_reasons(state: State, aim: Aim) -> list[Reason]:
    """Whether a unit qualifies for a shooting type with a weapon (WH-SHO-02 to WH-SHO-05)."""
    unit = state.units[aim.model.unit]
    engaged = bool(engaged_units(state, unit.id))
    advanced = unit.moved is MoveType.ADVANCE
    has = aim.weapon.ability
    close, large = has("CLOSE-QUARTERS") is not None, aim.model.profile.has(*BIG)
    kept: tuple[tuple[str, str, bool], ...]
    match aim.way:
        case Shooting.NORMAL:
            kept = (
                ("WH-SHO-02", "shooter_engaged", engaged),
                ("WH-SHO-02", "shooter_advanced", advanced),
            )
        case Shooting.ASSAULT:
            kept = (
                ("WH-SHO-03", "shooter_engaged", engaged),
                ("WH-SHO-03", "did_not_advance", not advanced),
                ("WH-SHO-03", "no_assault", has("ASSAULT") is None),
            )
        case Shooting.CLOSE_QUARTERS:
            kept = (
                ("WH-SHO-04", "shooter_not_engaged", not engaged),
                ("WH-SHO-04", "shooter_advanced", advanced),
                ("WH-SHO-04", "no_close_quarters", not close and not large),
            )
        case Shooting.INDIRECT:
            kept = (
                ("WH-SHO-05", "shooter_engaged", engaged),
                ("WH-SHO-05", "shooter_advanced", advanced),
                ("WH-SHO-05", "no_indirect", has("INDIRECT FIRE") is None),
            )
        case Shooting.SNAP:
            kept = ()
        case _:
            assert_never(aim.way)
    fell = unit.moved is MoveType.FALL_BACK and aim.way is not Shooting.SNAP
    kept = (("WH-MV-04", "fell_back", fell), *kept)
    return [
        no(clause, code, unit=unit.id, weapon=aim.weapon.name)
        for clause, code, broken in kept
        if broken
    ]


def target_reasons(state: State, rules: HouseRules, aim: Aim) -> list[Reason]:
    """Whether a unit is a target of a weapon: seen, in range, unengaged (WH-SHO-06)."""
    models = state.alive(aim.target)
    if not models:
        return [no("WH-SHO-06", "target_gone", unit=aim.target)]
    if state.units[aim.target].side == state.units[aim.model.unit].side:
        return [no("WH-SHO-06", "target_friendly", unit=aim.target)]
    printed = aim.weapon.range
    if printed is None:
        return [no("WH-SHO-06", "melee_weapon", weapon=aim.weapon.name)]
    found: list[Reason] = []
    snap = aim.way is Shooting.SNAP
    gap = units_apart((aim.model,), models, rules)
    reach = min(printed, SNAP_REACH) if snap else printed
    if not within(gap, reach):
        clause = "WH-SHO-07" if snap and gap <= printed else "WH-SHO-06"
        params = {"distance": gap, "range": reach, "over": gap - reach}
        found.append(no(clause, "out_of_range", model=aim.model.id, **params))
    found += _seen_reasons(state, rules, aim)
    return found + _engaged_reasons(state, aim)


def _seen_reasons(state: State, rules: HouseRules, aim: Aim) -> list[Reason]:
    """Visible, or indirect; not even that at a lone operative too far away (WH-LONE-01)."""
    models = state.alive(aim.target)
    if aim.way is Shooting.INDIRECT and aim.weapon.ability("INDIRECT FIRE") is not None:
        limits = [lone_range(state, one) for one in models]
        gap = units_apart((aim.model,), models, rules)
        alone = [limit for limit in limits if limit is not None]
        if alone and len(alone) == len(limits) and not within(gap, max(alone)):
            return [no("WH-LONE-01", "lone_operative", distance=gap, limit=max(alone))]
        return []
    if unit_visible(state, rules, aim.model, aim.target) is not None:
        return []
    best = see(state, rules, aim.model, models[0])
    who, whom = aim.model.id, aim.target
    first = no(best.clause, f"stopped_{best.stop}", model=who, unit=whom, **numbers_of(best))
    return [first, no("WH-SHO-06", "not_visible", model=who, unit=whom)]


def numbers_of(seen: Seen) -> dict[str, float | bool]:
    """What a line that is stopped can tell in numbers."""
    if seen.limit is None:
        return {"mixed": seen.mixed, "proved": seen.proved}
    return {"distance": seen.distance, "limit": seen.limit, "over": seen.distance - seen.limit}


def _engaged_reasons(state: State, aim: Aim) -> list[Reason]:
    """Engaged targets: the large at -1, or those one is engaged with (WH-SHO-04, WH-SHO-06)."""
    busy = engaged_units(state, aim.target)
    if not busy:
        return []
    own = aim.model.unit in busy
    quarters = aim.way is Shooting.CLOSE_QUARTERS
    close = aim.weapon.ability("CLOSE-QUARTERS") is not None
    large = all(one.profile.has(*BIG) for one in state.alive(aim.target))
    blasts = aim.weapon.ability("BLAST") is not None and (own or large)
    allowed = quarters if own else large and not (close and quarters)
    if blasts:
        return [no("WH-SHO-04" if own else "WH-SHO-06", "blast_engaged", unit=aim.target)]
    if allowed:
        return []
    if quarters and not aim.model.profile.has(*BIG):
        return [no("WH-SHO-04", "not_engaged_with", unit=aim.target)]
    return [no("WH-SHO-06", "target_engaged", unit=aim.target)]


def aim_of(
    state: State,
    rules: HouseRules,
    model: Model,
    weapon: Weapon,
    target: str,
    *,
    way: Shooting | None = None,
) -> Aim:
    """The aim with the way the unit would choose: indirect only at what is not visible."""
    chosen = way or way_of(state, model.unit, weapon)
    blind = weapon.ability("INDIRECT FIRE") is not None
    if way is None and blind and chosen is Shooting.NORMAL:
        seen = unit_visible(state, rules, model, target)
        chosen = Shooting.NORMAL if seen is not None else Shooting.INDIRECT
    return Aim(model, weapon, target, chosen)


def shot_reasons(state: State, rules: HouseRules, aim: Aim) -> list[Reason]:
    """Everything against one model shooting a weapon at a unit."""
    found = way_reasons(state, aim)
    used = f"{aim.model.id}/{aim.weapon.name}" in state.units[aim.model.unit].used
    if used and aim.weapon.ability("ONE SHOT") is not None:
        name = aim.weapon.name
        found.append(no("WH-WPN-15", "one_shot_used", model=aim.model.id, weapon=name))
    return found + target_reasons(state, rules, aim)


@dataclass(frozen=True, slots=True)
class Shot:
    """One model's weapon at a unit: what changes its skill, and the attack it makes."""

    aim: Aim
    cover: Cover
    plunges: bool
    skill: int | None
    attack: Attack


def shot(state: State, rules: HouseRules, aim: Aim) -> Shot:
    """The attack of one model's weapon (WH-COV-07, WH-PLG-01, WH-MOD-01)."""
    model, weapon, target = aim.model, aim.weapon, aim.target
    models = state.alive(target)
    words = frozenset(word for one in models for word in one.profile.keywords)
    granted = "indirect" if aim.way is Shooting.INDIRECT else None
    ignored = active(weapon, "IGNORES COVER", words) is not None
    found = cover(state, rules, model, target, granted=granted, ignored=ignored)
    visible = granted is None or unit_visible(state, rules, model, target) is not None
    plunges = plunging(state, rules, model, target, visible=visible)
    covered = found.covered and active(weapon, "PSYCHIC", words) is None
    after = None
    if weapon.skill is not None:
        after = skill(weapon.skill, covered=covered, plunges=plunges)
    made = make_attack(
        weapon, situation(state, rules, aim), after, rules, side=state.side_of(model)
    )
    return Shot(aim, found, plunges, after, made)


def situation(state: State, rules: HouseRules, aim: Aim) -> Situation:
    """What of the table matters to the attacks, besides the skill."""
    unit = state.units[aim.model.unit]
    models = state.alive(aim.target)
    gap = units_apart((aim.model,), models, rules)
    return Situation(
        keywords=frozenset(word for one in models for word in one.profile.keywords),
        toughness=toughness(state, aim.target),
        models=len(models),
        half_range=aim.weapon.range is not None and within(gap, aim.weapon.range / 2),
        steady=steady(
            engaged=bool(engaged_units(state, unit.id)),
            set_up=unit.set_up_turn == state.turn,
            moved=unit.moved_inches,
        ),
        shooting=aim.way,
        spotted=_spotted(state, rules, aim),
        reroll_hits=rerolls_hits(aim.model, gap),
        hit_mods=hit_mods(state, aim),
    )


def _spotted(state: State, rules: HouseRules, aim: Aim) -> bool:
    unit = state.units[aim.model.unit]
    still = unit.moved in (MoveType.NONE, MoveType.STATIONARY)
    if aim.way is not Shooting.INDIRECT or not still:
        return False
    friends = (one for one in state.on_table() if state.side_of(one) == unit.side)
    return any(unit_visible(state, rules, one, aim.target) is not None for one in friends)


def rerolls_hits(model: Model, gap: Inches) -> bool:
    """Whether a model may throw failed hit rolls again at a target so far away (WH-MOD-04).

    `REROLL HITS` on its datasheet; a number behind it is how far it works, itself included.
    """
    found = (one for one in model.profile.abilities if one.name == "REROLL HITS")
    return any(one.value is None or within(gap, one.value) for one in found)


def hit_mods(state: State, aim: Aim) -> tuple[int, ...]:
    """Changes of the hit roll: the large in close quarters (WH-SHO-04), engaged large targets
    (WH-SHO-06). PSYCHIC ignores what is bad (WH-WPN-12, WH-MOD-05)."""
    if aim.weapon.ability("PSYCHIC") is not None:
        return ()
    busy = engaged_units(state, aim.target)
    own = aim.model.unit in busy
    close = aim.weapon.ability("CLOSE-QUARTERS") is not None
    if aim.way is Shooting.CLOSE_QUARTERS and not (close and own):
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
        found.setdefault(one.attack, []).append(one.aim.model.id)
    return tuple((times(attack, len(who)), tuple(who)) for attack, who in found.items())


def times(attack: Attack, number: int) -> Attack:
    """The attacks of several weapons alike."""
    dice = attack.dice
    return replace(attack, dice=DiceExpr(dice.count * number, dice.sides, dice.bonus * number))


def grouped(state: State, target: str) -> tuple[tuple[Model, ...], ...]:
    """A unit's models by group: a CHARACTER each, others by their numbers (WH-SAV-01)."""
    found: dict[tuple[object, ...], list[Model]] = {}
    for model in state.alive(target):
        profile = model.profile
        key: tuple[object, ...] = (
            profile.wounds,
            profile.save,
            profile.invulnerable,
            profile.feel_no_pain,
            less_damage(profile),
        )
        if profile.has(CHARACTER):
            key = (model.id,)
        found.setdefault(key, []).append(model)
    return tuple(tuple(models) for models in found.values())


def squad_of(state: State, target: str, ap: int = 0) -> Squad:
    """The allocation groups of a unit against an AP, each named by its first model."""
    return Squad(tuple(_group(models, ap) for models in grouped(state, target)))


def _group(models: Sequence[Model], ap: int) -> Group:
    profile = models[0].profile
    return Group(
        name=models[0].id,
        wounds=profile.wounds,
        models=len(models),
        left=min(model.wounds for model in models),
        save=save_from(profile.save, profile.invulnerable, ap),
        feel_no_pain=profile.feel_no_pain,
        character=profile.has(CHARACTER),
        less_damage=less_damage(profile),
    )


def less_damage(profile: Profile) -> int:
    """What `DAMAGE REDUCTION` takes off the damage of each attack (WH-MOD-03)."""
    found = (one for one in profile.abilities if one.name == "DAMAGE REDUCTION")
    return max((1 if one.value is None else one.value for one in found), default=0)
