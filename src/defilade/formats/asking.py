"""A pending question as what a system's wording is told of it.

Knows the three questions that people answer; makes no words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defilade.dice import Choose, Roll, Total
from defilade.record import Record

if TYPE_CHECKING:
    from defilade.systems.protocol import Wording


def asked(question: Roll | Total | Choose) -> Record:
    """What `Wording.question` is told of a pending question, beside its clause; `about` is
    left out where nothing is named."""
    match question:
        case Roll(_, n, bands):
            told = Record(dice=n, die=question.die.name, bands=tuple(map(_band, bands)))
            return Record(**told, about=question.about) if question.about else told
        case Total(_, dice):
            told = Record(dice=dice.count, die=question.die.name, total=str(dice))
            return Record(**told, about=question.about) if question.about else told
        case Choose(_, player, kind, options):
            return Record(player=player, kind=kind, options=tuple(map(str, options)))


def question_words(question: Roll | Total | Choose, wording: Wording) -> str:
    """A pending question in a system's words, with what the dice are rolled for before it.

    The words are the system's where they name it themselves.
    """
    said = wording.question(question.clause, asked(question))
    about = "" if isinstance(question, Choose) else question.about
    return said if not about or about in said else f"{about}: {said}"


def _band(band: Any) -> int | str:
    return band if isinstance(band, int) else "/".join(band)
