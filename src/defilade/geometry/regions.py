"""Areas with holes and thin walls, their faults, and where points and bases lie to them.

Knows rings, inside and outside, nearest points, and what makes a ring unusable. It reports faulty
rings and repairs them only when asked. Must not know what an area does to anyone in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from defilade.geometry.bases import (
    Base,
    Circle,
    Edge,
    Group,
    Oval,
    Polygon,
    Rectangle,
    bounds_of,
    centre_of,
    contains,
    from_unit_disc,
    nearest_on_oval,
    ring_of,
    support,
    to_unit_disc,
)
from defilade.geometry.gaps import Gap, gap_between
from defilade.geometry.near import box_around, near_pairs
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    Segment,
    Where,
    distance,
    distance_to_segment,
    nearest_on_ring,
    nearest_on_segment,
    on_segment,
    segments_cross,
    signed_area,
    where_in_ring,
)

__all__ = [
    "Region",
    "RingFault",
    "RingFaultKind",
    "Wall",
    "gap_to_region",
    "nearest_on_region",
    "region_edges",
    "region_faults",
    "region_rings",
    "repaired_ring",
    "ring_faults",
    "touches_region",
    "where_in_region",
    "wholly_in_region",
]


@dataclass(frozen=True, slots=True)
class Region:
    """An area: an outline and holes in it, each ring as its corners in order, either way round."""

    outline: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall without thickness, as a polyline."""

    points: Ring


class RingFaultKind(StrEnum):
    """Why a ring cannot be used."""

    TOO_FEW_POINTS = "too_few_points"
    NOT_FINITE = "not_finite"
    REPEATED_POINT = "repeated_point"
    SPIKE = "spike"
    CROSSING = "crossing"
    SELF_TOUCH = "self_touch"
    NO_AREA = "no_area"
    HOLE_OUTSIDE = "hole_outside"
    HOLES_MEET = "holes_meet"


@dataclass(frozen=True, slots=True)
class RingFault:
    """One fault of a ring: ring 0 is the outline, 1 the first hole; `corners` index its points."""

    kind: RingFaultKind
    ring: int
    corners: tuple[int, ...]
    at: Point | None


def region_rings(region: Region) -> tuple[Ring, ...]:
    """The outline and the holes."""
    return (region.outline, *region.holes)


def region_edges(region: Region) -> tuple[Segment, ...]:
    """Every edge of every ring, from each corner to the next."""
    return tuple(
        (ring[k], ring[(k + 1) % len(ring)])
        for ring in region_rings(region)
        for k in range(len(ring))
    )


def ring_faults(ring: Sequence[Point], *, index: int = 0) -> tuple[RingFault, ...]:
    """Everything wrong with a ring, by corner; empty when it is a simple polygon."""
    finite = tuple(k for k, p in enumerate(ring) if not all(abs(c) < 1e300 for c in p))
    if finite:
        return (RingFault(RingFaultKind.NOT_FINITE, index, finite, None),)
    if len(ring) < 3:
        return (RingFault(RingFaultKind.TOO_FEW_POINTS, index, tuple(range(len(ring))), None),)
    faults = [*_corner_faults(ring, index), *_pair_faults(ring, index)]
    if not faults and abs(signed_area(ring)) <= EPS:
        faults.append(RingFault(RingFaultKind.NO_AREA, index, (), None))
    return tuple(faults)


def _corner_faults(ring: Sequence[Point], index: int) -> list[RingFault]:
    faults = []
    count = len(ring)
    for k in range(count):
        before, here, after = ring[k - 1], ring[k], ring[(k + 1) % count]
        if distance(before, here) <= EPS:
            pair = ((k - 1) % count, k)
            faults.append(RingFault(RingFaultKind.REPEATED_POINT, index, pair, here))
        elif distance(here, after) > EPS and _turns_back(before, here, after):
            faults.append(RingFault(RingFaultKind.SPIKE, index, (k,), here))
    return faults


