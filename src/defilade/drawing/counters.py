"""What stands on the counter of a piece in a hex: its name, what it is, what is left of it.

Knows the size of a counter and its letters; never what a kind or a strength means.
"""

from __future__ import annotations

from defilade.drawing.labels import width_of
from defilade.drawing.markup import NOTHING, Markup, joined, tag
from defilade.drawing.projection import Projection
from defilade.geometry.hexes.layout import Pixel
from defilade.table import Piece

RADIUS = 0.285
"""How far a counter reaches, as a share of the distance of two neighbouring hexes."""
_NAME, _KIND = 11.0, 8.5
_FEWEST = 17.0
"""Below so many pixels of reach a counter has no room for letters."""
_MOST_PIPS = 6


def plate(piece: Piece, centre: Pixel, view: Projection) -> tuple[Markup, frozenset[str]]:
    """The plate on a counter and the pips below it, and what they tell of the piece."""
    reach = view.scale * RADIUS
    told: set[str] = set()
    parts: list[Markup] = []
    x, y = centre
    if reach >= _FEWEST and 0 < width_of(piece.id, _NAME) <= 2 * reach:
        told.add(piece.id)
        wide = max(width_of(piece.id, _NAME), width_of(piece.kind, _KIND)) + 6
        tall = 24.0 if piece.kind else 15.0
        box = {"x": x - wide / 2, "y": y - tall / 2, "width": wide, "height": tall, "rx": 3}
        first = y - 1.0 if piece.kind else y + 4
        parts.append(tag("rect", class_="df-plate", **box))
        parts.append(tag("text", piece.id, x=x, y=first, class_="df-name df-middle"))
        if piece.kind:
            told.add(piece.kind)
            parts.append(tag("text", piece.kind, x=x, y=y + 9, class_="df-kind df-middle"))
    if piece.strength is not None and 0 < piece.strength[1] <= _MOST_PIPS:
        told.add("{}/{}".format(*piece.strength))
        parts.append(_pips(*piece.strength, (x, y + reach + 5.5)))
    return (joined(parts) if parts else NOTHING), frozenset(told)


def _pips(now: int, full: int, middle: Pixel) -> Markup:
    """A row of dots: full ones for what is left, hollow ones for what is lost."""
    x, y = middle
    start = x - (full - 1) * 3.6
    dots = [
        tag(
            "circle",
            cx=start + 7.2 * i,
            cy=y,
            r=2.6,
            class_="df-inked" if i < now else "df-paper df-pip",
        )
        for i in range(full)
    ]
    wide = 7.2 * full + 2
    under = {"x": x - wide / 2, "y": y - 4.2, "width": wide, "height": 8.4, "rx": 4.2}
    return joined([tag("rect", class_="df-plate", **under), *dots])
