"""The exact line: what it crosses, what it follows, what it touches, from every side alike."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    ORIGIN,
    SYMMETRIES,
    AlongEdge,
    AtCorner,
    Cube,
    Fractional,
    Inside,
    Line,
    Motion,
    Side,
    distance,
    line_between,
    neighbours,
    ring,
    within,
)

cubes = st.builds(Cube.axial, st.integers(-40, 40), st.integers(-40, 40))
quick = settings(deadline=None, max_examples=100)


def cube(q, r):
    return Cube.axial(q, r)


# The rational check: hexes as polygons in axial coordinates times three, which keeps incidence.

CORNERS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))


def turn(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def by_polygons(start, end, here):
    """How the segment meets the closed hex: kind and the two shares of the segment, or nothing."""
    a, b = (3 * start.q, 3 * start.r), (3 * end.q, 3 * end.r)
    polygon = [(3 * here.q + x, 3 * here.r + y) for x, y in CORNERS]
    sides = [turn(a, b, p) for p in polygon]
    if min(sides) > 0 or max(sides) < 0:
        return None
    shares = {Fraction(0)} if here == start else set()
    shares |= {Fraction(1)} if here == end else set()
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    for p, q, at_p, at_q in zip(
        polygon, polygon[1:] + polygon[:1], sides, sides[1:] + sides[:1], strict=True
    ):
        if at_p == 0:
            along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
            shares.add(Fraction(along, length))
        elif at_p * at_q < 0:
            share = Fraction(at_p, at_p - at_q)
            x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
            along = (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])
            shares.add(along / length)
    shares = {share for share in shares if 0 <= share <= 1}
    if not shares:
        return None
    low, high = min(shares), max(shares)
    if low == high:
        return "corner", low, high
    through = min(sides) < 0 < max(sides)
    return ("inside" if through else "edge"), low, high


def facts(line):
    """What a line says of each hex, in the words of the rational check."""
    found = {}
    for contact in line.contacts:
        match contact:
            case Inside(here, enters, leaves):
                found[here] = ("inside", enters, leaves)
            case AlongEdge(left, right, enters, leaves):
                found[left] = found[right] = ("edge", enters, leaves)
            case AtCorner(here, _, at):
                found[here] = ("corner", at, at)
    parts = line.parts
    return {
        here: (kind, Fraction(enters, parts), Fraction(leaves, parts))
        for here, (kind, enters, leaves) in found.items()
    }


def test_every_contact_within_range_12_is_what_polygons_say():
    around = within(ORIGIN, 13)
    for end in within(ORIGIN, 12):
        if end == ORIGIN:
            continue
        expected = {
            here: found for here in around if (found := by_polygons(ORIGIN, end, here)) is not None
        }
        assert facts(line_between(ORIGIN, end)) == expected


def test_left_and_right_are_those_of_a_walker_on_the_drawing():
    for end in within(ORIGIN, 9):
        for contact in line_between(ORIGIN, end).contacts:
            match contact:
                case Inside():
                    pass
                case AlongEdge(left, right):
                    assert turn((0, 0), (end.q, end.r), (left.q, left.r)) < 0
                    assert turn((0, 0), (end.q, end.r), (right.q, right.r)) > 0
                    assert distance(left, right) == 1
                case AtCorner(here, side):
                    is_left = turn((0, 0), (end.q, end.r), (here.q, here.r)) < 0
                    assert side is (Side.LEFT if is_left else Side.RIGHT)


def moved(line, motion):
    """The line's image under a motion."""
    swap = motion.symmetry.is_mirror

    def image(contact):
        match contact:
            case Inside(here, enters, leaves):
                return Inside(motion(here), enters, leaves)
            case AlongEdge(left, right, enters, leaves):
                left, right = (right, left) if swap else (left, right)
                return AlongEdge(motion(left), motion(right), enters, leaves)
            case AtCorner(here, side, at):
                return AtCorner(motion(here), side.other if swap else side, at)

    contacts = tuple(image(contact) for contact in line.contacts)
    return Line(motion(line.start), motion(line.end), line.parts, contacts)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_line_has_twelve_equal_images(symmetry):
    motion = Motion(symmetry, cube(5, -3))
    for end in within(ORIGIN, 9):
        line = line_between(ORIGIN, end)
        assert line_between(motion(ORIGIN), motion(end)) == moved(line, motion)


@quick
@given(cubes, cubes)
def test_a_line_walked_back_is_the_line_reversed(a, b):
    assert line_between(b, a) == line_between(a, b).reversed()
    assert line_between(a, b).reversed().reversed() == line_between(a, b)


