"""Upright bodies and prisms, and which prisms can matter between two bodies.

Knows the ground between two bodies seen from above and from the side, for many prisms at once.
Must not know what a prism is, nor decide sight.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.bases import (
    Base,
    Circle,
    Group,
    Oval,
    bounds_of,
    centre_of,
    ring_of,
    support,
)
from defilade.geometry.plane import EPS, Point, Ring, convex_hull
from defilade.geometry.sight import facets


@dataclass(frozen=True)
class Body:
    """Something that looks or is looked at: a base from `low` to `high`."""

    base: Base
    low: float
    high: float


@dataclass(frozen=True)
class Prism:
    """Something that stops lines in its inside: a footprint from `low` to `high`."""

    shape: Base
    low: float
    high: float
    name: str = ""
    kind: str = ""

    def beside(self, p: Point, distance: float) -> bool:
        """Whether its bounds come within a distance of a point."""
        x0, y0, x1, y1 = bounds_of(self.shape)
        dx, dy = max(x0 - p[0], p[0] - x1, 0.0), max(y0 - p[1], p[1] - y1, 0.0)
        return math.hypot(dx, dy) <= distance + EPS


@dataclass(frozen=True)
class Plane:
    """Height `first` over the middle of the first body and `second` over that of the other."""

    first: float
    second: float


@dataclass(frozen=True)
class Side:
    """Two bodies seen from the side: the axis between them, and their extents along it."""

    a: Body
    b: Body
    origin: Point
    axis: Point
    length: float
    a_ends: tuple[float, float]
    b_ends: tuple[float, float]

    def along(self, shape: Base) -> tuple[float, float]:
        """From and to of a shape along the axis, from the middle of the first body."""
        ux, uy = self.axis
        (lx, ly), (hx, hy) = support(shape, (-ux, -uy)), support(shape, (ux, uy))
        ox, oy = self.origin
        return (lx - ox) * ux + (ly - oy) * uy, (hx - ox) * ux + (hy - oy) * uy

    def height(self, plane: Plane, x: float) -> float:
        """Height of a plane at a distance along the axis."""
        return plane.first + (plane.second - plane.first) * x / self.length

    def span(self, plane: Plane, low: float, high: float) -> tuple[float, float]:
        """Where along the axis a plane is between two heights; empty as (inf, -inf)."""
        slope = (plane.second - plane.first) / self.length
        if abs(slope) < 1e-12:
            inside = low <= plane.first <= high
            return (-math.inf, math.inf) if inside else (math.inf, -math.inf)
        ends = sorted(((low - plane.first) / slope, (high - plane.first) / slope))
        return ends[0], ends[1]


def side_of(a: Body, b: Body) -> Side | None:
    """The side view of two bodies; None where their middles lie over one another."""
    origin, far = centre_of(a.base), centre_of(b.base)
    length = math.dist(origin, far)
    if length <= EPS:
        return None
    axis = ((far[0] - origin[0]) / length, (far[1] - origin[1]) / length)
    bare = Side(a, b, origin, axis, length, (0.0, 0.0), (0.0, 0.0))
    return Side(a, b, origin, axis, length, bare.along(a.base), bare.along(b.base))


@dataclass(frozen=True)
class Field:
    """Prisms with their corners in arrays, so that all are held against a way at once."""

    prisms: tuple[Prism, ...]

    @cached_property
    def _corners(self) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Rows of x, y and how far around them, and where the rows of each prism begin."""
        rows = [list(_rows(prism.shape)) for prism in self.prisms]
        starts = np.cumsum([0, *(len(each) for each in rows[:-1])])
        return np.array([row for each in rows for row in each]), starts

    def near(self, a: Body, b: Body) -> tuple[Prism, ...]:
        """Prisms over the ground between two bodies; the others cannot matter.

        That ground lies within two circles around the bases and the lines that touch both.
        """
        if not self.prisms:
            return ()
        (ax, ay), (bx, by) = centre_of(a.base), centre_of(b.base)
        reach_a, reach_b = _reach(a.base), _reach(b.base)
        length = math.hypot(bx - ax, by - ay)
        if length <= abs(reach_a - reach_b) + EPS:
            return tuple(p for p in self.prisms if p.beside((ax, ay), reach_a + reach_b + length))
        rows, starts = self._corners
        x, y, room = rows[:, 0] - ax, rows[:, 1] - ay, rows[:, 2] + EPS
        ux, uy = (bx - ax) / length, (by - ay) / length
        along, across = x * ux + y * uy, y * ux - x * uy
        cosine = (reach_a - reach_b) / length
        sine = math.sqrt(1.0 - cosine * cosine)
        least = np.minimum.reduceat
        kept = least(along - room, starts) < length + reach_b
        kept &= least(-along - room, starts) < reach_a
        for slant in (sine, -sine):
            kept &= least(along * cosine + across * slant - room, starts) < reach_a
        return tuple(self.prisms[k] for k in np.flatnonzero(kept))


