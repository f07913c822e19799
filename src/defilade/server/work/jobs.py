"""The jobs that a worker does, by name.

Knows which there are; each is a function of what is asked and of the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defilade.server.work import asks, books, chances, edits, imports, measures, moves, pictures
from defilade.server.work.answer import Answer
from defilade.server.work.desk import Desk

Job = Callable[[Mapping[str, Any], Desk], Answer]

JOBS: Mapping[str, Job] = {
    "systems": books.systems,
    "system": books.system,
    "clauses": books.clauses,
    "example": books.example,
    "schemas": books.schemas,
    "schema": books.schema,
    "check": asks.check,
    "document": asks.document,
    "rulings": asks.rulings,
    "survey": asks.survey,
    "actions": asks.actions,
    "odds": chances.odds_of,
    "import": imports.bring,
    "edit": edits.edit,
    "measure": measures.measure,
    "scene": pictures.scene,
    "svg": pictures.svg,
    "png": pictures.png,
    "sheet": pictures.sheet,
    "begin": moves.begin,
    "move": moves.move,
    "view": moves.view,
    "events": moves.events,
}

__all__ = ["JOBS", "Answer", "Job"]
