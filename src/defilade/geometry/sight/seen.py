"""How much of a base is seen: the visible parts of its rim, or the open part of its angle.

A rim point counts as seen when a line from any part of the looker reaches it from outside the
base. That changes only at rim points on a line that supports two features, so one point between
any two neighbours of these decides for all of them. Must not know cover rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from defilade.geometry.bases import (
    Base,
    Circle,
    Convex,
    Edge,
    Oval,
    centre_of,
    convex_parts,
    from_unit_disc,
    point,
    support,
    to_unit_disc,
)
from defilade.geometry.plane import EPS, Point, Segment, Where, line_offset
from defilade.geometry.regions import Region, Wall, where_in_region
from defilade.geometry.sight.between import Pair, pair_between
from defilade.geometry.sight.fan import fan_from
from defilade.geometry.sight.frame import Hull, to_world
from defilade.geometry.sight.parts import is_point, part_is_open
from defilade.geometry.sight.rim import rim_corners, rim_hits, rim_length, rim_normal, rim_point
from defilade.geometry.sight.scene import Obstacle, Scene, prepare

__all__ = ["AngleSeen", "Extent", "RimPart", "Seen", "angle_seen", "how_much", "sees_all"]

_EVEN = 48
_FEW = 16


class Extent(StrEnum):
    """How much of something is seen."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


