"""Facts on a board: lines of sight, ranges, arcs, outlines, routes, hexes.

Knows shapes and marks; never what a fact decides. A mark shows by dash and icon as well as
by colour: clear is solid with a tick, partly is dash-dot with a half disc, blocked is solid
up to where it is stopped, a bar there, then dashed with a cross.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import assert_never

from defilade.drawing.markup import NOTHING, Markup, joined, number, tag
from defilade.drawing.projection import Box, Projection, drawable
from defilade.drawing.tokens import polygon
from defilade.geometry.hexes.layout import Pixel
from defilade.ruling import Cells, Disc, Fact, Line, Mark, Outline, Route, Wedge

_RING = (0, 45, 315, 90, 270, 135, 225, 180, 20, 340, 60, 300)
_NO_RIMS: Mapping[Pixel, float] = {}
_JUDGED = (Mark.CLEAR, Mark.PARTLY, Mark.BLOCKED)


def under(fact: Fact, view: Projection) -> Markup:
    """What of a fact lies beneath the pieces: areas and limits."""
    match fact.shape:
        case Disc(centre, radius):
            return _disc(fact.mark, centre, radius, view)
        case Wedge():
            return _wedge(fact.mark, fact.shape, view)
        case Outline(points) if points and drawable(*points):
            at = [view.at(point) for point in points]
            tint = polygon(at, class_=f"df-{fact.mark}-tint")
            return joined([tint, polygon(at, class_=f"df-{fact.mark}")])
        case Cells(hexes):
            return _cells(fact.mark, hexes, view)
        case Line() | Route() | Outline():
            return NOTHING
        case _ as never:
            assert_never(never)


def over(fact: Fact, view: Projection, *, rims: Mapping[Pixel, float] = _NO_RIMS) -> Markup:
    """What of a fact lies above the pieces: lines and routes, with their icons.

    Lines from the very middle of a piece start at its rim; `rims` are the reaches by middle.
    """
    match fact.shape:
        case Line():
            return _line(fact.mark, fact.shape, view, rims)
        case Route(points) if len(points) > 1 and drawable(*points):
            at = [view.at(point) for point in points]
            path = " ".join(f"{number(x)},{number(y)}" for x, y in at)
            under = tag("polyline", points=path, class_="df-under")
            line = tag("polyline", points=path, class_=f"df-{fact.mark}")
            dots = [tag("circle", cx=x, cy=y, r=2.4, class_=f"df-{fact.mark}-fill") for x, y in at]
            return joined([under, line, *dots])
        case Disc() | Wedge() | Outline() | Cells() | Route():
            return NOTHING
        case _ as never:
            assert_never(never)


def anchors(fact: Fact, view: Projection) -> list[Pixel]:
    """Where a fact's label may go, the best place first."""
    match fact.shape:
        case Line(start, end) if drawable(start, end):
            (x0, y0), (x1, y1) = view.at(start), view.at(end)
            return [(x0 + (x1 - x0) * k, y0 + (y1 - y0) * k) for k in (0.5, 0.35, 0.65)]
        case Disc(centre, radius) if drawable(centre) and not math.isnan(radius):
            return _around(view.at(centre), view.length(max(radius, 0.0)), _RING)
        case Wedge(centre, radius, start, end) if drawable(centre) and math.isfinite(start + end):
            half = ((end - start) % 360 or 360) / 2
            r = 0.0 if math.isnan(radius) else view.length(max(radius, 0.0))
            middle = view.at(centre)
            return [
                spot for k in (0.8, 0.6, 0.4) for spot in _around(middle, r * k, (start + half,))
            ]
        case Outline(points) | Route(points) if points and drawable(*points):
            at = [view.at(point) for point in points]
            return [min(at, key=lambda spot: spot[1]), *at]
        case Cells(hexes) if view.layout is not None:
            at = [view.at(cell) for cell in hexes if drawable(cell)]
            return sorted(at, key=lambda spot: spot[1])
        case _:
            return []


def reach_of(fact: Fact, view: Projection) -> float:
    """How far around its anchor a fact is drawn, in pixels."""
    match fact.shape:
        case Line() | Route():
            return 8.0
        case Cells():
            return view.scale * 0.42
        case _:
            return 2.0


def _around(centre: Pixel, r: float, bearings: tuple[float, ...]) -> list[Pixel]:
    return [
        (centre[0] + r * math.sin(math.radians(a)), centre[1] - r * math.cos(math.radians(a)))
        for a in bearings
    ]


def along(fact: Fact, view: Projection) -> list[Box]:
    """Small boxes along a line, route, circle or sector, for labels to keep clear of."""
    boxes = []
    for (x0, y0), (x1, y1) in pairwise(_traced(fact, view)):
        count = min(200, max(1, round(math.hypot(x1 - x0, y1 - y0) / 7)))
        for step in range(count + 1):
            x, y = x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count
            boxes.append((x - 2, y - 2, x + 2, y + 2))
    return boxes


def _traced(fact: Fact, view: Projection) -> list[Pixel]:
    """The corners of what is drawn of a fact as a line; circles as polygons."""
    match fact.shape:
        case Line(start, end) if drawable(start, end):
            return [view.at(start), view.at(end)]
        case Route(points) if drawable(*points):
            return [view.at(point) for point in points]
        case Disc(centre, radius) if drawable(centre, (radius, radius)):
            turn = tuple(range(0, 361, 6))
            return _around(view.at(centre), view.length(max(radius, 0.0)), turn)
        case Wedge(centre, radius, start, end) if drawable(centre, (radius, start + end)):
            sweep = (end - start) % 360 or 360
            arc = tuple(start + sweep * share / 12 for share in range(13))
            middle = view.at(centre)
            return [middle, *_around(middle, view.length(max(radius, 0.0)), arc), middle]
        case _:
            return []


