"""What a battle file of Dropfleet describes, in the words that players write.

Knows fields, their units and their defaults; what makes a battle playable is in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.terms import (
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
from defilade.values import DiceExpr, Need

Position = tuple[float, float]

_ONE = DiceExpr.fixed(1)
_RULES = HouseRules()


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """One weapon of a ship or sector."""

    lock: Need
    """Target number to hit, such as 4+."""
    attack: DiceExpr = _ONE
    """Attack dice: a number or dice, such as 2 or D6+1."""
    damage: DiceExpr = _ONE
    """Hull damage of each hit: a number or dice."""
    arc: str = "F"
    """Arcs with slashes between: F, F(N), S, S(L), S(R), R."""
    special: tuple[str, ...] = ()
    """Special rules as printed: Close Action, Burnthrough (6), Calibre (H&S)."""


@dataclass(frozen=True, slots=True)
class Shielded:
    """A signature that depends on the ship's shields."""

    down: float
    """Signature in inches with shields down."""
    up: float
    """Signature in inches with shields up."""


@dataclass(frozen=True, slots=True)
class ShipClass:
    """The printed characteristics that all ships of a class share."""

    faction: str = ""
    """Faction, such as UCM or Resistance."""
    scan: float | None = None
    """Scan in inches."""
    signature: float | Shielded | None = None
    """Signature in inches, without any spike."""
    thrust: float | None = None
    """Thrust in inches."""
    hull_start: int | None = None
    """Starting hull points."""
    armour: Need | None = None
    """Armour save, such as 4+."""
    pcm: Need | None = None
    """Passive countermeasures, the second save; leave out if there is none."""
    pd: int | None = None
    """Point defence dice."""
    tonnage: Tonnage | None = None
    """Tonnage: L, M, H or S."""
    special: tuple[str, ...] = ()
    """Special rules of the ship as printed."""
    weapons: Mapping[str, WeaponLine] = field(default_factory=dict)
    """Weapons by name."""
    points: int | None = None
    """Points cost; it changes no ruling."""
    launch: tuple[str, ...] = ()
    """Launch assets as printed; they change no ruling on weapons."""


@dataclass(frozen=True, slots=True)
class AssetLine:
    """A ground asset."""

    side: str
    """Whose it is."""
    kind: GroundKind = GroundKind.INFANTRY
    """infantry, armour or defence_battery."""


@dataclass(frozen=True, slots=True)
class ShipLine:
    """A ship (or station) on the table; what it leaves out comes from its class."""

    side: str = ""
    """Whose it is; ships of different sides are enemies. Stations may be nobody's."""
    pos: Position = (0.0, 0.0)
    """Position of the flight stem, in inches."""
    ship_class: str | None = None
    """Name of one of `classes`."""
    facing: float = 0.0
    """Degrees clockwise from the top of the table (+y)."""
    layer: Layer | None = None
    """high, low or atmosphere; low if left out."""
    faction: str | None = None
    """Faction, such as UCM or Resistance."""
    scan: float | None = None
    """Scan in inches."""
    signature: float | Shielded | None = None
    """Signature in inches, without any spike."""
    thrust: float | None = None
    """Thrust in inches."""
    hull_start: int | None = None
    """Starting hull points."""
    hull: int | None = None
    """Hull points left; all of them if left out."""
    armour: Need | None = None
    """Armour save, such as 4+."""
    pcm: Need | None = None
    """Passive countermeasures, the second save."""
    pd: int | None = None
    """Point defence dice."""
    tonnage: Tonnage | None = None
    """Tonnage: L, M, H or S."""
    special: tuple[str, ...] | None = None
    """Special rules of the ship as printed."""
    weapons: Mapping[str, WeaponLine] | None = None
    """Weapons by name."""
    orders: Order = Order.STANDARD
    """The order it is under."""
    spike: Spike = Spike.NONE
    """The energy spike on it."""
    silent: bool = False
    """Whether it is on Silent Running."""
    shields_up: bool = False
    """Whether its shields are raised."""
    moved: bool = False
    """Whether it has moved in this turn."""
    crippled: bool = False
    """Whether it has suffered crippling damage."""
    crippling_rolled: bool = False
    """Whether its crippling roll was made already."""
    effects: tuple[Effect, ...] = ()
    """Lasting effects of crippling damage on it."""
    corruptor: int = 0
    """Corruptor tokens on it."""
    station: StationSize | None = None
    """small, medium or large: this is a space station."""
    assets: Mapping[str, AssetLine] = field(default_factory=dict)
    """Ground assets aboard a station, by name."""


