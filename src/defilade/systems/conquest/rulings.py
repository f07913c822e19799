"""The five questions: movement, sight, cover, entry, firing.

Knows how to lay a chapter's findings out as a ruling with its facts; decides nothing itself.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import assert_never

from defilade.geometry.formations import Formation, outline_of
from defilade.geometry.plane import Point, unit_bearing
from defilade.record import Datum, Record
from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Fact,
    Firing,
    Line,
    Mark,
    Movement,
    Outline,
    Permission,
    Question,
    Reason,
    Route,
    Ruling,
    Sight,
    Visible,
    Weight,
    permission,
)
from defilade.systems.conquest.actions import Charge, Clash, Leg, March, Slide, Volley
from defilade.systems.conquest.charging import charged, needed
from defilade.systems.conquest.clash import fought
from defilade.systems.conquest.ground import TOUCH
from defilade.systems.conquest.marching import marched
from defilade.systems.conquest.notation import legs_of
from defilade.systems.conquest.occupying import never, too_many
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.readings import readings_of
from defilade.systems.conquest.refusals import no, note
from defilade.systems.conquest.sight import Look, sighting, size_of
from defilade.systems.conquest.state import State
from defilade.systems.conquest.terms import Attack, Deed
from defilade.systems.conquest.turn import PER_ACTIVATION
from defilade.systems.conquest.volleying import shot
from defilade.systems.protocol import DetailError

WAYS = tuple(way.value for way in Attack)
"""What a question about firing may name as the weapon."""


def rule(question: Question, state: State, rules: HouseRules) -> Ruling:
    """The answer, with what other readings of the text would make of it. Raises `KeyError` for a
    name that nobody bears."""
    for missing in _missing(question, state):
        raise KeyError(missing)
    ruling = ruled(question, state, rules)
    others = readings_of(question, ruling, state, rules, partial(ruled, question, state))
    return replace(ruling, readings=others)


def ruled(question: Question, state: State, rules: HouseRules) -> Ruling:
    """The answer by these rules alone; every name is somebody's."""
    match question:
        case Firing():
            return firing(question, state, rules)
        case Sight():
            return seeing(question, state, rules)
        case Cover():
            return covered(question, state, rules)
        case Movement():
            return movement(question, state, rules)
        case Entry():
            return entry(question, state, rules)
        case _:
            assert_never(question)


def _missing(question: Question, state: State) -> tuple[str, ...]:
    match question:
        case Firing(by, at):
            known = {*state.regiments, *state.terrain}
            return tuple(n for n, among in ((by, state.regiments), (at, known)) if n not in among)
        case Sight(by, at) | Cover(by, at):
            return tuple(n for n in (by, at) if n not in state.regiments)
        case Movement(piece):
            return () if piece in state.regiments else (piece,)
        case Entry(piece, place):
            return tuple(
                n
                for n, among in ((piece, state.regiments), (place, state.terrain))
                if n not in among
            )
        case _:
            assert_never(question)


def supposed(state: State, name: str) -> State:
    """The state a question supposes: the Regiment is in its activation. Its Actions are those it
    has left if it is, else a fresh activation's."""
    if state.active == name:
        return state
    fresh = state.change(name, actions_left=PER_ACTIVATION, used=())
    return replace(fresh, active=name)


def nowhere(state: State, name: str) -> bool:
    """Whether a Regiment is neither on the table nor inside."""
    regiment = state.regiments[name]
    return regiment.formation is None and regiment.location is None


def _plain(**numbers: Datum) -> Record:
    kept = {k: v for k, v in numbers.items() if not (isinstance(v, float) and not math.isfinite(v))}
    return Record(**{k: v for k, v in kept.items() if v is not None})


def firing(question: Firing, state: State, rules: HouseRules) -> Ruling:
    """May `by` attack `at`: by a Volley (also when no way is named), a Charge or a Clash."""
    way = question.weapon or Attack.VOLLEY
    if way not in WAYS:
        reason = no("CQ-TUR-03", "no_such_way", way=way, ways=WAYS)
        return Ruling(question, Permission.REFUSED, Record(), (reason,))
    ready = supposed(state, question.by)
    if way == Attack.CHARGE:
        return _charge(question, ready, rules)
    if question.at not in state.regiments:
        inside = state.terrain[question.at].occupant
        if inside not in state.regiments:
            reason = no("CQ-CLA-01", "nobody_inside", place=question.at)
            return Ruling(question, Permission.REFUSED, Record(), (reason,))
        question_at = str(inside)
    else:
        question_at = question.at
    if way == Attack.CLASH:
        return _clash(question, ready, rules, question_at)
    return _volley(question, ready, rules, question_at)


