"""What can be seen of a target from a point: its visible points and the share of its angle.

Knows bases, stretches and obstacles; never units or what a verdict is for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from defilade.geometry.arcs import relative_bearing
from defilade.geometry.bases import Base, Circle, Edge, convex_parts
from defilade.geometry.crossings import line_facts
from defilade.geometry.degenerate import Grazing, blocks
from defilade.geometry.plane import (
    EPS,
    Point,
    distance,
    line_offset,
    nearest_on_segment,
    point_at,
    segment_distance,
    unit_bearing,
)
from defilade.geometry.sight import Scene, Verdict, look, view_from

SAMPLES = 16
"""Points tried along an edge that sees another edge or a body, besides its nearest one."""


@dataclass(frozen=True, slots=True)
class Facing:
    """Which way a shooter faces and which quarters count: `quarters` are the bearings of
    their middles relative to `bearing`. `bearing` None turns towards any target."""

    bearing: float | None
    quarters: tuple[float, ...]

    def admits(self, start: Point, end: Point) -> bool:
        """Whether a point lies in one of the quarters, borders counting in both (DZ-SHT-03)."""
        if len(self.quarters) == 4 or distance(start, end) <= EPS:
            return True
        relative = 0.0 if self.bearing is None else relative_bearing(start, self.bearing, end)
        slack = math.degrees(math.asin(min(1.0, EPS / distance(start, end))))
        return any(
            abs((relative - quarter + 180.0) % 360.0 - 180.0) <= 45.0 + slack
            for quarter in self.quarters
        )

    def borders(self, start: Point, reach: float) -> Iterator[tuple[Point, Point]]:
        """The dividing lines from a point, as long as `reach`."""
        if self.bearing is None or len(self.quarters) == 4:
            return
        for turn in (45.0, 135.0, 225.0, 315.0):
            ux, uy = unit_bearing(self.bearing + turn)
            yield start, (start[0] + reach * ux, start[1] + reach * uy)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of sight: from where, to where, whether it lies in the arc, and how much of the
    target's angle is open at its start."""

    start: Point
    end: Point
    in_arc: bool
    share: float = 1.0

    @property
    def length(self) -> float:
        """Inches in plan."""
        return distance(self.start, self.end)


def seen_stretches(
    start: Point, edge: Edge, scene: Scene, *, corner: bool
) -> tuple[tuple[Point, Point], ...]:
    """The stretches of an edge that a point sees; with `corner`, a mere point of it too."""
    whole = ((edge.start, edge.end),)
    if distance(start, nearest_on_segment(start, edge.start, edge.end)) <= EPS:
        return whole
    view = view_from(start, edge, scene)
    assert view is not None  # they are apart
    if view.stretches:
        return tuple(_along(edge, *stretch) for stretch in view.stretches)
    lengthwise = abs(line_offset(start, edge.start, edge.end)) <= EPS
    if not (lengthwise or corner):
        return ()
    sight = look(Circle(start, 0.0), edge, scene)
    if sight.verdict is Verdict.OPEN:
        return whole  # from along its own line
    if corner and sight.verdict is Verdict.GRAZING and sight.witness is not None:
        return ((sight.witness.line[1], sight.witness.line[1]),)
    return ()


def _along(edge: Edge, first: Point, last: Point) -> tuple[Point, Point]:
    a, b = (nearest_on_segment(p, edge.start, edge.end) for p in (first, last))
    return (a, b)


def lines_to_edges(
    start: Point, edges: Iterable[Edge], scene: Scene, facing: Facing, *, corner: bool
) -> list[Line]:
    """Lines from a point to what it sees of edges: for each stretch the nearest point, the
    nearest in the arc, and the ends. Edges further than a line found in the arc are left out."""
    found: list[Line] = []
    best = math.inf
    gaps = [(distance(start, nearest_on_segment(start, e.start, e.end)), e) for e in edges]
    for gap, edge in sorted(gaps, key=lambda pair: pair[0]):
        if gap >= best:
            break
        for a, b in seen_stretches(start, edge, scene, corner=corner):
            marks = [nearest_on_segment(start, a, b), a, b]
            reach = 1.0 + max(distance(start, a), distance(start, b))
            for border in facing.borders(start, reach):
                apart, _, there = segment_distance(border, (a, b))
                marks += [there] if apart <= EPS else []
            lines = [Line(start, mark, facing.admits(start, mark)) for mark in marks]
            best = min([best, *(line.length for line in lines if line.in_arc)])
            found += lines
    return found


def lines_from_edges(
    edges: Iterable[Edge],
    target: Point,
    scene: Scene,
    facings: Iterable[Facing],
    *,
    corner: bool,
) -> list[Line]:
    """Lines from points of edges, each with its own facing, to one point."""
    found: list[Line] = []
    for edge, facing in zip(edges, facings, strict=True):
        for a, b in seen_stretches(target, edge, scene, corner=corner):
            marks = [nearest_on_segment(target, a, b), a, b]
            back = Facing(facing.bearing, facing.quarters)
            reach = 1.0 + max(distance(target, a), distance(target, b))
            for border in back.borders(target, -reach):
                gap, _, there = segment_distance(border, (a, b))
                marks += [there] if gap <= EPS else []
            found += [Line(mark, target, facing.admits(mark, target)) for mark in marks]
    return found


def samples(edge: Edge) -> list[Point]:
    """Points spread along an edge, its very ends left out."""
    return [point_at(edge.start, edge.end, (k + 0.5) / SAMPLES) for k in range(SAMPLES)]


def sees_point(start: Point, end: Point, scene: Scene, *, grazing: Grazing) -> bool:
    """Whether one point sees another, under the policy for lines that only touch. What the
    line touches at its very ends is where they stand, and never stops it."""
    length = distance(start, end)
    if length <= EPS:
        return True
    for shape in scene.obstacles:
        for contact in line_facts((start, end), shape).contacts:
            at_end = contact.end <= EPS or contact.start >= length - EPS
            if not at_end and blocks(contact, grazing):
                return False
    return True


def sees_body(start: Point, base: Base, scene: Scene, *, grazing: Grazing) -> float | None:
    """The share of the angle a body fills that is open from a point, 1 from inside it; None
    where not even a line that touches reaches it."""
    parts = convex_parts(base)
    if len(parts) == 1:
        view = view_from(start, parts[0], scene)
        share = 1.0 if view is None else view.share
        if share > 0.0:
            return share
    sight = look(Circle(start, 0.0), base, scene)
    if not sight.admits(grazing=grazing):
        return None
    return 0.0 if len(parts) == 1 else 1.0
