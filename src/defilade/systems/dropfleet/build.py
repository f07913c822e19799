"""From a battle file to the state of play: classes filled in, rules read, places rounded.

Knows defaults (the printed stats of stations and sectors among them); what is wrong with a
battle is found in `checks`, before this is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from defilade.frozen import FrozenMap
from defilade.geometry.plane import snap_point
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.battle import (
    AssetLine,
    Battle,
    SceneryLine,
    SectorLine,
    Shielded,
    ShipClass,
    ShipLine,
    TokenLine,
    WeaponLine,
)
from defilade.systems.dropfleet.condition import is_crippled, passed
from defilade.systems.dropfleet.sectors import SECTORS
from defilade.systems.dropfleet.state import (
    Asset,
    Cluster,
    Group,
    LaunchToken,
    Profile,
    Scenery,
    Sector,
    Ship,
    State,
    Weapon,
)
from defilade.systems.dropfleet.terms import Layer, StationSize, Tonnage
from defilade.values import Inches, Need


@dataclass(frozen=True, slots=True)
class StationStats:
    """What is printed for one size of station."""

    signature: Inches
    hull: int
    pd: int


STATIONS = {
    StationSize.SMALL: StationStats(4.0, 8, 5),
    StationSize.MEDIUM: StationStats(6.0, 12, 8),
    StationSize.LARGE: StationStats(8.0, 16, 12),
}
"""Stations: Scan 6", armour 3+, Thrust 0, Low Orbit, and these (DF-STA-01)."""
STATION_ARMOUR = Need(3)

SCAN, SIGNATURE, THRUST, HULL, ARMOUR = 6.0, 6.0, 8.0, 10, Need(4)
"""What a ship has whose line and class leave it out; `checks` warns of each."""


def state_of(battle: Battle) -> State:
    """The state a battle file describes; it has passed its checks."""
    groups, group_of = _groups(battle)
    ships = {
        name: _ship(name, line, battle, group_of[name])
        for name, line in {**battle.ships, **battle.stations}.items()
    }
    cluster_of = {s: name for name, line in battle.clusters.items() for s in line.sectors}
    return State(
        title=battle.title,
        ships=FrozenMap(ships),
        sectors=FrozenMap(
            {n: _sector(n, line, cluster_of.get(n, "")) for n, line in battle.sectors.items()}
        ),
        clusters=FrozenMap(
            {
                n: Cluster(n, snap_point(line.centre), tuple(line.sectors))
                for n, line in battle.clusters.items()
            }
        ),
        groups=groups,
        scenery=FrozenMap({n: _scenery(n, line) for n, line in battle.scenery.items()}),
        tokens=FrozenMap(
            {
                n: LaunchToken(n, line.side, line.kind, line.on, line.dice, _arms(n, line))
                for n, line in battle.tokens.items()
            }
        ),
        teams=FrozenMap(battle.teams),
        size=battle.size,
        turn=battle.turn,
        phase=battle.phase,
        active=battle.active,
        acting_battlegroup=groups[battle.active].battlegroup if battle.active else None,
        special_order=None,
    )


def _arms(name: str, line: TokenLine) -> Weapon | None:
    return None if line.weapon is None else weapons_of_lines({name: line.weapon})[name]


def _groups(battle: Battle) -> tuple[FrozenMap[str, Group], Mapping[str, str]]:
    """Groups with their battlegroups; a ship in none is its own, and so is a group."""
    members = {name: tuple(ships) for name, ships in battle.groups.items()}
    group_of = {ship: name for name, ships in members.items() for ship in ships}
    for name in (*battle.ships, *battle.stations):
        if name not in group_of:
            members[name] = (name,)
            group_of[name] = name
    above = {group: name for name, groups in battle.battlegroups.items() for group in groups}
    groups = {n: Group(n, ships, above.get(n, n)) for n, ships in members.items()}
    return FrozenMap(groups), group_of


