"""Sight from any part to any part, over odd boards: no line is ever missed, no proof ever fails.

`look` checks every answer against its own proof before giving it, so each call here is also a test
of the proof. Set DEFILADE_NIGHTLY for ten thousand boards instead of a few hundred in all.
"""

import math
import os

import numpy as np
import pytest
import shapely
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import (
    Circle,
    Edge,
    Group,
    Oval,
    Polygon,
    Rectangle,
    convex_parts,
    from_unit_disc,
)
from defilade.geometry.crossings import trace
from defilade.geometry.motions import mirrored, moved, scaled, turned
from defilade.geometry.plane import EPS, convex_hull, signed_area
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight import Verdict, is_open, look, prepare

NIGHTLY = bool(os.environ.get("DEFILADE_NIGHTLY"))


def boards(count):
    return settings(
        max_examples=100 * count if NIGHTLY else count,
        deadline=None,
        phases=tuple(Phase) if NIGHTLY else (Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


fine = st.integers(-120_000, 120_000).map(lambda k: k / 10_000)
coarse = st.integers(-12, 12).map(float)
coordinate = st.one_of(coarse, fine)
places = st.tuples(coordinate, coordinate)
size = st.one_of(
    st.sampled_from([0.5, 0.62992, 1.0, 2.0]), st.integers(1, 30).map(lambda k: k / 10)
)
angle = st.one_of(st.sampled_from([0.0, 45.0, 90.0]), st.integers(0, 359).map(float))


def star(centre, radii, start):
    count = len(radii)
    return tuple(
        (
            round(centre[0] + r * math.cos(start + math.tau * k / count), 4),
            round(centre[1] + r * math.sin(start + math.tau * k / count), 4),
        )
        for k, r in enumerate(radii)
    )


stars = st.builds(
    star,
    places,
    st.lists(st.integers(3, 40).map(lambda k: k / 10), min_size=4, max_size=9),
    st.integers(0, 6).map(float),
)
boxes = st.builds(Rectangle, places, size, size, angle)
areas = st.one_of(
    stars.map(Region),
    boxes,
    st.builds(
        lambda at, ring: Region(
            tuple((at[0] + x, at[1] + y) for x, y in ring),
            (tuple((at[0] + x / 2, at[1] + y / 2) for x, y in ring),),
        ),
        places,
        st.just(((-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0))),
    ),
)
walls = st.lists(places, min_size=2, max_size=4, unique=True).map(lambda p: Wall(tuple(p)))
curves = st.one_of(st.builds(Circle, places, size), st.builds(Oval, places, size, size, angle))
obstacles = st.one_of(areas, areas, areas, areas, walls, walls, curves)
tables = st.lists(obstacles, min_size=1, max_size=6)
ell = Polygon(((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)))
solid_bases = st.one_of(
    st.builds(Circle, places, size),
    st.builds(Oval, places, size, size, angle),
    st.builds(Rectangle, places, size, size, angle),
    st.builds(lambda at, by: turned(moved(ell, at), by), places, angle),
)
thin_bases = st.one_of(
    st.builds(Circle, places, st.just(0.0)),
    st.builds(Edge, places, places).filter(lambda e: math.dist(e.start, e.end) > 1),
)
groups = st.lists(st.builds(Circle, places, size), min_size=2, max_size=3).map(
    lambda p: Group(tuple(p))
)
bases = st.one_of(solid_bases, solid_bases, thin_bases, groups)


def rim(base, count):
    """Points of a base: around its rim, on both its ends, or its one point."""
    found = []
    for part in convex_parts(base):
        turns = [math.tau * (k + 0.5) / count for k in range(count)]
        if isinstance(part, Circle):
            (x, y), r = part.centre, part.radius
            found += [(x + r * math.cos(t), y + r * math.sin(t)) for t in turns]
        elif isinstance(part, Oval):
            found += [from_unit_disc(part, (math.cos(t), math.sin(t))) for t in turns]
        else:
            ring = (part.start, part.end) if isinstance(part, Edge) else part.points
            for k in range(len(ring)):
                (ax, ay), (bx, by) = ring[k - 1], ring[k]
                found += [(ax + s * (bx - ax), ay + s * (by - ay)) for s in (0.0, 0.3, 0.7)]
    return np.array(found)


def outline(shape):
    """The obstacle for the sampler; curves as polygons that lie inside them."""
    if isinstance(shape, Region):
        return shapely.Polygon(shape.outline, shape.holes)
    if isinstance(shape, Rectangle):
        return shapely.Polygon(convex_parts(shape)[0].points)
    if isinstance(shape, Wall):
        return shapely.LineString(shape.points)
    return shapely.Polygon(rim(shape, 720))


def sampled_gap(a, b, table, count=10):
    """The greatest distance from all obstacles of any sampled line, and how many lines are free."""
    starts, ends = rim(a, count), rim(b, count)
    lines = np.stack([np.repeat(starts, len(ends), 0), np.tile(ends, (len(starts), 1))], axis=1)
    everything = shapely.union_all([outline(shape) for shape in table])
    free = shapely.linestrings(lines)
    free = free[~shapely.intersects(everything, free)]
    return max(shapely.distance(everything, free), default=-1.0)


@boards(100)
@given(bases, bases, tables)
def test_sampling_never_finds_a_line_that_the_engine_denies(a, b, table):
    sight = look(a, b, table)
    curved = any(isinstance(shape, Circle | Oval) for shape in table)
    found = sampled_gap(a, b, table)
    # The sampler's curves are polygons that lie inside them, by less than this.
    if found > (1e-4 if curved else 10 * EPS):
        assert sight.verdict is Verdict.OPEN, found
    if found > 0.0 and not curved:
        assert sight.verdict is not Verdict.CLOSED


@boards(40)
@given(bases, bases, tables)
def test_sight_is_the_same_from_both_ends(a, b, table):
    there, back = look(a, b, table), look(b, a, table)
    assert there.verdict is back.verdict
    assert there.lane == back.lane
    assert there.short_by == back.short_by
    if there.witness is not None and a != b:
        assert there.witness.line == back.witness.line[::-1]
    assert is_open(a, b, table) is (there.verdict is Verdict.OPEN)


def has_point(a, b):
    """With a point the lane belongs to the best line found, which is not proved the best."""
    return any(isinstance(p, Circle) and p.radius == 0.0 for s in (a, b) for p in convex_parts(s))


MOTIONS = {
    "mirrored": mirrored,
    "turned by 37": lambda s: turned(s, 37.0, about=(0.0, 0.0)),
    "turned by 211.3": lambda s: turned(s, 211.3, about=(3.0, -1.0)),
    "moved": lambda s: moved(s, (1000.0, -2000.0)),
    "far away": lambda s: moved(s, (2_000_000.0, 2_000_000.0)),
}


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=MOTIONS.keys())
@boards(12)
@given(bases, bases, tables)
def test_motions_of_the_whole_table_change_nothing(motion, a, b, table):
    """Fault A42 and the whole SYM rule: the verdict, the lane and the shift stay."""
    plain = look(a, b, table)
    assume(plain.lane == 0.0 or plain.lane > 1e-5)
    other = look(motion(a), motion(b), [motion(shape) for shape in table])
    assert other.verdict is plain.verdict
    if not has_point(a, b):
        assert other.lane == pytest.approx(plain.lane, abs=1e-6)


@boards(15)
@given(bases, bases, tables, st.sampled_from([0.5, 3.0]))
def test_scaling_scales_the_lane(a, b, table, factor):
    plain = look(a, b, table)
    assume(plain.verdict is not Verdict.OPEN or plain.lane > 1e-4)
    other = look(scaled(a, factor), scaled(b, factor), [scaled(s, factor) for s in table])
    assert other.verdict is plain.verdict
    assert has_point(a, b) or other.lane == pytest.approx(factor * plain.lane, abs=1e-5)


@boards(25)
@given(bases, bases, tables, obstacles)
def test_one_more_obstacle_never_opens_a_line(a, b, table, more):
    before, after = look(a, b, table), look(a, b, [*table, more])
    ranks = list(Verdict)
    assert ranks.index(after.verdict) >= ranks.index(before.verdict)
    assert has_point(a, b) or after.lane <= before.lane + 2 * EPS


@boards(25)
@given(solid_bases, solid_bases, st.lists(boxes, min_size=1, max_size=6), st.floats(0.1, 0.9))
def test_an_obstacle_cut_in_two_is_the_same_obstacle(a, b, table, share):
    halves = [half for box in table for half in cut(box, share)]
    whole, split = look(a, b, table), look(a, b, halves)
    # A line may graze along the cut, so a closed pair may become a grazing one, never an open one.
    if whole.verdict is Verdict.OPEN:
        assert split.verdict is Verdict.OPEN
    else:
        assert split.verdict is not Verdict.OPEN
    assert split.lane == pytest.approx(whole.lane, abs=1e-6)


def cut(box, share):
    first, second, third, fourth = convex_parts(box)[0].points

    def on(p, q):
        return (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))

    left, right = on(first, second), on(fourth, third)
    return Region((first, left, right, fourth)), Region((left, second, third, right))


