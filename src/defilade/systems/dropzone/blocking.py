"""What stands in the way of a look: Solid scenery and bodies, and how high they reach.

Knows pieces, bodies and heights; the look itself is in `sight`.
"""

from __future__ import annotations

from itertools import pairwise

from defilade.geometry.bases import Circle, Edge, centre_of
from defilade.geometry.crossings import Shape, line_facts
from defilade.geometry.plane import EPS, distance
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import body, middle, obstacle
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Path,
    Piece,
    Point,
    State,
    Unit,
    Weapon,
    rules_of,
    standing,
)
from defilade.systems.dropzone.terms import Rule, UnitType
from defilade.table import Table
from defilade.values import Inches


def edges_of(stretch: Path) -> tuple[Edge, ...]:
    """A stretch of points as straight edges."""
    return tuple(Edge(a, b) for a, b in pairwise(stretch))


def in_the_way(
    table: Table[State], viewer: Unit, target: Unit | Piece, weapon: Weapon | None
) -> tuple[tuple[str, ...], tuple[Shape, ...]]:
    """Names and shapes of everything that may block a look (DZ-LOS-03, DZ-LOS-04).

    Heights are judged on the line of centres (DZ-LOS-06).
    """
    eye, top = _heights(viewer, target, weapon)
    line = line_of_centres(table.state, viewer, target)
    names: list[str] = []
    shapes: list[Shape] = []
    for piece in table.state.pieces.values():
        if not (piece.has(Rule.SOLID) or piece.opaque):
            continue
        shape: Shape = obstacle(piece)
        upper = None if piece.height is None else piece.level + piece.height
        lower = piece.level if piece.level or upper is not None else None
        if not _passes_over(line, (eye, top), shape, lower, upper):
            names.append(piece.id)
            shapes.append(shape)
    squads = {viewer.squad} | ({target.squad} if isinstance(target, Unit) else set())
    for unit, where in standing(table.state) if rules_of(table).los_units_block else ():
        height = unit.stats.height
        if unit.squad in squads or height is None or unit.id == target.id:
            continue
        shape = body(unit.stats, where.at, unit.facing)
        if isinstance(shape, Circle) and shape.radius == 0.0:
            continue
        if not _passes_over(line, (eye, top), shape, where.level, where.level + height):
            names.append(unit.id)
            shapes.append(shape)
    return tuple(names), tuple(shapes)


def _heights(viewer: Unit, target: Unit | Piece, weapon: Weapon | None) -> tuple[Inches, Inches]:
    """Heights of both ends of a look: the middle of the viewer's body, 1 above its hull for
    Articulated weapons, and the top of the target's; the foot where a height is not known."""
    base = viewer.where.level if isinstance(viewer.where, OnTable) else 0.0
    tall = viewer.stats.height or 0.0
    raised = weapon is not None and has(weapon.special, Special.ARTICULATED)
    eye = base + (tall + 1.0 if raised and viewer.stats.height is not None else tall / 2.0)
    if isinstance(target, Piece):
        return eye, target.level + (target.height or 0.0)
    foot = target.where.level if isinstance(target.where, OnTable) else 0.0
    if target.type is UnitType.INFANTRY:
        return eye, foot
    return eye, foot + (target.stats.height or 0.0)


def line_of_centres(state: State, viewer: Unit, target: Unit | Piece) -> tuple[Point, Point]:
    return centre(state, viewer), centre(state, target)


def centre(state: State, thing: Unit | Piece) -> Point:
    """The middle of a unit, of the edge it holds, or of a piece."""
    if isinstance(thing, Piece):
        return middle(thing)
    match thing.where:
        case OnTable(at):
            return at
        case InGarrison(garrison, str() as edge):
            return centre_of(edges_of(state.pieces[garrison].edges[edge])[0])
        case InGarrison(garrison):
            return middle(state.pieces[garrison])
        case _:
            raise ValueError(f"{thing.id} is not on the table")


def _passes_over(
    line: tuple[Point, Point],
    heights: tuple[Inches, Inches],
    shape: Shape,
    lower: Inches | None,
    upper: Inches | None,
) -> bool:
    """Whether a look passes wholly above (or below) a shape where it crosses it."""
    if upper is None:
        return False
    length = distance(*line)
    contacts = line_facts(line, shape).contacts if length > EPS else ()
    shares = [at / length for contact in contacts for at in (contact.start, contact.end)]
    eye, top = heights
    along = [eye + share * (top - eye) for share in shares or (0.0, 1.0)]
    if min(along) >= upper - EPS:
        return True
    return lower is not None and lower > 0.0 and max(along) <= lower + EPS
