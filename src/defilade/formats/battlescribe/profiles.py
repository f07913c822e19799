"""Stat lines: a profile's columns under the names that its type declares, as texts.

Joins types by id first, by name second. Modifiers are not applied, but for what a link always
adds to a rule's name; one that would have changed a stat line is a finding.
"""

from __future__ import annotations

from defilade.formats.battlescribe.element import Element
from defilade.formats.battlescribe.index import Index, ProfileType, unique
from defilade.table import Profile


def profile_of(element: Element, index: Index) -> Profile:
    """The profile that an element describes; values are left as they were written."""
    type_id = element.get("typeId") or element.get("profileTypeId")
    type_name = element.get("typeName") or element.get("profileTypeName")
    declared = index.types.get(type_id) or _by_name(element, type_name, index)
    names = dict(declared.columns) if declared else {}
    columns: dict[str, str] = {}
    for column in element.all("characteristics"):
        its_id = column.get("typeId") or column.get("characteristicTypeId")
        name = names.get(its_id) or unique(column.get("name"), columns)
        columns[name] = column.text or column.get("value")
    return Profile(
        id=element.get("id"),
        type_id=type_id,
        type_name=declared.name if declared else type_name,
        name=element.get("name"),
        columns=columns,
        place=element.where,
    )


def _by_name(element: Element, name: str, index: Index) -> ProfileType | None:
    """The one type of a name, where the id is of none; not where several have the name."""
    if not index.types:
        return None  # no game system was given: the profile's own words have to do
    found = index.named(name)
    if len(found) == 1:
        index.note("profile_type.by_name", element.where, profile=element.get("name"), name=name)
        return found[0]
    code = "profile_type.ambiguous" if found else "profile_type.unknown"
    index.note(code, element.where, profile=element.get("name"), name=name)
    return None


def note_modifiers(element: Element, index: Index) -> None:
    """A finding for each modifier of an entry, profile or link that would change a stat line."""
    for modifier in _modifiers(element):
        field = modifier.get("field")
        if modifier in name_additions(element):
            continue
        column = next((t.columns[field] for t in index.types.values() if field in t.columns), None)
        if column is None and field not in ("name", "description"):
            continue
        index.note(
            "modifier.not_applied",
            modifier.where,
            name=element.get("name"),
            field=column or field,
            change=modifier.get("type"),
            value=modifier.get("value") or modifier.text,
            lost=column is not None,
        )


def name_additions(link: Element) -> list[Element]:
    """What a link to a rule adds to the rule's name, whatever else is chosen: ` 2 (18")`."""
    if link.get("type") != "rule":
        return []
    return [
        each
        for each in link.all("modifiers")
        if each.get("type") == "append" and each.get("field") == "name" and not each.children
    ]


def hidden(element: Element, index: Index) -> bool:
    """Whether an element is hidden for good; one that may be shown is kept, with a finding."""
    if element.get("hidden") != "true":
        return False
    shown = any(
        each.get("field") == "hidden" and (each.get("value") or each.text) == "false"
        for each in _modifiers(element)
    )
    code = "hidden.sometimes" if shown else "hidden.left_out"
    index.note(code, element.where, name=element.get("name"))
    return not shown


def _modifiers(element: Element) -> list[Element]:
    found = list(element.all("modifiers"))
    groups = list(element.all("modifierGroups"))
    while groups:
        group = groups.pop(0)
        found += group.all("modifiers")
        groups += group.all("modifierGroups")
    return found
