"""Arcs: bearings against a facing, and contact with a dividing line as a fact with its amount."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.geometry.arcs import (
    Sector,
    Side,
    base_in_sector,
    in_sector,
    relative_bearing,
)
from defilade.geometry.bases import Circle, Edge, Oval, Polygon, Rectangle
from defilade.geometry.motions import mirrored, turned
from defilade.geometry.plane import EPS, rotated

FRONT = Sector((0.0, 0.0), 90.0, 45.0)
half_angles = st.integers(1, 35).map(lambda k: 5.0 * k)
places = st.tuples(st.integers(-90, 90), st.integers(-90, 90)).map(
    lambda p: (p[0] / 7.0, p[1] / 7.0)
)


@pytest.mark.parametrize(
    ("target", "side"),
    [
        ((10.0, 10.0), Side.ON_LINE),
        ((10.0, 10.001), Side.OUTSIDE),
        ((10.0, 9.999), Side.INSIDE),
        ((10.0, -10.0), Side.ON_LINE),
        ((-10.0, 0.0), Side.OUTSIDE),
        ((-10.0, 10.0), Side.OUTSIDE),
        ((0.0, 0.0), Side.ON_LINE),
    ],
)
def test_the_dividing_line_is_a_fact(target, side):
    """Fault A31: a ship at the origin facing +x with a front arc of 45 degrees either side."""
    assert in_sector(FRONT, target).side is side
    assert base_in_sector(FRONT, Circle(target, 0.0)).side is side


def test_a_base_may_reach_in_when_its_centre_does_not():
    ship = Circle((10.0, 10.001), 0.5)
    assert in_sector(FRONT, ship.centre).side is Side.OUTSIDE
    assert base_in_sector(FRONT, ship).side is Side.INSIDE
    assert base_in_sector(FRONT, ship, whole=True).side is Side.OUTSIDE
    assert base_in_sector(FRONT, Circle((10, 0), 1.0), whole=True).side is Side.INSIDE


@given(places, st.integers(0, 359), half_angles)
def test_a_point_is_the_same_as_a_base_without_size(target, facing, half):
    sector = Sector((1.0, -2.0), float(facing), half)
    by_point, by_base = in_sector(sector, target), base_in_sector(sector, Circle(target, 0.0))
    assert by_point.side is by_base.side
    assert base_in_sector(sector, Circle(target, 0.0), whole=True).side is by_point.side


@given(places, st.integers(1, 20), half_angles, st.integers(0, 359))
def test_turning_and_mirroring_change_nothing(target, radius, half, degrees):
    base = Circle(target, radius / 4.0)
    plain = base_in_sector(Sector((0.0, 0.0), 30.0, half), base)
    turn = base_in_sector(
        Sector((0.0, 0.0), 30.0 + degrees, half), turned(base, degrees, about=(0, 0))
    )
    flip = base_in_sector(Sector((0.0, 0.0), -30.0, half), mirrored(base))
    for other in (turn, flip):
        assert other.margin == pytest.approx(plain.margin, abs=4 * EPS)


@given(places, st.integers(1, 8), half_angles, st.integers(0, 359))
def test_any_part_means_some_sampled_point_is_in(centre, size, half, facing):
    sector = Sector((0.0, 0.0), float(facing), half)
    base = Oval(centre, size / 2.0, size / 4.0, 40.0)
    rim = [
        rotated((size / 4.0 * math.sin(t), size / 2.0 * math.cos(t)), 40.0)
        for t in (2 * math.pi * k / 90 for k in range(90))
    ]
    sampled = [in_sector(sector, (centre[0] + x, centre[1] + y)).side for x, y in rim]
    fact = base_in_sector(sector, base)
    if Side.INSIDE in sampled:
        assert fact.side is Side.INSIDE
    if Side.OUTSIDE in sampled:
        assert base_in_sector(sector, base, whole=True).side is not Side.INSIDE
    if fact.side is Side.OUTSIDE:
        assert set(sampled) == {Side.OUTSIDE}


def test_wide_sectors_hold_what_lies_ahead():
    wide = Sector((0.0, 0.0), 0.0, 135.0)
    assert base_in_sector(wide, Circle((0, 5), 0.0)).side is Side.INSIDE
    assert base_in_sector(wide, Circle((5, -5), 0.0)).side is Side.ON_LINE
    assert base_in_sector(wide, Circle((0, -5), 1.0)).side is Side.OUTSIDE
    assert base_in_sector(wide, Circle((0, -5), 1.0)).margin == pytest.approx(
        1 - 5 * math.sqrt(0.5)
    )
    everything = Sector((0.0, 0.0), 0.0, 180.0)
    assert in_sector(everything, (0, -5)).side is Side.INSIDE


def test_bases_with_straight_sides_touch_a_line():
    box = Rectangle((-1.0, 5.0), 2.0, 2.0)
    quarter = Sector((0.0, 0.0), 45.0, 45.0)
    assert base_in_sector(quarter, box).side is Side.ON_LINE
    assert base_in_sector(quarter, Edge((-2, 3), (0, 3))).side is Side.ON_LINE
    assert base_in_sector(quarter, Edge((-2, 3), (0.1, 3))).side is Side.INSIDE
    ell = Polygon(((-3, 0.5), (-1, 0.5), (-1, 3), (1, 3), (1, 4), (-3, 4)))
    assert base_in_sector(quarter, ell).margin == pytest.approx(1.0)


def test_right_is_positive():
    assert relative_bearing((0, 0), 0.0, (1, 1)) == pytest.approx(45.0)
    assert relative_bearing((0, 0), 0.0, (-1, 1)) == pytest.approx(-45.0)
    assert relative_bearing((0, 0), 10.0, (0, -1)) == pytest.approx(170.0)
