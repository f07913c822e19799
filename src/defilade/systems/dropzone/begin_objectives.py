"""Judges searching, scanning, claiming, passing and dropping.

Knows the actions; the rules of Objectives are in `objectives`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from defilade.systems.dropzone.actions import (
    Claim,
    Hand,
    PutDown,
    Scan,
    Seek,
)
from defilade.systems.dropzone.judgement import Begin, Changed, Judged
from defilade.systems.dropzone.measuring import in_coherency
from defilade.systems.dropzone.objectives import (
    Drop,
    Search,
    by_objective,
    carrier,
    claimed,
    may_carry,
    pass_refusals,
    refusals,
    spendable,
)
from defilade.systems.dropzone.play import After
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.room import is_aerial
from defilade.systems.dropzone.rounds import (
    SCAN,
    SEARCH,
    action_reasons,
    turn_reasons,
)
from defilade.systems.dropzone.state import (
    Aboard,
    OnTable,
    Point,
    ScanToken,
    State,
    change_squad,
    members,
)
from defilade.table import Table


def objective_judged(table: Table[State], action: Seek | Scan | Claim | Hand | PutDown) -> Judged:
    state = table.state
    match action:
        case Seek(squad, name, tokens):
            reasons = [*action_reasons(state, squad, SEARCH)]
            reasons += refusals(table, squad, state.objectives[name])
            if tokens > len(spendable(table, squad)):
                reasons.append(no("DZ-OBJ-03", "too_few_tokens", wanted=tokens))
            return Judged(tuple(reasons), (Begin(squad, SEARCH), Search(squad, name, tokens)))
        case Scan(name):
            return _scan(table, name)
        case Claim(squad, name):
            return _claim(table, squad, name)
        case Hand(giver, taker):
            reasons = [*pass_refusals(table, giver, taker)]
            if state.turn is not None and state.turn.squad not in (giver, taker):
                reasons += turn_reasons(state, giver)
            if any(reason.forbids for reason in reasons):
                return Judged(tuple(reasons))
            name = state.squads[giver].carrying or ""
            given = claimed(change_squad(state, giver, carrying=None), taker, name)
            return Judged(tuple(reasons), (Changed(given),))
        case PutDown(squad, at):
            return _put_down(table, squad, at)
        case _:
            assert_never(action)


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """A Transport lays its Scan Token beside it, in place of one it has (DZ-OBJ-03)."""

    unit: str

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """It lies there."""
        state, unit = table.state, table.state.units[self.unit]
        assert isinstance(unit.where, OnTable)  # judged before
        kept = tuple(token for token in state.scan_tokens if token.unit != unit.id)
        token = ScanToken(unit.side, unit.where.at, unit.id)
        return replace(state, scan_tokens=(*kept, token)), ()


def _scan(table: Table[State], name: str) -> Judged:
    """Only Transports that are no Aircraft scan (DZ-OBJ-03)."""
    unit = table.state.units[name]
    reasons = list(action_reasons(table.state, unit.squad, SCAN))
    if not unit.stats.capacity or is_aerial(unit) or not isinstance(unit.where, OnTable):
        reasons.append(no("DZ-OBJ-03", "cannot_scan", unit=name))
    return Judged(tuple(reasons), (Begin(unit.squad, SCAN), PlaceToken(name)))


def _claim(table: Table[State], squad: str, name: str) -> Judged:
    """An open Objective in reach is claimed by a coherent squad, unless enemies contest it."""
    state, objective = table.state, table.state.objectives[name]
    reasons = list(turn_reasons(state, squad))
    units = members(state, squad)
    if objective.hidden:
        reasons.append(no("DZ-OBJ-01", "is_hidden", objective=name))
    if carrier(state, name) is not None:
        reasons.append(no("DZ-OBJ-04", "is_carried", objective=name))
    if state.squads[squad].carrying is not None:
        reasons.append(no("DZ-OBJ-04", "carries_already", squad=squad))
    if not in_coherency(table, squad):
        reasons.append(no("DZ-OBJ-02", "not_in_coherency", squad=squad))
    if not any(may_carry(u) and by_objective(table, u, objective) for u in units):
        reasons.append(no("DZ-OBJ-01", "objective_out_of_reach", objective=name))
    return Judged(tuple(reasons), (Changed(claimed(state, squad, name)),))


def _put_down(table: Table[State], squad: str, at: Point | None) -> Judged:
    """Dropped at will: in the Garrison it is in, or within 2 of a unit (DZ-OBJ-04)."""
    state = table.state
    reasons = list(turn_reasons(state, squad))
    units = members(state, squad)
    if state.squads[squad].carrying is None or not units:
        reasons.append(no("DZ-OBJ-04", "carries_nothing", squad=squad))
        return Judged(tuple(reasons))
    where = units[0].where
    if isinstance(where, Aboard):
        reasons.append(no("DZ-OBJ-04", "aboard", squad=squad))
    if at is not None:
        lying = replace(state.objectives[state.squads[squad].carrying or ""], at=at)
        if not any(by_objective(table, unit, lying) for unit in units):
            reasons.append(no("DZ-OBJ-04", "too_far_to_drop", squad=squad))
    return Judged(tuple(reasons), (Drop(squad, where, at=at, claims=False),))
