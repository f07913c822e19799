"""What happened, derived from a state, an action, the dice, and the state after.

Knows the order of the rulebook's steps (DF-SEQ-02); events are codes with params, the words
are made in `wording`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.dice import Thrown
from defilade.game import Event
from defilade.record import Datum, Record
from defilade.systems.dropfleet.actions import (
    Action,
    Activate,
    Assault,
    Fire,
    Land,
    Move,
    Resolve,
    RollAttack,
    RoundUp,
    Scan,
    Settle,
)
from defilade.systems.dropfleet.begin_fire import undecided
from defilade.systems.dropfleet.begin_group import order_of
from defilade.systems.dropfleet.narrate_changes import (
    changes_first,
    changes_last,
    hull_changes,
)
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.shot import Stage
from defilade.systems.dropfleet.state import Allocation, State
from defilade.systems.dropfleet.turn import living
from defilade.systems.dropfleet.volley import batches

Events = Iterator[Event]

LATE = ("DF-CRP-", "DF-CAT-")
"""Clauses of the last two steps, which follow the deduction of hull (DF-SEQ-02)."""
ROLLS = {
    "DF-HIT-01": "hit_thrown",
    "DF-DMG-01": "damage_totalled",
    "DF-PD-01": "pd_rolled",
    "DF-SAV-01": "save_rolled",
    "DF-SAV-03": "save_rolled",
    "DF-BOM-06": "save_rolled",
    "DF-COL-03": "save_rolled",
    "DF-GRD-02": "save_rolled",
}
"""Events by the clause of the dice."""


def event(code: str, clause: str, **params: Datum) -> Event:
    """One event."""
    return Event(code, clause, Record(**params))


def narrate(
    before: State, action: Action, thrown: tuple[Thrown, ...], after: State, rules: HouseRules
) -> tuple[Event, ...]:
    """Everything that happened, in the order of the rules."""
    lines = _lines(before, action, rules)
    early = [one for one in thrown if not one.question.clause.startswith(LATE)]
    late = [one for one in thrown if one.question.clause.startswith(LATE)]
    found = [
        *opening(before, action, thrown, after),
        *(rolled(one, lines) for one in early),
        *changes_first(before, after),
        *hull_changes(before, after),
        *(rolled(one, lines) for one in late),
        *changes_last(before, after),
    ]
    return tuple(found)


def _lines(before: State, action: Action, rules: HouseRules) -> tuple[Allocation, ...]:
    """Allocations by the rank of their throw to hit (DF-ALL-07)."""
    if not isinstance(action, Resolve):
        return ()
    return tuple(one for batch in batches(undecided(before), rules) for one in batch)


def rolled(thrown: Thrown, lines: tuple[Allocation, ...]) -> Event:
    """Dice that fell, or a choice that was made; to hit, whose weapon at whom."""
    question = thrown.question
    clause = question.clause
    if not thrown.faces:
        return event("chosen", clause, choice=str(thrown.answer))
    faces: tuple[Datum, ...] = tuple(thrown.faces)
    if clause == "DF-HIT-01" and (rank := question.stage - Stage.TO_HIT) < len(lines):
        one = lines[rank]
        who = {"ship": one.ship, "weapon": one.weapon, "target": one.target}
        return event("hit_rolled", clause, faces=faces, **who)
    result = thrown.answer
    points = result if isinstance(result, int) else sum(f for f in faces if isinstance(f, int))
    return event(ROLLS.get(clause, "rolled"), clause, faces=faces, points=points)


def opening(before: State, action: Action, thrown: tuple[Thrown, ...], after: State) -> Events:
    """What the action itself says, before any dice."""
    match action:
        case Activate(group):
            yield event("activated", "DF-SEQ-05", group=group)
            for name in living(before, group):
                yield event("ordered", "DF-ORD-08", ship=name, order=order_of(action, name))
        case Move(ship):
            yield from _moved(before, after, ship)
        case RollAttack(ship, weapon):
            dice = after.volley.rolled_attacks[ship, weapon]
            yield event("attack_rolled", "DF-ALL-05", ship=ship, weapon=weapon, dice=dice)
        case Fire(ship, target, weapon):
            one = after.volley.allocations[-1]
            who = {"ship": ship, "weapon": weapon, "target": target}
            yield event("dice_allocated", "DF-ALL-02", dice=str(one.dice), **who)
        case Scan(ship, target):
            yield event("scanned", "DF-ORD-07", ship=ship, target=target)
        case Land(ship, place, lander):
            yield event("launched", "DF-GRD-06", ship=ship, kind=lander, place=place)
        case Assault(target):
            yield event("assaulted", "DF-PD-03", target=target)
        case Settle(question):
            face = int(thrown[0].answer) if thrown else 0
            way = "first" if face <= 3 else "second"
            yield event("settled", "DF-DIC-07", question=question, face=face, way=way)
        case RoundUp():
            yield event("roundup", "DF-SEQ-05", turn=before.turn)
        case _:
            return


def _moved(before: State, after: State, name: str) -> Events:
    old, new = before.ships[name], after.ships[name]
    yield event(
        "moved",
        "DF-SEQ-06",
        ship=name,
        to=f"{new.pos[0]:.6g}, {new.pos[1]:.6g}",
        facing=new.facing,
        turned=old.facing != new.facing,
    )
