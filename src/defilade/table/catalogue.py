"""Catalogue: what an army catalogue or roster says, before any system reads meaning into it.

Knows profiles (named rows of named texts), entries that hold them, and places in a file;
never what a column means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from defilade.record import NOTHING, Record


@dataclass(frozen=True, slots=True)
class Profile:
    """One stat line: its type's name (`Weapon`), its own name, its columns as texts.

    `place` says where it was read: file name and, where known, line.
    """

    id: str
    type_id: str
    type_name: str
    name: str
    columns: Mapping[str, str]
    place: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """Something that can be chosen: its own profiles, rules named, and what it contains.

    Links are resolved; `number` is how many a roster has of it (1 in a catalogue).
    """

    id: str
    name: str
    kind: str
    profiles: tuple[Profile, ...] = ()
    rules: tuple[str, ...] = ()
    entries: tuple[CatalogueEntry, ...] = ()
    number: int = 1
    place: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an importer noticed: a code, where, what was read, what was assumed.

    `lost` is True where a thing could not be brought over.
    """

    code: str
    place: str
    params: Record = NOTHING
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What one or several catalogue files hold together.

    `game_system` and `game_system_id` as the files name them; `profile_types` maps each
    type's name to its column names: by these a system recognises its edition.
    """

    game_system: str
    game_system_id: str
    names: tuple[str, ...]
    profile_types: Mapping[str, tuple[str, ...]]
    entries: tuple[CatalogueEntry, ...]
    profiles: tuple[Profile, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongEdition:
    """A catalogue of another game or edition: what it is, and what was wanted."""

    found: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Adoption:
    """Units a system took from a catalogue, as parts of its battle file, and what it noticed.

    `units` maps names to plain values in the vocabulary of the battle file.
    """

    units: Mapping[str, Mapping[str, Any]]
    findings: tuple[Finding, ...] = field(default=())
