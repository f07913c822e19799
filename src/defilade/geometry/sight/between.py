"""What lies between two convex bases: obstacles cut down to convex pieces with their directions.

A piece and a base that do not overlap have a line between them. With m pointing across it from
the base to the piece, a line in direction u that meets both meets the base first exactly when
u . m > 0. So each piece carries the open range of directions in which it lies beyond the first
base and short of the second. Must not know lanes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.bases import Circle, Convex, Oval
from defilade.geometry.gaps import gap_between, separation
from defilade.geometry.plane import EPS, Point, Ring, Segment, distance
from defilade.geometry.regions import Region, Wall, touches_region
from defilade.geometry.sight.bows import bow_windows
from defilade.geometry.sight.curves import facets
from defilade.geometry.sight.faults import ProofFailed
from defilade.geometry.sight.frame import (
    Bow,
    Disc,
    Ellipse,
    Frame,
    Hull,
    LocalBase,
    LocalShape,
    curve_point,
    frame_between,
    is_on_bow,
    local_shape,
    rim_ends,
    to_local,
)
from defilade.geometry.sight.parting import outside, parting_normal
from defilade.geometry.sight.scene import Body, Scene
from defilade.geometry.sight.trimming import holds, is_under, stretches_outside

__all__ = ["QUARTER", "Pair", "Piece", "body_edges", "facets", "pair_between"]

QUARTER = math.pi / 2.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex part of an obstacle that may stand between the bases, in local coordinates.

    `past` points from the first base to the piece across a line that parts them, `short` from the
    piece to the second base. The piece counts in directions from `opens` to `closes`.
    """

    obstacle: int
    shape: LocalShape
    opens: float
    closes: float
    past: Point
    short: Point


@dataclass(frozen=True, slots=True)
class Pair:
    """Two convex bases apart from each other, in their frame, and the pieces between them.

    `spanning` are the areas that touch both bases: a line may run inside one without meeting any
    of its edges. `held` is a curved obstacle that holds a whole base: no line gets out of it, and
    then there are no pieces.
    """

    frame: Frame
    first: LocalBase
    second: LocalBase
    pieces: tuple[Piece, ...]
    spanning: tuple[tuple[int, Circle | Oval | Region], ...]
    held: int | None = None


def pair_between(a: Convex, b: Convex, scene: Scene) -> Pair | None:
    """The pair with the pieces between; None when the bases touch: then nothing is between."""
    frame = frame_between(a, b)
    if frame is None:
        return None
    first, second = local_shape(frame, a), local_shape(frame, b)
    box = _Box.around(first, second)
    pieces: list[Piece] = []
    spanning: list[tuple[int, Circle | Oval | Region]] = []
    for body in scene.bodies:
        x, y = to_local(frame, body.centre)
        if box.misses(x, y, body.reach):
            continue
        clear = _clear_piece(frame, body, box)
        if clear is not None:
            pieces.append(clear)
            continue
        if isinstance(body.solid, Circle | Oval):
            if is_under(body.solid, a) or is_under(body.solid, b):
                continue
            if holds(body.solid, a) or holds(body.solid, b):
                return Pair(frame, first, second, (), (), body.obstacle)
        if isinstance(body.solid, Region | Wall) and box.beside(_local_hull(frame, body)):
            continue
        pieces += _near_pieces((a, b), (first, second), frame, body, box)
        if not isinstance(body.solid, Wall) and _touches(a, body.solid) and _touches(b, body.solid):
            spanning.append((body.obstacle, body.solid))
    return Pair(frame, first, second, tuple(pieces), tuple(spanning))


def under_bases(a: Convex, b: Convex, scene: Scene) -> frozenset[int]:
    """Obstacles that touch or overlap a base, or are walls that may: moving one of these changes
    what of it lies between the bases."""
    return frozenset(
        body.obstacle
        for body in scene.bodies
        for base in (a, b)
        if gap_between(base, Circle(body.centre, body.reach)).distance <= EPS
        and (isinstance(body.solid, Wall) or _touches(base, body.solid))
    )


