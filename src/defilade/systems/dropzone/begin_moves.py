"""Judges everything that is a Moving action, and what it ends in (DZ-ACT-02).

Knows legs and endings; the judgements of each are the chapters'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from defilade.geometry.plane import angle_to_bearing, snap_point
from defilade.ruling import Reason
from defilade.systems.dropzone.actions import (
    Cross,
    Disembark,
    Embark,
    Ending,
    Enter,
    Leg,
    Move,
    Places,
    Unload,
)
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
from defilade.systems.dropzone.judgement import Begin, Judged
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.moving import Trip, moved_by, trip
from defilade.systems.dropzone.placing import overlapping
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.room import is_aerial
from defilade.systems.dropzone.rounds import (
    MOVING,
    action_reasons,
)
from defilade.systems.dropzone.state import (
    OnTable,
    Point,
    State,
    Unit,
    members,
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
from defilade.table import Table


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


def move_judged(table: Table[State], action: Move) -> Judged:
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


def leave_judged(
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


def disembark_judged(table: Table[State], action: Disembark) -> Judged:
    """Judge getting out, the move that goes on from there, and going straight in."""
    state, squad = table.state, action.squad
    reasons = list(action_reasons(state, squad, MOVING))
    units = {unit.id: unit for unit in members(state, squad)}
    for leg in action.legs:
        if not leg.path:
            reasons.append(no("DZ-TRA-02", "unit_not_placed", unit=leg.unit))
        if leg.unit not in units:
            reasons.append(no("DZ-UNI-01", "not_of_squad", unit=leg.unit, squad=squad))
    if any(not leg.path or leg.unit not in units for leg in action.legs):
        return Judged(tuple(reasons))
    spots = tuple((leg.unit, leg.path[0]) for leg in action.legs)
    roof = _by_roof(state, action)
    reasons += disembark_reasons(table, squad, action.transport, spots, roof=roof)
    trips = _onward(table, action, units)
    reasons += [reason for way in trips for reason in way.reasons]
    if action.then is not None:
        then, ends = action.then, {way.unit: way.path[-1] for way in trips}
        reasons += enter_reasons(
            table, squad, then.garrison, then.places, spots=ends, any_side=roof
        )
    how = Entered.RAPID if roof else Entered.NORMAL
    tasks: tuple[Task, ...] = (
        Begin(squad, MOVING),
        GetOut(squad, action.transport, spots),
        Go(action.legs, trips),
        *_ending_tasks(squad, action.then, how),
    )
    return Judged(tuple(reasons), tasks, trips)


def _by_roof(state: State, action: Disembark) -> bool:
    """Whether a squad drops straight in from an Aerial Transport by Rapid Insertion
    (DZ-GEN-08)."""
    carrier = state.units.get(action.transport)
    straight = action.then is not None and all(len(leg.path) == 1 for leg in action.legs)
    swift = rapid(members(state, action.squad)) is not None
    return straight and swift and carrier is not None and is_aerial(carrier)


def _onward(table: Table[State], action: Disembark, units: Mapping[str, Unit]) -> tuple[Trip, ...]:
    """The ways that go on from where units are put."""
    return tuple(
        trip(
            table,
            replace(units[leg.unit], where=OnTable(leg.path[0])),
            leg.path,
            leaving_out=tuple(units),
            check_end=action.then is None,
        )
        for leg in action.legs
    )


def unload_judged(table: Table[State], action: Unload) -> Judged:
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


def load_judged(table: Table[State], squad: str, transport: str) -> Judged:
    units = members(table.state, squad)
    spots = {u.id: u.where.at for u in units if isinstance(u.where, OnTable)}
    reasons = (
        *free_reasons(table, transport),
        *embark_reasons(table, squad, transport, spots),
    )
    return Judged(reasons, (GetIn(squad, transport, free=True),))


def inside_judged(table: Table[State], squad: str, places: Places) -> Judged:
    """Judge moving inside (DZ-GMV-01)."""
    reasons = (
        *action_reasons(table.state, squad, MOVING),
        *inside_reasons(table, squad, places),
    )
    return Judged(reasons, (Begin(squad, MOVING), Shift(squad, places)))


def cross_judged(table: Table[State], action: Cross) -> Judged:
    """Judge going to a linked Garrison (DZ-LNK-02)."""
    squad = action.squad
    reasons = (
        *action_reasons(table.state, squad, MOVING),
        *cross_reasons(table, squad, action.garrison, action.places, action.only),
    )
    if any(reason.forbids for reason in reasons):
        return Judged(reasons)
    tasks = cross_tasks(table, squad, action.garrison, action.places)
    return Judged(reasons, (Begin(squad, MOVING), *tasks))
