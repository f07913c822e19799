"""The five questions, answered: sight, cover, firing, movement, entry.

Knows how rules become rulings: verdict, numbers, reasons in order, and the geometry to draw.
Pieces are models; a unit may be named in place of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from defilade.record import Record
from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Fact,
    Firing,
    Mark,
    Movement,
    Outline,
    Permission,
    Question,
    Reason,
    Ruling,
    Sight,
    Visible,
    permission,
)
from defilade.systems.wh40k.actions import Shoot
from defilade.systems.wh40k.begin_attacks import bearers, fire_of, fire_reasons
from defilade.systems.wh40k.cover import Cover as Benefit
from defilade.systems.wh40k.cover import Sheltered, cover
from defilade.systems.wh40k.facts import blockers_between, line_between
from defilade.systems.wh40k.fullness import Fullness
from defilade.systems.wh40k.hiding import hidden, hiding_place
from defilade.systems.wh40k.measuring import apart, wholly_within_area, within_area
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no, note, yes
from defilade.systems.wh40k.rulings_moves import movement
from defilade.systems.wh40k.shooting import Shot, numbers_of
from defilade.systems.wh40k.sight import Seen, fully, see, sees
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import Shooting
from defilade.systems.wh40k.terrain import obscuring, shelters


def rule(question: Question, state: State, rules: HouseRules) -> Ruling:
    """The answer to one of the five questions. Raises `KeyError` for a name that is nobody's; who
    is destroyed or waits in reserve is somebody, and sees, suffers and does nothing."""
    names = (question.piece,) if isinstance(question, Movement | Entry) else _pair(question)
    for name in names:
        if name not in state.models and name not in state.units:
            raise KeyError(name)
    away = [name for name in names if not models_of(state, name)]
    if away:
        reasons = tuple(no("WH-MEAS-01", "not_on_table", unit=name) for name in away)
        return Ruling(question, _refusal(question), Record(), reasons)
    match question:
        case Sight():
            return sight(question, state, rules)
        case Cover():
            return covered(question, state, rules)
        case Firing():
            return firing(question, state, rules)
        case Movement():
            return movement(question, state, rules)
        case Entry():
            return entry(question, state, rules)
        case _:
            assert_never(question)


def _pair(question: Sight | Cover | Firing) -> tuple[str, str]:
    return question.by, question.at


def _refusal(question: Question) -> Permission | Visible | Covered:
    match question:
        case Sight():
            return Visible.NO
        case Cover():
            return Covered.NO
        case _:
            return Permission.REFUSED


def models_of(state: State, name: str) -> tuple[Model, ...]:
    """A model, or the models of a unit; none for a name nobody bears."""
    if name in state.models and state.models[name] in state.on_table():
        return (state.models[name],)
    return state.alive(name) if name in state.units else ()


def unit_of(state: State, name: str) -> str:
    """The unit that a name means."""
    return name if name in state.units else state.models[name].unit


def sight(question: Sight, state: State, rules: HouseRules) -> Ruling:
    """Does `by` see `at`: the best pair decides, and how many are seen (WH-VIS-03)."""
    by, at = models_of(state, question.by), models_of(state, question.at)
    seen = {b.id: _best(state, rules, by, b) for b in at}
    shown = [name for name, (_, found) in seen.items() if found.visible]
    first = shown[0] if shown else at[0].id
    looker, found = seen[first]
    full: dict[str, Fullness] = {}
    if shown and len(shown) == len(at):
        full = {b.id: _wholly(state, rules, (seen[b.id][0], *by), b) for b in at}
    whole = bool(full) and all(one.fully for one in full.values())
    verdict = Visible.NO if not shown else Visible.FULLY if whole else Visible.PARTLY
    target = state.models[first]
    numbers = {
        "distance": apart(looker, target, rules),
        "models": len(at),
        "seen": len(shown),
        "hidden": sum(hidden(state, rules, b) for b in at),
    }
    if found.limit is not None:
        numbers["limit"] = found.limit
    reasons = (
        *hidden_notes(state, rules, looker, target),
        _why(found, looker, target, whole),
        *searched(name for name, one in full.items() if not one.proved),
    )
    facts = line_between(state, rules, looker, target, found)
    if not found.visible:
        facts += blockers_between(state, rules, looker, target)
    return Ruling(question, verdict, Record(**numbers), reasons, facts)


def _best(state: State, rules: HouseRules, by: tuple[Model, ...], at: Model) -> tuple[Model, Seen]:
    """The looker that sees a model, else the nearest one and why it does not."""
    near = sorted(by, key=lambda model: apart(model, at, rules))
    best = next((model for model in near if sees(state, rules, model, at)), near[0])
    return best, see(state, rules, best, at)


def _wholly(state: State, rules: HouseRules, by: tuple[Model, ...], at: Model) -> Fullness:
    """Whether one of the lookers sees all of a model, by proof if one can prove it."""
    found = [fully(state, rules, a, at) for a in by if sees(state, rules, a, at)]
    best = max(found, key=lambda one: (one.fully, one.proved), default=Fullness(fully=False))
    return best if best.fully else replace(best, proved=all(one.proved for one in found))


def searched(models: Iterable[str]) -> tuple[Reason, ...]:
    """Of which models it was only searched for whether all of them is seen (WH-VIS-04)."""
    names = tuple(models)
    return (note("WH-VIS-04", "searched_only", models=names),) if names else ()


def _why(found: Seen, a: Model, b: Model, whole: bool) -> Reason:
    if found.stop is None:
        code = "sees_fully" if whole else "sees"
        return yes(found.clause, code, by=a.id, at=b.id)
    return no(found.clause, f"stopped_{found.stop}", model=a.id, unit=b.id, **numbers_of(found))


def hidden_notes(state: State, rules: HouseRules, a: Model, b: Model) -> tuple[Reason, ...]:
    """Whether the model looked at is hidden from its enemies, and where (WH-HID-01)."""
    if state.side_of(a) == state.side_of(b) or not hidden(state, rules, b):
        return ()
    place = hiding_place(state, rules, b)
    return (note("WH-HID-01", "is_hidden", model=b.id, area=place),)


def covered(question: Cover, state: State, rules: HouseRules) -> Ruling:
    """Is `at`'s unit in cover from `by`: from every attacking model, or from how many."""
    unit = unit_of(state, question.at)
    by = models_of(state, question.by)
    found = [cover(state, rules, model, unit) for model in by]
    against = sum(one.covered for one in found)
    worst = next((k for k, one in enumerate(found) if not one.covered), 0)
    verdict = Covered.YES if against == len(by) else Covered.NO
    reasons = cover_reasons(found[worst], by[worst], unit)
    numbers = Record(attackers=len(by), covered_from=against, skill_worse=int(against == len(by)))
    facts = tuple(
        fact
        for one in found[worst].models
        if one.why is Sheltered.BEHIND
        for fact in blockers_between(state, rules, by[worst], state.models[one.model])
    )
    return Ruling(question, verdict, numbers, reasons, facts)


