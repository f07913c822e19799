"""The chapter on measuring: what lies within what, and which squads are in coherency.

Knows distances between units, edges and pieces; never sight.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from defilade.geometry.bases import Base, Circle, Edge, Group, Polygon, centre_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, rotated, translated
from defilade.geometry.plane import Where as Lies
from defilade.geometry.regions import Region, Wall, gap_to_region, where_in_region
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.options import HouseRules, UnitPoint, Within
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Path,
    Piece,
    Point,
    State,
    Stats,
    Unit,
    members,
    rules_of,
)
from defilade.systems.dropzone.terms import UnitType
from defilade.table import Table
from defilade.values import Inches

_LINKS = {
    UnitType.INFANTRY: 2.0,
    UnitType.VEHICLE: 3.0,
    UnitType.AIRCRAFT: 6.0,
    UnitType.BEHEMOTH: math.inf,
}
"""Coherency distances by type; a Behemoth stands alone (DZ-UNI-03)."""
SAME_GARRISON: Inches = 1.0
"""How far apart units in one Garrison are counted to be (DZ-UNI-04)."""


def within(distance: Inches, limit: Inches, rules: HouseRules) -> bool:
    """Whether a distance is within a limit, the limit included unless agreed (DZ-MEA-02)."""
    if rules.measure_within is Within.EXCLUSIVE:
        return distance < limit - EPS
    return distance <= limit + EPS


def body(stats: Stats, at: Point, facing: float | None) -> Base:
    """A unit's body in plan, standing at a point; a point where no size is known."""
    if stats.base:
        turned = (rotated(corner, facing or 0.0) for corner in stats.base)
        return Polygon(tuple(translated(corner, at) for corner in turned))
    return Circle(at, stats.base_radius)


@lru_cache(maxsize=512)
def shape(outline: Path) -> Base:
    """A stretch of points as something to measure to: a point, an edge, or several."""
    if len(outline) == 1:
        return Circle(outline[0], 0.0)
    parts = tuple(Edge(a, b) for a, b in pairwise(outline))
    return parts[0] if len(parts) == 1 else Group(parts)


def plan(piece: Piece) -> Base:
    """A piece in plan: its area, or a thin line."""
    return shape(piece.outline) if piece.line else Polygon(piece.outline)


@lru_cache(maxsize=512)
def obstacle(piece: Piece) -> Region | Wall:
    """A piece as something that lines meet: an area, or a thin wall."""
    return Wall(piece.outline) if piece.line else Region(piece.outline)


def middle(piece: Piece) -> Point:
    """The centre of a piece's footprint (DZ-GSH-07)."""
    return centre_of(plan(piece))


def lies_in(piece: Piece, point: Point) -> Lies:
    """Where a point lies relative to a piece's area; a line has no inside."""
    if piece.line:
        near = gap_between(Circle(point, 0.0), shape(piece.outline)).distance <= EPS
        return Lies.BOUNDARY if near else Lies.OUTSIDE
    return where_in_region(point, Region(piece.outline))


def from_piece(piece: Piece, point: Point) -> Inches:
    """Distance from a point to the nearest point of a piece, 0 inside (DZ-MEA-03)."""
    if piece.line:
        return gap_between(Circle(point, 0.0), shape(piece.outline)).distance
    return gap_to_region(Circle(point, 0.0), Region(piece.outline)).distance


def unit_from_piece(table: Table[State], unit: Unit, piece: Piece) -> Inches:
    """Distance of a unit on the table to a piece, from the agreed point of it (DZ-MEA-03)."""
    return spot_from_piece(rules_of(table), unit, spot(table.state, unit), piece)


def spot_from_piece(rules: HouseRules, unit: Unit, at: Base, piece: Piece) -> Inches:
    """Distance of a unit standing at a spot to a piece (DZ-MEA-03)."""
    if rules.measure_unit_point is UnitPoint.BASE_EDGE and isinstance(at, Circle):
        at = body(unit.stats, at.centre, unit.facing)
    if piece.line:
        return gap_between(at, shape(piece.outline)).distance
    return gap_to_region(at, Region(piece.outline)).distance


