"""Shortest ways past convex obstacles, on one floor or several that lifts join.

A way on a floor bends only at corners of obstacles and of the floor's own rim, so a graph of
those corners holds a shortest one. Knows floors and lifts; never who goes there, or why.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from defilade.geometry.grown import Array, Grown, grown_ring
from defilade.geometry.obstacles import Flags, Obstacles
from defilade.geometry.plane import EPS, Point
from defilade.geometry.shapes import convex_rings

Box: TypeAlias = tuple[float, float, float, float]
"""Left, lower, right and upper edge."""
_NO_POINTS = np.zeros((0, 2))


def boxed(points: Array, box: Box | None) -> Flags:
    """Which points lie in a box, its edge counted in."""
    if box is None:
        return np.ones(len(points), dtype=np.bool_)
    x, y = points[:, 0], points[:, 1]
    return np.asarray(
        (x >= box[0] - EPS) & (y >= box[1] - EPS) & (x <= box[2] + EPS) & (y <= box[3] + EPS)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Casters:
    """Convex shapes, the lower left and upper right corners of their boxes (n, 2), and the shapes
    as shapely polygons (n)."""

    shapes: tuple[Grown, ...]
    lows: Array
    highs: Array
    bodies: Any


@dataclass(frozen=True, eq=False)
class Floor:
    """Ground at one height. `inside` (a shapely shape) is where it is; None is everywhere.

    `bends` are corners of that shape where a way may turn, (k, 2). Ways bend only inside `box`.
    """

    height: float
    obstacles: Obstacles
    inside: Any = None
    bends: Array = field(default_factory=lambda: _NO_POINTS)
    box: Box | None = None

    def __post_init__(self) -> None:
        if self.inside is not None:
            import shapely

            shapely.prepare(self.inside)

    @cached_property
    def walls(self) -> tuple[Grown, ...]:
        """What is not floor, near it, in convex pieces."""
        if self.inside is None or self.inside.is_empty:
            return ()
        import shapely

        x0, y0, x1, y1 = self.inside.bounds
        wide = x1 - x0 + y1 - y0 + 1.0
        around = shapely.box(x0 - wide, y0 - wide, x1 + wide, y1 + wide)
        off = shapely.difference(around, self.inside)
        return tuple(grown_ring(ring) for ring in convex_rings(off))

    @cached_property
    def casters(self) -> Casters:
        """Obstacles and what is not floor, as what hides ground behind it."""
        import shapely

        shapes = (*self.obstacles.shapes, *self.walls)
        return Casters(
            shapes,
            np.asarray([shape.corners.min(axis=0) for shape in shapes]).reshape(-1, 2),
            np.asarray([shape.corners.max(axis=0) for shape in shapes]).reshape(-1, 2),
            np.asarray([shapely.Polygon(shape.corners) for shape in shapes]),
        )

    def corners(self) -> Array:
        """Corners of obstacles in the box, each between its neighbours, (k, 3, 2)."""
        found = self.obstacles.bends
        return found[boxed(found[:, 1], self.box)]

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Which straight ways stay on the floor and off its obstacles."""
        found = self.obstacles.clear(starts, ends)
        if self.inside is None or not found.any():
            return found
        import shapely

        ways = shapely.linestrings(np.stack((starts, ends), axis=1)[found])
        found[found] = shapely.covers(self.inside, ways)
        return found


@dataclass(frozen=True, eq=False)
class Lift:
    """Where one may go straight from floor `low` to floor `high`: tried `spots` (k, 2).

    `region` is the shapely shape of all such points.
    """

    low: int
    high: int
    rise: float
    spots: Array
    region: Any = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A point on a floor, by the floor's number."""

    floor: int
    at: Point


@dataclass(frozen=True, slots=True)
class Detour:
    """A way from stop to stop and what it costs: lengths across, and rises and falls."""

    stops: tuple[Stop, ...]
    cost: float


