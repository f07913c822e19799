"""What a battle file of Dropzone describes, in the words that players write.

Knows fields, their units and their defaults; what makes a battle playable is in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from defilade.systems.dropzone.features import Feature
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.terms import Phase, Rule, Subtype, UnitType
from defilade.values import Need

Position: TypeAlias = tuple[float, float]
Stretch: TypeAlias = tuple[Position, ...]

_RULES = HouseRules()


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """One weapon of a stat sheet, column by column."""

    name: str
    """Name, as on the sheet; a unit's weapons differ in it."""
    mf: float | str = "-"
    """Move & Fire in inches; - is no limit."""
    arc: str = "F/S/R"
    """Arcs with slashes between: F, S, S(L), S(R), R."""
    rf: float | str = "inf"
    """Full range in inches; inf is anywhere, CQ is Close Quarters."""
    rc: float | str = "inf"
    """Countered range in inches; inf is anywhere, CQ is Close Quarters."""
    shots: int = 1
    """Dice to hit."""
    acc: str | int = "-"
    """Accuracy, such as 3+; - hits automatically."""
    energy: int = 0
    """Energy."""
    special: tuple[str, ...] = ()
    """Special rules as printed: Reduced-1, Destroyer 5+, Devastator-2 (Scenery)."""


@dataclass(frozen=True, slots=True)
class Countermeasures:
    """The CM column of a stat sheet."""

    active: bool = False
    """Active: weapons use their countered range."""
    passive: Need | None = None
    """Passive: the number each point of Damage is saved on."""
    evasion: int = 0
    """Evasion: the penalty to Accuracy."""


@dataclass(frozen=True, slots=True)
class Space:
    """Room in a Transport, or the room a unit takes: a symbol and a number."""

    symbol: str
    """The kind of room: infantry, light, tank ..."""
    n: int = 1
    """How much of it."""


@dataclass(frozen=True, slots=True)
class TransportLine:
    """What a unit needs to be transported, and what it can transport."""

    requirement: Space | None = None
    """The room this unit takes."""
    capacity: Space | tuple[Space, ...] = ()
    """The room this unit offers."""


