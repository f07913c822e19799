"""Damage to a sector played out on the state: hull, collateral, ruins, and what a power plant
that blows up does to its neighbours (DF-BOM-06/07, DF-COL-04, DF-RUI-01).

Knows the order of these steps; who fired, and with what, is told in the chapters on firing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Choose, Done, Procedure, Roll
from defilade.systems.dropfleet.collateral import (
    Casualties,
    Ending,
    Spread,
    collateral,
    sector_harm,
    spreads,
    victims_of,
    without,
)
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.saves import normal_save
from defilade.systems.dropfleet.sectors import VOLATILE_DAMAGE, volatile
from defilade.systems.dropfleet.state import Sector, State


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage still to fall on a sector: points that may be saved, and points past all saves.

    `critical` of the unsaved points came of critical hits.
    """

    sector: str
    points: int = 0
    unsaved: int = 0
    critical: int = 0


@dataclass(frozen=True, slots=True)
class SectorsStruck:
    """Blows on sectors one after another, done by `by`; answers the state after them.

    Build it with `struck`. A sector that is lost on the way may set off others.
    """

    state: State
    by: str
    rules: HouseRules
    blows: tuple[Blow, ...]

    def ask(self) -> Procedure | Roll | Choose:
        """The saves of the next sector, then who bears the collateral, then their saves."""
        blow, sector = self.blows[0], self._sector
        if blow.points:
            save = normal_save(sector, self.rules)
            idle = save is None or (sector.ruins and not sector.assets)
            dice, need = 0 if idle else blow.points, save.value if save else 6
            return Roll("DF-BOM-06", dice, (need,), about=sector.id)
        ways = spreads(tuple(sector.assets), self._harm_points)
        if not ways:
            return Roll("DF-COL-01", 0, (1,))
        return Choose("DF-COL-04", self.by, "collateral", ways)

    def take(self, answer: tuple[int, ...] | Spread) -> Procedure | Done[State]:
        """The sector's unsaved damage, then its casualties."""
        blow, sector = self.blows[0], self._sector
        if blow.points:
            assert isinstance(answer, tuple)  # saves were asked
            saved = answer[1] if normal_save(sector, self.rules) else 0
            unsaved = blow.unsaved + blow.points - saved
            return replace(self, blows=(replace(blow, points=0, unsaved=unsaved), *self.blows[1:]))
        if not isinstance(answer, Spread) or not self._harm_points:
            return self._fallen(Casualties((), ()))
        assigned = dict(answer)
        victims = victims_of(sector.assets, assigned, self.rules, critical=blow.critical)
        harm = sector_harm(sector, blow.unsaved, self.rules)
        ending = Ending.RUIN if harm.ruined else Ending.NONE
        return _Suffering(self, collateral(victims, ending, self.rules))

    @property
    def _sector(self) -> Sector:
        return self.state.sectors[self.blows[0].sector]

    @property
    def _harm_points(self) -> int:
        return sector_harm(self._sector, self.blows[0].unsaved, self.rules).points

    def _fallen(self, casualties: Casualties) -> Procedure | Done[State]:
        sector = self._sector
        harm = sector_harm(sector, self.blows[0].unsaved, self.rules)
        after = self.state.change_sector(
            sector.id,
            hull=harm.hull,
            ruins=sector.ruins or harm.ruined,
            assets=without(sector.assets, casualties.lost),
        )
        ahead = self.blows[1:]
        if harm.ruined and volatile(sector):
            ahead += tuple(Blow(name, VOLATILE_DAMAGE) for name in neighbours(after, sector))
        return replace(self, state=after, blows=ahead) if ahead else Done(after)


@dataclass(frozen=True, slots=True)
class _Suffering:
    """Casualties of the first blow, then whatever is left to do."""

    strike: SectorsStruck
    collateral: Procedure

    def ask(self) -> Procedure:
        """Who is killed."""
        return self.collateral

    def take(self, casualties: Casualties) -> Procedure | Done[State]:
        """The state with them gone."""
        return self.strike._fallen(casualties)


def struck(
    state: State,
    sector_id: str,
    rules: HouseRules,
    *,
    by: str,
    points: int = 0,
    unsaved: int = 0,
    critical: int = 0,
) -> SectorsStruck:
    """Damage of one attack on a sector: `points` it may still save, `unsaved` that it may not,
    `critical` of the latter from critical hits."""
    return SectorsStruck(state, by, rules, (Blow(sector_id, points, unsaved, critical),))


def neighbours(state: State, sector: Sector) -> tuple[str, ...]:
    """The other sectors of its cluster."""
    cluster = state.clusters.get(sector.cluster)
    if cluster is None:
        return ()
    return tuple(name for name in cluster.sectors if name != sector.id)
