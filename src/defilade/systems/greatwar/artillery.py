"""Reserve artillery: who may be shelled, the template, On Target dice, what they do (GW-RES).

Knows one bombardment. It stands beside the board: no range, no sight (GW-RES-02).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure, Roll
from defilade.geometry.hexes import Cube, Direction
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.clash import BattleRoll, Outcome
from defilade.systems.greatwar.fight import battle_roll, eliminated, paid, struck
from defilade.systems.greatwar.ground import ground_of, shelled
from defilade.systems.greatwar.options import DamagedWithVehicle, HouseRules
from defilade.systems.greatwar.protection import ENOUGH, Attack
from defilade.systems.greatwar.retreat import Retreat
from defilade.systems.greatwar.sections import in_sections, sections_text
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Combat, Ground, Phase, Place, Side, UnitClass

_FORWARD = {
    Place.FORWARD_LEFT: Direction.NORTHWEST,
    Place.FORWARD_RIGHT: Direction.NORTHEAST,
    Place.RIGHT: Direction.EAST,
    Place.REAR_RIGHT: Direction.SOUTHEAST,
    Place.REAR_LEFT: Direction.SOUTHWEST,
    Place.LEFT: Direction.WEST,
}
"""Places as the bottom player sees them; the arrow points to the other baseline (GW-RES-04)."""


def placed(place: Place, centre: Cube, side: Side) -> Cube | None:
    """The hex of a place under the template; none for a number that lands nowhere."""
    if place is Place.MISS:
        return None
    if place is Place.CENTRE:
        return centre
    direction = _FORWARD[place]
    return centre + (direction if side is Side.BOTTOM else direction.opposite).step


def bombard_reasons(state: State, at: Cube, tokens: int) -> tuple[Reason, ...]:
    """Everything against the active side's reserve artillery shelling a hex now."""
    side = state.active
    reserve = state.reserves.get(side)
    against: list[Reason] = []
    if state.winner is not None:
        against.append(_no("GW-VIC-02", "game_over", side=state.winner.value))
    if reserve is None:
        against.append(_no("GW-RES-01", "no_reserve", side=side.value))
        return tuple(against)
    if not reserve.ordered:
        against.append(_no("GW-TURN-02", "reserve_not_ordered"))
    if reserve.fired:
        against.append(_no("GW-BAT-01", "reserve_fired"))
    fought = [unit.id for unit in state.units.values() if unit.side is side and unit.battled]
    if fought:
        against.append(_no("GW-TURN-03", "reserve_after_units", unit=fought[0]))
    held = state.hq.get(side, 0)
    if not 1 <= tokens <= reserve.strength:
        against.append(_no("GW-RES-05", "tokens_strength", tokens=tokens, most=reserve.strength))
    if tokens > held:
        against.append(_no("GW-RES-05", "tokens_held", tokens=tokens, held=held))
    if not state.field.holds(at):
        against.append(_no("GW-MAP-01", "not_on_the_field", hex=named(state, at)))
    command = state.command
    if command is not None and not in_sections(state, at, command.sections, side):
        sections = sections_text(command.sections)
        against.append(_no("GW-RES-03", "outside_section", hex=named(state, at), sections=sections))
        against.append(_no("GW-MAP-04", "outside_section", hex=named(state, at), sections=sections))
    return tuple(against)


@dataclass(frozen=True, slots=True)
class Landed:
    """Targeting dice On Target in one hex, and the unit that stood there when they landed."""

    at: Cube
    on_target: int
    unit: str | None
    sweeping: bool = True


@dataclass(frozen=True, slots=True)
class Targeting:
    """The targeting dice, then each hex in turn; answers the state after all of them."""

    state: State
    rules: HouseRules
    at: Cube
    tokens: int

    def ask(self) -> Roll:
        """As many dice as tokens were spent (GW-RES-05), told apart by where they land."""
        return Roll("GW-RES-06", self.tokens, _bands(self.state), die=self.state.book.targeting)

    def take(self, bands: tuple[int, ...]) -> Procedure | Done[State]:
        """The tokens go back to the pool; the hexes are worked through, the chosen one first."""
        side = self.state.active
        state = paid(self.state, side, self.tokens)
        reserve = replace(state.reserves[side], fired=True)
        state = replace(state, reserves=state.reserves.put(side, reserve), phase=Phase.BATTLE)
        places = [Place(name) for (name,) in _bands(state)]
        counts = dict(zip(places, bands[1:], strict=True))
        return barrage(state, self.rules, landed(state, self.rules, self.at, counts))


