"""What makes a battle playable: every fault of a drawing at once, each with its place.

Knows the battle's fields and how they must fit together; builds the state only when it may.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import chain

from defilade.geometry.bases import Circle, Polygon
from defilade.geometry.plane import snap_point
from defilade.geometry.regions import ring_faults
from defilade.record import Datum, Record
from defilade.systems.conquest.battle import Battle, RegimentLine, TerrainLine, UnitLine
from defilade.systems.conquest.build import (
    given_stats,
    stands_of_line,
    stat_of,
    state_of,
    terrain_of,
)
from defilade.systems.conquest.ground import (
    diameter,
    edge_gap,
    gap,
    off_board,
    on_table,
    over,
    overlaps,
    under,
)
from defilade.systems.conquest.leaving import formation_reasons, solids
from defilade.systems.conquest.occupying import counted_stands
from defilade.systems.conquest.state import State
from defilade.systems.conquest.terms import Kind, TerrainKind
from defilade.systems.conquest.turn import PER_ACTIVATION
from defilade.table import Draft, Fault, Faults, Severity, Table, judged
from defilade.table.faults import Path

LEAST_DIAMETER, MOST_DIAMETER = 4.0, 6.0
"""Diameters that the rules assume, both included (CQ-CFG-03)."""
APART = 6.0
"""Inches advised between features, and from the edges (CQ-CFG-05, CQ-CFG-06)."""
MOST_STANDS = 40
MOST = {"attacks": 50, "models_per_stand": 20, "support": 50, "wounds": 100, "stands": MOST_STANDS}
"""Highest numbers that are taken, above any that is printed, so that every roll has an end."""
MOST_SHOTS = 50
PRINTED = ("volley", "clash", "attacks", "resolve", "defence", "evasion")
HIGHEST_PRINTED = 6
"""Printed characteristics are 0 to 6; March may be more (CQ-CHR-01)."""
LARGEST = 400.0
"""Inches of the longest Battlefield that is taken."""


def check(
    draft: Draft[Battle], system: str, waive: Iterable[str] = ()
) -> Table[State] | Faults[Battle]:
    """The table of a battle, or every fault found; waivers by name."""
    faults = tuple(faults_of(draft.battle))
    waived = tuple(waive)
    hard = [f for f in faults if f.severity is Severity.ERROR and f.waiver not in waived]
    if hard:
        return Faults(draft, faults)
    table = Table(system, state_of(draft.battle), draft.battle.options, waived)
    return judged(draft, table, faults)


def faults_of(battle: Battle) -> Iterator[Fault]:
    """Everything wrong with a battle; what stands on the table is looked at only when the lines
    can be read as a table."""
    found = list(
        chain(
            _battle_faults(battle),
            _name_faults(battle),
            *(terrain_faults(name, line) for name, line in battle.terrain.items()),
            *(unit_faults(("units", n), line) for n, line in battle.units.items()),
            *(regiment_faults(n, line, battle) for n, line in battle.regiments.items()),
            _card_faults(battle),
        )
    )
    yield from found
    if not any(f.severity is Severity.ERROR for f in found):
        yield from layout_faults(battle, state_of(battle))


def _warn(code: str, path: Path, clause: str | None, **params: Datum) -> Fault:
    return Fault(code, path, Record(**params), clause, Severity.WARNING)


def _battle_faults(battle: Battle) -> Iterator[Fault]:
    if not all(math.isfinite(n) and 0.0 < n <= LARGEST for n in battle.size):
        yield Fault("size_impossible", ("size",))
    if battle.turn < 1:
        yield Fault("turn_impossible", ("turn",), Record(turn=battle.turn))
    players = tuple(dict.fromkeys(line.player for line in battle.regiments.values()))
    if battle.first_player is not None and players and battle.first_player not in players:
        told = Record(given=battle.first_player, choices=players)
        yield Fault("player_unknown", ("first_player",), told, "CQ-TUR-01")


_UNWRITABLE = re.compile(
    r",|->|(^| )(occupy|seeking|split|supporting)(?= |$)| facing -?\d| wheel (left|right) \d"
    r"| \d+ by \w+$| (falling back|in full|to contact)$",
    re.IGNORECASE,
)
"""What would make a name unreadable in a line of an action."""
_LEG_WORDS = re.compile(r" (ahead|left|right|back|wheel|to)\b", re.IGNORECASE)


def _name_faults(battle: Battle) -> Iterator[Fault]:
    """One name, one thing: Regiments and terrain share their names. A name that could be
    another's March is refused, as `Guard left` beside `Guard`."""
    for kind, lines in (("regiments", battle.regiments), ("terrain", battle.terrain)):
        for name in lines:
            found = _UNWRITABLE.search(name)
            spaced = name != " ".join(name.split()) or not name
            if found or spaced:
                part = found[0].strip() if found else "spaces"
                yield Fault("name_unwritable", (kind, name), Record(name=name, part=part))
    for name in battle.regiments:
        if name in battle.terrain:
            yield Fault("name_twice", ("regiments", name), Record(name=name))
        for other in battle.regiments:
            if name.startswith(f"{other} ") and _LEG_WORDS.match(name, len(other)):
                told = Record(name=name, other=other)
                yield Fault("name_is_march", ("regiments", name), told)


