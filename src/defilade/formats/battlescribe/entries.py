"""Entries of catalogues with their links resolved, across all files given.

Knows entries, groups, links and ids. A thing linked to from many places is put together
once and shared; what unfolding all links may come to is bounded.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.formats.battlescribe.element import Element
from defilade.formats.battlescribe.index import CHOICES, Index
from defilade.formats.battlescribe.profiles import (
    hidden,
    name_additions,
    note_modifiers,
    profile_of,
)
from defilade.formats.limits import ArchiveLimits
from defilade.table import CatalogueEntry, Profile

Sized = tuple[CatalogueEntry, int]
"""An entry and how many entries there are in it, counted as often as they are linked."""


class Entries:
    """Puts entries together, each once; remembers what it is in the middle of."""

    def __init__(self, index: Index, limits: ArchiveLimits) -> None:
        self.index = index
        self.limits = limits
        self.done: dict[int, Sized | None] = {}
        self.open: list[int] = []
        self.profiles: dict[int, Profile] = {}

    def listed(self) -> tuple[CatalogueEntry, ...]:
        """Every entry and group of every file that is not part of another, in order, once.

        Links at the top of a file are not listed again: what they name is.
        """
        found: list[CatalogueEntry] = []
        left = self.limits.opened
        for root in self.index.roots:
            for element in root.all(*CHOICES):
                sized = self.entry(element)
                if sized is None:
                    continue
                left -= sized[1]
                if left < 0:
                    limit = self.limits.opened
                    self.index.note("link.too_many", element.where, limit=limit, lost=True)
                    return tuple(found)
                found.append(sized[0])
            for link in root.all("entryLinks"):
                self.target(link)
        return tuple(found)

    def entry(self, element: Element) -> Sized | None:
        """The entry of an element; None where it is hidden for good."""
        key = id(element)
        if key not in self.done:
            self.open.append(key)
            self.done[key] = None if hidden(element, self.index) else self._made(element)
            self.open.pop()
        return self.done[key]

    def profile(self, element: Element) -> Profile:
        """The profile of an element, made once."""
        if id(element) not in self.profiles:
            note_modifiers(element, self.index)
            self.profiles[id(element)] = profile_of(element, self.index)
        return self.profiles[id(element)]

    def target(self, link: Element) -> Element | None:
        """What a link points at; a finding where it is in none of the files."""
        found = self.index.by_id.get(link.get("targetId"))
        if found is None:
            self.index.note(
                "link.missing",
                link.where,
                name=link.get("name"),
                target=link.get("targetId"),
                lost=True,
            )
        return found

    def _made(self, element: Element) -> Sized:
        note_modifiers(element, self.index)
        entries, size = self._inside(element)
        profiles, rules = self.infos(element)
        made = CatalogueEntry(
            id=element.get("id"),
            name=element.get("name"),
            kind=element.get("type") or "group",
            profiles=profiles,
            rules=rules,
            entries=entries,
            place=element.where,
        )
        return made, size + 1

    def _inside(self, element: Element) -> tuple[tuple[CatalogueEntry, ...], int]:
        entries: list[CatalogueEntry] = []
        size = 0
        for child in element.children:
            if child.tag in ("selectionEntries", "selectionEntryGroups"):
                made = [self.entry(each) for each in child.children]
            elif child.tag == "entryLinks":
                made = [self._linked(each) for each in child.children]
            else:
                continue
            for sized in made:
                if sized is None:
                    continue
                if size + sized[1] > self.limits.opened:
                    limit = self.limits.opened
                    self.index.note("link.too_many", element.where, limit=limit, lost=True)
                    return tuple(entries), size
                entries.append(sized[0])
                size += sized[1]
        return tuple(entries), size

    def _linked(self, link: Element) -> Sized | None:
        target = self.target(link)
        if target is None or hidden(link, self.index):
            return None
        if id(target) in self.open or len(self.open) >= self.limits.depth:
            code = "link.circle" if id(target) in self.open else "link.too_deep"
            self.index.note(code, link.where, name=link.get("name"), lost=True)
            return None
        sized = self.entry(target)
        if sized is None:
            return None
        return self._with_own(link, sized)

    def _with_own(self, link: Element, sized: Sized) -> Sized:
        """The linked entry with what the link adds: profiles, rules, entries, its own name."""
        note_modifiers(link, self.index)
        entry, size = sized
        entries, more = self._inside(link)
        profiles, rules = self.infos(link)
        name = link.get("name") or entry.name
        if not entries and not profiles and not rules and name == entry.name:
            return sized
        made = replace(
            entry,
            name=name,
            profiles=entry.profiles + profiles,
            rules=entry.rules + tuple(rule for rule in rules if rule not in entry.rules),
            entries=entry.entries + entries,
        )
        return made, size + more

    def infos(self, element: Element) -> tuple[tuple[Profile, ...], tuple[str, ...]]:
        """The profiles of an element, its own and linked ones, and the names of its rules."""
        profiles: dict[int, Profile] = {}
        rules: dict[str, None] = {}
        waiting = [(element, 0)]
        while waiting:
            holder, depth = waiting.pop(0)
            groups = list(holder.all("infoGroups"))
            for own in holder.all("profiles"):
                self._add_profile(own, profiles)
            for own in holder.all("rules"):
                if not hidden(own, self.index):
                    rules[own.get("name")] = None
            for link in holder.all("infoLinks"):
                groups += self._info(link, profiles, rules)
            if depth < self.limits.depth:
                waiting += [(group, depth + 1) for group in groups]
        return tuple(profiles.values()), tuple(rules)

    def _info(
        self, link: Element, profiles: dict[int, Profile], rules: dict[str, None]
    ) -> list[Element]:
        """Follow a link to a profile, rule or group of these; the group if it is one."""
        note_modifiers(link, self.index)
        if hidden(link, self.index):
            return []
        kind = link.get("type")
        if kind == "rule":
            target = self.index.by_id.get(link.get("targetId"))
            name = (target or link).get("name") or link.get("name")
            more = "".join(each.get("value") or each.text for each in name_additions(link)).strip()
            rules[f"{name} {more}" if more else name] = None
            return []
        target = self.target(link)
        if target is None:
            return []
        if kind == "infoGroup":
            return [target]
        self._add_profile(target, profiles)
        return []

    def _add_profile(self, element: Element, profiles: dict[int, Profile]) -> None:
        if not hidden(element, self.index):
            profiles[id(element)] = self.profile(element)
