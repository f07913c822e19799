"""A pending question as what a system's wording is told of it.

Knows the three questions that people answer; makes no words.
"""

from __future__ import annotations

from typing import Any

from defilade.dice import Choose, Roll, Total
from defilade.record import Record


def asked(question: Roll | Total | Choose) -> Record:
    """What `Wording.question` is told of a pending question, beside its clause."""
    match question:
        case Roll(_, n, bands):
            return Record(dice=n, die=question.die.name, bands=tuple(map(_band, bands)))
        case Total(_, dice):
            return Record(dice=dice.count, die=question.die.name, total=str(dice))
        case Choose(_, player, kind, options):
            return Record(player=player, kind=kind, options=tuple(map(str, options)))


def _band(band: Any) -> int | str:
    return band if isinstance(band, int) else "/".join(band)
