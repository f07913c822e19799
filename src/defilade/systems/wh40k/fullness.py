"""Whether every facing part of a body's side can be seen, past prisms (WH-VIS-03, WH-VIS-04).

Yes is proved by fans of lines from one point of the looker that sweep patches of the side; no by
one point of the side that no line reaches. What neither proves is said to be searched. Must not
know rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import shapely
from shapely.geometry.base import BaseGeometry

from defilade.geometry.bases import Base, Circle, Convex, Oval, convex_parts, point, support
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Point
from defilade.geometry.sight import look
from defilade.geometry.sight.rim import rim_corners, rim_length, rim_normal, rim_point
from defilade.geometry.sight.seen import how_much, sees_all
from defilade.systems.wh40k.bodies import (
    Body,
    Plane,
    Prism,
    Side,
    Standing,
    outline_of,
    side_of,
    standing,
)
from defilade.systems.wh40k.tilted import cut_by, ends_in, passes, scene_of, swept_by
from defilade.values import Inches

MOST_PATCHES = 96
"""Patches tried before an answer is given as searched, not proved."""
MOST_EYES = 6
"""Eyes kept beside the usual ones."""
FINEST = 0.02
"""Inches below which patches are not cut any more."""
_INSET = 1e-4
"""Parts this near to a body's own top and foot are its silhouette (WH-VIS-04)."""
_SPOTS = 4
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fullness:
    """Whether all is seen. `proved` False: as far as was searched.

    `hidden` is a point of the side that no line reaches, where one was looked for.
    """

    fully: bool
    proved: bool = True
    hidden: tuple[Point, Inches] | None = None


YES, NO = Fullness(fully=True), Fullness(fully=False)


def fully_seen(a: Body, b: Body, prisms: Iterable[Prism]) -> Fullness:
    """Whether every facing part of b's side is seen from some part of a.

    Prisms that cannot matter are better left out beforehand (`Field.near`).
    """
    side = side_of(a, b)
    if side is None or gap_between(a.base, b.base).distance <= EPS:
        return YES
    found = standing(side, prisms)
    if not found.full and not found.partly:
        return YES
    walls = [prism.shape for prism in found.full]
    if walls and not sees_all(a.base, b.base, scene_of(walls)):
        return NO
    if not found.partly:
        # Behind curves alone a sliver of the rim may be missed.
        return Fullness(fully=True, proved=not any(isinstance(w, Circle | Oval) for w in walls))
    return _Sweep(side, found, convex_parts(b.base)).answer()


