"""What can go wrong with dice; knows the questions by name only.

    DiceError
    ├── WrongFaces    faces or an option that do not answer the question
    ├── OpenChoice    odds need a policy for a choice that players make
    ├── BudgetSpent   the exact answer takes more work than was allowed
    ├── BrokenLog     recorded answers that do not fit the procedure
    └── DiceShort     the dice given ran out

All are `ValueError`: a question that was put wrongly, never a bug of the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defilade.errors import DefiladeError

if TYPE_CHECKING:
    from defilade.dice.asks import Choose


_SAID = 200
"""The most characters of a question in a message."""


class DiceError(DefiladeError, ValueError):
    """The base of all errors of this package."""


class WrongFaces(DiceError):
    """Faces, or an option, that cannot answer the pending question.

    Carries the `question`, what was `given` and what is `wanted` (a text).
    """

    def __init__(self, question: object, given: object, wanted: str) -> None:
        self.question = question
        self.given = given
        self.wanted = wanted
        super().__init__(f"{question!r}: given {given!r}, wanted {wanted}")


class OpenChoice(DiceError):
    """A player's choice that no policy answers; carries the `question`."""

    def __init__(self, question: Choose) -> None:
        self.question = question
        super().__init__(
            f"{question.player} must choose ({question.kind}, {question.clause}):"
            f" no policy is named {question.kind!r}"
        )


class BudgetSpent(DiceError):
    """More work, in `states` reached and answers taken, than the `budget` allows.

    Carries the `question` being worked on; the message says what helps.
    """

    def __init__(self, states: int, budget: int, question: object) -> None:
        self.states = states
        self.budget = budget
        self.question = question
        said = repr(question)
        if len(said) > _SAID:
            said = f"{said[:_SAID]}..."
        super().__init__(
            f"{states:,} states are over the budget of {budget:,}: sample it, ask of fewer dice"
            f" or weapons at once, or allow more; at {said}"
        )


class BrokenLog(DiceError):
    """A recorded answer that does not fit; carries the `entry` (counted from 0)."""

    def __init__(self, entry: int, why: str) -> None:
        self.entry = entry
        self.why = why
        super().__init__(f"entry {entry}: {why}")


class DiceShort(DiceError):
    """The dice given ran out: the `question` needs `needs`, `left` were left."""

    def __init__(self, question: object, needs: int, left: int) -> None:
        self.question = question
        self.needs = needs
        self.left = left
        super().__init__(f"{question!r} needs {needs} dice, {left} are left")
