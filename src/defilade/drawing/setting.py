"""A sheet to set a table up by: black on white, everything numbered, distances in a list.

Knows scenes and paper. What a name or a tag means is for the reader, who has the table before
them; there are no colours, so that any printer does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from defilade.drawing.grounds import middle
from defilade.drawing.labels import shortened, width_of
from defilade.drawing.markup import NOTHING, Markup, digest, joined, picture, tag
from defilade.drawing.palette import SideStyle, side_styles
from defilade.drawing.projection import Point, Projection, board_hexes, drawable, projection
from defilade.drawing.tape import Corner, corners_of, near_side
from defilade.drawing.tokens import outline, polygon
from defilade.table import Ground, Piece, Scene
from defilade.values import Inches, print_inches

MARGIN = 28.0
_HEAD = 46.0
_SIZE = 10.0
_LINE = 13.0
_GAP = 18.0
_DASHES = ("none", "5 2", "1.5 2", "7 2 1.5 2")
"""How the outlines of sides differ, side after side."""
_STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif;font-size:10px;fill:#000}"
    ".s-title{font-size:17px;font-weight:bold}.s-bold{font-weight:bold}"
    ".s-mid{text-anchor:middle}.s-halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"
    ".s-line{fill:none;stroke:#000;stroke-width:1.2}.s-thin{fill:none;stroke:#999;stroke-width:.5}"
    ".s-open{fill:none;stroke:#000;stroke-width:1;stroke-dasharray:4 2}"
    ".s-solid{stroke:#000;stroke-width:1.2}.s-base{fill:#fff;stroke:#000;stroke-width:1.6}"
)
_ABOVE = 0.34
"""How far above the middle of a hex its number stands, as a share of the hex's width."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: what comes first in it stands out."""

    head: str
    rest: str


def setting_svg(scene: Scene, *, subtitle: str = "") -> str:
    """The sheet of a scene: the board with numbers on it, and below it where each thing lies.

    >>> "Two ships" in setting_svg(Scene("Two ships", (0, 0), (24, 24)))
    True
    """
    view = projection(scene, left=MARGIN, top=_HEAD)
    width = max(view.box[2] + MARGIN, 560.0)
    styles = side_styles(piece.side for piece in scene.pieces)
    listed, bottom = _listed(tuple(_rows(scene, styles)), top=view.box[3] + 26, width=width)
    height = bottom + MARGIN
    mark = digest(repr(scene))
    body = joined(
        [
            _hatching(mark),
            tag("rect", width=width, height=height, fill="#fff"),
            tag("text", shortened(scene.title, 80), x=MARGIN, y=22, class_="s-title"),
            tag("text", shortened(subtitle or _reading(scene), 130), x=MARGIN, y=38),
            _board(scene, view, styles, mark),
            listed,
        ]
    )
    title = shortened(scene.title, 200) or "Table"
    desc = f"A sheet to set up {len(scene.grounds)} grounds and {len(scene.pieces)} pieces by."
    return picture(width, height, title=title, desc=desc, style=_STYLE, body=body)


def _reading(scene: Scene) -> str:
    """How the list is to be read."""
    if scene.hexes:
        return "Grounds and units by the hex they are on."
    wide, deep = scene.high[0] - scene.low[0], scene.high[1] - scene.low[1]
    return (
        f"{print_inches(wide)} by {print_inches(deep)}. Corners of grounds from the nearest edges "
        "of the table; bases to their near side; facing clockwise from the top."
    )


def _hatching(mark: str) -> Markup:
    lines = tag("path", d="M-2 2L2 -2M0 8L8 0M6 10L10 6", stroke="#bbb", stroke_width=0.8)
    return tag(
        "defs",
        tag(
            "pattern", lines, id=f"s-hatch-{mark}", width=8, height=8, patternUnits="userSpaceOnUse"
        ),
    )


def _board(scene: Scene, view: Projection, styles: Mapping[str, SideStyle], mark: str) -> Markup:
    left, top, right, bottom = view.box
    if view.layout is not None:
        frame = joined([polygon(view.hexagon(c), class_="s-thin") for c in board_hexes(scene)])
    else:
        frame = tag("rect", x=left, y=top, width=right - left, height=bottom - top, class_="s-line")
    return joined(
        [
            *(_ground(each, n, scene, view, mark) for n, each in enumerate(scene.grounds, 1)),
            *(_piece(each, view, styles) for each in scene.pieces),
            frame,
        ]
    )


def _ground(ground: Ground, number: int, scene: Scene, view: Projection, mark: str) -> Markup:
    """An outline, hatched where it stops sight, with its number and the letters of its corners."""
    centre = middle(ground, view)
    if centre is None:
        return NOTHING
    x, y = centre if view.layout is None else (centre[0], centre[1] - view.scale * _ABOVE)
    words = [_text(str(number), (x, y), "s-mid s-halo s-bold")]
    if view.layout is None and ground.round_radius is None:
        for letter, corner in _lettered(corners_of(ground, scene)):
            words.append(_text(letter, _inward(view.at(corner.at), centre), "s-mid s-halo"))
    return tag("g", _outlined(ground, view, mark), *words, data_ground=ground.id)


