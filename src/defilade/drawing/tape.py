"""Where things lie by the tape measure: from the nearest edges of the table to their corners.

Knows scenes in inches and their edges; of a thing with many corners it measures the outermost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from defilade.drawing.projection import Point, drawable
from defilade.table import Ellipse, Footprint, Ground, HexCell, Piece, Round, Scene, Shaped
from defilade.values import Inches

MOST_CORNERS = 8
"""Corners of one outline that are all measured; of more, the four outermost."""
_SAME: Inches = 0.05
"""Corners nearer than this are one for a tape measure."""


class Edge(StrEnum):
    """An edge of the table, as it lies before whoever reads the sheet."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Tape:
    """One distance from an edge of the table."""

    edge: Edge
    distance: Inches


@dataclass(frozen=True, slots=True)
class Corner:
    """A point of a thing and how far it is from a side of the table and from an end of it."""

    at: Point
    across: Tape
    along: Tape


def corners_of(ground: Ground, scene: Scene) -> tuple[Corner, ...]:
    """The corners by which a ground is laid out; of a circle, its middle."""
    points = [point for point in ground.outline if drawable(point)]
    if ground.round_radius is not None:
        points = points[:1]
    return tuple(_corner(point, scene) for point in _chosen(points))


def near_side(piece: Piece, scene: Scene) -> Corner | None:
    """How far the near side of a piece's base is from the two edges that it is nearest to; None
    for a piece that is nowhere."""
    if not drawable(piece.position):
        return None
    low_x, low_y, high_x, high_y = _spread(piece)
    x, y = piece.position
    left, right = x + low_x - scene.low[0], scene.high[0] - x - high_x
    bottom, top = y + low_y - scene.low[1], scene.high[1] - y - high_y
    across = Tape(Edge.LEFT, left) if left <= right else Tape(Edge.RIGHT, right)
    along = Tape(Edge.BOTTOM, bottom) if bottom <= top else Tape(Edge.TOP, top)
    return Corner(piece.position, across, along)


def _corner(point: Point, scene: Scene) -> Corner:
    left, right = point[0] - scene.low[0], scene.high[0] - point[0]
    bottom, top = point[1] - scene.low[1], scene.high[1] - point[1]
    across = Tape(Edge.LEFT, left) if left <= right else Tape(Edge.RIGHT, right)
    along = Tape(Edge.BOTTOM, bottom) if bottom <= top else Tape(Edge.TOP, top)
    return Corner(point, across, along)


def _chosen(points: Sequence[Point]) -> list[Point]:
    """The corners to measure, in the order of the outline."""
    apart = list(_apart(points))
    if len(apart) <= MOST_CORNERS:
        return apart
    outermost = {
        min(apart, key=lambda p: (p[0], p[1])),
        max(apart, key=lambda p: (p[0], p[1])),
        min(apart, key=lambda p: (p[1], p[0])),
        max(apart, key=lambda p: (p[1], p[0])),
    }
    return [point for point in apart if point in outermost]


def _apart(points: Sequence[Point]) -> Iterator[Point]:
    last: Point | None = None
    for point in points:
        if last is None or math.dist(point, last) > _SAME:
            if last is not None and point is points[-1] and math.dist(point, points[0]) <= _SAME:
                return
            last = point
            yield point


def _spread(piece: Piece) -> tuple[float, float, float, float]:
    """How far a base reaches from its position: to the left, down, to the right, up."""
    reach = _reaches(piece.footprint, math.radians(piece.facing or 0.0))
    return reach if all(math.isfinite(each) for each in reach) else (0.0, 0.0, 0.0, 0.0)


def _reaches(footprint: Footprint, facing: float) -> tuple[float, float, float, float]:
    sin, cos = math.sin(facing), math.cos(facing)
    match footprint:
        case Round(radius):
            return (-radius, -radius, radius, radius)
        case Ellipse(long, wide):
            x, y = math.hypot(long * sin, wide * cos), math.hypot(long * cos, wide * sin)
            return (-x, -y, x, y)
        case Shaped(corners) if corners and drawable(*corners):
            xs = [x * cos + y * sin for x, y in corners]
            ys = [y * cos - x * sin for x, y in corners]
            return (min(xs), min(ys), max(xs), max(ys))
        case Shaped() | HexCell():
            return (0.0, 0.0, 0.0, 0.0)
        case _ as never:
            assert_never(never)
