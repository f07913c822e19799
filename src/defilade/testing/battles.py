"""The battles shipped to show each system, read and checked.

Knows where they lie; everything else is the formats' and the system's.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from defilade.errors import DefiladeError
from defilade.formats.battle import Unread, battle_json, read_battle
from defilade.formats.report import report
from defilade.systems.protocol import System
from defilade.table import Draft, Faults, Table


class BattleError(DefiladeError):
    """A battle that should be playable and is not; the message is the whole report."""


def example_text(system: System) -> str:
    """The text of the battle file shipped with a system."""
    return files("defilade").joinpath("battles", system.example).read_text(encoding="utf-8")


def opened(system: System, text: str | bytes, name: str) -> tuple[Draft[Any], Table[Any]]:
    """Draft and table of a battle text; raises `BattleError` with every fault."""
    draft = read_battle(text, name, {system.name: system})
    if isinstance(draft, Unread):
        raise BattleError(report(draft.faults, draft.source, system.wording))
    table = system.check(draft)
    if isinstance(table, Faults):
        raise BattleError(report(table.faults, draft.source, system.wording))
    return draft, table


def opened_example(system: System) -> tuple[str, Table[Any]]:
    """Canonical JSON and table of the battle shipped with a system."""
    draft, table = opened(system, example_text(system), system.example)
    return battle_json(draft, system), table
