"""Ground that costs more or less to cross: how a path splits over areas, and what it costs.

Knows areas, weights and lengths. Must not know who moves, nor why ground is slow.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.crossings import line_facts
from defilade.geometry.degenerate import Touch
from defilade.geometry.plane import (
    EPS,
    Point,
    Where,
    bounds,
    distance,
    on_segment,
    point_at,
    segment_distance,
)
from defilade.geometry.regions import Region, region_edges, region_rings, where_in_region

__all__ = [
    "CheapestPath",
    "Stretch",
    "Terrain",
    "cheapest_path",
    "path_cost",
    "path_length",
    "reachable",
    "split_path",
    "within_areas",
]

STEP = 0.5
"""Inches between the points tried along a border before bends are made exact."""
_RAYS = 120
_ROUNDS = 30
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight part of a path that lies in the same areas throughout.

    `areas` are the numbers of the areas whose inside it runs in; running along an edge is
    running outside.
    """

    start: Point
    end: Point
    areas: tuple[int, ...]

    @property
    def length(self) -> float:
        """Inches."""
        return distance(self.start, self.end)


def path_length(path: Sequence[Point]) -> float:
    """Length of a path through points, in inches."""
    return math.fsum(distance(a, b) for a, b in pairwise(path))


def split_path(path: Sequence[Point], areas: Sequence[Region]) -> tuple[Stretch, ...]:
    """A path cut wherever it enters or leaves the inside of an area, in order.

    >>> square = Region(((2.0, -1.0), (3.0, -1.0), (3.0, 1.0), (2.0, 1.0)))
    >>> [(s.length, s.areas) for s in split_path([(0.0, 0.0), (5.0, 0.0)], [square])]
    [(2.0, ()), (1.0, (0,)), (2.0, ())]
    """
    found: list[Stretch] = []
    for a, b in pairwise(path):
        length = distance(a, b)
        if length <= EPS:
            continue
        spans = [
            [
                (c.start, c.end)
                for c in line_facts((a, b), area).contacts
                if c.touch is Touch.INTERIOR
            ]
            for area in areas
        ]
        cuts = sorted({0.0, length, *(at for span in spans for ends in span for at in ends)})
        for low, high in pairwise(cuts):
            if high - low <= EPS:
                continue
            middle = (low + high) / 2.0
            inside = tuple(
                number
                for number, span in enumerate(spans)
                if any(start <= middle <= end for start, end in span)
            )
            ends = (point_at(a, b, low / length), point_at(a, b, high / length))
            found.append(Stretch(*ends, inside))
    return tuple(found)


def within_areas(path: Sequence[Point], areas: Sequence[Region]) -> bool:
    """Whether a whole path lies on a union of areas, borders and seams included.

    A path of a single point lies there when the point does.
    """
    for a, b in pairwise(path):
        length = distance(a, b)
        marks = {0.0, length}
        for area in areas:
            for contact in line_facts((a, b), area).contacts if length > EPS else ():
                marks |= {contact.start, contact.end}
        for low, high in pairwise(sorted(marks)):
            if high - low <= EPS:
                continue
            middle = point_at(a, b, (low + high) / 2.0 / length)
            if not _on_any(middle, areas):
                return False
    return all(_on_any(point, areas) for point in path)


def _on_any(point: Point, areas: Sequence[Region]) -> bool:
    return any(where_in_region(point, area) is not Where.OUTSIDE for area in areas)


@dataclass(frozen=True, slots=True)
class Terrain:
    """Ground: areas with the factor that an inch in them costs, and areas closed to all.

    Where slow areas overlap, the greatest factor counts. Factors are 1 or more. Borders of closed
    areas are open.
    """

    slow: tuple[tuple[Region, float], ...] = ()
    closed: tuple[Region, ...] = ()

    def near(self, at: Point, reach: float) -> Terrain:
        """The part of it that matters within a reach of a point."""
        return Terrain(
            tuple((area, factor) for area, factor in self.slow if _near(area, at, reach)),
            tuple(area for area in self.closed if _near(area, at, reach)),
        )


def _near(area: Region, at: Point, reach: float) -> bool:
    low_x, low_y, high_x, high_y = bounds(area.outline)
    dx = max(low_x - at[0], 0.0, at[0] - high_x)
    dy = max(low_y - at[1], 0.0, at[1] - high_y)
    return math.hypot(dx, dy) <= reach


@dataclass(frozen=True, slots=True)
class CheapestPath:
    """A way through points with its exact cost and length."""

    points: tuple[Point, ...]
    cost: float
    length: float


