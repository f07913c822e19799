"""What one point sees of one convex shape: the stretches of its rim, and the share of its angle.

Knows fans. Must not know what a share or a stretch is worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from defilade.geometry.bases import Circle, Convex
from defilade.geometry.plane import Point, Segment
from defilade.geometry.sight.between import pair_between
from defilade.geometry.sight.fan import fan_from, fan_line
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["View", "view_from"]


@dataclass(frozen=True, slots=True)
class View:
    """What a point sees: `share` of the angle that the shape fills, from 0 to 1, and where.

    `stretches` are the first and last point of the facing rim in each open range of directions,
    anticlockwise as seen from the point.
    """

    share: float
    stretches: tuple[Segment, ...]


def view_from(at: Point, target: Convex, obstacles: Scene | Iterable[Obstacle]) -> View | None:
    """What a point sees of a convex shape, exactly; None when it touches the shape.

    A shape that fills no angle (a point, an edge seen end on) has share 1 or 0.

    >>> from defilade.geometry.bases import Edge, Rectangle
    >>> wall = Rectangle((0.0, 0.0), 2.0, 2.0)
    >>> view_from((-2.0, 0.0), Edge((2.0, -4.0), (2.0, 4.0)), [wall]).share
    0.0
    """
    pair = pair_between(Circle(at, 0.0), target, prepare(obstacles))
    if pair is None:
        return None
    fan = fan_from(pair)
    spans: list[tuple[float, float]] = []
    for arc in fan.open_arcs:
        if spans and spans[-1][1] == arc.start:
            spans[-1] = (spans[-1][0], arc.end)
        else:
            spans.append((arc.start, arc.end))
    lines = [(fan_line(pair, fan.apex, low), fan_line(pair, fan.apex, high)) for low, high in spans]
    return View(fan.share, tuple((first[1], last[1]) for first, last in lines))
