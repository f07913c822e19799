"""The plane: signs that do not depend on size or order, one tolerance, one rounding."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.geometry.plane import (
    EPS,
    Where,
    angle_to_bearing,
    bearing,
    bearing_to_angle,
    centroid,
    collinear_overlap,
    convex_hull,
    distance,
    nearest_on_ring,
    on_segment,
    orientation,
    point_at,
    rotated,
    segment_distance,
    segments_cross,
    signed_area,
    snap,
    where_in_ring,
)

on_grid = st.integers(-600_000, 600_000).map(lambda k: k / 10_000)
points = st.tuples(on_grid, on_grid)
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@given(points, points, points)
def test_the_sign_of_three_points_turns_with_their_order(a, b, c):
    sign = orientation(a, b, c)
    assert orientation(b, c, a) == sign
    assert orientation(b, a, c) == -sign
    assert orientation(a, a, c) == 0


def test_the_sign_is_right_where_floats_cancel():
    a, b = (12.0, 12.0), (24.0, 24.0)
    step = 2.0**-52
    assert orientation(a, b, (0.5, 0.5 + step)) == 1
    assert orientation(a, b, (0.5, 0.5)) == 0
    assert orientation(a, b, (0.5 + step, 0.5)) == -1


@pytest.mark.parametrize(
    ("start", "end", "p"),
    [((0.0, 0.0), (2.1, 1.2), (0.7, 0.4)), ((0.0, 0.0), (-2.0, -3.0), (-0.2, -0.3))],
)
@given(by=points)
def test_a_point_computed_on_a_segment_lies_on_it(start, end, p, by):
    """Fault A39: a third or a tenth of the way along, wherever the table lies."""

    def move(q):
        return (q[0] + by[0], q[1] + by[1])

    assert on_segment(move(p), move(start), move(end))


@given(points, points, st.floats(0.0, 1.0))
def test_any_share_of_a_segment_lies_on_it(a, b, share):
    p = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
    assert on_segment(p, a, b)


@given(on_grid)
def test_snapping_is_done_once_and_keeps_what_is_on_the_grid(value):
    assert snap(value) == value
    assert snap(value + 3e-5) == value


@given(st.floats(0.0, 360.0, exclude_max=True))
def test_bearings_and_mathematical_angles_are_inverse(degrees):
    back = angle_to_bearing(bearing_to_angle(degrees))
    assert math.isclose(math.cos(math.radians(back - degrees)), 1.0)


@pytest.mark.parametrize(
    ("target", "expected"),
    [((0, 1), 0), ((1, 1), 45), ((1, 0), 90), ((0, -1), 180), ((-1, 0), 270)],
)
def test_bearings_run_clockwise_from_up(target, expected):
    assert bearing((0.0, 0.0), target) == expected


@given(points, st.integers(0, 8))
def test_quarter_turns_are_exact(p, quarters):
    turned = rotated(p, 90.0 * quarters)
    assert rotated(turned, -90.0 * quarters) == p


@given(points, points, points, points)
def test_crossing_and_distance_agree(a, b, c, d):
    gap, first, second = segment_distance((a, b), (c, d))
    assert math.isclose(gap, distance(first, second), abs_tol=1e-9)
    assert on_segment(first, a, b)
    assert on_segment(second, c, d)
    if segments_cross((a, b), (c, d)):
        assert gap == 0.0


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ((2.0, 2.0), Where.INSIDE),
        ((4.0, 2.0), Where.BOUNDARY),
        ((0.0, 0.0), Where.BOUNDARY),
        ((4.0 + EPS / 2, 2.0), Where.BOUNDARY),
        ((4.0 + 3 * EPS, 2.0), Where.OUTSIDE),
        ((5.0, 4.0), Where.OUTSIDE),
        ((-1.0, 0.0), Where.OUTSIDE),
    ],
)
def test_where_a_point_lies_to_a_square(p, expected):
    assert where_in_ring(p, SQUARE) is expected
    assert where_in_ring(p, SQUARE[::-1]) is expected


def test_the_nearest_point_of_an_outline_and_its_centre():
    assert nearest_on_ring(SQUARE, (6.0, 2.0)) == (4.0, 2.0)
    assert nearest_on_ring(SQUARE, (2.0, 0.5)) == (2.0, 0.0)
    assert centroid(SQUARE) == (2.0, 2.0)
    assert signed_area(SQUARE) == 16.0


@given(st.lists(points, min_size=3, max_size=20))
def test_a_hull_holds_every_point(cloud):
    hull = convex_hull(cloud)
    assert set(hull) <= set(cloud)
    if len(hull) > 2:
        assert all(where_in_ring(p, hull) is not Where.OUTSIDE for p in cloud)


def test_segments_that_run_along_each_other_share_a_stretch():
    assert collinear_overlap(((0, 0), (4, 0)), ((3, 0), (9, 0))) == ((3, 0), (4, 0))
    assert collinear_overlap(((0, 0), (4, 0)), ((4, 0), (9, 0))) is None
    assert collinear_overlap(((0, 0), (4, 0)), ((3, 0), (9, 1))) is None


@given(points, points, st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4))
def test_segments_along_one_line_have_a_distance(a, b, shares):
    """They may cross by a rounding, at an angle that no float can tell."""
    p, q, r, s = (point_at(a, b, share) for share in shares)
    gap, first, second = segment_distance((p, q), (r, s))
    assert on_segment(first, p, q)
    assert on_segment(second, r, s)
    low, high = sorted(shares[:2]), sorted(shares[2:])
    apart = max(0.0, high[0] - low[1], low[0] - high[1])
    assert gap == pytest.approx(apart * distance(a, b), abs=1e-9)
