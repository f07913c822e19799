"""Scenes for the sight benchmarks: random tables, and official layouts when they are at hand."""

from __future__ import annotations

import json
import math
import os
import random
from pathlib import Path

from defilade.geometry.bases import Circle, Polygon
from defilade.geometry.gaps import gap_between
from defilade.geometry.motions import moved, turned
from defilade.geometry.plane import centroid

WIDTH, HEIGHT = 60.0, 44.0


def shared() -> Path | None:
    """The folder with the official layouts, or None."""
    told = os.environ.get("DEFILADE_SHARED")
    folder = Path(told) if told else Path(__file__).resolve().parents[2] / "shared"
    return folder if folder.is_dir() else None


def random_table(count: int, *, seed: int = 7) -> list[Polygon]:
    """So many star-shaped polygons of 4 to 12 corners, apart from each other, on 60 by 44."""
    rng = random.Random(seed * 1000 + count)
    largest = 4.0 if count <= 24 else 2.8
    taken: list[tuple[float, float, float]] = []
    table: list[Polygon] = []
    while len(table) < count:
        corners, reach = rng.randint(4, 12), rng.uniform(1.5, largest)
        x, y = rng.uniform(reach, WIDTH - reach), rng.uniform(reach, HEIGHT - reach)
        if any(math.hypot(x - u, y - v) < reach + r + 0.1 for u, v, r in taken):
            continue
        taken.append((x, y, reach))
        turns = [math.tau * (k + rng.uniform(0.1, 0.9)) / corners for k in range(corners)]
        radii = [reach * rng.uniform(0.45, 1.0) for _ in turns]
        ring = [
            (x + r * math.cos(t), y + r * math.sin(t)) for t, r in zip(turns, radii, strict=True)
        ]
        table.append(Polygon(tuple(ring)))
    return table


def armies(
    table: list[Polygon], *, radius: float, count: int, seed: int = 1
) -> tuple[list[Circle], list[Circle]]:
    """Two armies of round bases clear of the obstacles, one on each half of the table."""
    rng = random.Random(seed)
    sides: list[list[Circle]] = []
    for low, high in ((1.0, 29.0), (31.0, 59.0)):
        side: list[Circle] = []
        while len(side) < count:
            at = (rng.uniform(low, high), rng.uniform(1.0, HEIGHT - 1.0))
            base = Circle(at, radius)
            if all(gap_between(base, p).distance > 0.02 for p in table):
                side.append(base)
        sides.append(side)
    return sides[0], sides[1]


def official_layouts(limit: int) -> list[tuple[str, list[Polygon]]]:
    """The first layouts of the shared folder as polygons; empty when it is not there."""
    folder = shared()
    path = None if folder is None else folder / "realfiles" / "terrain40k"
    if path is None or not (path / "terrain-layouts.json").is_file():
        return []
    templates = {t["id"]: t for t in json.loads((path / "terrain-templates.json").read_text())}
    found = []
    for layout in json.loads((path / "terrain-layouts.json").read_text())[:limit]:
        shapes = [_placed(piece, templates) for piece in layout["pieces"] if "position" in piece]
        found.append((layout["id"], [shape for shape in shapes if shape is not None]))
    return found


def _placed(piece: dict, templates: dict) -> Polygon | None:
    footprint = piece.get("footprint") or templates.get(piece.get("template"), {}).get("footprint")
    if footprint is None or piece.get("parent_area_id"):
        return None
    if footprint["type"] == "rectangle":
        w, h = footprint["width"], footprint["height"]
        ring = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))
    elif footprint["type"] == "polygon":
        ring = tuple((p["x"], p["y"]) for p in footprint["points"])
    else:
        return None
    x, y = centroid(ring)
    centred = moved(Polygon(ring), (-x, -y))
    at = (piece["position"]["x"], piece["position"]["y"])
    return moved(turned(centred, piece.get("rotation_degrees", 0.0), about=(0.0, 0.0)), at)