def cover_reasons(found: Benefit, by: Model, unit: str) -> tuple[Reason, ...]:
    """Why a unit is covered from one model, or which model spoils it (WH-COV-01)."""
    if found.ignored:
        return (no("WH-COV-11", "cover_ignored", by=by.id, unit=unit),)
    if found.granted is not None:
        return (yes("WH-COV-10", "cover_granted", unit=unit, why=found.granted),)
    if (bare := found.spoiler) is not None:
        open_ = no("WH-COV-01", "model_in_the_open", model=bare.model, by=by.id, unit=unit)
        return (open_, *searched([bare.model] if not bare.proved else []))
    told: list[Reason] = []
    inside = tuple(one.model for one in found.models if one.why is Sheltered.AREA)
    behind = tuple(one.model for one in found.models if one.why is Sheltered.BEHIND)
    if inside:
        told.append(yes("WH-COV-02", "within_area", models=inside, unit=unit))
    if behind:
        told.append(yes("WH-COV-03", "not_fully_visible", models=behind, by=by.id, unit=unit))
    unsure = searched(one.model for one in found.models if not one.proved)
    return (*told, *unsure, note("WH-COV-08", "skill_worse", unit=unit))


def firing(question: Firing, state: State, rules: HouseRules) -> Ruling:
    """May `by`'s unit shoot at `at`'s, with one weapon or with which (WH-SHO-06)."""
    unit, target = unit_of(state, question.by), unit_of(state, question.at)
    names = dict.fromkeys(
        name
        for model in state.alive(unit)
        for name in model.weapons
        if model.profile.weapons[name].range is not None
    )
    if question.weapon is not None:
        names = {name: None for name in names if name == question.weapon}
    told = question.detail.get("shooting")
    way = None if told is None else Shooting(str(told))
    best: tuple[Reason, ...] = (no("WH-SHO-06", "nobody_carries", unit=unit, weapon="any"),)
    for name in names:
        action = Shoot(unit, target, name, way)
        found = fire_of(state, rules, action)
        against = fire_reasons(state, action, found)
        if not against:
            reasons = (*shot_notes(found.shots), *_barred(found.barred))
            return Ruling(
                question,
                permission(reasons),
                _firing_numbers(state, rules, action, found.shots),
                reasons,
                _firing_facts(state, rules, found.shots[0], target),
            )
        best = against
    return Ruling(question, Permission.REFUSED, Record(weapons=len(names)), best)


