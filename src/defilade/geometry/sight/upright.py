"""One vertical plane through two volumes: sight there is sight in the plane, answered exactly.

In the plane of a plan line, volumes are rectangles and prisms are boxes with their openings cut
out. Also checks single lines in space. Must not choose which planes to look at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from defilade.geometry.bases import (
    Base,
    Circle,
    Convex,
    Edge,
    Polygon,
    Rectangle,
    bounds_of,
    centre_of,
    ring_of,
    support,
)
from defilade.geometry.crossings import Shape, line_facts
from defilade.geometry.degenerate import Touch
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    Segment,
    bounds,
    distance,
    distance_to_segment,
    length_along,
    line_offset,
)
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight.answer import Sight, Verdict
from defilade.geometry.sight.engine import is_open, look
from defilade.geometry.sight.volumes import Point3, Prism, Volume

__all__ = ["Upright", "is_shut", "line_blockers", "on_the_way", "upright_plane"]

_CLEAR = 4.0 * EPS

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Upright:
    """The plane through a plan line: `origin` and unit `along` in plan; its points are (u, z)."""

    origin: Point
    along: Point
    first: Convex
    second: Convex
    obstacles: tuple[Region | Wall, ...]

    def sight(self) -> Sight | None:
        """Open sight in this plane, or None."""
        if not is_open(self.first, self.second, self.obstacles):
            return None
        found = look(self.first, self.second, self.obstacles)
        return found if found.verdict is Verdict.OPEN else None

    def in_space(self, sight: Sight) -> tuple[Point3, Point3] | None:
        """The witness as a line in space."""
        if sight.witness is None:
            return None
        start, end = sight.witness.line
        return (self._place(start), self._place(end))

    def _place(self, p: Point) -> Point3:
        u, z = p
        return (self.origin[0] + u * self.along[0], self.origin[1] + u * self.along[1], z)


def upright_plane(line: Segment, a: Volume, b: Volume, prisms: Sequence[Prism]) -> Upright | None:
    """The plane through a plan line, which must cross both bases in plan; None when it misses."""
    (px, py), (qx, qy) = line
    length = distance(*line)
    along = ((qx - px) / length, (qy - py) / length)
    back, ahead = (-along[0], -along[1]), along
    reach = [
        max(abs(along[0] * (p[0] - px) + along[1] * (p[1] - py)) for p in ends)
        for ends in (
            (support(a.base, back), support(a.base, ahead)),
            (support(b.base, back), support(b.base, ahead)),
        )
    ]
    far = max(reach) + 1.0
    origin = (px - far * along[0], py - far * along[1])
    whole = (origin, (px + far * along[0], py + far * along[1]))
    first, second = _span(whole, a.base), _span(whole, b.base)
    if first is None or second is None:
        return None
    boxes = [box for p in prisms if _is_near(line, p.shape, far) for box in _boxes(whole, p)]
    return Upright(
        origin,
        along,
        _rectangle(first, (a.bottom, a.top)),
        _rectangle(second, (b.bottom, b.top)),
        tuple(boxes),
    )


def is_shut(line: Segment, a: Volume, b: Volume, prisms: Sequence[Prism]) -> bool:
    """Whether one prism alone shuts the plane through a plan line: solid at every height there.

    Quick, and sure when it says so; of what it leaves, `upright_plane` tells.
    """
    (px, py), (qx, qy) = line
    length = distance(*line)
    ux, uy = (qx - px) / length, (qy - py) / length
    near, far = support(a.base, (ux, uy)), support(b.base, (-ux, -uy))
    start = (near[0] - px) * ux + (near[1] - py) * uy
    end = (far[0] - px) * ux + (far[1] - py) * uy
    floor, ceiling = min(a.bottom, b.bottom), max(a.top, b.top)
    for prism in prisms:
        if prism.bottom > floor + EPS or prism.top < ceiling - EPS:
            continue
        for low, high in _chords(_outline(prism.shape), (px, py), (ux, uy)):
            if min(high, end) - max(low, start) > _CLEAR and all(
                _is_beside(opening.footprint, (px, py), (ux, uy)) for opening in prism.openings
            ):
                return True
    return False


def _chords(ring: Ring, origin: Point, along: Point) -> list[Span]:
    """Where a line runs inside a ring; nothing when it passes too near a corner to be sure."""
    (px, py), (ux, uy) = origin, along
    aside = [(y - py) * ux - (x - px) * uy for x, y in ring]
    if not aside or min(aside) > -EPS or max(aside) < EPS:
        return []
    if any(abs(offset) <= EPS for offset in aside):
        return []
    marks = []
    for k, (x, y) in enumerate(ring):
        before, here = aside[k - 1], aside[k]
        if (before > 0.0) != (here > 0.0):
            share = before / (before - here)
            wx, wy = ring[k - 1]
            x, y = wx + share * (x - wx), wy + share * (y - wy)  # noqa: PLW2901
            marks.append((x - px) * ux + (y - py) * uy)
    marks.sort()
    return list(zip(marks[::2], marks[1::2], strict=True))


def _is_beside(shape: Shape, origin: Point, along: Point) -> bool:
    ring = _outline(shape)
    aside = [(y - origin[1]) * along[0] - (x - origin[0]) * along[1] for x, y in ring]
    return bool(aside) and (min(aside) > EPS or max(aside) < -EPS)


@lru_cache(maxsize=4096)
def _outline(shape: Shape) -> Ring:
    """The corners of a plain area; none for what has holes, curves, or no inside."""
    match shape:
        case Polygon() | Rectangle():
            return ring_of(shape)
        case Region(outline, ()):
            return outline
        case _:
            return ()


def on_the_way(a: Base, b: Base, prisms: Sequence[Prism]) -> list[Prism]:
    """The prisms that come near enough to two bases, or to what is between, to matter."""
    ends = (centre_of(a), centre_of(b))
    breadth = max(_around(base)[1] for base in (a, b)) + EPS
    return [
        p
        for p in prisms
        if distance_to_segment(_around(p.shape)[0], *ends) <= _around(p.shape)[1] + 2.0 * breadth
    ]


def _is_near(line: Segment, shape: Shape, far: float) -> bool:
    """Whether a shape may meet the plane within `far` of the line's start."""
    centre, reach = _around(shape)
    aside, along = line_offset(centre, *line), length_along(centre, *line)
    return abs(aside) <= reach + EPS and abs(along) <= far + reach + EPS


