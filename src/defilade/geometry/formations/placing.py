"""Placements of a formation against an outline: all that touch it, and which of them are clear.

A shift that brings a convex shape into contact lies on the rim of the difference of the two
shapes; that rim is walked in steps. Must not know who is placed nor what is in the way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from defilade.geometry.bases import Base, Circle, Edge, Polygon, Rectangle, convex_parts, corners_of
from defilade.geometry.formations.blocks import Formation, stands_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.motions import moved
from defilade.geometry.plane import Point, Ring, distance

__all__ = [
    "Keepout",
    "contact_shifts",
    "furthest_stand",
    "keepout",
    "shifts_clear",
    "slide_to_clear",
]


def contact_shifts(blocks: Iterable[Rectangle], outline: Base, *, step: float) -> tuple[Point, ...]:
    """Shifts that make one of the rectangles touch the outline from outside a convex part of it.

    Corners of the rim and points at most `step` apart along it. Another part or rectangle may
    overlap then: that is for `shifts_clear`. Raises `TypeError` for an oval outline.
    """
    found: list[Point] = []
    for part in convex_parts(outline):
        match part:
            case Circle(centre, radius):
                corners: Ring = (centre,)
            case Polygon(points):
                corners, radius = points, 0.0
            case Edge(start, end):
                corners, radius = (start, end), 0.0
            case _:
                raise TypeError("placements are not sought against ovals")
        for block in blocks:
            ring = corners_of(block)
            rim = _sum_of(tuple((-x, -y) for x, y in reversed(ring)), corners)
            found += _walk(rim, radius, step)
    return tuple(dict.fromkeys(found))


def _sum_of(a: Ring, b: Ring) -> Ring:
    """The sum of two convex rings, each anticlockwise (or a point or edge): their sides in the
    order of their directions, from the lowest corner on."""
    starts = [_lowest(ring) for ring in (a, b)]
    sides = []
    for ring, start in zip((a, b), starts, strict=True):
        for k in range(len(ring) if len(ring) > 1 else 0):
            (px, py), (qx, qy) = ring[(start + k) % len(ring)], ring[(start + k + 1) % len(ring)]
            dx, dy = qx - px, qy - py
            sides.append((math.atan2(dy, dx) % (2.0 * math.pi - 1e-12), dx, dy))
    x, y = (a[starts[0]][i] + b[starts[1]][i] for i in (0, 1))
    found = []
    for _, dx, dy in sorted(sides):
        found.append((x, y))
        x, y = x + dx, y + dy
    return tuple(found)


def _lowest(ring: Ring) -> int:
    """Number of the lowest corner, of equals the leftmost."""
    return min(range(len(ring)), key=lambda k: (ring[k][1], ring[k][0]))


def _walk(ring: Ring, radius: float, step: float) -> Iterator[Point]:
    """Points along an anticlockwise ring rounded outwards by a radius."""
    count = len(ring)
    for k in range(count):
        (ax, ay), (bx, by) = ring[k - 1], ring[k]
        length = distance((ax, ay), (bx, by))
        nx, ny = (by - ay) / length, (ax - bx) / length
        pieces = max(1, math.ceil(length / step))
        for n in range(pieces + 1):
            share = n / pieces
            yield (ax + share * (bx - ax) + radius * nx, ay + share * (by - ay) + radius * ny)
        if radius > 0.0:
            cx, cy = ring[(k + 1) % count]
            start = math.atan2(ny, nx)
            turn = (math.atan2(bx - cx, cy - by) - start) % (2.0 * math.pi)
            pieces = max(1, math.ceil(turn * radius / step))
            for n in range(1, pieces):
                angle = start + turn * n / pieces
                yield (bx + radius * math.cos(angle), by + radius * math.sin(angle))


@dataclass(frozen=True, slots=True)
class Keepout:
    """The shifts of one convex shape at which it would enter another: all `bands` at once.

    A band is a unit normal with the open interval of forbidden offsets along it. For a round
    obstacle `reach` about `centre` is judged too, in the shape's own corners.
    """

    bands: tuple[tuple[float, float, float, float], ...]
    centre: Point | None = None
    reach: float = 0.0
    ring: Ring = ()

    def forbids(self, shift: Point) -> bool:
        """Whether the shape, so shifted, enters the obstacle."""
        x, y = shift
        for nx, ny, low, high in self.bands:
            along = nx * x + ny * y
            if along <= low or along >= high:
                return False
        if self.centre is None:
            return True
        cx, cy = self.centre[0] - x, self.centre[1] - y
        near = any(math.hypot(px - cx, py - cy) < self.reach for px, py in self.ring)
        return near or self._beside(cx, cy)

    def _beside(self, cx: float, cy: float) -> bool:
        """Whether the obstacle's centre lies beside a side, not beyond a corner."""
        for k in range(len(self.ring)):
            (ax, ay), (bx, by) = self.ring[k - 1], self.ring[k]
            square = (bx - ax) ** 2 + (by - ay) ** 2
            if 0.0 <= (cx - ax) * (bx - ax) + (cy - ay) * (by - ay) <= square:
                return True
        return False


