"""Squares of a board that are marked out, such as those hidden from a piece.

Knows a grid of yes and no; hatched, so that it shows without colour too.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.drawing.markup import NOTHING, Markup, number, tag
from defilade.drawing.projection import Point, Projection, drawable
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Shade:
    """Squares of `step` inches from the corner `low` up, row by row: True is shaded.

    `said` is what the legend says of them.
    """

    low: Point
    step: Inches
    rows: tuple[tuple[bool, ...], ...]
    said: str


def drawn(shade: Shade | None, view: Projection, *, mark: str) -> Markup:
    """The shaded squares, neighbours in a row as one; nothing on a board of hexes."""
    if shade is None or view.layout is not None or not drawable(shade.low):
        return NOTHING
    parts = []
    for number_of, row in enumerate(shade.rows):
        for start, end in _runs(row):
            x0, y0 = _corner(shade, start, number_of, view)
            x1, y1 = _corner(shade, end, number_of + 1, view)
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            parts.append("M" + " L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z")
    if not parts:
        return NOTHING
    path = " ".join(parts)
    return tag(
        "g",
        tag("title", shade.said),
        tag("path", d=path, class_="df-shade"),
        tag("path", d=path, fill=f"url(#shade-{mark})"),
        data_shade=shade.said,
    )


def pattern(*, mark: str) -> Markup:
    """The hatch of shaded squares."""
    return tag(
        "pattern",
        tag("path", d="M0 0 L8 8", class_="df-texture"),
        id=f"shade-{mark}",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )


def swatch(*, mark: str) -> Markup:
    """A patch of shade, for the legend."""
    box = {"x": 1, "y": -7, "width": 20, "height": 14}
    hatch = tag("rect", fill=f"url(#shade-{mark})", **box)
    return tag("g", tag("rect", class_="df-shade", **box), hatch)


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for k, shaded in enumerate(row):
        if shaded and runs and runs[-1][1] == k:
            runs[-1] = (runs[-1][0], k + 1)
        elif shaded:
            runs.append((k, k + 1))
    return runs


def _corner(shade: Shade, across: int, up: int, view: Projection) -> Point:
    return view.at((shade.low[0] + across * shade.step, shade.low[1] + up * shade.step))
