"""The sweep between round bases, compiled. Imported only by `batch`, and only when numba is there.

The same algorithm as `sweep` and `climb`, restricted to circles past straight obstacles and
circles; a pair it cannot decide (an area under both bases, a curve under one) is handed back.
Must not be imported for single questions: they never wait for a compiler.
"""

from __future__ import annotations

import math
from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from defilade.geometry.plane import EPS

__all__ = ["pairs_lanes", "pairs_open"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_QUARTER = math.pi / 2.0
_TAU = math.tau
_jit: Any = nb.njit(cache=True, nogil=True)

CLOSED, OPEN, ASK = 0, 1, 2
"""What the kernel says of a pair; ASK hands it to the plain engine."""


@_jit
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


@_jit
def _window(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    one, two = math.atan2(ay, ax), math.atan2(by, bx)
    opens = max(-_QUARTER, max(one - _QUARTER, two - _QUARTER))
    closes = min(_QUARTER, min(one + _QUARTER, two + _QUARTER))
    return opens, closes


@_jit
def _clip(px: float, py: float, qx: float, qy: float, radius: float) -> tuple[float, float]:
    """The span of a segment inside a disc at the origin; low above high when there is none."""
    dx, dy = qx - px, qy - py
    square = dx * dx + dy * dy
    middle = -(px * dx + py * dy) / square
    aside = (px * dy - py * dx) ** 2 / square
    inner = radius - EPS
    if aside >= inner * inner:
        return 1.0, 0.0
    half = math.sqrt((inner * inner - aside) / square)
    return middle - half, middle + half


@_jit
def _gather(
    pair: Floats,
    bodies: Floats,
    hull_at: Ints,
    hulls: Floats,
    edge_at: Ints,
    edges: Floats,
    room: tuple[Floats, Ints, Floats],
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
            wins[n, 0], wins[n, 1], wins[n, 2] = -_QUARTER, _QUARTER, 0.0
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
        if one < ra + 2.0 * EPS and two < rb + 2.0 * EPS:
            return -1
        m = start
        for i in range(edge_at[k], edge_at[k + 1]):
            n, m = _edge(edges[i], ax, ay, cx, cy, ra, rb, gap, verts, ends, wins, n, m)
    return n


@_jit
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
    """Add what is left of an edge outside both circles; only one of them can cut it."""
    px = (edge[0] - ax) * cx + (edge[1] - ay) * cy
    py = (edge[1] - ay) * cx - (edge[0] - ax) * cy
    qx = (edge[2] - ax) * cx + (edge[3] - ay) * cy
    qy = (edge[3] - ay) * cx - (edge[2] - ax) * cy
    wide = max(ra, rb)
    if min(py, qy) > wide or max(py, qy) < -wide or max(px, qx) < -ra or min(px, qx) > gap + rb:
        return n, m
    low, high = _clip(px, py, qx, qy, ra)
    if low > high or high <= 0.0 or low >= 1.0:
        low, high = _clip(px - gap, py, qx - gap, qy, rb)
    if low > high or high <= 0.0 or low >= 1.0:
        low, high = 1.0, 1.0
    for part in range(2):
        s, e = (0.0, low) if part == 0 else (high, 1.0)
        if (e - s) * math.hypot(qx - px, qy - py) <= EPS:
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


@_jit
def _shadows(
    theta: float, pair: Floats, n: int, room: tuple[Floats, Ints, Floats], sh: Floats
) -> tuple[int, int, int]:
    """Shadows of one direction into rows of `sh`: low, high, and both ends as x, y, r.

    Rows 0 and 1 are the circles. Returns the rows filled, and which circle bounds below and above.
    """
    verts, ends, wins = room
    ra, rb = pair[2], pair[5]
    gap = math.hypot(pair[3] - pair[0], pair[4] - pair[1])
    nx, ny = -math.sin(theta), math.cos(theta)
    mid = nx * gap
    sh[0, 0], sh[0, 1], sh[1, 0], sh[1, 1] = -ra, ra, mid - rb, mid + rb
    for c in range(2):
        x, r = (0.0, ra) if c == 0 else (gap, rb)
        sh[c, 2], sh[c, 3], sh[c, 4] = x, 0.0, -r
        sh[c, 5], sh[c, 6], sh[c, 7] = x, 0.0, r
    below = 0 if sh[0, 0] >= sh[1, 0] else 1
    above = 0 if sh[0, 1] <= sh[1, 1] else 1
    bottom, top = sh[below, 0], sh[above, 1]
    rows = 2
    if bottom > top:
        return rows, below, above
    for k in range(n):
        if theta < wins[k, 0] or theta >= wins[k, 1]:
            continue
        i = ends[k]
        lo = hi = nx * verts[i, 0] + ny * verts[i, 1]
        a = b = i
        for j in range(i + 1, ends[k + 1]):
            at = nx * verts[j, 0] + ny * verts[j, 1]
            if at < lo:
                lo, a = at, j
            elif at > hi:
                hi, b = at, j
        r = wins[k, 2]
        if hi + r < bottom - 1e-3 or lo - r > top + 1e-3:
            continue
        sh[rows, 0], sh[rows, 1] = lo - r, hi + r
        sh[rows, 2], sh[rows, 3], sh[rows, 4] = verts[a, 0], verts[a, 1], -r
        sh[rows, 5], sh[rows, 6], sh[rows, 7] = verts[b, 0], verts[b, 1], r
        sh[rows, 8] = wins[k, 1]
        rows += 1
    return rows, below, above


@_jit
def _parts_at(lo: Floats, hi: Floats, theta: float, hold: float) -> float:
    """When the gap from the high end of row `lo` to the low end of row `hi` exceeds `hold`."""
    wx, wy, c = hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]
    amplitude = math.hypot(wx, wy)
    if amplitude + c <= hold:
        return 1e300
    if amplitude == 0.0:
        return theta
    ratio = (hold - c) / amplitude
    if ratio <= -1.0:
        return theta
    return theta + (math.atan2(-wx, wy) - math.acos(ratio) - theta) % _TAU


@_jit
def _cover(
    theta: float,
    width: float,
    pair: Floats,
    n: int,
    room: tuple[Floats, Ints, Floats],
    sh: Floats,
) -> tuple[float, int, int]:
    """Where the cover of a direction ends; or -9 with the rows that bound a gap.

    Row `below` is given as -1 or -2 minus nothing when a circle bounds the gap: see `_end`.
    """
    rows, below, above = _shadows(theta, pair, n, room, sh)
    accept, hold = width + EPS / 2.0, width + EPS
    at, last = sh[below, 0], -1 - below
    top = sh[above, 1]
    until = _QUARTER
    while top - at > accept:
        best, reached = -1, at
        for k in range(2, rows):
            if sh[k, 1] > reached and sh[k, 0] - at <= accept:
                best, reached = k, sh[k, 1]
        if best < 0:
            nearest = -1
            for k in range(2, rows):
                if sh[k, 1] > at and sh[k, 0] < top and (nearest < 0 or sh[k, 0] < sh[nearest, 0]):
                    nearest = k
            return -9.0, last, (nearest if nearest >= 0 else -1 - above)
        until = min(until, sh[best, 8], _parts_at(_high(sh, last), sh[best, 2:5], theta, hold))
        at, last = reached, best
    until = min(until, _parts_at(_high(sh, last), sh[above, 5:8], theta, hold))
    return max(until, theta + 1e-12), 0, 0


@_jit
def _high(sh: Floats, row: int) -> Floats:
    """The upper end of a row; of a circle that bounds below, its lower end."""
    return sh[row, 5:8] if row >= 0 else sh[-1 - row, 2:5]


@_jit
def _low(sh: Floats, row: int) -> Floats:
    """The lower end of a row; of a circle that bounds above, its upper end."""
    return sh[row, 2:5] if row >= 0 else sh[-1 - row, 5:8]


@_jit
def _lane(
    theta: float,
    pair: Floats,
    n: int,
    room: tuple[Floats, Ints, Floats],
    sh: Floats,
    want: tuple[float, float],
    found: Floats,
) -> bool:
    """The widest gap of a direction that meets the offsets `want`: into `found`, see `_climb`."""
    rows, below, above = _shadows(theta, pair, n, room, sh)
    at, last, top = sh[below, 0], -1 - below, sh[above, 1]
    best = 0.0
    while at < top:
        # The next start above `at` that no shadow covers.
        moved = True
        while moved:
            moved = False
            for k in range(2, rows):
                if sh[k, 0] <= at and sh[k, 1] > at:
                    at, last, moved = sh[k, 1], k, True
        if at >= top:
            break
        up, nearest = top, -1 - above
        for k in range(2, rows):
            if at < sh[k, 0] < up:
                up, nearest = sh[k, 0], k
        if up - at > best and min(up, want[1]) > max(at, want[0]):
            best = up - at
            found[0], found[1], found[2] = theta, at, up
            found[3:6] = _high(sh, last)
            found[6:9] = _low(sh, nearest)
        at = up
        if nearest < 0:
            break
        at, last = sh[nearest, 1], nearest
    return best > 0.0


@_jit
def _summit(waves: Floats, count: int, low: float, high: float) -> tuple[float, float]:
    """The direction in a range where the least of some sinusoids is greatest, and that value."""
    best_t, best = low, -1e300
    for i in range(count + 1):
        for j in range(count + 1):
            for lap in range(-1, 2):
                for side in range(2):
                    if i == count and j == count:
                        t = low if side == 0 else high
                    elif i == count or j < i:
                        continue
                    elif j == i or j == count:
                        t = waves[i, 1] + lap * _TAU
                    else:
                        x = waves[i, 0] * math.cos(waves[i, 1]) - waves[j, 0] * math.cos(
                            waves[j, 1]
                        )
                        y = waves[i, 0] * math.sin(waves[i, 1]) - waves[j, 0] * math.sin(
                            waves[j, 1]
                        )
                        a, c = math.hypot(x, y), waves[j, 2] - waves[i, 2]
                        if a == 0.0 or abs(c) > a:
                            continue
                        t = math.atan2(y, x) + (2 * side - 1) * math.acos(c / a) + lap * _TAU
                    if t < low or t > high:
                        continue
                    least = 1e300
                    for k in range(count):
                        least = min(least, waves[k, 0] * math.cos(t - waves[k, 1]) + waves[k, 2])
                    if least > best:
                        best, best_t = least, t
    return best_t, best


@_jit
def _climb(
    best: Floats,
    pair: Floats,
    n: int,
    room: tuple[Floats, Ints, Floats],
    sh: Floats,
    waves: Floats,
    found: Floats,
) -> None:
    """Turn a lane (theta, low, high, its two ends) to where it is widest, in place."""
    low, high, count = -_QUARTER, _QUARTER, 0
    fresh = best
    for _ in range(30):
        if count == len(waves):
            waves[:-1] = waves[1:].copy()
            count -= 1
        wx, wy = fresh[6] - fresh[3], fresh[7] - fresh[4]
        waves[count, 0], waves[count, 1] = math.hypot(wx, wy), math.atan2(-wx, wy)
        waves[count, 2] = fresh[8] - fresh[5]
        count += 1
        theta, bound = _summit(waves, count, low, high)
        while True:
            if bound <= best[2] - best[1] + 1e-11 or high - low < 1e-11:
                return
            nx, ny = -math.sin(theta), math.cos(theta)
            want = (
                nx * best[3] + ny * best[4] + best[5],
                nx * best[6] + ny * best[7] + best[8],
            )
            if _lane(theta, pair, n, room, sh, want, found):
                break
            if theta > best[0]:
                high = theta
            else:
                low = theta
            theta = (theta + best[0]) / 2.0
        if found[2] - found[1] > best[2] - best[1]:
            if theta > best[0]:
                low = best[0]
            else:
                high = best[0]
            best[:] = found
            fresh = best
        else:
            if theta > best[0]:
                high = theta
            else:
                low = theta
            fresh = found


@_jit
def _decide(
    width: float,
    pair: Floats,
    n: int,
    room: tuple[Floats, Ints, Floats],
    sh: Floats,
) -> bool:
    """Whether a lane wider than `width` runs anywhere."""
    until, _, _ = _cover(0.0, width, pair, n, room, sh)
    if until == -9.0:
        return True
    theta = -_QUARTER
    while theta < _QUARTER:
        theta, _, _ = _cover(theta, width, pair, n, room, sh)
        if theta == -9.0:
            return True
    return False


@_jit
def _widest(
    pair: Floats,
    n: int,
    room: tuple[Floats, Ints, Floats],
    sh: Floats,
    waves: Floats,
    best: Floats,
    found: Floats,
) -> float:
    """The width of the widest lane, 0 for none; the lane is left in `best`."""
    width = 0.0
    if _lane(0.0, pair, n, room, sh, (-1e300, 1e300), best) and best[2] - best[1] > EPS / 2.0:
        _climb(best, pair, n, room, sh, waves, found)
        width = best[2] - best[1]
    theta = -_QUARTER
    while theta < _QUARTER:
        until, low, high = _cover(theta, width, pair, n, room, sh)
        if until == -9.0:
            nx, ny = -math.sin(theta), math.cos(theta)
            found[0] = theta
            found[3:6] = _high(sh, low)
            found[6:9] = _low(sh, high)
            found[1] = nx * found[3] + ny * found[4] + found[5]
            found[2] = nx * found[6] + ny * found[7] + found[8]
            best[:] = found
            _climb(best, pair, n, room, sh, waves, found)
            width = best[2] - best[1]
        else:
            theta = until
    return width


@_jit
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
    space = len(hulls) + 2 * len(edges) + len(bodies) + 4
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
            n = _gather(pair, bodies, hull_at, hulls, edge_at, edges, room)
            if n < 0:
                out[i, j] = ASK
            else:
                out[i, j] = OPEN if _decide(width, pair, n, room, sh) else CLOSED


@_jit
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
    space = len(hulls) + 2 * len(edges) + len(bodies) + 4
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
            n = _gather(pair, bodies, hull_at, hulls, edge_at, edges, room)
            if n < 0:
                out[i, j] = ASK
                continue
            width = _widest(pair, n, room, sh, waves, best, found)
            lanes[i, j] = width
            out[i, j] = OPEN if width > 0.0 else CLOSED
            lines[i, j] = np.nan
            if width > 0.0:
                _line(best, pair, gap, lines[i, j], swap)


@_jit
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
