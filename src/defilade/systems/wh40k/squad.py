"""What wounds are laid on: a target's allocation groups in order, and how they lose models.

Knows groups, wounds left and the order of losses; must not know dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations


@dataclass(frozen=True, slots=True)
class Group:
    """Models that are alike, or one CHARACTER (WH-SAV-01).

    `left` are the wounds of the model that bears damage next; `save` is the least die that saves
    against the attack at hand. `less_damage` is taken off each attack's damage (WH-MOD-03).
    """

    name: str
    wounds: int
    models: int
    left: int
    save: int = 7
    feel_no_pain: int | None = None
    mortal_feel_no_pain: int | None = None
    character: bool = False
    less_damage: int = 0

    @property
    def wounded(self) -> bool:
        """Whether one of its models has lost wounds."""
        return self.models > 0 and self.left < self.wounds

    @property
    def total(self) -> int:
        """Wounds left in the whole group."""
        return (self.models - 1) * self.wounds + self.left if self.models else 0

    def hurt(self, lost: int) -> Group:
        """The group after one model loses wounds; surplus is lost (WH-DMG-01)."""
        if not self.models or not lost:
            return self
        if lost < self.left:
            return replace(self, left=self.left - lost)
        models = self.models - 1
        return replace(self, models=models, left=self.wounds if models else 0)


@dataclass(frozen=True, slots=True)
class Squad:
    """Groups in the order in which they are allocated attacks."""

    groups: tuple[Group, ...]

    @property
    def models(self) -> int:
        """Models left."""
        return sum(group.models for group in self.groups)

    @property
    def total(self) -> int:
        """Wounds left."""
        return sum(group.total for group in self.groups)

    @property
    def current(self) -> int | None:
        """The number of the group that is allocated attacks now (WH-SAV-02)."""
        return next((k for k, group in enumerate(self.groups) if group.models), None)

    @property
    def next_mortal(self) -> int | None:
        """The group that mortal wounds hurt next (WH-MW-01): wounded and not CHARACTER first."""
        alive = [k for k, group in enumerate(self.groups) if group.models]
        rank = {k: (self.groups[k].character, not self.groups[k].wounded) for k in alive}
        return min(alive, key=lambda k: (*rank[k], k), default=None)

    def hurt(self, number: int | None, lost: int) -> Squad:
        """The squad after one model of a group loses wounds."""
        if number is None or not lost:
            return self
        groups = list(self.groups)
        groups[number] = groups[number].hurt(lost)
        return Squad(tuple(groups))

    def take(self, lost: int) -> Squad:
        """One damaging attack on the current group (WH-DMG-01)."""
        return self.hurt(self.current, lost)

    def mortal(self, lost: int) -> Squad:
        """Mortal wounds one at a time, carried over from model to model (WH-MW-01)."""
        squad = self
        for _ in range(lost):
            squad = squad.hurt(squad.next_mortal, 1)
        return squad


@dataclass(frozen=True, slots=True)
class Devastated:
    """A squad under mortal wounds that hurt one model each; the rest is lost (WH-WPN-03)."""

    squad: Squad

    def take(self, lost: int) -> Devastated:
        """The mortal wounds of one critical wound."""
        return Devastated(self.squad.hurt(self.squad.next_mortal, lost))


def order_fault(groups: Sequence[Group]) -> str | None:
    """What is wrong with an order of allocation (WH-SAV-01); None when it may be.

    A wounded group that is no CHARACTER is first; CHARACTERs are last, wounded ones first.
    """
    ranks = [_rank(group) for group in groups]
    for k, (before, after) in enumerate(pairwise(ranks)):
        if before > after:
            return "character_early" if groups[k].character else "wounded_late"
    return None


def _rank(group: Group) -> int:
    if group.character:
        return 2 if group.wounded else 3
    return 0 if group.wounded else 1


def in_order(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Groups in an order that may be, else as given."""
    return tuple(sorted(groups, key=_rank))


def orders(groups: Sequence[Group]) -> tuple[tuple[Group, ...], ...]:
    """Every order of allocation that the defender may choose, the given one first."""
    kept = [group for group in groups if group.models]
    if len(kept) > MOST_GROUPS:
        return (in_order(kept),)
    found = [one for one in permutations(in_order(kept)) if order_fault(one) is None]
    return tuple(dict.fromkeys(found)) or ((),)


MOST_GROUPS = 5
"""With more groups than these the order is the one of the ranks, as listed."""
