"""The objectives chapter: searching, scanning, passing, dropping and claiming.

Knows where Objectives are and who carries them; never why a squad came to grief.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from defilade.dice import Done, Roll, Total
from defilade.geometry.bases import Circle
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point
from defilade.ruling import Reason
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import (
    apart,
    from_piece,
    in_coherency,
    near,
    spot,
    within,
)
from defilade.systems.dropzone.play import After
from defilade.systems.dropzone.reasons import no
from defilade.systems.dropzone.state import (
    Aboard,
    InGarrison,
    Objective,
    OnTable,
    State,
    Unit,
    Where,
    change_squad,
    members,
    occupants,
    rules_of,
)
from defilade.systems.dropzone.terms import UnitType
from defilade.table import Table
from defilade.values import DiceExpr, Inches

REACH: Inches = 2.0
"""How near an Objective, a Scan Token or a comrade must be (DZ-OBJ-02 to -04)."""
CLAIM_REACH: Inches = 1.0
"""How near an enemy squad claims what is dropped (DZ-OBJ-05)."""
FOUND = 7
"""Die and round that find an Objective (DZ-OBJ-02)."""


def by_objective(table: Table[State], unit: Unit, objective: Objective) -> bool:
    """Whether a unit is near enough to an Objective: in its Garrison, or within 2 of it in
    the open, never through a wall (DZ-OBJ-01)."""
    if objective.garrison is not None:
        inside = isinstance(unit.where, InGarrison)
        return inside and unit.where.garrison == objective.garrison  # type: ignore[union-attr]
    if objective.at is None or not isinstance(unit.where, OnTable):
        return False
    gap = gap_between(spot(table.state, unit), Circle(objective.at, 0.0)).distance
    return within(gap, REACH, rules_of(table))


def may_carry(unit: Unit) -> bool:
    """Whether a unit's squad may carry Objectives: Infantry and Vehicles, but no landed
    Aircraft (DZ-UNI-05)."""
    return unit.type in (UnitType.INFANTRY, UnitType.VEHICLE) and not unit.landed


def refusals(table: Table[State], squad: str, objective: Objective) -> tuple[Reason, ...]:
    """Why a squad may not search for an Objective now (DZ-OBJ-02)."""
    found = []
    units = members(table.state, squad)
    brought = table.state.squads[squad]
    if not in_coherency(table, squad):
        found.append(no("DZ-OBJ-02", "not_in_coherency", squad=squad))
    if not any(may_carry(u) and by_objective(table, u, objective) for u in units):
        clause = "DZ-OBJ-01" if objective.garrison is not None else "DZ-OBJ-02"
        found.append(no(clause, "objective_out_of_reach", objective=objective.id))
    if not objective.hidden:
        found.append(no("DZ-OBJ-02", "not_hidden", objective=objective.id))
    if carrier(table.state, objective.id) is not None:
        found.append(no("DZ-OBJ-02", "is_carried", objective=objective.id))
    if brought.carrying is not None:
        found.append(no("DZ-OBJ-04", "carries_already", squad=squad))
    if brought.actions:
        found.append(no("DZ-OBJ-02", "needs_both_actions", squad=squad))
    return tuple(found)


def carrier(state: State, objective: str) -> str | None:
    """The squad that carries an Objective, if any does."""
    return next((s.id for s in state.squads.values() if s.carrying == objective), None)


def modifier(table: Table[State], squad: str, tokens: int) -> int:
    """What is added to the search die besides the round: -1 with enemies near, +1 for each
    Scan Token spent (DZ-OBJ-03); -2 for Bloodthirsty (DZ-KEY-01)."""
    side = table.state.squads[squad].side
    units = members(table.state, squad)
    enemies = any(other.side != side for u in units for other in near(table, u, REACH))
    wild = any(has(u.stats.special, Special.BLOODTHIRSTY) for u in units)
    return tokens - enemies - 2 * wild


def search_need(table: Table[State], squad: str, tokens: int = 0) -> int:
    """The face that finds; above 6 none does. A natural 1 fails (DZ-OBJ-02, DZ-MEA-05)."""
    need = FOUND - table.state.round - modifier(table, squad, tokens)
    return max(1 if rules_of(table).search_one_may_succeed else 2, need)


def chance(table: Table[State], squad: str, tokens: int = 0) -> Fraction:
    """The probability that a search finds."""
    return Fraction(max(0, 7 - search_need(table, squad, tokens)), 6)


def tokens_near(table: Table[State], squad: str) -> int:
    """Friendly Scan Tokens within 2 of a searching unit, or of any edge of its Garrison
    (DZ-OBJ-03)."""
    return len(spendable(table, squad))


def spendable(table: Table[State], squad: str) -> tuple[int, ...]:
    """Places of the Scan Tokens a squad may spend in the row of all of them."""
    state, rules = table.state, rules_of(table)
    side = state.squads[squad].side
    found = []
    for place, token in enumerate(state.scan_tokens):
        if token.side != side:
            continue
        for unit in members(state, squad):
            if isinstance(unit.where, InGarrison):
                gap = from_piece(state.pieces[unit.where.garrison], token.at)
            elif isinstance(unit.where, OnTable):
                gap = gap_between(spot(state, unit), Circle(token.at, 0.0)).distance
            else:
                continue
            if within(gap, REACH, rules):
                found.append(place)
                break
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Search:
    """The search roll: die plus round and modifiers, 7 or more finds (DZ-OBJ-02)."""

    squad: str
    objective: str
    tokens: int = 0

    def ask(self, _table: Table[State]) -> Total:
        """One die for the squad."""
        return Total("DZ-OBJ-02", DiceExpr(1, 6), about=self.squad)

    def take(self, table: Table[State], die: int) -> After:
        """Spend the tokens; found, the Objective is open and the squad's."""
        spent = set(spendable(table, self.squad)[: self.tokens])
        kept = tuple(t for k, t in enumerate(table.state.scan_tokens) if k not in spent)
        found = die >= search_need(table, self.squad, self.tokens)
        state = replace(table.state, scan_tokens=kept)
        return (claimed(state, self.squad, self.objective) if found else state), ()


