"""What one line meets: lengths and distances as a second engine finds them, contacts in order."""

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Circle, Oval, Polygon
from defilade.geometry.crossings import inside_length, line_facts, trace
from defilade.geometry.degenerate import Grazing, Touch, blocks
from defilade.geometry.plane import EPS, distance, point_at
from defilade.geometry.regions import Region, Wall

coordinate = st.one_of(
    st.integers(-8, 8).map(float), st.integers(-80_000, 80_000).map(lambda k: k / 10_000)
)
places = st.tuples(coordinate, coordinate)
lines = st.tuples(places, places).filter(lambda pair: distance(*pair) > 0.1)
YARD = Region(((-5, -4), (5, -4), (5, 4), (-5, 4)), (((-2, -1), (2, -1), (2, 2), (-2, 2)),))
ELL = Polygon(((0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5)))


@settings(max_examples=150, deadline=None)
@given(lines, st.sampled_from([YARD, ELL]))
def test_lengths_and_distances_are_those_of_a_second_engine(line, shape):
    holes = shape.holes if isinstance(shape, Region) else ()
    ring = shape.outline if isinstance(shape, Region) else shape.points
    other, laser = shapely.Polygon(ring, holes), shapely.LineString(line)
    facts = line_facts(line, shape)
    both = other.intersection(laser).length
    assert facts.inside + facts.along == pytest.approx(both, abs=1e-5)
    if other.distance(laser) > 10 * EPS:
        assert facts.margin == pytest.approx(other.distance(laser), abs=1e-9)
        assert not facts.contacts


@settings(max_examples=100, deadline=None)
@given(lines, st.sampled_from([YARD, ELL, Circle((1, 1), 2), Oval((0, 1), 3, 1, 20)]))
def test_a_line_read_backwards_meets_the_same(line, shape):
    length = distance(*line)
    there, back = line_facts(line, shape), line_facts(line[::-1], shape)
    assert [c.touch for c in there.contacts] == [c.touch for c in back.contacts[::-1]]
    for one, other in zip(there.contacts, back.contacts[::-1], strict=True):
        assert one.start == pytest.approx(length - other.end, abs=1e-6)
    assert there.margin == pytest.approx(back.margin, abs=1e-6)


def test_a_curve_is_met_as_a_chord_or_as_a_tangent():
    disc = Circle((0, 0), 2)
    assert inside_length(((-9, 0), (9, 0)), disc) == pytest.approx(4.0)
    assert line_facts(((-9, 2), (9, 2)), disc).contacts[0].touch is Touch.TANGENT
    assert line_facts(((-9, 2.001), (9, 2.001)), disc).margin == pytest.approx(0.001)
    assert line_facts(((-9, 1), (9, 1)), disc).margin == pytest.approx(-1.0)
    oval = Oval((0, 0), 3, 1, 90)
    assert inside_length(((-9, 0), (9, 0)), oval) == pytest.approx(6.0)
    assert line_facts(((-9, 1), (9, 1)), oval).contacts[0].touch is Touch.TANGENT


def test_contacts_come_in_order_with_their_kind():
    box = Region(((2, 0), (4, 0), (4, 3), (2, 3)))
    spike = Region(((6, 0), (8, 3), (6, 3)))
    wall = Wall(((10, -1), (10, 1)))
    met = trace(((0, 0), (12, 0)), [wall, spike, box])
    assert [(c.shape, c.touch) for c in met.contacts] == [
        (2, Touch.EDGE),
        (1, Touch.CORNER),
        (0, Touch.INTERIOR),
    ]
    assert [c.start for c in met.contacts] == pytest.approx([2.0, 6.0, 10.0])
    assert met.shapes[2].along == pytest.approx(2.0)


def test_one_policy_says_whether_contact_stops_a_line():
    edge, through = (
        trace(((0, 0), (9, 0)), [Region(((2, 0), (4, 0), (4, 3)))]),
        trace(((0, 1), (9, 1)), [Region(((2, 0), (4, 0), (4, 3)))]),
    )
    assert not blocks(edge.contacts[0], Grazing.OPEN)
    assert blocks(edge.contacts[0], Grazing.CLOSED)
    assert blocks(through.contacts[0], Grazing.OPEN)


@given(st.floats(0.0, 360.0), st.floats(0.5, 20.0))
def test_a_line_through_a_base_from_its_centre_runs_its_radius(turn, length):
    end = (length * math.cos(math.radians(turn)), length * math.sin(math.radians(turn)))
    assert inside_length(((0.0, 0.0), end), Circle((0, 0), 2)) == pytest.approx(min(length, 2.0))


@settings(max_examples=100, deadline=None)
@given(places, places, st.floats(-0.5, 1.5), st.floats(-0.5, 1.5))
def test_a_line_along_a_wall_touches_all_that_they_share(a, b, start, end):
    """Whichever of the two ends first, and whichever way each of them runs."""
    length = distance(a, b)
    assume(length > 0.1 and abs(end - start) > 0.01)
    facts = line_facts((point_at(a, b, start), point_at(a, b, end)), Wall((a, b)))
    low, high = sorted((start, end))
    shared = (min(high, 1.0) - max(low, 0.0)) * length
    assume(abs(shared) > 1e-6)
    assert not facts.enters
    if shared > 0.0:
        assert [c.touch for c in facts.contacts] == [Touch.EDGE]
        assert facts.along == pytest.approx(shared, abs=1e-6)
    else:
        assert facts.contacts == ()
