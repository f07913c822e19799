"""Procedures whose answer is the next state: what actions do once they are allowed.

Knows the state after; which actions are allowed is in `begin`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Ask, Choose, Done, Procedure, Total
from defilade.systems.wh40k.measuring import stray
from defilade.systems.wh40k.morale import ONE_DIE, TWO_DICE, Hazards, Leadership, Mortal
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.salvo import Salvo, losses
from defilade.systems.wh40k.squad import Squad
from defilade.systems.wh40k.state import State
from defilade.systems.wh40k.terms import MoveType, Phase
from defilade.systems.wh40k.turns import next_phase
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A change that nothing is rolled for."""

    state: State

    def ask(self) -> Total:
        """Nothing."""
        return Total("WH-RND-01", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[State]:
        """The state."""
        return Done(self.state)


@dataclass(frozen=True, slots=True)
class Advancing:
    """The die of an advance (WH-MV-03)."""

    state: State
    unit: str

    def ask(self) -> Total:
        """One die."""
        return Total("WH-MV-03", ONE_DIE, about=self.unit)

    def take(self, rolled: int) -> Done[State]:
        """It is added to the move that follows."""
        unit = replace(self.state.units[self.unit], rolled_move=rolled)
        return Done(self.state.put_unit(unit))


@dataclass(frozen=True, slots=True)
class Charging:
    """The dice of a charge (WH-MV-07)."""

    state: State
    unit: str
    targets: tuple[str, ...]

    def ask(self) -> Total:
        """Two dice."""
        return Total("WH-MV-07", TWO_DICE, about=self.unit)

    def take(self, rolled: int) -> Done[State]:
        """They are the farthest its models may move."""
        unit = replace(self.state.units[self.unit], charge_roll=rolled, charge_targets=self.targets)
        return Done(self.state.put_unit(unit))


@dataclass(frozen=True, slots=True)
class Shooting:
    """Attacks rolled, losses taken, then hazards of the weapons (WH-WPN-13)."""

    state: State
    unit: str
    target: str
    salvo: Salvo
    hazards: int = 0
    hurts: int = 1

    def ask(self) -> Procedure:
        """The attacks."""
        return self.salvo

    def take(self, left: Squad) -> Procedure | Done[State]:
        """The losses; then hazard rolls (WH-MW-02)."""
        state = losses(self.state, self.target, left)
        if not self.hazards or not state.alive(self.unit):
            return Done(state)
        from defilade.systems.wh40k.shooting import squad_of

        own = squad_of(state, self.unit)
        return Losing(state, self.unit, Hazards(self.hazards, self.hurts, own))


@dataclass(frozen=True, slots=True)
class Losing:
    """A unit suffers mortal wounds of some procedure."""

    state: State
    unit: str
    wounds: Hazards | Mortal

    def ask(self) -> Ask:
        """The wounds."""
        return self.wounds

    def take(self, left: Squad) -> Done[State]:
        """The losses."""
        return Done(losses(self.state, self.unit, left))


@dataclass(frozen=True, slots=True)
class Escaping:
    """A desperate escape: hazards for each model, then battle-shock (WH-MV-04)."""

    state: State
    unit: str
    hazards: Hazards

    def ask(self) -> Ask:
        """The hazard rolls."""
        return self.hazards

    def take(self, left: Squad) -> Procedure | Done[State]:
        """Battle-shock where it is not shocked already."""
        state = losses(self.state, self.unit, left)
        return shocked(state, self.unit)


def shocked(state: State, unit: str) -> Procedure | Done[State]:
    """A battle-shock roll of a unit that is not shocked yet."""
    from defilade.systems.wh40k.morale import leadership

    if state.units[unit].battle_shocked or not state.alive(unit):
        return Done(state)
    return Shocking(state, unit, Leadership(leadership(state, unit)))


@dataclass(frozen=True, slots=True)
class Shocking:
    """A battle-shock roll: passing ends it, failing begins it (WH-MOR-01)."""

    state: State
    unit: str
    roll: Leadership

    def ask(self) -> Procedure:
        """The roll."""
        return self.roll

    def take(self, passed: bool) -> Done[State]:
        """Shocked or not, and tested this turn."""
        unit = replace(self.state.units[self.unit], battle_shocked=not passed)
        state = replace(self.state, tested=self.state.tested | {self.unit})
        return Done(state.put_unit(unit))


@dataclass(frozen=True, slots=True)
class Striding:
    """A super-heavy walker's move: on a 1 it is battle-shocked (WH-TMV-11)."""

    state: State
    unit: str

    def ask(self) -> Total:
        """One die."""
        return Total("WH-TMV-11", ONE_DIE, about=self.unit)

    def take(self, rolled: int) -> Done[State]:
        """Shocked on a 1."""
        if rolled > 1:
            return Done(self.state)
        return Done(self.state.put_unit(replace(self.state.units[self.unit], battle_shocked=True)))


@dataclass(frozen=True, slots=True)
class Cohering:
    """The end of a turn: units out of coherency lose models until they cohere (WH-COH-02)."""

    state: State
    rules: HouseRules

    def _broken(self) -> str | None:
        for name in self.state.units:
            models = self.state.alive(name)
            if len(models) > 1 and stray(models) is not None:
                return name
        return None

    def ask(self) -> Ask:
        """Which model the owner takes off, while a unit is broken."""
        name = self._broken()
        if name is None:
            return Total("WH-COH-02", DiceExpr.fixed(0))
        unit = self.state.units[name]
        models = tuple(model.id for model in self.state.alive(name))
        return Choose("WH-COH-02", unit.side, "coherency", models)

    def take(self, lost: str | int) -> Procedure | Done[State]:
        """Without it; then the next turn begins."""
        if not isinstance(lost, str):
            return Done(next_phase(self.state, self.rules))
        model = replace(self.state.models[lost], wounds=0)
        return replace(self, state=self.state.put_model(model))


def phase_ended(state: State, rules: HouseRules) -> Procedure:
    """The end of a phase; of the last one, the end of the turn."""
    if state.phase is Phase.FIGHT:
        return Cohering(state, rules)
    return AtOnce(next_phase(state, rules))


def moved(state: State, unit: str, kind: MoveType, far: float) -> State:
    """The state after a unit's move is written down (WH-WPN-04)."""
    done = replace(
        state.units[unit],
        moved=kind,
        moved_inches=far,
        charge_roll=None,
        charge_targets=(),
        rolled_move=None,
    )
    return state.put_unit(done)
