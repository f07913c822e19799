"""The Clash: which Stand Strikes whom with how much, from the open and from inside.

Knows Strikes and whom they may go to; the dice are in `steps`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from defilade.geometry.formations import base_of, stands_of
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Clash
from defilade.systems.conquest.ground import (
    enemies_at,
    occupant_of,
    places_touched,
    table_contacts,
    touching,
)
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.terms import Deed
from defilade.systems.conquest.turn import deed_reasons


@dataclass(frozen=True, slots=True)
class Strikes:
    """Strikes at one enemy: of Stands that fight in full, and of supporters."""

    full: int = 0
    support: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.full + self.support


@dataclass(frozen=True, slots=True)
class Fought:
    """A Clash as it would go: Strikes by enemy, and what speaks against it.

    `total` is what an occupant may split; `open_to` names the enemies that it may be split
    among where the player has not said how (CQ-CLA-08).
    """

    reasons: tuple[Reason, ...]
    strikes: Mapping[str, Strikes]
    total: int
    open_to: tuple[str, ...] = ()


def full_strikes(regiment: Regiment, stand: int) -> int:
    """Attacks times Models of one Stand (CQ-CLA-10)."""
    return regiment.profile.attacks * regiment.models[stand]


def support_strikes(regiment: Regiment) -> int:
    """Strikes of one supporting Stand, whatever its Models and Attacks (CQ-CLA-11)."""
    return regiment.profile.support


def foes_inside(state: State, regiment: Regiment) -> tuple[str, ...]:
    """Enemies inside the features that a Regiment touches (CQ-CLA-01)."""
    found = (occupant_of(state, place) for place in places_touched(state, regiment))
    return tuple(one.id for one in found if one is not None and one.player != regiment.player)


def fought(state: State, rules: HouseRules, action: Clash) -> Fought:
    """A Clash with everything that speaks against it."""
    regiment = state.regiments[action.regiment]
    against = list(deed_reasons(state, rules, regiment, Deed.CLASH))
    if regiment.location is not None:
        return _from_inside(state, regiment, action, against)
    return _from_outside(state, rules, regiment, action, against)


def _from_inside(state: State, regiment: Regiment, action: Clash, against: list[Reason]) -> Fought:
    """An occupant's: every Stand in full and none in support (CQ-CLA-06, CQ-CLA-07), its single
    Attacks split in any way that adds up (CQ-CLA-08)."""
    assert regiment.location is not None  # seen to by the caller
    foes = tuple(e.id for e in enemies_at(state, regiment.location, regiment.player))
    total = sum(full_strikes(regiment, k) for k in range(regiment.stands))
    if not foes:
        against.append(no("CQ-CLA-06", "nobody_touches", place=regiment.location))
    for name, _ in action.split:
        if name not in foes:
            against.append(no("CQ-CLA-06", "not_touching", enemy=name))
    if action.stands or action.support:
        against.append(no("CQ-CLA-07", "no_support_inside"))
    if action.split:
        shared = sum(n for _, n in action.split)
        if shared != total:
            against.append(no("CQ-CLA-08", "split_wrong", shared=shared, total=total))
        shares: dict[str, int] = {}
        for name, n in action.split:
            shares[name] = shares.get(name, 0) + n
        strikes = {name: Strikes(n) for name, n in shares.items() if n}
        return Fought(tuple(against), strikes, total)
    if len(foes) > 1:
        return Fought(tuple(against), {}, total, foes)
    return Fought(tuple(against), {foe: Strikes(total) for foe in foes}, total)


def _choices(
    state: State, rules: HouseRules, regiment: Regiment
) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """For each Stand the enemies it may Strike, and whether it fights in full.

    A Stand that touches enemies on the table must Strike one of them, whatever else it touches
    (CQ-CLA-04); the rest of the first rank Strikes a garrison touching or not (CQ-CLA-02); the
    others support (CQ-CLA-03)."""
    assert regiment.formation is not None  # seen to by the caller
    foes = [(e.id, base_of(e.formation)) for e in table_contacts(state, regiment) if e.formation]
    inside = foes_inside(state, regiment)
    everyone = (*(name for name, _ in foes), *inside)
    for k, stand in enumerate(stands_of(regiment.formation)):
        held = tuple(name for name, base in foes if touching(stand, base))
        first_rank = k < regiment.formation.files
        if held:
            shared = inside if rules.shared_stand_may_hit_garrison and first_rank else ()
            yield k, (*held, *shared), True
        elif first_rank and inside:
            yield k, inside, True
        else:
            yield k, everyone, False


def _from_outside(
    state: State, rules: HouseRules, regiment: Regiment, action: Clash, against: list[Reason]
) -> Fought:
    if regiment.formation is None:
        return Fought(tuple(against), {}, 0)
    choices = tuple(_choices(state, rules, regiment))
    everyone = tuple(dict.fromkeys(name for _, names, _ in choices for name in names))
    if not everyone:
        against.append(no("CQ-CLA-01", "nobody_to_fight", regiment=regiment.id))
    if action.split:
        against.append(no("CQ-CLA-08", "split_outside"))
    picked = {k - 1: name for k, name in action.stands}
    if len(picked) < len(action.stands):
        against.append(no("CQ-CLA-04", "stand_twice"))
    against += _pick_reasons(regiment, choices, picked, everyone, action.support)
    full: dict[str, int] = {}
    support: dict[str, int] = {}
    for k, names, fights in choices:
        if not names:
            continue
        wish = picked.get(k) if fights or k in picked else action.support
        target = wish if wish in names else names[0]
        if fights:
            full[target] = full.get(target, 0) + full_strikes(regiment, k)
        else:
            support[target] = support.get(target, 0) + support_strikes(regiment)
    strikes = {n: Strikes(full.get(n, 0), support.get(n, 0)) for n in everyone}
    return Fought(tuple(against), strikes, sum(s.total for s in strikes.values()))


def _pick_reasons(
    regiment: Regiment,
    choices: tuple[tuple[int, tuple[str, ...], bool], ...],
    picked: Mapping[int, str],
    everyone: tuple[str, ...],
    support: str | None,
) -> Iterator[Reason]:
    """Against targets that a Stand may not Strike (CQ-CLA-04, CQ-CLA-12)."""
    if support is not None and support not in everyone:
        yield no("CQ-CLA-12", "support_unengaged", enemy=support)
    for k, wish in picked.items():
        if not 0 <= k < regiment.stands:
            yield no("CQ-CLA-02", "no_such_stand", stand=k + 1, stands=regiment.stands)
        elif wish not in choices[k][1]:
            held = choices[k][1]
            clause = "CQ-CLA-04" if wish in everyone else "CQ-CLA-01"
            yield no(clause, "may_not_strike", stand=k + 1, enemy=wish, instead=held)
