"""The turn: whose card is drawn, what an Action costs, and who may take it now.

Knows Actions left and used, contact, and the clearing of marks at a Turn's start. What an
Action does stands in its own chapter.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.ruling import Reason
from defilade.systems.conquest.ground import contacts
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.terms import Deed

OUT_OF_COMBAT = frozenset(
    {Deed.MARCH, Deed.CHARGE, Deed.RALLY, Deed.REFORM, Deed.TAKE_AIM, Deed.VOLLEY, Deed.LEAVE}
)
"""Actions that need no enemy in contact (CQ-TUR-03); leaving is made of two Marches."""
COMBAT = frozenset({Deed.CLASH, Deed.COMBAT_RALLY, Deed.COMBAT_REFORM, Deed.INSPIRE, Deed.WITHDRAW})
"""Actions that need an enemy in contact (CQ-TUR-03)."""
NEED_TABLE = frozenset({Deed.MARCH, Deed.CHARGE, Deed.REFORM, Deed.COMBAT_REFORM})
"""Actions that need an arrangement on the table (CQ-GAR-05); a March inside is leaving."""
PER_ACTIVATION = 2
"""Actions of an activation (CQ-TUR-02)."""


def deed_reasons(
    state: State, rules: HouseRules, regiment: Regiment, deed: Deed
) -> tuple[Reason, ...]:
    """What speaks against an Action of this kind now, whatever it is aimed at."""
    if regiment.destroyed:
        return (no("CQ-REG-01", "destroyed", regiment=regiment.id),)
    if state.active != regiment.id:
        return (no("CQ-TUR-01", "not_active", regiment=regiment.id, active=state.active),)
    return (*_cost(regiment, deed), *_contact(state, rules, regiment, deed))


def _cost(regiment: Regiment, deed: Deed) -> tuple[Reason, ...]:
    if deed in (Deed.LEAVE, Deed.WITHDRAW):
        return ()  # their own chapters speak (CQ-LEA-01, CQ-WIT-02)
    if regiment.actions_left < 1:
        return (no("CQ-TUR-02", "no_actions", regiment=regiment.id),)
    if deed is not Deed.MARCH and deed in regiment.used:
        return (no("CQ-TUR-02", "twice", deed=deed.value),)
    return ()


def _contact(state: State, rules: HouseRules, regiment: Regiment, deed: Deed) -> tuple[Reason, ...]:
    found = []
    if regiment.formation is None and deed in NEED_TABLE:
        found.append(no("CQ-GAR-05", "inside", deed=deed.value, place=regiment.location))
    enemies = contacts(state, regiment, rules)
    if enemies and deed in OUT_OF_COMBAT and deed is not Deed.LEAVE:
        names = tuple(e.id for e in enemies)
        found.append(no("CQ-TUR-03", "engaged", deed=deed.value, enemies=names))
    if not enemies and deed in COMBAT and deed is not Deed.WITHDRAW and deed is not Deed.CLASH:
        found.append(no("CQ-TUR-03", "not_engaged", deed=deed.value))
    return tuple(found)


def spent(regiment: Regiment, deed: Deed, cost: int = 1) -> Regiment:
    """The Regiment after an Action is paid for."""
    left = max(0, regiment.actions_left - cost)
    return replace(regiment, actions_left=left, used=(*regiment.used, deed))


def waiting(state: State) -> tuple[Regiment, ...]:
    """Regiments whose card may be drawn next (CQ-TUR-01).

    Players alternate; who has no card left is passed over. With a Command Stack only its top
    card, else any Regiment not yet activated.
    """
    fresh = [r for r in state.living() if not r.activated]
    turn = [r for r in fresh if state.next_player is None or r.player == state.next_player]
    found = turn or fresh
    tops = {p: next((c for c in cards if _fresh(state, c)), None) for p, cards in _stacks(state)}
    return tuple(r for r in found if tops.get(r.player) in (None, r.id))


def _stacks(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(state.stacks.items())


def _fresh(state: State, name: str) -> bool:
    regiment = state.regiments.get(name)
    return regiment is not None and not regiment.destroyed and not regiment.activated


def activation_reasons(state: State, name: str) -> tuple[Reason, ...]:
    """What speaks against drawing a Regiment's card now."""
    if state.active is not None:
        return (no("CQ-TUR-01", "still_active", active=state.active),)
    may = tuple(r.id for r in waiting(state))
    if name not in may:
        return (no("CQ-TUR-01", "not_its_card", regiment=name, may=may),)
    return ()


def activated(state: State, name: str) -> State:
    """The state with a Regiment's activation begun."""
    return replace(
        state.change(name, actions_left=PER_ACTIVATION, used=(), activated=True, seeking=None),
        active=name,
        free_reforms=(),
    )


def ended(state: State) -> State:
    """The state after the active Regiment is done; the next player draws, in turn."""
    active = state.regiments[state.active or ""]
    everyone = players(state)
    following = everyone[(everyone.index(active.player) + 1) % len(everyone)]
    after = state.change(active.id, actions_left=0, seeking=None)
    return replace(after, active=None, next_player=following, free_reforms=())


def players(state: State) -> tuple[str, ...]:
    """Players, in the order in which their Regiments are listed."""
    return tuple(dict.fromkeys(r.player for r in state.regiments.values()))


def turn_reasons(state: State) -> tuple[Reason, ...]:
    """What speaks against beginning the next Turn."""
    if state.active is not None:
        return (no("CQ-TUR-01", "still_active", active=state.active),)
    fresh = tuple(r.id for r in state.living() if not r.activated)
    return (no("CQ-TUR-01", "cards_left", regiments=fresh),) if fresh else ()


def next_turn(state: State) -> State:
    """The state at the start of the next Turn: marks of the last one are cleared, and Stands
    counted anew (CQ-BRK-01, CQ-LEA-12)."""
    for regiment in state.living():
        state = state.put(
            replace(
                regiment,
                at_turn_start=regiment.stands,
                actions_left=0,
                used=(),
                activated=False,
                inspired=False,
                aimed=False,
                arrived=False,
                occupied=(),
                left=(),
                seeking=None,
            )
        )
    return replace(state, turn=state.turn + 1, free_reforms=())
