"""Points, distances, bearings and segment predicates in the plane, in plain Python floats.

Knows the one tolerance `EPS`, the rounding at the table's door, and the sign of three points.
Must not know shapes with names, games, numpy or shapely; importing this costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

__all__ = [
    "EPS",
    "GRID",
    "Bearing",
    "Point",
    "Ring",
    "Segment",
    "Where",
    "angle_to_bearing",
    "bearing",
    "bearing_to_angle",
    "bounds",
    "centroid",
    "collinear_overlap",
    "convex_hull",
    "distance",
    "distance_to_segment",
    "is_convex",
    "length_along",
    "line_offset",
    "midpoint",
    "nearest_on_ring",
    "nearest_on_segment",
    "on_segment",
    "orientation",
    "point_at",
    "rotated",
    "segment_distance",
    "segments_cross",
    "signed_area",
    "snap",
    "snap_point",
    "translated",
    "unit_bearing",
    "where_in_ring",
]

Point = tuple[float, float]
Segment = tuple[Point, Point]
Ring = tuple[Point, ...]
Bearing = float

EPS = 1e-7
"""The one tolerance, in inches: nearer than this counts as contact, narrower as no lane at all."""

GRID = 1e-4
"""The step, in inches, to which coordinates are rounded once, at the table's door."""

_ROUND_OFF = 3.3306690738754716e-16
_PARALLEL = 1e-12


class Where(StrEnum):
    """Where a point lies relative to a closed shape."""

    INSIDE = "inside"
    BOUNDARY = "boundary"
    OUTSIDE = "outside"


def snap(value: float, step: float = GRID) -> float:
    """Round a coordinate to the grid. Called once, where a table is made, and nowhere after.

    >>> snap(0.30000000000000004)
    0.3
    >>> snap(-0.00001)
    0.0
    """
    per_unit = round(1.0 / step)
    return round(value * per_unit) / per_unit + 0.0


def snap_point(point: Point, step: float = GRID) -> Point:
    """Round both coordinates of a point to the grid."""
    return (snap(point[0], step), snap(point[1], step))


def distance(p: Point, q: Point) -> float:
    """Straight-line distance between two points."""
    return math.hypot(q[0] - p[0], q[1] - p[1])


def midpoint(p: Point, q: Point) -> Point:
    """The point half-way between two points."""
    return ((p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0)


def point_at(p: Point, q: Point, share: float) -> Point:
    """The point `share` of the way from p (0) to q (1)."""
    return (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))


def translated(point: Point, by: Point) -> Point:
    """The point moved by a vector."""
    return (point[0] + by[0], point[1] + by[1])


def rotated(point: Point, degrees: float, *, about: Point = (0.0, 0.0)) -> Point:
    """The point turned clockwise by `degrees` about another point.

    Quarter turns are exact, so that a table turned by 90 degrees keeps its grid.

    >>> rotated((0.0, 1.0), 90.0)
    (1.0, 0.0)
    """
    sine, cosine = _sine_cosine(degrees)
    x, y = point[0] - about[0], point[1] - about[1]
    return (about[0] + x * cosine + y * sine + 0.0, about[1] + y * cosine - x * sine + 0.0)


@lru_cache(maxsize=512)
def _sine_cosine(degrees: float) -> tuple[float, float]:
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarters) % 4]
    angle = math.radians(degrees)
    return (math.sin(angle), math.cos(angle))


def bearing(p: Point, q: Point) -> Bearing:
    """Direction from p to q in degrees clockwise from +y, in [0, 360).

    >>> bearing((0.0, 0.0), (1.0, 0.0))
    90.0
    """
    return angle_to_bearing(math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])))


def angle_to_bearing(angle: float) -> Bearing:
    """Mathematical degrees (anticlockwise from +x) to a bearing (clockwise from +y)."""
    return (90.0 - angle) % 360.0 % 360.0


def bearing_to_angle(degrees: Bearing) -> float:
    """A bearing (clockwise from +y) to mathematical degrees (anticlockwise from +x)."""
    return (90.0 - degrees) % 360.0 % 360.0


@lru_cache(maxsize=512)
def unit_bearing(degrees: Bearing) -> Point:
    """The unit vector that points along a bearing. Quarter turns are exact."""
    return rotated((0.0, 1.0), degrees)


def orientation(a: Point, b: Point, c: Point) -> int:
    """Exact sign of the turn a, b, c: 1 anticlockwise, -1 clockwise, 0 collinear.

    A float filter decides nearly always; the rest is decided in fractions, so the sign is right
    for the given floats whatever their size.
    """
    left = (b[0] - a[0]) * (c[1] - a[1])
    right = (b[1] - a[1]) * (c[0] - a[0])
    turn = left - right
    if abs(turn) > _ROUND_OFF * (abs(left) + abs(right)):
        return 1 if turn > 0.0 else -1
    ax, ay = Fraction(a[0]), Fraction(a[1])
    exact = (Fraction(b[0]) - ax) * (Fraction(c[1]) - ay) - (Fraction(b[1]) - ay) * (
        Fraction(c[0]) - ax
    )
    return (exact > 0) - (exact < 0)


def line_offset(p: Point, a: Point, b: Point) -> float:
    """Signed distance of p from the line through a and b: positive on its left."""
    length = distance(a, b)
    if length == 0.0:
        return distance(p, a)
    return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length


