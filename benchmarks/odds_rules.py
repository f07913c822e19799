"""The rules that the odds benchmarks ask about, written as rule text: one small class per step."""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import Die, Done, Many, Roll, Sum

BATTLE = Die("battle", ("soldier", "soldier", "grenade", "tank", "flag", "star"))


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
class Together:
    """The same weapons fired at once."""

    weapons: tuple[Lock | Shots, ...]
    hull: int

    def ask(self) -> Sum:
        return Sum(tuple((weapon, 1) for weapon in self.weapons))

    def take(self, damage: int) -> Done[int]:
        return Done(min(self.hull, damage))


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
