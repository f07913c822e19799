"""Retreats: which way, how far, and what a hex that cannot be made costs (GW-FLAG-02 to -05).

Knows one unit and the field around it; how many flags are ignored is decided before.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from defilade.dice import Choose, Done
from defilade.geometry.hexes import Cube, Direction, WaysOut, ways_out
from defilade.systems.greatwar.ground import entry_reasons, stop_reasons
from defilade.systems.greatwar.movement import entered, left
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.terms import Side, Token, UnitClass

HOMEWARD = {
    Side.BOTTOM: (Direction.SOUTHWEST, Direction.SOUTHEAST),
    Side.TOP: (Direction.NORTHWEST, Direction.NORTHEAST),
}
"""Retreats go toward the own side, never sideways or forward (GW-FLAG-03)."""


def retreat_ways(state: State, rules: HouseRules, unit: Unit, hexes: int) -> WaysOut:
    """All routes of a retreat that go as far as any can (GW-FLAG-05).

    Impassable hexes, hexes with a unit and the end of the field block; other terrain neither
    stops nor slows, unless the players agree that it does (GW-FLAG-04).
    """

    def may_enter(here: Cube) -> bool:
        other = state.unit_at(here)
        free = other is None or other.id == unit.id
        passable = not entry_reasons(state.site(here), unit.kind, state.book)
        return state.field.holds(here) and free and passable

    stops: Container[Cube] = frozenset()
    if rules.retreat_terrain_stops:
        stops = frozenset(
            here for here, site in state.sites.items() if stop_reasons(site, unit.kind, state.book)
        )
    return ways_out(
        unit.at, directions=HOMEWARD[unit.side], steps=hexes, may_enter=may_enter, stops=stops
    )


@dataclass(frozen=True, slots=True, order=True)
class Route:
    """Hexes of a retreat in order, the start left out."""

    hexes: tuple[Cube, ...]

    def __str__(self) -> str:
        return " ".join(f"{here.q},{here.r}" for here in self.hexes) or "stay"


def routes_of(state: State, unit: Unit, ways: WaysOut) -> tuple[Route, ...]:
    """The routes among which the owner picks: one for each end, more where a tank's way
    matters because it removes wire (GW-MOVE-08)."""
    tank = unit.kind.unit_class is UnitClass.TANK
    found: dict[tuple[object, ...], Route] = {}
    for path in ways.routes():
        wire = tuple(here for here in path[1:] if tank and Token.WIRE in state.site(here).tokens)
        found.setdefault((path[-1], wire), Route(path[1:]))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Retreat:
    """A retreat of so many hexes; answers the state after it. Its losses are taken before."""

    state: State
    rules: HouseRules
    unit: str
    hexes: int

    def ask(self) -> Choose:
        """The owner picks the route (GW-FLAG-03)."""
        unit = self.state.units[self.unit]
        ways = retreat_ways(self.state, self.rules, unit, self.hexes)
        routes = routes_of(self.state, unit, ways)
        return Choose("GW-FLAG-03", unit.side.value, "retreat", routes)

    def take(self, route: Route) -> Done[State]:
        """The unit is moved."""
        return Done(retreated(self.state, self.unit, route))


def retreated(state: State, unit_id: str, route: Route) -> State:
    """The state after a unit went along a route of retreat."""
    for there in route.hexes:
        unit = state.units[unit_id]
        after = replace(unit, at=there)
        state = entered(left(state, unit.at).put(after), after)
    return state
