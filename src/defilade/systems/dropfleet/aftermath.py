"""After the damage: crippling rolls and wrecks, and what wrecks do to others in turn.

Knows the order of a chain (DF-CAT-05): one ship after another, nearest to the wreck first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure
from defilade.frozen import FrozenMap
from defilade.systems.dropfleet.catastrophe import CatastropheScore, Exploded
from defilade.systems.dropfleet.condition import (
    catastrophe_due,
    crippling_rolls_due,
    is_dreadnought,
)
from defilade.systems.dropfleet.crippling import Crippled, CripplingArea, counted
from defilade.systems.dropfleet.dreadnoughts import DreadnoughtScore, Perished
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import State


@dataclass(frozen=True, slots=True)
class Aftermath:
    """Rolls due by the first ship of `queue`; answers the state once nothing is due.

    Build it with `settled`.
    """

    state: State
    rules: HouseRules
    queue: tuple[str, ...]

    def ask(self) -> Procedure:
        """Crippling first, for a ship that still has hull; then the wreck (DF-SEQ-02)."""
        ship = self.state.ships[self.queue[0]]
        if crippling_rolls_due(ship):
            return CripplingArea(ship)
        if is_dreadnought(ship):
            return DreadnoughtScore(self.state, self.rules, ship.id)
        return CatastropheScore(self.state, ship.id)

    def take(self, result: Crippled | Exploded | Perished) -> Procedure | Done[State]:
        """The next roll due: of the same ship, of those a wreck has hit, or of the others."""
        if isinstance(result, Crippled):
            # marked by the hull before the roll: its extra damage may pass a further threshold
            marked = counted(self.state.ships[self.queue[0]])
            ship = replace(
                result.ship,
                crippling_made=marked.crippling_made,
                crippling_owed=marked.crippling_owed,
            )
            return settled(self.state.put_ship(ship), self.rules, self.queue)
        return settled(result.state, self.rules, (*result.affected, *self.queue[1:]))


def settled(state: State, rules: HouseRules, queue: tuple[str, ...]) -> Procedure | Done[State]:
    """Every roll due by the ships of `queue`, chain reactions and all."""
    while queue:
        ship = state.ships[queue[0]]
        if crippling_rolls_due(ship) or catastrophe_due(ship):
            return Aftermath(cleared(state), rules, queue)
        queue = queue[1:]
    return Done(cleared(state))


def cleared(state: State) -> State:
    """The state without what went down with ships: launch assets on them (DF-CAT-06), and
    all tokens aboard lost stations (DF-STA-01)."""
    lost = {name for name, ship in state.ships.items() if ship.destroyed}
    if not lost:
        return state
    tokens = {name: token for name, token in state.tokens.items() if token.on not in lost}
    emptied = {
        name: replace(ship, assets=FrozenMap()) if name in lost and ship.assets else ship
        for name, ship in state.ships.items()
    }
    return replace(state, tokens=FrozenMap(tokens), ships=FrozenMap(emptied))
