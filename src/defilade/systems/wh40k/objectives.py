"""Objectives: who is in range, who controls, what stays secured (core 14).

Knows areas, markers and objective control; must not know phases.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.geometry.bases import Circle
from defilade.geometry.gaps import gap_between
from defilade.systems.wh40k.measuring import within, within_area
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import Model, Objective, State
from defilade.systems.wh40k.terms import MM

MARKER = 40.0 / MM / 2
MARKER_ACROSS, MARKER_UP = 3.0, 5.0


def in_range(state: State, rules: HouseRules, objective: Objective, model: Model) -> bool:
    """Whether a model is within an objective's area (WH-OBJ-01), or near its marker (WH-OBJ-04)."""
    if objective.area is not None:
        return within_area(model, state.areas[objective.area], rules)
    if objective.at is None:
        return False
    gap = gap_between(model.base, Circle(objective.at, MARKER)).distance
    return within(gap, MARKER_ACROSS) and within(model.z, MARKER_UP)


def control(model: Model, *, shocked: bool) -> int:
    """A model's objective control; none while battle-shocked (WH-MOR-01)."""
    return 0 if shocked or model.profile.control is None else model.profile.control


def levels(state: State, rules: HouseRules, objective: Objective) -> dict[str, int]:
    """The control of each side in range of an objective (WH-OBJ-02)."""
    found = dict.fromkeys(state.sides, 0)
    for model in state.on_table():
        if in_range(state, rules, objective, model):
            shocked = state.units[model.unit].battle_shocked
            side = state.side_of(model)
            found[side] = found.get(side, 0) + control(model, shocked=shocked)
    return found


def controller(found: dict[str, int], secured_by: str | None = None) -> str | None:
    """Who controls: the higher total; a tie nobody, unless it is secured (WH-OBJ-02, WH-OBJ-03)."""
    best = max(found.values(), default=0)
    leaders = [side for side, level in found.items() if level == best and best > 0]
    if secured_by is not None and best <= found.get(secured_by, 0):
        return secured_by
    return leaders[0] if len(leaders) == 1 else None


def settled(state: State, rules: HouseRules) -> State:
    """Objectives at the end of a phase or turn; securing ends when outnumbered (WH-OBJ-03)."""
    for name, objective in state.objectives.items():
        found = levels(state, rules, objective)
        now = controller(found, objective.secured_by)
        kept = objective.secured_by if now == objective.secured_by else None
        after = replace(objective, controller=now, secured_by=kept)
        state = replace(state, objectives=state.objectives.put(name, after))
    return state