def _rows(shape: Base) -> Iterator[tuple[float, float, float]]:
    match shape:
        case Circle((x, y), radius):
            yield x, y, radius
        case Oval((x, y), half_length, half_width):
            yield x, y, max(half_length, half_width)
        case Group(parts):
            for part in parts:
                yield from _rows(part)
        case _:
            yield from ((x, y, 0.0) for x, y in ring_of(shape))


def outline_of(shape: Base) -> Ring:
    """Corners of a shape; of a curve those of its sides, of a group those of its hull."""
    match shape:
        case Circle() | Oval():
            return facets(shape)
        case Group(parts):
            return convex_hull([corner for part in parts for corner in outline_of(part)])
        case _:
            return ring_of(shape)


def _reach(base: Base) -> float:
    if isinstance(base, Circle):
        return base.radius
    x, y = centre_of(base)
    x0, y0, x1, y1 = bounds_of(base)
    return math.hypot(max(x1 - x, x - x0), max(y1 - y, y - y0))


@dataclass(frozen=True)
class Standing:
    """Prisms by how they stand to the lines between two bodies: `full` ones stop every line over
    their footprint, `partly` only lines of some heights."""

    full: tuple[Prism, ...]
    partly: tuple[Prism, ...]


def standing(side: Side, prisms: Iterable[Prism]) -> Standing:
    """Sort the prisms that lines between two bodies may meet."""
    lower = _hull(side, side.a.low, side.b.low, sign=1.0)
    upper = _hull(side, side.a.high, side.b.high, sign=-1.0)
    full: list[Prism] = []
    partly: list[Prism] = []
    for prism in prisms:
        start, end = side.along(prism.shape)
        start, end = max(start, side.a_ends[0]), min(end, side.b_ends[1])
        if start >= end:
            continue
        low = _extreme(lower, start, end, least=True)
        high = _extreme(upper, start, end, least=False)
        if prism.high <= low + EPS or prism.low >= high - EPS:
            continue
        (full if prism.low <= low + EPS and prism.high >= high - EPS else partly).append(prism)
    return Standing(tuple(full), tuple(partly))


def _hull(side: Side, at_a: float, at_b: float, *, sign: float) -> list[Point]:
    """The lower (sign 1) or upper (sign -1) hull of two bodies' ends, from left to right."""
    points = sorted(
        [(x, at_a) for x in side.a_ends] + [(x, at_b) for x in side.b_ends], key=lambda p: p[0]
    )
    hull: list[Point] = []
    for p in points:
        while len(hull) > 1 and sign * _turn(hull[-2], hull[-1], p) <= 0.0:
            hull.pop()
        hull.append(p)
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _extreme(hull: list[Point], start: float, end: float, *, least: bool) -> float:
    values = [z for x, z in hull if start < x < end]
    values += [_value(hull, start), _value(hull, end)]
    return min(values) if least else max(values)


def _value(hull: list[Point], x: float) -> float:
    for (x0, z0), (x1, z1) in pairwise(hull):
        if x <= x1 and x1 > x0:
            return z0 + (z1 - z0) * (x - x0) / (x1 - x0)
    return hull[-1][1]