def keepout(block: Rectangle, obstacle: Base, *, slack: float) -> tuple[Keepout, ...]:
    """What shifts of a rectangle would enter an obstacle by more than `slack`, part by part."""
    ring = corners_of(block)
    found = []
    for part in convex_parts(obstacle):
        if isinstance(part, Circle):
            bands = tuple(
                _band(n, ring, (part.centre,), part.radius - slack) for n in _normals(ring)
            )
            found.append(Keepout(bands, part.centre, part.radius - slack, ring))
            continue
        corners = part.points if isinstance(part, Polygon) else corners_of_edge(part)
        normals = (*_normals(ring), *_normals(corners))
        found.append(Keepout(tuple(_band(n, ring, corners, -slack) for n in normals)))
    return tuple(found)


def corners_of_edge(part: Base) -> Ring:
    """The two ends of an edge; raises `TypeError` for anything else."""
    if not isinstance(part, Edge):
        raise TypeError("placements are not sought against ovals")
    return (part.start, part.end)


def _normals(ring: Sequence[Point]) -> Iterator[Point]:
    """A unit normal of each side; of a rectangle the opposite sides share theirs."""
    for k in range(2 if len(ring) == 4 and _is_rectangle(ring) else len(ring)):
        (ax, ay), (bx, by) = ring[k - 1], ring[k]
        length = math.hypot(bx - ax, by - ay)
        yield ((by - ay) / length, (ax - bx) / length)


def _is_rectangle(ring: Sequence[Point]) -> bool:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = ring
    return math.isclose(ax + cx, bx + dx) and math.isclose(ay + cy, by + dy)


def _band(
    normal: Point, ring: Sequence[Point], corners: Sequence[Point], more: float
) -> tuple[float, float, float, float]:
    nx, ny = normal
    mine = [nx * x + ny * y for x, y in ring]
    its = [nx * x + ny * y for x, y in corners]
    return (nx, ny, min(its) - max(mine) - more, max(its) - min(mine) + more)


def shifts_clear(shifts: Iterable[Point], keepouts: Sequence[Keepout]) -> Iterator[Point]:
    """The shifts that no keepout forbids, in order."""
    for shift in shifts:
        if not any(keep.forbids(shift) for keep in keepouts):
            yield shift


def furthest_stand(formation: Formation, outline: Base) -> float:
    """The greatest distance of any rectangle of a formation from an outline."""
    return max(gap_between(stand, outline).distance for stand in stands_of(formation))


def slide_to_clear(
    blocks: Sequence[Rectangle], direction: Point, outline: Base, *, gap: float, far: float
) -> float | None:
    """The least slide along a unit vector after which rectangles are `gap` from an outline.

    They start at the outline. None when they would need more than `far`.
    """

    def clear(length: float) -> bool:
        by = (length * direction[0], length * direction[1])
        return all(gap_between(moved(b, by), outline).distance >= gap for b in blocks)

    if clear(0.0):
        return 0.0
    low, high = 0.0, gap
    while not clear(high):
        low, high = high, 2.0 * high
        if high > far:
            return None
    for _ in range(30):
        middle = (low + high) / 2.0
        low, high = (low, middle) if clear(middle) else (middle, high)
    return high
