"""Shapely shapes as plain rings, for those who want neither holes nor many parts.

Knows how to cut; never what a shape is of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from defilade.geometry.partition import convex_pieces
from defilade.geometry.plane import Ring, convex_hull, signed_area

_LEAST = 1e-9


def rings_of(shape: Any, *, least: float = _LEAST) -> tuple[Ring, ...]:
    """The polygons of a shape as rings that run anticlockwise; one with holes is cut through
    each of them. Pieces of an area of `least` or less are left out.

    >>> from shapely import Point, box
    >>> len(rings_of(box(0, 0, 9, 9).difference(box(3, 3, 6, 6))))
    2
    """
    return tuple(ring for piece in _polygons(shape, least) for ring in _cut(piece, least))


def convex_rings(shape: Any) -> tuple[Ring, ...]:
    """Convex rings, anticlockwise, that cover the shape: exactly, but for rings so thin that they
    touch themselves, which are covered by their hull."""
    return tuple(piece for ring in rings_of(shape) for piece in _pieces(ring))


def _pieces(ring: Ring) -> tuple[Ring, ...]:
    try:
        return convex_pieces(ring)
    except ValueError:
        return (convex_hull(ring),)


def _polygons(shape: Any, least: float) -> Iterator[Any]:
    import shapely

    for piece in shapely.get_parts(shape):
        if piece.geom_type in ("MultiPolygon", "GeometryCollection"):
            yield from _polygons(piece, least)
        elif piece.geom_type == "Polygon" and piece.area > least:
            yield piece


def _cut(piece: Any, least: float) -> Iterator[Ring]:
    """The outlines of a polygon, cut by a vertical line through its first hole if it has any."""
    import shapely

    if not piece.interiors:
        ring = tuple((float(x), float(y)) for x, y in piece.exterior.coords[:-1])
        yield ring if signed_area(ring) > 0 else tuple(reversed(ring))
        return
    x0, y0, x1, y1 = piece.bounds
    left, _, right, _ = piece.interiors[0].bounds
    middle = (left + right) / 2
    for half in (shapely.box(x0, y0, middle, y1), shapely.box(middle, y0, x1, y1)):
        for part in _polygons(shapely.intersection(piece, half), least):
            yield from _cut(part, least)
