"""Sampling: the interpreter with numbers of trials for weights, split by multinomial draws.

The only module here that imports numpy. A batch costs what its states cost, however many trials.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from defilade.dice.asks import Ask, Done, procedure_of
from defilade.dice.resolve import BUDGET, Policy, Resolver
from defilade.dice.results import Sampled

if TYPE_CHECKING:
    from defilade.dice.tables import Table


def stream(seed: int | str, name: str) -> np.random.Generator:
    """The stream of that name from a seed; streams do not disturb each other."""
    words = [
        int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") for text in (str(seed), name)
    ]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


def sample(
    procedure: Ask,
    trials: int,
    seed: int | str,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Sampled[Any]:
    """What `trials` independent runs of a procedure come to. Same seed, same sample.

    Raises `OpenChoice`, and `BudgetSpent` when a question of its own is too large.
    """
    if trials < 1:
        raise ValueError(f"a sample has at least one trial, not {trials}")
    rng = stream(seed, "sample")
    resolver = Resolver(policy, budget=budget, exact=False)
    live: dict[Any, int] = {procedure_of(procedure): trials}
    counts: dict[Any, int] = {}
    while live:
        ahead: dict[Any, int] = {}
        for state, count in live.items():
            for answer, share in dealt(resolver.table(state.ask()), count, rng):
                after = state.take(answer)
                pot, key = (counts, after.value) if isinstance(after, Done) else (ahead, after)
                pot[key] = pot.get(key, 0) + share
        live = ahead
    return Sampled(counts, seed=seed)


def dealt(table: Table, trials: int, rng: np.random.Generator) -> list[tuple[Any, int]]:
    """The answers that came up, and how many of the trials each got."""
    if len(table.answers) == 1:
        return [(table.answers[0], trials)]
    chances = np.array(table.chances)
    shares = rng.multinomial(trials, chances / chances.sum())
    return [(table.answers[index], int(shares[index])) for index in np.flatnonzero(shares)]
