"""The shortest way to a spot as a ruling: its cost in parts, what it passes, or what it lacks.

Knows how ways become rulings. A unit goes in formation: its first model to the spot, the others
to the same places beside it, each by its own shortest way. Who may move is for `moves` to say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from defilade.geometry.bases import Circle
from defilade.geometry.plane import EPS
from defilade.record import Record
from defilade.ruling import (
    Disc,
    Fact,
    Mark,
    Movement,
    Outline,
    Permission,
    Reason,
    Ruling,
)
from defilade.ruling import Route as Drawn
from defilade.systems.protocol import DetailError
from defilade.systems.wh40k.actions import Move, Stride, write_action, write_legs
from defilade.systems.wh40k.alone import end_alone, judge_alone
from defilade.systems.wh40k.beside import top_of
from defilade.systems.wh40k.floors import mover_of
from defilade.systems.wh40k.movement import Leg, Path, To, walk
from defilade.systems.wh40k.moves import Moved, Plan, judge_move, way_of
from defilade.systems.wh40k.obstacles import corners_of_base, features
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.passing import passed
from defilade.systems.wh40k.paths import BEYOND, Route, Spot, shortest, shunned
from defilade.systems.wh40k.plans import plan_for
from defilade.systems.wh40k.reach import without_mates
from defilade.systems.wh40k.refusals import no, note, yes
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MoveType

CLAUSES: Mapping[MoveType, str] = {MoveType.FALL_BACK: "WH-MV-04", MoveType.CHARGE: "WH-MV-07"}


@dataclass(frozen=True, slots=True)
class Answer:
    """One model's way, judged: every reason against it and whether that is proved."""

    route: Route
    reasons: tuple[Reason, ...]
    verdict: Permission


