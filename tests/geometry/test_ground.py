"""Paths over slow and closed ground: split exactly, cheapest as light goes, reach as a polygon."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon

from defilade.geometry.ground import (
    Terrain,
    cheapest_path,
    path_cost,
    path_length,
    reachable,
    split_path,
    within_areas,
)
from defilade.geometry.regions import Region

numbers = st.integers(-400, 400).map(lambda n: n / 40)
points = st.tuples(numbers, numbers)


def box(x: float, y: float, width: float, depth: float) -> Region:
    return Region(((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


boxes = st.builds(box, numbers, numbers, st.integers(1, 160).map(lambda n: n / 20), st.just(3.0))


@given(st.lists(points, min_size=2, max_size=5), st.lists(boxes, max_size=3))
def test_a_split_path_keeps_its_length_and_agrees_with_shapely(path, areas):
    stretches = split_path(path, areas)
    assert math.isclose(sum(s.length for s in stretches), path_length(path), abs_tol=1e-5)
    for number, area in enumerate(areas):
        ours = sum(s.length for s in stretches if number in s.areas)
        inside = Polygon(area.outline).buffer(-1e-9)
        theirs = sum(
            LineString(leg).intersection(inside).length
            for leg in pairwise(path)
            if leg[0] != leg[1]
        )
        assert math.isclose(ours, theirs, abs_tol=1e-5)


@given(points, points, boxes)
@settings(max_examples=40, deadline=None)
def test_the_cheapest_path_is_symmetric_and_between_its_bounds(start, target, mire):
    terrain = Terrain(((mire, 2.0),))
    there = cheapest_path(start, target, terrain)
    back = cheapest_path(target, start, terrain)
    assert there is not None
    assert back is not None
    straight = math.dist(start, target)
    assert straight - 1e-9 <= there.cost <= path_cost((start, target), terrain) + 1e-9
    assert there.cost == pytest.approx(path_cost(there.points, terrain))
    assert there.cost == pytest.approx(back.cost, abs=0.02)


@pytest.mark.parametrize("height", [1.0, 3.0, 6.0, 10.0])
def test_a_way_through_a_slow_slab_bends_as_light_does(height):
    slab = Terrain(((box(2.0, -50.0, 2.0, 100.0), 2.0),))
    found = cheapest_path((0.0, 0.0), (10.0, height), slab)
    low, high = 0.0, math.pi / 2 - 1e-9
    for _ in range(100):  # the angle at which the refracted ray arrives
        middle = (low + high) / 2
        inside = math.asin(math.sin(middle) / 2)
        low, high = (
            (middle, high)
            if 8 * math.tan(middle) + 2 * math.tan(inside) < height
            else (low, middle)
        )
    inside = math.asin(math.sin(low) / 2)
    least = 8 / math.cos(low) + 4 / math.cos(inside)
    assert found is not None
    assert found.cost == pytest.approx(least, abs=1e-6)


def test_a_way_round_a_wall_turns_at_its_corner():
    wall = Terrain(closed=(box(4.0, -2.0, 1.0, 3.0),))
    found = cheapest_path((0.0, 0.0), (9.0, 0.0), wall)
    assert found is not None
    assert found.points == ((0.0, 0.0), (4.0, 1.0), (5.0, 1.0), (9.0, 0.0))
    assert found.cost == pytest.approx(math.dist((0, 0), (4, 1)) * 2 + 1)


def test_an_enclosed_point_cannot_be_reached():
    walls = (box(4, 4, 4, 1), box(4, 7, 4, 1), box(4, 4.5, 1, 3), box(7, 4.5, 1, 3))
    assert cheapest_path((0.0, 0.0), (6.0, 6.0), Terrain(closed=walls)) is None


def test_open_ground_is_reached_as_a_disc():
    outline = Polygon(reachable((3.0, -2.0), 6.0, Terrain()))
    assert outline.area == pytest.approx(math.pi * 36, rel=1e-3)


def test_half_as_far_over_slow_ground():
    mire = Terrain(((box(0.0, -20.0, 20.0, 40.0), 2.0),))
    outline = reachable((0.0, 0.0), 4.0, mire)
    assert max(x for x, _ in outline) == pytest.approx(2.0)
    assert min(x for x, _ in outline) == pytest.approx(-4.0)


@given(points, st.lists(boxes, max_size=2), st.integers(0, 359))
@settings(max_examples=15, deadline=None)
def test_whatever_is_reached_costs_no_more_than_the_budget(start, areas, turn):
    terrain = Terrain(tuple((area, 2.0) for area in areas))
    outline = reachable(start, 5.0, terrain)
    corner = outline[turn % len(outline)]
    found = cheapest_path(start, corner, terrain)
    assert found is not None
    assert found.cost <= 5.0 + 1e-4


def test_a_road_of_two_pieces_is_one_road():
    road = (box(0, -1, 5, 2), box(5, -1, 5, 2))
    assert within_areas([(0.0, 0.0), (10.0, 0.0)], road)
    assert within_areas([(0.0, 1.0), (10.0, 1.0)], road)
    assert not within_areas([(0.0, 0.0), (10.1, 0.0)], road)
    assert not within_areas([(0.0, 0.0), (5.0, 1.5), (10.0, 0.0)], road)
