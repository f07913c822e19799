"""What one straight line meets: every shape in order, how, for how long, and how narrowly.

Knows single lines exactly, with contact kinds. Must not know what a shape is for, nor search for
a better line; `sight` does that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

from defilade.geometry.bases import (
    Base,
    Circle,
    Edge,
    Group,
    Oval,
    Polygon,
    Rectangle,
    ring_of,
    support,
    to_unit_disc,
    where_in,
)
from defilade.geometry.degenerate import Contact, Touch
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import (
    EPS,
    Point,
    Ring,
    Segment,
    Where,
    distance,
    length_along,
    line_offset,
    nearest_on_segment,
    on_segment,
    point_at,
    segment_distance,
)
from defilade.geometry.regions import Region, Wall, region_edges, region_rings, where_in_region

__all__ = ["LineFacts", "Shape", "Trace", "inside_length", "line_facts", "trace"]

_SLIVER = 4.0 * EPS

Shape = Region | Wall | Base
"""Anything a line can meet: an area with holes, a thin wall, or a base."""


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What one line and one shape have to do with each other.

    `inside` is the length of line in the shape's inside, `along` the length along its edges.
    `margin` says how narrowly: positive is the distance by which the line misses the shape, 0 is
    contact without entry, negative is a sideways shift that certainly frees the line from it.
    """

    contacts: tuple[Contact, ...]
    inside: float
    along: float
    margin: float

    @property
    def enters(self) -> bool:
        """True when the line passes through the inside of the shape."""
        return any(contact.touch is Touch.INTERIOR for contact in self.contacts)


@dataclass(frozen=True, slots=True)
class Trace:
    """A line with its contacts in order from its start, and the facts shape by shape."""

    line: Segment
    contacts: tuple[Contact, ...]
    shapes: tuple[LineFacts, ...]


def trace(line: Segment, shapes: Iterable[Shape]) -> Trace:
    """Everything that a line meets, in order along it."""
    facts = tuple(line_facts(line, shape, index=k) for k, shape in enumerate(shapes))
    contacts = (contact for fact in facts for contact in fact.contacts)
    return Trace(line, tuple(sorted(contacts, key=lambda c: (c.start, c.end, c.shape))), facts)


def inside_length(line: Segment, shape: Shape) -> float:
    """Inches of a line in the inside of a shape; running along an edge counts for nothing.

    >>> inside_length(((-1.0, 1.0), (9.0, 1.0)), Rectangle((2.0, 0.0), 4.0, 4.0))
    4.0
    """
    return line_facts(line, shape).inside


def line_facts(line: Segment, shape: Shape, *, index: int = 0) -> LineFacts:
    """What one line has to do with one shape; `index` is put into its contacts."""
    match shape:
        case Region():
            contacts = _region_contacts(line, shape, index)
            outlines = region_rings(shape)
        case Polygon() | Rectangle():
            region = Region(ring_of(shape))
            contacts, outlines = _region_contacts(line, region, index), (region.outline,)
        case Wall() | Edge():
            points = shape.points if isinstance(shape, Wall) else ring_of(shape)
            contacts, outlines = _wall_contacts(line, points, index), ()
            return _facts(contacts, _wall_margin(line, points, contacts))
        case Circle() | Oval():
            contacts = _curve_contacts(line, shape, index)
            return _facts(contacts, _curve_margin(line, shape, contacts))
        case Group():
            return _group_facts([line_facts(line, part, index=index) for part in shape.parts])
        case _:
            assert_never(shape)
    return _facts(contacts, _ring_margin(line, outlines, contacts))


def _facts(contacts: Sequence[Contact], margin: float) -> LineFacts:
    inside = math.fsum(c.length for c in contacts if c.touch is Touch.INTERIOR)
    along = math.fsum(c.length for c in contacts if c.touch is Touch.EDGE)
    return LineFacts(tuple(contacts), inside, along, margin)


def _group_facts(parts: Sequence[LineFacts]) -> LineFacts:
    contacts = sorted((c for part in parts for c in part.contacts), key=lambda c: c.start)
    return _facts(contacts, min(part.margin for part in parts))


