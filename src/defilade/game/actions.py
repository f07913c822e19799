"""What may become of a wish to act: refused, not understood, or ambiguous; and events.

Knows no system. All of these are values; an exception would mean a bug.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.record import NOTHING, Record
from defilade.ruling import Reason


@dataclass(frozen=True, slots=True)
class Rejection:
    """Not allowed now. The state is unchanged; every failed clause is among the reasons."""

    action: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A text that is no action: reading stopped at `position` (0-based), wanting `wanted`."""

    text: str
    position: int
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A text that fits several actions; each candidate is written out in full."""

    text: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, derived from the log: a code, its clause, its params."""

    code: str
    clause: str
    params: Record = NOTHING
