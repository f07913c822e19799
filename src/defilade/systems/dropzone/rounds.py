"""The rounds chapter: whose turn it is, two actions for each squad, ends of activations.

Knows turns, Battlegroups and flags that end with them; never what an action does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defilade.dice import Total
from defilade.ruling import Reason
from defilade.systems.dropzone.close import must_test
from defilade.systems.dropzone.collateral import tokens_tasks
from defilade.systems.dropzone.fortitude import RunAway, Test
from defilade.systems.dropzone.measuring import in_coherency
from defilade.systems.dropzone.objectives import Drop
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.state import (
    OnTable,
    State,
    Turn,
    change_squad,
    members,
)
from defilade.systems.dropzone.terms import Phase
from defilade.table import Table
from defilade.values import DiceExpr

MOVING, SHOOTING, SEARCH, SCAN = "move", "shoot", "search", "scan"
"""Kinds of action; the last two take the whole activation."""
_WHOLE = (SEARCH, SCAN)


def turn_reasons(state: State, squad: str) -> tuple[Reason, ...]:
    """Why it is not a squad's turn: another side's or Battlegroup's, or it has been activated
    (DZ-RND-01, DZ-RND-02); empty where it is, or where no order is kept."""
    turn, brought = state.turn, state.squads[squad]
    if turn is None:
        return ()
    if state.phase is not Phase.ACTIVATION:
        return (no("DZ-RND-01", "not_the_phase", phase=state.phase.value),)
    found = []
    if brought.side != turn.side:
        found.append(no("DZ-RND-01", "not_your_turn", side=turn.side))
    if turn.battlegroup is not None and brought.battlegroup != turn.battlegroup:
        found.append(no("DZ-RND-01", "other_battlegroup_active", battlegroup=turn.battlegroup))
    if (brought.side, brought.battlegroup) in turn.done:
        found.append(no("DZ-RND-01", "battlegroup_done", battlegroup=brought.battlegroup))
    if brought.activated and turn.squad != squad:
        found.append(no("DZ-RND-02", "squad_done", squad=squad))
    return tuple(found)


def action_reasons(state: State, squad: str, kind: str) -> tuple[Reason, ...]:
    """Why a squad may not take an action of a kind: not its turn, both actions used, or that
    one taken already (DZ-ACT-01)."""
    found = list(turn_reasons(state, squad))
    brought = state.squads[squad]
    if not members(state, squad):
        found.append(no("DZ-UNI-01", "squad_destroyed", squad=squad))
    if kind in brought.actions:
        found.append(no("DZ-ACT-01", "action_taken", squad=squad, action=kind))
    used = 2 if any(action in _WHOLE for action in brought.actions) else len(brought.actions)
    if used + (2 if kind in _WHOLE else 1) > 2:
        found.append(no("DZ-ACT-01", "no_actions_left", squad=squad))
    return tuple(found)


def taking(state: State, squad: str, kind: str | None) -> State:
    """The state in which a squad is being activated and has taken an action; the squad before
    it has finished (DZ-RND-02)."""
    brought = state.squads[squad]
    actions = brought.actions if kind is None else (*brought.actions, kind)
    state = change_squad(state, squad, actions=actions, activated=True)
    if state.turn is None:
        return state
    turn = replace(state.turn, battlegroup=brought.battlegroup, squad=squad)
    return replace(state, turn=turn)


def finishing(state: State, squad: str) -> tuple[Task, ...]:
    """What the squad before does at its end when another one begins."""
    before = state.turn.squad if state.turn is not None else None
    return (EndSquad(before),) if before is not None and before != squad else ()


@dataclass(frozen=True, slots=True)
class EndSquad:
    """A squad's activation ends: out of coherency it drops its Objective (DZ-OBJ-05)."""

    squad: str

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Drop, if it must."""
        state = table.state
        units = members(state, self.squad)
        carries = state.squads[self.squad].carrying is not None
        if not carries or not units or in_coherency(table, self.squad):
            return state, ()
        first = units[0].where
        return state, ((Drop(self.squad, first),) if isinstance(first, OnTable) else ())


def end_reasons(state: State) -> tuple[Reason, ...]:
    """Why no Battlegroup can be ended now."""
    if state.turn is not None and state.phase is not Phase.ACTIVATION:
        return (no("DZ-RND-01", "not_the_phase", phase=state.phase.value),)
    if state.turn is not None and state.turn.battlegroup is None:
        return (no("DZ-RND-01", "must_activate", side=state.turn.side),)
    return ()


def end_tasks(state: State) -> tuple[Task, ...]:
    """The end of a Battlegroup's activation: the last squad, tests, the next side."""
    last = state.turn.squad if state.turn is not None else None
    squad = (EndSquad(last),) if last is not None else ()
    return (*squad, CloseTests(), NextSide())


@dataclass(frozen=True, slots=True)
class CloseTests:
    """Squads hurt in Close Quarters and under half take their tests (DZ-CQ-05); failing costs
    no DP here."""

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """One test each, then what was suffered is forgotten."""
        state = table.state
        due = [name for name in state.squads if must_test(state, name)]
        for name in state.squads:
            state = change_squad(state, name, cq_damage=0, cq_by=None)
        return state, tuple(Test(name, (), (RunAway(name),)) for name in due)


