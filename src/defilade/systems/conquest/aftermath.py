"""From Wounds to the state after an Action: casualties, Broken, destroyed, the place vacated.

Knows how tolls are laid on the table; the dice are in `steps`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from defilade.dice import Ask, Choose, Done, Procedure, Total
from defilade.geometry.formations import Formation, base_of, stands_of
from defilade.geometry.plane import bearing_to_angle
from defilade.systems.conquest.actions import Placement, Reform
from defilade.systems.conquest.ground import (
    occupant_of,
    on_table,
    places_touched,
    touching,
)
from defilade.systems.conquest.leaving import Placed, find, nearest, placed
from defilade.systems.conquest.options import FallbackLimit, HouseRules, WithdrawSuccess
from defilade.systems.conquest.reforming import reform
from defilade.systems.conquest.state import Regiment, State, marked
from defilade.systems.conquest.steps import Toll, Tolls
from defilade.systems.conquest.wiped import Vacancy, Vacated
from defilade.systems.conquest.wounds import broken_now, suffered
from defilade.values import DiceExpr


def in_contact(state: State, regiment: Regiment, stand: int) -> bool:
    """Whether a Stand touches an enemy or a feature that one holds (CQ-WND-03)."""
    if regiment.formation is None or stand >= regiment.formation.count:
        return False
    base = stands_of(regiment.formation)[stand]
    for other, formation in on_table(state):
        if other.player != regiment.player and touching(base, base_of(formation)):
            return True
    for place in places_touched(state, regiment):
        inside = occupant_of(state, place)
        held = inside is not None and inside.player != regiment.player
        if held and touching(base, place.footprint):
            return True
    return False


def hurt(state: State, name: str, toll: Toll) -> tuple[State, Vacancy | None]:
    """The state after a toll on one Regiment, and the feature it leaves vacant if it dies
    inside (CQ-WIP-01)."""
    regiment = state.regiments[name]
    place = regiment.location

    def contact(one: Regiment, stand: int) -> bool:
        return in_contact(state, one, stand)

    after = suffered(suffered(regiment, toll.wounds, contact), toll.more, contact)
    if not after.destroyed:
        return state.put(after), None
    state = state.put(replace(after, location=None, actions_left=0))
    if place is None:
        return state, None
    return state.occupied_by(place, None), Vacancy(place, regiment.player)


def concluded(
    state: State, rules: HouseRules, tolls: Iterable[tuple[str, Toll]]
) -> Procedure | Done[State]:
    """The state after tolls on several Regiments, with the reactions they open."""
    vacancies: list[Vacancy] = []
    for name, toll in tolls:
        state, vacancy = hurt(state, name, toll)
        if vacancy is not None:
            vacancies.append(vacancy)
    return Vacated(state, rules, tuple(vacancies)) if vacancies else Done(state)


@dataclass(frozen=True, slots=True)
class Fought:
    """Assaults on several Regiments, laid on the table at the end."""

    state: State
    rules: HouseRules
    victims: tuple[str, ...]
    assaults: tuple[Procedure, ...]

    def ask(self) -> Ask:
        """All assaults, one after another."""
        return Tolls(self.assaults) if self.assaults else Total("CQ-CLA-13", DiceExpr.fixed(0))

    def take(self, tolls: tuple[Toll, ...] | int) -> Procedure | Done[State]:
        """Casualties, Broken, and what falls vacant."""
        told = () if isinstance(tolls, int) else tolls
        return concluded(self.state, self.rules, zip(self.victims, told, strict=False))


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A change that nothing is rolled for."""

    state: State

    def ask(self) -> Total:
        """Nothing."""
        return Total("CQ-TUR-02", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[State]:
        """The state."""
        return Done(self.state)


def left_by(state: State, regiment: Regiment, done: Placed) -> State:
    """The state with a Regiment out of its feature, at the end of its nudge."""
    place = regiment.location
    assert place is not None  # who leaves is inside
    out = replace(
        regiment,
        formation=done.after,
        location=None,
        left=marked(regiment.left, place),
        seeking=None,
    )
    return state.put(broken_now(out) if done.broken else out).occupied_by(place, None)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The end of a Withdraw: out by the wished placement if it is legal for the Stands that are
    left, else by one of those found, or still inside (CQ-WIT-03, CQ-WIT-09)."""

    state: State
    rules: HouseRules
    name: str
    asked: Procedure
    wish: Placement | None

    def ask(self) -> Ask:
        """The die, and what a fight costs."""
        return self.asked

    def take(self, answer: tuple[bool, Toll]) -> Procedure | Done[State]:
        """Out if it lives, and was Clean where only that counts (CQ-WIT-07)."""
        clean, toll = answer
        state, vacancy = hurt(self.state, self.name, toll)
        if vacancy is not None:
            return Vacated(state, self.rules, (vacancy,))
        if not clean and self.rules.withdraw_success is WithdrawSuccess.CLEAN_ONLY:
            return Done(state)
        return out_of(state, self.rules, self.name, self.wish)


def out_of(
    state: State, rules: HouseRules, name: str, wish: Placement | None
) -> Procedure | Done[State]:
    """The way out by a wish or a choice; inside still if there is none (CQ-LEA-11)."""
    regiment = state.regiments[name]
    place = state.terrain[regiment.location or ""]
    if wish is not None:
        for fallback in (False, True):
            done = placed(state, rules, regiment, place, wish, fallback=fallback)
            if not done.reasons:
                return Done(left_by(state, regiment, done))
    options = ways_out(state, rules, regiment)
    if not options:
        return Done(state)
    return WayOut(state, rules, name, options)


def ways_out(state: State, rules: HouseRules, regiment: Regiment) -> tuple[Placement, ...]:
    """Placements to choose from: one for each of four facings where there is one; else the
    nearest that there is, and Broken (CQ-LEA-06)."""
    place = state.terrain[regiment.location or ""]
    limits = [1.0] if rules.leave_fallback_limit is FallbackLimit.MARCH else []
    found = []
    for share in (*limits, 2.0):
        for first in (180.0, 0.0, 90.0, 270.0):
            search = find(state, rules, regiment, place, share=share, first=first)
            if search.found is None:
                break
            found.append(as_placement(search.found))
        if found:
            return tuple(dict.fromkeys(found))
    last = nearest(state, rules, regiment, place)
    return () if last.found is None else (as_placement(last.found),)


def as_placement(formation: Formation) -> Placement:
    """A formation as players write where it is put."""
    return Placement(formation.front, bearing_to_angle(formation.facing), formation.files)


@dataclass(frozen=True, slots=True)
class WayOut:
    """The player picks a placement."""

    state: State
    rules: HouseRules
    name: str
    options: tuple[Placement, ...]

    def ask(self) -> Choose:
        """Where to."""
        player = self.state.regiments[self.name].player
        return Choose("CQ-LEA-02", player, "placement", self.options)

    def take(self, placement: Placement) -> Done[State]:
        """Out."""
        regiment = self.state.regiments[self.name]
        place = self.state.terrain[regiment.location or ""]
        done = placed(self.state, self.rules, regiment, place, placement, fallback=True)
        return Done(left_by(self.state, regiment, done))


@dataclass(frozen=True, slots=True)
class Reforming:
    """A Combat Reform: one die against Resolve, and the cost of a fight if one is agreed
    (CQ-REF-02)."""

    state: State
    rules: HouseRules
    action: Reform
    asked: Procedure
    hits: Procedure | None = None

    def ask(self) -> Ask:
        """The die, then the Hits."""
        return self.asked

    def take(self, answer: tuple[int, int] | Toll) -> Procedure | Done[State]:
        """Clean; or after its Hits; or not at all, where no cost is agreed."""
        if isinstance(answer, Toll):
            state, _ = hurt(self.state, self.action.regiment, answer)
            return Done(_reformed_if(state, self.rules, self.action))
        if answer[0]:
            return Done(_reformed_if(self.state, self.rules, self.action))
        if self.hits is None:
            return Done(self.state)
        return replace(self, asked=self.hits, hits=None)


def _reformed_if(state: State, rules: HouseRules, action: Reform) -> State:
    regiment = state.regiments[action.regiment]
    if regiment.destroyed:
        return state
    files = min(action.files, regiment.stands)
    end = reform(state, rules, replace(action, files=files), combat=True)
    if end.end is None or end.reasons:
        return state
    return state.change(action.regiment, formation=end.end)
