"""Curves beside bases: where they meet, what is left of them outside, and that it is parted."""

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import (
    Circle,
    Edge,
    Oval,
    Rectangle,
    convex_parts,
    from_unit_disc,
    nearest_on_oval,
    point,
    support,
    to_unit_disc,
    where_in,
)
from defilade.geometry.plane import EPS, Where, distance, distance_to_segment
from defilade.geometry.sight import Verdict, look
from defilade.geometry.sight.between import Piece
from defilade.geometry.sight.bows import nearest_to_bow
from defilade.geometry.sight.frame import Bow, Disc, Ellipse
from defilade.geometry.sight.meetings import meetings
from defilade.geometry.sight.piece_checks import bend_faults
from defilade.geometry.sight.trimming import holds, is_under, stretches_outside

place = st.tuples(*(st.integers(-30, 30).map(lambda k: k / 10),) * 2)
half = st.integers(2, 30).map(lambda k: k / 10)
angle = st.integers(0, 359).map(float)
ovals = st.builds(Oval, place, half, half, angle)
curves = st.one_of(ovals, st.builds(Circle, place, half))
bases = st.one_of(
    curves,
    st.builds(Rectangle, place, half, half, angle).map(lambda r: convex_parts(r)[0]),
    st.builds(Edge, place, place).filter(lambda e: math.dist(e.start, e.end) > 0.1),
    place.map(point),
)


def at(oval, turn):
    return from_unit_disc(oval, (math.cos(turn), math.sin(turn)))


@settings(max_examples=150, deadline=None)
@given(ovals, ovals)
def test_meetings_lie_on_both_outlines_and_none_is_missed(curve, other):
    """Between two neighbours the one outline stays on one side of the other."""
    assume(not is_under(curve, other) and not is_under(other, curve))
    found = sorted(t % math.tau for t in meetings(curve, other))
    for turn in found:
        p = at(curve, turn)
        assert distance(p, nearest_on_oval(other, p)) <= EPS
    cuts = [*found, found[0] + math.tau] if found else [0.0, math.tau]
    for low, high in pairwise(cuts):
        sides = {
            where_in(other, at(curve, low + (high - low) * k / 60), slack=1e-6)
            for k in range(1, 60)
        }
        assert not {Where.INSIDE, Where.OUTSIDE} <= sides


@settings(max_examples=150, deadline=None)
@given(curves, bases, bases)
def test_what_is_left_of_a_curve_is_all_that_is_outside_and_parted(solid, a, b):
    assume(not any(is_under(solid, base) or holds(solid, base) for base in (a, b)))
    curve = solid if isinstance(solid, Oval) else Oval(solid.centre, solid.radius, solid.radius)
    left = stretches_outside(solid, (a, b))
    for stretch in left:
        for base, (nx, ny) in zip((a, b), stretch.normals, strict=True):
            far = support(base, (nx, ny))
            for p in (stretch.start, stretch.middle, stretch.end):
                assert nx * (p[0] - far[0]) + ny * (p[1] - far[1]) >= -EPS
    for k in range(90):
        p = at(curve, math.tau * k / 90)
        covered = any(between(curve, stretch, p) for stretch in left)
        sides = {where_in(base, p, slack=1e-6) for base in (a, b)}
        if Where.INSIDE in sides:
            assert not covered
        elif Where.BOUNDARY not in sides:
            assert covered


def between(curve, stretch, p):
    """Whether a point of a curve lies on a stretch of it, by their turns."""
    start, here, end = (turn(curve, q) for q in (stretch.start, p, stretch.end))
    return (here - start) % math.tau <= (end - start) % math.tau + 1e-9


def turn(curve, p):
    x, y = to_unit_disc(curve, p)
    return math.atan2(y, x)


@settings(max_examples=100, deadline=None)
@given(st.tuples(place, place), half, half, st.floats(0.0, 6.3), st.floats(0.1, 1.5))
def test_the_distance_to_a_bow_is_the_least_to_its_points(line, long, wide, start, sweep):
    assume(distance(*line) > 0.1)
    for across, curve in (
        (long, Disc(0.0, 0.0, long)),
        (wide, Ellipse(0.0, 0.0, (long, 0.0), (0.0, wide))),
    ):
        turns = [start + sweep * k / 400 for k in range(401)]
        points = [(long * math.cos(t), across * math.sin(t)) for t in turns]
        brute = min(distance_to_segment(p, *line) for p in points)
        assume(brute > 0.02)
        gap, near = nearest_to_bow(line, Bow(curve, points[0], points[-1], 1))
        assert brute - 1e-3 <= gap <= brute + 1e-9
        assert distance_to_segment(near, *line) == pytest.approx(gap)


TARGET = Circle((0.0, 9.0), 0.5)


@pytest.mark.parametrize("poke", [1e-2, 1e-3, 1e-4, 1e-5])
def test_a_base_that_pokes_out_of_a_curve_sees_through_its_slit_alone(poke):
    """The slit is as wide as two circles that cross leave it, to the last digits."""
    big, small = 2.0, 0.5
    apart = big - small + poke
    base = Circle((0.0, apart), small)
    along = (apart * apart + big * big - small * small) / (2.0 * apart)
    slit = 2.0 * math.sqrt(big * big - along * along)
    sight = look(base, TARGET, [Circle((0.0, 0.0), big)])
    assert sight.verdict is Verdict.OPEN
    assert sight.lane == pytest.approx(slit, rel=1e-6)


def test_a_base_that_fills_a_curve_answers_at_once():
    """A curve that holds a base is one proof, however little room is left."""
    for room in (1e-6, 1e-3, 0.1):
        sight = look(Circle((0, 0), 2.0 - room), TARGET, [Circle((0, 0), 2.0)])
        assert sight.verdict is Verdict.CLOSED
        assert sight.blockers == (0,)


def test_a_forged_claim_that_a_curve_holds_a_base_is_caught():
    from dataclasses import replace

    from defilade.geometry.sight import ProofFailed, check

    base = Circle((0.0, 1.0), 0.5)
    sight = look(base, TARGET, [Circle((0, 0), 2.0)])
    check(sight, base, TARGET, [Circle((0, 0), 2.0)])
    with pytest.raises(ProofFailed, match="held"):
        check(sight, base, TARGET, [Circle((0, 0), 1.4)])
    with pytest.raises(ProofFailed, match="held"):
        check(replace(sight), Circle((0.0, 1.6), 0.5), TARGET, [Circle((0, 0), 2.0)])


def test_a_curve_that_is_said_to_bend_where_it_does_not_is_caught():
    """A bow over the top of a disc makes the upper end of its shadow only while it faces up."""
    left, right = (math.cos(2.0), math.sin(2.0)), (math.cos(1.0), math.sin(1.0))
    bow = Bow(Disc(0.0, 0.0, 1.0), right, left, 1)
    piece = Piece(0, bow, -1.5, 1.5, (1.0, 0.0), (1.0, 0.0))
    ends = ((*right, 0.0), (0.0, 0.0, 1.0))
    assert bend_faults(piece, ends, (-0.4, 0.4)) == []
    assert bend_faults(piece, ends, (-0.4, 0.8)) == ["piece.does_not_bend_there"]