def waiting_groups(state: State, side: str) -> tuple[str, ...]:
    """A side's Battlegroups that have not been activated and can act."""
    done = state.turn.done if state.turn is not None else ()
    groups = dict.fromkeys(
        squad.battlegroup
        for squad in state.squads.values()
        if squad.side == side and members(state, squad.id)
    )
    return tuple(group for group in groups if (side, group) not in done)


@dataclass(frozen=True, slots=True)
class NextSide:
    """The next side with a Battlegroup left is to act; without any, Round Up (DZ-RND-01)."""

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Turn the turn."""
        state, turn = table.state, table.state.turn
        if turn is None:
            return state, ()
        if turn.battlegroup is not None:
            done = (*turn.done, (turn.side, turn.battlegroup))
            turn = replace(turn, done=done, battlegroup=None, squad=None)
            state = replace(state, turn=turn)
        start = turn.order.index(turn.side)
        for step in range(1, len(turn.order) + 1):
            side = turn.order[(start + step) % len(turn.order)]
            if waiting_groups(state, side):
                return replace(state, turn=replace(turn, side=side)), ()
        return replace(state, phase=Phase.ROUND_UP), ()


def round_up_reasons(state: State) -> tuple[Reason, ...]:
    """Why the round cannot end now: Battlegroups wait (DZ-RND-03)."""
    if state.turn is not None and state.phase is not Phase.ROUND_UP:
        return (no("DZ-RND-03", "not_the_phase", phase=state.phase.value),)
    return ()


def round_up_tasks(state: State) -> tuple[Task, ...]:
    """Tokens resolve first (DZ-RND-03, DZ-COL-01), then the next round begins."""
    tokens = [task for piece in state.pieces.values() for task in tokens_tasks(piece)]
    return (*tokens, NextRound())


@dataclass(frozen=True, slots=True)
class NextRound:
    """A new round: what lasts for a round or an activation is over."""

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Reset, and wait for Initiation."""
        state = refreshed(table.state)
        state = replace(state, round=state.round + 1)
        if state.turn is None:
            return state, ()
        turn = replace(state.turn, battlegroup=None, squad=None, done=())
        return replace(state, phase=Phase.INITIATION, turn=turn), ()


def refreshed(state: State) -> State:
    """The state at the start of a round: nobody has moved, fired, embarked or entered."""
    for unit in state.units.values():
        state = state.with_unit(replace(unit, moved=0.0, moved_round=0.0, fired=(), fired_round=()))
    for squad in state.squads.values():
        state = state.with_squad(
            replace(
                squad,
                actions=(),
                activated=False,
                disembarked=False,
                entered=None,
                used_cq=False,
                used_other=False,
                cq_damage=0,
                cq_by=None,
                embarked_round=False,
                left_aerial_round=False,
                unloaded=False,
            )
        )
    return state


def initiation_reasons(state: State) -> tuple[Reason, ...]:
    """Why initiative is not rolled now."""
    if state.phase is not Phase.INITIATION:
        return (no("DZ-RND-01", "not_the_phase", phase=state.phase.value),)
    return ()


@dataclass(frozen=True, slots=True)
class Initiative:
    """Each side rolls a die and adds its highest Command Value; the highest goes first, ties
    are rolled again (DZ-RND-01)."""

    waiting: tuple[str, ...]
    scores: tuple[tuple[str, int, int], ...] = ()

    def ask(self, _table: Table[State]) -> Total | None:
        """A die of the next side."""
        return Total("DZ-RND-01", DiceExpr(1, 6)) if self.waiting else None

    def take(self, table: Table[State], die: int | None) -> After:
        """The next side, or the order."""
        state = table.state
        if die is not None:
            side, *rest = self.waiting
            score = (side, die, die + command(state, side))
            return state, (Initiative(tuple(rest), (*self.scores, score)),)
        ranked = ranking(self.scores)
        if ranked is None:
            tied = tuple(side for side, _, _ in self.scores)
            return state, (Initiative(tied),)
        turn = state.turn or Turn(ranked, ranked[0])
        first = next((side for side in ranked if waiting_groups(state, side)), ranked[0])
        turn = replace(turn, order=ranked, side=first)
        return replace(state, turn=turn, phase=Phase.ACTIVATION), ()


def ranking(scores: Sequence[tuple[str, int, int]]) -> tuple[str, ...] | None:
    """The sides by score; a single 6 always wins; None where two of them tie."""
    sixes = [side for side, die, _ in scores if die == 6]
    single = sixes[0] if len(sixes) == 1 else None
    totals = [total for side, _, total in scores if side != single]
    if len(set(totals)) < len(totals):
        return None
    ranked = sorted(scores, key=lambda score: (score[0] != single, -score[2]))
    return tuple(side for side, _, _ in ranked)


def command(state: State, side: str) -> int:
    """The highest Command Value of a side's units in the game."""
    values = (u.stats.command for u in state.units.values() if u.side == side and not u.gone)
    return max(values, default=0)
