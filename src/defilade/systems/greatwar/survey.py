"""Everything a unit can do now, and the actions open to the side whose turn it is.

Knows which questions and actions are worth asking for; the rulings are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from defilade.geometry.hexes import distance
from defilade.ruling import Firing, Movement, Permission, permission
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    EndTurn,
    GiveOrders,
    Move,
    PlayCard,
    PlayCommand,
    Rebuild,
    with_names,
)
from defilade.systems.greatwar.begin import reasons_against
from defilade.systems.greatwar.movement import move_reach, turn_reasons
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.prospect import prospect
from defilade.systems.greatwar.rulings import attack_between, rule
from defilade.systems.greatwar.sections import in_sections
from defilade.systems.greatwar.state import Command, State, Unit
from defilade.systems.greatwar.suppose import as_if_ordered
from defilade.systems.greatwar.terms import Combat, Phase, Section, Token
from defilade.systems.greatwar.turn import Ending
from defilade.systems.protocol import View

MOST_ORDERS = 24
"""Sets of units offered for one command card, of all that there are."""


def survey(state: State, rules: HouseRules, name: str) -> tuple[View, ...]:
    """Every combat of a unit, those allowed and the nearest first, then where it may go."""
    unit = state.units[name]
    ready, _ = as_if_ordered(state, name)
    views = []
    for foe in sorted(state.foes(unit.side), key=lambda foe: distance(unit.at, foe.at)):
        question = Firing(name, foe.id)
        ruling = rule(state, rules, question)
        odds = None
        if ruling.verdict is Permission.ALLOWED:
            combat = attack_between(state, question).combat
            odds = prospect(ready, rules, Battle(combat, name, foe.id))
        views.append(View(ruling, odds))
    views.sort(key=lambda view: view.ruling.verdict is not Permission.ALLOWED)
    return (*views, View(rule(state, rules, Movement(name))))


def actions(state: State, rules: HouseRules) -> tuple[Action, ...]:
    """Actions that are allowed now: of command cards and orders a useful selection."""
    if state.winner is not None:
        return ()
    return tuple(
        with_names(action, state.field.board)
        for action in _candidates(state, rules)
        if permission(reasons_against(state, rules, action)) is Permission.ALLOWED
    )


def _candidates(state: State, rules: HouseRules) -> Iterator[Action]:
    if state.phase in (Phase.SETUP, Phase.COMMAND):
        yield from _commands()
        yield from _cards(state)
        return
    if state.phase is Phase.ORDER:
        yield from _orders(state)
    else:
        for unit in state.units.values():
            if unit.side is state.active and unit.ordered:
                yield from _of_unit(state, rules, unit)
        yield from _bombards(state)
    yield from _cards(state)
    yield EndTurn(Ending(tokens=True))
    yield EndTurn(Ending())


def _commands() -> Iterator[Action]:
    for section in Section:
        for number in (1, 2, 3):
            yield PlayCommand(Command(number, (section,)))
    yield PlayCommand(Command(4))
    yield PlayCommand(Command(0, bombard=True))


def _orders(state: State) -> Iterator[Action]:
    command, side = state.command, state.active
    assert command is not None  # the order phase comes from a card
    near = [
        unit.id
        for unit in state.units.values()
        if unit.side is side and in_sections(state, unit.at, command.sections, side)
    ]
    most = min(command.number, len(near))
    for units in islice(combinations(near, most), MOST_ORDERS):
        if units:
            yield GiveOrders(units)
    if most and command.number:
        yield GiveOrders(tuple(near[: command.number - 1]), reserve=True)


def _of_unit(state: State, rules: HouseRules, unit: Unit) -> Iterator[Action]:
    if not turn_reasons(state, unit):
        reached = move_reach(state, rules, unit)
        for end in sorted(reached.costs):
            if end != unit.at:
                yield Move(unit.id, reached.path(end)[1:])
        yield Move(unit.id, (), off=True)
    for foe in state.foes(unit.side):
        near = distance(unit.at, foe.at) == 1
        yield Battle(Combat.CLOSE if near else Combat.RANGED, unit.id, foe.id)
        if near:
            yield Battle(Combat.CLOSE, unit.id, foe.id, flame=True)
    for here, site in state.sites.items():
        if distance(here, unit.at) > 1:
            continue
        if Token.DAMAGED_BRIDGE in site.tokens:
            yield Rebuild(unit.id, here)
        if Token.WIRE in site.tokens:
            yield CutWire(unit.id, here)


def _bombards(state: State) -> Iterator[Action]:
    reserve = state.reserves.get(state.active)
    if reserve is None or not reserve.ordered or reserve.fired:
        return
    most = min(reserve.strength, state.hq.get(state.active, 0))
    for foe in state.foes(state.active):
        for tokens in sorted({1, most}):
            yield Bombard(foe.at, tokens)


def _cards(state: State) -> Iterator[Action]:
    for card in dict.fromkeys(state.hands.get(state.active, ())):
        if not state.field.cards[card].dice:
            yield PlayCard(card)
            continue
        for unit in state.units.values():
            if unit.side is state.active and unit.ordered:
                yield PlayCard(card, unit.id)
