"""The part of a rule system that folding a game needs: read, begin, narrate.

Knows that rules ask and are answered; never which system, nor where dice come from.
"""

from __future__ import annotations

from typing import Any, Protocol

from defilade.dice import Procedure, Thrown
from defilade.game.actions import Ambiguous, Event, NotUnderstood, Rejection
from defilade.table import Table


class Rules(Protocol):
    """What a session asks of a rule system; `systems.protocol.System` is one of these."""

    @property
    def name(self) -> str:
        """Short name, as in a battle file's `system:`."""

    @property
    def version(self) -> str:
        """Version of the rule text implemented; a log is replayed only on the same."""

    def read_action(self, text: str, table: Table[Any]) -> Any | NotUnderstood | Ambiguous:
        """The action that `text` names on this table."""

    def write_action(self, action: Any) -> str:
        """The text that `read_action` reads as the same action."""

    def begin(self, table: Table[Any], action: Any) -> Procedure | Rejection:
        """The procedure that carries the action out; its answer is the next state."""

    def narrate(
        self, before: Table[Any], action: Any, thrown: tuple[Thrown, ...], after: Table[Any]
    ) -> tuple[Event, ...]:
        """What happened, as a pure function of what was asked, answered and resulted."""
