"""Scenery: what it does to a shot through it and to a ship moving through it (DF-SCN).

Knows which layers each kind lies on, and inches of it on a line; never who fires at whom.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from defilade.dice import Done, Roll
from defilade.geometry.plane import (
    EPS,
    Point,
    Where,
    distance,
    distance_to_segment,
    length_along,
    line_offset,
    on_segment,
    point_at,
    segment_distance,
    segments_cross,
    where_in_ring,
)
from defilade.systems.dropfleet.movement import Stretch
from defilade.systems.dropfleet.state import Scenery
from defilade.systems.dropfleet.terms import Density, Layer, SceneryType
from defilade.values import Inches

DEBRIS_LIMIT: Inches = 6.0
"""More debris than this on the line puts a target out of range (DF-SCN-01)."""
_LOCK = {Density.FINE: 1, Density.DENSE: 2}
_SCAN = {Density.FINE: 6.0, Density.DENSE: 12.0}
_NEEDS = {Density.FINE: 3, Density.DENSE: 2}
_DICE = 2


@dataclass(frozen=True, slots=True)
class Obscured:
    """What lies on a line of fire: `lock` to add, `scan` to take off (never below 0").

    `debris` is the inches of debris on it, `met` the names of everything that hinders,
    `blocked_by` the first large solid object in the way.
    """

    lock: int = 0
    scan: Inches = 0.0
    debris: Inches = 0.0
    met: tuple[str, ...] = ()
    blocked_by: str | None = None

    @property
    def out_of_range(self) -> bool:
        """Whether there is too much debris to fire through (DF-SCN-01)."""
        return self.debris > DEBRIS_LIMIT + EPS


def obscured(
    scenery: Iterable[Scenery], start: Point, end: Point, *, layers: tuple[Layer, Layer]
) -> Obscured:
    """What hinders fire from `start` to `end`, between these layers (DF-SCN-01 to DF-SCN-04).

    Each piece on the line hinders for itself. Touching an edge is not fire through it.
    """
    lock, scan, debris = 0, 0.0, 0.0
    met: list[str] = []
    blocked: str | None = None
    for piece in scenery:
        if not concerns(piece, layers):
            continue
        inside = inches_in(piece, start, end)
        if piece.type is SceneryType.LSO:
            if inside > EPS and blocked is None:
                blocked = piece.id
            continue
        if piece.type is SceneryType.RING:
            across = crosses(piece, (start, end))
            lock, scan = lock + across, scan + 6.0 * across
        else:
            across = inside > EPS or _within(piece, start) or _within(piece, end)
            density = piece.density or Density.FINE
            lock, scan = lock + across * _LOCK[density], scan + across * _SCAN[density]
            debris += inside
        met += [piece.id] if across else []
    return Obscured(lock, scan, debris, tuple(met), blocked)


def lies_on(piece: Scenery) -> frozenset[Layer]:
    """The layers a piece of scenery lies on: rings High, the others High and Low."""
    if piece.type is SceneryType.RING:
        return frozenset({Layer.HIGH})
    return frozenset({Layer.HIGH, Layer.LOW})


_HEIGHT = {Layer.ATMOSPHERE: 0, Layer.LOW: 1, Layer.HIGH: 2}


def concerns(piece: Scenery, layers: tuple[Layer, Layer]) -> bool:
    """Whether it is on the layer of firer or target, or between the two (DF-SCN-04)."""
    low, high = sorted(_HEIGHT[layer] for layer in layers)
    return any(low <= _HEIGHT[layer] <= high for layer in lies_on(piece))


def inches_in(piece: Scenery, start: Point, end: Point) -> Inches:
    """Inches of the line inside the piece; 0 where it only touches, and for rings."""
    if piece.centre is not None:
        return _in_circle(piece.centre, piece.radius, start, end)
    if not piece.polygon:
        return 0.0
    return _in_polygon(piece.polygon, start, end)


def _in_circle(centre: Point, radius: Inches, start: Point, end: Point) -> Inches:
    length = distance(start, end)
    if length <= EPS:
        return 0.0
    if distance_to_segment(centre, start, end) >= radius - EPS:
        return 0.0
    middle = length_along(centre, start, end)
    off = line_offset(centre, start, end)
    half = math.sqrt(max(0.0, radius * radius - off * off))
    return max(0.0, min(length, middle + half) - max(0.0, middle - half))


def _in_polygon(ring: tuple[Point, ...], start: Point, end: Point) -> Inches:
    length = distance(start, end)
    if length <= EPS:
        return 0.0
    cuts = {0.0, length}
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if segments_cross((start, end), (a, b)):
            cuts.add(distance(start, segment_distance((start, end), (a, b))[1]))
        if on_segment(a, start, end):
            cuts.add(min(length, distance(start, a)))
    marks = sorted(cuts)
    return sum(
        high - low
        for low, high in pairwise(marks)
        if high - low > EPS
        and where_in_ring(point_at(start, end, (low + high) / 2 / length), ring) is Where.INSIDE
    )


def _within(piece: Scenery, point: Point) -> bool:
    if piece.centre is not None:
        return distance(piece.centre, point) < piece.radius - EPS
    return bool(piece.polygon) and where_in_ring(point, piece.polygon) is Where.INSIDE


def crosses(ring: Scenery, path: tuple[Point, ...]) -> bool:
    """Whether a path goes from one side of a planetary ring's line to the other (DF-SCN-02)."""
    if len(ring.line) != 2:
        return False
    a, b = ring.line
    side = 0
    for start, end in pairwise(path):
        before, after = _side(start, a, b) or side, _side(end, a, b)
        meets = segment_distance((start, end), (a, b))[0] <= EPS
        if before and after and before != after and meets:
            return True
        side = after or before
    return False


def _side(point: Point, a: Point, b: Point) -> int:
    off = line_offset(point, a, b)
    return 0 if abs(off) <= EPS else (1 if off > 0 else -1)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A field or ring that hits a moving ship: `dice` hit on `needs`+, damage 1 each."""

    id: str
    clause: str
    dice: int
    needs: int


def obstacles(
    scenery: Iterable[Scenery], track: tuple[Stretch, ...], *, met: tuple[str, ...] = ()
) -> tuple[Obstacle, ...]:
    """Fields and rings that hit a ship on its track, each once a turn (DF-SCN-01, DF-SCN-02).

    `met` names those that have hit it in this turn already.
    """
    found: list[Obstacle] = []
    for piece in scenery:
        on = [s for s in track if s.layer in lies_on(piece)]
        if piece.id in met or not on:
            continue
        if piece.type is SceneryType.DEBRIS and any(_moves_in(piece, s) for s in on):
            needs = _NEEDS[piece.density or Density.FINE]
            found.append(Obstacle(piece.id, "DF-SCN-01", _DICE, needs))
        if piece.type is SceneryType.RING and crosses(piece, (on[0].start, *(s.end for s in on))):
            found.append(Obstacle(piece.id, "DF-SCN-02", _DICE, 2))
    return tuple(found)


def wrecking(scenery: Iterable[Scenery], track: tuple[Stretch, ...]) -> str | None:
    """The large solid object that a track passes over, if any: the ship is lost (DF-SCN-03)."""
    for piece in scenery:
        if piece.type is SceneryType.LSO and any(
            s.layer in lies_on(piece) and _moves_in(piece, s) for s in track
        ):
            return piece.id
    return None


def _moves_in(piece: Scenery, stretch: Stretch) -> bool:
    if stretch.start == stretch.end:
        return _within(piece, stretch.start)
    return inches_in(piece, stretch.start, stretch.end) > EPS


@dataclass(frozen=True, slots=True)
class RunThrough:
    """A ship hit by a field or ring: its dice, then saves; the answer is hull points lost.

    Two above the number needed ignores armour as any attack die does (DF-CRT-01); `armour`
    and `passive` are what the ship saves with, `passive` None where it cannot.
    """

    obstacle: Obstacle
    armour: int
    passive: int | None

    def ask(self) -> Roll:
        """The dice of the field."""
        needs = self.obstacle.needs
        bands = (needs, needs + 2) if needs + 2 <= 6 else (needs,)
        return Roll(self.obstacle.clause, self.obstacle.dice, bands)

    def take(self, bands: tuple[int, ...]) -> ScenerySaves | Done[int]:
        """Saves against what hit."""
        normal, critical = bands[1], bands[2] if len(bands) > 2 else 0
        best = self.armour if self.passive is None else min(self.armour, self.passive)
        return ScenerySaves(normal, critical, best, self.passive).next()


@dataclass(frozen=True, slots=True)
class ScenerySaves:
    """Saves against damage of scenery: normal points first, then critical ones (DF-SAV-03)."""

    normal: int
    critical: int
    save: int
    passive: int | None
    lost: int = 0

    def next(self) -> ScenerySaves | Done[int]:
        """This step, or the end where no die is to be rolled."""
        if self.normal:
            return self
        if self.critical and self.passive is not None:
            return ScenerySaves(self.critical, 0, self.passive, None, self.lost)
        return Done(self.lost + self.critical)

    def ask(self) -> Roll:
        """One save for each point (DF-SAV-01)."""
        return Roll("DF-SAV-01", self.normal, (self.save,), stage=1)

    def take(self, bands: tuple[int, ...]) -> ScenerySaves | Done[int]:
        """Unsaved points are lost."""
        return ScenerySaves(0, self.critical, self.save, self.passive, self.lost + bands[0]).next()