def terrain_faults(name: str, line: TerrainLine) -> Iterator[Fault]:
    """A boundary (CQ-CFG-01), and for Garrison Terrain a Defence and a Capacity (CQ-CFG-07)."""
    path = ("terrain", name)
    yield from _footprint_faults(name, line)
    for word in ("defence", "capacity"):
        value = getattr(line, word)
        if line.kind is TerrainKind.GARRISON and value is None:
            yield Fault("x_missing", path, Record(place=name, field=word), "CQ-CFG-07")
        elif value is not None and value < 0:
            params = Record(place=name, field=word, value=value)
            yield Fault("x_negative", (*path, word), params, "CQ-CFG-07")
    if line.elevation < 0:
        params = Record(place=name, field="elevation", value=line.elevation)
        yield Fault("x_negative", (*path, "elevation"), params, "CQ-CFG-02")


def _footprint_faults(name: str, line: TerrainLine) -> Iterator[Fault]:
    path = ("terrain", name, "footprint")
    shape = line.footprint
    if (shape.circle is None) is (not shape.polygon):
        yield Fault("boundary_missing", path, Record(place=name), "CQ-CFG-01")
        return
    if shape.circle is not None:
        numbers = (*shape.circle.centre, shape.circle.radius)
        if not all(abs(n) <= LARGEST for n in numbers) or not shape.circle.radius > 0.0:
            yield Fault("boundary_impossible", path, Record(place=name), "CQ-CFG-01")
        return
    if not all(abs(n) <= LARGEST for p in shape.polygon for n in p):
        yield Fault("boundary_impossible", path, Record(place=name), "CQ-CFG-01")
        return
    for fault in ring_faults(tuple(map(snap_point, shape.polygon))):
        told = Record(place=name, kind=fault.kind.value, corners=tuple(fault.corners))
        yield Fault("polygon_faulty", path, told, "CQ-CFG-01")


def unit_faults(path: Path, line: UnitLine) -> Iterator[Fault]:
    """Numbers that no characteristic can be."""
    for field in fields(UnitLine):
        value = getattr(line, field.name)
        if isinstance(value, int | float) and not isinstance(value, bool) and not value >= 0:
            told = Record(field=field.name, value=value)
            yield Fault("number_negative", (*path, field.name), told, "CQ-CHR-01")
        elif isinstance(value, int | float) and value > MOST.get(field.name, LARGEST):
            told = Record(field=field.name, value=value, most=MOST.get(field.name, LARGEST))
            yield Fault("number_large", (*path, field.name), told, "CQ-CHR-01")
    for name in PRINTED:
        value = getattr(line, name)
        if value is not None and value > HIGHEST_PRINTED:
            told = Record(field=name, value=value)
            yield _warn("above_six", (*path, name), "CQ-CHR-01", **told)
    for name in ("wounds", "models_per_stand", "stands"):
        if getattr(line, name) == 0:
            yield Fault("number_zero", (*path, name), Record(field=name), "CQ-CHR-01")
    size = line.stand_size
    if size is not None and not all(0.0 < n <= LARGEST for n in size):
        yield Fault("stand_size_impossible", (*path, "stand_size"), Record(), "CQ-REG-05")
    barrage = line.barrage
    if barrage is not None and not (
        0 <= barrage.shots <= MOST_SHOTS and 0.0 <= barrage.range <= LARGEST
    ):
        told = Record(most=MOST_SHOTS)
        yield Fault("barrage_impossible", (*path, "barrage"), told, "CQ-VOL-09")


