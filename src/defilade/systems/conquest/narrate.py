"""What happened, derived from a state, an action, the dice, and the state after.

Knows the order of the rulebook's steps; events are codes with params, the words are made in
`wording`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.dice import Choose, Thrown
from defilade.game import Event
from defilade.geometry.plane import bearing_to_angle
from defilade.record import Datum, Record
from defilade.systems.conquest.actions import (
    Action,
    Activate,
    Charge,
    Clash,
    End,
    Inspire,
    Leave,
    March,
    NextTurn,
    Rally,
    Reform,
    Suffer,
    TakeAim,
    Volley,
    Withdraw,
)
from defilade.systems.conquest.state import Regiment, State

Events = Iterator[Event]

ROLLS = {
    "CQ-CLA-13": "struck",
    "CQ-IMP-02": "struck",
    "CQ-VOL-13": "shot",
    "CQ-CLA-14": "saved",
    "CQ-MOR-01": "tested",
    "CQ-CHG-04": "charge_rolled",
    "CQ-WIT-05": "withdraw_rolled",
    "CQ-WIT-06": "fighting_wounds",
    "CQ-RAL-01": "rally_rolled",
    "CQ-REF-02": "reform_rolled",
}
"""Events by the clause of the dice."""


def event(code: str, clause: str, **params: Datum) -> Event:
    """One event."""
    return Event(code, clause, Record(**params))


def narrate(
    before: State, action: Action, thrown: tuple[Thrown, ...], after: State
) -> tuple[Event, ...]:
    """Everything that happened, in the order of the rules."""
    return (
        *opening(before, action, after),
        *(rolled(one) for one in thrown),
        *changes(before, after),
        *arrivals(before, after),
    )


def rolled(thrown: Thrown) -> Event:
    """Dice that fell, or a choice that was made."""
    clause = thrown.question.clause
    if isinstance(thrown.question, Choose):
        return event("chosen", clause, choice=str(thrown.answer))
    faces: tuple[Datum, ...] = tuple(thrown.faces)
    answer = thrown.answer
    number = answer if isinstance(answer, int) else answer[0]
    failed = 0 if isinstance(answer, int) else answer[1]
    about = thrown.question.about
    told: dict[str, Datum] = {"about": about, "faces": faces, "number": number, "failed": failed}
    return event(ROLLS.get(clause, "rolled"), clause, **told)


def opening(before: State, action: Action, after: State) -> Events:  # noqa: PLR0912 - one a kind
    """What the action itself says, before any dice."""
    match action:
        case Activate(name):
            yield event("activated", "CQ-TUR-01", regiment=name)
        case March(name, occupy=place):
            yield event("marched", "CQ-MAR-01", regiment=name)
            if place is not None and after.regiments[name].location is None:
                yield event("halted", "CQ-OCC-09", regiment=name, place=place)
        case Leave(name):
            yield event("leaving", "CQ-LEA-01", regiment=name)
        case Charge(name, target):
            yield event("charging", "CQ-CHG-04", regiment=name, target=target)
        case Clash(name):
            yield event("clashing", "CQ-CLA-05", regiment=name)
        case Volley(name, target):
            yield event("volleying", "CQ-VOL-01", regiment=name, target=target)
        case Withdraw(name):
            yield event("withdrawing", "CQ-WIT-05", regiment=name)
        case Reform(name):
            yield event("reforming", "CQ-REF-01", regiment=name)
        case TakeAim(name):
            yield event("aimed", "CQ-AIM-01", regiment=name)
        case Inspire(name):
            yield event("inspired", "CQ-INS-01", regiment=name)
        case Rally(name):
            yield event("rallying", "CQ-RAL-01", regiment=name)
        case Suffer(name, wounds, cause):
            said: dict[str, Datum] = {"regiment": name, "wounds": wounds, "cause": cause.value}
            yield event("suffering", "CQ-MOR-03", **said)
        case End():
            yield event("ended", "CQ-TUR-01", regiment=before.active)
        case NextTurn():
            yield event("turn_began", "CQ-TUR-01", turn=after.turn)


def changes(before: State, after: State) -> Events:
    """Casualties, Broken, destroyed, Rallied, Regiment by Regiment."""
    for name, old in before.regiments.items():
        new = after.regiments[name]
        if old.destroyed:
            continue
        if new.destroyed:
            clause = "CQ-BRK-03" if old.broken else "CQ-WND-02"
            yield event("destroyed", clause, regiment=name)
            continue
        yield from _lost(name, old, new)
        if new.broken and not old.broken:
            lost = 2 * (old.at_turn_start - new.stands) >= old.at_turn_start
            yield event("broken", "CQ-BRK-01" if lost else "CQ-LEA-06", regiment=name)
        if old.broken and not new.broken:
            yield event("rallied", "CQ-RAL-01", regiment=name)


def _lost(name: str, old: Regiment, new: Regiment) -> Events:
    models = sum(old.models) - sum(new.models)
    stands = old.stands - new.stands
    if models:
        left = sum(new.models)
        told: dict[str, Datum] = {
            "regiment": name,
            "models": models,
            "stands": stands,
            "left": left,
        }
        yield event("casualties", "CQ-WND-02", **told)
    if new.wounded != old.wounded:
        yield event("markers", "CQ-WND-02", regiment=name, markers=new.wounded)


def arrivals(before: State, after: State) -> Events:
    """Where Regiments stand now, who is inside of what, and who may Reform."""
    for name, old in before.regiments.items():
        new = after.regiments[name]
        if new.location is not None and new.location != old.location:
            yield event("occupied", "CQ-OCC-06", regiment=name, place=new.location)
        elif old.location is not None and new.formation is not None:
            yield event("left", "CQ-LEA-09", regiment=name, place=old.location, **_at(new))
        elif new.formation is not None and _moved(old, new):
            yield event("stands", "CQ-REG-02", regiment=name, **_at(new))
    for name in after.free_reforms:
        if name not in before.free_reforms:
            yield event("may_reform", "CQ-WIP-06", regiment=name)


def _moved(old: Regiment, new: Regiment) -> bool:
    a, b = old.formation, new.formation
    if a is None or b is None:
        return False
    return (a.front, a.facing, a.files) != (b.front, b.facing, b.files)


def _at(regiment: Regiment) -> dict[str, Datum]:
    formation = regiment.formation
    assert formation is not None  # seen to by the callers
    x, y = formation.front
    facing = bearing_to_angle(formation.facing)
    return {"at": f"{x:.2f}, {y:.2f}", "facing": round(facing, 2), "files": formation.files}
