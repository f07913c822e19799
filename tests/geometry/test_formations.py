"""Formations: swept motion, turns until flush and placements, held against brute force."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Base, Circle, Edge, Polygon, corners_of
from defilade.geometry.formations import (
    Formation,
    base_of,
    blocks_of,
    centre_of_formation,
    contact_shifts,
    files_allowed,
    flush_turn,
    free_turn,
    front_contact,
    front_corners,
    keepout,
    outline_of,
    reformed,
    shifts_clear,
    shrunk,
    slid,
    slide_gap,
    slide_to_clear,
    slide_until,
    stands_of,
    turn_gap,
    wheeled,
)
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.plane import convex_hull, distance, signed_area, unit_bearing

coordinates = st.floats(-12.0, 12.0).map(lambda n: round(n, 3))
points = st.tuples(coordinates, coordinates)


@st.composite
def formations(draw: st.DrawFn, *, near: float = 12.0) -> Formation:
    count = draw(st.integers(1, 10))
    files = draw(st.integers(1, count))
    last = count - (-(-count // files) - 1) * files
    offset = draw(st.integers(0, files - last))
    spot = st.floats(-near, near).map(lambda n: round(n, 3))
    return Formation(
        (draw(spot), draw(spot)),
        draw(st.floats(0.0, 359.0).map(lambda n: round(n, 2))),
        draw(st.floats(0.8, 3.0).map(lambda n: round(n, 2))),
        draw(st.floats(0.8, 3.0).map(lambda n: round(n, 2))),
        files,
        count,
        offset,
    )


@st.composite
def convex_polygons(draw: st.DrawFn) -> Polygon:
    ring = convex_hull(draw(st.lists(points, min_size=3, max_size=7)))
    assume(len(ring) >= 3 and abs(signed_area(ring)) > 1.0)
    sides = [distance(ring[k - 1], ring[k]) for k in range(len(ring))]
    assume(min(sides) > 0.2)
    return Polygon(ring)


circles = st.builds(Circle, points, st.floats(0.3, 4.0).map(lambda n: round(n, 3)))
obstacles: st.SearchStrategy[Base] = st.one_of(circles, convex_polygons())


def entered(formation: Formation, obstacle: Base, *, by: float = 0.001) -> bool:
    inner = (shrunk(block, by) for block in blocks_of(formation))
    return any(gap_between(block, obstacle).distance <= 0.0 for block in inner)


@given(formations())
def test_blocks_and_outline_cover_exactly_the_rectangles(formation: Formation) -> None:
    area = formation.count * formation.width * formation.depth
    assert sum(b.width * b.depth for b in blocks_of(formation)) == pytest.approx(area)
    assert abs(signed_area(outline_of(formation))) == pytest.approx(area)
    outline = Polygon(outline_of(formation))
    for stand in stands_of(formation):
        assert meeting(shrunk(stand, 0.01), outline) is Meeting.OVERLAPPING
        gaps = [gap_between(shrunk(stand, 0.01), Edge(p, q)).distance for p, q in _sides(outline)]
        assert min(gaps) > 0.0


def _sides(polygon: Polygon) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    ring = polygon.points
    return [(ring[k - 1], ring[k]) for k in range(len(ring))]


@given(formations())
def test_rectangles_stand_corner_to_corner(formation: Formation) -> None:
    stands = stands_of(formation)
    for k, one in enumerate(stands):
        for other in stands[k + 1 :]:
            assert meeting(shrunk(one, 1e-4), other) is Meeting.APART
    for k in range(1, min(formation.files, formation.count)):
        left, right = corners_of(stands[k - 1]), corners_of(stands[k])
        assert distance(left[1], right[0]) < 1e-9


@given(formations(), st.floats(0.0, 10.0), st.integers(0, 359), obstacles)
@settings(deadline=None, max_examples=60)
def test_a_slide_never_cuts_through(
    formation: Formation, length: float, way: int, obstacle: Base
) -> None:
    ux, uy = unit_bearing(float(way))
    swept = slide_gap(blocks_of(formation), (length * ux, length * uy), obstacle)
    steps = [slid(formation, (length * k / 40 * ux, length * k / 40 * uy)) for k in range(41)]
    least = min(gap_between(base_of(one), obstacle).distance for one in steps)
    assert swept <= least + 1e-6
    assert swept >= least - length / 40 - 1e-6


@given(formations(), st.floats(-90.0, 90.0), st.booleans(), obstacles)
@settings(deadline=None, max_examples=60)
def test_a_wheel_never_cuts_through(
    formation: Formation, degrees: float, right: bool, obstacle: Base
) -> None:
    pivot = front_corners(formation)[right]
    swept = turn_gap(blocks_of(formation), pivot, degrees, obstacle)
    steps = [wheeled(formation, pivot, degrees * k / 60) for k in range(61)]
    least = min(gap_between(base_of(one), obstacle).distance for one in steps)
    radius = max(distance(pivot, p) for p in outline_of(formation))
    assert swept <= least + 1e-6
    assert swept >= least - radius * math.radians(abs(degrees)) / 60 - 1e-6


@given(formations(), st.integers(0, 359), obstacles, st.sampled_from([0.0, 1.0]))
@settings(deadline=None, max_examples=80)
def test_a_slide_stops_exactly_where_it_is_near_enough(
    formation: Formation, way: int, obstacle: Base, keep: float
) -> None:
    direction = unit_bearing(float(way))
    start = gap_between(base_of(formation), obstacle).distance
    far = slide_until(blocks_of(formation), direction, obstacle, gap=keep)
    if start <= keep + 1e-7:
        assert far == 0.0
        return
    if math.isinf(far):
        assert slide_gap(blocks_of(formation), (60 * direction[0], 60 * direction[1]), obstacle) > (
            keep - 1e-6
        )
        return
    there = slid(formation, (far * direction[0], far * direction[1]))
    assert gap_between(base_of(there), obstacle).distance == pytest.approx(keep, abs=1e-5)
    short = (0.999 * far * direction[0], 0.999 * far * direction[1])
    assert slide_gap(blocks_of(formation), short, obstacle) >= keep - 1e-6


@given(formations(near=4.0), obstacles, st.floats(-90.0, 90.0))
@settings(deadline=None, max_examples=80)
def test_a_free_turn_is_the_longest_that_enters_nothing(
    formation: Formation, obstacle: Base, degrees: float
) -> None:
    assume(gap_between(base_of(formation), obstacle).distance > 0.01)
    pivot = front_corners(formation)[0]
    free = free_turn(blocks_of(formation), pivot, degrees, [obstacle])
    assert abs(free) <= abs(degrees) + 1e-9
    for k in range(41):
        assert not entered(wheeled(formation, pivot, free * k / 40), obstacle)
    if abs(free) < abs(degrees) - 1e-6:
        assert turn_gap(blocks_of(formation), pivot, free, obstacle) < 1e-4


@given(formations(near=3.0), st.integers(0, 359), obstacles)
@settings(deadline=None, max_examples=80)
def test_turning_flush_is_the_least_turn_that_brute_force_finds(
    formation: Formation, way: int, obstacle: Base
) -> None:
    start = Formation(
        (0.0, 0.0), float(way), formation.width, formation.depth, formation.files, formation.count
    )
    ahead = unit_bearing(float(way))
    start = slid(start, (-40.0 * ahead[0], -40.0 * ahead[1]))
    far = slide_until(blocks_of(start), ahead, obstacle)
    assume(not math.isinf(far))
    meets = slid(start, (far * ahead[0], far * ahead[1]))
    at = front_contact(meets, obstacle, within=0.001)
    assert at is not None
    if isinstance(obstacle, Polygon):  # brute force is blind to corners close by
        assume(all(not 1e-6 < distance(at, q) < 0.3 for q in obstacle.points))
    turn = flush_turn(meets.facing, at, obstacle, within=0.001)
    brute = _least_flush(meets.facing, at, obstacle)
    # half a step, and what the slack of the brute force lets lie flush besides
    assert abs(turn) == pytest.approx(abs(brute), abs=0.265)


def _least_flush(facing: float, at: tuple[float, float], obstacle: Base) -> float:
    """The least turn, by quarters of a degree, after which the obstacle lies behind the front
    line through a point and along it for a stretch, or as a tangent."""
    found = []
    for k in range(-720, 721):
        degrees = k / 4
        ahead = unit_bearing(facing + degrees)
        across = unit_bearing(facing + degrees + 90.0)
        depth = 0.0
        probes = [0.05, -0.05]
        slack = 0.05 * math.radians(0.26) + 1e-6
        if isinstance(obstacle, Circle):
            toward = (obstacle.centre[0] - at[0], obstacle.centre[1] - at[1])
            along = toward[0] * ahead[0] + toward[1] * ahead[1]
            if along >= obstacle.radius * math.cos(math.radians(0.13)) - 1e-9:
                found.append(degrees)
            continue
        inside = Polygon(obstacle.points)  # type: ignore[union-attr]
        lying = False
        for probe in probes:
            p = (at[0] + probe * across[0], at[1] + probe * across[1])
            lying = lying or gap_between(Circle(p, 0.0), _rim(inside)).distance <= slack + depth
        centre = tuple(sum(c) / len(inside.points) for c in zip(*inside.points, strict=True))
        facing_in = (centre[0] - at[0]) * ahead[0] + (centre[1] - at[1]) * ahead[1] > 0.0
        behind = all(
            (q[0] - at[0]) * ahead[0] + (q[1] - at[1]) * ahead[1] > -0.06 for q in inside.points
        )
        if lying and facing_in and behind:
            found.append(degrees)
    return min(found, key=abs, default=0.0)


def _rim(polygon: Polygon) -> Base:
    from defilade.geometry.bases import Group

    return Group(tuple(Edge(p, q) for p, q in _sides(polygon)))


@given(formations(near=1.0), obstacles)
@settings(deadline=None, max_examples=40)
def test_every_contact_shift_touches_and_clear_ones_overlap_nothing(
    formation: Formation, outline: Base
) -> None:
    blocks = blocks_of(formation)
    shifts = contact_shifts(blocks, outline, step=1.0)
    assert shifts
    keeps = [k for block in blocks for k in keepout(block, outline, slack=0.001)]
    clear = set(shifts_clear(shifts, keeps))
    for shift in shifts[:: max(1, len(shifts) // 25)]:
        there = slid(formation, shift)
        assert gap_between(base_of(there), outline).distance <= 1e-6
        if shift in clear:
            assert not entered(there, outline, by=0.003)
        else:
            assert entered(there, outline, by=0.0003)


@given(formations(), obstacles, points)
@settings(deadline=None, max_examples=80)
def test_a_keepout_forbids_exactly_what_would_enter(
    formation: Formation, obstacle: Base, shift: tuple[float, float]
) -> None:
    block = blocks_of(formation)[0]
    keeps = keepout(block, obstacle, slack=0.0)
    there = slid(formation, shift)
    apart = gap_between(blocks_of(there)[0], obstacle).distance
    if apart > 1e-6:
        assert not any(k.forbids(shift) for k in keeps)
    elif entered(Formation(there.front, there.facing, block.width, block.depth, 1, 1), obstacle):
        assert any(k.forbids(shift) for k in keeps)


@given(formations(), obstacles)
@settings(deadline=None, max_examples=40)
def test_sliding_clear_is_least(formation: Formation, obstacle: Base) -> None:
    shifts = contact_shifts(blocks_of(formation), obstacle, step=2.0)
    there = slid(formation, shifts[0])
    direction = unit_bearing(formation.facing)
    length = slide_to_clear(blocks_of(there), direction, obstacle, gap=0.01, far=100.0)
    assert length is not None
    end = slid(there, (length * direction[0], length * direction[1]))
    assert gap_between(base_of(end), obstacle).distance >= 0.01 - 1e-9


@given(formations(), st.integers(0, 359))
def test_reforming_keeps_the_centre(formation: Formation, facing: int) -> None:
    for files in files_allowed(formation.count, 2):
        new = reformed(formation, files=files, facing=float(facing))
        assert distance(centre_of_formation(new), centre_of_formation(formation)) < 1e-9
        assert new.count == formation.count


def test_what_is_no_formation_is_refused() -> None:
    for files, count, offset in ((0, 3, 0), (4, 3, 0), (2, 3, 2), (1, 0, 0)):
        with pytest.raises(ValueError, match=r"rectangles|rank"):
            Formation((0.0, 0.0), 0.0, 2.0, 2.0, files, count, offset)
