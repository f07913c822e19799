"""Terrain layouts to choices, and the one that was picked to a battle on it.

Knows which files make a layout; what terrain means is for the system.
"""

from __future__ import annotations

from collections.abc import Mapping

from defilade.formats.battle import Unread, document
from defilade.formats.importing.armies import armies_of, known_beside, mustered
from defilade.formats.importing.outcome import Choice, Imported, Kind
from defilade.formats.importing.sorting import Sorted
from defilade.formats.kdc40 import Terrain, Unresolved, layout_of, read_terrain
from defilade.formats.kdc40.model import Sheet
from defilade.record import Record
from defilade.systems.protocol import System
from defilade.systems.wh40k.adopt_army import Force
from defilade.systems.wh40k.deployment import deployed
from defilade.table import Draft, Finding, WrongEdition
from defilade.table.army import Army

SYSTEM = "wh40k"
"""The game whose tables these files describe."""
PLAYERS = ("attacker", "defender")


def layouts(found: Sorted, pick: str | None, system: System) -> Imported | Unread | WrongEdition:
    """The layouts to pick from, or a battle on the picked one with up to two lists set up."""
    terrain = read_terrain(found.terrain)
    if isinstance(terrain, Unread):
        return terrain
    label = ", ".join(found.terrain)
    choices = tuple(_choice(sheet) for sheet in terrain.layouts.values())
    if pick is None or pick not in terrain.layouts:
        missing = () if pick is None else (Finding("layout.unknown", pick, Record(), lost=True),)
        told = (*missing, *terrain.findings)
        return Imported(Kind.LAYOUTS, label, system.name, choices, findings=told)
    return _battle(terrain, terrain.layouts[pick], found, system)


def _choice(sheet: Sheet) -> Choice:
    wide, deep = sheet.size
    named = sheet.name or sheet.id
    return Choice(sheet.id, f"{named} ({wide:g} x {deep:g}, {len(sheet.pieces or ())} pieces)")


def _battle(
    terrain: Terrain, sheet: Sheet, found: Sorted, system: System
) -> Imported | Unread | WrongEdition:
    pattern = terrain.patterns.get(sheet.deployment_pattern_id or "")
    layout = layout_of(sheet, terrain.templates, pattern=pattern)
    label = sheet.name or sheet.id
    if isinstance(layout, Unresolved):
        return Imported(Kind.LAYOUTS, label, system.name, findings=layout.findings)
    armies, catalogues = armies_of(found)
    known = known_beside(found, catalogues, terrain)
    if isinstance(known, Unread | WrongEdition):
        return known
    forces = forces_of([mustered(army, known) for army in armies])
    ready = deployed(layout, forces)
    values = document(Draft(SYSTEM, ready.battle), system, defaults=False)
    extra = (_left_over(army) for army in armies[len(PLAYERS) :])
    return Imported(
        Kind.LAYOUTS, label, system.name, document=values, findings=(*ready.findings, *extra)
    )


def forces_of(forces: list[Force]) -> Mapping[str, Force]:
    """A force for each player, empty where none was given."""
    given = [*forces, Force({}, ()), Force({}, ())]
    return dict(zip(PLAYERS, given, strict=False))


def _left_over(army: Army) -> Finding:
    return Finding("army.left_over", army.name, Record(name=army.name), lost=True)
