"""Putting units on the table: where one may stand, and ways to place a whole squad.

Knows free ground, distance and coherency; never why somebody is placed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from defilade.geometry.bases import Base, Circle
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.plane import Where, distance, point_at, signed_area, snap_point
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropzone.measuring import body, chained, lies_in, shape, within
from defilade.systems.dropzone.state import (
    OnTable,
    Path,
    Point,
    State,
    Unit,
    rules_of,
    standing,
)
from defilade.systems.dropzone.terms import Rule, Subtype, UnitType
from defilade.table import Table
from defilade.values import Inches

REACH: Inches = 2.0
"""How far from a Garrison or Transport units are placed (DZ-GEX-01, DZ-TRA-02)."""
SKIM_HEIGHT: Inches = 2.0
"""How high Skimmers climb (DZ-MOV-06)."""
FLIGHT_HEIGHT: Inches = 8.0
"""How high Aircraft fly (DZ-MOV-06)."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A way to place a squad: which side it stands on, and where each unit goes.

    Units without a spot found no room.
    """

    label: str
    spots: tuple[tuple[str, Point], ...]

    def __str__(self) -> str:
        return self.label


def may_end_on(unit: Unit, height: Inches | None) -> bool:
    """Whether a unit may end a move on Impassable scenery of a height (DZ-MOV-06)."""
    if height is None:
        return False
    if unit.type is UnitType.AIRCRAFT:
        return height <= FLIGHT_HEIGHT
    return unit.stats.subtype is Subtype.SKIMMER and height <= SKIM_HEIGHT


def blocked_spot(
    table: Table[State], unit: Unit, at: Point, *, leaving_out: Sequence[str] = ()
) -> tuple[Reason, ...]:
    """Why a unit may not stand at a point: Impassable ground, or another unit (DZ-MOV-01,
    DZ-MOV-03); empty where it may. Aircraft in flight stand in nobody's way."""
    found = []
    size = table.state.size
    if size is not None and not (0 <= at[0] <= size[0] and 0 <= at[1] <= size[1]):
        params = Record(unit=unit.id)
        found.append(Reason("DZ-MOV-01", "off_the_table", params, Weight.AGAINST))
    for piece in table.state.pieces.values():
        if not piece.has(Rule.IMPASSABLE) or lies_in(piece, at) is not Where.INSIDE:
            continue
        if not may_end_on(unit, piece.height):
            skips = unit.stats.subtype in (Subtype.WALKER, Subtype.SKIMMER)
            clause = "DZ-MOV-06" if skips else "DZ-MOV-03"
            params = Record(piece=piece.id, unit=unit.id)
            found.append(Reason(clause, "ends_on_impassable", params, Weight.AGAINST))
    mine = body(unit.stats, at, unit.facing)
    for other, where in standing(table.state):
        if other.id in (unit.id, *leaving_out) or _in_air(other) or _in_air(unit):
            continue
        theirs = body(other.stats, where.at, other.facing)
        if _overlap(mine, theirs, distance(at, where.at)):
            params = Record(unit=unit.id, other=other.id)
            found.append(Reason("DZ-MOV-01", "ends_on_unit", params, Weight.AGAINST))
    return tuple(found)


def overlapping(one: Unit, at: Point, other: Unit, there: Point) -> bool:
    """Whether two units would stand on each other, at such points (DZ-MOV-01)."""
    if _in_air(one) or _in_air(other):
        return False
    mine, theirs = body(one.stats, at, one.facing), body(other.stats, there, other.facing)
    return _overlap(mine, theirs, distance(at, there))


def _in_air(unit: Unit) -> bool:
    return unit.type is UnitType.AIRCRAFT


def _overlap(mine: Base, theirs: Base, apart: Inches) -> bool:
    if isinstance(mine, Circle) and isinstance(theirs, Circle) and not mine.radius:
        return apart == 0.0 if not theirs.radius else apart < theirs.radius
    return meeting(mine, theirs) is Meeting.OVERLAPPING


