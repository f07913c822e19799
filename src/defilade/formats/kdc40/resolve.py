"""Where each piece of a layout comes to lie: the corners of placed pieces, y down.

Knows centroids, mirrors and clockwise turns; nothing of what pieces mean. A piece is
recentred on its centre of area, mirrored, turned, moved, then carried by its parent area.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from defilade.formats.kdc40.model import (
    At,
    Composed,
    Corners,
    Mirror,
    Piece,
    PieceType,
    Rectangle,
    RightTriangle,
    Shape,
    Sheet,
    Template,
)
from defilade.geometry.plane import centroid
from defilade.record import Record
from defilade.table import Finding

Ring = tuple[At, ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """A mirror, then a clockwise turn, then a move; y is down."""

    mirror: Mirror
    degrees: float
    to: At

    def __call__(self, points: Iterable[tuple[float, float]]) -> Ring:
        """The points after it."""
        sine, cosine = _sine_cosine(self.degrees)
        flip_x = -1.0 if self.mirror is Mirror.HORIZONTAL else 1.0
        flip_y = -1.0 if self.mirror is Mirror.VERTICAL else 1.0
        return tuple(
            At(
                flip_x * x * cosine - flip_y * y * sine + self.to.x,
                flip_x * x * sine + flip_y * y * cosine + self.to.y,
            )
            for x, y in points
        )


def motion_of(placed: Piece | Composed) -> Motion:
    """How a piece or a part of a template is placed."""
    return Motion(placed.mirror or Mirror.NONE, placed.rotation_degrees or 0.0, placed.position)


def _sine_cosine(degrees: float) -> tuple[float, float]:
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarters) % 4]
    return math.sin(math.radians(degrees)), math.cos(math.radians(degrees))


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece or a part of one on the board; corners in the order of its footprint, y down.

    `piece` is the index of the piece it comes from, `parent` the index, in the list of placed
    pieces, of the area that carries it; `moves` are the motions that put it there.
    """

    piece: int
    id: str | None
    name: str | None
    piece_type: PieceType
    floor: int
    vertices: Ring
    template: Template | None
    shape: Shape
    moves: tuple[Motion, ...]
    parent: int | None = None

    def local(self, points: Iterable[tuple[float, float]]) -> Ring:
        """Points of the footprint's own frame, put where the piece lies."""
        x0, y0 = centroid(corners_of(self.shape))
        ring: Ring = tuple(At(x - x0, y - y0) for x, y in points)
        for motion in self.moves:
            ring = motion(ring)
        return ring


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Why a layout cannot be laid out."""

    findings: tuple[Finding, ...]


def corners_of(shape: Shape) -> Ring:
    """The corners of a footprint in its own frame, in the order that keystones number them."""
    match shape:
        case Rectangle(width, height):
            return (At(0.0, 0.0), At(width, 0.0), At(width, height), At(0.0, height))
        case RightTriangle(width, height):
            return (At(0.0, 0.0), At(width, 0.0), At(0.0, height))
        case Corners(points):
            return points


def resolved(
    sheet: Sheet, templates: Mapping[str, Template], *, place: str = ""
) -> tuple[Placed, ...] | Unresolved:
    """Every piece of a layout and every part of composed ones, in order.

    Gives every missing template and parent at once where there are any.
    """
    pieces = sheet.pieces or ()
    where = place or sheet.id
    findings = (*_missing(pieces, templates, where), *_orphans(pieces, where))
    if findings:
        return Unresolved(findings)
    areas = {piece.id: piece for piece in pieces if piece.id is not None}
    placed: list[Placed] = []
    for number, piece in enumerate(pieces):
        template = templates[piece.template] if piece.template is not None else None
        parent = areas[piece.parent_area_id] if piece.parent_area_id is not None else None
        moves = (motion_of(piece),) + ((motion_of(parent),) if parent is not None else ())
        own = _placed(piece, number, template, moves=moves)
        placed.append(own)
        placed += _parts(own, templates, number=len(placed) - 1)
    return tuple(_with_parents(placed, pieces))


def _placed(
    piece: Piece, number: int, template: Template | None, *, moves: tuple[Motion, ...]
) -> Placed:
    shape = piece.footprint or (template.footprint if template is not None else None)
    assert shape is not None  # a piece has one or the other
    kind = piece.piece_type or (template.kind if template is not None else PieceType.AREA)
    bare = Placed(number, piece.id, piece.name, kind, piece.floor or 0, (), template, shape, moves)
    return _shaped(bare)


def _shaped(bare: Placed) -> Placed:
    return replace(bare, vertices=bare.local(corners_of(bare.shape)))


def _parts(area: Placed, templates: Mapping[str, Template], *, number: int) -> list[Placed]:
    listed = []
    for part in (area.template.features if area.template is not None else None) or ():
        template = templates[part.template]
        bare = Placed(
            area.piece,
            part.id,
            template.name,
            PieceType.FEATURE,
            part.floor or 0,
            (),
            template,
            template.footprint,
            (motion_of(part), *area.moves),
            number,
        )
        listed.append(_shaped(bare))
    return listed


def _with_parents(placed: list[Placed], pieces: tuple[Piece, ...]) -> Iterable[Placed]:
    first = {each.id: k for k, each in enumerate(placed) if each.parent is None and each.id}
    for each in placed:
        parent = pieces[each.piece].parent_area_id
        if each.parent is None and parent is not None:
            yield replace(each, parent=first[parent])
        else:
            yield each


def _missing(
    pieces: tuple[Piece, ...], templates: Mapping[str, Template], where: str
) -> Iterable[Finding]:
    for number, piece in enumerate(pieces):
        place = f"{where}.pieces[{number}].template"
        if piece.template is None:
            continue
        if piece.template not in templates:
            yield Finding("template.unknown", place, Record(template=piece.template), lost=True)
            continue
        for part in templates[piece.template].features or ():
            if part.template not in templates:
                yield Finding("template.unknown", place, Record(template=part.template), lost=True)
            elif templates[part.template].features:
                yield Finding("template.nested", place, Record(template=part.template), lost=True)


def _orphans(pieces: tuple[Piece, ...], where: str) -> Iterable[Finding]:
    ids = [piece.id for piece in pieces if piece.id is not None]
    for name in sorted({each for each in ids if ids.count(each) > 1}):
        yield Finding("piece.same_id", where, Record(id=name), lost=True)
    areas = {piece.id: piece for piece in pieces if piece.id is not None}
    for number, piece in enumerate(pieces):
        parent = piece.parent_area_id
        if parent is None:
            continue
        place = f"{where}.pieces[{number}].parent_area_id"
        if parent not in areas:
            yield Finding("parent.unknown", place, Record(parent=parent), lost=True)
        elif areas[parent].parent_area_id is not None:
            yield Finding("parent.nested", place, Record(parent=parent), lost=True)
