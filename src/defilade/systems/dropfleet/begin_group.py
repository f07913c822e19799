"""A group's activation as actions: orders, moves, scans, and its end.

Knows what each needs and what it does to the state; nothing about weapons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Ask, Done, Procedure
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.actions import Activate, Move, Scan
from defilade.systems.dropfleet.activation import (
    ActiveScan,
    begin_reasons,
    begun,
    ended,
    scan_reasons,
    scanned,
    strain,
)
from defilade.systems.dropfleet.aftermath import cleared, settled
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.movement import move_reasons
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.passage import Passage, passage
from defilade.systems.dropfleet.state import State, Volley
from defilade.systems.dropfleet.terms import Order, Phase
from defilade.systems.dropfleet.turn import (
    active_reasons,
    living,
    no,
    over_to_next,
    turn_reasons,
)


def order_of(action: Activate, ship: str) -> Order:
    """The order a ship of the group takes: the special one, or Standard (DF-ORD-08)."""
    chosen = not action.special or ship in action.special
    return action.order if chosen else Order.STANDARD


def begin_activate(
    state: State, rules: HouseRules, action: Activate
) -> Procedure | tuple[Reason, ...]:
    """A group begins: every ship gets its order, Standard ones lose a spike (DF-SPK-08)."""
    against = list(turn_reasons(state, action.group))
    ships = living(state, action.group)
    strangers = tuple(s for s in (*action.special, *action.raising) if s not in ships)
    if strangers:
        against.append(no("DF-ORD-08", "not_of_group", ships=strangers, group=action.group))
    scanners = 0
    for name in ships:
        ship, order = state.ships[name], order_of(action, name)
        if ship.is_station:
            against += _station_orders(name, order)
            continue
        against += begin_reasons(state, name, order, shields=name in action.raising)
        detecting = keywords.has(ship.profile, "detector")
        scanners += order is Order.ACTIVE_SCAN and not detecting
    if scanners > 1:
        against.append(no("DF-ORD-09", "scan_by_one", ships=scanners))
    if against:
        return tuple(against)
    return Activating(_started(state, action), rules, ships, action)


def _station_orders(name: str, order: Order) -> tuple[Reason, ...]:
    if order is Order.STANDARD:
        return ()
    return (no("DF-STA-01", "station_standard_only", ship=name, order=str(order)),)


def _started(state: State, action: Activate) -> State:
    after = state
    for name in living(state, action.group):
        ship, order = state.ships[name], order_of(action, name)
        after = after.put_ship(begun(ship, order, shields=name in action.raising))
        if ship.is_station:
            after = after.change_ship(name, moved=True)
    special = state.special_order
    if special is None and action.order is not Order.STANDARD:
        special = action.order
    return replace(
        after,
        active=action.group,
        acting_battlegroup=state.groups[action.group].battlegroup,
        special_order=special,
        phase=Phase.ACTIVATION,
        volley=Volley(),
    )


@dataclass(frozen=True, slots=True)
class Activating:
    """What orders cost damaged dreadnoughts, ship by ship (DF-CRP-07)."""

    state: State
    rules: HouseRules
    ships: tuple[str, ...]
    action: Activate

    def ask(self) -> Procedure:
        """The strain of the next ship: no dice for nearly all of them."""
        name = self.ships[0]
        return strain(self.state.ships[name], order_of(self.action, name))

    def take(self, lost: int) -> Procedure | Done[State]:
        """The next ship, then rolls due."""
        name = self.ships[0]
        state = self.state.put_ship(hurt(self.state.ships[name], lost)) if lost else self.state
        if self.ships[1:]:
            return replace(self, state=state, ships=self.ships[1:])
        return settled(state, self.rules, living(self.state, self.action.group))


def begin_move(state: State, rules: HouseRules, action: Move) -> Procedure | tuple[Reason, ...]:
    """A ship's whole move, before any of its group fires (DF-SEQ-01, DF-SEQ-06)."""
    against = list(active_reasons(state, action.ship))
    against += move_reasons(state, action.ship, action.legs, rules, confirm=action.suicidal)
    fired = {one.ship for one in state.volley.allocations}
    if fired and (rules.strict_group_move or action.ship in fired):
        against.append(no("DF-SEQ-01", "move_after_fire", ship=action.ship))
    if against:
        return tuple(against)
    way = passage(state, action.ship, action.legs, rules, confirm=action.suicidal)
    return Moving(way, rules)


@dataclass(frozen=True, slots=True)
class Moving:
    """A move, and rolls that scenery made due."""

    passage: Passage
    rules: HouseRules

    def ask(self) -> Ask:
        """What it runs through."""
        return self.passage

    def take(self, state: State) -> Procedure | Done[State]:
        """Crippling or a wreck, if it came to that."""
        return settled(state, self.rules, (self.passage.ship,))


def begin_scan(state: State, action: Scan) -> Procedure | tuple[Reason, ...]:
    """An active scan, after moving and firing (DF-ORD-07)."""
    against = list(active_reasons(state, action.ship))
    if action.target not in state.ships:
        return (*against, no("DF-ORD-07", "scan_no_ship", target=action.target))
    against += scan_reasons(state, action.ship, action.target)
    return tuple(against) or Scanning(state, action)


@dataclass(frozen=True, slots=True)
class Scanning:
    """A scan under way."""

    state: State
    action: Scan

    def ask(self) -> ActiveScan:
        """A die against a silent ship."""
        return ActiveScan(self.state.ships[self.action.target].silent)

    def take(self, found: bool) -> Done[State]:
        """Spiked, revealed, or nothing."""
        return Done(scanned(self.state, self.action.ship, self.action.target, found=found))


def begin_end(state: State) -> Procedure | tuple[Reason, ...]:
    """The active group is done: all have moved, all that was declared was rolled."""
    if state.active is None:
        return (no("DF-SEQ-05", "nobody_active"),)
    ships = living(state, state.active)
    against: list[Reason] = []
    still = tuple(s for s in ships if not state.ships[s].moved)
    if still:
        against.append(no("DF-SEQ-06", "not_moved", ships=still))
    pending = len(state.volley.allocations) - len(state.volley.resolved)
    if pending > 0:
        against.append(no("DF-ALL-06", "declared_unresolved", weapons=pending))
    return tuple(against) or Ending(state, state.active)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a group's activation; nothing is rolled."""

    state: State
    group: str

    def ask(self) -> Ask:
        """No dice."""
        return strain(self.state.ships[self.state.groups[self.group].ships[0]], Order.STANDARD)

    def take(self, _nothing: int) -> Done[State]:
        """Order spikes, silence, and over to the next (DF-SEQ-06)."""
        state = self.state
        for name in living(state, self.group):
            ship = state.ships[name]
            done = replace(ship, activated=True) if ship.is_station else ended(ship)
            state = state.put_ship(done)
        return Done(cleared(over_to_next(state, self.group)))