def regiment_faults(name: str, line: RegimentLine, battle: Battle) -> Iterator[Fault]:
    """A Regiment's own line: its unit, its Stands and Models, where it is."""
    path: Path = ("regiments", name)
    if line.unit is not None and line.unit not in battle.units:
        told = Record(given=line.unit, choices=tuple(sorted(battle.units)))
        yield Fault("unit_unknown", (*path, "unit"), told)
        return
    yield from unit_faults((*path, "stats"), line.stats)
    stands = stands_of_line(line, battle)
    if not 1 <= stands <= MOST_STANDS:
        yield Fault("stands_impossible", path, Record(stands=stands, most=MOST_STANDS))
        return
    if line.models and len(line.models) != stands:
        told = Record(models=len(line.models), stands=stands)
        yield Fault("models_do_not_fit", (*path, "models"), told, "CQ-REG-01")
    most = stat_of(line, battle, "models_per_stand")
    most = most or (4 if stat_of(line, battle, "type") is Kind.INFANTRY else 1)
    if any(not 1 <= n <= most for n in line.models):
        yield Fault("models_impossible", (*path, "models"), Record(most=most), "CQ-REG-01")
    if stat_of(line, battle, "character_stands") > stands:
        yield Fault("characters_impossible", path, Record(stands=stands), "CQ-REG-04")
    if line.wounded and line.wounded >= stat_of(line, battle, "wounds"):
        yield Fault("markers_impossible", (*path, "wounded"), Record(), "CQ-WND-02")
    if "stand_size" not in given_stats(line, battle):
        yield _warn("stand_size_assumed", path, "CQ-REG-05", regiment=name)
    yield from _count_faults(path, line)
    yield from _where_faults(path, name, line, battle, stands)


def _count_faults(path: Path, line: RegimentLine) -> Iterator[Fault]:
    """Numbers of this Turn that never come about (CQ-TUR-02, CQ-BRK-01)."""
    for name in ("starting_stands", "stands_at_turn_start", "stands_when_broken"):
        value = getattr(line, name)
        if value is not None and not 1 <= value <= LARGEST:
            code = "number_zero" if value < 1 else "number_large"
            told = Record(field=name, value=value, most=LARGEST)
            yield Fault(code, (*path, name), told, "CQ-BRK-01")
    if line.wounded < 0:
        told = Record(field="wounded", value=line.wounded)
        yield Fault("number_negative", (*path, "wounded"), told, "CQ-WND-02")
    if not 0 <= line.actions_left <= PER_ACTIVATION:
        told = Record(most=PER_ACTIVATION)
        yield Fault("actions_impossible", (*path, "actions_left"), told, "CQ-TUR-02")


def _where_faults(
    path: Path, name: str, line: RegimentLine, battle: Battle, stands: int
) -> Iterator[Fault]:
    for word in ("occupied_this_turn", "left_this_turn"):
        for number, given in enumerate(getattr(line, word)):
            if not _is_garrison(battle, given):
                told = Record(given=given, choices=tuple(sorted(battle.terrain)))
                yield Fault("place_unknown", (*path, word, number), told, "CQ-LEA-12")
    if line.location is not None:
        if line.front_centre is not None:
            told = Record(regiment=name, place=line.location)
            yield Fault("placed_twice", (*path, "front_centre"), told, None, Severity.WARNING)
        place = battle.terrain.get(line.location)
        if place is None or not _is_garrison(battle, line.location):
            told = Record(given=line.location, choices=tuple(sorted(battle.terrain)))
            yield Fault("place_unknown", (*path, "location"), told, "CQ-OCC-06")
        elif place.occupant not in (None, name):
            told = Record(place=line.location, other=place.occupant)
            yield Fault("place_taken", (*path, "location"), told, "CQ-OCC-04")
        same = [n for n, r in battle.regiments.items() if r.location == line.location]
        if same[0] != name:
            told = Record(place=line.location, other=same[0])
            yield Fault("place_taken", (*path, "location"), told, "CQ-OCC-04")
        return
    if line.front_centre is None:
        yield Fault("nowhere", path, Record(regiment=name))
    elif not all(abs(n) <= LARGEST for n in line.front_centre):
        yield Fault("position_impossible", (*path, "front_centre"), Record())
    files = line.files
    if files is not None and not 1 <= files <= stands:
        told = Record(files=files, stands=stands)
        yield Fault("files_impossible", (*path, "files"), told, "CQ-REG-03")


