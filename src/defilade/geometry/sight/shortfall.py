"""How far a closed pair of bases is from open: the shift of one obstacle that frees a line.

Looks at the directions in which the covers of a proof begin and end and between them. The answer
is an upper bound that is reached: the shift does open a line. Must not decide anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from defilade.geometry.sight.between import Pair
from defilade.geometry.sight.slices import Slice, slice_at
from defilade.geometry.sight.sweep import Cover

__all__ = ["Shortfall", "shortfall"]

_NARROWINGS = 30
_THIRD = 1.0 / 3.0


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The least shift found, in inches, and the direction in which it opens a line."""

    by: float
    theta: float


def shortfall(
    pair: Pair, covers: tuple[Cover, ...], *, fixed: frozenset[int] = frozenset()
) -> Shortfall | None:
    """The least sideways shift of one obstacle found to open a line; None when none was found.

    `fixed` are obstacles that are not thought moved: those that overlap a base, since moving one
    uncovers parts of it that lay under the base.
    """

    def shift(theta: float) -> float:
        return _shift(slice_at(pair, theta), fixed)

    thetas = [t for cover in covers for t in (cover.start, (cover.start + cover.end) / 2.0)]
    tries = [(by, theta) for theta in thetas if (by := shift(theta)) < math.inf]
    if not tries:
        return None
    by, theta = min(tries)
    near = sorted(thetas)
    k = near.index(theta)
    low, high = near[max(0, k - 1)], near[min(len(near) - 1, k + 1)]
    for _ in range(_NARROWINGS):
        first, second = low + (high - low) * _THIRD, high - (high - low) * _THIRD
        one, two = shift(first), shift(second)
        by, theta = min((by, theta), (one, first), (two, second))
        low, high = (low, second) if one <= two else (first, high)
    return Shortfall(by, theta)


def _shadows(cut: Slice) -> list[tuple[float, float, int]]:
    """Shadows in the common shadow of the bases, overlapping ones of one obstacle as one."""
    merged: list[tuple[float, float, int]] = []
    for obstacle in {s.piece.obstacle for s in cut.shadows}:
        own = sorted((s.low, s.high) for s in cut.shadows if s.piece.obstacle == obstacle)
        low, high = own[0]
        for start, end in own[1:]:
            if start <= high:
                high = max(high, end)
            else:
                merged.append((low, high, obstacle))
                low, high = start, end
        merged.append((low, high, obstacle))
    return sorted(s for s in merged if s[1] > cut.bottom and s[0] < cut.top)


def _shift(cut: Slice, fixed: frozenset[int]) -> float:
    """The least shift of one shadow that uncovers an offset which it alone covers."""
    shadows = _shadows(cut)
    if cut.top <= cut.bottom:
        return math.inf
    ends = {cut.bottom, cut.top, *(e for s in shadows for e in s[:2])}
    marks = sorted(e for e in ends if cut.bottom <= e <= cut.top)
    least = math.inf
    for k in range(len(marks) - 1):
        low, high = marks[k], marks[k + 1]
        over = [s for s in shadows if s[0] <= low and s[1] >= high]
        if len(over) != 1 or over[0][2] in fixed:
            continue
        if sum(s[2] == over[0][2] for s in shadows) == 1:
            least = min(least, over[0][1] - high, low - over[0][0])
    return least