class _Look(StrEnum):
    AWAY = "away"
    HIDDEN = "hidden"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class RimPart:
    """A stretch of the rim of one convex part, anticlockwise from `start` to `end`.

    `low` and `high` are its parameters: shares of a turn on a curve, of the length on corners.
    """

    part: int
    start: Point
    end: Point
    low: float
    high: float
    length: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What of the facing rim of a base is seen and what is hidden.

    `share` is the seen part of the facing length. `exact` is False when curved obstacles stand
    between: then stretches shorter than 1/48 of the rim may be missed.
    """

    extent: Extent
    share: float
    visible: tuple[RimPart, ...]
    hidden: tuple[RimPart, ...]
    exact: bool


def how_much(a: Base, b: Base, obstacles: Scene | Iterable[Obstacle]) -> Seen:
    """How much of b can be seen from any part of a. Not symmetric.

    Only the rim that faces a counts, so that only b itself hides its far side; parts of one base
    do not hide one another. Stretches shorter than EPS decide nothing.
    """
    scene = prepare(obstacles)
    viewers = convex_parts(a)
    visible: list[RimPart] = []
    hidden: list[RimPart] = []
    for k, part in enumerate(convex_parts(b)):
        if is_point(part):
            seen = any(part_is_open(v, part, scene, 0.0) for v in viewers)
            at = centre_of(part)
            (visible if seen else hidden).append(RimPart(k, at, at, 0.0, 1.0, 0.0))
            continue
        # Where no viewer sees the part at all, only what faces them is left to tell.
        eyes = [v for v in viewers if part_is_open(v, part, scene, 0.0)]
        for look, low, high in _stretches(viewers, eyes, part, scene):
            length = rim_length(part, low, high)
            if look is not _Look.AWAY and length > EPS:
                last = high if high <= 1.0 else high - 1.0
                ends = (rim_point(part, low), rim_point(part, last))
                found = RimPart(k, *ends, low, high, length)
                (visible if look is _Look.SEEN else hidden).append(found)
    return _summed(visible, hidden, scene)


def sees_all(a: Base, b: Base, obstacles: Scene | Iterable[Obstacle]) -> bool:
    """Whether `how_much` answers ALL; stops at the first part that is hidden."""
    scene = prepare(obstacles)
    viewers = convex_parts(a)
    return not any(_hides_some(viewers, part, scene) for part in convex_parts(b))


def _hides_some(viewers: Sequence[Convex], part: Convex, scene: Scene) -> bool:
    eyes = [v for v in viewers if part_is_open(v, part, scene, 0.0)]
    if is_point(part):
        return not eyes
    round_, even = rim_length(part, 0.0, 1.0), _EVEN if not _is_straight(scene) else _FEW
    beside = 2.0 * EPS / round_
    for k in range(even):
        # Hidden on both sides of a spot: hidden for longer than what decides nothing.
        spots = ((2 * k + 1) / (2 * even) + turn for turn in (-beside, beside))
        if all(_look(viewers, eyes, part, scene, t) is _Look.HIDDEN for t in spots):
            return True
    marks = {k / even for k in range(even + 1)} | set(rim_corners(part))
    for viewer in eyes:
        marks.update(t % 1.0 for t in _critical(viewer, part, scene))
    lost = 0.0
    for low, high in pairwise(sorted(marks)):
        if high - low <= 1e-12:
            continue
        hidden = _look(viewers, eyes, part, scene, (low + high) / 2.0) is _Look.HIDDEN
        lost = lost + rim_length(part, low, high) if hidden else 0.0
        if lost > EPS:
            return True
    return False


def _summed(visible: list[RimPart], hidden: list[RimPart], scene: Scene) -> Seen:
    shown, lost = math.fsum(p.length for p in visible), math.fsum(p.length for p in hidden)
    extent = Extent.SOME
    if not hidden:
        extent = Extent.ALL
    elif not visible:
        extent = Extent.NONE
    share = shown / (shown + lost) if shown + lost > 0.0 else float(bool(visible))
    return Seen(extent, share, tuple(visible), tuple(hidden), _is_straight(scene))


def _is_straight(scene: Scene) -> bool:
    return all(isinstance(body.solid, Region | Wall) for body in scene.bodies)


def _stretches(
    viewers: Sequence[Convex], eyes: Sequence[Convex], part: Convex, scene: Scene
) -> list[tuple[_Look, float, float]]:
    """The rim cut where its visibility changes: one look between any two neighbours decides."""
    even = _EVEN if not _is_straight(scene) else _FEW
    marks = {k / even for k in range(even + 1)} | set(rim_corners(part))
    for viewer in eyes:
        marks.update(t % 1.0 for t in _critical(viewer, part, scene))
    ordered = sorted(marks)
    middles = [(low + high) / 2.0 for low, high in pairwise(ordered) if high - low > 1e-12]
    looks = [_look(viewers, eyes, part, scene, t) for t in middles]
    cuts = [0.0]
    kinds = [looks[0]]
    for (t, u), (one, two) in zip(pairwise(middles), pairwise(looks), strict=True):
        if one is not two:
            cuts.append(_change(lambda at: _look(viewers, eyes, part, scene, at), (t, u)))
            kinds.append(two)
    cuts.append(1.0)
    spans = [(kind, *span) for kind, span in zip(kinds, pairwise(cuts), strict=True)]
    if len(spans) > 1 and spans[0][0] is spans[-1][0] and not isinstance(part, Edge):
        first = spans.pop(0)
        spans[-1] = (first[0], spans[-1][1], 1.0 + first[2])
    return spans


def _change(look: Callable[[float], _Look], span: tuple[float, float]) -> float:
    low, high = span
    before = look(low)
    while high - low > 1e-11:
        middle = (low + high) / 2.0
        if look(middle) is before:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _look(
    viewers: Sequence[Convex], eyes: Sequence[Convex], part: Convex, scene: Scene, t: float
) -> _Look:
    p, n = rim_point(part, t), rim_normal(part, t)
    facing = [v for v in viewers if n is None or _reaches_over(v, p, n)]
    if not facing:
        return _Look.AWAY
    seen = any(v in eyes and _sees_point(v, p, n, scene) for v in facing)
    return _Look.SEEN if seen else _Look.HIDDEN


def _reaches_over(viewer: Convex, p: Point, n: Point) -> bool:
    far = support(viewer, n)
    return n[0] * (far[0] - p[0]) + n[1] * (far[1] - p[1]) > EPS * math.hypot(*n)


def _sees_point(viewer: Convex, p: Point, n: Point | None, scene: Scene) -> bool:
    """Whether the viewer sees a rim point along a line that comes from outside the base."""
    if any(isinstance(b.solid, Region) and _in(b.solid, p) for b in scene.bodies):
        return False
    if is_point(viewer):
        return part_is_open(viewer, point(p), scene, 0.0)
    pair = pair_between(point(p), viewer, scene)
    if pair is None:
        return True
    fan = fan_from(pair)
    if n is None:
        return bool(fan.open_arcs)
    ax, ay = pair.frame.axis
    turn = math.atan2(n[1] * ax - n[0] * ay, n[0] * ax + n[1] * ay)
    low, high = turn - math.pi / 2.0, turn + math.pi / 2.0
    return any(
        min(arc.end, high + lap) - max(arc.start, low + lap) > 1e-9
        for arc in fan.open_arcs
        for lap in (-math.tau, 0.0, math.tau)
    )


def _in(region: Region, p: Point) -> bool:
    return where_in_region(p, region) is Where.INSIDE


def _critical(viewer: Convex, part: Convex, scene: Scene) -> list[float]:
    """Rim parameters on lines through two corners that pass both bases, or that touch a base."""
    pair = pair_between(viewer, part, scene)
    if pair is None:
        return []
    corners = _corners(pair)
    lines: list[Segment] = [
        (p, q)
        for p, q in combinations(corners, 2)
        if math.dist(p, q) > EPS and _passes(viewer, (p, q))
    ]
    for corner in corners:
        lines += [(corner, q) for q in _touching(viewer, corner)]
    found = [t for line in lines for t in rim_hits(part, line)]
    for corner in corners:
        for q in _touching(part, corner):
            found += rim_hits(part, (corner, q))
    return found


def _corners(pair: Pair) -> list[Point]:
    local = {
        p for piece in pair.pieces if isinstance(piece.shape, Hull) for p in piece.shape.points
    }
    return [to_world(pair.frame, p) for p in local]


def _passes(shape: Convex, line: Segment) -> bool:
    (px, py), (qx, qy) = line
    n = (py - qy, qx - px)
    high = line_offset(support(shape, n), *line)
    low = line_offset(support(shape, (-n[0], -n[1])), *line)
    return low <= EPS and high >= -EPS


def _touching(shape: Convex, p: Point) -> list[Point]:
    """Points on the tangents from a corner to a base: its corners, or where a curve is touched."""
    if isinstance(shape, Circle | Oval):
        disc = shape if isinstance(shape, Oval) else Oval(shape.centre, shape.radius, shape.radius)
        x, y = to_unit_disc(disc, p)
        gap = math.hypot(x, y)
        if gap <= 1.0:
            return []
        middle, half = math.atan2(y, x), math.acos(1.0 / gap)
        turns = (middle - half, middle + half)
        return [from_unit_disc(disc, (math.cos(t), math.sin(t))) for t in turns]
    return [shape.start, shape.end] if isinstance(shape, Edge) else list(shape.points)


@dataclass(frozen=True, slots=True)
class AngleSeen:
    """The angle that a base fills as seen from a point, and how much of it is open.

    `arcs` are the open directions as pairs of bearings, each running anticlockwise. `filled` is
    the whole angle in degrees.
    """

    share: float
    filled: float
    arcs: tuple[tuple[float, float], ...]


def angle_seen(viewer: Point, b: Base, obstacles: Scene | Iterable[Obstacle]) -> AngleSeen | None:
    """The share of the angle filled by b that is not blocked, seen from a point. Exact.

    None when the point touches the base, which then fills no angle.
    """
    scene = prepare(obstacles)
    filled: list[tuple[float, float]] = []
    opened: list[tuple[float, float]] = []
    towards: float | None = None
    for part in convex_parts(b):
        if is_point(part):
            continue
        pair = pair_between(point(viewer), part, scene)
        if pair is None:
            return None
        fan = fan_from(pair)
        turn = math.atan2(pair.frame.axis[1], pair.frame.axis[0])
        towards = turn if towards is None else towards
        turn = towards + (turn - towards + math.pi) % math.tau - math.pi
        filled.append((fan.start + turn, fan.end + turn))
        opened += [(arc.start + turn, arc.end + turn) for arc in fan.open_arcs]
    if towards is None:
        return None
    whole = math.fsum(high - low for low, high in _union(filled))
    arcs = _union(opened)
    clear = math.fsum(high - low for low, high in arcs)
    bearings = tuple(
        ((90.0 - math.degrees(low)) % 360.0, (90.0 - math.degrees(high)) % 360.0)
        for low, high in arcs
    )
    return AngleSeen(clear / whole if whole else 0.0, math.degrees(whole), bearings)


def _union(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    joined: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined
