"""Dice: procedures that ask, and what answers them: exact odds, samples, rolls, typed-in faces.

    from defilade.dice import Done, Roll, odds

Sampling needs numpy, which is imported when `sample` is first used and not before.
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
from defilade.dice.run import Question, Run, Thrown, replayed
from defilade.dice.sources import Seeded, Source, Typed, commitment, faces_of, play

if TYPE_CHECKING:
    from defilade.dice.sampling import sample

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
    "forget",
    "odds",
    "play",
    "replayed",
    "sample",
]


def __getattr__(name: str) -> Any:
    if name == "sample":
        from defilade.dice.sampling import sample

        return sample
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