@dataclass(frozen=True, slots=True)
class StatLine:
    """A stat sheet that several units share, named under `kinds`."""

    type: UnitType | None = None
    """infantry, vehicle, aircraft or behemoth."""
    subtype: Subtype | None = None
    """tank, skimmer or walker; small for an Aircraft-S."""
    fortitude: Need | None = None
    """Fortitude of Infantry, such as 4+."""
    mv: float | None = None
    """Move in inches."""
    armour: int | None = None
    """Armour."""
    dp: int | None = None
    """Damage Points when unhurt."""
    cm: Countermeasures | None = None
    """Countermeasures, where it has any."""
    height: float | None = None
    """Height of the model in inches, where it is known."""
    base_radius: float | None = None
    """Radius of a round base or body in inches."""
    base: tuple[Position, ...] = ()
    """Corners of a body that is not round, about its position, before facing."""
    special: tuple[str, ...] = ()
    """Special rules as printed."""
    weapons: tuple[WeaponLine, ...] = ()
    """Weapons."""
    transport: TransportLine | None = None
    """Transport values."""
    command: int = 0
    """Command Value of a Commander aboard; 0 for none."""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit: a model or an infantry base. What its kind says need not be said again."""

    id: str
    """Its own short name, without spaces."""
    side: str
    """The side it fights on."""
    squad: str | None = None
    """Its squad; a unit without one is its own."""
    kind: str | None = None
    """Name of its stat sheet under `kinds`."""
    battlegroup: str | int | None = None
    """Its Battlegroup; without any, a side is a single one."""
    at: Position | None = None
    """Where its centre stands, in inches."""
    facing: float | None = None
    """Degrees its front points to: 0 is +x, counter-clockwise. None: toward its target."""
    level: float = 0.0
    """Inches its foot stands above the table."""
    dp_lost: int = 0
    """Damage Points already lost."""
    embarked: str | None = None
    """The Transport it is in."""
    landed: bool = False
    """Whether an Aircraft has landed."""
    moved: float = 0.0
    """Inches it has moved in this activation already."""
    embarked_this_round: bool = False
    """Whether its squad embarked in this round."""
    disembarked_this_activation: bool = False
    """Whether its squad disembarked in this activation."""
    type: UnitType | None = None
    """infantry, vehicle, aircraft or behemoth."""
    subtype: Subtype | None = None
    """tank, skimmer or walker; small for an Aircraft-S."""
    fortitude: Need | None = None
    """Fortitude of Infantry, such as 4+."""
    mv: float | None = None
    """Move in inches."""
    armour: int | None = None
    """Armour."""
    dp: int | None = None
    """Damage Points when unhurt."""
    cm: Countermeasures | None = None
    """Countermeasures, where it has any."""
    height: float | None = None
    """Height of the model in inches, where it is known."""
    base_radius: float | None = None
    """Radius of a round base or body in inches."""
    base: tuple[Position, ...] = ()
    """Corners of a body that is not round, about its position, before facing."""
    special: tuple[str, ...] = ()
    """Special rules as printed."""
    weapons: tuple[WeaponLine, ...] = ()
    """Weapons."""
    transport: TransportLine | None = None
    """Transport values."""
    command: int = 0
    """Command Value of a Commander aboard; 0 for none."""
    note: str = ""
    """A remark for people."""


@dataclass(frozen=True, slots=True)
class SceneryLine:
    """One scenery piece and the rules agreed for it."""

    id: str
    """Its own short name, without spaces."""
    rules: tuple[Rule, ...] | None = None
    """The rules it has, no more and no less; None takes those of its feature."""
    feature: Feature | None = None
    """A preset of the published table: rules, Armour and DP that are not given here."""
    footprint: tuple[Position, ...] = ()
    """Corners of its outline in order, in inches."""
    line: tuple[Position, ...] = ()
    """Instead of a footprint: a thin barrier, as points along it."""
    height: float | None = None
    """Height in inches; none known is endless for sight and impassable for jumps."""
    level: float = 0.0
    """Inches its foot stands above (or below) the table."""
    opaque: bool = False
    """Whether it stops sight although it is not Solid."""
    armour: int | None = None
    """Armour, where it is Destructible."""
    starting_dp: int | None = None
    """Damage Points it began with."""
    dp: int | None = None
    """Damage Points left; None is all."""
    collateral_tokens: int = 0
    """Collateral Damage tokens on it."""
    edges: Mapping[str, Stretch] = field(default_factory=dict)
    """Named edges as points along them; none given: the straight sides."""
    blind_edges: tuple[str, ...] = ()
    """Edges without openings to shoot out of."""
    entrances: str | tuple[Position | Stretch, ...] | None = None
    """all_edges, or points and stretches where one can get in."""
    objectives: tuple[str, ...] = ()
    """Objectives inside."""
    name: str = ""
    """What people call it; it has no effect."""
    note: str = ""
    """A remark for people."""


@dataclass(frozen=True, slots=True)
class SquadLine:
    """What a squad brings that its units do not say."""

    carrying: str | None = None
    """The Objective it carries."""
    starting_total_dp: int | None = None
    """Damage Points of all its units at the start of the game; None adds them up."""
    cq_damage_this_activation: int = 0
    """Close Quarters Damage it took in the current Battlegroup's activation."""


@dataclass(frozen=True, slots=True)
class ObjectiveLine:
    """An Objective in the open, or one whose state needs saying."""

    at: Position | None = None
    """Where it lies, in inches; None for one inside or carried."""
    hidden: bool | None = None
    """Whether it must be searched for; None: those in Garrisons are."""


@dataclass(frozen=True, slots=True)
class ScanTokenLine:
    """A Scan Token beside the Transport that placed it."""

    side: str
    """Whose it is."""
    at: Position
    """Where it lies, in inches."""
    unit: str | None = None
    """The Transport that placed it."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of Dropzone Commander: scenery, units, who is where, and what was agreed."""

    title: str = ""
    """What the battle is called."""
    options: HouseRules = _RULES
    """House rules that differ from the defaults."""
    size: tuple[float, float] | None = None
    """Width and depth of the table in inches, from 0,0; None: endless."""
    round: int = 1
    """The round being played."""
    phase: Phase = Phase.ACTIVATION
    """The part of the round it stands in."""
    initiative: tuple[str, ...] = ()
    """The sides in order of initiative; none given: in the order met."""
    free: bool = False
    """Whether squads may act in any order, without turns."""
    kinds: Mapping[str, StatLine] = field(default_factory=dict)
    """Stat sheets by name, for units to refer to."""
    scenery: tuple[SceneryLine, ...] = ()
    """Scenery pieces."""
    units: tuple[UnitLine, ...] = ()
    """Units."""
    squads: Mapping[str, SquadLine] = field(default_factory=dict)
    """What squads bring, by their names."""
    occupancy: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Garrison -> unit -> centre, or the edge it holds."""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs of Garrisons agreed to be linked."""
    objectives: Mapping[str, ObjectiveLine] = field(default_factory=dict)
    """Objectives in the open, by name."""
    scan_tokens: tuple[ScanTokenLine, ...] = ()
    """Scan Tokens on the table."""
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What squads did in this activation: entered_occupied_this_activation, by_linked,
    by_rapid_insertion, disembarked_this_activation, embarked_this_round,
    left_aerial_transport."""
