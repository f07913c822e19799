"""The Great War's sight over whole fields, with terrain, hills and units, and odds of attacks.

Run it with `python benchmarks/greatwar.py`. All numbers come from one run; read the ratios beside
a plain centre-to-centre routine (points at even steps, rounded, nudged to either side), since the
seconds depend on the machine. The plain routine knows neither hills nor exact edges.
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

from defilade.dice import forget, odds
from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Board, SightGrid, distance
from defilade.ruling import Firing
from defilade.systems.greatwar import SYSTEM
from defilade.systems.greatwar.battle import Defaults
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.sight import blockers, whole_field
from defilade.systems.greatwar.state import Field, Site, State, Unit
from defilade.systems.greatwar.terms import Side, Terrain, Waterway
from defilade.table import Table

RULES = HouseRules()
BOOK = book_of(Defaults())
SHARES = (
    (Terrain.FOREST, 0.10),
    (Terrain.BUILDING, 0.05),
    (Terrain.TRENCH, 0.05),
    (Terrain.WATERWAY, 0.05),
)


def seconds(work: Callable[[], object], *, rounds: int = 7) -> float:
    """The median time of some warm runs."""
    work()
    taken = []
    for _ in range(rounds):
        begin = perf_counter()
        work()
        taken.append(perf_counter() - begin)
    return median(taken)


def battlefield(board: Board, *, units: int) -> State:
    """A quarter of the hexes with terrain, two hills of some hexes, and units of both sides."""
    rng = random.Random(3)
    sites: dict[object, Site] = {}
    for here in board:
        pick = rng.random()
        for terrain, share in SHARES:
            if pick < share:
                wet = Waterway.FORDABLE if terrain is Terrain.WATERWAY else None
                sites[here] = Site(terrain, wet)
                break
            pick -= share
    for summit in rng.sample(board.hexes, 2):
        for here in board:
            if distance(summit, here) <= 1:
                sites[here] = Site(Terrain.HILL)
    places = rng.sample(board.hexes, units)
    troops = {
        f"I{n}": Unit(
            f"I{n}", Side.TOP if n % 2 else Side.BOTTOM, BOOK.kinds["infantry"], here, 4,
            ordered=True,
        )
        for n, here in enumerate(places)
    }  # fmt: skip
    return State(Field("", board, BOOK), FrozenMap(sites), FrozenMap(troops))  # type: ignore[arg-type]


def tell(name: str, took: float, *, beside: float) -> None:
    print(f"  {name:<52}{took * 1e3:12.2f} ms{beside / took:10.1f}x", flush=True)


def small() -> None:
    """13 x 9, all pairs, with 24 units."""
    board = Board.rows([13, 12] * 4 + [13])
    state = battlefield(board, units=24)
    grid = SightGrid.of(board)
    found = blockers(state, RULES)
    marked = {(here.q, here.r) for here in found.fixed | found.hills}
    hexes = [(here.q, here.r) for here in board]

    def plain() -> int:
        return sum(hex_lerp.sees(a, b, marked) for a in hexes for b in hexes)

    def listed() -> int:
        return sum(1 for _ in whole_field(state, RULES, grid).pairs())

    base = seconds(plain, rounds=3)
    print(
        f"13 x 9, {len(hexes) ** 2} ordered pairs, {len(state.units)} units, {len(marked)} blocking"
    )
    tell("plain centre to centre", base, beside=base)
    tell("whole field, with hills and units", seconds(lambda: whole_field(state, RULES, grid)),
         beside=base)  # fmt: skip
    tell("the same, every open pair listed", seconds(listed), beside=base)


def large() -> None:
    """100 x 100 within 12 hexes."""
    board = Board.rows([100] * 100)
    state = battlefield(board, units=600)
    grid = SightGrid.of(board)
    found = blockers(state, RULES)
    marked = {(here.q, here.r) for here in found.fixed | found.hills}
    near = [
        ((a.q, a.r), (b.q, b.r))
        for a in random.Random(1).sample(board.hexes, 12)
        for b in board
        if distance(a, b) <= 12
    ]

    def plain() -> int:
        return sum(hex_lerp.sees(a, b, marked) for a, b in near)

    pairs = sum(starts.bit_count() for _, starts in grid._steps(12)) * 2
    base = seconds(plain, rounds=3) / len(near) * pairs
    print(f"100 x 100 within 12, {pairs} ordered pairs, {len(state.units)} units")
    tell("plain centre to centre (scaled up from a sample)", base, beside=base)
    tell(
        "whole field, with hills and units",
        seconds(lambda: whole_field(state, RULES, grid, reach=12), rounds=3),
        beside=base,
    )


def attacks() -> None:
    """Rulings with reasons and exact odds of every attack that is possible on the small field."""
    board = Board.rows([13, 12] * 4 + [13])
    state = battlefield(board, units=24)
    table = Table("greatwar", state, RULES)
    pairs = [
        (a.id, b.id)
        for a in state.units.values()
        for b in state.units.values()
        if a.side is state.active and b.side is not a.side
    ]
    rulings = seconds(lambda: [SYSTEM.rule(Firing(a, b), table) for a, b in pairs], rounds=3)
    print(f"attacks: {len(pairs)} pairs of enemies")
    each = rulings / len(pairs) * 1e3
    print(f"  rulings with every reason{rulings * 1e3:39.2f} ms, {each:.2f} each")
    prospects = [
        view.prospect
        for name in state.units
        if state.units[name].side is state.active
        for view in SYSTEM.survey(name, table)
        if view.prospect is not None
    ]
    policy = SYSTEM.policies["default"]

    def cold() -> None:
        forget()
        for prospect in prospects:
            odds(prospect.procedure, policy=policy)

    took = seconds(cold, rounds=3)
    print(f"  exact odds of the {len(prospects)} allowed, nothing remembered{took * 1e3:16.2f} ms")


if __name__ == "__main__":
    small()
    large()
    attacks()
