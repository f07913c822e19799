"""Faults: what is wrong with a drawing, where it stands, and what would mend it.

Knows places in a text and paths in a document; the words are made at the edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from defilade.record import NOTHING, Record

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a document: keys and indexes from the top. Into a text written as a
block (`key: |`) a path goes on with line and column, both from 1, and a length."""


class Severity(StrEnum):
    """Whether a fault stops the game."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a text: 1-based line and column, and how many columns it spans."""

    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: a `code` with `params`, at a `path`, by a `clause` if a rule says so.

    `waiver` is the name under which players may agree to overlook it, where they may.
    """

    code: str
    path: Path = ()
    params: Record = NOTHING
    clause: str | None = None
    severity: Severity = Severity.ERROR
    waiver: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The text a drawing was read from, and where each path of it stands.

    An empty source serves drawings made in memory.
    """

    name: str = "<memory>"
    lines: tuple[str, ...] = ()
    places: Mapping[Path, Place] = field(default_factory=dict, hash=False, compare=False)

    def place(self, path: Path) -> Place | None:
        """The place of `path`, or of the nearest enclosing path that has one."""
        for end in range(len(path), -1, -1):
            if (found := self.places.get(path[:end])) is not None:
                return self._inside(found, path[end:])
        return None

    def _inside(self, block: Place, rest: Path) -> Place:
        """The place of a line and column inside a block text; anything else has the whole's."""
        match rest:
            case (int(line), int(column), int(length)) if self._is_block(block):
                first = block.line + line
                if first > len(self.lines):
                    return block
                return Place(first, self._indent(block) + column, length)
            case _:
                return block

    def _is_block(self, place: Place) -> bool:
        written = self.lines[place.line - 1 : place.line]
        return bool(written) and written[0][place.column - 1 : place.column] == "|"

    def _indent(self, block: Place) -> int:
        """Columns before a block text: those said after `|`, else its first line's."""
        header = self.lines[block.line - 1]
        told = next((c for c in header[block.column :].split("#")[0] if c.isdigit()), None)
        if told is not None:
            return len(header) - len(header.lstrip(" -")) + int(told)
        full = next((line for line in self.lines[block.line :] if line.strip()), "")
        return len(full) - len(full.lstrip(" "))
