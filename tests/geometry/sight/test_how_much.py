"""How much of a base is seen, what every open line crosses, and answers for many pairs at once."""

import math

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Circle, Edge, Oval, Polygon, Rectangle, point
from defilade.geometry.motions import mirrored, moved, turned
from defilade.geometry.regions import Region
from defilade.geometry.sight import Verdict, is_open, look
from defilade.geometry.sight.areas import survey
from defilade.geometry.sight.batch import Engine, Options, all_lanes, all_open, has_compiler
from defilade.geometry.sight.field import Grid, bases_in_zone, exposure
from defilade.geometry.sight.rim import rim_point
from defilade.geometry.sight.seen import Extent, angle_seen, how_much

MM32 = 0.62992
WEST, EAST = Circle((-15.0, 0.0), MM32), Circle((15.0, 0.0), MM32)
NO_SHRINK = (Phase.explicit, Phase.reuse, Phase.generate)
PLAIN = Options(engine=Engine.PLAIN, workers=1)


def box(x0, x1, y0, y1):
    return Region(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def test_everything_that_faces_is_seen_in_the_open():
    seen = how_much(WEST, EAST, [])
    assert seen.extent is Extent.ALL
    assert seen.share == 1.0
    (part,) = seen.visible
    # The facing arc of equal circles ends at their outer tangents: half the rim.
    assert part.length == pytest.approx(math.pi * MM32, abs=1e-6)


@pytest.mark.parametrize(
    ("screen", "extent"),
    [
        (box(10, 11, -9, 9), Extent.NONE),
        (box(10, 11, -9, 0), Extent.SOME),
        (box(10, 11, 0.9, 9), Extent.ALL),
        (box(-0.1, 0.1, -0.1, 0.1), Extent.ALL),
        (box(14.0, 14.1, -0.1, 0.1), Extent.SOME),
    ],
)
def test_all_some_or_none(screen, extent):
    seen = how_much(WEST, EAST, [screen])
    assert seen.extent is extent
    assert seen.exact
    assert (look(WEST, EAST, [screen]).verdict is Verdict.OPEN) is (extent is not Extent.NONE)


def test_a36_fully_visible_may_differ_by_direction():
    """A big base sees all of a small one behind a post; the small one does not see all of it."""
    big, small = Circle((-6.0, 0.0), 2.0), Circle((6.0, 0.0), 0.3)
    post = [box(-3.6, -3.4, -0.2, 0.2)]
    assert how_much(big, small, post).extent is Extent.ALL
    assert how_much(small, big, post).extent is Extent.SOME


positions = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(
    lambda p: (p[0] / 10, p[1] / 10)
)
screens = st.lists(
    st.builds(
        lambda at, w, d, turn: Rectangle(at, w / 10, d / 10, float(turn)),
        positions,
        st.integers(2, 50),
        st.integers(2, 50),
        st.integers(0, 89),
    ),
    min_size=1,
    max_size=4,
)
targets = st.sampled_from(
    [
        Circle((8.0, 0.5), 1.0),
        Oval((8.0, 0.5), 1.5, 0.7, 30.0),
        Rectangle((8.0, 0.5), 1.0, 2.0, 20.0),
        Edge((8.0, -1.0), (8.3, 1.0)),
    ]
)


@settings(max_examples=8, deadline=None, phases=NO_SHRINK)
@given(targets, screens)
def test_visible_and_hidden_parts_hold_what_sampling_finds(target, table):
    looker = Circle((-8.0, 0.0), 0.8)
    seen = how_much(looker, target, table)
    for part in seen.visible:
        inner = [part.low + k * (part.high - part.low) / 6 for k in range(1, 6)]
        if part.length > 1e-4:
            assert all(
                is_open(looker, point(rim_point(_shape(target), t % 1.0)), table) for t in inner
            )
    if seen.extent is Extent.NONE:
        assert look(looker, target, table).verdict is not Verdict.OPEN
    if seen.extent is not Extent.NONE and sum(p.length for p in seen.visible) > 1e-4:
        assert look(looker, target, table).verdict is Verdict.OPEN
    assert 0.0 <= seen.share <= 1.0


def _shape(target):
    from defilade.geometry.bases import convex_parts

    return convex_parts(target)[0]


@settings(max_examples=12, deadline=None, phases=NO_SHRINK)
@given(targets, screens)
def test_the_share_of_the_angle_is_what_rays_find(target, table):
    seen = angle_seen((-8.0, 0.0), target, table)
    if isinstance(target, Edge):
        return
    rays = 400
    first, last = _span(target)
    hits = sum(
        _ray_is_free(first + (k + 0.5) / rays * (last - first), target, table) for k in range(rays)
    )
    assert seen.share == pytest.approx(hits / rays, abs=2.5 * len(table) / rays)


def _span(target):
    low, high = angle_seen((-8.0, 0.0), target, []).arcs[0]
    return math.radians(90.0 - low), math.radians(90.0 - high)


def _ray_is_free(angle, target, table):
    from defilade.geometry.crossings import line_facts

    end = (-8.0 + 40.0 * math.cos(angle), 40.0 * math.sin(angle))
    entry = line_facts(((-8.0, 0.0), end), target).contacts
    if not entry:
        return False
    share = entry[0].start / 40.0
    stop = (-8.0 + share * (end[0] + 8.0), share * end[1])
    return not any(line_facts(((-8.0, 0.0), stop), s).enters for s in table)


def test_exactly_half_of_a_target_is_a_half():
    """Hull down asks for less than half: exactly half must come out as a half."""
    tank = Rectangle((10.0, 0.0), 2.0, 2.0)
    assert angle_seen((0.0, 0.0), tank, [box(5, 6, 0, 9)]).share == pytest.approx(0.5, abs=1e-12)
    assert angle_seen((0.0, 0.0), tank, []).share == 1.0
    assert angle_seen((0.0, 0.0), tank, [box(5, 6, -9, 9)]).share == 0.0
    assert angle_seen((10.0, 0.0), tank, []) is None


def test_whether_every_open_line_crosses_an_area():
    half, band = box(-1, 1, -9, 0), box(3, 4, -9, 9)
    found = survey(WEST, EAST, [], [half, band])
    assert [fact.by_all for fact in found.areas] == [False, True]
    assert found.clear.verdict is Verdict.CLOSED
    assert not found.areas[0].by_best.enters
    assert found.areas[1].by_best.inside == pytest.approx(1.0, rel=0.01)


def test_two_areas_may_close_together_what_neither_closes_alone():
    left, right = box(-1, 0, -9, 0.1), box(0, 1, -0.1, 9)
    found = survey(WEST, EAST, [], [left, right])
    assert [fact.by_all for fact in found.areas] == [False, False]
    assert found.clear.verdict is Verdict.CLOSED
    assert found.sight.verdict is Verdict.OPEN
    assert [fact.by_best.enters for fact in found.areas].count(True) == 1


def test_a_closed_pair_has_no_line_to_ask_about():
    found = survey(WEST, EAST, [box(0, 1, -9, 9)], [box(3, 4, -9, 9)])
    assert found.areas == ()


circles = st.builds(
    lambda p, r: Circle(p, r / 10),
    st.tuples(st.integers(-90, 90), st.integers(-90, 90)).map(lambda p: (p[0] / 9, p[1] / 9)),
    st.integers(2, 20),
)
tables = st.lists(
    st.one_of(
        st.builds(
            lambda at, ring, turn: Polygon(moved(turned(Polygon(ring), turn), at).points),
            positions,
            st.sampled_from(
                [
                    ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)),
                    ((0, 0), (2, 0), (2, 2), (0, 2)),
                    ((0, 0), (5, 0.2), (4, 1.5)),
                ]
            ),
            st.integers(0, 359).map(float),
        ),
        st.builds(lambda p: Circle(p, 0.4), positions),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.skipif(not has_compiler(), reason="numba is not installed")
@settings(max_examples=10, deadline=None, phases=NO_SHRINK)
@given(st.lists(circles, min_size=20, max_size=20), tables)
def test_compiled_answers_are_those_of_the_plain_engine(army, table):
    verdicts = all_open(army, army, table, options=Options(workers=1))
    lanes = all_lanes(army, army, table, options=Options(workers=1))
    for i in range(0, 20, 9):
        for j in range(20):
            sight = look(army[i], army[j], table)
            assert verdicts.open[i, j] == (sight.verdict is Verdict.OPEN)
            assert lanes.open[i, j] == verdicts.open[i, j]
            assert lanes.lane[i, j] == pytest.approx(sight.lane, abs=1e-6)
    assert np.array_equal(verdicts.open, verdicts.open.T)


def test_every_kind_of_base_goes_through_a_batch():
    kinds = [WEST, point((-14, 3)), Oval((-12, -4), 1, 2, 30), Rectangle((-9, 5), 1, 2, 10)]
    table = [box(-1, 1, -3, 3), Oval((5, -4), 1, 2)]
    plain = all_open(kinds, [EAST, point((9, 9))], table, options=PLAIN)
    for i, a in enumerate(kinds):
        for j, b in enumerate((EAST, point((9, 9)))):
            assert plain.open[i, j] == is_open(a, b, table)
    assert plain.complete


def test_a_width_goes_through_a_batch():
    slit = [box(-1, 1, 0.01, 9), box(-1, 1, -9, -0.01)]
    for width, expected in ((0.0, True), (0.019, True), (0.021, False)):
        assert bool(all_open([WEST], [EAST], slit, width=width).open[0, 0]) is expected


def test_an_interrupt_keeps_what_is_done():
    army = [Circle((-9.0, y / 2), 0.3) for y in range(30)]
    reports = []

    def stop(done, total):
        reports.append((done, total))
        if done >= total / 3:
            raise KeyboardInterrupt

    found = all_open(army, army, [box(0, 1, 0, 5)], options=Options(Engine.PLAIN, 1, stop))
    assert not found.complete
    assert 0 < found.done.sum() < found.done.size
    assert reports[-1][0] == found.done.sum()


def test_the_exposure_of_a_table_counts_who_sees_each_cell():
    grid = Grid(-10.0, -6.0, 10.0, 6.0, 2.0)
    table = [box(-1, 1, -3, 3)]
    watchers = [Circle((-9.0, y), 0.5) for y in (-4.0, 0.0, 4.0)]
    field = exposure(watchers, grid, table, probe=0.5)
    assert field.seen_by.shape == (6, 10)
    assert field.extent == (-10.0, 10.0, -6.0, 6.0)
    assert field.done.all()
    for row, column in ((0, 9), (3, 9), (2, 5), (5, 0)):
        centre = (-10.0 + (column + 0.5) * 2.0, -6.0 + (row + 0.5) * 2.0)
        count = sum(is_open(w, Circle(centre, 0.5), table) for w in watchers)
        assert field.seen_by[row, column] == count
    flipped = exposure([mirrored(w) for w in watchers], grid, [mirrored(table[0])], probe=0.5)
    assert np.array_equal(flipped.seen_by, field.seen_by[:, ::-1])


def test_bases_fill_a_zone_without_leaving_it():
    zone = Region(((0, 0), (24, 0), (24, 6), (0, 6)))
    stands = bases_in_zone(zone, 0.63, spacing=2.0)
    assert len(stands) == 22
    assert all(0.63 <= s.centre[0] <= 24 - 0.63 and 0.63 <= s.centre[1] <= 6 - 0.63 for s in stands)
