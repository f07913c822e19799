"""Scene: what stands where, said neutrally, for drawing and for questions of pure geometry.

Knows footprints, heights, sides and labels; never what a tag means or who may do what.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from defilade.values import Degrees, Inches

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Round:
    """A round footprint of `radius`; radius 0 is a point."""

    radius: Inches


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An oval footprint with half axes along (`half_length`) and across the facing."""

    half_length: Inches
    half_width: Inches


@dataclass(frozen=True, slots=True)
class Shaped:
    """A footprint given by its corners around the piece's position, before facing."""

    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class HexCell:
    """A footprint of one hex; the position is axial (q, r)."""


Footprint: TypeAlias = Round | Ellipse | Shaped | HexCell


@dataclass(frozen=True, slots=True)
class Piece:
    """Something a side moves: footprint at a position, facing clockwise from +y.

    `level` is the height it stands at, `height` its own; `notes` are short labels.
    """

    id: str
    side: str
    position: Point
    footprint: Footprint
    facing: Degrees | None = None
    level: Inches = 0.0
    height: Inches | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """Something that stays: an outline (or hexes), tags, and whether it stops sight.

    `height` None means endlessly tall or unknown; the system says which by `opaque`.
    """

    id: str
    outline: tuple[Point, ...]
    tags: tuple[str, ...] = ()
    opaque: bool = False
    holes: tuple[tuple[Point, ...], ...] = ()
    height: Inches | None = None
    round_radius: Inches | None = None
    """Set when the thing is a circle around the single point of `outline`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a table, in inches (y up) or in axial hexes."""

    title: str
    low: Point
    high: Point
    pieces: tuple[Piece, ...] = ()
    grounds: tuple[Ground, ...] = ()
    hexes: bool = False
