"""Cubes, directions, distance, rings and patches, and the twelve symmetries."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    ORIGIN,
    SYMMETRIES,
    Board,
    Cube,
    Direction,
    Motion,
    Symmetry,
    direction_to,
    distance,
    neighbour,
    neighbours,
    patches,
    ring,
    spiral,
    within,
)

cubes = st.builds(Cube.axial, st.integers(-30, 30), st.integers(-30, 30))
motions = st.builds(Motion, st.sampled_from(SYMMETRIES), cubes)
quick = settings(deadline=None, max_examples=60)


@pytest.mark.parametrize("wrong", [(1, 0, 0), (1, 1, 1), (0, 0, -1)])
def test_coordinates_that_do_not_sum_to_zero_are_refused(wrong):
    with pytest.raises(ValueError, match="sum to 0"):
        Cube(*wrong)


@quick
@given(cubes, cubes, cubes)
def test_distance_is_a_metric(a, b, c):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@quick
@given(cubes, st.integers(-5, 5))
def test_steps_add_and_multiply(step, times):
    assert step * times == (-step) * -times
    assert step + step * times == step * (times + 1)
    assert step - step == ORIGIN
    assert eval(repr(step), {"Cube": Cube}) == step


def test_directions_go_round_once():
    assert sum((d.step for d in Direction), ORIGIN) == ORIGIN
    for direction in Direction:
        assert direction.opposite.step == -direction.step
        assert direction.turned(6) is direction
        assert distance(direction.step, direction.turned(1).step) == 1
        assert distance(direction.step, direction.turned(2).step) == 2


def test_rows_grow_downward():
    below = {neighbour(ORIGIN, Direction.SOUTHWEST), neighbour(ORIGIN, Direction.SOUTHEAST)}
    assert below == {Cube(-1, 1, 0), Cube(0, 1, -1)}


def test_direction_to_is_told_on_straight_rows_only():
    for direction in Direction:
        assert direction_to(ORIGIN, direction.step * 5) is direction
    assert direction_to(ORIGIN, Cube.axial(1, 1)) is None
    assert direction_to(ORIGIN, ORIGIN) is None


@pytest.mark.parametrize("radius", range(6))
def test_rings_spirals_and_ranges_agree(radius):
    centre = Cube.axial(3, -5)
    once = ring(centre, radius)
    assert len(once) == len(set(once)) == max(1, 6 * radius)
    assert {distance(centre, here) for here in once} == {radius}
    assert all(distance(a, b) == 1 for a, b in pairwise(once))
    disc = within(centre, radius)
    assert len(disc) == 1 + 3 * radius * (radius + 1)
    assert set(spiral(centre, radius)) == set(disc)
    assert list(disc) == sorted(disc, key=lambda here: (here.r, here.q))


def test_a_ring_needs_a_radius():
    with pytest.raises(ValueError, match="radius"):
        ring(ORIGIN, -1)


def test_distance_is_breadth_first_distance_on_a_13_by_9_board():
    board = Board.rows([13, 12] * 4 + [13])
    for start in board:
        steps, edge = {start: 0}, deque([start])
        while edge:
            here = edge.popleft()
            for there in board.neighbours(here):
                if there not in steps:
                    steps[there] = steps[here] + 1
                    edge.append(there)
        assert steps == {end: distance(start, end) for end in board}


@quick
@given(st.sets(st.builds(Cube.axial, st.integers(0, 5), st.integers(0, 5))))
def test_patches_part_a_set_into_connected_pieces(hexes):
    found = patches(hexes)
    assert sorted(here for patch in found for here in patch) == sorted(hexes)
    for patch in found:
        touched = {n for here in patch for n in neighbours(here)}
        assert not touched & (hexes - patch)
        assert len(patch) == 1 or all(touched & {here} for here in patch)
        assert len(patches(patch)) == 1


def test_there_are_twelve_symmetries_and_six_are_mirrors():
    images = {tuple(s(here) for here in (Cube(3, -1, -2), Cube(1, 0, -1))) for s in SYMMETRIES}
    assert len(images) == 12
    assert sum(s.is_mirror for s in SYMMETRIES) == 6


def test_mirrors_are_those_that_turn_the_directions_the_other_way():
    for symmetry in SYMMETRIES:
        east = direction_to(ORIGIN, symmetry(Direction.EAST.step))
        next_one = direction_to(ORIGIN, symmetry(Direction.NORTHEAST.step))
        assert next_one is east.turned(-1 if symmetry.is_mirror else 1)


@pytest.mark.parametrize(("order", "sign"), [((0, 0, 1), 1), ((0, 1, 3), 1), ((0, 1, 2), 2)])
def test_what_is_no_symmetry_is_refused(order, sign):
    with pytest.raises(ValueError, match="not a symmetry"):
        Symmetry(order, sign)


@quick
@given(motions, motions, cubes, cubes)
def test_motions_keep_distances_compose_and_can_be_undone(first, second, a, b):
    assert distance(first(a), first(b)) == distance(a, b)
    assert first.then(second)(a) == second(first(a))
    assert first.inverse(first(a)) == a
    assert first(first.inverse(a)) == a
