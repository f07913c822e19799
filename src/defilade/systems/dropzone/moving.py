"""The moving chapter: what a path costs, how far a unit may go, and over what.

Knows paths and scenery; what a squad does at the end of its move is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.bases import Circle, Edge
from defilade.geometry.crossings import line_facts
from defilade.geometry.gaps import gap_between
from defilade.geometry.ground import Stretch, path_length, split_path, within_areas
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region
from defilade.record import Record
from defilade.ruling import Fact, Mark, Reason, Route, Weight
from defilade.systems.dropzone.measuring import body, lies_in, obstacle, plan
from defilade.systems.dropzone.options import Clearance
from defilade.systems.dropzone.placing import (
    FLIGHT_HEIGHT,
    SKIM_HEIGHT,
    blocked_spot,
)
from defilade.systems.dropzone.reasons import no, note
from defilade.systems.dropzone.state import (
    OnTable,
    Piece,
    Point,
    State,
    Unit,
    rules_of,
    standing,
    weapon_named,
)
from defilade.systems.dropzone.terms import Rule, Subtype, UnitType
from defilade.table import Table
from defilade.values import Inches

ROAD_BONUS: Inches = 2.0
"""What Exceptional ground adds to MV (DZ-MOV-07)."""
TOUGH_COST = 2
"""What an inch of Tough ground costs (DZ-MOV-04)."""


@dataclass(frozen=True, slots=True)
class Trip:
    """A unit's way judged: reasons, its length and cost, the MV it had, stretch by stretch."""

    unit: str
    path: tuple[Point, ...]
    distance: Inches
    cost: Inches
    mv: Inches
    tough: Inches
    stretches: tuple[Stretch, ...]
    reasons: tuple[Reason, ...]

    @property
    def refused(self) -> tuple[Reason, ...]:
        """The reasons against it."""
        return tuple(reason for reason in self.reasons if reason.forbids)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The way, drawn."""
        mark = Mark.BLOCKED if self.refused else Mark.CLEAR
        return (Fact("path", Route(self.path), mark, Record(cost=self.cost)),)


def moves_as(unit: Unit, *, lifted: bool = False) -> UnitType:
    """The type a unit moves as; a landed Aircraft that takes off is one again."""
    return unit.stats.type if lifted else unit.type


def ignores_tough(unit: Unit, kind: UnitType) -> bool:
    """Skimmers, Walkers, Aircraft and Behemoths ignore Tough (DZ-MOV-05)."""
    agile = unit.stats.subtype in (Subtype.SKIMMER, Subtype.WALKER)
    return agile or kind in (UnitType.AIRCRAFT, UnitType.BEHEMOTH)


def crosses(unit: Unit, kind: UnitType, height: Inches | None) -> bool:
    """Whether a unit may move over Impassable scenery of a height (DZ-MOV-06)."""
    if height is None:
        return False
    if kind is UnitType.AIRCRAFT:
        return height <= FLIGHT_HEIGHT + EPS
    if unit.stats.subtype is Subtype.SKIMMER:
        return height <= SKIM_HEIGHT + EPS
    own = unit.stats.height
    walker = unit.stats.subtype is Subtype.WALKER
    return walker and own is not None and height <= own / 2 + EPS


def mv_along(table: Table[State], unit: Unit, path: Sequence[Point]) -> Inches:
    """MV for a path: +2 for a Vehicle without Skimmer whose whole way lies on Exceptional
    ground (DZ-MOV-07)."""
    if unit.type is not UnitType.VEHICLE or unit.stats.subtype is Subtype.SKIMMER:
        return unit.stats.mv
    roads = [
        Region(piece.outline)
        for piece in table.state.pieces.values()
        if piece.has(Rule.EXCEPTIONAL) and not piece.line
    ]
    on_road = bool(roads) and within_areas(path, roads)
    return unit.stats.mv + (ROAD_BONUS if on_road else 0.0)


def trip(
    table: Table[State],
    unit: Unit,
    path: Sequence[Point],
    *,
    lifted: bool = False,
    leaving_out: Sequence[str] = (),
    check_end: bool = True,
) -> Trip:
    """Judge a way from a unit's place along points; `leaving_out` are units that move with it
    and are not in its way."""
    kind = moves_as(unit, lifted=lifted)
    tough = [p for p in table.state.pieces.values() if p.has(Rule.TOUGH)]
    areas = [Region(p.outline) for p in tough if not p.line]
    stretches = split_path(path, areas)
    length = path_length(path)
    slow, extra = _tough(table, unit, kind, stretches)
    cost = length + extra
    mv = mv_along(table, unit, path)
    reasons: list[Reason] = []
    if slow:
        reasons.append(note("DZ-MOV-04", "tough_ground", length=slow, cost=cost))
    if mv > unit.stats.mv:
        reasons.append(note("DZ-MOV-07", "road_bonus", mv=mv))
    if cost > mv + EPS:
        over = cost - mv
        reasons.append(no("DZ-MOV-01", "too_far", cost=cost, mv=mv, over=over))
    else:
        numbers = Record(cost=cost, mv=mv, left=mv - cost)
        reasons.append(Reason("DZ-MOV-01", "within_move", numbers, Weight.FOR))
    reasons += _obstacles(table, unit, kind, path, leaving_out)
    if check_end and length > EPS:
        reasons += blocked_spot(table, unit, path[-1], leaving_out=leaving_out)
    if unit.landed and not lifted and length > EPS:
        reasons.append(no("DZ-UNI-05", "landed_cannot_move", unit=unit.id))
    reasons += after_firing(table, unit, length, cost)
    return Trip(unit.id, tuple(path), length, cost, mv, slow, stretches, tuple(reasons))


def _tough(
    table: Table[State], unit: Unit, kind: UnitType, stretches: Sequence[Stretch]
) -> tuple[Inches, Inches]:
    """Inches of Tough ground on the way, and what it adds to the cost (DZ-MOV-04)."""
    if ignores_tough(unit, kind):
        return 0.0, 0.0
    stacks = rules_of(table).move_tough_stacks
    slow = sum(s.length for s in stretches if s.areas)
    layers = sum(s.length * (len(s.areas) if stacks else min(1, len(s.areas))) for s in stretches)
    return slow, layers * (TOUGH_COST - 1)


def after_firing(
    table: Table[State], unit: Unit, length: Inches, cost: Inches
) -> tuple[Reason, ...]:
    """Who fired cannot move further than the M&F of what it fired (DZ-SHT-02); the length of
    the way counts, not its cost (DZ-MOV-08)."""
    moved = moved_by(table, length, cost)
    found = []
    for name in unit.fired:
        weapon = weapon_named(unit, name)
        if weapon is not None and unit.moved + moved > weapon.mf + EPS:
            found.append(
                no("DZ-SHT-02", "fired_already_moves", weapon=name, moved=moved, mf=weapon.mf)
            )
    return tuple(found)


def moved_by(table: Table[State], length: Inches, cost: Inches) -> Inches:
    """How far a unit counts as having moved for M&F (DZ-MOV-08)."""
    return cost if rules_of(table).move_mf_uses_cost else length


def _obstacles(
    table: Table[State],
    unit: Unit,
    kind: UnitType,
    path: Sequence[Point],
    leaving_out: Sequence[str],
) -> list[Reason]:
    found: list[Reason] = []
    for piece in table.state.pieces.values():
        if not piece.has(Rule.IMPASSABLE) or crosses(unit, kind, piece.height):
            continue
        if _through(table, unit, piece, path):
            found.append(no("DZ-MOV-03", "impassable", piece=piece.id))
            agile = unit.stats.subtype in (Subtype.SKIMMER, Subtype.WALKER)
            if agile or kind is UnitType.AIRCRAFT:
                found.append(no("DZ-MOV-06", "too_high", piece=piece.id, height=piece.height))
    for other, where in standing(table.state) if kind is not UnitType.AIRCRAFT else ():
        if other.squad == unit.squad or other.id in leaving_out:
            continue
        if other.type is UnitType.AIRCRAFT or crosses(unit, kind, other.stats.height):
            continue
        shape = body(other.stats, where.at, other.facing)
        if isinstance(shape, Circle) and shape.radius == 0.0:
            continue
        if any(line_facts((a, b), shape).enters for a, b in pairwise(path)):
            found.append(no("DZ-MOV-01", "over_a_unit", other=other.id))
    return found


def _through(table: Table[State], unit: Unit, piece: Piece, path: Sequence[Point]) -> bool:
    """Whether a way passes the inside of a piece, or comes too near with the base."""
    if any(line_facts((a, b), obstacle(piece)).enters for a, b in pairwise(path)):
        return True
    if rules_of(table).move_clearance is Clearance.CENTRE or not unit.stats.base_radius:
        return False
    near = (
        gap_between(Edge(a, b), plan(piece)).distance < unit.stats.base_radius - EPS
        for a, b in pairwise(path)
    )
    return any(near)


def place_of(unit: Unit) -> Point:
    """Where a unit stands; raises `ValueError` for one that is not on the table."""
    if not isinstance(unit.where, OnTable):
        raise ValueError(f"{unit.id} is not on the table")
    return unit.where.at


def under(table: Table[State], point: Point) -> tuple[str, ...]:
    """Names of the pieces a point lies in, for people (DZ-MOV-02)."""
    return tuple(
        piece.id for piece in table.state.pieces.values() if lies_in(piece, point).value == "inside"
    )
