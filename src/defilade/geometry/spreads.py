"""How far one gets on floors with obstacles: all points that cost at most so much, as shapes.

Knows mazes and shapely shapes. What it gives is inside the true ground: circles are drawn with
corners on them, and lifts are used at the spots of the maze alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from defilade.geometry.detours import Floor, Maze
from defilade.geometry.grown import Array, Grown
from defilade.geometry.plane import Point

_FLAT = math.pi / 2 - 1e-9
_LEAST = 0.02


def spread(maze: Maze, start: int, most: float, *, floors: Iterable[int]) -> tuple[Any, ...]:
    """For each floor of a maze, the shapely shape of what costs at most `most` from an end.

    Only for the `floors` named; the shapes of others are empty.
    """
    import shapely

    wanted = set(floors)
    pieces: list[list[Any]] = [[] for _ in maze.floors]
    for stop, cost in maze.within(start, most, floors=wanted):
        if most - cost > _LEAST and stop.floor in wanted:
            pieces[stop.floor].append(seen_from(maze.floors[stop.floor], stop.at, most - cost))
    return tuple(shapely.union_all(found) for found in pieces)


def seen_from(floor: Floor, at: Point, radius: float) -> Any:
    """What of a disc around a point is reached from it in a straight line."""
    import shapely

    disc: Any = shapely.buffer(shapely.Point(at), radius, quad_segs=16)
    if floor.box is not None:
        disc = shapely.intersection(disc, shapely.box(*floor.box))
    if floor.inside is not None:
        disc = shapely.intersection(disc, floor.inside)
    casters = floor.casters
    gaps = np.maximum(np.maximum(casters.lows - at, np.asarray(at) - casters.highs), 0.0)
    near = np.nonzero(np.hypot(gaps[:, 0], gaps[:, 1]) < radius)[0]
    if not len(near):
        return disc
    rings = np.stack([_behind(casters.shapes[k], at, 4.0 * radius) for k in near])
    behind: Any = shapely.polygons(rings)
    broken = ~shapely.is_valid(behind)
    behind[broken] = shapely.convex_hull(behind[broken])
    hidden = shapely.union_all(np.concatenate((casters.bodies[near], behind)))
    return shapely.difference(disc, hidden)


def _behind(shape: Grown, at: Point, far: float) -> Array:
    """What lies behind a convex shape as seen from a point outside it, as a ring (7, 2)."""
    around = shape.corners - at
    rest = around[np.hypot(around[:, 0], around[:, 1]) > 1e-9]
    middle = around.sum(axis=0)
    ahead = math.atan2(middle[1], middle[0])
    turned = np.arctan2(rest[:, 1], rest[:, 0]) - ahead
    turned = (turned + math.pi) % (2 * math.pi) - math.pi
    first, last = int(turned.argmin()), int(turned.argmax())
    right, left = max(-_FLAT, min(0.0, turned[first])), min(_FLAT, max(0.0, turned[last]))
    turns = ahead + np.asarray((right, right / 2, 0.0, left / 2, left))
    beams = far * np.column_stack((np.cos(turns), np.sin(turns)))
    return np.asarray(np.concatenate((rest[first : first + 1], beams, rest[last : last + 1])) + at)
