"""What stands upright for sight: volumes on bases, and prisms with openings through them.

Values only. Must not know planes, lines or how any of these is searched.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.bases import Base
from defilade.geometry.crossings import Shape

__all__ = ["Opening", "Point3", "Prism", "Volume"]

Point3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Volume:
    """What stands on a base: the base drawn up from `bottom` to `top`, in inches."""

    base: Base
    bottom: float
    top: float

    def __post_init__(self) -> None:
        """Refuse a volume upside down."""
        if not self.top >= self.bottom:
            msg = f"a volume cannot reach from {self.bottom} up to {self.top}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole straight through a prism: `footprint` in plan, from `sill` up to `head`.

    For a wall without thickness the footprint is the Edge along it that is open.
    """

    footprint: Shape
    sill: float
    head: float


@dataclass(frozen=True, slots=True)
class Prism:
    """An obstacle with upright sides: `shape` in plan, from `bottom` up to `top`."""

    shape: Shape
    bottom: float
    top: float
    openings: tuple[Opening, ...] = ()
