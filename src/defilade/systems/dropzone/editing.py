"""A battle of Dropzone edited by hand: where units and scenery stand in it, what can be added.

Knows the lines of battle files; whether a unit may stand somewhere is for `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from defilade.geometry.plane import Point, bearing_to_angle, snap_point
from defilade.systems.dropzone.battle import Battle, SceneryLine, StatLine, UnitLine
from defilade.systems.dropzone.checks import drawn
from defilade.systems.dropzone.editing_scenery import is_garrison, spelled
from defilade.systems.dropzone.editing_scenery import moved as scenery_moved
from defilade.systems.dropzone.editing_scenery import outlined as scenery_outlined
from defilade.systems.dropzone.features import FEATURES, Feature
from defilade.systems.dropzone.making import Notes
from defilade.systems.dropzone.scene import MARKER, scene_of
from defilade.systems.dropzone.terms import CENTRE, UnitType
from defilade.table import Round, Scene, Shaped
from defilade.table.editing import Adding, EditError, Loose, Motion, Stock, Thing, ThingKind, mean
from defilade.table.faults import Path
from defilade.table.scene import Footprint
from defilade.table.shelves import Shelf, Shelves, own_id

_HOUSE = ((-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0))
_STRIP = ((-6.0, -1.5), (6.0, -1.5), (6.0, 1.5), (-6.0, 1.5))
_LOW = ((-1.5, -0.25), (1.5, -0.25), (1.5, 0.25), (-1.5, 0.25))
_OUTLINES: Mapping[Feature, tuple[Point, ...]] = {
    Feature.ROAD: _STRIP,
    Feature.LAVA_STREAM: _STRIP,
    Feature.BARRICADE: _LOW,
}
_HEIGHTS: Mapping[str, float] = {"forest": 4.0, "shack": 2.0, "building": 5.0, "Bunker": 3.0}
"""Inches that scenery from stock is tall, by the last word of its feature."""


def _unit_at(line: UnitLine) -> Point | None:
    return None if line.embarked is not None else line.at


def _unit_moved(line: UnitLine, motion: Motion) -> UnitLine:
    facing = line.facing if motion.facing is None else bearing_to_angle(motion.facing)
    return replace(line, at=snap_point(motion.to), facing=facing, embarked=None)


def _scenery_at(line: SceneryLine) -> Point | None:
    return mean(line.footprint or line.line)


def _released(battle: Battle, name: str) -> Battle:
    """A unit that is placed is in no Garrison any more."""
    if not any(name in inside for inside in battle.occupancy.values()):
        return battle
    occupancy = {
        garrison: {unit: edge for unit, edge in inside.items() if unit != name}
        for garrison, inside in battle.occupancy.items()
    }
    return replace(battle, occupancy={key: inside for key, inside in occupancy.items() if inside})


def _inside(battle: Battle, thing: Thing) -> Loose | None:
    """Where in which Garrison Infantry is, or could be (DZ-GEN-01, DZ-GEN-03)."""
    if thing.kind is not ThingKind.PIECE or not _is_infantry(battle, thing.id):
        return None
    held = (
        f"{g}/{inside[thing.id]}" for g, inside in battle.occupancy.items() if thing.id in inside
    )
    choices = (
        f"{line.id}/{edge}"
        for line in battle.scenery
        if is_garrison(line)
        for edge in (CENTRE, *spelled(line).edges)
    )
    says = "The Garrison it is in, and the centre or the edge it holds."
    return Loose("inside", next(held, None), tuple(choices), says)


def _is_infantry(battle: Battle, name: str) -> bool:
    line = next(line for line in battle.units if line.id == name)
    sheet = battle.kinds.get(line.kind or "", StatLine())
    return (line.type or sheet.type) is UnitType.INFANTRY


def _entered(battle: Battle, thing: Thing, value: str | None) -> Battle:
    """A unit inside a Garrison, and in no Transport; one that leaves stands where it was."""
    battle = _released(battle, thing.id)
    at = thing.at if value is None else None
    units = tuple(
        replace(line, embarked=None, at=line.at if at is None else at)
        if line.id == thing.id
        else line
        for line in battle.units
    )
    battle = replace(battle, units=units)
    if value is None:
        return battle
    garrison, _, edge = value.partition("/")
    inside = {**battle.occupancy.get(garrison, {}), thing.id: edge}
    return replace(battle, occupancy={**battle.occupancy, garrison: inside})


def _forgotten(battle: Battle, thing: Thing) -> Battle:
    """Nothing names what is gone; who was inside stands where it was."""
    battle = _released(battle, thing.id)
    out = battle.occupancy.get(thing.id, {})
    units = tuple(
        replace(line, at=thing.at, embarked=None)
        if line.id in out or line.embarked == thing.id
        else line
        for line in battle.units
    )
    squads = {line.squad or line.id for line in units}
    return replace(
        battle,
        units=units,
        occupancy={key: inside for key, inside in battle.occupancy.items() if key != thing.id},
        links=tuple(pair for pair in battle.links if thing.id not in pair),
        squads={key: line for key, line in battle.squads.items() if key in squads},
        flags={key: told for key, told in battle.flags.items() if key in squads},
        scan_tokens=tuple(
            replace(token, unit=None) if token.unit == thing.id else token
            for token in battle.scan_tokens
        ),
    )


def _shown(battle: Battle, name: str) -> Point | None:
    """The middle of the Garrison that a unit is in; nothing of one aboard a Transport."""
    places = {line.id: line for line in battle.scenery}
    for garrison, inside in battle.occupancy.items():
        if name in inside and garrison in places:
            return _scenery_at(places[garrison])
    return None


def _sides(battle: Battle) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*battle.initiative, *(line.side for line in battle.units))))


def _words(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    return {
        "side": _sides(battle),
        "kind": tuple(battle.kinds),
        "embarked": tuple(line.id for line in battle.units),
    }


def _stocked(battle: Battle) -> tuple[Stock, ...]:
    units = (
        Stock(f"unit/{name}", ThingKind.PIECE, name, "unit", True, _footprint(battle, name))
        for name in battle.kinds
    )
    scenery = (
        Stock(
            f"terrain/{feature}",
            ThingKind.GROUND,
            feature.value,
            "terrain",
            outline=_OUTLINES.get(feature, _HOUSE),
        )
        for feature in FEATURES
    )
    return (*units, *scenery)


def _footprint(battle: Battle, kind: str) -> Footprint:
    sheet = battle.kinds[kind]
    return Shaped(sheet.base) if sheet.base else Round(sheet.base_radius or MARKER)


def _supply(battle: Battle, stock: Stock, adding: Adding) -> tuple[Path, Any]:
    if stock.kind is ThingKind.GROUND:
        feature = Feature(stock.name)
        height = _HEIGHTS.get(feature.value.rpartition(" ")[2])
        outline = adding.outline_or(stock.outline)
        return ("scenery",), SceneryLine("", feature=feature, footprint=outline, height=height)
    sides = _sides(battle)
    side = adding.side or (sides[0] if sides else None)
    if side is None:
        raise EditError("a unit needs a side")
    infantry = battle.kinds[stock.name].type is UnitType.INFANTRY
    facing = None if infantry else 90.0
    return ("units",), UnitLine("", side, kind=stock.name, at=snap_point(adding.to), facing=facing)


def _scene(battle: Battle) -> Scene:
    return scene_of(drawn(battle, Notes()), battle.title)


EDITOR: Shelves[Battle] = Shelves(
    shelves=(
        Shelf(("units", "*"), ThingKind.PIECE, _unit_at, _unit_moved, name=own_id),
        Shelf(
            ("scenery", "*"),
            ThingKind.GROUND,
            _scenery_at,
            scenery_moved,
            scenery_outlined,
            name=own_id,
            copied=lambda line: replace(line, objectives=()),
        ),
    ),
    stocked=_stocked,
    supply=_supply,
    scene=_scene,
    named=_words,
    released=_released,
    forgotten=_forgotten,
    shown=_shown,
    inside=_inside,
    entered=_entered,
    joint="_",
)
"""How battles of this system are edited."""
