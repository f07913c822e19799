"""Nerve and hazards: leadership rolls, battle-shock, half strength, hazard rolls.

Knows dice and strengths; must not know phases.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import Ask, Done, Procedure, Roll, Total
from defilade.systems.wh40k.squad import Squad
from defilade.systems.wh40k.state import State, Unit
from defilade.systems.wh40k.terms import BIG
from defilade.systems.wh40k.volley import Hurt
from defilade.values import DiceExpr

TWO_DICE = DiceExpr(2, 6)
ONE_DIE = DiceExpr(1, 6)


@dataclass(frozen=True, slots=True)
class Leadership:
    """A leadership roll: 2D6 at least the leadership (WH-MOR-01)."""

    need: int

    def ask(self) -> Total:
        """Two dice."""
        return Total("WH-MOR-01", TWO_DICE)

    def take(self, total: int) -> Done[bool]:
        """Whether it is passed."""
        return Done(total >= self.need)


def half_strength(state: State, unit: Unit) -> int:
    """-1 below, 0 at, 1 above half strength (WH-MOR-02).

    A unit of one model goes by wounds, others by models.
    """
    left = state.alive(unit.id)
    if unit.starting == 1:
        now = sum(model.wounds for model in left)
        start = sum(state.models[name].profile.wounds for name in unit.models)
    else:
        now, start = len(left), unit.starting
    return (2 * now > start) - (2 * now < start)


def must_test(state: State, unit: Unit) -> bool:
    """Whether a unit rolls for battle-shock in its Command phase (WH-MOR-01)."""
    return bool(state.alive(unit.id)) and (unit.battle_shocked or half_strength(state, unit) <= 0)


def leadership(state: State, unit: str) -> int:
    """The best leadership among a unit's models."""
    return min((model.profile.leadership for model in state.alive(unit)), default=7)


def hazard_wounds(state: State, unit: str) -> int:
    """Mortal wounds of a failed hazard roll (WH-MW-02)."""
    models = state.alive(unit)
    return 3 if models and all(model.profile.has(*BIG) for model in models) else 1


@dataclass(frozen=True, slots=True)
class Hazards:
    """Hazard rolls of a unit; each 1-2 is mortal wounds, one after another (WH-MW-02)."""

    rolls: int
    wounds: int
    squad: Squad

    def ask(self) -> Roll:
        """All dice together."""
        return Roll("WH-MW-02", self.rolls, (3,))

    def take(self, got: tuple[int, ...]) -> Procedure | Done[Squad]:
        """Mortal wounds carry over."""
        return mortal_wounds(self.squad, got[0] * self.wounds)


def mortal_wounds(squad: Squad, number: int) -> Procedure | Done[Squad]:
    """A procedure for some mortal wounds, with Feel No Pain where a group has it (WH-MW-01)."""
    if not number or not squad.models:
        return Done(squad)
    if all(g.feel_no_pain is None and g.mortal_feel_no_pain is None for g in squad.groups):
        return Done(squad.mortal(number))
    return Mortal(squad, number)


@dataclass(frozen=True, slots=True)
class Mortal:
    """Mortal wounds one at a time, each with its Feel No Pain (WH-MW-01, WH-DMG-02)."""

    squad: Squad
    number: int

    def ask(self) -> Ask:
        """The next wound."""
        group = self.squad.groups[self.squad.next_mortal or 0]
        pains = (group.feel_no_pain, group.mortal_feel_no_pain)
        best = min((p for p in pains if p is not None), default=None)
        return Hurt(DiceExpr.fixed(1), best)

    def take(self, lost: int) -> Procedure | Done[Squad]:
        """And the one after it."""
        squad = self.squad.hurt(self.squad.next_mortal, lost)
        if self.number == 1 or not squad.models:
            return Done(squad)
        return Mortal(squad, self.number - 1)
