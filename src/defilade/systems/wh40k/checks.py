"""What makes a battle playable: every fault of a drawing at once, each with its place.

Knows the battle's fields and how they must fit together; builds the state only when it may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from defilade.geometry.bases import Polygon, bounds_of
from defilade.geometry.plane import EPS
from defilade.geometry.regions import ring_faults
from defilade.record import Record
from defilade.systems.wh40k.battle import AreaLine, Battle, Datasheet, UnitLine
from defilade.systems.wh40k.build import (
    ability,
    area_of,
    outline_of,
    sides_of,
    state_of,
    zone_outline,
)
from defilade.systems.wh40k.checks_weapons import unread, weapon_faults
from defilade.systems.wh40k.ending import end_reasons
from defilade.systems.wh40k.measuring import reach_of, stray
from defilade.systems.wh40k.presets import PRESETS, preset
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import Method
from defilade.systems.wh40k.terrain import flaws
from defilade.table import Draft, Fault, Faults, Severity, Table, judged
from defilade.values import Inches

Path = tuple[str | int, ...]
TERRAIN_WAIVER = "terrain"


def check(
    draft: Draft[Battle], system: str, waive: Iterable[str] = ()
) -> Table[State] | Faults[Battle]:
    """The table of a battle, or every fault found; waivers by name."""
    battle = draft.battle
    faults = tuple(
        chain(
            name_faults(battle),
            size_faults(battle),
            zone_faults(battle),
            *(sheet_faults(name, sheet) for name, sheet in battle.datasheets.items()),
            *(area_faults(name, line) for name, line in battle.terrain.items()),
            *(unit_faults(name, line, battle) for name, line in battle.units.items()),
        )
    )
    waived = tuple(waive)
    if any(f.severity is Severity.ERROR and f.waiver not in waived for f in faults):
        return Faults(draft, faults)
    state = state_of(battle)
    table = Table(system, state, battle.options, waived)
    return judged(draft, table, (*faults, *play_faults(state, battle)))


_UNWRITABLE = re.compile(r"[,;:]|->| (with|at|to|up|down|stays)( |$)|^$|^\d", re.IGNORECASE)
"""What would make a name unreadable in a line of an action."""


def name_faults(battle: Battle) -> Iterator[Fault]:
    """One name, one thing: units, models, areas and markers share their names."""
    taken: dict[str, Path] = {}
    for path, name in _names(battle):
        if _UNWRITABLE.search(name) or name != " ".join(name.split()):
            yield Fault("name_unwritable", path, Record(name=name))
        if name in taken:
            yield Fault("name_twice", path, Record(name=name, other=str(taken[name][0])))
        taken.setdefault(name, path)


def _names(battle: Battle) -> Iterator[tuple[Path, str]]:
    for unit, line in battle.units.items():
        yield ("units", unit), unit
        for name in line.models:
            yield ("units", unit, "models", name), name
    for kind, things in (("terrain", battle.terrain), ("markers", battle.markers)):
        known: Mapping[str, object] = things
        yield from (((kind, name), name) for name in known)


def size_faults(battle: Battle) -> Iterator[Fault]:
    """A table has a size, a turn counts from 1, and there are at most two sides."""
    if min(battle.size) <= 0:
        yield Fault("table_without_size", ("size",))
    if battle.turn < 1:
        yield Fault("turn_before_first", ("turn",), Record(turn=battle.turn), "WH-HID-03")
    sides = sides_of(battle)
    if len(sides) > 2:
        yield Fault("too_many_sides", ("units",), Record(sides=sides), "WH-RND-01")
    for name, line in battle.units.items():
        if battle.sides and line.side not in battle.sides:
            params = Record(given=line.side, choices=tuple(battle.sides))
            yield Fault("side_unknown", ("units", name, "side"), params)


def zone_faults(battle: Battle) -> Iterator[Fault]:
    """A zone is somebody's, a simple outline, and on the table (WH-RND-02)."""
    sides = sides_of(battle)
    wide, deep = battle.size
    for side, zone in battle.zones.items():
        path: Path = ("zones", side)
        if sides and side not in sides:
            yield Fault("side_unknown", path, Record(given=side, choices=sides))
        outline = zone_outline(zone)
        if faults := ring_faults(outline):
            params = Record(side=side, kind=str(faults[0].kind))
            yield Fault("zone_bad", path, params, "WH-RND-02")
            continue
        x0, y0, x1, y1 = bounds_of(Polygon(outline))
        over = max(-x0, -y0, x1 - wide, y1 - deep)
        if over > EPS:
            params = Record(side=side, over=over)
            yield Fault("zone_off_table", path, params, "WH-RND-02", Severity.WARNING)


