"""Stat cards as JSON: a faction's units, each with `stats` and `weapons`, as one catalogue.

Knows the shape that army builders keep scanned cards in; what a column means, and of which
edition it is, a system says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from defilade.errors import DefiladeError
from defilade.formats.jsontext import json_value
from defilade.formats.limits import LISTS, Limits
from defilade.formats.text import Located, decoded
from defilade.table import Catalogue, CatalogueEntry, Profile

UNIT, WEAPON = "Unit", "Weapon"


def read_stat_cards(data: bytes, name: str, *, limits: Limits = LISTS) -> Catalogue | None:
    """The cards of a file as a catalogue; None where the file is of another shape.

    Never raises for content. Columns are the texts of the file, untouched.
    """
    text = decoded(data, limits)
    if isinstance(text, Located):
        return None
    try:
        document = json_value(text, name, depth=limits.depth)
    except DefiladeError:
        return None
    if not _is_cards(document):
        return None
    entries = tuple(_entry(unit, number, name) for number, unit in enumerate(document["units"]))
    profiles = [profile for entry in entries for profile in entry.profiles]
    types = {
        kind: tuple(dict.fromkeys(c for p in profiles if p.type_name == kind for c in p.columns))
        for kind in (UNIT, WEAPON)
    }
    return Catalogue("", "", (str(document["name"]),), types, entries, ())


def _is_cards(document: Any) -> bool:
    return (
        isinstance(document, dict)
        and {"faction", "name", "units"} <= set(document)
        and isinstance(document["units"], list)
        and bool(document["units"])
        and all(
            isinstance(unit, dict) and isinstance(unit.get("stats"), dict) and "name" in unit
            for unit in document["units"]
        )
    )


def _entry(unit: Mapping[str, Any], number: int, file: str) -> CatalogueEntry:
    place = f"{file}: units[{number}]"
    key = str(unit.get("id", number))
    body = Profile(key, UNIT, UNIT, str(unit["name"]), _columns(unit["stats"]), place)
    weapons = tuple(_weapons(unit, key, place))
    return CatalogueEntry(key, body.name, "model", (body, *weapons), place=place)


def _weapons(unit: Mapping[str, Any], key: str, place: str) -> Iterator[Profile]:
    carried = unit.get("weapons")
    for number, weapon in enumerate(carried if isinstance(carried, list) else ()):
        if isinstance(weapon, dict):
            named = str(weapon.get("name", ""))
            yield Profile(f"{key}/{number}", WEAPON, WEAPON, named, _columns(weapon), place)


def _columns(row: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a row; what is nested is no column of a stat line."""
    return {str(k): v for k, v in row.items() if isinstance(v, str) and k not in ("id", "name")}
