"""Rosters: forces and selections with their numbers, profiles riding along.

Knows the tree of selections. A number is a total, as rosters write it: a selection of three
models holds `number="3"` of what each of them carries, not 1.
"""

from __future__ import annotations

from defilade.formats.battlescribe.element import Element
from defilade.formats.battlescribe.entries import Entries
from defilade.formats.battlescribe.index import Index
from defilade.table import CatalogueEntry


def forces(root: Element, entries: Entries, index: Index) -> tuple[CatalogueEntry, ...]:
    """The forces of a roster, each with what was selected for it."""
    return tuple(_force(each, entries, index) for each in root.all("forces"))


def _force(element: Element, entries: Entries, index: Index) -> CatalogueEntry:
    profiles, rules = entries.infos(element)
    inner = tuple(_force(each, entries, index) for each in element.all("forces"))
    chosen = tuple(_selection(each, entries, index) for each in element.all("selections"))
    name = element.get("catalogueName") or element.get("name")
    return CatalogueEntry(
        element.get("id"), name, "force", profiles, rules, chosen + inner, 1, element.where
    )


def _selection(element: Element, entries: Entries, index: Index, above: int = 1) -> CatalogueEntry:
    number = _number(element, index)
    if above and number % above:
        index.note(
            "number.unshared", element.where, name=element.get("name"), number=number, above=above
        )
    profiles, rules = entries.infos(element)
    return CatalogueEntry(
        id=element.get("id"),
        name=element.get("customName") or element.get("name"),
        kind=element.get("type"),
        profiles=profiles,
        rules=rules,
        entries=tuple(
            _selection(each, entries, index, number) for each in element.all("selections")
        ),
        number=number,
        place=element.where,
    )


def _number(element: Element, index: Index) -> int:
    text = element.get("number") or "1"
    if text.isdecimal() and len(text) < 6:
        return int(text)
    index.note("number.odd", element.where, name=element.get("name"), number=text, assumed=1)
    return 1
