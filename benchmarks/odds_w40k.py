"""An attack of the forty-first millennium as rule text: hit, wound, save, damage, feel no pain."""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import Done, Repeat, Roll, Total
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class ToHit:
    """One attack hits on `hit`+; a 6 wounds outright."""

    hit: int
    wound: int
    save: int
    ignore: int

    def ask(self) -> Roll:
        return Roll("wk.hit", 1, (self.hit, 6) if self.hit < 6 else (6,))

    def take(self, got: tuple[int, ...]) -> ToWound | ToSave | Done[int]:
        if got[-1]:
            return ToSave(self.save, self.ignore)
        return ToWound(self.wound, self.save, self.ignore) if not got[0] else Done(0)


@dataclass(frozen=True, slots=True)
class ToWound:
    wound: int
    save: int
    ignore: int

    def ask(self) -> Roll:
        return Roll("wk.wound", 1, (self.wound,), stage=1)

    def take(self, got: tuple[int, ...]) -> ToSave | Done[int]:
        return ToSave(self.save, self.ignore) if got[1] else Done(0)


@dataclass(frozen=True, slots=True)
class ToSave:
    save: int
    ignore: int

    def ask(self) -> Roll:
        return Roll("wk.save", 1, (self.save,), stage=2)

    def take(self, got: tuple[int, ...]) -> Damage | Done[int]:
        return Damage(self.ignore) if got[0] else Done(0)


@dataclass(frozen=True, slots=True)
class Damage:
    ignore: int

    def ask(self) -> Total:
        return Total("wk.damage", DiceExpr(1, 3), stage=3)

    def take(self, got: int) -> FeelNoPain:
        return FeelNoPain(got, self.ignore)


@dataclass(frozen=True, slots=True)
class FeelNoPain:
    wounds: int
    ignore: int

    def ask(self) -> Roll:
        return Roll("wk.ignore", self.wounds, (self.ignore,), stage=4)

    def take(self, got: tuple[int, ...]) -> Done[int]:
        return Done(got[0])


@dataclass(frozen=True, slots=True)
class Unit:
    """Models left, and what the wounded one has lost; what kills one does not spill over."""

    models: int
    each: int
    lost: int = 0

    def take(self, wounds: int) -> Unit:
        if not self.models or not wounds:
            return self
        if self.lost + wounds < self.each:
            return Unit(self.models, self.each, self.lost + wounds)
        return Unit(self.models - 1, self.each)


@dataclass(frozen=True, slots=True)
class Volley40k:
    """The models killed by `attacks` attacks."""

    attacks: int
    attack: ToHit
    unit: Unit

    def ask(self) -> Repeat:
        return Repeat(self.attacks, self.attack, self.unit)

    def take(self, left: Unit) -> Done[int]:
        return Done(self.unit.models - left.models)


def w40k(n: int, models: int, each: int, hit: int = 3) -> Volley40k:
    return Volley40k(n, ToHit(hit, 4, 5, 6), Unit(models, each))