@dataclass(frozen=True, slots=True)
class SectorLine:
    """A sector."""

    type: SectorType
    """commercial, industrial, military, orbital_defence, power_plant or comms_station."""
    polygon: tuple[Position, ...] = ()
    """Corners of its token, in inches."""
    hull: int | None = None
    """Hull points left; as printed for its type if left out."""
    armour: Need | None = None
    """Armour save; as printed for its type if left out."""
    value: int | None = None
    """Value as an objective; as printed for its type if left out."""
    held_by: str = ""
    """The side that holds it."""
    ruins: bool = False
    """Whether it is ruins already."""
    layer: Layer = Layer.ATMOSPHERE
    """Sectors lie in Atmosphere."""
    scan: float = 6.0
    """Scan of its weapons, in inches."""
    weapons: Mapping[str, WeaponLine] = field(default_factory=dict)
    """Weapons by name; those of its type if left out."""
    assets: Mapping[str, AssetLine] = field(default_factory=dict)
    """Ground assets in it, by name."""


@dataclass(frozen=True, slots=True)
class ClusterLine:
    """A cluster of sectors."""

    centre: Position = (0.0, 0.0)
    """Its centre, in inches."""
    sectors: tuple[str, ...] = ()
    """Names of its sectors."""


@dataclass(frozen=True, slots=True)
class SceneryLine:
    """A piece of scenery."""

    type: SceneryType
    """debris, ring or lso (large solid object)."""
    density: Density | None = None
    """fine or dense, for debris."""
    polygon: tuple[Position, ...] = ()
    """Corners, for debris or an LSO."""
    centre: Position | None = None
    """Centre of a round LSO."""
    radius: float = 0.0
    """Radius of a round LSO, in inches."""
    line: tuple[Position, ...] = ()
    """The two ends of a planetary ring's line."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A launch asset that stands on a ship."""

    side: str
    """Whose it is."""
    on: str
    """The ship it stands on."""
    kind: LaunchKind = LaunchKind.FIGHTERS
    """fighters, bombers or torpedoes."""
    dice: int = 0
    """Point defence dice that fighters add."""
    weapon: WeaponLine | None = None
    """What bombers or torpedoes attack with."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of Dropfleet Commander."""

    title: str = ""
    """Title, for players."""
    options: HouseRules = _RULES
    """House rules: what the table agreed to read otherwise."""
    size: Position = (48.0, 48.0)
    """Width and height of the table, in inches."""
    classes: Mapping[str, ShipClass] = field(default_factory=dict)
    """Ship classes by name, for ships to share."""
    ships: Mapping[str, ShipLine] = field(default_factory=dict)
    """Ships by name."""
    stations: Mapping[str, ShipLine] = field(default_factory=dict)
    """Space stations by name."""
    sectors: Mapping[str, SectorLine] = field(default_factory=dict)
    """Sectors by name."""
    clusters: Mapping[str, ClusterLine] = field(default_factory=dict)
    """Clusters by name."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Groups: names of ships. A ship in no group is its own."""
    battlegroups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Battlegroups: names of groups. A group in none is its own."""
    teams: Mapping[str, str] = field(default_factory=dict)
    """Side to team, where sides are allied."""
    scenery: Mapping[str, SceneryLine] = field(default_factory=dict)
    """Scenery by name."""
    tokens: Mapping[str, TokenLine] = field(default_factory=dict)
    """Launch assets on ships, by name."""
    turn: int = 1
    """Number of the turn."""
    phase: Phase = Phase.ACTIVATION
    """planning, activation or roundup."""
    active: str | None = None
    """The group that is in its activation."""
