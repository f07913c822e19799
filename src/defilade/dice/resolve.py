"""The interpreter: pushes a frontier {state: weight} through a procedure, merging equal states.

A weight is a probability here; `sample` pushes numbers of trials the same way. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar, overload

from defilade.dice.adding import added
from defilade.dice.asks import (
    Ask,
    Choose,
    Done,
    Procedure,
    ProcedureOf,
    Repeat,
    Roll,
    Sum,
    Total,
    procedure_of,
)
from defilade.dice.errors import BudgetSpent, OpenChoice, WrongFaces
from defilade.dice.folding import forget_kernels, kernel_of, laid
from defilade.dice.results import Odds
from defilade.dice.tables import Table, roll_table, total_table, work_of

T = TypeVar("T")

Policy: TypeAlias = Mapping[str, Callable[[Choose], Any]] | Callable[[Choose], Any]
"""Who chooses: a function, or functions by the kind of choice."""

BUDGET = 250_000
"""Work before a resolution gives up, in states reached and answers taken: about a second where
rules take an answer in 4 microseconds, two and a half where they need 10.

Dice tables and sums count in the same coin: six terms of a product, or as much arithmetic with long
numbers, as one answer. All are counted before they are done, and no clock is read: the same
question always fits or never does.
"""

DEPTH = 60
"""How deep procedures may ask procedures."""

_REMEMBERED = 500_000
"""Answers kept in memory for questions asked again."""


@overload
def odds(
    procedure: ProcedureOf[T],
    *,
    policy: Policy | None = None,
    exact: bool = False,
    budget: int = BUDGET,
) -> Odds[T]: ...
@overload
def odds(
    procedure: Ask, *, policy: Policy | None = None, exact: bool = False, budget: int = BUDGET
) -> Odds[Any]: ...
def odds(
    procedure: Ask, *, policy: Policy | None = None, exact: bool = False, budget: int = BUDGET
) -> Odds[Any]:
    """The exact distribution of a procedure's answer, in floats or, if `exact`, in fractions.

    Raises `OpenChoice` when a choice has no policy, `BudgetSpent` when it takes more work than the
    `budget` (see `BUDGET`). Answers of procedures are remembered: `forget` clears them.
    """
    table = Resolver(policy, budget=budget, exact=exact).table(procedure)
    if exact:
        return Odds.of_weights(dict(zip(table.answers, table.ways, strict=True)))
    return Odds(dict(zip(table.answers, table.chances, strict=True)))


def forget() -> None:
    """Forget every answer remembered so far."""
    for memory in (_tables, _exact, _floats):
        memory.clear()
    forget_kernels()


class _Memory(dict[Any, Table]):
    """Tables by what was asked; forgets everything rather than grow past a number of answers."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        super().__init__()
        self._held = 0

    def keep(self, asked: Ask, table: Table) -> None:
        """Remember one table."""
        self._held += len(table.answers)
        if self._held > _REMEMBERED:
            self.clear()
            self._held = len(table.answers)
        self[asked] = table

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._held = 0


_tables = _Memory()
_exact = _Memory()
_floats = _Memory()


def chosen(question: Choose, policy: Policy | None) -> Any:
    """What the policy picks; raises `OpenChoice` without one, `WrongFaces` for no option."""
    if len(question.options) == 1:
        return question.options[0]
    decide = policy.get(question.kind) if isinstance(policy, Mapping) else policy
    if decide is None:
        raise OpenChoice(question)
    option = decide(question)
    if option not in question.options:
        raise WrongFaces(question, option, "one of the options")
    return option


