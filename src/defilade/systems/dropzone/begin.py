"""From an action to what carries it out: the procedure, or every reason against it.

Knows which chapter judges which action; the judgements are the chapters' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from defilade.game import Rejection
from defilade.geometry.plane import angle_to_bearing, snap_point
from defilade.ruling import Reason
from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Ending,
    Enter,
    Fire,
    Hand,
    Initiation,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    PutDown,
    React,
    RoundUp,
    Scan,
    Seek,
    Unload,
)
from defilade.systems.dropzone.firing import noted, shooting_tasks
from defilade.systems.dropzone.garrison import (
    GoIn,
    Shift,
    cross_reasons,
    cross_tasks,
    enter_reasons,
    inside_reasons,
    leave_reasons,
    leave_tasks,
)
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import in_coherency
from defilade.systems.dropzone.moving import Trip, moved_by, trip
from defilade.systems.dropzone.notation import write_action
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
from defilade.systems.dropzone.placing import overlapping
from defilade.systems.dropzone.play import After, Start, Task, started
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.room import is_aerial
from defilade.systems.dropzone.rounds import (
    MOVING,
    SCAN,
    SEARCH,
    SHOOTING,
    Initiative,
    action_reasons,
    end_reasons,
    end_tasks,
    finishing,
    initiation_reasons,
    round_up_reasons,
    round_up_tasks,
    taking,
    turn_reasons,
)
from defilade.systems.dropzone.shooting import Aim, Shot, judged
from defilade.systems.dropzone.state import (
    Aboard,
    OnTable,
    Point,
    ScanToken,
    State,
    change_squad,
    members,
    sides,
)
from defilade.systems.dropzone.terms import Entered, UnitType
from defilade.systems.dropzone.transports import (
    GetIn,
    GetOut,
    disembark_reasons,
    embark_reasons,
    free_reasons,
    rapid,
)
from defilade.systems.dropzone.weapons import times
from defilade.table import Table


@dataclass(frozen=True, slots=True)
class Judged:
    """An action judged: reasons for and against, and the tasks that carry it out."""

    reasons: tuple[Reason, ...]
    tasks: tuple[Task, ...] = ()
    trips: tuple[Trip, ...] = ()
    shots: tuple[Shot, ...] = ()

    @property
    def refused(self) -> tuple[Reason, ...]:
        """The reasons against."""
        return tuple(reason for reason in self.reasons if reason.forbids)


@dataclass(frozen=True, slots=True)
class Begin:
    """A squad begins an action: the one before it is finished, its own is counted."""

    squad: str
    kind: str | None

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Count it (DZ-ACT-01)."""
        before = finishing(table.state, self.squad)
        if before:
            return table.state, (*before, Counted(self.squad, self.kind))
        return taking(table.state, self.squad, self.kind), ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The action is counted after the squad before has finished."""

    squad: str
    kind: str | None

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Count it."""
        return taking(table.state, self.squad, self.kind), ()


