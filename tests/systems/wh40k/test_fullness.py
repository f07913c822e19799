"""Fully visible past low walls, windows and floors: each yes and each no held against rays."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.geometry.bases import Circle, Oval, Polygon, point
from defilade.geometry.gaps import gap_between
from defilade.geometry.sight.rim import rim_normal, rim_point
from defilade.systems.wh40k.bodies import Body, Prism
from defilade.systems.wh40k.fullness import Fullness, fully_seen
from defilade.systems.wh40k.tilted import passes
from tests.systems.wh40k.test_tilted import QUICK, Box, bodies, boxes, free, pair, prism, spot

EYE = Body(Circle((0.0, 0.0), 0.6), 0.0, 1.5)
MARK = Body(Circle((20.0, 0.0), 0.6), 0.0, 1.5)


def seen(a: Body, b: Body, *given: Box) -> Fullness:
    return fully_seen(a, b, [prism(box) for box in given])


def raised(body: Body, by: float) -> Body:
    return Body(body.base, body.low + by, body.high + by)


def facing(a: Body, b: Body, random: Random) -> tuple[tuple[float, float], float] | None:
    """A point of b's side that faces some part of a by more than a hair; None for bad luck."""
    assert isinstance(a.base, Circle)
    turn = random.random()
    at, normal = rim_point(b.base, turn), rim_normal(b.base, turn)  # type: ignore[arg-type]
    assert normal is not None
    long = math.hypot(*normal)
    nx, ny = normal[0] / long, normal[1] / long
    cx, cy = a.base.centre
    over = (cx - at[0]) * nx + (cy - at[1]) * ny + a.base.radius
    z = b.low + 0.001 + (b.high - b.low - 0.002) * random.random()
    return (at, z) if over > 0.02 else None


@settings(max_examples=50, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4), st.integers(0, 999))
def test_every_facing_point_of_what_is_proved_fully_seen_has_a_line(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int, seed: int
) -> None:
    """WH-VIS-04."""
    a, b = pair(one, other, float(y))
    verdict = seen(a, b, *found)
    if not (verdict.fully and verdict.proved):
        return
    random = Random(seed)
    prisms = [prism(box) for box in found]
    for _ in range(12):
        spotted = facing(a, b, random)
        if spotted is not None:
            at, z = spotted
            lines = passes(a, Body(point(at), z - 5e-5, z + 5e-5), prisms, width=0.0)
            assert lines.open, (at, z)


@settings(max_examples=60, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4), st.integers(0, 999))
def test_no_ray_reaches_the_point_that_is_proved_hidden(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int, seed: int
) -> None:
    """WH-VIS-03: one hidden part is enough."""
    a, b = pair(one, other, float(y))
    verdict = seen(a, b, *found)
    if verdict.fully or not verdict.proved or verdict.hidden is None:
        return
    (x, w), z = verdict.hidden
    random = Random(seed)
    for _ in range(300):
        assert not free(spot(a, random), (x, w, z), found, -0.001), verdict


@settings(max_examples=12, deadline=None, phases=QUICK)
@given(boxes, bodies, bodies, st.integers(-4, 4))
def test_a_wall_more_never_shows_more(
    found: list[Box], one: tuple[float, float], other: tuple[float, float], y: int
) -> None:
    a, b = pair(one, other, float(y))
    more = seen(a, b, *found, (9.0, -0.2, 9.4, 0.3, 0.0, 1.2))
    less = seen(a, b, *found)
    if more.fully and more.proved and less.proved:
        assert less.fully


@pytest.mark.parametrize(
    ("wall", "eyes", "fully"),
    [
        ((10, -9, 10.25, 9, 0, 1), 0.0, False),  # a low wall hides the foot of one's equal
        ((10, -9, 10.25, 9, 0, 1), 4.0, True),  # from a roof one looks over it
        ((18.9, -9, 19.1, 9, 0, 1), 4.0, False),  # but not where it stands before the target
        ((10, -9, 10.25, 9, 1.2, 3), 0.0, True),  # a beam overhead: one looks up and under it
        ((19.0, -9, 19.2, 9, 1.2, 3), 0.0, False),  # a beam right before the head hides it
        ((19.2, 0.1, 19.3, 9, 0, 1), 0.0, False),  # half a wall close by hides a flank's foot
    ],
)
def test_walls_and_beams(wall: Box, eyes: float, fully: bool) -> None:
    """WH-VIS-03, WH-COV-05, WH-PLG-03: each answer is proved."""
    found = seen(raised(EYE, eyes), MARK, wall)
    assert found.fully is fully
    assert found.proved


def test_what_neither_proof_reaches_is_called_searched() -> None:
    """Round the end of half a wall all is seen but for a sliver of the flank's very edge."""
    found = seen(EYE, MARK, (10.0, 0.4, 10.25, 9.0, 0.0, 1.0))
    assert found == Fullness(fully=True, proved=False)


def test_a_window_shows_a_part_and_not_all() -> None:
    """WH-SOL-02: through a window over 3 inches high, the head but not the foot."""
    low, high = (10.0, -9.0, 10.25, 9.0, 0.0, 3.0), (10.0, -9.0, 10.25, 9.0, 4.0, 6.0)
    tall = Body(MARK.base, 0.0, 5.0)
    looker = Body(EYE.base, 0.0, 5.0)
    assert not seen(looker, tall, low, high).fully
    assert passes(looker, tall, [prism(low), prism(high)], width=0.04).open


def test_the_least_bit_of_wall_counts() -> None:
    """The change is at the height where the line from the head to the foot passes: at half way
    half the height of the looker, less what the widths of the bases leave."""
    walls = [(10.0, -9.0, 10.2, 9.0, 0.0, top / 100) for top in range(60, 90)]
    plain = [seen(EYE, MARK, wall).fully for wall in walls]
    assert plain[0]
    assert not plain[-1]
    assert plain == sorted(plain, reverse=True)


def test_two_looks_together_see_all() -> None:
    """A post before the middle: no eye sees all of the target, both flanks together do."""
    wide = Body(Circle((0.0, 0.0), 2.0), 0.0, 1.5)
    post = Prism(Polygon(((10.0, -0.1), (10.2, -0.1), (10.2, 0.1), (10.0, 0.1))), 0.0, 1.2)
    found = fully_seen(wide, MARK, [post])
    assert found.fully
    assert found.proved
    alone = Body(Circle((0.0, 0.0), 0.05), 0.0, 1.5)
    assert not fully_seen(alone, MARK, [post]).fully


def test_ovals_and_hulls_too() -> None:
    """Curved and cornered sides are swept alike."""
    wall = prism((10.0, -9.0, 10.25, 9.0, 0.0, 1.0))
    oval = Oval((20.0, 0.0), 1.2, 0.7, 30.0)
    hull = Polygon(((19.0, -1.0), (21.0, -1.0), (21.5, 0.5), (19.5, 1.0)))
    for shape in (oval, hull):
        body = Body(shape, 0.0, 1.5)
        assert gap_between(EYE.base, shape).distance > 0
        assert fully_seen(raised(EYE, 4.0), body, [wall]) == Fullness(fully=True)
        assert not fully_seen(EYE, body, [wall]).fully