def path(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """The shortest way of a model or unit to the last point asked; `height` is above ground."""
    if not question.path:
        raise DetailError("shortest wants a point to go to")
    plan = plan_for(question, state)
    height = question.detail.get("height", 0.0)
    if isinstance(height, bool) or not isinstance(height, int | float) or height < 0:
        raise DetailError(f"height is inches above ground, not {height}")
    spot = (*question.path[-1], float(height))
    if question.piece in state.units:
        return _unit(question, state, rules, plan, spot)
    model = state.models[question.piece]
    answer = answer_for(state, rules, plan, model, spot)
    numbers = numbers_of(state, rules, plan, answer.route)
    mates = (note("WH-COH-01", "coherency_apart"),) if len(state.alive(plan.unit)) > 1 else ()
    reasons = (*answer.reasons, *mates)
    return Ruling(question, answer.verdict, numbers, reasons, facts_of(answer))


def answer_for(state: State, rules: HouseRules, plan: Plan, model: Model, spot: Spot) -> Answer:
    """One model's shortest way, judged by the ruling on moves."""
    x, y, z = spot
    barred = end_alone(state, rules, plan, model.standing((x, y), z))
    beyond = 0.0 if barred else BEYOND
    route = shortest(state, rules, plan, model, spot, beyond=beyond)
    if route.legs is None:
        return _lost(state, rules, plan, route, barred)
    route, judged = _written(state, rules, plan, route)
    against = dict.fromkeys((*barred, *judged.reasons))
    reasons = [one for one in against if one.code != "moved_too_far"]
    if route.cost > route.limit + EPS:
        reasons.append(_needs(plan, route))
    seen = passed(mover_of(state, rules, model, way_of(plan)), route.legs or ())
    if not reasons:
        fit = yes("WH-MV-03", "may_move", distance=route.cost, limit=route.limit)
        return Answer(route, (fit, *seen), Permission.ALLOWED)
    proved = bool(barred) or route.at_least > route.limit + EPS
    verdict = Permission.REFUSED if proved else Permission.UNSETTLED
    return Answer(route, (*reasons, *seen), verdict)


def _written(state: State, rules: HouseRules, plan: Plan, route: Route) -> tuple[Route, Moved]:
    """A route with its points rounded as far as the ruling on moves lets it, and that ruling."""
    legs = route.legs or ()
    exact = judge_alone(state, rules, plan, route.model, legs)
    if exact.reasons:
        return route, exact
    for digits in (2, 3, 4):
        short = tuple(_rounded(leg, digits) for leg in legs[:-1]) + legs[-1:]
        found = judge_alone(state, rules, plan, route.model, short)
        if not found.reasons and found.farthest <= route.cost + 10.0**-digits:
            return replace(route, legs=short, cost=max(found.farthest, route.at_least)), found
    return route, exact


def _rounded(leg: Leg, digits: int) -> Leg:
    if isinstance(leg, To):
        return To((round(leg.point[0], digits), round(leg.point[1], digits)))
    return leg


def _needs(plan: Plan, route: Route) -> Reason:
    clause = "WH-TMV-10" if plan.skies else CLAUSES.get(plan.kind, "WH-MV-03")
    return no(
        clause,
        "needs_more",
        model=route.model.id,
        distance=route.cost,
        limit=route.limit,
        over=route.cost - route.limit,
        at_least=route.at_least,
    )


def _lacks(plan: Plan, route: Route) -> Reason:
    """However the model goes, it needs more; what a search would find was not asked."""
    return no(
        "WH-TMV-10" if plan.skies else CLAUSES.get(plan.kind, "WH-MV-03"),
        "needs_least",
        model=route.model.id,
        distance=route.at_least,
        limit=route.limit,
        over=route.at_least - route.limit,
    )


def _no_way(clause: str, route: Route) -> Reason:
    return no(
        clause,
        "no_way",
        model=route.model.id,
        distance=route.at_least,
        limit=route.limit,
        over=max(0.0, route.at_least - route.limit),
    )


def _lost(
    state: State, rules: HouseRules, plan: Plan, route: Route, barred: Sequence[Reason]
) -> Answer:
    """No way was found: what bars the straight one, and whether there can be another."""
    model, spot = route.model, route.spot
    mover = mover_of(state, rules, model, way_of(plan))
    there = To((spot[0], spot[1]))
    straight = walk(model, (there,), state.areas, rules, others=mover.others, way=mover.way)
    climbed = shunned(mover, spot)
    high = {one.id for one in features(state.areas) if top_of(one) >= spot[2] - EPS}
    reasons = [*barred]
    proved = bool(barred) or route.at_least > route.limit + EPS
    if climbed and model.z < spot[2] - EPS:
        proved = proved or high <= climbed
        reasons += [
            no("WH-TMV-05", "ends_on_climbed", model=model.id, feature=name)
            for name in sorted(climbed)
        ]
    if not reasons or route.at_least > route.limit + EPS:
        clause = straight.reasons[0].clause if straight.reasons else "WH-VERT-01"
        reasons.append(_lacks(plan, route) if barred else _no_way(clause, route))
    notes = [
        replace(one, weight=note(one.clause, one.code).weight)
        for one in straight.reasons
        if one.code not in {reason.code for reason in reasons}
    ]
    verdict = Permission.REFUSED if proved else Permission.UNSETTLED
    return Answer(route, (*reasons, *notes), verdict)


def numbers_of(state: State, rules: HouseRules, plan: Plan, route: Route) -> Record:
    """The cost of a way in parts; `at_least` is what every way costs."""
    if route.legs is None:
        return Record(limit=route.limit, at_least=route.at_least, height=route.spot[2])
    way = way_of(plan)
    walked: Path = walk(route.model, route.legs, state.areas, rules, way=way)
    return Record(
        distance=walked.distance(way),
        across=walked.across,
        up=walked.up,
        down=walked.down,
        climbing=0.0 if way.flying else walked.up + walked.down,
        straight=math.dist(route.model.at, route.spot[:2]),
        at_least=route.at_least,
        limit=route.limit,
        left=max(0.0, route.limit - walked.distance(way)),
        height=route.spot[2],
        legs=write_legs(route.legs),
    )


def facts_of(answer: Answer) -> tuple[Fact, ...]:
    """The way and the base where it ends; the allowance around where it begins."""
    route = answer.route
    clear = answer.verdict is Permission.ALLOWED
    mark = Mark.CLEAR if clear else Mark.BLOCKED
    model, (x, y, z) = route.model, route.spot
    end = model.standing((x, y), z).base
    shape = Disc(end.centre, end.radius) if isinstance(end, Circle) else None
    facts = [Fact("allowance", Disc(model.at, route.limit), Mark.REACH)]
    if route.legs is not None:
        points = [model.at, *(leg.point for leg in route.legs if isinstance(leg, To))]
        facts.append(Fact("path", Drawn(tuple(points)), mark))
    facts.append(Fact("end", shape or Outline(corners_of_base(end)), mark))
    return tuple(facts)


def _stride(plan: Plan) -> Stride:
    """How an action that makes such a move is written."""
    if plan.desperate:
        return Stride.ESCAPE
    if plan.kind is MoveType.FALL_BACK:
        return Stride.FALL_BACK
    if plan.walker:
        return Stride.STRIDE
    return Stride.FLY if plan.skies else Stride.MOVE


def _unit(question: Movement, state: State, rules: HouseRules, plan: Plan, spot: Spot) -> Ruling:
    """Each model's way, and the ruling on the unit's whole move: coherency, and all ends."""
    models = state.alive(plan.unit)
    lead = models[0]
    clear = replace(state.units[plan.unit], moved=MoveType.NONE)
    state = state.put_unit(clear)
    answers = []
    for model in models:
        dx, dy = model.at[0] - lead.at[0], model.at[1] - lead.at[1]
        there = (spot[0] + dx, spot[1] + dy, spot[2])
        answers.append(answer_for(without_mates(state, model), rules, plan, model, there))
    ways = {one.route.model.id: one.route.legs for one in answers if one.route.legs is not None}
    judged = judge_move(state, rules, replace(plan, paths=ways))
    found = [reason for one in answers for reason in one.reasons if reason.forbids]
    if len(ways) == len(models):
        found += [one for one in judged.reasons if one.code != "moved_too_far"]
    farthest = max(answers, key=lambda one: one.route.cost)
    notes = [reason for one in answers for reason in one.reasons if not reason.forbids]
    notes = [reason for reason in notes if reason.code != "may_move"]
    if not found:
        limit = farthest.route.limit
        found = [yes("WH-MV-03", "may_move", distance=farthest.route.cost, limit=limit)]
    verdicts = {one.verdict for one in answers}
    verdict = Permission.REFUSED if Permission.REFUSED in verdicts else Permission.UNSETTLED
    if verdicts == {Permission.ALLOWED}:
        verdict = Permission.REFUSED if judged.reasons else Permission.ALLOWED
    numbers = numbers_of(state, rules, plan, farthest.route)
    numbers |= Record(models=len(models), farthest=farthest.route.model.id)
    if len(ways) == len(models):
        numbers |= Record(action=write_action(Move(plan.unit, tuple(ways.items()), _stride(plan))))
    facts = tuple(fact for one in answers for fact in facts_of(one))
    return Ruling(question, verdict, numbers, tuple(dict.fromkeys((*found, *notes))), facts)
