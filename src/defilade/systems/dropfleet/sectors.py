"""Sectors and clusters: printed stats, who holds what, what it is worth (DF-BOM, DF-GRD-05).

Knows tokens on the ground and values; damage to sectors is told in `collateral`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from defilade.frozen import FrozenMap
from defilade.systems.dropfleet.state import Asset, Cluster, Keyword, Sector, State, Weapon
from defilade.systems.dropfleet.terms import Arc, GroundKind, SectorType
from defilade.values import DiceExpr, Need

ALL_ROUND = frozenset({Arc.FRONT, Arc.LEFT, Arc.RIGHT, Arc.REAR})
ESCAPE_VELOCITY = (Keyword("escape velocity"),)
DEFENCE_WEAPONS = Weapon(
    "Defence Weapons",
    Need(3),
    DiceExpr.fixed(2),
    DiceExpr.fixed(1),
    ALL_ROUND,
    ESCAPE_VELOCITY,
)
ORBITAL_GUN = Weapon(
    "Orbital Gun", Need(2), DiceExpr.fixed(1), DiceExpr.fixed(2), ALL_ROUND, ESCAPE_VELOCITY
)


@dataclass(frozen=True, slots=True)
class SectorStats:
    """What is printed for one type of sector."""

    hull: int
    armour: Need
    value: int
    weapon: Weapon | None = None

    @property
    def weapons(self) -> FrozenMap[str, Weapon]:
        """Its weapons by name."""
        return FrozenMap({self.weapon.name: self.weapon} if self.weapon else {})


SECTORS: dict[SectorType, SectorStats] = {
    SectorType.COMMERCIAL: SectorStats(8, Need(4), 1),
    SectorType.INDUSTRIAL: SectorStats(4, Need(4), 2),
    SectorType.MILITARY: SectorStats(4, Need(3), 1, DEFENCE_WEAPONS),
    SectorType.ORBITAL_DEFENCE: SectorStats(6, Need(3), 1, ORBITAL_GUN),
    SectorType.POWER_PLANT: SectorStats(6, Need(4), 4),
    SectorType.COMMS_STATION: SectorStats(4, Need(5), 1),
}
"""Printed stats (DF-BOM-07); Volatile and Scanner Uplink go by the type."""

VOLATILE_DAMAGE = 4
"""Points on every other sector of the cluster when a power plant is destroyed (DF-BOM-07)."""


def volatile(sector: Sector) -> bool:
    """Whether its destruction hurts its neighbours."""
    return sector.type is SectorType.POWER_PLANT


def worth(sector: Sector) -> int:
    """Its value as an objective: ruins have none (DF-RUI-04, DF-BOM-08)."""
    return 0 if sector.ruins else sector.value


def counts(assets: Iterable[Asset], *, batteries: bool = False) -> Mapping[str, int]:
    """Tokens by side: infantry and armour, and `batteries` too where they count (DF-GRD-05)."""
    return Counter(a.side for a in assets if batteries or a.kind is not GroundKind.DEFENCE_BATTERY)


def most(tokens: Mapping[str, int]) -> str:
    """The side with more tokens than any other, "" if there is none."""
    best = max(tokens.values(), default=0)
    leaders = [side for side, number in tokens.items() if number == best]
    return leaders[0] if len(leaders) == 1 else ""


def holder_of(sector: Sector) -> str:
    """Who holds a sector, "" for nobody: the most infantry and armour there (DF-GRD-05).

    With neither in it, whoever held it before.
    """
    tokens = counts(sector.assets.values())
    return most(tokens) if tokens else sector.held_by


def holder_aboard(assets: Iterable[Asset]) -> str:
    """Who holds a space station, "" for nobody: all tokens count there (DF-GRD-05)."""
    return most(counts(assets, batteries=True))


def values_held(state: State, cluster: Cluster) -> dict[str, int]:
    """Value of the sectors each side holds in a cluster; sides without value are there too."""
    held: dict[str, int] = {}
    for name in cluster.sectors:
        sector = state.sectors[name]
        if side := holder_of(sector):
            held[side] = held.get(side, 0) + worth(sector)
    return held


def cluster_holder(state: State, cluster: Cluster) -> str:
    """The side that holds the greatest value, "" where none does (DF-BOM-08)."""
    held = values_held(state, cluster)
    return most(held) if any(held.values()) else ""


def cluster_destroyed(state: State, cluster: Cluster) -> bool:
    """Whether all its sectors are ruins (DF-BOM-08)."""
    return bool(cluster.sectors) and all(state.sectors[s].ruins for s in cluster.sectors)


HOLDING = {2: (2, 0), 3: (3, 1), 4: (4, 2)}
"""Victory points for holding and for contesting, by number of sectors (DF-BOM-08)."""


def victory_points(state: State, cluster: Cluster) -> dict[str, int]:
    """Points each side scores for a cluster: its holder, and those who hold a sector of it.

    Clusters smaller than two or greater than four sectors score as those.
    """
    hold, contest = HOLDING[min(4, max(2, len(cluster.sectors)))]
    holder = cluster_holder(state, cluster)
    return {side: hold if side == holder else contest for side in values_held(state, cluster)}
