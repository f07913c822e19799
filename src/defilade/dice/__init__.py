"""Dice: procedures that ask, and what answers them: exact odds, samples, rolls, typed-in faces.

    from defilade.dice import Done, Roll, odds

What odds do not need is imported when it is first used, numpy above all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defilade.dice.asks import (
    D3,
    D6,
    Ask,
    Band,
    Choose,
    Die,
    Done,
    Face,
    Fold,
    Just,
    Many,
    Procedure,
    ProcedureOf,
    Reading,
    Repeat,
    Roll,
    Step,
    Sum,
    Total,
    die_of,
)
from defilade.dice.errors import (
    BrokenLog,
    BudgetSpent,
    DiceError,
    DiceShort,
    OpenChoice,
    WrongFaces,
)
from defilade.dice.resolve import BUDGET, Policy, forget, odds
from defilade.dice.results import Odds, Probability, Sampled

if TYPE_CHECKING:
    from defilade.dice.run import Question, Run, Thrown, replayed
    from defilade.dice.sampling import fold_many, sample
    from defilade.dice.sources import Seeded, Source, Typed, commitment, faces_of, play
    from defilade.dice.wire import question_from_json, question_to_json

_LATER = {
    "Question": "run",
    "Run": "run",
    "Seeded": "sources",
    "Source": "sources",
    "Thrown": "run",
    "Typed": "sources",
    "commitment": "sources",
    "faces_of": "sources",
    "fold_many": "sampling",
    "play": "sources",
    "question_from_json": "wire",
    "question_to_json": "wire",
    "replayed": "run",
    "sample": "sampling",
}
"""Names whose modules are imported when they are first asked for."""

__all__ = [
    "BUDGET",
    "D3",
    "D6",
    "Ask",
    "Band",
    "BrokenLog",
    "BudgetSpent",
    "Choose",
    "DiceError",
    "DiceShort",
    "Die",
    "Done",
    "Face",
    "Fold",
    "Just",
    "Many",
    "Odds",
    "OpenChoice",
    "Policy",
    "Probability",
    "Procedure",
    "ProcedureOf",
    "Question",
    "Reading",
    "Repeat",
    "Roll",
    "Run",
    "Sampled",
    "Seeded",
    "Source",
    "Step",
    "Sum",
    "Thrown",
    "Total",
    "Typed",
    "WrongFaces",
    "commitment",
    "die_of",
    "faces_of",
    "fold_many",
    "forget",
    "odds",
    "play",
    "question_from_json",
    "question_to_json",
    "replayed",
    "sample",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return found
