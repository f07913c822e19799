"""Checks proofs that nothing passes between two convex parts, link by link.

Each link of a cover is a sinusoid in the direction; its greatest value over a range has a closed
form, so a cover is checked for all its directions at once. Independent of how covers are found.
"""

from __future__ import annotations

import math

from defilade.geometry.bases import (
    Base,
    Circle,
    Convex,
    Edge,
    Oval,
    Polygon,
    contains,
    convex_parts,
    support,
    where_in,
)
from defilade.geometry.plane import (
    EPS,
    Point,
    Where,
)
from defilade.geometry.regions import Region, Wall, where_in_region
from defilade.geometry.sight.answer import FanCover, FanProof, HeldProof, PairProof, Proof
from defilade.geometry.sight.frame import (
    Disc,
    Ellipse,
    End,
    Frame,
    Hull,
    LocalBase,
    chord,
    local_shape,
    to_world,
)
from defilade.geometry.sight.piece_checks import (
    bend_faults,
    beyond,
    holds_end,
    piece_faults,
    reach,
    window_faults,
)
from defilade.geometry.sight.scene import Body, Scene
from defilade.geometry.sight.slices import FIRST, Link
from defilade.geometry.sight.sweep import Cover

__all__ = ["proof_faults"]

_QUARTER = math.pi / 2.0
_SLACK = 2.0 * EPS
_ANGLE = 1e-9
_PROBES = 9
_RIM = 64
_SHARES = (0.5, 0.2, 0.35, 0.65, 0.8)


def proof_faults(proof: Proof, a: Base, b: Base, scene: Scene) -> list[str]:
    """Codes of what is wrong with a proof about two bases, given in their working order."""
    i, j = proof.parts
    first, second = convex_parts(a)[i], convex_parts(b)[j]
    match proof:
        case PairProof():
            return _pair_faults(proof, first, second, scene)
        case FanProof():
            ends = (second, first) if proof.backwards else (first, second)
            return _fan_faults(proof, *ends, scene)
        case HeldProof():
            return _held_faults(proof, (first, second), scene)


def _held_faults(proof: HeldProof, bases: tuple[Convex, Convex], scene: Scene) -> list[str]:
    """The obstacle is a curve, and the whole rim of a base lies in it."""
    solids = [body.solid for body in scene.bodies if body.obstacle == proof.obstacle]
    held = any(
        isinstance(solid, Circle | Oval) and all(contains(solid, p) for p in _rim(base))
        for solid in solids
        for base in bases
    )
    return [] if held else ["held.not_inside"]


def _rim(base: Convex) -> list[Point]:
    """The corners of a base; of a curve its furthest points in many directions."""
    match base:
        case Polygon(points):
            return list(points)
        case Edge(start, end):
            return [start, end]
        case Circle() | Oval():
            turns = (math.tau * k / _RIM for k in range(_RIM))
            return [support(base, (math.cos(t), math.sin(t))) for t in turns]


def _pair_faults(proof: PairProof, a: Convex, b: Convex, scene: Scene) -> list[str]:
    faults = []
    x, y = proof.frame.axis
    far, near = support(a, (x, y)), support(b, (-x, -y))
    if x * far[0] + y * far[1] > x * near[0] + y * near[1] + EPS:
        faults.append("frame.does_not_part_bases")
    at = -_QUARTER
    for cover in proof.covers:
        if cover.start > at + _ANGLE:
            faults.append("covers.leave_directions_out")
        at = cover.end
    if at < _QUARTER - _ANGLE:
        faults.append("covers.leave_directions_out")
    shapes = (local_shape(proof.frame, a), local_shape(proof.frame, b))
    pieces = {id(piece): piece for cover in proof.covers for piece in cover.pieces}
    for piece in pieces.values():
        faults += piece_faults(piece, proof.frame, (a, b), scene)
    for cover in proof.covers:
        faults += _cover_faults(cover, proof, shapes, scene)
    return faults


def _cover_faults(
    cover: Cover,
    proof: PairProof,
    shapes: tuple[LocalBase, LocalBase],
    scene: Scene,
) -> list[str]:
    faults = []
    links, pieces = cover.links, cover.pieces
    if len(links) != len(pieces) + 1:
        faults.append("cover.chain_broken")
    for sign, end, rim in (
        (-1.0, links[0].low_end, links[0].below),
        (1.0, links[-1].high_end, links[-1].above),
    ):
        if not _bounds_rim(shapes[0 if rim == FIRST else 1], end, sign, cover):
            faults.append("cover.rim_not_reached")
    span = (cover.start, cover.end)
    for piece, before, after in zip(pieces, links, links[1:], strict=False):
        ends = (before.high_end, after.low_end)
        if not all(holds_end(piece.shape, end) for end in ends):
            faults.append("cover.end_not_on_piece")
        faults += window_faults(piece, span)
        faults += bend_faults(piece, ends, span)
    for link in links:
        if link.inside is None:
            if _greatest_gap(link, cover.start, cover.end) > proof.width + _SLACK:
                faults.append("cover.gap")
        elif not _runs_inside(link, cover, shapes, proof.frame, scene):
            faults.append("cover.not_inside")
    return faults


