"""Answers one question of sight between two bases, with witness, margin and proof.

Takes bases apart into convex parts and joins what the parts say. Must not know what any rule
makes of the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from defilade.geometry.bases import Base, convex_parts
from defilade.geometry.gaps import gap_between
from defilade.geometry.sight.answer import LaneBasis, Sight, Verdict, Witness
from defilade.geometry.sight.check import check
from defilade.geometry.sight.order import in_order
from defilade.geometry.sight.parts import PartSight, between_parts, part_is_open
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["is_open", "look"]


def look(a: Base, b: Base, obstacles: Scene | Iterable[Obstacle]) -> Sight:
    """Whether any part of a can see any part of b, past obstacles whose inside no line may enter.

    Symmetric: swapping a and b swaps the ends of the witness and changes nothing else. Bases that
    touch or overlap see each other. For bases with dents and for groups, the lane is the widest
    between two convex parts. Every answer is checked before it is given; one that fails raises
    ProofFailed. Raises SceneFault for an obstacle whose ring is not simple.

    >>> from defilade.geometry.bases import Circle, Rectangle
    >>> wall = Rectangle((0.0, 0.0), 1.0, 2.0)
    >>> look(Circle((-9.0, 0.0), 0.5), Circle((9.0, 0.0), 0.5), [wall]).verdict.value
    'closed'
    """
    scene = prepare(obstacles)
    first, second = in_order(a, b)
    sight = _look(first, second, scene)
    check(sight, first, second, scene)
    return sight if first is a else _swapped(sight)


def is_open(a: Base, b: Base, obstacles: Scene | Iterable[Obstacle], *, width: float = 0.0) -> bool:
    """Whether `look` would answer OPEN with a lane at least `width` wide; stops at the first."""
    scene = prepare(obstacles)
    first, second = in_order(a, b)
    return any(
        part_is_open(p, q, scene, width) for p in convex_parts(first) for q in convex_parts(second)
    )


def _look(a: Base, b: Base, scene: Scene) -> Sight:
    found: list[PartSight] = []
    lane = 0.0
    for i, p in enumerate(convex_parts(a)):
        for j, q in enumerate(convex_parts(b)):
            one = between_parts(p, q, scene, parts=(i, j), above=lane)
            if one is None:
                gap = gap_between(p, q)
                witness = Witness((gap.first, gap.second), None, None)
                return Sight(Verdict.OPEN, witness, math.inf, None, (), (), (), touching=True)
            found.append(one)
            if one.verdict is Verdict.OPEN:
                lane = max(lane, one.lane)
    return _joined(found)


def _joined(found: list[PartSight]) -> Sight:
    """The most open of the parts' answers, proved by all of them."""
    ranks = (Verdict.CLOSED, Verdict.GRAZING, Verdict.OPEN)
    best = max(found, key=lambda one: (ranks.index(one.verdict), one.lane))
    shifts = [one.short_by for one in found if one.short_by is not None]
    closed = best.verdict is Verdict.CLOSED
    return Sight(
        best.verdict,
        best.witness,
        best.lane,
        (min(shifts, default=None) if closed else best.short_by),
        tuple(dict.fromkeys(k for one in found for k in one.blockers)) if closed else (),
        best.contacts,
        tuple(one.proof for one in found if one.proof is not None),
        lane_basis=_basis(found),
    )


def _basis(found: list[PartSight]) -> LaneBasis:
    """The widest of several lanes is proved when every lane that might be wider is."""
    searched = any(one.lane_basis is LaneBasis.AT_LEAST for one in found)
    return LaneBasis.AT_LEAST if searched else LaneBasis.PROVED


def _swapped(sight: Sight) -> Sight:
    witness = sight.witness
    if witness is None:
        return sight
    start, end = witness.line
    length = math.dist(start, end)
    contacts = tuple(
        replace(c, start=length - c.end, end=length - c.start) for c in reversed(sight.contacts)
    )
    turned = Witness((end, start), witness.right, witness.left)
    return replace(sight, witness=turned, contacts=contacts)
