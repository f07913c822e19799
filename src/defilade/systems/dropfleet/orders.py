"""Orders: what each lets a ship do, and which a ship may take (DF-ORD).

Knows the order table and its exceptions; moving and firing are told in their own files.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from defilade.geometry.plane import EPS, distance
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.condition import is_crippled
from defilade.systems.dropfleet.refusals import no
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Effect, Layer, Order, Spike
from defilade.values import Inches

TURN_LIMIT = 45.0
"""Degrees of one turn."""


class Turning(StrEnum):
    """When an order lets a ship turn, up to 45 degrees each time."""

    NONE = "none"
    START = "start"
    START_OR_END = "start_or_end"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One row of the order table; `least` and `most` are shares of Thrust.

    `systems` is how many weapon systems may fire, None any number. `spike` comes at the end.
    """

    clause: str
    least: float
    most: float
    turning: Turning
    systems: int | None
    spike: Spike = Spike.NONE
    launch: bool = True


ORDERS: dict[Order, OrderLine] = {
    Order.STANDARD: OrderLine("DF-ORD-01", 0.5, 1.0, Turning.START, 1),
    Order.WEAPONS_FREE: OrderLine("DF-ORD-02", 0.5, 1.0, Turning.NONE, None, Spike.MAJOR),
    Order.STATION_KEEPING: OrderLine("DF-ORD-03", 0.0, 0.5, Turning.START_OR_END, 1, Spike.MINOR),
    Order.COURSE_CHANGE: OrderLine("DF-ORD-04", 0.5, 1.0, Turning.TWICE, 1, Spike.MINOR),
    Order.MAX_THRUST: OrderLine("DF-ORD-05", 1.0, 2.0, Turning.START, 0, Spike.MINOR, launch=False),
    Order.SILENT_RUNNING: OrderLine("DF-ORD-06", 0.5, 1.0, Turning.NONE, 0, launch=False),
    Order.ACTIVE_SCAN: OrderLine("DF-ORD-07", 0.5, 1.0, Turning.NONE, 1, Spike.MAJOR),
}
"""Half Thrust is never rounded (DF-ORD-12)."""


def systems_allowed(ship: Ship) -> int | None:
    """How many weapon systems the ship's order lets it fire; None any number (DF-SEQ-04).

    Dreadnoughts fire two where others fire one (DF-ORD-10); Stealth fires one on Silent
    Running until crippled (DF-ORD-11). Close Action comes on top unless this is 0.
    """
    systems = ORDERS[ship.order].systems
    if ship.order is Order.SILENT_RUNNING and stealthy(ship):
        return 1
    if systems == 1 and keywords.has(ship.profile, "dreadnought"):
        return 2
    return systems


def stealthy(ship: Ship) -> bool:
    """Whether Stealth still works: not once crippled (DF-ORD-11)."""
    return keywords.has(ship.profile, "stealth") and not is_crippled(ship)


def may_launch(ship: Ship) -> bool:
    """Whether the order lets the ship launch assets (DF-ORD-05, DF-ORD-06, DF-SPK-12)."""
    return ORDERS[ship.order].launch or systems_allowed(ship) == 1


def order_reasons(state: State, ship: Ship, order: Order) -> tuple[Reason, ...]:
    """Everything against the ship taking `order` now."""
    against: list[Reason] = []
    if order is not Order.STANDARD:
        against += _special_order(state, ship, order)
    match order:
        case Order.ACTIVE_SCAN:
            against += scan_order(ship)
        case Order.SILENT_RUNNING:
            against += _silent_order(ship)
        case Order.COURSE_CHANGE | Order.MAX_THRUST if keywords.has(ship.profile, "monitor"):
            against.append(no("DF-ORD-11", "order_monitor", order=order.value))
        case _:
            pass
    return tuple(against)


def _special_order(state: State, ship: Ship, order: Order) -> list[Reason]:
    against: list[Reason] = []
    chosen = state.special_order
    theirs = state.groups[ship.group].battlegroup
    detecting = order is Order.ACTIVE_SCAN and keywords.has(ship.profile, "detector")
    if (
        chosen not in (None, Order.STANDARD, order)
        and state.acting_battlegroup == theirs
        and not detecting
    ):
        against.append(no("DF-ORD-08", "order_second", chosen=str(chosen), order=order.value))
    if not coherent(state, ship):
        against.append(no("DF-ORD-08", "order_out_of_coherency", within=coherency(ship)))
    if ship.has(Effect.ENERGY_SURGES):
        against.append(no("DF-ORD-11", "order_energy_surges"))
    return against


def scan_order(ship: Ship) -> list[Reason]:
    """Why a ship cannot scan at all: in Atmosphere, or too small (DF-ORD-09)."""
    against: list[Reason] = []
    if ship.layer is Layer.ATMOSPHERE:
        against.append(no("DF-ORD-09", "scan_in_atmosphere"))
    if ship.profile.hull <= 3:
        against.append(no("DF-ORD-09", "scan_too_small", hull=ship.profile.hull))
    return against


def _silent_order(ship: Ship) -> list[Reason]:
    against: list[Reason] = []
    if ship.shields_up:
        against.append(no("DF-SAV-04", "silent_with_shields"))
    if ship.has(Effect.POWER_FLUCTUATIONS):
        against.append(no("DF-CRP-07", "silent_with_fluctuations"))
    return against


def coherency(ship: Ship) -> Inches:
    """Inches that ships of its group may be apart: 3 for hull 6 or less, else 6."""
    return 3.0 if ship.profile.hull <= 6 else 6.0


def coherent(state: State, ship: Ship) -> bool:
    """Whether the ship's group is one chain of ships within coherency (DF-ORD-08, faq).

    A group that is not lets none of its ships take special orders; Open ships need none.
    """
    if keywords.has(ship.profile, "open"):
        return True
    mates = [state.ships[mate] for mate in state.mates(ship.id)]
    reach = coherency(ship) + EPS
    chained, waiting = {ship.id}, [ship]
    while waiting:
        here = waiting.pop()
        for mate in mates:
            if mate.id not in chained and distance(here.pos, mate.pos) <= reach:
                chained.add(mate.id)
                waiting.append(mate)
    return len(chained) >= len(mates)
