"""Distances by which pieces are placed with a tape measure, derived from where they lie.

Knows edges, corners and faces; the board is the layout's own unless another is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from defilade.formats.kdc40.model import Edge, Face, Keystone, Reference, Sheet, Side, Vertex
from defilade.formats.kdc40.resolve import Placed, Ring
from defilade.geometry.plane import bounds
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Measurement:
    """One distance from an edge of the board to a part of a piece.

    `distance` is None where the piece has no such corner.
    """

    piece_index: int
    piece_id: str | None
    edge: Edge
    ref: Reference
    distance: Inches | None


def measurements(
    sheet: Sheet, placed: Sequence[Placed], *, board: tuple[Inches, Inches] | None = None
) -> Iterator[Measurement]:
    """Every keystone of a layout, measured on the layout's board or on `board`."""
    size = board or sheet.size
    own = {each.piece: each for each in reversed(placed)}
    for number, piece in enumerate(sheet.pieces or ()):
        for stone in piece.keystones or ():
            found = measured(stone, own[number].vertices, size)
            yield Measurement(number, piece.id, stone.edge, stone.ref, found)


def measured(stone: Keystone, ring: Ring, board: tuple[Inches, Inches]) -> Inches | None:
    """The distance of one keystone; None where the corner does not exist."""
    point = _referred(stone.ref, ring)
    if point is None:
        return None
    match stone.edge:
        case Edge.LEFT:
            return point[0]
        case Edge.RIGHT:
            return board[0] - point[0]
        case Edge.TOP:
            return point[1]
        case Edge.BOTTOM:
            return board[1] - point[1]


def _referred(ref: Reference, ring: Ring) -> tuple[float, float] | None:
    match ref:
        case Vertex(index):
            return ring[index] if index < len(ring) else None
        case Face(side):
            low_x, low_y, high_x, high_y = bounds(ring)
            corner = {
                Side.MIN_X: (low_x, low_y),
                Side.MIN_Y: (low_x, low_y),
                Side.MAX_X: (high_x, high_y),
                Side.MAX_Y: (high_x, high_y),
            }
            return corner[side]
