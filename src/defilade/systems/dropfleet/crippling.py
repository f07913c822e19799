"""Crippling damage: two dice on a table, and what each result does to the ship.

Knows the tables of ships and of dreadnoughts; when a roll is due is told in `condition`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from defilade.dice import Done, Total
from defilade.systems.dropfleet.condition import hurt, is_dreadnought, passed
from defilade.systems.dropfleet.spikes import gain
from defilade.systems.dropfleet.state import Ship
from defilade.systems.dropfleet.terms import Effect, Spike
from defilade.values import DiceExpr

D6 = DiceExpr(1, 6)


class Result(StrEnum):
    """Results of the two crippling tables (DF-CRP-05, DF-CRP-07)."""

    BRIGHT_FLASH = "bright_flash"
    FIRE = "fire"
    ENERGY_SURGES = "energy_surges"
    SCANNERS_OFFLINE = "scanners_offline"
    ARMOUR_CRACKED = "armour_cracked"
    HULL_BREACH = "hull_breach"
    ENGINES_DISABLED = "engines_disabled"
    WEAPONS_OFFLINE = "weapons_offline"
    REACTOR_OVERLOAD = "reactor_overload"
    CONTAINMENT_FAILURE = "containment_failure"
    POWER_FLUCTUATIONS = "power_fluctuations"
    SCANNERS_DAMAGED = "scanners_damaged"
    BULKHEAD_RUPTURED = "bulkhead_ruptured"
    AUXILIARY_CORE_COLLAPSE = "auxiliary_core_collapse"
    ENGINE_DESTROYED = "engine_destroyed"
    WEAPON_DESTROYED = "weapon_destroyed"
    PRIMARY_CORE_LEAK = "primary_core_leak"


LASTING = frozenset(effect.value for effect in Effect)
"""Results that stay on the ship as an effect of the same name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: extra hull damage, and whether the ship starts to decay."""

    result: Result
    extra: int
    decay: bool = False


SHIPS = (
    (Line(Result.BRIGHT_FLASH, 0), Line(Result.FIRE, 0), Line(Result.ENERGY_SURGES, 2, True)),
    (
        Line(Result.SCANNERS_OFFLINE, 0),
        Line(Result.ARMOUR_CRACKED, 2),
        Line(Result.HULL_BREACH, 2, True),
    ),
    (
        Line(Result.ENGINES_DISABLED, 2, True),
        Line(Result.WEAPONS_OFFLINE, 3),
        Line(Result.REACTOR_OVERLOAD, 3, True),
    ),
)
"""By area (1-2 subsystems, 3-4 hull, 5-6 core), then by the second die (DF-CRP-05)."""

DREADNOUGHTS = (
    (
        Line(Result.BRIGHT_FLASH, 0),
        Line(Result.CONTAINMENT_FAILURE, 0),
        Line(Result.POWER_FLUCTUATIONS, 0),
    ),
    (
        Line(Result.SCANNERS_DAMAGED, 0),
        Line(Result.BULKHEAD_RUPTURED, 1),
        Line(Result.AUXILIARY_CORE_COLLAPSE, 2, True),
    ),
    (
        Line(Result.ENGINE_DESTROYED, 0),
        Line(Result.WEAPON_DESTROYED, 0),
        Line(Result.PRIMARY_CORE_LEAK, 0, True),
    ),
)
"""The dreadnoughts' own table (DF-CRP-07)."""


@dataclass(frozen=True, slots=True)
class Crippled:
    """The ship after a crippling roll, its results in order and the extra hull it lost."""

    ship: Ship
    results: tuple[Result, ...]
    extra: int


@dataclass(frozen=True, slots=True)
class CripplingArea:
    """The first die: where the damage is (DF-CRP-05)."""

    ship: Ship
    results: tuple[Result, ...] = ()
    extra: int = 0

    def ask(self) -> Total:
        """One die."""
        return Total("DF-CRP-05", D6, about=self.ship.id)

    def take(self, area: int) -> CripplingResult:
        """On to the second die."""
        return CripplingResult(self, (area - 1) // 2)


@dataclass(frozen=True, slots=True)
class CripplingResult:
    """The second die: what is damaged. A reactor overload rolls both again."""

    area: CripplingArea
    row: int

    def ask(self) -> Total:
        """One die."""
        return Total("DF-CRP-05", D6, about=self.area.ship.id)

    def take(self, face: int) -> CripplingArea | WeaponLost | Done[Crippled]:
        """The result strikes at once, and no save helps (DF-CRP-05)."""
        ship = self.area.ship
        table = DREADNOUGHTS if is_dreadnought(ship) else SHIPS
        line = table[self.row][(face - 1) // 2]
        results = (*self.area.results, line.result)
        extra = self.area.extra + line.extra
        after = suffered(ship, line)
        if line.result is Result.REACTOR_OVERLOAD and not after.destroyed:
            return CripplingArea(after, results, extra)
        if line.result is Result.WEAPON_DESTROYED and after.profile.weapons:
            return WeaponLost(Crippled(after, results, extra))
        return Done(Crippled(after, results, extra))


@dataclass(frozen=True, slots=True)
class WeaponLost:
    """A dreadnought loses one weapon system at random (DF-CRP-07)."""

    crippled: Crippled

    def ask(self) -> Total:
        """A die with a side for each of its weapons."""
        ship = self.crippled.ship
        return Total("DF-CRP-07", DiceExpr(1, len(ship.profile.weapons)), about=ship.id)

    def take(self, number: int) -> Done[Crippled]:
        """In the order of its lines."""
        ship = self.crippled.ship
        lost = tuple(ship.profile.weapons)[number - 1]
        return Done(replace(self.crippled, ship=replace(ship, destroyed_weapon=lost)))


def suffered(ship: Ship, line: Line) -> Ship:
    """The ship after one result: extra damage, its effect, and decay where the table says so
    (DF-CRP-06)."""
    hit = hurt(replace(ship, crippled=True), line.extra)
    if line.result is Result.BRIGHT_FLASH:
        return gain(hit, Spike.MINOR)
    if line.result.value in LASTING:
        hit = with_effect(hit, Effect(line.result.value))
    return with_effect(hit, Effect.ORBITAL_DECAY) if line.decay else hit


def with_effect(ship: Ship, effect: Effect) -> Ship:
    """The ship with one more effect; only fires and leaks can burn twice."""
    twice = (Effect.FIRE, Effect.PRIMARY_CORE_LEAK, Effect.CONTAINMENT_FAILURE)
    if effect in ship.effects and effect not in twice:
        return ship
    return replace(ship, effects=(*ship.effects, effect))


def counted(ship: Ship) -> Ship:
    """The ship with one of its rolls due marked as made: thresholds first (DF-CRP-03), then
    other causes (DF-CRP-08)."""
    if passed(ship) > ship.crippling_made:
        return replace(ship, crippling_made=ship.crippling_made + 1)
    return replace(ship, crippling_owed=max(0, ship.crippling_owed - 1))
