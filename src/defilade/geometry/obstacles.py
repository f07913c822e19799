"""Many convex obstacles at once: which straight ways keep off them, and where ways bend.

Knows half-planes in arrays; never what stands there. Their insides are forbidden, their rims
free: a way may brush along, and dip in by `SLACK`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from defilade.geometry.grown import Array, Grown
from defilade.geometry.plane import EPS

SLACK = EPS / 2
"""How deep a way may dip into an obstacle, so that brushing does not hang on the last digit."""
_CHUNK = 4_000_000

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Convex shapes side by side; arrays are padded by repeating a shape's first side."""

    shapes: tuple[Grown, ...]
    slack: float = SLACK
    _wide: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_wide", max((len(s.reaches) for s in self.shapes), default=1))

    @cached_property
    def normals(self) -> Array:
        """Normals of sides, (m, e, 2)."""
        return np.stack([self._padded(shape.normals) for shape in self.shapes])

    @cached_property
    def reaches(self) -> Array:
        """How far shapes reach along each normal, less the slack, (m, e)."""
        return np.stack([self._padded(shape.reaches) for shape in self.shapes]) - self.slack

    def _padded(self, rows: Array) -> Array:
        more = np.repeat(rows[:1], self._wide - len(rows), axis=0)
        return np.concatenate((rows, more))

    @cached_property
    def discs(self) -> tuple[Array, Array]:
        """A circle around each shape: middles (m, 2) and radii (m)."""
        middles = np.stack([shape.corners.mean(axis=0) for shape in self.shapes])
        far = [
            np.hypot(*(shape.corners - middle).T).max()
            for shape, middle in zip(self.shapes, middles, strict=True)
        ]
        return middles, np.asarray(far)

    @cached_property
    def bends(self) -> Array:
        """Corners where a shortest way may bend, each with its neighbours before and after,
        (k, 3, 2): those that no other obstacle covers."""
        if not self.shapes:
            return np.zeros((0, 3, 2))
        found = np.concatenate(
            [
                np.stack(
                    (np.roll(s.corners, 1, axis=0), s.corners, np.roll(s.corners, -1, axis=0)),
                    axis=1,
                )
                for s in self.shapes
            ]
        )
        return found[self.free(found[:, 1])]

    def free(self, points: Array) -> Flags:
        """Which of points (k, 2) are in no obstacle."""
        return self.clear(points, points)

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Which of the straight ways from `starts` to `ends`, both (k, 2), cross no obstacle."""
        count = len(starts)
        found = np.ones(count, dtype=np.bool_)
        if not self.shapes or not count:
            return found
        rows = max(1, _CHUNK // (len(self.shapes) * 8))
        for k in range(0, count, rows):
            part = slice(k, k + rows)
            found[part] = self._clear(starts[part], ends[part])
        return found

    def _clear(self, starts: Array, ends: Array) -> Flags:
        way, shape = np.nonzero(self._near(starts, ends))
        found = np.ones(len(starts), dtype=np.bool_)
        if len(way):
            hit = self._crossed(starts[way], ends[way], shape)
            found[way[hit]] = False
        return found

    def _near(self, starts: Array, ends: Array) -> Flags:
        """Which ways come into which shapes' circles, (k, m)."""
        middles, radii = self.discs
        along = ends - starts
        square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-300)
        offset = middles[None] - starts[:, None]
        share = np.clip(np.einsum("kmj,kj->km", offset, along) / square[:, None], 0.0, 1.0)
        gap = offset - share[..., None] * along[:, None]
        return np.asarray(np.einsum("kmj,kmj->km", gap, gap) < (radii[None] + EPS) ** 2)

    def _crossed(self, starts: Array, ends: Array, shape: NDArray[np.intp]) -> Flags:
        """Whether way k passes through the inside of shape k: where it is inside all sides."""
        normals, reaches = self.normals[shape], self.reaches[shape]
        first = np.einsum("kej,kj->ke", normals, starts) - reaches
        last = np.einsum("kej,kj->ke", normals, ends) - reaches
        never = ((first >= 0.0) & (last >= 0.0)).any(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            share = first / (first - last)
        enters = np.where((first >= 0.0) & (last < 0.0), share, 0.0).max(axis=1)
        leaves = np.where((first < 0.0) & (last >= 0.0), share, 1.0).min(axis=1)
        return np.asarray(~never & (enters < leaves))


def within(shapes: Sequence[Grown], low: Array, high: Array) -> tuple[Grown, ...]:
    """Shapes that meet the box from `low` to `high`."""
    return tuple(
        shape
        for shape in shapes
        if (shape.corners.max(axis=0) >= low).all() and (shape.corners.min(axis=0) <= high).all()
    )
