"""How far a unit can go: the ground it can reach, drawn, and the cheapest way to a point.

Knows which areas slow, stop or speed a unit; the geometry is `geometry.ground`.
"""

from __future__ import annotations

from defilade.geometry.bases import Circle
from defilade.geometry.ground import CheapestPath, Terrain, cheapest_path, reachable
from defilade.geometry.regions import Region
from defilade.record import Record
from defilade.ruling import Fact, Mark, Outline
from defilade.systems.dropzone.measuring import body
from defilade.systems.dropzone.moving import (
    TOUGH_COST,
    crosses,
    ignores_tough,
    moves_as,
    place_of,
)
from defilade.systems.dropzone.state import Path, Point, State, Unit, standing
from defilade.systems.dropzone.terms import Rule
from defilade.table import Table


def terrain(table: Table[State], unit: Unit, *, lifted: bool = False) -> Terrain:
    """The ground as a unit finds it: slow areas (DZ-MOV-04) and closed ones (DZ-MOV-03,
    DZ-MOV-06), other squads' bodies among them (DZ-MOV-01)."""
    kind = moves_as(unit, lifted=lifted)
    pieces = [p for p in table.state.pieces.values() if not p.line]
    slow = [
        (Region(p.outline), float(TOUGH_COST))
        for p in pieces
        if p.has(Rule.TOUGH) and not ignores_tough(unit, kind)
    ]
    closed = [
        Region(p.outline)
        for p in pieces
        if p.has(Rule.IMPASSABLE) and not crosses(unit, kind, p.height)
    ]
    for other, where in standing(table.state):
        shape = body(other.stats, where.at, other.facing)
        mine = other.squad == unit.squad
        if mine or (isinstance(shape, Circle) and shape.radius == 0.0):
            continue
        if not crosses(unit, kind, other.stats.height) and not isinstance(shape, Circle):
            closed.append(Region(tuple(shape.points)))  # type: ignore[union-attr]  # a polygon
    return Terrain(tuple(slow), tuple(closed))


def way_to(table: Table[State], unit: Unit, target: Point) -> CheapestPath | None:
    """The cheapest way of a unit to a point; None where there is none."""
    return cheapest_path(place_of(unit), target, terrain(table, unit))


def reach_outline(table: Table[State], unit: Unit) -> Path:
    """The outline of all ground a unit can reach with its MV; roads that speed it up are not
    counted in (DZ-MOV-07)."""
    return reachable(place_of(unit), unit.stats.mv, terrain(table, unit))


def reach_fact(table: Table[State], unit: Unit) -> Fact:
    """The reach of a unit, drawn."""
    outline = reach_outline(table, unit)
    return Fact("reach", Outline(outline), Mark.REACH, Record(mv=unit.stats.mv))
