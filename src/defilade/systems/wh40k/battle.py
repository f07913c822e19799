"""What a battle file of Warhammer 40,000 describes, in the words that players write.

Knows fields, their units and their defaults; what makes a battle playable is in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.terms import (
    AgreedBy,
    Category,
    Method,
    MoveType,
    Phase,
    SectionKind,
)
from defilade.values import DiceExpr, Need

Position = tuple[float, float]
Span = tuple[float, float]
Rect = tuple[float, float, float, float]
Zone = Rect | tuple[Position, ...]

_ONE = DiceExpr.fixed(1)
_FOUR, _SEVEN = Need(4), Need(7)
_RULES = HouseRules()


@dataclass(frozen=True, slots=True)
class GapLine:
    """A hole through the sections of a feature: a window, a door, a bullet hole."""

    z: Span = (0.0, 0.0)
    """Lower and upper edge above ground level, in inches."""
    x: Span | None = None
    """From and to along x, for a wall that runs along x."""
    y: Span | None = None
    """From and to along y, for a wall that runs along y."""
    outline: tuple[Position, ...] | None = None
    """Corners of the part of the footprint that is open, for walls at any angle."""
    enclosed: bool = True
    """Whether the gap is enclosed, so that Solid may close it. WH-SOL-04"""


@dataclass(frozen=True, slots=True)
class SurfaceLine:
    """A floor or top on which models may stand."""

    z: float = 0.0
    """Height above ground level, in inches."""
    rect: Rect | None = None
    """x0, y0, x1, y1."""
    outline: tuple[Position, ...] | None = None
    """Corners in order, in place of `rect`; without either, the whole feature."""


@dataclass(frozen=True, slots=True)
class SectionLine:
    """One wall, floor or roof of a feature."""

    top: float
    """Height of its upper edge above ground level, in inches."""
    bottom: float = 0.0
    """Height of its lower edge above ground level, in inches."""
    kind: SectionKind = SectionKind.WALL
    """wall, floor or roof."""
    rect: Rect | None = None
    """x0, y0, x1, y1."""
    outline: tuple[Position, ...] | None = None
    """Corners in order, in place of `rect`."""
    opaque: bool = True
    """Whether the section itself stops sight."""


@dataclass(frozen=True, slots=True)
class FeatureLine:
    """One terrain feature. Without `sections` it is a solid block from the ground to `top`."""

    preset: str | None = None
    """A common feature that gives the category and height: ruin, crater, woods, barricade."""
    cat: Category | None = None
    """exposed, light or dense. WH-CAT-01"""
    rect: Rect | None = None
    """x0, y0, x1, y1 of the footprint."""
    outline: tuple[Position, ...] | None = None
    """Corners of the footprint in order, in place of `rect`."""
    top: float | None = None
    """Height above ground level, in inches; 0 is flat."""
    sections: tuple[SectionLine, ...] = ()
    """Walls, floors and roofs, where the feature is not one block."""
    gaps: tuple[GapLine, ...] = ()
    """Holes through the feature's sections."""
    surfaces: tuple[SurfaceLine, ...] = ()
    """Floors on which models may stand. They stop no sight; a floor `section` does."""
    opaque: bool = True
    """Whether the feature itself stops sight; woods of single trees may not."""


