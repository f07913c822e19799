"""The words of Dropzone in English: reasons, faults, events, questions and terms.

Knows codes and how numbers are said; judges nothing. Which words belong to which code stands
in the `wording_` files beside this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from defilade.record import Datum, Record
from defilade.ruling import Reason
from defilade.systems.dropzone.wording_reasons import REASONS
from defilade.systems.dropzone.wording_rest import EVENTS, FAULTS, FINDINGS, QUESTIONS, TERMS
from defilade.table import Fault
from defilade.values import print_inches

INCHES = frozenset(
    {
        "cost",
        "distance",
        "gap",
        "height",
        "length",
        "limit",
        "mf",
        "moved",
        "mv",
        "over",
        "radius",
        "range",
    }
)
"""Params that are lengths, wherever they stand."""
_BRACES = re.compile(r"\{(\w+)\}")
_SINGLE = {
    "hits": "hit",
    "dice": "die",
    "Criticals": "Critical",
    "tokens": "token",
    "misses": "miss",
    "blasts": "blast",
    "units": "unit",
    "automatic hits": "automatic hit",
}
_ONE = re.compile(
    rf"(?<![\d.])1 (Collateral Damage )?({'|'.join(sorted(_SINGLE, reverse=True))})\b"
)


def shown(name: str, value: Datum, *, inches: bool = False) -> str:  # noqa: PLR0911
    """One param as text: inches with their mark, shares in per cent, several with commas.

    >>> shown("distance", 13.5), shown("share", 0.375), shown("faces", (4, 6))
    ('13.5"', '38%', '4, 6')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, tuple):
        return ", ".join(shown(name, one, inches=inches) for one in value) or "none"
    if isinstance(value, int | float) and (inches or name in INCHES):
        return print_inches(float(value))
    if isinstance(value, float) and name == "share":
        return f"{value:.0%}"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return term(value) if name in ("phase", "action") else str(value)


def term(code: object) -> str:
    """The game's own term for a code; the code in plain words where it has none."""
    return TERMS.get(str(code), str(code).replace("_", " "))


def said(words: Mapping[str, str], code: str, params: Record) -> str:
    """The sentence for a code, its numbers filled in; the bare code where nobody has words."""
    sentence = words.get(code)
    if sentence is None:
        return f"{code.replace('_', ' ')} {dict(params) or ''}".strip()
    away = code in ("within_move", "too_far")
    told = {
        name: shown(name, value, inches=away and name == "left") for name, value in params.items()
    }
    told["who"] = next(iter(told.values()), "it")
    filled = _BRACES.sub(lambda found: told.get(found[1], "?"), sentence)
    return _ONE.sub(lambda found: f"1 {found[1] or ''}{_SINGLE[found[2]]}", filled)


class DropzoneWording:
    """Every sentence of this system, in English; `systems.protocol.Wording` is what it is."""

    def reason(self, reason: Reason) -> str:
        """One reason as a sentence, its numbers in it, without the clause id."""
        return said(REASONS, reason.code, reason.params)

    def fault(self, fault: Fault) -> str:
        """One fault of a battle file as a sentence that says what would mend it."""
        return said(FAULTS, fault.code, fault.params)

    def event(self, code: str, params: Record) -> str:
        """One event, or one finding of an import, as a sentence."""
        return said(EVENTS if code in EVENTS else FINDINGS, code, params)

    def question(self, clause: str, params: Record) -> str:
        """What a pending question asks of the player, for its clause."""
        return said(QUESTIONS, clause, params)

    def term(self, code: str) -> str:
        """The game's own term for a code: a measure, a verdict, a phase."""
        return term(code)


WORDING = DropzoneWording()
"""The words of this system."""