@dataclass(frozen=True, slots=True)
class Go:
    """Units walk their ways: where they stand, how far they moved, which way they face."""

    legs: tuple[Leg, ...]
    trips: tuple[Trip, ...]
    takeoff: bool = False
    land: bool = False

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """They are there; a Transport that moves loses its Scan Token (DZ-OBJ-03)."""
        state = table.state
        for leg, way in zip(self.legs, self.trips, strict=True):
            unit = state.units[leg.unit]
            moved = moved_by(table, way.distance, way.cost)
            level = unit.where.level if isinstance(unit.where, OnTable) else 0.0
            where = OnTable(snap_point(way.path[-1]), level) if way.path else unit.where
            state = state.with_unit(
                replace(
                    unit,
                    where=where,
                    facing=unit.facing if leg.face is None else angle_to_bearing(leg.face),
                    moved=unit.moved + moved,
                    moved_round=unit.moved_round + moved,
                    landed=self.land or (unit.landed and not self.takeoff),
                )
            )
            kept = tuple(token for token in state.scan_tokens if token.unit != unit.id)
            state = replace(state, scan_tokens=kept)
        return state, ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that needs no dice and was worked out before."""

    state: State

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, _table: Table[State], _nothing: object) -> After:
        """The state after it."""
        return self.state, ()


@dataclass(frozen=True, slots=True)
class Fired:
    """Units note what they fire, before the dice (DZ-SHT-02)."""

    shots: tuple[Shot, ...]

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Noted."""
        return noted(table, self.shots), ()


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
            return _move(table, action)
        case Leave(squad, spots, then):
            return _leave(table, squad, spots, then)
        case Inside(squad, places):
            reasons = (
                *action_reasons(state, squad, MOVING),
                *inside_reasons(table, squad, places),
            )
            return Judged(reasons, (Begin(squad, MOVING), Shift(squad, places)))
        case Cross(squad, garrison, places, only):
            reasons = (
                *action_reasons(state, squad, MOVING),
                *cross_reasons(table, squad, garrison, places, only),
            )
            if any(reason.forbids for reason in reasons):
                return Judged(reasons)
            tasks = cross_tasks(table, squad, garrison, places)
            return Judged(reasons, (Begin(squad, MOVING), *tasks))
        case Disembark():
            return _disembark(table, action)
        case Unload():
            return _unload(table, action)
        case Load(squad, transport):
            return _load(table, squad, transport)
        case Fire(aims):
            return _fire(table, aims)
        case React(aims):
            return _react(table, aims)
        case Seek() | Scan() | Claim() | Hand() | PutDown():
            return _objective(table, action)
        case End():
            return Judged(end_reasons(state), end_tasks(state))
        case RoundUp():
            return Judged(round_up_reasons(state), round_up_tasks(state))
        case Initiation():
            order = state.turn.order if state.turn is not None else sides(state)
            return Judged(initiation_reasons(state), (Initiative(order),))
        case _:
            assert_never(action)


def _move(table: Table[State], action: Move) -> Judged:
    """Judge a move: each way, then how it ends (DZ-MOV-01, DZ-ACT-02)."""
    state, squad = table.state, action.squad
    reasons = list(action_reasons(state, squad, MOVING))
    units = {unit.id: unit for unit in members(state, squad)}
    reasons += [
        no("DZ-UNI-01", "not_of_squad", unit=leg.unit, squad=squad)
        for leg in action.legs
        if leg.unit not in units
    ]
    placed = {unit.id: unit.where.at for unit in units.values() if isinstance(unit.where, OnTable)}
    if len(placed) < len(units) or len({leg.unit for leg in action.legs}) < len(action.legs):
        reasons.append(no("DZ-MOV-01", "not_on_table", squad=squad))
    if any(reason.forbids for reason in reasons) and len(placed) < len(units):
        return Judged(tuple(reasons))
    goes_in = action.then is not None
    names = tuple(units)
    trips = tuple(
        trip(
            table,
            units[leg.unit],
            (placed[leg.unit], *leg.path),
            lifted=action.takeoff,
            leaving_out=names,
            check_end=not goes_in,
        )
        for leg in action.legs
        if leg.unit in units
    )
    reasons += [reason for way in trips for reason in way.reasons]
    ends = placed | {way.unit: way.path[-1] for way in trips}
    if not goes_in:
        reasons += _ends_apart(table, ends)
    reasons += _landing(table, action)
    reasons += _ending(table, squad, action.then, ends)
    tasks: tuple[Task, ...] = (
        Begin(squad, MOVING),
        Go(action.legs, trips, action.takeoff, action.land),
        *_ending_tasks(squad, action.then),
    )
    return Judged(tuple(reasons), tasks, trips)


def _ends_apart(table: Table[State], ends: dict[str, Point]) -> list[Reason]:
    """Units of one squad may not end on each other (DZ-MOV-01)."""
    units = [(table.state.units[name], at) for name, at in ends.items()]
    return [
        no("DZ-MOV-01", "ends_on_unit", unit=one.id, other=other.id)
        for k, (one, at) in enumerate(units)
        for other, there in units[k + 1 :]
        if overlapping(one, at, other, there)
    ]


