"""From an action to what carries it out: the procedure, or every reason against it.

Knows which chapter judges which action; the judgements are the chapters' own.
"""

from __future__ import annotations

from typing import assert_never

from defilade.game import Rejection
from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    End,
    Fire,
    Hand,
    Initiation,
    Inside,
    Leave,
    Load,
    Move,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Unload,
)
from defilade.systems.dropzone.begin_fire import fire_judged, react_judged
from defilade.systems.dropzone.begin_moves import (
    cross_judged,
    disembark_judged,
    inside_judged,
    leave_judged,
    load_judged,
    move_judged,
    unload_judged,
)
from defilade.systems.dropzone.begin_objectives import objective_judged
from defilade.systems.dropzone.judgement import Judged
from defilade.systems.dropzone.notation import write_action
from defilade.systems.dropzone.play import Start, started
from defilade.systems.dropzone.rounds import (
    Initiative,
    end_reasons,
    end_tasks,
    initiation_reasons,
    round_up_reasons,
    round_up_tasks,
)
from defilade.systems.dropzone.state import (
    State,
    sides,
)
from defilade.table import Table


def begin(table: Table[State], action: Action) -> Start | Rejection:
    """The procedure that carries an action out, or a rejection with every failed clause."""
    found = judge(table, action)
    if found.refused:
        return Rejection(write_action(action), found.refused)
    return started(table, found.tasks)


def judge(table: Table[State], action: Action) -> Judged:  # noqa: PLR0911, PLR0912  # a table
    """Judge an action by the chapter it belongs to."""
    state = table.state
    match action:
        case Move():
            return move_judged(table, action)
        case Leave(squad, spots, then):
            return leave_judged(table, squad, spots, then)
        case Inside(squad, places):
            return inside_judged(table, squad, places)
        case Cross():
            return cross_judged(table, action)
        case Disembark():
            return disembark_judged(table, action)
        case Unload():
            return unload_judged(table, action)
        case Load(squad, transport):
            return load_judged(table, squad, transport)
        case Fire(aims):
            return fire_judged(table, aims)
        case React(aims):
            return react_judged(table, aims)
        case Seek() | Scan() | Claim() | Hand() | PutDown():
            return objective_judged(table, action)
        case End():
            return Judged(end_reasons(state), end_tasks(state))
        case RoundUp():
            return Judged(round_up_reasons(state), round_up_tasks(state))
        case Initiation():
            order = state.turn.order if state.turn is not None else sides(state)
            return Judged(initiation_reasons(state), (Initiative(order),))
        case _:
            assert_never(action)
