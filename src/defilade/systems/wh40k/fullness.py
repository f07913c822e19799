"""Whether every facing part of a body can be seen, past prisms (WH-VIS-03, WH-VIS-04).

Asks rows of the body at the heights where something can change, each from the looker's head,
feet and between; a part is hidden when it is hidden from all of these. Must not know rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from defilade.geometry.bases import Base
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS
from defilade.geometry.sight.seen import Extent, how_much
from defilade.systems.wh40k.tilted import (
    Body,
    Plane,
    Prism,
    Side,
    Standing,
    cut_by,
    ends_in,
    near,
    scene_of,
    side_of,
    standing,
)

MOST_ROWS = 6
_INSET = 1e-4
"""Rows keep this far from a body's own top and foot, which are its silhouette (WH-VIS-04)."""


@dataclass(frozen=True, slots=True)
class Fullness:
    """Whether all is seen, and at which height something hides a part."""

    fully: bool
    row: float | None = None
    share: float = 1.0


def fully_seen(a: Body, b: Body, prisms: Iterable[Prism]) -> Fullness:
    """Whether every facing part of b is seen from some part of a."""
    side = side_of(a, b)
    if side is None or gap_between(a.base, b.base).distance <= EPS:
        return Fullness(True)
    found = standing(side, near(a, b, prisms))
    if not found.full and not found.partly:
        return Fullness(True)
    shapes = [prism.shape for prism in found.full]
    if shapes:
        seen = how_much(a.base, b.base, scene_of(shapes))
        if seen.extent is not Extent.ALL:
            return Fullness(False, b.low, seen.share)
    if not found.partly:
        return Fullness(True)
    for row in _rows(side, found):
        share = _row_share(side, found, shapes, row)
        if share < 1.0:
            return Fullness(False, row, share)
    return Fullness(True)


def _rows(side: Side, found: Standing) -> list[float]:
    """Heights of b to look at: foot, head, and where edges of prisms project between."""
    b = side.b
    low, high = b.low + _INSET, b.high - _INSET
    rows = {low, high}
    for prism in found.partly:
        start, end = side.along(prism.shape)
        for x in (start, end):
            for z in (prism.low, prism.high):
                for eye in (side.a.low, side.a.high):
                    if math.isfinite(z) and EPS < x < side.length:
                        at = eye + (z - eye) * side.length / x
                        rows |= {r for r in (at - _INSET, at + _INSET) if low < r < high}
    ordered = sorted(rows)
    if len(ordered) <= MOST_ROWS:
        return ordered
    step = (len(ordered) - 1) / (MOST_ROWS - 1)
    return [ordered[round(k * step)] for k in range(MOST_ROWS)]


def _eyes(side: Side) -> list[float]:
    a = side.a
    return [a.high - _INSET, a.low + _INSET, (a.low + a.high) / 2]


def _row_share(side: Side, found: Standing, full: list[Base], row: float) -> float:
    """The share of one row that is seen, from the best of the eyes or all of them together."""
    hidden: list[tuple[float, float]] | None = None
    best = 0.0
    for eye in _eyes(side):
        plane = _through(side, eye, row)
        ends = ends_in(side, plane)
        if ends is None:
            continue
        stops = scene_of([*full, *cut_by(side, plane, found.partly)])
        seen = how_much(ends[0], side.b.base, stops)
        if seen.extent is Extent.ALL:
            return 1.0
        best = max(best, seen.share)
        spans = [(part.low, part.high) for part in seen.hidden]
        hidden = spans if hidden is None else _both(hidden, spans)
        if not hidden:
            return 1.0
    return best


def _through(side: Side, eye: float, row: float) -> Plane:
    """The plane from an eye height to a row, so that the facing rim lies at or above the row."""
    x = side.length if row <= eye else side.b_ends[0]
    if row > (side.b.low + side.b.high) / 2:
        x = side.b_ends[0] if row <= eye else side.length
    slope = (row - eye) / x if x > EPS else 0.0
    return Plane(eye, eye + slope * side.length)


def _both(
    one: list[tuple[float, float]], other: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """What two lists of stretches of a rim share."""
    shared = [
        (max(a, c + lap), min(b, d + lap))
        for a, b in one
        for c, d in other
        for lap in (-1.0, 0.0, 1.0)
    ]
    return [(low, high) for low, high in shared if high - low > 1e-9]
