"""All-pairs sight of two forces of 40 on an official layout, beside 49 rays a pair.

Reads the 40kdc layouts of the shared material; without it, says so and stops. Reports how long
every pair takes both ways, how often 49 straight rays between points of the bases say otherwise
than the decided answer, and how many closed answers were searched for and not proved. Prints
milliseconds for orientation; nothing here is a test.

    python benchmarks/wh40k_sight.py [--layout 0] [--seed 1]
"""

from __future__ import annotations

import argparse
import math
import os
import time
from pathlib import Path
from random import Random

from defilade.formats.kdc40 import Terrain, layout_of, read_terrain
from defilade.geometry.bases import Circle
from defilade.geometry.crossings import line_facts
from defilade.systems.wh40k.battle import Battle, Datasheet, ModelLine, UnitLine
from defilade.systems.wh40k.blockers import body, outlook_of
from defilade.systems.wh40k.bodies import side_of, standing
from defilade.systems.wh40k.build import state_of
from defilade.systems.wh40k.ending import end_reasons
from defilade.systems.wh40k.layouts import terrain_of
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.sight import lines
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import Phase
from defilade.table.layout import Layout

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[2] / "shared"))
FILE = SHARED / "realfiles" / "terrain40k" / "wh40kdc-1.4.5-terrain.json"
RULES = HouseRules(models_block=False)
NUMBER = 40


def table(which: int, seed: int) -> State:
    """An official layout with 40 models a side, wherever they may stand."""
    read = read_terrain({FILE.name: FILE.read_bytes()})
    assert isinstance(read, Terrain)
    sheets = list(read.layouts.values()) if isinstance(read.layouts, dict) else list(read.layouts)
    layout = layout_of(sheets[which], read.templates)
    assert isinstance(layout, Layout)
    terrain = terrain_of(layout)
    random = Random(seed)
    sheet = Datasheet(kw=("VEHICLE",), base_mm=32.0)
    empty = Battle(size=terrain.size, terrain=terrain.areas, datasheets={"M": sheet})
    units: dict[str, UnitLine] = {}
    areas = state_of(empty).areas
    for side in ("red", "blue"):
        models: dict[str, ModelLine] = {}
        while len(models) < NUMBER:
            x = (0.05 + 0.9 * random.random()) * terrain.size[0]
            y = (0.05 + 0.9 * random.random()) * terrain.size[1]
            name = f"{side} {len(models)}"
            line = UnitLine(side, "M", {name: ModelLine((x, y))})
            one = state_of(
                Battle(size=terrain.size, datasheets={"M": sheet}, units={side: line})
            ).models[name]
            if not end_reasons(one, areas, RULES, size=terrain.size):
                models[name] = ModelLine((x, y))
        units[side] = UnitLine(side, "M", models)
    whole = Battle(
        size=terrain.size,
        terrain=terrain.areas,
        datasheets={"M": sheet},
        units=units,
        phase=Phase.SHOOTING,
    )
    return state_of(whole)


def rays(state: State, a: Model, b: Model) -> bool:
    """Whether one of 49 level rays is free: 7 points of one base to 7 of the other."""
    side = side_of(body(a), body(b))
    if side is None:
        return True
    found = standing(side, outlook_of(state, RULES).between(a, b))
    stops = [prism.shape for prism in (*found.full, *found.partly)]
    return any(
        not any(line_facts((p, q), stop).enters for stop in stops)
        for p in points(a)
        for q in points(b)
    )


def points(model: Model) -> list[tuple[float, float]]:
    """The middle of a base and six points of its rim."""
    base = model.base
    assert isinstance(base, Circle)
    x, y = base.centre
    turns = [math.tau * k / 6 for k in range(6)]
    return [
        (x, y),
        *((x + base.radius * math.cos(t), y + base.radius * math.sin(t)) for t in turns),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not FILE.exists():
        print("the shared material is not here")
        return
    state = table(given.layout, given.seed)
    reds, blues = state.alive("red"), state.alive("blue")
    start = time.process_time()
    answers = {(a.id, b.id): lines(state, RULES, a, b) for a in reds for b in blues}
    back = {(a.id, b.id): lines(state, RULES, b, a) for a in reds for b in blues}
    ours = time.process_time() - start
    start = time.process_time()
    sampled = {(a.id, b.id): rays(state, a, b) for a in reds for b in blues}
    theirs = time.process_time() - start
    seen = sum(one.visible for one in answers.values())
    missed = sum(one.visible and not sampled[pair] for pair, one in answers.items())
    wrong = sum(not one.visible and sampled[pair] for pair, one in answers.items())
    searched = sum(not one.proved for one in answers.values())
    assert all(one.visible == back[pair].visible for pair, one in answers.items())
    print(f"{len(answers)} pairs both ways, {seen} see: {ours:.2f} s")
    print(f"49 level rays one way: {theirs:.2f} s, {theirs / ours:.2f} times as long")
    print(f"rays miss {missed} open pairs and open {wrong} closed ones")
    print(f"closed but not proved: {searched}")


if __name__ == "__main__":
    main()
