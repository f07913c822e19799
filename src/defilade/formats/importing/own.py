"""Our own files: battles, and logs of games with the battle they began from.

Knows how they begin; reading them is for `battle` and `log`.
"""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import Any

from defilade.formats.battle import Systems, Unread, document, read_battle
from defilade.formats.importing.outcome import Imported, Kind
from defilade.formats.kdc40.read import json_of
from defilade.formats.log import read_log_text
from defilade.formats.unreadable import UnreadableError
from defilade.game.log import FORMAT as LOG_FORMAT
from defilade.record import Record
from defilade.table import Finding

_SYSTEM = re.compile(rb"^[\"']?system[\"']?[ \t]*:", re.MULTILINE)


def own(name: str, data: bytes, systems: Systems) -> Imported | Unread | None:
    """The battle of one of our files; None where it is none of ours."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"{":
        try:
            value = json_of(name, data)
        except UnreadableError:
            return None
        return _of_json(name, data, value, systems)
    if start in (b"[", b"<", b"P", b"") or not _SYSTEM.search(data):
        return None
    return _battle(name, data, systems)


def _of_json(name: str, data: bytes, value: Any, systems: Systems) -> Imported | Unread | None:
    if value.get("format") == LOG_FORMAT:
        return _log(name, data, systems)
    return _battle(name, data, systems) if isinstance(value.get("system"), str) else None


def _battle(name: str, data: bytes, systems: Systems) -> Imported | Unread:
    draft = read_battle(data, name, systems)
    if isinstance(draft, Unread):
        return draft
    system = systems[draft.system]
    label = getattr(draft.battle, "title", "") or PurePath(name).stem
    values = document(draft, system, defaults=False)
    return Imported(Kind.BATTLE, label, system.name, document=values)


def _log(name: str, data: bytes, systems: Systems) -> Imported | Unread:
    """The battle from which the game of a log began; the log is not played."""
    try:
        log = read_log_text(data, name)
    except UnreadableError as error:
        return Unread(error.faults, error.source)
    read = read_battle(log.header.battle, name, systems)
    if isinstance(read, Unread):
        return read
    values = json.loads(log.header.battle)
    label = str(values.get("title") or PurePath(name).stem)
    told = Finding("log.not_played", name, Record(number=len(log.bodies)))
    return Imported(Kind.LOG, label, read.system, document=values, findings=(told,))
