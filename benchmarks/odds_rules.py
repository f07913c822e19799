"""The rules that the odds benchmarks ask about, written as rule text: one small class per step."""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import D3, Die, Done, Many, Repeat, Roll, Sum, Total
from defilade.values import DiceExpr

BATTLE = Die("battle", ("soldier", "soldier", "grenade", "tank", "flag", "star"))


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


@dataclass(frozen=True, slots=True)
class Lock:
    """Weapons lock on `lock`+; two more is a critical that no armour stops. Answers the damage."""

    dice: int
    lock: int
    armour: int

    def ask(self) -> Roll:
        return Roll("df.lock", self.dice, (self.lock, self.lock + 2))

    def take(self, got: tuple[int, ...]) -> Armour:
        return Armour(got[1], got[2], self.armour)


@dataclass(frozen=True, slots=True)
class Armour:
    hits: int
    criticals: int
    armour: int

    def ask(self) -> Roll:
        return Roll("df.armour", self.hits, (self.armour,), stage=1)

    def take(self, got: tuple[int, ...]) -> Done[int]:
        return Done(got[0] + self.criticals)


@dataclass(frozen=True, slots=True)
class Shots:
    """The same, asked as so many single shots."""

    dice: int
    lock: int
    armour: int

    def ask(self) -> Sum:
        return Many(self.dice, Lock(1, self.lock, self.armour))

    def take(self, damage: int) -> Done[int]:
        return Done(damage)


@dataclass(frozen=True, slots=True)
class Salvo:
    """Weapons fired in turn at one hull; no more is lost than is there."""

    weapons: tuple[Lock | Shots, ...]
    hull: int
    lost: int = 0

    def ask(self) -> Lock | Shots:
        return self.weapons[0]

    def take(self, damage: int) -> Salvo | Done[int]:
        lost = min(self.hull, self.lost + damage)
        if len(self.weapons) == 1:
            return Done(lost)
        return Salvo(self.weapons[1:], self.hull, lost)


@dataclass(frozen=True, slots=True)
class Battle:
    """Battle dice; the target ignores one soldier and one flag. Answers hits and flags."""

    dice: int

    def ask(self) -> Roll:
        bands = (("soldier",), ("grenade",), ("flag",))
        return Roll("gw.battle", self.dice, bands, die=BATTLE)

    def take(self, got: tuple[int, ...]) -> Done[tuple[int, int]]:
        _, soldiers, grenades, flags = got
        return Done((max(0, soldiers - 1) + grenades, max(0, flags - 1)))


__all__ = ["BATTLE", "D3", "Battle", "Lock", "Salvo", "Shots", "ToHit", "Unit", "Volley40k", "w40k"]
