"""What every unit of two real lists sees, suffers and shoots, on an official layout.

Reads the layouts, bases and lists of the shared material; without it, says so and stops. Weapons
are stand-ins, for lists say none. Reports how much longer a head takes that forgets everything
between two rulings, and the share of rulings on a table where one unit was just moved, its check
included, in a ruling on a table never seen. Prints milliseconds for orientation; nothing here is a
test.

    python benchmarks/wh40k_survey.py [--layout bm-purge-vs-assets-03]
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from defilade.formats.kdc40 import Terrain, layout_of, read_bases, read_terrain
from defilade.formats.rosters import read_roster
from defilade.ruling import Cover, Firing, Question, Ruling, Sight
from defilade.systems.wh40k import blockers, hiding, measuring, shut, sight
from defilade.systems.wh40k.adopt_army import Force, Known, force_of
from defilade.systems.wh40k.battle import Battle, WeaponLine
from defilade.systems.wh40k.deployment import deployed
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.system import SYSTEM
from defilade.table import Draft, Table
from defilade.table.army import Army, Bases
from defilade.table.layout import Layout
from defilade.values import DiceExpr, Need

SHARED = Path(os.environ.get("DEFILADE_SHARED", Path(__file__).parents[2] / "shared"))
REAL = SHARED / "realfiles"
LISTS = {"attacker": "listgrok-nr1_gw.txt", "defender": "listgrok-official1.txt"}
ARMS = {
    "rifle": WeaponLine(DiceExpr.fixed(2), 4, -1, DiceExpr.fixed(1), 30.0, Need(3)),
    "launcher": WeaponLine(DiceExpr.parse("D6"), 9, -2, DiceExpr.parse("D3"), 36.0, Need(4)),
}


def battle_on(layout_id: str) -> Battle:
    """Two real lists set up on an official layout."""
    files = read_terrain({"t": (REAL / "terrain40k/wh40kdc-1.4.5-terrain.json").read_bytes()})
    bases = read_bases({"b": (REAL / "terrain40k/wh40kdc-1.4.5-bases.json").read_bytes()})
    assert isinstance(files, Terrain)
    assert isinstance(bases, Bases)
    sheet = files.layouts[layout_id]
    pattern = files.patterns[sheet.deployment_pattern_id or ""]
    layout = layout_of(sheet, files.templates, pattern=pattern)
    assert isinstance(layout, Layout)
    forces: dict[str, Force] = {}
    for player, name in LISTS.items():
        army = read_roster(name, (REAL / "rosters" / name).read_bytes())
        assert isinstance(army, Army)
        forces[player] = force_of(army, Known(bases))
    made = deployed(layout, forces).battle
    armed = {key: replace(one, weapons=ARMS) for key, one in made.datasheets.items()}
    return replace(made, datasheets=armed)


def table_of(battle: Battle) -> Table[State]:
    """The battle, checked."""
    table = SYSTEM.check(Draft("wh40k", battle))
    assert isinstance(table, Table)
    return table


def forget() -> None:
    """Empty what is remembered of sight."""
    for module in (blockers, hiding, measuring, shut, sight):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def afresh(question: Question, table: Table[State]) -> Ruling:
    """A ruling by a head that has forgotten everything."""
    forget()
    return SYSTEM.rule(question, table)


def taken(work: Callable[[], object]) -> float:
    """Milliseconds of this process's own time."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def dragged(battle: Battle, unit: str, inches: float) -> Battle:
    """The battle with a unit pushed to the right."""
    line = battle.units[unit]
    models = {
        name: replace(model, at=(model.at[0] + inches, model.at[1]))
        for name, model in line.models.items()
        if model.at is not None
    }
    return replace(battle, units={**battle.units, unit: replace(line, models=models)})


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout", default="bm-purge-vs-assets-03")
    given = parser.parse_args()
    if not REAL.exists():
        print("the shared material is not here")
        return
    battle = battle_on(given.layout)
    first = taken(lambda: table_of(battle))
    table = table_of(battle)
    units = [name for name in table.state.units if table.state.alive(name)]
    models = len(table.state.on_table())
    each = [taken(lambda name=name: SYSTEM.brief(name, table)) for name in units]  # type: ignore[misc]
    print(f"{models} models in {len(units)} units on {given.layout}; first check {first:.0f} ms")
    print(f"all units: {sum(each) / 1e3:.1f} s; one: median {statistics.median(each):.0f} ms")
    sides = [[n for n in units if table.state.units[n].side == side] for side in LISTS]
    pairs = list(zip(sides[0], sides[1], strict=False))
    asked: list[Question] = [k(*pair) for pair in pairs for k in (Sight, Cover)]
    known = taken(lambda: [SYSTEM.rule(question, table) for question in asked])
    alone = taken(lambda: [afresh(question, table) for question in asked])
    times = alone / known
    print(f"{len(asked)} rulings: forgetting all in between takes {times:.0f} times as long")
    spent = []
    for number, (by, at) in enumerate(pairs):
        moved = dragged(battle, by, 0.1 + 0.07 * number)
        spent.append(taken(lambda: SYSTEM.rule(Firing(by, at, "rifle"), table_of(moved))))  # noqa: B023
    share = statistics.median(spent) / (first + alone / len(asked))
    print(
        f"one unit moved, check and firing: median {statistics.median(spent):.0f} ms,"
        f" {share:.2f} of a table never seen"
    )


if __name__ == "__main__":
    main()
