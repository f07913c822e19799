"""The shortest way of one model to a spot, and how short no way can be (13.06, core 03.01).

Knows how to search for ways; whether one is legal is for `moves` to say, which judges what is
found here like any path that a player draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from defilade.geometry.bases import Base, Circle
from defilade.geometry.detours import Box, Detour, Floor, Lift, Maze, Stop
from defilade.geometry.obstacles import Obstacles
from defilade.geometry.plane import EPS, Point
from defilade.geometry.tighten import straight_over, tightened
from defilade.systems.wh40k.floors import (
    Mover,
    floor_at,
    heights,
    hindering_models,
    hindering_parts,
    inner_radius,
    lift_between,
    may_rise,
    mover_of,
    obstacles_of,
    table_box,
)
from defilade.systems.wh40k.movement import Down, Leg, To, Up
from defilade.systems.wh40k.moves import Plan, allowance, way_of
from defilade.systems.wh40k.obstacles import held_by
from defilade.systems.wh40k.options import ClimberEnds, HouseRules
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import ON_FOOT, Category
from defilade.values import Degrees, Inches

Spot: TypeAlias = tuple[float, float, float]
BEYOND: Inches = 48.0
"""How much longer than straight, and than the allowance, ways are still looked for."""
CLIMBED: Inches = 20.0
"""How much longer than straight, beyond the allowance, ways over things are looked for."""
COARSE: Degrees = 30.0


@dataclass(frozen=True, slots=True)
class Route:
    """The best way found for a model: its `legs` (None where none was found), its cost.

    No way costs less than `at_least`: a proof, not a search.
    """

    model: Model
    spot: Spot
    legs: tuple[Leg, ...] | None
    cost: Inches
    at_least: Inches
    limit: Inches


def shortest(
    state: State,
    rules: HouseRules,
    plan: Plan,
    model: Model,
    spot: Spot,
    *,
    beyond: Inches = BEYOND,
) -> Route:
    """The shortest way to a spot as far as the engine can find it; `plan` says what move it is.

    Ways longer than the allowance are looked for, to tell how much is lacking, up to `beyond`.
    Exact for round bases up to how curves are drawn (half a hundredth of an inch at a corner).
    Other bases keep their facing, which may miss ways that free turns open.
    """
    limit = allowance(model, plan)
    x, y, z = spot
    level, across = abs(z - model.z), math.dist(model.at, (x, y))
    if plan.skies:
        return Route(model, spot, _legs_up(model, spot), across, across, limit)
    axis = math.degrees(math.atan2(y - model.at[1], x - model.at[0])) if across else 0.0
    mover = mover_of(state, rules, model, way_of(plan), axis=axis)
    mover = replace(mover, shuns=shunned(mover, spot))
    way = search(mover, spot, limit)
    far = across + level + limit + beyond
    if way is None and beyond > 0.0:
        way = search(replace(mover, step=COARSE), spot, far, over=across + level + CLIMBED)
    least, cost = across + level, math.inf if way is None else way.cost
    if cost > least + EPS:
        least = at_least(mover, spot, min(cost, far))
    legs = None if way is None else way.legs
    return Route(model, spot, legs, cost, min(least, cost), limit)


@dataclass(frozen=True, slots=True)
class Trail:
    """A way as points in space, and its cost."""

    spots: tuple[Spot, ...]
    cost: Inches

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The way as legs are written."""
        return tuple(_leg(a, b) for a, b in pairwise(self.spots))


def _leg(a: Spot, b: Spot) -> Leg:
    if b[2] > a[2]:
        return Up(b[2] - a[2])
    return Down(a[2] - b[2]) if b[2] < a[2] else To((b[0], b[1]))


def search(mover: Mover, spot: Spot, most: Inches, *, over: Inches = math.inf) -> Trail | None:
    """The shortest way found that costs at most `most`: on the levels of both ends, or over others
    where climbing could still be shorter. Climbs are looked for up to a cost of `over`."""
    low, high = sorted((mover.model.z, spot[2]))
    straight = math.dist(mover.model.at, spot[:2]) + high - low
    if straight > most + EPS:
        return None
    flat = _search(mover, spot, {low, high}, most)
    most = min(most if flat is None else flat.cost, max(over, straight))
    spare = max(0.0, most - straight) / 2
    around = _ellipse_box(mover.model.at, (spot[0], spot[1]), most - (high - low))
    tops = heights(mover, low - spare, high + spare, around=around)
    more = [z for z in tops if z not in (low, high)]
    if spare <= EPS or not more:
        return flat
    above = [z for z in more if z > high]
    for z in above:
        found = _straight_over(mover, spot, z)
        if found is not None and found.cost <= most:
            flat, most = found, found.cost
            break
    within = {z for z in more if low < z < high or max(z - high, low - z) < (most - straight) / 2}
    climbed = _search(mover, spot, {low, high, *within}, most) if within else None
    if climbed is None or (flat is not None and flat.cost <= climbed.cost + EPS):
        return flat
    return climbed


def _straight_over(mover: Mover, spot: Spot, z: Inches) -> Trail | None:
    """Straight on, but over what is in the way at one height: of all ways over it the shortest."""
    order = sorted({mover.model.z, spot[2], z})
    floors = tuple(floor_at(mover, height) for height in order)
    start = Stop(order.index(mover.model.z), mover.model.at)
    end = Stop(order.index(spot[2]), (spot[0], spot[1]))
    top = len(order) - 1
    pairs = {(min(stop.floor, top), top) for stop in (start, end)}
    lifts = [lift_between(mover, pair, floors) for pair in pairs]
    found = straight_over((start, Stop(top, start.at), Stop(top, end.at), end), floors, lifts)
    return None if found is None else _trail(found, floors)


