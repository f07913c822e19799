"""May a model or unit move along a path: what it costs, and everything against it.

Knows how moves become rulings. A unit's path is that of its first model; the others keep their
places beside it.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.record import Record
from defilade.ruling import Disc, Fact, Mark, Movement, Route, Ruling, permission
from defilade.systems.protocol import DetailError
from defilade.systems.wh40k.alone import judge_alone
from defilade.systems.wh40k.movement import Leg, To
from defilade.systems.wh40k.moves import Plan, judge_move
from defilade.systems.wh40k.notation import legs_of
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.plans import plan_for
from defilade.systems.wh40k.refusals import yes
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MoveType


def movement(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """The ruling on a path; `legs` in the detail are written as in the notation.

    With `shortest` in the detail the way to the point is looked for; with `reach`, all ground.
    """
    if question.detail.get("shortest", False):
        from defilade.systems.wh40k.rulings_paths import path

        return path(question, state, rules)
    if question.detail.get("reach", False):
        from defilade.systems.wh40k.rulings_reach import ground

        return ground(question, state, rules)
    plan = _plan(question, state)
    if question.piece in state.units:
        return _unit(question, state, rules, plan)
    model = state.models[question.piece]
    legs = _legs(question)
    found = judge_alone(_unmoved(state, plan), rules, plan, model, legs)
    (walked,), (limit,) = found.paths, found.limits
    spent = walked.distance(found.way)
    numbers = Record(
        distance=spent,
        across=walked.across,
        up=walked.up,
        down=walked.down,
        limit=limit,
        left=max(0.0, limit - spent),
        height=walked.model.z,
    )
    reasons = found.reasons or (yes("WH-MV-03", "may_move", distance=spent, limit=limit),)
    return Ruling(question, permission(reasons), numbers, reasons, _facts(model, legs, limit))


def _plan(question: Movement, state: State) -> Plan:
    """The move that is judged: a normal one if no `kind` is told."""
    if "kind" not in question.detail:
        question = replace(question, detail=question.detail | Record(kind=MoveType.NORMAL))
    return plan_for(question, state)


def _unmoved(state: State, plan: Plan) -> State:
    """Questions are free at any time: what the unit did this turn is left aside (WH-MEAS-01)."""
    return state.put_unit(replace(state.units[plan.unit], moved=MoveType.NONE))


def _legs(question: Movement) -> tuple[Leg, ...]:
    told = question.detail.get("legs")
    if told is not None:
        try:
            return legs_of(str(told))
        except ValueError as wrong:
            raise DetailError(f"legs: {wrong}") from wrong
    return tuple(To(point) for point in question.path)


def _facts(model: Model, legs: tuple[Leg, ...], limit: float) -> tuple[Fact, ...]:
    points = [model.at, *(leg.point for leg in legs if isinstance(leg, To))]
    return (
        Fact("path", Route(tuple(points)), Mark.NOTE),
        Fact("allowance", Disc(model.at, limit), Mark.REACH),
    )


def _unit(question: Movement, state: State, rules: HouseRules, plan: Plan) -> Ruling:
    models = state.alive(question.piece)
    legs = _legs(question)
    lead = models[0]
    paths = {model.id: shifted(legs, lead, model) for model in models}
    found = judge_move(_unmoved(state, plan), rules, replace(plan, paths=paths))
    limit = min(found.limits, default=0.0)
    reasons = found.reasons
    if not reasons:
        reasons = (yes("WH-MV-03", "may_move", distance=found.farthest, limit=limit),)
    numbers = Record(distance=found.farthest, limit=limit, models=len(models))
    return Ruling(question, permission(reasons), numbers, reasons, _facts(lead, legs, limit))


def shifted(legs: tuple[Leg, ...], lead: Model, model: Model) -> tuple[Leg, ...]:
    """The same legs for a model that keeps its place beside the leader."""
    dx, dy = model.at[0] - lead.at[0], model.at[1] - lead.at[1]
    return tuple(
        To((leg.point[0] + dx, leg.point[1] + dy)) if isinstance(leg, To) else leg for leg in legs
    )
