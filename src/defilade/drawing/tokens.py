"""Pieces on a board: footprint, side, facing and label.

Knows how a piece is shown; never what it may do. Sides differ in hatch and, where a piece
has no footprint of its own, in shape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import assert_never

from defilade.drawing import counters
from defilade.drawing.markup import NOTHING, Markup, joined, number, tag
from defilade.drawing.palette import SideStyle, hatch, worn
from defilade.drawing.projection import Box, Projection, drawable
from defilade.geometry.hexes.layout import Pixel
from defilade.table import Ellipse, HexCell, Piece, Round, Shaped
from defilade.values import print_inches

_MOST_RINGS = 6
SMALLEST = 7.0
"""Half the width of the shape that stands for a piece too small to be seen, in pixels."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece ready to be drawn: where it is, how far it reaches, its drawing and its box.

    `told` is what the token itself says of the piece, so that no label need say it again.
    """

    piece: Piece
    centre: Pixel
    reach: float
    drawing: Markup
    box: Box
    told: frozenset[str] = frozenset()


def token(piece: Piece, style: SideStyle, view: Projection, *, mark: str) -> Token | None:
    """The token of a piece, or None where its position is no place on a picture."""
    if not drawable(piece.position):
        return None
    centre = view.at(piece.position)
    body, reach, box = _body(piece, centre, style, view)
    plate, told = (
        counters.plate(piece, centre, view) if view.layout is not None else (NOTHING, frozenset())
    )
    nose = _nose(piece, centre, reach, view)
    rings = [
        tag("circle", cx=centre[0], cy=centre[1], r=reach + 3.2 * (n + 1), class_=_ring(style))
        for n in range(min(piece.rings, _MOST_RINGS))
        if math.isfinite(reach)
    ]
    drawing = tag(
        "g",
        tag("title", spoken(piece)),
        *rings,
        tag("g", body, fill=hatch(style.number, mark=mark), class_=worn(style)),
        plate,
        polygon(nose, class_=f"df-side{style.number}") if nose else None,
        data_piece=piece.id,
        data_side=piece.side,
    )
    edge = 3.2 * len(rings)
    box = (box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge)
    return Token(piece, centre, reach + edge, drawing, _spanned(box, nose), told)


def outline(piece: Piece, style: SideStyle, view: Projection) -> tuple[Markup, Box]:
    """The bare shape of a piece that is somewhere on the picture, and its box."""
    shape, _, box = _body(piece, view.at(piece.position), style, view)
    return shape, box


def spoken(piece: Piece) -> str:
    """A piece in words, for readers that do not see the picture.

    >>> spoken(Piece("A", "red", (0.0, 12.0), Round(0.0), facing=90.0))
    'A, red, at 0, 12, facing 90°'
    """
    x, y = (f"{value:g}" for value in piece.position)
    parts = [piece.id, piece.side, f"at {x}, {y}"]
    if piece.facing is not None:
        parts.append(f"facing {piece.facing:g}°")
    if piece.level:
        parts.append(f"{print_inches(piece.level)} up")
    if piece.strength is not None:
        parts.append("strength {} of {}".format(*piece.strength))
    return ", ".join([*parts, *piece.notes])


def swatch(style: SideStyle, *, mark: str) -> Markup:
    """A side's shape and hatch, for the legend, around (11, 0)."""
    shape = _emblem(style.number, (11.0, 0.0), 6.0)
    return tag("g", shape, fill=hatch(style.number, mark=mark), class_=worn(style))


