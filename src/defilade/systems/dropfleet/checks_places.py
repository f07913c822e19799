"""Checks of where things stand: the table's edges, polygons, scenery, launch assets.

Knows points and shapes; never stat lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from defilade.geometry.plane import (
    Where,
    distance,
    segments_cross,
    signed_area,
    snap_point,
    where_in_ring,
)
from defilade.record import Record
from defilade.systems.dropfleet.battle import Battle, Position, SceneryLine
from defilade.systems.dropfleet.terms import Layer, SceneryType
from defilade.table import Fault, Path, Severity

MOST_CORNERS = 500
MOST_INCHES = 10_000.0


def place_faults(battle: Battle) -> Iterator[Fault]:
    """Everything about positions."""
    if not all(math.isfinite(side) and 0 < side <= MOST_INCHES for side in battle.size):
        yield Fault("size_impossible", ("size",))
        return
    for kind, lines in (("ships", battle.ships), ("stations", battle.stations)):
        for name, ship in lines.items():
            yield from _position((kind, name, "pos"), ship.pos, battle)
    for name, sector in battle.sectors.items():
        if sector.polygon:
            yield from ring_faults(("sectors", name, "polygon"), sector.polygon)
    for name, cluster in battle.clusters.items():
        yield from _position(("clusters", name, "centre"), cluster.centre, battle)
    for name, line in battle.scenery.items():
        yield from scenery_faults(("scenery", name), line)
    yield from _in_solids(battle)
    yield from _on_one_spot(battle)
    for name, token in battle.tokens.items():
        known = {**battle.ships, **battle.stations}
        if token.on not in known:
            params = Record(given=token.on, choices=tuple(sorted(known)))
            yield Fault("ship_unknown", ("tokens", name, "on"), params, "DF-PD-06")
        if not 0 <= token.dice <= 20:
            params = Record(dice=str(token.dice), most=20)
            yield Fault("dice_impossible", ("tokens", name, "dice"), params)


def _finite(point: Position) -> bool:
    return all(math.isfinite(part) and abs(part) <= MOST_INCHES for part in point)


def _position(path: Path, point: Position, battle: Battle) -> Iterator[Fault]:
    if not _finite(point):
        yield Fault("position_impossible", path)
    elif not all(0 <= part <= side for part, side in zip(point, battle.size, strict=True)):
        params = Record(x=point[0], y=point[1], width=battle.size[0], height=battle.size[1])
        yield Fault("off_table", path, params, None, Severity.WARNING)


def ring_faults(path: Path, ring: tuple[Position, ...]) -> Iterator[Fault]:
    """A polygon has three corners or more, an area, and no sides that cross."""
    if not all(_finite(point) for point in ring):
        yield Fault("position_impossible", path)
        return
    if not 3 <= len(ring) <= MOST_CORNERS:
        yield Fault("polygon_corners", path, Record(corners=len(ring), most=MOST_CORNERS))
        return
    for number, (a, b) in enumerate(zip(ring, (*ring[1:], ring[0]), strict=True)):
        if a == b:
            yield Fault("polygon_repeats", (*path, number), Record(corner=number + 1))
    sides = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    for (first, one), (second, two) in combinations(enumerate(sides), 2):
        if segments_cross(one, two):
            params = Record(first=first + 1, second=second + 1)
            yield Fault("polygon_crosses", (*path, second), params)
            return
    if abs(signed_area(ring)) < 1e-9:
        yield Fault("polygon_flat", path)


def scenery_faults(path: Path, line: SceneryLine) -> Iterator[Fault]:
    """Each kind of scenery has the shape it needs (DF-SCN-01 to DF-SCN-03)."""
    match line.type:
        case SceneryType.DEBRIS:
            if line.density is None:
                yield Fault("debris_without_density", path, clause="DF-SCN-01")
            yield from ring_faults((*path, "polygon"), line.polygon)
        case SceneryType.RING:
            fits = len(line.line) == 2 and all(_finite(point) for point in line.line)
            if not fits or line.line[0] == line.line[1]:
                yield Fault("ring_without_line", path, clause="DF-SCN-02")
        case SceneryType.LSO:
            if line.centre is None:
                yield from ring_faults((*path, "polygon"), line.polygon)
            elif not (_finite(line.centre) and math.isfinite(line.radius) and line.radius > 0):
                yield Fault("lso_without_radius", path, clause="DF-SCN-03")


def _in_solids(battle: Battle) -> Iterator[Fault]:
    """Nothing can stand inside a large solid object (DF-SCN-03)."""
    for name, ship in battle.ships.items():
        if ship.layer is Layer.ATMOSPHERE or not _finite(ship.pos):
            continue
        for solid, line in battle.scenery.items():
            if line.type is SceneryType.LSO and _inside(line, ship.pos):
                params = Record(ship=name, solid=solid)
                yield Fault("inside_solid", ("ships", name, "pos"), params, "DF-SCN-03")


def _on_one_spot(battle: Battle) -> Iterator[Fault]:
    """Two ships or stations of one layer on exactly one spot: most often a line copied."""
    there: dict[tuple[Position, Layer], str] = {}
    for kind, lines in (("ships", battle.ships), ("stations", battle.stations)):
        for name, ship in lines.items():
            if ship.hull == 0 or not _finite(ship.pos):
                continue
            spot = (snap_point(ship.pos), ship.layer or Layer.LOW)
            if spot in there:
                params = Record(ship=name, other=there[spot], layer=str(spot[1]))
                yield Fault("one_spot", (kind, name, "pos"), params, None, Severity.WARNING)
            there.setdefault(spot, name)


def _inside(line: SceneryLine, point: Position) -> bool:
    if line.centre is not None:
        return distance(line.centre, point) < line.radius
    return len(line.polygon) > 2 and where_in_ring(point, line.polygon) is Where.INSIDE