def _region_contacts(line: Segment, region: Region, index: int) -> list[Contact]:
    """Cut the line wherever it meets an outline; between two cuts it stays on one side of all."""
    start, end = line
    length = distance(start, end)
    corners = [p for ring in region_rings(region) for p in ring]
    cuts = _cuts(line, region_edges(region))
    stretches = [
        (low, high, where_in_region(point_at(start, end, (low + high) / 2.0 / length), region))
        for low, high in pairwise(cuts)
    ]
    found: list[Contact] = []
    inner = [(low, high) for low, high, where in _joined(stretches) if where is Where.INSIDE]
    for low, high, where in _joined(stretches):
        if where is Where.INSIDE:
            found.append(Contact(index, Touch.INTERIOR, low, high))
        elif where is Where.BOUNDARY:
            # Where a line enters or leaves, rounding may leave a sliver on the outline.
            beside = any(high == start or low == end for start, end in inner)
            if high - low > _SLIVER or not beside:
                found.append(_graze(line, low, high, corners, index))
    for at in cuts:
        here = point_at(start, end, at / length if length else 0.0)
        if any(c.start - _SLIVER <= at <= c.end + _SLIVER for c in found):
            continue
        if where_in_region(here, region) is not Where.OUTSIDE:
            found.append(_graze(line, at, at, corners, index))
    return sorted(found, key=lambda c: c.start)


def _graze(line: Segment, low: float, high: float, corners: Iterable[Point], k: int) -> Contact:
    """Contact without entry: along an edge when it has length, else at a corner if one is there."""
    if high - low > 2.0 * EPS:
        return Contact(k, Touch.EDGE, low, high)
    at = point_at(*line, (low + high) / 2.0 / (distance(*line) or 1.0))
    touch = Touch.CORNER if any(distance(at, p) <= 2.0 * EPS for p in corners) else Touch.EDGE
    return Contact(k, touch, (low + high) / 2.0, (low + high) / 2.0)


def _joined(
    stretches: Iterable[tuple[float, float, Where]],
) -> list[tuple[float, float, Where]]:
    joined: list[tuple[float, float, Where]] = []
    for low, high, where in stretches:
        if joined and joined[-1][2] is where:
            joined[-1] = (joined[-1][0], high, where)
        else:
            joined.append((low, high, where))
    return joined


def _cuts(line: Segment, edges: Iterable[Segment]) -> list[float]:
    """Inches along the line at which it meets an edge, with 0 and its length."""
    start, end = line
    length = distance(start, end)
    cuts = {0.0, length}
    for a, b in edges:
        above, below = line_offset(a, start, end), line_offset(b, start, end)
        for offset, p in ((above, a), (below, b)):
            if abs(offset) <= EPS:
                cuts.add(min(length, max(0.0, length_along(p, start, end))))
        if (above > 0.0) != (below > 0.0) and length:
            at = length_along(point_at(a, b, above / (above - below)), start, end)
            if -EPS <= at <= length + EPS:
                cuts.add(min(length, max(0.0, at)))
    return sorted(cuts)


def _wall_contacts(line: Segment, points: Ring, index: int) -> list[Contact]:
    """A wall has no inside: passing from one side to the other counts as going through it."""
    found: list[Contact] = []
    for low, high in _met_spans(line, points):
        touch = Touch.EDGE if high - low > 2.0 * EPS else Touch.CORNER
        if _passes(line, points, low, high):
            touch = Touch.INTERIOR
        found.append(Contact(index, touch, low, high))
    return found


def _met_spans(line: Segment, points: Ring) -> list[tuple[float, float]]:
    spans: list[tuple[float, float]] = []
    for a, b in pairwise(points):
        gap, _, there = segment_distance(line, (a, b))
        if gap > EPS:
            continue
        at = [length_along(there, *line)]
        at += [length_along(p, *line) for p in (a, b) if on_segment(p, *line)]
        at += [length_along(p, *line) for p in line if on_segment(p, a, b)]
        spans.append((max(0.0, min(at)), max(at)))
    joined: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1] + EPS:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _passes(line: Segment, points: Ring, low: float, high: float) -> bool:
    """True when the wall leaves the met span on both sides of the line."""
    length = distance(*line)
    if low <= EPS or high >= length - EPS:
        return False
    sides = set()
    for a, b in pairwise(points):
        for p, q in ((a, b), (b, a)):
            near = length_along(nearest_on_segment(p, *line), *line)
            touches = distance(p, nearest_on_segment(p, *line)) <= EPS
            if touches and low - EPS <= near <= high + EPS and abs(line_offset(q, *line)) > EPS:
                sides.add(line_offset(q, *line) > 0.0)
        above, below = line_offset(a, *line), line_offset(b, *line)
        if min(abs(above), abs(below)) > EPS and (above > 0.0) != (below > 0.0):
            at = length_along(point_at(a, b, above / (above - below)), *line)
            if low - EPS <= at <= high + EPS:
                return True
    return len(sides) == 2


