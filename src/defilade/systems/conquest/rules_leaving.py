"""What leaving and withdrawing need before any placement: Actions, contact, the Turn.

Knows the conditions of CQ-LEA-01, CQ-LEA-12, CQ-LEA-13 and CQ-WIT-01 to CQ-WIT-04, and the dice
of a Withdraw.
"""

from __future__ import annotations

from defilade.ruling import Reason
from defilade.systems.conquest.ground import contacts
from defilade.systems.conquest.options import HouseRules, WithdrawContact
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.steps import Withdrawal
from defilade.systems.conquest.terms import Deed, Weight
from defilade.systems.conquest.turn import PER_ACTIVATION, deed_reasons


def _not_this_turn(regiment: Regiment) -> tuple[Reason, ...]:
    """Against leaving a feature in the Turn of Occupying it, however that was (CQ-LEA-12,
    CQ-WIP-08)."""
    place = regiment.location
    if place is None or place not in regiment.occupied:
        return ()
    return (no("CQ-LEA-12", "occupied_this_turn", regiment=regiment.id, place=place),)


def leave_reasons(state: State, rules: HouseRules, regiment: Regiment) -> tuple[Reason, ...]:
    """Everything against leaving now, wherever to."""
    against = list(deed_reasons(state, rules, regiment, Deed.LEAVE))
    if regiment.location is None:
        against.append(no("CQ-LEA-01", "not_inside", regiment=regiment.id))
        return tuple(against)
    if regiment.actions_left < PER_ACTIVATION:
        left = regiment.actions_left
        against.append(no("CQ-LEA-01", "two_actions", left=left, price=PER_ACTIVATION))
    enemies = tuple(e.id for e in contacts(state, regiment, rules))
    if enemies:
        against.append(no("CQ-LEA-13", "must_withdraw", enemies=enemies))
    return (*against, *_not_this_turn(regiment))


def withdraw_reasons(state: State, rules: HouseRules, regiment: Regiment) -> tuple[Reason, ...]:
    """Everything against a Withdraw now; refused before any die."""
    against = list(deed_reasons(state, rules, regiment, Deed.WITHDRAW))
    if regiment.location is None:
        against.append(no("CQ-WIT-01", "withdraw_outside", regiment=regiment.id))
    elif regiment.actions_left < PER_ACTIVATION:
        left = regiment.actions_left
        against.append(no("CQ-WIT-02", "two_actions", left=left, price=PER_ACTIVATION))
    if regiment.profile.weight is Weight.HEAVY:
        against.append(no("CQ-WIT-04", "too_heavy", regiment=regiment.id))
    if not contacts(state, regiment, rules):
        against.append(no("CQ-WIT-04", "nothing_to_withdraw_from", regiment=regiment.id))
        against.append(no("CQ-TUR-03", "not_engaged", deed="withdraw"))
    return (*against, *_not_this_turn(regiment))


def withdrawal(regiment: Regiment, rules: HouseRules) -> Withdrawal:
    """The dice of a Withdraw from inside: all Stands count as in contact, or none
    (CQ-WIT-08)."""
    all_of_them = rules.garrison_withdraw_contact is WithdrawContact.ALL
    stands = regiment.stands if all_of_them else 0
    return Withdrawal(regiment.profile.highest_resolve, stands, regiment)
