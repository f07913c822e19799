"""Short ways to write reasons: against, in favour, and notes that set a number.

Knows the shape of a reason only.
"""

from __future__ import annotations

from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight


def no(clause: str, code: str, *, default: bool = False, **params: Datum) -> Reason:
    """A reason against."""
    return Reason(clause, code, Record(**params), Weight.AGAINST, default)


def yes(clause: str, code: str, *, default: bool = False, **params: Datum) -> Reason:
    """A reason in favour."""
    return Reason(clause, code, Record(**params), Weight.FOR, default)


def note(clause: str, code: str, *, default: bool = False, **params: Datum) -> Reason:
    """A reason that sets or explains a number."""
    return Reason(clause, code, Record(**params), Weight.NOTE, default)
