"""Geometry behind a ruling, ready to be drawn: lines of sight and what stops them.

Knows shapes and marks; decides nothing.
"""

from __future__ import annotations

from defilade.geometry.bases import Circle, Oval, Polygon, centre_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.sight import look
from defilade.geometry.sight.between import facets
from defilade.record import Record
from defilade.ruling import Disc, Fact, Line, Mark, Outline
from defilade.systems.wh40k.blockers import body, counted_areas, feature_prisms, model_prisms
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.sight import Seen
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.tilted import Prism, cut_by, ends_in, near, side_of, standing


def between(state: State, rules: HouseRules, a: Model, b: Model) -> tuple[Prism, ...]:
    """Everything that may stop lines between two models."""
    return (
        *feature_prisms(state.areas, rules, closing=True),
        *counted_areas(state, rules, a, b),
        *model_prisms(state, rules, a, b),
    )


def line_between(
    state: State, rules: HouseRules, a: Model, b: Model, seen: Seen
) -> tuple[Fact, ...]:
    """A free line to lay a laser on, else the line between the middles, blocked."""
    if not seen.visible:
        found = [_blocked(a, b)]
        if seen.limit is not None:
            reach = Fact("detection_range", Disc(b.at, seen.limit), Mark.REACH)
            return (found[0], reach)
        return tuple(found)
    side = side_of(body(a), body(b))
    if side is None or seen.plane is None or gap_between(a.base, b.base).distance <= 1e-6:
        return (Fact("line_of_sight", Line(a.at, b.at), Mark.CLEAR),)
    sorted_ = standing(side, near(side.a, side.b, between(state, rules, a, b)))
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


def _blocked(a: Model, b: Model) -> Fact:
    middle = ((a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2)
    return Fact("line_of_sight", Line(a.at, b.at, middle), Mark.BLOCKED)


def blockers_between(state: State, rules: HouseRules, a: Model, b: Model) -> tuple[Fact, ...]:
    """Outlines of what stands between two models and stops lines."""
    side = side_of(body(a), body(b))
    if side is None:
        return ()
    close = near(side.a, side.b, between(state, rules, a, b))
    found = standing(side, close)
    hull = gap_hull(a, b)
    facts = []
    for prism in (*found.full, *found.partly):
        if gap_between(prism.shape, hull).distance > 1e-6:
            continue
        mark = Mark.BLOCKED if prism in found.full else Mark.PARTLY
        facts.append(Fact(f"blocker_{prism.kind}", _outline(prism), mark, Record(name=prism.name)))
    return tuple(dict.fromkeys(facts))


def gap_hull(a: Model, b: Model) -> Polygon:
    """The ground that lines between two models can cross, in plan view."""
    from defilade.geometry.plane import convex_hull

    return Polygon(convex_hull([*_corners(a), *_corners(b)]))


def _corners(model: Model) -> tuple[tuple[float, float], ...]:
    base = model.base
    if isinstance(base, Circle | Oval):
        return tuple(facets(base))
    return base.points if isinstance(base, Polygon) else (centre_of(base),)


def _outline(prism: Prism) -> Outline | Disc:
    shape = prism.shape
    if isinstance(shape, Circle):
        return Disc(shape.centre, shape.radius)
    if isinstance(shape, Oval):
        return Outline(tuple(facets(shape)))
    return Outline(shape.points if isinstance(shape, Polygon) else ())
