"""Sight with heights: upright volumes past prisms that may have rectangular openings.

A line that is found is a proof. That there is none is proved where the plan decides it, by
obstacles that stand in the way at every height; otherwise vertical planes are searched, each one
exactly, and the answer says so with how many. Must not know which openings a rule closes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.bases import Base, centre_of, support
from defilade.geometry.plane import EPS, Point, Segment, distance
from defilade.geometry.sight.answer import Sight, Verdict
from defilade.geometry.sight.engine import look
from defilade.geometry.sight.order import in_order
from defilade.geometry.sight.upright import is_shut, line_blockers, on_the_way, upright_plane
from defilade.geometry.sight.volumes import Opening, Point3, Prism, Volume

__all__ = [
    "Basis",
    "Opening",
    "Prism",
    "Search",
    "SpaceSight",
    "Volume",
    "in_the_way",
    "look_in_space",
    "search_in_space",
]


class Basis(StrEnum):
    """What an answer rests on.

    LINE: a line that runs free. PLAN: the plan view, whatever the heights. SEARCHED: no line was
    found in the planes looked at; that is not a proof.
    """

    LINE = "line"
    PLAN = "plan"
    SEARCHED = "searched"


@dataclass(frozen=True, slots=True)
class Search:
    """How finely to search: lines from `across` places across one base to as many on the other."""

    across: int = 9


@dataclass(frozen=True, slots=True)
class SpaceSight:
    """Whether two volumes see each other, by a line in space or by what it rests on.

    `planes` is how many vertical planes were looked at, each exactly, and `spacing` how far apart
    they lie at most across a base. `room` is how wide a strip around the line is free within its
    plane. `plan` is sight in plan past what stands in the way at every height.
    """

    verdict: Verdict
    basis: Basis
    line: tuple[Point3, Point3] | None
    room: float
    planes: int
    spacing: float
    plan: Sight


def look_in_space(
    a: Volume, b: Volume, prisms: Sequence[Prism], *, search: Search = Search()
) -> SpaceSight:
    """Whether any part of one volume sees any part of another, past prisms. Symmetric."""
    first, _ = in_order(a.base, b.base)
    if first is not a.base:
        found = look_in_space(b, a, prisms, search=search)
        return _turned(found)
    near, over = in_the_way(prisms, (min(a.bottom, b.bottom), max(a.top, b.top)))
    tall = [p.shape for p in over]
    plan = look(a.base, b.base, tall)
    if plan.verdict is not Verdict.OPEN:
        return SpaceSight(plan.verdict, Basis.PLAN, None, 0.0, 0, 0.0, plan)
    clear = plan if len(near) == len(tall) else look(a.base, b.base, [p.shape for p in near])
    if clear.verdict is Verdict.OPEN and clear.witness is not None:
        line = _level(clear.witness.line, a, b)
        return SpaceSight(Verdict.OPEN, Basis.LINE, line, clear.lane, 0, 0.0, plan)
    return _searched(a, b, near, search, plan)


def in_the_way(
    prisms: Sequence[Prism], between: tuple[float, float]
) -> tuple[list[Prism], list[Prism]]:
    """The prisms that reach between two heights, and those of them that fill all of it."""
    floor, ceiling = between
    near = [p for p in prisms if p.top > floor + EPS and p.bottom < ceiling - EPS]
    full = [p for p in near if p.bottom <= floor + EPS and p.top >= ceiling - EPS]
    return near, [p for p in full if not p.openings]


def search_in_space(
    a: Volume, b: Volume, prisms: Sequence[Prism], *, search: Search = Search()
) -> SpaceSight:
    """As `look_in_space`, where the plan is known to leave the question open."""
    first, second = (a, b) if in_order(a.base, b.base)[0] is a.base else (b, a)
    near, _ = in_the_way(prisms, (min(a.bottom, b.bottom), max(a.top, b.top)))
    found = _searched(first, second, near, search, look(a.base, b.base, ()))
    return found if first is a else _turned(found)


def _turned(found: SpaceSight) -> SpaceSight:
    line = None if found.line is None else (found.line[1], found.line[0])
    return SpaceSight(
        found.verdict, found.basis, line, found.room, found.planes, found.spacing, found.plan
    )


def _level(line: Segment, a: Volume, b: Volume) -> tuple[Point3, Point3]:
    """A plan line that meets nothing is free at any height: half-way up both volumes."""
    (px, py), (qx, qy) = line
    return ((px, py, (a.bottom + a.top) / 2.0), (qx, qy, (b.bottom + b.top) / 2.0))


def _searched(
    a: Volume, b: Volume, prisms: Sequence[Prism], search: Search, plan: Sight
) -> SpaceSight:
    spacing = max(_breadth(a.base, b.base), _breadth(b.base, a.base)) / max(1, search.across - 1)
    near = on_the_way(a.base, b.base, prisms)
    seen: set[tuple[float, ...]] = set()
    for p, q in _plan_lines(a.base, b.base, near, search.across):
        key = tuple(round(c, 9) for c in (*p, *q))
        if key in seen or distance(p, q) <= EPS:
            continue
        seen.add(key)
        if is_shut((p, q), a, b, near):
            continue
        plane = upright_plane((p, q), a, b, near)
        sight = None if plane is None else plane.sight()
        if plane is not None and sight is not None:
            line = plane.in_space(sight)
            if line is not None and not line_blockers(line, prisms):
                return SpaceSight(
                    Verdict.OPEN, Basis.LINE, line, sight.lane, len(seen), spacing, plan
                )
    return SpaceSight(Verdict.CLOSED, Basis.SEARCHED, None, 0.0, len(seen), spacing, plan)


def _breadth(base: Base, other: Base) -> float:
    low, high = _sides(base, other)
    return distance(low, high)


def _sides(base: Base, other: Base) -> tuple[Point, Point]:
    """The outermost points of a base to either side, as seen from the other."""
    (px, py), (qx, qy) = centre_of(base), centre_of(other)
    n = (py - qy, qx - px) if (px, py) != (qx, qy) else (0.0, 1.0)
    return (support(base, (-n[0], -n[1])), support(base, n))


def _plan_lines(a: Base, b: Base, prisms: Sequence[Prism], across: int) -> Iterator[Segment]:
    """Plan lines to look along: the middle, through every opening, then across both bases."""
    middle, far = centre_of(a), centre_of(b)
    yield (middle, far)
    for prism in prisms:
        for opening in prism.openings:
            if not isinstance(opening.footprint, Base):
                continue
            through = centre_of(opening.footprint)
            yield (middle, _beyond(middle, through, far))
            yield (_beyond(far, through, middle), far)
    starts, ends = _across(a, b, across), _across(b, a, across)
    for p in starts:
        for q in ends:
            yield (p, q)


def _beyond(start: Point, through: Point, end: Point) -> Point:
    """As far from the start through a point as the end is."""
    gap = distance(start, through)
    share = distance(start, end) / gap if gap > EPS else 0.0
    return (
        start[0] + share * (through[0] - start[0]),
        start[1] + share * (through[1] - start[1]),
    )


def _across(base: Base, other: Base, count: int) -> list[Point]:
    (px, py), (qx, qy) = _sides(base, other)
    if count == 1 or math.hypot(qx - px, qy - py) <= EPS:
        return [centre_of(base)]
    # Just inside the outermost points, so that the line still crosses the base.
    shares = [0.001 + 0.998 * k / (count - 1) for k in range(count)]
    return [(px + s * (qx - px), py + s * (qy - py)) for s in shares]
