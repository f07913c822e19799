"""What judging an action gives, and the tasks that all actions begin with.

Knows reasons and tasks; which chapter judges what is in `begin`.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.ruling import Reason
from defilade.systems.dropzone.moving import Trip
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.rounds import (
    finishing,
    taking,
)
from defilade.systems.dropzone.shooting import Shot
from defilade.systems.dropzone.state import (
    State,
)
from defilade.table import Table


@dataclass(frozen=True, slots=True)
class Judged:
    """An action judged: reasons for and against, and the tasks that carry it out."""

    reasons: tuple[Reason, ...]
    tasks: tuple[Task, ...] = ()
    trips: tuple[Trip, ...] = ()
    shots: tuple[Shot, ...] = ()

    @property
    def refused(self) -> tuple[Reason, ...]:
        """The reasons against."""
        return tuple(reason for reason in self.reasons if reason.forbids)


@dataclass(frozen=True, slots=True)
class Begin:
    """A squad begins an action: the one before it is finished, its own is counted."""

    squad: str
    kind: str | None

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Count it (DZ-ACT-01)."""
        before = finishing(table.state, self.squad)
        if before:
            return table.state, (*before, Counted(self.squad, self.kind))
        return taking(table.state, self.squad, self.kind), ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The action is counted after the squad before has finished."""

    squad: str
    kind: str | None

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Count it."""
        return taking(table.state, self.squad, self.kind), ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that needs no dice and was worked out before."""

    state: State

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, _table: Table[State], _nothing: object) -> After:
        """The state after it."""
        return self.state, ()
