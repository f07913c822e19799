"""Answers sight between two convex parts, whichever kind they are.

Sweeps between bases with extent, fans from points, single lines between points. Must not know how
parts make up a base.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice

from defilade.geometry.bases import Circle, Convex, Edge
from defilade.geometry.crossings import LineFacts, line_facts, trace
from defilade.geometry.degenerate import Contact, Touch
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import (
    EPS,
    Point,
    Segment,
    distance,
    distance_to_segment,
    line_offset,
    nearest_on_segment,
    segment_distance,
)
from defilade.geometry.sight.answer import (
    Aside,
    FanProof,
    HeldProof,
    LaneBasis,
    PairProof,
    Proof,
    Verdict,
    Witness,
)
from defilade.geometry.sight.between import Pair, Piece, pair_between, under_bases
from defilade.geometry.sight.bows import nearest_to_bow
from defilade.geometry.sight.contacts import contact_points
from defilade.geometry.sight.fan import (
    clearance,
    fan_from,
    fan_line,
    fan_shortfall,
    touching_directions,
)
from defilade.geometry.sight.frame import Bow, Disc, Ellipse, Hull, to_local
from defilade.geometry.sight.scene import Body, Scene
from defilade.geometry.sight.shortfall import shortfall
from defilade.geometry.sight.slices import best_lane, lane_line
from defilade.geometry.sight.sweep import Cover, sweep, touches, widest

__all__ = ["PartSight", "between_parts", "is_point", "part_is_open", "single_line"]

_TOUCHES = 128


@dataclass(frozen=True, slots=True)
class PartSight:
    """What one pair of convex parts says; fields as in `Sight`."""

    verdict: Verdict
    witness: Witness | None
    lane: float
    short_by: float | None
    blockers: tuple[int, ...]
    contacts: tuple[Contact, ...]
    proof: Proof | None
    lane_basis: LaneBasis = LaneBasis.PROVED


def between_parts(
    a: Convex, b: Convex, scene: Scene, *, parts: tuple[int, int] = (0, 0), above: float = 0.0
) -> PartSight | None:
    """The answer for two convex parts, or None when they touch.

    With `above`, a lane already found elsewhere, only a wider one counts as open.
    """
    found = _between(a, b, scene, parts, above)
    if found is None or found.verdict is not Verdict.CLOSED or above > 0.0:
        return found
    grazing = _grazing_line(a, b, scene)
    if grazing is None:
        return found
    contacts = _met(grazing, scene)
    witness = Witness(grazing, None, None)
    return PartSight(Verdict.GRAZING, witness, 0.0, 0.0, (), contacts, found.proof)


def _grazing_line(a: Convex, b: Convex, scene: Scene) -> Segment | None:
    """A line that enters nothing, from or to a point at which a base touches an outline."""
    starts, ends = (() if is_point(part) else contact_points(part, scene) for part in (a, b))
    tries = [(Circle(p, 0.0), b) for p in starts] + [(a, Circle(q, 0.0)) for q in ends]
    tries += [(Circle(p, 0.0), Circle(q, 0.0)) for p in starts for q in ends]
    for first, second in tries:
        found = _between(first, second, scene, (0, 0), 0.0)
        if found is not None and found.witness is not None:
            line = found.witness.line
            if not _enters(_met(line, scene)):
                return line
    return None


def _between(
    a: Convex, b: Convex, scene: Scene, parts: tuple[int, int], above: float
) -> PartSight | None:
    if single_line(a, b):
        gap = gap_between(a, b)
        return None if gap.distance <= EPS else _single((gap.first, gap.second), scene)
    backwards = is_point(b)
    pair = pair_between(b, a, scene) if backwards else pair_between(a, b, scene)
    if pair is None:
        return None
    if pair.held is not None:
        proof = HeldProof(parts, pair.held)
        return PartSight(Verdict.CLOSED, None, 0.0, None, (pair.held,), (), proof)
    if backwards or is_point(a):
        return _from_point(pair, parts, scene, backwards=backwards)
    return _swept(pair, parts, scene, above, bases=(a, b))


def part_is_open(a: Convex, b: Convex, scene: Scene, width: float) -> bool:
    """Whether a lane at least this wide runs between two convex parts; stops at the first."""
    if single_line(a, b):
        return _wide_enough(between_parts(a, b, scene), width)
    pair = pair_between(b, a, scene) if is_point(b) else pair_between(a, b, scene)
    if pair is None:
        return True
    if pair.held is not None:
        return False
    if is_point(a) or is_point(b):
        # a lane of no width needs no measuring, which is most of the work
        seen = bool(fan_from(pair).open_arcs)
        return seen and (width <= EPS or _wide_enough(between_parts(a, b, scene), width))
    least = max(0.0, width - EPS)
    return best_lane(pair, 0.0, least) is not None or sweep(pair, least)[1] is not None


def _wide_enough(found: PartSight | None, width: float) -> bool:
    return found is None or (found.verdict is Verdict.OPEN and found.lane >= width - EPS)


def is_point(part: Convex) -> bool:
    """True for a circle without size."""
    return isinstance(part, Circle) and part.radius <= EPS


def single_line(a: Convex, b: Convex) -> bool:
    """True for two points, and for edges in one line: only one line joins them."""
    if is_point(a) and is_point(b):
        return True
    if not all(isinstance(part, Edge) or is_point(part) for part in (a, b)):
        return False
    gap = gap_between(a, b)
    ends = [p for part in (a, b) if isinstance(part, Edge) for p in (part.start, part.end)]
    return all(abs(line_offset(p, gap.first, gap.second)) <= EPS for p in ends)


def _single(line: Segment, scene: Scene) -> PartSight:
    met = trace(line, scene.obstacles)
    if _enters(met.contacts):
        entered = [k for k, facts in enumerate(met.shapes) if facts.enters]
        by = -met.shapes[entered[0]].margin if len(entered) == 1 else None
        return PartSight(Verdict.CLOSED, None, 0.0, by, tuple(entered), (), None)
    witness = Witness(line, *_sides(line, met.shapes, scene))
    inner = [c for c in met.contacts if not _at_an_end(c, distance(*line))]
    if inner:
        return PartSight(Verdict.GRAZING, witness, 0.0, 0.0, (), met.contacts, None)
    room = min((facts.margin for facts in met.shapes), default=math.inf)
    return PartSight(Verdict.OPEN, witness, 2.0 * room, None, (), (), None)


def _at_an_end(contact: Contact, length: float) -> bool:
    """A line may start or end on an outline: only what it touches on the way matters."""
    return contact.end <= 2.0 * EPS or contact.start >= length - 2.0 * EPS


def _enters(contacts: tuple[Contact, ...]) -> bool:
    return any(contact.touch is Touch.INTERIOR for contact in contacts)


def _met(line: Segment, scene: Scene) -> tuple[Contact, ...]:
    """The contacts of a line in order; obstacles well away from it are not looked at."""
    near = {body.obstacle for body in scene.bodies if _is_near(line, body)}
    found = (
        c for k in sorted(near) for c in line_facts(line, scene.obstacles[k], index=k).contacts
    )
    return tuple(sorted(found, key=lambda c: (c.start, c.end, c.shape)))


def _is_near(line: Segment, body: Body) -> bool:
    return distance_to_segment(body.centre, *line) <= body.reach + EPS


def _swept(
    pair: Pair,
    parts: tuple[int, int],
    scene: Scene,
    above: float,
    *,
    bases: tuple[Convex, Convex],
) -> PartSight:
    best, covers = widest(pair, above)
    if best is not None:
        proof = PairProof(parts, pair.frame, best.width, covers)
        witness = _witness(pair, lane_line(pair, best))
        return PartSight(Verdict.OPEN, witness, best.width, None, (), (), proof)
    proof = PairProof(parts, pair.frame, above, covers)
    if above > 0.0:
        return PartSight(Verdict.CLOSED, None, 0.0, None, (), (), proof)
    for touch in islice(touches(pair), _TOUCHES):
        line = lane_line(pair, touch)
        contacts = _met(line, scene)
        if not _enters(contacts):
            witness = Witness(line, None, None)
            return PartSight(Verdict.GRAZING, witness, 0.0, 0.0, (), contacts, proof)
    short = shortfall(pair, covers, fixed=under_bases(*bases, scene))
    theta = 0.0 if short is None else short.theta
    blockers = next((_chain(c) for c in covers if c.start <= theta < c.end), ())
    by = None if short is None else short.by
    return PartSight(Verdict.CLOSED, None, 0.0, by, blockers, (), proof)


def _chain(cover: Cover) -> tuple[int, ...]:
    inside = [link.inside for link in cover.links if link.inside is not None]
    return tuple(dict.fromkeys([piece.obstacle for piece in cover.pieces] + inside))


def _from_point(pair: Pair, parts: tuple[int, int], scene: Scene, *, backwards: bool) -> PartSight:
    fan = fan_from(pair)
    if fan.open_arcs:
        rooms = [(*clearance(pair, fan, arc), arc.end - arc.start) for arc in fan.open_arcs]
        theta, room, _ = max(rooms, key=lambda found: found[1:])
        line = fan_line(pair, fan.apex, theta)
        witness = _witness(pair, line, backwards=backwards)
        lane, basis = 2.0 * _room_about(line, scene, room), LaneBasis.AT_LEAST
        return PartSight(Verdict.OPEN, witness, lane, None, (), (), None, basis)
    proof = FanProof(
        parts, pair.frame, fan.apex, pair.second, fan.covers, fan.inside, backwards=backwards
    )
    for theta in touching_directions(fan):
        line = fan_line(pair, fan.apex, theta)
        line = (line[1], line[0]) if backwards else line
        contacts = _met(line, scene)
        if not _enters(contacts):
            witness = Witness(line, None, None)
            return PartSight(Verdict.GRAZING, witness, 0.0, 0.0, (), contacts, proof)
    blockers = dict.fromkeys([c.piece.obstacle for c in fan.covers] + [k for k, _ in fan.inside])
    by = fan_shortfall(fan)
    return PartSight(Verdict.CLOSED, None, 0.0, by, tuple(blockers), (), proof)


def _room_about(line: Segment, scene: Scene, most: float) -> float:
    """How far a line keeps from every obstacle, also from those behind its ends; at most `most`."""
    room = most
    for body in scene.bodies:
        if distance_to_segment(body.centre, *line) < body.reach + room:
            room = max(0.0, min(room, line_facts(line, body.solid).margin))
    return room


def _witness(pair: Pair, line: Segment, *, backwards: bool = False) -> Witness:
    """The line with the nearest piece to either side of it."""
    local = (to_local(pair.frame, line[0]), to_local(pair.frame, line[1]))
    found: dict[bool, Aside] = {}
    for piece in pair.pieces:
        gap, side = _beside(local, piece)
        if abs(side) > EPS:
            left = side > 0.0
            if left not in found or gap < found[left].distance:
                found[left] = Aside(piece.obstacle, gap)
    sides = (found.get(True), found.get(False))
    if backwards:
        return Witness((line[1], line[0]), sides[1], sides[0])
    return Witness(line, *sides)


def _beside(line: Segment, piece: Piece) -> tuple[float, float]:
    """Distance of a piece from a line, and on which side its nearest point lies."""
    match piece.shape:
        case Disc(x, y, radius):
            near = nearest_on_segment((x, y), *line)
            return (distance(near, (x, y)) - radius, line_offset((x, y), *line))
        case Bow():
            gap, near = nearest_to_bow(line, piece.shape)
            return (gap, line_offset(near, *line))
        case Ellipse():
            middle = line_offset((piece.shape.x, piece.shape.y), *line)
            return (abs(middle) - _half_breadth(line, piece.shape), middle)
        case Hull(points):
            edges = ((points[k - 1], points[k]) for k in range(len(points)))
            gap, _, near = min((segment_distance(line, e) for e in edges), key=lambda f: f[0])
            return (gap, line_offset(near, *line))


def _half_breadth(line: Segment, oval: Ellipse) -> float:
    (px, py), (qx, qy) = line
    length = distance(*line)
    nx, ny = (py - qy) / length, (qx - px) / length
    return math.hypot(
        nx * oval.first[0] + ny * oval.first[1], nx * oval.second[0] + ny * oval.second[1]
    )


def _sides(
    line: Segment, facts: tuple[LineFacts, ...], scene: Scene
) -> tuple[Aside | None, Aside | None]:
    found: dict[bool, Aside] = {}
    for body in scene.bodies:
        gap = facts[body.obstacle].margin
        left = line_offset(_middle(body.hull), *line) > 0.0
        if left not in found or gap < found[left].distance:
            found[left] = Aside(body.obstacle, gap)
    return (found.get(True), found.get(False))


def _middle(hull: tuple[Point, ...]) -> Point:
    return (sum(p[0] for p in hull) / len(hull), sum(p[1] for p in hull) / len(hull))