def _turns_back(before: Point, here: Point, after: Point) -> bool:
    ahead = (here[0] - before[0]) * (after[0] - here[0]) + (here[1] - before[1]) * (
        after[1] - here[1]
    )
    return ahead < 0.0 and (on_segment(after, before, here) or on_segment(before, here, after))


def _pair_faults(ring: Sequence[Point], index: int) -> list[RingFault]:
    faults = []
    count = len(ring)
    edges = [(ring[k], ring[(k + 1) % count]) for k in range(count)]
    for i, j in sorted(near_pairs([box_around(edge) for edge in edges])):
        if j - i == 1 or j - i == count - 1:
            continue
        if segments_cross(edges[i], edges[j]):
            kind = RingFaultKind.CROSSING
        elif _meet(edges[i], edges[j]):
            kind = RingFaultKind.SELF_TOUCH
        else:
            continue
        corners = (i, (i + 1) % count, j, (j + 1) % count)
        faults.append(RingFault(kind, index, corners, ring[j]))
    return faults


def _meet(first: Segment, second: Segment) -> bool:
    return any(on_segment(p, *second) for p in first) or any(on_segment(p, *first) for p in second)


def region_faults(region: Region) -> tuple[RingFault, ...]:
    """Everything wrong with a region: its rings, holes outside the outline, holes that meet."""
    rings = region_rings(region)
    faults = [fault for k, ring in enumerate(rings) for fault in ring_faults(ring, index=k)]
    if faults:
        return tuple(faults)
    for k, hole in enumerate(region.holes, start=1):
        if _leaves(hole, region.outline):
            faults.append(RingFault(RingFaultKind.HOLE_OUTSIDE, k, (), hole[0]))
    for i, j in sorted(near_pairs([box_around(hole) for hole in region.holes])):
        if not _apart(region.holes[i], region.holes[j]):
            at = region.holes[i][0]
            faults.append(RingFault(RingFaultKind.HOLES_MEET, i + 1, (j + 1,), at))
    return tuple(faults)


def _edges(ring: Ring) -> list[Segment]:
    return [(ring[k - 1], ring[k]) for k in range(len(ring))]


def _leaves(hole: Ring, outline: Ring) -> bool:
    return any(where_in_ring(p, outline) is Where.OUTSIDE for p in hole) or _cross(hole, outline)


def _cross(first: Ring, second: Ring) -> bool:
    """Whether an edge of one ring crosses an edge of another."""
    edges, count = [*_edges(first), *_edges(second)], len(first)
    near = near_pairs([box_around(edge) for edge in edges])
    return any(i < count <= j and segments_cross(edges[i], edges[j]) for i, j in near)


def _apart(first: Ring, second: Ring) -> bool:
    nested = any(where_in_ring(p, second) is not Where.OUTSIDE for p in first) or any(
        where_in_ring(p, first) is not Where.OUTSIDE for p in second
    )
    return not nested and not _cross(first, second)


def repaired_ring(ring: Sequence[Point]) -> Ring:
    """The ring without repeated points and spikes. Raises ValueError for what that cannot mend.

    Only called when the user asks for it: crossings have no one right repair and stay refused.
    """
    points = list(ring)
    faults = ring_faults(points)
    while faults and faults[0].kind in (RingFaultKind.REPEATED_POINT, RingFaultKind.SPIKE):
        del points[faults[0].corners[-1]]
        faults = ring_faults(points)
    if faults:
        msg = f"the ring cannot be repaired: {faults[0].kind} at corners {faults[0].corners}"
        raise ValueError(msg)
    return tuple(points)


def where_in_region(p: Point, region: Region, *, slack: float = EPS) -> Where:
    """Where a point lies relative to a region; within `slack` of any ring is BOUNDARY."""
    where = where_in_ring(p, region.outline, slack=slack)
    if where is not Where.INSIDE:
        return where
    for hole in region.holes:
        match where_in_ring(p, hole, slack=slack):
            case Where.BOUNDARY:
                return Where.BOUNDARY
            case Where.INSIDE:
                return Where.OUTSIDE
            case Where.OUTSIDE:
                continue
    return Where.INSIDE


