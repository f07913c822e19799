"""Sight over a whole table: how many of some bases can see each cell. Facts only, no picture.

Must not know what a zone is for, nor draw anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.bases import Base, Circle
from defilade.geometry.plane import Point, Where, bounds
from defilade.geometry.regions import Region, where_in_region, wholly_in_region
from defilade.geometry.sight.batch import Options, all_open
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["Field", "Grid", "bases_in_zone", "exposure"]


@dataclass(frozen=True, slots=True)
class Grid:
    """Square cells of `step` inches that fill the box from (left, bottom) to (right, top)."""

    left: float
    bottom: float
    right: float
    top: float
    step: float = 1.0

    @property
    def columns(self) -> int:
        """Cells from left to right."""
        return max(1, math.ceil((self.right - self.left) / self.step - 1e-9))

    @property
    def rows(self) -> int:
        """Cells from bottom to top."""
        return max(1, math.ceil((self.top - self.bottom) / self.step - 1e-9))

    def centres(self) -> list[tuple[float, float]]:
        """The middle of every cell, row by row from the bottom, each from the left."""
        return [
            (self.left + (c + 0.5) * self.step, self.bottom + (r + 0.5) * self.step)
            for r in range(self.rows)
            for c in range(self.columns)
        ]


@dataclass(frozen=True, slots=True)
class Field:
    """`seen_by[row, column]`: how many of `viewers` bases see a probe in the middle of a cell.

    Rows run from the bottom, columns from the left. `done` is False for cells not reached before
    an interrupt; `covered` marks cells whose middle lies inside an obstacle. `extent` is left,
    right, bottom, top, as picture libraries want it.
    """

    grid: Grid
    viewers: int
    seen_by: NDArray[np.int64]
    done: NDArray[np.bool_]
    covered: NDArray[np.bool_]

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, right, bottom, top of all cells."""
        grid = self.grid
        return (
            grid.left,
            grid.left + grid.columns * grid.step,
            grid.bottom,
            grid.bottom + grid.rows * grid.step,
        )

    @property
    def share(self) -> NDArray[np.float64]:
        """The share of the viewers that see each cell."""
        return self.seen_by / max(1, self.viewers)


def exposure(
    viewers: Sequence[Base],
    grid: Grid,
    obstacles: Scene | Iterable[Obstacle],
    *,
    probe: float,
    width: float = 0.0,
    options: Options | None = None,
) -> Field:
    """How many of the viewers see a round probe of radius `probe` in the middle of each cell.

    Any part to any part, exact for each cell's middle. Ctrl-C keeps the cells that are done.
    """
    scene = prepare(obstacles)
    centres = grid.centres()
    cells = [Circle(centre, probe) for centre in centres]
    found = all_open(cells, viewers, scene, width=width, options=options or Options())
    shape = (grid.rows, grid.columns)
    return Field(
        grid,
        len(viewers),
        found.open.sum(axis=1).reshape(shape),
        found.done.all(axis=1).reshape(shape),
        _covered(centres, scene).reshape(shape),
    )


def _covered(centres: Sequence[Point], scene: Scene) -> NDArray[np.bool_]:
    """Which of the points lie inside a region; only those in its circle are looked at."""
    places = np.array(centres)
    covered = np.zeros(len(places), np.bool_)
    for body in scene.bodies:
        if isinstance(body.solid, Region):
            near = np.hypot(*(places - body.centre).T) <= body.reach
            for k in np.flatnonzero(near & ~covered):
                covered[k] = where_in_region(centres[int(k)], body.solid) is Where.INSIDE
    return covered


def bases_in_zone(zone: Region, radius: float, *, spacing: float) -> tuple[Circle, ...]:
    """Round bases on a square grid, `spacing` inches apart, that stand wholly in a zone."""
    left, bottom, right, top = bounds(zone.outline)
    across = math.floor((right - left) / spacing) + 1
    up = math.floor((top - bottom) / spacing) + 1
    start_x = left + ((right - left) - (across - 1) * spacing) / 2.0
    start_y = bottom + ((top - bottom) - (up - 1) * spacing) / 2.0
    stands = (
        Circle((start_x + c * spacing, start_y + r * spacing), radius)
        for r in range(up)
        for c in range(across)
    )
    return tuple(stand for stand in stands if wholly_in_region(stand, zone))
