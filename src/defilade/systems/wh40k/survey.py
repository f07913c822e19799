"""What a model's unit can do and suffer now: its shots with odds, whom it sees, who sees it.

Knows how to lay rulings and odds side by side; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.record import Record
from defilade.ruling import Cover, Firing, Movement, Permission, Sight
from defilade.systems.protocol import Prospect, View
from defilade.systems.wh40k.actions import Shoot
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.prospect import prospect
from defilade.systems.wh40k.rulings import rule, unit_of
from defilade.systems.wh40k.state import State


def survey(piece: str, state: State, rules: HouseRules) -> tuple[View, ...]:
    """Shots that may be made, then sight and cover both ways, the ground the unit can move to, and
    shots that may not be made.

    Raises `KeyError` for a name that is no model and no unit.
    """
    unit = unit_of(state, piece)
    allowed, others = _all_shots(state, rules, unit)
    moves = [Movement(unit, (), Record(reach=True))] if state.alive(unit) else []
    ground = [View(rule(question, state, rules)) for question in moves]
    return (*allowed, *_seen(state, rules, unit), *ground, *others)


def brief(piece: str, state: State, rules: HouseRules) -> tuple[View, ...]:
    """The survey without the ground that the unit can move to; raises as `survey` does."""
    unit = unit_of(state, piece)
    allowed, others = _all_shots(state, rules, unit)
    return (*allowed, *_seen(state, rules, unit), *others)


def _seen(state: State, rules: HouseRules, unit: str) -> tuple[View, ...]:
    """Sight and cover both ways."""
    return tuple(
        View(rule(question, state, rules))
        for enemy in state.enemies_of(state.units[unit].side)
        for question in (Sight(unit, enemy), Sight(enemy, unit), Cover(enemy, unit))
    )


def _all_shots(
    state: State, rules: HouseRules, unit: str
) -> tuple[tuple[View, ...], tuple[View, ...]]:
    """Shots at all enemies: those that may be made, and the others."""
    side = state.units[unit].side
    enemies = state.enemies_of(side)
    shots = [view for enemy in enemies for view in _shots(state, rules, unit, enemy)]
    allowed = tuple(view for view in shots if view.ruling.verdict is Permission.ALLOWED)
    others = tuple(view for view in shots if view.ruling.verdict is not Permission.ALLOWED)
    return allowed, others


def _shots(state: State, rules: HouseRules, unit: str, enemy: str) -> Iterator[View]:
    for name in weapons_of(state, unit):
        ruling = rule(Firing(unit, enemy, name), state, rules)
        if ruling.verdict is not Permission.ALLOWED:
            yield View(ruling)
            continue
        found = prospect(state, rules, Shoot(unit, enemy, name))
        yield View(ruling, found if isinstance(found, Prospect) else None)


def weapons_of(state: State, unit: str) -> tuple[str, ...]:
    """Ranged weapons that models of a unit carry."""
    return tuple(
        dict.fromkeys(
            name
            for model in state.alive(unit)
            for name in model.weapons
            if model.profile.weapons[name].range is not None
        )
    )