@quick
@given(cubes, cubes)
def test_a_line_is_one_unbroken_walk(a, b):
    line = line_between(a, b)
    assert (line.crossed[0], line.crossed[-1]) == (a, b)
    assert line.parts >= 1
    reached = 0
    for contact in line.contacts:
        match contact:
            case Inside(_, enters, leaves) | AlongEdge(_, _, enters, leaves):
                assert enters == reached < leaves
                reached = leaves
            case AtCorner(_, _, at):
                assert at == reached
    assert reached == line.parts
    met = Counter(
        here
        for contact in line.contacts
        for here in (
            (contact.left, contact.right) if isinstance(contact, AlongEdge) else (contact.hex,)
        )
    )
    assert set(met.values()) == {1}


@quick
@given(cubes, cubes)
def test_edges_are_followed_in_the_six_diagonal_directions_only(a, b):
    step = b - a
    is_diagonal = a != b and len({step.q, step.r, step.s}) < 3
    line = line_between(a, b)
    assert len(line.edges) == (distance(a, b) // 2 if is_diagonal else 0)
    if is_diagonal:
        assert not line.corners


@quick
@given(cubes, cubes, st.integers(2, 4))
def test_a_line_through_hex_centres_is_its_parts_joined(a, step, times):
    once, whole = line_between(a, a + step), line_between(a, a + step * times)
    if step == ORIGIN:
        return
    joined = [here + step * n for n in range(times) for here in once.crossed[1:]]
    assert list(whole.crossed[1:]) == joined


def test_a_hex_meets_only_itself_on_the_way_to_itself():
    line = line_between(cube(4, 4), cube(4, 4))
    assert line == Line(cube(4, 4), cube(4, 4), 1, (Inside(cube(4, 4), 0, 1),))
    assert line.between == ()
    assert line.reversed() == line


def test_between_neighbours_lies_nothing():
    for end in neighbours(ORIGIN):
        line = line_between(ORIGIN, end)
        assert line.crossed == (ORIGIN, end)
        assert not line.edges
        assert not line.corners


# Peers that got these wrong: line(a, b) unlike line(b, a); an edge's second hex left out.


def test_the_line_to_the_diagonal_neighbour_lists_both_sides():
    line = line_between(cube(0, 0), cube(1, 1))
    assert line.crossed == (cube(0, 0), cube(1, 1))
    assert line.contacts[1] == AlongEdge(cube(1, 0), cube(0, 1), 1, 2)
    assert line.parts == 3


def test_the_line_to_2_1_crosses_two_hexes():
    line = line_between(cube(0, 0), cube(2, 1))
    assert line.crossed == (cube(0, 0), cube(1, 0), cube(1, 1), cube(2, 1))
    assert not line.edges
    assert not line.corners


def test_the_line_to_2_2_follows_two_edges_and_crosses_the_hex_between():
    line = line_between(cube(0, 0), cube(2, 2))
    assert line.crossed == (cube(0, 0), cube(1, 1), cube(2, 2))
    assert [(edge.left, edge.right) for edge in line.edges] == [
        (cube(1, 0), cube(0, 1)),
        (cube(2, 1), cube(1, 2)),
    ]


def test_the_line_to_4_1_touches_two_corners():
    line = line_between(cube(0, 0), cube(4, 1))
    assert [(c.hex, c.side) for c in line.corners] == [
        (cube(1, 1), Side.RIGHT),
        (cube(3, 0), Side.LEFT),
    ]
    assert line.between == (cube(1, 0), cube(2, 0), cube(2, 1), cube(3, 1))


def test_a_straight_row_is_crossed_hex_by_hex():
    line = line_between(cube(0, 0), cube(7, 0))
    assert line.crossed == tuple(cube(q, 0) for q in range(8))
    assert len(line.contacts) == 8


@quick
@given(cubes, cubes)
def test_rounding_along_the_line_finds_nothing_that_it_does_not_meet(a, b):
    line = line_between(a, b)
    sampled = {line.place(part).rounded() for part in range(0, line.parts, line.parts // 50 + 1)}
    assert sampled <= set(facts(line))


def test_the_parts_of_a_line_are_places_on_it():
    line = line_between(cube(0, 0), cube(1, 1))
    assert line.place(0) == Fractional.axial(0, 0)
    assert line.place(3) == Fractional.axial(1, 1)
    corner = line.place(1)
    assert (corner.q, corner.r) == pytest.approx((1 / 3, 1 / 3))


def test_far_lines_stay_exact():
    for end in ring(ORIGIN, 150)[::7]:
        line = line_between(ORIGIN, end)
        found = facts(line)
        for here in line.crossed[40:44]:
            assert by_polygons(ORIGIN, end, here) == found[here]
