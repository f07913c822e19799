"""What odds come to: exact distributions and sampled ones, read in the same ways.

Knows outcomes and their weights. The two types never mix: an estimate cannot pass for the exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

Probability: TypeAlias = "float | Fraction"
"""A float, or a `Fraction` where exactness was asked for."""

EPS = 1e-9
"""How far float probabilities may be from adding up to 1."""


class _Reading(Mapping[T, Probability], Generic[T]):
    """What both kinds of distribution can be asked. Outcomes are in ascending order if they have
    one, else as first met."""

    __slots__ = ("_shares",)
    _shares: dict[T, Probability]

    def __getitem__(self, outcome: T) -> Probability:
        return self._shares[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)

    def p(self, holds: Callable[[T], object]) -> Probability:
        """The probability that something holds of the outcome."""
        return self._sum(share for outcome, share in self._shares.items() if holds(outcome))

    def at_least(self, least: Any) -> Probability:
        """The probability of `least` or more."""
        return self._sum(share for outcome, share in self._numbers() if outcome >= least)

    def at_most(self, most: Any) -> Probability:
        """The probability of `most` or less."""
        return self._sum(share for outcome, share in self._numbers() if outcome <= most)

    def mean(self) -> Probability:
        """The average of outcomes that are numbers."""
        return self._sum(share * outcome for outcome, share in self._numbers())

    def variance(self) -> Probability:
        """The mean squared distance from the mean."""
        mean: Any = self.mean()
        return self._sum(share * (outcome - mean) ** 2 for outcome, share in self._numbers())

    def mode(self) -> T:
        """The likeliest outcome, the first of equals."""
        return max(self._shares, key=self._shares.__getitem__)

    def median(self) -> T:
        """The 50 % point: the greatest outcome such that it or more comes up half the time.

        >>> Odds({0: 0.25, 1: 0.25, 2: 0.5}).median()
        2
        """
        above: Any = 0
        for outcome, share in reversed(self._shares.items()):
            above += share
            if above >= (0.5 - EPS if isinstance(above, float) else 0.5):
                return outcome
        raise AssertionError("shares add up to 1")

    def _numbers(self) -> Any:
        return self._shares.items()

    def _sum(self, shares: Iterable[Any]) -> Probability:
        """The sum of floats, rounded once, or of fractions; nothing adds up to a zero alike."""
        nothing: Any = next(iter(self._shares.values())) * 0
        if isinstance(nothing, float):
            return math.fsum(shares)
        total: Probability = sum(shares, nothing)
        return total

    def _repr_svg_(self) -> str:
        from defilade.shown import svg

        return svg("one_svg", self)


class Odds(_Reading[T]):
    """An exact distribution: outcome -> probability, positive, adding up to 1.

    Two are equal when they give every outcome the same probability, to the last bit: compare
    `Fraction` odds for sameness, float odds with `close_to`.

    >>> coin = Odds({1: 0.5, 0: 0.5})
    >>> coin.mean(), coin.at_least(1), coin.map(lambda side: 3 * side)
    (0.5, 0.5, Odds({0: 0.5, 3: 0.5}))
    """

    __slots__ = ()

    def __init__(self, shares: Mapping[T, Probability]) -> None:
        """Raises `ValueError` if a share is negative or they do not add up to 1."""
        given: dict[T, Any] = _ordered(dict(shares))
        values = list(given.values())
        if not values or min(values) < 0:
            raise ValueError("there is no outcome, or a probability is negative")
        total: Any = math.fsum(values) if isinstance(values[0], float) else sum(values)
        if abs(total - 1) > (EPS if isinstance(total, float) else 0):
            raise ValueError(f"probabilities add up to {total}, not 1")
        if 0 in values:
            given = {outcome: share for outcome, share in given.items() if share}
        self._shares = given

    @classmethod
    def of_weights(cls, weights: Mapping[T, int]) -> Self:
        """Exact odds in `Fraction` from whole weights.

        >>> Odds.of_weights({"hit": 4, "miss": 2})["hit"]
        Fraction(2, 3)
        """
        from fractions import Fraction

        if any(weight < 0 for weight in weights.values()):
            raise ValueError("a weight is negative")
        total = sum(weights.values())
        odds = cls.__new__(cls)  # whole numbers over their own sum need no check
        odds._shares = _ordered({key: Fraction(way, total) for key, way in weights.items() if way})
        return odds

    def map(self, change: Callable[[T], U]) -> Odds[U]:
        """The odds of something that follows from the outcome."""
        shares: dict[U, Any] = {}
        for outcome, share in self._shares.items():
            changed = change(outcome)
            shares[changed] = shares.get(changed, 0) + share
        return Odds(shares)

    def close_to(self, other: Odds[T], *, within: float = EPS) -> bool:
        """Whether no outcome's probabilities differ by more than `within`."""
        mine: Mapping[Any, Any] = self._shares
        theirs: Mapping[Any, Any] = other._shares
        return all(abs(mine.get(k, 0) - theirs.get(k, 0)) <= within for k in {*mine, *theirs})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self._shares == other._shares

    def __hash__(self) -> int:
        return hash(frozenset(self._shares.items()))

    def __repr__(self) -> str:
        return f"Odds({self._shares!r})"


class Sampled(_Reading[T]):
    """What a number of trials came to: an estimate, with its seed and an error bound.

    Reads like `Odds`, but is not one.
    """

    __slots__ = ("counts", "seed", "trials")

    def __init__(self, counts: Mapping[T, int], *, seed: int | str) -> None:
        """Raises `ValueError` if there is no trial or a count is negative."""
        trials = sum(counts.values())
        if trials < 1 or any(count < 0 for count in counts.values()):
            raise ValueError("a sample has at least one trial and no negative count")
        self.counts: dict[T, int] = _ordered({key: count for key, count in counts.items() if count})
        self.trials = trials
        self.seed = seed
        self._shares = {outcome: count / trials for outcome, count in self.counts.items()}

    def bound(self, confidence: float = 0.95) -> float:
        """How far `at_least` and `at_most` may be off, all at once, with that confidence.

        The Dvoretzky-Kiefer-Wolfowitz bound with Massart's constant. The probability of one
        outcome may be off by twice as much.
        """
        if not 0 < confidence < 1:
            raise ValueError(f"confidence is between 0 and 1, not {confidence}")
        return math.sqrt(math.log(2 / (1 - confidence)) / (2 * self.trials))

    def map(self, change: Callable[[T], U]) -> Sampled[U]:
        """The sample of something that follows from the outcome."""
        counts: dict[U, int] = {}
        for outcome, count in self.counts.items():
            changed = change(outcome)
            counts[changed] = counts.get(changed, 0) + count
        return Sampled(counts, seed=self.seed)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sampled) and self.counts == other.counts and self.seed == other.seed
        )

    def __hash__(self) -> int:
        return hash((self.seed, frozenset(self.counts.items())))

    def __repr__(self) -> str:
        return f"Sampled({self.counts!r}, seed={self.seed!r})"


_K = TypeVar("_K")
_V = TypeVar("_V")


def _ordered(shares: dict[_K, _V]) -> dict[_K, _V]:
    try:
        return {key: shares[key] for key in sorted(shares)}  # type: ignore[type-var]
    except TypeError:  # outcomes without an order keep the one they came in
        return shares
