"""Sampling: the interpreter with numbers of trials for weights, split by multinomial draws.

The only module here that imports numpy. A batch costs what its states cost, however many trials.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
from defilade.dice.errors import BudgetSpent
from defilade.dice.folding import kernel_of, laid
from defilade.dice.resolve import BUDGET, Policy, Resolver
from defilade.dice.results import Sampled
from defilade.dice.tables import Table

T = TypeVar("T")

MOST_TRIALS = 2**62

_EXACTLY = 50_000
"""Answers spent on the exact odds of a sub-procedure before it is sampled like the rest."""


def stream(seed: int | str, name: str) -> np.random.Generator:
    """The stream of that name from a seed; streams do not disturb each other."""
    words = [
        int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") for text in (str(seed), name)
    ]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


@overload
def sample(
    procedure: ProcedureOf[T],
    trials: int,
    seed: int | str,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Sampled[T]: ...
@overload
def sample(
    procedure: Ask,
    trials: int,
    seed: int | str,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Sampled[Any]: ...
def sample(
    procedure: Ask,
    trials: int,
    seed: int | str,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Sampled[Any]:
    """What `trials` independent runs of a procedure come to. Same seed, same sample.

    Raises `OpenChoice`, and `BudgetSpent` when it comes to more than `budget` states and answers.
    """
    if not 1 <= trials <= MOST_TRIALS:
        raise ValueError(f"a sample has from 1 to {MOST_TRIALS} trials, not {trials}")
    sampler = _Sampler(stream(seed, "sample"), policy, budget)
    return Sampled(sampler.pushed(procedure_of(procedure), trials), seed=seed)


class _Sampler:
    """One sample under way: its stream, and the sub-procedures that are too large for odds."""

    def __init__(self, rng: np.random.Generator, policy: Policy | None, budget: int) -> None:
        self.rng = rng
        self.budget = budget
        self.spent = 0
        self.odds = Resolver(policy, budget=min(_EXACTLY, budget), exact=False)
        self.large: set[Procedure] = set()

    def pushed(self, start: Procedure, trials: int) -> dict[Any, int]:
        """How many of the trials each answer got."""
        live: dict[Any, int] = {start: trials}
        counts: dict[Any, int] = {}
        while live:
            ahead: dict[Any, int] = {}
            for state, count in live.items():
                for answer, share in self.split(state.ask(), count):
                    self.spent += 1
                    if self.spent > self.budget:
                        raise BudgetSpent(self.spent, self.budget, start)
                    after = state.take(answer)
                    pot, key = (counts, after.value) if type(after) is Done else (ahead, after)
                    pot[key] = pot.get(key, 0) + share
            live = ahead
        return counts

    def split(self, asked: Ask, trials: int) -> Iterable[tuple[Any, int]]:
        """The answers to a question that come up, each with its trials."""
        self.odds.spent = 0
        if isinstance(asked, Roll | Total | Choose | Sum | Repeat):
            self.odds.budget = self.budget
            return dealt(self.odds.table(asked), trials, self.rng)
        if asked not in self.large:
            self.odds.budget = min(_EXACTLY, self.budget)
            try:
                return dealt(self.odds.table(asked), trials, self.rng)
            except BudgetSpent:
                self.large.add(asked)
        return self.pushed(asked, trials).items()


def dealt(table: Table, trials: int, rng: np.random.Generator) -> list[tuple[Any, int]]:
    """The answers that come up, and how many of the trials each gets: one multinomial draw."""
    if len(table.answers) == 1:
        return [(table.answers[0], trials)]
    chances = np.array(table.chances)
    shares = rng.multinomial(trials, chances / chances.sum())
    return [(table.answers[index], int(shares[index])) for index in np.flatnonzero(shares)]


def fold_many(
    n: int, fold: Fold, chances: Mapping[Any, ArrayLike], *, budget: int = BUDGET
) -> dict[Fold, NDArray[np.float64]]:
    """`Repeat` for many profiles at once: the chance of each end, one entry a profile.

    `chances` gives for each answer of one attempt its probability in every profile (arrays of one
    length). Exact in the sense of float `odds`, which it equals profile by profile.

    >>> from defilade.dice import Many
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Hull:
    ...     left: int
    ...
    ...     def take(self, lost):
    ...         return Hull(max(0, self.left - lost))
    >>> fold_many(2, Hull(1), {0: [0.5, 0.1], 1: [0.5, 0.9]})[Hull(0)].round(2).tolist()
    [0.75, 0.99]
    """
    answers = tuple(chances)
    shares: Sequence[NDArray[np.float64]] = [np.asarray(chances[key], float) for key in answers]
    whole = np.sum(shares, axis=0)
    if not answers or np.any(np.min(shares, axis=0) < 0) or np.any(abs(whole - 1) > 1e-9):
        raise ValueError("the chances of a profile are negative or do not add up to 1")
    kernel = kernel_of(fold, answers, n)
    if kernel is not None:
        weights = kernel.weights(n, shares)
    else:
        spent = [0]

        def spend(states: int) -> None:
            spent[0] += states
            if spent[0] > budget:
                raise BudgetSpent(spent[0], budget, fold)

        weights = laid(fold, answers, shares, n, spend)
    return {end: np.zeros(whole.shape) + weight for end, weight in weights.items()}