def icon(mark: Mark, at: Pixel) -> Markup:
    """The small sign of a judged mark; other marks have none."""
    if mark not in _JUDGED:
        return NOTHING
    x, y = at
    signs = {
        Mark.CLEAR: tag("path", d="M-3.2 0.2 L-0.9 2.6 L3.3 -2.4", class_="df-clear-solid"),
        Mark.PARTLY: tag("path", d="M0 -4 A4 4 0 0 1 0 4 Z", class_="df-partly-fill"),
        Mark.BLOCKED: tag("path", d="M-2.7 -2.7 L2.7 2.7 M2.7 -2.7 L-2.7 2.7",
                          class_="df-blocked-solid"),
    }  # fmt: skip
    rim = tag("circle", r=7, class_=f"df-paper df-{mark}-rim")
    return tag("g", rim, signs[mark], transform=f"translate({number(x)} {number(y)})")


def swatch(mark: Mark) -> Markup:
    """A mark's line and sign, for the legend."""
    if mark is Mark.ARC:
        wedge = "M2 6 L20 6 A18 18 0 0 0 13 -8 Z"
        tint = tag("path", d=wedge, class_="df-arc-tint")
        return joined([tint, tag("path", d=wedge, class_="df-arc")])
    line = tag("path", d="M0 0 H22", class_=f"df-{mark}")
    return tag("g", line, icon(mark, (11.0, 0.0)))


def _line(mark: Mark, line: Line, view: Projection, rims: Mapping[Pixel, float]) -> Markup:
    if not drawable(line.start, line.end):
        return NOTHING
    start, end = _trimmed(view.at(line.start), view.at(line.end), rims)
    under = _segment(start, end, "df-under")
    stop = line.blocked_at
    if mark is not Mark.BLOCKED or stop is None or not drawable(stop):
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return joined([under, _segment(start, end, f"df-{mark}"), icon(mark, middle)])
    at = view.at(stop)
    rest = ((at[0] + end[0]) / 2, (at[1] + end[1]) / 2)
    return joined(
        [
            under,
            _segment(start, at, "df-blocked-solid"),
            _segment(at, end, "df-blocked"),
            _bar(start, at),
            icon(mark, rest) if math.dist(at, end) > 24 else NOTHING,
        ]
    )


def _trimmed(start: Pixel, end: Pixel, rims: Mapping[Pixel, float]) -> tuple[Pixel, Pixel]:
    """A line cut off at the rims of the pieces whose very middles it joins, if any is left."""
    first, last = rims.get(start, 0.0), rims.get(end, 0.0)
    long = math.dist(start, end)
    if first + last + 12 > long or long == 0:
        return start, end
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    return (
        (start[0] + ux * first, start[1] + uy * first),
        (end[0] - ux * last, end[1] - uy * last),
    )


def _segment(start: Pixel, end: Pixel, kind: str) -> Markup:
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=kind)


def _bar(start: Pixel, at: Pixel) -> Markup:
    angle = math.atan2(at[1] - start[1], at[0] - start[0])
    dx, dy = -7 * math.sin(angle), 7 * math.cos(angle)
    ends = ((at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy))
    return tag("line", x1=ends[0][0], y1=ends[0][1], x2=ends[1][0], y2=ends[1][1], class_="df-bar")


def _disc(mark: Mark, centre: tuple[float, float], radius: float, view: Projection) -> Markup:
    if not drawable(centre) or math.isnan(radius):
        return NOTHING
    x, y = view.at(centre)
    r = view.length(max(radius, 0.0))
    ring = tag("circle", cx=x, cy=y, r=r, class_=f"df-{mark}")
    if mark in _JUDGED:
        return joined([tag("circle", cx=x, cy=y, r=r, class_=f"df-{mark}-tint"), ring])
    return ring


def _wedge(mark: Mark, wedge: Wedge, view: Projection) -> Markup:
    if not drawable(wedge.centre) or not math.isfinite(wedge.start + wedge.end):
        return NOTHING
    sweep = (wedge.end - wedge.start) % 360 or (360 if wedge.end != wedge.start else 0)
    if sweep == 360:
        return _disc(mark, wedge.centre, wedge.radius, view)
    x, y = view.at(wedge.centre)
    r = view.length(max(wedge.radius, 0.0)) if not math.isnan(wedge.radius) else 0.0
    ends = [
        (x + r * math.sin(math.radians(a)), y - r * math.cos(math.radians(a)))
        for a in (wedge.start, wedge.start + sweep)
    ]
    (x0, y0), (x1, y1) = ends
    path = (
        f"M{number(x)} {number(y)} L{number(x0)} {number(y0)} A{number(r)} {number(r)} 0 "
        f"{int(sweep > 180)} 1 {number(x1)} {number(y1)} Z"
    )
    tint = tag("path", d=path, class_=f"df-{mark}-tint")
    return joined([tint, tag("path", d=path, class_=f"df-{mark}")])


def _cells(mark: Mark, hexes: tuple[tuple[int, int], ...], view: Projection) -> Markup:
    if view.layout is None:
        return NOTHING
    shapes = [view.hexagon(cell) for cell in hexes if drawable(cell)]
    tints = [polygon(shape, class_=f"df-{mark}-tint") for shape in shapes]
    return joined([*tints, *(polygon(shape, class_=f"df-{mark} df-cell") for shape in shapes)])
