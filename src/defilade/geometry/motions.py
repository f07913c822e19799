"""Shapes moved, turned, mirrored and scaled, each as a new value.

Knows rigid motions and scaling of bases, areas and walls. Must not know why something moves or
whether it may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never, cast

from defilade.geometry.bases import Base, Circle, Edge, Group, Oval, Polygon, Rectangle, centre_of
from defilade.geometry.plane import Bearing, Point, Ring, centroid, rotated, translated
from defilade.geometry.regions import Region, Wall

__all__ = ["mirrored", "moved", "moved_to", "scaled", "turned"]

_Shape = Base | Region | Wall
ShapeT = TypeVar("ShapeT", bound=_Shape)


def moved(shape: ShapeT, by: Point) -> ShapeT:
    """The shape moved by a vector."""
    return _mapped(shape, lambda p: translated(p, by))


def moved_to(shape: ShapeT, centre: Point) -> ShapeT:
    """The shape moved so that its centre lies at a point."""
    x, y = _centre(shape)
    return moved(shape, (centre[0] - x, centre[1] - y))


def turned(shape: ShapeT, degrees: float, *, about: Point | None = None) -> ShapeT:
    """The shape turned clockwise about a point, by default about its own centre."""
    pivot = _centre(shape) if about is None else about
    return _mapped(
        shape, lambda p: rotated(p, degrees, about=pivot), facing=lambda f: (f + degrees) % 360.0
    )


def mirrored(shape: ShapeT) -> ShapeT:
    """The shape mirrored left to right, in the line x = 0."""
    return _mapped(shape, lambda p: (-p[0], p[1]), facing=lambda f: -f % 360.0)


def scaled(shape: ShapeT, factor: float) -> ShapeT:
    """The shape scaled about the origin by a positive factor."""
    return _mapped(shape, lambda p: (p[0] * factor, p[1] * factor), size=factor)


def _centre(shape: _Shape) -> Point:
    match shape:
        case Region():
            return centroid(shape.outline)
        case Wall():
            return centroid(shape.points)
        case _:
            return centre_of(shape)


def _mapped(
    shape: ShapeT,
    place: Callable[[Point], Point],
    *,
    facing: Callable[[Bearing], Bearing] = lambda degrees: degrees,
    size: float = 1.0,
) -> ShapeT:
    return cast("ShapeT", _new(shape, place, facing, size))


def _new(
    shape: _Shape,
    place: Callable[[Point], Point],
    facing: Callable[[Bearing], Bearing],
    size: float,
) -> _Shape:
    def ring(points: Ring) -> Ring:
        return tuple(place(p) for p in points)

    result: _Shape
    match shape:
        case Circle(centre, radius):
            result = Circle(place(centre), radius * size)
        case Oval(centre, half_length, half_width, towards):
            result = Oval(place(centre), half_length * size, half_width * size, facing(towards))
        case Rectangle(centre, width, depth, towards):
            result = Rectangle(place(centre), width * size, depth * size, facing(towards))
        case Polygon(points):
            result = Polygon(ring(points))
        case Edge(start, end):
            result = Edge(place(start), place(end))
        case Region(outline, holes):
            result = Region(ring(outline), tuple(ring(hole) for hole in holes))
        case Wall(points):
            result = Wall(ring(points))
        case Group(parts):
            result = Group(tuple(_mapped(p, place, facing=facing, size=size) for p in parts))
        case _:
            assert_never(shape)
    return result
