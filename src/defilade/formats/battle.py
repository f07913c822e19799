"""Battle files: text to a draft of some system, and drafts back to text.

Knows the three keys that all systems share (`system`, `title`, `options`) and where each
part was written; what makes a battle playable is for the system to check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from defilade.formats.compose import Composed, Plain, compose
from defilade.formats.limits import BATTLE, Limits
from defilade.formats.mistakes import Mistake
from defilade.formats.text import Located, decoded, lines_of
from defilade.formats.typed import plain, typed
from defilade.formats.yamltext import document_yaml
from defilade.game import compact
from defilade.record import Record
from defilade.systems.protocol import System
from defilade.table import Draft, Fault, Path, Place, Source

Systems: TypeAlias = Mapping[str, System]
"""Systems by the name that a battle file's `system:` gives; it may load them when asked."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A text that is no battle: everything wrong with it, and where.

    A value, not an exception. `system` is the system the text names, where it names one.
    """

    faults: tuple[Fault, ...]
    source: Source
    system: str | None = None


def read_battle(
    text: str | bytes, name: str, systems: Systems, *, limits: Limits = BATTLE
) -> Draft[Any] | Unread:
    """A draft from YAML or JSON, or all faults at once; `name` is shown in messages.

    Never raises for content. The draft is typed but unchecked: `System.check` is next.
    """
    decoding = decoded(text, limits)
    if isinstance(decoding, Located):
        start = text[: limits.characters]
        shown = start if isinstance(start, str) else start.decode("utf-8-sig", errors="replace")
        return _unread(_Reading(name, shown), [decoding])
    if decoding.lstrip().startswith("<"):
        return _unread(_Reading(name, decoding), [Located(Fault("file.markup"), Place(1, 1))])
    read = compose(decoding, limits)
    reading = _Reading(name, decoding, read)
    if read.broken or not isinstance(read.document, dict):
        return _unread(reading, [*read.faults, *_not_keys(read)], limits=limits)
    system, wrong = _system(read.document, systems)
    if system is None:
        return _unread(reading, [*read.faults, *wrong], limits=limits)
    rest: dict[str, Plain] = {k: v for k, v in read.document.items() if k != "system"}
    value = typed(system.battle_type, rest, number=limits.number)
    mistakes = value if isinstance(value, tuple) else ()
    located = [*read.faults, *reading.located(mistakes, besides=read.faults)]
    if located:
        return _unread(reading, located, limits=limits, system=system.name)
    return Draft(system.name, value, reading.source())


def document(draft: Draft[Any], system: System, *, defaults: bool = True) -> dict[str, Any]:
    """A draft as JSON values; without `defaults` only what differs from them."""
    values = plain(system.battle_type, draft.battle, defaults=defaults)
    return {"system": draft.system, **values}


def battle_json(draft: Draft[Any], system: System) -> str:
    """The JSON text of a draft, as logs keep it: in its own order, as `read_battle` reads it."""
    return compact(document(draft, system))


def battle_yaml(draft: Draft[Any], system: System) -> str:
    """A draft as a YAML text for people, leaving out what is at its default."""
    return document_yaml(document(draft, system, defaults=False))


@dataclass
class _Reading:
    """A text on its way: where things stand, and where faults say that they do."""

    name: str
    text: str
    read: Composed = field(default_factory=Composed)

    def source(self, places: Mapping[Path, Place] | None = None) -> Source:
        return Source(self.name, lines_of(self.text), {**self.read.places, **(places or {})})

    def located(self, mistakes: Iterable[Mistake], besides: Iterable[Located]) -> list[Located]:
        """The mistakes with their places, without those a fault of the text explains."""
        told = {each.fault.path for each in besides}
        mine = (each for each in mistakes if each.fault.path not in told)
        return [Located(each.fault, self._place(each)) for each in mine]

    def _place(self, mistake: Mistake) -> Place | None:
        path = mistake.fault.path
        if mistake.at_key:
            return self.read.keys.get(path)
        place, inner = self.read.places.get(path), self.read.inner.get(path)
        if place is None or inner is None or not mistake.position:
            return place
        skip = mistake.position + inner
        return Place(place.line, place.column + skip, max(place.length - skip - inner, 1))


def _not_keys(read: Composed) -> list[Located]:
    if read.broken or read.document is None:
        return []
    kind = "list" if isinstance(read.document, list) else "text"
    return [Located(Fault("file.not_keys", params=Record(found=kind)), read.places.get(()))]


def _system(values: dict[str, Plain], systems: Systems) -> tuple[System | None, list[Located]]:
    choices = tuple(systems)
    named = values.get("system")
    if named is None:
        fault = Fault("system.missing", ("system",), Record(choices=choices))
        return None, [Located(fault)]
    if isinstance(named, str) and named in systems:
        return systems[named], []
    given = named[:80] if isinstance(named, str) else ""
    fault = Fault("system.unknown", ("system",), Record(given=given, choices=choices))
    return None, [Located(fault)]


def _unread(
    reading: _Reading,
    located: Iterable[Located],
    *,
    limits: Limits = BATTLE,
    system: str | None = None,
) -> Unread:
    found = list(dict.fromkeys(located))
    places = {each.fault.path: each.place for each in found if each.place is not None}
    source = reading.source(places)
    ordered = sorted(found, key=lambda each: source.place(each.fault.path) or Place(1, 1))
    faults = [each.fault for each in ordered[: limits.faults]]
    if len(ordered) > limits.faults:
        more = len(ordered) - limits.faults
        faults.append(Fault("file.more_faults", faults[-1].path, Record(more=more)))
    return Unread(tuple(faults), source, system)
