"""Where one can go: hexes in reach of a budget, cheapest paths, and ways out in given directions.

Knows costs, stops and bars that a caller gives as functions or sets; not what they stand for.
Among equally cheap paths the choice depends on the hexes alone, never on the order of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias

from defilade.geometry.hexes.cube import Cube, Direction, neighbour, neighbours

Step: TypeAlias = Callable[[Cube, Cube], int | None]
"""What it costs to step from a hex to its neighbour, at least 0; nothing when it cannot be done."""

Path: TypeAlias = tuple[Cube, ...]
"""Hexes one after the other, the start included."""


def entering(costs: Mapping[Cube, int | None], *, otherwise: int | None = None) -> Step:
    """A step that costs what entering its hex costs; hexes not listed cost `otherwise`.

    >>> entering({Cube(1, 0, -1): 2})(Cube(0, 0, 0), Cube(1, 0, -1))
    2
    """

    def step(_start: Cube, end: Cube) -> int | None:
        return costs.get(end, otherwise)

    return step


@dataclass(frozen=True, slots=True)
class Going:
    """How one moves: the cost of a step, hexes that end a move, and hexes it must not end in.

    A move may start in a stop. Hexes in `no_rest` may be crossed but are not in reach.
    """

    step: Step
    stops: Container[Cube] = frozenset()
    no_rest: Container[Cube] = frozenset()


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a move can end in: the least cost of each hex (the start costs 0), and a path."""

    start: Cube
    costs: Mapping[Cube, int]
    came_from: Mapping[Cube, Cube]

    def __contains__(self, here: object) -> bool:
        return here in self.costs

    def path(self, end: Cube) -> Path:
        """A cheapest path, start and end included; `KeyError` when out of reach."""
        if end not in self.costs:
            raise KeyError(end)
        back = [end]
        while back[-1] != self.start:
            back.append(self.came_from[back[-1]])
        return tuple(reversed(back))


def reach(start: Cube, *, going: Going, budget: int | None = None) -> Reach:
    """The hexes that a move of at most `budget` can end in; without one the steps must bound it.

    Raises `ValueError` for a negative cost.
    """
    costs, came_from = _search(start, going=going, budget=budget, goal=None)
    ends = {
        here: cost for here, cost in costs.items() if here == start or here not in going.no_rest
    }
    return Reach(start, ends, came_from)


def cheapest_path(
    start: Cube, end: Cube, *, going: Going, budget: int | None = None
) -> tuple[int, Path] | None:
    """The least cost of a move from hex to hex and a path that costs it, or nothing."""
    if end != start and end in going.no_rest:
        return None
    costs, came_from = _search(start, going=going, budget=budget, goal=end)
    if end not in costs:
        return None
    return costs[end], Reach(start, costs, came_from).path(end)


def _search(
    start: Cube, *, going: Going, budget: int | None, goal: Cube | None
) -> tuple[dict[Cube, int], dict[Cube, Cube]]:
    """Dijkstra's search; ties go to the hex with the lesser coordinates."""
    settled: dict[Cube, int] = {}
    came_from: dict[Cube, Cube] = {}
    open_ends: list[tuple[int, Cube, Cube]] = [(0, start, start)]
    while open_ends:
        cost, here, before = heappop(open_ends)
        if here in settled:
            continue
        settled[here] = cost
        came_from[here] = before
        if here == goal:
            break
        if here != start and here in going.stops:
            continue
        for there in neighbours(here):
            if there in settled:
                continue
            step = going.step(here, there)
            if step is None:
                continue
            if step < 0:
                raise ValueError(f"a step from {here} to {there} costs {step}")
            if budget is None or cost + step <= budget:
                heappush(open_ends, (cost + step, there, here))
    return settled, came_from


@dataclass(frozen=True, slots=True)
class WaysOut:
    """The routes of a forced move that get as far as any can.

    `layers[n]` holds the hexes reached after n steps from which a longest route goes on;
    `steps` were asked for and `made` are possible.
    """

    steps: int
    layers: tuple[frozenset[Cube], ...]
    directions: tuple[Direction, ...]

    @property
    def made(self) -> int:
        """How many steps the longest routes have."""
        return len(self.layers) - 1

    @property
    def unmade(self) -> int:
        """How many of the steps asked for no route can make."""
        return self.steps - self.made

    @property
    def ends(self) -> tuple[Cube, ...]:
        """Where the longest routes end, in order; the start itself when no step can be made."""
        return tuple(sorted(self.layers[-1]))

    def routes(self) -> Iterator[Path]:
        """Every longest route, start and end included."""
        (start,) = self.layers[0]
        yield from self._onward((start,))

    def _onward(self, path: Path) -> Iterator[Path]:
        if len(path) == len(self.layers):
            yield path
            return
        for direction in self.directions:
            there = neighbour(path[-1], direction)
            if there in self.layers[len(path)]:
                yield from self._onward((*path, there))


def ways_out(
    start: Cube,
    *,
    directions: Collection[Direction],
    steps: int,
    may_enter: Callable[[Cube], bool],
    stops: Container[Cube] = frozenset(),
) -> WaysOut:
    """Routes of `steps` steps, each in one of the directions, or else as far as any can go.

    No route enters a hex that may not be entered or goes on from a stop (the start is none).
    Raises `ValueError` when steps in the directions could lead in a circle, or for negative steps.
    """
    ordered = tuple(direction for direction in Direction if direction in directions)
    if _can_circle(ordered):
        raise ValueError(f"steps could lead in a circle: {', '.join(ordered)}")
    if steps < 0:
        raise ValueError(f"cannot make {steps} steps")
    layers = [frozenset({start})]
    while len(layers) <= steps:
        onward = {here for here in layers[-1] if len(layers) == 1 or here not in stops}
        ahead = {neighbour(here, direction) for here in onward for direction in ordered}
        ahead = {there for there in ahead if may_enter(there)}
        if not ahead:
            break
        layers.append(frozenset(ahead))
    for n in range(len(layers) - 2, 0, -1):
        layers[n] = frozenset(
            here
            for here in layers[n]
            if here not in stops and any(neighbour(here, d) in layers[n + 1] for d in ordered)
        )
    return WaysOut(steps, tuple(layers), ordered)


def _can_circle(directions: Collection[Direction]) -> bool:
    """Whether some of the steps sum to nothing: opposite ones, or three a third of a turn apart."""
    return any(
        direction.opposite in directions
        or (direction.turned(2) in directions and direction.turned(4) in directions)
        for direction in directions
    )
