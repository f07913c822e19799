"""How long a squad's fire and a look round take in Dropzone, as ratios inside one run.

Puts the same odds to the engine (through sight, arc, range, cover and dice) and to icepool, die
by die, and sets a survey beside the single rulings it is made of. Prints milliseconds for
orientation and ratios for comparison; nothing here is a test.

    python benchmarks/dropzone.py [--repeat 5]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import icepool

from defilade.dice import forget, odds
from defilade.game import Rejection
from defilade.ruling import Firing
from defilade.systems.dropzone import SYSTEM
from defilade.systems.dropzone.actions import Action
from defilade.table import Table
from defilade.testing.battles import opened_example

LINE = "fire R1 -> W1 with Rifles; R2 -> W1 with Rifles"


def best(repeat: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def ours(table: Table[Any], action: Action) -> Any:
    """The odds of Damage, nothing remembered from before."""
    forget()
    prospect = SYSTEM.prospect(action, table)
    assert not isinstance(prospect, Rejection)
    whole = odds(prospect.procedure, policy=SYSTEM.policies["default"])
    return whole.map(prospect.measures[0].of)


def theirs() -> Any:
    """The same from icepool: ten Shots on 5+, damage on 4+, a Critical on 6."""
    hit, hurt = icepool.d6 >= 5, icepool.d6.map({1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2})
    one = icepool.map(lambda hits, damage: damage if hits else 0, hit, hurt)
    return 10 @ one


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    _, table = opened_example(SYSTEM)
    action: Any = SYSTEM.read_action(LINE, table)
    mine, his = ours(table, action), theirs()
    worst = max(abs(float(mine.get(n, 0)) - float(his.probability(n))) for n in range(21))
    print(f"largest difference of a probability: {worst:.1e}")
    odds_ms, peer_ms = best(repeat, lambda: ours(table, action)), best(repeat, theirs)
    ruling_ms = best(repeat, lambda: SYSTEM.rule(Firing("K1", "W1", "Railgun"), table))
    survey_ms = best(repeat, lambda: SYSTEM.survey("K1", table))
    offers_ms = best(repeat, lambda: SYSTEM.actions(table))
    print(f"squad's fire with ruling {odds_ms:8.2f} ms   icepool, dice only {peer_ms:8.2f} ms")
    print(f"ratio to icepool         {odds_ms / peer_ms:8.2f}")
    print(f"one ruling               {ruling_ms:8.2f} ms")
    print(f"a survey                 {survey_ms:8.2f} ms   {survey_ms / ruling_ms:8.1f} rulings")
    print(f"all offers               {offers_ms:8.2f} ms   {offers_ms / ruling_ms:8.1f} rulings")


if __name__ == "__main__":
    main()