def _bands(state: State) -> tuple[tuple[str, ...], ...]:
    """The places that the template has, each a band, in one order."""
    sides = state.book.targeting.sides
    return tuple((place.value,) for place in Place if place.value in sides)


def landed(
    state: State, rules: HouseRules, at: Cube, counts: dict[Place, int]
) -> tuple[Landed, ...]:
    """Dice On Target for each hex under the template that any landed in (GW-RES-06)."""
    found = []
    for place, count in counts.items():
        here = placed(place, at, state.active)
        if here is None or not count or not state.field.holds(here):
            continue
        unit = state.unit_at(here)
        sweeping = place is Place.CENTRE or not rules.artillery_crater_centre_only
        found.append(Landed(here, count, unit.id if unit else None, sweeping))
    return tuple(found)


def attack_on(state: State, hit: Landed) -> Attack:
    """The attack on the unit in a hex."""
    assert hit.unit is not None  # callers look first
    target = state.units[hit.unit]
    return Attack(Combat.RESERVE, None, target, hit.on_target, sweeping=hit.sweeping)


def changed(state: State, hit: Landed) -> State:
    """The state after the ground changed under 3 or more dice (GW-RES-08, steps 1 and 2).

    The combat that made a crater is not protected by it: its protection is swept away, so that
    the new ground counts only afterwards (step 4).
    """
    if hit.on_target < ENOUGH or not hit.sweeping:
        return state
    site = shelled(state.site(hit.at), state.book)
    return replace(state, sites=state.sites.put(hit.at, site))


def barrage(state: State, rules: HouseRules, hits: tuple[Landed, ...]) -> Procedure | Done[State]:
    """Work through hexes until one has a unit to battle; an empty one gets no roll (GW-RES-07).

    Nothing more happens once a side has won (GW-VIC-02).
    """
    for number, hit in enumerate(hits):
        if state.winner is not None:
            break
        state = changed(state, hit)
        if hit.unit is not None and hit.unit in state.units:
            return Shelling(state, rules, hit, hits[number + 1 :])
    return Done(state)


@dataclass(frozen=True, slots=True)
class Shelling:
    """The battle dice of one hex against the unit in it, friend or enemy; then the rest."""

    state: State
    rules: HouseRules
    hit: Landed
    rest: tuple[Landed, ...] = ()

    def ask(self) -> BattleRoll:
        """All dice of the hex together (GW-RES-07), as ranged combat (GW-RES-10)."""
        attack = attack_on(self.state, self.hit)
        dice = self.hit.on_target * self.state.book.artillery_battle_dice_per_die
        return battle_roll(self.state, self.rules, attack, dice=dice)

    def take(self, outcome: Outcome) -> Procedure | Done[State]:
        """What the dice do, the retreat, then the next hex."""
        assert self.hit.unit is not None  # only such hexes are rolled for
        target = self.state.units[self.hit.unit]
        state = struck(self.state, target, outcome, by=self.state.active)
        state = wrecked(state, self.rules, self.hit)
        if outcome.moved and target.id in state.units:
            return Driven(Retreat(state, self.rules, target.id, outcome.moved), self.rest)
        return barrage(state, self.rules, self.rest)


def wrecked(state: State, rules: HouseRules, hit: Landed) -> State:
    """The state after a bridge broke under a tank or gun: it stays, unless agreed otherwise
    (GW-BRG-09)."""
    unit = state.units.get(hit.unit or "")
    if rules.bridge_damaged_with_vehicle is DamagedWithVehicle.STAY or unit is None:
        return state
    broken = hit.on_target >= ENOUGH and hit.sweeping and unit.at == hit.at
    heavy = unit.kind.unit_class is not UnitClass.SOLDIER
    if broken and heavy and ground_of(state.site(hit.at)) is Ground.FORDABLE:
        return eliminated(state, unit)
    return state


@dataclass(frozen=True, slots=True)
class Driven:
    """A unit's retreat from a shelled hex, then the hexes that are left."""

    retreat: Retreat
    rest: tuple[Landed, ...]

    def ask(self) -> Retreat:
        """The retreat."""
        return self.retreat

    def take(self, state: State) -> Procedure | Done[State]:
        """The next hex."""
        return barrage(state, self.retreat.rules, self.rest)


def _no(clause: str, code: str, **params: str | int) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
