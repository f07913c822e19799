"""The Fortitude chapter: who tests, what failing costs, and where a squad runs to.

Knows tests and flight; why a test is taken is elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from defilade.dice import Choose, Total
from defilade.geometry.gaps import gap_between
from defilade.systems.dropzone.collateral import Allocate
from defilade.systems.dropzone.destruction import Perish, PlaceOut
from defilade.systems.dropzone.measuring import chained, plan, spot, within
from defilade.systems.dropzone.objectives import Drop
from defilade.systems.dropzone.options import AutofailLoss, Unplaced
from defilade.systems.dropzone.placing import REACH, Arrangement, arrangements, put
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.room import fits, room_left
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    OnTable,
    Piece,
    Point,
    State,
    change_squad,
    linked_to,
    members,
    occupants,
    rules_of,
)
from defilade.table import Table
from defilade.values import DiceExpr, Need


class Nerve(StrEnum):
    """What a squad does when a Fortitude Test is due (DZ-FOR-04)."""

    ROLL = "roll"
    FAIL = "fail"


def pass_chance(fortitude: Need) -> Fraction:
    """The probability to pass (DZ-FOR-02); a natural 1 fails.

    >>> pass_chance(Need(4))
    Fraction(1, 2)
    """
    return Fraction(max(0, 7 - max(2, fortitude.value)), 6)


def loss_chances(fortitude: Need) -> dict[int, Fraction]:
    """DP lost by a squad that wants to leave: the amount the die failed by (DZ-GEX-06)."""
    found: dict[int, Fraction] = {}
    for face in range(1, 7):
        loss = max(0, fortitude.value - face)
        found[loss] = found.get(loss, Fraction(0)) + Fraction(1, 6)
    return dict(sorted(found.items()))


def fortitude_of(state: State, squad: str) -> Need:
    """The Fortitude of a squad; 6+ where its sheet says nothing."""
    found = (unit.stats.fortitude for unit in members(state, squad))
    return next((need for need in found if need is not None), Need(6))


@dataclass(frozen=True, slots=True)
class Test:
    """A Fortitude Test: roll, or choose to fail (DZ-FOR-01, DZ-FOR-04).

    `passed` and `failed` are what follows; `costs` says whether failing costs DP, as for a
    squad that wants to leave (DZ-GEX-06).
    """

    squad: str
    passed: tuple[Task, ...]
    failed: tuple[Task, ...]
    costs: bool = False

    def ask(self, table: Table[State]) -> Choose:
        """Roll, or fail at once."""
        side = table.state.squads[self.squad].side
        return Choose("DZ-FOR-04", side, "fortitude", tuple(Nerve))

    def take(self, table: Table[State], nerve: Nerve) -> After:
        """On to the die, or to failing."""
        if nerve is Nerve.ROLL:
            return table.state, (TestDie(self),)
        none = rules_of(table).fortitude_autofail_loss is AutofailLoss.NONE
        return table.state, self.failing(table, 0 if none else _amount(table, self.squad, 1))

    def failing(self, table: Table[State], loss: int) -> tuple[Task, ...]:
        """What a failed test leads to: loss of DP where it costs any, then flight."""
        cost = (Loss(self.squad, loss),) if self.costs and loss else ()
        return (*cost, *self.failed)


def _amount(table: Table[State], squad: str, die: int) -> int:
    return max(0, fortitude_of(table.state, squad).value - die)


@dataclass(frozen=True, slots=True)
class TestDie:
    """The die of a Fortitude Test (DZ-FOR-01)."""

    test: Test

    def ask(self, _table: Table[State]) -> Total:
        """One die."""
        return Total("DZ-FOR-01", DiceExpr(1, 6), about=self.test.squad)

    def succeeds(self, table: Table[State], die: int) -> bool:
        """Its number or more; a natural 1 fails (DZ-MEA-05)."""
        return die > 1 and die >= fortitude_of(table.state, self.test.squad).value

    def take(self, table: Table[State], die: int) -> After:
        """Passed or failed."""
        if self.succeeds(table, die):
            return table.state, self.test.passed
        loss = _amount(table, self.test.squad, die)
        return table.state, self.test.failing(table, loss)


@dataclass(frozen=True, slots=True)
class Loss:
    """A squad that failed to leave loses DP, allocated by the opponent with the most squads
    inside; no Countermeasures (DZ-GEX-07)."""

    squad: str
    points: int

    def opponents(self, table: Table[State]) -> tuple[str, ...]:
        """The opponents with most squads in the Garrison; several in a tie."""
        counted = squads_by_side(table.state, home_of(table.state, self.squad) or "")
        side = table.state.squads[self.squad].side
        others = {name: count for name, count in counted.items() if name != side}
        most = max(others.values(), default=0)
        return tuple(name for name, count in others.items() if count == most)

    def ask(self, table: Table[State]) -> Choose | None:
        """In a tie, the leaver picks which opponent."""
        ties = self.opponents(table)
        side = table.state.squads[self.squad].side
        return Choose("DZ-GEX-07", side, "opponent", ties) if len(ties) > 1 else None

    def take(self, table: Table[State], opponent: str | None) -> After:
        """That opponent allocates."""
        ties = self.opponents(table)
        player = opponent or (ties[0] if ties else table.state.squads[self.squad].side)
        return table.state, (Allocate(self.squad, self.points, player, "DZ-GEX-07"),)


def home_of(state: State, squad: str) -> str | None:
    """The Garrison a squad is in, if it is in one."""
    for unit in members(state, squad):
        if isinstance(unit.where, InGarrison):
            return unit.where.garrison
    return None


def squads_by_side(state: State, garrison: str) -> dict[str, int]:
    """How many squads each side has in a Garrison (DZ-GEX-05)."""
    pairs = dict.fromkeys((u.side, u.squad) for u in occupants(state, garrison))
    found: dict[str, int] = {}
    for side, _ in pairs:
        found[side] = found.get(side, 0) + 1
    return found


def outnumbered(state: State, squad: str, garrison: str) -> bool:
    """Whether the Garrison holds more enemy squads than friendly ones, the squad itself
    included; squads count, not units (DZ-GEX-05)."""
    counted = squads_by_side(state, garrison)
    friends = counted.get(state.squads[squad].side, 0)
    return sum(counted.values()) - friends > friends


@dataclass(frozen=True, slots=True)
class Linked:
    """Fleeing to a linked Garrison, to its centre."""

    garrison: str

    def __str__(self) -> str:
        return f"to {self.garrison}"


@dataclass(frozen=True, slots=True)
class Into:
    """Fleeing straight into a Transport."""

    transport: str

    def __str__(self) -> str:
        return f"into {self.transport}"


Flight: TypeAlias = Arrangement | Linked | Into


@dataclass(frozen=True, slots=True)
class RunAway:
    """A squad that failed abandons the Garrison or goes to a linked one; it drops its
    Objectives, and may embark if it can (DZ-FOR-03, DZ-GEX-04). `wish` are the places it
    meant to leave to, taken where they still serve."""

    squad: str
    wish: tuple[tuple[str, Point], ...] = ()

    def ask(self, table: Table[State]) -> Choose | None:
        """Where to, where there is a choice."""
        if self._wished(table) or home_of(table.state, self.squad) is None:
            return None
        ways = flights(table, self.squad)
        side = table.state.squads[self.squad].side
        return Choose("DZ-FOR-03", side, "flight", ways) if ways else None

    def _wished(self, table: Table[State]) -> tuple[tuple[str, Point], ...]:
        alive = {unit.id: unit for unit in members(table.state, self.squad)}
        meant = tuple((name, at) for name, at in self.wish if name in alive)
        placed = [(alive[name], at) for name, at in meant]
        return meant if chained(placed, rules_of(table)) else ()

    def take(self, table: Table[State], way: Flight | None) -> After:
        """Drop, then go."""
        home = home_of(table.state, self.squad)
        if home is None:
            return table.state, ()
        drop = Drop(self.squad, InGarrison(home))
        wished = self._wished(table)
        if wished:
            return table.state, (drop, Went(self.squad, Arrangement("as meant", wished)))
        if way is None:
            outline = table.state.pieces[home].outline
            return table.state, (drop, PlaceOut(self.squad, outline, "DZ-GEX-02"))
        return table.state, (drop, Went(self.squad, way))


def flights(table: Table[State], squad: str) -> tuple[Flight, ...]:
    """Where a squad can run to: around the Garrison, into a linked one, into a Transport."""
    state = table.state
    home = home_of(state, squad)
    if home is None:
        return ()
    units = members(state, squad)
    piece = state.pieces[home]
    around = arrangements(table, units, piece.outline)
    whole = tuple(way for way in around if len(way.spots) == len(units))
    if not whole and rules_of(table).garrison_unplaced is Unplaced.NEAREST:
        around = ()
    free = tuple(
        Linked(g) for g in linked_to(state, home) if room_left(table, g, squad) >= len(units)
    )
    return (*(whole or around), *free, *_transports(table, squad, piece))


def _transports(table: Table[State], squad: str, home: Piece) -> tuple[Into, ...]:
    """Transports near enough to embark into straight from the Garrison."""
    rules, state = rules_of(table), table.state
    return tuple(
        Into(carrier.id)
        for carrier in state.units.values()
        if isinstance(carrier.where, OnTable)
        and not fits(table, squad, carrier)
        and within(gap_between(spot(state, carrier), plan(home)).distance, 2 * REACH, rules)
    )


@dataclass(frozen=True, slots=True)
class Went:
    """A squad has gone where it fled to; who found no room is destroyed (DZ-GEX-02)."""

    squad: str
    way: Flight

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Put its units there."""
        state = table.state
        units = members(state, self.squad)
        match self.way:
            case Arrangement(_, spots):
                left = [u.id for u in units if u.id not in dict(spots)]
                alive = tuple((name, at) for name, at in spots if name in {u.id for u in units})
                return put(state, alive), tuple(Perish(name) for name in left)
            case Linked(garrison):
                for unit in units:
                    state = state.with_unit(replace(unit, where=InGarrison(garrison)))
                return state, ()
            case Into(transport):
                for unit in units:
                    state = state.with_unit(replace(unit, where=Aboard(transport)))
                return change_squad(state, self.squad, embarked_round=True), ()
