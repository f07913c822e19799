"""The usual way to draw a hex line, as a yardstick: points at even steps from centre to centre,
each rounded to its hex, tried with a nudge to either side; blocked when both tries are.

Plain tuples and a set. `compiled` gives the same routine in numba, or nothing without numba.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

NUDGE = 1e-6
Axial = tuple[int, int]


def rounded(q: float, r: float, s: float) -> Axial:
    """The hex that holds a place."""
    a, b, c = math.floor(q + 0.5), math.floor(r + 0.5), math.floor(s + 0.5)
    off_q, off_r, off_s = abs(a - q), abs(b - r), abs(c - s)
    if off_q > off_r and off_q > off_s:
        a = -b - c
    elif off_r > off_s:
        b = -a - c
    return a, b


def sees(start: Axial, end: Axial, blocking: Collection[Axial]) -> bool:
    """Whether one of the two nudged lines meets no blocker at its sampled points."""
    q, r = start
    over, down = end[0] - q, end[1] - r
    length = max(abs(over), abs(down), abs(over + down))
    for nudge in (NUDGE, -NUDGE):
        for i in range(1, length):
            t = i / length
            x, y = q + over * t + nudge, r + down * t + 2 * nudge
            if rounded(x, y, -x - y) in blocking:
                break
        else:
            return True
    return False


def compiled() -> Callable[..., int] | None:
    """Count ordered pairs in sight on a table of blocked cells (odd rows shoved), compiled."""
    try:
        import numba
    except ImportError:
        return None

    @numba.njit
    def one(c0, r0, c1, r1, blocked):
        q0, q1 = c0 - r0 // 2, c1 - r1 // 2
        over, down = q1 - q0, r1 - r0
        length = max(abs(over), abs(down), abs(over + down))
        for k in range(2):
            nudge = 1e-6 if k == 0 else -1e-6
            free = True
            for i in range(1, length):
                x = q0 + over * i / length + nudge
                y = r0 + down * i / length + 2 * nudge
                z = -x - y
                a, b, c = math.floor(x + 0.5), math.floor(y + 0.5), math.floor(z + 0.5)
                u, v, w = abs(a - x), abs(b - y), abs(c - z)
                if u > v and u > w:
                    a = -b - c
                elif v > w:
                    b = -a - c
                column = int(a) + int(b) // 2
                on_board = 0 <= int(b) < blocked.shape[0] and 0 <= column < blocked.shape[1]
                if on_board and blocked[int(b), column]:
                    free = False
                    break
            if free:
                return True
        return False

    @numba.njit
    def count(blocked, every):
        rows, columns = blocked.shape
        found = 0
        for start in range(0, rows * columns, every):
            for end in range(rows * columns):
                if start != end:
                    found += one(
                        start % columns, start // columns, end % columns, end // columns, blocked
                    )
        return found

    return count