@lru_cache(maxsize=4096)
def _around(shape: Shape) -> tuple[Point, float]:
    """The middle of a shape's bounds, and a radius that holds it all."""
    match shape:
        case Region():
            x0, y0, x1, y1 = bounds(shape.outline)
        case Wall():
            x0, y0, x1, y1 = bounds(shape.points)
        case _:
            x0, y0, x1, y1 = bounds_of(shape)
    return (((x0 + x1) / 2.0, (y0 + y1) / 2.0), math.hypot(x1 - x0, y1 - y0) / 2.0)


def _span(line: Segment, base: Base) -> Span | None:
    """The first stretch of a line in a base."""
    contacts = line_facts(line, base).contacts
    return (contacts[0].start, contacts[0].end) if contacts else None


def _rectangle(across: Span, up: Span) -> Convex:
    """A rectangle, or what is left of it when it has no breadth or no height."""
    (u0, u1), (z0, z1) = across, up
    if u1 - u0 <= EPS and z1 - z0 <= EPS:
        return Circle((u0, z0), 0.0)
    if u1 - u0 <= EPS:
        return Edge((u0, z0), (u0, z1))
    if z1 - z0 <= EPS:
        return Edge((u0, z0), (u1, z0))
    return Polygon(((u0, z0), (u1, z0), (u1, z1), (u0, z1)))


