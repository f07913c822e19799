"""Reachable ground as a ruling: where a move may end, and what it may cross but not end on.

Knows how ground becomes outlines to draw and numbers to read; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.geometry.shapes import rings_of
from defilade.record import Record
from defilade.ruling import Disc, Fact, Mark, Movement, Outline, Permission, Reason, Ruling
from defilade.systems.wh40k.moves import Plan, allowance, before, kind_reasons
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.plans import plan_for
from defilade.systems.wh40k.reach import Ground, reach, units_reach
from defilade.systems.wh40k.refusals import no, note, yes
from defilade.systems.wh40k.rulings_paths import CLAUSES
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MoveType

MAY_END, MAY_CROSS = "may_end", "may_cross"
SLIVER = 1e-3
"""Square inches below which a piece of ground is not worth an outline."""


def ground(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """All that a model, or the models of a unit between them, can reach in a move."""
    plan = plan_for(question, state)
    models = state.alive(plan.unit)
    if question.piece in state.models:
        models = tuple(model for model in models if model.id == question.piece)
        found = reach(state, rules, plan, models[0])
    else:
        found = units_reach(state, rules, plan)
    against = _against(state, plan)
    end = sum(one.may_end.area for one in found)
    reasons = [*against, *_said(plan, models, end)]
    allowed = end > SLIVER and not against
    verdict = Permission.ALLOWED if allowed else Permission.REFUSED
    numbers = Record(
        kind=str(plan.kind),
        limit=max(allowance(model, plan) for model in models),
        may_end=end,
        may_cross=sum(one.may_cross.area for one in found),
        heights=tuple(one.z for one in found),
        models=len(models),
    )
    return Ruling(question, verdict, numbers, tuple(reasons), tuple(_facts(found, models, plan)))


def _against(state: State, plan: Plan) -> tuple[Reason, ...]:
    """What bars the whole move; a charge without targets means whichever it meets."""
    aimless = plan.kind is MoveType.CHARGE and not plan.targets
    found = [*before(state, plan), *kind_reasons(state.alive(plan.unit), plan)]
    return tuple(one for one in found if not (aimless and one.code == "no_charge_target"))


def _said(plan: Plan, models: tuple[Model, ...], end: float) -> Iterator[Reason]:
    clause = "WH-TMV-10" if plan.skies else CLAUSES.get(plan.kind, "WH-MV-03")
    limit = max(allowance(model, plan) for model in models)
    if end > SLIVER:
        yield yes(clause, "reaches", area=end, limit=limit)
    else:
        yield no(clause, "reaches_nothing", limit=limit)
    if len(models) > 1:
        yield note("WH-COH-01", "coherency_apart")


def _facts(found: tuple[Ground, ...], models: tuple[Model, ...], plan: Plan) -> Iterator[Fact]:
    for model in models:
        yield Fact("allowance", Disc(model.at, allowance(model, plan)), Mark.REACH)
    for one in found:
        for code, mark, shape in (
            (MAY_END, Mark.CLEAR, one.may_end),
            (MAY_CROSS, Mark.PARTLY, one.may_cross),
        ):
            for ring in rings_of(shape, least=SLIVER):
                yield Fact(code, Outline(ring), mark, Record(height=one.z))