@dataclass(frozen=True, slots=True)
class AreaLine:
    """A terrain area and the features in it."""

    method: Method = Method.MAT
    """mat (a base or mat with features on it), feature (one alone) or group. WH-AREA-01"""
    rect: Rect | None = None
    """x0, y0, x1, y1 of the area."""
    outline: tuple[Position, ...] | None = None
    """Corners of the area in order, in place of `rect`; `feature` needs neither."""
    features: Mapping[str, FeatureLine] = field(default_factory=dict)
    """Features by name."""
    agreed_by: AgreedBy = AgreedBy.PLAYERS
    """Who said where the area is: map or players. WH-AREA-04"""
    wants: tuple[Category, ...] = ()
    """Categories that the mission asks the area to hold. WH-CAT-05"""
    objective: bool = False
    """Whether an objective's point lies in it: then the area is the objective. WH-OBJ-01"""


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """One weapon of a datasheet."""

    A: DiceExpr = _ONE
    """Attacks: a number or dice."""
    S: int = 4
    """Strength."""
    AP: int = 0
    """Armour penetration, 0 or negative."""
    D: DiceExpr = _ONE
    """Damage: a number or dice."""
    R: float | None = None
    """Range in inches; leave it out for a melee weapon."""
    BS: Need | None = None
    """Ballistic skill such as 3+; leave it out for TORRENT."""
    WS: Need | None = None
    """Weapon skill such as 3+."""
    abilities: tuple[str, ...] = ()
    """Abilities as printed: RAPID FIRE 1, ANTI-INFANTRY 4+, [BLAST]."""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """What models of one kind share."""

    kw: tuple[str, ...] = ()
    """Keywords in capitals: INFANTRY, CHARACTER."""
    M: float = 6.0
    """Move in inches."""
    T: int = 4
    """Toughness."""
    Sv: Need = _FOUR
    """Save, such as 4+; 7+ is none."""
    InSv: Need | None = None
    """Invulnerable save."""
    W: int = 1
    """Wounds."""
    Ld: Need = _SEVEN
    """Leadership."""
    OC: int | None = 1
    """Objective control; nothing stands for OC -."""
    FNP: Need | None = None
    """Feel No Pain."""
    base_mm: float | None = None
    """Diameter of a round base in millimetres, such as 32."""
    oval_mm: Span | None = None
    """Length and width of an oval base in millimetres, such as 60, 35."""
    r: float | None = None
    """Radius of a round base in inches, in place of `base_mm`."""
    hull: tuple[Position, ...] | None = None
    """Corners of the hull around the model's position, facing +y, in inches. WH-MEAS-03"""
    h: float = 1.5
    """Height of the model in inches."""
    abilities: tuple[str, ...] = ()
    """Abilities of the unit: Stealth, Lone Operative, Hover, Super-heavy Walker."""
    detection: float | None = None
    """Detection range where it is not the mission's 15 inches. WH-HID-05"""
    weapons: Mapping[str, WeaponLine] = field(default_factory=dict)
    """Weapons by name."""


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One model on the table."""

    at: Position | None = None
    """Centre of its base, in inches."""
    z: float = 0.0
    """Height of the surface it stands on, above ground level."""
    facing: float = 0.0
    """Degrees clockwise from the top of the table (+y)."""
    sheet: str | None = None
    """Its datasheet where it differs from its unit's."""
    kw: tuple[str, ...] = ()
    """Keywords it has beside those of its datasheet."""
    wounds: int | None = None
    """Wounds left; all of them if left out."""
    weapons: tuple[str, ...] | None = None
    """Which weapons of its datasheet it carries; all of them if left out."""
    unstable: bool = False
    """Whether the players agree that it cannot stand there. WH-END-03"""
    barrel: tuple[float, float] | None = None
    """How far a part of it reaches forward of its centre, and at which height. WH-END-05"""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit, and what it has done that the rules remember."""

    side: str
    """Whose it is."""
    sheet: str
    """Name of one of `datasheets`, for models that name none."""
    models: Mapping[str, ModelLine] = field(default_factory=dict)
    """Models by name; names are unique on the whole table."""
    shot_turn: int | None = None
    """The player's turn (1, 2, 3 ...) in which it last made a ranged attack. WH-SHO-09"""
    moved: MoveType = MoveType.NONE
    """What it did with its move this turn."""
    moved_inches: float = 0.0
    """The most that one of its models moved this turn. WH-WPN-04"""
    set_up_this_turn: bool = False
    """Whether it was set up this turn."""
    battle_shocked: bool = False
    """Whether it is battle-shocked. WH-MOR-01"""
    starting_models: int | None = None
    """Models it started with; those listed if left out. WH-MOR-02"""
    leaders: tuple[str, ...] = ()
    """Models that lead or support it; the others are its bodyguard. WH-ATK-05"""
    in_reserve: bool = False
    """Whether it waits off the table. WH-RND-02"""


@dataclass(frozen=True, slots=True)
class MarkerLine:
    """An objective outside every terrain area: a 40 mm marker (WH-OBJ-04)."""

    at: Position
    """Its middle, in inches."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A table of Warhammer 40,000 with terrain and units."""

    title: str = ""
    """What the battle is called."""
    options: HouseRules = _RULES
    """House rules that differ from the defaults."""
    size: Span = (60.0, 44.0)
    """Width and depth of the table in inches."""
    datasheets: Mapping[str, Datasheet] = field(default_factory=dict)
    """What models of one kind share, by name."""
    terrain: Mapping[str, AreaLine] = field(default_factory=dict)
    """Terrain areas by name."""
    units: Mapping[str, UnitLine] = field(default_factory=dict)
    """Units by name."""
    markers: Mapping[str, MarkerLine] = field(default_factory=dict)
    """Objectives outside terrain areas, by name."""
    turn: int = 1
    """The player's turn being played, counted over both players: 1, 2, 3 ..."""
    phase: Phase = Phase.MOVEMENT
    """command, movement, shooting, charge or fight."""
    sides: tuple[str, ...] = ()
    """The two sides, the one with the first turn first; as units name them if left out."""
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """Deployment zone of each side: x0, y0, x1, y1, or its corners in order. WH-RND-02"""
