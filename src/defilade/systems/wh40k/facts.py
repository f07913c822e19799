"""Geometry behind a ruling, ready to be drawn: lines of sight and what stops them.

Knows shapes and marks; decides nothing.
"""

from __future__ import annotations

from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from defilade.geometry.bases import Base, Circle
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, Ring
from defilade.geometry.sight import look
from defilade.record import Record
from defilade.ruling import Disc, Fact, Line, Mark, Outline
from defilade.systems.wh40k.blockers import Outlook, body, outlook_of
from defilade.systems.wh40k.bodies import Prism, Standing, outline_of, side_of, standing
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.sight import Seen
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.tilted import cut_by, ends_in


def line_between(
    state: State, rules: HouseRules, a: Model, b: Model, seen: Seen
) -> tuple[Fact, ...]:
    """A free line to lay a laser on, else the line between the middles, blocked."""
    if not seen.visible:
        found = [_blocked(outlook_of(state, rules), a, b)]
        if seen.limit is not None:
            reach = Fact("detection_range", Disc(b.at, seen.limit), Mark.REACH)
            return (found[0], reach)
        return tuple(found)
    side = side_of(body(a), body(b))
    if side is None or seen.plane is None or gap_between(a.base, b.base).distance <= EPS:
        return (Fact("line_of_sight", Line(a.at, b.at), Mark.CLEAR),)
    sorted_ = standing(side, outlook_of(state, rules).between(a, b))
    ends = ends_in(side, seen.plane) or (a.base, b.base)
    stops = [prism.shape for prism in sorted_.full]
    sight = look(*ends, [*stops, *cut_by(side, seen.plane, sorted_.partly)])
    if sight.witness is None:
        return (Fact("line_of_sight", Line(a.at, b.at), Mark.CLEAR),)
    start, end = sight.witness.line
    params = Record(
        lane=min(sight.lane, 999.0), from_height=seen.plane.first, to_height=seen.plane.second
    )
    return (Fact("line_of_sight", Line(start, end), Mark.CLEAR, params),)


def _blocked(outlook: Outlook, a: Model, b: Model) -> Fact:
    """The line between two middles, up to the first thing it enters on the way."""
    line = shapely.LineString([a.at, b.at])
    side = side_of(body(a), body(b))
    found = standing(side, outlook.between(a, b)) if side is not None else Standing((), ())
    ways = [shapely.intersection(line, _shape(one.shape)) for one in found.full or found.partly]
    starts = [line.project(shapely.Point(p)) for way in ways for p in shapely.get_coordinates(way)]
    stop = line.interpolate(min(starts)) if starts else line.interpolate(0.5, normalized=True)
    return Fact("line_of_sight", Line(a.at, b.at, (stop.x, stop.y)), Mark.BLOCKED)


def blockers_between(state: State, rules: HouseRules, a: Model, b: Model) -> tuple[Fact, ...]:
    """Outlines of what stands between two models and stops lines."""
    side = side_of(body(a), body(b))
    if side is None:
        return ()
    found = standing(side, outlook_of(state, rules).between(a, b))
    ways = shapely.convex_hull(shapely.multipoints([*_corners(a.base), *_corners(b.base)]))
    facts: list[Fact] = []
    for prisms, mark in ((found.full, Mark.BLOCKED), (found.partly, Mark.PARTLY)):
        for prism in prisms:
            if shapely.dwithin(ways, _shape(prism.shape), EPS):
                params = Record(name=prism.name)
                facts.append(Fact(f"blocker_{prism.kind}", _outline(prism), mark, params))
    return tuple(dict.fromkeys(facts))


@lru_cache(maxsize=1024)
def _shape(base: Base) -> BaseGeometry:
    return shapely.Polygon(_corners(base))


@lru_cache(maxsize=4096)
def _corners(base: Base) -> Ring:
    """Corners of a shape: enough for what is only drawn."""
    return outline_of(base)


def _outline(prism: Prism) -> Outline | Disc:
    shape = prism.shape
    return (
        Disc(shape.centre, shape.radius) if isinstance(shape, Circle) else Outline(_corners(shape))
    )
