# ruff: noqa: PLR0912, PLR0915, PLR0917 (a compiled kernel takes flat arrays and branches in place)
"""Pieces between two circles as flat arrays, compiled: what `between` does, for round bases.

Imported only by `compiled`. Must not know lanes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba as nb
import numpy as np
from numpy.typing import NDArray

from defilade.geometry.plane import EPS

__all__ = ["QUARTER", "TAU", "Floats", "Ints", "Room", "gather", "jit"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Room = tuple[Floats, Ints, Floats]
"""Corners (x, y), where each piece's corners end, and its opens, closes, radius."""

QUARTER = math.pi / 2.0
TAU = math.tau
_F = TypeVar("_F", bound=Callable[..., Any])


def jit(function: _F) -> _F:
    """Compile a kernel, keep it on disk, and let threads run it side by side."""
    return cast("_F", nb.njit(cache=True, nogil=True)(function))


@jit
def _near(points: Floats, first: int, last: int, x: float, y: float) -> tuple[float, float, float]:
    """Nearest point of a convex ring to (x, y), as distance and vector; distance -1 inside."""
    best, fx, fy = 1e300, 0.0, 0.0
    inside = last - first > 2
    px, py = points[last - 1, 0] - x, points[last - 1, 1] - y
    for k in range(first, last):
        qx, qy = points[k, 0] - x, points[k, 1] - y
        dx, dy = qx - px, qy - py
        if dx * -py - dy * -px < 0.0:
            inside = False
        square = dx * dx + dy * dy
        t = 0.0 if square == 0.0 else min(1.0, max(0.0, -(px * dx + py * dy) / square))
        nx, ny = px + t * dx, py + t * dy
        gap = math.hypot(nx, ny)
        if gap < best:
            best, fx, fy = gap, nx, ny
        px, py = qx, qy
    return (-1.0 if inside else best), fx, fy


