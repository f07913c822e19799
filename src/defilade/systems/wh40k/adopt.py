"""Datasheets of the eleventh edition, taken from a catalogue into the words of a battle file.

Knows the profile types that name this edition; what it cannot read becomes a finding with its
place. Never reads files, never guesses a characteristic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from defilade.record import Datum, Record
from defilade.systems.wh40k.build import ability
from defilade.table import Adoption, Catalogue, CatalogueEntry, Finding, Profile, WrongEdition
from defilade.values import DiceExpr, Need, parse_inches

EDITION = "Warhammer 40,000, eleventh edition"
GAME_SYSTEM_ID = "sys-352e-adc2-7639-d610"
UNIT, RANGED, MELEE = "Unit", "Ranged Weapons", "Melee Weapons"
WANTED = frozenset({"M", "T", "Sv", "W", "LD", "OC", "InSv"})
"""Columns of a unit in this edition; the tenth has SV and no InSv, older ones have BS and WS."""
_NOTHING = frozenset({"", "-", "–", "—", "n/a", "none"})
_NUMBERED = frozenset({"Feel No Pain", "Anti", "Deadly Demise", "Firing Deck", "Scouts"})
"""Rules whose number a catalogue keeps in a modifier that is not applied."""
Found = tuple[Finding, ...]


def adopt(catalogue: Catalogue) -> Adoption | WrongEdition:
    """The datasheets of a catalogue or roster, by name, or the edition or game that it is of."""
    if (found := other_edition(catalogue)) is not None:
        return WrongEdition(found, EDITION)
    units: dict[str, Mapping[str, Any]] = {}
    findings: Found = catalogue.findings
    for entry, profile in unit_profiles(catalogue.entries):
        sheet, noticed = datasheet(entry, profile)
        findings += noticed
        same = [unit for name, unit in units.items() if _stem(name, profile.name)]
        if sheet and sheet not in same:
            units[_free(profile.name, units)] = sheet
    place = ", ".join(catalogue.names)
    if units:
        findings += (Finding("keywords.elsewhere", place),)
    else:
        findings += (Finding("no_units", place, lost=True),)
    return Adoption(units, findings)


def other_edition(catalogue: Catalogue) -> str | None:
    """What else the catalogue is of, by name; None for the eleventh edition.

    The columns of units decide; where there are none, the game system.
    """
    named = catalogue.game_system.strip()
    columns = catalogue.profile_types.get(UNIT)
    if columns is None:
        units = (p for _, p in unit_profiles(catalogue.entries))
        columns = next((tuple(profile.columns) for profile in units), None)
    if columns is None:
        is_it = catalogue.game_system_id == GAME_SYSTEM_ID
        return None if is_it else named or "an unknown game"
    if set(columns) >= WANTED:
        return None
    if {"M", "T", "SV", "W", "OC"} <= set(columns):
        return "Warhammer 40,000, tenth edition"
    if {"BS", "WS", "T"} <= set(columns):
        return "Warhammer 40,000 of an edition before the tenth"
    return named or "an unknown game"


def unit_profiles(entries: Iterable[CatalogueEntry]) -> Iterator[tuple[CatalogueEntry, Profile]]:
    """Every entry that holds a unit's profile, each profile once."""
    seen: set[tuple[str, str]] = set()
    for entry in walk(entries):
        for profile in entry.profiles:
            key = (profile.id, profile.name)
            if profile.type_name == UNIT and key not in seen:
                seen.add(key)
                yield entry, profile


def walk(entries: Iterable[CatalogueEntry]) -> Iterator[CatalogueEntry]:
    """Entries and everything in them."""
    for entry in entries:
        yield entry
        yield from walk(entry.entries)


