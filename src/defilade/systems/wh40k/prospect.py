"""Odds of every action that throws dice: one procedure and its measures.

Knows which answers are small enough to merge; whose turn or which phase it is does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from defilade.dice import Done, Just, Procedure, Total
from defilade.game import Rejection
from defilade.ruling import Reason
from defilade.systems.protocol import Measure, Prospect
from defilade.systems.wh40k.actions import (
    Ability,
    Action,
    Advance,
    Charge,
    Fight,
    Move,
    Shock,
    Shoot,
    Stride,
    write_action,
)
from defilade.systems.wh40k.begin import missing_names
from defilade.systems.wh40k.begin_attacks import (
    fight_attacks,
    fire_of,
    fire_reasons,
    salvo,
    salvo_of,
)
from defilade.systems.wh40k.morale import (
    ONE_DIE,
    TWO_DICE,
    Hazards,
    Leadership,
    hazard_wounds,
    leadership,
    mortal_wounds,
)
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no, note
from defilade.systems.wh40k.shooting import squad_of
from defilade.systems.wh40k.squad import Squad
from defilade.systems.wh40k.state import State


@dataclass(frozen=True, slots=True)
class Losses:
    """Reads losses off the squad that is left."""

    start: int
    of: str

    def __call__(self, left: Squad) -> int | bool:
        """Models destroyed, wounds lost, or whether nobody is left."""
        if self.of == "destroyed":
            return left.models == 0
        return self.start - (left.models if self.of == "models" else left.total)


def measures(squad: Squad) -> tuple[Measure, ...]:
    """What to know of a squad under attack."""
    models: Callable[[Any], Any] = Losses(squad.models, "models")
    return (
        Measure("models_destroyed", models, "models"),
        Measure("wounds_lost", Losses(squad.total, "wounds"), "wounds"),
        Measure("destroyed", Losses(0, "destroyed")),
    )


def prospect(state: State, rules: HouseRules, action: Action) -> Prospect | Rejection:
    """The odds of an action, or why there are none."""
    found = missing_names(state, action) or _prospect(state, rules, action)
    return Rejection(write_action(action), found) if isinstance(found, tuple) else found


def _prospect(  # noqa: PLR0911 - one for each action
    state: State, rules: HouseRules, action: Action
) -> Prospect | tuple[Reason, ...]:
    match action:
        case Shoot():
            return shoot_prospect(state, rules, action)
        case Fight():
            return fight_prospect(state, rules, action)
        case Advance():
            return Prospect(Just(Total("WH-MV-03", ONE_DIE)), (Measure("rolled", int, "inches"),))
        case Charge():
            return Prospect(Just(Total("WH-MV-07", TWO_DICE)), (Measure("rolled", int, "inches"),))
        case Shock(unit):
            return Prospect(Leadership(leadership(state, unit)), (Measure("passed", bool),))
        case Ability(_, target, wounds):
            squad = squad_of(state, target)
            asked = mortal_wounds(squad, wounds)
            if isinstance(asked, Done):
                asked = Known(asked.value)
            return Prospect(asked, measures(squad))
        case Move(unit, _, how) if how is Stride.ESCAPE:
            squad = squad_of(state, unit)
            rolls = Hazards(squad.models, hazard_wounds(state, unit), squad)
            return Prospect(rolls, measures(squad))
        case _:
            return (no("WH-RND-01", "no_dice"),)


@dataclass(frozen=True, slots=True)
class Known:
    """An answer that needs no dice."""

    squad: Squad

    def ask(self) -> Total:
        """Nothing."""
        from defilade.values import DiceExpr

        return Total("WH-MW-01", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Procedure | Done[Squad]:
        """The squad."""
        return Done(self.squad)


def shoot_prospect(state: State, rules: HouseRules, action: Shoot) -> Prospect | tuple[Reason, ...]:
    """The odds of a unit's weapon at a unit; hazards to the shooter are not in them."""
    found = fire_of(state, rules, action)
    if against := fire_reasons(state, action, found):
        return against
    notes = []
    if found.barred:
        names = tuple(name for name, _ in found.barred)
        notes.append(note("WH-SHO-06", "do_not_shoot", models=names))
    if any(one.attack.lethal for one in found.shots):
        notes.append(note("WH-WPN-05", "lethal_policy"))
    made = salvo_of(state, rules, action.target, found)
    return Prospect(made, measures(squad_of(state, action.target)), tuple(notes))


def fight_prospect(state: State, rules: HouseRules, action: Fight) -> Prospect | tuple[Reason, ...]:
    """The odds of a unit's melee weapon at a unit."""
    attacks, fighters = fight_attacks(state, rules, action)
    if not attacks:
        return (no("WH-ENG-01", "nobody_engaged", unit=action.unit, enemy=action.target),)
    made = salvo(state, rules, action.target, attacks, by=fighters[0])
    return Prospect(made, measures(squad_of(state, action.target)))
