"""Pictures of values shown by themselves, as notebooks ask for them.

Knows how to make a scene of facts alone and a chart of one distribution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, assert_never

from defilade.drawing.board import board_svg
from defilade.drawing.chances import Distribution, Series
from defilade.drawing.odds import odds_svg
from defilade.drawing.projection import Point, drawable
from defilade.ruling import Cells, Disc, Fact, Line, Outline, Route, Ruling, Wedge
from defilade.table import Scene, Table


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


def ruling_svg(ruling: Ruling) -> str:
    """The geometry of a ruling under its question and verdict."""
    question = ruling.question
    names = [str(getattr(question, each.name)) for each in fields(question)[:2]]
    title = f"{type(question).__name__}: {', '.join(names)}: {ruling.verdict.value}"
    return facts_svg(ruling.facts, title=title)


def table_svg(table: Table[Any]) -> str:
    """What stands on a table, as its system says; raises `SystemFault` without the system."""
    from defilade.systems.registry import load

    return board_svg(load(table.system).scene(table))


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