def _volley(question: Firing, state: State, rules: HouseRules, at: str) -> Ruling:
    found = shot(state, rules, Volley(question.by, at))
    numbers = _plain(
        distance=found.distance,
        shots=found.shots.dice if found.shots else None,
        shots_before=found.shots.before if found.shots else None,
        obscured=found.obscured,
        size=size_of(state, state.regiments[question.by]),
    )
    facts = tuple(_looked(one) for one in found.sighting.looks) if found.sighting else ()
    reasons = found.reasons or (note("CQ-VOL-01", "may_volley"),)
    return Ruling(
        question, permission(found.reasons), numbers, (*_for(reasons), *found.notes), facts
    )


def _for(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Notes that allow are reasons for."""
    if any(r.forbids for r in reasons):
        return reasons
    return tuple(replace(r, weight=Weight.FOR) for r in reasons)


def _looked(one: Look) -> Fact:
    mark = Mark.CLEAR if one.broken_by is None else Mark.BLOCKED
    return Fact("line_of_sight", Line(*one.line), mark)


def outline_fact(code: str, formation: Formation, mark: Mark = Mark.NOTE) -> Fact:
    """Where a formation stands, or would."""
    return Fact(code, Outline(outline_of(formation)), mark)


def _charge(question: Firing, state: State, rules: HouseRules) -> Ruling:
    found = charged(state, rules, Charge(question.by, question.at))
    regiment = state.regiments[question.by]
    numbers = _plain(
        gap=found.gap,
        needed=needed(regiment, rules, found.gap),
        opening=found.opening,
        turn=0.0 - found.turn,
    )
    facts: list[Fact] = []
    if found.meets is not None:
        facts.append(outline_fact("meets", found.meets, Mark.REACH))
    if found.end is not None:
        blocked = found.blocked is not None
        facts.append(outline_fact("ends", found.end, Mark.BLOCKED if blocked else Mark.CLEAR))
    reasons = found.reasons
    if found.blocked is not None:
        reasons = (*reasons, found.blocked)
    verdict = permission(reasons)
    told = {k: v for k, v in numbers.items() if k in ("gap", "needed")}
    allowed = (note("CQ-CHG-04", "may_charge", **told),)
    return Ruling(question, verdict, numbers, _for(reasons or allowed), tuple(facts))


def _clash(question: Firing, state: State, rules: HouseRules, at: str) -> Ruling:
    found = fought(state, rules, Clash(question.by))
    reasons = list(found.reasons)
    strikes = found.strikes.get(at)
    total = found.total if at in found.open_to else strikes.total if strikes else 0
    if not reasons and at not in found.open_to and strikes is None:
        reasons.append(no("CQ-CLA-01", "not_in_contact", enemy=at))
    numbers = _plain(strikes=total, full=strikes.full if strikes else None)
    allowed = (note("CQ-CLA-01", "may_clash", strikes=total),)
    return Ruling(question, permission(reasons), numbers, _for(tuple(reasons) or allowed))


def seeing(question: Sight, state: State, rules: HouseRules) -> Ruling:
    """Does `by` see `at`."""
    if nowhere(state, question.by) or nowhere(state, question.at):
        return Ruling(question, Visible.NO, Record(), (no("CQ-REG-01", "not_there"),))
    by, at = state.regiments[question.by], state.regiments[question.at]
    found = sighting(state, by, at, rules)
    sizes = {"size": size_of(state, by), "target_size": size_of(state, at)}
    reasons = []
    if by.location is not None:
        reasons.append(note("CQ-GAR-02", "all_round"))
    if not found.in_arc:
        reasons.append(no("CQ-LOS-02", "out_of_arc", target=at.id))
    if not found.clear:
        reasons.append(no("CQ-LOS-03", "line_broken", by=found.best.broken_by))
    if found.visible:
        reasons.append(replace(note("CQ-LOS-03", "line_clear", **sizes), weight=Weight.FOR))
    facts = tuple(_looked(one) for one in found.looks)
    verdict = Visible.FULLY if found.visible else Visible.NO
    return Ruling(question, verdict, Record(**sizes), tuple(reasons), facts)


def covered(question: Cover, state: State, rules: HouseRules) -> Ruling:
    """Is `at` obscured from `by`, and what does it add to Defence."""
    if nowhere(state, question.by) or nowhere(state, question.at):
        return Ruling(question, Covered.NO, Record(), (no("CQ-REG-01", "not_there"),))
    by, at = state.regiments[question.by], state.regiments[question.at]
    found = sighting(state, by, at, rules)
    reasons = []
    bonus = 0
    if at.location is not None:
        bonus = state.terrain[at.location].defence
        reasons.append(note("CQ-GAR-01", "garrison_defence", place=at.location, bonus=bonus))
    if not found.clear:
        reasons.append(note("CQ-VOL-10", "obscured_by", by=found.best.broken_by))
    if not reasons:
        reasons.append(note("CQ-VOL-10", "in_the_open"))
    verdict = Covered.YES if bonus or not found.clear else Covered.NO
    facts = tuple(_looked(one) for one in found.looks)
    numbers = Record(defence_bonus=bonus, obscured=not found.clear)
    return Ruling(question, verdict, numbers, tuple(reasons), facts)


def entry(question: Entry, state: State, rules: HouseRules) -> Ruling:
    """May `piece` Occupy `place`, distance apart."""
    regiment, place = state.regiments[question.piece], state.terrain[question.place]
    against = [*never(state, regiment, place), *too_many(regiment, place, rules)]
    if regiment.destroyed:
        against.insert(0, no("CQ-REG-01", "destroyed", regiment=regiment.id))
    elif regiment.location not in (None, place.id):
        deed = Deed.MARCH.value
        against.insert(0, no("CQ-GAR-05", "inside", deed=deed, place=regiment.location))
    numbers = Record(stands=regiment.stands, capacity=place.capacity)
    allowed = (note("CQ-OCC-02", "may_occupy", stands=regiment.stands, capacity=place.capacity),)
    return Ruling(question, permission(against), numbers, _for(tuple(against) or allowed))


def legs_to(formation: Formation, path: tuple[Point, ...]) -> tuple[Leg, ...] | None:
    """The slides that bring the front's middle through points; None where one lies aslant, since
    a turn is not a point: its legs are written out instead."""
    at, legs = formation.front, []
    for x, y in path:
        dx, dy = x - at[0], y - at[1]
        length = math.hypot(dx, dy)
        way = None
        for name, turn in (("ahead", 0.0), ("right", 90.0), ("back", 180.0), ("left", 270.0)):
            ux, uy = unit_bearing(formation.facing + turn)
            if dx * ux + dy * uy >= length - TOUCH:
                way = name
        if way is None:
            return None
        legs.append(Slide(way, length))
        at = (x, y)
    return tuple(legs)


def _place(question: Movement, state: State, word: str) -> str | None:
    given = question.detail.get(word)
    if given is not None and given not in state.terrain:
        raise DetailError(f"{word} is one of {', '.join(state.terrain)}, not {given}")
    return None if given is None else str(given)


def movement(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """May `piece` March so; `detail` may hold `legs` as they are written, and the feature that
    it means to `occupy` or is `seeking`. Raises `DetailError` for one that is none."""
    regiment = state.regiments[question.piece]
    legs: tuple[Leg, ...] | None = None
    if (text := question.detail.get("legs")) is not None:
        legs = legs_of(str(text))
    elif regiment.formation is not None:
        legs = legs_to(regiment.formation, question.path)
    if regiment.formation is not None and not legs:
        reason = no("CQ-MAR-01", "not_straight", regiment=regiment.id)
        return Ruling(question, Permission.REFUSED, Record(), (reason,))
    occupy, seeking = (_place(question, state, word) for word in ("occupy", "seeking"))
    action = March(question.piece, legs or (Slide("ahead", 0.0),), occupy, seeking)
    found = marched(supposed(state, question.piece), rules, action)
    if not found.stretches:
        return Ruling(question, Permission.REFUSED, Record(), found.reasons)
    route = Route((found.stretches[0].start.front, *(s.end.front for s in found.stretches)))
    facts = (Fact("march", route), outline_fact("ends", found.end, Mark.REACH))
    cost = sum(one.cost for one in found.stretches)
    numbers = Record(moved=found.moved, cost=cost, allowance=regiment.profile.lowest_march)
    allowed = (note("CQ-MAR-01", "may_march", cost=cost, allowance=regiment.profile.lowest_march),)
    return Ruling(
        question, permission(found.reasons), numbers, _for(found.reasons or allowed), facts
    )
