"""Everything a chosen unit or piece can do or suffer now, the most useful first.

Knows which questions to put; the answers and the odds are the chapters'.
"""

from __future__ import annotations

from defilade.dice import BudgetSpent, odds
from defilade.ruling import Entry, Firing, Movement, Permission, Ruling
from defilade.systems.dropzone.answering import answer
from defilade.systems.dropzone.blocking import centre
from defilade.systems.dropzone.firing import volleys
from defilade.systems.dropzone.measuring import in_play, middle
from defilade.systems.dropzone.prospect import POLICIES, fire_odds
from defilade.systems.dropzone.shooting import Aim, judged
from defilade.systems.dropzone.state import OnTable, Piece, State, Unit
from defilade.systems.dropzone.terms import Rule, UnitType
from defilade.systems.protocol import Prospect, View
from defilade.table import Table

MOST = 12
"""Targets, threats and places looked at, nearest first."""


def surveyed(name: str, table: Table[State]) -> tuple[View, ...]:
    """What a unit can shoot, where it can go and what can shoot it; of a piece, what can
    shoot it. Shots come in the order of the Damage to be expected. Raises `KeyError` for a name
    that is neither's."""
    state = table.state
    unit = state.units.get(name)
    if unit is None:
        return tuple(_threats(table, state.pieces[name]))
    if not in_play(unit):
        return ()
    views = _shots(table, unit)
    if isinstance(unit.where, OnTable):
        views.append(View(answer(Movement(unit.id), table)))
    views += _entries(table, unit)
    return (*views, *_threats(table, unit))


def _shots(table: Table[State], unit: Unit) -> list[View]:
    """Shots of a unit at each target, those that may be made first and the best foremost."""
    found: list[tuple[float, View]] = []
    for target in _targets(table, unit):
        for weapon in unit.stats.weapons:
            ruling = answer(Firing(unit.id, target, weapon.name), table)
            prospect = _odds(table, ruling)
            found.append((_worth(prospect), View(ruling, prospect)))
    found.sort(key=lambda pair: -pair[0])
    return [view for _, view in found]


def _odds(table: Table[State], ruling: Ruling) -> Prospect | None:
    question = ruling.question
    if ruling.verdict is not Permission.ALLOWED or not isinstance(question, Firing):
        return None
    shot = judged(table, Aim(question.by, question.weapon or "", question.at))
    return fire_odds(table, volleys(table, (shot,)))


def _worth(prospect: Prospect | None) -> float:
    """Damage to be expected; what takes too long to tell comes before what may not be."""
    if prospect is None:
        return -1.0
    try:
        row = odds(prospect.procedure, policy=POLICIES["default"])
    except BudgetSpent:
        return 0.0
    return float(row.map(lambda answer_: answer_[0]).mean())


def _targets(table: Table[State], unit: Unit) -> tuple[str, ...]:
    state = table.state
    x, y = centre(state, unit)
    near: list[tuple[float, str]] = []
    for other in state.units.values():
        if other.side != unit.side and in_play(other):
            ox, oy = centre(state, other)
            near.append((abs(ox - x) + abs(oy - y), other.id))
    for piece in state.pieces.values():
        if piece.has(Rule.DESTRUCTIBLE) and piece.dp:
            px, py = middle(piece)
            near.append((abs(px - x) + abs(py - y), piece.id))
    return tuple(name for _, name in sorted(near)[:MOST])


def _entries(table: Table[State], unit: Unit) -> list[View]:
    """Garrisons a unit's squad could go into, or why not."""
    if unit.type is not UnitType.INFANTRY:
        return []
    places = [p.id for p in table.state.pieces.values() if p.has(Rule.GARRISON)]
    found = [View(answer(Entry(unit.id, place), table)) for place in places[:MOST]]
    return sorted(found, key=lambda view: view.ruling.verdict is not Permission.ALLOWED)


def _threats(table: Table[State], target: Unit | Piece) -> list[View]:
    """Shots that enemies (for a piece, anybody) could make at it."""
    found: list[View] = []
    for other in table.state.units.values():
        friend = isinstance(target, Unit) and other.side == target.side
        if friend or not in_play(other):
            continue
        for weapon in other.stats.weapons:
            ruling = answer(Firing(other.id, target.id, weapon.name), table)
            if ruling.verdict is Permission.ALLOWED:
                found.append(View(ruling, _odds(table, ruling)))
    return found[:MOST]