@jit
def _window(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    one, two = math.atan2(ay, ax), math.atan2(by, bx)
    opens = max(-QUARTER, one - QUARTER, two - QUARTER)
    closes = min(QUARTER, one + QUARTER, two + QUARTER)
    return opens, closes


@jit
def _clip(px: float, py: float, qx: float, qy: float, radius: float) -> tuple[float, float]:
    """The span of a segment inside a disc at the origin; low above high when there is none."""
    dx, dy = qx - px, qy - py
    square = dx * dx + dy * dy
    middle = -(px * dx + py * dy) / square
    aside = (px * dy - py * dx) ** 2 / square
    inner = radius - EPS
    if aside >= inner * inner:
        return 1.0, 0.0
    half = math.sqrt((radius * radius - aside) / square)
    return middle - half, middle + half


@jit
def _touches(edges: Floats, first: int, last: int, x: float, y: float, radius: float) -> bool:
    """Whether a circle touches or lies in the area that some edges enclose."""
    inside = False
    for k in range(first, last):
        px, py, qx, qy = edges[k, 0] - x, edges[k, 1] - y, edges[k, 2] - x, edges[k, 3] - y
        dx, dy = qx - px, qy - py
        square = dx * dx + dy * dy
        t = 0.0 if square == 0.0 else min(1.0, max(0.0, -(px * dx + py * dy) / square))
        if math.hypot(px + t * dx, py + t * dy) <= radius + 2.0 * EPS:
            return True
        if (py > 0.0) != (qy > 0.0) and px - py * dx / dy > 0.0:
            inside = not inside
    return inside


@jit
def gather(
    pair: Floats,
    bodies: Floats,
    hull_at: Ints,
    hulls: Floats,
    edge_at: Ints,
    edges: Floats,
    room: Room,
) -> int:
    """Fill `room` with the pieces between two circles, in their frame; -1 to hand back.

    `pair` is x, y, radius of both. `bodies` has x, y, reach and 1 for a circle, 0 for straight.
    """
    verts, ends, wins = room
    ax, ay, ra, bx, by, rb = pair
    gap = math.hypot(bx - ax, by - ay)
    cx, cy = (bx - ax) / gap, (by - ay) / gap
    n, m, wide = 0, 0, max(ra, rb)
    for k in range(len(bodies)):
        dx, dy, reach = bodies[k, 0] - ax, bodies[k, 1] - ay, bodies[k, 2]
        x, y = dx * cx + dy * cy, dy * cx - dx * cy
        if y - reach > wide or y + reach < -wide or x + reach < -ra or x - reach > gap + rb:
            continue
        if bodies[k, 3] == 1.0:
            one, two = math.hypot(x, y), math.hypot(x - gap, y)
            if one < reach + ra or two < reach + rb:
                return -1
            opens, closes = _window(x, y, gap - x, -y)
            if opens < closes:
                verts[m, 0], verts[m, 1] = x, y
                m += 1
                ends[n + 1] = m
                wins[n, 0], wins[n, 1], wins[n, 2] = opens, closes, reach
                n += 1
            continue
        start = m
        x0, x1, y0, y1 = 1e300, -1e300, 1e300, -1e300
        for i in range(hull_at[k], hull_at[k + 1]):
            dx, dy = hulls[i, 0] - ax, hulls[i, 1] - ay
            x, y = dx * cx + dy * cy, dy * cx - dx * cy
            verts[m, 0], verts[m, 1] = x, y
            m += 1
            x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
        if y0 > wide or y1 < -wide or x1 < -ra or x0 > gap + rb:
            m = start
            continue
        if x0 >= ra and x1 <= gap - rb:
            ends[n + 1] = m
            wins[n, 0], wins[n, 1], wins[n, 2] = -QUARTER, QUARTER, 0.0
            n += 1
            continue
        one, ux, uy = _near(verts, start, m, 0.0, 0.0)
        two, vx, vy = _near(verts, start, m, gap, 0.0)
        if one >= ra - 2.0 * EPS and two >= rb - 2.0 * EPS:
            opens, closes = _window(ux, uy, -vx, -vy)
            if opens < closes:
                ends[n + 1] = m
                wins[n, 0], wins[n, 1], wins[n, 2] = opens, closes, 0.0
                n += 1
            else:
                m = start
            continue
        m = start
        first, last = edge_at[k], edge_at[k + 1]
        if _touches(edges, first, last, ax, ay, ra) and _touches(edges, first, last, bx, by, rb):
            return -1
        for i in range(edge_at[k], edge_at[k + 1]):
            n, m = _edge(edges[i], ax, ay, cx, cy, ra, rb, gap, verts, ends, wins, n, m)
    return n


@jit
def _edge(
    edge: Floats,
    ax: float,
    ay: float,
    cx: float,
    cy: float,
    ra: float,
    rb: float,
    gap: float,
    verts: Floats,
    ends: Ints,
    wins: Floats,
    n: int,
    m: int,
) -> tuple[int, int]:
    """Add what is left of an edge outside both circles."""
    px = (edge[0] - ax) * cx + (edge[1] - ay) * cy
    py = (edge[1] - ay) * cx - (edge[0] - ax) * cy
    qx = (edge[2] - ax) * cx + (edge[3] - ay) * cy
    qy = (edge[3] - ay) * cx - (edge[2] - ax) * cy
    wide = max(ra, rb)
    if min(py, qy) > wide or max(py, qy) < -wide or max(px, qx) < -ra or min(px, qx) > gap + rb:
        return n, m
    low, high = _clip(px, py, qx, qy, ra)
    if low > high or high <= 0.0 or low >= 1.0:
        low, high = 1.0, 1.0
    from_b, to_b = _clip(px - gap, py, qx - gap, qy, rb)
    if from_b > to_b or to_b <= 0.0 or from_b >= 1.0:
        from_b, to_b = 1.0, 1.0
    near, far, near_radius, far_radius = 0.0, gap, ra, rb
    if from_b < low:
        low, high, from_b, to_b = from_b, to_b, low, high
        near, far, near_radius, far_radius = gap, 0.0, rb, ra
    for part in range(3):
        s, e = (0.0, low) if part == 0 else ((high, from_b) if part == 1 else (to_b, 1.0))
        e = min(e, 1.0)
        if (e - s) * math.hypot(qx - px, qy - py) <= EPS:
            continue
        # What rises above a circle by no more than contact is under it.
        if part == 0 and low < 1.0 and math.hypot(px - near, py) <= near_radius + EPS:
            continue
        if part == 1 and from_b >= 1.0 and math.hypot(qx - near, qy) <= near_radius + EPS:
            continue
        if part == 2 and to_b < 1.0 and math.hypot(qx - far, qy) <= far_radius + EPS:
            continue
        verts[m, 0], verts[m, 1] = px + s * (qx - px), py + s * (qy - py)
        verts[m + 1, 0], verts[m + 1, 1] = px + e * (qx - px), py + e * (qy - py)
        _, ux, uy = _near(verts, m, m + 2, 0.0, 0.0)
        _, vx, vy = _near(verts, m, m + 2, gap, 0.0)
        opens, closes = _window(ux, uy, -vx, -vy)
        if opens < closes:
            m += 2
            ends[n + 1] = m
            wins[n, 0], wins[n, 1], wins[n, 2] = opens, closes, 0.0
            n += 1
    return n, m
