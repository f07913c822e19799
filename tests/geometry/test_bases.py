"""Bases: curves stay curves, and distance is one function for every pair of shapes."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import (
    Circle,
    Edge,
    Group,
    Oval,
    Polygon,
    Rectangle,
    area_of,
    contains,
    convex_parts,
    nearest_point,
    support,
)
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.motions import mirrored, moved, scaled, turned
from defilade.geometry.plane import EPS, distance
from defilade.geometry.regions import (
    Region,
    RingFaultKind,
    gap_to_region,
    region_faults,
    repaired_ring,
    ring_faults,
    touches_region,
    wholly_in_region,
)

coordinate = st.integers(-200, 200).map(lambda k: k / 10)
places = st.tuples(coordinate, coordinate)
size = st.integers(1, 40).map(lambda k: k / 10)
angle = st.integers(0, 359).map(float)
ELL = Polygon(((0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5)))

shapes = st.one_of(
    st.builds(Circle, places, size),
    st.builds(Circle, places, st.just(0.0)),
    st.builds(Oval, places, size, size, angle),
    st.builds(Rectangle, places, size, size, angle),
    st.builds(lambda at, by: turned(moved(ELL, at), by), places, angle),
    st.builds(lambda p, d: Edge(p, (p[0] + d, p[1] + 1.0)), places, size),
)
bases = st.one_of(shapes, st.lists(shapes, min_size=1, max_size=3).map(lambda p: Group(tuple(p))))


def _sampled_gap(a, b, count=48):
    """Nearest of many rim points of a to b: never less than the true distance."""
    rim = [
        nearest_point(part, support(part, (math.cos(t), math.sin(t))))
        for part in convex_parts(a)
        for t in (2 * math.pi * k / count for k in range(count))
    ]
    return min(distance(p, nearest_point(b, p)) for p in rim)


@given(bases, bases)
def test_distance_is_symmetric_and_reached_by_its_points(a, b):
    gap, back = gap_between(a, b), gap_between(b, a)
    assert gap.distance == pytest.approx(back.distance, abs=EPS)
    assert distance(gap.first, gap.second) == pytest.approx(gap.distance, abs=EPS)
    assert contains(a, gap.first)
    assert contains(b, gap.second)


@settings(max_examples=60)
@given(bases, bases)
def test_no_sampled_distance_is_shorter(a, b):
    gap = gap_between(a, b).distance
    sampled = _sampled_gap(a, b)
    assert sampled >= gap - EPS


@given(bases, bases, angle, places)
def test_distance_survives_every_motion(a, b, degrees, by):
    gap = gap_between(a, b).distance

    def through(motion):
        return gap_between(motion(a), motion(b)).distance

    assert through(lambda s: turned(s, degrees, about=(0, 0))) == pytest.approx(gap, abs=EPS)
    assert through(lambda s: moved(s, by)) == pytest.approx(gap, abs=EPS)
    assert through(mirrored) == pytest.approx(gap, abs=EPS)
    assert through(lambda s: scaled(s, 3.0)) == pytest.approx(3.0 * gap, abs=4 * EPS)


@given(bases, places)
def test_the_nearest_point_of_a_base_is_in_it_and_none_is_nearer(base, p):
    near = nearest_point(base, p)
    assert contains(base, near)
    if contains(base, p):
        assert distance(near, p) <= EPS
    for k in range(24):
        t = 2 * math.pi * k / 24
        other = support(base, (math.cos(t), math.sin(t)))
        assert distance(near, p) <= distance(other, p) + EPS


@given(bases, angle)
def test_convex_pieces_keep_the_area_and_the_reach(base, degrees):
    pieces = convex_parts(base)
    assert sum(area_of(p) for p in pieces) == pytest.approx(area_of(base))
    n = (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    reach = support(base, n)
    best = max(n[0] * q[0] + n[1] * q[1] for q in (support(p, n) for p in pieces))
    assert best == pytest.approx(n[0] * reach[0] + n[1] * reach[1], abs=EPS)


@pytest.mark.parametrize("k", range(0, 360, 7))
def test_tangent_circles_touch_at_every_turn(k):
    """Fault A40: turned into polygons they would leave a gap at every odd angle."""
    pair = [turned(Circle(p, r), k + 0.37, about=(0, 0)) for p, r in (((0, 0), 4), ((6, 0), 2))]
    assert meeting(*pair) is Meeting.TOUCHING
    assert gap_between(*pair).distance == 0.0


def test_tangent_ovals_and_overlaps_are_told_apart():
    upright = Oval((0, 0), 3, 1, 0)
    assert meeting(upright, Oval((2, 0), 2, 1, 0)) is Meeting.TOUCHING
    assert meeting(upright, Oval((1.9, 0), 2, 1, 0)) is Meeting.OVERLAPPING
    assert meeting(upright, Oval((2.001, 0), 2, 1, 0)) is Meeting.APART
    assert meeting(Rectangle((0, 0), 2, 2), Rectangle((2, 0), 2, 2)) is Meeting.TOUCHING


def test_within_an_inch_of_a_box_is_round_at_its_corner():
    """Fault A33: a ring around a box is not the box grown by an inch."""
    box = Polygon(((-4, -4), (0, -4), (0, 0), (-4, 0)))
    gaps = [gap_between(Circle(p, 0.0), box).distance for p in ((0.70, 0.70), (0.72, 0.72))]
    assert gaps == pytest.approx([0.98995, 1.01823], abs=1e-5)


@pytest.mark.parametrize(
    ("ring", "kinds"),
    [
        (((2, 0), (1, 1), (2, 1), (0, 0)), {RingFaultKind.CROSSING}),
        (((0, 0), (2, 1), (1, 1), (2, 0)), {RingFaultKind.CROSSING}),
        (((0, 0), (4, 0), (4, 4), (4, 7), (4, 4), (0, 4)), {RingFaultKind.SPIKE}),
        (((0, 0), (4, 0), (4, 0), (4, 4)), {RingFaultKind.REPEATED_POINT}),
        (((0, 0), (1, 1)), {RingFaultKind.TOO_FEW_POINTS}),
        (((0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)), {RingFaultKind.SELF_TOUCH}),
        (((0, 0), (float("nan"), 0), (4, 4)), {RingFaultKind.NOT_FINITE}),
    ],
)
def test_faulty_rings_are_reported_by_corner(ring, kinds):
    """Fault A41: a bow tie is one whichever way its corners run."""
    found = ring_faults(ring)
    assert kinds <= {fault.kind for fault in found}
    assert all(fault.corners for fault in found)
    reverse = {fault.kind for fault in ring_faults(ring[::-1])}
    assert kinds <= reverse


def test_repair_happens_only_on_request_and_never_guesses():
    spiked = ((0, 0), (4, 0), (4, 4), (4, 7), (4, 4), (0, 4), (0, 4))
    assert not ring_faults(repaired_ring(spiked))
    assert len(repaired_ring(spiked)) == 4
    with pytest.raises(ValueError, match="crossing"):
        repaired_ring(((2, 0), (1, 1), (2, 1), (0, 0)))


def test_holes_must_lie_inside_and_apart():
    outline = ((0, 0), (10, 0), (10, 10), (0, 10))
    hole = ((2, 2), (4, 2), (4, 4), (2, 4))
    nested = ((2.5, 2.5), (3, 2.5), (3, 3))
    outside = ((9, 9), (12, 9), (12, 12))
    assert region_faults(Region(outline, (hole,))) == ()
    assert {f.kind for f in region_faults(Region(outline, (hole, nested)))} == {
        RingFaultKind.HOLES_MEET
    }
    assert {f.kind for f in region_faults(Region(outline, (outside,)))} == {
        RingFaultKind.HOLE_OUTSIDE
    }


RUIN = Region(((0, 0), (10, 0), (10, 10), (0, 10)), (((4, 4), (6, 4), (6, 6), (4, 6)),))


@pytest.mark.parametrize(
    ("base", "touches", "wholly"),
    [
        (Circle((2, 2), 1), True, True),
        (Circle((2, 2), 2), True, True),
        (Circle((2, 2), 2.01), True, False),
        (Circle((-1, 5), 1), True, False),
        (Circle((-1.001, 5), 1), False, False),
        (Circle((5, 5), 0.5), False, False),
        (Circle((5, 5), 1), True, False),
        (Rectangle((5, 5), 4, 4), True, False),
        (Rectangle((2, 5), 2, 10), True, True),
        (Oval((2, 5), 4, 2, 0), True, True),
        (Oval((2, 5), 4, 2, 90), True, False),
        (Oval((5, 5), 20, 20), True, False),
        (Edge((0, 0), (10, 0)), True, True),
        (Edge((0, 5), (10, 5)), True, False),
        (Group((Circle((2, 2), 1), Circle((20, 2), 1))), True, False),
    ],
)
def test_in_and_wholly_in_a_region_with_a_hole(base, touches, wholly):
    assert touches_region(base, RUIN) is touches
    assert wholly_in_region(base, RUIN) is wholly


@given(bases)
def test_wholly_in_implies_in(base):
    if wholly_in_region(base, RUIN):
        assert gap_to_region(base, RUIN).distance == 0.0
