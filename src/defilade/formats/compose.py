"""Text to a plain document: mappings, lists and texts, with the place of every part.

Reads YAML and JSON alike. Every value stays the text that was written (`no` is "no", 1:30 is
"1:30"); only an unquoted nothing, `null` or `~` is None. Knows no key and no rule.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from defilade.formats.limits import Limits
from defilade.formats.text import Located, lines_of
from defilade.record import Datum, Record
from defilade.table import Fault, Path, Place

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain] | None"
"""A document before anything is known of its types."""

_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PAIR = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
)

Shifts: TypeAlias = Mapping[int, Sequence[int]]
"""For lines, counted from 0, the columns at which a pair of escapes was joined into one."""

_SHORTER = len("\\ud83d\\ude80") - len("\\U0001F680")


@dataclass
class Composed:
    """What was read: the document, where each path's value and key stand, what is wrong.

    `inner` is the column offset of a value's first character within its place (1 for a
    quoted text); it is missing where columns cannot be counted.
    """

    document: Plain = None
    places: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    inner: dict[Path, int] = field(default_factory=dict)
    faults: list[Located] = field(default_factory=list)
    broken: bool = False
    """Whether reading stopped early: what is in the document is then not all of it."""


def compose(text: str, limits: Limits) -> Composed:
    """Read a text that `decoded` let pass; anchors, aliases, tags, keys written twice and the
    like are faults."""
    joined = _without_pairs(text)
    composer = _Composer(limits, _shifts(text) if joined is not text else {})
    try:
        for event in yaml.parse(joined, Loader=_LOADER):
            composer.take(event)
    except _Stop:
        composer.read.broken = True
    except yaml.MarkedYAMLError as error:
        composer.read.broken = True
        composer.read.faults.append(_syntax(error, text))
    read = composer.read
    if not read.broken and read.document is None and not read.faults:
        read.faults.append(Located(Fault("file.empty"), Place(1, 1)))
    return read


class _Stop(Exception):
    """Reading cannot go on; the fault is noted already."""


@dataclass
class _Open:
    """A mapping or list that is being read."""

    path: Path
    holds: dict[str, Plain] | list[Plain]
    key: str | None = None
    written: dict[str, list[int]] = field(default_factory=dict)
    """The lines on which each key is written."""


class _Composer:
    """Builds a document from events, on a stack of its own: depth costs no recursion."""

    def __init__(self, limits: Limits, shifts: Shifts) -> None:
        self.limits = limits
        self.shifts = shifts
        self.read = Composed()
        self.stack: list[_Open] = []
        self.nodes = 0
        self.documents = 0

    def take(self, event: yaml.Event) -> None:
        """One event of the parser."""
        match event:
            case yaml.DocumentStartEvent():
                self._document(event)
            case yaml.MappingStartEvent():
                self._open(event, {})
            case yaml.SequenceStartEvent():
                self._open(event, [])
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close()
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.AliasEvent():
                self._alias(event)
            case _:
                pass

    def _document(self, event: yaml.Event) -> None:
        self.documents += 1
        if self.documents > 1:
            self._stop("file.two_documents", (), self._span(event))

    def _open(self, event: Any, holds: dict[str, Plain] | list[Plain]) -> None:
        place = self._span(event)
        if self._wants_key():
            self._stop("key.not_text", self.stack[-1].path, place)
        path = self._path()
        self._count(path, place)
        if len(self.stack) >= self.limits.depth:
            self._stop("file.too_deep", path, place, limit=self.limits.depth)
        self._properties(event, path, place)
        self.read.places[path] = self.read.keys.get(path, place)
        self._put(holds)
        self.stack.append(_Open(path, holds))

    def _close(self) -> None:
        done = self.stack.pop()
        for key, (first, *again) in done.written.items():
            if again:
                path = (*done.path, key)
                params = Record(key=key, first=first, again=tuple(again))
                self._fault(Fault("key.twice", path, params), self.read.keys[path])

    def _scalar(self, event: Any) -> None:
        place = self._span(event)
        if len(event.value) > self.limits.scalar:
            self._stop("value.too_long", self._path(), place, limit=self.limits.scalar)
        if self._wants_key():
            self._key(event, place)
            return
        path = self._path()
        self._count(path, place)
        self._properties(event, path, place)
        plain = event.style in (None, "")
        self.read.places[path] = place
        if plain and event.value in _NOTHING:
            if event.start_mark.index == event.end_mark.index:
                self.read.places[path] = self.read.keys.get(path, place)
            self._put(None)
            return
        if event.start_mark.line == event.end_mark.line:
            self.read.inner[path] = 0 if plain else 1
        self._put(event.value)

    def _key(self, event: Any, place: Place) -> None:
        frame = self.stack[-1]
        key = event.value
        path = (*frame.path, key)
        self._count(path, place)
        self._properties(event, path, place)
        frame.written.setdefault(key, []).append(place.line)
        if key == "<<" and event.style in (None, ""):
            self._fault(Fault("key.merge", path), place)
        self.read.keys[path] = place
        frame.key = key

    def _alias(self, event: Any) -> None:
        place = self._span(event)
        if self._wants_key():
            self._stop("key.not_text", self.stack[-1].path, place)
        path = self._path()
        self._count(path, place)
        self._fault(Fault("value.alias", path, Record(name=event.anchor)), place)
        self.read.places[path] = place
        self._put(None)

    def _properties(self, event: Any, path: Path, place: Place) -> None:
        if event.anchor:
            self._fault(Fault("value.anchor", path, Record(name=event.anchor)), place)
        if event.tag:
            self._fault(Fault("value.tag", path, Record(tag=_tag(event.tag))), place)

    def _wants_key(self) -> bool:
        if not self.stack:
            return False
        frame = self.stack[-1]
        return isinstance(frame.holds, dict) and frame.key is None

    def _path(self) -> Path:
        if not self.stack:
            return ()
        frame = self.stack[-1]
        if isinstance(frame.holds, list):
            return (*frame.path, len(frame.holds))
        return frame.path if frame.key is None else (*frame.path, frame.key)

    def _put(self, value: Plain) -> None:
        if not self.stack:
            self.read.document = value
            return
        frame = self.stack[-1]
        if isinstance(frame.holds, list):
            frame.holds.append(value)
        elif frame.key is not None:
            frame.holds[frame.key] = value
            frame.key = None

    def _count(self, path: Path, place: Place) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            self._stop("file.too_many", path, place, limit=self.limits.nodes)

    def _span(self, event: Any) -> Place:
        start, end = event.start_mark, event.end_mark
        first = self._column(start)
        length = self._column(end) - first if end.line == start.line else 1
        return Place(start.line + 1, first + 1, max(length, 1))

    def _column(self, mark: Any) -> int:
        before = bisect_left(self.shifts.get(mark.line, ()), mark.column)
        return int(mark.column) + before * _SHORTER

    def _fault(self, fault: Fault, place: Place) -> None:
        self.read.faults.append(Located(fault, place))

    def _stop(self, code: str, path: Path, place: Place, **params: Datum) -> None:
        self._fault(Fault(code, path, Record(**params)), place)
        raise _Stop


def _tag(full: str) -> str:
    return full.replace("tag:yaml.org,2002:", "!!")[:80]


def _syntax(error: yaml.MarkedYAMLError, text: str) -> Located:
    mark, since = error.problem_mark, error.context_mark
    place = _within(text, mark or since)
    problem = error.problem or "it cannot be read"
    if "maximum nesting" in problem:
        return Located(Fault("file.too_deep"), place)
    if "cannot start any token" in problem:
        found = lines_of(text)[place.line - 1][place.column - 1 : place.column]
        fault = Fault("file.token", params=Record(character=found))
        return Located(Fault("file.tab") if found == "\t" else fault, place)
    params = Record(problem=problem)
    if mark and since and since.line < mark.line:
        params |= Record(since=since.line + 1)
    return Located(Fault("file.syntax", params=params), place)


def _within(text: str, mark: Any) -> Place:
    """The place of a mark; one past the last line with anything on it is at that line's end."""
    lines = lines_of(text)
    if mark is None:
        return Place(1, 1)
    line = min(mark.line, len(lines) - 1)
    if mark.line == line and lines[line][mark.column :]:
        return Place(line + 1, mark.column + 1)
    while line > 0 and not lines[line].strip():
        line -= 1
    return Place(line + 1, len(lines[line].rstrip()) + 1)


def _without_pairs(text: str) -> str:
    """JSON may write a character beyond U+FFFF as two escapes, which YAML has as one."""
    if "\\u" not in text or not text.lstrip().startswith(("{", "[")):
        return text
    return _PAIR.sub(_joined, text)


def _joined(found: re.Match[str]) -> str:
    high, low = int(found[2], 16), int(found[3], 16)
    return f"{found[1]}\\U{0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF):08X}"


def _shifts(text: str) -> Shifts:
    return {
        number: [
            each.start(2) - _SHORTER * count for count, each in enumerate(_PAIR.finditer(line))
        ]
        for number, line in enumerate(lines_of(text))
    }
