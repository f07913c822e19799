"""Any form of army list to one neutral army.

Knows how to tell the forms apart; each is read in its own module. Nothing in a file is run
or followed.
"""

from __future__ import annotations

from defilade.formats.battle import Unread
from defilade.formats.battlescribe import read_catalogue
from defilade.formats.battlescribe.archive import unpacked
from defilade.formats.battlescribe.element import Budget, element_of
from defilade.formats.jsontext import json_value
from defilade.formats.limits import CATALOGUES, LISTS
from defilade.formats.rosters import rosterizer, text, trees
from defilade.formats.text import Located, decoded
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.table import Catalogue, CatalogueEntry, Path, Place, Source
from defilade.table.army import Army


def read_roster(name: str, data: bytes) -> Army | Unread:
    """The army of one file: `.ros`, `.rosz`, JSON of New Recruit or Rosterizer, or text.

    Unread where the file is none of these; what is odd inside is among the army's findings.
    """
    try:
        for inner, content in unpacked(name, data, CATALOGUES):
            return _read(inner, content)
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    raise AssertionError("an archive yields a file or is unreadable")


def _read(name: str, data: bytes) -> Army:
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"<":
        return _tree(name, data)
    if start in (b"{", b"["):
        value = json_value(_text(name, data), name, depth=LISTS.depth)
        if rosterizer.is_rosterizer(value):
            return rosterizer.army_of(value, name)
        return _tree(name, data)
    return text.army_of(_text(name, data), name)


def _text(name: str, data: bytes) -> str:
    found = decoded(data, LISTS)
    if isinstance(found, Located):
        places: dict[Path, Place] = {(): found.place or Place(1, 1)}
        raise UnreadableError([found.fault], Source(name, (), places))
    return found


def _tree(name: str, data: bytes) -> Army:
    root = element_of(name, data, CATALOGUES, budget=Budget(LISTS.nodes))
    if root.tag != "roster":
        raise unreadable(name, "catalogue.other", found=f"`{root.tag[:40]}`")
    catalogue = read_catalogue({name: data})
    entries = dict(_entries(catalogue)) if isinstance(catalogue, Catalogue) else {}
    return trees.army_of(root, name, entries)


def _entries(catalogue: Catalogue) -> list[tuple[tuple[str, str], CatalogueEntry]]:
    found, waiting = [], list(catalogue.entries)
    while waiting:
        entry = waiting.pop()
        found.append(((entry.place, entry.id), entry))
        waiting.extend(entry.entries)
    return found
