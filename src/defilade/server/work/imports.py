"""The job that brings files in: of other programs, and our own.

Knows how a request hands files over and what is told of them; reading them is for `formats`.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from typing import Any

from defilade.formats.battle import Unread
from defilade.formats.importing import Given, Imported, WrongGame, imported
from defilade.formats.importing.words import finding_json
from defilade.formats.report import faults_json
from defilade.server.problems import Trouble, trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk
from defilade.table import Draft, Scene

Asked = Mapping[str, Any]

_MOST = 200
"""Findings that are told, what was lost first; the rest are counted."""


def bring(asked: Asked, desk: Desk) -> Answer:
    """What files hold: a battle, choices, or edits of the battle they are brought into."""
    files: dict[str, bytes] = {}
    for each in asked["files"]:
        files[_free(each["name"], files)] = _bytes(each)
    into, scene = _joined(asked.get("into"), desk)
    given = Given(desk.systems, into, scene, pick=asked.get("pick"), side=asked.get("side"))
    found = imported(files, given)
    if isinstance(found, Unread):
        wording = desk.systems[found.system].wording if found.system else None
        told = faults_json(found.faults, found.source, wording)
        raise trouble("unreadable", told["faults"][0]["message"], faults=told)
    if isinstance(found, WrongGame):
        detail = f"This is {found.found}. It cannot be read as {' or '.join(found.wanted)}."
        raise trouble("wrong-game", detail, found=found.found, wanted=list(found.wanted))
    return _told(found, desk)


def _free(name: str, taken: Mapping[str, bytes]) -> str:
    return name if name not in taken else _free(f"{name} (again)", taken)


def _bytes(given: Asked) -> bytes:
    if given["text"] is not None:
        text: str = given["text"]
        return text.encode()
    try:
        return b64decode(given["base64"], validate=True)
    except (NotBase64, ValueError):
        raise trouble("invalid", f"{given['name']}: what is in `base64` is not Base64.") from None


def _joined(battle: Asked | None, desk: Desk) -> tuple[Draft[Any] | None, Scene | None]:
    """The battle that the files are brought into, and its scene where it can be drawn."""
    if battle is None:
        return None, None
    draft = desk.draft(battle)
    if isinstance(draft, Unread):
        desk.faulty(draft.faults, draft.source, draft.system)
    try:
        return draft, desk.opened(battle).scene
    except Trouble:
        return draft, None


def _told(found: Imported, desk: Desk) -> Answer:
    wording = desk.systems[found.system].wording
    noticed = sorted(found.findings, key=lambda each: not each.lost)
    return answer(
        {
            "kind": found.kind.value,
            "label": found.label,
            "system": found.system,
            "choices": [{"id": each.id, "label": each.label} for each in found.choices],
            "document": found.document,
            "edits": None if found.edits is None else list(found.edits),
            "findings": [finding_json(each, wording) for each in noticed[:_MOST]],
            "more": max(0, len(noticed) - _MOST),
        }
    )
