"""Jobs that ask a system: check, rulings, surveys, actions.

Knows which question goes where; the answers are the system's.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from defilade.dice import BudgetSpent, OpenChoice
from defilade.formats.battle import Unread
from defilade.formats.battle import document as document_of
from defilade.formats.report import faults_json
from defilade.formats.rulings import ruling_json
from defilade.formats.surveys import Found, Reckon, survey_json, surveyed
from defilade.server.settings import Limits
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk, Opened
from defilade.server.work.names import known, named, question_of
from defilade.systems.measuring import measured_odds
from defilade.systems.protocol import Prospect, System
from defilade.systems.readings import ruled_in_full
from defilade.table import Fault, Faults, Source

Asked = Mapping[str, Any]


def check(asked: Asked, desk: Desk) -> Answer:
    """Whether a battle can be played, and everything that is wrong with it, with places."""
    draft = desk.draft(asked["battle"])
    if isinstance(draft, Unread):
        return _checked(draft.faults, draft.source, desk, system=draft.system, playable=False)
    system = desk.systems[draft.system]
    table = system.check(draft, waive=asked["battle"]["waive"])
    playable = not isinstance(table, Faults)
    faults = table.faults if isinstance(table, Faults) else table.warnings
    return _checked(
        faults,
        draft.source,
        desk,
        system=system.name,
        playable=playable,
        waivable=sorted(table.waivable) if isinstance(table, Faults) else [],
        document=document_of(draft, system),
    )


def document(asked: Asked, desk: Desk) -> Answer:
    """A battle that passes its checks, as the compact JSON text that is kept of it."""
    opened = desk.opened(asked["battle"])
    more = {"system": opened.system.name, "title": opened.title, "battle": opened.battle}
    return answer(json.loads(opened.battle), **more, waived=list(opened.table.waived))


def rulings(asked: Asked, desk: Desk) -> Answer:
    """The rulings on so many questions; a single one by itself, and then with readings that
    take long, where it was asked so."""
    opened = desk.opened(asked["battle"])
    if asked.get("single"):
        return answer(_ruling(asked["questions"][0], opened, in_full=True))
    return answer({"rulings": [_ruling(each, opened) for each in asked["questions"]]})


def survey(asked: Asked, desk: Desk) -> Answer:
    """Everything that a piece can do or suffer now, each with its odds where they are wanted."""
    opened = desk.opened(asked["battle"])
    piece = asked["piece"]
    reckon = _reckoned(opened.system, desk.limits) if asked["odds"] else None
    with known((piece,), opened):
        rows = tuple(surveyed(piece, opened.table, opened.system, reckon=reckon))
    return answer(survey_json(piece, rows, opened.system))


def actions(asked: Asked, desk: Desk) -> Answer:
    """What may be done now, written as it is read."""
    opened = desk.opened(asked["battle"])
    found = opened.system.actions(opened.table)
    written = [opened.system.write_action(each) for each in found]
    return answer({"system": opened.system.name, "actions": written})


def _ruling(asked: Asked, opened: Opened, *, in_full: bool = False) -> dict[str, Any]:
    question, system = question_of(asked), opened.system
    with known(named(question), opened):
        if in_full:
            ruling = ruled_in_full(question, opened.table, system)
        else:
            ruling = system.rule(question, opened.table)
    return ruling_json(ruling, system=system.name, wording=system.wording)


def _reckoned(system: System, limits: Limits) -> Reckon:
    """Odds of one row after the other while there is time: none where they take too much, where
    a player must choose, or once the time of the survey is over."""
    ends = time.monotonic() + limits.survey_odds_seconds

    def reckon(prospect: Prospect) -> Found | None:
        if time.monotonic() > ends:
            return None
        try:
            policy = system.policies["default"]
            return measured_odds(prospect, policy, budget=limits.survey_budget)
        except (BudgetSpent, OpenChoice):
            return None

    return reckon


def _checked(
    faults: tuple[Fault, ...],
    source: Source,
    desk: Desk,
    *,
    system: str | None,
    playable: bool,
    waivable: list[str] | None = None,
    document: dict[str, Any] | None = None,
) -> Answer:
    wording = desk.systems[system].wording if system else None
    return answer(
        {
            "playable": playable,
            "system": system,
            "faults": faults_json(faults, source, wording),
            "waivable": waivable or [],
            "document": document,
        }
    )
