"""How long sight with heights takes for two forces: run with `python benchmarks/sight_heights.py`.

Forty models a side on official layouts of the shared folder, past features with windows and gaps in
them, through the layouts' own reader. Prints seconds for one and for all workers, and how many
verdicts are open, and how many of the others are proved.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator

from sight_scenes import shared

from defilade.formats.kdc40 import Placed, Unresolved, read_terrain, resolved
from defilade.formats.kdc40.model import PieceType
from defilade.formats.kdc40.read import Terrain
from defilade.geometry.bases import Circle, Polygon, Rectangle
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point, bearing, point_at
from defilade.geometry.sight.armies import all_open_in_space
from defilade.geometry.sight.batch import Options
from defilade.geometry.sight.heights import Opening, Prism, Search, Volume

RADIUS = 0.63
TALL, LOW = 5.0, 2.0


def layouts(limit: int) -> Iterator[tuple[str, list[Prism]]]:
    """The first layouts as prisms; nothing when the shared folder is not there."""
    folder = shared()
    path = None if folder is None else folder / "realfiles" / "terrain40k"
    if path is None or not path.is_dir():
        print("the official layouts are not at hand")
        return
    names = ("terrain-layouts.json", "terrain-templates.json")
    terrain = read_terrain({name: (path / name).read_bytes() for name in names})
    if not isinstance(terrain, Terrain):
        return
    for name in list(terrain.layouts)[:limit]:
        placed = resolved(terrain.layouts[name], terrain.templates)
        if not isinstance(placed, Unresolved):
            yield name, [prism for k, each in enumerate(placed) for prism in prisms(each, k)]


def prisms(placed: Placed, number: int) -> Iterator[Prism]:
    """A feature as tall as a ruin or as low as a barricade, with a window or a gap through it.

    The files give no openings: every second feature gets a window, every third a gap to walk in,
    across its longest side.
    """
    if placed.piece_type is not PieceType.FEATURE:
        return
    ring = tuple((p.x, p.y) for p in placed.vertices)
    openings = []
    if number % 2 == 0:
        openings.append(Opening(across(ring, 0.5), 1.0, 2.5))
    if number % 3 == 0:
        openings.append(Opening(across(ring, 0.2), 0.0, 3.0))
    yield Prism(Polygon(ring), 0.0, LOW if number % 5 == 0 else TALL, tuple(openings))


def across(ring: tuple[Point, ...], share: float) -> Rectangle:
    """A passage across the longest side of an outline, a share of the way along it."""
    sides = [(ring[k - 1], ring[k]) for k in range(len(ring))]
    start, end = max(sides, key=lambda side: math.dist(*side))
    return Rectangle(point_at(start, end, share), 0.8, 4.0, bearing(start, end) + 90.0)


def force(walls: list[Prism], low: float, high: float, seed: int) -> list[Volume]:
    """Forty models clear of walls, a few of them on an upper floor."""
    rng = random.Random(seed)
    found: list[Volume] = []
    while len(found) < 40:
        base = Circle((rng.uniform(low, high), rng.uniform(1.0, 43.0)), RADIUS)
        if all(gap_between(base, wall.shape).distance > 0.01 for wall in walls):
            floor = 3.0 if len(found) % 8 == 0 else 0.0
            found.append(Volume(base, floor, floor + 1.8))
    return found


def main() -> None:
    """Print one line for each layout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=3, help="official layouts to run")
    parser.add_argument("--across", type=int, default=9, help="places across each base")
    told = parser.parse_args()
    for name, walls in layouts(told.layouts):
        a, b = force(walls, 1.0, 20.0, 1), force(walls, 40.0, 59.0, 2)
        times = []
        for workers in (1, 0):
            start = time.perf_counter()
            found = all_open_in_space(
                a, b, walls, search=Search(told.across), options=Options(workers=workers)
            )
            times.append(time.perf_counter() - start)
        shut = ~found.open
        proved = (found.proved & shut).sum() / max(1, shut.sum())
        print(
            f"{name[:30]:<30} {len(walls):>3} features {math.prod(found.open.shape)} pairs:"
            f" one worker {times[0]:.2f} s, all {times[1]:.2f} s,"
            f" open {found.open.mean():.0%}, of the rest proved {proved:.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
