"""Whose turn it is: battlegroups alternate, groups of one follow each other (DF-SEQ-05).

Knows who has activated and who may be next; what an activation holds is told elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet.state import State, Volley
from defilade.systems.dropfleet.terms import Phase


def no(clause: str, code: str, **params: Datum) -> Reason:
    """A reason against."""
    return Reason(clause, code, Record(**params), Weight.AGAINST)


def living(state: State, group: str) -> tuple[str, ...]:
    """The ships of a group that are still there."""
    return tuple(s for s in state.groups[group].ships if not state.ships[s].destroyed)


def waiting(state: State) -> tuple[str, ...]:
    """Groups that have still to activate in this turn. Stations of nobody do not."""
    return tuple(
        name
        for name in state.groups
        if any(
            not state.ships[ship].activated and state.ships[ship].side
            for ship in living(state, name)
        )
    )


def side_of_group(state: State, group: str) -> str:
    """Whose group it is."""
    return state.ships[state.groups[group].ships[0]].side


def turn_reasons(state: State, group: str) -> tuple[Reason, ...]:
    """Everything against a group beginning its activation now."""
    against: list[Reason] = []
    if state.active is not None:
        against.append(no("DF-SEQ-05", "group_active", group=state.active))
    if not living(state, group):
        against.append(no("DF-SEQ-05", "group_lost", group=group))
    elif group not in waiting(state):
        against.append(no("DF-SEQ-05", "group_activated", group=group))
    acting = state.acting_battlegroup
    theirs = state.groups[group].battlegroup
    if acting is not None and acting != theirs and _unfinished(state, acting):
        against.append(no("DF-SEQ-05", "battlegroup_unfinished", battlegroup=acting))
    elif acting != theirs and _others_first(state, side_of_group(state, group)):
        against.append(no("DF-SEQ-05", "other_side_first", side=str(state.last_side)))
    return tuple(against)


def _unfinished(state: State, battlegroup: str) -> bool:
    return any(state.groups[name].battlegroup == battlegroup for name in waiting(state))


def _others_first(state: State, side: str) -> bool:
    """Whether a side that activated last must wait for one that still can."""
    if state.last_side != side:
        return False
    return any(side_of_group(state, name) != side for name in waiting(state))


def over_to_next(state: State, group: str) -> State:
    """The state once a group is done: its volley is over, and its battlegroup if it was the
    last of it."""
    after = replace(state, active=None, volley=Volley(), phase=Phase.ACTIVATION)
    battlegroup = state.groups[group].battlegroup
    if _unfinished(after, battlegroup):
        return after
    side = side_of_group(state, group)
    return replace(after, acting_battlegroup=None, special_order=None, last_side=side)


def roundup_reasons(state: State) -> tuple[Reason, ...]:
    """Everything against the roundup beginning: all must have activated (DF-SEQ-05)."""
    against: list[Reason] = []
    if state.active is not None:
        against.append(no("DF-SEQ-05", "group_active", group=state.active))
    if left := waiting(state):
        against.append(no("DF-SEQ-05", "groups_left", groups=left))
    return tuple(against)


def active_reasons(state: State, ship: str) -> tuple[Reason, ...]:
    """Why a ship may not act now: only ships of the active group do (DF-SEQ-05)."""
    if state.active is None:
        return (no("DF-SEQ-05", "nobody_active"),)
    if state.ships[ship].group != state.active:
        return (no("DF-SEQ-05", "not_its_activation", ship=ship, group=state.active),)
    return ()