def nearest_on_region(p: Point, region: Region) -> Point:
    """The point of the closed region nearest to p: p itself when it lies in it."""
    if where_in_region(p, region) is Where.INSIDE:
        return p
    nearest = (nearest_on_ring(ring, p) for ring in region_rings(region))
    return min(nearest, key=lambda q: distance(p, q))


def gap_to_region(base: Base, region: Region) -> Gap:
    """Distance from a base to a closed region, 0 when any part of it is in or touches it."""
    centre = centre_of(base)
    if contains(base, centre) and where_in_region(centre, region) is not Where.OUTSIDE:
        return Gap(0.0, centre, centre)
    inside = next((p for p in _probes(base) if where_in_region(p, region) is Where.INSIDE), None)
    if inside is not None:
        return Gap(0.0, inside, inside)
    gaps = (gap_between(base, Edge(*edge)) for edge in region_edges(region))
    return min(gaps, key=lambda gap: gap.distance)


def _probes(base: Base) -> tuple[Point, ...]:
    """One point of every connected shape in a base: a shape that meets no edge lies on one side."""
    parts = base.parts if isinstance(base, Group) else (base,)
    return tuple(support(part, (1.0, 0.0)) for part in parts)


def touches_region(base: Base, region: Region) -> bool:
    """True when any part of a base lies in a region or touches it."""
    if isinstance(base, Circle):
        near = nearest_on_region(base.centre, region)
        return distance(near, base.centre) <= base.radius + EPS
    x0, y0, x1, y1 = bounds_of(base)
    xs, ys = zip(*region.outline, strict=True)
    beside = x0 > max(xs) + EPS or x1 < min(xs) - EPS or y0 > max(ys) + EPS or y1 < min(ys) - EPS
    return not beside and gap_to_region(base, region).distance <= EPS


def wholly_in_region(base: Base, region: Region) -> bool:
    """True when no part of a base lies outside a region; touching its rings from inside is fine."""
    match base:
        case Group():
            return all(wholly_in_region(part, region) for part in base.parts)
        case Circle() | Oval():
            return _curve_within(base, region)
        case Rectangle() | Polygon() | Edge():
            return _ring_within(ring_of(base), region)


def _curve_within(base: Circle | Oval, region: Region) -> bool:
    if where_in_region(base.centre, region) is Where.OUTSIDE:
        return False
    return all(_depth(base, Edge(*edge)) <= EPS for edge in region_edges(region))


def _depth(base: Circle | Oval, edge: Edge) -> float:
    """How far an edge reaches under a curved base; 0 or less when it does not."""
    if isinstance(base, Circle):
        return base.radius - distance_to_segment(base.centre, edge.start, edge.end)
    ends = (to_unit_disc(base, edge.start), to_unit_disc(base, edge.end))
    deepest = nearest_on_segment((0.0, 0.0), *ends)
    if math.hypot(*deepest) >= 1.0:
        return 0.0
    inside = from_unit_disc(base, deepest)
    return distance(inside, nearest_on_oval(base, inside))


def _ring_within(ring: Ring, region: Region) -> bool:
    if any(where_in_region(p, region) is Where.OUTSIDE for p in ring):
        return False
    walls = region_edges(region)
    for side in _edges(ring):
        cuts = sorted({0.0, 1.0, *(_cuts(side, walls))})
        for low, high in pairwise(cuts):
            share = (low + high) / 2.0
            (ax, ay), (bx, by) = side
            middle = (ax + share * (bx - ax), ay + share * (by - ay))
            if where_in_region(middle, region) is Where.OUTSIDE:
                return False
    return len(ring) < 3 or not any(_covers_hole(ring, hole) for hole in region.holes)


def _covers_hole(ring: Ring, hole: Ring) -> bool:
    return any(where_in_ring(p, ring) is Where.INSIDE for p in hole)


def _cuts(side: Segment, walls: Sequence[Segment]) -> list[float]:
    (ax, ay), (bx, by) = side
    found = []
    for (cx, cy), (dx, dy) in walls:
        turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if turn == 0.0:
            continue
        share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
        if 0.0 < share < 1.0:
            found.append(share)
    return found
