"""Orders: the table of DF-ORD-01 to DF-ORD-07 and who may take which (DF-ORD-08 to DF-ORD-11)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.systems.dropfleet.orders import (
    ORDERS,
    Turning,
    coherent,
    may_launch,
    order_reasons,
    systems_allowed,
)
from defilade.systems.dropfleet.terms import Effect, Layer, Order, Spike
from tests.systems.dropfleet.fleet import ship, state

SPECIAL = [order for order in Order if order is not Order.STANDARD]


def refused(order: Order, *ships: object, **rest: object) -> set[str]:
    board = state(*ships, **rest)  # type: ignore[arg-type]
    first = next(iter(board.ships.values()))
    return {reason.clause for reason in order_reasons(board, first, order)}


TABLE = {
    Order.STANDARD: (0.5, 1, Turning.START, 1, Spike.NONE),  # DF-ORD-01
    Order.WEAPONS_FREE: (0.5, 1, Turning.NONE, None, Spike.MAJOR),  # DF-ORD-02
    Order.STATION_KEEPING: (0, 0.5, Turning.START_OR_END, 1, Spike.MINOR),  # DF-ORD-03
    Order.COURSE_CHANGE: (0.5, 1, Turning.TWICE, 1, Spike.MINOR),  # DF-ORD-04
    Order.MAX_THRUST: (1, 2, Turning.START, 0, Spike.MINOR),  # DF-ORD-05
    Order.SILENT_RUNNING: (0.5, 1, Turning.NONE, 0, Spike.NONE),  # DF-ORD-06
    Order.ACTIVE_SCAN: (0.5, 1, Turning.NONE, 1, Spike.MAJOR),  # DF-ORD-07
}


@pytest.mark.parametrize("order", Order)
def test_the_order_table(order: Order) -> None:
    line = ORDERS[order]
    given_to = systems_allowed(ship(order=order))
    assert (line.least, line.most, line.turning, given_to, line.spike) == TABLE[order]


@given(st.sampled_from(Order), st.sampled_from(["", "Stealth", "Monitor", "Detector"]))
def test_standard_orders_are_always_open_and_no_others_more_than_allowed(
    order: Order, special: str
) -> None:
    assert not refused(Order.STANDARD, ship(special=special, effects=tuple(Effect)))
    assert refused(order, ship(special=special, effects=(Effect.ENERGY_SURGES,))) == (
        set() if order is Order.STANDARD else {"DF-ORD-11"}
    )


def test_one_special_order_for_a_battlegroup() -> None:
    acting = {"acting_battlegroup": "A", "special_order": Order.WEAPONS_FREE}
    assert refused(Order.COURSE_CHANGE, ship(), **acting) == {"DF-ORD-08"}
    assert not refused(Order.WEAPONS_FREE, ship(), **acting)
    assert not refused(Order.STANDARD, ship(), **acting)
    elsewhere = acting | {"acting_battlegroup": "other"}
    assert not refused(Order.COURSE_CHANGE, ship(), **elsewhere)


def test_detectors_may_scan_beside_another_special_order() -> None:
    acting = {"acting_battlegroup": "A", "special_order": Order.WEAPONS_FREE}
    assert not refused(Order.ACTIVE_SCAN, ship(special="Detector"), **acting)
    assert refused(Order.ACTIVE_SCAN, ship(), **acting) == {"DF-ORD-08"}


@pytest.mark.parametrize(
    ("start", "gap", "together"), [(6, 3.0, True), (6, 3.1, False), (7, 6.0, True), (7, 6.1, False)]
)
def test_a_group_must_be_one_chain_for_special_orders(
    start: int, gap: float, *, together: bool
) -> None:
    chain = [
        ship(name, group="G", start=start, pos=(0, gap * number))
        for number, name in enumerate("ABC")
    ]
    board = state(*chain)
    assert all(coherent(board, one) is together for one in board.ships.values())
    expected = set() if together else {"DF-ORD-08"}
    assert all(refused(order, *chain) == expected for order in SPECIAL)


def test_one_straggler_keeps_the_whole_group_from_special_orders() -> None:
    pair = [
        ship("A", group="G"),
        ship("B", group="G", pos=(0, 3)),
        ship("C", group="G", pos=(0, 30)),
    ]
    assert refused(Order.MAX_THRUST, *pair) == {"DF-ORD-08"}
    lone = [ship("A", group="G", special="Open"), ship("B", group="G", pos=(0, 30))]
    assert not refused(Order.MAX_THRUST, *lone)


def test_a_lost_ship_no_longer_breaks_the_chain() -> None:
    left = [ship("A", group="G"), ship("B", group="G", pos=(0, 30), hull=0)]
    assert not refused(Order.MAX_THRUST, *left)


def test_who_may_not_scan() -> None:
    assert refused(Order.ACTIVE_SCAN, ship(start=3)) == {"DF-ORD-09"}
    assert not refused(Order.ACTIVE_SCAN, ship(start=4))
    assert refused(Order.ACTIVE_SCAN, ship(layer=Layer.ATMOSPHERE)) == {"DF-ORD-09"}


@pytest.mark.parametrize("order", [Order.COURSE_CHANGE, Order.MAX_THRUST])
def test_monitors_do_not_hurry(order: Order) -> None:
    assert refused(order, ship(special="Monitor")) == {"DF-ORD-11"}
    assert not refused(Order.WEAPONS_FREE, ship(special="Monitor"))


def test_silence_and_shields_do_not_go_together() -> None:
    assert refused(Order.SILENT_RUNNING, ship(shields_up=True)) == {"DF-SAV-04"}
    shaken = ship(effects=(Effect.POWER_FLUCTUATIONS,))
    assert refused(Order.SILENT_RUNNING, shaken) == {"DF-CRP-07"}


def test_stealth_fires_one_system_in_silence_until_crippled() -> None:
    """DF-ORD-11."""
    assert systems_allowed(ship(special="Stealth", order=Order.SILENT_RUNNING)) == 1
    hurt = ship(special="Stealth", order=Order.SILENT_RUNNING, hull=5, crippled=True)
    assert systems_allowed(hurt) == 0
    assert systems_allowed(ship(special="Stealth", order=Order.MAX_THRUST)) == 0


def test_dreadnoughts_fire_two_where_others_fire_one() -> None:
    """DF-ORD-10."""
    counts = {o: systems_allowed(ship(special="Dreadnought", order=o)) for o in Order}
    assert counts[Order.STANDARD] == counts[Order.ACTIVE_SCAN] == 2
    assert counts[Order.WEAPONS_FREE] is None
    assert counts[Order.MAX_THRUST] == 0


def test_no_launch_on_max_thrust_or_in_silence_unless_stealthy() -> None:
    able = {order for order in Order if may_launch(ship(order=order))}
    assert able == set(Order) - {Order.MAX_THRUST, Order.SILENT_RUNNING}
    assert may_launch(ship(special="Stealth", order=Order.SILENT_RUNNING))