def _touches(base: Convex, solid: Circle | Oval | Region) -> bool:
    if isinstance(solid, Region):
        return touches_region(base, solid)
    return gap_between(base, solid).distance <= EPS


@dataclass(frozen=True, slots=True)
class _Box:
    """Local bounds: the bases together, and the strip between the facing sides of the two."""

    left: float
    right: float
    bottom: float
    top: float
    after: float
    before: float

    @staticmethod
    def around(first: LocalBase, second: LocalBase) -> _Box:
        spans = [
            (rim_ends(shape, *n), n) for shape in (first, second) for n in ((1.0, 0.0), (0.0, 1.0))
        ]
        (x0, x1), (y0, y1), (x2, x3), (y2, y3) = (
            tuple(n[0] * end[0] + n[1] * end[1] + end[2] for end in ends) for ends, n in spans
        )
        return _Box(min(x0, x2), max(x1, x3), min(y0, y2), max(y1, y3), x1, x2)

    def misses(self, x: float, y: float, reach: float) -> bool:
        return (
            y - reach > self.top
            or y + reach < self.bottom
            or x + reach < self.left
            or x - reach > self.right
        )

    def beside(self, hull: Ring) -> bool:
        xs, ys = [p[0] for p in hull], [p[1] for p in hull]
        return (
            min(ys) > self.top
            or max(ys) < self.bottom
            or max(xs) < self.left
            or min(xs) > self.right
        )

    def holds(self, low: float, high: float) -> bool:
        return low >= self.after and high <= self.before


def _local_hull(frame: Frame, body: Body) -> Ring:
    return tuple(to_local(frame, p) for p in body.hull)


def _clear_piece(frame: Frame, body: Body, box: _Box) -> Piece | None:
    """The whole body as one piece, when it stands in the strip between the bases."""
    if isinstance(body.solid, Circle | Oval):
        x, _ = to_local(frame, body.centre)
        if not box.holds(x - body.reach, x + body.reach):
            return None
        shape: LocalShape = local_shape(frame, body.solid)
    else:
        hull = _local_hull(frame, body)
        room = EPS if isinstance(body.solid, Wall) else 0.0
        if not box.holds(min(p[0] for p in hull) - room, max(p[0] for p in hull) + room):
            return None
        shape = Hull(hull)
    return Piece(body.obstacle, shape, -QUARTER, QUARTER, (1.0, 0.0), (1.0, 0.0))


def _near_pieces(
    bases: tuple[Convex, Convex],
    local: tuple[LocalBase, LocalBase],
    frame: Frame,
    body: Body,
    box: _Box,
) -> list[Piece]:
    """A body beside or under a base: as a whole when it is parted from both, else edge by edge."""
    if isinstance(body.solid, Circle | Oval):
        whole = _curved_piece(bases, frame, body.obstacle, body.solid)
        if whole is not None:
            return list(whole)
        return _bow_pieces(bases, frame, body.obstacle, body.solid, box)
    hull = _local_hull(frame, body)
    normals = [parting_normal(shape, hull) for shape in local]
    if normals[0] is not None and normals[1] is not None:
        # A wall has no inside: a base on its line sees to both sides of it, past its other edges.
        ends = zip(local, (normals[0], normals[1]), strict=True)
        if isinstance(body.solid, Region) or all(_is_off(*end, hull) for end in ends):
            return list(_windowed(body.obstacle, Hull(hull), normals[0], normals[1]))
    edges = [(to_local(frame, p), to_local(frame, q)) for p, q in body_edges(body)]
    edges = [edge for edge in edges if not box.beside(edge)]
    return _edge_pieces(local, body.obstacle, edges, closed=isinstance(body.solid, Region))


def _is_off(base: LocalBase, normal: Point, hull: Ring) -> bool:
    """Whether a hull keeps more than contact away from a base, along a normal towards it."""
    length = math.hypot(*normal)
    nx, ny = normal[0] / length, normal[1] / length
    x, y, r = rim_ends(base, nx, ny)[1]
    return min(nx * p[0] + ny * p[1] for p in hull) > nx * x + ny * y + r + EPS


