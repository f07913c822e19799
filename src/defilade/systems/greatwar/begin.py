"""From an action to the procedure that carries it out, or to all reasons why it may not be.

Knows which rules each kind of action must pass; the rules stand in files of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from defilade.dice import Done, Procedure, Roll
from defilade.game import Rejection
from defilade.record import Record
from defilade.ruling import Permission, Reason, Weight, permission
from defilade.systems.greatwar.actions import (
    Action,
    Battle,
    Bombard,
    CutWire,
    EndTurn,
    GiveOrders,
    Move,
    PlaceToken,
    PlayCard,
    PlayCommand,
    Rebuild,
    write,
)
from defilade.systems.greatwar.artillery import Targeting, bombard_reasons
from defilade.systems.greatwar.battling import battle_reasons, dice_of
from defilade.systems.greatwar.engineers import cut_reasons, cutting, rebuild_reasons, rebuilding
from defilade.systems.greatwar.fight import Combatants
from defilade.systems.greatwar.ground import placing_reasons
from defilade.systems.greatwar.movement import Moving, move_reasons
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Phase
from defilade.systems.greatwar.turn import (
    card_played,
    card_reasons,
    command_reasons,
    commanded,
    end_reasons,
    ended,
    order_reasons,
    ordered,
)


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What happens without dice or choices: the state after it."""

    state: State

    def ask(self) -> Roll:
        """No dice."""
        return Roll("GW-TURN-01", 0, (), die=self.state.book.die)

    def take(self, _bands: tuple[int, ...]) -> Done[State]:
        """The state."""
        return Done(self.state)


def begin(state: State, rules: HouseRules, action: Action) -> Procedure | Rejection:
    """The procedure of an action; its answer is the next state. Names must be on the table."""
    reasons = reasons_against(state, rules, action)
    if permission(reasons) is Permission.REFUSED:
        return Rejection(write(action), reasons)
    return procedure_of(state, rules, action)


def attack_of(state: State, action: Battle) -> Attack:
    """The attack that an action names."""
    attacker, target = state.units[action.unit], state.units[action.target]
    return Attack(action.combat, attacker, target, flame=action.flame)


def reasons_against(state: State, rules: HouseRules, action: Action) -> tuple[Reason, ...]:
    """Everything against an action now: all failed clauses, not only the first."""
    missing = [name for name in _named(action) if name not in state.units]
    if missing:
        return tuple(
            Reason("GW-UNIT-02", "no_such_unit", Record(unit=name), Weight.AGAINST)
            for name in missing
        )
    match action:
        case PlayCommand(command):
            reasons = command_reasons(state, command)
        case GiveOrders(units, reserve):
            reasons = order_reasons(state, units, reserve=reserve)
        case Move(unit, path, off):
            reasons = move_reasons(state, rules, state.units[unit], path, off=off)
        case Battle():
            reasons = battle_reasons(state, rules, attack_of(state, action))
        case Bombard(at, tokens):
            reasons = bombard_reasons(state, at, tokens)
        case Rebuild(unit, at):
            reasons = rebuild_reasons(state, rules, state.units[unit], at)
        case CutWire(unit, at):
            reasons = cut_reasons(state, state.units[unit], at)
        case PlayCard(card, unit):
            reasons = _card(state, card, unit)
        case PlaceToken():
            reasons = _placing(state, rules, action)
        case EndTurn(ending):
            reasons = end_reasons(state, ending)
        case _ as never:
            assert_never(never)
    return reasons


def _card(state: State, card: str, unit: str) -> tuple[Reason, ...]:
    if card not in state.field.cards:
        told = Record(card=card)
        return (Reason("GW-TURN-06", "card_not_held", told, Weight.AGAINST),)
    return card_reasons(state, card, state.units.get(unit))


def _placing(state: State, rules: HouseRules, action: PlaceToken) -> tuple[Reason, ...]:
    """Tokens are placed by the scenario: in the set-up only (GW-FP-09)."""
    against = list(placing_reasons(state.site(action.at), action.token, rules))
    if state.phase is not Phase.SETUP:
        told = Record(token=action.token.value)
        against.append(Reason("GW-FP-09", "not_in_setup", told, Weight.AGAINST))
    if not state.field.holds(action.at):
        told = Record(hex=f"{action.at.q},{action.at.r}")
        against.append(Reason("GW-MAP-01", "not_on_the_field", told, Weight.AGAINST))
    return tuple(against)


def procedure_of(state: State, rules: HouseRules, action: Action) -> Procedure:
    """The procedure of an action that is allowed."""
    procedure: Procedure
    match action:
        case PlayCommand(command):
            procedure = AtOnce(commanded(state, command))
        case GiveOrders(units, reserve):
            procedure = AtOnce(ordered(state, units, reserve=reserve))
        case Move(unit, path, off):
            procedure = Moving(state, unit, path, off)
        case Battle():
            attack = attack_of(state, action)
            procedure = Combatants(state, rules, attack, dice_of(state, attack).dice)
        case Bombard(at, tokens):
            procedure = Targeting(state, rules, at, tokens)
        case Rebuild(unit, at):
            procedure = rebuilding(state, rules, unit, at)
        case CutWire(unit, at):
            procedure = cutting(state, unit, at)
        case PlayCard(card, unit):
            procedure = AtOnce(card_played(state, card, state.units.get(unit)))
        case PlaceToken(token, at):
            procedure = AtOnce(state.with_tokens(at, state.site(at).tokens | {token}))
        case EndTurn(ending):
            procedure = AtOnce(ended(state, ending))
        case _ as never:
            assert_never(never)
    return procedure


def _named(action: Action) -> tuple[str, ...]:
    """The units that an action names."""
    match action:
        case GiveOrders(units):
            return units
        case Battle(_, unit, target):
            return (unit, target)
        case Move(unit) | Rebuild(unit) | CutWire(unit):
            return (unit,)
        case PlayCard(_, unit):
            return (unit,) if unit else ()
        case _:
            return ()
