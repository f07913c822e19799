"""Actions that may be taken now: all of them, save moves and set-ups, of which there are
endlessly many.

Knows a useful selection of moves: the whole unit straight ahead, back, left and right, halfway
and as far as it may. Everything listed is accepted by `begin`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.game import Rejection
from defilade.systems.wh40k.actions import (
    Action,
    Advance,
    Charge,
    EndPhase,
    Fight,
    Move,
    Secure,
    Shock,
    Shoot,
    Stay,
    Stride,
)
from defilade.systems.wh40k.begin import begin
from defilade.systems.wh40k.measuring import engaged_units
from defilade.systems.wh40k.movement import To
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.rulings_moves import shifted
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.survey import weapons_of
from defilade.systems.wh40k.terms import MoveType, Phase

WAYS = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))


def legal(state: State, rules: HouseRules) -> tuple[Action, ...]:
    """Every action offered now, in the order of a turn."""
    return tuple(
        one for one in wishes(state, rules) if not isinstance(begin(state, rules, one), Rejection)
    )


def wishes(state: State, rules: HouseRules) -> Iterator[Action]:
    """What a player might want to do in this phase."""
    del rules
    units = [name for name, unit in state.units.items() if unit.side == state.active]
    units = [name for name in units if state.alive(name)]
    match state.phase:
        case Phase.COMMAND:
            yield from (Shock(unit) for unit in units)
        case Phase.MOVEMENT:
            for unit in units:
                yield from _moves(state, unit)
        case Phase.SHOOTING:
            for unit in units:
                for enemy in state.enemies_of(state.active):
                    yield from (Shoot(unit, enemy, name) for name in weapons_of(state, unit))
        case Phase.CHARGE:
            for unit in units:
                if state.units[unit].charge_roll is None:
                    yield from (Charge(unit, (e,)) for e in state.enemies_of(state.active))
                else:
                    yield from _straight(state, unit, float(state.units[unit].charge_roll or 0))
        case Phase.FIGHT:
            yield from _fights(state)
    yield from (Secure(name) for name, one in state.objectives.items() if one.secured_by is None)
    yield EndPhase()


def _moves(state: State, unit: str) -> Iterator[Action]:
    one = state.units[unit]
    if one.moved is not MoveType.NONE:
        return
    yield Stay(unit)
    if one.rolled_move is None:
        yield Advance(unit)
    far = min(model.profile.move for model in state.alive(unit)) + (one.rolled_move or 0)
    how = Stride.FALL_BACK if engaged_units(state, unit) else Stride.MOVE
    for share in (1.0, 0.5):
        for way in WAYS:
            yield _shift(state, unit, (way[0] * far * share, way[1] * far * share), how)


def _straight(state: State, unit: str, far: float) -> Iterator[Action]:
    for share in (1.0, 0.5):
        for way in WAYS:
            yield _shift(state, unit, (way[0] * far * share, way[1] * far * share), Stride.MOVE)


def _shift(state: State, unit: str, by: tuple[float, float], how: Stride) -> Move:
    models = state.alive(unit)
    lead = models[0]
    legs = (To((lead.at[0] + by[0], lead.at[1] + by[1])),)
    paths = tuple((model.id, _rounded(shifted(legs, lead, model))) for model in models)
    return Move(unit, paths, how)


def _rounded(legs: tuple[object, ...]) -> tuple[To, ...]:
    """Points to a hundredth of an inch, as players would write them."""
    return tuple(
        To((round(leg.point[0], 2), round(leg.point[1], 2))) for leg in legs if isinstance(leg, To)
    )


def _fights(state: State) -> Iterator[Action]:
    for unit in state.units:
        names = dict.fromkeys(
            name
            for model in state.alive(unit)
            for name in model.weapons
            if model.profile.weapons[name].range is None
        )
        for enemy in engaged_units(state, unit) if state.alive(unit) else ():
            yield from (Fight(unit, enemy, name) for name in names)
