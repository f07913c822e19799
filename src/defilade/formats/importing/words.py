"""What importers noticed, in words: of the file formats, or of the system for its own codes.

Knows whose code is whose.
"""

from __future__ import annotations

from typing import Any, Protocol

from defilade.formats import findings
from defilade.formats.battlescribe import wording as battlescribe
from defilade.formats.report import visible
from defilade.formats.values import record_json
from defilade.record import Record
from defilade.table import Finding


class EventWording(Protocol):
    """The words of a system for what it noticed; `systems.protocol.Wording` is one of these."""

    def event(self, code: str, params: Record) -> str:
        """One event as a sentence."""


def said(finding: Finding, wording: EventWording) -> str:
    """What was noticed, as a sentence without its place."""
    told = findings.told(finding)
    if told is not None:
        return told
    if finding.code in battlescribe.FINDINGS:
        return visible(battlescribe.FINDINGS[finding.code](finding.params))
    return visible(wording.event(finding.code, finding.params))


def line(finding: Finding, wording: EventWording) -> str:
    """A finding as one line: its place, what was noticed, and whether something was lost."""
    lost = " (not brought over)" if finding.lost else ""
    return f"{visible(finding.place)}: {said(finding, wording)}{lost}"


def finding_json(finding: Finding, wording: EventWording) -> dict[str, Any]:
    """A finding as JSON values; `says` is the whole line."""
    return {
        "code": finding.code,
        "place": finding.place,
        "params": record_json(finding.params),
        "lost": finding.lost,
        "says": line(finding, wording),
    }
