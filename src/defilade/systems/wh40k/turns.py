"""Turns and phases: what begins and ends with them (core 07).

Knows what is forgotten when; must not know dice.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.systems.wh40k.objectives import settled
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.state import State, Unit
from defilade.systems.wh40k.terms import MoveType, Phase

ORDER = tuple(Phase)


def next_turn(state: State) -> State:
    """The other player's turn: what units did this turn is forgotten, not their last shot.

    Both gain a command point (WH-RND-01).
    """
    turn = state.turn + 1
    units = {name: _fresh(unit) for name, unit in state.units.items()}
    points = {side: state.points.get(side, 0) + 1 for side in state.sides}
    return replace(
        state,
        turn=turn,
        phase=Phase.COMMAND,
        units=type(state.units)(units),
        points=type(state.points)(points),
        tested=frozenset(),
        shooter=None,
        selected=frozenset(),
    )


def _fresh(unit: Unit) -> Unit:
    return replace(
        unit,
        moved=MoveType.NONE,
        moved_inches=0.0,
        has_shot=False,
        charge_roll=None,
        charge_targets=(),
        rolled_move=None,
        fired=frozenset(),
    )


def next_phase(state: State, rules: HouseRules) -> State:
    """The phase after this one; control is judged at its end (WH-OBJ-02)."""
    state = settled(state, rules)
    place = ORDER.index(state.phase)
    if place + 1 < len(ORDER):
        phase = ORDER[place + 1]
        return replace(state, phase=phase, shooter=None, selected=frozenset())
    return next_turn(state)