def _curve_contacts(line: Segment, shape: Circle | Oval, index: int) -> list[Contact]:
    depth = -_curve_gap(line, shape)
    if depth < -EPS:
        return []
    low, high = _chord(line, shape)
    if depth <= EPS:
        middle = (low + high) / 2.0
        return [Contact(index, Touch.TANGENT, middle, middle)]
    inner = point_at(*line, (low + high) / 2.0 / (distance(*line) or 1.0))
    if high - low <= EPS or where_in(shape, inner) is not Where.INSIDE:
        # The line starts or ends in what rounding calls the rim.
        return [Contact(index, Touch.TANGENT, low, low)]
    return [Contact(index, Touch.INTERIOR, low, high)]


def _chord(line: Segment, shape: Circle | Oval) -> tuple[float, float]:
    """Inches along the line at which it enters and leaves a curve, held to the line's ends."""
    length = distance(*line)
    if isinstance(shape, Oval):
        p, q = to_unit_disc(shape, line[0]), to_unit_disc(shape, line[1])
        radius = 1.0
    else:
        cx, cy = shape.centre
        p, q = ((x - cx, y - cy) for x, y in line)
        radius = shape.radius
    span = distance(p, q)
    if span == 0.0:
        return (0.0, 0.0)
    middle = length_along((0.0, 0.0), p, q)
    half = math.sqrt(max(0.0, radius * radius - line_offset((0.0, 0.0), p, q) ** 2))
    scale = length / span
    ends = ((middle - half) * scale, (middle + half) * scale)
    return (min(length, max(0.0, ends[0])), min(length, max(0.0, ends[1])))


def _curve_gap(line: Segment, shape: Circle | Oval) -> float:
    """Distance from a line to a curve; negative is how far it runs inside."""
    if isinstance(shape, Circle):
        return distance(shape.centre, nearest_on_segment(shape.centre, *line)) - shape.radius
    apart = gap_between(Edge(*line), shape).distance
    return apart if apart > 0.0 else -_sideways(line, shape)


def _sideways(line: Segment, shape: Circle | Oval) -> float:
    """The least sideways shift that takes the whole line, endlessly long, off a curve."""
    (px, py), (qx, qy) = line
    normals = ((py - qy, qx - px), (qy - py, px - qx))
    offsets = [line_offset(support(shape, n), *line) for n in normals]
    return min(offsets[0], -offsets[1])


def _curve_margin(line: Segment, shape: Circle | Oval, contacts: Sequence[Contact]) -> float:
    if not contacts:
        return _curve_gap(line, shape)
    if contacts[0].touch is Touch.TANGENT:
        return 0.0
    return -_sideways(line, shape)


def _wall_margin(line: Segment, points: Ring, contacts: Sequence[Contact]) -> float:
    if not contacts:
        return min(segment_distance(line, pair)[0] for pair in pairwise(points))
    if all(c.touch is not Touch.INTERIOR for c in contacts):
        return 0.0
    return -_depth(line, list(pairwise(points)))


def _ring_margin(line: Segment, rings: Sequence[Ring], contacts: Sequence[Contact]) -> float:
    edges = [(ring[k - 1], ring[k]) for ring in rings for k in range(len(ring))]
    if not contacts:
        return min(segment_distance(line, edge)[0] for edge in edges)
    if all(c.touch is not Touch.INTERIOR for c in contacts):
        return 0.0
    return -_depth(line, edges)


def _depth(line: Segment, edges: Sequence[Segment]) -> float:
    """The sideways shift, to the nearer side, beyond all edges that lie beside the line."""
    length = distance(*line)
    offsets: list[float] = []
    for edge in edges:
        low, high = sorted(edge, key=lambda p: length_along(p, *line))
        first, last = length_along(low, *line), length_along(high, *line)
        if last < 0.0 or first > length:
            continue
        for at, p in ((first, low), (last, high)):
            held = min(length, max(0.0, at))
            share = 0.0 if last == first else (held - first) / (last - first)
            offsets.append(line_offset(p if held == at else point_at(low, high, share), *line))
    return max(0.0, min(max(offsets, default=0.0), -min(offsets, default=0.0)))
