"""The error of a file that is not what it should be.

Knows faults and where they stand; the words are made by `report`.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.errors import DefiladeError
from defilade.formats.text import lines_of
from defilade.record import Datum, Record
from defilade.table import Fault, Path, Place, Source


class UnreadableError(DefiladeError):
    """A file that cannot be read: its `faults` and their `source`, for a report."""

    def __init__(self, faults: Iterable[Fault], source: Source) -> None:
        self.faults = tuple(faults)
        self.source = source
        codes = ", ".join(dict.fromkeys(fault.code for fault in self.faults))
        super().__init__(f"{source.name} cannot be read: {codes}")


def unreadable(
    name: str, code: str, *, at: Place | None = None, text: str = "", path: Path = (), **why: Datum
) -> UnreadableError:
    """The error of one fault at one place of a text."""
    places = {path: at} if at is not None else {}
    source = Source(name, lines_of(text) if text else (), places)
    return UnreadableError((Fault(code, path, Record(**why)),), source)
