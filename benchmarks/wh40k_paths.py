"""Shortest legal paths on an official layout, beside a search on a grid.

Reads the 40kdc layouts of the shared material; without it, says so and stops. A vehicle goes to
spots up to its move away. The grid steps to the eight neighbours, each step judged by exactly
the same sweep as the ruling. Reports how many times as long the grid takes, how much longer its
ways are, how often it finds none where there is one, and how long the whole reachable ground
takes in median paths. Prints milliseconds for orientation; nothing here is a test.

    python benchmarks/wh40k_paths.py [--layout 0] [--seed 1] [--grid 0.5]
"""

from __future__ import annotations

import argparse
import heapq
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from defilade.formats.kdc40 import Terrain, layout_of, read_terrain
from defilade.systems.wh40k.alone import end_alone
from defilade.systems.wh40k.battle import Battle, Datasheet, ModelLine, UnitLine
from defilade.systems.wh40k.build import state_of
from defilade.systems.wh40k.floors import hindering_parts, mover_of
from defilade.systems.wh40k.layouts import terrain_of
from defilade.systems.wh40k.movement import Way
from defilade.systems.wh40k.moves import Plan
from defilade.systems.wh40k.obstacles import sweeps
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.paths import shortest
from defilade.systems.wh40k.reach import reach
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MoveType
from defilade.table.layout import Layout

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[2] / "shared"))
FILE = SHARED / "realfiles" / "terrain40k" / "wh40kdc-1.4.5-terrain.json"
RULES = HouseRules()
PLAN = Plan("A", MoveType.NORMAL, {})
MOVE = 10.0
STARTS, SPOTS = 4, 5

Spot = tuple[float, float, float]


def tables(which: int, seed: int) -> Iterator[tuple[State, Model]]:
    """A vehicle on a 60 mm base at places of an official layout where it may stand."""
    read = read_terrain({FILE.name: FILE.read_bytes()})
    assert isinstance(read, Terrain)
    layout = layout_of(list(read.layouts.values())[which], read.templates)
    assert isinstance(layout, Layout)
    terrain = terrain_of(layout)
    sheet = Datasheet(kw=("VEHICLE",), base_mm=60.0, M=MOVE)
    random, found = Random(seed), 0
    while found < STARTS:
        at = (random.uniform(2, terrain.size[0] - 2), random.uniform(2, terrain.size[1] - 2))
        units = {"A": UnitLine("red", "M", {"A1": ModelLine(at)})}
        battle = Battle(
            size=terrain.size, terrain=terrain.areas, datasheets={"M": sheet}, units=units
        )
        state = state_of(battle)
        model = state.models["A1"]
        if not end_alone(state, RULES, PLAN, model):
            found += 1
            yield state, model


def by_grid(state: State, model: Model, spot: Spot, step: float) -> float:
    """Cost of the best way over a grid through the start, and from its nearest cell to the spot."""
    mover = mover_of(state, RULES, model, Way())
    walls = [part.shape for part in hindering_parts(mover)]
    steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]

    def at(cell: tuple[int, int]) -> tuple[float, float]:
        return (model.at[0] + cell[0] * step, model.at[1] + cell[1] * step)

    def free(a: tuple[float, float], b: tuple[float, float]) -> bool:
        base = model.standing(a, 0.0).base
        return not any(sweeps(base, a, b, wall) for wall in walls)

    best, heap = {(0, 0): 0.0}, [(0.0, (0, 0))]
    goal = spot[:2]
    while heap:
        cost, cell = heapq.heappop(heap)
        if cost > best[cell] or cost > MOVE:
            continue
        if math.dist(at(cell), goal) <= step and free(at(cell), goal):
            return cost + math.dist(at(cell), goal)
        for di, dj in steps:
            other = (cell[0] + di, cell[1] + dj)
            total = cost + step * math.hypot(di, dj)
            if total < best.get(other, math.inf) and free(at(cell), at(other)):
                best[other] = total
                heapq.heappush(heap, (total, other))
    return math.inf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--layout", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grid", type=float, default=0.5)
    args = parser.parse_args()
    if not FILE.exists():
        print(f"{FILE.name} is not there; nothing to measure")
        return
    ours, grids, longer, grounds, missed = [], [], [], [], 0
    random = Random(args.seed)
    for state, model in tables(args.layout, args.seed):
        started = time.process_time()
        reach(state, RULES, PLAN, model)
        grounds.append(time.process_time() - started)
        for _ in range(SPOTS):
            away, turn = random.uniform(4, MOVE), random.uniform(0, 2 * math.pi)
            spot = (model.at[0] + away * math.cos(turn), model.at[1] + away * math.sin(turn), 0.0)
            if end_alone(state, RULES, PLAN, model.standing(spot[:2], 0.0)):
                continue
            started = time.process_time()
            route = shortest(state, RULES, PLAN, model, spot, beyond=0.0)
            ours.append(time.process_time() - started)
            started = time.process_time()
            cost = by_grid(state, model, spot, args.grid)
            grids.append(time.process_time() - started)
            if route.cost <= MOVE:
                missed += cost > MOVE
                longer += [cost / route.cost] if cost <= MOVE else []
    ratio = median(grids) / median(ours)
    print(f"{len(ours)} spots up to {MOVE:g} inches away, layout {args.layout}")
    print(f"a path: {1000 * median(ours):.1f} ms, at most {1000 * max(ours):.1f} ms")
    print(f"the grid of {args.grid:g} inches takes {ratio:.0f} times as long")
    print(f"its ways are {100 * (sum(longer) / len(longer) - 1):.1f} % longer; it misses {missed}")
    ground = median(grounds) / median(ours)
    print(f"all reachable ground takes {ground:.0f} paths, {1000 * median(grounds):.0f} ms")


if __name__ == "__main__":
    main()
