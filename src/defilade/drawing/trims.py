"""Stretches of a ground's edge that are told apart: entrances, blind walls, walkways.

Knows the drawings by everyday words; never who may pass or fire there. A word it does not
know gets a dotted line.
"""

from __future__ import annotations

import math
from itertools import pairwise

from defilade.drawing.markup import NOTHING, Markup, joined, number, tag
from defilade.drawing.projection import Projection, drawable
from defilade.geometry.hexes.layout import Pixel
from defilade.table import Trim

_DOOR = 6.0
"""Half the width of the door that stands for a point, in pixels."""


def drawn(trim: Trim, middle: Pixel, view: Projection) -> Markup:
    """One trim; `middle` is inside of the ground it belongs to, so that doors open outward."""
    if not trim.line or not drawable(*trim.line):
        return NOTHING
    points = [view.at(point) for point in trim.line]
    return tag("g", _body(trim.kind, points, middle), tag("title", trim.kind), data_trim=trim.kind)


def swatch(kind: str) -> Markup:
    """A trim for the legend, from (1, 0) to (21, 0)."""
    return _body(kind, [(1.0, 3.0), (21.0, 3.0)], (11.0, 20.0))


def label_spots(trim: Trim, middle: Pixel, view: Projection) -> list[Pixel]:
    """Where a trim's label may go: just inside its stretch, its middle first."""
    if not trim.label or not trim.line or not drawable(*trim.line):
        return []
    first, last = view.at(trim.line[0]), view.at(trim.line[-1])
    spots = []
    for share in (0.5, 0.35, 0.65, 0.2, 0.8):
        x = first[0] + (last[0] - first[0]) * share
        y = first[1] + (last[1] - first[1]) * share
        long = math.dist((x, y), middle) or 1.0
        spots.append((x + (middle[0] - x) * 11 / long, y + (middle[1] - y) * 11 / long))
    return spots


def _body(kind: str, points: list[Pixel], middle: Pixel) -> Markup:
    match kind:
        case "entrance":
            return _door(points, middle)
        case "blind":
            return _blind(points, middle)
        case "walkway":
            return joined([_path(points, "df-walkway"), _path(points, "df-walked")])
        case "edge":
            return joined([_corner(points[0]), _corner(points[-1])])
        case _:
            return _path(points, "df-muted df-dotted")


def _door(points: list[Pixel], middle: Pixel) -> Markup:
    (x0, y0), (x1, y1) = points[0], points[-1]
    if math.dist(points[0], points[-1]) < 2 * _DOOR:
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        ux, uy = _along((x0, y0), (x1, y1), (x, y), middle)
        x0, y0, x1, y1 = x - ux * _DOOR, y - uy * _DOOR, x + ux * _DOOR, y + uy * _DOOR
    ends = [(x0, y0), (x1, y1)]
    return joined([_path(ends, "df-gap"), _path(ends, "df-sill")])


def _along(first: Pixel, last: Pixel, at: Pixel, middle: Pixel) -> tuple[float, float]:
    """The way of a wall: of its stretch, or square to the way out for a point."""
    long = math.dist(first, last)
    if long > 0:
        return (last[0] - first[0]) / long, (last[1] - first[1]) / long
    out = math.dist(at, middle) or 1.0
    return -(at[1] - middle[1]) / out, (at[0] - middle[0]) / out


def _blind(points: list[Pixel], middle: Pixel) -> Markup:
    ticks = []
    for (x0, y0), (x1, y1) in pairwise(points):
        long = math.dist((x0, y0), (x1, y1))
        if long == 0:
            continue
        ux, uy = (x1 - x0) / long, (y1 - y0) / long
        side = 1.0 if (middle[0] - x0) * -uy + (middle[1] - y0) * ux > 0 else -1.0
        for step in range(1, max(2, min(200, int(long / 7)))):
            at = step * 7.0
            x, y = x0 + ux * at, y0 + uy * at
            dx, dy = (-uy * side + ux) * 5, (ux * side + uy) * 5
            ticks.append(f"M{number(x)} {number(y)} l{number(dx)} {number(dy)}")
    return joined([_path(points, "df-blind"), tag("path", d=" ".join(ticks), class_="df-ink")])


def _corner(at: Pixel) -> Markup:
    return tag("rect", x=at[0] - 2.5, y=at[1] - 2.5, width=5, height=5, class_="df-inked")


def _path(points: list[Pixel], kind: str) -> Markup:
    path = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
    return tag("path", d=path, class_=kind)
