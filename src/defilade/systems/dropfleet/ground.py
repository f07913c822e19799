"""Ground assets: landing under the guns of batteries, and combat in a sector (DF-GRD).

Knows tokens, their saves and dice; collateral damage from orbit is told in `collateral`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from defilade.dice import Choose, Done, Procedure, Roll
from defilade.frozen import FrozenMap
from defilade.geometry.plane import EPS, distance
from defilade.ruling import Reason
from defilade.systems.dropfleet.bodies import aim_point
from defilade.systems.dropfleet.collateral import Spread, spreads, without
from defilade.systems.dropfleet.orders import may_launch
from defilade.systems.dropfleet.refusals import no
from defilade.systems.dropfleet.spikes import gain
from defilade.systems.dropfleet.state import Asset, Sector, Ship, State
from defilade.systems.dropfleet.terms import Effect, GroundKind, Lander, Layer, Spike
from defilade.values import Inches

GROUND_SAVE = {
    GroundKind.INFANTRY: 5,
    GroundKind.ARMOUR: 3,
    GroundKind.DEFENCE_BATTERY: 3,
}
"""What assets save with in ground combat (DF-GRD-02)."""
ATTACK = {GroundKind.INFANTRY: 1, GroundKind.ARMOUR: 3, GroundKind.DEFENCE_BATTERY: 0}
"""Attack dice of each kind (DF-GRD-02)."""
HIT_NEEDS = 4


@dataclass(frozen=True, slots=True)
class LanderStats:
    """How far a lander carries, what it lands, and what a battery needs to shoot it down."""

    reach: Inches
    brings: tuple[tuple[GroundKind, int], ...]
    shot_down_on: int


LANDERS = {
    Lander.DROPSHIP: LanderStats(3.0, ((GroundKind.INFANTRY, 1), (GroundKind.ARMOUR, 1)), 5),
    Lander.BULK_LANDER: LanderStats(
        6.0, ((GroundKind.INFANTRY, 3), (GroundKind.DEFENCE_BATTERY, 1)), 3
    ),
}
"""Dropships bring one infantry or armour, bulk landers three infantry or a battery (DF-GRD-06)."""


def cargo(lander: Lander, kind: GroundKind) -> int:
    """How many assets of a kind a lander brings; 0 if it brings none of that kind (DF-GRD-06)."""
    return dict(LANDERS[lander].brings).get(kind, 0)


def launch_reasons(
    state: State, ship_id: str, place: str, *, by: Lander, kind: GroundKind
) -> tuple[Reason, ...]:
    """Everything against a ship sending a lander to a sector or station (DF-GRD-06)."""
    ship = state.ships[ship_id]
    stats = LANDERS[by]
    to = state.sectors.get(place) or state.ships[place]
    against: list[Reason] = []
    if not cargo(by, kind):
        against.append(no("DF-GRD-06", "lander_not_for", lander=by.value, kind=kind.value))
    if not _layer_fits(ship, by, aboard=isinstance(to, Ship)):
        against.append(no("DF-GRD-06", "lander_layer", lander=by.value, layer=ship.layer.value))
    away = distance(ship.pos, aim_point(state, ship.pos, to))
    if away > stats.reach + EPS:
        against.append(no("DF-GRD-06", "lander_too_far", distance=away, reach=stats.reach))
    if not may_launch(ship):
        against.append(no("DF-SEQ-04", "launch_not_on_order", order=ship.order.value))
    if ship.has(Effect.WEAPONS_OFFLINE):
        against.append(no("DF-CRP-05", "launch_offline"))
    if ship.launched:
        against.append(no("DF-GRD-06", "launched_already", ship=ship_id))
    if isinstance(to, Ship) and (not to.is_station or to.destroyed):
        against.append(no("DF-GRD-06", "lander_no_place", place=place))
    return tuple(against)


def _layer_fits(ship: Ship, by: Lander, *, aboard: bool) -> bool:
    """Dropships from Atmosphere, or Low Orbit to a station; bulk landers from either."""
    if by is Lander.BULK_LANDER:
        return ship.layer in (Layer.LOW, Layer.ATMOSPHERE)
    return ship.layer is (Layer.LOW if aboard else Layer.ATMOSPHERE)


def launched(ship: Ship) -> Ship:
    """The ship after it launched: a Minor spike, and no more launches this turn (DF-SPK-12)."""
    return replace(gain(ship, Spike.MINOR), launched=True)


def batteries_against(state: State, side: str, place: str) -> tuple[str, ...]:
    """Enemy defence batteries in the cluster of a sector, or aboard a station (DF-GRD-03)."""
    if (sector := state.sectors.get(place)) is not None:
        cluster = state.clusters.get(sector.cluster)
        names = cluster.sectors if cluster else (place,)
        assets: Iterable[Asset] = (a for name in names for a in state.sectors[name].assets.values())
    else:
        assets = state.ships[place].assets.values()
    return tuple(
        a.id
        for a in assets
        if a.kind is GroundKind.DEFENCE_BATTERY and not state.friends(a.side, side)
    )


@dataclass(frozen=True, slots=True)
class Landing:
    """One die for each landing asset, however many batteries; answers who landed (DF-GRD-03)."""

    left: int
    shot_down_on: int | None
    landed: tuple[bool, ...] = ()

    def ask(self) -> Roll:
        """The die of the next asset; none where no battery is near."""
        if self.shot_down_on is None:
            return Roll("DF-GRD-03", 0, (6,))
        return Roll("DF-GRD-03", 1, (self.shot_down_on,))

    def take(self, bands: tuple[int, ...]) -> Landing | Done[tuple[bool, ...]]:
        """It is destroyed at the number or more."""
        landed = (*self.landed, bands[1] == 0)
        if self.left > 1:
            return replace(self, left=self.left - 1, landed=landed)
        return Done(landed)


def landing(state: State, side: str, place: str, *, by: Lander, number: int) -> Landing:
    """The landing of `number` assets of a side, at least one."""
    guarded = bool(batteries_against(state, side, place))
    return Landing(number, LANDERS[by].shot_down_on if guarded else None)


def put_down(state: State, side: str, place: str, *, kind: GroundKind, number: int) -> State:
    """The state with `number` new assets of a side in a sector or aboard a station."""
    if (sector := state.sectors.get(place)) is not None:
        return state.change_sector(place, assets=_with(sector.assets, side, kind, number))
    station = state.ships[place]
    return state.change_ship(place, assets=_with(station.assets, side, kind, number))


def _with(
    assets: FrozenMap[str, Asset], side: str, kind: GroundKind, number: int
) -> FrozenMap[str, Asset]:
    count = 0
    while number:
        count += 1
        name = f"{side} {kind.value} {count}"
        if name not in assets:
            assets = assets.put(name, Asset(name, side, kind))
            number -= 1
    return assets


@dataclass(frozen=True, slots=True)
class GroundCombat:
    """Combat in one sector or station: all sides roll, points are handed out evenly, then all
    save at once; answers the names of the assets lost (DF-GRD-04). Build it with `combat`.

    `fighters` are (side, attack dice), `points` what each side has scored so far, `wounds` the
    points on each asset.
    """

    assets: tuple[Asset, ...]
    fighters: tuple[tuple[str, int], ...]
    foes: tuple[tuple[int, ...], ...]
    points: tuple[int, ...] = ()
    handed: int = 0
    wounds: tuple[int, ...] = ()
    saved: int = 0
    lost: frozenset[str] = frozenset()

    def ask(self) -> Roll | Choose:
        """Attack dice side by side, who bears the points, saves asset by asset."""
        if len(self.points) < len(self.fighters):
            side, dice = self.fighters[len(self.points)]
            return Roll("DF-GRD-04", dice, (HIT_NEEDS,), about=side)
        if self.handed < len(self.fighters):
            side = self.fighters[self.handed][0]
            names = [self.assets[number].id for number in self.foes[self.handed]]
            ways = spreads(names, self.points[self.handed])
            return Choose("DF-GRD-04", side, "ground_points", ways or (Spread(()),), stage=1)
        asset, wounds = self.assets[self.saved], self.wounds[self.saved]
        return Roll("DF-GRD-02", wounds, (GROUND_SAVE[asset.kind],), stage=2, about=asset.id)

    def take(self, answer: tuple[int, ...] | Spread) -> GroundCombat | Done[frozenset[str]]:
        """Points, wounds, losses."""
        if isinstance(answer, Spread):
            given = dict(answer)
            wounds = self.wounds or (0,) * len(self.assets)
            wounds = tuple(w + given.get(a.id, 0) for w, a in zip(wounds, self.assets, strict=True))
            return replace(self, handed=self.handed + 1, wounds=wounds)
        if len(self.points) < len(self.fighters):
            return replace(self, points=(*self.points, answer[1]))
        fails = answer[0]
        lost = self.lost | {self.assets[self.saved].id} if fails else self.lost
        if self.saved + 1 == len(self.assets):
            return Done(lost)
        return replace(self, saved=self.saved + 1, lost=lost)


def combat(state: State, assets: FrozenMap[str, Asset]) -> GroundCombat | None:
    """The combat among these assets, or None where there are no enemies or no attack dice."""
    everybody = tuple(assets.values())
    sides = tuple(dict.fromkeys(asset.side for asset in everybody))
    foes = tuple(
        tuple(n for n, a in enumerate(everybody) if not state.friends(a.side, side))
        for side in sides
    )
    dice = tuple(sum(ATTACK[a.kind] for a in everybody if a.side == side) for side in sides)
    if not any(d and f for d, f in zip(dice, foes, strict=True)):
        return None
    fighters = tuple(
        (side, number if against else 0)
        for side, number, against in zip(sides, dice, foes, strict=True)
    )
    return GroundCombat(everybody, fighters, foes)


@dataclass(frozen=True, slots=True)
class GroundPhase:
    """All ground combats, place by place; answers the state after them (DF-SEQ-05, DF-GRD-04)."""

    state: State
    places: tuple[str, ...]

    def ask(self) -> Procedure | Roll:
        """The combat of the next place."""
        fight = combat(self.state, _assets(self.state, self.places[0])) if self.places else None
        return fight or Roll("DF-GRD-04", 0, (HIT_NEEDS,))

    def take(self, answer: frozenset[str] | tuple[int, ...]) -> GroundPhase | Done[State]:
        """The losses are taken away."""
        lost = answer if isinstance(answer, frozenset) else frozenset()
        after = self.state
        if self.places and lost:
            after = _change(after, self.places[0], without(_assets(after, self.places[0]), lost))
        if len(self.places) > 1:
            return replace(self, state=after, places=self.places[1:])
        return Done(after)


def ground_phase(state: State) -> GroundPhase:
    """The combats of all sectors and stations that hold enemies of one another."""
    places = [name for name, sector in state.sectors.items() if combat(state, sector.assets)]
    places += [
        name
        for name, ship in state.ships.items()
        if ship.is_station and not ship.destroyed and combat(state, ship.assets)
    ]
    return GroundPhase(state, tuple(places))


def overrun(state: State) -> State:
    """The state without batteries whose sector the enemy holds alone with infantry or armour:
    they are removed at the end of the roundup (DF-GRD-03)."""
    places: list[Sector | Ship] = [*state.sectors.values(), *state.ships.values()]
    for place in places:
        assets = place.assets
        taken = frozenset(a.id for a in assets.values() if _taken(state, a, assets.values()))
        if taken:
            state = _change(state, place.id, without(assets, taken))
    return state


def _taken(state: State, battery: Asset, assets: Iterable[Asset]) -> bool:
    if battery.kind is not GroundKind.DEFENCE_BATTERY:
        return False
    troops = [a for a in assets if a.kind is not GroundKind.DEFENCE_BATTERY]
    return bool(troops) and not any(state.friends(a.side, battery.side) for a in troops)


def _assets(state: State, place: str) -> FrozenMap[str, Asset]:
    if (sector := state.sectors.get(place)) is not None:
        return sector.assets
    return state.ships[place].assets


def _change(state: State, place: str, assets: FrozenMap[str, Asset]) -> State:
    if place in state.sectors:
        return state.change_sector(place, assets=assets)
    return state.change_ship(place, assets=assets)
