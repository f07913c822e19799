"""Rulings: a verdict, its numbers, the reasons in order, and the geometry behind them.

Knows the shape of an answer, never how any answer is found, and holds no prose:
reasons are codes with params, made into words at the edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from defilade.record import NOTHING, Datum, Record
from defilade.ruling.facts import Fact, Named
from defilade.ruling.question import Question


class Permission(Named):
    """Verdict on something that a player wants to do."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNSETTLED = "unsettled"
    """The text does not decide it; see the ruling's readings."""


class Visible(Named):
    """Verdict on sight."""

    FULLY = "fully"
    PARTLY = "partly"
    NO = "no"
    UNSETTLED = "unsettled"


class Covered(Named):
    """Verdict on cover; how good it is stands in the ruling's numbers."""

    YES = "yes"
    NO = "no"
    UNSETTLED = "unsettled"


Verdict: TypeAlias = Permission | Visible | Covered


class Weight(Named):
    """Which way a reason pulls."""

    FOR = "for"
    AGAINST = "against"
    NOTE = "note"
    """It sets a number or explains one, and decides nothing by itself."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of a ruling: the `clause` that speaks, what it says (`code`, `params`).

    `code` is looked up in the system's wording; `default` marks a stand-in without a source.
    """

    clause: str
    code: str
    params: Record = NOTHING
    weight: Weight = Weight.NOTE
    default: bool = False

    @property
    def forbids(self) -> bool:
        """Whether this reason alone refuses what was asked."""
        return self.weight is Weight.AGAINST


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reading of an unsettled text would give."""

    option: str
    value: str
    verdict: Verdict
    numbers: Record = NOTHING


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one question, complete enough to be checked at the table.

    `repr` can be evaluated again with the names of `defilade.ruling`.
    """

    question: Question
    verdict: Verdict
    numbers: Record = NOTHING
    reasons: tuple[Reason, ...] = ()
    facts: tuple[Fact, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def against(self) -> tuple[Reason, ...]:
        """The reasons that refuse, in order."""
        return tuple(reason for reason in self.reasons if reason.forbids)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited, in order, each once."""
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))

    def number(self, name: str) -> Datum:
        """One of the numbers by name; raises `KeyError`."""
        return self.numbers[name]

    def _repr_svg_(self) -> str:
        from defilade.shown import svg

        return svg("ruling_svg", self)


def permission(reasons: Iterable[Reason]) -> Permission:
    """Allowed unless a reason forbids."""
    return Permission.REFUSED if any(r.forbids for r in reasons) else Permission.ALLOWED