def _landing(table: Table[State], action: Move) -> list[Reason]:
    """Only Aircraft take off or land; Fast ones cannot land (DZ-UNI-05, DZ-KEY-01)."""
    if not (action.takeoff or action.land):
        return []
    found = []
    for unit in members(table.state, action.squad):
        if unit.stats.type is not UnitType.AIRCRAFT:
            found.append(no("DZ-UNI-05", "no_aircraft", unit=unit.id))
        elif action.land and has(unit.stats.special, Special.FAST):
            found.append(no("DZ-KEY-01", "fast_cannot_land", unit=unit.id))
        elif action.takeoff and not unit.landed:
            found.append(no("DZ-UNI-05", "not_landed", unit=unit.id))
    return found


def _ending(
    table: Table[State], squad: str, then: Ending | None, ends: dict[str, Point]
) -> tuple[Reason, ...]:
    match then:
        case None:
            return ()
        case Enter(garrison, places):
            return enter_reasons(table, squad, garrison, places, spots=ends)
        case Embark(transport):
            return embark_reasons(table, squad, transport, ends)
        case _:
            assert_never(then)


def _ending_tasks(
    squad: str, then: Ending | None, how: Entered = Entered.NORMAL
) -> tuple[Task, ...]:
    match then:
        case None:
            return ()
        case Enter(garrison, places):
            return (GoIn(squad, garrison, places, how),)
        case Embark(transport):
            return (GetIn(squad, transport),)
        case _:
            assert_never(then)


def _leave(
    table: Table[State], squad: str, spots: tuple[tuple[str, Point], ...], then: Embark | None
) -> Judged:
    reasons = list(action_reasons(table.state, squad, MOVING))
    reasons += leave_reasons(table, squad, spots)
    if then is not None:
        reasons += embark_reasons(table, squad, then.transport, dict(spots))
    if any(reason.forbids for reason in reasons):
        return Judged(tuple(reasons))
    tasks = leave_tasks(table, squad, spots, then.transport if then else None)
    return Judged(tuple(reasons), (Begin(squad, MOVING), *tasks))


def _disembark(table: Table[State], action: Disembark) -> Judged:
    """Judge getting out, the move that goes on from there, and going straight in."""
    state, squad = table.state, action.squad
    reasons = list(action_reasons(state, squad, MOVING))
    empty = [leg for leg in action.legs if not leg.path]
    reasons += [no("DZ-TRA-02", "unit_not_placed", unit=leg.unit) for leg in empty]
    if empty:
        return Judged(tuple(reasons))
    spots = tuple((leg.unit, leg.path[0]) for leg in action.legs)
    reasons += disembark_reasons(table, squad, action.transport, spots)
    units = {unit.id: unit for unit in members(state, squad)}
    if any(leg.unit not in units for leg in action.legs):
        return Judged((*reasons, no("DZ-UNI-01", "not_of_squad", squad=squad)))
    trips = tuple(
        trip(
            table,
            replace(units[leg.unit], where=OnTable(leg.path[0])),
            leg.path,
            leaving_out=tuple(units),
            check_end=action.then is None,
        )
        for leg in action.legs
    )
    reasons += [reason for way in trips for reason in way.reasons]
    ends = {way.unit: way.path[-1] for way in trips}
    how = Entered.NORMAL
    if action.then is not None:
        straight = all(len(leg.path) == 1 for leg in action.legs)
        swift = straight and rapid(tuple(units.values())) is not None
        aerial = is_aerial(state.units[action.transport]) if swift else False
        how = Entered.RAPID if aerial else how
        then = action.then
        reasons += enter_reasons(
            table, squad, then.garrison, then.places, spots=ends, any_side=aerial
        )
    tasks: tuple[Task, ...] = (
        Begin(squad, MOVING),
        GetOut(squad, action.transport, spots),
        Go(action.legs, trips),
        *_ending_tasks(squad, action.then, how),
    )
    return Judged(tuple(reasons), tasks, trips)


