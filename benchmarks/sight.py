"""How fast sight is, as ratios within one run: run with `python benchmarks/sight.py`.

Compares the plain and the compiled engine with 16 x 16 sampling through shapely, counts how often
sampling errs, and times single answers, a fresh process, and heat maps. With the shared folder
beside the repository, or named by DEFILADE_SHARED, it also runs the prototype and the layouts.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from sight_scenes import HEIGHT, WIDTH, armies, official_layouts, random_table, shared

from defilade.geometry.bases import Circle, Polygon
from defilade.geometry.sight import Verdict, look, prepare
from defilade.geometry.sight.batch import Engine, Options, all_lanes, all_open, has_compiler
from defilade.geometry.sight.field import Grid, exposure

MM32 = 0.63
SAMPLES = 16
ONE = Options(workers=1)
PLAIN = Options(engine=Engine.PLAIN, workers=1)


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Median of a few runs, after one to warm up."""
    work()
    runs = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        runs.append(time.perf_counter() - start)
    return statistics.median(runs)


def sampled(a: list[Circle], b: list[Circle], table: list[Polygon]) -> np.ndarray:
    """The usual tool: 16 x 16 lines between rim points, through shapely's index, vectorised."""
    turns = math.tau * (np.arange(SAMPLES) + 0.5) / SAMPLES
    ring = np.stack([np.cos(turns), np.sin(turns)], 1)
    starts, ends = (
        np.array([c.centre for c in side])[:, None] + side[0].radius * ring for side in (a, b)
    )
    lines = np.empty((len(a), len(b), SAMPLES, SAMPLES, 2, 2))
    lines[..., 0, :] = starts[:, None, :, None, :]
    lines[..., 1, :] = ends[None, :, None, :, :]
    flat = shapely.linestrings(lines.reshape(-1, 2, 2))
    tree = shapely.STRtree([shapely.Polygon(p.points) for p in table])
    hit = np.zeros(len(flat), bool)
    hit[tree.query(flat, predicate="intersects")[0]] = True
    return (~hit).reshape(len(a), len(b), -1).any(2)


def prototype(a: list[Circle], b: list[Circle], table: list[Polygon]) -> Callable[[], Any] | None:
    """The compiled prototype of the shared folder, ready to run; None without it."""
    folder = shared()
    if folder is None or not (folder / "bench" / "b_los2d.py").is_file() or not has_compiler():
        return None
    sys.path.insert(0, str(folder / "bench"))
    try:
        import b_los2d as old
    except (ImportError, OSError, RuntimeError):
        return None
    vertices, offsets, boxes, *_ = old.pack([p.points for p in table])
    left, right = (np.array([c.centre for c in side]) for side in (a, b))
    stat = np.zeros(2)
    return lambda: old.nb_exact(left, right, a[0].radius, vertices, offsets, boxes, stat)


def pairs(name: str, table: list[Polygon], radius: float, count: int) -> None:
    """One scene: all engines on all pairs, as milliseconds and as ratios."""
    a, b = armies(table, radius=radius, count=count)
    scene = prepare(table)
    truth = all_open(a, b, scene, options=PLAIN).open
    by_rays = sampled(a, b, table)
    rays = seconds(lambda: sampled(a, b, table), 3)
    plain = seconds(lambda: all_open(a, b, scene, options=PLAIN), 3)
    line = f"{name:<26}{rays * 1e3:>9.0f}{plain * 1e3:>9.1f}{rays / plain:>7.1f}x"
    if has_compiler():
        assert (all_open(a, b, scene, options=ONE).open == truth).all()
        fast = seconds(lambda: all_open(a, b, scene, options=ONE), 9)
        lanes = seconds(lambda: all_lanes(a, b, scene, options=ONE), 9)
        line += f"{fast * 1e3:>9.2f}{rays / fast:>8.0f}x{lanes / fast:>7.1f}x"
        old = prototype(a, b, table)
        line += f"{seconds(old, 9) / fast:>8.1f}x" if old is not None else f"{'-':>9}"
    print(f"{line}{truth.mean():>8.2f}{int((truth & ~by_rays).sum()):>7}", flush=True)


def single(counts: list[int]) -> None:
    """One answer with witness, lane and checked proof, nothing compiled."""
    for count in counts:
        table = random_table(count)
        scene = prepare(table)
        a, b = armies(table, radius=MM32, count=12)
        times, found = [], []
        for p in a:
            for q in b:
                start = time.perf_counter()
                found.append(look(p, q, scene).verdict)
                times.append(time.perf_counter() - start)
        share = sum(v is Verdict.OPEN for v in found) / len(found)
        print(
            f"  {count:>3} polygons: median {statistics.median(times) * 1e3:.2f} ms,"
            f" worst {max(times) * 1e3:.1f} ms, open {share:.0%}"
        )


def fresh() -> None:
    """The first answer of a new process, against an empty one."""
    code = (
        "from defilade.geometry.bases import Circle, Rectangle;"
        "from defilade.geometry.sight import look;"
        "look(Circle((-9,0),.6), Circle((9,0),.6), [Rectangle((0,0),1,1)])"
    )
    both = []
    for text in ("pass", code):
        runs = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", text], check=True, cwd=Path(__file__).parent)
            runs.append(time.perf_counter() - start)
        both.append(statistics.median(runs))
    print(f"  empty process {both[0] * 1e3:.0f} ms, with a first answer {both[1] * 1e3:.0f} ms")


def maps(counts: list[int]) -> None:
    """Heat maps of a 60 by 44 table at one inch, from one base and from forty."""
    grid = Grid(0.0, 0.0, WIDTH, HEIGHT)
    for count in counts:
        table = random_table(count)
        scene = prepare(table)
        a, _ = armies(table, radius=MM32, count=40)
        one = seconds(lambda a=a, s=scene: exposure(a[:1], grid, s, probe=MM32), 3)
        forty = seconds(lambda a=a, s=scene: exposure(a, grid, s, probe=MM32), 3)
        print(f"  {count:>3} polygons: one base {one:.3f} s, forty bases {forty:.2f} s")


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=3, help="official layouts to run")
    limit = parser.parse_args().layouts
    print(
        f"{'all pairs, one thread':<26}{'rays ms':>9}{'plain ms':>9}{'':>8}"
        f"{'comp. ms':>9}{'vs rays':>9}{'lanes':>8}{'proto':>9}{'open':>8}{'missed':>7}"
    )
    for count in (12, 24, 60):
        pairs(f"{count} polygons, r 0.63", random_table(count), MM32, 40)
    for count in (24, 60):
        pairs(f"{count} polygons, r 2", random_table(count), 2.0, 20)
    for name, table in official_layouts(limit):
        pairs(name[:25], table, MM32, 40)
    print("one answer, plain:")
    single([12, 24, 60])
    print("a fresh process:")
    fresh()
    print("heat map, 2,640 cells:")
    maps([12, 24, 60, 120])


if __name__ == "__main__":
    main()
