"""Checks answers by other means than those that found them.

A witness is checked as a plain line, and its lane by its two border lines, against every obstacle.
`proofs` checks what shuts a closed pair. Knows nothing of sweeps or fans; a fault found here is a
bug in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from defilade.geometry.bases import Base, Convex, bounds_of, contains, convex_parts
from defilade.geometry.crossings import line_facts
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import (
    EPS,
    Point,
    Segment,
    distance,
    distance_to_segment,
    length_along,
    line_offset,
)
from defilade.geometry.sight.answer import Sight, Verdict
from defilade.geometry.sight.faults import ProofFailed
from defilade.geometry.sight.order import in_order
from defilade.geometry.sight.parts import is_point, single_line
from defilade.geometry.sight.proofs import proof_faults
from defilade.geometry.sight.scene import Body, Obstacle, Scene, prepare

__all__ = ["ProofFailed", "check"]

_FAR = 1.0


def check(sight: Sight, a: Base, b: Base, obstacles: Scene | Iterable[Obstacle]) -> None:
    """Check an answer against its bases and obstacles. Raises ProofFailed with codes."""
    scene = prepare(obstacles)
    faults = [] if sight.witness is None else _witness_faults(sight, a, b, scene)
    if not sight.touching:
        first, second = in_order(a, b)
        for proof in sight.proof:
            faults += proof_faults(proof, first, second, scene)
        if sight.verdict is not Verdict.OPEN:
            faults += _shut_faults(sight, first, second, scene)
    if faults:
        raise ProofFailed(tuple(dict.fromkeys(faults)))


def _shut_faults(sight: Sight, a: Base, b: Base, scene: Scene) -> list[str]:
    """Every two convex parts need a proof, but where one line joins them, which tells by itself."""
    joined = [(p, q) for p in convex_parts(a) for q in convex_parts(b)]
    swept = [ends for ends in joined if not single_line(*ends)]
    faults = []
    if len(sight.proof) != len(swept) or any(_leaves_lane(p) for p in sight.proof):
        faults.append("proof.incomplete")
    if sight.verdict is Verdict.CLOSED:
        for p, q in joined:
            gap = gap_between(p, q)
            line = (gap.first, gap.second)
            if single_line(p, q) and not any(line_facts(line, s).enters for s in scene.obstacles):
                faults.append("line.enters_nothing")
    return faults


def _leaves_lane(proof: object) -> bool:
    return getattr(proof, "width", 0.0) > 0.0


def _witness_faults(sight: Sight, a: Base, b: Base, scene: Scene) -> list[str]:
    assert sight.witness is not None
    start, end = sight.witness.line
    faults = []
    if not contains(a, start) or not contains(b, end):
        faults.append("witness.not_from_base_to_base")
    if sight.touching:
        return faults if distance(start, end) <= EPS else [*faults, "witness.not_touching"]
    near = [body for body in scene.bodies if _is_near(body, (start, end), 0.0)]
    if any(_enters((start, end), body) for body in near):
        faults.append("witness.enters_obstacle")
    if sight.verdict is Verdict.OPEN and EPS < sight.lane < math.inf and sight.proof:
        found = _part_faults(sight, a, b, scene)
        if found and all(found):
            faults += found[0]
    return faults


def _part_faults(sight: Sight, a: Base, b: Base, scene: Scene) -> list[list[str]]:
    """The lane's faults for every two convex parts that the witness joins."""
    assert sight.witness is not None
    line = sight.witness.line
    return [
        # With a point the lane is the clearance of one line, which no borders show.
        [] if is_point(p) or is_point(q) else _lane_faults(line, sight.lane, (p, q), scene)
        for p, q in _joined_parts(line, a, b)
    ]


def _joined_parts(line: Segment, a: Base, b: Base) -> list[tuple[Convex, Convex]]:
    """Every two convex parts that a line from the one base to the other may join."""
    return [
        (p, q)
        for p in convex_parts(a)
        for q in convex_parts(b)
        if contains(p, line[0]) and contains(q, line[1])
    ]


def _enters(line: Segment, body: Body) -> bool:
    return line_facts(line, body.solid).enters


def _is_near(body: Body, line: Segment, room: float) -> bool:
    return distance_to_segment(body.centre, *line) <= body.reach + room + EPS


def _lane_faults(
    line: Segment, width: float, bases: tuple[Convex, Convex], scene: Scene
) -> list[str]:
    """Both borders of the strip run from base to base, and no corner of an obstacle is between."""
    half = width / 2.0 - 2.0 * EPS
    if half <= 0.0:
        return []
    borders = [_border(line, side * half, bases) for side in (-1.0, 1.0)]
    faults = []
    near = [body for body in scene.bodies if _is_near(body, line, half)]
    for border in borders:
        if border is None:
            faults.append("lane.leaves_base")
        elif any(_enters(border, body) for body in near):
            faults.append("lane.enters_obstacle")
    for body in near:
        for corner in (p for ring in body.rings for p in ring):
            if abs(line_offset(corner, *line)) < half - EPS and _is_between(corner, line, bases):
                faults.append("lane.holds_corner")
    return faults


def _border(line: Segment, aside: float, bases: tuple[Convex, Convex]) -> Segment | None:
    """The line beside the witness, from the rim of the one base to the rim of the other."""
    (px, py), (qx, qy) = line
    length = distance(*line)
    ux, uy = (qx - px) / length, (qy - py) / length
    far = length + sum(_size(base, p) for base, p in zip(bases, line, strict=True)) + _FAR
    start = (px - uy * aside - ux * far, py + ux * aside - uy * far)
    end = (qx - uy * aside + ux * far, qy + ux * aside + uy * far)
    spans = []
    for base in bases:
        met = line_facts((start, end), base).contacts
        if not met:
            return None
        spans.append((min(c.start for c in met), max(c.end for c in met)))
    first, last = spans[0][1], spans[1][0]
    if first > last:
        return None
    return (
        (start[0] + ux * first, start[1] + uy * first),
        (start[0] + ux * last, start[1] + uy * last),
    )


def _size(base: Base, p: Point) -> float:
    x0, y0, x1, y1 = bounds_of(base)
    return math.hypot(max(abs(x0 - p[0]), abs(x1 - p[0])), max(abs(y0 - p[1]), abs(y1 - p[1])))


def _is_between(corner: Point, line: Segment, bases: tuple[Convex, Convex]) -> bool:
    """Whether a corner beside the witness lies on a line that runs straight from base to base."""
    border = _border(line, line_offset(corner, *line), bases)
    if border is None:
        return False
    along = length_along(corner, *border)
    return EPS < along < distance(*border) - EPS
