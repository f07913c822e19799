"""Drawing: pixels and hexes are inverses, both ways up and squashed."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    ORIGIN,
    Board,
    Cube,
    Fractional,
    Layout,
    Top,
    distance,
    neighbours,
)

quick = settings(deadline=None, max_examples=100)
cubes = st.builds(Cube.axial, st.integers(-50, 50), st.integers(-50, 50))
sizes = st.floats(0.5, 80)
layouts = st.builds(
    Layout,
    st.sampled_from(Top),
    st.tuples(sizes, sizes),
    st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
)


@quick
@given(layouts, cubes)
def test_the_centre_of_a_hex_is_in_it(layout, here):
    assert layout.hex_at(layout.centre(here)) == here
    place = layout.place(layout.centre(here))
    assert (place.q, place.r) == pytest.approx((here.q, here.r), abs=1e-6)


@quick
@given(layouts, cubes, st.floats(0, 0.999), st.integers(0, 5), st.floats(0, 1))
def test_a_click_anywhere_inside_a_hex_finds_it(layout, here, out, corner, between):
    corners = layout.corners(here)
    centre, one, two = layout.centre(here), corners[corner], corners[(corner + 1) % 6]
    edge = tuple(a + (b - a) * between for a, b in zip(one, two, strict=True))
    click = tuple(a + (b - a) * out for a, b in zip(centre, edge, strict=True))
    assert layout.hex_at(click) == here


@pytest.mark.parametrize("top", Top)
def test_a_click_anywhere_gives_the_same_distance_on_a_squashed_board(top):
    board, layout = Board.rows([13, 12] * 4 + [13]), Layout(top, size=(31, 17), origin=(9, -4))
    start = board.hexes[0]
    for here in board:
        x, y = layout.centre(here)
        for cx, cy in layout.corners(here):
            click = (x + 0.98 * (cx - x), y + 0.98 * (cy - y))
            assert distance(start, layout.hex_at(click)) == distance(start, here)


@quick
@given(layouts, cubes)
def test_neighbours_share_an_edge_and_corners_are_a_size_away(layout, here):
    for there in neighbours(here):
        shared = [
            a
            for a in layout.corners(here)
            if any(math.dist(a, b) < 1e-6 for b in layout.corners(there))
        ]
        assert len(shared) == 2
    x, y = layout.centre(here)
    for cx, cy in layout.corners(here):
        away = math.hypot((cx - x) / layout.size[0], (cy - y) / layout.size[1])
        assert away == pytest.approx(1, abs=1e-6)


def test_pointy_hexes_stand_on_a_corner_and_flat_ones_lie_on_an_edge():
    pointy, flat = (Layout(top).corners(ORIGIN) for top in Top)
    assert max(y for _, y in pointy) == pytest.approx(1)
    assert sum(abs(y) > 0.99 for _, y in pointy) == 2
    assert max(y for _, y in flat) == pytest.approx(math.sqrt(3) / 2)
    assert max(x for x, _ in flat) == pytest.approx(1)


@pytest.mark.parametrize("size", [(0, 1), (1, -1), (math.nan, 1)])
def test_sizes_must_be_positive(size):
    with pytest.raises(ValueError, match="positive"):
        Layout(size=size)


@quick
@given(cubes, st.floats(-0.32, 0.32), st.floats(-0.32, 0.32))
def test_rounding_finds_the_hex_around_a_place(here, dq, dr):
    assert Fractional.axial(here.q + dq, here.r + dr).rounded() == here


@quick
@given(cubes, cubes)
def test_rounding_on_an_edge_depends_on_nothing_but_the_edge(here, shift):
    half = Fractional.axial(here.q + 0.5, here.r)
    moved = Fractional.axial(here.q + shift.q + 0.5, here.r + shift.r)
    assert half.rounded() + shift == moved.rounded()


def test_a_place_must_sum_to_zero():
    with pytest.raises(ValueError, match="sum to 0"):
        Fractional(0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="sum to 0"):
        Fractional(math.nan, 0, 0)


def test_a_share_of_the_way():
    end = Fractional.centre(Cube.axial(4, -2))
    assert Fractional.axial(0, 0).towards(end, share=0.5) == Fractional.axial(2, -1)