def body_edges(body: Body) -> list[Segment]:
    """The edges of a straight body; none of a curve."""
    if isinstance(body.solid, Circle | Oval):
        return []
    if isinstance(body.solid, Wall):
        return list(pairwise(body.solid.points))
    return [(ring[k - 1], ring[k]) for ring in body.rings for k in range(len(ring))]


def _edge_pieces(
    local: tuple[LocalBase, LocalBase], obstacle: int, edges: list[Segment], *, closed: bool
) -> list[Piece]:
    found: list[Piece] = []
    first, second = local
    for edge in edges:
        for part in outside(first, edge, closed=closed or _is_thin(first)):
            if distance(*part) <= EPS:
                continue
            for rest in outside(second, part, closed=closed or _is_thin(second)):
                if distance(*rest) <= EPS:
                    continue
                past, beyond = parting_normal(first, rest), parting_normal(second, rest)
                if past is None or beyond is None:
                    raise ProofFailed((f"edge.not_parted_from_base: {obstacle}, {rest}",))
                found += _windowed(obstacle, Hull(rest), past, beyond)
    return found


def _is_thin(shape: LocalBase) -> bool:
    return isinstance(shape, Hull) and len(shape.points) <= 2


def _windowed(obstacle: int, shape: LocalShape, past: Point, beyond: Point) -> tuple[Piece, ...]:
    """The piece with its range of directions, or nothing when no direction is left.

    `beyond` points from the second base to the piece.
    """
    short = (-beyond[0], -beyond[1])
    opens, closes = _window(past, short)
    if opens >= closes:
        return ()
    return (Piece(obstacle, shape, opens, closes, past, short),)


def _window(past: Point, short: Point) -> tuple[float, float]:
    turns = [math.atan2(y, x) for x, y in (past, short)]
    opens = max(-QUARTER, *(turn - QUARTER for turn in turns))
    return (opens, min(QUARTER, *(turn + QUARTER for turn in turns)))


def _bow_pieces(
    bases: tuple[Convex, Convex], frame: Frame, obstacle: int, solid: Circle | Oval, box: _Box
) -> list[Piece]:
    """The outline of a curved obstacle outside the bases that it overlaps, bow by bow."""
    curve = local_shape(frame, solid)
    assert isinstance(curve, Disc | Ellipse)
    ax, ay = frame.axis
    found: list[Piece] = []
    for stretch in stretches_outside(solid, bases):
        start, end = to_local(frame, stretch.start), to_local(frame, stretch.end)
        if box.beside(_bounding(Bow(curve, start, end, 1))):
            continue
        (mx, my), (nx, ny) = stretch.normals
        past = (mx * ax + my * ay, my * ax - mx * ay)
        short = (-nx * ax - ny * ay, nx * ay - ny * ax)
        opens, closes = _window(past, short)
        if opens < closes:
            found += [
                Piece(obstacle, shape, low, high, past, short)
                for low, high, shape in bow_windows(curve, (start, end), opens, closes)
            ]
    return found


def _bounding(bow: Bow) -> Ring:
    """Points of a bow among which are its furthest along both axes."""
    tips = (curve_point(bow.curve, *n) for n in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))
    return (bow.start, bow.end, *(p for p in tips if is_on_bow(bow, p)))


def _curved_piece(
    bases: tuple[Convex, Convex], frame: Frame, obstacle: int, solid: Circle | Oval
) -> tuple[Piece, ...] | None:
    """A curved obstacle near the bases as one piece; None when it overlaps one of them."""
    turn = math.atan2(frame.axis[1], frame.axis[0])
    normals: list[Point] = []
    for base in bases:
        width, angle = separation(base, solid)
        if width < -EPS:
            return None
        normals.append((math.cos(angle - turn), math.sin(angle - turn)))
    return _windowed(obstacle, local_shape(frame, solid), normals[0], normals[1])
