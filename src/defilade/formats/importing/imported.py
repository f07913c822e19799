"""The one door for files of any kind: which module reads them, and what they are told to join.

Knows kinds and their order; nothing of what is in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from defilade.formats.battle import Systems, Unread
from defilade.formats.importing import boards, lists
from defilade.formats.importing.boards import SYSTEM
from defilade.formats.importing.catalogues import catalogue
from defilade.formats.importing.outcome import Imported, WrongGame
from defilade.formats.importing.own import own
from defilade.formats.importing.positions import positions
from defilade.formats.importing.sorting import sorted_files
from defilade.formats.unreadable import unreadable
from defilade.table import Draft, Scene, WrongEdition


@dataclass(frozen=True, slots=True)
class Given:
    """What an import is made for: the battle it joins with its scene, the thing picked of
    several, the side that units join."""

    systems: Systems
    into: Draft[Any] | None = None
    scene: Scene | None = None
    pick: str | None = None
    side: str | None = None


def imported(files: Mapping[str, bytes], given: Given) -> Imported | Unread | WrongGame:
    """What files hold together, the first of them leading; others help to read it.

    Never raises for content: `Unread` has the faults of a file that is none of any kind, and
    `WrongGame` names a game that cannot join this battle.
    """
    (name, data), *_ = files.items()
    ours = own(name, data, given.systems)
    if ours is not None:
        return ours
    found = sorted_files(files)
    made: Imported | Unread | WrongEdition | WrongGame | None = None
    if found.saves:
        made = positions(found, given.scene, given.into.system if given.into else SYSTEM)
    elif found.terrain or found.lists or found.trees:
        wh40k = given.systems[SYSTEM]
        if found.terrain:
            made = boards.layouts(found, given.pick, wh40k)
        else:
            into = given.into if given.into and given.into.system == SYSTEM else None
            made = lists.roster(found, into, given.side, wh40k)
        made = made or _catalogue(found.lists | found.trees, given)
    if isinstance(made, WrongEdition):
        return WrongGame(made.found, (made.wanted,))
    return made or _unknown(name)


def _catalogue(files: Mapping[str, bytes], given: Given) -> Imported | Unread | WrongGame:
    return catalogue(files, given.into, given.systems)


def _unknown(name: str) -> Unread:
    error = unreadable(name, "import.unknown")
    return Unread(error.faults, error.source)
