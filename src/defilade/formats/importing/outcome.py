"""What comes of an import: what kind of file it was, and what can be done with it.

Knows shapes only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from defilade.table import Finding


class Kind(StrEnum):
    """What a file holds."""

    BATTLE = "battle"
    LAYOUTS = "layouts"
    ROSTER = "roster"
    CATALOGUE = "catalogue"
    POSITIONS = "positions"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing of several in a file, to be picked by its id."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file gives: a whole battle as JSON values, or edits of one, or choices.

    `system` is the game; findings of `own` codes are worded by it.
    """

    kind: Kind
    label: str
    system: str
    choices: tuple[Choice, ...] = ()
    document: Mapping[str, Any] | None = None
    edits: tuple[Mapping[str, Any], ...] | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongGame:
    """A file of another game or edition: what it is, and what could have been read."""

    found: str
    wanted: tuple[str, ...]
