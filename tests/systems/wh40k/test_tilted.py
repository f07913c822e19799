"""Lines of any slope past prisms: decided, and held against rays that are simply tried."""

from __future__ import annotations

import math
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Circle, Polygon, centre_of
from defilade.geometry.sight import look
from defilade.systems.wh40k.bodies import Body, Field, Prism, side_of
from defilade.systems.wh40k.tilted import cut_by, ends_in, passes

Box = tuple[float, float, float, float, float, float]


def prism(box: Box) -> Prism:
    x0, y0, x1, y1, low, high = box
    return Prism(Polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1))), low, high)


def free(p: tuple[float, ...], q: tuple[float, ...], boxes: list[Box], shrink: float) -> bool:
    """Whether the segment from p to q misses the inside of every box shrunk by `shrink`."""
    for x0, y0, x1, y1, z0, z1 in boxes:
        start, end = 0.0, 1.0
        spans = ((x0, x1), (y0, y1), (z0, z1))
        for at, to, (low, high) in zip(p, q, spans, strict=True):
            low, high = low + shrink, high - shrink  # noqa: PLW2901
            if abs(to - at) < 1e-12:
                if not low < at < high:
                    start, end = 1.0, 0.0
                continue
            a, b = sorted(((low - at) / (to - at), (high - at) / (to - at)))
            start, end = max(start, a), min(end, b)
        if start < end:
            return False
    return True


def spot(body: Body, random: Random) -> tuple[float, float, float]:
    assert isinstance(body.base, Circle)
    turn, out = random.random() * math.tau, body.base.radius * math.sqrt(random.random())
    x, y = body.base.centre
    z = body.low + (body.high - body.low) * random.random()
    return x + out * math.cos(turn), y + out * math.sin(turn), z


QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without shrinking, which would try thousands of tables."""
boxes = st.lists(
    st.tuples(
        st.integers(3, 14),
        st.integers(-5, 4),
        st.sampled_from([0.25, 1.0, 3.0]),
        st.sampled_from([0.25, 2.0, 6.0]),
        st.sampled_from([0.0, 0.0, 1.0, 3.0]),
        st.sampled_from([0.5, 1.0, 2.0, 5.0]),
    ).map(lambda t: (t[0], t[1], t[0] + t[2], t[1] + t[3], t[4], t[4] + t[5])),
    max_size=5,
)
bodies = st.tuples(st.sampled_from([0.0, 0.0, 3.0]), st.sampled_from([0.5, 1.5, 4.0])).map(tuple)


def pair(one: tuple[float, float], other: tuple[float, float], y: float) -> tuple[Body, Body]:
    a = Body(Circle((0.0, 0.0), 0.6), one[0], one[0] + one[1])
    return a, Body(Circle((20.0, y), 0.6), other[0], other[0] + other[1])


@settings(max_examples=60, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4), st.integers(0, 999))
def test_a_closed_pair_has_no_free_ray(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int, seed: int
) -> None:
    a, b = pair(one, other, float(y))
    verdict = passes(a, b, [prism(box) for box in found], width=0.0)
    if verdict.open:
        return
    random = Random(seed)
    for _ in range(200):
        p, q = spot(a, random), spot(b, random)
        assert not free(p, q, found, -0.03), (p, q, verdict)


@settings(max_examples=60, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4))
def test_an_open_pair_shows_its_line(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int
) -> None:
    a, b = pair(one, other, float(y))
    prisms = [prism(box) for box in found]
    verdict = passes(a, b, prisms, width=0.0)
    if not verdict.open:
        return
    side = side_of(a, b)
    assert side is not None
    assert verdict.plane is not None
    ends = ends_in(side, verdict.plane)
    assert ends is not None
    stops = cut_by(side, verdict.plane, Field(tuple(prisms)).near(a, b))
    witness = look(*ends, stops).witness
    assert witness is not None
    ox, oy = centre_of(a.base)
    ends3 = []
    for x, w in witness.line:
        along = (x - ox) * side.axis[0] + (w - oy) * side.axis[1]
        ends3.append((x, w, side.height(verdict.plane, along)))
    assert free(ends3[0], ends3[1], found, 1e-5)


@settings(max_examples=60, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4))
def test_lines_run_both_ways(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int
) -> None:
    a, b = pair(one, other, float(y))
    prisms = [prism(box) for box in found]
    there, back = (passes(p, q, prisms, width=0.0) for p, q in ((a, b), (b, a)))
    if there.proved and back.proved:
        assert there.open == back.open


@settings(max_examples=40, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies)
def test_what_is_taken_away_hides_nothing(
    found: list[Box], one: tuple[float, float], other: tuple[float, float]
) -> None:
    a, b = pair(one, other, 0.0)
    prisms = [prism(box) for box in found]
    if passes(a, b, prisms, width=0.0).open:
        for k in range(len(prisms)):
            fewer = passes(a, b, prisms[:k] + prisms[k + 1 :], width=0.0)
            assert fewer.open or not fewer.proved


def test_nothing_looks_under_a_wall_or_through_a_seam() -> None:
    """WH-VIS-01: height 0 is no gap, nor the seam between two prisms one upon the other."""
    a, b = pair((0.0, 1.5), (0.0, 1.5), 0.0)
    wall = prism((10, -9, 10.2, 9, 0.0, 0.7))
    upper = prism((10, -9, 10.2, 9, 0.7, 6.0))
    assert passes(a, b, [wall], width=0.0).open
    assert not passes(a, b, [wall, upper], width=0.0).open


def test_a_window_is_looked_through_from_above_and_below() -> None:
    """WH-SOL-02: a slanting line through a hole is found where no level one is."""
    wall = [prism((10, -9, 10.2, 9, 0.0, 3.2)), prism((10, -9, 10.2, 9, 3.8, 9.0))]
    low, high = Body(Circle((0.0, 0.0), 0.6), 0.0, 1.5), Body(Circle((20.0, 0.0), 0.6), 5.5, 7.0)
    assert passes(low, high, wall, width=0.0).open
    assert not passes(low, Body(high.base, 0.0, 1.5), wall, width=0.0).open
