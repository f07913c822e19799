"""Odds beside icepool, dyce, plain integers, numpy and numba, in one run.

    python benchmarks/odds.py

Checks first that all agree, then times them in turn, so that a busy machine slows all alike; the
figures are the best of many rounds. "new" has forgotten every answer and table, and the unit it is
fired at; "kept" knows dice tables and the unit but no answer; "again" is a remembered answer and
is printed only to be told apart.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from odds_peers import (
    dyce_battle,
    dyce_fleet,
    dyce_w40k,
    icepool_battle,
    icepool_fleet,
    icepool_w40k,
    ints_w40k,
    numba_profiles,
    numpy_battle,
    numpy_columns,
    numpy_fleet,
    numpy_w40k,
)
from odds_rules import Battle, Lock, Salvo, Shots, Together
from odds_w40k import Unit, w40k

from defilade.dice import Many, fold_many, forget, odds, resolve, sample

HERE = Path(__file__).parent
FLEET = Many(12, Lock(1, 3, 3))


def forget_answers() -> None:
    """Keep the dice tables and the kernels, forget what was asked."""
    resolve._exact.clear()
    resolve._floats.clear()


def race(title: str, entries: dict[str, tuple[Any, ...]], *, rounds: int = 25) -> dict[str, float]:
    """Best seconds a call of each entry (a call, optionally what to do before), taken in turn."""
    best = dict.fromkeys(entries, math.inf)
    for _ in range(rounds):
        for name, (call, *before) in entries.items():
            for prepare in before:
                prepare()
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    print(f"\n{title}")
    for name, seconds in best.items():
        print(f"  {name:<34}{seconds * 1e6:>12,.1f} us")
    return best


def ours(asked: Any) -> dict[str, tuple[Any, ...]]:
    """The ways we may be asked."""
    return {
        "float, new": (lambda: odds(asked), forget),
        "float, kept": (lambda: odds(asked), forget_answers),
        "exact, new": (lambda: odds(asked, exact=True), forget),
        "exact, kept": (lambda: odds(asked, exact=True), forget_answers),
        "float, again": (lambda: odds(asked), lambda: odds(asked)),
    }


def ratio(times: dict[str, float], ours_: str, theirs: str, goal: str) -> None:
    """Print how many times faster we are than a peer."""
    print(f"  {theirs} / {ours_}: {times[theirs] / times[ours_]:.2f}x   ({goal})")


def check() -> None:
    """All engines give the same distribution, as fractions where they have them."""
    for size in ((4, 3, 2), (30, 10, 2)):
        exact = dict(odds(w40k(*size), exact=True))
        assert exact == icepool_w40k(*size) == dyce_w40k(*size) == ints_w40k(*size)
        assert np.allclose(numpy_w40k(*size), [float(exact.get(k, 0)) for k in range(size[1] + 1)])
    fleet = dict(odds(FLEET, exact=True))
    assert fleet == icepool_fleet(12) == dyce_fleet(12) == dict(odds(Lock(12, 3, 3), exact=True))
    assert np.allclose(numpy_fleet(12), [float(fleet[k]) for k in range(13)])
    battle = dict(odds(Battle(5), exact=True))
    assert battle == icepool_battle(5) == dyce_battle(5)
    assert np.allclose(
        numpy_battle(5),
        [[float(battle.get((h, f), Fraction(0))) for f in range(6)] for h in range(6)],
    )
    weapons = tuple(Lock(8, 2 + k, 3) for k in range(3))
    assert odds(Salvo(weapons, 10), exact=True) == odds(Together(weapons, 10), exact=True)
    print("all engines agree")


def sequences() -> None:
    """The floors and goals for single questions."""
    size = (30, 10, 2)
    times = race(
        "30 attacks, lethal hits, D3 damage, feel no pain, ten 2-wound models",
        ours(w40k(*size))
        | {
            "plain integers": (lambda: ints_w40k(*size),),
            "numpy": (lambda: numpy_w40k(*size),),
            "dyce": (lambda: dyce_w40k(*size),),
            "icepool": (lambda: icepool_w40k(*size),),
        },
    )
    for state in ("kept", "new"):
        ratio(times, f"exact, {state}", "dyce", "A1: at least 15")
        ratio(times, f"exact, {state}", "icepool", "A1: at least 50")
        ratio(times, f"exact, {state}", "plain integers", "A1: at least 0.67")
        ratio(times, f"float, {state}", "numpy", "A2: at least 0.67")
    times = race(
        "12 dice, lock 3+, critical 5+, armour 3+",
        ours(FLEET)
        | {"as one handful, kept": (lambda: odds(Lock(12, 3, 3)), forget_answers)}
        | {
            "numpy": (lambda: numpy_fleet(12),),
            "dyce": (lambda: dyce_fleet(12),),
            "icepool": (lambda: icepool_fleet(12),),
        },
        rounds=200,
    )
    for state in ("kept", "new"):
        ratio(times, f"float, {state}", "icepool", "floor: at least 5")
        ratio(times, f"float, {state}", "dyce", "floor: at least 1")
    times = race(
        "5 battle dice, joint hits and flags",
        ours(Battle(5))
        | {
            "numpy, table kept": (lambda: numpy_battle(5),),
            "dyce": (lambda: dyce_battle(5),),
            "icepool, new": (lambda: icepool_battle(5),),
            "icepool, again": (lambda: icepool_battle(5, keep=True),),
        },
        rounds=200,
    )
    ratio(times, "float, new", "icepool, new", "floor: at least 5")
    ratio(times, "float, kept", "icepool, new", "floor: at least 5")
    ratio(times, "float, again", "icepool, again", "like for like: at least 5")
    ratio(times, "float, kept", "icepool, again", "our new against its old")
    ratio(times, "float, new", "dyce", "floor: at least 1")


def salvos() -> None:
    """Several weapons at one hull."""
    three = tuple(Lock(8, 2 + k, 3) for k in range(3))
    twelve = tuple(Lock(30, 2 + k % 4, 2 + k % 5) for k in range(12))
    shots = tuple(Shots(30, 2 + k % 4, 2 + k % 5) for k in range(12))
    race(
        "weapons at a hull of 20 (floors: 3 x 8 under 2 ms, 12 x 30 under 50 ms)",
        {
            "3 x 8 in turn, handfuls, new": (lambda: odds(Salvo(three, 20)), forget),
            "3 x 8 at once, handfuls, new": (lambda: odds(Together(three, 20)), forget),
            "12 x 30 in turn, single shots, new": (lambda: odds(Salvo(shots, 20)), forget),
            "12 x 30 at once, single shots, new": (lambda: odds(Together(shots, 20)), forget),
            "12 x 30 in turn, handfuls, new": (lambda: odds(Salvo(twelve, 20)), forget),
            "12 x 30 in turn, handfuls, kept": (lambda: odds(Salvo(twelve, 20)), forget_answers),
        },
        rounds=7,
    )


def batches() -> None:
    """A million sampled volleys, and a thousand profiles at once."""
    times = race(
        "a million volleys of 12 dice, sampled",
        {
            "sample, as a handful, new": (lambda: sample(Lock(12, 3, 3), 10**6, 1), forget),
            "numpy columns": (lambda: numpy_columns(12, 10**6, 1),),
        },
        rounds=7,
    )
    ratio(times, "sample, as a handful, new", "numpy columns", "floor: at least 1")
    rng = np.random.default_rng(0)
    chances = rng.dirichlet([1, 1, 1], 1000)
    columns = {k: np.ascontiguousarray(chances[:, k]) for k in range(3)}
    entries: dict[str, tuple[Callable[[], Any], ...]] = {
        "fold_many": (lambda: fold_many(30, Unit(10, 2), columns),)
    }
    compiled = numba_profiles()
    if compiled:
        entries["numba"] = (lambda: compiled(30, 10, 2, chances),)
        found, theirs = fold_many(30, Unit(10, 2), columns), compiled(30, 10, 2, chances)
        for models in range(11):
            killed = sum(c for unit, c in found.items() if unit.models == 10 - models)
            assert np.allclose(killed, theirs[:, models])
    times = race("a thousand profiles of the 30 attacks", entries)
    if compiled:
        ratio(times, "fold_many", "numba", "A3: at least 0.67")


def fresh_processes() -> None:
    """Whole wall time of a process that answers one question."""
    scripts = {
        "bare Python": "pass",
        "plain integers": "from odds_peers import *; ints_w40k(30, 10, 2)",
        "ours": "from odds_w40k import *; from defilade.dice import odds; odds(w40k(30, 10, 2))",
        "icepool": "from odds_peers import *; icepool_w40k(30, 10, 2)",
        "dyce": "from odds_peers import *; dyce_w40k(30, 10, 2)",
    }
    times = race(
        "one question in a fresh process (the 30 attacks)",
        {
            name: (
                lambda code=code: subprocess.run(
                    [sys.executable, "-c", code], cwd=HERE, check=True
                ),
            )
            for name, code in scripts.items()
        },
        rounds=15,
    )
    ratio(times, "ours", "icepool", "floor: at least 1; A4: at least 2")


if __name__ == "__main__":
    check()
    sequences()
    salvos()
    batches()
    fresh_processes()
