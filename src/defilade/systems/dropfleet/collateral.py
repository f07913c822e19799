"""Collateral damage and ruins: what damage to a sector or station does to assets in it.

Knows even spreading, the assets' saves, the one die for ruins (DF-COL, DF-RUI); never how the
damage came about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from defilade.dice import Done, Roll
from defilade.frozen import FrozenMap
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet.options import CollateralCounts, HouseRules
from defilade.systems.dropfleet.state import Asset, Sector
from defilade.systems.dropfleet.terms import GroundKind

BOMBARDMENT_SAVE = {
    GroundKind.INFANTRY: 3,
    GroundKind.ARMOUR: 5,
    GroundKind.DEFENCE_BATTERY: 3,
}
"""What assets save with against bombardment (DF-GRD-02, DF-COL-03)."""
RUIN_NEEDS = 2


class Fate(StrEnum):
    """What became of an asset."""

    ALIVE = "alive"
    COLLATERAL = "collateral"
    RUIN = "ruin"
    REMOVED = "removed"


class Ending(StrEnum):
    """What else the damage did to the place the assets are in."""

    NONE = "none"
    RUIN = "ruin"
    """The sector has just become ruins: the one die (DF-RUI-02)."""
    GONE = "gone"
    """The station is lost with all aboard (DF-STA-01)."""


@dataclass(frozen=True, slots=True)
class SectorHarm:
    """What unsaved damage does to a sector: hull left, ruins now, points for its assets."""

    hull: int
    ruined: bool
    points: int


def sector_harm(sector: Sector, unsaved: int, rules: HouseRules) -> SectorHarm:
    """Unsaved points on a sector (DF-COL-01, DF-COL-02, DF-RUI-01).

    Ruins record no damage, but it still falls on their assets and rolls no second ruin die
    (DF-RUI-05, DF-RUI-06).
    """
    points = unsaved
    if rules.collateral_counts is CollateralCounts.CAPPED and not sector.ruins:
        points = min(unsaved, sector.hull)
    points = points if sector.assets else 0
    if sector.ruins:
        return SectorHarm(0, ruined=False, points=points)
    left = max(0, sector.hull - unsaved)
    return SectorHarm(left, ruined=left == 0 and unsaved > 0, points=points)


def spread_reasons(
    assets: Sequence[str], points: int, assigned: Mapping[str, int]
) -> tuple[Reason, ...]:
    """Everything against handing `points` out so: one each before any second (DF-COL-05)."""
    against: list[Reason] = []
    given = [assigned.get(asset, 0) for asset in assets]
    strangers = sorted(set(assigned) - set(assets))
    if strangers or sum(given) != points or min(given, default=0) < 0:
        params = Record(points=points, given=sum(given), strangers=", ".join(strangers))
        against.append(Reason("DF-COL-02", "collateral_not_all", params, Weight.AGAINST))
    if given and max(given) - min(given) > 1:
        params = Record(most=max(given), least=min(given))
        against.append(Reason("DF-COL-05", "collateral_uneven", params, Weight.AGAINST))
    return tuple(against)


@dataclass(frozen=True, slots=True)
class Spread:
    """One way to hand points out: pairs of asset and points, in the order of the assets."""

    points: tuple[tuple[str, int], ...]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self.points)

    def __str__(self) -> str:
        """As players say it: who bears how much.

        >>> str(Spread((("Militia", 2), ("Tanks", 1), ("Flak", 0))))
        'Militia 2, Tanks 1'
        """
        return ", ".join(f"{asset} {points}" for asset, points in self.points if points) or "nobody"


def spreads(assets: Sequence[str], points: int) -> tuple[Spread, ...]:
    """Every even way to hand `points` out (DF-COL-04, DF-COL-05)."""
    if not assets:
        return ()
    each, over = divmod(points, len(assets))
    return tuple(
        Spread(tuple((asset, each + (asset in more)) for asset in assets))
        for more in combinations(assets, over)
    )


@dataclass(frozen=True, slots=True)
class Victim:
    """An asset with the points assigned to it; `sure` of them allow no save."""

    id: str
    save: int
    points: int = 0
    sure: int = 0


def victims_of(
    assets: FrozenMap[str, Asset],
    assigned: Mapping[str, int],
    rules: HouseRules,
    *,
    critical: int = 0,
) -> tuple[Victim, ...]:
    """The assets with their points. `critical` of these came of critical hits and, where
    the house rule says so, kill outright: they are the first handed out (DF-COL-06)."""
    left = critical if rules.collateral_crits_kill else 0
    sure = dict.fromkeys(assets, 0)
    most = max(assigned.values(), default=0)
    for round_number in range(most):
        for name in assets:
            if left and assigned.get(name, 0) > round_number:
                sure[name] += 1
                left -= 1
    return tuple(
        Victim(name, BOMBARDMENT_SAVE[asset.kind], assigned.get(name, 0), sure[name])
        for name, asset in assets.items()
    )


@dataclass(frozen=True, slots=True)
class Casualties:
    """What became of everybody: fates and saves made by asset id, in the order of the assets.

    `ruin_rolled` tells whether the ruin die was thrown.
    """

    fates: tuple[tuple[str, Fate], ...]
    saves: tuple[tuple[str, int], ...]
    ruin_rolled: bool = False

    @property
    def lost(self) -> frozenset[str]:
        """The assets that are gone."""
        return frozenset(name for name, fate in self.fates if fate is not Fate.ALIVE)


@dataclass(frozen=True, slots=True)
class Collateral:
    """Saves asset by asset, and the ruin die before or after them; answers `Casualties`.

    Build it with `collateral`. Points past the one that kills are lost (DF-COL-05).
    """

    victims: tuple[Victim, ...]
    ending: Ending
    ruin_first: bool
    fates: tuple[Fate, ...]
    saves: tuple[int, ...]
    at: int = 0
    ruin_rolled: bool = False

    def ask(self) -> Roll:
        """One victim's saves, or the one die for all (DF-COL-03, DF-RUI-02)."""
        if self._ruin_next:
            return Roll("DF-RUI-02", int(self._anyone), (RUIN_NEEDS,))
        if self.at >= len(self.victims):
            return Roll("DF-COL-01", 0, (RUIN_NEEDS,))
        victim = self.victims[self.at]
        dice = 0 if self.fates[self.at] is not Fate.ALIVE else victim.points - victim.sure
        return Roll("DF-COL-03", dice, (victim.save,), about=victim.id)

    def take(self, bands: tuple[int, ...]) -> Collateral | Done[Casualties]:
        """The next victim, the ruin die, or the end."""
        if self._ruin_next:
            return self._ruined(fell=bands[1] > 0)
        if self.at >= len(self.victims):
            return self._next()
        failed, saved = bands
        fate = self.fates[self.at]
        if fate is Fate.ALIVE and (failed or self.victims[self.at].sure):
            fate = Fate.COLLATERAL
        return replace(
            self,
            fates=(*self.fates[: self.at], fate, *self.fates[self.at + 1 :]),
            saves=(*self.saves[: self.at], saved, *self.saves[self.at + 1 :]),
            at=self.at + 1,
        )._next()

    @property
    def _anyone(self) -> bool:
        return Fate.ALIVE in self.fates

    @property
    def _ruin_next(self) -> bool:
        if self.ending is not Ending.RUIN or self.ruin_rolled:
            return False
        return self.ruin_first or self.at >= len(self.victims)

    def _ruined(self, *, fell: bool) -> Collateral | Done[Casualties]:
        fates = tuple(Fate.RUIN if fell and f is Fate.ALIVE else f for f in self.fates)
        return replace(self, fates=fates, ruin_rolled=True)._next()

    def _next(self) -> Collateral | Done[Casualties]:
        if self.at < len(self.victims) or (self._ruin_next and self._anyone):
            return self
        fates = self.fates
        if self.ending is Ending.GONE:
            fates = tuple(Fate.REMOVED if f is Fate.ALIVE else f for f in fates)
        names = [victim.id for victim in self.victims]
        return Done(
            Casualties(
                tuple(zip(names, fates, strict=True)),
                tuple(zip(names, self.saves, strict=True)),
                self.ruin_rolled,
            )
        )


def collateral(victims: tuple[Victim, ...], ending: Ending, rules: HouseRules) -> Collateral:
    """The procedure of collateral damage and what follows for these victims.

    The ruin die comes after collateral, for survivors, unless the house rule puts it first
    (DF-RUI-03); on a station that is lost, all aboard go with it (DF-COL-07).
    """
    return Collateral(
        victims,
        ending,
        not rules.collateral_before_ruin,
        (Fate.ALIVE,) * len(victims),
        (0,) * len(victims),
    )


def without(assets: FrozenMap[str, Asset], lost: frozenset[str]) -> FrozenMap[str, Asset]:
    """The assets that are left."""
    return FrozenMap({name: asset for name, asset in assets.items() if name not in lost})
