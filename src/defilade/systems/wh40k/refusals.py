"""Reasons, made in one line.

Knows how a refusal or a note is written down; never when there is one.
"""

from __future__ import annotations

from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight


def no(clause: str, code: str, **params: Datum) -> Reason:
    """A reason that refuses what was asked, by this clause."""
    return Reason(clause, code, Record(**params), Weight.AGAINST)


def yes(clause: str, code: str, **params: Datum) -> Reason:
    """A reason that allows or affirms."""
    return Reason(clause, code, Record(**params), Weight.FOR)


def note(clause: str, code: str, *, default: bool = False, **params: Datum) -> Reason:
    """A reason that explains a number."""
    return Reason(clause, code, Record(**params), Weight.NOTE, default)
