"""Obstacles made ready once for many questions: hulls, bounds, and faults.

Knows what an obstacle is to sight: something whose inside no line may enter. Must not know pairs
of bases, nor which obstacles a rule leaves out: the caller passes those that count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from defilade.geometry.bases import Circle, Edge, Group, Oval, Polygon, Rectangle, ring_of
from defilade.geometry.crossings import Shape
from defilade.geometry.plane import Point, Ring, convex_hull, distance
from defilade.geometry.regions import Region, RingFault, Wall, region_faults, region_rings

__all__ = ["Obstacle", "Scene", "SceneFault", "Solid", "prepare"]

Obstacle = Shape
Solid = Circle | Oval | Region | Wall
"""An obstacle reduced to a curve, an area with holes, or a thin wall."""


class SceneFault(ValueError):
    """An obstacle has a ring that is not simple; `obstacle` and `faults` say which and where."""

    def __init__(self, obstacle: int, faults: tuple[RingFault, ...]) -> None:
        """Keep the index of the obstacle and its faults."""
        self.obstacle = obstacle
        self.faults = faults
        kinds = ", ".join(f"{fault.kind} at corners {fault.corners}" for fault in faults)
        super().__init__(f"obstacle {obstacle} is not a simple area: {kinds}")


@dataclass(frozen=True, slots=True)
class Body:
    """One solid with the obstacle it is part of, its hull and a circle around it."""

    obstacle: int
    solid: Solid
    hull: Ring
    centre: Point
    reach: float

    @property
    def rings(self) -> tuple[Ring, ...]:
        """Closed outlines whose edges block; a wall and a curve have none."""
        return region_rings(self.solid) if isinstance(self.solid, Region) else ()


@dataclass(frozen=True)
class Scene:
    """Obstacles ready for sight. Make one with `prepare` and ask any number of questions."""

    obstacles: tuple[Obstacle, ...]
    bodies: tuple[Body, ...]

    @cached_property
    def circles(self) -> tuple[tuple[float, float, float], ...]:
        """The circle around each body, for culling: x, y, radius."""
        return tuple((*body.centre, body.reach) for body in self.bodies)


def prepare(obstacles: Scene | Iterable[Obstacle]) -> Scene:
    """Check and index obstacles. Raises SceneFault for a ring that is not simple."""
    if isinstance(obstacles, Scene):
        return obstacles
    kept = tuple(obstacles)
    bodies = [_body(k, solid) for k, shape in enumerate(kept) for solid in _solids(shape)]
    for body in bodies:
        if isinstance(body.solid, Region):
            faults = region_faults(body.solid)
            if faults:
                raise SceneFault(body.obstacle, faults)
    return Scene(kept, tuple(bodies))


def _solids(shape: Shape) -> tuple[Solid, ...]:
    match shape:
        case Circle() | Oval() | Region() | Wall():
            return (shape,)
        case Rectangle() | Polygon():
            return (Region(ring_of(shape)),)
        case Edge():
            return (Wall(ring_of(shape)),)
        case Group():
            return tuple(solid for part in shape.parts for solid in _solids(part))


def _body(index: int, solid: Solid) -> Body:
    match solid:
        case Circle():
            return Body(index, solid, (solid.centre,), solid.centre, solid.radius)
        case Oval():
            reach = max(solid.half_length, solid.half_width)
            return Body(index, solid, (solid.centre,), solid.centre, reach)
        case Region():
            hull = convex_hull(solid.outline)
        case Wall():
            hull = convex_hull(solid.points)
    centre = (math.fsum(p[0] for p in hull) / len(hull), math.fsum(p[1] for p in hull) / len(hull))
    return Body(index, solid, hull, centre, max(distance(centre, p) for p in hull))
