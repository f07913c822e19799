"""What a ship can do and suffer now: its shots, and who may shoot at it after each order.

Knows how to lay rulings and odds side by side; nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.geometry.plane import EPS, distance
from defilade.record import Datum, Record
from defilade.ruling import (
    Fact,
    Firing,
    Line,
    Mark,
    Permission,
    Reason,
    Ruling,
    Weight,
)
from defilade.systems.dropfleet.activation import begun, ended
from defilade.systems.dropfleet.aim import aim, forbidden
from defilade.systems.dropfleet.bodies import Body, side_of, weapons_of
from defilade.systems.dropfleet.declare import allocation_of
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import order_reasons
from defilade.systems.dropfleet.prospect import fire_prospect
from defilade.systems.dropfleet.ranges import scan_of, through_atmosphere
from defilade.systems.dropfleet.rulings import firing, supposed
from defilade.systems.dropfleet.scenery import obscured
from defilade.systems.dropfleet.spikes import signature
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Order
from defilade.systems.protocol import View

NOW = "now"


def survey(piece: str, state: State, rules: HouseRules) -> tuple[View, ...]:
    """Shots that may be made, then threats enemy by enemy, then shots that may not be.

    Raises `KeyError` for a name that is no ship, station or sector.
    """
    mine: Body = state.ships.get(piece) or state.sectors[piece]
    shots = [
        _shot(state, rules, mine, other, w)
        for other in _targets(state, mine)
        for w in weapons_of(mine)
    ]
    allowed = [view for view in shots if view.ruling.verdict is Permission.ALLOWED]
    others = [view for view in shots if view.ruling.verdict is not Permission.ALLOWED]
    threats = forecast(piece, state, rules) if isinstance(mine, Ship) else ()
    return (*allowed, *threats, *others)


def _targets(state: State, mine: Body) -> tuple[Body, ...]:
    side = side_of(mine)
    ships = [
        s
        for s in state.ships.values()
        if not s.destroyed
        and s.id != mine.id
        and s.side != side
        and not state.friends(s.side, side)
    ]
    sectors = [s for s in state.sectors.values() if s.id != mine.id]
    return (*ships, *(sectors if isinstance(mine, Ship) else ()))


def _shot(state: State, rules: HouseRules, mine: Body, other: Body, weapon: str) -> View:
    ruling = firing(Firing(mine.id, other.id, weapon), state, rules)
    if ruling.verdict is not Permission.ALLOWED:
        return View(ruling)
    ready = supposed(state, mine.id, Record())
    one = allocation_of(ready, mine, other, weapons_of(mine)[weapon])
    return View(ruling, fire_prospect(ready, rules, other.id, (one,)))


def forecast(piece: str, state: State, rules: HouseRules) -> tuple[View, ...]:
    """For every enemy: can it see and shoot this ship now, and after each order it might give?

    Ranges from where both stand now; the order's spike and silence are those at the end of the
    activation, which is when enemies fire at it (DF-SEQ-06, DF-SPK-07).
    """
    ship = state.ships[piece]
    enemies = [
        other
        for other in state.ships.values()
        if not other.destroyed
        and other.side
        and other.side != ship.side
        and not state.friends(other.side, ship.side)
    ]
    return tuple(View(_threat(ship, enemy, state, rules)) for enemy in enemies)


def after_order(state: State, ship: Ship, order: Order) -> Ship | None:
    """The ship at the end of an activation on an order; None if it may not take it."""
    fresh = replace(ship, moved=False, activated=False)
    if order_reasons(state.put_ship(fresh), fresh, order):
        return None
    return ended(begun(fresh, order, shields=ship.shields_up))


def _threat(ship: Ship, enemy: Ship, state: State, rules: HouseRules) -> Ruling:
    rows: dict[str, Datum] = {NOW: _reached(state, ship, enemy, rules)}
    for order in Order:
        after = after_order(state, ship, order)
        if after is None:
            rows[order.value] = Record(may=False)
            continue
        rows[order.value] = _reached(state.put_ship(after), after, enemy, rules)
    now = rows[NOW]
    assert isinstance(now, Record)  # built above
    shoots = bool(now["weapons"])
    verdict, weight = Permission.REFUSED, Weight.AGAINST
    if shoots:
        verdict, weight = Permission.ALLOWED, Weight.FOR
    return Ruling(
        Firing(enemy.id, ship.id, detail=Record(forecast=True)),
        verdict,
        Record(**rows),
        _told(enemy, rows, now, weight),
        (Fact("line_of_fire", Line(enemy.pos, ship.pos), Mark.REACH if shoots else Mark.NOTE),),
    )


def _told(enemy: Ship, rows: dict[str, Datum], now: Record, weight: Weight) -> tuple[Reason, ...]:
    """The row for now, the orders after which the enemy could fire, and those after which it
    could not; all of them bear on the answer, so all have its weight."""
    params = Record(enemy=enemy.id, weapons=now["weapons"], range=now["range"], seen=now["seen"])
    if not weapons_of(enemy):
        return (Reason("DF-RNG-03", "threat_unarmed", Record(enemy=enemy.id), weight),)
    if now["weapons"]:
        found = [Reason("DF-RNG-03", "threat_now", params, weight)]
    else:
        found = [Reason("DF-RNG-03", "no_threat_now", params, weight)]
    after = {name: row for name, row in rows.items() if name != NOW and isinstance(row, Record)}
    may = {name: row for name, row in after.items() if row["may"]}
    deadly = tuple(name for name, row in may.items() if row["weapons"])
    safe = tuple(name for name, row in may.items() if not row["weapons"])
    if deadly:
        told = Record(enemy=enemy.id, orders=deadly)
        found.append(Reason("DF-SPK-02", "threat_after", told, weight))
    if safe:
        found.append(
            Reason("DF-SPK-02", "safe_orders", Record(enemy=enemy.id, orders=safe), weight)
        )
    return tuple(found)


def _detection(state: State, ship: Ship, enemy: Ship) -> float:
    """How far the enemy's scanners reach at the ship: Scan plus Signature, less what lies
    between; Scan alone through Atmosphere (DF-RNG-02, DF-ATM-02)."""
    layers = (enemy.layer, ship.layer)
    between = obscured(state.scenery.values(), enemy.pos, ship.pos, layers=layers)
    scan = max(0.0, scan_of(state, enemy) - between.scan)
    return scan if through_atmosphere(enemy, ship) else scan + signature(ship)


def _reached(state: State, ship: Ship, enemy: Ship, rules: HouseRules) -> Record:
    """The ship's Signature, how far the enemy reaches at it, whether that is far enough to see
    it, and the weapons that bear."""
    weapons = []
    for name, weapon in weapons_of(enemy).items():
        found = aim(state, rules, enemy, ship, weapon)
        if forbidden(state, enemy, ship, weapon) or found.scenery.blocked_by is not None:
            continue
        if found.in_range and found.in_arc:
            weapons.append(name)
    reach = _detection(state, ship, enemy)
    return Record(
        may=True,
        signature=signature(ship),
        range=reach,
        seen=distance(enemy.pos, ship.pos) <= reach + EPS,
        weapons=tuple(weapons),
    )
