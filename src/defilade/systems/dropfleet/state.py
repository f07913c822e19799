"""The state of play: everything that lasts from one action to the next, and nothing derived.

Knows what is remembered; never what follows from it (signature, range, who may fire).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from defilade.frozen import FrozenMap
from defilade.systems.dropfleet.terms import (
    Arc,
    Density,
    Effect,
    GroundKind,
    LaunchKind,
    Layer,
    Order,
    Phase,
    SceneryType,
    SectorType,
    Spike,
    StationSize,
    Tonnage,
)
from defilade.values import Degrees, DiceExpr, Inches, Need

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A special rule of a weapon or ship as data: `Burnthrough (6)`, `Calibre (H&S)`.

    `name` is lower case (`close action`); `value` the number in it, `words` the rest.
    """

    name: str
    value: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """One line of weapons: the target number to hit, dice, damage of a hit, arcs, rules."""

    name: str
    lock: Need
    attack: DiceExpr
    damage: DiceExpr
    arcs: frozenset[Arc]
    special: tuple[Keyword, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A ship's printed characteristics; they never change in play.

    `signature` counts with shields down, `signature_up` with shields up (DF-RNG-09).
    """

    name: str
    faction: str
    scan: Inches
    signature: Inches
    signature_up: Inches | None
    thrust: Inches
    hull: int
    armour: Need
    pcm: Need | None
    pd: int
    tonnage: Tonnage
    special: tuple[Keyword, ...]
    weapons: FrozenMap[str, Weapon]
    station: StationSize | None = None


@dataclass(frozen=True, slots=True)
class Asset:
    """A ground asset: one hull, a side and a kind (DF-GRD-01)."""

    id: str
    side: str
    kind: GroundKind


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship or station in play. `side` "" is neutral (stations only)."""

    id: str
    side: str
    group: str
    profile: Profile
    pos: Point
    facing: Degrees
    layer: Layer
    hull: int
    order: Order = Order.STANDARD
    spike: Spike = Spike.NONE
    silent: bool = False
    shields_up: bool = False
    crippled: bool = False
    """Has suffered crippling damage; stays for the game (DF-CRP-03)."""
    crippling_made: int = 0
    """Crippling rolls made for passing a threshold (dreadnoughts have two)."""
    crippling_owed: int = 0
    """Crippling rolls due for other causes than a threshold (DF-CRP-08)."""
    effects: tuple[Effect, ...] = ()
    """In the order gained; only `fire` may be there more than once."""
    corruptor: int = 0
    """Corruptor tokens (DF-WPN-12)."""
    destroyed_weapon: str | None = None
    """The weapon a dreadnought has lost (DF-CRP-07)."""
    wreck_rolled: bool = False
    """Whether the catastrophic roll was made or is not to be made (DF-CAT-02)."""
    moved: bool = False
    turned: bool = False
    layer_changed: bool = False
    activated: bool = False
    scanned: bool = False
    """Whether it has made its active scan in this activation."""
    offline_since_begin: bool = False
    """Whether Weapons Offline was already on it when its activation began."""
    launched: bool = False
    boosted: bool = False
    """Whether its Shield Booster was used in this turn (DF-SHP-05)."""
    debris_met: tuple[str, ...] = ()
    """Debris fields and rings that have hit it in this turn (DF-SCN-01)."""
    assets: FrozenMap[str, Asset] = field(default_factory=FrozenMap)
    """Ground assets aboard a station."""

    @property
    def is_station(self) -> bool:
        """Whether this is a space station (DF-STA-01)."""
        return self.profile.station is not None

    @property
    def destroyed(self) -> bool:
        """Whether it is off the table: no hull left (DF-SAV-06)."""
        return self.hull <= 0

    def has(self, *effects: Effect) -> bool:
        """Whether any of `effects` is on it."""
        return any(effect in self.effects for effect in effects)


@dataclass(frozen=True, slots=True)
class Sector:
    """A sector of a cluster; `hull_start` and `armour` as printed for its type.

    `polygon` is its token (empty if nobody said where it lies), `held_by` a side or "".
    """

    id: str
    type: SectorType
    polygon: tuple[Point, ...]
    hull_start: int
    hull: int
    armour: Need
    value: int
    cluster: str = ""
    held_by: str = ""
    ruins: bool = False
    layer: Layer = Layer.ATMOSPHERE
    scan: Inches = 6.0
    weapons: FrozenMap[str, Weapon] = field(default_factory=FrozenMap)
    assets: FrozenMap[str, Asset] = field(default_factory=FrozenMap)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Sectors that belong together, around a centre from which they scan."""

    id: str
    centre: Point
    sectors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Ships of one class that activate together, in a battlegroup."""

    id: str
    ships: tuple[str, ...]
    battlegroup: str


@dataclass(frozen=True, slots=True)
class Scenery:
    """Debris (polygon, density), a ring (two points of `line`) or an LSO (circle or polygon)."""

    id: str
    type: SceneryType
    density: Density | None = None
    polygon: tuple[Point, ...] = ()
    centre: Point | None = None
    radius: Inches = 0.0
    line: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class LaunchToken:
    """A launch asset on the ship `on`: fighters guard it with `dice`, others attack it."""

    id: str
    side: str
    kind: LaunchKind
    on: str
    dice: int = 0
    weapon: Weapon | None = None


@dataclass(frozen=True, slots=True)
class Allocation:
    """All attack dice of one weapon system on one target (DF-ALL-02)."""

    ship: str
    weapon: str
    target: str
    dice: DiceExpr
    overcharged: bool = False


@dataclass(frozen=True, slots=True)
class Volley:
    """The active group's fire: what was declared, and whether anything was rolled (DF-ALL-06).

    `rolled_attacks` maps (ship, weapon) to the random Attack rolled before allocating;
    `resolved` holds the (ship, weapon) pairs whose dice have been thrown.
    """

    allocations: tuple[Allocation, ...] = ()
    rolled_attacks: FrozenMap[tuple[str, str], int] = field(default_factory=FrozenMap)
    resolved: tuple[tuple[str, str], ...] = ()

    @property
    def rolling(self) -> bool:
        """Whether a die to hit was rolled, so that nothing more may be declared."""
        return bool(self.resolved)


@dataclass(frozen=True, slots=True)
class State:
    """A whole battle under way. Stations are among the ships."""

    title: str
    ships: FrozenMap[str, Ship]
    sectors: FrozenMap[str, Sector]
    clusters: FrozenMap[str, Cluster]
    groups: FrozenMap[str, Group]
    scenery: FrozenMap[str, Scenery]
    tokens: FrozenMap[str, LaunchToken] = field(default_factory=FrozenMap)
    teams: FrozenMap[str, str] = field(default_factory=FrozenMap)
    """Side to team; sides of one team are friends (DF-TGT-01)."""
    size: Point = (48.0, 48.0)
    """Width and height of the table, in inches."""
    turn: int = 1
    phase: Phase = Phase.ACTIVATION
    active: str | None = None
    """The group in its activation."""
    acting_battlegroup: str | None = None
    """The battlegroup in its activation, and its one special order (DF-ORD-08)."""
    special_order: Order | None = None
    last_side: str | None = None
    """The side that activated last (battlegroups alternate, DF-SEQ-05)."""
    volley: Volley = Volley()
    uses: FrozenMap[tuple[str, str], int] = field(default_factory=FrozenMap)
    """How often a limited weapon has been fired, by (ship, weapon) (DF-ALL-10)."""

    def put_ship(self, ship: Ship) -> State:
        """The state with one ship replaced."""
        return replace(self, ships=self.ships.put(ship.id, ship))

    def put_sector(self, sector: Sector) -> State:
        """The state with one sector replaced."""
        return replace(self, sectors=self.sectors.put(sector.id, sector))

    def change_ship(self, ship_id: str, **changes: Any) -> State:
        """The state with some fields of one ship changed."""
        return self.put_ship(replace(self.ships[ship_id], **changes))

    def change_sector(self, sector_id: str, **changes: Any) -> State:
        """The state with some fields of one sector changed."""
        return self.put_sector(replace(self.sectors[sector_id], **changes))

    def mates(self, ship_id: str) -> tuple[str, ...]:
        """The ships of a ship's group, itself among them, that are still there."""
        group = self.groups[self.ships[ship_id].group]
        return tuple(s for s in group.ships if not self.ships[s].destroyed)

    def friends(self, one: str, other: str) -> bool:
        """Whether two sides are on the same team (DF-TGT-01); the neutral side has none."""
        if not one or not other:
            return False
        return self.teams.get(one, one) == self.teams.get(other, other)
