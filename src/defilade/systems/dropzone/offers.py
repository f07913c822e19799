"""A finite, useful selection of the actions that are legal now.

Knows which actions are worth offering; whether they are legal is asked of `begin`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point, distance, snap_point
from defilade.systems.dropzone.actions import (
    Action,
    Claim,
    Cross,
    Disembark,
    Embark,
    End,
    Enter,
    Fire,
    Initiation,
    Inside,
    Leave,
    Leg,
    Load,
    Move,
    React,
    RoundUp,
    Scan,
    Seek,
    Unload,
)
from defilade.systems.dropzone.begin import judge
from defilade.systems.dropzone.fortitude import home_of
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import in_play, middle, plan, spot
from defilade.systems.dropzone.objectives import spendable
from defilade.systems.dropzone.placing import REACH, arrangements
from defilade.systems.dropzone.rounds import (
    MOVING,
    SCAN,
    SEARCH,
    SHOOTING,
    action_reasons,
)
from defilade.systems.dropzone.shooting import Aim, in_flight, judged
from defilade.systems.dropzone.state import (
    Aboard,
    OnTable,
    Piece,
    State,
    Unit,
    linked_to,
    members,
    passengers,
)
from defilade.systems.dropzone.terms import CENTRE, Rule, UnitType
from defilade.table import Table

MOST_TARGETS = 6
"""Targets offered to a squad, nearest first."""
MOST_PLACES = 3
"""Garrisons and Transports offered to a squad, nearest first."""
_HEADINGS = (0, 45, 90, 135, 180, 225, 270, 315)


def offered(table: Table[State]) -> tuple[Action, ...]:
    """Actions that `begin` accepts now, for every squad whose turn it is."""
    found: list[Action] = []
    for squad in table.state.squads:
        found += _of_squad(table, squad)
    found += _reactions(table)
    found += (one for one in _free_loads(table) if not judge(table, one).refused)
    found += [one for one in (End(), RoundUp(), Initiation()) if not judge(table, one).refused]
    if table.state.turn is None and Initiation() in found:
        found.remove(Initiation())
    return tuple(found)


def _of_squad(table: Table[State], squad: str) -> Iterator[Action]:
    state = table.state
    if not action_reasons(state, squad, SHOOTING):
        yield from fires(table, squad)
    if not action_reasons(state, squad, MOVING):
        yield from (one for one in _moving(table, squad) if not judge(table, one).refused)
    if not action_reasons(state, squad, SEARCH):
        for name in state.objectives:
            seek = Seek(squad, name, len(spendable(table, squad)))
            if not judge(table, seek).refused:
                yield seek
    if not action_reasons(state, squad, SCAN):
        for unit in members(state, squad):
            if not judge(table, Scan(unit.id)).refused:
                yield Scan(unit.id)
    for name in state.objectives:
        if not judge(table, Claim(squad, name)).refused:
            yield Claim(squad, name)


def _reactions(table: Table[State]) -> Iterator[React]:
    """Reaction Fire of every AA weapon at Aircraft that moved in this activation."""
    state = table.state
    moved = [u for u in state.units.values() if in_flight(u) and u.moved > 0 and in_play(u)]
    for target in moved:
        for unit in state.units.values():
            if unit.side == target.side or not in_play(unit):
                continue
            for weapon in unit.stats.weapons:
                react = React((Aim(unit.id, weapon.name, target.id, reaction=True),))
                if has(weapon.special, Special.AA) and not judge(table, react).refused:
                    yield react


def _free_loads(table: Table[State]) -> Iterator[Load | Unload]:
    """Free loading and unloading of Aerial Transports that landed in their move (DZ-TRA-04)."""
    state = table.state
    for carrier in state.units.values():
        if not (carrier.stats.capacity and carrier.landed and isinstance(carrier.where, OnTable)):
            continue
        inside = dict.fromkeys(unit.squad for unit in passengers(state, carrier.id))
        for squad in inside:
            units = members(state, squad)
            for way in arrangements(table, units, (carrier.where.at,)):
                if len(way.spots) == len(units):
                    yield Unload(squad, carrier.id, way.spots)
        for squad in state.squads:
            if squad not in inside and squad != carrier.squad and members(state, squad):
                yield Load(squad, carrier.id)


def fires(table: Table[State], squad: str) -> Iterator[Fire]:
    """The squad's whole fire at each target in turn: every weapon that may, close and other
    ones apart."""
    for target in _targets(table, squad):
        for close in (False, True):
            aims = tuple(
                aim
                for unit in members(table.state, squad)
                for aim in _aims(table, unit, target, close=close)
            )
            if aims and not judge(table, Fire(aims)).refused:
                yield Fire(aims)


def _aims(table: Table[State], unit: Unit, target: str, *, close: bool) -> Iterator[Aim]:
    alt: set[str] = set()
    for weapon in unit.stats.weapons:
        if weapon.close is not close or not in_play(unit):
            continue
        group = next((str(k) for k in weapon.special if k.name.value == "Alt"), "")
        aim = Aim(unit.id, weapon.name, target)
        if (group and group in alt) or judged(table, aim).refused:
            continue
        alt.add(group)
        yield aim


def _targets(table: Table[State], squad: str) -> tuple[str, ...]:
    """Enemies and Destructible pieces, nearest first."""
    state = table.state
    units = [u for u in members(state, squad) if in_play(u)]
    if not units:
        return ()
    here = spot(state, units[0])
    side = state.squads[squad].side
    near: list[tuple[float, str]] = []
    for unit in state.units.values():
        if unit.side != side and in_play(unit):
            near.append((gap_between(here, spot(state, unit)).distance, unit.id))
    for piece in state.pieces.values():
        if piece.has(Rule.DESTRUCTIBLE) and piece.dp:
            near.append((gap_between(here, plan(piece)).distance + 100.0, piece.id))
    return tuple(name for _, name in sorted(near)[:MOST_TARGETS])


def _moving(table: Table[State], squad: str) -> Iterator[Action]:
    """Moves to offer: inside and out of Garrisons, out of Transports, over the table."""
    state = table.state
    units = members(state, squad)
    home = home_of(state, squad)
    if home is not None:
        yield from _from_inside(table, squad, home)
    elif units and isinstance(units[0].where, Aboard):
        yield from _from_transport(table, squad, units[0].where.transport)
    elif all(isinstance(unit.where, OnTable) for unit in units):
        yield from _over_the_table(table, squad)


def _from_inside(table: Table[State], squad: str, home: str) -> Iterator[Action]:
    state = table.state
    piece = state.pieces[home]
    for edge in (*piece.edges, CENTRE):
        yield Inside(squad, (("*", edge),))
    for other in linked_to(state, home):
        yield Cross(squad, other)
    units = members(state, squad)
    for way in arrangements(table, units, piece.outline):
        if len(way.spots) == len(units):
            yield Leave(squad, way.spots)


def _from_transport(table: Table[State], squad: str, transport: str) -> Iterator[Action]:
    carrier = table.state.units[transport]
    if not isinstance(carrier.where, OnTable):
        return
    units = members(table.state, squad)
    for way in arrangements(table, units, (carrier.where.at,)):
        if len(way.spots) < len(units):
            continue
        legs = tuple(Leg(unit, (at,)) for unit, at in way.spots)
        yield Disembark(squad, transport, legs)
        for piece in _garrisons(table, [at for _, at in way.spots]):
            yield Disembark(squad, transport, legs, Enter(piece.id))


def _garrisons(table: Table[State], points: list[Point]) -> tuple[Piece, ...]:
    """Garrisons nearest to any of some points, those in reach."""
    found = []
    for piece in table.state.pieces.values():
        if piece.has(Rule.GARRISON):
            near = min(distance(at, middle(piece)) for at in points)
            found.append((near, piece.id))
    return tuple(table.state.pieces[name] for _, name in sorted(found)[:MOST_PLACES])


def _over_the_table(table: Table[State], squad: str) -> Iterator[Action]:
    state = table.state
    units = members(state, squad)
    places = {u.id: u.where.at for u in units if isinstance(u.where, OnTable)}
    takeoff = any(unit.landed for unit in units)
    infantry = all(unit.type is UnitType.INFANTRY for unit in units)
    if infantry:
        for piece in _garrisons(table, list(places.values())):
            yield Move(squad, (), Enter(piece.id))
            yield from _towards(squad, units, places, piece)
    for carrier in state.units.values():
        near = carrier.stats.capacity and isinstance(carrier.where, OnTable)
        if near and carrier.squad != squad:
            yield Move(squad, (), Embark(carrier.id))
    mv = min(unit.stats.mv for unit in units)
    for heading in _HEADINGS:
        for share in (1.0, 0.5):
            legs = _shifted(places, heading, mv * share)
            yield Move(squad, legs, takeoff=takeoff)
    if any(unit.stats.type is UnitType.AIRCRAFT and not unit.landed for unit in units):
        yield Move(squad, (), land=True)


def _towards(
    squad: str, units: tuple[Unit, ...], places: dict[str, Point], piece: Piece
) -> Iterator[Action]:
    """Up to a Garrison and in, by the straight way of the nearest unit to an entrance."""
    mv = min(unit.stats.mv for unit in units)
    best: tuple[float, Point, Point] | None = None
    for at in places.values():
        for way in piece.entrances:
            for point in way:
                gap = distance(at, point)
                if best is None or gap < best[0]:
                    best = (gap, at, point)
    if best is None or best[0] > mv + REACH:
        return
    gap, (ax, ay), (bx, by) = best
    step = min(mv, max(0.0, gap - REACH * 0.5)) / (gap or 1.0)
    dx, dy = step * (bx - ax), step * (by - ay)
    legs = tuple(Leg(name, (snap_point((x + dx, y + dy)),)) for name, (x, y) in places.items())
    yield Move(squad, legs, Enter(piece.id))


def _shifted(places: dict[str, Point], heading: int, length: float) -> tuple[Leg, ...]:
    """All units shifted alike, a hair short so that rounding never makes it too far."""
    turn = math.radians(heading)
    dx, dy = math.cos(turn) * (length - 1e-3), math.sin(turn) * (length - 1e-3)
    return tuple(Leg(name, (snap_point((x + dx, y + dy)),)) for name, (x, y) in places.items())
