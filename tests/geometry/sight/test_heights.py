"""Sight with heights: a line found is a proof, and a searched "no" is never called proven."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Circle, Edge, Polygon, Rectangle, centre_of, contains
from defilade.geometry.motions import moved, turned
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Wall
from defilade.geometry.sight import Verdict
from defilade.geometry.sight.heights import (
    Basis,
    Opening,
    Prism,
    Search,
    Volume,
    look_in_space,
)
from defilade.geometry.sight.upright import line_blockers

MM32 = 0.62992


def box(x0, x1, y0, y1):
    return Polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def at(x, y, bottom=0.0, top=2.0, radius=MM32):
    return Volume(Circle((x, y), radius), bottom, top)


LONG = box(-0.125, 0.125, -20, 20)


def test_what_is_taller_than_both_is_decided_in_plan():
    found = look_in_space(at(-9, 0), at(9, 0), [Prism(LONG, 0.0, 5.0)])
    assert found.verdict is Verdict.CLOSED
    assert found.basis is Basis.PLAN
    assert found.plan.blockers == (0,)


def test_over_a_low_wall():
    found = look_in_space(at(-9, 0), at(9, 0), [Prism(LONG, 0.0, 1.5)])
    assert found.verdict is Verdict.OPEN
    assert found.basis is Basis.LINE
    assert not line_blockers(found.line, [Prism(LONG, 0.0, 1.5)])


def test_a14_what_lies_lower_than_both_ends_has_no_effect():
    found = look_in_space(at(-9, 0), at(9, 0), [Prism(LONG, -2.0, -1.0)])
    assert found.verdict is Verdict.OPEN
    assert found.plan.lane == pytest.approx(2 * MM32)
    assert found.planes == 0


def test_a21_a_low_hedge_does_not_hide_what_stands_high():
    """A light piece 2" tall at x 10; models of height 1 at x 0 and at z 6, x 20."""
    hedge = [Prism(box(9.75, 10.25, -20, 20), 0.0, 2.0)]
    found = look_in_space(at(0, 0, 0, 1), at(20, 0, 6, 7), hedge)
    assert found.verdict is Verdict.OPEN


@pytest.mark.parametrize("shift", [0.0, -10.0, 250.0])
def test_a35_heights_below_zero_change_nothing(shift):
    for top, verdict in ((1.5, Verdict.OPEN), (2.5, Verdict.CLOSED)):
        wall = [Prism(LONG, shift, top + shift)]
        found = look_in_space(at(-9, 0, shift, 2 + shift), at(9, 0, shift, 2 + shift), wall)
        assert found.verdict is verdict


@pytest.mark.parametrize("x", [-4.0, 0.0, 2.0, 5.0])
def test_a36_sight_between_unequal_heights_is_symmetric(x):
    """Heights 1 and 2.5 with a wall 2" tall between, at unequal distances."""
    wall = [Prism(moved(LONG, (x, 0.0)), 0.0, 2.0)]
    low, high = at(-9, 0, 0, 1), at(9, 0, 0, 2.5)
    there, back = look_in_space(low, high, wall), look_in_space(high, low, wall)
    assert there.verdict is back.verdict
    assert there.line == (None if back.line is None else back.line[::-1])


def window(sill, head, y=0.0, half=0.3):
    return Opening(box(-0.125, 0.125, y - half, y + half), sill, head)


@pytest.mark.parametrize("y", [0.0, 0.2, -0.5])
def test_through_a_window(y):
    wall = [Prism(LONG, 0.0, 6.0, (window(1.0, 1.5, y),))]
    found = look_in_space(at(-9, 0), at(9, 0), wall)
    assert found.verdict is Verdict.OPEN
    assert found.basis is Basis.LINE
    (px, py, pz), (qx, qy, qz) = found.line
    share = -px / (qx - px)
    assert abs(py + share * (qy - py) - y) <= 0.3 + EPS
    assert 1.0 - EPS <= pz + share * (qz - pz) <= 1.5 + EPS


def test_a_window_out_of_reach_gives_a_searched_no_with_its_resolution():
    wall = [Prism(LONG, 0.0, 6.0, (window(4.0, 5.0),))]
    found = look_in_space(at(-9, 0), at(9, 0), wall, search=Search(across=5))
    assert found.verdict is Verdict.CLOSED
    assert found.basis is Basis.SEARCHED
    assert found.planes >= 25
    assert found.spacing == pytest.approx(2 * MM32 / 4)


def test_a_thin_wall_with_a_gap():
    wall = Wall(((0.0, -20.0), (0.0, 20.0)))
    hole = Opening(Edge((0.0, -0.5), (0.0, 0.5)), 0.5, 1.0)
    assert look_in_space(at(-9, 0), at(9, 0), [Prism(wall, 0.0, 6.0)]).basis is Basis.PLAN
    assert look_in_space(at(-9, 0), at(9, 0), [Prism(wall, 0.0, 6.0, (hole,))]).verdict is (
        Verdict.OPEN
    )


def test_standing_on_top_of_what_would_block():
    roof = [Prism(box(-12, -6, -3, 3), 0.0, 4.0)]
    assert look_in_space(at(-9, 0, 4, 6), at(9, 0), roof).verdict is Verdict.OPEN


ruins = st.builds(
    lambda x, y, turn, length, top, windows: Prism(
        turned(Rectangle((x, y), 0.25, length, 0.0), turn),
        0.0,
        top,
        tuple(
            Opening(turned(Rectangle((x, y + k), 0.25, 0.6, 0.0), turn, about=(x, y)), 1.0, 2.2)
            for k in windows
        ),
    ),
    st.floats(-6, 6).map(lambda v: round(v, 3)),
    st.floats(-4, 4).map(lambda v: round(v, 3)),
    st.integers(0, 179).map(float),
    st.sampled_from([3.0, 6.0, 12.0]),
    st.sampled_from([1.5, 3.0, 6.0]),
    st.sampled_from([(), (0.0,), (-1.0, 1.0)]),
)


def solid_at(p, prisms):
    """Whether a point lies well inside the solid of a prism: the sampler's own small truth."""
    x, y, z = p
    for prism in prisms:
        if prism.bottom < z < prism.top and contains(prism.shape, (x, y)):
            holes = prism.openings
            if not any(contains(o.footprint, (x, y)) and o.sill <= z <= o.head for o in holes):
                return True
    return False


@settings(max_examples=40, deadline=None)
@given(st.lists(ruins, min_size=1, max_size=5), st.integers(0, 10_000))
def test_sampled_lines_never_contradict_what_is_proved(prisms, seed):
    a, b = at(-11, 0.5), at(11, -0.5, 0.0, 3.0)
    found = look_in_space(a, b, prisms, search=Search(across=5))
    back = look_in_space(b, a, prisms, search=Search(across=5))
    assert back.verdict is found.verdict
    if found.line is not None:
        assert not line_blockers(found.line, prisms)
        p, q = found.line
        steps = [k / 400 for k in range(1, 400)]
        points = [tuple(u + s * (v - u) for u, v in zip(p, q, strict=True)) for s in steps]
        assert sum(solid_at(point, prisms) for point in points) <= 1
    if found.basis is Basis.PLAN:
        rng = random.Random(seed)
        for _ in range(60):
            line = (_inside(a, rng), _inside(b, rng))
            assert line_blockers(line, prisms)


def _inside(volume, rng):
    (x, y), turn = centre_of(volume.base), rng.uniform(0, math.tau)
    reach = MM32 * math.sqrt(rng.random())
    z = rng.uniform(volume.bottom, volume.top)
    return (x + reach * math.cos(turn), y + reach * math.sin(turn), z)
