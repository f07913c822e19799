"""Regiments and Characters of Conquest, taken from a catalogue into the words of a battle file.

Knows the profile types that name this game and how Barrage is written; what it cannot read
becomes a finding with its place. Never reads files, never guesses a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from defilade.record import Datum, Record
from defilade.systems.conquest.terms import Kind, Weight
from defilade.table import Adoption, Catalogue, CatalogueEntry, Finding, Profile, WrongEdition

EDITION = "Conquest: The Last Argument of Kings"
GAME_SYSTEM_ID = "dd30-0080-e51a-c53f"
REGIMENT, CHARACTER = "Regiment", "Character"
COLUMNS = frozenset({"Type", "Class", "M", "V", "C", "A", "W", "R", "D", "E", "Stands"})
"""Columns that this game's profiles have."""
NUMBERS = {
    "M": "march",
    "V": "volley",
    "C": "clash",
    "A": "attacks",
    "W": "wounds",
    "R": "resolve",
    "D": "defence",
    "E": "evasion",
    "Stands": "stands",
    "Models on Stand": "models_per_stand",
    "Models": "models_per_stand",
}
"""Columns and the fields they fill."""
NO_EFFECT = frozenset({"shield"})
"""Rules whose effect is in the printed numbers already, or that bear on nothing here."""


def adopt(catalogue: Catalogue) -> Adoption | WrongEdition:
    """The units of a catalogue, by name, or the game that it is of."""
    if (other := other_game(catalogue)) is not None:
        return WrongEdition(other, EDITION)
    units: dict[str, Mapping[str, Any]] = {}
    findings: list[Finding] = list(catalogue.findings)
    for entry, profile in _lines(catalogue.entries):
        unit, noticed = take(entry, profile)
        same = next((n for n, u in units.items() if u == unit and _base(n) == profile.name), None)
        if same is not None:
            continue
        name = _free(profile.name, units)
        if name != profile.name:
            noticed.append(_found("same_name", profile, name=name))
        units[name] = unit
        findings += noticed
    if not units:
        findings.append(Finding("no_units", ", ".join(catalogue.names), lost=True))
    return Adoption(units, tuple(findings))


def other_game(catalogue: Catalogue) -> str | None:
    """What else the catalogue is of, by name; None for this game. Columns decide, then ids."""
    kinds = {name: frozenset(columns) for name, columns in catalogue.profile_types.items()}
    for profile in (p for e in _walk(catalogue.entries) for p in e.profiles):
        kinds.setdefault(profile.type_name, frozenset(profile.columns))
    for profile in catalogue.profiles:
        kinds.setdefault(profile.type_name, frozenset(profile.columns))
    ours = [kinds[kind] >= COLUMNS for kind in (REGIMENT, CHARACTER) if kind in kinds]
    named = catalogue.game_system.strip()
    if ours and all(ours):
        return None
    if catalogue.game_system_id == GAME_SYSTEM_ID and not ours:
        return None
    return named or "an unknown game"


def _walk(entries: tuple[CatalogueEntry, ...]) -> Iterator[CatalogueEntry]:
    for entry in entries:
        yield entry
        yield from _walk(entry.entries)


def _lines(
    entries: tuple[CatalogueEntry, ...],
) -> Iterator[tuple[CatalogueEntry, Profile]]:
    for entry in _walk(entries):
        for profile in entry.profiles:
            if profile.type_name in (REGIMENT, CHARACTER):
                yield entry, profile


def _base(name: str) -> str:
    return re.sub(r" \(\d+\)$", "", name)


def _free(name: str, taken: Mapping[str, Any]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _found(code: str, profile: Profile, *, lost: bool = False, **params: Datum) -> Finding:
    return Finding(code, profile.place, Record(profile=profile.name, **params), lost)


def take(entry: CatalogueEntry, profile: Profile) -> tuple[dict[str, Any], list[Finding]]:
    """One unit in the words of a battle file, and what was noticed."""
    unit: dict[str, Any] = {}
    noticed: list[Finding] = []
    for column, field in (("Type", "type"), ("Class", "weight")):
        text = profile.columns.get(column, "").strip().lower()
        allowed = {str(member) for member in (Kind if field == "type" else Weight)}
        if text in allowed:
            unit[field] = text
        else:
            told = {"column": column, "text": text}
            noticed.append(_found("column_unreadable", profile, lost=True, **told))
    for column, field in NUMBERS.items():
        if column not in profile.columns:
            continue
        text = profile.columns[column].strip().rstrip('"”')
        if text.isdigit():
            unit[field] = int(text)
        else:
            told = {"column": column, "text": text}
            noticed.append(_found("column_unreadable", profile, lost=True, **told))
    if profile.type_name == CHARACTER:
        unit["character_stands"] = 1
    for rule in entry.rules:
        taken = read_rule(rule)
        unit.update(taken.fields)
        noticed += [_found(c, profile, lost=True, rule=r) for c, r in taken.strange]
    noticed.append(_found("stand_size_missing", profile))
    return unit, noticed


@dataclass(frozen=True, slots=True)
class ReadRule:
    """What a rule's text comes to: fields of a unit, and what was not understood."""

    fields: Mapping[str, Any]
    strange: tuple[tuple[str, str], ...] = ()


_BARRAGE = re.compile(
    r"barrage\s*\(?(\d+)\)?\s*\(\s*(\d+)\s*[\"”″']*\s*(?:,\s*(.*?))?\s*\)", re.IGNORECASE
)
_VALUE = re.compile(
    r"(cleave|armou?r piercing|support|brutal impact)\s*\(?\+?(\d+)\)?", re.IGNORECASE
)
_FIELDS = {
    "cleave": "cleave",
    "armor piercing": "armor_piercing",
    "armour piercing": "armor_piercing",
    "support": "support",
}


def read_rule(text: str) -> ReadRule:  # noqa: PLR0911 - one line for each kind
    """A special rule: `Barrage 2 (18", Armor Piercing 1)`, `Cleave 1`, `Fly`.

    >>> read_rule('Barrage 2 (18")').fields
    {'barrage': {'shots': 2, 'range': 18}}
    """
    plain = " ".join(text.split())
    if found := _BARRAGE.fullmatch(plain):
        fields: dict[str, Any] = {"barrage": {"shots": int(found[1]), "range": int(found[2])}}
        strange: list[tuple[str, str]] = []
        for extra in (found[3] or "").split(","):
            if extra.strip():
                more = read_rule(extra.strip())
                fields.update(more.fields)
                strange += more.strange
        return ReadRule(fields, tuple(strange))
    if (found := _VALUE.fullmatch(plain)) and found[1].lower() in _FIELDS:
        return ReadRule({_FIELDS[found[1].lower()]: int(found[2])})
    if plain.lower() == "fly":
        return ReadRule({"fly": True})
    if plain.lower() == "arcing fire":
        return ReadRule({"arcing_fire": True}, (("rule_no_effect", plain),))
    if plain.lower() in NO_EFFECT:
        return ReadRule({})
    if plain.lower() in ("barrage", *_FIELDS):
        return ReadRule({}, (("rule_without_number", plain),))
    return ReadRule({}, (("rule_unknown", plain),))
