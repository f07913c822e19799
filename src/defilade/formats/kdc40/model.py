"""What a 40kdc terrain file says, value for value: layouts, templates, maps, hulls, bases.

Knows the file's words, in its own frame: inches, y down. What a value leaves out is None,
so that writing gives back what was read. Meaning and placing are elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

BOARD = (60.0, 44.0)
"""Width and height of the board where a layout names none: the size all of them are for."""


class At(NamedTuple):
    """A point in inches, y down."""

    x: float
    y: float


class PieceType(StrEnum):
    """Whether a piece is a zone of play or scenery."""

    AREA = "area"
    FEATURE = "feature"


class Mirror(StrEnum):
    """How a piece is reflected before it is turned."""

    NONE = "none"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


class Edge(StrEnum):
    """The edge of the board from which a distance is measured."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


class Side(StrEnum):
    """A face of the box around a placed piece."""

    MIN_X = "min-x"
    MAX_X = "max-x"
    MIN_Y = "min-y"
    MAX_Y = "max-y"


class ObjectiveRole(StrEnum):
    """Which objective an area carries."""

    HOME = "home"
    EXPANSION = "expansion"
    CENTER = "center"


class TerrainCategory(StrEnum):
    """The category of a feature."""

    EXPOSED = "exposed"
    LIGHT = "light"
    DENSE = "dense"


class AreaKeyword(StrEnum):
    """Keywords of a terrain area."""

    OBSCURING = "obscuring"
    HIDDEN = "hidden"
    PLUNGING_FIRE = "plunging-fire"


def _positive(**sizes: float | None) -> None:
    for name, size in sizes.items():
        if size is not None and size <= 0:
            raise ValueError(f"{name} is more than 0")


def _not_negative(**sizes: float | None) -> None:
    for name, size in sizes.items():
        if size is not None and size < 0:
            raise ValueError(f"{name} is at least 0")


def _turn(degrees: float | None) -> None:
    if degrees is not None and not 0 <= degrees < 360:
        raise ValueError("rotation_degrees is at least 0 and less than 360")


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle with a corner at the local origin."""

    TAG: ClassVar[tuple[str, str]] = ("type", "rectangle")
    width: float
    height: float

    def __post_init__(self) -> None:
        _positive(width=self.width, height=self.height)


@dataclass(frozen=True, slots=True)
class RightTriangle:
    """A triangle with its right angle at the local origin."""

    TAG: ClassVar[tuple[str, str]] = ("type", "right-triangle")
    width: float
    height: float

    def __post_init__(self) -> None:
        _positive(width=self.width, height=self.height)


@dataclass(frozen=True, slots=True)
class Corners:
    """Any polygon, by its corners in order."""

    TAG: ClassVar[tuple[str, str]] = ("type", "polygon")
    points: tuple[At, ...]

    def __post_init__(self) -> None:
        if len(self.points) < 3:
            raise ValueError("a polygon has at least 3 points")


Shape: TypeAlias = Rectangle | RightTriangle | Corners


@dataclass(frozen=True, slots=True)
class GameVersion:
    """For which state of the game a value was written."""

    edition: str
    dataslate: str


@dataclass(frozen=True, slots=True)
class Composed:
    """Scenery on an area template, in the area's frame around its centroid."""

    template: str
    position: At
    id: str | None = None
    rotation_degrees: float | None = None
    mirror: Mirror | None = None
    floor: int | None = None

    def __post_init__(self) -> None:
        _turn(self.rotation_degrees)


@dataclass(frozen=True, slots=True)
class UpperFloor:
    """A platform above the ground, in the frame of the ground footprint."""

    footprint: Shape
    floor: int | None = None


@dataclass(frozen=True, slots=True)
class WallLine:
    """The outer faces of walls, corner by corner; the thickness lies inward."""

    points: tuple[At, ...]
    thickness: float | None = None

    def __post_init__(self) -> None:
        _positive(thickness=self.thickness)
        if len(self.points) < 2:
            raise ValueError("a wall has at least 2 points")


