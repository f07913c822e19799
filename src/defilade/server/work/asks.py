"""Jobs that ask a system: check, rulings, surveys, actions.

Knows which question goes where; the answers are the system's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from defilade.dice import BudgetSpent, OpenChoice, odds
from defilade.formats.battle import Unread
from defilade.formats.battle import document as document_of
from defilade.formats.odds import prospect_json
from defilade.formats.report import faults_json
from defilade.formats.rulings import ruling_json
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk, Opened
from defilade.server.work.names import known, named, question_of
from defilade.systems.protocol import View
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
    """The rulings on so many questions; a single one by itself where it was asked so."""
    opened = desk.opened(asked["battle"])
    found = [_ruling(each, opened) for each in asked["questions"]]
    if asked.get("single"):
        return answer(found[0])
    return answer({"rulings": found})


def survey(asked: Asked, desk: Desk) -> Answer:
    """Everything that a piece can do or suffer now, each with its odds where they are wanted."""
    opened = desk.opened(asked["battle"])
    piece = asked["piece"]
    with known((piece,), opened):
        views = opened.system.survey(piece, opened.table)
    budget = desk.limits.survey_budget if asked["odds"] else None
    return answer(
        {
            "format": "defilade.survey",
            "version": 1,
            "system": opened.system.name,
            "piece": piece,
            "views": [_view(each, opened, budget) for each in views],
        }
    )


def actions(asked: Asked, desk: Desk) -> Answer:
    """What may be done now, written as it is read."""
    opened = desk.opened(asked["battle"])
    found = opened.system.actions(opened.table)
    written = [opened.system.write_action(each) for each in found]
    return answer({"system": opened.system.name, "actions": written})


def _ruling(asked: Asked, opened: Opened) -> dict[str, Any]:
    question = question_of(asked)
    with known(named(question), opened):
        ruling = opened.system.rule(question, opened.table)
    return ruling_json(ruling, system=opened.system.name, wording=opened.system.wording)


def _view(view: View, opened: Opened, budget: int | None) -> dict[str, Any]:
    """One row; its odds are left out where they take too long or a player must choose."""
    system = opened.system
    ruling = ruling_json(view.ruling, system=system.name, wording=system.wording)
    row: dict[str, Any] = {"ruling": ruling, "odds": None}
    if view.prospect is None or budget is None:
        return row
    try:
        found = odds(view.prospect.procedure, policy=system.policies["default"], budget=budget)
    except (BudgetSpent, OpenChoice):
        return row
    told = prospect_json(
        view.prospect, found, system=system.name, action="", wording=system.wording
    )
    return {**row, "odds": told}


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
