"""Layout: terrain laid out on a table, as a map gives it, before any system reads it.

Knows outlines, heights and words as written; never what a category means. Inches, x to the
right, y up, the origin at the lower left corner of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from defilade.table.catalogue import Finding
from defilade.table.scene import Ground, Scene
from defilade.values import Inches

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class LaidWall:
    """A straight wall: its footprint, a quadrilateral."""

    outline: Outline


@dataclass(frozen=True, slots=True)
class LaidDeck:
    """A platform above the ground: its outline and which storey it is, 1 the first."""

    outline: Outline
    storey: int = 1


@dataclass(frozen=True, slots=True)
class LaidFeature:
    """One piece of scenery. Without `walls` it fills its outline.

    `category` and `height` are None where the map says nothing; `kind` names what it is an
    instance of; `storey` is the floor it stands on, 0 the ground.
    """

    id: str
    name: str
    kind: str
    outline: Outline
    category: str | None = None
    height: Inches | None = None
    walls: tuple[LaidWall, ...] = ()
    decks: tuple[LaidDeck, ...] = ()
    storey: int = 0
    roofed: bool = False
    """Whether the map says it has a roof, without saying where."""
    place: str = ""


@dataclass(frozen=True, slots=True)
class LaidArea:
    """A terrain area with the scenery that belongs to it.

    `link` names areas that count as one; `objective` is the role of the objective in it.
    """

    id: str
    name: str
    outline: Outline
    features: tuple[LaidFeature, ...] = ()
    category: str | None = None
    height: Inches | None = None
    objective: str | None = None
    link: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class LaidMarker:
    """An objective outside every terrain area."""

    id: str
    at: tuple[float, float]
    reach: Inches | None = None


@dataclass(frozen=True, slots=True)
class LaidZone:
    """Where one player sets up."""

    player: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class Layout:
    """A table with terrain on it; `features` are those that stand on no area."""

    id: str
    name: str
    size: tuple[Inches, Inches]
    areas: tuple[LaidArea, ...] = ()
    features: tuple[LaidFeature, ...] = ()
    markers: tuple[LaidMarker, ...] = ()
    zones: tuple[LaidZone, ...] = ()
    findings: tuple[Finding, ...] = ()


def scene_of(layout: Layout) -> Scene:
    """A layout as a scene to draw: zones, areas, and what stands on them, walls by themselves.

    Areas keep their names; what stands on them has none, for there is no room for them.
    """
    return Scene(layout.name, (0.0, 0.0), layout.size, grounds=tuple(_grounds(layout)))


def _grounds(layout: Layout) -> Iterator[Ground]:
    for zone in layout.zones:
        yield Ground(zone.player, zone.outline, ("deployment zone",))
    for marker in layout.markers:
        radius = marker.reach or 0.0
        yield Ground(marker.id, (marker.at,), ("objective",), round_radius=radius)
    for area in layout.areas:
        role = () if area.objective is None else ("objective",)
        yield Ground(area.id, area.outline, ("terrain area", *role))
    standing = (feature for area in layout.areas for feature in area.features)
    for feature in (*standing, *layout.features):
        tags = tuple(each for each in (feature.category or "feature", feature.name) if each)
        outlines = [wall.outline for wall in feature.walls] or [feature.outline]
        for outline in outlines:
            yield Ground("", outline, tags, opaque=True, height=feature.height)
        for deck in feature.decks:
            yield Ground("", deck.outline, ("upper floor", *tags))
