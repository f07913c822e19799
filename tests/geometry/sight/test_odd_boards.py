"""Sight where floats are weakest: slivers, touching outlines, tangents, corners that meet.

The plane cases of the fault log that geometry alone decides are here too, by their number, each as
a test of its whole kind.
"""

import math

import pytest

from defilade.geometry.bases import Circle, Edge, Group, Oval, Polygon, Rectangle, point
from defilade.geometry.crossings import inside_length, trace
from defilade.geometry.degenerate import Grazing, Touch
from defilade.geometry.motions import mirrored, moved, turned
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, RingFaultKind, Wall
from defilade.geometry.sight import SceneFault, Verdict, check, is_open, look

MM32 = 0.62992
WEST, EAST = Circle((-15.0, 0.0), MM32), Circle((15.0, 0.0), MM32)

MOTIONS = [
    lambda s: s,
    mirrored,
    lambda s: turned(s, 37.0, about=(0.0, 0.0)),
    lambda s: moved(s, (1000.0, -2000.0)),
]


def box(x0, x1, y0, y1):
    return Region(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def everywhere(a, b, table):
    """The answer, after checking that swapping, mirroring, turning and moving change nothing."""
    plain = look(a, b, table)
    for motion in MOTIONS:
        ends, shapes = (motion(a), motion(b)), [motion(s) for s in table]
        for one, other in (ends, ends[::-1]):
            sight = look(one, other, shapes)
            assert sight.verdict is plain.verdict
            assert sight.lane == pytest.approx(plain.lane, abs=1e-6)
    return plain


@pytest.mark.parametrize("gap", [0.05, 0.02, 0.001, 0.0001, 0.00001])
@pytest.mark.parametrize("at", [0.0, 0.31, -0.6])
def test_a_sliver_between_two_areas_is_found_and_measured(gap, at):
    table = [box(-1, 1, at + gap / 2, 9), box(-1, 1, -9, at - gap / 2)]
    sight = everywhere(WEST, EAST, table)
    assert sight.verdict is Verdict.OPEN
    assert sight.lane == pytest.approx(gap, abs=2 * EPS)
    assert sight.admits(gap)
    assert not sight.admits(gap + 1e-5)
    assert is_open(WEST, EAST, table)


@pytest.mark.parametrize("gap", [0.02, 0.001, 0.0001])
def test_a_slanted_sliver_is_seen_only_along_itself(gap):
    """Two long boxes form a corridor at 3 degrees that only slanted lines can use."""
    corridor = [box(-8, 8, gap / 2, 6), box(-8, 8, -6, -gap / 2)]
    table = [turned(s, -3.0, about=(0.0, 0.0)) for s in corridor]
    low = Circle((-15.0, -15.0 * math.tan(math.radians(3.0))), MM32)
    high = Circle((15.0, 15.0 * math.tan(math.radians(3.0))), MM32)
    sight = everywhere(low, high, table)
    assert sight.verdict is Verdict.OPEN
    assert sight.lane == pytest.approx(gap, abs=2 * EPS)
    off = Circle((15.0, 3.5), MM32)
    assert look(low, off, table).verdict is Verdict.CLOSED


def test_touching_areas_let_nothing_through_but_a_line_along_their_edge():
    table = [box(-1, 1, 0, 9), box(-1, 1, -9, 0)]
    sight = everywhere(WEST, EAST, table)
    assert sight.verdict is Verdict.GRAZING
    assert {c.touch for c in sight.contacts} == {Touch.EDGE}
    assert not sight.admits()
    assert sight.admits(grazing=Grazing.OPEN)
    assert not sight.admits(0.04, grazing=Grazing.OPEN)


@pytest.mark.parametrize("overlap", [0.1, 0.001, 1e-5])
def test_overlapping_areas_close_and_say_by_how_much(overlap):
    table = [box(-1, 1, -overlap / 2, 9), box(-1, 1, -9, overlap / 2)]
    sight = everywhere(WEST, EAST, table)
    assert sight.verdict is Verdict.CLOSED
    assert sight.short_by == pytest.approx(overlap, rel=0.02, abs=1e-6)
    assert set(sight.blockers) == {0, 1}


def test_corners_that_meet_at_a_point_leave_a_grazing_line():
    table = [box(-2, 0, 0, 9), box(0, 2, -9, 0)]
    assert everywhere(point((-9, -9)), point((9, 9)), table).verdict is Verdict.GRAZING
    sight = everywhere(Circle((-9, -9), 0.5), Circle((9, 9), 0.5), table)
    assert sight.verdict is Verdict.GRAZING
    assert Touch.CORNER in {c.touch for c in sight.contacts}


def test_a_wall_that_ends_level_with_both_rims_leaves_only_the_tangent():
    table = [box(-1, 1, -5, MM32)]
    assert everywhere(WEST, EAST, table).verdict is Verdict.GRAZING
    assert everywhere(WEST, EAST, [box(-1, 1, -5, MM32 - 0.001)]).verdict is Verdict.OPEN
    assert everywhere(WEST, EAST, [box(-1, 1, -5, MM32 + 0.001)]).verdict is Verdict.CLOSED


def test_lines_along_collinear_edges_graze():
    table = [box(-6, -4, 0, 5), box(-1, 1, -5, 0), box(4, 6, 0, 5)]
    assert everywhere(point((-9, 0)), point((9, 0)), table).verdict is Verdict.GRAZING
    met = trace(((-9, 0), (9, 0)), table)
    assert [c.touch for c in met.contacts] == [Touch.EDGE] * 3
    assert [c.shape for c in met.contacts] == [0, 1, 2]
    assert inside_length(((-9, 0), (9, 0)), table[0]) == 0.0


def test_bases_that_touch_or_overlap_see_each_other():
    inside_a_block = [box(-5, 5, -5, 5)]
    for other in (Circle((2, 0), 1), Circle((1.5, 0), 1), Oval((0, 0), 0.5, 0.2)):
        sight = look(Circle((0, 0), 1), other, inside_a_block)
        assert sight.verdict is Verdict.OPEN
        assert sight.touching


@pytest.mark.parametrize(
    ("base", "sees_out"),
    [
        (Circle((-3, 0), 0.5), False),
        (Circle((-3, 0), 1.0), False),
        (Circle((-3, 0), 1.2), True),
        (Circle((-5, 0), 0.9), True),
        (Circle((-5, 0), 1.0), True),
        (Rectangle((-5, 0), 2, 2), True),
        (Rectangle((-4, 0), 2, 2), True),
        (Oval((-3, 0), 0.4, 1.5, 0), True),
        (Oval((-3, 0), 0.4, 0.9, 0), False),
        (Edge((-5, 0), (-4, 0)), True),
        (Edge((-3.9, 0), (-3, 0)), False),
    ],
)
def test_a_base_in_over_or_against_an_obstacle(base, sees_out):
    """A base inside, over the edge of, or against a block; the other due west of both."""
    sight = everywhere(base, Circle((-15, 0.3), 0.5), [box(-4, -2, -3, 3)])
    assert (sight.verdict is Verdict.OPEN) is sees_out


def test_both_bases_inside_one_obstacle_see_nothing():
    block = [box(-9, 9, -9, 9)]
    assert everywhere(Circle((-3, 0), 1), Circle((3, 0), 1), block).verdict is Verdict.CLOSED
    assert everywhere(point((-3, 0)), Circle((3, 0), 1), block).verdict is Verdict.CLOSED
    assert everywhere(point((-3, 0)), point((3, 0)), block).verdict is Verdict.CLOSED
    in_a_disc = [Circle((0, 0), 9)]
    assert everywhere(Circle((-3, 0), 1), Circle((3, 0), 1), in_a_disc).verdict is Verdict.CLOSED


def test_inside_a_courtyard_one_sees_across_but_not_out():
    yard = [Region(((-9, -9), (9, -9), (9, 9), (-9, 9)), (((-8, -8), (8, -8), (8, 8), (-8, 8)),))]
    assert everywhere(Circle((-3, 0), 1), Circle((3, 0), 1), yard).verdict is Verdict.OPEN
    assert everywhere(Circle((-3, 0), 1), Circle((30, 0), 1), yard).verdict is Verdict.CLOSED


@pytest.mark.parametrize(
    ("ring", "kind"),
    [
        (((2, 0), (1, 1), (2, 1), (0, 0)), RingFaultKind.CROSSING),
        (((0, 0), (2, 1), (1, 1), (2, 0)), RingFaultKind.CROSSING),
        (((0, 0), (4, 0), (4, 4), (4, 6), (4, 4), (0, 4)), RingFaultKind.SPIKE),
        (((0, 0), (4, 0), (4, 0), (4, 4)), RingFaultKind.REPEATED_POINT),
    ],
)
def test_invalid_rings_are_refused_by_corner_and_never_mended(ring, kind):
    """Fault A41."""
    with pytest.raises(SceneFault) as refused:
        look(WEST, EAST, [box(0, 1, 0, 1), Region(ring)])
    assert refused.value.obstacle == 1
    assert kind in {fault.kind for fault in refused.value.faults}
    assert all(fault.corners for fault in refused.value.faults)


def test_thin_walls_block_and_their_ends_do_not():
    assert everywhere(WEST, EAST, [Wall(((0, -5), (0, 5)))]).verdict is Verdict.CLOSED
    assert everywhere(WEST, EAST, [Wall(((0, 0), (0, 5)))]).verdict is Verdict.OPEN
    assert everywhere(point((-9, 0)), point((9, 0)), [Wall(((0, 0), (0, 5)))]).verdict is (
        Verdict.GRAZING
    )
    along = [Wall(((-5, 0), (5, 0)))]
    assert everywhere(WEST, EAST, along).lane == pytest.approx(MM32)
    slit = [Wall(((0, 0.001), (0, 5))), Wall(((0, -5), (0, -0.001)))]
    assert everywhere(WEST, EAST, slit).lane == pytest.approx(0.002, abs=2 * EPS)


def test_an_edge_of_a_building_sees_out_and_is_seen_from_its_front_only():
    building = box(-2, 2, -2, 2)
    east_side = Edge((2, -2), (2, 2))
    assert everywhere(east_side, EAST, [building]).verdict is Verdict.OPEN
    assert everywhere(east_side, WEST, [building]).verdict is Verdict.CLOSED
    assert everywhere(east_side, EAST, []).verdict is Verdict.OPEN
    beside = Circle((0, 6), 0.5)
    assert look(east_side, beside, [building]).verdict is not Verdict.OPEN


def test_a_rank_of_stands_sees_with_any_of_them():
    rank = Group(tuple(Rectangle((-9.0, y), 1.0, 1.0, 90.0) for y in (-2.0, -1.0, 0.0, 1.0, 2.0)))
    screen = [box(-1, 1, -9, 1.6)]
    assert everywhere(rank, point((9.0, 2.0)), screen).verdict is Verdict.OPEN
    first = rank.parts[0]
    assert everywhere(first, point((9.0, 1.0)), screen).verdict is Verdict.CLOSED


def test_a16_an_obstacle_blocks_wherever_it_stands_along_the_line():
    shooter, target = Circle((0, 0), MM32), Circle((40, 0), MM32)
    for step in range(20):
        x = 1.0 + step * (36.0 / 19.0)
        sight = everywhere(shooter, target, [box(x, x + 2, -5, 5)])
        assert sight.verdict is Verdict.CLOSED
        assert sight.blockers == (0,)


@pytest.mark.parametrize("off", [0.0, 1e-12, -1e-12, 1e-9, -1e-9])
def test_a17_the_answer_does_not_flicker_along_an_edge(off):
    table = [box(-1, 1, 0, 5), box(3, 5, -5, 0)]
    sight = look(point((-9, off)), point((9, -off)), table)
    assert sight.verdict is Verdict.GRAZING


def test_a29_the_union_of_two_areas_is_what_counts():
    """Target in A (left out); lines cross A and B: visible when some line misses B."""
    shooter, target = Circle((0, 0), MM32), Circle((20, 0), MM32)
    half = [box(10, 12, 0.2, 9)]
    assert everywhere(shooter, target, half).verdict is Verdict.OPEN
    rest = box(13, 14, -9, 0.3)
    assert everywhere(shooter, target, [*half, rest]).verdict is Verdict.CLOSED
    assert everywhere(shooter, target, [rest]).verdict is Verdict.OPEN


def test_a37_a_thin_wall_is_never_stepped_over():
    wall = [box(0, 0.05, -30, 9.9), box(0, 0.05, 14.9, 30)]
    for y in range(-29, 30):
        sight = look(Circle((-1.0, float(y)), 0.3), Circle((1.0, float(y)), 0.3), wall)
        through = 9.9 - 0.3 < y < 14.9 + 0.3
        assert (sight.verdict is Verdict.OPEN) is through


@pytest.mark.parametrize("far", [0.0, 2_000_000.0, -2_000_000.0])
def test_a42_far_from_the_origin_nothing_breaks(far):
    table = [box(-1, 1, 0.0005, 9), box(-1, 1, -9, -0.0005)]
    shifted = [moved(s, (far, far)) for s in table]
    sight = look(moved(WEST, (far, far)), moved(EAST, (far, far)), shifted)
    assert sight.verdict is Verdict.OPEN
    assert sight.lane == pytest.approx(0.001, abs=1e-7)


@pytest.mark.parametrize("k", range(0, 360, 15))
def test_a40_tangent_bases_see_each_other_at_every_turn(k):
    pair = [turned(Circle(p, r), k + 0.37, about=(0, 0)) for p, r in (((0, 0), 4), ((6, 0), 2))]
    assert look(*pair, [box(-99, 99, -99, 99)]).touching


def test_a_closed_answer_with_a_forged_proof_is_caught():
    """The checker must be able to fail: take an honest proof and break it in every way."""
    from dataclasses import replace

    from defilade.geometry.sight import ProofFailed

    table = [box(-1, 1, -0.3, 9), box(0, 2, -9, 0.2)]
    sight = look(WEST, EAST, table)
    assert sight.verdict is Verdict.CLOSED
    check(sight, WEST, EAST, table)
    proof = sight.proof[0]
    covers = proof.covers
    longest = max(range(len(covers)), key=lambda k: len(covers[k].pieces))
    thinner = replace(covers[longest], pieces=covers[longest].pieces[1:])
    forged = [
        replace(sight, proof=()),
        replace(sight, proof=(replace(proof, covers=covers[:-1]),)),
        replace(sight, proof=(replace(proof, covers=covers[1:]),)),
        replace(sight, proof=(replace(proof, width=1.0),)),
        replace(
            sight,
            proof=(replace(proof, covers=(*covers[:longest], thinner, *covers[longest + 1 :])),),
        ),
    ]
    for lie in forged[1:]:
        with pytest.raises(ProofFailed):
            check(lie, WEST, EAST, table)
    for missing in ([], table[:1], table[1:]):
        with pytest.raises(ProofFailed):
            check(sight, WEST, EAST, missing)
    elsewhere = [moved(s, (0.0, 3.0)) for s in table]
    with pytest.raises(ProofFailed):
        check(sight, WEST, EAST, elsewhere)


def test_an_open_answer_with_a_forged_witness_is_caught():
    from dataclasses import replace

    from defilade.geometry.sight import ProofFailed, Witness

    table = [box(-1, 1, 0.1, 9)]
    sight = look(WEST, EAST, table)
    for line in (((-15.0, 0.4), (15.0, 0.4)), ((-15.0, 3.0), (15.0, 0.0))):
        with pytest.raises(ProofFailed):
            check(replace(sight, witness=Witness(line, None, None)), WEST, EAST, table)
    with pytest.raises(ProofFailed):
        check(replace(sight, lane=sight.lane + 0.01), WEST, EAST, table)
    with pytest.raises(ProofFailed):
        check(sight, WEST, EAST, [*table, Polygon(((-1, -1), (1, -1), (1, 0.2), (-1, 0.2)))])
