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
from defilade.geometry.grown import Grown
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
    shadows = [
        shadow
        for shape in _close((*floor.obstacles.shapes, *floor.walls), at, radius)
        for shadow in _shadow(shape, at, 4.0 * radius)
    ]
    if floor.inside is not None:
        disc = shapely.intersection(disc, floor.inside)
    return shapely.difference(disc, shapely.union_all(shadows)) if shadows else disc


def _close(shapes: Iterable[Grown], at: Point, radius: float) -> Iterable[Grown]:
    for shape in shapes:
        low, high = shape.corners.min(axis=0), shape.corners.max(axis=0)
        gap = np.maximum(np.maximum(low - at, np.asarray(at) - high), 0.0)
        if float(np.hypot(*gap)) < radius:
            yield shape


def _shadow(shape: Grown, at: Point, far: float) -> tuple[Any, ...]:
    """A convex shape, and what lies behind it as seen from a point outside it."""
    import shapely

    around = shape.corners - np.asarray(at)
    away = np.hypot(*around.T)
    middle = around.mean(axis=0)
    ahead = math.atan2(middle[1], middle[0])
    rest = around[away > 1e-9]
    turned = np.arctan2(rest[:, 1], rest[:, 0]) - ahead
    turned = (turned + math.pi) % (2 * math.pi) - math.pi
    left = float(np.clip(turned.max(), 0.0, _FLAT))
    right = float(np.clip(turned.min(), -_FLAT, 0.0))
    first, last = rest[np.argmin(turned)], rest[np.argmax(turned)]
    beams = [
        (math.cos(ahead + turn) * far, math.sin(ahead + turn) * far)
        for turn in (right, right / 2, 0.0, left / 2, left)
    ]
    ring = np.asarray([first, *beams, last]) + np.asarray(at)
    body = shapely.Polygon(shape.corners)
    behind: Any = shapely.Polygon(ring)
    if not behind.is_valid:
        behind = shapely.convex_hull(behind)
    return body, behind
