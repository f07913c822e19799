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
"""Where a value stands in a document: keys and indexes from the top."""


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
                return found
        return None
