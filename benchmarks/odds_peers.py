"""The same three questions for icepool, dyce, plain integers and hand-written numpy.

Each peer gets the best of the forms tried for it: a state walked along a sequence, an evaluator of
multisets, a table of compositions that is kept.
"""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from functools import cache
from typing import Any

warnings.filterwarnings("ignore", message=".*experimental.*")


def squad_step(each: int) -> Any:
    """Wounds left over all models, the wounded one first, after one attack."""

    def step(left: int, lost: int) -> int:
        if left <= 0 or lost == 0:
            return left
        return left - min(lost, left - (left - 1) // each * each)

    return step


# ------------------------------------------------------------------ icepool


def icepool_w40k(n: int, models: int, each: int) -> dict[Any, Fraction]:
    import icepool

    def one(hit: int, wound: int, save: int, damage: int) -> Any:
        if hit < 3 or (hit < 6 and wound < 4) or save >= 5:
            return 0
        return damage @ icepool.Die({1: 5, 0: 1})

    attack = icepool.map(one, icepool.d6, icepool.d6, icepool.d6, icepool.d3)
    left = icepool.Die([models * each]).map(squad_step(each), attack, repeat=n)
    return _of_icepool(left.map(lambda wounds: models - math.ceil(wounds / each)))


def icepool_fleet(n: int) -> dict[Any, Fraction]:
    import icepool

    one = icepool.map(lambda a, s: int(a >= 5 or (a >= 3 and s < 3)), icepool.d6, icepool.d6)
    return _of_icepool(n @ one)


@cache
def _icepool_evaluator() -> Any:
    import icepool

    class Hits(icepool.MultisetEvaluator):  # type: ignore[misc, type-arg]
        def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
            hits, flags = state or (0, 0)
            if outcome == 0:
                hits += max(0, count - 1)
            elif outcome == 1:
                hits += count
            elif outcome == 2:
                flags = max(0, count - 1)
            return hits, flags

    return Hits


@cache
def _kept_evaluator() -> Any:
    return _icepool_evaluator()()


def icepool_battle(n: int, *, keep: bool = False) -> dict[Any, Fraction]:
    import icepool

    evaluator = _kept_evaluator() if keep else _icepool_evaluator()()
    return _of_icepool(evaluator.evaluate(icepool.Die({0: 2, 1: 1, 2: 1, 3: 2}).pool(n)))


def _of_icepool(die: Any) -> dict[Any, Fraction]:
    return {
        tuple(k) if isinstance(k, tuple) else k: Fraction(w, die.denominator())
        for k, w in die.items()
        if w
    }


# ------------------------------------------------------------------ dyce


def dyce_w40k(n: int, models: int, each: int) -> dict[Any, Fraction]:
    from dyce import H, expand

    ignored = H({1: 5, 0: 1})

    def one(hit: Any, wound: Any, save: Any, damage: Any) -> Any:
        if hit.outcome < 3 or (hit.outcome < 6 and wound.outcome < 4) or save.outcome >= 5:
            return 0
        return damage.outcome @ ignored

    attack = expand(one, H(6), H(6), H(6), H(3)).lowest_terms()
    left = H({models * each: 1})
    for _ in range(n):
        left = left.apply(squad_step(each), attack)
    return _of_dyce(left.apply(lambda wounds: models - math.ceil(wounds / each)))


def dyce_fleet(n: int) -> dict[Any, Fraction]:
    from dyce import H

    one = H(6).apply(lambda a, s: int(a >= 5 or (a >= 3 and s < 3)), H(6)).lowest_terms()
    return _of_dyce(n @ one)


def dyce_battle(n: int) -> dict[Any, Fraction]:
    from dyce import H

    thrown = n @ H({1: 2, 100: 1, 0: 2, 10000: 1})
    return _of_dyce(
        thrown.apply(lambda v: (max(0, v % 100 - 1) + v // 100 % 100, max(0, v // 10000 - 1)))
    )


def _of_dyce(found: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(way, found.total) for outcome, way in found.items() if way}


# ------------------------------------------------------------------ plain integers


def _attack_ways(each: int) -> tuple[list[int], int]:
    """Ways for one attack to take 0 to `each` wounds off a fresh model."""
    whole = 18 * 3 * 216
    ways = [13 * 3 * 216] + [0] * each
    for damage in (1, 2, 3):
        for k in range(damage + 1):
            ways[min(k, each)] += 5 * 216 * math.comb(damage, k) * 5**k // 6**damage
    divisor = math.gcd(whole, *ways)
    return [way // divisor for way in ways], whole // divisor


def ints_w40k(n: int, models: int, each: int) -> dict[Any, Fraction]:
    ways, whole = _attack_ways(each)
    left = [0] * (models * each) + [1]
    for _ in range(n):
        ahead = [left[0] * whole] + [0] * (models * each)
        for wounds in range(1, models * each + 1):
            if left[wounds]:
                top = wounds - (wounds - 1) // each * each
                for k, way in enumerate(ways):
                    ahead[wounds - min(k, top)] += left[wounds] * way
        left = ahead
    killed = [0] * (models + 1)
    for wounds, way in enumerate(left):
        killed[models - -(-wounds // each)] += way
    return {k: Fraction(way, whole**n) for k, way in enumerate(killed) if way}


# ------------------------------------------------------------------ numpy


def numpy_w40k(n: int, models: int, each: int) -> Any:
    import numpy as np

    ways, whole = _attack_ways(each)
    chance = np.array(ways, float) / whole
    tail = np.cumsum(chance[::-1])[::-1]
    move = np.zeros((each, each + 1))
    for hurt in range(each):
        move[hurt, hurt:each] = chance[: each - hurt]
        move[hurt, each] = tail[each - hurt]
    state = np.zeros((models + 1, each))  # models lost, wounds lost of the next
    state[0, 0] = 1.0
    for _ in range(n):
        step = state[:models] @ move
        state[:models] = step[:, :each]
        state[1:, 0] += step[:, each]
    return state.sum(1)


def numpy_fleet(n: int) -> Any:
    import numpy as np

    found, power, left = np.ones(1), np.array([5 / 9, 4 / 9]), n
    while left:
        if left & 1:
            found = np.convolve(found, power)
        left >>= 1
        if left:
            power = np.convolve(power, power)
    return found


@cache
def _compositions(n: int) -> Any:
    import numpy as np

    grid = np.indices((n + 1,) * 3).reshape(3, -1).T
    grid = grid[grid.sum(1) <= n]
    rest = n - grid.sum(1)
    factorial = np.array([math.factorial(i) for i in range(n + 1)], float)
    return grid, rest, factorial[n] / (factorial[grid].prod(1) * factorial[rest])


def numpy_battle(n: int) -> Any:
    import numpy as np

    grid, rest, ways = _compositions(n)
    powers = (np.array([2, 1, 1, 2]) / 6)[:, None] ** np.arange(n + 1)
    weight = ways * powers[0][grid[:, 0]] * powers[1][grid[:, 1]]
    weight = weight * powers[2][grid[:, 2]] * powers[3][rest]
    key = (np.maximum(grid[:, 0] - 1, 0) + grid[:, 1]) * (n + 1) + np.maximum(grid[:, 2] - 1, 0)
    return np.bincount(key, weight, (n + 1) ** 2).reshape(n + 1, n + 1)


def numpy_columns(n: int, trials: int, seed: int) -> Any:
    """Sampled volleys the usual way: a column of dice for every die."""
    import numpy as np

    rng = np.random.default_rng(seed)
    attack = rng.integers(1, 7, (trials, n), np.int8)
    armour = rng.integers(1, 7, (trials, n), np.int8)
    damage = ((attack >= 5) | ((attack >= 3) & (armour < 3))).sum(1)
    return np.bincount(damage, minlength=n + 1) / trials


def numba_profiles() -> Any:
    """A compiled loop over profiles of the sequence; `None` without numba."""
    try:
        import numba
        import numpy as np
    except ImportError:
        return None

    @numba.njit  # type: ignore[untyped-decorator]
    def profiles(n, models, each, chances):  # type: ignore[no-untyped-def]
        most = models * each
        out = np.zeros((len(chances), models + 1))
        for row in range(len(chances)):
            chance, now, ahead = chances[row], np.zeros(most + 1), np.zeros(most + 1)
            now[most], low = 1.0, most
            for _ in range(n):
                ahead[:] = 0.0
                ahead[0] = now[0]
                for left in range(max(low, 1), most + 1):
                    top = left - (left - 1) // each * each
                    for k in range(each + 1):
                        ahead[left - (k if k < top else top)] += now[left] * chance[k]
                low = max(0, low - each)
                now, ahead = ahead, now
            for left in range(most + 1):
                out[row, models - (left + each - 1) // each] += now[left]
        return out

    return profiles
