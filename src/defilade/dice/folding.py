"""Many results laid on one value after another: where each leads is found once and kept.

Knows folds, answers and weights; must not know what a result means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from defilade.dice.asks import Fold

WORTH_A_KERNEL = 4
"""Fewer results than this are laid on directly."""

_LARGEST = 1000
"""The most moves, states times answers, that a kernel is made for."""


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """The states a fold can come to, and the program that pushes weight among them.

    `step(n, shares)` gives each state's weight after n results; `groups` says which answers'
    weights add up to each share. Works alike with whole numbers and with floats.
    """

    states: tuple[Fold, ...]
    groups: tuple[tuple[int, ...], ...]
    step: Callable[[int, Sequence[Any]], tuple[Any, ...]]

    def weights(self, n: int, ways: Sequence[Any]) -> dict[Any, Any]:
        """The weight of each state after `n` results whose answers have these weights."""
        shares = [sum(ways[answer] for answer in group) for group in self.groups]
        ended = self.step(n, shares)
        return dict(zip(self.states, ended, strict=True))


@lru_cache(maxsize=128)
def kernel_of(fold: Fold, answers: tuple[Any, ...]) -> Kernel | None:
    """The kernel of a fold under these answers, or `None` if it has too many states."""
    number = {fold: 0}
    states = [fold]
    moves: list[dict[int, list[int]]] = []  # per state: where to -> by which answers
    while len(moves) < len(states):
        if len(states) * len(answers) > _LARGEST:
            return None
        targets: dict[int, list[int]] = {}
        for which, answer in enumerate(answers):
            after = states[len(moves)].take(answer)
            if after not in number:
                number[after] = len(states)
                states.append(after)
            targets.setdefault(number[after], []).append(which)
        moves.append(targets)
    return _compiled(tuple(states), moves)


def _compiled(states: tuple[Fold, ...], moves: list[dict[int, list[int]]]) -> Kernel:
    """Write the sums out as straight-line code: `w3 = w1 * s0 + w2 * s1`, for every state."""
    groups: dict[tuple[int, ...], int] = {}
    terms: list[list[str]] = [[] for _ in states]
    for source, targets in enumerate(moves):
        for target, which in targets.items():
            share = groups.setdefault(tuple(which), len(groups))
            terms[target].append(f"w{source} * s{share}")
    names = "".join(f"w{number}, " for number in range(len(states)))
    code = (
        "def step(n, shares):\n"
        f"    {''.join(f's{share}, ' for share in groups.values())} = shares\n"
        f"    {names} = {'1, ' + '0, ' * (len(states) - 1)}\n"
        "    for _ in range(n):\n"
        f"        {names} = {''.join((' + '.join(sums) or '0') + ', ' for sums in terms)}\n"
        f"    return {names}\n"
    )
    space: dict[str, Any] = {}
    exec(code, space)
    return Kernel(states, tuple(groups), space["step"])


def laid(
    fold: Fold, answers: Sequence[Any], ways: Sequence[Any], n: int, spend: Callable[[int], None]
) -> dict[Any, Any]:
    """The same weights without a kernel; `spend` is told of the work before it is done."""
    live: dict[Any, Any] = {fold: 1}
    for _ in range(n):
        spend(len(live) * len(answers))
        ahead: dict[Any, Any] = {}
        for state, weight in live.items():
            for answer, way in zip(answers, ways, strict=True):
                after = state.take(answer)
                ahead[after] = ahead.get(after, 0) + weight * way
        live = ahead
    return live
