"""Carrying actions out: a table and what is still to be done on it, one task after another.

Knows that tasks ask and change the state; never which task does what. A play is a procedure
whose answer is the next state, so it can be stored, undone and replayed mid-roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from defilade.dice import Ask, Choose, Done, Run, Thrown
from defilade.systems.dropzone.state import State
from defilade.table import Table

After: TypeAlias = "tuple[State, tuple[Task, ...]]"
"""The state after a task, and the tasks that follow from it, to be done first."""


class Task(Protocol):
    """One step of the rulebook as a frozen value."""

    def ask(self, table: Table[State], /) -> Ask | None:
        """What must be known for it; None where nothing is."""

    def take(self, table: Table[State], answer: Any, /) -> After:
        """What it does, given the answer."""


@dataclass(frozen=True, slots=True)
class Play:
    """A table with tasks to do; the first of them waits for an answer."""

    table: Table[State]
    todo: tuple[Task, ...]

    def ask(self) -> Ask:
        """What the first task asks."""
        asked = self.todo[0].ask(self.table)
        assert asked is not None  # `carried` never stops at a task that asks nothing
        return asked

    def take(self, answer: Any) -> Play | Done[State]:
        """The play after the first task is done."""
        return carried(*_done(self.table, self.todo, answer))


@dataclass(frozen=True, slots=True)
class Finished:
    """A play that needs no answer at all: it asks for nothing and ends."""

    state: State

    def ask(self) -> Ask:
        """A choice with a single option, which nobody is asked for."""
        return Choose("DZ-ACT-01", "", "nothing", (None,))

    def take(self, _nothing: Any) -> Done[State]:
        """The state."""
        return Done(self.state)


def _done(
    table: Table[State], todo: tuple[Task, ...], answer: Any
) -> tuple[Table[State], tuple[Task, ...]]:
    state, more = todo[0].take(table, answer)
    return table.with_state(state), (*more, *todo[1:])


def carried(table: Table[State], todo: Sequence[Task]) -> Play | Done[State]:
    """Do tasks until one must be answered; the end is the state."""
    waiting = tuple(todo)
    while waiting and waiting[0].ask(table) is None:
        table, waiting = _done(table, waiting, None)
    return Play(table, waiting) if waiting else Done(table.state)


def started(table: Table[State], todo: Sequence[Task]) -> Start:
    """The procedure that does tasks on a table."""
    return Start(table, tuple(todo))


@dataclass(frozen=True, slots=True)
class Start:
    """A play before anything is done, so that every task can be seen being done."""

    table: Table[State]
    todo: tuple[Task, ...]

    def ask(self) -> Ask:
        """Nothing: a choice with a single option."""
        return Finished(self.table.state).ask()

    def take(self, _nothing: Any) -> Play | Done[State]:
        """The play at its first question."""
        return carried(self.table, self.todo)


@dataclass(frozen=True, slots=True)
class Deed:
    """One task that was done: on what table, with what answer and dice, and what came of it.

    `answer` and `after` are None where the dice ran out in the middle of it.
    """

    task: Task
    before: Table[State]
    answer: Any
    thrown: tuple[Thrown, ...]
    after: Table[State] | None


def deeds(start: Start, thrown: Sequence[Thrown]) -> Iterator[Deed]:
    """Every task done, in order, as far as the recorded answers go."""
    table, waiting, supply = start.table, start.todo, list(thrown)
    while waiting:
        task, before = waiting[0], table
        asked = task.ask(table)
        answer: Any = None
        used: tuple[Thrown, ...] = ()
        if asked is not None:
            run = Run.start(asked)
            while not run.done and supply:
                entry = supply.pop(0)
                run = run.answer(
                    entry.answer if isinstance(entry.question, Choose) else entry.faces
                )
            used = run.log
            if not run.done:
                yield Deed(task, before, None, used, None)
                return
            answer = run.value
        table, waiting = _done(table, waiting, answer)
        yield Deed(task, before, answer, used, table)
