"""The dice of a fight as procedures: to hit, Defence, Morale, and the toll they come to.

Knows what is asked in what order; a step holds only what later steps need. Who fights whom
with what is for the chapters.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from defilade.dice import Ask, Done, Procedure, Roll, Total
from defilade.systems.conquest.characteristics import on_die
from defilade.systems.conquest.state import Regiment
from defilade.systems.conquest.terms import Reroll
from defilade.systems.conquest.wounds import morale_resolve, suffered
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class Toll:
    """What an attack comes to: Wounds of failed Defence rolls, and more from Morale."""

    wounds: int
    more: int = 0

    @property
    def total(self) -> int:
        """All Wounds."""
        return self.wounds + self.more


def dice_against(
    clause: str, n: int, value: int, *, stage: int, about: str, again: bool = False
) -> Roll:
    """Dice against a characteristic: the rest succeed, the band fails (CQ-DIC-01, CQ-DIC-02).
    Failed dice may be thrown once more, never twice (CQ-DIC-03)."""
    face = on_die(value)
    failed = tuple(range(face + 1, 7)) if again else ()
    return Roll(clause, n, (face + 1,), again=failed, stage=stage, about=about)


@dataclass(frozen=True, slots=True)
class Batch:
    """Dice thrown alike: how many, and the value they hit with."""

    n: int
    hit: int


@dataclass(frozen=True, slots=True)
class Assault:
    """Dice to hit, batch by batch; every Hit is then saved on one value.

    Ends with a `Toll`. `victim` is tested for Morale unless None (CQ-MOR-01). `sides` are who
    attacks and whom, for the prompts.
    """

    clause: str
    batches: tuple[Batch, ...]
    save: int
    victim: Regiment | None = None
    reroll_hits: bool = False
    reroll_saves: bool = False
    hits: int = 0
    sides: tuple[str, str] = field(default=("", ""), compare=False)

    def ask(self) -> Ask:
        """The next batch to hit."""
        batch = self.batches[0] if self.batches else Batch(0, 1)
        about = " -> ".join(filter(None, self.sides))
        again = self.reroll_hits
        return dice_against(self.clause, batch.n, batch.hit, stage=1, about=about, again=again)

    def take(self, counts: tuple[int, int]) -> Procedure | Done[Toll]:
        """Hits add up; after the last batch they are saved."""
        after = replace(self, batches=self.batches[1:], hits=self.hits + counts[0])
        if after.batches:
            return after
        if not after.hits:
            return Done(Toll(0))
        return Defence(after.hits, self.save, self.victim, self.reroll_saves, self.sides[1])


@dataclass(frozen=True, slots=True)
class Defence:
    """One Defence roll for each Hit; each that fails is a Wound (CQ-CLA-14, CQ-WND-01)."""

    hits: int
    save: int
    victim: Regiment | None
    again: bool = False
    about: str = field(default="", compare=False)

    def ask(self) -> Roll:
        """A die for each Hit."""
        return dice_against(
            "CQ-CLA-14", self.hits, self.save, stage=2, about=self.about, again=self.again
        )

    def take(self, counts: tuple[int, int]) -> Procedure | Done[Toll]:
        """Wounds, then Morale."""
        return tested(counts[1], self.victim)


def tested(wounds: int, victim: Regiment | None) -> Procedure | Done[Toll]:
    """The Morale test of an Action's Wounds, unless there is none or nobody left to take it."""
    if not wounds or victim is None:
        return Done(Toll(wounds))
    after = suffered(victim, wounds)
    if after.destroyed:
        return Done(Toll(wounds))
    again = Reroll.RESOLVE in victim.profile.rerolls
    return Morale(wounds, morale_resolve(after), again, victim.id)


@dataclass(frozen=True, slots=True)
class Morale:
    """As many dice as Wounds; each over Resolve adds one, and these cause no more tests
    (CQ-MOR-01, CQ-MOR-04)."""

    wounds: int
    resolve: int
    again: bool = False
    about: str = field(default="", compare=False)

    def ask(self) -> Roll:
        """A die for each Wound."""
        return dice_against(
            "CQ-MOR-01", self.wounds, self.resolve, stage=3, about=self.about, again=self.again
        )

    def take(self, counts: tuple[int, int]) -> Done[Toll]:
        """Wounds and more Wounds."""
        return Done(Toll(self.wounds, counts[1]))


@dataclass(frozen=True, slots=True)
class Tolls:
    """Assaults on several Regiments one after another; ends with a toll for each."""

    left: tuple[Procedure, ...]
    done: tuple[Toll, ...] = ()

    def ask(self) -> Ask:
        """The next one."""
        return self.left[0]

    def take(self, toll: Toll) -> Procedure | Done[tuple[Toll, ...]]:
        """Then the others."""
        done = (*self.done, toll)
        return Tolls(self.left[1:], done) if self.left[1:] else Done(done)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The die of a Withdraw: Resolve or lower is Clean (CQ-WIT-05), else each Stand in contact
    costs a die of Wounds, with Morale (CQ-WIT-06). Ends with (clean, toll)."""

    resolve: int
    stands: int
    victim: Regiment

    def ask(self) -> Roll:
        """One die, no bonus for Stands."""
        again = Reroll.RESOLVE in self.victim.profile.rerolls
        about = self.victim.id
        return dice_against("CQ-WIT-05", 1, self.resolve, stage=0, about=about, again=again)

    def take(self, counts: tuple[int, int]) -> Procedure | Done[tuple[bool, Toll]]:
        """Clean at once, or a fight."""
        if counts[0] or not self.stands:
            return Done((bool(counts[0]), Toll(0)))
        return Fighting(self.stands, self.victim)


@dataclass(frozen=True, slots=True)
class Fighting:
    """A Fighting Withdraw: D6 Wounds for each Stand in contact (CQ-WIT-06)."""

    stands: int
    victim: Regiment

    def ask(self) -> Total:
        """A die for each Stand."""
        return Total("CQ-WIT-06", DiceExpr(self.stands, 6), stage=1, about=self.victim.id)

    def take(self, wounds: int) -> Procedure:
        """Then Morale."""
        return Parting(wounds, self.victim)


@dataclass(frozen=True, slots=True)
class Parting:
    """The Morale test of a Fighting Withdraw."""

    wounds: int
    victim: Regiment

    def ask(self) -> Ask:
        """Morale, if anybody is left."""
        after = tested(self.wounds, self.victim)
        if isinstance(after, Done):
            return Total("CQ-WIT-06", DiceExpr.fixed(0))
        return after

    def take(self, answer: Toll | int) -> Done[tuple[bool, Toll]]:
        """Not clean, and what it cost."""
        return Done((False, answer if isinstance(answer, Toll) else Toll(self.wounds)))