def sheet_faults(name: str, sheet: Datasheet) -> Iterator[Fault]:
    """Bases have a size, numbers are possible, abilities can be read (WH-MEAS-08)."""
    path: Path = ("datasheets", name)
    given = [sheet.r, sheet.base_mm, sheet.oval_mm]
    if sum(one is not None for one in given) > 1:
        yield Fault("base_twice", path, Record(sheet=name))
    sizes = [sheet.r, sheet.base_mm, *(sheet.oval_mm or ())]
    if any(size is not None and size <= 0 for size in sizes) or sheet.h <= 0:
        yield Fault("base_without_size", path, Record(sheet=name), "WH-MEAS-08")
    if all(one is None for one in (*given, sheet.hull)):
        params = Record(sheet=name, mm=32)
        yield Fault("base_assumed", path, params, "WH-MEAS-08", Severity.WARNING)
    if sheet.hull is not None and ring_faults(sheet.hull):
        yield Fault("hull_bad", (*path, "hull"), Record(sheet=name), "WH-MEAS-03")
    if sheet.W < 1 or sheet.T < 1 or sheet.M < 0:
        yield Fault("number_too_low", path, Record(sheet=name), "WH-MOD-03")
    for number, text in enumerate(sheet.abilities):
        if ability(text) is None:
            yield unread((*path, "abilities", number), text)
    for weapon, line in sheet.weapons.items():
        yield from weapon_faults((*path, "weapons", weapon), weapon, line)


def area_faults(name: str, line: AreaLine) -> Iterator[Fault]:
    """Areas as the rules want them; lacking categories are a warning (WH-CAT-05)."""
    path: Path = ("terrain", name)
    for key, feature in line.features.items():
        place = (*path, "features", key)
        if feature.preset is not None and preset(feature.preset) is None:
            params = Record(given=feature.preset, choices=tuple(sorted(PRESETS)))
            yield Fault("preset_unknown", (*place, "preset"), params, "WH-CAT-01")
        if feature.cat is None and feature.preset is None:
            yield Fault("category_missing", place, Record(feature=key), "WH-CAT-01")
    if line.method is not Method.FEATURE and not outline_of(line.rect, line.outline):
        code = "group_outline_missing" if line.method is Method.GROUP else "outline_missing"
        yield Fault(code, path, Record(area=name), "WH-AREA-04")
        return
    area = area_of(name, line)
    for flaw in flaws(area):
        where = path if flaw.feature is None else (*path, "features", flaw.feature)
        params = flaw.params | Record(area=name, feature=flaw.feature)
        waiver = TERRAIN_WAIVER if flaw.code in ("sticks_out", "mat_empty") else None
        yield Fault(flaw.code, where, params, flaw.clause, waiver=waiver)
    have = {feature.cat for feature in area.features}
    for wanted in line.wants:
        if wanted not in have:
            params = Record(area=name, category=str(wanted))
            yield Fault("category_lacking", path, params, "WH-CAT-05", Severity.WARNING)


def unit_faults(name: str, line: UnitLine, battle: Battle) -> Iterator[Fault]:
    """Units have models, models have datasheets and places."""
    path: Path = ("units", name)
    known = tuple(sorted(battle.datasheets))
    if line.sheet not in battle.datasheets:
        params = Record(given=line.sheet, choices=known)
        yield Fault("sheet_unknown", (*path, "sheet"), params)
    if not line.models:
        yield Fault("unit_empty", path, Record(unit=name))
    for leader in line.leaders:
        if leader not in line.models:
            params = Record(given=leader, choices=tuple(sorted(line.models)))
            yield Fault("model_unknown", (*path, "leaders"), params, "WH-ATK-05")
    for key, model in line.models.items():
        place = (*path, "models", key)
        sheet = battle.datasheets.get(model.sheet or line.sheet)
        if model.sheet is not None and model.sheet not in battle.datasheets:
            params = Record(given=model.sheet, choices=known)
            yield Fault("sheet_unknown", (*place, "sheet"), params)
        if model.at is None and not line.in_reserve:
            yield Fault("model_nowhere", place, Record(model=key))
        if sheet is None:
            continue
        if model.wounds is not None and not 0 <= model.wounds <= sheet.W:
            params = Record(model=key, wounds=model.wounds, most=sheet.W)
            yield Fault("wounds_impossible", (*place, "wounds"), params)
        for weapon in model.weapons or ():
            if weapon not in sheet.weapons:
                params = Record(given=weapon, choices=tuple(sorted(sheet.weapons)))
                yield Fault("weapon_unknown", (*place, "weapons"), params)


def play_faults(state: State, battle: Battle) -> Iterator[Fault]:
    """What the rules would not have let happen; warnings only, since a battle may be a story."""
    there = state.on_table()
    wide = max(map(reach_of, there), default=0.0)
    for unit in state.units:
        models = state.alive(unit)
        out = stray(models) if len(models) > 1 else None
        if out is not None:
            params = Record(unit=unit, model=out[0].id, over=out[1])
            path = ("units", unit, "models", out[0].id)
            yield Fault("out_of_coherency", path, params, "WH-COH-01", Severity.WARNING)
        for model in models:
            others = _near(model, there, wide)
            for reason in end_reasons(
                model, state.areas, battle.options, others=others, size=state.size
            ):
                path = ("units", unit, "models", model.id)
                params = Record(reason=reason.code) | reason.params
                yield Fault("stands_badly", path, params, reason.clause, Severity.WARNING)


def _near(model: Model, others: Iterable[Model], wide: Inches) -> list[Model]:
    """Those of other models, which reach `wide` at most, that may touch one: most are far away."""
    x, y = model.at
    most = reach_of(model) + wide
    return [
        other
        for other in others
        if abs(other.at[0] - x) <= most and abs(other.at[1] - y) <= most and other.id != model.id
    ]
