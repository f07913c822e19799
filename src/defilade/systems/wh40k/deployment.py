"""Armies set up on a layout: a battle in which every unit stands in its deployment zone.

Knows bases, zones and what stands in the way; plays no game. A unit that finds no room waits
in reserve, and that is told.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from defilade.geometry.bases import Base, Circle, Oval
from defilade.geometry.bases import Polygon as Hull
from defilade.geometry.plane import bearing, snap
from defilade.record import Record
from defilade.systems.wh40k.adopt_army import Force, Muster
from defilade.systems.wh40k.battle import Battle, Datasheet, ModelLine, UnitLine
from defilade.systems.wh40k.build import area_of, base_of, rect_outline, zone_outline
from defilade.systems.wh40k.layouts import STAND_INS, StandIns, Terrain, terrain_of
from defilade.systems.wh40k.options import HouseRules
from defilade.table import Finding
from defilade.table.layout import LaidZone, Layout, Outline
from defilade.values import Inches

STEP: Inches = 0.5
"""How finely places are tried."""
APART: Inches = 0.1
"""How far bases stand from each other and from walls."""


@dataclass(frozen=True, slots=True)
class Deployed:
    """A battle draft's value with everything that was noticed on the way to it."""

    battle: Battle
    findings: tuple[Finding, ...]


def deployed(
    layout: Layout,
    forces: Mapping[str, Force],
    *,
    title: str = "",
    rules: HouseRules | None = None,
    stand_ins: StandIns = STAND_INS,
) -> Deployed:
    """A battle on a layout: each player's force in the zone of that name.

    `forces` are by the zones' players (`attacker`, `defender`), the first to have a turn
    first. Units stand in blocks as near to the middle of the table as room is.
    """
    terrain = terrain_of(layout, stand_ins=stand_ins)
    setting = _Setting(terrain, list(terrain.findings))
    for player, force in forces.items():
        setting.findings += force.findings
        setting.set_up(player, force, [zone for zone in layout.zones if zone.player == player])
    battle = Battle(
        title=title or layout.name,
        options=rules or HouseRules(),
        size=terrain.size,
        datasheets=setting.sheets,
        terrain=terrain.areas,
        units=setting.units,
        markers=terrain.markers,
        sides=tuple(forces),
        zones={p: zone for p, zone in terrain.zones.items() if not forces or p in forces},
    )
    return Deployed(battle, tuple(setting.findings))


def reinforced(battle: Battle, side: str, force: Force) -> Deployed:
    """The battle with one more force of a side: in the side's zone where it has one, else along
    an edge of the table, clear of the models that stand there."""
    terrain = Terrain(battle.size, battle.terrain, battle.markers, battle.zones)
    setting = _Setting(terrain, list(force.findings), dict(battle.datasheets), dict(battle.units))
    setting.taken = setting.standing()
    zone = battle.zones.get(side)
    upper = side in battle.sides[1:]
    outline = zone_outline(zone) if zone is not None else edge_of(battle.size, upper=upper)
    setting.set_up(side, force, [LaidZone(side, outline)])
    after = replace(battle, datasheets=setting.sheets, units=setting.units)
    return Deployed(after, tuple(setting.findings))


def edge_of(size: tuple[Inches, Inches], *, upper: bool) -> Outline:
    """The strip of a table, a quarter deep, along its upper or lower edge."""
    wide, deep = size
    low = deep * 3 / 4 if upper else 0.0
    return rect_outline((0.0, low, wide, low + deep / 4))


