"""The turn: command card, orders, combat cards, the end of the turn (GW-TURN).

Knows phases, tokens and hands; what ordered units do stands elsewhere. Card texts are data.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.fight import gained, paid
from defilade.systems.greatwar.sections import in_sections, sections_text
from defilade.systems.greatwar.state import Command, State, Unit
from defilade.systems.greatwar.terms import Phase, Side

TAKE, DISCARD = 2, 1
"""HQ tokens instead of a combat card, and for one thrown away (GW-TURN-05)."""


def command_reasons(state: State, command: Command) -> tuple[Reason, ...]:
    """Everything against playing a command card now (GW-TURN-01)."""
    against = _over(state)
    if state.phase not in (Phase.SETUP, Phase.COMMAND):
        against.append(_no("GW-TURN-01", "command_played"))
    if command.bombard and state.active not in state.reserves:
        against.append(_no("GW-RES-01", "no_reserve", side=state.active.value))
    return tuple(against)


def commanded(state: State, command: Command) -> State:
    """The state after a command card; the bombard card orders the reserve artillery itself
    (GW-RES-03), and then nothing more is ordered."""
    if not command.bombard:
        return replace(state, command=command, phase=Phase.ORDER)
    side = state.active
    reserve = replace(state.reserves[side], ordered=True)
    reserves = state.reserves.put(side, reserve)
    return replace(state, command=command, reserves=reserves, phase=Phase.MOVE)


def order_reasons(state: State, units: tuple[str, ...], *, reserve: bool) -> tuple[Reason, ...]:
    """Everything against ordering these units, and the reserve artillery, with the card."""
    against = _over(state)
    command = state.command
    if state.phase is not Phase.ORDER or command is None:
        against.append(_no("GW-TURN-01", "no_orders_now"))
        return tuple(against)
    asked = len(units) + int(reserve)
    if asked > command.number:
        against.append(_no("GW-TURN-02", "too_many_orders", asked=asked, most=command.number))
    for name in units:
        unit = state.units[name]
        if unit.side is not state.active:
            against.append(_no("GW-TURN-02", "order_of_enemy", unit=name))
        if not in_sections(state, unit.at, command.sections, state.active):
            sections = sections_text(command.sections)
            against.append(_no("GW-TURN-02", "order_outside", unit=name, sections=sections))
    if reserve:
        against += _reserve_reasons(state, command)
    return tuple(against)


def _reserve_reasons(state: State, command: Command) -> list[Reason]:
    """One order of a section card may go to the reserve artillery (GW-RES-03)."""
    if state.active not in state.reserves:
        return [_no("GW-RES-01", "no_reserve", side=state.active.value)]
    if command.battlefield_only:
        return [_no("GW-RES-03", "battlefield_units_only")]
    if not command.sections:
        return [_no("GW-RES-03", "reserve_by_section_card")]
    return []


def ordered(state: State, units: tuple[str, ...], *, reserve: bool) -> State:
    """The state after the orders; movement may begin."""
    for name in units:
        state = state.change(name, ordered=True)
    if reserve:
        side = state.active
        battery = replace(state.reserves[side], ordered=True)
        state = replace(state, reserves=state.reserves.put(side, battery))
    return replace(state, phase=Phase.MOVE)


def card_reasons(state: State, card: str, unit: Unit | None) -> tuple[Reason, ...]:
    """Everything against playing a combat card now: hand, phase, cost (GW-TURN-06)."""
    against = _over(state)
    side = state.active
    line = state.field.cards[card]
    if card not in state.hands.get(side, ()):
        against.append(_no("GW-TURN-06", "card_not_held", card=card))
    if not _in_phase(state.phase, line.phase):
        phase = line.phase.value
        against.append(_no("GW-TURN-06", "card_phase", card=card, phase=phase))
    held = state.hq.get(side, 0)
    if line.cost > held:
        against.append(_no("GW-TURN-06", "card_cost", card=card, cost=line.cost, held=held))
    if line.dice and unit is None:
        against.append(_no("GW-TURN-06", "card_needs_unit", card=card))
    if unit is not None and (unit.side is not side or not unit.ordered):
        against.append(_no("GW-TURN-02", "not_ordered", unit=unit.id))
    return tuple(against)


def _in_phase(now: Phase, wanted: Phase) -> bool:
    """Movement ends when the first battle begins, so a battle card may be played before it."""
    return now is wanted or (wanted is Phase.BATTLE and now is Phase.MOVE)


def card_played(state: State, card: str, unit: Unit | None) -> State:
    """The state after a card: cost paid at once, dice for one unit's next attack, tokens."""
    side, line = state.active, state.field.cards[card]
    hand = list(state.hands[side])
    hand.remove(card)
    state = replace(state, hands=state.hands.put(side, tuple(hand)))
    state = gained(paid(state, side, line.cost), side, line.gain)
    if unit is None:
        return state
    return state.change(unit.id, bonus=unit.bonus + line.dice)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a player ends the turn: two tokens, a card drawn, or neither; cards thrown away."""

    tokens: bool = False
    card: str = ""
    discard: tuple[str, ...] = ()


def end_reasons(state: State, ending: Ending) -> tuple[Reason, ...]:
    """Everything against ending the turn so (GW-TURN-05, GW-TURN-06)."""
    against = _over(state)
    if state.phase in (Phase.SETUP, Phase.COMMAND):
        against.append(_no("GW-TURN-01", "no_command_yet"))
    hand = state.hands.get(state.active, ())
    lacking = Counter(ending.discard) - Counter(hand)
    against += [_no("GW-TURN-06", "card_not_held", card=card) for card in lacking]
    left = len(hand) - len(ending.discard) + bool(ending.card)
    if ending.card and left > state.field.hand_limit:
        most = state.field.hand_limit
        against.append(_no("GW-TURN-06", "hand_full", most=most))
    return tuple(against)


def ended(state: State, ending: Ending) -> State:
    """The state as the opponent's turn begins; marks of this turn are gone (GW-TURN-05)."""
    side = state.active
    hand = list(state.hands.get(side, ()))
    for card in ending.discard:
        hand.remove(card)
    if ending.card:
        hand.append(ending.card)
    tokens = DISCARD * len(ending.discard) + (TAKE if ending.tokens else 0)
    state = replace(state, hands=state.hands.put(side, tuple(hand)))
    return fresh_turn(gained(state, side, tokens), side.other)


def fresh_turn(state: State, side: Side) -> State:
    """The state as a side's turn begins, nothing ordered, moved or battled."""
    for unit in tuple(state.units.values()):
        state = state.put(
            replace(
                unit,
                ordered=False,
                hexes_moved=0,
                came_from=None,
                moved_onto=None,
                battled=False,
                bogged=False,
                bonus=0,
            )
        )
    for owner, reserve in tuple(state.reserves.items()):
        resting = replace(reserve, ordered=False, fired=False)
        state = replace(state, reserves=state.reserves.put(owner, resting))
    return replace(state, active=side, phase=Phase.COMMAND, command=None, turn=state.turn + 1)


def _over(state: State) -> list[Reason]:
    if state.winner is None:
        return []
    return [_no("GW-VIC-02", "game_over", side=state.winner.value)]


def _no(clause: str, code: str, **params: str | int) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
