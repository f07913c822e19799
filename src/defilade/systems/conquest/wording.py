"""The words of Conquest in English: reasons, faults, events, questions and terms.

Knows codes and their params, and how numbers are said; judges nothing. Which words belong to
which code stands in the `wording_` files beside this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from defilade.record import Datum, Record
from defilade.ruling import Reason
from defilade.systems.conquest.wording_reasons import REASONS
from defilade.systems.conquest.wording_rest import EVENTS, FAULTS, FINDINGS, QUESTIONS, TERMS
from defilade.table import Fault
from defilade.values import print_inches

Words: TypeAlias = Mapping[str, str]

INCHES = frozenset(
    {
        "advised",
        "allowance",
        "cost",
        "diameter",
        "distance",
        "end",
        "furthest",
        "gap",
        "least",
        "limit",
        "moved",
        "range",
        "short",
        "start",
    }
)
"""Params that are lengths, where they are fractions."""
SPOKEN = frozenset({"cause", "deed", "instead_of", "kind", "option"})
"""Params whose values are terms of the game."""


def shown(name: str, value: Datum) -> str:  # noqa: PLR0911 - one line for each kind
    """One param as text: inches with their mark, terms in words, several with commas.

    >>> shown("gap", 0.8), shown("deed", "take_aim"), shown("enemies", ("A", "B"))
    ('0.8"', 'Take Aim', 'A, B')
    """
    if isinstance(value, tuple):
        return ", ".join(shown(name, one) for one in value) or "none"
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and name in INCHES:
        return print_inches(value)
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, str) and name in SPOKEN:
        return term(value)
    return str(value)


def term(code: str) -> str:
    """The game's own term for a code; the code in plain words where it has none."""
    return TERMS.get(str(code), str(code).replace("_", " "))


def said(words: Words, code: str, params: Record) -> str:
    """The sentence for a code, its numbers filled in; the bare code where nobody has words."""
    sentence = words.get(code)
    if sentence is None:
        return f"{code.replace('_', ' ')} {dict(params) or ''}".strip()
    told = {name: shown(name, value) for name, value in params.items()}
    return _BRACES.sub(lambda found: told.get(found[1], "?"), sentence)


_BRACES = re.compile(r"\{(\w+)\}")


class ConquestWording:
    """Every sentence of this system, in English; `systems.protocol.Wording` is what it is."""

    def reason(self, reason: Reason) -> str:
        """One reason as a sentence, its numbers in it, without the clause id."""
        return said(REASONS, reason.code, reason.params)

    def fault(self, fault: Fault) -> str:
        """One fault of a battle file as a sentence that says what would mend it."""
        return said(FAULTS, fault.code, fault.params)

    def event(self, code: str, params: Record) -> str:
        """One event, or one finding of an import, as a sentence."""
        return said(FINDINGS if code in FINDINGS else EVENTS, code, params)

    def question(self, clause: str, params: Record) -> str:
        """What a pending question asks of the player, for its clause."""
        return said(QUESTIONS, clause, params)

    def term(self, code: str) -> str:
        """The game's own term for a code: an Action, a measure, a verdict."""
        return term(code)


WORDING = ConquestWording()
"""The words of this system."""
