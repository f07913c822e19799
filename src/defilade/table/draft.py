"""Draft and Table: anything the user drew, and what passed all checks of its system.

Knows that there is a difference between the two; what the difference is, a system says.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from defilade.table.faults import Fault, Severity, Source

Battle = TypeVar("Battle")
State = TypeVar("State")
Other = TypeVar("Other")


@dataclass(frozen=True, slots=True)
class Draft(Generic[Battle]):
    """Whatever the user drew for one system: typed, unchecked.

    `battle` is the system's own battle value; `source` tells where each part was written.
    """

    system: str
    battle: Battle
    source: Source = field(default_factory=Source, compare=False)


@dataclass(frozen=True, slots=True)
class Table(Generic[State]):
    """A battle that passed its system's checks: the state of play and the house rules.

    `waived` names the faults that the players agreed to overlook, `warnings` what they
    should know. Equality covers system, state, options and waivers.
    """

    system: str
    state: State
    options: Any
    waived: tuple[str, ...] = ()
    warnings: tuple[Fault, ...] = field(default=(), compare=False)

    def with_state(self, state: State) -> Table[State]:
        """The same table after something happened."""
        return replace(self, state=state)

    def _repr_svg_(self) -> str:
        from defilade.shown import svg

        return svg("table_svg", self)


@dataclass(frozen=True, slots=True)
class Faults(Generic[Battle]):
    """A draft that cannot be played, with every fault found, errors and warnings alike.

    A value, not an exception: the draft is in it, nothing is lost, and `waivable` names
    what the players might agree to overlook.
    """

    draft: Draft[Battle]
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults that stop the game."""
        return tuple(f for f in self.faults if f.severity is Severity.ERROR)

    @property
    def waivable(self) -> frozenset[str]:
        """Names of the waivers that would remove at least one error."""
        return frozenset(f.waiver for f in self.errors if f.waiver is not None)


def judged(
    draft: Draft[Battle], table: Table[State], faults: tuple[Fault, ...]
) -> Table[State] | Faults[Battle]:
    """The table if no error stands after the waivers in it, else all the faults."""
    errors = [
        fault
        for fault in faults
        if fault.severity is Severity.ERROR and fault.waiver not in table.waived
    ]
    if errors:
        return Faults(draft, faults)
    return replace(table, warnings=tuple(f for f in faults if f.severity is Severity.WARNING))
