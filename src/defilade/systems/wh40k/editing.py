"""A battle of Warhammer 40,000 edited by hand: where models, units and terrain stand in it.

Knows the lines of battle files; whether a model may stand somewhere is for `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from defilade.geometry.bases import Base, bounds_of
from defilade.geometry.plane import Point, snap_point
from defilade.systems.wh40k.battle import (
    AreaLine,
    Battle,
    Datasheet,
    FeatureLine,
    MarkerLine,
    ModelLine,
    UnitLine,
)
from defilade.systems.wh40k.build import (
    base_of,
    outline_of,
    sides_of,
    state_of,
    zone_outline,
)
from defilade.systems.wh40k.editing_terrain import area_moved, feature_moved, outlined
from defilade.systems.wh40k.objectives import MARKER
from defilade.systems.wh40k.presets import PRESETS
from defilade.systems.wh40k.scene import footprint, scene_of, zone_name
from defilade.systems.wh40k.terms import Method
from defilade.table import Round, Scene
from defilade.table.editing import (
    Adding,
    Can,
    EditError,
    Motion,
    Stock,
    Thing,
    ThingKind,
    fresh,
    mean,
)
from defilade.table.faults import Path
from defilade.table.shelves import Shelf, Shelves

_ABREAST = 5
"""Models in a row of a unit that is put on the table at once."""
_BETWEEN = 0.25
"""Inches between the bases of such a unit: well within coherency (WH-COH-01)."""
_BLOCK = ((-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0))
_ALONE = frozenset({"VEHICLE", "MONSTER", "CHARACTER"})
"""Keywords of datasheets that are added one model at a time."""


def _model_moved(line: ModelLine, motion: Motion) -> ModelLine:
    facing = line.facing if motion.facing is None else motion.facing % 360.0
    return replace(line, at=snap_point(motion.to), facing=facing)


def _unit_at(line: UnitLine) -> Point | None:
    return mean([model.at for model in line.models.values() if model.at is not None])


def _unit_moved(line: UnitLine, motion: Motion) -> UnitLine:
    """All models keep their places to each other; the unit turns as a whole."""
    turn = motion.facing or 0.0
    models = {
        name: model
        if model.at is None
        else replace(model, at=motion.point(model.at), facing=(model.facing + turn) % 360.0)
        for name, model in line.models.items()
    }
    return replace(line, models=models)


def _unit_renamed(line: UnitLine, new: Callable[[str], str]) -> UnitLine:
    names = {name: new(name) for name in line.models}
    models = {names[name]: model for name, model in line.models.items()}
    return replace(line, models=models, leaders=tuple(names.get(n, n) for n in line.leaders))


def _area_at(line: AreaLine) -> Point | None:
    first = next(iter(line.features.values()), None)
    if line.method is Method.FEATURE and first is not None:
        return _feature_at(first)
    return mean(outline_of(line.rect, line.outline))


def _feature_at(line: FeatureLine) -> Point | None:
    return mean(outline_of(line.rect, line.outline))


def _area_outlined(line: AreaLine, corners: tuple[Point, ...]) -> AreaLine:
    """An area's own corners; those of its one feature where that is the area (WH-AREA-03)."""
    if line.method is not Method.FEATURE or not line.features:
        return outlined(line, corners)
    name, first = next(iter(line.features.items()))
    return replace(line, features={**line.features, name: outlined(first, corners)})


def _released(battle: Battle, name: str) -> Battle:
    """Models that have no place yet stand in rows, and are in reserve no more."""
    found = _unit_of(battle, name)
    if found is None:
        return battle
    unit, line = found
    if name == unit and any(model.at is None for model in line.models.values()):
        line = _in_rows(battle, line)
    line = replace(line, in_reserve=False) if line.in_reserve else line
    return replace(battle, units={**battle.units, unit: line})


def _unit_of(battle: Battle, name: str) -> tuple[str, UnitLine] | None:
    """The unit of that name, or of a model of that name."""
    for unit, line in battle.units.items():
        if name == unit or name in line.models:
            return unit, line
    return None


