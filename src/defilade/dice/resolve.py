"""The interpreter: pushes a frontier {state: weight} through a procedure, merging equal states.

A weight is a probability here; `sample` pushes numbers of trials the same way. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, overload

from defilade.dice.asks import (
    Ask,
    Choose,
    Done,
    Fold,
    Procedure,
    ProcedureOf,
    Repeat,
    Roll,
    Sum,
    Total,
    procedure_of,
)
from defilade.dice.errors import BudgetSpent, OpenChoice, WrongFaces
from defilade.dice.results import Odds
from defilade.dice.tables import Table, outcomes_of, roll_table, sum_table, total_table

T = TypeVar("T")

Policy: TypeAlias = Mapping[str, Callable[[Choose], Any]] | Callable[[Choose], Any]
"""Who chooses: a function, or functions by the kind of choice."""

BUDGET = 2_000_000
"""Answers taken before an exact resolution gives up: some seconds of work."""

DEPTH = 60
"""How deep procedures may ask procedures."""

_REMEMBERED = 4096
_known: dict[tuple[Any, bool], Table] = {}


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

    Raises `OpenChoice` when a choice has no policy, `BudgetSpent` when it takes more than `budget`
    answers. Answers of procedures are remembered: `forget` clears them.
    """
    table = Resolver(policy, budget=budget, exact=exact).table(procedure_of(procedure))
    if exact:
        return Odds.of_weights(dict(table.pairs()))
    return Odds(dict(zip(table.answers, table.chances, strict=True)))


def forget() -> None:
    """Forget every answer remembered so far."""
    _known.clear()
    roll_table.cache_clear()
    total_table.cache_clear()


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


@dataclass(frozen=True, slots=True)
class _Attempts:
    """A `Repeat` under way: what is left of it, and the fold as it stands."""

    left: int
    one: Ask
    fold: Fold

    def ask(self) -> Ask:
        return self.one

    def take(self, answer: Any) -> _Attempts | Done[Fold]:
        fold = self.fold.take(answer)
        return _Attempts(self.left - 1, self.one, fold) if self.left > 1 else Done(fold)


class Resolver:
    """One resolution: its policy, its budget, and what it has spent so far."""

    def __init__(self, policy: Policy | None, *, budget: int, exact: bool) -> None:
        self.policy = policy
        self.budget = budget
        self.exact = exact
        self.spent = 0
        self.choices = 0
        self.depth = 0

    def table(self, asked: Ask) -> Table:
        """The chances of each answer to anything that can be asked."""
        match asked:
            case Roll():
                self._spend(outcomes_of(asked), asked)
                return roll_table(asked)
            case Total():
                self._spend(outcomes_of(asked), asked)
                return total_table(asked)
            case Choose():
                self.choices += 1
                return Table.sure(chosen(asked, self.policy))
            case _:
                return self._remembered(asked, exact=self.exact)

    def _remembered(self, asked: Any, *, exact: bool) -> Table:
        known = _known.get((asked, True)) or _known.get((asked, exact))
        if known:
            return known
        if self.depth >= DEPTH:
            raise BudgetSpent(self.spent, self.budget, asked)
        before = self.choices
        self.depth, outer, self.exact = self.depth + 1, self.exact, exact
        try:
            table = self._composed(asked)
        finally:
            self.depth, self.exact = self.depth - 1, outer
        if self.choices == before:  # what depends on a policy is true of that policy only
            if len(_known) >= _REMEMBERED:
                _known.clear()
            _known[asked, table.is_exact] = table
        return table

    def _composed(self, asked: Sum | Repeat | Procedure) -> Table:
        match asked:
            case Sum():
                parts = [(self._exactly(part), copies) for part, copies in asked.parts if copies]
                return sum_table(parts, asked.zero)
            case Repeat():
                if not asked.n:
                    return Table.sure(asked.fold)
                return self._pushed(_Attempts(asked.n, asked.one, asked.fold))
            case _:
                return self._pushed(asked)

    def _exactly(self, asked: Ask) -> Table:
        """An exact table even in floats: what is multiplied is small, and stays exact."""
        if isinstance(asked, Roll | Total | Choose):
            return self.table(asked)
        return self._remembered(asked, exact=True)

    def _pushed(self, start: Procedure) -> Table:
        live: dict[Any, Any] = {start: 1}
        ends: list[tuple[int, dict[Any, Any]]] = []
        scale = 1  # exact weights of one layer are parts of this whole
        while live:
            asked = [state.ask() for state in live]
            tables = [self.table(question) for question in asked]
            whole = math.lcm(*{table.total for table in tables}) if self.exact else 1
            ahead: dict[Any, Any] = {}
            done: dict[Any, Any] = {}
            for (state, weight), question, table in zip(live.items(), asked, tables, strict=True):
                self._spend(len(table.answers), question)
                weight *= whole // table.total if self.exact else 1  # noqa: PLW2901
                take = state.take
                for answer, share in zip(
                    table.answers, table.ways if self.exact else table.chances, strict=True
                ):
                    after = take(answer)
                    if isinstance(after, Done):
                        end = after.value
                        done[end] = done.get(end, 0) + weight * share
                    else:
                        ahead[after] = ahead.get(after, 0) + weight * share
            scale *= whole
            ends.append((scale, done))
            live = ahead
        return _merged(ends, scale) if self.exact else _merged_chances(ends)

    def _spend(self, states: int, question: Ask) -> None:
        self.spent += states
        if self.spent > self.budget:
            raise BudgetSpent(self.spent, self.budget, question)


def _merged(ends: list[tuple[int, dict[Any, int]]], scale: int) -> Table:
    weights: dict[Any, int] = {}
    for whole, done in ends:
        for end, weight in done.items():
            weights[end] = weights.get(end, 0) + weight * (scale // whole)
    return Table.of(weights)


def _merged_chances(ends: list[tuple[int, dict[Any, float]]]) -> Table:
    chances: dict[Any, float] = {}
    for _, done in ends:
        for end, chance in done.items():
            chances[end] = chances.get(end, 0.0) + chance
    return Table(tuple(chances), tuple(chances.values()))
