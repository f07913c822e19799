"""How long the odds of a fleet's volley take, as ratios inside one run.

Runs a volley on one ship through the whole path of the system (range, arc, Lock, saves, dice)
and compares it with the same question asked of icepool, die by die. Prints milliseconds for
orientation and ratios for comparison; nothing here is a test.

    python benchmarks/fleet.py [--repeat 7]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from defilade.dice import forget, odds
from defilade.systems.dropfleet import SYSTEM
from defilade.systems.dropfleet.battle import Battle, ShipLine, WeaponLine
from defilade.systems.dropfleet.plan import fire_on
from defilade.systems.dropfleet.policies import POLICIES
from defilade.systems.dropfleet.state import Allocation
from defilade.systems.dropfleet.terms import Layer, Order
from defilade.table import Draft, Table
from defilade.values import DiceExpr, Need


def line(lock: int, attack: str, damage: str = "1", *special: str) -> WeaponLine:
    """A weapon that bears everywhere."""
    dice, points = DiceExpr.parse(attack), DiceExpr.parse(damage)
    return WeaponLine(Need(lock), dice, points, "F/S/R", special)


def table_of(weapons: dict[str, WeaponLine], **target: Any) -> Table[Any]:
    """One firer with these weapons and one target."""
    defaults: dict[str, Any] = {"armour": Need(3), "hull_start": 22, "signature": 10, "pd": 0}
    firer = ShipLine(
        "red", (10, 10), layer=Layer.HIGH, weapons=weapons, orders=Order.WEAPONS_FREE, moved=True
    )
    other = ShipLine("blue", (10, 15), layer=Layer.HIGH, **{**defaults, **target})
    table = SYSTEM.check(Draft("dropfleet", Battle(ships={"A": firer, "B": other})))
    assert isinstance(table, Table)
    return table


def ask(table: Table[Any], *, exact: bool = False) -> Any:
    """The odds of everything the firer has on the target."""
    weapons = table.state.ships["A"].profile.weapons
    allocations = tuple(Allocation("A", name, "B", w.attack) for name, w in weapons.items())
    plan = fire_on(table.state, table.options, "B", allocations)
    return odds(plan, policy=POLICIES["default"], exact=exact)


def best(run: Callable[[], object], repeat: int, before: Callable[[], None] | None = None) -> float:
    """The best of several runs, in milliseconds."""
    times = []
    for _ in range(repeat):
        if before is not None:
            before()
        start = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def icepool_die(lock: int, armour: int) -> Any:
    """One attack die of damage 1 in icepool: unsaved points."""
    import icepool

    save = icepool.d6.map(lambda face: 0 if face >= armour else 1)
    return icepool.d6.map(lambda face: 1 if face >= lock + 2 else (save if face >= lock else 0))


def icepool_volley(weapons: list[tuple[int, int]], armour: int) -> Any:
    """Weapons as (lock, dice), all on one target."""
    total: Any = 0
    for lock, dice in weapons:
        total = total + dice @ icepool_die(lock, armour)
    return total


WORK: dict[str, tuple[dict[str, WeaponLine], list[tuple[int, int]]]] = {
    "3 weapons x 8 dice": (
        {f"w{n}": line(n + 2, "8") for n in range(3)},
        [(n + 2, 8) for n in range(3)],
    ),
    "12 weapons x 30 dice": (
        {f"w{n}": line(2 + n % 4, "30") for n in range(12)},
        [(2 + n % 4, 30) for n in range(12)],
    ),
}
ALONE: dict[str, tuple[dict[str, WeaponLine], dict[str, Any]]] = {
    "Close Action, D6+4 and 6 dice on PD 8": (
        {"m": line(4, "D6+4", "1", "Close Action"), "n": line(3, "6", "1", "Close Action")},
        {"pd": 8, "pcm": Need(5)},
    ),
    "Burnthrough (6), Flash, 2 dice": ({"l": line(3, "2", "1", "Burnthrough (6)", "Flash")}, {}),
    "Distortion, 4 dice, beside 8 plain": (
        {"r": line(2, "4", "1", "Distortion"), "w": line(4, "8")},
        {},
    ),
    "random damage D3, 8 dice": ({"w": line(3, "8", "D3")}, {}),
}


def main() -> None:
    """Print one line for each piece of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    print(f"{'work':42} {'cold ms':>9} {'warm ms':>9} {'icepool ms':>11} {'icepool/warm':>13}")
    for name, (weapons, shape) in WORK.items():
        table = table_of(weapons)
        cold, warm = best(partial(ask, table), repeat, forget), best(partial(ask, table), repeat)
        other = best(partial(icepool_volley, shape, 3), max(3, repeat // 2))
        check(ask(table, exact=True), icepool_volley(shape, 3))
        print(f"{name:42} {cold:9.3f} {warm:9.3f} {other:11.3f} {other / warm:13.1f}")
    for name, (weapons, target) in ALONE.items():
        table = table_of(weapons, **target)
        cold, warm = best(partial(ask, table), repeat, forget), best(partial(ask, table), repeat)
        print(f"{name:42} {cold:9.3f} {warm:9.3f}")


def check(ours: Any, theirs: Any) -> None:
    """Both must say the same before times are worth comparing."""
    for outcome, share in ours.map(lambda toll: toll.hull).items():
        assert theirs.probability(outcome) == share, (outcome, share)


if __name__ == "__main__":
    main()