def _in_rows(battle: Battle, line: UnitLine) -> UnitLine:
    sheets = {model.sheet or line.sheet for model in line.models.values()}
    spans = [_span(battle.datasheets[name]) for name in sheets if name in battle.datasheets]
    step = max(spans, default=1.0) + _BETWEEN
    models = {
        name: replace(model, at=(number % _ABREAST * step, -(number // _ABREAST) * step))
        for number, (name, model) in enumerate(line.models.items())
    }
    return replace(line, models=models)


def _span(sheet: Datasheet) -> float:
    base = _base(sheet)
    x0, y0, x1, y1 = (0.0, 0.0, 1.0, 1.0) if base is None else bounds_of(base)
    return max(x1 - x0, y1 - y0)


def _base(sheet: Datasheet) -> Base | None:
    """The base of a datasheet; None where it cannot be."""
    try:
        return base_of(sheet)
    except ValueError:
        return None


def _forgotten(battle: Battle, thing: Thing) -> Battle:
    """A unit that lost its last model is gone, so is an area that was its one feature; no unit
    has a leader who is."""
    name = thing.id
    units = {
        unit: replace(line, leaders=tuple(each for each in line.leaders if each != name))
        for unit, line in battle.units.items()
        if line.models
    }
    terrain = {
        area: line
        for area, line in battle.terrain.items()
        if line.features or line.method is not Method.FEATURE
    }
    return replace(battle, units=units, terrain=terrain)


def _alone(battle: Battle, path: Path) -> tuple[Can, ...]:
    """A feature that is an area by itself is copied with it (WH-AREA-03)."""
    alone = battle.terrain[str(path[1])].method is Method.FEATURE
    return (Can.COPY,) if alone else ()


def _words(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    return {
        "side": sides_of(battle),
        "sheet": tuple(battle.datasheets),
        "preset": tuple(PRESETS),
    }


def _stocked(battle: Battle) -> tuple[Stock, ...]:
    units = (
        Stock(
            f"unit/{name}",
            ThingKind.UNIT,
            name,
            "unit",
            needs_side=True,
            footprint=None if (base := _base(sheet)) is None else footprint(base),
        )
        for name, sheet in battle.datasheets.items()
    )
    terrain = (
        Stock(
            f"terrain/{name}",
            ThingKind.GROUND,
            name.replace("_", " ").capitalize(),
            "terrain",
            outline=_BLOCK,
        )
        for name in PRESETS
    )
    marker = Stock("marker/objective", ThingKind.GROUND, "Objective", "marker")
    return (*units, *terrain, replace(marker, footprint=Round(MARKER)))


def _supply(battle: Battle, stock: Stock, adding: Adding) -> tuple[Path, Any]:
    match stock.group:
        case "unit":
            return ("units",), _unit(battle, stock.name, adding)
        case "marker":
            return ("markers",), MarkerLine(snap_point(adding.to))
        case _:
            feature = FeatureLine(preset=stock.name, outline=adding.outline_or(_BLOCK))
            return ("terrain",), AreaLine(Method.FEATURE, features={stock.name: feature})


def _unit(battle: Battle, sheet: str, adding: Adding) -> UnitLine:
    """A vehicle, monster or character alone, else a full row of models."""
    sides = sides_of(battle)
    side = adding.side or (sides[0] if sides else None)
    if side is None:
        raise EditError("a unit needs a side")
    alone = _ALONE & {word.upper() for word in battle.datasheets[sheet].kw}
    taken = {*battle.units, *battle.terrain, *battle.markers}
    taken.update(name for line in battle.units.values() for name in line.models)
    models: dict[str, ModelLine] = {}
    for _ in range(1 if alone else _ABREAST):
        models[fresh(f"{sheet} 1", {*taken, *models})] = ModelLine()
    rows = _in_rows(battle, UnitLine(side, sheet, models))
    middle = _unit_at(rows) or adding.to
    return _unit_moved(rows, Motion(middle, adding.to))


def _scene(battle: Battle) -> Scene:
    return scene_of(state_of(battle), battle.options)


def _area_feature(path: Path, line: Any) -> str:
    """A feature is called by its area too: `Pump house/north wall`."""
    return f"{path[1]}/{path[3]}"


EDITOR: Shelves[Battle] = Shelves(
    shelves=(
        Shelf(
            ("units", "*", "models", "*"),
            ThingKind.PIECE,
            lambda line: line.at,
            _model_moved,
            unit=lambda path, line: str(path[1]),
        ),
        Shelf(
            ("units", "*"),
            ThingKind.UNIT,
            _unit_at,
            _unit_moved,
            renames=_unit_renamed,
        ),
        Shelf(("terrain", "*"), ThingKind.GROUND, _area_at, area_moved, _area_outlined),
        Shelf(
            ("terrain", "*", "features", "*"),
            ThingKind.GROUND,
            _feature_at,
            feature_moved,
            outlined,
            name=_area_feature,
            lacks=_alone,
        ),
        Shelf(
            ("zones", "*"),
            ThingKind.GROUND,
            lambda zone: mean(zone_outline(zone)),
            lambda zone, motion: motion.points(zone_outline(zone)),
            lambda zone, corners: corners,
            name=lambda path, zone: zone_name(str(path[-1])),
            lacks=lambda battle, path: (Can.COPY,),
        ),
        Shelf(
            ("markers", "*"),
            ThingKind.GROUND,
            lambda line: line.at,
            lambda line, motion: MarkerLine(snap_point(motion.to)),
            turns=lambda line: False,
        ),
    ),
    stocked=_stocked,
    supply=_supply,
    scene=_scene,
    named=_words,
    released=_released,
    forgotten=_forgotten,
)
"""How battles of this system are edited."""