def _body(
    piece: Piece, centre: Pixel, style: SideStyle, view: Projection
) -> tuple[Markup, float, Box]:
    """The shape of a piece, how far it reaches, and its box."""
    x, y = centre
    facing = piece.facing if piece.facing is not None and math.isfinite(piece.facing) else 0.0
    match piece.footprint:
        case Round(radius) if view.length(radius) >= SMALLEST:
            r = view.length(radius)
            return tag("circle", cx=x, cy=y, r=r), r, _square(centre, r)
        case Ellipse(long, wide) if view.length(max(long, wide)) >= SMALLEST:
            rx, ry = view.length(wide), view.length(long)
            turn = f"rotate({number(facing)} {number(x)} {number(y)})"
            oval = tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, transform=turn)
            return oval, max(rx, ry), _square(centre, max(rx, ry))
        case Shaped(corners) if corners and drawable(*corners):
            turned = [_turned(corner, facing) for corner in corners]
            points = [(x + dx * view.scale, y - dy * view.scale) for dx, dy in turned]
            reach = max(math.dist(centre, point) for point in points)
            if reach >= SMALLEST:
                xs, ys = [px for px, _ in points], [py for _, py in points]
                return polygon(points), reach, (min(xs), min(ys), max(xs), max(ys))
        case HexCell():
            r = view.scale * counters.RADIUS
            return _emblem(style.number, centre, r), r, _square(centre, r)
        case Round() | Ellipse() | Shaped():
            pass
        case _ as never:
            assert_never(never)
    return _emblem(style.number, centre, SMALLEST), SMALLEST, _square(centre, SMALLEST)


def _spanned(box: Box, points: tuple[Pixel, ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min([box[0], *xs]), min([box[1], *ys]), max([box[2], *xs]), max([box[3], *ys])


def _square(centre: Pixel, reach: float) -> Box:
    return centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach


def _ring(style: SideStyle) -> str:
    return f"df-hoop df-rim{style.number}"


def polygon(points: list[Pixel] | tuple[Pixel, ...], **attributes: str | float | None) -> Markup:
    """A closed polygon through picture points."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=path, **attributes)


def _turned(point: Pixel, facing: float) -> Pixel:
    angle = math.radians(facing)
    x, y = point
    return (
        x * math.cos(angle) + y * math.sin(angle),
        y * math.cos(angle) - x * math.sin(angle),
    )


def _emblem(kind: int, centre: Pixel, r: float) -> Markup:
    x, y = centre
    match kind % 6:
        case 0:
            return tag("circle", cx=x, cy=y, r=r)
        case 1:
            s = r * 0.92
            return tag("rect", x=x - s, y=y - s, width=2 * s, height=2 * s)
        case 2:
            return polygon(_regular(centre, r * 1.2, 4))
        case 3:
            return polygon(_regular(centre, r * 1.25, 3))
        case 4:
            return polygon(_regular(centre, r * 1.1, 5))
        case _:
            return polygon(_regular(centre, r * 1.1, 6))


def _regular(centre: Pixel, r: float, corners: int) -> list[Pixel]:
    step = 2 * math.pi / corners
    return [
        (centre[0] + r * math.sin(i * step), centre[1] - r * math.cos(i * step))
        for i in range(corners)
    ]


def _nose(piece: Piece, centre: Pixel, reach: float, view: Projection) -> tuple[Pixel, ...]:
    """The corners of the nose that tells where a piece faces, ahead of it; none without one."""
    if piece.facing is None or not math.isfinite(piece.facing):
        return ()
    angle = math.radians(piece.facing)
    ahead = (math.sin(angle), -math.cos(angle))
    aside = (-ahead[1], ahead[0])
    inner = _front(piece, reach, view) + 1.5 + 3.2 * min(piece.rings, _MOST_RINGS)
    tip, half = inner + 9.5, 5.0

    def along(forward: float, sideways: float) -> Pixel:
        return (
            centre[0] + ahead[0] * forward + aside[0] * sideways,
            centre[1] + ahead[1] * forward + aside[1] * sideways,
        )

    return along(inner, half), along(tip, 0), along(inner, -half)


def _front(piece: Piece, reach: float, view: Projection) -> float:
    """How far a piece reaches the way it faces, in pixels."""
    match piece.footprint:
        case Shaped(corners) if corners and drawable(*corners):
            ahead = view.scale * max(y for _, y in corners)
            return ahead if reach > SMALLEST else reach
        case Ellipse(long, _) if reach > SMALLEST:
            return view.length(long)
        case _:
            return reach


def drawn(tokens: list[Token]) -> Markup:
    """All tokens, the largest below."""
    return joined([t.drawing for t in sorted(tokens, key=lambda t: -t.reach)])
