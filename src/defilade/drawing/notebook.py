"""Pictures of values shown by themselves, as notebooks ask for them.

Knows how to make a scene of facts alone and a chart of one distribution.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from defilade.drawing.board import board_svg
from defilade.drawing.chances import Distribution, Series
from defilade.drawing.odds import odds_svg
from defilade.drawing.projection import Point, drawable
from defilade.ruling import Cells, Disc, Fact, Line, Outline, Route, Wedge
from defilade.table import Scene


def facts_svg(facts: Iterable[Fact], *, title: str) -> str:
    """The geometry of a ruling without the table it was made on."""
    facts = tuple(facts)
    hexes = any(isinstance(fact.shape, Cells) for fact in facts)
    points = [point for fact in facts for point in _extent(fact) if drawable(point)]
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    edge = 0.0 if hexes else 1.0
    low, high = (min(xs) - edge, min(ys) - edge), (max(xs) + edge, max(ys) + edge)
    return board_svg(Scene(title, low, high, hexes=hexes), facts)


def one_svg(odds: Distribution, *, title: str = "Odds") -> str:
    """One distribution by itself."""
    return odds_svg([Series("", odds)], title=title)


def _extent(fact: Fact) -> tuple[Point, ...]:
    match fact.shape:
        case Line(start, end):
            return (start, end)
        case Disc(centre, radius) | Wedge(centre, radius):
            (x, y), r = centre, radius if drawable((radius, radius)) else 0.0
            return ((x - r, y - r), (x + r, y + r))
        case Outline(points) | Route(points):
            return points
        case Cells(hexes):
            return hexes
        case _ as never:
            assert_never(never)
