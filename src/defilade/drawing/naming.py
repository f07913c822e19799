"""Every name on a board: pieces first, then what is told of facts, then grounds and their trims.

Knows whose name matters more where room is short; never what a name means.
"""

from __future__ import annotations

from collections.abc import Callable

from defilade.drawing import grounds, trims, witness
from defilade.drawing.flocks import Flock, flocks, numbered
from defilade.drawing.labels import FAINT, Labels, Name
from defilade.drawing.markup import NOTHING, Markup, tag
from defilade.drawing.projection import Box, Projection, drawable
from defilade.drawing.sheet import Sheet
from defilade.drawing.tokens import Token
from defilade.geometry.hexes.layout import Pixel
from defilade.ruling import Disc, Fact, Wedge
from defilade.table import Ground
from defilade.values import Inches, print_inches

Words = Callable[[Fact], str | None]
"""What to write beside a fact, or None for nothing."""

_PIECE, _LINE, _EDGE, _LIMIT = 4.0, 1.5, 1.5, 0.5
"""How much it matters that a name lies on a piece, a line, a ground's edge, a limit."""
_HALO = "df-halo"


def named(sheet: Sheet, stands: list[Token], words: Words) -> list[Markup]:
    """All names of a sheet, each beside what it names."""
    scene, view = sheet.scene, sheet.view
    labels = Labels(view.box)
    labels.block((_padded(found.box) for found in stands), weight=_PIECE)
    for fact in sheet.facts:
        limit = isinstance(fact.shape, Disc | Wedge)
        labels.block(witness.along(fact, view), weight=_LIMIT if limit else _LINE)
    labels.block((box for g in scene.grounds for box in grounds.rim(g, view)), weight=_EDGE)
    rooms = [room for g in scene.grounds if (room := grounds.extent(g, view)) is not None]
    if view.layout is None:
        labels.block((room for room in rooms if _is_small(room, view)), weight=FAINT)
    fixed = [_coordinate(point, name, view, labels) for point, name in scene.places]
    if view.layout is not None:
        fixed += [_hex_name(ground, view, labels) for ground in scene.grounds]
    together = flocks(stands)
    counted = {id(token) for flock in together for token in flock.tokens}
    found = [numbered(flock) for flock in together]
    found += [_flock(flock, labels) for flock in together]
    found += [_piece(each, labels) for each in stands if id(each) not in counted]
    found += [_told(fact, words(fact), view, labels) for fact in sheet.facts]
    if view.layout is None:
        found += [each for ground in scene.grounds for each in _trims(ground, view, labels)]
        found += [_ground(ground, view, labels) for ground in scene.grounds]
    return [*fixed, *found]


def _coordinate(point: Pixel, name: str, view: Projection, labels: Labels) -> Markup:
    if not drawable(point):
        return NOTHING
    x, y = view.at(point)
    y -= 0.42 * view.scale if view.layout is not None else 0.0
    labels.block([(x - 9, y - 7, x + 9, y + 2)])
    return tag("text", name, x=x, y=y, class_=f"df-coordinate {_HALO} df-middle")


def _hex_name(ground: Ground, view: Projection, labels: Labels) -> Markup:
    """A ground's name at the bottom of its hex."""
    text, at = grounds.name_of(ground), grounds.middle(ground, view)
    if at is None or not text:
        return NOTHING
    x, y = at[0], at[1] + 0.478 * view.scale
    labels.block([(x - 9, y - 8, x + 9, y + 2)])
    return tag("text", text, x=x, y=y, class_=f"df-figure {_HALO} df-middle")


def _piece(found: Token, labels: Labels) -> Markup:
    """What a token does not tell of its piece by itself."""
    piece = found.piece
    notes = " · ".join(note for note in piece.notes if note not in found.told)
    if piece.id not in found.told:
        name = Name(piece.id, f"df-text {_HALO}", 12, below=notes)
    elif notes:
        name = Name(notes, "df-kind", 8.5, plate="df-chip")
    else:
        return NOTHING
    return labels.beside(name, found.box)


def _flock(flock: Flock, labels: Labels) -> Markup:
    """The name of pieces told together, with their notes."""
    notes = " · ".join(flock.tokens[0].piece.notes)
    return labels.beside(Name(flock.name, f"df-text {_HALO}", 12, below=notes), flock.box)


def _told(fact: Fact, text: str | None, view: Projection, labels: Labels) -> Markup:
    if not text:
        return NOTHING
    at = next((spot for spot in witness.anchors(fact, view) if _inside(spot, view.box)), None)
    if at is None:
        return NOTHING
    name = Name(_measured(fact, text), "df-told", 10, plate=f"df-chip df-{fact.mark}-rim")
    return labels.around(name, at, reach=witness.reach_of(fact, view))


def _measured(fact: Fact, text: str) -> str:
    """A fact's words with its length in inches or the name of its arc, where it has one."""
    arc = fact.params.get("arc")
    if isinstance(arc, str):
        return f"{text}: {arc}"
    for key in ("distance", "range", "mv"):
        length = fact.params.get(key)
        if isinstance(length, Inches) and not isinstance(length, bool):
            return f"{text}: {print_inches(round(length, 2))}"
    return text


def _ground(ground: Ground, view: Projection, labels: Labels) -> Markup:
    room, text = grounds.extent(ground, view), grounds.name_of(ground)
    if room is None or not text:
        return NOTHING
    return labels.within(Name(text, f"df-small {_HALO}", 10.5), room, allowed=_own(room, view))


def _trims(ground: Ground, view: Projection, labels: Labels) -> list[Markup]:
    inside, room = grounds.middle(ground, view), grounds.extent(ground, view)
    if inside is None or room is None:
        return []
    found = []
    for trim in ground.trims:
        name = Name(trim.label, f"df-kind {_HALO}", 8.5)
        spots = trims.label_spots(trim, inside, view)
        found.append(labels.at_first_free(name, spots, allowed=_own(room, view)))
    return found


def _padded(box: Box) -> Box:
    return box[0] - 2.5, box[1] - 2.5, box[2] + 2.5, box[3] + 2.5


def _is_small(room: Box, view: Projection) -> bool:
    return _area(room) < _area(view.box) / 30


def _own(room: Box, view: Projection) -> float:
    """What the ground that a name belongs to weighs itself."""
    return FAINT if _is_small(room, view) else 0.0


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _inside(at: Pixel, box: Box) -> bool:
    left, top, right, bottom = box
    return left <= at[0] <= right and top <= at[1] <= bottom
