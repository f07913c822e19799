"""Checked by mypy, not run: exact odds and samples are different types, and answers are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_type

from defilade.dice import Done, Odds, Procedure, Roll, Sampled, odds, play, sample
from defilade.dice.sources import Seeded


@dataclass(frozen=True, slots=True)
class Shoot:
    """Asks dice, then a save."""

    dice: int

    def ask(self) -> Roll:
        return Roll("t", self.dice, (4,))

    def take(self, got: tuple[int, ...]) -> Save:
        return Save(got[1])


@dataclass(frozen=True, slots=True)
class Save:
    """Ends with a number."""

    hits: int

    def ask(self) -> Roll:
        return Roll("t", self.hits, (4,))

    def take(self, got: tuple[int, ...]) -> Done[int]:
        return Done(got[0])


def shown_as_exact(found: Odds[int]) -> str:
    """Wants the exact odds."""
    return f"{found.at_least(3)}"


assert_type(odds(Save(3)), Odds[int])
assert_type(sample(Save(3), 1000, 1), Sampled[int])
assert_type(play(Save(3), Seeded(1))[0], int)
whatever: Procedure = Shoot(3)

shown_as_exact(odds(Save(3)))
shown_as_exact(sample(Save(3), 1000, 1))  # type: ignore[arg-type]
estimate: Sampled[int] = odds(Save(3))  # type: ignore[assignment]
shown_as_exact(odds(Shoot(3)))