def datasheet(entry: CatalogueEntry, profile: Profile) -> tuple[Mapping[str, Any], Found]:
    """One datasheet with every weapon its entry offers; empty where a number cannot be read."""
    sheet: dict[str, Any] = {}
    findings: Found = ()
    for column, read in _UNIT_COLUMNS.items():
        value, trouble = _column(profile, column, read)
        sheet.update(value)
        findings += trouble
    if findings:
        return {}, (*findings, _found("unit_left_out", profile, lost=True))
    rules = tuple(dict.fromkeys(rule for rule in entry.rules if rule not in _NUMBERED))
    for rule in entry.rules:
        if rule in _NUMBERED and rule != "Anti":
            findings += (_found("rule_without_number", profile, lost=True, rule=rule),)
    weapons: dict[str, Mapping[str, Any]] = {}
    for inner in walk((entry,)):
        for carried in inner.profiles:
            if carried.type_name in (RANGED, MELEE):
                line, trouble = weapon(carried)
                findings += trouble
                if line and line not in [w for n, w in weapons.items() if _stem(n, carried.name)]:
                    weapons[_free(carried.name, weapons)] = line
    return sheet | {"abilities": list(rules), "weapons": weapons}, findings


def weapon(profile: Profile) -> tuple[Mapping[str, Any], Found]:
    """One weapon line; empty where a number of it cannot be read."""
    listed = [part.strip() for part in profile.columns.get("Keywords", "").split(",")]
    abilities = [text for text in listed if text.casefold() not in _NOTHING]
    strange = [text for text in abilities if ability(text) is None]
    findings = tuple(_found("ability_unknown", profile, lost=True, ability=x) for x in strange)
    line: dict[str, Any] = {}
    columns = _RANGED_COLUMNS if profile.type_name == RANGED else _MELEE_COLUMNS
    wrong: Found = ()
    for column, read in columns.items():
        value, trouble = _column(profile, column, read)
        line.update(value)
        wrong += trouble
    if wrong:
        return {}, (*findings, *wrong, _found("weapon_left_out", profile, lost=True))
    return line | {"abilities": [x for x in abilities if x not in strange]}, findings


def _column(
    profile: Profile, column: str, read: Callable[[str], Mapping[str, Any]]
) -> tuple[Mapping[str, Any], Found]:
    text = profile.columns.get(column, "").strip()
    try:
        return read(text), ()
    except ValueError:
        found = _found("column_unreadable", profile, lost=True, column=column, text=text)
        return {}, (found,)


def _found(code: str, profile: Profile, *, lost: bool = False, **params: Datum) -> Finding:
    return Finding(code, profile.place, Record(profile=profile.name, **params), lost=lost)


def _free(name: str, taken: Mapping[str, object]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _stem(name: str, of: str) -> bool:
    """Whether a name is the other one, or it with a number behind."""
    return re.fullmatch(re.escape(of) + r"( \d+)?", name) is not None


def _inches(text: str) -> float:
    return 0.0 if text in _NOTHING else parse_inches(text.rstrip("+"))


def _need(field: str, text: str, *, optional: bool = False) -> Mapping[str, Any]:
    if text.casefold() in _NOTHING:
        if optional:
            return {}
        raise ValueError(text)
    return {field: str(Need.parse(text.rstrip("*")))}


_UNIT_COLUMNS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "M": lambda text: {"M": _inches(text)},
    "T": lambda text: {"T": int(text)},
    "Sv": lambda text: _need("Sv", text),
    "InSv": lambda text: _need("InSv", text, optional=True),
    "W": lambda text: {"W": int(text)},
    "LD": lambda text: _need("Ld", text),
    "OC": lambda text: {"OC": None if text.casefold() in _NOTHING else int(text)},
}
"""How each column of a unit is read; raises `ValueError` for what it is not."""

_COMMON: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "A": lambda text: {"A": str(DiceExpr.parse(text))},
    "S": lambda text: {"S": int(text)},
    "AP": lambda text: {"AP": 0 if text in _NOTHING else int(text)},
    "D": lambda text: {"D": str(DiceExpr.parse(text))},
}
_RANGED_COLUMNS = {
    "Range": lambda text: {"R": parse_inches(text)},
    "BS": lambda text: _need("BS", text, optional=True),
    **_COMMON,
}
_MELEE_COLUMNS = {"WS": lambda text: _need("WS", text, optional=True), **_COMMON}
"""How each column of a weapon is read."""
