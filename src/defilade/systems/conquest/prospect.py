"""Odds of an action: the one procedure, and what can be read off its answer.

Knows measures of a toll on each Regiment; contacts, which only say which Stand of equals goes,
are left out of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import comb

from defilade.dice import Ask, Done, Procedure, Total
from defilade.game import Rejection
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Action, Activate, Suffer, Volley, write_action
from defilade.systems.conquest.aftermath import Fought, Reforming, Withdrawn
from defilade.systems.conquest.attacks import impact_assault
from defilade.systems.conquest.begin import Charging, Divided, Rallied, Suffered, Tested, begin
from defilade.systems.conquest.charging import needed
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.refusals import stand_in
from defilade.systems.conquest.rulings import supposed
from defilade.systems.conquest.splitting import (
    Foe,
    Splitting,
    after_toll,
    wounds_dealt,
)
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.steps import Toll, Tolls
from defilade.systems.conquest.volleying import shot
from defilade.systems.protocol import Measure, Prospect
from defilade.values import DiceExpr

Outcome = tuple[Toll, ...]

OF_A_VICTIM = (
    "wounds",
    "stands_lost",
    "resolve_failures",
    "broken_or_worse",
    "garrison_emptied",
    "destroyed",
)
"""Measures of one Regiment; its name follows where there are several."""


def prospect(  # noqa: PLR0911 - one line for each kind of effect
    state: State, rules: HouseRules, action: Action
) -> Prospect | Rejection:
    """The odds procedure of an action's effect, or its rejection; who is not in its activation is
    supposed to be in a fresh one."""
    name = getattr(action, "regiment", None)
    free = isinstance(action, Activate | Suffer) or name in state.free_reforms
    if name in state.regiments and not free:
        state = supposed(state, str(name))
    begun = begin(state, rules, action)
    match begun:
        case Rejection():
            return Rejection(write_action(action), begun.reasons)
        case Fought():
            victims = tuple(begun.state.regiments[name] for name in begun.victims)
            each = tuple(_alone(k, one) for k, one in enumerate(begun.assaults))
            measures = _of_victims(victims, each)
            whole: Procedure = Tolls(begun.assaults) if begun.assaults else Certain(())
            return Prospect(whole, measures or (_DONE,), _notes(state, rules, action))
        case Divided():
            return _divided(begun)
        case Charging():
            return _charging(begun)
        case Withdrawn():
            regiment = begun.state.regiments[begun.name]
            return Prospect(begun.asked, _withdraw_measures(regiment))
        case Suffered():
            victim = begun.state.regiments[begun.action.regiment]
            return Prospect(Tolls((_Quiet(begun),)), _of_victims((victim,), ()))
        case Rallied():
            return Prospect(begun.test, (Measure("rallied", _succeeded),))
        case Reforming():
            assert isinstance(begun.asked, Tested)  # the die comes first
            return Prospect(begun.asked, (Measure("clean", _succeeded),))
        case _:
            return Prospect(Certain(()), (_DONE,))


def _always(_outcome: object) -> bool:
    return True


def _succeeded(counts: tuple[int, int]) -> bool:
    return counts[0] > 0


_DONE = Measure("done", _always)


@dataclass(frozen=True, slots=True)
class Certain:
    """What is thrown for by nobody."""

    value: Outcome

    def ask(self) -> Total:
        """Nothing."""
        return Total("CQ-TUR-02", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[Outcome]:
        """The value."""
        return Done(self.value)


@dataclass(frozen=True, slots=True)
class _Quiet:
    """Wounds from elsewhere, as a toll."""

    suffered: Suffered

    def ask(self) -> Ask:
        return self.suffered.ask()

    def take(self, answer: Toll | int) -> Done[Toll]:
        return Done(answer if isinstance(answer, Toll) else Toll(self.suffered.action.wounds))


def _wounds(number: int, victim: Regiment, tolls: Outcome) -> int:
    return wounds_dealt(victim, tolls[number])


def _stands(number: int, victim: Regiment, tolls: Outcome) -> int:
    return victim.stands - after_toll(victim, tolls[number]).stands


def _failures(number: int, tolls: Outcome) -> int:
    return tolls[number].more


def _broken(number: int, victim: Regiment, tolls: Outcome) -> bool:
    after = after_toll(victim, tolls[number])
    return after.broken or after.destroyed


def _destroyed(number: int, victim: Regiment, tolls: Outcome) -> bool:
    return after_toll(victim, tolls[number]).destroyed


def _alone(number: int, assault: Procedure) -> Procedure:
    """One of several assaults: the tolls up to its own."""
    return Tolls((assault,), (Toll(0),) * number)


def _of_victims(victims: tuple[Regiment, ...], alone: tuple[Procedure, ...]) -> tuple[Measure, ...]:
    """Measures of each Regiment's toll, which is read off `alone` where there are several: what
    happens to one does not hang on the others (CQ-CLA-08)."""
    if len(victims) == 1:
        return _of_victim(0, victims[0], "", None)
    return tuple(
        measure
        for k, (victim, one) in enumerate(zip(victims, alone, strict=True))
        for measure in _of_victim(k, victim, f"_{victim.id}", one)
    )


def _of_victim(
    number: int, victim: Regiment, tail: str, alone: Procedure | None
) -> tuple[Measure, ...]:
    ended = "garrison_emptied" if victim.location is not None else "destroyed"
    return (
        Measure(f"wounds{tail}", partial(_wounds, number, victim), alone=alone),
        Measure(f"stands_lost{tail}", partial(_stands, number, victim), alone=alone),
        Measure(f"resolve_failures{tail}", partial(_failures, number), alone=alone),
        Measure(f"broken_or_worse{tail}", partial(_broken, number, victim), alone=alone),
        Measure(f"{ended}{tail}", partial(_destroyed, number, victim), alone=alone),
    )


def _notes(state: State, rules: HouseRules, action: Action) -> tuple[Reason, ...]:
    """Stand-ins that the odds take for granted."""
    if isinstance(action, Volley):
        return tuple(n for n in shot(state, rules, action).notes if n.default)
    return ()


@dataclass(frozen=True, slots=True)
class SplitOdds:
    """An occupant's Clash against several: the split by a policy, then every assault, or that on
    the enemy of one number `only`."""

    player: str
    foes: tuple[Foe, ...]
    total: int
    only: int | None = None

    def ask(self) -> Ask:
        """The split."""
        return Splitting(self.player, self.foes, self.total)

    def take(self, shares: tuple[int, ...]) -> Procedure:
        """All shares, those of none too, so that each enemy has a toll."""
        pairs = zip(self.foes, shares, strict=True)
        assaults = tuple(foe.assault(number) for foe, number in pairs)
        if self.only is None:
            return Tolls(assaults)
        return _alone(self.only, assaults[self.only])


def _divided(begun: Divided) -> Prospect:
    victims = tuple(foe.regiment for foe in begun.foes)
    whole = SplitOdds(begun.regiment.player, begun.foes, begun.total)
    each = tuple(replace(whole, only=k) for k in range(len(victims)))
    ways = comb(begun.total + len(victims) - 1, len(victims) - 1)
    notes = (stand_in("CQ-CLA-08", "split_by_policy", ways=ways),)
    return Prospect(whole, _of_victims(victims, each), notes)


@dataclass(frozen=True, slots=True)
class ChargeOdds:
    """A Charge Roll and the Impact Hits of its success; ends with (reached, toll)."""

    face: int
    impact: Procedure | None
    thrown: bool = False

    def ask(self) -> Ask:
        """The die, then the Hits."""
        if self.thrown:
            assert self.impact is not None  # asked only when there is one
            return self.impact
        return Total("CQ-CHG-04", DiceExpr(1, 6))

    def take(self, answer: int | Toll) -> Procedure | Done[tuple[bool, Toll]]:
        """There or not, and with what effect."""
        if isinstance(answer, Toll):
            return Done((True, answer))
        if answer < self.face:
            return Done((False, Toll(0)))
        return Done((True, Toll(0))) if self.impact is None else replace(self, thrown=True)


def _reached(end: tuple[bool, Toll]) -> bool:
    return end[0]


def _impact(victim: Regiment, end: tuple[bool, Toll]) -> int:
    return wounds_dealt(victim, end[1])


def _charging(begun: Charging) -> Prospect:
    name = begun.action.regiment
    regiment = begun.state.regiments[name]
    face = needed(regiment, begun.rules, begun.found.gap)
    if begun.found.blocked is not None:
        return Prospect(ChargeOdds(7, None), (Measure("reached", _reached),))
    there = begun.state.change(name, formation=begun.found.end)
    assert begun.found.victim is not None  # a Charge without reasons has one
    impact = impact_assault(there, begun.rules, name, begun.found.victim)
    measures = [Measure("reached", _reached)]
    if impact is not None:
        victim = begun.state.regiments[begun.found.victim]
        measures.append(Measure("wounds", partial(_impact, victim)))
    return Prospect(ChargeOdds(face, impact), tuple(measures))


def _clean(end: tuple[bool, Toll]) -> bool:
    return end[0]


def _lost(regiment: Regiment, end: tuple[bool, Toll]) -> int:
    return wounds_dealt(regiment, end[1])


def _dead(regiment: Regiment, end: tuple[bool, Toll]) -> bool:
    return after_toll(regiment, end[1]).destroyed


def _withdraw_measures(regiment: Regiment) -> tuple[Measure, ...]:
    return (
        Measure("clean", _clean),
        Measure("wounds", partial(_lost, regiment)),
        Measure("destroyed", partial(_dead, regiment)),
    )
