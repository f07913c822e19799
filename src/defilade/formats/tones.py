"""Verdicts of every kind at a glance, for colours, signs and lists.

Knows verdicts; the game's own words for them are in its wording.
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from defilade.ruling import Covered, Permission, Verdict, Visible


class Tone(StrEnum):
    """A verdict of any kind at a glance."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"
    UNSETTLED = "unsettled"


def tone_of(verdict: Verdict) -> Tone:
    """Yes, no or between; what the text does not settle is a tone of its own.

    >>> str(tone_of(Visible.PARTLY)), str(tone_of(Permission.REFUSED))
    ('partly', 'no')
    """
    match verdict:
        case Permission.ALLOWED | Visible.FULLY | Covered.YES:
            return Tone.YES
        case Visible.PARTLY:
            return Tone.PARTLY
        case Permission.REFUSED | Visible.NO | Covered.NO:
            return Tone.NO
        case Permission.UNSETTLED | Visible.UNSETTLED | Covered.UNSETTLED:
            return Tone.UNSETTLED
        case _ as never:
            assert_never(never)
