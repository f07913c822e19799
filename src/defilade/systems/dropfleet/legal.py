"""Actions that may be taken now: all of them, save moves, of which there are endlessly many.

Knows a useful selection of moves: the least and the most ahead, with and without a turn, and
changes of layer. Everything listed is accepted by `begin`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.game import Rejection
from defilade.systems.dropfleet.actions import (
    Action,
    Activate,
    Assault,
    Defend,
    End,
    Fire,
    Land,
    Move,
    Resolve,
    RollAttack,
    RoundUp,
    Scan,
    Strike,
)
from defilade.systems.dropfleet.begin import begin
from defilade.systems.dropfleet.ground import cargo
from defilade.systems.dropfleet.movement import Ahead, Change, Leg, Turn, limits
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import GroundKind, Lander, Order
from defilade.systems.dropfleet.turn import living, waiting


def legal(state: State, rules: HouseRules) -> tuple[Action, ...]:
    """Every action offered now, in the order of a turn."""
    wishes = _between(state) if state.active is None else _within(state, rules, state.active)
    return tuple(one for one in wishes if not isinstance(begin(state, rules, one), Rejection))


def _between(state: State) -> Iterator[Action]:
    for group in waiting(state):
        for order in Order:
            yield Activate(group, order)
            ships = living(state, group)
            if order is Order.ACTIVE_SCAN and len(ships) > 1:
                yield from (Activate(group, order, (ship,)) for ship in ships)
    for name, sector in state.sectors.items():
        for weapon in sector.weapons:
            yield from (Defend(name, target, weapon) for target in state.ships)
    yield from (Assault(name) for name in dict.fromkeys(t.on for t in state.tokens.values()))
    yield RoundUp()


def _within(state: State, rules: HouseRules, group: str) -> Iterator[Action]:
    ships = living(state, group)
    for name in ships:
        if not state.ships[name].moved:
            yield from moves(state.ships[name], rules)
    for name in ships:
        yield from _shots(state, state.ships[name])
    yield Resolve()
    for name in ships:
        yield from (Scan(name, target) for target in state.ships)
        for place in (*state.sectors, *(n for n, s in state.ships.items() if s.is_station)):
            for lander in Lander:
                for kind in GroundKind:
                    if cargo(lander, kind):
                        yield Land(name, place, lander, kind)
        if rules.nuclear_strike:
            yield from (Strike(name, sector) for sector in state.sectors)
    yield End()


def _shots(state: State, ship: Ship) -> Iterator[Action]:
    for name, weapon in ship.profile.weapons.items():
        if not weapon.attack.is_fixed:
            yield RollAttack(ship.id, name)
        for target in (*state.ships, *state.sectors):
            if target != ship.id:
                yield Fire(ship.id, target, name)
                if any(keyword.name == "overcharge" for keyword in weapon.special):
                    yield Fire(ship.id, target, name, overcharged=True)


def moves(ship: Ship, rules: HouseRules) -> Iterator[Move]:
    """A selection of moves, not all of them legal for every order."""
    starts: tuple[tuple[Leg, ...], ...] = (
        (),
        (Turn(-45.0),),
        (Turn(45.0),),
        (Change.CLIMB,),
        (Change.DESCEND,),
    )
    for start in starts:
        still = limits(ship, start, rules)
        for inches in dict.fromkeys((still.most, still.least)):
            yield Move(ship.id, (*start, Ahead(inches)) if inches > 0 else start)
