"""Bases exactly on rims, corners and edges: one answer, whichever way the table is turned."""

import math

import pytest
from hypothesis import HealthCheck, Phase, given, settings
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
    point,
)
from defilade.geometry.motions import mirrored, moved, turned
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, Wall
from defilade.geometry.sight import LaneBasis, ProofFailed, Verdict, is_open, look, view_from
from defilade.geometry.sight import faults as limits

MOTIONS = [
    mirrored,
    lambda s: turned(s, 37.0, about=(0.0, 0.0)),
    lambda s: turned(s, 211.3, about=(3.0, -1.0)),
    lambda s: moved(s, (1000.0, -2000.0)),
]


def everywhere(a, b, table):
    """The verdict, the same after every motion, from both ends and from `is_open`."""
    plain = look(a, b, table)
    assert is_open(a, b, table) is (plain.verdict is Verdict.OPEN)
    assert look(b, a, table).verdict is plain.verdict
    for motion in MOTIONS:
        sight = look(motion(a), motion(b), [motion(s) for s in table])
        assert sight.verdict is plain.verdict
    return plain.verdict


coordinate = st.one_of(
    st.integers(-8, 8).map(float), st.integers(-80_000, 80_000).map(lambda k: k / 10_000)
)
places = st.tuples(coordinate, coordinate)
size = st.one_of(
    st.sampled_from([0.5, 0.62992, 1.0, 2.0]), st.integers(2, 30).map(lambda k: k / 10)
)
angle = st.one_of(st.sampled_from([0.0, 45.0, 90.0]), st.integers(0, 359).map(float))
shapes = st.one_of(
    st.builds(Circle, places, size),
    st.builds(Oval, places, size, size, angle),
    st.builds(Rectangle, places, size, size, angle),
    st.builds(lambda p, q: Wall((p, q)), places, places).filter(
        lambda w: math.dist(*w.points) > 0.5
    ),
)


def feature(shape, share):
    """A point of an outline, a share of the way round, and the normal there, outwards."""
    turn = math.tau * share
    match shape:
        case Circle((x, y), radius):
            n = (math.cos(turn), math.sin(turn))
            return (x + radius * n[0], y + radius * n[1]), n
        case Oval():
            p = from_unit_disc(shape, (math.cos(turn), math.sin(turn)))
            return p, _oval_normal(shape, turn)
        case Rectangle():
            ring = convex_parts(shape)[0].points
        case Wall(points):
            ring = points
    k = int(share * len(ring)) % len(ring)
    (ax, ay), (bx, by) = ring[k - 1], ring[k]
    along = share * len(ring) % 1.0
    length = math.dist((ax, ay), (bx, by))
    n = ((by - ay) / length, (ax - bx) / length)
    return (ax + along * (bx - ax), ay + along * (by - ay)), n


def _oval_normal(oval, turn):
    """The normal of an oval: its gradient, which turns and scales with its axes."""
    (ux, uy), (vx, vy) = (
        (px - oval.centre[0], py - oval.centre[1])
        for px, py in (from_unit_disc(oval, (1.0, 0.0)), from_unit_disc(oval, (0.0, 1.0)))
    )
    x = math.cos(turn) * ux / (ux * ux + uy * uy) + math.sin(turn) * vx / (vx * vx + vy * vy)
    y = math.cos(turn) * uy / (ux * ux + uy * uy) + math.sin(turn) * vy / (vx * vx + vy * vy)
    length = math.hypot(x, y)
    return (x / length, y / length)


@st.composite
def touching(draw, table):
    """A base that touches an outline of the table: on it, beside it, within it, or along it."""
    shape = draw(st.sampled_from(table))
    share = draw(st.one_of(st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.75]), st.floats(0.0, 0.999)))
    (x, y), (nx, ny) = feature(shape, share)
    r = draw(st.sampled_from([0.05, 0.5, 0.62992, 1.0]))
    facing = math.degrees(math.atan2(nx, ny))
    out, inner = (x + r * nx, y + r * ny), (x - r * nx, y - r * ny)
    kinds = [
        point((x, y)),
        Circle((x, y), r),
        Circle(out, r),
        Circle(inner, r),
        Oval(out, r, 0.4, facing),
        Oval(inner, r, 0.4, facing),
        Edge((x, y), out),
        Edge((x - r * ny, y + r * nx), (x + r * ny, y - r * nx)),
        Rectangle(((x + out[0]) / 2, (y + out[1]) / 2), 1.0, r, facing),
        Rectangle(((x + inner[0]) / 2, (y + inner[1]) / 2), 1.0, r, facing),
        shape if not isinstance(shape, Wall) else Edge(*shape.points),
        Group((point((x, y)), Circle(out, r))),
        Group((Circle(inner, r), point(out))),
    ]
    return draw(st.sampled_from(kinds))


