"""Scenery of Dropzone moved, turned and drawn anew, with its named edges and its entrances.

Knows the lines of battle files; edges keep their names whichever way they come to face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defilade.geometry.plane import (
    Point,
    distance,
    nearest_on_ring,
    nearest_on_segment,
    point_at,
    snap_point,
)
from defilade.systems.dropzone.battle import SceneryLine
from defilade.systems.dropzone.features import FEATURES
from defilade.systems.dropzone.making import straight_edges
from defilade.systems.dropzone.terms import Rule
from defilade.table.editing import EditError, Motion

_Carry = Callable[[Point], Point]


def moved(line: SceneryLine, motion: Motion) -> SceneryLine:
    """A piece with its edges and entrances; one that is turned tells its edges by name, so
    that whoever holds them still holds the same ones (DZ-CFG-03)."""
    whole = _spelled(line) if motion.facing and _is_garrison(line) else line
    return replace(
        _carried(whole, motion.point),
        footprint=motion.points(line.footprint),
        line=motion.points(line.line),
    )


def outlined(line: SceneryLine, corners: tuple[Point, ...]) -> SceneryLine:
    """A piece with other corners; what lies on its sides goes with them."""
    if line.line:
        if len(corners) < 2:
            raise EditError(f"{line.id} is a line of at least two points")
        return replace(line, line=corners)
    old = line.footprint
    if len(corners) == len(old) and old:
        whole = _spelled(line) if line.edges or _is_garrison(line) else line
        return replace(_carried(whole, _refit(old, corners)), footprint=corners)
    named = straight_edges(corners, closed=True)
    blind = tuple(edge for edge in line.blind_edges if edge in named)
    fitted = replace(line, edges={}, blind_edges=blind, footprint=corners)
    return _carried(fitted, lambda point: snap_point(nearest_on_ring(corners, point)))


def _is_garrison(line: SceneryLine) -> bool:
    rules = line.rules
    if rules is None:
        rules = FEATURES[line.feature].rules if line.feature is not None else ()
    return Rule.GARRISON in rules


def _spelled(line: SceneryLine) -> SceneryLine:
    if line.edges:
        return line
    outline = tuple(map(snap_point, line.footprint or line.line))
    return replace(line, edges=straight_edges(outline, closed=not line.line))


def _carried(line: SceneryLine, carry: _Carry) -> SceneryLine:
    """The edges and entrances of a piece, each point taken along."""
    edges = {name: tuple(map(carry, edge)) for name, edge in line.edges.items()}
    entrances = line.entrances
    if entrances is None or isinstance(entrances, str):
        return replace(line, edges=edges)
    return replace(line, edges=edges, entrances=tuple(_entrance(e, carry) for e in entrances))


def _entrance(entrance: Point | tuple[Point, ...], carry: _Carry) -> Point | tuple[Point, ...]:
    match entrance:
        case (int() | float() as x, int() | float() as y):
            return carry((x, y))
        case _:
            return tuple(carry((x, y)) for x, y in entrance)


def _refit(old: tuple[Point, ...], new: tuple[Point, ...]) -> _Carry:
    """A point of one ring's rim on the same side of another, at the same share of it."""

    def carry(point: Point) -> Point:
        sides = range(len(old))
        nearest = [nearest_on_segment(point, old[k - 1], old[k]) for k in sides]
        side = min(sides, key=lambda k: distance(point, nearest[k]))
        length = distance(old[side - 1], old[side])
        share = distance(old[side - 1], nearest[side]) / length if length else 0.0
        return snap_point(point_at(new[side - 1], new[side], share))

    return carry