def _greatest_gap(link: Link, start: float, end: float) -> float:
    (px, py, pr), (qx, qy, qr) = link.low_end, link.high_end
    x, y, constant = qx - px, qy - py, qr - pr

    def gap(theta: float) -> float:
        return y * math.cos(theta) - x * math.sin(theta) + constant

    peak = math.atan2(-x, y)
    peaks = [t for t in (peak - math.tau, peak, peak + math.tau) if start < t < end]
    return max(gap(theta) for theta in [start, end, *peaks])


def _bounds_rim(shape: LocalBase, end: End, sign: float, cover: Cover) -> bool:
    """Whether an end lies on or beyond the rim of a base in all directions of a cover."""
    x, y, r = end
    match shape:
        case Disc(cx, cy, radius):
            return math.hypot(x - cx, y - cy) <= EPS and sign * r >= radius - EPS
        case Hull(points):
            return all(
                _greatest_gap(
                    Link((0.0, 0.0, 0.0), (sign * (px - x), sign * (py - y), 0.0), 0, 0),
                    cover.start,
                    cover.end,
                )
                <= _SLACK
                for px, py in points
            )
        case Ellipse():
            return all(beyond(shape, end, sign, theta) for theta in _probes(cover))


def _probes(cover: Cover) -> list[float]:
    step = (cover.end - cover.start) / (_PROBES - 1)
    return [cover.start + k * step for k in range(_PROBES)]


def _runs_inside(
    link: Link,
    cover: Cover,
    shapes: tuple[LocalBase, LocalBase],
    frame: Frame,
    scene: Scene,
) -> bool:
    """Whether the lines in the middle of a gap run inside its area, at several directions."""
    bodies = [body for body in scene.bodies if body.obstacle == link.inside]
    step = (cover.end - cover.start) / _PROBES
    # Within the range: at its very ends a line may run along an edge.
    for theta in (cover.start + (k + 0.5) * step for k in range(_PROBES)):
        nx, ny = -math.sin(theta), math.cos(theta)
        low = nx * link.low_end[0] + ny * link.low_end[1] + link.low_end[2]
        high = nx * link.high_end[0] + ny * link.high_end[1] + link.high_end[2]
        for shape in shapes:
            low, high = max(low, -reach(shape, (-nx, -ny))), min(high, reach(shape, (nx, ny)))
        if high - low <= _SLACK:
            continue
        across = (low + high) / 2.0
        start, end = chord(shapes[0], theta, across)[1], chord(shapes[1], theta, across)[0]
        line = [start + share * (end - start) for share in _SHARES]
        points = [to_world(frame, (ny * u + nx * across, -nx * u + ny * across)) for u in line]
        if not any(_is_inside(body, p) for body in bodies for p in points):
            return False
    return True


def _is_inside(body: Body, p: Point) -> bool:
    match body.solid:
        case Region():
            return where_in_region(p, body.solid) is Where.INSIDE
        case Circle() | Oval():
            return where_in(body.solid, p) is Where.INSIDE
        case Wall():
            return False


def _fan_faults(proof: FanProof, apex: Convex, target: Convex, scene: Scene) -> list[str]:
    faults = []
    if (
        not isinstance(apex, Circle)
        or math.dist(to_world(proof.frame, proof.apex), apex.centre) > EPS
    ):
        faults.append("fan.not_from_point")
    start, end = _span(proof.apex, local_shape(proof.frame, target))
    reach = math.dist(proof.apex, (0.0, 0.0)) + 1.0
    held = [theta for _, theta in proof.inside]
    at = start
    for cover in sorted(proof.covers, key=lambda c: c.start):
        if cover.start > at + _SLACK / reach and not any(at < t < cover.start for t in held):
            faults.append("fan.gap")
        at = max(at, cover.end)
        faults += _fan_piece_faults(cover, proof, (apex, target), scene)
    if at < end - _SLACK / reach and not any(at < t < end for t in held):
        faults.append("fan.gap")
    return faults


def _fan_piece_faults(
    cover: FanCover, proof: FanProof, bases: tuple[Convex, Convex], scene: Scene
) -> list[str]:
    faults = piece_faults(cover.piece, proof.frame, bases, scene)
    faults += window_faults(cover.piece, (cover.start, cover.end))
    for theta, sign in ((cover.start, -1.0), (cover.end, 1.0)):
        nx, ny = -sign * math.sin(theta), sign * math.cos(theta)
        level = nx * proof.apex[0] + ny * proof.apex[1]
        if reach(cover.piece.shape, (nx, ny)) < level - _SLACK:
            faults.append("fan.piece_too_narrow")
    return faults


def _span(apex: Point, shape: LocalBase) -> tuple[float, float]:
    """Directions from a point to a shape ahead of it: where the shape's support meets the point."""
    found = []
    for sign in (-1.0, 1.0):
        low, high = -_QUARTER, _QUARTER
        for _ in range(60):
            theta = (low + high) / 2.0
            nx, ny = -sign * math.sin(theta), sign * math.cos(theta)
            beyond = reach(shape, (nx, ny)) > nx * apex[0] + ny * apex[1]
            if beyond == (sign > 0.0):
                low = theta
            else:
                high = theta
        found.append((low + high) / 2.0)
    return (found[0], found[1])
