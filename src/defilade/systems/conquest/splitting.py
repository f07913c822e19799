"""Splitting an occupant's Attacks among enemies, and the split that is best for a purpose.

Knows every way of sharing, enemy by enemy, and what each share is likely to do (CQ-CLA-08). A
best split is the attacker's best for the measure it is named after, never the rule's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from defilade.dice import BudgetSpent, Choose, Done, Procedure, odds
from defilade.systems.conquest.state import Regiment
from defilade.systems.conquest.steps import Assault, Batch, Toll, tested
from defilade.systems.conquest.wounds import suffered

WORK = 4_000_000
"""Sums that finding a best split may take."""


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy that Attacks may go to: the assault of one Attack on it, and itself."""

    regiment: Regiment
    one: Assault

    def assault(self, strikes: int) -> Assault:
        """The assault of several Attacks."""
        return replace(self.one, batches=(Batch(strikes, self.one.batches[0].hit),))


@dataclass(frozen=True, slots=True)
class Share:
    """Attacks at the first of the enemies that are left; the rest goes to the others."""

    number: int
    left: int
    foes: tuple[Foe, ...] = field(repr=False)

    def __str__(self) -> str:
        shares = [(self.foes[0], self.number)]
        if len(self.foes) == 2:
            shares.append((self.foes[1], self.left - self.number))
        return ", ".join(f"{foe.regiment.id} {number}" for foe, number in shares)


@dataclass(frozen=True, slots=True)
class Splitting:
    """The occupant's player says, enemy by enemy, how the Attacks are split, the last taking what
    is left; ends with a number for each (CQ-CLA-08)."""

    player: str
    foes: tuple[Foe, ...]
    left: int
    shares: tuple[int, ...] = ()

    def ask(self) -> Choose:
        """How many at the next, most first."""
        numbers = range(self.left, -1, -1)
        options = tuple(Share(number, self.left, self.foes) for number in numbers)
        return Choose("CQ-CLA-08", self.player, "split", options)

    def take(self, share: Share) -> Procedure | Done[tuple[int, ...]]:
        """So many, then the others."""
        shares = (*self.shares, share.number)
        foes, left = self.foes[1:], self.left - share.number
        if len(foes) == 1:
            return Done((*shares, left))
        return replace(self, foes=foes, left=left, shares=shares)


Score = Callable[[Regiment, Toll], float]


def capacity(foe: Regiment) -> int:
    """Wounds that all its Models can take."""
    return sum(foe.models) * max(1, foe.profile.wounds) - foe.wounded


def wounds_dealt(foe: Regiment, toll: Toll) -> int:
    """Wounds that are left after saves and Morale, no more than there are to lose."""
    return min(toll.total, capacity(foe))


def stands_lost(foe: Regiment, toll: Toll) -> float:
    """Stands that go."""
    return foe.stands - after_toll(foe, toll).stands


def destroys(foe: Regiment, toll: Toll) -> float:
    """Whether the Regiment is destroyed."""
    return float(after_toll(foe, toll).destroyed)


def breaks(foe: Regiment, toll: Toll) -> float:
    """Whether the Regiment is Broken by it, or worse."""
    after = after_toll(foe, toll)
    return float(after.destroyed or (after.broken and not foe.broken))


def after_toll(foe: Regiment, toll: Toll) -> Regiment:
    """A Regiment after a toll, contacts left out."""
    return suffered(suffered(foe, toll.wounds), toll.more)


@lru_cache(maxsize=256)
def worths(foe: Foe, most: int, score: Score) -> tuple[float, ...]:
    """The expected score of 0, 1 and so on up to `most` Attacks at an enemy.

    Each Attack wounds by itself; Morale and losses follow from the number of Wounds alone. More
    than it can take are as good as all. Raises `BudgetSpent` past `WORK`.
    """
    full = min(capacity(foe.regiment), most)
    if (most + 1) * (full + 1) > WORK:
        raise BudgetSpent((most + 1) * (full + 1), WORK, foe.one)
    wounding = float(odds(replace(foe.assault(1), victim=None))[Toll(1)])
    values = [_expected(foe, wounds, score) for wounds in range(full + 1)]
    chances = [1.0] + [0.0] * full
    found = [values[0]]
    for _ in range(most):
        more = [0.0, *(wounding * chance for chance in chances[:full])]
        stays = [*((1.0 - wounding) * chance for chance in chances[:full]), chances[full]]
        chances = [a + b for a, b in zip(stays, more, strict=True)]
        found.append(sum(c * v for c, v in zip(chances, values, strict=True)))
    return tuple(found)


def _expected(foe: Foe, wounds: int, score: Score) -> float:
    """The expected score of so many failed saves, Morale to come."""
    after = tested(wounds, foe.one.victim)
    if isinstance(after, Done):
        return float(score(foe.regiment, after.value))
    return sum(float(p) * score(foe.regiment, toll) for toll, p in odds(after).items())


@lru_cache(maxsize=256)
def best_sums(foes: tuple[Foe, ...], most: int, score: Score) -> tuple[float, ...]:
    """The highest sum of expected scores that 0, 1 and so on up to `most` Attacks can have.

    Raises `BudgetSpent` past `WORK`.
    """
    own = worths(foes[0], most, score)
    if len(foes) == 1:
        return own
    if (most + 1) ** 2 > WORK:
        raise BudgetSpent((most + 1) ** 2, WORK, foes[0].one)
    rest = best_sums(foes[1:], most, score)
    return tuple(max(own[n] + rest[m - n] for n in range(m + 1)) for m in range(most + 1))


def best(score: Score) -> Callable[[Choose], Any]:
    """The policy that takes the share with the highest sum of expected scores of it and of the
    best that the rest can do; the first of equals."""

    def choose(question: Choose) -> Any:
        first = question.options[0]
        assert isinstance(first, Share)  # nothing else is a way to split
        own = worths(first.foes[0], first.left, score)
        rest = best_sums(first.foes[1:], first.left, score)

        def worth(option: Any) -> float:
            assert isinstance(option, Share)  # as the first is
            return round(own[option.number] + rest[first.left - option.number], 12)

        return max(question.options, key=worth)

    return choose