def _ship(name: str, line: ShipLine, battle: Battle, group: str) -> Ship:
    kind = battle.classes.get(line.ship_class or "", ShipClass())
    profile = profile_of(line.ship_class or name, line, kind)
    layer = line.layer or Layer.LOW
    ship = Ship(
        id=name,
        side=line.side,
        group=group,
        profile=profile,
        pos=snap_point(line.pos),
        facing=line.facing % 360.0,
        layer=layer,
        hull=profile.hull if line.hull is None else line.hull,
        order=line.orders,
        spike=line.spike,
        silent=line.silent,
        shields_up=line.shields_up,
        crippled=line.crippled,
        effects=tuple(line.effects),
        corruptor=line.corruptor,
        moved=line.moved,
        assets=assets_of(line.assets),
    )
    made = max(1, passed(ship)) if line.crippling_rolled else 0
    return replace(ship, crippled=is_crippled(ship), crippling_made=made)


def profile_of(name: str, line: ShipLine, kind: ShipClass) -> Profile:
    """A ship's characteristics: its own line first, then its class, then what is printed."""
    stats = STATIONS[line.station] if line.station else None
    signature: float | Shielded = stats.signature if stats else SIGNATURE
    for given in (kind.signature, line.signature):
        signature = signature if given is None else given
    weapons = kind.weapons if line.weapons is None else line.weapons
    special = kind.special if line.special is None else line.special
    return Profile(
        name=name,
        faction=line.faction or kind.faction,
        scan=_first(line.scan, kind.scan, SCAN),
        signature=signature.down if isinstance(signature, Shielded) else signature,
        signature_up=signature.up if isinstance(signature, Shielded) else None,
        thrust=_first(line.thrust, kind.thrust, 0.0 if stats else THRUST),
        hull=_first(line.hull_start, kind.hull_start, stats.hull if stats else _started(line)),
        armour=_first(line.armour, kind.armour, STATION_ARMOUR if stats else ARMOUR),
        pcm=line.pcm if line.pcm is not None else kind.pcm,
        pd=_first(line.pd, kind.pd, stats.pd if stats else 0),
        tonnage=_first(line.tonnage, kind.tonnage, Tonnage.M),
        special=keywords.parse_all(special),
        weapons=weapons_of_lines(weapons),
        station=line.station,
    )


def _started(line: ShipLine) -> int:
    """The starting hull of a ship of which only the hull left is given."""
    return line.hull if line.hull is not None and line.hull > 0 else HULL


T = TypeVar("T")


def _first(own: T | None, of_class: T | None, otherwise: T) -> T:
    if own is not None:
        return own
    return otherwise if of_class is None else of_class


def weapons_of_lines(lines: Mapping[str, WeaponLine]) -> FrozenMap[str, Weapon]:
    """Weapons by name, their arcs and rules read."""
    return FrozenMap(
        {
            name: Weapon(
                name,
                line.lock,
                line.attack,
                line.damage,
                keywords.parse_arcs(line.arc),
                keywords.parse_all(line.special),
            )
            for name, line in lines.items()
        }
    )


def assets_of(lines: Mapping[str, AssetLine]) -> FrozenMap[str, Asset]:
    """Ground assets by name."""
    return FrozenMap({name: Asset(name, line.side, line.kind) for name, line in lines.items()})


def _sector(name: str, line: SectorLine, cluster: str) -> Sector:
    stats = SECTORS[line.type]
    hull = stats.hull if line.hull is None else line.hull
    return Sector(
        id=name,
        type=line.type,
        polygon=tuple(snap_point(point) for point in line.polygon),
        hull_start=max(stats.hull, hull),
        hull=0 if line.ruins else hull,
        armour=line.armour or stats.armour,
        value=stats.value if line.value is None else line.value,
        cluster=cluster,
        held_by=line.held_by,
        ruins=line.ruins,
        layer=line.layer,
        scan=line.scan,
        weapons=weapons_of_lines(line.weapons) if line.weapons else stats.weapons,
        assets=assets_of(line.assets),
    )


def _scenery(name: str, line: SceneryLine) -> Scenery:
    return Scenery(
        id=name,
        type=line.type,
        density=line.density,
        polygon=tuple(snap_point(point) for point in line.polygon),
        centre=None if line.centre is None else snap_point(line.centre),
        radius=line.radius,
        line=tuple(snap_point(point) for point in line.line),
    )
