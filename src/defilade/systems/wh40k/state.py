"""The state of play: everything that lasts from one action to the next, and nothing derived.

Knows what is remembered; never what follows from it (hidden, cover, visible, engaged).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Base, Circle, Oval, Polygon
from defilade.geometry.plane import rotated, translated
from defilade.systems.wh40k.terms import (
    AgreedBy,
    Category,
    Method,
    MoveType,
    Phase,
    SectionKind,
)
from defilade.values import Degrees, DiceExpr, Inches

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Section:
    """A wall, floor or roof: a footprint between two heights above ground level."""

    outline: Outline
    bottom: Inches
    top: Inches
    kind: SectionKind = SectionKind.WALL
    opaque: bool = True


@dataclass(frozen=True, slots=True)
class Gap:
    """A hole in the sections over `outline`, between two heights (WH-SOL-04)."""

    outline: Outline
    bottom: Inches
    top: Inches
    enclosed: bool = True


@dataclass(frozen=True, slots=True)
class Surface:
    """A floor above ground level on which models may stand."""

    outline: Outline
    z: Inches


@dataclass(frozen=True, slots=True)
class Feature:
    """A terrain feature (WH-CAT-06)."""

    id: str
    cat: Category
    outline: Outline
    sections: tuple[Section, ...]
    gaps: tuple[Gap, ...] = ()
    surfaces: tuple[Surface, ...] = ()

    @property
    def top(self) -> Inches:
        """Height of its tallest section."""
        return max((section.top for section in self.sections), default=0.0)


@dataclass(frozen=True, slots=True)
class Area:
    """A terrain area (WH-AREA-03). What it does follows from its features."""

    id: str
    outline: Outline
    features: tuple[Feature, ...]
    method: Method = Method.MAT
    agreed_by: AgreedBy = AgreedBy.PLAYERS
    objective: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as data: `RAPID FIRE 1`, `ANTI-INFANTRY 4+`, `MELTA 2: VEHICLE`.

    `name` is in capitals, `against` the keyword it is limited to (WH-WPN-16).
    """

    name: str
    value: int | None = None
    against: str | None = None


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon; `range` None is melee, `skill` None hits by itself."""

    name: str
    range: Inches | None
    attacks: DiceExpr
    skill: int | None
    strength: int
    ap: int
    damage: DiceExpr
    abilities: tuple[Ability, ...] = ()

    def ability(self, name: str) -> Ability | None:
        """The first ability of that name."""
        return next((one for one in self.abilities if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Profile:
    """A model's printed characteristics; they never change in play.

    `base` is centred on the origin and faces +y; `hull` likewise where it is known.
    """

    name: str
    keywords: frozenset[str]
    move: Inches
    toughness: int
    save: int
    invulnerable: int | None
    wounds: int
    leadership: int
    control: int | None
    feel_no_pain: int | None
    base: Base
    hull: Polygon | None
    height: Inches
    abilities: tuple[Ability, ...]
    detection: Inches | None
    weapons: FrozenMap[str, Weapon]

    def has(self, *names: str) -> bool:
        """Whether it has one of these keywords."""
        return any(name in self.keywords for name in names)


@dataclass(frozen=True, slots=True)
class Model:
    """A model in play; `wounds` 0 is destroyed."""

    id: str
    unit: str
    profile: Profile
    at: Point
    z: Inches
    wounds: int
    facing: Degrees = 0.0
    weapons: tuple[str, ...] = ()
    barrel: tuple[Inches, Inches] | None = None
    unstable: bool = False

    @property
    def base(self) -> Base:
        """Its base on the table; of a FRAME model, its hull (WH-MEAS-02, WH-MEAS-03)."""
        shape: Base = self.profile.base
        if self.profile.hull is not None and "FRAME" in self.profile.keywords:
            shape = self.profile.hull
        return placed(shape, self.at, self.facing)

    @property
    def low(self) -> Inches:
        """Height of its feet."""
        return self.z

    @property
    def high(self) -> Inches:
        """Height of its head."""
        return self.z + self.profile.height

    def standing(self, at: Point, z: Inches) -> Model:
        """The same model elsewhere."""
        return replace(self, at=at, z=z)


def placed(shape: Base, at: Point, facing: Degrees) -> Base:
    """A shape around the origin, facing +y, put on the table."""
    match shape:
        case Circle(_, radius):
            return Circle(at, radius)
        case Oval(_, half_length, half_width):
            return Oval(at, half_length, half_width, facing)
        case Polygon(points):
            return Polygon(tuple(translated(rotated(p, facing), at) for p in points))
        case _:
            raise TypeError(f"no base is a {type(shape).__name__}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit and what it has done (ledger section 11)."""

    id: str
    side: str
    models: tuple[str, ...]
    starting: int
    shot_turn: int | None = None
    moved: MoveType = MoveType.NONE
    moved_inches: Inches = 0.0
    set_up_turn: int | None = None
    battle_shocked: bool = False
    has_shot: bool = False
    leaders: tuple[str, ...] = ()
    in_reserve: bool = False
    used: frozenset[str] = frozenset()
    """One-shot weapons fired: `model/weapon`."""
    charge_roll: int | None = None
    """The dice of a charge declared, until it moves."""
    charge_targets: tuple[str, ...] = ()
    """The targets of a charge declared, until it moves."""
    rolled_move: int | None = None
    """The dice of an advance declared, until it moves."""
    fired: frozenset[str] = frozenset()
    """Weapons used this turn: `model/weapon`."""


