"""Sight between all pairs of hexes: whole boards in bit masks beside one line at a time.

Run it with `python benchmarks/hex_sight.py`. All numbers come from one run; read the ratios, since
the seconds depend on the machine. 15 % of the hexes block, ordered pairs are counted.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent))
import hex_lerp

from defilade.geometry.hexes import ORIGIN, Board, Cube, Offset, Shove, SightGrid, sight, within

ROUNDS = 7


def seconds(work: Callable[[], object], *, rounds: int = ROUNDS) -> float:
    """The median time of some warm runs."""
    work()
    taken = []
    for _ in range(rounds):
        begin = perf_counter()
        work()
        taken.append(perf_counter() - begin)
    return median(taken)


def tell(name: str, took: float, *, pairs: int, plain: float | None = None) -> None:
    """One line: time for all pairs, pairs a second, and how many times the plain routine's pace."""
    ratio = f"{plain / took:10.1f}x" if plain else ""
    print(f"  {name:<44}{took * 1e3:12.2f} ms{pairs / took / 1e6:10.2f} M/s{ratio}", flush=True)


def blockers(board: Board) -> set[Cube]:
    """The same 15 % in every run."""
    rng = random.Random(2)
    return {here for here in board if rng.random() < 0.15}


def disagreements(board: Board, blocking: set[Cube]) -> None:
    """How often the sampled line and the exact one differ, and whose fault it is."""
    marked = {(here.q, here.r) for here in blocking}
    pairs = wrong = 0
    for n, a in enumerate(board):
        for b in board.hexes[n + 1 :]:
            pairs += 1
            exact = sight(a, b, blocking=blocking).is_open
            wrong += hex_lerp.sees((a.q, a.r), (b.q, b.r), marked) is not exact
    print(f"  sampled and exact lines differ in {wrong} of {pairs} pairs ({wrong / pairs:.1%})")


def small() -> None:
    """13 columns, 9 rows, without a limit."""
    board = Board.rows([13] * 9)
    blocking = blockers(board)
    marked = {(here.q, here.r) for here in blocking}
    ends = [(here.q, here.r) for here in board]
    grid, pairs = SightGrid.of(board), len(board) * (len(board) - 1)
    print(f"13 x 9: {pairs} pairs")

    def plainly() -> int:
        return sum(hex_lerp.sees(a, b, marked) for a in ends for b in ends if a != b)

    plain = seconds(plainly)
    tell("plain routine", plain, pairs=pairs)
    every = grid.all_pairs(blocking)
    tell("SightGrid.all_pairs", seconds(lambda: grid.all_pairs(blocking)), pairs=pairs, plain=plain)
    tell(
        "the same, and counted",
        seconds(lambda: grid.all_pairs(blocking).count()),
        pairs=pairs,
        plain=plain,
    )
    tell(
        "the same, and every pair listed",
        seconds(lambda: list(grid.all_pairs(blocking).pairs())),
        pairs=pairs,
        plain=plain,
    )
    one_each = seconds(lambda: [grid.seen_from(a, blocking=blocking) for a in board], rounds=3)
    tell("SightGrid.seen_from, every hex", one_each, pairs=pairs, plain=plain)
    alone = seconds(
        lambda: [sight(a, b, blocking=blocking) for a in board.hexes[:9] for b in board], rounds=3
    )
    tell("sight() with its reasons", alone * len(board) / 9, pairs=pairs, plain=plain)
    print(f"  in sight: {2 * every.count() / pairs:.3f}")
    disagreements(board, blocking)


def large(reach: int | None) -> None:
    """100 columns, 100 rows; the plain routine on every 500th start, scaled up."""
    board = Board.rows([100] * 100)
    blocking = blockers(board)
    marked = {(here.q, here.r) for here in blocking}
    begin = perf_counter()
    grid = SightGrid.of(board)
    grid.all_pairs(blocking, reach=reach)
    cold = perf_counter() - begin
    starts = board.hexes[::500] if reach else board.hexes[1234::4000]
    near = {a: [b for b in board if a != b and (not reach or abs(b - a) <= reach)] for a in starts}
    pairs = len(board) * (len(board) - 1)
    if reach:
        steps = within(ORIGIN, reach)
        pairs = sum(grid.starts(step).bit_count() for step in steps if step != ORIGIN)
    sampled = sum(map(len, near.values()))
    print(f"100 x 100{f', at most {reach} apart' if reach else ''}: {pairs} pairs")

    def plainly() -> int:
        return sum(
            hex_lerp.sees((a.q, a.r), (b.q, b.r), marked) for a, ends in near.items() for b in ends
        )

    plain = seconds(plainly, rounds=1) * pairs / sampled
    tell(f"plain routine, from {sampled} pairs", plain, pairs=pairs)
    tell("SightGrid.all_pairs, first time", cold, pairs=pairs, plain=plain)
    warm = seconds(lambda: grid.all_pairs(blocking, reach=reach), rounds=3)
    tell("SightGrid.all_pairs", warm, pairs=pairs, plain=plain)
    field = seconds(
        lambda: [grid.seen_from(a, blocking=blocking, reach=reach) for a in starts], rounds=1
    )
    tell("SightGrid.seen_from", field * pairs / sampled, pairs=pairs, plain=plain)
    if reach is None:
        compiled_pairs(board, blocking, pairs=pairs, plain=plain)


def compiled_pairs(board: Board, blocking: set[Cube], *, pairs: int, plain: float) -> None:
    """The plain routine compiled, on every 20th start, scaled up; nothing without numba."""
    count = hex_lerp.compiled()
    if count is None:
        print("  plain routine in numba: numba is not installed")
        return
    import numpy as np

    table = np.zeros((100, 100), dtype=np.bool_)
    for here in blocking:
        at = Offset.of(here, Shove.ODD)
        table[at.row, at.column] = True
    took = seconds(lambda: count(table, 20), rounds=3) * 20
    tell("plain routine in numba, one thread", took, pairs=pairs, plain=plain)


if __name__ == "__main__":
    small()
    large(12)
    large(None)
