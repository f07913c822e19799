"""Which kind of file is which, told by how it begins and which keys it has.

Knows marks of formats; reads nothing beyond them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from defilade.formats.kdc40.bases import is_bases
from defilade.formats.kdc40.read import is_terrain, json_of
from defilade.formats.rosters import read_roster
from defilade.formats.rosters.rosterizer import is_rosterizer
from defilade.formats.unreadable import UnreadableError
from defilade.table.army import Army

_ZIP = b"PK\x03\x04"
_MARK = b"\xef\xbb\xbf"


@dataclass
class Sorted:
    """Files by what they hold."""

    terrain: dict[str, bytes] = field(default_factory=dict)
    bases: dict[str, bytes] = field(default_factory=dict)
    lists: dict[str, bytes] = field(default_factory=dict)
    trees: dict[str, bytes] = field(default_factory=dict)
    """What may be a roster, a catalogue or a game system of BattleScribe or New Recruit."""
    saves: dict[str, bytes] = field(default_factory=dict)


def sorted_files(files: Mapping[str, bytes]) -> Sorted:
    """Files by what they hold; what is nothing else may be a tree."""
    found = Sorted()
    for name, data in files.items():
        _kind(name, data, found)[name] = data
    return found


def _kind(name: str, data: bytes, found: Sorted) -> dict[str, bytes]:
    start = data.removeprefix(_MARK).lstrip()[:1]
    if data.startswith(_ZIP) or start == b"<":
        return found.trees
    if start not in (b"{", b"["):
        return found.lists if _is_list(name, data) else found.trees
    try:
        return _json_kind(json_of(name, data), found)
    except UnreadableError:
        return found.trees


def _json_kind(value: Any, found: Sorted) -> dict[str, bytes]:
    if is_bases(value):
        return found.bases
    if isinstance(value, dict) and "ObjectStates" in value:
        return found.saves
    if is_rosterizer(value):
        return found.lists
    return found.terrain if is_terrain(value) else found.trees


def _is_list(name: str, data: bytes) -> bool:
    """Whether a text is a list with units in it; other texts are nobody's."""
    army = read_roster(name, data)
    return isinstance(army, Army) and bool(army.units)
