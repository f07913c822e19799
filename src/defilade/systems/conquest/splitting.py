"""Splitting an occupant's Attacks among enemies, and the split that is best for a purpose.

Knows every way of sharing and what each share is likely to do (CQ-CLA-08). A best split is the
attacker's best for the measure it is named after, never the rule's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from defilade.dice import Choose, Done, Odds, Procedure, odds
from defilade.systems.conquest.state import Regiment
from defilade.systems.conquest.steps import Assault, Batch, Toll
from defilade.systems.conquest.wounds import suffered


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy that Attacks may go to: the assault of one Attack on it, and itself."""

    regiment: Regiment
    one: Assault

    def assault(self, strikes: int) -> Assault:
        """The assault of several Attacks."""
        return replace(self.one, batches=(Batch(strikes, self.one.batches[0].hit),))


@dataclass(frozen=True, slots=True)
class Split:
    """One way of sharing Attacks, enemy by enemy."""

    shares: tuple[tuple[str, int], ...]
    foes: tuple[Foe, ...] = field(repr=False, default=())

    def __str__(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in self.shares)


def splits(total: int, foes: tuple[Foe, ...]) -> Iterator[Split]:
    """Every way of sharing Attacks, the first enemy's share falling (CQ-CLA-08)."""
    names = tuple(foe.regiment.id for foe in foes)
    for numbers in _shares(total, len(foes)):
        yield Split(tuple(zip(names, numbers, strict=True)), foes)


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)


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


@lru_cache(maxsize=4096)
def share_odds(foe: Foe, strikes: int) -> Odds[Toll]:
    """Odds of the toll of a share."""
    if not strikes:
        return Odds({Toll(0): 1.0})
    return odds(foe.assault(strikes))


@lru_cache(maxsize=4096)
def _worth(foe: Foe, strikes: int, score: Score) -> float:
    return sum(float(p) * score(foe.regiment, toll) for toll, p in share_odds(foe, strikes).items())


def best(score: Score) -> Callable[[Choose], Any]:
    """The policy that takes the split with the highest sum of expected scores, the first of
    equals."""

    def choose(question: Choose) -> Any:
        def worth(option: Any) -> float:
            assert isinstance(option, Split)  # no other options are offered for a split
            numbers = zip(option.foes, option.shares, strict=True)
            return sum(_worth(foe, number, score) for foe, (_, number) in numbers)

        return max(question.options, key=worth)

    return choose


@dataclass(frozen=True, slots=True)
class Splitting:
    """The occupant's player says how the Attacks are split; ends with the Split."""

    player: str
    options: tuple[Split, ...]

    def ask(self) -> Choose:
        """How."""
        return Choose("CQ-CLA-08", self.player, "split", self.options)

    def take(self, split: Split) -> Procedure | Done[Split]:
        """So."""
        return Done(split)
