"""Shortest ways past grown shapes: whole-surface properties first, then examples."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Base, Circle, Edge, Oval, Polygon
from defilade.geometry.detours import Detour, Floor, Lift, Maze, Stop
from defilade.geometry.gaps import gap_between
from defilade.geometry.grown import Fit, Grown, grown, grown_ring
from defilade.geometry.obstacles import Obstacles
from defilade.geometry.plane import Point, rotated, translated
from defilade.geometry.shapes import convex_rings, rings_of
from defilade.geometry.spreads import seen_from, spread
from defilade.geometry.tighten import straight_over, tightened

Wall = tuple[float, float, float, float, float]


def slab(x: float, y: float, long: float, wide: float, turn: float) -> Polygon:
    """A rectangle around a point, turned."""
    ring = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    return Polygon(tuple(translated(rotated(p, turn), (x, y)) for p in ring))


START, GOAL = (-14.0, 0.0), (14.0, 0.5)
places = st.integers(-8, 8)
wall = st.tuples(places, places, st.integers(1, 4), st.just(0.25), st.integers(0, 179))
walls = st.lists(wall, max_size=6)


def way(
    shapes: list[Base], start: Point, goal: Point, *, radius: float = 1.0, fit: Fit = Fit.OUTER
) -> Detour | None:
    """The shortest way of a round base."""
    base = Circle((0.0, 0.0), radius)
    axis = math.degrees(math.atan2(goal[1] - start[1], goal[0] - start[0]))
    pieces = [one for s in shapes for one in grown(s, base, at=(0.0, 0.0), fit=fit, axis=axis)]
    floor = Floor(0.0, Obstacles(tuple(pieces)))
    if not floor.obstacles.free(np.asarray([start, goal])).all():
        return None
    return Maze((floor,), ends=(Stop(0, start), Stop(0, goal))).shortest(0, 1)


@given(walls)
def test_a_way_keeps_off_every_shape_and_is_as_long_as_it_says(drawn: list[Wall]) -> None:
    shapes: list[Base] = [slab(*one) for one in drawn]
    found = way(shapes, START, GOAL)
    assert found is not None
    lengths = [math.dist(a.at, b.at) for a, b in pairwise(found.stops)]
    assert found.cost == pytest.approx(math.fsum(lengths))
    assert found.cost >= math.dist(START, GOAL) - 1e-9
    for a, b in pairwise(found.stops):
        for shape in shapes:
            assert gap_between(Edge(a.at, b.at), shape).distance >= 1.0 - 1e-6


@given(walls)
def test_curves_drawn_inside_give_shorter_ways_by_little(drawn: list[Wall]) -> None:
    shapes: list[Base] = [slab(*one) for one in drawn]
    outer = way(shapes, START, GOAL)
    inner = way(shapes, START, GOAL, fit=Fit.INNER)
    assert outer is not None
    assert inner is not None
    assert inner.cost <= outer.cost + 1e-9


@given(walls, st.integers(1, 359), st.booleans())
def test_ways_turn_and_mirror_with_the_table(drawn: list[Wall], turn: int, mirrored: bool) -> None:
    def image(p: Point) -> Point:
        x, y = rotated(p, turn)
        return (1000.0 - x if mirrored else 1000.0 + x, y - 2000.0)

    shapes: list[Base] = [slab(*one) for one in drawn]
    others: list[Base] = []
    for shape in shapes:
        assert isinstance(shape, Polygon)
        ring = tuple(image(p) for p in shape.points)
        others.append(Polygon(ring[::-1] if mirrored else ring))
    start, goal = START, GOAL
    first, second = way(shapes, start, goal), way(others, image(start), image(goal))
    assert first is not None
    assert second is not None
    assert first.cost == pytest.approx(second.cost, abs=1e-6)


@given(walls, wall)
def test_one_shape_more_never_shortens_a_way(drawn: list[Wall], more: Wall) -> None:
    shapes: list[Base] = [slab(*one) for one in drawn]
    before = way(shapes, START, GOAL)
    after = way([*shapes, slab(*more)], START, GOAL)
    assert before is not None
    assert after is not None
    assert after.cost >= before.cost - 1e-9


@settings(max_examples=8)
@given(walls)
def test_what_is_spread_over_is_what_ways_reach(drawn: list[Wall]) -> None:
    """A spot well inside the ground has a way that short; one well outside has none."""
    shapes: list[Base] = [slab(*one) for one in drawn]
    base = Circle((0.0, 0.0), 1.0)
    pieces = [one for s in shapes for one in grown(s, base, at=(0.0, 0.0))]
    floor = Floor(0.0, Obstacles(tuple(pieces)))
    start = START
    (region,) = spread(Maze((floor,), ends=(Stop(0, start),)), 0, 9.0, floors=(0,))
    for k in range(0, 40, 2):
        spot = (START[0] + 9.5 * math.cos(k) * k / 40, 9.5 * math.sin(k) * k / 40)
        found = way(shapes, start, spot)
        cost = math.inf if found is None else found.cost
        if region.buffer(-1e-6).contains(shapely.Point(spot)):
            assert cost <= 9.0 + 1e-6
        elif not region.buffer(0.1).contains(shapely.Point(spot)):
            assert cost > 9.0 - 0.1


def test_the_gap_is_used_that_fits_the_base_exactly_and_no_narrower() -> None:
    """A37: no grid, so nothing depends on its size."""
    radius = 30 / 25.4

    def through(gap: float) -> float:
        low = Polygon(((20.0, -30.0), (20.05, -30.0), (20.05, 10.0), (20.0, 10.0)))
        high = Polygon(((20.0, 10 + gap), (20.05, 10 + gap), (20.05, 70.0), (20.0, 70.0)))
        found = way([low, high], (10.0, 0.0), (30.0, 0.0), radius=radius)
        return math.inf if found is None else found.cost

    assert through(5.0) == pytest.approx(2 * math.hypot(10, 10 + radius), abs=0.5)
    assert through(2 * radius) < 31
    assert through(2 * radius - 1e-4) > 60


def test_a_way_round_a_corner_is_tangents_and_an_arc() -> None:
    found = way([Polygon(((0, -50.0), (1.0, -50.0), (1.0, 0.0), (0.0, 0.0)))], (-4, -2), (5, -2))
    assert found is not None
    # From 4 left of the corner and 2 below it: tangent, arc, the 1 inch along the top, and back.
    away = math.hypot(4, 2)
    arc = math.pi / 2 + math.atan2(2, 4) - math.acos(1 / away)
    assert found.cost == pytest.approx(2 * (math.sqrt(away**2 - 1) + arc) + 1, abs=0.01)


def test_shapes_of_every_kind_grow_around_and_inside_the_true_ones() -> None:
    at = (3.0, -2.0)
    shapes: list[Base] = [Circle((0, 0), 1.5), Oval((0, 0), 2, 1, 30), slab(0, 0, 2, 0.5, 20)]
    for shape in shapes:
        for base in (Circle(at, 0.7), Oval(at, 1.5, 0.5, 75.0), slab(3, -2, 1, 0.5, 33)):
            (outer,) = grown(shape, base, at=at)
            (inner,) = grown(shape, base, at=at, fit=Fit.INNER)
            around, held = (shapely.Polygon(one.corners) for one in (outer, inner))
            assert held.within(around.buffer(1e-9))
            assert held.area > 0.98 * around.area
            for k in range(9):
                way_out = rotated((0.0, 9.0), 37.0 * k)
                rim = _rim(shape, base, at, way_out)
                assert around.buffer(1e-6).contains(shapely.Point(rim))
                assert not held.buffer(-1e-6).contains(shapely.Point(rim))


def _rim(shape: Base, base: Base, at: Point, out: Point) -> Point:
    """Where a base that comes straight in from afar first touches a shape, by halving."""
    from defilade.geometry.motions import moved

    low, high = 0.0, 1.0
    for _ in range(40):
        share = (low + high) / 2
        there = (out[0] * share, out[1] * share)
        apart = gap_between(shape, moved(base, (there[0] - at[0], there[1] - at[1]))).distance
        low, high = (low, share) if apart > 1e-9 else (share, high)
    return (out[0] * high, out[1] * high)


def square(x0: float, y0: float, x1: float, y1: float) -> Grown:
    return grown_ring(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def over_a_bar() -> tuple[tuple[Floor, ...], Lift]:
    """Ground with a long bar across it, and an upper floor just over the bar."""
    ground = Floor(0.0, Obstacles((square(-1, -20, 1, 20),)))
    inside = shapely.box(-2, -20, 2, 20)
    upper = Floor(3.0, Obstacles(()), inside)
    region = inside.difference(shapely.box(-1, -20, 1, 20))
    spots = shapely.get_coordinates(shapely.segmentize(region.boundary, 0.7))
    return (ground, upper), Lift(0, 1, 3.0, spots, region)


def test_ways_over_are_pulled_tight() -> None:
    floors, lift = over_a_bar()
    ends = (Stop(0, (-5.0, 0.3)), Stop(0, (6.0, 1.7)))
    found = Maze(floors, (lift,), ends=ends).shortest(0, 1)
    assert found is not None
    straight = math.dist(ends[0].at, ends[1].at) + 6.0
    assert straight + 1e-9 < found.cost < straight + 0.1
    assert tightened(found, floors, (lift,)).cost == pytest.approx(straight, abs=1e-6)
    up, over = Stop(1, ends[0].at), Stop(1, ends[1].at)
    at_once = straight_over((ends[0], up, over, ends[1]), floors, (lift,))
    assert at_once is not None
    assert at_once.cost == pytest.approx(straight)


def test_what_is_behind_a_shape_is_not_seen_straight() -> None:
    floor = Floor(0.0, Obstacles((square(1, -1, 2, 1),)), box=(-3, -3, 9, 9))
    seen = seen_from(floor, (0.0, 0.0), 5.0)
    assert seen.contains(shapely.Point(0.5, 0.2))
    assert not seen.intersects(shapely.Point(3.0, 0.0))
    assert not seen.intersects(shapely.Point(1.5, 0.0))
    assert seen.contains(shapely.Point(0.0, 4.5))
    assert not seen.intersects(shapely.Point(0.0, -3.5))


def test_rings_have_no_holes_and_cover_the_shape() -> None:
    shape = shapely.box(0, 0, 10, 10).difference(
        shapely.union_all([shapely.Point(3, 3).buffer(1), shapely.Point(7, 6).buffer(2)])
    )
    for rings in (rings_of(shape), convex_rings(shape)):
        pieces = [shapely.Polygon(ring) for ring in rings]
        assert shapely.union_all(pieces).symmetric_difference(shape).area < 1e-6
        assert sum(piece.area for piece in pieces) == pytest.approx(shape.area)