def _unload(table: Table[State], action: Unload) -> Judged:
    """Judge a free unloading; the passengers take no action (DZ-TRA-04, DZ-GEN-07)."""
    reasons = list(free_reasons(table, action.transport))
    reasons += disembark_reasons(table, action.squad, action.transport, action.spots)
    if action.then is not None:
        then = action.then
        reasons += enter_reasons(
            table, action.squad, then.garrison, then.places, spots=dict(action.spots)
        )
    tasks: tuple[Task, ...] = (
        GetOut(action.squad, action.transport, action.spots, free=True),
        *_ending_tasks(action.squad, action.then),
    )
    return Judged(tuple(reasons), tasks)


def _load(table: Table[State], squad: str, transport: str) -> Judged:
    units = members(table.state, squad)
    spots = {u.id: u.where.at for u in units if isinstance(u.where, OnTable)}
    reasons = (
        *free_reasons(table, transport),
        *embark_reasons(table, squad, transport, spots),
    )
    return Judged(reasons, (GetIn(squad, transport, free=True),))


def _fire(table: Table[State], aims: Sequence[Aim]) -> Judged:
    """Judge a squad's whole fire: one squad, each weapon as often as it may (DZ-SHT-05)."""
    state = table.state
    squads = {state.units[aim.unit].squad for aim in aims}
    reasons: list[Reason] = []
    if len(squads) != 1:
        reasons.append(no("DZ-SHT-01", "one_squad_fires", squads=tuple(sorted(squads))))
    squad = state.units[aims[0].unit].squad
    reasons += action_reasons(state, squad, SHOOTING)
    reasons += _allocation(table, aims)
    shots = tuple(judged(table, aim) for aim in aims)
    reasons += [reason for shot in shots for reason in shot.reasons]
    if any(reason.forbids for reason in reasons):
        return Judged(tuple(reasons), shots=shots)
    noting: tuple[Task, ...] = (Begin(squad, SHOOTING), Fired(shots))
    return Judged(tuple(reasons), (*noting, *shooting_tasks(table, shots)), shots=shots)


def _allocation(table: Table[State], aims: Sequence[Aim]) -> list[Reason]:
    """One weapon, one target, except with Strafe-X; no Close Quarters beside others."""
    found = []
    fired: dict[tuple[str, str], int] = {}
    for aim in aims:
        fired[aim.unit, aim.weapon] = fired.get((aim.unit, aim.weapon), 0) + 1
    close = set()
    for (name, weapon_name), count in fired.items():
        unit = table.state.units[name]
        weapon = next(w for w in unit.stats.weapons if w.name == weapon_name)
        close.add(weapon.close)
        if count > times(weapon):
            found.append(no("DZ-SHT-05", "weapon_twice", unit=name, weapon=weapon_name))
    if len(close) > 1:
        found.append(no("DZ-GSH-02", "close_and_other", squad=aims[0].unit))
    return found


def _react(table: Table[State], aims: Sequence[Aim]) -> Judged:
    """Judge Reaction Fire: out of sequence, no action of the squad (DZ-SHT-08)."""
    shots = tuple(judged(table, replace(aim, reaction=True)) for aim in aims)
    reasons = tuple(reason for shot in shots for reason in shot.reasons)
    if any(reason.forbids for reason in reasons):
        return Judged(reasons, shots=shots)
    return Judged(reasons, (Fired(shots), *shooting_tasks(table, shots)), shots=shots)


def _objective(table: Table[State], action: Seek | Scan | Claim | Hand | PutDown) -> Judged:
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


def _scan(table: Table[State], name: str) -> Judged:
    """Only Transports that are no Aircraft scan; one token each (DZ-OBJ-03)."""
    state, unit = table.state, table.state.units[name]
    reasons = list(action_reasons(state, unit.squad, SCAN))
    if not unit.stats.capacity or is_aerial(unit) or not isinstance(unit.where, OnTable):
        reasons.append(no("DZ-OBJ-03", "cannot_scan", unit=name))
        return Judged(tuple(reasons))
    kept = tuple(token for token in state.scan_tokens if token.unit != name)
    token = ScanToken(unit.side, unit.where.at, name)
    placed = replace(taking(state, unit.squad, SCAN), scan_tokens=(*kept, token))
    return Judged(tuple(reasons), (Changed(placed),))


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
