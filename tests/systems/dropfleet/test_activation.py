"""The beginning and the end of an activation, and the active scan (DF-SEQ-06, DF-SPK, DF-ORD)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import odds, play
from defilade.dice.sources import Typed
from defilade.systems.dropfleet.activation import (
    ActiveScan,
    begin_reasons,
    begun,
    ended,
    scan_reasons,
    scanned,
    strain,
)
from defilade.systems.dropfleet.orders import ORDERS
from defilade.systems.dropfleet.spikes import gain, signature
from defilade.systems.dropfleet.terms import Effect, Layer, Order, Spike
from tests.systems.dropfleet.fleet import ship, state

spikes = st.sampled_from(Spike)
orders = st.sampled_from(Order)


@given(orders, spikes, st.booleans())
def test_an_activation_on_any_order_ends_with_what_the_table_says(
    order: Order, spike: Spike, silent: bool
) -> None:
    before = ship(spike=Spike.NONE if silent else spike, silent=silent)
    on_the_way = begun(before, order)
    assert not on_the_way.silent
    after = ended(on_the_way)
    assert after.activated
    assert after.silent is (order is Order.SILENT_RUNNING)
    if order is Order.SILENT_RUNNING:
        assert (after.spike, signature(after)) == (Spike.NONE, 0)
    else:
        assert after.spike is gain(on_the_way, ORDERS[order].spike).spike
    if order not in (Order.STANDARD, Order.SILENT_RUNNING):
        assert after.spike is not Spike.NONE


def test_standard_takes_one_minor_off_at_the_start_and_a_whole_spike_of_the_resistance() -> None:
    """DF-SPK-08."""
    left = {s: begun(ship(spike=s), Order.STANDARD).spike for s in Spike}
    assert left == {Spike.NONE: Spike.NONE, Spike.MINOR: Spike.NONE, Spike.MAJOR: Spike.MINOR}
    rebel = ship(spike=Spike.MAJOR, faction="Resistance")
    assert begun(rebel, Order.STANDARD).spike is Spike.NONE


def test_order_spikes_come_at_the_end_only() -> None:
    """DF-SEQ-06."""
    free = begun(ship(), Order.WEAPONS_FREE)
    assert signature(free) == 6
    assert signature(ended(free)) == 18


@given(spikes, spikes)
def test_signature_goes_with_the_spike_and_there_is_never_more_than_a_major(
    held: Spike, added: Spike
) -> None:
    """DF-SPK-02 to DF-SPK-06."""
    after = gain(ship(spike=held, signature=6.0), added)
    assert signature(after) in (6, 12, 18)
    if added is Spike.NONE:
        assert after.spike is held
    elif Spike.MAJOR in (held, added) or held is Spike.MINOR:
        assert after.spike is Spike.MAJOR
    else:
        assert after.spike is added


@given(spikes.filter(bool), st.sampled_from(["", "Full Cloak", "Partial Cloak"]))
def test_a_spike_on_a_silent_ship_only_breaks_silence(spike: Spike, special: str) -> None:
    """DF-SPK-09."""
    after = gain(ship(silent=True, special=special), spike)
    expected = spike is Spike.NONE
    assert (after.silent, after.spike) == (expected, Spike.NONE)


def test_cloaks_hold_until_crippled_and_stations_have_no_spikes() -> None:
    """DF-SPK-10, DF-SPK-11."""
    assert gain(ship(special="Full Cloak"), Spike.MAJOR).spike is Spike.NONE
    assert gain(ship(special="Partial Cloak"), Spike.MAJOR).spike is Spike.MINOR
    hurt = ship(special="Full Cloak", hull=5, crippled=True)
    assert gain(hurt, Spike.MAJOR).spike is Spike.MAJOR


def test_shields_go_up_with_the_order_and_down_with_the_next() -> None:
    """DF-SAV-04, DF-RNG-09."""
    amber = ship(signature=3.0, signature_up=16.0)
    board = state(amber)
    assert not begin_reasons(board, "A", Order.STANDARD, shields=True)
    refused = begin_reasons(board, "A", Order.SILENT_RUNNING, shields=True)
    assert [r.clause for r in refused] == ["DF-SAV-04"]
    raised = begun(amber, Order.STANDARD, shields=True)
    assert signature(raised) == 16
    assert signature(begun(raised, Order.STANDARD)) == 3
    plain = begin_reasons(state(ship()), "A", Order.STANDARD, shields=True)
    assert [r.code for r in plain] == ["no_shields_to_raise"]


def test_an_order_is_given_before_the_move() -> None:
    """DF-SEQ-06."""
    assert [r.clause for r in begin_reasons(state(ship(moved=True)), "A", Order.STANDARD)] == [
        "DF-SEQ-06"
    ]


def test_weapons_offline_lasts_one_whole_activation() -> None:
    """DF-CRP-05."""
    hit = ship(effects=(Effect.WEAPONS_OFFLINE, Effect.FIRE))
    assert ended(hit).effects == (Effect.WEAPONS_OFFLINE, Effect.FIRE)
    assert ended(begun(hit, Order.STANDARD)).effects == (Effect.FIRE,)


def test_orders_strain_a_damaged_dreadnought() -> None:
    """DF-CRP-07."""
    hurt = ship(effects=(Effect.POWER_FLUCTUATIONS, Effect.ENGINE_DESTROYED))
    assert odds(strain(hurt, Order.STANDARD), exact=True).mean() == 0
    assert odds(strain(hurt, Order.WEAPONS_FREE), exact=True).mean() == 2
    assert odds(strain(hurt, Order.MAX_THRUST), exact=True).mean() == 4


def scans(*ships: object) -> set[str]:
    board = state(*ships, ship("B", side="blue", pos=(0, 40)))  # type: ignore[arg-type]
    return {r.clause for r in scan_reasons(board, "A", "B")}


def test_a_scan_lights_up_any_enemy_or_ends_silence_on_4() -> None:
    """DF-ORD-07, DF-ORD-09."""
    scanner = ship(order=Order.ACTIVE_SCAN, moved=True)
    assert not scans(scanner)
    board = state(scanner, ship("B", side="blue"))
    found, thrown = play(ActiveScan(silent=False), Typed(""))
    assert found
    assert not thrown
    assert scanned(board, "A", "B", found=found).ships["B"].spike is Spike.MINOR
    hidden = state(scanner, ship("B", side="blue", silent=True))
    assert odds(ActiveScan(silent=True), exact=True).p(bool) == 1 / 2
    seen = scanned(hidden, "A", "B", found=True).ships["B"]
    assert (seen.silent, seen.spike) == (False, Spike.NONE)
    missed = scanned(hidden, "A", "B", found=False)
    assert missed.ships["B"].silent
    assert missed.ships["A"].scanned


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"order": Order.STANDARD}, "DF-ORD-07"),
        ({"moved": False}, "DF-ORD-07"),
        ({"layer": Layer.ATMOSPHERE}, "DF-ORD-09"),
        ({"start": 3}, "DF-ORD-09"),
        ({"scanned": True}, "DF-ORD-09"),
    ],
)
def test_what_stops_a_scan(changes: dict[str, object], clause: str) -> None:
    given_ship = {"order": Order.ACTIVE_SCAN, "moved": True} | changes
    assert scans(ship(**given_ship)) == {clause}


def test_one_ship_of_a_group_scans_but_every_detector_may() -> None:
    """DF-ORD-09."""
    first = ship("A", group="G", order=Order.ACTIVE_SCAN, moved=True)
    mate = ship("M", group="G", order=Order.ACTIVE_SCAN, moved=True, scanned=True)
    assert scans(first, mate) == {"DF-ORD-09"}
    detector = ship("A", group="G", order=Order.ACTIVE_SCAN, moved=True, special="Detector")
    assert not scans(detector, mate)


def test_friends_and_wrecks_are_not_scanned() -> None:
    board = state(
        ship(order=Order.ACTIVE_SCAN, moved=True), ship("F"), ship("W", side="blue", hull=0)
    )
    assert {r.code for r in scan_reasons(board, "A", "F")} == {"scan_of_friend"}
    assert {r.code for r in scan_reasons(board, "A", "W")} == {"scan_of_lost"}
