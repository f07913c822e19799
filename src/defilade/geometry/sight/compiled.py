# ruff: noqa: PLR0917 (a compiled kernel takes flat arrays)
"""The sweep between round bases, compiled. Imported only by `batch`, and only when numba is there.

The same algorithm as `sweep` and `climb`, restricted to circles past straight obstacles and
circles; a pair it cannot decide (an area under both bases, a curve under one) is handed back.
Must not be imported for single questions: they never wait for a compiler.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.plane import EPS
from defilade.geometry.sight.compiled_lanes import climb, cover, high_end, lane, low_end
from defilade.geometry.sight.compiled_pieces import QUARTER, Floats, Ints, Room, gather, jit
from defilade.geometry.sight.faults import STEPS, STEPS_EACH

__all__ = ["ASK", "CLOSED", "OPEN", "pairs_lanes", "pairs_open"]

CLOSED, OPEN, ASK = 0, 1, 2
"""What the kernel says of a pair; ASK hands it to the plain engine."""


@jit
def _decide(
    width: float,
    pair: Floats,
    n: int,
    room: Room,
    sh: Floats,
) -> int:
    """OPEN when a lane wider than `width` runs anywhere; ASK when the turn does not end."""
    until, _, _ = cover(0.0, width, pair, n, room, sh)
    if until == -9.0:
        return OPEN
    theta = -QUARTER
    for _ in range(STEPS + STEPS_EACH * n):
        if theta >= QUARTER:
            return CLOSED
        theta, _, _ = cover(theta, width, pair, n, room, sh)
        if theta == -9.0:
            return OPEN
    return ASK


@jit
def _widest(
    pair: Floats,
    n: int,
    room: Room,
    sh: Floats,
    waves: Floats,
    best: Floats,
    found: Floats,
) -> float:
    """The width of the widest lane, left in `best`; 0 for none, -1 when the turn does not end."""
    width = 0.0
    if lane(0.0, pair, n, room, sh, (-1e300, 1e300), best) and best[2] - best[1] > EPS / 2.0:
        # A lane as wide as the narrower circle cannot be bettered.
        if best[2] - best[1] >= 2.0 * min(pair[2], pair[5]) - 1e-12:
            return float(best[2] - best[1])
        climb(best, pair, n, room, sh, waves, found)
        width = best[2] - best[1]
    theta = -QUARTER
    for _ in range(STEPS + STEPS_EACH * n):
        if theta >= QUARTER:
            return width
        until, low, high = cover(theta, width, pair, n, room, sh)
        if until == -9.0:
            nx, ny = -math.sin(theta), math.cos(theta)
            found[0] = theta
            found[3:6] = high_end(sh, low)
            found[6:9] = low_end(sh, high)
            found[1] = nx * found[3] + ny * found[4] + found[5]
            found[2] = nx * found[6] + ny * found[7] + found[8]
            best[:] = found
            climb(best, pair, n, room, sh, waves, found)
            width = best[2] - best[1]
        else:
            theta = until
    return -1.0


@jit
def pairs_open(
    circles_a: Floats,
    circles_b: Floats,
    width: float,
    bodies: Floats,
    hull_at: Ints,
    hulls: Floats,
    edge_at: Ints,
    edges: Floats,
    out: NDArray[np.int8],
) -> None:
    """Fill `out` with CLOSED, OPEN or ASK for every a (rows) and b (columns), as x, y, radius."""
    space = len(hulls) + 6 * len(edges) + len(bodies) + 4
    verts, ends = np.empty((space, 2)), np.zeros(space + 1, np.int64)
    wins, sh = np.empty((space, 3)), np.empty((space + 2, 9))
    room = (verts, ends, wins)
    pair = np.empty(6)
    for i in range(len(circles_a)):
        for j in range(len(circles_b)):
            a, b = circles_a[i], circles_b[j]
            if b[0] < a[0] or (b[0] == a[0] and b[1] < a[1]):
                a, b = b, a
            pair[:3], pair[3:] = a, b
            if math.hypot(b[0] - a[0], b[1] - a[1]) - a[2] - b[2] <= EPS:
                out[i, j] = OPEN
                continue
            n = gather(pair, bodies, hull_at, hulls, edge_at, edges, room)
            if n < 0:
                out[i, j] = ASK
            else:
                out[i, j] = _decide(width, pair, n, room, sh)


@jit
def pairs_lanes(
    circles_a: Floats,
    circles_b: Floats,
    bodies: Floats,
    hull_at: Ints,
    hulls: Floats,
    edge_at: Ints,
    edges: Floats,
    out: NDArray[np.int8],
    lanes: Floats,
    lines: Floats,
) -> None:
    """As `pairs_open`, with the widest lane of each pair and its middle line x, y, x, y."""
    space = len(hulls) + 6 * len(edges) + len(bodies) + 4
    verts, ends = np.empty((space, 2)), np.zeros(space + 1, np.int64)
    wins, sh = np.empty((space, 3)), np.empty((space + 2, 9))
    room = (verts, ends, wins)
    pair, best, found, waves = np.empty(6), np.empty(9), np.empty(9), np.empty((6, 3))
    for i in range(len(circles_a)):
        for j in range(len(circles_b)):
            a, b = circles_a[i], circles_b[j]
            swap = b[0] < a[0] or (b[0] == a[0] and b[1] < a[1])
            if swap:
                a, b = b, a
            pair[:3], pair[3:] = a, b
            gap = math.hypot(b[0] - a[0], b[1] - a[1])
            if gap - a[2] - b[2] <= EPS:
                out[i, j], lanes[i, j] = OPEN, np.inf
                lines[i, j] = np.nan
                continue
            n = gather(pair, bodies, hull_at, hulls, edge_at, edges, room)
            if n < 0:
                out[i, j] = ASK
                continue
            width = _widest(pair, n, room, sh, waves, best, found)
            if width < 0.0:
                out[i, j] = ASK
                continue
            lanes[i, j] = width
            out[i, j] = OPEN if width > 0.0 else CLOSED
            lines[i, j] = np.nan
            if width > 0.0:
                _line(best, pair, gap, lines[i, j], swap)


@jit
def _line(best: Floats, pair: Floats, gap: float, line: Floats, swap: bool) -> None:
    """The middle line of a lane, from rim to rim, in the world."""
    ux, uy = math.cos(best[0]), math.sin(best[0])
    across = (best[1] + best[2]) / 2.0
    aside = across + uy * gap
    start = math.sqrt(max(0.0, pair[2] ** 2 - across**2))
    end = ux * gap - math.sqrt(max(0.0, pair[5] ** 2 - aside**2))
    cx, cy = (pair[3] - pair[0]) / gap, (pair[4] - pair[1]) / gap
    for k in range(2):
        along = start if k == 0 else end
        x, y = ux * along - uy * across, uy * along + ux * across
        at = 2 * (1 - k) if swap else 2 * k
        line[at] = pair[0] + x * cx - y * cy
        line[at + 1] = pair[1] + x * cy + y * cx
