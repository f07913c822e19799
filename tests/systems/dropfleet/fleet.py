"""Ships, sectors and states for tests, with everything that does not matter filled in."""

from collections.abc import Mapping
from typing import Any

from defilade.frozen import FrozenMap
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.sectors import SECTORS
from defilade.systems.dropfleet.state import (
    Asset,
    Cluster,
    Group,
    Profile,
    Scenery,
    Sector,
    Ship,
    State,
    Weapon,
)
from defilade.systems.dropfleet.terms import (
    Density,
    GroundKind,
    Layer,
    SceneryType,
    SectorType,
    StationSize,
    Tonnage,
)
from defilade.values import DiceExpr, Need

PROFILE = ("faction", "scan", "signature", "signature_up", "thrust", "pcm", "pd")


def weapon(
    name: str = "w", lock: int = 4, attack: str = "2", *, arc: str = "F", special: str = ""
) -> Weapon:
    return Weapon(
        name,
        Need(lock),
        DiceExpr.parse(attack),
        DiceExpr.fixed(1),
        keywords.parse_arcs(arc),
        keywords.parse_all(s.strip() for s in special.split(",") if s.strip()),
    )


def ship(
    name: str = "A",
    *,
    side: str = "red",
    pos: tuple[float, float] = (0.0, 0.0),
    facing: float = 0.0,
    layer: Layer = Layer.HIGH,
    start: int = 10,
    hull: int | None = None,
    special: str = "",
    group: str | None = None,
    tonnage: Tonnage = Tonnage.M,
    armour: int = 4,
    weapons: tuple[Weapon, ...] = (),
    station: StationSize | None = None,
    **rest: Any,
) -> Ship:
    printed: dict[str, Any] = {
        "faction": "",
        "scan": 6.0,
        "signature": 6.0,
        "signature_up": None,
        "thrust": 8.0,
        "pcm": None,
        "pd": 0,
    }
    printed.update({key: rest.pop(key) for key in PROFILE if key in rest})
    profile = Profile(
        name=name,
        hull=start,
        armour=Need(armour),
        tonnage=tonnage,
        special=keywords.parse_all(s.strip() for s in special.split(",") if s.strip()),
        weapons=FrozenMap({w.name: w for w in weapons}),
        station=station,
        **printed,
    )
    left = start if hull is None else hull
    return Ship(name, side, group or name, profile, pos, facing, layer, left, **rest)


def assets(*named: str) -> FrozenMap[str, Asset]:
    """`blue infantry I1`, one text an asset."""
    found = {}
    for text in named:
        side, kind, name = text.split()
        found[name] = Asset(name, side, GroundKind(kind))
    return FrozenMap(found)


def sector(
    name: str = "S",
    kind: SectorType = SectorType.COMMERCIAL,
    *in_it: str,
    hull: int | None = None,
    **rest: Any,
) -> Sector:
    stats = SECTORS[kind]
    return Sector(
        name,
        kind,
        rest.pop("polygon", ()),
        stats.hull,
        stats.hull if hull is None else hull,
        stats.armour,
        stats.value,
        weapons=stats.weapons,
        assets=assets(*in_it),
        **rest,
    )


def field(name: str, density: Density, *corners: tuple[float, float]) -> Scenery:
    return Scenery(name, SceneryType.DEBRIS, density, polygon=corners)


def moon(name: str, centre: tuple[float, float], radius: float) -> Scenery:
    return Scenery(name, SceneryType.LSO, centre=centre, radius=radius)


def rings(name: str, start: tuple[float, float], end: tuple[float, float]) -> Scenery:
    return Scenery(name, SceneryType.RING, line=(start, end))


def state(
    *things: Ship | Sector | Scenery,
    clusters: Mapping[str, tuple[str, ...]] | None = None,
    battlegroups: Mapping[str, str] | None = None,
    **rest: Any,
) -> State:
    """A state of these things; ships are grouped by their `group`."""
    ships = {t.id: t for t in things if isinstance(t, Ship)}
    members: dict[str, tuple[str, ...]] = {}
    for one in ships.values():
        members[one.group] = (*members.get(one.group, ()), one.id)
    places = {t.id: t for t in things if isinstance(t, Sector)}
    for cluster, names in (clusters or {}).items():
        for name in names:
            places[name] = _in_cluster(places[name], cluster)
    return State(
        "a test",
        FrozenMap(ships),
        FrozenMap(places),
        FrozenMap({n: Cluster(n, (0.0, 0.0), s) for n, s in (clusters or {}).items()}),
        FrozenMap({g: Group(g, s, (battlegroups or {}).get(g, g)) for g, s in members.items()}),
        FrozenMap({t.id: t for t in things if isinstance(t, Scenery)}),
        **rest,
    )


def _in_cluster(place: Sector, cluster: str) -> Sector:
    from dataclasses import replace

    return replace(place, cluster=cluster)