def _is_garrison(battle: Battle, name: str) -> bool:
    place = battle.terrain.get(name)
    return place is not None and place.kind is TerrainKind.GARRISON


def _card_faults(battle: Battle) -> Iterator[Fault]:
    """Cards and the active Regiment are of Regiments that there are (CQ-TUR-01)."""
    for player, cards in battle.command_stacks.items():
        for number, name in enumerate(cards):
            line = battle.regiments.get(name)
            if line is None or line.player != player:
                told = Record(given=name, player=player)
                yield Fault("card_unknown", ("command_stacks", player, number), told, "CQ-TUR-01")
    if battle.active is not None and battle.active not in battle.regiments:
        yield Fault("active_unknown", ("active",), Record(given=battle.active), "CQ-TUR-01")
    for name, place in battle.terrain.items():
        line = battle.regiments.get(place.occupant or "")
        if place.occupant is not None and (line is None or line.location != name):
            told = Record(place=name, given=place.occupant)
            yield Fault("occupant_unknown", ("terrain", name, "occupant"), told, "CQ-OCC-06")


def layout_faults(battle: Battle, state: State) -> Iterator[Fault]:
    """Advice on features (CQ-CFG-03 to CQ-CFG-06), and Regiments that stand as none may."""
    yield from _feature_advice(battle)
    for regiment, formation in on_table(state):
        path = ("regiments", regiment.id)
        if off_board(formation, state.size):
            yield Fault("off_table", (*path, "front_centre"), Record(regiment=regiment.id))
        for name, base in solids(state, regiment):
            if overlaps(formation, base):
                told = Record(regiment=regiment.id, other=name)
                yield Fault("overlaps", (*path, "front_centre"), told, waiver="overlaps")
        for reason in formation_reasons(regiment, formation.files):
            if regiment.starting_stands > 1:
                yield _warn("bad_formation", (*path, "files"), reason.clause, **reason.params)
    for regiment in state.living():
        place = state.terrain.get(regiment.location or "")
        if place is None:
            continue
        if counted_stands(regiment, battle.options) > place.capacity:
            told = Record(regiment=regiment.id, place=place.id, capacity=place.capacity)
            yield _warn("over_capacity", ("regiments", regiment.id), "CQ-OCC-02", **told)
        if regiment.profile.kind is not Kind.INFANTRY:
            told = Record(regiment=regiment.id, place=place.id)
            yield _warn("wrong_type_inside", ("regiments", regiment.id), "CQ-OCC-01", **told)


def _feature_advice(battle: Battle) -> Iterator[Fault]:
    places = {
        name: terrain_of(name, line)
        for name, line in battle.terrain.items()
        if line.kind is TerrainKind.GARRISON
    }
    names = list(places)
    for number, name in enumerate(names):
        shape: Circle | Polygon = places[name].footprint
        path = ("terrain", name)
        across = diameter(shape, battle.options)
        if under(across, LEAST_DIAMETER) or over(across, MOST_DIAMETER):
            yield _warn("unusual_size", path, "CQ-CFG-03", place=name, diameter=across)
        away = edge_gap(shape, battle.size)
        if under(away, APART):
            yield _warn("near_edge", path, "CQ-CFG-06", place=name, gap=away, advised=APART)
        for other in names[number + 1 :]:
            apart = gap(shape, places[other].footprint)
            if under(apart, APART):
                told = Record(place=name, other=other, gap=apart, advised=APART)
                yield _warn("close_together", path, "CQ-CFG-05", **told)
