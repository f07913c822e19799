"""The Close Quarters chapter: whose Damage it is, and who must hold his nerve afterwards.

Knows squads inside Garrisons; the dice of the weapons themselves are those of `steps`.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.dice import Choose
from defilade.systems.dropzone.destruction import lose
from defilade.systems.dropzone.play import After
from defilade.systems.dropzone.state import InGarrison, State, Unit, members
from defilade.systems.dropzone.terms import UnitType
from defilade.table import Table


@dataclass(frozen=True, slots=True)
class AllocateClose:
    """Damage goes point by point to the most damaged unit left, its owner choosing among
    equals, and on to the next when one dies (DZ-CQ-02)."""

    squad: str
    points: int
    by: str

    def candidates(self, table: Table[State]) -> tuple[Unit, ...]:
        """The units among which the next point may fall."""
        units = members(table.state, self.squad)
        worst = max((unit.dp_lost for unit in units), default=0)
        return tuple(unit for unit in units if unit.dp_lost == worst)

    def ask(self, table: Table[State]) -> Choose | None:
        """Which of equally damaged units, where it makes a difference."""
        units = self.candidates(table)
        if len(units) < 2:
            return None
        side = table.state.squads[self.squad].side
        return Choose("DZ-CQ-02", side, "close_damage", tuple(unit.id for unit in units))

    def take(self, table: Table[State], name: str | None) -> After:
        """That unit takes points until it dies or they are spent."""
        units = self.candidates(table)
        if not units:
            return table.state, ()  # the squad is destroyed: the rest is lost (DZ-DMG-05)
        unit = units[0] if name is None else table.state.units[name]
        taken = min(self.points, unit.dp_left)
        state, follow = lose(table, unit.id, taken, by=self.by)
        left = self.points - taken
        rest = (AllocateClose(self.squad, left, self.by),) if left else ()
        return state, (*rest, *follow)


def dp_of(state: State, squad: str) -> int:
    """Damage Points a squad has left, all together."""
    return sum(unit.dp_left for unit in members(state, squad))


def must_test(state: State, squad: str) -> bool:
    """Whether an Infantry squad takes a Fortitude Test after Close Quarters: it took Damage
    and is under half of its original DP, dead units included (DZ-CQ-05)."""
    brought = state.squads[squad]
    units = members(state, squad)
    infantry = any(
        unit.type is UnitType.INFANTRY and isinstance(unit.where, InGarrison) for unit in units
    )
    under_half = 2 * dp_of(state, squad) < brought.starting_total_dp
    return infantry and brought.cq_damage > 0 and under_half
