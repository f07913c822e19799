"""Where a model may end a move or be set up: on what, through what, beside whom (13.06).

Knows one model at one spot; must not know how it came there, beyond what it had to climb.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from defilade.geometry.bases import Polygon, bounds_of
from defilade.geometry.crossings import inside_length
from defilade.geometry.plane import EPS, Point, unit_bearing
from defilade.ruling import Reason
from defilade.systems.wh40k.measuring import engaged, reach_of
from defilade.systems.wh40k.obstacles import Areas, held_by, overlaps, parts
from defilade.systems.wh40k.options import ClimberEnds, HouseRules
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.state import Model
from defilade.systems.wh40k.terms import FLY, MONSTER, ON_FOOT, Category
from defilade.values import Inches

STANDS_HIGH = (*sorted(ON_FOOT), FLY, MONSTER)
"""Keywords that let a model stand above ground level (WH-END-02)."""


def end_reasons(
    model: Model,
    areas: Areas,
    rules: HouseRules,
    *,
    others: Sequence[Model] = (),
    climbed: Iterable[str] = (),
    size: tuple[Inches, Inches] = (0.0, 0.0),
) -> list[Reason]:
    """Everything against a model standing where it is. A `size` of 0 by 0 has no edge."""
    before, after = _alone(model, areas, rules, frozenset(climbed), size)
    return [*before, *_on_models(model, others), *after]


@lru_cache(maxsize=4096)
def _alone(
    model: Model,
    areas: Areas,
    rules: HouseRules,
    climbed: frozenset[str],
    size: tuple[Inches, Inches],
) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """What terrain and the table's edge say, before and after what other models say."""
    return (
        (*_on_the_table(model, size), *_partway(model, areas)),
        (*_above_ground(model, areas, rules, climbed), *_through_solid(model, areas, rules)),
    )


def _on_the_table(model: Model, size: tuple[Inches, Inches]) -> list[Reason]:
    if size == (0.0, 0.0):
        return []
    x0, y0, x1, y1 = bounds_of(model.base)
    over = max(-x0, -y0, x1 - size[0], y1 - size[1])
    return [no("WH-MV-01", "off_table", model=model.id, over=over)] if over > EPS else []


def _partway(model: Model, areas: Areas) -> list[Reason]:
    """Not inside a wall, floor or ceiling (WH-END-04)."""
    bounds = bounds_of(model.base)
    for part in parts(areas):
        if not part.opaque or part.bottom >= model.high - EPS or part.top <= model.z + EPS:
            continue
        if _apart(bounds, bounds_of_part(part.shape)):
            continue
        if overlaps(model.base, part.shape):
            return [no("WH-END-04", "inside_section", model=model.id, feature=part.feature)]
    return []


Bounds = tuple[float, float, float, float]


@lru_cache(maxsize=4096)
def bounds_of_part(shape: Polygon) -> Bounds:
    """The bounds of a piece of terrain, made once."""
    return bounds_of(shape)


def _apart(one: Bounds, other: Bounds) -> bool:
    """Whether two bounds share nothing but an edge."""
    return one[0] >= other[2] or one[2] <= other[0] or one[1] >= other[3] or one[3] <= other[1]


def _on_models(model: Model, others: Sequence[Model]) -> list[Reason]:
    reach = reach_of(model)
    for other in others:
        if math.dist(model.at, other.at) > reach + reach_of(other):
            continue
        if other.low >= model.high - EPS or other.high <= model.z + EPS:
            continue
        if overlaps(model.base, other.base):
            return [no("WH-END-04", "on_model", model=model.id, other=other.id)]
    return []


def _above_ground(
    model: Model, areas: Areas, rules: HouseRules, climbed: frozenset[str]
) -> list[Reason]:
    """Ground level is free (WH-END-01); higher needs keyword, stand, no overhang (WH-END-02)."""
    if model.z <= EPS:
        return []
    found: list[Reason] = []
    under, whole = held_by(model.base, model.z, areas)
    if not model.profile.has(*STANDS_HIGH):
        found.append(no("WH-END-02", "may_not_stand_high", model=model.id, height=model.z))
    if not under:
        found.append(no("WH-END-02", "no_surface", model=model.id, height=model.z))
    elif not whole:
        found.append(no("WH-END-02", "overhangs", model=model.id, feature=under[0].feature))
    if model.unstable:
        found.append(no("WH-END-02", "unstable", model=model.id))
    banned = [one.feature for one in under if one.cat is Category.DENSE and one.feature in climbed]
    if banned and not model.profile.has(*ON_FOOT):
        found += _after_climb(model, banned[0], rules)
    return found


def _after_climb(model: Model, feature: str, rules: HouseRules) -> list[Reason]:
    """What had to climb a dense feature does not end on it (WH-TMV-05), keyword or not
    (WH-TMV-07). INFANTRY may (WH-END-06)."""
    keyword = model.profile.has(*STANDS_HIGH)
    if keyword and rules.climber_ends_on_dense is ClimberEnds.BY_KEYWORD:
        return []
    clause = "WH-TMV-07" if keyword else "WH-TMV-05"
    return [no(clause, "ends_on_climbed", model=model.id, feature=feature)]


def _through_solid(model: Model, areas: Areas, rules: HouseRules) -> list[Reason]:
    """No part through an enclosed part of Solid at or below the solid height (WH-END-05)."""
    if model.barrel is None:
        return []
    reach, z = model.barrel
    if z > rules.solid_height + EPS:
        return []
    ux, uy = unit_bearing(model.facing)
    tip: Point = (model.at[0] + reach * ux, model.at[1] + reach * uy)
    for area in areas.values():
        for feature in area.features:
            if feature.cat is not Category.DENSE:
                continue
            for section in feature.sections:
                if not section.bottom <= z <= section.top:
                    continue
                deep = inside_length((model.at, tip), Polygon(section.outline))
                if deep > EPS:
                    return [_barrel(model, feature.id, z, deep)]
    return []


def _barrel(model: Model, feature: str, z: Inches, deep: Inches) -> Reason:
    return no("WH-END-05", "barrel_through", model=model.id, feature=feature, height=z, over=deep)


def engaged_with(model: Model, enemies: Iterable[Model]) -> Model | None:
    """The first enemy that a model is engaged with (WH-ENG-01)."""
    return next((enemy for enemy in enemies if engaged(model, enemy)), None)
