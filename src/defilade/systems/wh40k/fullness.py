"""Whether every facing part of a body's side can be seen, past prisms (WH-VIS-03, WH-VIS-04).

Yes is proved by planes through one eye height that sweep the whole side, many at once; no by one
point of the side that no line reaches. What neither proves is said to be searched. Must not know
rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from defilade.geometry.bases import Circle, Convex, Oval, convex_parts, point
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS
from defilade.geometry.sight.rim import rim_length, rim_point
from defilade.geometry.sight.seen import RimPart, how_much, sees_all
from defilade.systems.wh40k.bodies import Body, Plane, Prism, Side, Standing, side_of, standing
from defilade.systems.wh40k.clipping import clipped
from defilade.systems.wh40k.tilted import passes, scene_of, swept_by

MOST_PATCHES = 48
"""Patches tried before an answer is given as searched, not proved."""
MOST_EYES = 6
"""Eye heights that planes go through."""
FINEST = 0.02
"""Inches of height below which patches are not cut any more."""
_INSET = 1e-4
"""Parts this near to a body's own top and foot are its silhouette (WH-VIS-04)."""
_SLIVER = 1e-6
"""Shares of a rim that decide nothing."""
_SPOTS = 8
Span = tuple[float, float]
Spans = dict[int, list[Span]]
"""Stretches of the rim of each convex part of a base."""


@dataclass(frozen=True, slots=True)
class Fullness:
    """Whether all is seen. `proved` False: as far as was searched."""

    fully: bool
    proved: bool = True


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
    eyes = [a.high - _INSET, a.low + _INSET, (a.low + a.high) / 2]
    return _Sweep(side, found, convex_parts(b.base), eyes).answer()


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


@dataclass
class _Sweep:
    """One body's side, swept by planes through eye heights of the other."""

    side: Side
    found: Standing
    parts: tuple[Convex, ...]
    eyes: list[float]

    def answer(self) -> Fullness:
        """Halve the side until every patch is proved seen, or one point is proved hidden."""
        a, b = self.side.a, self.side.b
        whole = (b.low + _INSET, b.high - _INSET)
        patches = [
            _Patch(number, rim, whole)
            for number, spans in _spans(how_much(a.base, b.base, ()).visible).items()
            for rim in spans
        ]
        corners = [(p.part, t, z) for p in patches for t in _ends(p.rim) for z in whole]
        if any(self._hidden(*corner) for corner in corners):
            return NO
        tried, proved = 0, True
        while patches:
            patch = patches.pop()
            tried += 1
            if self._seen(patch):
                continue
            if self._hidden(patch.part, *patch.middle):
                return NO
            across = self._slope(patch) > patch.heights[1] - patch.heights[0]
            if tried > MOST_PATCHES or (not across and _thin(patch)):
                proved = False
            else:
                patches += patch.halves(across=across)
        return Fullness(fully=True, proved=proved)

    def _seen(self, patch: _Patch) -> bool:
        """Whether planes through the eye heights are proved to see all of a patch."""
        left: list[Span] = [patch.rim]
        for eye in self.eyes:
            for low, high in self._stretches(eye, patch):
                left = [cut for span in left for cut in _without(span, low, high)]
            if not left:
                return True
        return False

    def _stretches(self, eye: float, patch: _Patch) -> list[Span]:
        """What of the rim every plane through an eye height sees that meets the patch."""
        side = self.side
        ends = [x for x in self._along(patch) if x > EPS]
        rises = [(z - eye) * side.length / x for z in patch.heights for x in ends]
        if not rises:
            return []
        planes = Plane(eye, eye + min(rises)), Plane(eye, eye + max(rises))
        spans = [side.span(plane, side.a.low, side.a.high) for plane in planes]
        inside = max(span[0] for span in spans), min(span[1] for span in spans)
        looker = clipped(side.a.base, side.origin, side.axis, inside)
        if not looker:
            return []
        stops = [prism.shape for prism in self.found.full]
        stops += swept_by(side, planes, self.found.partly)
        seen = how_much(looker[0], side.b.base, scene_of(stops)).visible
        return [(part.low, part.high) for part in seen if part.part == patch.part]

    def _along(self, patch: _Patch) -> Span:
        """From and to of a patch along the axis."""
        shape, (low, high) = self.parts[patch.part], patch.rim
        (ox, oy), (ux, uy) = self.side.origin, self.side.axis
        turns = [low + (high - low) * k / _SPOTS for k in range(_SPOTS + 1)]
        spots = [rim_point(shape, turn % 1.0) for turn in turns]
        along = [(x - ox) * ux + (y - oy) * uy for x, y in spots]
        room = rim_length(shape, low, high) / (2 * _SPOTS)
        return min(along) - room, max(along) + room

    def _slope(self, patch: _Patch) -> float:
        """How much the planes' heights at a patch differ for the reach of its rim alone."""
        start, end = self._along(patch)
        z = patch.middle[1]
        steep = max(abs(z - eye) for eye in self.eyes)
        return steep * (end - start) / max(start, EPS)

    def _hidden(self, part: int, turn: float, z: float) -> bool:
        """Whether no line reaches a point, by proof; an eye height that sees it is kept."""
        at = rim_point(self.parts[part], turn % 1.0)
        target = Body(point(at), z - _INSET / 2, z + _INSET / 2)
        lines = passes(self.side.a, target, (*self.found.full, *self.found.partly), width=0.0)
        if lines.plane is not None:
            eye, a = lines.plane.first, self.side.a
            new = min(abs(eye - each) for each in self.eyes) > FINEST
            if new and a.low < eye < a.high and len(self.eyes) < MOST_EYES:
                self.eyes.append(eye)
        return not lines.open and lines.proved


def _ends(rim: Span) -> tuple[float, float, float]:
    """Just inside the ends of a stretch of a rim, and its middle."""
    low, high = rim
    room = min(0.01, (high - low) / 4)
    return low + room, (low + high) / 2, high - room


def _thin(patch: _Patch) -> bool:
    return patch.heights[1] - patch.heights[0] <= FINEST


def _spans(parts: Sequence[RimPart]) -> Spans:
    found: Spans = {}
    for part in parts:
        found.setdefault(part.part, []).append((part.low, part.high))
    return found


def _without(span: Span, low: float, high: float) -> list[Span]:
    """What is left of a stretch of a rim when another is taken away; slivers do not count."""
    left = [span]
    for lap in (-1.0, 0.0, 1.0):
        left = [cut for each in left for cut in _cut(each, low + lap, high + lap)]
    return [(start, end) for start, end in left if end - start > _SLIVER]


def _cut(span: Span, low: float, high: float) -> Iterator[Span]:
    start, end = span
    if low > start:
        yield start, min(low, end)
    if high < end:
        yield max(high, start), end
