"""How a dreadnought dies: its own catastrophic table (DF-CAT-04).

Knows that table alone; crippling of dreadnoughts is a table in `crippling`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from defilade.dice import Done, Procedure, Roll, Total
from defilade.geometry.plane import EPS, distance
from defilade.systems.dropfleet.bodies import aim_point
from defilade.systems.dropfleet.bombarded import struck
from defilade.systems.dropfleet.catastrophe import D3, D6, explosion_saves, within
from defilade.systems.dropfleet.collateral import RUIN_NEEDS, without
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.crippling import with_effect
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.spikes import gain
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.terms import Effect, Spike
from defilade.values import DiceExpr, Inches

SMALL = 5
"""Starting hull up to which ships vanish in a space-time rent."""
STRUCTURE_NEEDS = 5


class Demise(StrEnum):
    """Results of the table."""

    FIERY_DESCENT = "fiery_descent"
    IMMOLATION = "immolation"
    SUPERSTRUCTURE_FAILURE = "superstructure_failure"
    MAGAZINE_DETONATION = "magazine_detonation"
    SPACE_TIME_RENT = "space_time_rent"


RADIUS: dict[Demise, Inches] = {
    Demise.FIERY_DESCENT: 8.0,
    Demise.IMMOLATION: 8.0,
    Demise.SUPERSTRUCTURE_FAILURE: 12.0,
    Demise.MAGAZINE_DETONATION: 12.0,
    Demise.SPACE_TIME_RENT: 8.0,
}


def demise(score: int) -> Demise:
    """The result of D6 + 1: 2-3, 4, 5, 6, 7 and more."""
    by_score = {
        2: Demise.FIERY_DESCENT,
        3: Demise.FIERY_DESCENT,
        4: Demise.IMMOLATION,
        5: Demise.SUPERSTRUCTURE_FAILURE,
        6: Demise.MAGAZINE_DETONATION,
    }
    return by_score.get(score, Demise.SPACE_TIME_RENT)


@dataclass(frozen=True, slots=True)
class Perished:
    """What the wreck did: the state after it and the ships it may have hurt, nearest first."""

    state: State
    score: int
    demise: Demise
    affected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DreadnoughtScore:
    """The die on the table; answers `Perished`."""

    state: State
    rules: HouseRules
    ship: str

    def ask(self) -> Total:
        """D6 + 1."""
        return Total("DF-CAT-04", D6.plus(1), about=self.ship)

    def take(self, score: int) -> Procedure | Done[Perished]:
        """What happens to what is near."""
        wreck = replace(self.state.ships[self.ship], wreck_rolled=True)
        state, result = self.state.put_ship(wreck), demise(score)
        if result is Demise.FIERY_DESCENT:
            done = Perished(state, score, result, ())
            return next_sector(done, self.rules, _sectors(state, self.ship))
        around = within(state, self.ship, RADIUS[result])
        return next_victim(Perished(state, score, result, around), around)


def _sectors(state: State, wreck_id: str) -> tuple[str, ...]:
    where = state.ships[wreck_id].pos
    reach = RADIUS[Demise.FIERY_DESCENT] + EPS
    return tuple(
        name
        for name, sector in state.sectors.items()
        if distance(where, aim_point(state, where, sector)) <= reach
    )


def next_sector(
    done: Perished, rules: HouseRules, left: tuple[str, ...]
) -> Procedure | Done[Perished]:
    """The tokens of the next sector, then its damage."""
    return Debris(done, rules, left) if left else Done(done)


@dataclass(frozen=True, slots=True)
class Debris:
    """Each token in a sector dies on 2+; D6 damage on the sector follows."""

    done: Perished
    rules: HouseRules
    left: tuple[str, ...]
    at: int = 0
    dead: tuple[str, ...] = ()

    def ask(self) -> Roll:
        """One die for each token, one by one."""
        tokens = tuple(self.done.state.sectors[self.left[0]].assets)
        about = tokens[self.at] if self.at < len(tokens) else ""
        return Roll("DF-CAT-04", int(self.at < len(tokens)), (RUIN_NEEDS,), about=about)

    def take(self, counts: tuple[int, ...]) -> Procedure | Done[Perished]:
        """The next token, or the sector itself."""
        sector = self.done.state.sectors[self.left[0]]
        tokens = tuple(sector.assets)
        dead = (*self.dead, tokens[self.at]) if counts[1] else self.dead
        if self.at + 1 < len(tokens):
            return replace(self, at=self.at + 1, dead=dead)
        survivors = without(sector.assets, frozenset(dead))
        state = self.done.state.change_sector(sector.id, assets=survivors)
        return Crash(replace(self.done, state=state), self.rules, self.left)


@dataclass(frozen=True, slots=True)
class Crash:
    """D6 hull points on a sector; it saves as against any damage (DF-BOM-06)."""

    done: Perished
    rules: HouseRules
    left: tuple[str, ...]

    def ask(self) -> Total:
        """How many points."""
        return Total("DF-CAT-04", D6, about=self.left[0])

    def take(self, points: int) -> Procedure:
        """The sector takes them."""
        blow = struck(self.done.state, self.left[0], self.rules, by="", points=points)
        return Crashed(self.done, self.rules, self.left, blow)


@dataclass(frozen=True, slots=True)
class Crashed:
    """A sector's damage played out."""

    done: Perished
    rules: HouseRules
    left: tuple[str, ...]
    blow: Procedure

    def ask(self) -> Procedure:
        """Its saves and what follows."""
        return self.blow

    def take(self, state: State) -> Procedure | Done[Perished]:
        """The next sector."""
        return next_sector(replace(self.done, state=state), self.rules, self.left[1:])