def path_cost(path: Sequence[Point], terrain: Terrain) -> float:
    """What a path costs: each inch times the greatest factor there; `inf` through closed ground.

    >>> mire = Region(((2.0, -1.0), (3.0, -1.0), (3.0, 1.0), (2.0, 1.0)))
    >>> path_cost([(0.0, 0.0), (5.0, 0.0)], Terrain(((mire, 2.0),)))
    6.0
    """
    for leg in pairwise(path):
        if any(line_facts(leg, area).enters for area in terrain.closed):
            return math.inf
    factors = [factor for _, factor in terrain.slow]
    return math.fsum(
        part.length * max((factors[number] for number in part.areas), default=1.0)
        for part in split_path(path, [area for area, _ in terrain.slow])
    )


def cheapest_path(start: Point, target: Point, terrain: Terrain) -> CheapestPath | None:
    """A way of least cost between two points, or None where closed ground leaves none.

    Ways bend at corners, and at borders of slow areas as light does. Corners are exact; a bend at
    a border is first taken from points `STEP` apart and then slid along it until nothing is
    gained, so the cost given is that of a real way, and before sliding at most `STEP` times the
    greatest factor above the least for each border crossed.
    """
    direct = path_cost((start, target), terrain)
    if direct <= distance(start, target) + EPS:
        return CheapestPath((start, target), direct, distance(start, target))
    nodes, borders = _nodes(start, target, terrain, direct)
    found = _shortest(nodes, terrain)
    if found is None:
        return None
    bends = [(nodes[k], borders.get(k)) for k in found]
    for _ in range(2):  # the second time with the bends that the first one brought about
        bends = _slid(_all_bends(bends, terrain), terrain)
    points = [point for point, _ in bends]
    cost = path_cost(points, terrain)
    if direct <= cost:
        points, cost = [start, target], direct
    return CheapestPath(tuple(points), cost, path_length(points))


def _nodes(
    start: Point, target: Point, terrain: Terrain, direct: float
) -> tuple[list[Point], dict[int, tuple[Point, Point]]]:
    """Points a way may bend at: corners of all areas, and points along slow borders that could
    lie on a way cheaper than the straight one."""
    nodes = [start, target]
    borders: dict[int, tuple[Point, Point]] = {}
    areas = [*terrain.closed, *(area for area, _ in terrain.slow)]
    nodes += [p for area in areas for ring in region_rings(area) for p in ring]
    for area, _ in terrain.slow:
        for a, b in region_edges(area):
            steps = max(1, math.ceil(distance(a, b) / STEP))
            for k in range(1, steps):
                borders[len(nodes)] = (a, b)
                nodes.append(point_at(a, b, k / steps))
    kept = [
        k
        for k, node in enumerate(nodes)
        if k < 2 or distance(start, node) + distance(node, target) <= direct + EPS
    ]
    return [nodes[k] for k in kept], {
        place: borders[k] for place, k in enumerate(kept) if k in borders
    }


def _shortest(nodes: list[Point], terrain: Terrain) -> list[int] | None:
    """The cheapest chain of straight legs from node 0 to node 1: A*, by straight distance."""
    target = nodes[1]
    best = {0: 0.0}
    before: dict[int, int] = {}
    heap = [(distance(nodes[0], target), 0)]
    done: set[int] = set()
    while heap:
        _, here = heapq.heappop(heap)
        if here == 1:
            chain = [1]
            while chain[-1] != 0:
                chain.append(before[chain[-1]])
            return chain[::-1]
        if here in done:
            continue
        done.add(here)
        for there, node in enumerate(nodes):
            if there in done:
                continue
            least = best[here] + distance(nodes[here], node)
            if least >= best.get(there, math.inf):
                continue
            cost = best[here] + path_cost((nodes[here], node), terrain)
            if cost < best.get(there, math.inf):
                best[there], before[there] = cost, here
                heapq.heappush(heap, (cost + distance(node, target), there))
    return None


_Bend = tuple[Point, tuple[Point, Point] | None]  # with the border it may slide along


def _all_bends(bends: list[_Bend], terrain: Terrain) -> list[_Bend]:
    """The way with a bend wherever it crosses a slow border or touches a closed corner."""
    found = [bends[0]]
    edges = [edge for area, _ in terrain.slow for edge in region_edges(area)]
    corners = [p for area in terrain.closed for ring in region_rings(area) for p in ring]
    for (a, _), last in pairwise(bends):
        leg = (a, last[0])
        here: list[tuple[float, _Bend]] = []
        for edge in edges:
            gap, on_leg, on_edge = segment_distance(leg, edge)
            if gap <= EPS < distance(a, on_leg) < distance(*leg) - EPS:
                here.append((distance(a, on_leg), (on_edge, edge)))
        for corner in corners:
            if on_segment(corner, *leg) and EPS < distance(a, corner) < distance(*leg) - EPS:
                here.append((distance(a, corner), (corner, None)))
        found += [bend for _, bend in sorted(here, key=lambda one: one[0])]
        found.append(last)
    return found