@dataclass(frozen=True, slots=True)
class SearchOdds:
    """The search roll by itself: 1 found, 0 not."""

    need: int

    def ask(self) -> Roll:
        """One die."""
        return Roll("DZ-OBJ-02", 1, (self.need,) if self.need <= 6 else (7,))

    def take(self, counts: tuple[int, ...]) -> Done[int]:
        """Whether it was found."""
        return Done(counts[1])


def claimed(state: State, squad: str, objective: str) -> State:
    """The state in which a squad has claimed and carries an Objective."""
    side = state.squads[squad].side
    state = state.with_objective(Objective(objective, side=side))
    return change_squad(state, squad, carrying=objective)


@dataclass(frozen=True, slots=True)
class Drop:
    """A squad drops what it carries, at a place; an enemy near claims it (DZ-OBJ-05).

    `by` is the squad whose Close Quarters weapon destroyed it.
    """

    squad: str
    place: Where
    by: str | None = None
    at: Point | None = None
    claims: bool = True

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Lay it down and let it be claimed."""
        state = table.state
        name = state.squads[self.squad].carrying
        if name is None:
            return state, ()
        heirs = _heirs(table, self.squad, self.place)
        state = change_squad(state, self.squad, carrying=None)
        if self.by is not None and _free(state, self.by):
            return claimed(state, self.by, name), ()
        laid = _laid(state, name, self.place, self.at)
        sides = {state.squads[heir].side for heir in heirs}
        takers = [heir for heir in heirs if _free(state, heir)]
        if self.claims and len(sides) == 1 and takers:
            return claimed(laid, takers[0], name), ()
        return laid, ()


def _free(state: State, squad: str) -> bool:
    units = members(state, squad)
    return state.squads[squad].carrying is None and any(map(may_carry, units))


def _laid(state: State, name: str, place: Where, at: Point | None) -> State:
    match place:
        case InGarrison(garrison):
            return state.with_objective(Objective(name, garrison=garrison))
        case OnTable(there):
            return state.with_objective(Objective(name, at=at or there))
        case Aboard(transport):
            carrier_ = state.units[transport]
            if isinstance(carrier_.where, OnTable) and carrier_.type is not UnitType.AIRCRAFT:
                return state.with_objective(Objective(name, at=carrier_.where.at))
            return replace(state, objectives=state.objectives.drop(name))
        case _:
            return replace(state, objectives=state.objectives.drop(name))


def _heirs(table: Table[State], squad: str, place: Where) -> tuple[str, ...]:
    """Enemy squads that are near enough to claim, in order."""
    state, side = table.state, table.state.squads[squad].side
    if isinstance(place, InGarrison):
        inside = occupants(state, place.garrison)
        return tuple(dict.fromkeys(u.squad for u in inside if u.side != side))
    if not isinstance(place, OnTable):
        return ()
    # a stand-in at the place: the last unit may be destroyed already
    ghost = replace(next(u for u in state.units.values() if u.squad == squad), where=place)
    return tuple(
        dict.fromkeys(
            other.squad
            for other in state.units.values()
            if other.side != side
            and isinstance(other.where, OnTable)
            and within(apart(table, ghost, other), CLAIM_REACH, rules_of(table))
        )
    )


def pass_refusals(table: Table[State], giver: str, taker: str) -> tuple[Reason, ...]:
    """Why an Objective may not be passed from one squad to another (DZ-OBJ-04)."""
    state, found = table.state, []
    first, second = state.squads[giver], state.squads[taker]
    if first.carrying is None:
        found.append(no("DZ-OBJ-04", "carries_nothing", squad=giver))
    if second.carrying is not None:
        found.append(no("DZ-OBJ-04", "carries_already", squad=taker))
    if first.side != second.side:
        found.append(no("DZ-OBJ-04", "not_friendly", squad=taker))
    givers, takers = members(state, giver), members(state, taker)
    if not any(map(may_carry, takers)):
        found.append(no("DZ-OBJ-04", "may_not_carry", squad=taker))
    homes = {_home(u) for u in (*givers, *takers)}
    if len(homes) > 1:
        found.append(no("DZ-OBJ-04", "through_the_wall", squad=taker))
    elif not any(
        within(apart(table, a, b), REACH, rules_of(table)) for a in givers for b in takers
    ):
        found.append(no("DZ-OBJ-04", "too_far_to_pass", squad=taker))
    return tuple(found)


def _home(unit: Unit) -> str | None:
    match unit.where:
        case InGarrison(garrison):
            return garrison
        case Aboard(transport):
            return f"aboard {transport}"
        case _:
            return None
