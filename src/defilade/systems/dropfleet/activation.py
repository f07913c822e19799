"""A ship's activation: how it begins and ends, and the active scan in it (DF-SEQ-05/06, DF-ORD).

Knows orders, spikes and Silent Running over time; moving and firing are told elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Roll, Total
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.orders import ORDERS, order_reasons, scan_order
from defilade.systems.dropfleet.refusals import no
from defilade.systems.dropfleet.spikes import drop_all, drop_one, gain
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Effect, Order, Spike
from defilade.values import DiceExpr

SCAN_NEEDS = 4
"""What ends the Silent Running of a scanned ship (DF-ORD-09)."""


def begin_reasons(
    state: State, ship_id: str, order: Order, *, shields: bool = False
) -> tuple[Reason, ...]:
    """Everything against the ship beginning its activation on `order`, shields raised or not."""
    ship = state.ships[ship_id]
    against: list[Reason] = []
    if ship.moved or ship.activated:
        against.append(no("DF-SEQ-06", "order_after_move", ship=ship_id))
    if shields and ship.profile.signature_up is None:
        against.append(no("DF-SAV-04", "no_shields_to_raise", ship=ship_id))
    return (*against, *order_reasons(state, replace(ship, shields_up=shields), order))


def begun(ship: Ship, order: Order, *, shields: bool = False) -> Ship:
    """The ship as its activation begins: order given, silence over, shields as chosen.

    Standard orders take one Minor spike off at once, of a Resistance ship the whole spike
    (DF-SPK-08); Silent Running lasted until now (DF-ORD-06), and so did shields (DF-SAV-04).
    """
    started = replace(
        ship,
        order=order,
        silent=False,
        shields_up=shields,
        scanned=False,
        offline_since_begin=ship.has(Effect.WEAPONS_OFFLINE),
    )
    if order is not Order.STANDARD:
        return started
    resistance = ship.profile.faction.strip().lower() == "resistance"
    return drop_all(started) if resistance else drop_one(started)


@dataclass(frozen=True, slots=True)
class OrderStrain:
    """D3 hull points for each thing in a damaged dreadnought that an order strains (DF-CRP-07)."""

    dice: DiceExpr

    def ask(self) -> Total:
        """The hull points."""
        return Total("DF-CRP-07", self.dice)

    def take(self, lost: int) -> Done[int]:
        """They are lost, no saves."""
        return Done(lost)


def strain(ship: Ship, order: Order) -> OrderStrain:
    """What taking `order` costs the ship in hull points: mostly nothing (DF-CRP-07)."""
    times = 0
    if order is not Order.STANDARD and ship.has(Effect.POWER_FLUCTUATIONS):
        times += 1
    if order in (Order.MAX_THRUST, Order.COURSE_CHANGE) and ship.has(Effect.ENGINE_DESTROYED):
        times += 1
    return OrderStrain(DiceExpr(times, 3))


def ended(ship: Ship) -> Ship:
    """The ship as its activation ends: the order's spike comes now (DF-SEQ-06, DF-ORD-02 to 07).

    Silent Running starts, and Weapons Offline that was there from the beginning is over.
    """
    effects = ship.effects
    if ship.offline_since_begin:
        effects = tuple(e for e in effects if e is not Effect.WEAPONS_OFFLINE)
    done = replace(ship, activated=True, effects=effects, offline_since_begin=False)
    if ship.order is Order.SILENT_RUNNING:
        return replace(drop_all(done), silent=True)
    return gain(done, ORDERS[ship.order].spike)


def scan_reasons(state: State, scanner_id: str, target_id: str) -> tuple[Reason, ...]:
    """Everything against an active scan of the target, at any distance (DF-ORD-07, DF-ORD-09)."""
    scanner, target = state.ships[scanner_id], state.ships[target_id]
    against: list[Reason] = []
    if scanner.order is not Order.ACTIVE_SCAN:
        against.append(no("DF-ORD-07", "scan_without_order", ship=scanner_id))
    if not scanner.moved:
        against.append(no("DF-ORD-07", "scan_before_move", ship=scanner_id))
    if scanner.scanned:
        against.append(no("DF-ORD-09", "scan_again", ship=scanner_id))
    against += scan_order(scanner)
    if not keywords.has(scanner.profile, "detector"):
        others = [m for m in state.mates(scanner_id) if m != scanner_id and state.ships[m].scanned]
        against += [no("DF-ORD-09", "scan_by_mate", mate=mate) for mate in others[:1]]
    if target.destroyed:
        against.append(no("DF-ORD-07", "scan_of_lost", target=target_id))
    elif not target.side or state.friends(scanner.side, target.side):
        against.append(no("DF-ORD-07", "scan_of_friend", target=target_id))
    return tuple(against)


@dataclass(frozen=True, slots=True)
class ActiveScan:
    """An active scan: 4+ against a silent ship, else a Minor spike without dice (DF-ORD-09)."""

    silent: bool

    def ask(self) -> Roll:
        """One die where the target is silent, none where it is not."""
        return Roll("DF-ORD-09", int(self.silent), (SCAN_NEEDS,))

    def take(self, bands: tuple[int, ...]) -> Done[bool]:
        """Whether the scan lights the target up or ends its silence."""
        return Done(not self.silent or bands[1] > 0)


def scanned(state: State, scanner_id: str, target_id: str, *, found: bool) -> State:
    """The state after the scan: found, a silent ship is silent no more, another has a spike."""
    after = state.change_ship(scanner_id, scanned=True)
    if not found:
        return after
    return after.put_ship(gain(after.ships[target_id], Spike.MINOR))
