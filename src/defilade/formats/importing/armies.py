"""Army lists with what is known beside them: bases, profiles of catalogues, hulls, heights.

Knows files and which goes with which; what a list means in a battle is for the system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from defilade.formats import tts
from defilade.formats.battle import Unread
from defilade.formats.battlescribe import read_catalogue
from defilade.formats.importing.sorting import Sorted
from defilade.formats.kdc40 import Terrain, read_bases
from defilade.formats.rosters import read_roster
from defilade.record import Record
from defilade.systems.wh40k.adopt import adopt
from defilade.systems.wh40k.adopt_army import Force, Known, force_of
from defilade.table import Catalogue, Ellipse, Finding, Round, WrongEdition
from defilade.table.army import Army, Bases, BaseShape, BaseSize
from defilade.table.layout import Outline

MM = 25.4
STAND_IN = BaseSize(BaseShape.ROUND, diameter=32.0)
"""The base of models that no file measures: what the rules assume of a datasheet without one."""


def armies_of(found: Sorted) -> tuple[list[Army], dict[str, bytes]]:
    """The army lists, and the files that are none: catalogues."""
    armies: list[Army] = []
    others: dict[str, bytes] = {}
    for name, data in {**found.lists, **found.trees}.items():
        army = read_roster(name, data)
        if isinstance(army, Army):
            armies.append(army)
        else:
            others[name] = data
    return armies, others


def known_beside(
    found: Sorted, catalogues: Mapping[str, bytes], terrain: Terrain
) -> Known | Unread | WrongEdition:
    """What is known of units beside their lists; a value where a file cannot be read so."""
    bases = read_bases(found.bases) if found.bases else Bases(())
    if isinstance(bases, Unread):
        return bases
    adoption = None
    if catalogues:
        catalogue = read_catalogue(catalogues)
        if isinstance(catalogue, Catalogue):
            adoption = adopt(catalogue)
    if isinstance(adoption, WrongEdition):
        return adoption
    return Known(bases, profiles=adoption, hulls=hulls_of(terrain))


def mustered(army: Army, known: Known) -> Force:
    """A force of the list, with a stand-in for every base that is not known."""
    first = force_of(army, known)
    unknown = [each for each in first.findings if each.code in ("base.unknown", "base.ambiguous")]
    names = {str(each.params["unit"]) for each in unknown}
    bases = {**known.bases_mm, **dict.fromkeys(names, STAND_IN)}
    second = force_of(army, replace(known, bases_mm=bases))
    told = (
        Finding("base.stand_in", each.place, Record(unit=each.params["unit"], number=32))
        for each in unknown
    )
    return replace(second, findings=(*second.findings, *told))


def hulls_of(terrain: Terrain) -> dict[str, Outline]:
    """Outlines of models by the unit's name, facing +y; files have y down, the front up."""
    return {
        hull.name: tuple((x, 0.0 - y) for x, y in hull.points) for hull in terrain.hulls.values()
    }


def footprints(bases: Bases) -> dict[str, tts.Known]:
    """What stands on a table under each unit's name, where its base is measured."""
    found = {}
    for unit in bases.units:
        size = unit.base
        if size is not None and size.diameter is not None:
            found[unit.id] = tts.Known(Round(size.diameter / MM / 2))
        elif size is not None and size.length is not None and size.width is not None:
            found[unit.id] = tts.Known(Ellipse(size.length / MM / 2, size.width / MM / 2))
    return found
