# ruff: noqa: PLR0912, PLR0917 (a compiled kernel takes flat arrays and branches in place)
"""Shadows, covers and lanes between two circles, compiled: what `slices` and `climb` do.

Imported only by `compiled`. Must not know obstacles.
"""

from __future__ import annotations

import math

from defilade.geometry.plane import EPS
from defilade.geometry.sight.compiled_pieces import QUARTER, TAU, Floats, Room, jit

__all__ = ["climb", "cover", "high_end", "lane", "low_end"]


@jit
def _shadows(theta: float, pair: Floats, n: int, room: Room, sh: Floats) -> tuple[int, int, int]:
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


@jit
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
    return theta + (math.atan2(-wx, wy) - math.acos(ratio) - theta) % TAU


@jit
def cover(
    theta: float,
    width: float,
    pair: Floats,
    n: int,
    room: Room,
    sh: Floats,
) -> tuple[float, int, int]:
    """Where the cover of a direction ends; or -9 with the rows that bound a gap.

    Row `below` is given as -1 or -2 minus nothing when a circle bounds the gap: see `_end`.
    """
    rows, below, above = _shadows(theta, pair, n, room, sh)
    accept, hold = width + EPS / 2.0, width + EPS
    at, last = sh[below, 0], -1 - below
    top = sh[above, 1]
    until = QUARTER
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
        until = min(until, sh[best, 8], _parts_at(high_end(sh, last), sh[best, 2:5], theta, hold))
        at, last = reached, best
    until = min(until, _parts_at(high_end(sh, last), sh[above, 5:8], theta, hold))
    return max(until, theta + 1e-12), 0, 0


@jit
def high_end(sh: Floats, row: int) -> Floats:
    """The upper end of a row; of a circle that bounds below, its lower end."""
    return sh[row, 5:8] if row >= 0 else sh[-1 - row, 2:5]


@jit
def low_end(sh: Floats, row: int) -> Floats:
    """The lower end of a row; of a circle that bounds above, its upper end."""
    return sh[row, 2:5] if row >= 0 else sh[-1 - row, 5:8]


@jit
def lane(
    theta: float,
    pair: Floats,
    n: int,
    room: Room,
    sh: Floats,
    want: tuple[float, float],
    found: Floats,
) -> bool:
    """The widest gap of a direction that meets the offsets `want`: into `found`, see `climb`."""
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
            found[3:6] = high_end(sh, last)
            found[6:9] = low_end(sh, nearest)
        at = up
        if nearest < 0:
            break
        at, last = sh[nearest, 1], nearest
    return best > 0.0


@jit
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
                    elif j in (i, count):
                        t = waves[i, 1] + lap * TAU
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
                        t = math.atan2(y, x) + (2 * side - 1) * math.acos(c / a) + lap * TAU
                    if t < low or t > high:
                        continue
                    least = 1e300
                    for k in range(count):
                        least = min(least, waves[k, 0] * math.cos(t - waves[k, 1]) + waves[k, 2])
                    if least > best:
                        best, best_t = least, t
    return best_t, best


@jit
def climb(
    best: Floats,
    pair: Floats,
    n: int,
    room: Room,
    sh: Floats,
    waves: Floats,
    found: Floats,
) -> None:
    """Turn a lane (theta, low, high, its two ends) to where it is widest, in place."""
    low, high, count = -QUARTER, QUARTER, 0
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
            if lane(theta, pair, n, room, sh, want, found):
                nx, ny = -math.sin(best[0]), math.cos(best[0])
                gap = nx * (found[6] - found[3]) + ny * (found[7] - found[4]) + found[8] - found[5]
                # A gap of another lane says nothing about this one: as if it were gone there.
                if gap >= best[2] - best[1] - 1e-11:
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
