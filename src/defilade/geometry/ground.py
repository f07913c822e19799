"""Ground that costs more or less to cross: how a path splits over areas, and what it costs.

Knows areas, weights and lengths. Must not know who moves, nor why ground is slow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from defilade.geometry.crossings import line_facts
from defilade.geometry.degenerate import Touch
from defilade.geometry.plane import EPS, Point, Where, distance, point_at
from defilade.geometry.regions import Region, where_in_region

__all__ = ["Stretch", "path_length", "split_path", "within_areas"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight part of a path that lies in the same areas throughout.

    `areas` are the numbers of the areas whose inside it runs in; running along an edge is
    running outside.
    """

    start: Point
    end: Point
    areas: tuple[int, ...]

    @property
    def length(self) -> float:
        """Inches."""
        return distance(self.start, self.end)


def path_length(path: Sequence[Point]) -> float:
    """Length of a path through points, in inches."""
    return math.fsum(distance(a, b) for a, b in pairwise(path))


def split_path(path: Sequence[Point], areas: Sequence[Region]) -> tuple[Stretch, ...]:
    """A path cut wherever it enters or leaves the inside of an area, in order.

    >>> square = Region(((2.0, -1.0), (3.0, -1.0), (3.0, 1.0), (2.0, 1.0)))
    >>> [(s.length, s.areas) for s in split_path([(0.0, 0.0), (5.0, 0.0)], [square])]
    [(2.0, ()), (1.0, (0,)), (2.0, ())]
    """
    found: list[Stretch] = []
    for a, b in pairwise(path):
        length = distance(a, b)
        if length <= EPS:
            continue
        spans = [
            [
                (c.start, c.end)
                for c in line_facts((a, b), area).contacts
                if c.touch is Touch.INTERIOR
            ]
            for area in areas
        ]
        cuts = sorted({0.0, length, *(at for span in spans for ends in span for at in ends)})
        for low, high in pairwise(cuts):
            if high - low <= EPS:
                continue
            middle = (low + high) / 2.0
            inside = tuple(
                number
                for number, span in enumerate(spans)
                if any(start <= middle <= end for start, end in span)
            )
            ends = (point_at(a, b, low / length), point_at(a, b, high / length))
            found.append(Stretch(*ends, inside))
    return tuple(found)


def within_areas(path: Sequence[Point], areas: Sequence[Region]) -> bool:
    """Whether a whole path lies on a union of areas, borders and seams included.

    A path of a single point lies there when the point does.
    """
    for a, b in pairwise(path):
        length = distance(a, b)
        marks = {0.0, length}
        for area in areas:
            for contact in line_facts((a, b), area).contacts if length > EPS else ():
                marks |= {contact.start, contact.end}
        for low, high in pairwise(sorted(marks)):
            if high - low <= EPS:
                continue
            middle = point_at(a, b, (low + high) / 2.0 / length)
            if not _on_any(middle, areas):
                return False
    return all(_on_any(point, areas) for point in path)


def _on_any(point: Point, areas: Sequence[Region]) -> bool:
    return any(where_in_region(point, area) is not Where.OUTSIDE for area in areas)
