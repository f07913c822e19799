"""Reasons against, made in one line.

Knows how a refusal is written down; never when there is one.
"""

from __future__ import annotations

from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight


def no(clause: str, code: str, **params: Datum) -> Reason:
    """A reason that refuses what was asked, by this clause."""
    return Reason(clause, code, Record(**params), Weight.AGAINST)