@dataclass(frozen=True, slots=True)
class Template:
    """A piece of the catalogue, to be placed any number of times."""

    id: str
    name: str
    kind: PieceType
    footprint: Shape
    game_version: GameVersion | None = None
    source: str | None = None
    default_height_inches: float | None = None
    default_blocking: bool | None = None
    ground_accessible: bool | None = None
    upper_floor: UpperFloor | None = None
    default_terrain_area_keywords: tuple[AreaKeyword, ...] | None = None
    features: tuple[Composed, ...] | None = None
    terrain_category: TerrainCategory | None = None
    outline: tuple[At, ...] | None = None
    has_roof: bool | None = None
    walls: tuple[WallLine, ...] | None = None

    def __post_init__(self) -> None:
        _not_negative(default_height_inches=self.default_height_inches)


@dataclass(frozen=True, slots=True)
class Vertex:
    """A corner of a placed piece, by its number."""

    TAG: ClassVar[tuple[str, str]] = ("kind", "vertex")
    index: int

    def __post_init__(self) -> None:
        _not_negative(index=self.index)


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the box around a placed piece."""

    TAG: ClassVar[tuple[str, str]] = ("kind", "face")
    side: Side


Reference: TypeAlias = Vertex | Face


@dataclass(frozen=True, slots=True)
class Keystone:
    """A distance by which a piece is placed with a tape measure."""

    edge: Edge
    ref: Reference


@dataclass(frozen=True, slots=True)
class ObjectiveMark:
    """The marker of a piece that carries an objective."""

    position: At | None = None
    control_range_inches: float | None = None

    def __post_init__(self) -> None:
        _positive(control_range_inches=self.control_range_inches)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece on the board; its position is where its centroid goes."""

    position: At
    id: str | None = None
    name: str | None = None
    piece_type: PieceType | None = None
    template: str | None = None
    footprint: Shape | None = None
    rotation_degrees: float | None = None
    mirror: Mirror | None = None
    parent_area_id: str | None = None
    floor: int | None = None
    height_inches: float | None = None
    terrain_area_keywords: tuple[AreaKeyword, ...] | None = None
    link_group: str | None = None
    objective_role: ObjectiveRole | None = None
    is_objective: bool | None = None
    objective: ObjectiveMark | None = None
    keystones: tuple[Keystone, ...] | None = None
    terrain: bool | None = None
    """False for a zone that is no terrain, such as the ring around an objective."""

    def __post_init__(self) -> None:
        _turn(self.rotation_degrees)
        _not_negative(height_inches=self.height_inches, floor=self.floor)
        if self.template is None and self.footprint is None:
            raise ValueError("a piece has a template or a footprint")


@dataclass(frozen=True, slots=True)
class Board:
    """The size of a board in inches."""

    width: float
    height: float

    def __post_init__(self) -> None:
        _positive(width=self.width, height=self.height)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A terrain layout as written."""

    id: str
    name: str
    pieces: tuple[Piece, ...] | None = None
    game_version: GameVersion | None = None
    source: str | None = None
    description: str | None = None
    mission_matchup_id: str | None = None
    variant: int | None = None
    deployment_pattern_id: str | None = None
    board: Board | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its board: its own, else the usual one."""
        return BOARD if self.board is None else (self.board.width, self.board.height)


@dataclass(frozen=True, slots=True)
class Ground:
    """A zone or territory of a player, at an offset."""

    player: str
    shape: Shape
    position: At
    name: str | None = None
    color: str | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A deployment map."""

    id: str
    name: str
    zones: tuple[Ground, ...]
    source: str | None = None
    description: str | None = None
    territories: tuple[Ground, ...] | None = None
    objectives: tuple[At, ...] | None = None
    game_version: GameVersion | None = None


@dataclass(frozen=True, slots=True)
class HullShape:
    """The outline of a model without a base, seen from above."""

    id: str
    name: str
    points: tuple[At, ...]
    bounds_width_in: float | None = None
    bounds_height_in: float | None = None
    game_version: GameVersion | None = None

    def __post_init__(self) -> None:
        if len(self.points) < 3:
            raise ValueError("a hull has at least 3 points")
