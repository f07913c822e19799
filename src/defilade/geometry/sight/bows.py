"""Stretches of curves as pieces: the directions in which each bends, spans from a point, distances.

Knows local shapes. Must not know bases, obstacles or what a distance is for.
"""

from __future__ import annotations

import math
from itertools import pairwise

from defilade.geometry.plane import (
    Point,
    Segment,
    distance,
    distance_to_segment,
    nearest_on_segment,
    point_at,
    segment_distance,
)
from defilade.geometry.sight.frame import Bow, Disc, Ellipse, Hull, curve_point, is_on_bow

__all__ = ["bow_reach", "bow_windows", "nearest_to_bow"]

_QUARTER = math.pi / 2.0
_CHORDS = 24
_NARROWINGS = 40
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


def bow_windows(
    curve: Disc | Ellipse, stretch: tuple[Point, Point], opens: float, closes: float
) -> list[tuple[float, float, Bow | Hull]]:
    """A stretch as what casts its shadow: the curve where it faces aside, elsewhere its chord.

    The range of directions is cut where the curve's own end of the shadow leaves the stretch.
    """
    start, end = stretch
    turns = {opens, closes}
    for p in stretch:
        x, y = _normal(curve, p)
        turn = math.atan2(-x, y)
        turn -= math.pi * round(turn / math.pi)
        turns.update(t for t in (turn, turn - math.pi, turn + math.pi) if opens < t < closes)
    found: list[tuple[float, float, Bow | Hull]] = []
    for low, high in pairwise(sorted(turns)):
        middle = (low + high) / 2.0
        nx, ny = -math.sin(middle), math.cos(middle)
        shape: Bow | Hull = Hull(stretch)
        for side in (1, -1):
            bow = Bow(curve, start, end, side)
            if is_on_bow(bow, curve_point(curve, side * nx, side * ny)):
                shape = bow
        found.append((low, high, shape))
    return found


def _normal(curve: Disc | Ellipse, p: Point) -> Point:
    x, y = p[0] - curve.x, p[1] - curve.y
    if isinstance(curve, Disc):
        return (x, y)
    (ux, uy), (vx, vy) = curve.first, curve.second
    along = (x * ux + y * uy) / (ux * ux + uy * uy) ** 2
    across = (x * vx + y * vy) / (vx * vx + vy * vy) ** 2
    return (along * ux + across * vx, along * uy + across * vy)


def bow_reach(bow: Bow, n: Point) -> float:
    """The furthest that a bow with its chord reaches along a unit vector."""
    most = max(n[0] * x + n[1] * y for x, y in (bow.start, bow.end))
    tip = curve_point(bow.curve, n[0], n[1])
    return max(most, n[0] * tip[0] + n[1] * tip[1]) if is_on_bow(bow, tip) else most


def nearest_to_bow(line: Segment, bow: Bow) -> tuple[float, Point]:
    """Distance of a segment from a bow's curve that it does not cross, and the nearest point."""
    if isinstance(bow.curve, Ellipse):
        return _nearest_on_ellipse(line, bow)
    ends = [(distance_to_segment(p, *line), p) for p in (bow.start, bow.end)]
    centre, radius = (bow.curve.x, bow.curve.y), bow.curve.radius
    for near in (nearest_on_segment(centre, *line), *line):
        away = distance(centre, near)
        if away > 0.0:
            p = point_at(centre, near, radius / away)
            if is_on_bow(bow, p):
                ends.append((distance_to_segment(p, *line), p))
    return min(ends)


def _nearest_on_ellipse(line: Segment, bow: Bow) -> tuple[float, Point]:
    """The best of some even points, improved between its neighbours."""
    low, high = _turns(bow)
    step = (high - low) / _CHORDS

    def away(turn: float) -> float:
        return distance_to_segment(_at(bow, turn), *line)

    chords = pairwise(low + k * step for k in range(_CHORDS + 1))
    best = min(
        chords, key=lambda span: segment_distance(line, (_at(bow, span[0]), _at(bow, span[1])))[0]
    )
    first, last = max(low, best[0] - step), min(high, best[1] + step)
    for _ in range(_NARROWINGS):
        one, two = last - _GOLDEN * (last - first), first + _GOLDEN * (last - first)
        if away(one) <= away(two):
            last = two
        else:
            first = one
    turn = min((low, high, (first + last) / 2.0), key=away)
    return (away(turn), _at(bow, turn))


def _turns(bow: Bow) -> tuple[float, float]:
    """The turns of an ellipse, in its own frame, between which a bow runs."""
    first, last = _turn(bow, bow.start), _turn(bow, bow.end)
    sweep = (last - first + math.pi) % math.tau - math.pi
    return (first, first + sweep) if sweep >= 0.0 else (first + sweep, first)


def _turn(bow: Bow, p: Point) -> float:
    assert isinstance(bow.curve, Ellipse)
    x, y = p[0] - bow.curve.x, p[1] - bow.curve.y
    (ux, uy), (vx, vy) = bow.curve.first, bow.curve.second
    along, across = (x * ux + y * uy) / (ux * ux + uy * uy), (x * vx + y * vy) / (vx * vx + vy * vy)
    return math.atan2(across, along)


def _at(bow: Bow, turn: float) -> Point:
    assert isinstance(bow.curve, Ellipse)
    (ux, uy), (vx, vy) = bow.curve.first, bow.curve.second
    x, y = math.cos(turn), math.sin(turn)
    return (bow.curve.x + x * ux + y * vx, bow.curve.y + x * uy + y * vy)