def _trail(found: Detour, floors: Sequence[Floor]) -> Trail:
    spots = ((*stop.at, floors[stop.floor].height) for stop in found.stops)
    return Trail(tuple(spots), found.cost)


def _search(mover: Mover, spot: Spot, levels: set[Inches], most: Inches) -> Trail | None:
    model = mover.model
    order = sorted(levels)
    around = _ellipse_box(model.at, (spot[0], spot[1]), most - abs(spot[2] - model.z))
    floors = tuple(floor_at(mover, z, around=around) for z in order)
    ends = (Stop(order.index(model.z), model.at), Stop(order.index(spot[2]), (spot[0], spot[1])))
    for end in ends:
        here = np.asarray([end.at])
        if not floors[end.floor].clear(here, here)[0]:
            return None
    lifts = tuple(lifts_of(mover, floors, ends, most))
    found = Maze(floors, lifts, ends=ends).shortest(0, 1, most=most)
    if found is None:
        return None
    return _trail(tightened(found, floors, lifts) if lifts else found, floors)


def lifts_of(
    mover: Mover, floors: tuple[Floor, ...], ends: Iterable[Stop], most: Inches
) -> Iterable[Lift]:
    """Climbs between every two floors, those exactly at an end among their spots."""
    for low in range(len(floors)):
        for high in range(low + 1, len(floors)):
            rise = floors[high].height - floors[low].height
            if rise > most + EPS:
                continue
            lift = lift_between(mover, (low, high), floors)
            more = [stop.at for stop in ends if stop.floor in (low, high)]
            more = [at for at in more if _may_change(mover, floors, lift, at)]
            if more:
                lift = replace(lift, spots=np.concatenate((lift.spots, np.asarray(more))))
            if len(lift.spots):
                yield lift


def _may_change(mover: Mover, floors: tuple[Floor, ...], lift: Lift, at: Point) -> bool:
    """Whether a model may climb exactly at an end of its way."""
    import shapely

    low, high = floors[lift.low], floors[lift.high]
    here = np.asarray([at])
    if not (low.clear(here, here)[0] and high.clear(here, here)[0]):
        return False
    inside = shapely.dwithin(lift.region, shapely.points(at), EPS / 10)
    return bool(inside) or may_rise(mover, at, low.height, high.height)


def _ellipse_box(a: Point, b: Point, most: Inches) -> Box:
    """A box around all points whose distances to both ends add up to `most`."""
    apart = math.dist(a, b)
    long = max(most, apart) / 2
    short = math.sqrt(max(0.0, long * long - apart * apart / 4))
    ux, uy = ((b[0] - a[0]) / apart, (b[1] - a[1]) / apart) if apart > EPS else (1.0, 0.0)
    wide = math.hypot(long * ux, short * uy) + 2 * EPS
    tall = math.hypot(long * uy, short * ux) + 2 * EPS
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return (x - wide, y - tall, x + wide, y + tall)


def at_least(mover: Mover, spot: Spot, most: Inches) -> Inches:
    """What every way costs at least: one that stays between the levels of its ends goes round
    what bars them all; any other climbs to the next level and back. At most `most` is proved.

    The base counts as a circle that it holds however it is turned; curves are drawn inside.
    """
    model = mover.model
    low, high = sorted((model.z, spot[2]))
    straight = math.dist(model.at, spot[:2]) + high - low
    tall = model.profile.height
    things: list[tuple[Base, Inches, Inches]] = [
        (one.shape, one.bottom, one.top) for one in hindering_parts(mover)
    ]
    things += [(one.base, one.low, one.high) for one in hindering_models(mover)]
    shapes = [
        shape for shape, bottom, top in things if bottom < low + tall - EPS and top > high + EPS
    ]
    flat = _round(mover, shapes, spot, most - (high - low)) + high - low
    levels = heights(mover, -math.inf, math.inf)
    over = min((z - high for z in levels if z > high + EPS), default=math.inf)
    under = min((low - z for z in levels if z < low - EPS), default=math.inf)
    return min(flat, straight + 2 * min(over, under))


def _round(mover: Mover, shapes: Sequence[Base], spot: Spot, most: Inches) -> Inches:
    """Length of the shortest way round shapes, never too long; `most` where it is longer."""
    held = Circle((0.0, 0.0), inner_radius(mover.base))
    box = table_box(mover) if isinstance(mover.base, Circle) else None
    found = obstacles_of(mover, shapes, held=held)
    floor = Floor(0.0, Obstacles(found, slack=2 * EPS), box=box)
    ends = (Stop(0, mover.model.at), Stop(0, (spot[0], spot[1])))
    way = Maze((floor,), ends=ends).shortest(0, 1, most=most)
    return most if way is None else way.cost


def _legs_up(model: Model, spot: Spot) -> tuple[Leg, ...]:
    """A flight: up or down first, since height is free (WH-TMV-10)."""
    x, y, z = spot
    legs: list[Leg] = []
    if abs(z - model.z) > EPS:
        legs.append(Up(z - model.z) if z > model.z else Down(model.z - z))
    if math.dist(model.at, (x, y)) > EPS:
        legs.append(To((x, y)))
    return tuple(legs)


def shunned(mover: Mover, spot: Spot) -> frozenset[str]:
    """Dense features that the model may not have climbed if it ends on them (WH-TMV-05)."""
    x, y, z = spot
    model, rules = mover.model, mover.rules
    if z <= EPS or model.profile.has(*ON_FOOT):
        return frozenset()
    if rules.climber_ends_on_dense is ClimberEnds.BY_KEYWORD:
        return frozenset()
    under, _ = held_by(model.standing((x, y), z).base, z, mover.areas)
    return frozenset(one.feature for one in under if one.cat is Category.DENSE)
