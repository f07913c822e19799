"""What an answer looks like: clauses, facts, questions, reasons, rulings.

Knows the shape of an answer, never how any answer is found.
"""

from defilade.record import NOTHING, Datum, Record, Scalar
from defilade.ruling.clause import Clause, ClauseIndex, Origin
from defilade.ruling.facts import (
    Cells,
    Disc,
    Fact,
    Line,
    Mark,
    Outline,
    Point,
    Route,
    Shape,
    Wedge,
)
from defilade.ruling.question import Cover, Entry, Firing, Movement, Question, Sight
from defilade.ruling.ruling import (
    Covered,
    Permission,
    Reading,
    Reason,
    Ruling,
    Verdict,
    Visible,
    Weight,
    permission,
)

__all__ = [
    "NOTHING",
    "Cells",
    "Clause",
    "ClauseIndex",
    "Cover",
    "Covered",
    "Datum",
    "Disc",
    "Entry",
    "Fact",
    "Firing",
    "Line",
    "Mark",
    "Movement",
    "Origin",
    "Outline",
    "Permission",
    "Point",
    "Question",
    "Reading",
    "Reason",
    "Record",
    "Route",
    "Ruling",
    "Scalar",
    "Shape",
    "Sight",
    "Verdict",
    "Visible",
    "Wedge",
    "Weight",
    "permission",
]
