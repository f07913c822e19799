"""The search for a way out of Garrison Terrain: placements that touch it and are clear.

Knows which placements are tried: every number of files, facings every 15 degrees and square to
the walls, contact points every quarter inch along the edge and at its corners (CQ-LEA-08). What
it does not find does not exist among those; a finer one might.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.bases import Base, Circle, Polygon, bounds_of
from defilade.geometry.formations import (
    Formation,
    Keepout,
    base_of,
    blocks_of,
    contact_shifts,
    files_allowed,
    furthest_stand,
    keepout,
    slid,
    stands_of,
)
from defilade.geometry.plane import Bearing, Point, bearing
from defilade.systems.conquest.ground import KEEP, TOUCH, gap, on_table, under
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.systems.conquest.terms import TerrainKind
from defilade.values import Inches

STEP = 0.25
"""Inches between contact points that are tried."""
FACINGS = 15
"""Degrees between facings that are tried."""
FRONT = 2
"""Stands that a front rank has at least, where there are so many (CQ-REG-03)."""
ORIGIN: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found among the ways that a Regiment might leave a feature."""

    found: Formation | None
    regiment: Regiment
    place: Terrain
    first: Bearing | None = None

    @property
    def tried(self) -> int:
        """How many placements it looked at, where it found none."""
        return 0 if self.found else count_tried(self.regiment, self.place, self.first)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a feature as one who leaves it must mind."""

    footprint: Circle | Polygon
    solids: tuple[Base, ...]
    enemies: tuple[Base, ...]
    size: tuple[Inches, Inches]


def surroundings(state: State, regiment: Regiment, place: Terrain) -> Surroundings:
    """Terrain that may not be overlapped, friends and enemies."""
    solids: list[Base] = [
        t.footprint
        for t in state.terrain.values()
        if t.kind is not TerrainKind.ZONAL and t.id != place.id
    ]
    enemies: list[Base] = []
    for other, formation in on_table(state):
        own = other.player == regiment.player
        (solids if own else enemies).append(base_of(formation))
    return Surroundings(place.footprint, tuple(solids), tuple(enemies), state.size)


def facings_tried(footprint: Base, first: Bearing | None = None) -> tuple[Bearing, ...]:
    """Facings in the order they are tried: the wished one, square to the walls, then all
    around."""
    tried = [] if first is None else [first % 360.0]
    if isinstance(footprint, Polygon):
        ring = footprint.points
        for k in range(len(ring)):
            along = bearing(ring[k - 1], ring[k])
            tried += [(along + turn) % 360.0 for turn in (90.0, 270.0, 0.0, 180.0)]
    tried += [float(degrees) for degrees in range(0, 360, FACINGS)]
    return tuple(dict.fromkeys(round(one, 9) % 360.0 for one in tried))


def shapes_tried(regiment: Regiment, facings: tuple[Bearing, ...]) -> Iterator[Formation]:
    """The formations that are tried, at the origin: widest first, since they are shallowest."""
    width, depth = regiment.profile.stand_size
    for files in reversed(files_allowed(regiment.stands, FRONT)):
        for facing in facings:
            yield Formation(ORIGIN, facing, width, depth, files, regiment.stands)


def _on_board(shape: Formation, size: tuple[Inches, Inches]) -> tuple[float, float, float, float]:
    left, low, right, high = bounds_of(base_of(shape))
    return (-TOUCH - left, -TOUCH - low, size[0] + TOUCH - right, size[1] + TOUCH - high)


def _near_enough(
    shape: Formation, footprint: Base, limit: Inches
) -> tuple[tuple[Keepout, ...], ...]:
    return tuple(keepout(stand, footprint, slack=-limit) for stand in stands_of(shape))


def clear_shifts(shape: Formation, around: Surroundings, limit: Inches) -> Iterator[Point]:
    """Shifts of one formation that touch the feature, lie on the Battlefield and enter nothing,
    with every Stand perhaps within the limit; exactness is left to the check."""
    blocks = blocks_of(shape)
    least_x, least_y, most_x, most_y = _on_board(shape, around.size)
    solid = [
        keep
        for block in blocks
        for other in (around.footprint, *around.solids)
        for keep in keepout(block, other, slack=TOUCH)
    ]
    hostile = [
        keep
        for block in blocks
        for other in around.enemies
        for keep in keepout(block, other, slack=TOUCH)
    ]
    stands = _near_enough(shape, around.footprint, limit + TOUCH)
    for shift in contact_shifts(blocks, around.footprint, step=STEP):
        if not (least_x <= shift[0] <= most_x and least_y <= shift[1] <= most_y):
            continue
        if any(keep.forbids(shift) for keep in (*solid, *hostile)):
            continue
        if all(any(part.forbids(shift) for part in stand) for stand in stands):
            yield shift


def placements(
    state: State,
    regiment: Regiment,
    place: Terrain,
    *,
    limit: Inches,
    first: Bearing | None = None,
) -> Iterator[Formation]:
    """Formations that touch the feature, are clear, keep the inch from enemies, and have every
    Stand within `limit`. The nudge is not yet judged."""
    around = surroundings(state, regiment, place)
    for shape in shapes_tried(regiment, facings_tried(place.footprint, first)):
        for shift in clear_shifts(shape, around, limit):
            formation = slid(shape, shift)
            base = base_of(formation)
            if any(under(gap(base, enemy), KEEP) for enemy in around.enemies):
                continue
            if furthest_stand(formation, place.footprint) <= limit + TOUCH:
                yield formation


def count_tried(regiment: Regiment, place: Terrain, first: Bearing | None = None) -> int:
    """How many placements a whole search looks at."""
    shapes = shapes_tried(regiment, facings_tried(place.footprint, first))
    return sum(
        len(contact_shifts(blocks_of(shape), place.footprint, step=STEP)) for shape in shapes
    )


def near(a: Formation, b: Formation) -> bool:
    """Whether two placements differ too little to be offered both."""
    return a.files == b.files and a.facing == b.facing and gap(base_of(a), base_of(b)) <= KEEP
