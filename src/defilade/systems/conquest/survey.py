"""What a Regiment can do and suffer now: its attacks, the features it might take, its enemies'.

Knows how to lay rulings and odds side by side; nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.game import Rejection
from defilade.ruling import Entry, Firing, Permission
from defilade.systems.conquest.actions import Action, Charge, Clash, Volley
from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.prospect import OF_A_VICTIM, prospect
from defilade.systems.conquest.rulings import WAYS, rule, supposed
from defilade.systems.conquest.state import State
from defilade.systems.protocol import Prospect, View


def survey(piece: str, state: State, rules: HouseRules) -> tuple[View, ...]:
    """Attacks that may be made with their odds, features to Occupy, attacks of enemies that may
    be made on it, then what may not. Raises `KeyError` for a name that is no Regiment."""
    regiment = state.regiments[piece]
    enemies = state.enemies(regiment.player)
    mine = [_attack(state, rules, piece, e.id, way) for e in enemies for way in WAYS]
    doors = [
        View(rule(Entry(piece, t.id), state, rules))
        for t in state.terrain.values()
        if t.is_garrison
    ]
    theirs = [_attack(state, rules, e.id, piece, way) for e in enemies for way in WAYS]
    views = [*mine, *doors]
    allowed = [v for v in views if v.ruling.verdict is Permission.ALLOWED]
    threats = [v for v in theirs if v.ruling.verdict is Permission.ALLOWED]
    refused = [v for v in views if v.ruling.verdict is not Permission.ALLOWED]
    return (*allowed, *threats, *refused)


def _attack(state: State, rules: HouseRules, by: str, at: str, way: str) -> View:
    ruling = rule(Firing(by, at, way), state, rules)
    if ruling.verdict is not Permission.ALLOWED:
        return View(ruling)
    actions: dict[str, Action] = {
        "volley": Volley(by, at),
        "charge": Charge(by, at),
        "clash": Clash(by),
    }
    found = prospect(supposed(state, by), rules, actions[way])
    return View(ruling, None if isinstance(found, Rejection) else _upon(found, at))


def _upon(found: Prospect, at: str) -> Prospect:
    """A prospect with the measures of one enemy alone, where a Clash is with several."""
    names = {f"{measured}_{at}" for measured in OF_A_VICTIM}
    mine = tuple(measure for measure in found.measures if measure.name in names)
    return replace(found, measures=mine) if mine else found
