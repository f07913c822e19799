"""Scenery of Dropzone moved, turned and drawn anew, with its named edges and its entrances.

Knows the lines of battle files; edges keep their names whichever way they come to face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defilade.geometry.plane import (
    Point,
    distance,
    distance_to_segment,
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
    whole = spelled(line) if motion.facing and is_garrison(line) else line
    return replace(
        _carried(whole, motion.point),
        footprint=motion.points(line.footprint),
        line=motion.points(line.line),
    )


def outlined(line: SceneryLine, corners: tuple[Point, ...]) -> SceneryLine:
    """A piece with other corners; what lies on its rim goes with it, edges by their names."""
    if line.line:
        if len(corners) < 2:
            raise EditError(f"{line.id} is a line of at least two points")
        return replace(line, line=corners)
    old = line.footprint
    whole = spelled(line) if line.edges or is_garrison(line) else line
    if len(corners) == len(old):
        return replace(_carried(whole, _refit(old, corners)), footprint=corners)
    near = _carried(whole, lambda point: snap_point(nearest_on_ring(corners, point)))
    edges = {name: _along(corners, edge[0], edge[-1]) for name, edge in near.edges.items()}
    return replace(near, edges=edges, footprint=corners)


def is_garrison(line: SceneryLine) -> bool:
    """Whether units can be in a piece, by its own rules or its feature's."""
    rules = line.rules
    if rules is None:
        rules = FEATURES[line.feature].rules if line.feature is not None else ()
    return Rule.GARRISON in rules


def spelled(line: SceneryLine) -> SceneryLine:
    """The piece with its edges by name, as they are if nothing is said (DZ-CFG-03)."""
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


def _along(ring: tuple[Point, ...], start: Point, end: Point) -> tuple[Point, ...]:
    """The shorter way along a rim between two points of it, round its corners."""
    sides = list(zip((ring[-1], *ring), ring, strict=False))
    lengths = [distance(*side) for side in sides]
    whole = sum(lengths)

    def travelled(point: Point) -> float:
        near = min(range(len(sides)), key=lambda k: distance_to_segment(point, *sides[k]))
        return sum(lengths[:near]) + distance(sides[near][0], point)

    first, ahead = travelled(start), (travelled(end) - travelled(start)) % (whole or 1.0)
    if ahead > whole / 2.0:
        return tuple(reversed(_along(ring, end, start)))
    ways = (((sum(lengths[: k + 1]) - first) % (whole or 1.0), ring[k]) for k in range(len(ring)))
    between = sorted((way, corner) for way, corner in ways if 0.0 < way < ahead)
    return (start, *(corner for _, corner in between if corner not in (start, end)), end)