def _boxes(line: Segment, prism: Prism) -> list[Region | Wall]:
    """The solid parts of a prism in the plane: stretches inside it less its openings."""
    found: list[Region | Wall] = []
    for low, high in _stretches(line, prism.shape):
        holes = [
            (max(low, start), min(high, end), opening.sill, opening.head)
            for opening in prism.openings
            for start, end in _stretches(line, opening.footprint)
            if start < high + EPS and end > low - EPS
        ]
        marks = sorted({low, high, *(u for hole in holes for u in hole[:2])})
        for u0, u1 in pairwise(marks) if high > low else [(low, high)]:
            open_z = sorted(h[2:] for h in holes if h[0] <= u0 + EPS and h[1] >= u1 - EPS)
            found += [_solid((u0, u1), up) for up in _left((prism.bottom, prism.top), open_z)]
    return found


def _stretches(line: Segment, shape: Shape) -> list[Span]:
    """Where a line runs in the inside of a shape, or through or along a thin one."""
    thin = isinstance(shape, Wall | Edge)
    return [
        (c.start, c.end)
        for c in line_facts(line, shape).contacts
        if c.touch is Touch.INTERIOR or thin
    ]


def _left(up: Span, holes: Sequence[Span]) -> list[Span]:
    """A span of heights less the open ones."""
    left: list[Span] = []
    at = up[0]
    for low, high in holes:
        if low > at + EPS:
            left.append((at, min(low, up[1])))
        at = max(at, high)
    if at < up[1] - EPS:
        left.append((at, up[1]))
    return [span for span in left if span[1] - span[0] > EPS]


def _solid(across: Span, up: Span) -> Region | Wall:
    (u0, u1), (z0, z1) = across, up
    if u1 - u0 <= EPS:
        return Wall(((u0, z0), (u0, z1)))
    return Region(((u0, z0), (u1, z0), (u1, z1), (u0, z1)))


def line_blockers(line: tuple[Point3, Point3], prisms: Sequence[Prism]) -> tuple[int, ...]:
    """The prisms whose solid a line in space enters: a plain check, prism by prism.

    A line that only touches a face, an edge or the rim of an opening does not enter.
    """
    return tuple(k for k, prism in enumerate(prisms) if _enters(line, prism))


def _enters(line: tuple[Point3, Point3], prism: Prism) -> bool:
    (px, py, pz), (qx, qy, qz) = line
    plan = ((px, py), (qx, qy))
    length = distance(*plan)
    if length > EPS and not _is_near(plan, prism.shape, length):
        return False
    slope = (qz - pz) / length if length > 0.0 else 0.0
    for low, high in _stretches(plan, prism.shape):
        inside = _while_between((low, high), (pz, slope), (prism.bottom, prism.top))
        if inside is None:
            continue
        free = [
            span
            for opening in prism.openings
            for start, end in _stretches(plan, opening.footprint)
            if (
                span := _while_between(
                    (start, end), (pz, slope), (opening.sill, opening.head), closed=True
                )
            )
        ]
        if _uncovered(inside, free):
            return True
    return False


def _while_between(
    span: Span, height: tuple[float, float], limits: Span, *, closed: bool = False
) -> Span | None:
    """The part of a span over which a sloping line keeps between two heights."""
    low, high = span
    start, slope = height
    room = EPS if closed else -EPS
    bottom, top = limits[0] - room, limits[1] + room
    if slope == 0.0:
        return span if bottom < start < top else None
    marks = sorted(((bottom - start) / slope, (top - start) / slope))
    low, high = max(low, marks[0]), min(high, marks[1])
    return (low, high) if low <= high else None


def _uncovered(span: Span, free: Sequence[Span]) -> bool:
    at = span[0]
    for low, high in sorted(free):
        if low <= at + 2.0 * EPS:
            at = max(at, high)
    if math.isclose(span[0], span[1], abs_tol=EPS):
        return not any(low - EPS <= span[0] <= high + EPS for low, high in free)
    return at < span[1] - 2.0 * EPS