def _barred(barred: tuple[tuple[str, tuple[Reason, ...]], ...]) -> tuple[Reason, ...]:
    if not barred:
        return ()
    names = tuple(name for name, _ in barred)
    return (note(barred[0][1][0].clause, "do_not_shoot", models=names),)


def shot_notes(shots: tuple[Shot, ...]) -> tuple[Reason, ...]:
    """Who shoots, and what changes their skill (WH-MOD-01)."""
    first = shots[0]
    found = [yes("WH-SHO-06", "may_shoot", models=tuple(one.aim.model.id for one in shots))]
    in_cover = tuple(one.aim.model.id for one in shots if one.cover.covered)
    if in_cover:
        found.append(note("WH-COV-08", "target_covered", models=in_cover))
    elif first.cover.ignored:
        found.append(note("WH-COV-11", "cover_ignored", by=first.aim.model.id, unit=""))
    high = tuple(one.aim.model.id for one in shots if one.plunges)
    if high:
        found.append(note("WH-PLG-01", "plunges", models=high))
    if first.skill is not None and first.aim.weapon.skill is not None:
        printed = first.aim.weapon.skill
        found.append(note("WH-MOD-01", "skill_is", skill=first.skill, printed=printed))
    return tuple(found)


def _firing_numbers(
    state: State, rules: HouseRules, action: Shoot, shots: tuple[Shot, ...]
) -> Record:
    first = shots[0]
    gap = min(apart(first.aim.model, one, rules) for one in state.alive(action.target))
    return Record(
        weapon=action.weapon,
        shooters=len(shots),
        bearers=len(bearers(state, action.unit, action.weapon)),
        distance=gap,
        range=first.aim.weapon.range or 0.0,
        skill=first.skill or 0,
        to_hit=first.attack.hit_from or 0,
        to_wound=first.attack.wound_from,
        attacks=str(first.attack.dice),
        damage=str(first.attack.damage),
        way=str(first.aim.way),
        cover=first.cover.covered,
        plunging=first.plunges,
    )


def _firing_facts(state: State, rules: HouseRules, first: Shot, target: str) -> tuple[Fact, ...]:
    for one in state.alive(target):
        found = see(state, rules, first.aim.model, one)
        if found.visible:
            return line_between(state, rules, first.aim.model, one, found)
    return ()


def entry(question: Entry, state: State, rules: HouseRules) -> Ruling:
    """May a model enter a terrain area: always, and what it is then (WH-TMV-09, WH-AREA-07)."""
    area = state.areas[question.place]
    found = models_of(state, question.piece)
    numbers = Record(
        within=sum(within_area(model, area, rules) for model in found),
        wholly_within=sum(wholly_within_area(model, area) for model in found),
        models=len(found),
        obscuring=obscuring(area),
        hides=shelters(area, rules),
    )
    reasons = (yes("WH-TMV-09", "areas_hinder_nobody", area=area.id),)
    facts = (Fact("area", Outline(area.outline), Mark.NOTE),)
    return Ruling(question, Permission.ALLOWED, numbers, reasons, facts)
