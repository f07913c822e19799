"""A catalogue to the edit that brings its stat lines into a battle of the game it is of.

Knows catalogues and systems by their protocol; which part of a battle holds stat lines is
told by what fits there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from defilade.formats.battle import Systems, Unread
from defilade.formats.battlescribe import read_catalogue
from defilade.formats.importing.outcome import Imported, Kind, WrongGame
from defilade.formats.limits import BATTLE
from defilade.formats.statcards import read_stat_cards
from defilade.formats.typed import typed
from defilade.game import compact
from defilade.record import Record
from defilade.systems.protocol import System
from defilade.table import Adoption, Catalogue, Draft, Finding, WrongEdition


def catalogue(
    files: Mapping[str, bytes], into: Draft[Any] | None, systems: Systems
) -> Imported | Unread | WrongGame:
    """The stat lines of a catalogue, taken by the battle's game or else by the one it is of."""
    read = _read(files)
    if isinstance(read, Unread):
        return read
    wanted: list[WrongEdition] = []
    for name in [into.system] if into is not None else list(systems):
        found = systems[name].adopt(read)
        if isinstance(found, Adoption):
            return taken_of(found, read, systems[name])
        wanted.append(found)
    # the fullest name that any system has for it says most
    game = max((each.found for each in wanted), key=len, default=read.game_system)
    return WrongGame(game, tuple(sorted({each.wanted for each in wanted})))


def _read(files: Mapping[str, bytes]) -> Catalogue | Unread:
    if len(files) == 1:
        ((name, data),) = files.items()
        if (cards := read_stat_cards(data, name)) is not None:
            return cards
    return read_catalogue(files)


def taken_of(adoption: Adoption, read: Catalogue, system: System) -> Imported:
    """The edit that brings adopted stat lines in; one that does not fit is left out and told."""
    label = ", ".join(each for each in read.names if each) or system.title
    fitting: dict[str, Any] = {}
    findings = list(adoption.findings)
    part = None
    for name, unit in adoption.units.items():
        part = part or part_of(system, name, unit)
        if part is None or not _fits(system, part, name, unit):
            findings.append(Finding("unit.unfit", name, Record(name=name), lost=True))
        else:
            fitting[name] = unit
    edits = ({"do": "take", "entries": {part: fitting}},) if part and fitting else ()
    return Imported(
        Kind.CATALOGUE, label, system.name, edits=edits, findings=tuple(dict.fromkeys(findings))
    )


def part_of(system: System, name: str, unit: Mapping[str, Any]) -> str | None:
    """The part of a battle file, a mapping by name, that a stat line fits into."""
    hints = get_type_hints(system.battle_type)
    mappings = [part for part, hint in hints.items() if len(get_args(hint)) == 2]
    return next((part for part in mappings if _fits(system, part, name, unit)), None)


def _fits(system: System, part: str, name: str, unit: Mapping[str, Any]) -> bool:
    """Whether the game reads a stat line there without a mistake but what else is missing."""
    values: dict[str, Any] = {part: {name: _texts(unit)}}
    made = typed(system.battle_type, values, number=BATTLE.number)
    return not isinstance(made, tuple) or all(mistake.fault.path[:1] != (part,) for mistake in made)


def _texts(value: Any) -> Any:
    """JSON values as the texts that a file would hold, which is what typing reads."""
    match value:
        case dict() | Mapping():
            return {key: _texts(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_texts(inner) for inner in value]
        case bool() | int() | float():
            return compact(value)
        case _:
            return value
