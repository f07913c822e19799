"""Bases moved, turned, mirrored and scaled, each as a new value.

Knows rigid motions and scaling. Must not know why something moves or whether it may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never, overload

from defilade.geometry.bases import Base, Circle, Edge, Group, Oval, Polygon, Rectangle, centre_of
from defilade.geometry.plane import Bearing, Point, rotated, translated

__all__ = ["mirrored", "moved", "moved_to", "scaled", "turned"]

_Part = Circle | Oval | Rectangle | Polygon | Edge


def moved(base: Base, by: Point) -> Base:
    """The base moved by a vector."""
    return _mapped(base, lambda p: translated(p, by))


def moved_to(base: Base, centre: Point) -> Base:
    """The base moved so that its centre lies at a point."""
    x, y = centre_of(base)
    return moved(base, (centre[0] - x, centre[1] - y))


def turned(base: Base, degrees: float, *, about: Point | None = None) -> Base:
    """The base turned clockwise about a point, by default about its own centre."""
    pivot = centre_of(base) if about is None else about
    return _mapped(
        base, lambda p: rotated(p, degrees, about=pivot), facing=lambda f: (f + degrees) % 360.0
    )


def mirrored(base: Base) -> Base:
    """The base mirrored left to right, in the line x = 0."""
    return _mapped(base, lambda p: (-p[0], p[1]), facing=lambda f: -f % 360.0)


def scaled(base: Base, factor: float) -> Base:
    """The base scaled about the origin by a positive factor."""
    return _mapped(base, lambda p: (p[0] * factor, p[1] * factor), size=factor)


@overload
def _mapped(
    base: _Part,
    place: Callable[[Point], Point],
    *,
    facing: Callable[[Bearing], Bearing] = ...,
    size: float = ...,
) -> _Part: ...
@overload
def _mapped(
    base: Base,
    place: Callable[[Point], Point],
    *,
    facing: Callable[[Bearing], Bearing] = ...,
    size: float = ...,
) -> Base: ...
def _mapped(
    base: Base,
    place: Callable[[Point], Point],
    *,
    facing: Callable[[Bearing], Bearing] = lambda degrees: degrees,
    size: float = 1.0,
) -> Base:
    match base:
        case Circle():
            return Circle(place(base.centre), base.radius * size)
        case Oval(centre, half_length, half_width, towards):
            return Oval(place(centre), half_length * size, half_width * size, facing(towards))
        case Rectangle(centre, width, depth, towards):
            return Rectangle(place(centre), width * size, depth * size, facing(towards))
        case Polygon():
            return Polygon(tuple(place(p) for p in base.points))
        case Edge():
            return Edge(place(base.start), place(base.end))
        case Group():
            return Group(
                tuple(_mapped(part, place, facing=facing, size=size) for part in base.parts)
            )
        case _:
            assert_never(base)
