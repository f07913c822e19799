"""Shapes grown by a base: where the middle of a base may not go if it is to stay off a shape.

Knows bases, supports and numpy; never why a base must stay off. Straight sides grow exactly; round
corners become short straight sides, all outside the true curve or all inside it, as asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.bases import Base, Circle, Convex, Edge, Oval, Polygon, convex_parts
from defilade.geometry.plane import Point, convex_hull, unit_bearing
from defilade.values import Degrees

Array: TypeAlias = NDArray[np.float64]

STEP: Degrees = 10.0
"""The widest turn between two sides that stand for a curve."""
_TIE = 1e-7
_SAME = 1e-9


class Fit(StrEnum):
    """On which side of a true curve the straight sides lie that stand for it."""

    OUTER = "outer"
    """Around it: what keeps off them keeps off the shape."""
    INNER = "inner"
    """Inside it: what meets them meets the shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A convex shape: unit `normals` of its sides (n, 2), how far it `reaches` along each (n),
    and its `corners` (n, 2), anticlockwise; side k runs from corner k - 1 to corner k."""

    normals: Array
    reaches: Array
    corners: Array


def grown(
    over: Base,
    base: Base,
    *,
    at: Point,
    fit: Fit = Fit.OUTER,
    axis: Degrees = 0.0,
    step: Degrees = STEP,
) -> tuple[Grown, ...]:
    """Where the reference point of `base`, now `at`, may not be: convex pieces, their insides.

    `base` only slides, and counts as its convex hull. Where neither shape has a straight side,
    sides are counted from `axis` (an angle), so that a turned table gives turned sides.

    >>> wall = Polygon(((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (0.0, 1.0)))
    >>> one, = grown(wall, Circle((9.0, 9.0), 1.5), at=(9.0, 9.0))
    >>> round(float(one.corners[:, 0].min()), 9), round(float(one.corners[:, 1].max()), 9)
    (-1.5, 2.5)
    """
    mover = convex_parts(base)
    build = _outer if fit is Fit.OUTER else _inner
    return tuple(
        build(part, mover, at, _angles((part, *mover), axis, step)) for part in convex_parts(over)
    )


def _angles(parts: Iterable[Convex], axis: Degrees, step: Degrees) -> Array:
    """Directions that every straight side faces (of the mover: backwards); where either is curved
    the gaps between them are filled evenly."""
    first, *mover = parts
    curved = any(isinstance(part, Circle | Oval) for part in (first, *mover))
    facing = [*_faced(first), *(angle + math.pi for part in mover for angle in _faced(part))]
    known = sorted(angle % (2 * math.pi) for angle in facing or [math.radians(axis)])
    found: list[float] = []
    for here, after in zip(known, [*known[1:], known[0] + 2 * math.pi], strict=True):
        if after - here < _SAME:
            continue
        count = max(1, math.ceil((after - here) / math.radians(step) - _SAME)) if curved else 1
        found += [here + (after - here) * k / count for k in range(count)]
    return np.asarray(found)


def _faced(part: Convex) -> list[float]:
    if isinstance(part, Circle | Oval):
        return []
    ring = (part.start, part.end) if isinstance(part, Edge) else part.points
    sides = ((ring[k - 1], ring[k]) for k in range(len(ring)))
    return [math.atan2(a[0] - b[0], b[1] - a[1]) for a, b in sides]


def _outer(part: Convex, mover: tuple[Convex, ...], at: Point, angles: Array) -> Grown:
    normals = np.column_stack((np.cos(angles), np.sin(angles)))
    reaches = _reach(part, normals) + np.asarray(at) @ normals.T
    reaches = reaches + np.max([_reach(one, -normals) for one in mover], axis=0)
    after, far = np.roll(normals, -1, axis=0), np.roll(reaches, -1)
    turn = normals[:, 0] * after[:, 1] - normals[:, 1] * after[:, 0]
    corners = np.column_stack(
        (
            (reaches * after[:, 1] - far * normals[:, 1]) / turn,
            (far * normals[:, 0] - reaches * after[:, 0]) / turn,
        )
    )
    return Grown(normals, reaches, corners)


def _inner(part: Convex, mover: tuple[Convex, ...], at: Point, angles: Array) -> Grown:
    """The hull of points of the true shape, with both ends of every straight side."""
    angles = np.concatenate((angles - _TIE, angles + _TIE))
    normals = np.column_stack((np.cos(angles), np.sin(angles)))
    own = _touch(part, normals) + np.asarray(at)
    points = np.concatenate([own - _touch(one, -normals) for one in mover])
    return grown_ring(convex_hull([(float(x), float(y)) for x, y in points]))


def grown_ring(ring: Iterable[Point]) -> Grown:
    """A convex ring that runs anticlockwise, as it is."""
    corners = np.asarray(tuple(ring), dtype=np.float64)
    sides = corners - np.roll(corners, 1, axis=0)
    normals = np.column_stack((sides[:, 1], -sides[:, 0]))
    normals = normals / np.linalg.norm(normals, axis=1)[:, None]
    return Grown(normals, np.einsum("ij,ij->i", normals, corners), corners)


def _reach(part: Convex, normals: Array) -> Array:
    """How far a part reaches along each normal."""
    return np.asarray(np.einsum("ij,ij->i", _touch(part, normals), normals))


def _touch(part: Convex, normals: Array) -> Array:
    """The farthest point of a part along each normal."""
    match part:
        case Circle(centre, radius):
            return np.asarray(centre) + radius * normals
        case Oval(centre, long, wide, facing):
            ahead = long * np.asarray(unit_bearing(facing))
            aside = wide * np.asarray(unit_bearing(facing + 90.0))
            along, across = normals @ ahead, normals @ aside
            length: Any = np.maximum(np.hypot(along, across), _TIE**2)
            share = (along / length)[:, None] * ahead + (across / length)[:, None] * aside
            return np.asarray(np.asarray(centre) + share)
        case Polygon() | Edge():
            ring = (part.start, part.end) if isinstance(part, Edge) else part.points
            points = np.asarray(ring)
            return np.asarray(points[np.argmax(normals @ points.T, axis=1)])