def length_along(p: Point, a: Point, b: Point) -> float:
    """How far along the line from a towards b the point p lies, in inches."""
    length = distance(a, b)
    if length == 0.0:
        return 0.0
    return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of segment ab nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return a
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    if share <= 0.0:
        return a
    if share >= 1.0:
        return b
    return (a[0] + share * dx, a[1] + share * dy)


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    """Distance from p to the nearest point of segment ab."""
    return distance(p, nearest_on_segment(p, a, b))


def nearest_on_ring(ring: Sequence[Point], p: Point) -> Point:
    """The point of a closed ring's outline nearest to p (two points make a segment)."""
    found = ring[0]
    least = math.inf
    a = ring[-1]
    for b in ring:
        near = nearest_on_segment(p, a, b)
        gap = distance(p, near)
        if gap < least:
            found, least = near, gap
        a = b
    return found


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """True when p is within `EPS` of segment ab."""
    return distance_to_segment(p, a, b) <= EPS


def segments_cross(a: Segment, b: Segment) -> bool:
    """True when two segments cross at a point inside both. Exact; contact at an end is none."""
    (p, q), (r, s) = a, b
    return (
        orientation(p, q, r) * orientation(p, q, s) < 0
        and orientation(r, s, p) * orientation(r, s, q) < 0
    )


def segment_distance(a: Segment, b: Segment) -> tuple[float, Point, Point]:
    """Distance between two segments with the nearest point on each."""
    (p, q), (r, s) = a, b
    crossed = segments_cross(a, b)
    meet = _crossing(p, q, r, s) if crossed else None
    if meet is not None:
        return (0.0, meet, meet)
    pairs = (
        (p, nearest_on_segment(p, r, s)),
        (q, nearest_on_segment(q, r, s)),
        (nearest_on_segment(r, p, q), r),
        (nearest_on_segment(s, p, q), s),
    )
    first, second = min(pairs, key=lambda pair: distance(*pair))
    return (0.0 if crossed else distance(first, second), first, second)


def _crossing(p: Point, q: Point, r: Point, s: Point) -> Point | None:
    """Where two segments cross; None when they are so nearly parallel that floats cannot say."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    ex, ey = s[0] - r[0], s[1] - r[1]
    turn = dx * ey - dy * ex
    if abs(turn) <= _PARALLEL * (abs(dx * ey) + abs(dy * ex)):
        return None
    share = ((r[0] - p[0]) * ey - (r[1] - p[1]) * ex) / turn
    return point_at(p, q, min(1.0, max(0.0, share)))


def collinear_overlap(a: Segment, b: Segment) -> Segment | None:
    """The stretch that two segments share when they run along each other, else None."""
    (p, q), (r, s) = a, b
    if abs(line_offset(r, p, q)) > EPS or abs(line_offset(s, p, q)) > EPS:
        return None
    along = sorted((length_along(r, p, q), length_along(s, p, q)))
    length = distance(p, q)
    low, high = max(0.0, along[0]), min(length, along[1])
    if high - low <= EPS:
        return None
    return (point_at(p, q, low / length), point_at(p, q, high / length))


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Smallest x, smallest y, largest x, largest y."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def signed_area(ring: Sequence[Point]) -> float:
    """Area inside a ring, positive when its points run anticlockwise."""
    x0, y0 = ring[0]
    total = 0.0
    px, py = ring[-1][0] - x0, ring[-1][1] - y0
    for x, y in ring:
        qx, qy = x - x0, y - y0
        total += px * qy - py * qx
        px, py = qx, qy
    return total / 2.0


def centroid(ring: Sequence[Point]) -> Point:
    """Centre of area of a ring; the mean of its points when it has no area."""
    x0, y0 = ring[0]
    area = cx = cy = 0.0
    px, py = ring[-1][0] - x0, ring[-1][1] - y0
    for x, y in ring:
        qx, qy = x - x0, y - y0
        turn = px * qy - py * qx
        area += turn
        cx += (px + qx) * turn
        cy += (py + qy) * turn
        px, py = qx, qy
    if area == 0.0:
        return (sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring))
    return (x0 + cx / (3.0 * area), y0 + cy / (3.0 * area))


def convex_hull(points: Iterable[Point]) -> Ring:
    """The convex hull, anticlockwise, without collinear points; one or two points if degenerate."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in run:
            while len(half) > 1 and orientation(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def is_convex(ring: Sequence[Point]) -> bool:
    """True when the ring never turns both ways (a segment or a point counts as convex)."""
    count = len(ring)
    turns = {
        orientation(ring[k], ring[(k + 1) % count], ring[(k + 2) % count]) for k in range(count)
    }
    return not {-1, 1} <= turns


def where_in_ring(p: Point, ring: Sequence[Point], *, slack: float = EPS) -> Where:
    """Where a point lies relative to the area inside a ring; within `slack` of it is BOUNDARY."""
    inside = False
    px, py = p
    a = ring[-1]
    for b in ring:
        if (
            min(a[0], b[0]) - slack <= px <= max(a[0], b[0]) + slack
            and min(a[1], b[1]) - slack <= py <= max(a[1], b[1]) + slack
            and distance_to_segment(p, a, b) <= slack
        ):
            return Where.BOUNDARY
        if (a[1] > py) != (b[1] > py):
            low, high = (a, b) if a[1] < b[1] else (b, a)
            if orientation(low, high, p) > 0:
                inside = not inside
        a = b
    return Where.INSIDE if inside else Where.OUTSIDE
