"""A rule system small enough to read at a glance: two sides, one pool of blows.

`strike N` throws N dice, a 4+ takes a point off the other side, and the striker may then
choose to spare one of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from defilade.dice import Choose, Done, Procedure, Roll, Thrown
from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.table import Table


@dataclass(frozen=True)
class Standing:
    """Points left."""

    points: int


@dataclass(frozen=True)
class Strike:
    blows: int


@dataclass(frozen=True)
class Blows:
    standing: Standing
    blows: int

    def ask(self) -> Roll:
        return Roll("DU-1", self.blows, (4,))

    def take(self, counts: tuple[int, int]) -> Mercy:
        return Mercy(self.standing, counts[1])


@dataclass(frozen=True)
class Mercy:
    standing: Standing
    hits: int

    def ask(self) -> Choose:
        options = (0, 1) if self.hits else (0,)
        return Choose("DU-2", "striker", "mercy", options)

    def take(self, spared: int) -> Done[Standing]:
        return Done(Standing(max(0, self.standing.points - self.hits + spared)))


class Duel:
    name = "duel"
    version = "1"

    def read_action(self, text: str, table: Table[Any]) -> Strike | NotUnderstood | Ambiguous:
        if text == "strike":
            return Ambiguous(text, ("strike 1", "strike 2"))
        found = re.fullmatch(r"strike (\d+)", text)
        return Strike(int(found[1])) if found else NotUnderstood(text, 0, ("strike N",))

    def write_action(self, action: Strike) -> str:
        return f"strike {action.blows}"

    def begin(self, table: Table[Any], action: Strike) -> Procedure | Rejection:
        if table.state.points == 0:
            reason = Reason("DU-0", "over", weight=Weight.AGAINST)
            return Rejection(self.write_action(action), (reason,))
        return Blows(table.state, action.blows)

    def narrate(
        self, before: Table[Any], action: Strike, thrown: tuple[Thrown, ...], after: Table[Any]
    ) -> tuple[Event, ...]:
        lost = before.state.points - after.state.points
        return (Event("struck", "DU-1", Record(dice=len(thrown[0].faces), lost=lost)),)


RULES = Duel()
START: Table[Standing] = Table("duel", Standing(5), None)
