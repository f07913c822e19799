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

    `level` is the height it stands at, `height` its own; `notes` are short labels. `kind` is
    a word of a few letters for what it is, `strength` what is left of it and what there was.
    `rings` is a number to be told at a glance, such as a layer; remarks of the scene say what.
    `unit` is what questions and surveys call it, where that is not its id.
    """

    id: str
    side: str
    position: Point
    footprint: Footprint
    facing: Degrees | None = None
    level: Inches = 0.0
    height: Inches | None = None
    notes: tuple[str, ...] = ()
    kind: str = ""
    strength: tuple[int, int] | None = None
    rings: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Trim:
    """A stretch of a ground's edge, or a point of it, that is told apart: a door, a blind wall.

    `label` is a short name to print at its middle.
    """

    kind: str
    line: tuple[Point, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """Something that stays: an outline (or hexes), tags, and whether it stops sight.

    `height` None means endlessly tall or unknown; the system says which by `opaque`. `look`
    is a word for what it looks like where its tags do not say that; `label` is printed in
    place of the id unless it is None.
    """

    id: str
    outline: tuple[Point, ...]
    tags: tuple[str, ...] = ()
    opaque: bool = False
    holes: tuple[tuple[Point, ...], ...] = ()
    height: Inches | None = None
    round_radius: Inches | None = None
    """Set when the thing is a circle around the single point of `outline`."""
    look: str = ""
    label: str | None = None
    trims: tuple[Trim, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on a table, in inches (y up) or in axial hexes.

    `places` are printed names of points, such as hexes; `remarks` say how to read the rest.
    """

    title: str
    low: Point
    high: Point
    pieces: tuple[Piece, ...] = ()
    grounds: tuple[Ground, ...] = ()
    hexes: bool = False
    places: tuple[tuple[Point, str], ...] = ()
    remarks: tuple[str, ...] = ()
