"""Walls of a template as solid footprints: each straight stretch a quadrilateral.

Knows that a wall's line is its outer face and that its thickness lies inward: inside the
line where that closes, else inside the piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from defilade.formats.kdc40.model import At, WallLine
from defilade.formats.kdc40.resolve import Placed, Ring, corners_of
from defilade.geometry.plane import EPS, Where, where_in_ring
from defilade.values import Inches

THICKNESS: Inches = 0.5
"""Thickness of a wall whose template names none: that of all walls of the published ones."""


def wall_rings(placed: Placed) -> tuple[Ring, ...]:
    """The footprints of a placed piece's walls, y down; none where its template has no walls."""
    template = placed.template
    if template is None or template.walls is None:
        return ()
    inside = corners_of(placed.shape)
    return tuple(placed.local(ring) for line in template.walls for ring in _stretches(line, inside))


def _stretches(line: WallLine, piece: Ring) -> Iterator[Ring]:
    thickness = THICKNESS if line.thickness is None else line.thickness
    points = line.points
    closed = len(points) > 3 and math.dist(points[0], points[-1]) <= EPS
    inside = points[:-1] if closed else piece
    for start, end in pairwise(points):
        length = math.dist(start, end)
        if length > EPS:
            yield _quad(start, end, thickness / length, inside)


def _quad(start: At, end: At, share: float, inside: Ring) -> Ring:
    """The stretch with its thickness on the side that lies inside; `share` is per length."""
    across = At(-(end.y - start.y) * share, (end.x - start.x) * share)
    middle = ((start.x + end.x) / 2 + across.x / 2, (start.y + end.y) / 2 + across.y / 2)
    if where_in_ring(middle, inside) is Where.OUTSIDE:
        across = At(-across.x, -across.y)
    return (
        start,
        end,
        At(end.x + across.x, end.y + across.y),
        At(start.x + across.x, start.y + across.y),
    )
