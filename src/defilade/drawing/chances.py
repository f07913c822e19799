"""Odds made ready to be shown: columns on one axis, whole percentages, what to say of them.

Knows `Odds` and `Sampled`, and says of each which it is; never what an outcome means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from defilade.dice import Odds, Probability, Sampled

Distribution: TypeAlias = "Odds[Any] | Sampled[Any]"

MOST_COLUMNS = 40
"""Beyond so many outcomes, neighbouring ones share a column."""

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Series:
    """One attack to be shown: its name and what may come of it."""

    name: str
    odds: Distribution


@dataclass(frozen=True, slots=True)
class Column:
    """One place on the axis: its label and, for each series, exactly and at least that.

    `at_least` is None where outcomes have no order.
    """

    label: str
    low: Any
    exactly: tuple[float, ...]
    at_least: tuple[float, ...] | None


def percent(chance: Probability) -> str:
    """A probability as a whole percentage; never 0 for what may happen, nor 100 for what may not.

    >>> percent(0.004), percent(0), percent(0.5), percent(0.9999), percent(1)
    ('<1 %', '0 %', '50 %', '>99 %', '100 %')
    """
    if chance <= 0:
        return "0 %"
    whole = int(100 * chance + Fraction(1, 2))
    if whole < 1:
        return "<1 %"
    if whole >= 100 and chance < 1 - 1e-12:
        return ">99 %"
    return f"{whole} %"


def is_numeric(odds: Distribution) -> bool:
    """Whether outcomes are numbers, so that a mean and `at least` make sense."""
    return all(
        isinstance(outcome, int | float | Fraction) and not isinstance(outcome, bool)
        for outcome in odds
    )


def columns(series: Sequence[Series], *, cap: int | None = None) -> tuple[Column, ...]:
    """All series on one axis. `cap` and more are one column: what is dead is dead."""
    dists = [capped(one.odds, cap) for one in series]
    if not all(is_numeric(odds) for odds in dists):
        return _named(dists)
    outcomes = sorted({outcome for odds in dists for outcome in odds})
    if all(isinstance(outcome, int) for outcome in outcomes):
        return _whole(dists, outcomes[0], outcomes[-1], cap)
    return tuple(
        Column(_plain(x), x, _each(odds.get(x, 0) for odds in dists), _reached(dists, x))
        for x in outcomes
    )


def capped(odds: Distribution, cap: int | None) -> Distribution:
    """The distribution with everything from `cap` up counted as `cap`."""
    if cap is None or not is_numeric(odds):
        return odds
    return odds.map(lambda outcome: min(outcome, cap))


def statement(odds: Distribution) -> str:
    """Whether this is exact or an estimate, and how good an estimate.

    >>> statement(Odds({0: 0.5, 1: 0.5}))
    'exact'
    """
    if isinstance(odds, Odds):
        return "exact"
    bound = 100 * odds.bound(CONFIDENCE)
    return (
        f"sampled: {odds.trials:,} trials, seed {odds.seed}, "
        f"at-least within ±{bound:.2g} % ({CONFIDENCE:.0%} sure)"
    )


def summary(odds: Distribution) -> str:
    """Mean, mode and 50 % point in one line; for outcomes without numbers the likeliest.

    >>> summary(Odds({0: 0.25, 2: 0.75}))
    'mean 1.5, mode 2, 50 % point 2'
    """
    if not is_numeric(odds):
        likeliest = odds.mode()
        return f"likeliest {_plain(likeliest)}"
    return (
        f"mean {decimal(odds.mean())}, mode {_plain(odds.mode())}, "
        f"50 % point {_plain(odds.median())}"
    )


def decimal(value: Probability) -> str:
    """An average with as many decimals as it needs, at most two.

    >>> decimal(2.0), decimal(Fraction(4, 3))
    ('2', '1.33')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _plain(outcome: object) -> str:
    match outcome:
        case bool():
            return "yes" if outcome else "no"
        case float() | Fraction():
            return decimal(outcome)
        case tuple():
            return ", ".join(_plain(part) for part in outcome)
        case _:
            return str(outcome)


def _each(chances: Iterable[Probability]) -> tuple[float, ...]:
    return tuple(float(chance) for chance in chances)


def _reached(dists: Sequence[Distribution], least: Any) -> tuple[float, ...]:
    return _each(min(odds.at_least(least), 1) for odds in dists)


def _named(dists: Sequence[Distribution]) -> tuple[Column, ...]:
    outcomes = dict.fromkeys(outcome for odds in dists for outcome in odds)
    return tuple(
        Column(_plain(x), x, _each(odds.get(x, 0) for odds in dists), None) for x in outcomes
    )


def _whole(
    dists: Sequence[Distribution], low: int, high: int, cap: int | None
) -> tuple[Column, ...]:
    step = -(-(high - low + 1) // MOST_COLUMNS)
    found = []
    for start in range(low, high + 1, step):
        end = min(start + step - 1, high)
        label = str(start) if start == end else f"{start}–{end}"
        if cap is not None and end == cap:
            label = f"{start}+"
        exactly = _each(_between(odds, start, end) for odds in dists)
        found.append(Column(label, start, exactly, _reached(dists, start)))
    return tuple(found)


def _between(odds: Distribution, low: int, high: int) -> Probability:
    if low == high:
        return odds.get(low, 0)
    return odds.p(lambda outcome: low <= outcome <= high)
