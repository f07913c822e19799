"""Sight between two hexes under every policy: what closes a line, and what is spared."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.hexes import (
    ORIGIN,
    SYMMETRIES,
    Block,
    Cube,
    EdgeRule,
    How,
    Layout,
    Motion,
    Side,
    SightPolicy,
    line_between,
    neighbours,
    sight,
    within,
)

POLICIES = tuple(SightPolicy(edge, corner) for edge, corner in product(EdgeRule, (False, True)))

quick = settings(deadline=None, max_examples=40)
near = st.builds(Cube.axial, st.integers(-4, 4), st.integers(-4, 4))
sets_of_hexes = st.frozensets(near, max_size=30)
policies = st.sampled_from(POLICIES)
motions = st.builds(Motion, st.sampled_from(SYMMETRIES), near)


def cube(q, r):
    return Cube.axial(q, r)


def see(start, end, *blocking, **policy):
    return sight(start, end, blocking=set(blocking), policy=SightPolicy(**policy))


def by_definition(line, blocking, policy):
    """The policy once more, in its plainest words."""
    if set(line.between) & blocking:
        return False
    if policy.corner_touch_blocks and any(c.hex in blocking for c in line.corners):
        return False
    if policy.edge is EdgeRule.SAME_EDGE:
        return not any(e.left in blocking and e.right in blocking for e in line.edges)
    on_left = any(e.left in blocking for e in line.edges)
    return not (on_left and any(e.right in blocking for e in line.edges))


@quick
@given(near, near, sets_of_hexes, policies)
def test_sight_is_what_the_policy_says(a, b, blocking, policy):
    seen = sight(a, b, blocking=blocking, policy=policy)
    assert seen.is_open == by_definition(line_between(a, b), blocking, policy)


@quick
@given(near, near, sets_of_hexes, policies)
def test_sight_is_the_same_in_both_directions(a, b, blocking, policy):
    there = sight(a, b, blocking=blocking, policy=policy)
    back = sight(b, a, blocking=blocking, policy=policy)
    assert there.is_open == back.is_open
    assert {block.hex for block in there.blockers} == {block.hex for block in back.blockers}


@quick
@given(near, near, sets_of_hexes, policies, motions)
def test_sight_is_the_same_in_all_twelve_pictures(a, b, blocking, policy, motion):
    image = frozenset(motion(here) for here in blocking)
    here = sight(a, b, blocking=blocking, policy=policy)
    there = sight(motion(a), motion(b), blocking=image, policy=policy)
    assert {motion(block.hex) for block in here.blockers} == {b.hex for b in there.blockers}
    assert {motion(block.hex) for block in here.spared} == {b.hex for b in there.spared}


@quick
@given(near, near, sets_of_hexes, policies)
def test_the_named_blockers_close_the_line_and_nothing_else_does(a, b, blocking, policy):
    seen = sight(a, b, blocking=blocking, policy=policy)
    named = {block.hex for block in seen.blockers}
    assert named <= blocking - {a, b}
    assert sight(a, b, blocking=named, policy=policy).is_open == seen.is_open
    assert sight(a, b, blocking=blocking - named, policy=policy).is_open
    assert not named & {block.hex for block in seen.spared}


@quick
@given(near, near, sets_of_hexes, policies, near)
def test_one_more_blocker_never_opens_a_line(a, b, blocking, policy, more):
    if not sight(a, b, blocking=blocking, policy=policy).is_open:
        assert not sight(a, b, blocking=blocking | {more}, policy=policy).is_open


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_neighbours_see_each_other_whatever_blocks(policy):
    everything = set(within(ORIGIN, 3))
    for end in (ORIGIN, *neighbours(ORIGIN)):
        assert sight(ORIGIN, end, blocking=everything, policy=policy).is_open


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_end_hexes_never_block(policy):
    for end in within(ORIGIN, 6):
        assert sight(ORIGIN, end, blocking={ORIGIN, end}, policy=policy).is_open


def test_a_blocker_anywhere_along_a_line_of_seven_blocks():
    for end in (cube(7, 0), cube(5, 2), cube(4, 3)):
        for here in line_between(ORIGIN, end).between:
            assert see(ORIGIN, end, here).blockers == (Block(here, How.INSIDE),)


def test_one_blocker_straight_between_blocks_in_all_twelve_pictures():
    verdicts = {see(ORIGIN, s(cube(3, 0)), s(cube(1, 0))).is_open for s in SYMMETRIES}
    assert verdicts == {False}


class TestEdges:
    """A line exactly along edges: one blocker beside it never closes it."""

    def test_one_side_does_not_block_and_is_named_as_spared(self):
        seen = see(ORIGIN, cube(1, 1), cube(0, 1))
        assert seen.is_open
        assert seen.spared == (Block(cube(0, 1), How.EDGE, Side.RIGHT, 0),)

    def test_both_sides_of_one_edge_block_under_both_rules(self):
        for edge in EdgeRule:
            seen = see(ORIGIN, cube(1, 1), cube(0, 1), cube(1, 0), edge=edge)
            assert seen.blockers == (
                Block(cube(1, 0), How.EDGE, Side.LEFT, 0),
                Block(cube(0, 1), How.EDGE, Side.RIGHT, 0),
            )

    def test_left_of_one_edge_and_right_of_another_block_under_either_edge_only(self):
        blocking = (cube(0, 1), cube(2, 1))
        assert not see(ORIGIN, cube(2, 2), *blocking, edge=EdgeRule.EITHER_EDGE).is_open
        assert see(ORIGIN, cube(2, 2), *blocking, edge=EdgeRule.SAME_EDGE).is_open

    def test_the_same_side_twice_blocks_under_neither(self):
        for edge in EdgeRule:
            assert see(ORIGIN, cube(2, 2), cube(0, 1), cube(1, 2), edge=edge).is_open

    def test_under_same_edge_a_third_blocker_elsewhere_is_spared(self):
        blocking = (cube(0, 1), cube(1, 0), cube(2, 1))
        seen = see(ORIGIN, cube(2, 2), *blocking, edge=EdgeRule.SAME_EDGE)
        assert {block.hex for block in seen.blockers} == {cube(0, 1), cube(1, 0)}
        assert {block.hex for block in seen.spared} == {cube(2, 1)}

    def test_the_hex_crossed_between_two_edges_blocks_as_any_other(self):
        assert not see(ORIGIN, cube(2, 2), cube(1, 1)).is_open


class TestCorners:
    """A hex touched at one corner blocks only if the policy says so."""

    @pytest.mark.parametrize("here", [cube(1, 1), cube(3, 0)])
    def test_a_touched_corner(self, here):
        assert see(ORIGIN, cube(4, 1), here).is_open
        seen = see(ORIGIN, cube(4, 1), here, corner_touch_blocks=True)
        assert [(block.hex, block.how) for block in seen.blockers] == [(here, How.CORNER)]


@pytest.mark.parametrize("off", [0.0, 1e-12, -1e-12, 1e-9, -1e-9])
def test_a_pointer_that_trembles_changes_no_verdict(off):
    layout = Layout(size=(30, 30), origin=(400, 300))
    x, y = layout.centre(cube(1, 1))
    end = layout.hex_at((x + off, y - off))
    assert see(ORIGIN, end, cube(0, 1)).is_open
    assert not see(ORIGIN, end, cube(0, 1), cube(1, 0)).is_open