class Resolver:
    """One resolution: its policy, its budget, and what it has spent so far."""

    __slots__ = ("budget", "choices", "depth", "exact", "mine", "policy", "spent")

    def __init__(self, policy: Policy | None, *, budget: int, exact: bool) -> None:
        self.policy = policy
        self.budget = budget
        self.exact = exact
        self.spent = 0
        self.choices = 0
        self.depth = 0
        self.mine: dict[tuple[Any, bool], Table] = {}

    def table(self, asked: Ask) -> Table:
        """The chances of each answer to anything that can be asked."""
        match asked:
            case Roll() | Total():
                return _tables.get(asked) or self._thrown(asked)
            case Choose():
                self.choices += len(asked.options) > 1
                return Table.sure(chosen(asked, self.policy))
            case _:
                return self._remembered(asked, exact=self.exact)

    def _thrown(self, asked: Roll | Total) -> Table:
        self._spend(work_of(asked), asked)
        table = roll_table(asked) if isinstance(asked, Roll) else total_table(asked)
        _tables.keep(asked, table)
        return table

    def _remembered(self, asked: Any, *, exact: bool) -> Table:
        known = _exact.get(asked) or (None if exact else _floats.get(asked))
        if known:
            return known
        chosen_here = self.mine and self.mine.get((asked, exact))
        if chosen_here:
            self.choices += 1
            return chosen_here
        if self.depth >= DEPTH:
            raise BudgetSpent(self.spent, self.budget, asked)
        before = self.choices
        self.depth, outer, self.exact = self.depth + 1, self.exact, exact
        try:
            table = self._composed(asked)
        finally:
            self.depth, self.exact = self.depth - 1, outer
        if self.choices > before:  # what depends on a policy is true of that policy only
            self.mine[asked, exact] = table
        else:
            (_exact if table.is_exact else _floats).keep(asked, table)
        return table

    def _composed(self, asked: Sum | Repeat | Procedure) -> Table:
        match asked:
            case Sum():
                return self._summed(asked)
            case Repeat():
                return self._folded(asked)
            case _:
                return self._pushed(procedure_of(asked))

    def _summed(self, asked: Sum) -> Table:
        parts: list[tuple[Sequence[Any], Sequence[int], int]] = []
        for part, copies in asked.parts:
            if copies:
                table = self._exactly(part)
                parts.append((table.answers, table.ways, copies))
        if not parts:
            return Table.sure(asked.zero)
        total = added(parts, partial(self._spend, question=asked))
        if any(asked.zero) if isinstance(asked.zero, tuple) else asked.zero:
            total = {asked.add((answer,)): ways for answer, ways in total.items()}
        return Table.of(total)

    def _folded(self, asked: Repeat) -> Table:
        one = self._exactly(asked.one)
        ways = one.ways if self.exact else one.chances
        kernel = kernel_of(asked.fold, one.answers, asked.n)
        if kernel is None:
            spend = partial(self._spend, question=asked)
            weights = laid(asked.fold, one.answers, ways, asked.n, spend)
        else:
            digits = asked.n * one.total.bit_length() // 1000 if self.exact else 0
            self._spend(asked.n * len(kernel.states) * (1 + digits), asked)
            weights = kernel.weights(asked.n, ways)
        weights = {end: weight for end, weight in weights.items() if weight}
        return Table.of(weights) if self.exact else Table.of_chances(weights)

    def _exactly(self, asked: Ask) -> Table:
        """An exact table even in floats: what is multiplied is small, and stays exact."""
        if isinstance(asked, Roll | Total | Choose):
            return self.table(asked)
        return self._remembered(asked, exact=True)

    def _pushed(self, start: Procedure) -> Table:
        exact = self.exact
        live: dict[Any, list[Any]] = {start: [1]}
        ends: list[tuple[int, dict[Any, list[Any]]]] = []
        scale = 1  # exact weights of one layer are parts of this whole
        while live:
            self._spend(len(live), start)
            tables = [self.table(state.ask()) for state in live]
            self._spend(sum([len(table.answers) for table in tables]), start)
            whole = math.lcm(*{table.total for table in tables}) if exact else 1
            ahead: dict[Any, list[Any]] = {}  # weights in lists: states are hashed but once
            done: dict[Any, list[Any]] = {}
            for (state, (weight,)), table in zip(live.items(), tables, strict=True):
                shares = table.ways if exact else table.chances
                part = weight * (whole // table.total) if exact else weight
                take = state.take
                for answer, share in zip(table.answers, shares, strict=True):
                    after = take(answer)
                    if type(after) is Done:
                        done.setdefault(after.value, [0])[0] += part * share
                    else:
                        ahead.setdefault(after, [0])[0] += part * share
            scale *= whole
            if done:
                ends.append((scale, done))
            live = ahead
        return _merged(ends, scale) if exact else _merged_chances(ends)

    def _spend(self, states: int, question: Ask) -> None:
        self.spent += states
        if self.spent > self.budget:
            raise BudgetSpent(self.spent, self.budget, question)


def _merged(ends: list[tuple[int, dict[Any, list[int]]]], scale: int) -> Table:
    weights: dict[Any, int] = {}
    for whole, done in ends:
        for end, (weight,) in done.items():
            weights[end] = weights.get(end, 0) + weight * (scale // whole)
    return Table.of(weights).lowest()


def _merged_chances(ends: list[tuple[int, dict[Any, list[float]]]]) -> Table:
    chances: dict[Any, float] = {}
    for _, done in ends:
        for end, (chance,) in done.items():
            chances[end] = chances.get(end, 0.0) + chance
    return Table.of_chances(chances)
