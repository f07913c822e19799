"""Moving: Thrust, turns and layers (DF-LAY-02 to DF-LAY-08, DF-ORD-12, DF-SHP-04)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.systems.dropfleet.movement import (
    Ahead,
    Change,
    Leg,
    Turn,
    arrived,
    limits,
    move_reasons,
    sail,
    thrust,
)
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import ORDERS
from defilade.systems.dropfleet.terms import Effect, Layer, Order, StationSize
from tests.systems.dropfleet.fleet import ship, state

RULES = HouseRules()
CLIMB, DESCEND = Change.CLIMB, Change.DESCEND

lengths = st.integers(0, 40).map(lambda n: n / 2)
legs_of_any_kind = st.lists(
    st.one_of(
        lengths.map(Ahead),
        st.integers(-60, 60).map(float).map(Turn),
        st.sampled_from([CLIMB, DESCEND]),
    ),
    max_size=5,
).map(tuple)


def clauses(*legs: Leg, confirm: bool = False, rules: HouseRules = RULES, **ships: Any) -> set[str]:
    reasons = move_reasons(state(ship(**ships)), "A", legs, rules, confirm=confirm)
    return {reason.clause for reason in reasons}


def legal(*legs: Leg, **ships: Any) -> bool:
    return not clauses(*legs, **ships)


@given(legs_of_any_kind, st.sampled_from(Order), st.sampled_from(Layer))
def test_a_legal_move_is_within_thrust_and_changes_at_most_one_layer(
    legs: tuple[Leg, ...], order: Order, layer: Layer
) -> None:
    mover = ship(order=order, layer=layer, special="Atmospheric")
    if move_reasons(state(mover), "A", legs, RULES):
        return
    line = ORDERS[order]
    after = arrived(mover, sail(mover, legs, RULES))
    gone = sum(leg.inches for leg in legs if isinstance(leg, Ahead))
    assert gone <= line.most * 8 + 1e-6
    heights = [Layer.ATMOSPHERE, Layer.LOW, Layer.HIGH]
    assert abs(heights.index(after.layer) - heights.index(layer)) <= 1
    assert sum(isinstance(leg, Change) for leg in legs) <= 1
    assert after.moved
    dx, dy = after.pos
    assert dx * dx + dy * dy <= gone * gone + 1e-6


@given(legs_of_any_kind, st.sampled_from(Order), st.sampled_from(Layer))
def test_what_the_limits_say_can_still_be_moved_can_be_moved(
    legs: tuple[Leg, ...], order: Order, layer: Layer
) -> None:
    mover = ship(order=order, layer=layer, special="Atmospheric")
    course = sail(mover, legs, RULES)
    if course.against:
        return
    still = limits(mover, legs, RULES)
    assert 0 <= still.least <= still.most == still.thrust_left
    turned_last = legs and isinstance(legs[-1], Turn) and course.gone > 0
    if turned_last and order is Order.STATION_KEEPING:
        return  # a turn at the end was at the end only if nothing follows
    for inches in {still.least, still.most}:
        assert not move_reasons(state(mover), "A", (*legs, Ahead(inches)), RULES)
    beyond = (*legs, Ahead(still.most + 0.5))
    assert move_reasons(state(mover), "A", beyond, RULES)


@pytest.mark.parametrize(
    ("order", "least", "most"),
    [
        (Order.STANDARD, 3.5, 7),
        (Order.WEAPONS_FREE, 3.5, 7),
        (Order.STATION_KEEPING, 0, 3.5),
        (Order.COURSE_CHANGE, 3.5, 7),
        (Order.MAX_THRUST, 7, 14),
        (Order.SILENT_RUNNING, 3.5, 7),
        (Order.ACTIVE_SCAN, 3.5, 7),
    ],
)
def test_half_thrust_is_not_rounded(order: Order, least: float, most: float) -> None:
    """DF-ORD-12, with Thrust 7."""
    still = limits(ship(order=order, thrust=7.0), (), RULES)
    assert (still.least, still.most, still.available) == (least, most, most)
    assert legal(Ahead(least), order=order, thrust=7.0)
    assert legal(Ahead(most), order=order, thrust=7.0)
    if least:
        short = clauses(Ahead(least - 0.1), order=order, thrust=7.0)
        assert short == {ORDERS[order].clause}
    assert clauses(Ahead(most + 0.1), order=order, thrust=7.0) == {"DF-ORD-12"}


def test_turns_by_order() -> None:
    ahead, turn = Ahead(4), Turn(45)
    assert legal(turn, ahead)
    assert clauses(ahead, turn) == {"DF-ORD-01"}
    assert clauses(turn, turn, ahead) == {"DF-ORD-01"}
    assert clauses(Turn(46), ahead) == {"DF-ORD-01"}
    assert clauses(turn, ahead, order=Order.WEAPONS_FREE) == {"DF-ORD-02"}
    keeping = {"order": Order.STATION_KEEPING}
    assert legal(ahead, turn, **keeping)
    assert legal(turn, ahead, **keeping)
    assert clauses(Ahead(1), turn, Ahead(1), **keeping) == {"DF-ORD-03"}
    assert clauses(turn, ahead, turn, **keeping) == {"DF-ORD-03"}
    course = {"order": Order.COURSE_CHANGE}
    assert legal(Ahead(2), turn, Ahead(1), turn, Ahead(1), **course)
    assert clauses(turn, turn, Turn(-45), ahead, **course) == {"DF-ORD-04"}
    assert clauses(turn, Ahead(8), order=Order.SILENT_RUNNING) == {"DF-ORD-06"}
    assert clauses(turn, ahead, order=Order.ACTIVE_SCAN) == {"DF-ORD-07"}
    assert legal(turn, Ahead(8), order=Order.MAX_THRUST)


def test_vectored_ships_choose_where_to_turn() -> None:
    """DF-SHP-04."""
    assert legal(Ahead(2), Turn(45), Ahead(2), special="Vectored")
    assert clauses(Ahead(2), Turn(45), Ahead(2)) == {"DF-ORD-01"}
    still = {"special": "Vectored", "order": Order.WEAPONS_FREE}
    assert clauses(Turn(45), Ahead(4), **still) == {"DF-ORD-02"}


def test_facing_and_way() -> None:
    mover = ship(facing=90.0)
    after = arrived(mover, sail(mover, (Turn(-45), Ahead(4)), RULES))
    assert after.facing == 45
    assert after.pos == pytest.approx((8**0.5, 8**0.5))


def test_one_layer_once_a_turn_if_able_to_turn() -> None:
    """DF-LAY-03."""
    assert legal(Ahead(4), DESCEND)
    assert legal(CLIMB, Ahead(4), layer=Layer.LOW)
    for order in (Order.WEAPONS_FREE, Order.ACTIVE_SCAN, Order.SILENT_RUNNING):
        assert clauses(Ahead(4), DESCEND, order=order) == {"DF-LAY-03"}
    disabled = {"effects": (Effect.ENGINES_DISABLED,)}
    assert clauses(Ahead(4), DESCEND, **disabled) == {"DF-LAY-03"}
    assert "DF-LAY-03" in clauses(Ahead(4), DESCEND, DESCEND, special="Atmospheric")
    assert clauses(Ahead(4), DESCEND, layer_changed=True) == {"DF-LAY-03"}
    assert legal(Turn(45), Ahead(4), DESCEND)


def test_there_is_nothing_above_high_orbit_and_below_atmosphere() -> None:
    """DF-LAY-02."""
    assert clauses(CLIMB, Ahead(4)) == {"DF-LAY-02"}
    down = {"layer": Layer.ATMOSPHERE, "special": "Atmospheric"}
    assert clauses(DESCEND, Ahead(2), **down) == {"DF-LAY-02"}


def test_climbing_costs_4_and_counts_as_movement() -> None:
    """DF-LAY-04, DF-LAY-05."""
    assert legal(CLIMB, layer=Layer.LOW)
    assert clauses(CLIMB, Ahead(4.1), layer=Layer.LOW) == {"DF-ORD-12"}
    assert clauses(CLIMB, layer=Layer.LOW, thrust=3.9) >= {"DF-LAY-04"}
    strict = HouseRules(climb_counts_as_move=False)
    assert clauses(CLIMB, layer=Layer.LOW, rules=strict) == {"DF-ORD-01"}
    assert not clauses(CLIMB, Ahead(4), layer=Layer.LOW, rules=strict)
    assert legal(Ahead(4), CLIMB, layer=Layer.LOW)
    assert clauses(Ahead(4.1), CLIMB, layer=Layer.LOW) == {"DF-LAY-04"}


def test_only_atmospheric_ships_enter_atmosphere_alive() -> None:
    """DF-LAY-06."""
    low = {"layer": Layer.LOW}
    assert clauses(Ahead(4), DESCEND, **low) == {"DF-LAY-06"}
    assert not clauses(Ahead(4), DESCEND, confirm=True, **low)
    lost = ship(**low)
    after = arrived(lost, sail(lost, (Ahead(4), DESCEND, Ahead(2)), RULES, confirm=True))
    assert after.destroyed
    assert after.wreck_rolled
    assert after.pos == (0, 4)
    assert legal(Ahead(4), DESCEND, special="Atmospheric", **low)


def test_two_inches_in_atmosphere() -> None:
    """DF-LAY-07."""
    diver = {"layer": Layer.LOW, "special": "Atmospheric"}
    assert legal(Ahead(1), DESCEND, Ahead(2), **diver)
    assert clauses(Ahead(1), DESCEND, Ahead(2.1), **diver) == {"DF-LAY-07"}
    assert legal(Ahead(8), DESCEND, **diver)
    assert clauses(Ahead(1), DESCEND, **diver) == {"DF-ORD-01"}
    down = {"layer": Layer.ATMOSPHERE, "special": "Atmospheric"}
    assert legal(Ahead(1), **down)
    assert legal(Ahead(2), **down)
    assert clauses(Ahead(0.9), **down) == {"DF-ORD-01"}
    assert clauses(Ahead(2.1), **down) == {"DF-LAY-07"}


def test_out_of_atmosphere_first_and_from_full_thrust() -> None:
    """DF-LAY-08: Thrust 10 leaves 6 after the climb."""
    down = {"layer": Layer.ATMOSPHERE, "special": "Atmospheric", "thrust": 10.0}
    assert legal(CLIMB, Ahead(6), **down)
    assert clauses(CLIMB, Ahead(6.1), **down) == {"DF-ORD-12"}
    assert clauses(Ahead(1), CLIMB, **down) >= {"DF-LAY-08"}
    assert clauses(Turn(10), CLIMB, Ahead(2), **down) >= {"DF-LAY-08"}


def test_thrust_after_damage() -> None:
    """DF-CRP-05 rounds half up; DF-CRP-07 takes 2 off."""
    assert thrust(ship(thrust=7.0, effects=(Effect.ENGINES_DISABLED,))) == 4
    assert thrust(ship(thrust=8.0, effects=(Effect.ENGINE_DESTROYED,))) == 6
    assert clauses(Turn(45), Ahead(4), effects=(Effect.ENGINES_DISABLED,)) >= {"DF-CRP-05"}


def test_stations_stay_and_a_ship_moves_once() -> None:
    """DF-STA-01, DF-SEQ-06."""
    assert clauses(Ahead(4), station=StationSize.SMALL) == {"DF-STA-01"}
    assert clauses(Ahead(4), moved=True) == {"DF-SEQ-06"}


def test_all_reasons_are_given_at_once() -> None:
    found = clauses(Turn(90), Ahead(1), CLIMB, moved=True, order=Order.WEAPONS_FREE)
    assert found >= {"DF-SEQ-06", "DF-ORD-02", "DF-LAY-02"}
