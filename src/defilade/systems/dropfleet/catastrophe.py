"""Catastrophic damage: what a wreck does to the ships around it.

Knows the table of ordinary ships (DF-CAT-03); dreadnoughts have `dreadnoughts`, and what
follows from the damage - crippling, further wrecks - is settled in `aftermath`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from defilade.dice import Done, Procedure, Roll, Total
from defilade.geometry.plane import EPS, distance
from defilade.systems.dropfleet.barrage import save_roll
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.saves import armour, passive
from defilade.systems.dropfleet.spikes import gain
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Spike
from defilade.values import DiceExpr, Inches

D6 = DiceExpr(1, 6)
D3 = DiceExpr(1, 3)
BIG_HULL = 10
"""Starting hull from which 1 is added to the die (DF-CAT-03)."""
WIDE_HULL = 7
"""Starting hull from which the radius is D6" and not D3" (DF-CAT-03)."""


class Explosion(StrEnum):
    """Results of the table (DF-CAT-03)."""

    BURN_UP = "burn_up"
    BLAZING_WRECK = "blazing_wreck"
    SHREDDED = "shredded"
    EXPLOSION = "explosion"
    RADIATION_BURST = "radiation_burst"
    DISTORTION_BUBBLE = "distortion_bubble"


@dataclass(frozen=True, slots=True)
class Burst:
    """One line of the table: points on every ship in the radius, and whether they save."""

    result: Explosion
    points: DiceExpr | None = None
    saves: bool = False
    spike: Spike = Spike.NONE


TABLE = {
    1: Burst(Explosion.BURN_UP),
    2: Burst(Explosion.BURN_UP),
    3: Burst(Explosion.BLAZING_WRECK, spike=Spike.MINOR),
    4: Burst(Explosion.SHREDDED, DiceExpr.fixed(1), saves=True),
    5: Burst(Explosion.EXPLOSION, DiceExpr.fixed(2), saves=True),
    6: Burst(Explosion.RADIATION_BURST, DiceExpr.fixed(2)),
    7: Burst(Explosion.DISTORTION_BUBBLE, D6),
}
"""By the die and its modifier."""


@dataclass(frozen=True, slots=True)
class Exploded:
    """What a wreck did: the state after it, its score and radius, and the ships within."""

    state: State
    score: int
    burst: Burst
    radius: Inches
    affected: tuple[str, ...]


def bonus(ship: Ship) -> int:
    """+1 to the die for a starting hull of 10 or more (DF-CAT-03)."""
    return int(ship.profile.hull >= BIG_HULL)


def radius_dice(ship: Ship) -> DiceExpr:
    """The dice of the radius, by starting hull (DF-CAT-03)."""
    return D6 if ship.profile.hull >= WIDE_HULL else D3


@dataclass(frozen=True, slots=True)
class CatastropheScore:
    """The die on the table; answers `Exploded`."""

    state: State
    ship: str

    def ask(self) -> Total:
        """One die, and 1 for big ships."""
        return Total("DF-CAT-03", D6.plus(bonus(self.state.ships[self.ship])), about=self.ship)

    def take(self, score: int) -> CatastropheRadius:
        """Then how far it goes."""
        wreck = replace(self.state.ships[self.ship], wreck_rolled=True)
        return CatastropheRadius(self.state.put_ship(wreck), self.ship, score)


@dataclass(frozen=True, slots=True)
class CatastropheRadius:
    """The radius, rolled for itself; not for a wreck that only burns up."""

    state: State
    ship: str
    score: int

    def ask(self) -> Total:
        """D3" or D6"."""
        harmless = TABLE[self.score].result is Explosion.BURN_UP
        dice = DiceExpr.fixed(0) if harmless else radius_dice(self.state.ships[self.ship])
        return Total("DF-CAT-03", dice, about=self.ship)

    def take(self, radius: int) -> Procedure | Done[Exploded]:
        """Every ship within, nearest first."""
        burst = TABLE[self.score]
        around = () if radius == 0 else within(self.state, self.ship, float(radius))
        exploded = Exploded(self.state, self.score, burst, float(radius), around)
        return next_ship(exploded, around)


def within(state: State, wreck_id: str, radius: Inches) -> tuple[str, ...]:
    """Ships within a radius (inclusive) of a wreck and on its layer, friends and foes, nearest
    first; wrecks are skipped (DF-CAT-03, DF-CAT-05)."""
    wreck = state.ships[wreck_id]
    found = [
        (distance(ship.pos, wreck.pos), name)
        for name, ship in state.ships.items()
        if name != wreck_id and not ship.destroyed and ship.layer is wreck.layer
    ]
    return tuple(name for apart, name in sorted(found) if apart <= radius + EPS)


def next_ship(exploded: Exploded, left: tuple[str, ...]) -> Procedure | Done[Exploded]:
    """The damage of the next ship, or the end."""
    burst = exploded.burst
    state = exploded.state
    if burst.spike is not Spike.NONE:
        for name in left:
            state = state.put_ship(gain(state.ships[name], burst.spike))
        return Done(replace(exploded, state=state))
    if not left or burst.points is None:
        return Done(exploded)
    return CaughtIn(exploded, left, burst.points)


@dataclass(frozen=True, slots=True)
class CaughtIn:
    """The points on one ship, rolled for each ship where they are random."""

    exploded: Exploded
    left: tuple[str, ...]
    points: DiceExpr

    def ask(self) -> Total:
        """How many."""
        return Total("DF-CAT-03", self.points, about=self.left[0])

    def take(self, points: int) -> Procedure | Done[Exploded]:
        """Saves, where the result allows them."""
        if self.exploded.burst.saves:
            return CaughtSaves(self.exploded, self.left, points)
        return lost(self.exploded, self.left, points)


@dataclass(frozen=True, slots=True)
class CaughtSaves:
    """Saves against an explosion: normal points, the better of armour and passive (DF-SAV-02)."""

    exploded: Exploded
    left: tuple[str, ...]
    points: int

    def ask(self) -> Roll:
        """One for each point."""
        return explosion_saves(self.exploded.state.ships[self.left[0]], self.points)

    def take(self, counts: tuple[int, ...]) -> Procedure | Done[Exploded]:
        """What was not saved is lost."""
        return lost(self.exploded, self.left, counts[0])


def explosion_saves(ship: Ship, points: int) -> Roll:
    """The saves of one ship against the points of an explosion."""
    first, second = armour(ship), passive(ship)
    best = first if second is None else min(first, second)
    return save_roll(points, best.value, again=False, critical=False, about=ship.id)


def lost(exploded: Exploded, left: tuple[str, ...], points: int) -> Procedure | Done[Exploded]:
    """Hull lost by one ship, then the next."""
    ship = hurt(exploded.state.ships[left[0]], points)
    return next_ship(replace(exploded, state=exploded.state.put_ship(ship)), left[1:])
