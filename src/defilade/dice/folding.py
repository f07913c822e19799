"""Many results laid on one value after another: where each leads is found once and kept.

Knows folds, answers and weights; must not know what a result means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from defilade.dice.asks import Fold

_WORTH_A_KERNEL = 4
"""Fewer results than this are laid on directly."""

_LARGEST = 1000
"""The most moves, states times answers, that a kernel is made for."""

_KEPT = 128
"""Kernels kept in memory."""


class Kernel(NamedTuple):
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


_kernels: dict[tuple[Fold, tuple[Any, ...]], tuple[Kernel | None, float]] = {}
"""Per fold and answers: its kernel, or `None` if it is too large, and for how many results."""


def kernel_of(fold: Fold, answers: tuple[Any, ...], n: int) -> Kernel | None:
    """The kernel for `n` results laid on a fold, or `None` if it is not worth one: too few results
    or too many states."""
    if n < _WORTH_A_KERNEL:
        return None
    kernel, good_for = _kernels.get((fold, answers), (None, 0))
    too_large = kernel is None and 0 < good_for <= n
    if too_large or (kernel is not None and n <= good_for):
        return kernel
    if len(_kernels) >= _KEPT:
        _kernels.clear()
    kernel, good_for = _kernels[fold, answers] = _discovered(fold, answers, n)
    return kernel


def forget_kernels() -> None:
    """Forget every kernel."""
    _kernels.clear()


def _discovered(fold: Fold, answers: tuple[Any, ...], n: int) -> tuple[Kernel | None, float]:
    """Follow every answer from every state that fewer than `n` results lead to, and no further:
    what comes after the last result is never asked of a fold."""
    number = {fold: 0}
    states = [fold]
    moves: list[dict[int, list[int]]] = []  # per state: where to -> by which answers
    for _ in range(n):
        if len(moves) == len(states):
            return _compiled(tuple(states), moves), math.inf  # closed: good for any number
        for state in states[len(moves) :]:
            if len(states) * len(answers) > _LARGEST:
                return None, n
            targets: dict[int, list[int]] = {}
            for which, answer in enumerate(answers):
                after = state.take(answer)
                if after not in number:
                    number[after] = len(states)
                    states.append(after)
                targets.setdefault(number[after], []).append(which)
            moves.append(targets)
    return _compiled(tuple(states), moves), n


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