@boards(20)
@given(solid_bases, solid_bases, tables, st.sampled_from([0.0, 0.03937, 0.5, 2.0]))
def test_a_width_is_one_comparison_with_the_lane(a, b, table, width):
    sight = look(a, b, table)
    assume(abs(sight.lane - width) > 4 * EPS)
    assert is_open(a, b, table, width=width) is sight.admits(width)


@boards(15)
@given(st.lists(boxes, min_size=1, max_size=3), size, size)
def test_the_shift_of_one_obstacle_opens_a_line(table, first, second):
    """`short_by` is reached: some obstacle, moved that far in some direction, frees a line."""
    a, b = Circle((-14.0, 0.0), first), Circle((14.0, 1.0), second)
    sight = look(a, b, table)
    assume(sight.verdict is Verdict.CLOSED and sight.short_by is not None)
    step = sight.short_by * 1.01 + 1e-3
    assert any(
        look(a, b, [moved(s, by) if j == k else s for j, s in enumerate(table)]).verdict
        is not Verdict.CLOSED
        for k in range(len(table))
        for by in ((0.0, step), (0.0, -step), *_ring(step, 24))
    )


def _ring(step, count):
    return [
        (step * math.cos(math.tau * k / count), step * math.sin(math.tau * k / count))
        for k in range(count)
    ]


@boards(40)
@given(bases, bases, tables)
def test_a_grazing_line_touches_and_an_open_one_does_not(a, b, table):
    sight = look(a, b, table)
    if sight.verdict is Verdict.GRAZING:
        met = trace(sight.witness.line, table)
        assert met.contacts
        assert not any(facts.enters for facts in met.shapes)


@boards(8)
@given(solid_bases, solid_bases, tables)
def test_a_prepared_scene_gives_the_same_answer(a, b, table):
    scene = prepare(table)
    assert look(a, b, scene) == look(a, b, table)


def test_the_strategies_make_real_boards():
    """Guards the tests above: the shapes they draw have area and an outline that turns."""
    ring = star((0.0, 0.0), [1.0, 2.0, 1.5, 0.7], 1.0)
    assert abs(signed_area(ring)) > 1.0
    assert len(convex_hull(ring)) >= 3