def _slid(bends: list[_Bend], terrain: Terrain) -> list[_Bend]:
    """Slide bends along their borders, one after another, until nothing is gained."""
    points = [point for point, _ in bends]
    cost = path_cost(points, terrain)
    for _ in range(_ROUNDS):
        for place, (_, border) in enumerate(bends):
            if border is not None and 0 < place < len(points) - 1:
                points[place] = _best_on(border, points, place, terrain)
        after = path_cost(points, terrain)
        if cost - after <= EPS:
            break
        cost = after
    return [(point, border) for point, (_, border) in zip(points, bends, strict=True)]


def _best_on(
    border: tuple[Point, Point], points: list[Point], place: int, terrain: Terrain
) -> Point:
    """The cheapest place for one bend, its neighbours fixed: golden section on the border."""
    low, high = 0.0, 1.0

    def cost(share: float) -> float:
        way = (points[place - 1], point_at(*border, share), points[place + 1])
        return path_cost(way, terrain)

    first, second = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_first, at_second = cost(first), cost(second)
    while (high - low) * distance(*border) > EPS:
        if at_first <= at_second:
            high, second, at_second = second, first, at_first
            first = high - _GOLDEN * (high - low)
            at_first = cost(first)
        else:
            low, first, at_first = first, second, at_second
            second = low + _GOLDEN * (high - low)
            at_second = cost(second)
    found = point_at(*border, (low + high) / 2.0)
    here = path_cost((points[place - 1], points[place], points[place + 1]), terrain)
    return found if cost((low + high) / 2.0) < here else points[place]


def reachable(start: Point, budget: float, terrain: Terrain) -> tuple[Point, ...]:
    """The outline of everything that can be reached for a budget, as a polygon around it all.

    From the start, and from every corner and border point that can be reached, rays go out as far
    as what is left allows. The outline lies within the truth: by at most `budget` x 0.0004 where
    a ray's end is all that limits it, by `STEP` where ways bend at slow borders. Ground that is
    enclosed and cannot be reached is not cut out. A budget of 0 gives the start alone.
    """
    if budget <= EPS:
        return (start,)
    ground = terrain.near(start, budget)
    stars = [_star(start, budget, ground)]
    for node, cost in _costs(start, budget, ground):
        if budget - cost > 10 * EPS:
            stars.append(_star(node, budget - cost, ground.near(node, budget - cost)))
    if len(stars) == 1:
        return tuple(stars[0])
    from shapely import Polygon, make_valid, unary_union

    whole = unary_union([make_valid(Polygon(star)) for star in stars])
    parts = [part for part in getattr(whole, "geoms", [whole]) if part.geom_type == "Polygon"]
    largest = max(parts, key=lambda part: part.area)
    return tuple((float(x), float(y)) for x, y in largest.exterior.coords[:-1])


def _costs(start: Point, budget: float, terrain: Terrain) -> list[tuple[Point, float]]:
    """Corners and border points within the budget, with what they cost to reach: Dijkstra."""
    nodes, _ = _nodes(start, start, terrain, 2.0 * budget)
    del nodes[1]
    best = {0: 0.0}
    heap = [(0.0, 0)]
    done: set[int] = set()
    while heap:
        cost, here = heapq.heappop(heap)
        if here in done or cost > budget:
            continue
        done.add(here)
        for there, node in enumerate(nodes):
            least = cost + distance(nodes[here], node)
            if there in done or least >= min(budget, best.get(there, math.inf)):
                continue
            total = cost + path_cost((nodes[here], node), terrain)
            if total < best.get(there, math.inf):
                best[there] = total
                heapq.heappush(heap, (total, there))
    return [(nodes[k], best[k]) for k in sorted(done) if k]


def _star(centre: Point, budget: float, terrain: Terrain) -> list[Point]:
    """The ends of rays from a point, each as far as the budget goes along it."""
    turns = [2.0 * math.pi * k / _RAYS for k in range(_RAYS)]
    areas = [*terrain.closed, *(area for area, _ in terrain.slow)]
    for area in areas:  # rays through corners, so that no corner is cut off
        for ring in region_rings(area):
            turns += [math.atan2(y - centre[1], x - centre[0]) % (2.0 * math.pi) for x, y in ring]
    return [_ray(centre, turn, budget, terrain) for turn in sorted(set(turns))]


def _ray(centre: Point, turn: float, budget: float, terrain: Terrain) -> Point:
    end = (centre[0] + budget * math.cos(turn), centre[1] + budget * math.sin(turn))
    reach = budget
    for area in terrain.closed:
        for contact in line_facts((centre, end), area).contacts:
            if contact.touch is Touch.INTERIOR:
                reach = min(reach, contact.start)
    if not terrain.slow:
        return point_at(centre, end, reach / budget)
    factors = [factor for _, factor in terrain.slow]
    left, gone = budget, 0.0
    for part in split_path((centre, end), [area for area, _ in terrain.slow]):
        factor = max((factors[number] for number in part.areas), default=1.0)
        step = min(part.length, left / factor)
        gone, left = gone + step, left - step * factor
        if left <= EPS:
            break
    return point_at(centre, end, min(reach, gone) / budget)
