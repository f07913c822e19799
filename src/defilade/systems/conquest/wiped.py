"""Garrisons wiped out: who may take the place at once, and who may Reform.

Knows the reaction of enemies in contact, by whatever means the garrison died (CQ-WIP-01).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Choose, Done, Procedure
from defilade.ruling import Reason
from defilade.systems.conquest.ground import enemies_at, table_contacts
from defilade.systems.conquest.occupying import never, occupied, too_many
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State, Terrain


@dataclass(frozen=True, slots=True)
class Taker:
    """Who takes a vacated feature; nobody, if `regiment` is None."""

    regiment: str | None

    def __str__(self) -> str:
        return self.regiment or "nobody"


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A feature whose garrison is gone, and whose it was."""

    place: str
    player: str


def unable(
    state: State, rules: HouseRules, regiment: Regiment, place: Terrain
) -> tuple[Reason, ...]:
    """Why a Regiment in contact may not take a vacated feature (CQ-WIP-02, CQ-WIP-04)."""
    why = (*never(state, regiment, place), *too_many(regiment, place, rules))
    found = [no("CQ-WIP-04", "not_able", regiment=regiment.id, place=place.id)] if why else []
    if rules.wiped_out_needs_unengaged and table_contacts(state, regiment):
        found.append(no("CQ-WIP-04", "engaged_elsewhere", regiment=regiment.id))
    return (*found, *why)


def taker_reasons(
    state: State, rules: HouseRules, vacancy: Vacancy, name: str
) -> tuple[Reason, ...]:
    """Everything against a Regiment taking a vacated feature."""
    regiment, place = state.regiments[name], state.terrain[vacancy.place]
    touching = {r.id for r in enemies_at(state, vacancy.place, vacancy.player)}
    found = list(unable(state, rules, regiment, place))
    if name not in touching:
        found.append(no("CQ-WIP-02", "not_touching", regiment=name, place=vacancy.place))
    return tuple(found)


def taken(state: State, rules: HouseRules, vacancy: Vacancy, name: str | None) -> State:
    """The state after the reaction: one Regiment inside at no Action (CQ-WIP-03), and the others
    in contact free to Reform (CQ-WIP-06). Who was activating loses its Actions (CQ-WIP-07), and
    nobody leaves a feature in the Turn of Occupying it (CQ-WIP-08)."""
    others = tuple(r.id for r in enemies_at(state, vacancy.place, vacancy.player) if r.id != name)
    if name is not None:
        keeps = rules.free_occupy_keeps_actions
        state = occupied(state, name, vacancy.place, keeps_actions=keeps)
    return replace(state, free_reforms=(*state.free_reforms, *others))


@dataclass(frozen=True, slots=True)
class Vacated:
    """The owner picks at most one Regiment to take the place (CQ-WIP-05)."""

    state: State
    rules: HouseRules
    vacancies: tuple[Vacancy, ...]

    def ask(self) -> Choose:
        """Nobody, or one that is able."""
        vacancy = self.vacancies[0]
        place = self.state.terrain[vacancy.place]
        able = [
            r
            for r in enemies_at(self.state, vacancy.place, vacancy.player)
            if not unable(self.state, self.rules, r, place)
        ]
        player = able[0].player if able else vacancy.player
        options = (*(Taker(r.id) for r in able), Taker(None))
        return Choose("CQ-WIP-05", player, "occupy", options)

    def take(self, taker: Taker) -> Procedure | Done[State]:
        """The place taken, then the next vacancy."""
        state = taken(self.state, self.rules, self.vacancies[0], taker.regiment)
        left = self.vacancies[1:]
        return Vacated(state, self.rules, left) if left else Done(state)