def next_victim(done: Perished, left: tuple[str, ...]) -> Procedure | Done[Perished]:
    """The dice of the next ship, or the end."""
    if not left:
        return Done(done)
    ship = done.state.ships[left[0]]
    match done.demise:
        case Demise.IMMOLATION:
            return VictimDice(done, left, D3)
        case Demise.SUPERSTRUCTURE_FAILURE:
            return VictimHit(done, left)
        case Demise.SPACE_TIME_RENT if ship.profile.hull <= SMALL:
            gone = replace(hurt(ship, ship.hull), wreck_rolled=True)
            return next_victim(replace(done, state=done.state.put_ship(gone)), left[1:])
        case Demise.SPACE_TIME_RENT:
            return VictimDice(done, left, D3.plus(3))
        case _:
            return VictimSaves(done, left, 2)


@dataclass(frozen=True, slots=True)
class VictimHit:
    """Whether a failing superstructure hits a ship: on 5+."""

    done: Perished
    left: tuple[str, ...]

    def ask(self) -> Roll:
        """One die for each ship."""
        return Roll("DF-CAT-04", 1, (STRUCTURE_NEEDS,), about=self.left[0])

    def take(self, counts: tuple[int, ...]) -> Procedure | Done[Perished]:
        """2D6 points if it does."""
        if counts[1]:
            return VictimDice(self.done, self.left, DiceExpr(2, 6))
        return next_victim(self.done, self.left[1:])


@dataclass(frozen=True, slots=True)
class VictimDice:
    """Points on a ship, or the number of fires on it."""

    done: Perished
    left: tuple[str, ...]
    dice: DiceExpr

    def ask(self) -> Total:
        """How many."""
        return Total("DF-CAT-04", self.dice, about=self.left[0])

    def take(self, number: int) -> Procedure | Done[Perished]:
        """Immolation spikes and burns; all else may be saved."""
        if self.done.demise is not Demise.IMMOLATION:
            return VictimSaves(self.done, self.left, number)
        ship = gain(self.done.state.ships[self.left[0]], Spike.MAJOR)
        for _ in range(number):
            ship = with_effect(ship, Effect.FIRE)
        after = replace(self.done, state=self.done.state.put_ship(ship))
        return next_victim(after, self.left[1:])


@dataclass(frozen=True, slots=True)
class VictimSaves:
    """Saves against the points, armour and passive."""

    done: Perished
    left: tuple[str, ...]
    points: int

    def ask(self) -> Roll:
        """One for each point."""
        return explosion_saves(self.done.state.ships[self.left[0]], self.points)

    def take(self, counts: tuple[int, ...]) -> Procedure | Done[Perished]:
        """What was not saved is lost."""
        ship = hurt(self.done.state.ships[self.left[0]], counts[0])
        return next_victim(replace(self.done, state=self.done.state.put_ship(ship)), self.left[1:])
