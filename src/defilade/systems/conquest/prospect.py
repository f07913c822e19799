"""Odds of an action: the one procedure, and what can be read off its answer.

Knows measures of a toll on each Regiment; contacts, which only say which Stand of equals goes,
are left out of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

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
    Split,
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
            measures = tuple(m for k, v in enumerate(victims) for m in _of_victim(k, v, victims))
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
            return Prospect(Tolls((_Quiet(begun),)), _of_victim(0, victim, (victim,)))
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


def _of_victim(number: int, victim: Regiment, victims: tuple[Regiment, ...]) -> tuple[Measure, ...]:
    """Measures of one Regiment's toll, with its name where there are several (CQ-CLA-08)."""
    tail = f"_{victim.id}" if len(victims) > 1 else ""
    ended = "garrison_emptied" if victim.location is not None else "destroyed"
    return (
        Measure(f"wounds{tail}", partial(_wounds, number, victim)),
        Measure(f"stands_lost{tail}", partial(_stands, number, victim)),
        Measure(f"resolve_failures{tail}", partial(_failures, number)),
        Measure(f"broken_or_worse{tail}", partial(_broken, number, victim)),
        Measure(f"{ended}{tail}", partial(_destroyed, number, victim)),
    )


def _notes(state: State, rules: HouseRules, action: Action) -> tuple[Reason, ...]:
    """Stand-ins that the odds take for granted."""
    if isinstance(action, Volley):
        return tuple(n for n in shot(state, rules, action).notes if n.default)
    return ()


@dataclass(frozen=True, slots=True)
class SplitOdds:
    """An occupant's Clash against several: the split by a policy, then every assault."""

    options: tuple[Split, ...]
    player: str

    def ask(self) -> Ask:
        """The split."""
        return Splitting(self.player, self.options)

    def take(self, split: Split) -> Procedure:
        """All shares, those of none too, so that each enemy has a toll."""
        pairs = zip(split.foes, split.shares, strict=True)
        return Tolls(tuple(foe.assault(number) for foe, (_, number) in pairs))


def _divided(begun: Divided) -> Prospect:
    victims = tuple(foe.regiment for foe in begun.options[0].foes)
    measures = tuple(m for k, v in enumerate(victims) for m in _of_victim(k, v, victims))
    notes = (stand_in("CQ-CLA-08", "split_by_policy", ways=len(begun.options)),)
    return Prospect(SplitOdds(begun.options, begun.regiment.player), measures, notes)


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
