"""What several files declare together: types of profiles, and everything by its id.

Ids are compared, never parsed. Knows declarations; entries are put together elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from defilade.formats.battlescribe.element import Element
from defilade.record import Datum, Record
from defilade.table import Finding

CHOICES = (
    "selectionEntries",
    "sharedSelectionEntries",
    "selectionEntryGroups",
    "sharedSelectionEntryGroups",
)
INFOS = ("profiles", "sharedProfiles", "rules", "sharedRules", "infoGroups", "sharedInfoGroups")
LINKS = ("entryLinks", "infoLinks", "catalogueLinks")
_READ = frozenset({*CHOICES, *INFOS, *LINKS, "profileTypes", "characteristicTypes"})
_ROSTER = frozenset({"forces", "selections", "categories", "costLimits", "customNotes"})
_SET_ASIDE = frozenset(
    {
        "publications",
        "costTypes",
        "costs",
        "constraints",
        "categoryEntries",
        "categoryLinks",
        "forceEntries",
        "forceEntryLinks",
        "modifiers",
        "modifierGroups",
        "conditions",
        "conditionGroups",
        "repeats",
        "characteristics",
        "localConditionGroups",
        "associations",
        "attributeTypes",
        "attributes",
        "tags",
        "aliases",
        "alias",
        "comment",
        "description",
        "readme",
        "page",
        "customName",
    }
)
"""Lists and texts that say who may take what, what it costs or where it is printed: known,
and of no use to a ruling."""


@dataclass(frozen=True, slots=True)
class ProfileType:
    """A declared type of profile; `columns` maps characteristic ids to names, each once."""

    id: str
    name: str
    columns: Mapping[str, str]


@dataclass(slots=True)
class Index:
    """Everything by id, across all files; findings are added as they are made."""

    roots: list[Element]
    by_id: dict[str, Element] = field(default_factory=dict)
    types: dict[str, ProfileType] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def note(self, code: str, where: str, *, lost: bool = False, **params: Datum) -> None:
        """Add a finding."""
        self.findings.append(Finding(code, where, Record(**params), lost))

    def named(self, name: str) -> list[ProfileType]:
        """The declared types of a name."""
        return [each for each in self.types.values() if each.name == name]


def index_of(roots: Iterable[Element]) -> Index:
    """The index of all files' trees."""
    index = Index(list(roots))
    for root in index.roots:
        _declare(index, root)
        _unknown(index, root)
    _same_names(index)
    return index


def _declare(index: Index, root: Element) -> None:
    lists = (*CHOICES, *INFOS)
    for element in root.walk():
        if element.tag == "profileTypes":
            for declared in element.children:
                _declare_type(index, declared)
        elif element.tag in lists:
            for child in element.children:
                if child.get("id"):
                    _declare_id(index, child)


def _declare_id(index: Index, element: Element) -> None:
    known = index.by_id.setdefault(element.get("id"), element)
    if known is not element and known.get("name") != element.get("name"):
        index.note(
            "id.twice", element.where, id=element.get("id"), name=element.get("name"), lost=True
        )


def _declare_type(index: Index, declared: Element) -> None:
    columns: dict[str, str] = {}
    for number, column in enumerate(declared.all("characteristicTypes")):
        name = unique(column.get("name"), columns.values())
        if name != column.get("name"):
            index.note("column.twice", column.where, type=declared.get("name"), column=name)
        columns[column.get("id") or str(number)] = name
    found = ProfileType(declared.get("id"), declared.get("name"), columns)
    index.types.setdefault(found.id, found)


def unique(name: str, taken: Iterable[str]) -> str:
    """The name, with a number after it where it is taken already.

    >>> unique("Legs", ["Legs", "Legs (2)"])
    'Legs (3)'
    """
    used = set(taken)
    number = 1
    found = name
    while found in used:
        number += 1
        found = f"{name} ({number})"
    return found


def _same_names(index: Index) -> None:
    seen: dict[str, int] = {}
    for declared in index.types.values():
        seen[declared.name] = seen.get(declared.name, 0) + 1
    for name, times in seen.items():
        if times > 1:
            index.note("profile_type.same_name", index.roots[0].where, name=name, times=times)


def _unknown(index: Index, root: Element) -> None:
    """One finding for each kind of list or text that is not known at all."""
    known = _READ | _SET_ASIDE | _ROSTER
    counts: dict[str, list[Element]] = {}
    waiting = [root]
    while waiting:
        element = waiting.pop()
        for child in element.children:
            if child.tag in known:
                waiting.extend(child.children)
            else:
                counts.setdefault(child.tag, []).append(child)
    for tag, found in counts.items():
        index.note("element.unknown", found[-1].where, tag=tag, times=len(found), lost=True)
