"""Scenery: shots through it and moves through it (DF-SCN-01 to DF-SCN-04)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import odds, play
from defilade.dice.sources import Typed
from defilade.systems.dropfleet.movement import Ahead, Change, Turn
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.passage import passage
from defilade.systems.dropfleet.scenery import (
    Obscured,
    Obstacle,
    RunThrough,
    concerns,
    crosses,
    inches_in,
    obscured,
)
from defilade.systems.dropfleet.state import Scenery, State
from defilade.systems.dropfleet.terms import Density, Layer, Order
from tests.systems.dropfleet.fleet import field, moon, rings, ship, state

HIGH, LOW, DOWN = Layer.HIGH, Layer.LOW, Layer.ATMOSPHERE
SQUARE = ((-3.0, 4.0), (3.0, 4.0), (3.0, 7.0), (-3.0, 7.0))
points = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).map(lambda p: (p[0] / 2, p[1] / 2))
pieces = st.one_of(
    st.sampled_from([field("f", Density.FINE, *SQUARE), field("d", Density.DENSE, *SQUARE)]),
    st.tuples(points, st.integers(1, 6)).map(lambda p: moon("m", p[0], float(p[1]))),
    st.tuples(points, points).map(lambda p: rings("r", *p)),
)
layers = st.tuples(st.sampled_from(Layer), st.sampled_from(Layer))


def through(
    *things: Scenery,
    to: tuple[float, float] = (0.0, 12.0),
    on: tuple[Layer, Layer] = (
        HIGH,
        HIGH,
    ),
) -> Obscured:
    return obscured(things, (0.0, 0.0), to, layers=on)


@given(st.lists(pieces, max_size=4), points, points, layers)
def test_a_line_meets_the_same_both_ways(
    things: list[Scenery],
    start: tuple[float, float],
    end: tuple[float, float],
    on: tuple[Layer, Layer],
) -> None:
    there = obscured(things, start, end, layers=on)
    back = obscured(things, end, start, layers=(on[1], on[0]))
    assert (there.lock, there.scan, there.met) == (back.lock, back.scan, back.met)
    assert there.blocked_by == back.blocked_by
    assert there.debris == pytest.approx(back.debris)


@given(pieces, points, points)
def test_inches_are_never_more_than_the_line(
    piece: Scenery, start: tuple[float, float], end: tuple[float, float]
) -> None:
    assert 0 <= inches_in(piece, start, end) <= math.dist(start, end) + 1e-6


@given(points, points)
def test_inches_in_a_field_are_those_of_its_two_halves(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    whole = field("f", Density.FINE, *SQUARE)
    left = field("l", Density.FINE, (-3.0, 4.0), (0.25, 4.0), (0.25, 7.0), (-3.0, 7.0))
    right = field("r", Density.FINE, (0.25, 4.0), (3.0, 4.0), (3.0, 7.0), (0.25, 7.0))
    parts = inches_in(left, start, end) + inches_in(right, start, end)
    assert inches_in(whole, start, end) == pytest.approx(parts)


@pytest.mark.parametrize(
    ("density", "lock", "scan"), [(Density.FINE, 1, 6.0), (Density.DENSE, 2, 12.0)]
)
def test_debris_on_the_line(density: Density, lock: int, scan: float) -> None:
    """DF-SCN-01."""
    met = through(field("f", density, *SQUARE))
    assert (met.lock, met.scan, met.debris, met.met) == (lock, scan, 3, ("f",))
    assert not met.out_of_range


def test_a_ship_in_debris_is_hindered_and_along_its_edge_is_not() -> None:
    inside = obscured([field("f", Density.FINE, *SQUARE)], (0, 5), (0, 5.5), layers=(HIGH, HIGH))
    assert (inside.lock, inside.debris) == (1, 0.5)
    edge = obscured([field("f", Density.FINE, *SQUARE)], (-3, 0), (-3, 12), layers=(HIGH, HIGH))
    assert (edge.lock, edge.debris, edge.met) == (0, 0, ())


@pytest.mark.parametrize(("deep", "out"), [(6.0, False), (6.1, True)])
def test_more_than_6_inches_of_debris_are_out_of_range(deep: float, *, out: bool) -> None:
    """DF-SCN-01; several fields count together."""
    one = field("f", Density.FINE, (-1, 2), (1, 2), (1, 2 + deep), (-1, 2 + deep))
    assert through(one).out_of_range is out
    half = deep / 2
    two = [
        field(name, Density.FINE, (-1, y), (1, y), (1, y + half), (-1, y + half))
        for name, y in (("f", 1.0), ("g", 6.0))
    ]
    met = through(*two)
    assert met.out_of_range is out
    assert (met.lock, met.scan) == (2, 12)


def test_a_ring_between_firer_and_target() -> None:
    """DF-SCN-02."""
    ring = rings("r", (-20, 6), (20, 6))
    met = through(ring)
    assert (met.lock, met.scan, met.debris) == (1, 6, 0)
    assert not through(ring, to=(0, 5)).met
    assert not through(ring, to=(0, 6)).met
    assert through(ring, on=(LOW, HIGH)).met
    assert not through(ring, on=(LOW, LOW)).met


def test_a_moon_blocks_and_its_edge_does_not() -> None:
    """DF-SCN-03."""
    assert through(moon("m", (1, 6), 2)).blocked_by == "m"
    assert through(moon("m", (2, 6), 2)).blocked_by is None
    box = Scenery("b", moon("m", (0, 0), 1).type, polygon=((0, 5), (2, 5), (2, 7), (0, 7)))
    assert through(box).blocked_by is None
    assert through(box, to=(1, 12)).blocked_by == "b"


@pytest.mark.parametrize(
    ("on", "debris", "ring"),
    [
        ((HIGH, HIGH), True, True),
        ((LOW, LOW), True, False),
        ((LOW, HIGH), True, True),
        ((LOW, DOWN), True, False),
        ((DOWN, DOWN), False, False),
        ((DOWN, HIGH), True, True),
    ],
)
def test_scenery_counts_on_its_layers_or_between_them(
    on: tuple[Layer, Layer], *, debris: bool, ring: bool
) -> None:
    """DF-SCN-04."""
    assert concerns(field("f", Density.FINE, *SQUARE), on) is debris
    assert concerns(rings("r", (0, 0), (1, 0)), on) is ring


def test_crossing_means_changing_sides() -> None:
    ring = rings("r", (-5, 5), (5, 5))
    assert crosses(ring, ((0, 0), (0, 8)))
    assert crosses(ring, ((0, 0), (0, 5), (0, 8)))
    assert not crosses(ring, ((0, 0), (0, 5), (0, 2)))
    assert not crosses(ring, ((6, 0), (6, 8)))
    assert not crosses(ring, ((-5, 5), (5, 5)))


def moved(thing: Scenery, faces: str, *, way: float = 8.0, **ships: object) -> State:
    board = state(ship(**ships), thing)  # type: ignore[arg-type]
    after: State
    after, _ = play(passage(board, "A", (Ahead(way),), HouseRules()), Typed(faces))
    return after


def test_flying_through_debris_hurts_once_a_turn() -> None:
    """DF-SCN-01: fine, two dice at 3+; a 6 is critical here as with any attack die."""
    after = moved(field("f", Density.FINE, *SQUARE), "3 4 3 3").ships["A"]
    assert (after.hull, after.pos, after.debris_met) == (8, (0, 8), ("f",))
    assert moved(field("f", Density.FINE, *SQUARE), "2 2").ships["A"].hull == 10
    assert moved(field("f", Density.FINE, *SQUARE), "3 3 4 4").ships["A"].hull == 10
    again = moved(field("f", Density.FINE, *SQUARE), "", debris_met=("f",)).ships["A"]
    assert again.hull == 10
    assert moved(field("f", Density.FINE, *SQUARE), "", layer=DOWN, way=2).ships["A"].hull == 10


def test_turning_in_debris_is_moving_in_it() -> None:
    board = state(ship(pos=(0, 5), order=Order.STATION_KEEPING), field("f", Density.DENSE, *SQUARE))
    after, _ = play(passage(board, "A", (Turn(30),), HouseRules()), Typed("2 1 1"))
    assert after.ships["A"].hull == 9


@given(st.integers(2, 6), st.one_of(st.none(), st.integers(2, 6)), st.integers(2, 3))
def test_what_debris_costs_on_average(armour: int, passive: int | None, needs: int) -> None:
    best = armour if passive is None else min(armour, passive)
    normal = 2 * 1 / 6 * (best - 1) / 6
    critical = (7 - needs - 2) / 6 * (1 if passive is None else (passive - 1) / 6)
    run = RunThrough(Obstacle("f", "DF-SCN-01", 2, needs), armour, passive)
    assert odds(run).mean() == pytest.approx(2 * (normal + critical))


def test_rings_hit_who_crosses_them_in_high_orbit() -> None:
    """DF-SCN-02."""
    ring = rings("r", (-20, 6), (20, 6))
    assert moved(ring, "2 2 1 1").ships["A"].hull == 8
    assert moved(ring, "", layer=LOW).ships["A"].hull == 10
    assert moved(ring, "", way=5).ships["A"].hull == 10
    board = state(ship(), ring)
    dive = (Ahead(5), Change.DESCEND, Ahead(3))
    after, thrown = play(passage(board, "A", dive, HouseRules()), Typed(""))
    assert not thrown
    assert after.ships["A"].layer is LOW


def test_a_ship_that_passes_over_a_moon_is_gone_without_a_catastrophe() -> None:
    """DF-SCN-03."""
    lost = moved(moon("m", (1, 6), 2), "").ships["A"]
    assert lost.destroyed
    assert lost.wreck_rolled
    assert moved(moon("m", (2, 6), 2), "").ships["A"].hull == 10
    assert moved(moon("m", (0, 6), 2), "", layer=DOWN).ships["A"].hull == 10
