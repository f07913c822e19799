"""Small rules for the dice tests, and odds found the slow way: by throwing every face."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from defilade.dice import Choose, Done, Roll, Run, Total, odds
from defilade.dice.asks import Ask
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class Fire:
    """Dice hit on `lock`+, two more is a critical; hits are saved on `save`+, criticals are not."""

    dice: int
    lock: int
    save: int

    def ask(self) -> Roll:
        return Roll("t.lock", self.dice, (self.lock, self.lock + 2))

    def take(self, got: tuple[int, ...]) -> Save:
        return Save(got[1], got[2], self.save)


@dataclass(frozen=True, slots=True)
class Save:
    hits: int
    criticals: int
    save: int

    def ask(self) -> Roll:
        return Roll("t.save", self.hits, (self.save,), stage=1)

    def take(self, got: tuple[int, ...]) -> Done[int]:
        return Done(got[0] + self.criticals)


@dataclass(frozen=True, slots=True)
class Wound:
    """One die wounds on `need`+, and a wound does `damage`."""

    need: int
    damage: DiceExpr

    def ask(self) -> Roll:
        return Roll("t.wound", 1, (self.need,))

    def take(self, got: tuple[int, ...]) -> Hurt | Done[int]:
        return Hurt(self.damage) if got[1] else Done(0)


@dataclass(frozen=True, slots=True)
class Hurt:
    damage: DiceExpr

    def ask(self) -> Total:
        return Total("t.damage", self.damage, stage=1)

    def take(self, got: int) -> Done[int]:
        return Done(got)


@dataclass(frozen=True, slots=True)
class Squad:
    """Models with wounds; what one loses beyond its own does not spill over."""

    models: int
    each: int
    lost: int = 0

    def take(self, wounds: int) -> Squad:
        if not self.models or not wounds:
            return self
        if self.lost + wounds < self.each:
            return Squad(self.models, self.each, self.lost + wounds)
        return Squad(self.models - 1, self.each)


@dataclass(frozen=True, slots=True)
class Gamble:
    """A player chooses how many dice to throw; more than one 6 loses all."""

    most: int

    def ask(self) -> Choose:
        return Choose("t.gamble", "red", "gamble", tuple(range(1, self.most + 1)))

    def take(self, dice: int) -> Thrown6:
        return Thrown6(dice)


@dataclass(frozen=True, slots=True)
class Thrown6:
    dice: int

    def ask(self) -> Roll:
        return Roll("t.six", self.dice, (6,))

    def take(self, got: tuple[int, ...]) -> Done[int]:
        return Done(0 if got[1] > 1 else self.dice)


@dataclass(frozen=True, slots=True)
class Highest:
    """A fold whose states have no pattern."""

    faces: tuple[int, ...] = ()

    def take(self, face: int) -> Highest:
        return Highest(tuple(sorted((*self.faces, face))[-2:]))


@dataclass(frozen=True, slots=True)
class History:
    """A fold that never closes: it keeps everything."""

    faces: tuple[int, ...] = ()

    def take(self, face: int) -> History:
        return History((*self.faces, face))


def by_hand(asked: Ask) -> dict[Any, Fraction]:
    """The odds of a procedure's answers by playing it with every face of every die."""
    ends: dict[Any, Fraction] = {}
    runs = [(Run.start(asked), Fraction(1))]
    while runs:
        run, chance = runs.pop()
        question = run.pending
        if question is None:
            ends[run.value] = ends.get(run.value, Fraction(0)) + chance
            continue
        assert not isinstance(question, Choose)
        numbers = range(1, len(question.die.sides) + 1)
        for faces in product(numbers, repeat=run.needs):
            runs.append((run.answer(faces), chance / len(numbers) ** run.needs))
    return ends


def exact(asked: Ask, **options: Any) -> dict[Any, Fraction]:
    """The exact odds, once they have obeyed the laws that all odds obey."""
    found = odds(asked, exact=True, **options)
    assert sum(found.values()) == 1
    assert all(0 < chance <= 1 for chance in found.values())
    assert odds(asked, **options).close_to(found, within=1e-12)
    return dict(found)
