"""A battle of Conquest edited by hand: where Regiments and terrain stand in it, what can be added.

Knows the lines of battle files; whether a Regiment may stand somewhere is for `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from defilade.geometry.plane import Point, bearing_to_angle, snap_point
from defilade.systems.conquest.battle import (
    Battle,
    CircleLine,
    FootprintLine,
    RegimentLine,
    TerrainLine,
    UnitLine,
)
from defilade.systems.conquest.build import regiment_of, state_of
from defilade.systems.conquest.scene import scene_of, shaped_piece
from defilade.systems.conquest.terms import Feature, TerrainKind
from defilade.table import Scene
from defilade.table.editing import Adding, EditError, Motion, Stock, Thing, ThingKind, mean
from defilade.table.faults import Path
from defilade.table.scene import Footprint
from defilade.table.shelves import Shelf, Shelves

_SIDE = 2.5
"""Half the side of terrain from stock: its diameter is within what the rules assume."""

_GROUNDS: Mapping[str, TerrainLine] = {
    "garrison": TerrainLine(TerrainKind.GARRISON, defence=1, capacity=4, elevation=1),
    "tower": TerrainLine(
        TerrainKind.GARRISON, defence=2, capacity=4, elevation=3, feature=Feature.TOWER
    ),
    "forest": TerrainLine(TerrainKind.ZONAL, feature=Feature.FOREST),
    "hill": TerrainLine(TerrainKind.ZONAL, feature=Feature.HILL, elevation=1),
    "wall": TerrainLine(TerrainKind.ZONAL, feature=Feature.WALL),
    "impassable": TerrainLine(TerrainKind.IMPASSABLE),
}
"""Terrain that can be added, by the word it is called."""


def _regiment_at(line: RegimentLine) -> Point | None:
    return None if line.location is not None else line.front_centre


def _regiment_moved(line: RegimentLine, motion: Motion) -> RegimentLine:
    facing = line.facing_deg if motion.facing is None else bearing_to_angle(motion.facing)
    return replace(line, front_centre=snap_point(motion.to), facing_deg=facing, location=None)


def _regiment_copied(line: RegimentLine) -> RegimentLine:
    return replace(line, location=None)


def _terrain_at(line: TerrainLine) -> Point | None:
    circle = line.footprint.circle
    return mean(line.footprint.polygon) if circle is None else circle.centre


def _terrain_moved(line: TerrainLine, motion: Motion) -> TerrainLine:
    circle = line.footprint.circle
    if circle is not None:
        moved = CircleLine(snap_point(motion.to), circle.radius)
        return replace(line, footprint=FootprintLine(moved))
    polygon = motion.points(line.footprint.polygon)
    return replace(line, footprint=FootprintLine(polygon=polygon))


def _terrain_outlined(line: TerrainLine, corners: tuple[Point, ...]) -> TerrainLine:
    return replace(line, footprint=FootprintLine(polygon=corners))


def _terrain_copied(line: TerrainLine) -> TerrainLine:
    return replace(line, occupant=None)


def tidied(battle: Battle) -> Battle:
    """The battle in which no terrain names an occupant that is elsewhere."""
    stale = {
        name: replace(line, occupant=None)
        for name, line in battle.terrain.items()
        if line.occupant is not None and _where(battle, line.occupant) != name
    }
    return replace(battle, terrain={**battle.terrain, **stale}) if stale else battle


def _where(battle: Battle, regiment: str) -> str | None:
    line = battle.regiments.get(regiment)
    return None if line is None else line.location


def _forgotten(battle: Battle, thing: Thing) -> Battle:
    """Who was inside terrain that is gone stands where it was; no card names a Regiment that is
    gone."""
    name = thing.id
    regiments = {
        each: replace(line, location=None, front_centre=thing.at) if line.location == name else line
        for each, line in battle.regiments.items()
    }
    stacks = {
        player: tuple(card for card in cards if card != name)
        for player, cards in battle.command_stacks.items()
    }
    active = None if battle.active == name else battle.active
    left = replace(battle, regiments=regiments, command_stacks=stacks, active=active)
    return tidied(left)


def _shown(battle: Battle, name: str) -> Point | None:
    """The middle of the feature that a Regiment is inside (CQ-OCC-07)."""
    place = battle.terrain.get(_where(battle, name) or "")
    return None if place is None else _terrain_at(place)


def _sides(battle: Battle) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.player for line in battle.regiments.values()))


def _words(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    sides = _sides(battle)
    garrisons = (n for n, t in battle.terrain.items() if t.kind is TerrainKind.GARRISON)
    return {
        "player": sides,
        "first_player": sides,
        "unit": tuple(battle.units),
        "active": tuple(battle.regiments),
        "location": tuple(garrisons),
    }


def _stocked(battle: Battle) -> tuple[Stock, ...]:
    regiments = (
        Stock(f"unit/{name}", ThingKind.PIECE, name, "unit", True, _footprint(name, battle))
        for name in battle.units
    )
    grounds = (
        Stock(f"terrain/{word}", ThingKind.GROUND, word.capitalize(), "terrain", outline=_SQUARE)
        for word in _GROUNDS
    )
    return (*regiments, *grounds)


_SQUARE = ((-_SIDE, -_SIDE), (_SIDE, -_SIDE), (_SIDE, _SIDE), (-_SIDE, _SIDE))


def _fresh_line(unit: str, line: UnitLine, side: str) -> RegimentLine:
    """A whole Regiment, in two ranks where it has enough Stands."""
    stands = line.stands or 1
    return RegimentLine(
        side, unit, files=-(-stands // 2) if stands > 3 else stands, front_centre=(0.0, 0.0)
    )


def _footprint(unit: str, battle: Battle) -> Footprint | None:
    line = _fresh_line(unit, battle.units[unit], "")
    if battle.units[unit].stands is None or battle.units[unit].type is None:
        return None
    try:
        formation = regiment_of(unit, line, battle).formation
    except ValueError:
        return None
    return None if formation is None else shaped_piece(unit, "", formation).footprint


def _supply(battle: Battle, stock: Stock, adding: Adding) -> tuple[Path, object]:
    if stock.kind is ThingKind.GROUND:
        outline = adding.outline_or(_SQUARE)
        return ("terrain",), replace(_GROUNDS[stock.name], footprint=FootprintLine(polygon=outline))
    sides = _sides(battle)
    side = adding.side or (sides[0] if sides else None)
    if side is None:
        raise EditError("a Regiment needs a side")
    line = _fresh_line(stock.name, battle.units[stock.name], side)
    return ("regiments",), replace(line, front_centre=snap_point(adding.to))


def _scene(battle: Battle) -> Scene:
    return scene_of(state_of(battle))


EDITOR: Shelves[Battle] = Shelves(
    shelves=(
        Shelf(
            ("regiments", "*"),
            ThingKind.PIECE,
            _regiment_at,
            _regiment_moved,
            copied=_regiment_copied,
        ),
        Shelf(
            ("terrain", "*"),
            ThingKind.GROUND,
            _terrain_at,
            _terrain_moved,
            _terrain_outlined,
            turns=lambda line: line.footprint.circle is None,
            copied=_terrain_copied,
        ),
    ),
    stocked=_stocked,
    supply=_supply,
    scene=_scene,
    named=_words,
    tidy=tidied,
    forgotten=_forgotten,
    shown=_shown,
    joint="-",
)
"""How battles of this system are edited."""
