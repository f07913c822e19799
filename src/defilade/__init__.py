"""Defilade adjudicates tabletop wargames: exact sight, exact odds, and the rule that says so.

The names a program starts with; each is loaded when it is first used, so that a single odds
question imports no more than the dice.

>>> import defilade
>>> defilade.system("dropfleet").title
'Dropfleet Commander: firing (first edition, rules 1.5)'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from defilade.dice import Choose as Choose
    from defilade.dice import Done as Done
    from defilade.dice import Many as Many
    from defilade.dice import Odds as Odds
    from defilade.dice import Repeat as Repeat
    from defilade.dice import Roll as Roll
    from defilade.dice import Run as Run
    from defilade.dice import Sampled as Sampled
    from defilade.dice import Sum as Sum
    from defilade.dice import Total as Total
    from defilade.dice import odds as odds
    from defilade.dice import sample as sample
    from defilade.errors import DefiladeError as DefiladeError
    from defilade.formats.battle import read_battle as read_battle
    from defilade.game import Session as Session
    from defilade.game import new_session as new_session
    from defilade.game import replay as replay
    from defilade.ruling import Ruling as Ruling
    from defilade.systems.registry import load as system  # noqa: F401
    from defilade.systems.registry import names as systems  # noqa: F401
    from defilade.table import Draft as Draft
    from defilade.table import Faults as Faults
    from defilade.table import Table as Table

_HOMES = {
    "Choose": "defilade.dice",
    "DefiladeError": "defilade.errors",
    "Done": "defilade.dice",
    "Draft": "defilade.table",
    "Faults": "defilade.table",
    "Many": "defilade.dice",
    "Odds": "defilade.dice",
    "Repeat": "defilade.dice",
    "Roll": "defilade.dice",
    "Ruling": "defilade.ruling",
    "Run": "defilade.dice",
    "Sampled": "defilade.dice",
    "Session": "defilade.game",
    "Sum": "defilade.dice",
    "Table": "defilade.table",
    "Total": "defilade.dice",
    "new_session": "defilade.game",
    "odds": "defilade.dice",
    "read_battle": "defilade.formats.battle",
    "replay": "defilade.game",
    "sample": "defilade.dice",
    "system": "defilade.systems.registry:load",
    "systems": "defilade.systems.registry:names",
}

__all__ = [  # noqa: PLE0604  the homes are their only list
    *_HOMES
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'defilade' has no attribute {name!r}")
    home, _, inner = _HOMES[name].partition(":")
    return getattr(import_module(home), inner or name)
