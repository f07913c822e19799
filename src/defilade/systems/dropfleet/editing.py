"""A battle of Dropfleet edited by hand: where ships and scenery stand in it, what can be added.

Knows the lines of battle files; whether a ship may be somewhere is for `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from defilade.geometry.plane import Point, snap_point
from defilade.systems.dropfleet.battle import (
    Battle,
    ClusterLine,
    SceneryLine,
    SectorLine,
    ShipLine,
)
from defilade.systems.dropfleet.build import state_of
from defilade.systems.dropfleet.scene import MARKER, scene_of
from defilade.systems.dropfleet.terms import Density, SceneryType, SectorType, StationSize
from defilade.table import Round, Scene
from defilade.table.editing import Adding, EditError, Motion, Stock, Thing, ThingKind, mean
from defilade.table.faults import Path
from defilade.table.shelves import Shelf, Shelves

_LSO_RADIUS = 2.0
_RING = ((-6.0, 0.0), (6.0, 0.0))
_DEBRIS = ((-3.0, -1.5), (3.0, -1.5), (3.0, 1.5), (-3.0, 1.5))
_TOKEN = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))

_SCENERY: Mapping[str, tuple[SceneryLine, tuple[Point, ...]]] = {
    "lso": (SceneryLine(SceneryType.LSO), ()),
    "fine_debris": (SceneryLine(SceneryType.DEBRIS, Density.FINE), _DEBRIS),
    "dense_debris": (SceneryLine(SceneryType.DEBRIS, Density.DENSE), _DEBRIS),
    "ring": (SceneryLine(SceneryType.RING), _RING),
}
"""Scenery that can be added, and its outline around its middle."""

_LABELS = {"lso": "Large solid object", "ring": "Planetary ring"}


def _ship_moved(line: ShipLine, motion: Motion) -> ShipLine:
    facing = line.facing if motion.facing is None else motion.facing % 360.0
    return replace(line, pos=snap_point(motion.to), facing=facing)


def _sector_moved(line: SectorLine, motion: Motion) -> SectorLine:
    return replace(line, polygon=motion.points(line.polygon))


def _sector_outlined(line: SectorLine, corners: tuple[Point, ...]) -> SectorLine:
    return replace(line, polygon=corners)


def _scenery_at(line: SceneryLine) -> Point | None:
    return line.centre if line.centre is not None else mean(line.line or line.polygon)


def _scenery_moved(line: SceneryLine, motion: Motion) -> SceneryLine:
    if line.centre is not None:
        return replace(line, centre=snap_point(motion.to))
    return replace(line, polygon=motion.points(line.polygon), line=motion.points(line.line))


def _scenery_outlined(line: SceneryLine, corners: tuple[Point, ...]) -> SceneryLine:
    if line.type is SceneryType.RING:
        if len(corners) != 2:
            raise EditError("a planetary ring has two ends")
        return replace(line, line=corners)
    return replace(line, polygon=corners, centre=None, radius=0.0)


def _forgotten(battle: Battle, thing: Thing) -> Battle:
    """No group, cluster, token or activation names what is gone; empty groups go too."""
    name = thing.id
    groups = _without(battle.groups, name)
    battlegroups: Mapping[str, tuple[str, ...]] = battle.battlegroups
    for gone in {name, *(set(battle.groups) - set(groups))} - set(groups) - set(_ships(battle)):
        battlegroups = _without(battlegroups, gone)
    known = {*groups, *_ships(battle)}
    return replace(
        battle,
        groups=groups,
        battlegroups=battlegroups,
        clusters={
            each: ClusterLine(line.centre, tuple(s for s in line.sectors if s != name))
            for each, line in battle.clusters.items()
        },
        tokens={each: line for each, line in battle.tokens.items() if line.on != name},
        active=battle.active if battle.active in known else None,
    )


def _ships(battle: Battle) -> tuple[str, ...]:
    return (*battle.ships, *battle.stations)


def _without(groups: Mapping[str, tuple[str, ...]], name: str) -> dict[str, tuple[str, ...]]:
    """The groups without a member; those that lose their last one are gone."""
    left = {key: tuple(n for n in members if n != name) for key, members in groups.items()}
    return {key: members for key, members in left.items() if members or not groups[key]}


def _sides(battle: Battle) -> tuple[str, ...]:
    ships = (*battle.ships.values(), *battle.stations.values())
    return tuple(dict.fromkeys(line.side for line in ships if line.side))


def _words(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    sides = _sides(battle)
    grouped = {ship for ships in battle.groups.values() for ship in ships}
    alone = (ship for ship in _ships(battle) if ship not in grouped)
    return {
        "side": sides,
        "held_by": sides,
        "ship_class": tuple(battle.classes),
        "active": (*battle.groups, *alone),
    }


def _stocked(battle: Battle) -> tuple[Stock, ...]:
    marker = Round(MARKER)
    ships = (
        Stock(f"unit/{name}", ThingKind.PIECE, name, "unit", True, marker)
        for name in battle.classes
    )
    stations = (
        Stock(
            f"station/{size}",
            ThingKind.PIECE,
            f"{size.capitalize()} station",
            "station",
            True,
            marker,
        )
        for size in StationSize
    )
    scenery = (
        Stock(
            f"terrain/{word}",
            ThingKind.GROUND,
            _LABELS.get(word) or _plain(word),
            "terrain",
            footprint=None if outline else Round(_LSO_RADIUS),
            outline=outline,
        )
        for word, (_, outline) in _SCENERY.items()
    )
    sectors = (
        Stock(f"sector/{kind}", ThingKind.GROUND, _plain(kind), "sector", outline=_TOKEN)
        for kind in SectorType
    )
    return (*ships, *stations, *scenery, *sectors)


def _plain(word: str) -> str:
    return word.replace("_", " ").capitalize()


def _supply(battle: Battle, stock: Stock, adding: Adding) -> tuple[Path, object]:
    to = snap_point(adding.to)
    match stock.group:
        case "unit":
            return ("ships",), ShipLine(_side(battle, adding), to, stock.name)
        case "station":
            size = StationSize(stock.name)
            return ("stations",), ShipLine(_side(battle, adding), to, station=size)
        case "sector":
            return ("sectors",), SectorLine(SectorType(stock.name), adding.outline_or(_TOKEN))
        case _:
            return ("scenery",), _scenery(stock, adding)


def _scenery(stock: Stock, adding: Adding) -> SceneryLine:
    line, outline = _SCENERY[stock.name]
    if not outline and not adding.corners:
        return replace(line, centre=snap_point(adding.to), radius=_LSO_RADIUS)
    return _scenery_outlined(line, adding.outline_or(outline))


def _side(battle: Battle, adding: Adding) -> str:
    sides = _sides(battle)
    side = adding.side or (sides[0] if sides else None)
    if side is None:
        raise EditError("a ship needs a side")
    return side


def _scene(battle: Battle) -> Scene:
    return scene_of(state_of(battle))


EDITOR: Shelves[Battle] = Shelves(
    shelves=(
        Shelf(("ships", "*"), ThingKind.PIECE, lambda line: line.pos, _ship_moved),
        Shelf(
            ("stations", "*"),
            ThingKind.PIECE,
            lambda line: line.pos,
            _ship_moved,
            turns=lambda line: line.station is None,
        ),
        Shelf(
            ("sectors", "*"),
            ThingKind.GROUND,
            lambda line: mean(line.polygon),
            _sector_moved,
            _sector_outlined,
        ),
        Shelf(
            ("scenery", "*"),
            ThingKind.GROUND,
            _scenery_at,
            _scenery_moved,
            _scenery_outlined,
            turns=lambda line: line.centre is None,
        ),
    ),
    stocked=_stocked,
    supply=_supply,
    scene=_scene,
    named=_words,
    forgotten=_forgotten,
)
"""How battles of this system are edited."""
