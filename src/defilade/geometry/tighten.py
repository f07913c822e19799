"""Pulling a way over lifts tight: the lifts are tried at some spots only, a way may do better.

Knows ways, floors and lifts; a tightened way keeps its order of floors and is never longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from defilade.geometry.detours import Detour, Floor, Lift, Stop
from defilade.geometry.plane import EPS, Point, Segment, nearest_on_segment, point_at

_NEAR = 2e-9
_SWEEPS = 12
_SHARES = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01)


def tightened(way: Detour, floors: Sequence[Floor], lifts: Sequence[Lift]) -> Detour:
    """The way with stretches made straight where they may be, and lifts moved to better spots."""
    regions = {(lift.low, lift.high): lift.region for lift in lifts if lift.region is not None}
    stops = _straightened(list(way.stops), floors, regions)
    for _ in range(_SWEEPS):
        before = cost_of(stops, floors)
        stops = _straightened(_slid(stops, floors, regions), floors, regions)
        if before - cost_of(stops, floors) < EPS:
            break
    return Detour(tuple(stops), cost_of(stops, floors))


def straight_over(
    stops: Sequence[Stop], floors: Sequence[Floor], lifts: Sequence[Lift]
) -> Detour | None:
    """The straight way from the first stop to the last that changes floors as these do."""
    regions = {(lift.low, lift.high): lift.region for lift in lifts}
    made = _straight(stops, floors, regions)
    return None if made is None else Detour(tuple(made), cost_of(made, floors))


def cost_of(stops: Sequence[Stop], floors: Sequence[Floor]) -> float:
    """Lengths across, rises and falls of a way, added."""
    return math.fsum(
        math.dist(a.at, b.at) + abs(floors[a.floor].height - floors[b.floor].height)
        for a, b in pairwise(stops)
    )


def _straightened(
    stops: list[Stop], floors: Sequence[Floor], regions: dict[tuple[int, int], Any]
) -> list[Stop]:
    """Tries every stretch, the longest first, and again after each that could be straight."""
    for size in range(len(stops) - 1, 1, -1):
        for k in range(len(stops) - size):
            part = stops[k : k + size + 1]
            made = _straight(part, floors, regions)
            if made is not None and cost_of(made, floors) < cost_of(part, floors) - EPS:
                return _straightened(stops[:k] + made + stops[k + size + 1 :], floors, regions)
    return stops


def _straight(
    part: Sequence[Stop], floors: Sequence[Floor], regions: dict[tuple[int, int], Any]
) -> list[Stop] | None:
    """The straight way from first to last that changes floors in the same order, if there is."""
    start, end = part[0], part[-1]
    changes = [(a.floor, b.floor) for a, b in pairwise(part) if a.floor != b.floor]
    if math.dist(start.at, end.at) <= EPS or len(changes) > 4:
        return None
    if not changes:
        return [start, end] if _clear(floors[start.floor], start.at, end.at) else None
    spots = [list(_shares(start.at, end.at, regions.get(_pair(*one)))) for one in changes]
    found = _choose((start.at, end.at), changes, spots, floors)
    if found is None:
        return None
    made = [start]
    for share, (before, after) in zip(found, changes, strict=True):
        at = point_at(start.at, end.at, share)
        made += [Stop(before, at), Stop(after, at)]
    return _bare([*made, end])


def _choose(
    way: Segment,
    changes: Sequence[tuple[int, int]],
    spots: Sequence[Sequence[float]],
    floors: Sequence[Floor],
    *,
    at: float = 0.0,
) -> list[float] | None:
    """Shares of a straight way at which to change floors, each as early as works."""
    start, end = way
    here = point_at(start, end, at)
    floor = floors[changes[0][0]]
    for share in sorted({*spots[0], *([at] if _among(at, spots[0]) else [])}):
        if share < at:
            continue
        there = point_at(start, end, share)
        if not _clear(floor, here, there):
            break
        if len(changes) > 1:
            rest = _choose(way, changes[1:], spots[1:], floors, at=share)
            if rest is not None:
                return [share, *rest]
        elif _clear(floors[changes[0][1]], there, end):
            return [share]
    return None


def _among(at: float, spots: Sequence[float]) -> bool:
    """Whether a share lies in one of the stretches, given as start, middle and end."""
    return any(spots[k] <= at <= spots[k + 2] for k in range(0, len(spots) - 2, 3))


def _shares(start: Point, end: Point, region: Any) -> Iterator[float]:
    """Start, middle and end of each stretch of a straight way in a region, as shares of it."""
    if region is None:
        return
    import shapely

    cut = shapely.intersection(
        shapely.buffer(region, _NEAR, join_style="mitre"), shapely.linestrings([start, end])
    )
    square = math.dist(start, end) ** 2
    for piece in shapely.get_parts(cut):
        ends = shapely.get_coordinates(piece)
        if not len(ends):
            continue
        along = (ends - np.asarray(start)) @ (np.asarray(end) - np.asarray(start)) / square
        low, high = float(max(0.0, along.min())), float(min(1.0, along.max()))
        yield from (low, (low + high) / 2, high)


def _slid(
    stops: list[Stop], floors: Sequence[Floor], regions: dict[tuple[int, int], Any]
) -> list[Stop]:
    """Each lift moved towards the straight line between its neighbours, as far as it may."""
    import shapely

    found = list(stops)
    for k in range(1, len(found) - 2):
        below, above = found[k], found[k + 1]
        if below.floor == above.floor:
            continue
        before, after = found[k - 1], found[k + 2]
        region = regions.get(_pair(below.floor, above.floor))
        if region is None or before.floor != below.floor or after.floor != above.floor:
            continue
        aim = nearest_on_segment(below.at, before.at, after.at)
        for share in _SHARES:
            at = point_at(below.at, aim, share)
            better = _detour(before.at, at, after.at) < _detour(before.at, below.at, after.at) - EPS
            held = better and shapely.dwithin(region, shapely.points(at), _NEAR)
            if held and _clear(floors[below.floor], before.at, at):
                if not _clear(floors[above.floor], at, after.at):
                    continue
                found[k], found[k + 1] = Stop(below.floor, at), Stop(above.floor, at)
                break
    return found


def _detour(before: Point, at: Point, after: Point) -> float:
    return math.dist(before, at) + math.dist(at, after)


def _clear(floor: Floor, start: Point, end: Point) -> bool:
    return bool(floor.clear(np.asarray([start]), np.asarray([end]))[0])


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _bare(stops: Sequence[Stop]) -> list[Stop]:
    """Stops without repetition."""
    return [stop for k, stop in enumerate(stops) if not k or stop != stops[k - 1]]