def arrangements(
    table: Table[State],
    units: Sequence[Unit],
    outline: Path,
    *,
    closed: bool = True,
    onto: bool = False,
    reach: Inches = REACH,
) -> tuple[Arrangement, ...]:
    """Ways to place units within reach of an outline, in coherency: one for each side of it
    where there is room, the roomiest first. `onto` allows the ground inside it too.

    Squads that fit nowhere whole come back with the units that do fit.
    """
    ways: list[Arrangement] = []
    for label, row in _rows(outline, closed=closed, onto=onto, reach=reach):
        spots = _filled(table, units, row, outline, reach)
        if spots:
            ways.append(Arrangement(label, spots))
    whole = [way for way in ways if len(way.spots) == len(units)]
    if whole:
        return tuple(whole)
    most = max((len(way.spots) for way in ways), default=0)
    return tuple(way for way in ways if len(way.spots) == most)


def _rows(
    outline: Path, *, closed: bool, onto: bool, reach: Inches
) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Points to try, by side: rows outside each straight side, or rings about a point."""
    if len(outline) == 1:
        for name, turn in (("N", 90), ("E", 0), ("S", 270), ("W", 180)):
            yield name, tuple(_fan(outline[0], turn, reach))
        return
    ends = (*outline[1:], outline[0]) if closed else outline[1:]
    outward = _outward(outline)
    for number, (a, b) in enumerate(zip(outline, ends, strict=False), 1):
        length = distance(a, b)
        if length == 0.0:
            continue
        nx, ny = (b[1] - a[1]) / length * outward, (a[0] - b[0]) / length * outward
        steps = max(1, int(length / 0.5))
        shares = sorted((k / steps for k in range(steps + 1)), key=lambda s: abs(s - 0.5))
        depths = (1.0, 0.5, 1.5, 2.0, 0.0) if not onto else (1.0, 0.5, 1.5, 2.0, 0.0, -0.5, -1.0)
        row = [
            (x + depth * nx, y + depth * ny)
            for share in shares
            for x, y in (point_at(a, b, share),)
            for depth in depths
            if depth <= reach
        ]
        yield _compass(nx, ny, number), tuple(snap_point(p) for p in row)


def _compass(nx: float, ny: float, number: int) -> str:
    names = {(0.0, 1.0): "N", (0.0, -1.0): "S", (1.0, 0.0): "E", (-1.0, 0.0): "W"}
    return names.get((round(nx, 6), round(ny, 6)), str(number))


def _outward(outline: Path) -> float:
    return 1.0 if len(outline) < 3 or signed_area(outline) > 0 else -1.0


def _fan(centre: Point, turn: int, reach: Inches) -> Iterator[Point]:
    for radius in (1.0, 1.5, reach, 0.5):
        for aside in (0, 20, -20, 40, -40):
            angle = math.radians(turn + aside)
            yield snap_point(
                (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
            )


def _filled(
    table: Table[State],
    units: Sequence[Unit],
    row: Sequence[Point],
    outline: Path,
    reach: Inches,
) -> tuple[tuple[str, Point], ...]:
    """Fill a row unit by unit with free spots, keeping one chain of coherency."""
    rules = rules_of(table)
    placed: list[tuple[Unit, Point]] = []
    names = [unit.id for unit in units]
    for unit in units:
        for at in row:
            near = within(gap_between(Circle(at, 0.0), _ring(outline)).distance, reach, rules)
            if not near or blocked_spot(table, unit, at, leaving_out=names):
                continue
            mine = body(unit.stats, at, unit.facing)
            if any(_overlap(mine, body(o.stats, p, o.facing), distance(at, p)) for o, p in placed):
                continue
            there = replace(unit, where=OnTable(at))
            if chained([*placed, (there, at)], rules):
                placed.append((there, at))
                break
    return tuple((unit.id, at) for unit, at in placed)


def _ring(outline: Path) -> Base:
    closed = (*outline, outline[0]) if len(outline) > 2 else outline
    return shape(closed)


def put(state: State, spots: Sequence[tuple[str, Point]]) -> State:
    """The state with units put on the table at their spots."""
    for name, at in spots:
        state = state.with_unit(replace(state.units[name], where=OnTable(snap_point(at))))
    return state
