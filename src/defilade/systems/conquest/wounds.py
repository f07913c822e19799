"""Wounds and what they do: Models, Stands, Morale's Resolve, Broken and Shattered.

Knows one Regiment at a time, by its own numbers. Throws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defilade.geometry.formations import Formation
from defilade.geometry.plane import unit_bearing
from defilade.systems.conquest.characteristics import resolve_of
from defilade.systems.conquest.state import Regiment

Contact = Callable[[Regiment, int], bool]
"""Whether a Stand, by its number, is in contact with an enemy."""


def no_contact(_regiment: Regiment, _stand: int) -> bool:
    """Nobody is in contact."""
    return False


def wounded(regiment: Regiment, wounds: int, contact: Contact = no_contact) -> Regiment:
    """The Regiment after Wounds: Model by Model, incomplete Stand first (CQ-WND-02).

    Models of several Wounds are filled one at a time; leftovers stay as markers and count
    first next time. A Stand goes with its last Model (CQ-REG-01); Characters go last.
    """
    total = regiment.wounded + wounds
    lost, left = divmod(total, regiment.profile.wounds or 1)
    lost = min(lost, sum(regiment.models))
    for _ in range(lost):
        regiment = _without_model(regiment, contact)
    return replace(regiment, wounded=left if regiment.models else 0)


def _without_model(regiment: Regiment, contact: Contact) -> Regiment:
    stand = _next_stand(regiment, contact)
    models = list(regiment.models)
    models[stand] -= 1
    if models[stand] > 0:
        return replace(regiment, models=tuple(models))
    return without_stand(regiment, stand)


def _next_stand(regiment: Regiment, contact: Contact) -> int:
    """Incomplete Stands first, then an end of the rear rank, the ends by turns (CQ-WND-02);
    an end that keeps contact stays where the other can go (CQ-WND-03). Inside there are no
    ranks (CQ-GAR-04)."""
    whole, characters = regiment.profile.models_per_stand, regiment.profile.characters
    troops = [k for k in range(regiment.stands) if k >= characters]
    if not troops:
        return regiment.stands - 1
    partial = [k for k in troops if regiment.models[k] < whole]
    if partial:
        return min(partial, key=lambda k: (regiment.models[k], -k))
    formation = regiment.formation
    if formation is None:
        return troops[-1]
    right = regiment.stands - 1
    left = max(right - formation.last_rank + 1, troops[0])
    held = [k for k in (right, left) if contact(regiment, k)]
    if len(held) == 1:
        return left if held == [right] else right
    return left if regiment.last_end == "right" else right


def without_stand(regiment: Regiment, stand: int) -> Regiment:
    """The Regiment without one Stand; the formation closes up in its rear rank."""
    models = regiment.models[:stand] + regiment.models[stand + 1 :]
    if not models:
        return replace(regiment, models=(), formation=None, wounded=0)
    formation = regiment.formation
    if formation is None:
        return replace(regiment, models=models)
    first = regiment.stands - formation.last_rank
    at_left = stand == first and formation.last_rank > 1
    return replace(
        regiment,
        models=models,
        formation=_closed_up(formation, at_left=at_left),
        last_end="left" if at_left else "right",
    )


def _closed_up(formation: Formation, *, at_left: bool) -> Formation:
    count = formation.count - 1
    if formation.ranks > 1:
        last = formation.last_rank - 1
        offset = 0 if last == 0 else formation.offset + (1 if at_left else 0)
        return replace(formation, count=count, offset=offset)
    right = unit_bearing(formation.facing + 90.0)
    half = formation.width / 2.0 * (1.0 if at_left else -1.0)
    x, y = formation.front
    front = (x + half * right[0], y + half * right[1])
    return replace(formation, front=front, files=count, count=count, offset=0)


def judged(regiment: Regiment) -> Regiment:
    """The Regiment after its losses are counted: Broken when half or more of the Stands it
    began the Turn with are gone (CQ-BRK-01); destroyed when it was Broken and half or more of
    those it had then went in one Turn (CQ-BRK-03)."""
    if regiment.destroyed:
        return regiment
    now = regiment.stands
    if not regiment.broken:
        if 2 * (regiment.at_turn_start - now) >= regiment.at_turn_start:
            return replace(regiment, broken=True, when_broken=now)
        return regiment
    had = regiment.when_broken or now
    lost = min(had, regiment.at_turn_start) - now
    if 2 * lost >= had:
        return replace(regiment, models=(), formation=None, wounded=0)
    return regiment


def suffered(regiment: Regiment, wounds: int, contact: Contact = no_contact) -> Regiment:
    """The Regiment after Wounds and what its losses mean."""
    if not wounds:
        return regiment
    return judged(wounded(regiment, wounds, contact))


def morale_resolve(regiment: Regiment) -> int:
    """Resolve in a Morale test of the Regiment as it is, after casualties (CQ-MOR-02)."""
    return resolve_of(regiment.profile.highest_resolve, regiment.stands, broken=regiment.broken)


def broken_now(regiment: Regiment) -> Regiment:
    """The Regiment Broken, if it was not already (CQ-LEA-06, CQ-LEA-14)."""
    if regiment.broken:
        return regiment
    return replace(regiment, broken=True, when_broken=regiment.stands)
