"""Files to one catalogue: what they declare together, and everything noticed on the way.

Knows the three kinds of file: game system, catalogue, roster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from defilade.formats.battle import Unread
from defilade.formats.battlescribe.archive import all_unpacked
from defilade.formats.battlescribe.element import Budget, Element, element_of
from defilade.formats.battlescribe.entries import Entries
from defilade.formats.battlescribe.index import Index, index_of, unique
from defilade.formats.battlescribe.roster import forces
from defilade.formats.limits import CATALOGUES, ArchiveLimits
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.table import Catalogue, CatalogueEntry, Place, Profile

_KINDS = ("gameSystem", "catalogue", "roster")


def read_catalogue(
    files: Mapping[str, bytes], *, limits: ArchiveLimits = CATALOGUES
) -> Catalogue | Unread:
    """One catalogue from several files by name: game system, catalogues, rosters, zipped or not.

    Links are resolved across all of them. Never raises for content: a file that cannot be
    read at all gives `Unread`, anything less is a finding with its place.
    """
    budget = Budget(limits.elements)
    try:
        roots = [
            _root(name, element_of(name, text, limits, budget=budget))
            for name, text in all_unpacked(files, limits)
        ]
        roots.sort(key=lambda root: _KINDS.index(root.tag))
        _of_one_game(roots)
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    index = index_of(roots)
    entries = Entries(index, limits)
    listed = entries.listed() + _rosters(index, entries)
    profiles = _profiles(index, entries)
    game, game_id = _game(index)
    _missing_catalogues(index)
    return Catalogue(
        game_system=game,
        game_system_id=game_id,
        names=tuple(root.get("name") for root in roots),
        profile_types=_profile_types(index, profiles),
        entries=listed,
        profiles=profiles,
        findings=tuple(dict.fromkeys(index.findings)),
    )


def _root(name: str, root: Element) -> Element:
    if root.tag not in _KINDS:
        raise unreadable(name, "catalogue.other", found=f"`{root.tag[:80]}`")
    return root


def _rosters(index: Index, entries: Entries) -> tuple[CatalogueEntry, ...]:
    rosters = (root for root in index.roots if root.tag == "roster")
    return tuple(force for root in rosters for force in forces(root, entries, index))


def _profiles(index: Index, entries: Entries) -> tuple[Profile, ...]:
    """Every profile of every file once, in order, also those that no entry holds."""
    found = []
    for root in index.roots:
        for element in root.walk():
            if element.tag in ("profiles", "sharedProfiles"):
                found += [entries.profile(each) for each in element.children]
    return tuple(found)


def _profile_types(index: Index, profiles: Iterable[Profile]) -> Mapping[str, tuple[str, ...]]:
    """Columns by the name of the type; without a game system, as the profiles show them."""
    types: dict[str, tuple[str, ...]] = {}
    for declared in index.types.values():
        types[unique(declared.name, types)] = tuple(declared.columns.values())
    seen: dict[str, dict[str, None]] = {}
    for profile in profiles:
        if profile.type_id not in index.types and profile.type_name not in types:
            seen.setdefault(profile.type_name, {}).update(dict.fromkeys(profile.columns))
    return {**types, **{name: tuple(columns) for name, columns in seen.items()}}


def _game_id(root: Element) -> str:
    return root.get("id") if root.tag == "gameSystem" else root.get("gameSystemId")


def _of_one_game(roots: Iterable[Element]) -> None:
    """Refuse files of two games or editions: numbers of one mean other things in the other."""
    first: Element | None = None
    for root in roots:
        if not _game_id(root):
            continue
        first = first or root
        if _game_id(root) != _game_id(first):
            name, _, line = root.where.rpartition(":")
            raise unreadable(
                name or root.where,
                "catalogue.mixed",
                at=Place(int(line), 1) if line.isdecimal() else None,
                one=root.get("name"),
                other=first.get("name"),
            )


def _game(index: Index) -> tuple[str, str]:
    """Name and id of the game system; a finding where it was not given."""
    named = {"name": "", "id": ""}
    for root in index.roots:
        system = root.tag == "gameSystem"
        name = root.get("name") if system else root.get("gameSystemName")
        named["id"] = named["id"] or _game_id(root)
        named["name"] = named["name"] or name
    if not any(root.tag == "gameSystem" for root in index.roots):
        index.note("game_system.missing", index.roots[0].where, id=named["id"])
    return named["name"], named["id"]


def _missing_catalogues(index: Index) -> None:
    given = {root.get("id") for root in index.roots}
    for root in index.roots:
        for link in root.all("catalogueLinks"):
            if link.get("targetId") not in given:
                index.note("catalogue.missing", link.where, name=link.get("name"), lost=True)