def _outlined(ground: Ground, view: Projection, mark: str) -> Markup:
    style = {
        "class_": "s-solid" if ground.opaque else "s-open",
        "fill": f"url(#s-hatch-{mark})" if ground.opaque else "none",
    }
    points = [view.at(point) for point in ground.outline if drawable(point)]
    if view.layout is not None:
        cells = [(round(q), round(r)) for q, r in ground.outline if drawable((q, r))]
        return joined([polygon(view.hexagon(cell), **style) for cell in cells])
    if ground.round_radius is not None:
        radius = view.length(ground.round_radius)
        return tag("circle", cx=points[0][0], cy=points[0][1], r=radius, **style)
    return polygon(points, **style)


def _piece(piece: Piece, view: Projection, styles: Mapping[str, SideStyle]) -> Markup:
    if not drawable(piece.position):
        return NOTHING
    style = styles[piece.side]
    shape, (left, top, right, bottom) = outline(piece, style, view)
    dashes = _DASHES[style.number % len(_DASHES)]
    return tag(
        "g",
        tag("g", shape, class_="s-base", stroke_dasharray=dashes),
        _text(
            shortened(piece.id, 24), ((left + right) / 2, (top + bottom) / 2 + 3.5), "s-mid s-halo"
        ),
        data_piece=piece.id,
    )


def _text(words: str, at: Point, style: str) -> Markup:
    return tag("text", words, x=at[0], y=at[1], class_=style)


def _inward(corner: Point, centre: Point, by: float = 7.0) -> Point:
    """A point a little inside a corner, with room for a letter."""
    away = max(((corner[0] - centre[0]) ** 2 + (corner[1] - centre[1]) ** 2) ** 0.5, by)
    share = by / away
    return (
        corner[0] + (centre[0] - corner[0]) * share,
        corner[1] + (centre[1] - corner[1]) * share + 3,
    )


def _lettered(corners: tuple[Corner, ...]) -> Iterator[tuple[str, Corner]]:
    yield from zip(_LETTERS, corners, strict=False)


def _rows(scene: Scene, sides: Iterable[str]) -> Iterator[Row]:
    for number, ground in enumerate(scene.grounds, 1):
        named = ground.id.rpartition("/")[2] or next(iter(ground.tags), "")
        yield Row(str(number), f"{shortened(named, 30)}{_size(ground)}")
        if scene.hexes:
            continue
        for letter, corner in _lettered(corners_of(ground, scene)):
            where = "" if ground.round_radius is not None else f"{letter} "
            yield Row("", f"{where}{_tapes(corner)}")
    for side in sides:
        yield Row(shortened(side, 30) or "Pieces", "")
        for piece in scene.pieces:
            if piece.side == side:
                yield Row("", f"{shortened(piece.id, 26)}  {_stands(piece, scene)}")


def _size(ground: Ground) -> str:
    round_ = ground.round_radius
    parts = [] if round_ is None else [f"round, {print_inches(2 * round_)} wide"]
    if ground.height is not None:
        parts.append(f"{print_inches(ground.height)} high")
    return f" ({', '.join(parts)})" if parts else ""


def _stands(piece: Piece, scene: Scene) -> str:
    if scene.hexes:
        places = dict(scene.places)
        return places.get(piece.position, f"{piece.position[0]:g},{piece.position[1]:g}")
    corner = near_side(piece, scene)
    if corner is None:
        return "not on the table"
    parts = [_tapes(corner)]
    if piece.facing is not None and math.isfinite(piece.facing):
        parts.append(f"facing {piece.facing:.0f}°")
    if piece.level:
        parts.append(f"at {_tenths(piece.level)}")
    return ", ".join(parts)


def _tapes(corner: Corner) -> str:
    return ", ".join(
        f"{each.edge.value} {_tenths(each.distance)}" for each in (corner.across, corner.along)
    )


def _tenths(distance: Inches) -> str:
    """As finely as a tape measure is read."""
    return print_inches(round(distance, 1))


def _listed(rows: tuple[Row, ...], *, top: float, width: float) -> tuple[Markup, float]:
    """The list in as many columns as fit, and where it ends."""
    longest = max((width_of(f"{row.head}  {row.rest}", _SIZE) for row in rows), default=0.0)
    column = longest + _GAP
    columns = max(1, int((width - 2 * MARGIN + _GAP) // column))
    deep = -(-len(rows) // columns)
    drawn = []
    for place, row in enumerate(rows):
        x = MARGIN + (place // deep) * column
        y = top + (place % deep) * _LINE
        head = tag("tspan", f"{row.head} ", class_="s-bold") if row.head else NOTHING
        drawn.append(tag("text", head, row.rest, x=x + (0 if row.head else 8), y=y))
    return joined(drawn), top + deep * _LINE
