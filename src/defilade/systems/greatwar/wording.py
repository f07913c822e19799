"""The words of The Great War in English: reasons, faults, events, questions and terms.

Knows codes and their params, and how numbers are said; judges nothing. Which words belong to
which code stands in the `wording_` files beside this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from defilade.record import Datum, Record
from defilade.ruling import Reason
from defilade.systems.greatwar.wording_events import EVENTS, QUESTIONS, TERMS
from defilade.systems.greatwar.wording_faults import FAULTS
from defilade.systems.greatwar.wording_reasons import REASONS
from defilade.table import Fault

Words: TypeAlias = Mapping[str, str]

_SPOKEN = frozenset(
    {"combat", "ground", "phase", "side", "thing", "token", "type", "unit_class", "where"}
)
"""Params whose values are terms of the game."""

_PLURALS = re.compile(r"\b(-?\d+) ([a-zA-Z ]*?)\(s\)")
_BRACES = re.compile(r"\{(\w+)\}")


def shown(name: str, value: Datum) -> str:
    """One param as text: terms in words, several with commas.

    >>> shown("ground", "mine_crater"), shown("faces", ("flag", "hq")), shown("faces", ())
    ('mine crater', 'flag, hq', 'none')
    """
    if isinstance(value, tuple):
        return ", ".join(shown(name, one) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and name in _SPOKEN:
        return term(value)
    return str(value)


def term(code: str) -> str:
    """The game's own term for a code; the code in plain words where it has none."""
    return TERMS.get(str(code), str(code).replace("_", " "))


def said(words: Words, code: str, params: Record) -> str:
    """The sentence for a code, its numbers filled in; the bare code where nobody has words.

    >>> said({"lost": "{n} figure(s) lost"}, "lost", Record(n=2))
    '2 figures lost'
    """
    sentence = words.get(code)
    if sentence is None:
        return f"{code.replace('_', ' ')} {dict(params) or ''}".strip()
    told = {name: shown(name, value) for name, value in params.items()}
    filled = _BRACES.sub(lambda found: told.get(found[1], "?"), sentence)
    return _PLURALS.sub(_numbered, filled)


def _numbered(found: re.Match[str]) -> str:
    number, word = found[1], found[2]
    if number == "1":
        return f"1 {word}"
    plural = "hexes" if word == "hex" else "dice" if word == "die" else _many(word)
    return f"{number} {plural}"


def _many(word: str) -> str:
    if word.endswith(" die"):
        return word[:-3] + "dice"
    if word.endswith(" hex"):
        return word + "es"
    return word + "s"


class GreatWarWording:
    """Every sentence of this system, in English; `systems.protocol.Wording` is what it is."""

    def reason(self, reason: Reason) -> str:
        """One reason as a sentence, its numbers in it, without the clause id."""
        return said(REASONS, reason.code, reason.params)

    def fault(self, fault: Fault) -> str:
        """One fault of a battle file as a sentence that says what would mend it."""
        return said({**REASONS, **FAULTS}, fault.code, fault.params)

    def event(self, code: str, params: Record) -> str:
        """One event as a sentence."""
        return said(EVENTS, code, params)

    def question(self, clause: str, params: Record) -> str:
        """What a pending question asks of the player, for its clause."""
        return said(QUESTIONS, clause, params)

    def term(self, code: str) -> str:
        """The game's own term for a code: a kind of combat, a terrain, a measure, a verdict."""
        return term(code)


WORDING = GreatWarWording()
"""The words of this system."""
