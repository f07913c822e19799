"""Logs of games as JSON files: written, read with limits, and folded into a session.

Knows the file and which system it names; what entries mean is for `game`, what a battle
means for its system.
"""

from __future__ import annotations

import json
from typing import Any

from defilade.formats.battle import Systems, Unread, read_battle
from defilade.formats.jsontext import json_value, place_of_item
from defilade.formats.limits import LOG, LOG_ENTRIES, Limits
from defilade.formats.text import Located, decoded
from defilade.formats.unreadable import UnreadableError, unreadable
from defilade.game import Log, LogError, Session, fold, log_json, read_log
from defilade.game.log import FORMAT, FORMAT_VERSION
from defilade.systems.protocol import System
from defilade.table import Faults, Path, Place, Source, Table


def log_text(log: Log) -> str:
    """A log as the text of a file, one entry a line (schema `log-1`)."""
    values = log_json(log)
    entries = values.pop("entries")
    assert isinstance(entries, list)  # log_json makes it so
    head = json.dumps(values, ensure_ascii=False, indent=1)
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    listed = f"[\n{lines}\n ]" if entries else "[]"
    return f'{head.removesuffix("}").rstrip()},\n "entries": {listed}\n}}\n'


def read_log_text(text: str | bytes, name: str = "<log>", *, limits: Limits = LOG) -> Log:
    """The log of a file's text; its chain of digests is checked.

    Raises `UnreadableError` with the place of the first thing that is wrong.
    """
    decoding = decoded(text, limits)
    if isinstance(decoding, Located):
        places: dict[Path, Place] = {(): decoding.place} if decoding.place else {}
        raise UnreadableError((decoding.fault,), Source(name, (), places))
    document = json_value(decoding, name, depth=limits.depth)
    if not _is_log(document):
        raise unreadable(name, "log.other", at=Place(1, 1), text=decoding)
    try:
        _check_length(document)
        return read_log(document)
    except LogError as error:
        raise _broken(error, decoding, name) from error


def opening(log: Log, systems: Systems) -> tuple[System, Table[Any]]:
    """The system of a log and the table its game started from.

    Raises `UnreadableError` if the system is not there or the battle does not pass.
    """
    name = "<battle of the log>"
    if log.header.system not in systems:
        choices = tuple(systems)
        raise unreadable(name, "system.unknown", given=log.header.system, choices=choices)
    system = systems[log.header.system]
    draft = read_battle(log.header.battle, name, systems)
    if isinstance(draft, Unread):
        raise UnreadableError(draft.faults, draft.source)
    table = system.check(draft, waive=log.header.waived)
    if isinstance(table, Faults):
        raise UnreadableError(table.faults, draft.source)
    return system, table


def load_session(text: str | bytes, systems: Systems, *, name: str = "<log>") -> Session:
    """The session that a log file leads to, by folding its entries over its battle.

    Raises `UnreadableError` with the place of the entry that does not fold. Seeds are not
    checked: that is `game.replay`, with `opening`.
    """
    log = read_log_text(text, name)
    system, table = opening(log, systems)
    try:
        return fold(system, table, log)
    except LogError as error:
        shown = text if isinstance(text, str) else text.decode("utf-8-sig")
        raise _broken(error, shown, name) from error


def _is_log(document: Any) -> bool:
    known = {"format": FORMAT, "version": FORMAT_VERSION}
    return isinstance(document, dict) and known.items() <= document.items()


def _check_length(document: dict[str, Any]) -> None:
    entries = document.get("entries")
    if isinstance(entries, list) and len(entries) > LOG_ENTRIES:
        raise LogError(LOG_ENTRIES, f"a log has {LOG_ENTRIES} entries at most")


def _broken(error: LogError, text: str, name: str) -> UnreadableError:
    """The error with the place of its entry, found by reading the text once more."""
    at = place_of_item(text, "entries", error.entry) or Place(1, 1)
    path = ("entries", error.entry)
    return unreadable(
        name, "log.broken", at=at, text=text, path=path, entry=error.entry, why=error.why
    )