@dataclass(frozen=True, slots=True)
class Objective:
    """Who holds an objective; `area` or `at` says where it is."""

    id: str
    area: str | None = None
    at: Point | None = None
    controller: str | None = None
    secured_by: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A battle at one moment."""

    title: str
    size: tuple[Inches, Inches]
    areas: FrozenMap[str, Area]
    units: FrozenMap[str, Unit]
    models: FrozenMap[str, Model]
    objectives: FrozenMap[str, Objective] = field(default_factory=FrozenMap)
    sides: tuple[str, ...] = ()
    turn: int = 1
    """The player's turn, counted over both players (WH-HID-03)."""
    phase: Phase = Phase.MOVEMENT
    zones: FrozenMap[str, Outline] = field(default_factory=FrozenMap)
    """The outline of each side's deployment zone (WH-RND-02)."""
    points: FrozenMap[str, int] = field(default_factory=FrozenMap)
    """Command points of each side (WH-RND-01)."""
    tested: frozenset[str] = frozenset()
    """Units whose battle-shock was rolled this turn."""
    shooter: str | None = None
    """The unit selected to shoot or fight now (WH-SHO-01)."""
    selected: frozenset[str] = frozenset()
    """Units selected to shoot or fight this phase."""

    @property
    def active(self) -> str:
        """The side whose turn it is."""
        return self.sides[(self.turn - 1) % len(self.sides)] if self.sides else ""

    @property
    def battle_round(self) -> int:
        """The battle round: both sides' turns (WH-RND-01)."""
        return (self.turn + 1) // 2

    def alive(self, unit: str) -> tuple[Model, ...]:
        """Models of a unit that are left and on the table."""
        return left_of(self.units, self.models, unit)

    def on_table(self) -> tuple[Model, ...]:
        """All models left on the table."""
        return standing_of(self.units, self.models)

    def side_of(self, model: Model) -> str:
        """Whose a model is."""
        return self.units[model.unit].side

    def enemies_of(self, side: str) -> tuple[str, ...]:
        """Units of other sides with models on the table."""
        return tuple(k for k, u in self.units.items() if u.side != side and self.alive(k))

    def put_model(self, *models: Model) -> State:
        """The state with models replaced."""
        kept = self.models
        for model in models:
            kept = kept.put(model.id, model)
        return replace(self, models=kept)

    def put_unit(self, unit: Unit) -> State:
        """The state with a unit replaced."""
        return replace(self, units=self.units.put(unit.id, unit))


@lru_cache(maxsize=96)
def _first(mapping: FrozenMap[Any, Any]) -> FrozenMap[Any, Any]:
    return mapping


def known(mapping: FrozenMap[str, V]) -> FrozenMap[str, V]:
    """The first mapping of late that was equal: what is remembered of it is found at once."""
    return _first(mapping)


@lru_cache(maxsize=1024)
def left_of(
    units: FrozenMap[str, Unit], models: FrozenMap[str, Model], unit: str
) -> tuple[Model, ...]:
    """Models of a unit that are left and on the table; the two maps are a state's."""
    if units[unit].in_reserve:
        return ()
    found = (models[name] for name in units[unit].models)
    return tuple(model for model in found if model.wounds > 0)


@lru_cache(maxsize=64)
def standing_of(units: FrozenMap[str, Unit], models: FrozenMap[str, Model]) -> tuple[Model, ...]:
    """All models left on the table; the two maps are a state's."""
    return tuple(model for unit in units for model in left_of(units, models, unit))
