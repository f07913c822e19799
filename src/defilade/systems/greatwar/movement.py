"""Moving on the field: how far, where to, what stops it, and bogging tanks (GW-MOVE).

Knows one unit's move. Retreats have their own file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Roll
from defilade.geometry.hexes import Cube, Going, Reach, distance, reach
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.ground import entry_reasons, ground_of, stop_reasons
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.tables import Kind
from defilade.systems.greatwar.terms import Face, Ground, Phase, Side, Token, UnitClass


def move_clause(kind: Kind) -> str:
    """The clause that says how far a type of unit moves."""
    if kind.unit_class is UnitClass.TANK:
        return "GW-MOVE-07"
    return "GW-MOVE-02" if kind.name == "infantry" else "GW-MOVE-03"


def turn_reasons(state: State, unit: Unit) -> tuple[Reason, ...]:
    """Everything in the turn against a unit moving now (GW-TURN-01, -02, GW-MOVE-01)."""
    against: list[Reason] = []
    if state.winner is not None:
        against.append(_no("GW-VIC-02", "game_over", side=state.winner.value))
    if unit.side is not state.active:
        against.append(_no("GW-TURN-01", "not_your_turn", unit=unit.id))
    if not unit.ordered:
        against.append(_no("GW-TURN-02", "not_ordered", unit=unit.id))
    if unit.hexes_moved or unit.bogged:
        against.append(_no("GW-MOVE-01", "moved_already", unit=unit.id))
    if state.phase is Phase.BATTLE or unit.battled:
        against.append(_no("GW-TURN-01", "move_after_battle"))
    return tuple(against)


def move_reasons(
    state: State, rules: HouseRules, unit: Unit, path: tuple[Cube, ...], *, off: bool = False
) -> tuple[Reason, ...]:
    """Everything against a move along `path` (hexes after the unit's own), `off` the field last."""
    against = list(turn_reasons(state, unit))
    length = len(path) + int(off)
    if length > unit.kind.moves:
        told = Record(hexes=length, moves=unit.kind.moves, unit=unit.id)
        against.append(Reason(move_clause(unit.kind), "too_far", told, Weight.AGAINST))
        against += state.book.cites_unit(unit.kind, "moves")
    here = unit.at
    for number, there in enumerate(path):
        against += step_reasons(state, rules, unit, (here, there))
        if number + 1 < length:
            against += _stopped(state, unit, there)
        here = there
    if off:
        against += _leaving(state, here)
    return tuple(against)


def step_reasons(
    state: State, rules: HouseRules, unit: Unit, step: tuple[Cube, Cube]
) -> tuple[Reason, ...]:
    """Everything against one step from a hex to the next."""
    here, there = step
    told = named(state, there)
    against: list[Reason] = []
    if distance(here, there) != 1:
        against.append(_no("GW-MAP-03", "not_a_neighbour", hex=told, start=named(state, here)))
    if not state.field.holds(there):
        against.append(_no("GW-MOVE-04", "off_the_field", hex=told))
        if state.field.rows_assumed:
            against += of_options(rules, "board_short_rows")
    other = state.unit_at(there)
    if other is not None and other.id != unit.id:
        against.append(_no("GW-UNIT-02", "hex_taken", hex=told, unit=other.id))
    against += entry_reasons(state.site(there), unit.kind, state.book)
    if rules.bridge_along_road_only:
        against += _off_the_road(state, here, there)
    return tuple(against)


def _off_the_road(state: State, here: Cube, there: Cube) -> list[Reason]:
    """A bridge entered or left elsewhere than along the approaches drawn (GW-BRG-01)."""
    for bridge, other in ((here, there), (there, here)):
        site = state.site(bridge)
        drawn = ground_of(site) is Ground.BRIDGE and site.approaches
        if drawn and other not in site.approaches:
            return [_no("GW-BRG-01", "off_the_road", hex=named(state, bridge))]
    return []


def _stopped(state: State, unit: Unit, here: Cube) -> list[Reason]:
    """The must-stop reasons of a hex that a move goes on from, as reasons against."""
    told = named(state, here)
    return [
        reason
        if reason.default
        else replace(reason, params=reason.params | Record(hex=told), weight=Weight.AGAINST)
        for reason in stop_reasons(state.site(here), unit.kind, state.book)
    ]


def _leaving(state: State, here: Cube) -> list[Reason]:
    """Why a unit may not leave the field from a hex (GW-MOVE-04)."""
    for side in state.field.exits:
        if any(not state.field.holds(over) for over in behind(here, side)):
            return []
    return [_no("GW-MOVE-04", "no_exit", hex=named(state, here))]


def behind(here: Cube, side: Side) -> tuple[Cube, Cube]:
    """The two neighbours toward a side's baseline (GW-MAP-03)."""
    down = side is Side.BOTTOM
    steps = ((0, 1), (-1, 1)) if down else ((0, -1), (1, -1))
    return (here + Cube.axial(*steps[0]), here + Cube.axial(*steps[1]))


def move_reach(state: State, rules: HouseRules, unit: Unit) -> Reach:
    """All hexes a unit's move may end in, with a shortest path to each."""

    def step(here: Cube, there: Cube) -> int | None:
        return None if step_reasons(state, rules, unit, (here, there)) else 1

    stops = {
        here for here, site in state.sites.items() if stop_reasons(site, unit.kind, state.book)
    }
    return reach(unit.at, going=Going(step, stops), budget=unit.kind.moves)


@dataclass(frozen=True, slots=True)
class Moving:
    """A move under way, hex by hex; a tank risks bogging before each after the first.

    Answers the state after it. A bogged tank stays where it is (GW-MOVE-07).
    """

    state: State
    unit: str
    path: tuple[Cube, ...]
    off: bool = False
    made: int = 0

    def ask(self) -> Roll:
        """A tank's bog roll for the next hex; no dice for others or for the first."""
        faces = _names(self.state.book.tank_bog_faces)
        die = self.state.book.die
        return Roll("GW-MOVE-07", int(self._risks), (faces,), die=die, about=self.unit)

    @property
    def _risks(self) -> bool:
        tank = self.state.units[self.unit].kind.unit_class is UnitClass.TANK
        return tank and self.made > 0

    def take(self, bands: tuple[int, ...]) -> Moving | Done[State]:
        """One hex further, unless it bogs."""
        if bands[1]:
            return Done(self.state.change(self.unit, bogged=True))
        if self.made == len(self.path):
            return Done(self.state.drop(self.unit))
        unit = self.state.units[self.unit]
        there = self.path[self.made]
        after = replace(
            unit,
            at=there,
            hexes_moved=unit.hexes_moved + 1,
            came_from=unit.came_from or unit.at,
            moved_onto=there,
        )
        state = entered(left(self.state, unit.at).put(after), after)
        made = self.made + 1
        if made == len(self.path) and not self.off:
            return Done(state)
        return Moving(state, self.unit, self.path, self.off, made)


def _names(faces: tuple[Face, ...]) -> tuple[str, ...]:
    return tuple(face.value for face in faces)


def left(state: State, here: Cube) -> State:
    """The state when a unit leaves a hex: a fortified position stays (GW-FP-09)."""
    tokens = state.site(here).tokens
    if state.book.fortified_position_stays or Token.FORTIFIED_POSITION not in tokens:
        return state
    return state.with_tokens(here, tokens - {Token.FORTIFIED_POSITION})


def entered(state: State, unit: Unit) -> State:
    """The state when a unit enters its hex: a tank removes wire (GW-MOVE-08)."""
    tokens = state.site(unit.at).tokens
    if unit.kind.unit_class is not UnitClass.TANK or Token.WIRE not in tokens:
        return state
    return state.with_tokens(unit.at, tokens - {Token.WIRE})


def _no(clause: str, code: str, **params: str) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