@st.composite
def boards(draw):
    table = draw(st.lists(shapes, min_size=1, max_size=3))
    if draw(st.booleans()):
        p, n = feature(draw(st.sampled_from(table)), draw(st.floats(0.0, 0.999)))
        r = draw(size)
        table.append(Circle((p[0] + r * n[0], p[1] + r * n[1]), r))
    return draw(touching(table)), draw(touching(table)), table


@settings(
    max_examples=40,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(boards())
def test_motions_change_no_verdict_where_bases_touch_outlines(board):
    everywhere(*board)


TARGETS = {
    "a base": Circle((0.0, 9.0), 0.5),
    "a point": point((0.3, 9.0)),
    "a rank": Group((Circle((0.0, 9.0), 0.5), point((2.0, 9.0)))),
}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS.keys())
@pytest.mark.parametrize(
    "shape", [Circle((0, 0), 2.0), Oval((0, 0), 2.0, 1.0, 30.0), Rectangle((0, 0), 4.0, 2.0, 10.0)]
)
def test_a_point_on_a_rim_sees_out_and_not_through(shape, target):
    (x, y), _ = feature(shape, 0.3)
    facing_it, away = ((x, y), (-x, -y)) if y > 0 else ((-x, -y), (x, y))
    assert everywhere(point(facing_it), target, [shape]) is Verdict.OPEN
    assert everywhere(point(away), target, [shape]) is Verdict.CLOSED


@pytest.mark.parametrize("shape", [Circle((0, 0), 2.0), Oval((0, 0), 2.0, 1.5, 20.0)])
@pytest.mark.parametrize("change", [0.0, 5e-8, -5e-8])
def test_a_base_that_is_its_own_obstacle_sees_past_it(shape, change):
    """Within contact the two are one curve: nothing of it lies between."""
    base = shape
    if isinstance(shape, Circle):
        base = Circle(shape.centre, shape.radius + change)
    for target in TARGETS.values():
        assert everywhere(base, target, [shape]) is Verdict.OPEN


def test_a_base_just_inside_a_curve_sees_nothing():
    for shape, base in (
        (Circle((0, 0), 2.0), Circle((0, 0), 2.0 - 1e-6)),
        (Circle((0, 0), 2.0), Circle((0, 0), 1.9)),
        (Oval((0, 0), 2.0, 1.5, 20.0), Oval((0, 0), 2.0 - 1e-4, 1.5 - 1e-4, 20.0)),
    ):
        assert look(base, TARGETS["a base"], [shape]).verdict is Verdict.CLOSED
        turn = MOTIONS[1]
        assert look(turn(base), turn(TARGETS["a base"]), [turn(shape)]).verdict is Verdict.CLOSED


INNER = [
    (Circle((0, 0), 2.0), Circle((0.0, 1.5), 0.5)),
    (Circle((0, 0), 2.0), Oval((0.0, 1.0), 1.0, 0.3, 0.0)),
    (Oval((0, 0), 2.0, 1.0, 0.0), Circle((0.0, 1.75), 0.25)),
    (Rectangle((0, 0), 4.0, 4.0), Circle((0.3, 1.5), 0.5)),
    (Rectangle((0, 0), 4.0, 4.0), Oval((0.3, 1.0), 1.0, 0.3, 0.0)),
    (Rectangle((0, 0), 4.0, 4.0), Rectangle((0.0, 2.0 - math.sqrt(0.5)), 1.0, 1.0, 45.0)),
    (Circle((0, 0), 2.0), Edge((0.0, 2.0), (0.0, 1.0))),
]


