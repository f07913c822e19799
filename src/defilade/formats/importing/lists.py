"""An army list to the edit that brings its units into a battle, or to a battle of its own.

Knows what a list lacks and what stands in for it, each told; units are set up by the system.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.formats.battle import Unread, document
from defilade.formats.importing.armies import armies_of, known_beside, mustered
from defilade.formats.importing.boards import SYSTEM, forces_of
from defilade.formats.importing.outcome import Imported, Kind
from defilade.formats.importing.sorting import Sorted
from defilade.formats.kdc40 import Terrain
from defilade.systems.protocol import System
from defilade.systems.wh40k.adopt_army import Force
from defilade.systems.wh40k.battle import Battle
from defilade.systems.wh40k.deployment import Deployed, deployed, edge_of, reinforced
from defilade.table import Draft, Finding, WrongEdition
from defilade.table.layout import LaidZone, Layout

_SIZE = (60.0, 44.0)
_PARTS = ("datasheets", "units")


def roster(
    found: Sorted, into: Draft[Any] | None, side: str | None, system: System
) -> Imported | Unread | WrongEdition | None:
    """The units of the lists; None where there is no list among the files."""
    armies, catalogues = armies_of(found)
    armies = [army for army in armies if army.units]
    if not armies:
        return None
    known = known_beside(found, catalogues, Terrain())
    if isinstance(known, Unread | WrongEdition):
        return known
    forces = [mustered(army, known) for army in armies]
    label = armies[0].name or ", ".join({**found.lists, **found.trees})
    if into is None:
        return _alone(label, forces, system)
    return _into(label, forces, into, side=side, system=system)


def _alone(label: str, forces: list[Force], system: System) -> Imported:
    """A battle of up to two forces on a bare table."""
    players = forces_of(forces)
    zones = tuple(
        LaidZone(player, edge_of(_SIZE, upper=number > 0)) for number, player in enumerate(players)
    )
    ready = deployed(Layout("", label, _SIZE, zones=zones), players)
    values = document(Draft(SYSTEM, ready.battle), system, defaults=False)
    return Imported(
        Kind.ROSTER, label, system.name, document=values, findings=tuple(ready.findings)
    )


def _into(
    label: str, forces: list[Force], into: Draft[Any], *, side: str | None, system: System
) -> Imported:
    """The edit that takes the forces in: all of them on one side."""
    battle: Battle = into.battle
    chosen = side or _side(battle)
    findings: list[Finding] = []
    after = battle
    for force in forces:
        ready: Deployed = reinforced(after, chosen, force)
        findings += ready.findings
        after = ready.battle
    taken = {"do": "take", "entries": _new(battle, after, system)}
    return Imported(Kind.ROSTER, label, system.name, edits=(taken,), findings=tuple(findings))


def _side(battle: Battle) -> str:
    """The first side that has no unit yet, else the first."""
    have = {unit.side for unit in battle.units.values()}
    sides = battle.sides or tuple(dict.fromkeys(unit.side for unit in battle.units.values()))
    if not battle.sides and len(sides) < 2:
        sides = (*sides, *(each for each in forces_of([]) if each not in sides))
    return next((each for each in sides if each not in have), sides[0])


def _new(before: Battle, after: Battle, system: System) -> Mapping[str, Any]:
    """The parts of the battle document that came with the forces."""
    added = Battle(
        datasheets=_only_new(before.datasheets, after.datasheets),
        units=_only_new(before.units, after.units),
    )
    values = document(Draft(SYSTEM, added), system, defaults=False)
    return {part: values[part] for part in _PARTS if part in values}


def _only_new(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if name not in before}
