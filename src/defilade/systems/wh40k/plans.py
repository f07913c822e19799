"""Which move a question about movement means: its kind, its dice, how it is made.

Knows the details of questions; whether such a move is allowed is for `moves` to say.
"""

from __future__ import annotations

from defilade.ruling import Movement
from defilade.systems.protocol import DetailError
from defilade.systems.wh40k.measuring import engaged_units
from defilade.systems.wh40k.moves import Plan
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import MoveType

DIE = 6


def plan_for(question: Movement, state: State) -> Plan:
    """The move a question means; without a `kind` the one the unit would make now.

    `roll` is the dice of an advance or charge; an advance reckons with a 6 where none is told.
    """
    name = question.piece
    unit = state.units[name if name in state.units else state.models[name].unit]
    told = question.detail.get("kind")
    kind = _usual(state, unit.id) if told is None else MoveType(str(told))
    rolled = {MoveType.ADVANCE: unit.rolled_move, MoveType.CHARGE: unit.charge_roll}.get(kind)
    roll = question.detail.get("roll", rolled)
    if roll is None:
        roll = {MoveType.ADVANCE: DIE, MoveType.CHARGE: 2 * DIE}.get(kind, 0)
    if isinstance(roll, bool) or not isinstance(roll, int) or not 0 <= roll <= 2 * DIE:
        raise DetailError(f"roll is a whole number up to 12, not {roll}")
    targets = question.detail.get("targets", ",".join(unit.charge_targets))
    return Plan(
        unit.id,
        kind,
        {},
        rolled=roll,
        skies=bool(question.detail.get("fly", False)),
        walker=bool(question.detail.get("stride", False)),
        targets=tuple(one.strip() for one in str(targets).split(",") if one.strip()),
        desperate=bool(question.detail.get("escape", False)),
    )


def _usual(state: State, unit: str) -> MoveType:
    one = state.units[unit]
    if one.charge_roll is not None:
        return MoveType.CHARGE
    if one.rolled_move is not None:
        return MoveType.ADVANCE
    return MoveType.FALL_BACK if engaged_units(state, unit) else MoveType.NORMAL
