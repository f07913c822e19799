"""Ships and weapons of the first edition, taken from a catalogue into the words of a battle file.

Knows the profile types that name this edition; what it cannot read becomes a finding with its
place. Never reads files, never guesses a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from defilade.record import Record
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.terms import Tonnage
from defilade.table import Adoption, Catalogue, CatalogueEntry, Finding, Profile, WrongEdition
from defilade.values import DiceExpr, Need, parse_inches

EDITION = "Dropfleet Commander, first edition"
GAME_SYSTEM = "Dropfleet Commander"
GAME_SYSTEM_ID = "bb34-1413-3527-b957"
OTHERS = {"sys-5fec-a8da-5dec-0ae6": "Dropfleet Commander (2024)"}
"""Game systems of other editions, by id, for catalogues that do not name theirs."""
SHIP, WEAPON, LOAD, SECTOR = "Ship", "Weapon", "Load", "Sector"
WANTED = {
    SHIP: frozenset({"Scan", "Sig", "Thrust", "Hull", "A", "PD", "T"}),
    WEAPON: frozenset({"Lock", "Attacks", "Damage", "Arc"}),
}
"""Columns that this edition's profiles have; the 2024 edition lacks A, PD, T and Attacks."""
BUILT_IN = frozenset({"Space Station", "Asset", SECTOR, "Cluster", "Debris Field"})
"""Profile types whose numbers this engine holds itself."""
UNUSED = {SHIP: frozenset({"G"}), LOAD: frozenset({"Special"})}
"""Columns that bear on no ruling: group size, and how often a load may be launched."""
FACTIONS = ("UCM", "Scourge", "PHR", "Shaltari", "Resistance")
_NOTHING = frozenset({"", "-", "–", "—", "none", "n/a"})


def adopt(catalogue: Catalogue) -> Adoption | WrongEdition:
    """The ship classes of a catalogue, by name, or the edition or game that it is of."""
    if (found := other_edition(catalogue)) is not None:
        return WrongEdition(found, EDITION)
    units: dict[str, Mapping[str, Any]] = {}
    findings: Found = catalogue.findings
    used: frozenset[str] = frozenset()
    for entry, profile in _ships(catalogue.entries):
        taken = take_ship(entry, profile, _faction(catalogue, entry))
        findings += taken.findings
        used |= taken.used
        if taken.unit not in [u for n, u in units.items() if n.startswith(profile.name)]:
            name = _free(profile.name, units)
            if name != profile.name:
                findings += (_found("same_name", profile, name=name),)
            units[name] = taken.unit
    if not units:
        findings += (Finding("no_ships", ", ".join(catalogue.names), lost=True),)
    return Adoption(units, findings + _rest(catalogue, used))


def other_edition(catalogue: Catalogue) -> str | None:
    """What else the catalogue is of, by name; None for the first edition.

    Columns decide, then the game system's id and name.
    """
    columns = _columns(catalogue)
    named = catalogue.game_system.strip() or OTHERS.get(catalogue.game_system_id, "")
    known = [kind for kind in WANTED if kind in columns]
    if any(not columns[kind] >= WANTED[kind] for kind in known):
        is_ours = named.casefold() == GAME_SYSTEM.casefold()
        return f"{GAME_SYSTEM} of another edition" if is_ours else named or "an unknown game"
    if catalogue.game_system_id == GAME_SYSTEM_ID:
        return None
    if catalogue.game_system_id in OTHERS:
        return OTHERS[catalogue.game_system_id]
    if known and named.casefold() in ("", GAME_SYSTEM.casefold()):
        return None
    return named or "an unknown game"


