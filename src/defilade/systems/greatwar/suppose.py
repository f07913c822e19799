"""What questions and odds take for granted before orders are given: that a unit has them.

Knows which state is meant by "as if ordered"; every such answer carries a note of it.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.greatwar.actions import Action, Battle, Bombard, CutWire, Move, Rebuild
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Phase

_BEFORE_ORDERS = frozenset({Phase.SETUP, Phase.COMMAND, Phase.ORDER})


def as_if_ordered(state: State, name: str) -> tuple[State, tuple[Reason, ...]]:
    """The state in which a unit is ordered in its side's turn, and notes of what that changed.

    From the movement phase on it is known who was ordered, and nothing is supposed. A name
    that is on no table changes nothing.
    """
    unit = state.units.get(name)
    if unit is None or state.phase not in _BEFORE_ORDERS or state.winner is not None:
        return state, ()
    notes: list[Reason] = []
    if unit.side is not state.active:
        notes.append(Reason("GW-TURN-01", "as_if_in_turn", Record(unit=name)))
    if not unit.ordered:
        notes.append(Reason("GW-TURN-02", "as_if_ordered", Record(unit=name)))
    return replace(state, active=unit.side).change(name, ordered=True), tuple(notes)


def _reserve_ordered(state: State) -> tuple[State, tuple[Reason, ...]]:
    """The same of the reserve artillery of the side whose turn it is."""
    reserve = state.reserves.get(state.active)
    idle = reserve is not None and not reserve.ordered
    if reserve is None or not idle or state.phase not in _BEFORE_ORDERS:
        return state, ()
    ordered = state.reserves.put(state.active, replace(reserve, ordered=True))
    return replace(state, reserves=ordered), (Reason("GW-TURN-02", "as_if_reserve_ordered"),)


def for_action(state: State, action: Action) -> tuple[State, tuple[Reason, ...]]:
    """The state that the odds of an action suppose."""
    match action:
        case Battle(_, unit) | Move(unit) | Rebuild(unit) | CutWire(unit):
            return as_if_ordered(state, unit)
        case Bombard():
            return _reserve_ordered(state)
        case _:
            return state, ()
