"""Actions that may be taken now: all that are few, and a selection of moves and placements.

Knows useful Marches, Reforms and ways out, of which there are endlessly many; what is left out
is said on the system's page. Everything listed is accepted by `begin`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.game import Rejection
from defilade.geometry.formations import files_allowed
from defilade.geometry.plane import bearing_to_angle
from defilade.systems.conquest.actions import (
    Action,
    Activate,
    Charge,
    Clash,
    End,
    Inspire,
    Leave,
    Leg,
    March,
    NextTurn,
    Rally,
    Reform,
    Slide,
    TakeAim,
    Volley,
    Wheel,
    Withdraw,
)
from defilade.systems.conquest.aftermath import ways_out
from defilade.systems.conquest.begin import begin
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.rules_leaving import leave_reasons
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.turn import waiting

TURN = 30.0
"""Degrees of the Wheels that are offered."""


def legal(state: State, rules: HouseRules) -> tuple[Action, ...]:
    """Every action offered now, in the order of a turn."""
    wishes = list(_free(state))
    if state.active is None:
        wishes += [Activate(r.id) for r in waiting(state)] + [NextTurn()]
    else:
        wishes += _within(state, rules, state.regiments[state.active])
    wishes = list(dict.fromkeys(wishes))
    return tuple(one for one in wishes if not isinstance(begin(state, rules, one), Rejection))


def _free(state: State) -> Iterator[Action]:
    for name in state.free_reforms:
        yield from reforms(state.regiments[name])


def _within(state: State, rules: HouseRules, regiment: Regiment) -> Iterator[Action]:
    name = regiment.id
    if regiment.actions_left:
        yield from marches(state, regiment)
        yield from _ways(state, rules, regiment)
        for enemy in state.enemies(regiment.player):
            yield Charge(name, enemy.location or enemy.id)
            yield Volley(name, enemy.id)
        yield Clash(name)
        yield Withdraw(name)
        yield from reforms(regiment)
        yield TakeAim(name)
        yield Inspire(name)
        yield Rally(name)
    yield End()


def marches(state: State, regiment: Regiment) -> Iterator[Action]:
    """Straight ahead in full and by half, a Wheel either way, sideways and back, and straight
    into each feature."""
    most = regiment.profile.lowest_march
    ways: tuple[tuple[Leg, ...], ...] = (
        (Slide("ahead", most),),
        (Slide("ahead", most / 2.0),),
        (Wheel("left", TURN),),
        (Wheel("right", TURN),),
        (Slide("left", most / 4.0),),
        (Slide("right", most / 4.0),),
        (Slide("back", most / 2.0),),
        (Slide("ahead", None),),
    )
    for legs in ways:
        yield March(regiment.id, legs)
    for terrain in state.terrain.values():
        if terrain.is_garrison:
            yield March(regiment.id, (Slide("ahead", None),), terrain.id)
            yield March(regiment.id, (Slide("ahead", most),), None, terrain.id)


def _ways(state: State, rules: HouseRules, regiment: Regiment) -> Iterator[Action]:
    """Ways out that the search finds (CQ-LEA-08)."""
    if regiment.location is None or leave_reasons(state, rules, regiment):
        return
    for placement in ways_out(state, rules, regiment):
        yield Leave(regiment.id, placement)
        yield Leave(regiment.id, placement, fallback=True)


def reforms(regiment: Regiment) -> Iterator[Action]:
    """Right, left and about in the same files, and the same way in others."""
    formation = regiment.formation
    if formation is None:
        return
    facing = bearing_to_angle(formation.facing)
    for turn in (90.0, 180.0, 270.0):
        yield Reform(regiment.id, (facing + turn) % 360.0, formation.files)
    for files in files_allowed(regiment.stands, 2):
        if files != formation.files:
            yield Reform(regiment.id, facing, files)
