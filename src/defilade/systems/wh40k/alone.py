"""One model's move judged as if its unit were that model alone; its mates stand where they are.

Knows how to ask `moves` about one model; coherency and what a whole charge must do are the
unit's matter and not asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from defilade.ruling import Reason
from defilade.systems.wh40k.movement import Leg, Path
from defilade.systems.wh40k.moves import Moved, Plan, after, before, judge_move, kind_reasons
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import Model, State

MATES = "\N{NULL}mates"
_UNITS_MATTER = frozenset({"misses_target", "out_of_coherency"})


def alone(state: State, model: Model) -> State:
    """The state with a model's unit parted: the model by itself, and the rest of the unit."""
    unit = state.units[model.unit]
    mates = tuple(name for name in unit.models if name != model.id)
    parted = state.put_unit(replace(unit, models=(model.id,)))
    if not mates:
        return parted
    parted = parted.put_unit(replace(unit, id=MATES, models=mates))
    return parted.put_model(*(replace(state.models[name], unit=MATES) for name in mates))


def judge_alone(
    state: State, rules: HouseRules, plan: Plan, model: Model, legs: Sequence[Leg]
) -> Moved:
    """Everything against one model's path, by the ruling that judges whole units."""
    parted = alone(state, model)
    plan = replace(plan, paths={model.id: legs})
    found = judge_move(parted, rules, plan)
    return replace(found, reasons=_own(state, parted, plan, found.reasons))


def end_alone(state: State, rules: HouseRules, plan: Plan, end: Model) -> tuple[Reason, ...]:
    """Everything against one model's ending somewhere, whatever way it goes there."""
    parted = alone(state, state.models[end.id])
    plan = replace(plan, paths={})
    found = [*kind_reasons([end], plan), *after(parted, rules, plan, [Path(end)])]
    return _own(state, parted, plan, found)


def _own(state: State, parted: State, plan: Plan, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Reasons of the model; those that hold before the move are the unit's."""
    early = before(parted, plan)
    own = [one for one in reasons if one not in early and one.code not in _UNITS_MATTER]
    return (*before(state, plan), *own)
