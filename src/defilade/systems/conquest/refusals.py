"""Reasons against, made in one line.

Knows how a refusal is written down; never when there is one.
"""

from __future__ import annotations

from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight


def no(clause: str, code: str, **params: Datum) -> Reason:
    """A reason that refuses what was asked, by this clause."""
    return Reason(clause, code, Record(**params), Weight.AGAINST)


def note(clause: str, code: str, **params: Datum) -> Reason:
    """A reason that explains and decides nothing by itself."""
    return Reason(clause, code, Record(**params))


def stand_in(clause: str, code: str, **params: Datum) -> Reason:
    """A note on a default for which no source was found."""
    return Reason(clause, code, Record(**params), default=True)