class Maze:
    """Floors and lifts made ready for searching; built once, searched by one call at a time."""

    def __init__(
        self, floors: Sequence[Floor], lifts: Sequence[Lift] = (), *, ends: Sequence[Stop] = ()
    ) -> None:
        """`ends` are the stops that ways start from and lead to."""
        self.floors = tuple(floors)
        self.lifts = tuple(lifts)
        self._heights = np.asarray([floor.height for floor in floors])
        points: list[Array] = [np.asarray([stop.at for stop in ends]).reshape(-1, 2)]
        levels: list[Array] = [np.asarray([stop.floor for stop in ends], dtype=np.float64)]
        sides: list[Array] = [np.full((len(ends), 2, 2), np.nan)]
        for number, floor in enumerate(floors):
            found = floor.corners()
            for at, beside in ((found[:, 1], found[:, (0, 2)]), (floor.bends, None)):
                points.append(at)
                levels.append(np.full(len(at), float(number)))
                sides.append(np.full((len(at), 2, 2), np.nan) if beside is None else beside)
        count = sum(len(one) for one in points)
        self._first_spot = count
        self._partners: dict[int, list[tuple[int, float]]] = {}
        for lift in lifts:
            for level in (lift.low, lift.high):
                points.append(lift.spots)
                levels.append(np.full(len(lift.spots), float(level)))
                sides.append(np.full((len(lift.spots), 2, 2), np.nan))
            for k in range(len(lift.spots)):
                low, high = count + k, count + len(lift.spots) + k
                self._partners.setdefault(low, []).append((high, lift.rise))
                self._partners.setdefault(high, []).append((low, lift.rise))
            count += 2 * len(lift.spots)
        self.points = np.concatenate(points)
        self.levels = np.concatenate(levels).astype(np.intp)
        self._sides = np.concatenate(sides)
        self._join_ends(len(ends))

    def _join_ends(self, count: int) -> None:
        """Ends that lie on a lift's spot are that spot."""
        for end in range(count):
            same = np.hypot(*(self.points - self.points[end]).T) <= EPS
            for node in np.nonzero(same & (self.levels == self.levels[end]))[0]:
                if int(node) != end:
                    self._partners.setdefault(end, []).append((int(node), 0.0))
                    self._partners.setdefault(int(node), []).append((end, 0.0))

    def shortest(self, start: int, goal: int, *, most: float = math.inf) -> Detour | None:
        """The shortest way from one end to another (numbers of `ends`), none beyond `most`."""
        far = np.hypot(*(self.points - self.points[goal]).T)
        rise = np.abs(self._heights[self.levels] - self._heights[self.levels[goal]])
        found = self._search(start, goal, far + rise, most)
        if goal not in found.cost:
            return None
        nodes = [goal]
        while nodes[-1] != start:
            nodes.append(found.before[nodes[-1]])
        return Detour(tuple(self._stops(reversed(nodes))), found.cost[goal])

    def within(
        self, start: int, most: float, *, floors: Iterable[int]
    ) -> tuple[tuple[Stop, float], ...]:
        """Every stop from which a way may go on elsewhere than straight ahead, with its cost of
        at most `most`, less what it still takes to come to one of the `floors`."""
        wanted = self._heights[sorted(floors)]
        ahead = np.abs(self._heights[self.levels][:, None] - wanted).min(axis=1)
        found = self._search(start, None, ahead, most)
        return tuple(
            (self._stop(node), cost)
            for node, cost in found.cost.items()
            if node < self._first_spot or self._changes(node, found)
        )

    def _changes(self, node: int, found: _Found) -> bool:
        """Whether one comes to a node from another floor, or starts there."""
        last = found.before.get(node, node)
        return last == node or bool(self.levels[last] != self.levels[node])

    def _stop(self, node: int) -> Stop:
        x, y = self.points[node]
        return Stop(int(self.levels[node]), (float(x), float(y)))

    def _stops(self, nodes: Iterator[int]) -> Iterator[Stop]:
        last = None
        for node in nodes:
            stop = self._stop(node)
            if stop != last:
                yield stop
            last = stop

    def _search(self, start: int, goal: int | None, ahead: Array, most: float) -> _Found:
        """Costs from a node, cheapest first; `ahead` never says more than what is left."""
        best = np.full(len(self.points), math.inf)
        best[start] = 0.0
        onward = self._onward(ahead)
        found = _Found({}, {})
        heap = [(float(ahead[start]), start)]
        while heap:
            _, node = heapq.heappop(heap)
            if node in found.cost:
                continue
            found.cost[node] = float(best[node])
            if node == goal:
                break
            steps = self._rises(node, best, ahead, most)
            if node < self._first_spot or self._changes(node, found):
                steps += self._walks(node, best, onward, most)
            for other, cost in steps:
                best[other] = cost
                found.before[other] = node
                heapq.heappush(heap, (cost + float(ahead[other]), other))
        return found

    def _onward(self, ahead: Array) -> Array:
        """What is left at least after walking somewhere: from a lift's spot one takes the lift."""
        found = ahead.copy()
        for node in range(self._first_spot, len(self.points)):
            lifts = self._partners[node]
            found[node] = max(found[node], min(rise + ahead[other] for other, rise in lifts))
        return found

    def _rises(self, node: int, best: Array, ahead: Array, most: float) -> list[tuple[int, float]]:
        """Lifts from a node that are better than what is known."""
        costs = ((other, float(best[node]) + rise) for other, rise in self._partners.get(node, ()))
        return [
            (other, cost)
            for other, cost in costs
            if cost < best[other] and cost + ahead[other] <= most + EPS
        ]

    def _walks(self, node: int, best: Array, ahead: Array, most: float) -> list[tuple[int, float]]:
        """Straight ways from a node that are better than what is known.

        Whoever walks to a lift's spot takes the lift: on the floor it would be no bend.
        """
        costs = best[node] + np.hypot(*(self.points - self.points[node]).T)
        good = (self.levels == self.levels[node]) & (costs < best - EPS * EPS)
        good &= costs + ahead <= most + EPS
        good[node] = False
        others = np.nonzero(good)[0]
        others = others[self._bends_at(node, others)]
        starts = np.broadcast_to(self.points[node], (len(others), 2))
        clear = self.floors[self.levels[node]].clear(starts, self.points[others])
        return [(int(other), float(costs[other])) for other in others[clear]]

    def _bends_at(self, node: int, others: Any) -> Flags:
        """Ways that pass both ends' corners on one side: others are never the shortest."""
        along = self.points[others] - self.points[node]
        with np.errstate(invalid="ignore"):
            here = _turns(along, self._sides[node][None] - self.points[node])
            there = _turns(along, self._sides[others] - self.points[others][:, None])
            return np.asarray(~(here < 0.0) & ~(there < 0.0))


@dataclass(frozen=True, slots=True)
class _Found:
    cost: dict[int, float]
    before: dict[int, int]


def _turns(along: Array, beside: Array) -> Array:
    """The product of the sides on which a corner's two neighbours lie; NaN where it has none.

    Neighbours on the line itself count as on either side.
    """
    cross = along[:, None, 0] * beside[..., 1] - along[:, None, 1] * beside[..., 0]
    scale = np.hypot(along[:, 0], along[:, 1])[:, None] * np.hypot(beside[..., 0], beside[..., 1])
    cross = np.where(np.abs(cross) <= 1e-12 * np.maximum(scale, 1.0), 0.0, cross)
    return np.asarray(cross[..., 0] * cross[..., 1])