@pytest.mark.parametrize(("area", "base"), INNER)
def test_a_base_that_touches_from_within_sees_out_by_that_point_alone(area, base):
    assert everywhere(base, TARGETS["a base"], [area]) is Verdict.GRAZING
    assert everywhere(base, Circle((0.0, -9.0), 0.5), [area]) is Verdict.CLOSED
    lid = Wall(((-20.0, 4.0), (20.0, 4.0)))
    assert everywhere(base, TARGETS["a base"], [area, lid]) is Verdict.CLOSED


def test_an_edge_along_a_wall_sees_to_both_sides_of_it():
    wall = Wall(((-4.0, 0.0), (4.0, 0.0)))
    for edge in (Edge((-4.0, 0.0), (4.0, 0.0)), Edge((-1.0, 0.0), (2.0, 0.0))):
        for y in (-5.0, 5.0):
            assert everywhere(edge, Circle((0.0, y), 0.5), [wall]) is Verdict.OPEN


def test_a_corner_looks_along_no_inside():
    """A point on a corner, past edges that run straight away from it."""
    box = Region(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)))
    assert everywhere(point((0.0, 0.0)), Circle((2.0, 2.0), 0.5), [box]) is Verdict.CLOSED
    assert everywhere(point((0.0, 0.0)), Circle((-2.0, 2.0), 0.5), [box]) is Verdict.OPEN


def test_a_lane_from_a_point_is_called_a_lower_bound():
    table = [Rectangle((0.0, 3.0), 1.0, 1.0)]
    a, b = Circle((-9.0, 0.0), 0.5), Circle((9.0, 0.0), 0.5)
    assert look(a, b, table).lane_basis is LaneBasis.PROVED
    assert look(point((-9.0, 0.0)), b, table).lane_basis is LaneBasis.AT_LEAST
    assert look(a, point((9.0, 0.0)), table).lane_basis is LaneBasis.AT_LEAST
    assert look(point((-9.0, 0.0)), point((9.0, 0.0)), table).lane_basis is LaneBasis.PROVED
    assert look(Group((a, point((-9.0, 3.0)))), b, table).lane_basis is LaneBasis.AT_LEAST


@settings(max_examples=30, deadline=None)
@given(places, size, st.lists(shapes, min_size=1, max_size=3))
def test_a_lane_called_a_lower_bound_is_open(at, radius, table):
    """Both borders of the strip about the witness keep clear of every obstacle."""
    from defilade.geometry.crossings import line_facts

    target = Circle((14.0, 1.0), radius)
    sight = look(point(at), target, table)
    if sight.verdict is Verdict.OPEN and 4 * EPS < sight.lane < math.inf:
        assert sight.lane_basis is LaneBasis.AT_LEAST
        for shape in table:
            assert line_facts(sight.witness.line, shape).margin >= sight.lane / 2 - 1e-6


def test_a_view_from_a_point_has_a_share_and_stretches():
    edge = Edge((4.0, -4.0), (4.0, 4.0))
    view = view_from((0.0, 0.0), edge, [Rectangle((2.0, 0.0), 0.2, 2.0)])
    (low, up), (down, high) = view.stretches
    assert low == pytest.approx((4.0, -4.0))
    assert high == pytest.approx((4.0, 4.0))
    assert up[1] == pytest.approx(-down[1])
    assert 0.0 < view.share < 1.0
    assert view_from((4.0, 1.0), edge, []) is None


def test_a_turn_that_does_not_end_is_a_bug_and_says_which(monkeypatch):
    """Pieces that are everywhere between make no progress: the steps run out, and say so."""
    from defilade.geometry.sight import sweep

    monkeypatch.setattr(sweep, "STEPS", 3)
    monkeypatch.setattr(sweep, "STEPS_EACH", 0)
    table = [Polygon(((-3 + k, -4), (-2.9 + k, -4), (-2.9 + k, 0.2 * k))) for k in range(6)]
    with pytest.raises(ProofFailed, match="does_not_end"):
        look(Circle((-9.0, 0.0), 0.6), Circle((9.0, 0.0), 0.6), table)
    assert limits.STEPS > 3
