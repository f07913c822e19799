"""From table to picture: inches with y up, or axial hexes, onto pixels with y down.

Knows scales and margins; nothing of what is drawn there. Coordinates that no table has
(endless, not a number) are told apart here, so that the rest may trust what it draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from defilade.geometry.hexes.cube import Cube
from defilade.geometry.hexes.fractional import Fractional
from defilade.geometry.hexes.layout import Layout, Pixel
from defilade.table import HexCell, Scene

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom of something on the picture."""

FAR = 1e6
"""Coordinates beyond this many inches (or hexes) are not drawn."""

WIDEST, TALLEST = 860.0, 680.0
WIDEST_HEXES, TALLEST_HEXES = 1000.0, 840.0
_EDGE = 1e-6
_ENDLESS = 1e5
_MOST_HEXES = 1200


def drawable(*points: Point) -> bool:
    """Whether every point can be placed on a picture."""
    return all(abs(x) <= FAR and abs(y) <= FAR for x, y in points)


@dataclass(frozen=True, slots=True)
class Projection:
    """Where table points are drawn: `box` is the board, `scale` the pixels per inch.

    In a hex scene `scale` is the distance of two neighbouring centres and `layout` is set.
    """

    box: Box
    scale: float
    low: Point
    high: Point
    layout: Layout | None = None

    def at(self, point: Point) -> Pixel:
        """Where a point of the table is drawn."""
        if self.layout is not None:
            return self.layout.pixel(Fractional.axial(*point))
        left, _, _, bottom = self.box
        return (
            left + (point[0] - self.low[0]) * self.scale,
            bottom - (point[1] - self.low[1]) * self.scale,
        )

    def length(self, distance: float) -> float:
        """How long a distance is drawn; endless ones reach past every edge of the board."""
        return min(distance * self.scale, _ENDLESS)

    def hexagon(self, cell: tuple[int, int]) -> tuple[Pixel, ...]:
        """The corners of a hex of a hex scene."""
        if self.layout is None:
            raise ValueError("a scene in inches has no hexes")
        return self.layout.corners(Cube.axial(*cell))


def projection(scene: Scene, *, left: float, top: float) -> Projection:
    """The projection that fits a scene's board with its corner at (`left`, `top`)."""
    return _hexes(scene, left, top) if scene.hexes else _plane(scene, left, top)


def _plane(scene: Scene, left: float, top: float) -> Projection:
    low, high = _extent(scene)
    wide, tall = high[0] - low[0], high[1] - low[1]
    scale = min(WIDEST / wide, TALLEST / tall)
    box = (left, top, left + wide * scale, top + tall * scale)
    return Projection(box, scale, low, high)


def _extent(scene: Scene) -> tuple[Point, Point]:
    points = [scene.low, scene.high]
    if not drawable(*points) or scene.low == scene.high:
        points = [piece.position for piece in scene.pieces] or [(0.0, 0.0)]
        points += [corner for ground in scene.grounds for corner in ground.outline]
    points = [point for point in points if drawable(point)] or [(0.0, 0.0)]
    low = (min(x for x, _ in points), min(y for _, y in points))
    high = (max(x for x, _ in points), max(y for _, y in points))
    lack = [max(0.0, 1.0 - (high[axis] - low[axis])) / 2 for axis in (0, 1)]
    return (low[0] - lack[0], low[1] - lack[1]), (high[0] + lack[0], high[1] + lack[1])


def _hexes(scene: Scene, left: float, top: float) -> Projection:
    cells = board_hexes(scene)
    unit = Layout()
    corners = [corner for cell in cells for corner in unit.corners(Cube.axial(*cell))]
    near = (min(x for x, _ in corners), min(y for _, y in corners))
    wide = max(x for x, _ in corners) - near[0]
    tall = max(y for _, y in corners) - near[1]
    size = min(WIDEST_HEXES / wide, TALLEST_HEXES / tall, 48.0)
    layout = Layout(size=(size, size), origin=(left - near[0] * size, top - near[1] * size))
    box = (left, top, left + wide * size, top + tall * size)
    return Projection(box, size * math.sqrt(3), scene.low, scene.high, layout)


def board_hexes(scene: Scene) -> tuple[tuple[int, int], ...]:
    """The hexes of the board: centres inside the box that the scene's two corners span as drawn.

    Rows of a pointy-top board are set in by half a hex in turn, so every other row may hold
    one hex less. Hexes that something stands on belong to the board wherever they are.
    """
    unit = Layout()
    found: dict[tuple[int, int], None] = {}
    if drawable(scene.low, scene.high):
        ends = [unit.pixel(Fractional.axial(*point)) for point in (scene.low, scene.high)]
        x0, x1 = sorted(x for x, _ in ends)
        y0, y1 = sorted(y for _, y in ends)
        first, last = round(y0 / 1.5), round(y1 / 1.5)
        root = math.sqrt(3)
        for r in range(first, min(last, first + _MOST_HEXES) + 1):
            start = math.ceil((x0 - _EDGE) / root - r / 2)
            end = math.floor((x1 + _EDGE) / root - r / 2)
            for q in range(start, min(end, start + _MOST_HEXES) + 1):
                found[q, r] = None
                if len(found) >= _MOST_HEXES:
                    return tuple(found)
    found |= dict.fromkeys(_stood_on(scene))
    return tuple(found) or ((0, 0),)


def _stood_on(scene: Scene) -> list[tuple[int, int]]:
    points = [corner for ground in scene.grounds for corner in ground.outline]
    points += [p.position for p in scene.pieces if isinstance(p.footprint, HexCell)]
    return [(round(q), round(r)) for q, r in points if drawable((q, r))]