@dataclass(frozen=True, slots=True)
class _Patch:
    """A patch of a body's side: a stretch of the rim of one convex part, between two heights."""

    part: int
    rim: Span
    heights: Span

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle: a parameter of the rim and a height."""
        return sum(self.rim) / 2, sum(self.heights) / 2

    def halves(self, *, across: bool) -> tuple[_Patch, _Patch]:
        """The patch cut in two, across the rim or at a height."""
        turn, z = self.middle
        if across:
            low, high = self.rim
            return replace(self, rim=(low, turn)), replace(self, rim=(turn, high))
        low, high = self.heights
        return replace(self, heights=(low, z)), replace(self, heights=(z, high))


@dataclass(frozen=True, slots=True)
class _Eye:
    """A point of the looker, and its height."""

    at: Point
    z: float


@dataclass
class _Sweep:
    """One body's side, swept by the fans of lines from points of the other."""

    side: Side
    found: Standing
    parts: tuple[Convex, ...]
    kept: list[_Eye] = field(default_factory=list)
    """Eyes that saw something that no usual eye sees."""

    def answer(self) -> Fullness:
        """Halve the side until every patch is proved seen, or one point is proved hidden."""
        b = self.side.b
        whole = (b.low + _INSET, b.high - _INSET)
        spans = how_much(self.side.a.base, b.base, ()).visible
        patches = [_Patch(span.part, (span.low, span.high), whole) for span in spans]
        corners = [(p.part, t, z) for p in patches for t in _ends(p.rim) for z in whole]
        for corner in corners:
            if self._hidden(*corner):
                return self._no(*corner)
        tried, proved = 0, True
        while patches:
            patch = patches.pop()
            tried += 1
            if self._seen(patch):
                continue
            if self._hidden(patch.part, *patch.middle):
                return self._no(patch.part, *patch.middle)
            length = rim_length(self.parts[patch.part], *patch.rim)
            tall = patch.heights[1] - patch.heights[0]
            if tried > MOST_PATCHES or max(length, tall) <= FINEST:
                proved = False
            else:
                patches += patch.halves(across=length > tall)
        return Fullness(fully=True, proved=proved)

    def _no(self, part: int, turn: float, z: float) -> Fullness:
        return replace(NO, hidden=(rim_point(self.parts[part], turn % 1.0), z))

    def _seen(self, patch: _Patch) -> bool:
        """Whether one eye is proved to see all of a patch."""
        return any(self._sees(eye, patch) for eye in self._eyes(patch))

    def _eyes(self, patch: _Patch) -> Iterator[_Eye]:
        """Where to look from: what reaches farthest over the patch, the middle, what was kept."""
        yield from self.kept
        a = self.side.a
        part = self.parts[patch.part]
        turns = (sum(patch.rim) / 2, *patch.rim)
        normals = [n for t in turns if (n := rim_normal(part, t % 1.0)) is not None]
        spots = [self.side.origin, *(support(a.base, n) for n in normals)]
        for z in (a.high - _INSET, a.low + _INSET, (a.low + a.high) / 2):
            for at in dict.fromkeys(spots):
                yield _Eye(at, z)

    def _sees(self, eye: _Eye, patch: _Patch) -> bool:
        """Whether every line from an eye to a patch is free: their fan meets nothing that stops
        one of them. The patch must face the eye."""
        part = self.parts[patch.part]
        if not all(_faces(part, turn, eye.at) for turn in patch.rim):
            return False
        arc = _around(part, patch.rim)
        at, (turn, _) = eye.at, patch.middle
        x, y = rim_point(part, turn % 1.0)
        far = math.dist(at, (x, y))
        if far <= EPS:
            return False
        axis = ((x - at[0]) / far, (y - at[1]) / far)
        along = [(px - at[0]) * axis[0] + (py - at[1]) * axis[1] for px, py in arc]
        if min(along) <= EPS:
            return False
        rises = [(z - eye.z) / reach for z in patch.heights for reach in (min(along), max(along))]
        view = replace(self.side, origin=at, axis=axis, length=1.0)
        planes = Plane(eye.z, eye.z + min(rises)), Plane(eye.z, eye.z + max(rises))
        stops = [prism.shape for prism in self.found.full]
        stops += swept_by(view, planes, self.found.partly)
        fan = shapely.convex_hull(shapely.multipoints([at, *arc]))
        return not any(_overlap(fan, stop) for stop in stops)

    def _hidden(self, part: int, turn: float, z: float) -> bool:
        """Whether no line reaches a point, by proof; an eye that sees it is kept."""
        at = rim_point(self.parts[part], turn % 1.0)
        target = Body(point(at), z - _INSET / 2, z + _INSET / 2)
        prisms = (*self.found.full, *self.found.partly)
        lines = passes(self.side.a, target, prisms, width=0.0)
        if lines.plane is not None and len(self.kept) < MOST_EYES:
            self._keep(target, lines.plane)
        return not lines.open and lines.proved

    def _keep(self, target: Body, plane: Plane) -> None:
        """Keep the eye of the widest lane in a plane in which a point is seen."""
        side = side_of(self.side.a, target)
        ends = ends_in(side, plane) if side is not None else None
        if side is None or ends is None:
            return
        stops = [*(p.shape for p in self.found.full), *cut_by(side, plane, self.found.partly)]
        witness = look(*ends, stops).witness
        if witness is None:
            return
        start, _ = witness.line
        ox, oy = side.origin
        along = (start[0] - ox) * side.axis[0] + (start[1] - oy) * side.axis[1]
        eye = _Eye(start, side.height(plane, along))
        if all(math.dist((*eye.at, eye.z), (*old.at, old.z)) > FINEST for old in self.kept):
            self.kept.append(eye)


def _ends(rim: Span) -> tuple[float, float, float]:
    """Just inside the ends of a stretch of a rim, and its middle."""
    low, high = rim
    room = min(0.01, (high - low) / 4)
    return low + room, (low + high) / 2, high - room


def _faces(part: Convex, turn: float, eye: Point) -> bool:
    """Whether a rim point faces an eye; an edge has two sides."""
    normal = rim_normal(part, turn % 1.0)
    x, y = rim_point(part, turn % 1.0)
    if normal is None:
        return True
    return (eye[0] - x) * normal[0] + (eye[1] - y) * normal[1] >= -_INSET * math.hypot(*normal)


def _around(part: Convex, rim: Span) -> list[Point]:
    """Corners of a polygon around a stretch of a rim."""
    low, high = rim
    ends = [rim_point(part, low % 1.0), rim_point(part, high % 1.0)]
    if not isinstance(part, Circle | Oval):
        turns = (t + lap for t in rim_corners(part) for lap in (0.0, 1.0))
        return [*ends, *(rim_point(part, t % 1.0) for t in turns if low < t < high)]
    step = (high - low) / _SPOTS
    grow = 1.0 / math.cos(math.pi * step)
    cx, cy = part.centre
    middles = (rim_point(part, (low + (k + 0.5) * step) % 1.0) for k in range(_SPOTS))
    return [*ends, *((cx + (x - cx) * grow, cy + (y - cy) * grow) for x, y in middles)]


def _overlap(fan: BaseGeometry, stop: Base) -> bool:
    """Whether a fan meets the inside of a shape."""
    shape = shapely.Polygon(outline_of(stop))
    return bool(fan.intersects(shape)) and not fan.touches(shape)
