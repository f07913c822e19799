"""What one picture of a board is made from, handed from part to part of the drawing.

Knows nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from defilade.drawing.palette import SideStyle
from defilade.drawing.projection import Projection
from defilade.drawing.shade import Shade
from defilade.ruling import Fact
from defilade.table import Scene

MARGIN = 28.0
"""Pixels around the board."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scene with the facts and the shade on it, its projection, its styles.

    `mark` makes the ids of this picture its own.
    """

    scene: Scene
    facts: tuple[Fact, ...]
    view: Projection
    styles: Mapping[str, SideStyle]
    mark: str
    shade: Shade | None = None
