"""A scene and the facts of a ruling as one SVG picture.

Knows Scene and Fact; never rules, files or a terminal. Words for facts are given; a fact
without words is told by its mark.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.drawing import grounds, textures, tokens, witness
from defilade.drawing.labels import shortened
from defilade.drawing.legend import foot
from defilade.drawing.markup import NOTHING, Markup, digest, joined, number, picture, tag
from defilade.drawing.naming import Words, named
from defilade.drawing.palette import hatches, side_styles
from defilade.drawing.projection import Projection, board_hexes, projection
from defilade.drawing.rules import board_rules, stylesheet
from defilade.drawing.shade import Shade, pattern
from defilade.drawing.shade import drawn as shaded
from defilade.drawing.sheet import MARGIN, Sheet
from defilade.ruling import Fact
from defilade.table import Scene

_HEAD = 52.0
_STEPS = (1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0, 100.0, 1000.0, 10000.0, 100000.0)


def board_svg(
    scene: Scene,
    facts: Iterable[Fact] = (),
    *,
    words: Words | None = None,
    subtitle: str = "",
    shade: Shade | None = None,
) -> str:
    """The picture of a scene, with the geometry that a ruling rests on.

    >>> scene = Scene("Two <ships>", (0, 0), (24, 24))
    >>> "Two &lt;ships&gt;" in board_svg(scene)
    True
    """
    facts = tuple(facts)
    view = projection(scene, left=MARGIN, top=_HEAD)
    styles = side_styles(piece.side for piece in scene.pieces)
    mark = digest(repr(scene), repr(facts), repr(shade))
    sheet = Sheet(scene, facts, view, styles, mark, shade)
    width = max(view.box[2] + MARGIN, 360.0)
    below, height = foot(sheet, width)
    body = joined(
        [
            _defs(sheet),
            tag("rect", width=width, height=height, class_="df-paper"),
            _head(scene.title, subtitle),
            _field(sheet, words or _silent),
            below,
        ]
    )
    return picture(
        width,
        height,
        title=shortened(scene.title, 200) or "Table",
        desc=spoken(scene, facts),
        style=stylesheet(board_rules(styles)),
        body=body,
    )


def spoken(scene: Scene, facts: Iterable[Fact]) -> str:
    """A scene in words: size, pieces, grounds and how the facts are marked."""
    wide, tall = scene.high[0] - scene.low[0], scene.high[1] - scene.low[1]
    size = "A board of hexes." if scene.hexes else f"A table of {wide:g} by {tall:g} inches."
    parts = [size]
    if scene.pieces:
        parts.append("Pieces: " + "; ".join(tokens.spoken(p) for p in scene.pieces) + ".")
    if scene.grounds:
        parts.append("Ground: " + "; ".join(grounds.spoken(g) for g in scene.grounds) + ".")
    told = [f"{fact.code.replace('_', ' ')} ({fact.mark.value})" for fact in facts]
    if told:
        parts.append("Shown: " + "; ".join(told) + ".")
    return " ".join(parts)


def _silent(_fact: Fact) -> None:
    return None


def _defs(sheet: Sheet) -> Markup:
    left, top, right, bottom = sheet.view.box
    frame = tag("rect", x=left, y=top, width=right - left, height=bottom - top)
    return tag(
        "defs",
        tag("clipPath", frame, id=f"board-{sheet.mark}"),
        hatches(sheet.styles, mark=sheet.mark),
        textures.patterns(grounds.looks(sheet.scene.grounds).values(), mark=sheet.mark),
        pattern(mark=sheet.mark) if sheet.shade else None,
    )


def _head(title: str, subtitle: str) -> Markup:
    second = tag("text", shortened(subtitle, 110), x=MARGIN, y=43, class_="df-small")
    first = tag("text", shortened(title, 80), x=MARGIN, y=27, class_="df-title")
    return joined([first, second if subtitle else NOTHING])


def _field(sheet: Sheet, words: Words) -> Markup:
    scene, facts, view, mark = sheet.scene, sheet.facts, sheet.view, sheet.mark
    looks = grounds.looks(scene.grounds)
    stands = [
        found
        for piece in scene.pieces
        if (found := tokens.token(piece, sheet.styles[piece.side], view, mark=mark)) is not None
    ]
    stays = grounds.drawn_all(scene.grounds, looks, view, mark=mark)
    rims = {found.centre: found.reach for found in stands}
    clip = f"url(#board-{mark})"
    return joined(
        [
            tag("g", _ground_plane(scene, view), stays, clip_path=clip),
            tag("g", shaded(sheet.shade, view, mark=mark), clip_path=clip),
            tag("g", *(witness.under(fact, view) for fact in facts), clip_path=clip),
            tokens.drawn(stands),
            tag("g", *(witness.over(fact, view, rims=rims) for fact in facts), clip_path=clip),
            tag("g", *named(sheet, stands, words)),
            _frame(view) if view.layout is None else NOTHING,
        ]
    )


def _ground_plane(scene: Scene, view: Projection) -> Markup:
    if view.layout is not None:
        cells = [view.hexagon(cell) for cell in board_hexes(scene)]
        return joined([tokens.polygon(cell, class_="df-hex") for cell in cells])
    left, top, right, bottom = view.box
    sheet = tag("rect", x=left, y=top, width=right - left, height=bottom - top, class_="df-board")
    step = _step(max(right - left, bottom - top) / view.scale)
    lines = []
    for axis in (0, 1):
        at = (view.low[axis] // step + 1) * step
        while at < view.high[axis]:
            x, y = view.at((at, at))
            ends = (x, top, x, bottom) if axis == 0 else (left, y, right, y)
            lines.append("M{} {} L{} {}".format(*map(number, ends)))
            at += step
    grid = tag("path", d=" ".join(lines), class_="df-grid") if lines else NOTHING
    return joined([sheet, grid])


def _step(length: float) -> float:
    """Inches between grid lines: at most a dozen lines along the longer side."""
    return next((step for step in _STEPS if length / step <= 12), length)


def _frame(view: Projection) -> Markup:
    left, top, right, bottom = view.box
    return tag("rect", x=left, y=top, width=right - left, height=bottom - top, class_="df-edge")
