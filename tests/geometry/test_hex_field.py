"""Sight over whole boards: whatever a grid is asked must be what each pair says alone."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    Board,
    Cube,
    EdgeRule,
    Flip,
    SightGrid,
    SightPolicy,
    sight,
    within,
)

POLICIES = tuple(SightPolicy(edge, corner) for edge, corner in product(EdgeRule, (False, True)))
BOARD = Board.rows([13, 12] * 4 + [13])

quick = settings(deadline=None, max_examples=40)
near = st.builds(Cube.axial, st.integers(-4, 4), st.integers(-4, 4))
sets_of_hexes = st.frozensets(near, max_size=30)
policies = st.sampled_from(POLICIES)


def agree(board, blocking, policy, reach=None):
    grid = SightGrid.of(board)
    every = grid.all_pairs(blocking, policy=policy, reach=reach)
    count = 0
    for a in board:
        seen = {
            b
            for b in board
            if (reach is None or abs(b - a) <= reach)
            and sight(a, b, blocking=blocking, policy=policy).is_open
        }
        assert every.seen_from(a) == seen
        assert grid.seen_from(a, blocking=blocking, policy=policy, reach=reach) == seen
        count += len(seen) - 1
    assert every.count() * 2 == count
    pairs = list(every.pairs())
    assert len(pairs) == len(set(pairs)) == every.count()
    assert all(every.sees(a, b) and every.sees(b, a) for a, b in pairs)


@quick
@given(
    st.frozensets(near, min_size=1, max_size=25),
    sets_of_hexes,
    policies,
    st.none() | st.integers(0, 5),
)
def test_a_board_of_any_shape_sees_what_its_pairs_see(hexes, blocking, policy, reach):
    agree(Board.of(hexes), blocking, policy, reach)


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_a_13_by_9_board_sees_what_its_pairs_see(policy):
    blocking = set(BOARD.hexes[::5]) | set(BOARD.hexes[::7])
    agree(BOARD, blocking, policy)


@pytest.mark.parametrize("reach", [0, 1, 3, 30])
def test_a_limited_reach_is_kept_on_a_13_by_9_board(reach):
    agree(BOARD, set(BOARD.hexes[::5]), SightPolicy(), reach)


def test_a_board_without_blockers_sees_everything():
    every = SightGrid.of(BOARD).all_pairs(())
    assert every.count() == len(BOARD) * (len(BOARD) - 1) // 2


@pytest.mark.parametrize("flip", Flip)
def test_a_flipped_board_sees_the_same_by_name(flip):
    blocking = set(BOARD.hexes[::6]) | set(BOARD.hexes[3::11])
    motion = BOARD.flip(flip)
    turned = BOARD.moved(motion)
    before = SightGrid.of(BOARD).all_pairs(blocking)
    after = SightGrid.of(turned).all_pairs([motion(here) for here in blocking])

    def by_name(board, sights):
        return {frozenset((board.name(a), board.name(b))) for a, b in sights.pairs()}

    assert by_name(turned, after) == by_name(BOARD, before)


def test_a_cropped_board_sees_what_it_saw_whole():
    blocking = set(BOARD.hexes[::6])
    whole = SightGrid.of(BOARD).all_pairs(blocking)
    part = BOARD.crop(rows=range(6))
    seen = SightGrid.of(part).all_pairs(blocking)
    assert set(seen.pairs()) == {(a, b) for a, b in whole.pairs() if a in part and b in part}


def test_answers_can_depend_on_where_both_ends_are():
    hill = frozenset(within(BOARD.named("E6"), 2))
    posts = frozenset(BOARD.hexes[::9])
    grid = SightGrid.of(BOARD)
    joined = grid.all_pairs(posts | hill).with_answers_of(grid.all_pairs(posts), inside=hill)
    for a in BOARD:
        for b in BOARD:
            both = a in hill and b in hill
            alone = sight(a, b, blocking=posts if both else posts | hill)
            assert joined.sees(a, b) == alone.is_open


def test_joined_answers_are_the_others_also_where_those_are_fewer():
    hill, wall = frozenset(within(BOARD.named("E6"), 2)), frozenset(BOARD.hexes[::3])
    grid = SightGrid.of(BOARD)
    joined = grid.all_pairs((), reach=3).with_answers_of(grid.all_pairs(wall), inside=hill)
    for a in hill:
        for b in hill:
            assert joined.sees(a, b) == sight(a, b, blocking=wall).is_open


def test_a_grid_knows_only_its_board():
    grid = SightGrid.of(BOARD)
    outside = Cube.axial(99, 0)
    with pytest.raises(ValueError, match="not on the board"):
        grid.seen_from(outside, blocking=())
    every = grid.all_pairs(())
    with pytest.raises(ValueError, match="not on the board"):
        every.seen_from(outside)
    assert not every.sees(outside, outside)
    assert not every.sees(outside, BOARD.hexes[0])
    assert not every.sees(BOARD.hexes[0], outside)


def test_a_grid_turns_hexes_to_masks_and_back():
    grid = SightGrid.of(BOARD)
    some = BOARD.hexes[::4]
    assert tuple(grid.hexes(grid.mask(some))) == some
    assert grid.starts(Cube.axial(99, 0)) == 0
    assert grid.mask([Cube.axial(500, 500)]) == 0
