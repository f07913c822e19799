"""What a battle file of Conquest describes, in the words that players write.

Knows fields, their units and their defaults; what makes a battle playable is in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.terms import Deed, Feature, Kind, Reroll, TerrainKind, Weight

Position = tuple[float, float]

_RULES = HouseRules()


@dataclass(frozen=True, slots=True)
class CircleLine:
    """A round footprint."""

    centre: Position
    """Its centre, in inches."""
    radius: float
    """Its radius, in inches."""


@dataclass(frozen=True, slots=True)
class FootprintLine:
    """The boundary of a piece of terrain: a circle or a polygon."""

    circle: CircleLine | None = None
    """A circle."""
    polygon: tuple[Position, ...] = ()
    """Corners in order, either way round."""


@dataclass(frozen=True, slots=True)
class TerrainLine:
    """A piece of terrain."""

    kind: TerrainKind
    """garrison, zonal or impassable."""
    footprint: FootprintLine = FootprintLine()
    """Its boundary, agreed before play."""
    defence: int | None = None
    """Defence (X) of Garrison Terrain."""
    capacity: int | None = None
    """Capacity (X) of Garrison Terrain, in Stands."""
    elevation: int = 0
    """Elevation (X)."""
    size: int | None = None
    """Size as an obstacle; if left out, what the feature suggests, else the Elevation."""
    obscuring: bool | None = None
    """Whether it breaks lines of sight; if left out, Garrison Terrain and forests do."""
    feature: Feature | None = None
    """hill, forest, tower or wall."""
    occupant: str | None = None
    """The Regiment inside."""


@dataclass(frozen=True, slots=True)
class BarrageLine:
    """Barrage X: shots of one Model, and how far."""

    shots: int
    """Shots of each Model."""
    range: float
    """Range in inches."""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """The printed characteristics that all Regiments of a name share."""

    type: Kind | None = None
    """infantry, cavalry, brute or monster."""
    weight: Weight | None = None
    """Class: light, medium or heavy."""
    march: float | None = None
    """March in inches."""
    volley: int | None = None
    """Volley."""
    clash: int | None = None
    """Clash."""
    attacks: int | None = None
    """Attacks of each Model."""
    wounds: int | None = None
    """Wounds of each Model."""
    resolve: int | None = None
    """Resolve."""
    defence: int | None = None
    """Defence."""
    evasion: int | None = None
    """Evasion."""
    stands: int | None = None
    """Stands it is mustered with."""
    models_per_stand: int | None = None
    """Models on a whole Stand: 4 for infantry, else 1, if left out."""
    stand_size: Position | None = None
    """Width and depth of a Stand in inches; 2.5 by 2.5 is assumed if left out."""
    size: int | None = None
    """Size, where it is not the usual one of its type."""
    barrage: BarrageLine | None = None
    """Barrage."""
    armor_piercing: int | None = None
    """Armor Piercing X of its Barrage."""
    cleave: int | None = None
    """Cleave X."""
    support: int | None = None
    """Support X: Strikes of each supporting Stand."""
    impact_bonus: int | None = None
    """Dice added to its Impact Hits."""
    fly: bool | None = None
    """Whether it has Fly."""
    arcing_fire: bool | None = None
    """Whether its Barrage has Arcing Fire; it changes no ruling."""
    rerolls: tuple[Reroll, ...] | None = None
    """Failed dice it may throw once more: hit, defence, resolve."""
    character_stands: int | None = None
    """How many of its Stands are Characters."""
    character_march: float | None = None
    """March of its Characters, where it is another."""
    character_resolve: int | None = None
    """Resolve of its Characters, where it is another."""
    points: int | None = None
    """Points; they change no ruling."""


@dataclass(frozen=True, slots=True)
class RegimentLine:
    """A Regiment; what it leaves out comes from its unit."""

    player: str
    """Whose it is."""
    unit: str | None = None
    """Name of its unit among `units`."""
    stats: UnitLine = UnitLine()
    """Characteristics of its own, before those of its unit."""
    stands: int | None = None
    """Stands it has now."""
    files: int | None = None
    """Stands in its front rank."""
    front_centre: Position | None = None
    """Middle of the front edge of its front rank, in inches."""
    facing_deg: float = 90.0
    """Facing in degrees, anticlockwise from +x: 0 right, 90 up the table."""
    location: str | None = None
    """The Garrison Terrain it is inside; it is not on the table then."""
    models: tuple[int, ...] = ()
    """Models left on each Stand, front rank first; whole Stands if left out."""
    wounded: int = 0
    """Wounded markers."""
    starting_stands: int | None = None
    """Stands it was mustered with."""
    stands_at_turn_start: int | None = None
    """Stands it began this Turn with; those it has now if left out."""
    stands_when_broken: int | None = None
    """Stands it had when it became Broken."""
    broken: bool = False
    """Whether it is Broken."""
    inspired: bool = False
    """Whether it is Inspired."""
    aimed: bool = False
    """Whether it has taken aim."""
    arrived_this_turn: bool = False
    """Whether it arrived from Reinforcements this Turn."""
    activated: bool = False
    """Whether it has been activated this Turn."""
    actions_left: int = 2
    """Actions left, of the Regiment that is active."""
    actions_used: tuple[Deed, ...] = ()
    """Actions used in this activation."""
    occupied_this_turn: tuple[str, ...] = ()
    """Garrison Terrain it has occupied this Turn."""
    left_this_turn: tuple[str, ...] = ()
    """Garrison Terrain it has left this Turn."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of Conquest."""

    title: str = ""
    """Title, for players."""
    options: HouseRules = _RULES
    """House rules: what the table agreed to read otherwise."""
    size: Position = (48.0, 48.0)
    """Width and depth of the Battlefield, in inches."""
    units: Mapping[str, UnitLine] = field(default_factory=dict)
    """Units by name, for Regiments to share."""
    regiments: Mapping[str, RegimentLine] = field(default_factory=dict)
    """Regiments by name."""
    terrain: Mapping[str, TerrainLine] = field(default_factory=dict)
    """Terrain by name."""
    command_stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Each player's Command Cards, next first; players pick freely if left out."""
    turn: int = 1
    """Number of the Turn."""
    first_player: str | None = None
    """Who draws first."""
    active: str | None = None
    """The Regiment that is in its activation."""