@dataclass
class _Setting:
    """A table while armies are set up on it."""

    terrain: Terrain
    findings: list[Finding]
    sheets: dict[str, Datasheet] = field(default_factory=dict)
    units: dict[str, UnitLine] = field(default_factory=dict)
    taken: BaseGeometry = field(default_factory=Polygon)
    """Where somebody stands."""

    def standing(self) -> BaseGeometry:
        """Where the models of all units stand, each with some room around it."""
        return shapely.union_all(
            [
                Point(model.at).buffer(self._reach(model.sheet or unit.sheet) + APART)
                for unit in self.units.values()
                for model in unit.models.values()
                if model.at is not None and (model.sheet or unit.sheet) in self.sheets
            ]
        )

    def set_up(self, player: str, force: Force, zones: list[LaidZone]) -> None:
        """One player's units; the largest bases first, for they need the most room."""
        if not zones:
            self.findings.append(Finding("zone.missing", player, Record(player=player), lost=True))
        zone = shapely.union_all([Polygon(each.outline) for each in zones])
        names = self._sheets(force)
        called = self._called(force)
        middle = (self.terrain.size[0] / 2, self.terrain.size[1] / 2)
        centre = zone.centroid if not zone.is_empty else Point(middle)
        facing = round(bearing((centre.x, centre.y), middle)) % 360
        order = sorted(force.units, key=lambda each: -self._widest(each, names))
        placed: dict[str, UnitLine] = {}
        for unit in order:
            sheets = [names[model.sheet] for model in unit.models]
            spots = self._spots(sheets, zone.difference(self.taken), middle=middle)
            if spots is None:
                params = Record(unit=unit.name, player=player)
                self.findings.append(Finding("unit.no_room", player, params))
            discs = [
                Point(spot).buffer(self._reach(sheet) + APART)
                for spot, sheet in zip(spots or (), sheets, strict=False)
            ]
            self.taken = shapely.union_all([self.taken, *discs])
            line = self._models(unit, spots, facing=facing, names=names)
            name = called[unit.name]
            models = {f"{name} {k + 1}": model for k, model in enumerate(line)}
            placed[name] = UnitLine(
                side=player,
                sheet=names[unit.sheet],
                models=models,
                leaders=tuple(
                    name
                    for name, recruit in zip(models, unit.models, strict=True)
                    if recruit.leader
                ),
                in_reserve=spots is None,
            )
        self.units |= {name: placed[name] for name in called.values()}

    def _called(self, force: Force) -> dict[str, str]:
        """Names of the force's units on this table: two armies may have one of a name."""
        called: dict[str, str] = {}
        for unit in force.units:
            free, number = unit.name, 1
            while free in self.units or free in called.values():
                number += 1
                free = f"{unit.name}-{number}"
            called[unit.name] = free
        return called

    def _sheets(self, force: Force) -> dict[str, str]:
        """Names of the force's datasheets on this table: two armies may have one of a name."""
        names = {}
        for name, sheet in force.datasheets.items():
            free, number = name, 1
            while self.sheets.get(free, sheet) != sheet:
                number += 1
                free = f"{name}-{number}"
            self.sheets[free] = sheet
            names[name] = free
        return names

    def _widest(self, unit: Muster, names: Mapping[str, str]) -> Inches:
        return max(self._reach(names[model.sheet]) for model in unit.models)

    def _reach(self, sheet: str) -> Inches:
        return reach_of(base_of(self.sheets[sheet]))

    def _models(
        self,
        unit: Muster,
        spots: tuple[tuple[float, float], ...] | None,
        *,
        facing: int,
        names: Mapping[str, str],
    ) -> Iterator[ModelLine]:
        for number, recruit in enumerate(unit.models):
            own = names[recruit.sheet]
            yield ModelLine(
                at=spots[number] if spots is not None else None,
                facing=float(facing),
                sheet=own if own != names[unit.sheet] else None,
                weapons=recruit.weapons,
            )

    def _spots(
        self, sheets: Sequence[str], zone: BaseGeometry, *, middle: tuple[float, float]
    ) -> tuple[tuple[float, float], ...] | None:
        """Where models of these datasheets stand: the block nearest to the middle that fits."""
        grounds = {sheet: self._ground(sheet, zone) for sheet in dict.fromkeys(sheets)}
        if any(ground.is_empty for ground in grounds.values()):
            return None
        anchors = _anchors(grounds[sheets[0]], middle)
        for block in _blocks([self._reach(sheet) for sheet in sheets]):
            spots = anchors[:, None, :] + np.asarray(block)[None, :, :]
            fits = np.ones(len(anchors), dtype=bool)
            for sheet, ground in grounds.items():
                mine = spots[:, [each == sheet for each in sheets], :]
                fits &= shapely.contains_xy(ground, mine[..., 0], mine[..., 1]).all(axis=1)
            if fits.any():
                chosen = spots[int(np.argmax(fits))]
                return tuple((snap(float(x)), snap(float(y))) for x, y in chosen)
        return None

    def _ground(self, sheet: str, zone: BaseGeometry) -> BaseGeometry:
        """Where the middle of a base may be."""
        radius = self._reach(sheet)
        walls = self._walls(self.sheets[sheet].h)
        ground = zone.buffer(-radius).difference(walls.buffer(radius + APART))
        shapely.prepare(ground)
        return ground

    def _walls(self, height: Inches) -> BaseGeometry:
        """Everything on the ground, or hanging lower than a model is tall."""
        rings = [
            Polygon(section.outline)
            for name, line in self.terrain.areas.items()
            for feature in area_of(name, line).features
            for section in feature.sections
            if section.bottom < height and section.top > 0
        ]
        return shapely.union_all(rings)


def reach_of(base: Base) -> Inches:
    """How far a base reaches from its centre, whichever way it faces."""
    match base:
        case Circle(_, radius):
            return radius
        case Oval(_, half_length, half_width):
            return max(half_length, half_width)
        case Hull(points):
            return max(math.hypot(x, y) for x, y in points)
        case _:
            raise TypeError(f"no model stands on a {type(base).__name__}")


def _anchors(ground: BaseGeometry, middle: tuple[float, float]) -> np.ndarray:
    """Places on a grid over a ground, the nearest to the middle first."""
    low_x, low_y, high_x, high_y = ground.bounds
    xs = np.arange(math.floor(low_x), math.ceil(high_x) + STEP, STEP)
    ys = np.arange(math.floor(low_y), math.ceil(high_y) + STEP, STEP)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    inside = grid[shapely.contains_xy(ground, grid[:, 0], grid[:, 1])]
    away = np.hypot(inside[:, 0] - middle[0], inside[:, 1] - middle[1])
    order: np.ndarray = inside[np.lexsort((inside[:, 1], inside[:, 0], away.round(6)))]
    return order


def _blocks(radii: Sequence[Inches]) -> Iterator[list[tuple[float, float]]]:
    """Ways to stand models in ranks, the squarest first, the narrowest in front of wider ones;
    all of them in coherency. Spots are in the order of the radii, the first at the origin."""
    number = len(radii)
    order = sorted(range(number), key=lambda k: radii[k])
    square = max(1, math.ceil(math.sqrt(number)))
    for columns in _unique((square, square + 1, max(1, square - 1), min(number, 5), 2)):
        if columns > number:
            continue
        spots = [(0.0, 0.0)] * number
        y, before = 0.0, 0.0
        for start in range(0, number, columns):
            rank = order[start : start + columns]
            deep = max(radii[k] for k in rank)
            y -= before + deep + APART if start else 0.0
            x, before = 0.0, deep
            for k in rank:
                x += radii[k] if x else 0.0
                spots[k] = (x, y)
                x += radii[k] + APART
        dx, dy = spots[0]
        yield [(x - dx, y - dy) for x, y in spots]


def _unique(values: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(values))
