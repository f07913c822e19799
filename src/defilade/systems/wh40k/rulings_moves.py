"""May a model or unit move along a path: what it costs, and everything against it.

Knows how moves become rulings. A unit's path is that of its first model; the others keep their
places beside it.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.geometry.plane import EPS
from defilade.record import Record
from defilade.ruling import Disc, Fact, Mark, Movement, Reason, Route, Ruling, permission
from defilade.systems.protocol import DetailError
from defilade.systems.wh40k.ending import end_reasons
from defilade.systems.wh40k.movement import Leg, To, Way, walk
from defilade.systems.wh40k.moves import Plan, allowance, judge_move
from defilade.systems.wh40k.notation import legs_of
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no, yes
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MoveType


def movement(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """The ruling on a path; `legs` in the detail are written as in the notation."""
    name = question.piece
    skies = bool(question.detail.get("fly", False))
    if name in state.units:
        return _unit(question, state, rules, skies=skies)
    model = state.models[name]
    legs = _legs(question)
    plan = Plan(model.unit, MoveType.NORMAL, {name: legs}, skies=skies)
    way = Way(flying=skies)
    side = state.side_of(model)
    rest = [one for one in state.on_table() if one.id != name]
    others = tuple((one, state.side_of(one) != side) for one in rest)
    path = walk(model, legs, state.areas, rules, others=others, way=way)
    limit = allowance(model, plan)
    climbed = () if skies else tuple(path.climbed)
    reasons = [
        *path.reasons,
        *end_reasons(path.model, state.areas, rules, others=rest, climbed=climbed, size=state.size),
    ]
    over = path.distance(way) - limit
    if over > EPS:
        reasons.append(no("WH-MV-03", "farther_than_move", model=name, over=over, limit=limit))
    if not reasons:
        reasons.append(yes("WH-MV-03", "may_move", distance=path.distance(way), limit=limit))
    numbers = Record(
        distance=path.distance(way),
        across=path.across,
        up=path.up,
        down=path.down,
        limit=limit,
        left=max(0.0, -over),
        height=path.model.z,
    )
    return Ruling(
        question, permission(reasons), numbers, tuple(reasons), _facts(model, legs, limit)
    )


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


def _unit(question: Movement, state: State, rules: HouseRules, *, skies: bool) -> Ruling:
    models = state.alive(question.piece)
    legs = _legs(question)
    lead = models[0]
    paths = {model.id: shifted(legs, lead, model) for model in models}
    unit = replace(state.units[question.piece], moved=MoveType.NONE)
    ready = state.put_unit(unit)
    found = judge_move(ready, rules, Plan(question.piece, MoveType.NORMAL, paths, skies=skies))
    reasons: tuple[Reason, ...] = found.reasons
    limit = min(found.limits, default=0.0)
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