def _columns(catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Columns by profile type: as declared, else as the profiles have them."""
    found: dict[str, frozenset[str]] = {
        name: frozenset(columns) for name, columns in catalogue.profile_types.items()
    }
    for profile in _profiles(catalogue.entries):
        found.setdefault(profile.type_name, frozenset(profile.columns))
    for profile in catalogue.profiles:
        found.setdefault(profile.type_name, frozenset(profile.columns))
    return found


def _walk(entries: tuple[CatalogueEntry, ...]) -> Iterator[CatalogueEntry]:
    for entry in entries:
        yield entry
        yield from _walk(entry.entries)


def _profiles(entries: tuple[CatalogueEntry, ...]) -> Iterator[Profile]:
    for entry in _walk(entries):
        yield from entry.profiles


def _ships(entries: tuple[CatalogueEntry, ...]) -> Iterator[tuple[CatalogueEntry, Profile]]:
    """Every entry that holds a ship profile, each profile once however often it is linked."""
    seen: set[str] = set()
    for entry in _walk(entries):
        for profile in entry.profiles:
            if profile.type_name == SHIP and profile.id not in seen:
                seen.add(profile.id)
                yield entry, profile


def _carried(entry: CatalogueEntry) -> Iterator[tuple[CatalogueEntry, int]]:
    """What a ship carries, and how many of each; other ships inside it are not carried."""
    for inner in entry.entries:
        if not any(profile.type_name == SHIP for profile in inner.profiles):
            yield inner, max(1, inner.number)
            yield from _carried(inner)


Found = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """One ship class in the words of a battle file, what was noticed, and the profiles used."""

    unit: Mapping[str, Any]
    findings: Found
    used: frozenset[str]


def take_ship(entry: CatalogueEntry, profile: Profile, faction: str) -> Taken:
    """One ship with everything its entry carries."""
    special, findings = _special(profile)
    named = {keywords.parse(rule).name for rule in special}
    findings += tuple(
        _found("rule_beside_profile", profile, rule=rule)
        for rule in entry.rules
        if keywords.parse(rule).name not in named
    )
    unit: dict[str, Any] = {"faction": faction} if faction else {}
    for column, read in _SHIP_COLUMNS.items():
        value, trouble = _column(profile, column, read)
        unit.update(value)
        findings += trouble
    unit["special"] = special
    used = {profile.id}
    weapons: dict[str, Mapping[str, Any]] = {}
    launch: list[str] = []
    for inner, number in _carried(entry):
        findings += _choice(inner, profile)
        for carried in inner.profiles:
            used.add(carried.id)
            if carried.type_name == WEAPON:
                line, trouble = _weapon(carried)
                findings += trouble
                for _ in range(number if line else 0):
                    weapons[_free(carried.name, weapons)] = line
            elif carried.type_name == LOAD:
                launch.append(f"{carried.name} {carried.columns.get('Launch', '')}".strip())
            elif carried.type_name not in BUILT_IN:
                params = {"type": carried.type_name}
                findings += (_found("profile_unknown", carried, lost=True, **params),)
    unit["weapons"] = weapons
    return Taken(unit | ({"launch": launch} if launch else {}), findings, frozenset(used))


def _weapon(profile: Profile) -> tuple[Mapping[str, Any], Found]:
    """One weapon line; empty where a number of it cannot be read."""
    special, findings = _special(profile)
    lock = profile.columns.get("Lock", "").strip()
    mauls = any(keywords.parse(rule).name == "mauler" for rule in special)
    if mauls and not lock.rstrip("+").isdigit():
        findings += (_found("lock_of_target", profile, lock=lock),)
        profile = replace(profile, columns={**profile.columns, "Lock": "6+"})
    line: dict[str, Any] = {}
    for column, read in _WEAPON_COLUMNS.items():
        value, trouble = _column(profile, column, read)
        line.update(value)
        findings += trouble
    if len(line) < len(_WEAPON_COLUMNS):
        return {}, (*findings, _found("weapon_left_out", profile, lost=True))
    return {**line, "special": special}, findings


def _special(profile: Profile) -> tuple[list[str], Found]:
    rules = split_rules(profile.columns.get("Special", ""))
    strange = [rule for rule in rules if not keywords.known(keywords.parse(rule))]
    return rules, tuple(_found("rule_unknown", profile, lost=True, rule=rule) for rule in strange)


def _column(
    profile: Profile, column: str, read: Callable[[str], Mapping[str, Any]]
) -> tuple[Mapping[str, Any], Found]:
    text = profile.columns.get(column, "").strip()
    try:
        return read(text), ()
    except ValueError:
        params = {"column": column, "text": text}
        return {}, (_found("column_unreadable", profile, lost=True, **params),)


def _choice(inner: CatalogueEntry, ship: Profile) -> Found:
    """A group of several weapons may mean that a ship has only one of them."""
    if "group" not in inner.kind.casefold():
        return ()
    options = [e.name for e in inner.entries if any(p.type_name == WEAPON for p in e.profiles)]
    if len(options) < 2:
        return ()
    return (_found("weapon_choice", ship, options=", ".join(options)),)


def _rest(catalogue: Catalogue, used: frozenset[str]) -> Found:
    """What no ship has, and columns that were not needed."""
    findings: list[Finding] = []
    seen, guns = set(used), _sector_guns(catalogue)
    for profile in (*_profiles(catalogue.entries), *catalogue.profiles):
        if profile.id in seen or profile.type_name == SHIP:
            continue
        seen.add(profile.id)
        kind = profile.type_name
        built_in = kind in BUILT_IN or profile.id in guns
        code = "profile_on_no_ship" if kind in (WEAPON, LOAD) else "profile_unknown"
        code = "profile_built_in" if built_in else code
        findings.append(_found(code, profile, lost=not built_in, type=kind))
    place = ", ".join(catalogue.names)
    for kind, columns in catalogue.profile_types.items():
        for column in columns:
            if column in UNUSED.get(kind, ()):
                params = Record(type=kind, column=column)
                findings.append(Finding("column_unused", place, params))
    return tuple(findings)


def _sector_guns(catalogue: Catalogue) -> frozenset[str]:
    """Ids of weapons that stand in an entry with a sector: the engine has them (DF-BOM-07)."""
    places = [e for e in _walk(catalogue.entries) if any(p.type_name == SECTOR for p in e.profiles)]
    return frozenset(p.id for e in places for p in e.profiles if p.type_name == WEAPON)


def _faction(catalogue: Catalogue, entry: CatalogueEntry) -> str:
    near = [f for f in FACTIONS if f.casefold() in entry.place.casefold()]
    names = " ".join(catalogue.names).casefold()
    found = near or [f for f in FACTIONS if f.casefold() in names]
    return found[0] if len(found) == 1 else ""


def _found(code: str, profile: Profile, *, lost: bool = False, **params: str) -> Finding:
    return Finding(code, profile.place, Record(profile=profile.name, **params), lost=lost)


def _free(name: str, taken: Mapping[str, Any]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


def split_rules(text: str) -> list[str]:
    """Special rules as a list: split at commas that stand in no brackets.

    >>> split_rules("Calibre (H, S), Linked (1) , Scald"), split_rules("None")
    (['Calibre (H, S)', 'Linked (1)', 'Scald'], [])
    """
    parts = (part.strip() for part in re.split(r",(?![^(]*\))", text))
    return [part for part in parts if part.casefold() not in _NOTHING]


def _whole(text: str) -> int:
    return 0 if text.casefold() in _NOTHING else int(text)


def _signature(text: str) -> Mapping[str, Any]:
    parts = sorted(parse_inches(part) for part in text.split("/"))
    if len(parts) > 2:
        raise ValueError(text)
    if len(parts) == 2:
        return {"signature": {"down": parts[0], "up": parts[1]}}
    return {"signature": parts[0]}


def _armour(text: str) -> Mapping[str, Any]:
    needs = [str(Need.parse(part)) for part in text.split("/")]
    if len(needs) > 2:
        raise ValueError(text)
    return dict(zip(("armour", "pcm"), needs, strict=False))


def _arc(text: str) -> Mapping[str, Any]:
    keywords.parse_arcs(text)
    return {"arc": text}


_SHIP_COLUMNS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "Scan": lambda text: {"scan": parse_inches(text)},
    "Sig": _signature,
    "Thrust": lambda text: {"thrust": parse_inches(text)},
    "Hull": lambda text: {"hull_start": int(text)},
    "A": _armour,
    "PD": lambda text: {"pd": _whole(text)},
    "T": lambda text: {"tonnage": Tonnage(text.upper()).value},
}
"""How each column of a ship is read; raises `ValueError` for what it is not."""

_WEAPON_COLUMNS: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    "Lock": lambda text: {"lock": str(Need.parse(text))},
    "Attacks": lambda text: {"attack": str(DiceExpr.parse(text))},
    "Damage": lambda text: {"damage": str(DiceExpr.parse(text))},
    "Arc": _arc,
}
"""How each column of a weapon is read."""
