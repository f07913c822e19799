"""The errors of Defilade, under one base.

    DefiladeError
    ├── LogError            a log that cannot be trusted or folded       (game.log)
    ├── DiceError           a question that cannot be answered           (dice)
    │   ├── OpenChoice      odds asked where a player must choose
    │   ├── BudgetSpent     more states than the budget allows
    │   ├── WrongFaces      faces that do not answer the question
    │   ├── DiceShort       fewer typed dice than are asked for
    │   └── BrokenLog       a log of throws that does not fit its procedure
    ├── UnreadableError     a file that is not what it should be         (formats)
    ├── DetailError         a detail that means nothing to a question    (systems.protocol)
    ├── EditError           an edit that means nothing to a battle       (table.editing)
    └── SystemFault         a system that is not installed or broken     (systems.registry)
    NotationError(ValueError)  a text that is not the value it should be (values)

Refusals by a rule are values (`Rejection`, `Faults`), never exceptions.
"""


class DefiladeError(Exception):
    """Base of all errors that a caller of Defilade may want to catch."""