def from_stretch(rules: HouseRules, unit: Unit, at: Point, stretch: Path) -> Inches:
    """Distance of a unit standing at a point to an entrance or edge (DZ-MEA-03)."""
    whole = rules.measure_unit_point is UnitPoint.BASE_EDGE
    spot_ = body(unit.stats, at, unit.facing) if whole else Circle(at, 0.0)
    return gap_between(spot_, shape(stretch)).distance


def spot(state: State, unit: Unit) -> Base:
    """Where a unit is measured from: its centre, or the edge it holds; at the centre of a
    Garrison any of its edges will do (DZ-MEA-01, DZ-GEN-09)."""
    match unit.where:
        case OnTable(at):
            return Circle(at, 0.0)
        case InGarrison(garrison, None):
            piece = state.pieces[garrison]
            return Group(tuple(p for e in piece.edges.values() for p in _edges(e)))
        case InGarrison(garrison, str() as edge):
            return shape(state.pieces[garrison].edges[edge])
        case _:
            raise ValueError(f"{unit.id} is not on the table")


def _edges(stretch: Path) -> tuple[Edge, ...]:
    return tuple(Edge(a, b) for a, b in pairwise(stretch))


def level_of(unit: Unit) -> Inches:
    """The height a unit stands at."""
    return unit.where.level if isinstance(unit.where, OnTable) else 0.0


def together(one: Unit, other: Unit) -> bool:
    """Whether two units are inside the same Garrison."""
    return (
        isinstance(one.where, InGarrison)
        and isinstance(other.where, InGarrison)
        and one.where.garrison == other.where.garrison
    )


def in_play(unit: Unit) -> bool:
    """Whether a unit can be measured to: on the table or in a Garrison."""
    return isinstance(unit.where, OnTable | InGarrison)


def apart(table: Table[State], one: Unit, other: Unit) -> Inches:
    """Distance between two units, centre to centre with heights; within 1 when they share a
    Garrison (DZ-MEA-01, DZ-UNI-04)."""
    if together(one, other):
        return SAME_GARRISON
    flat = gap_between(spot(table.state, one), spot(table.state, other)).distance
    return math.hypot(flat, level_of(one) - level_of(other))


def reach_of(unit: Unit) -> Inches:
    """The coherency distance of a unit (DZ-UNI-03)."""
    return _LINKS[unit.type] * (2.0 if has(unit.stats.special, Special.WIDE) else 1.0)


def chained(places: Iterable[tuple[Unit, Point]], rules: HouseRules) -> bool:
    """Whether units standing at points form one chain of coherency links (DZ-UNI-03)."""
    waiting = list(places)
    if not waiting:
        return True
    reached = [waiting.pop()]
    while reached and waiting:
        unit, at = reached.pop()
        near = [p for p in waiting if _linked(unit, at, *p, rules)]
        waiting = [p for p in waiting if p not in near]
        reached += near
    return not waiting


def _linked(unit: Unit, at: Point, other: Unit, there: Point, rules: HouseRules) -> bool:
    levels = level_of(unit) - level_of(other)
    distance = math.hypot(at[0] - there[0], at[1] - there[1], levels)
    return within(distance, min(reach_of(unit), reach_of(other)), rules)


def in_coherency(table: Table[State], squad: str) -> bool:
    """Whether a squad is in coherency: one chain on the table, or all in one Garrison or
    Transport (DZ-UNI-03, DZ-UNI-04)."""
    units = members(table.state, squad)
    placed = [(u, u.where.at) for u in units if isinstance(u.where, OnTable)]
    if placed and len(placed) < len(units):
        return False  # part in, part out: cannot occur (DZ-UNI-04)
    return chained(placed, rules_of(table)) if placed else True


def near(table: Table[State], unit: Unit, limit: Inches) -> tuple[Unit, ...]:
    """Other units within a distance of one."""
    rules = rules_of(table)
    return tuple(
        other
        for other in table.state.units.values()
        if other.id != unit.id
        and in_play(other)
        and within(apart(table, unit, other), limit, rules)
    )
