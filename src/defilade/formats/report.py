"""Faults to what people and programs read: file:line:col, the line, a caret, a hint.

Knows places and general words; a system's own faults are worded by the system. Text from
files is shown without characters that a terminal would act on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from defilade.formats.values import record_json
from defilade.formats.wording import general, hint, near
from defilade.table import Fault, Place, Severity, Source

FORMAT = "defilade.faults"
FORMAT_VERSION = 1

_WIDEST = 100
"""Columns of a source line that are shown."""


class FaultWording(Protocol):
    """The words of a system for its own faults; `systems.protocol.Wording` is one of these."""

    def fault(self, fault: Fault) -> str:
        """One fault as a sentence."""


def message(fault: Fault, wording: FaultWording | None = None) -> str:
    """The fault as one sentence; its bare code where nobody has words for it."""
    said = general(fault.code, fault.params)
    if said is None:
        said = wording.fault(fault) if wording else fault.code
    return visible(said)


def report_lines(
    faults: Iterable[Fault], source: Source, wording: FaultWording | None = None
) -> tuple[str, ...]:
    """All faults in the order of the text, as lines without line ends.

    Each begins `file:line:col: error: what`, then the source line, a caret, a hint.
    """
    lines: list[str] = []
    for fault in in_order(faults, source):
        lines += _fault_lines(fault, source, wording)
    return tuple(lines)


def report(faults: Iterable[Fault], source: Source, wording: FaultWording | None = None) -> str:
    """`report_lines` as one text; empty where there is no fault."""
    lines = report_lines(faults, source, wording)
    return "\n".join(lines) + "\n" if lines else ""


def faults_json(
    faults: Iterable[Fault], source: Source, wording: FaultWording | None = None
) -> dict[str, Any]:
    """All faults as JSON values, with their words and places (schema `faults-1`)."""
    listed = [_fault_json(fault, source, wording) for fault in in_order(faults, source)]
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "file": visible(source.name),
        "faults": listed,
    }


def in_order(faults: Iterable[Fault], source: Source) -> Sequence[Fault]:
    """Faults as they stand in the text, errors before warnings at the same place."""

    def key(fault: Fault) -> tuple[Place, bool]:
        place = source.place(fault.path) or Place(1, 1)
        return place, fault.severity is Severity.WARNING

    return sorted(faults, key=key)


def visible(text: str) -> str:
    """The text with everything that moves a cursor or cannot be seen replaced by a dot.

    >>> visible("a\\tb\\x1b[31m")
    'a b·[31m'
    """
    return "".join(_seen(character) for character in text)


def _seen(character: str) -> str:
    if character == "\t":
        return " "
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return "·"


def _fault_lines(fault: Fault, source: Source, wording: FaultWording | None) -> list[str]:
    place = source.place(fault.path)
    where = visible(source.name) + (f":{place.line}:{place.column}" if place else "")
    cited = f" [{fault.clause}]" if fault.clause else ""
    lines = [f"{where}: {fault.severity.value}: {message(fault, wording)}{cited}"]
    if place and 0 < place.line <= len(source.lines):
        lines += _shown(source.lines[place.line - 1], place)
    helping = hint(fault.code, fault.params)
    if helping:
        lines.append(f"      = {visible(helping)}")
    if fault.waiver:
        lines.append(f"      = players may waive it: --waive {visible(fault.waiver)}")
    return lines


def _shown(line: str, place: Place) -> list[str]:
    start = place.column - 1
    first = max(0, start - _WIDEST // 2) if len(line) > _WIDEST else 0
    cut = line[first : first + _WIDEST]
    before = visible(line[first:start])
    marked = max(1, min(place.length, len(cut) - len(before)))
    under = " " * _width(before) + "^" + "~" * (_width(line[start : start + marked]) - 1)
    left = "…" if first else ""
    gutter = f"{place.line:>5} | "
    blank = " " * 5 + " | " + " " * len(left)
    right = "…" if first + _WIDEST < len(line) else ""
    return [gutter + left + visible(cut) + right, blank + under]


def _width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _fault_json(fault: Fault, source: Source, wording: FaultWording | None) -> dict[str, Any]:
    place = source.place(fault.path)
    return {
        "code": fault.code,
        "severity": fault.severity.value,
        "message": message(fault, wording),
        "hint": hint(fault.code, fault.params) or None,
        "near": near(fault.params),
        "line": place.line if place else None,
        "column": place.column if place else None,
        "length": place.length if place else None,
        "path": list(fault.path),
        "params": record_json(fault.params),
        "clause": fault.clause,
        "waiver": fault.waiver,
    }
