"""What stands where, said neutrally, for drawing.

Knows how units and pieces become drawn ones; judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.geometry.plane import Point, distance, midpoint, nearest_on_ring
from defilade.systems.dropzone.features import FEATURES
from defilade.systems.dropzone.measuring import middle
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Path,
    Piece,
    State,
    Unit,
    occupants,
)
from defilade.systems.dropzone.terms import Rule
from defilade.table import Ground, Round, Scene, Shaped, Trim
from defilade.table import Piece as Drawn

MARKER = 0.4
"""Radius that a unit without a known base is drawn with; it is measured from its centre."""
MARGIN = 2.0
"""Inches left free around everything."""


def scene_of(state: State, title: str = "") -> Scene:
    """The whole table: units on it, occupants at their places, scenery."""
    pieces = tuple(drawn for u in state.units.values() if (drawn := _unit(state, u)) is not None)
    grounds = tuple(_ground(state, piece) for piece in state.pieces.values())
    points = [p.position for p in pieces] + [q for g in grounds for q in g.outline]
    if state.size is not None:
        return Scene(title, (0.0, 0.0), state.size, pieces, grounds)
    xs = [x for x, _ in points] or [0.0]
    ys = [y for _, y in points] or [0.0]
    low = (min(xs) - MARGIN, min(ys) - MARGIN)
    high = (max(xs) + MARGIN, max(ys) + MARGIN)
    return Scene(title, low, high, pieces, grounds)


def _unit(state: State, unit: Unit) -> Drawn | None:
    place = shown_at(state, unit)
    if place is None:
        return None
    notes = [f"{unit.dp_left}/{unit.stats.dp} DP"]
    if isinstance(unit.where, InGarrison):
        notes.append(f"in {unit.where.garrison}, {unit.where.edge or 'centre'}")
    if unit.landed:
        notes.append("landed")
    if state.squads[unit.squad].carrying:
        notes.append(f"carries {state.squads[unit.squad].carrying}")
    shape = Shaped(unit.stats.base) if unit.stats.base else Round(unit.stats.base_radius or MARKER)
    level = unit.where.level if isinstance(unit.where, OnTable) else 0.0
    return Drawn(
        unit.id, unit.side, place, shape, unit.facing, level, unit.stats.height, tuple(notes)
    )


def shown_at(state: State, unit: Unit) -> Point | None:
    """Where a unit is shown: its place, or its share of the edge or the middle it holds."""
    match unit.where:
        case OnTable(at):
            return at
        case InGarrison(garrison, edge):
            piece = state.pieces[garrison]
            same = [o.id for o in occupants(state, garrison) if o.where == unit.where]
            share = (same.index(unit.id) + 1) / (len(same) + 1)
            if edge is not None:
                (ax, ay), (bx, by) = piece.edges[edge][0], piece.edges[edge][-1]
                rim = (ax + share * (bx - ax), ay + share * (by - ay))
                near = midpoint(rim, midpoint(rim, midpoint(rim, middle(piece))))
                return (round(near[0], 4), round(near[1], 4))
            x, y = middle(piece)
            return (round(x + (share - 0.5) * 2.0, 4), round(y, 4))
        case _:
            return None


def _ground(state: State, piece: Piece) -> Ground:
    tags = [rule.value for rule in Rule if piece.has(rule)]
    if piece.dp is not None and piece.starting_dp is not None:
        tags.append(f"{piece.dp}/{piece.starting_dp} DP")
    if piece.tokens:
        tags.append(f"{piece.tokens} tokens")
    return Ground(
        piece.id,
        piece.outline,
        tuple(tags),
        piece.has(Rule.SOLID) or piece.opaque,
        height=piece.height,
        look=_look(piece),
        trims=tuple(_trims(state, piece)),
    )


def _look(piece: Piece) -> str:
    """The feature whose rules, Armour and DP a piece has to the letter, else a word for it."""
    has = (frozenset(piece.rules), piece.armour, piece.starting_dp)
    for feature, preset in FEATURES.items():
        if has == (frozenset(preset.rules), preset.armour, preset.dp):
            return feature.value
    return "building" if piece.has(Rule.GARRISON) else ""


def _trims(state: State, piece: Piece) -> Iterator[Trim]:
    """Edges by name where there is something to garrison, blind ones, doors, walkways."""
    if not piece.has(Rule.GARRISON):
        return
    for name, edge in piece.edges.items():
        yield Trim("blind" if name in piece.blind_edges else "edge", edge, name)
    for entrance in piece.entrances:
        yield Trim("entrance", entrance)
    for one, other in state.links:
        if one == piece.id:
            yield Trim("walkway", _between(piece.outline, state.pieces[other].outline))


def _between(one: Path, other: Path) -> Path:
    """A walkway as drawn: from the middle of the side that is nearest to the other piece."""
    ways = [
        (mid, nearest_on_ring(there, mid))
        for here, there in ((one, other), (other, one))
        for mid in map(midpoint, here, (*here[1:], here[0]))
    ]
    return min(ways, key=lambda way: distance(*way))
