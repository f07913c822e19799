"""The nuclear strike of an older printing, for tables that agree on it (DF-BOM-09).

Knows its conditions and its one die; off unless the house rule `nuclear_strike` is on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure, Roll
from defilade.frozen import FrozenMap
from defilade.geometry.plane import EPS, distance
from defilade.ruling import Reason
from defilade.systems.dropfleet.bodies import aim_point
from defilade.systems.dropfleet.bombarded import Blow, SectorsStruck, neighbours
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import systems_allowed
from defilade.systems.dropfleet.ranges import scan_of
from defilade.systems.dropfleet.refusals import no
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Layer
from defilade.values import Inches

KEEP_CLEAR: Inches = 12.0
"""No enemy ship may be this near the sector."""
SUCCESS = 2
PENALTY = -1
"""Victory points for each successful strike."""


def strike_reasons(
    state: State, ship_id: str, sector_id: str, rules: HouseRules
) -> tuple[Reason, ...]:
    """Everything against the ship striking the sector now."""
    ship, sector = state.ships[ship_id], state.sectors[sector_id]
    against: list[Reason] = []
    if not rules.nuclear_strike:
        against.append(no("DF-BOM-09", "strike_off"))
    if ship.profile.tonnage[0] == "L" or ship.is_station:
        against.append(no("DF-BOM-09", "strike_too_light", tonnage=ship.profile.tonnage.value))
    if ship.layer is not Layer.LOW:
        against.append(no("DF-BOM-09", "strike_layer", layer=ship.layer.value))
    if systems_allowed(ship) == 0:
        against.append(no("DF-BOM-09", "strike_order", order=ship.order.value))
    if state.uses.get(_use(state, ship), 0):
        against.append(no("DF-BOM-09", "strike_again", ship=ship_id))
    away, scan = _from(state, ship, sector_id), scan_of(state, ship)
    if away > scan + EPS:
        against.append(no("DF-BOM-09", "strike_too_far", distance=away, scan=scan))
    friendly = [a.id for a in sector.assets.values() if state.friends(a.side, ship.side)]
    if friendly:
        against.append(no("DF-BOM-09", "strike_friendly", asset=friendly[0]))
    for other in state.ships.values():
        near = not other.destroyed and not other.is_station and other.side
        if near and not state.friends(other.side, ship.side):
            gap = _from(state, other, sector_id)
            if gap <= KEEP_CLEAR + EPS:
                against.append(no("DF-BOM-09", "strike_enemy_near", ship=other.id, distance=gap))
    return tuple(against)


def _from(state: State, ship: Ship, sector_id: str) -> Inches:
    return distance(ship.pos, aim_point(state, ship.pos, state.sectors[sector_id]))


def _use(state: State, ship: Ship) -> tuple[str, str]:
    return (ship.id, f"nuclear strike, turn {state.turn}")


@dataclass(frozen=True, slots=True)
class NuclearStrike:
    """One die: on 2+ sector and assets are gone and each other sector of the cluster takes one
    point, saves allowed; answers the state after it (DF-BOM-09)."""

    state: State
    ship: str
    sector: str
    rules: HouseRules

    def ask(self) -> Roll:
        """The strike."""
        return Roll("DF-BOM-09", 1, (SUCCESS,), about=self.sector)

    def take(self, bands: tuple[int, ...]) -> Procedure | Done[State]:
        """The sector, then its neighbours."""
        ship = self.state.ships[self.ship]
        used = replace(self.state, uses=self.state.uses.put(_use(self.state, ship), 1))
        if not bands[1]:
            return Done(used)
        sector = used.sectors[self.sector]
        after = used.change_sector(self.sector, hull=0, ruins=True, assets=FrozenMap())
        blows = tuple(Blow(name, 1) for name in neighbours(after, sector))
        return SectorsStruck(after, ship.side, self.rules, blows) if blows else Done(after)
