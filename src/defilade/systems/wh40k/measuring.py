"""Distances between models and units, engagement and coherency.

Knows bases and heights; must not know what a distance is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Base, Circle, Polygon, bounds_of, nearest_point
from defilade.geometry.gaps import Meeting, gap_between, meeting
from defilade.geometry.plane import EPS
from defilade.geometry.regions import Region, touches_region, wholly_in_region
from defilade.systems.wh40k.options import AreaTouch, DistanceIn, HouseRules
from defilade.systems.wh40k.state import Area, Model, Outline, State, Unit, left_of
from defilade.systems.wh40k.terms import FRAME
from defilade.values import Inches

ENGAGED_ACROSS: Inches = 2.0
ENGAGED_UP: Inches = 5.0
NEIGHBOUR: Inches = 2.0
SPREAD: Inches = 9.0


def across(a: Model, b: Model) -> Inches:
    """Distance in plan view between the closest parts of two bases (WH-MEAS-02)."""
    return _gap(a.base, b.base)


@lru_cache(maxsize=50_000)
def _gap(a: Base, b: Base) -> Inches:
    return gap_between(a, b).distance


def up(a: Model, b: Model) -> Inches:
    """Difference of height: between bases, or from the closest part of a FRAME model's hull."""
    low_a, high_a = a.low, a.high if a.profile.has(FRAME) else a.low
    low_b, high_b = b.low, b.high if b.profile.has(FRAME) else b.low
    return max(0.0, low_b - high_a, low_a - high_b)


def apart(a: Model, b: Model, rules: HouseRules) -> Inches:
    """A plain distance between two models (WH-MEAS-05); anybody may ask it (WH-MEAS-01)."""
    if rules.distance is DistanceIn.PLAN:
        return across(a, b)
    return math.hypot(across(a, b), up(a, b))


def within(distance: Inches, limit: Inches) -> bool:
    """Within includes the limit itself (WH-MEAS-04)."""
    return distance <= limit + EPS


def units_apart(one: Iterable[Model], other: Sequence[Model], rules: HouseRules) -> Inches:
    """The least distance between models of two units; infinite where one has none."""
    return min((apart(a, b, rules) for a in one for b in other), default=math.inf)


def in_contact(a: Model, b: Model) -> bool:
    """Whether two bases touch (WH-MEAS-07)."""
    return across(a, b) <= EPS and up(a, b) <= EPS


def within_area(model: Model, area: Area, rules: HouseRules) -> bool:
    """Whether any part of a model's base is in an area, at whatever level (WH-MEAS-06)."""
    return base_within(model.base, area, rules)


def base_within(base: Base, area: Area, rules: HouseRules) -> bool:
    """Whether any part of a base is in an area, seen from above (WH-MEAS-06)."""
    if len(area.outline) < 3 or _beside(base, area.outline):
        return False
    if not _touches(base, area.outline):
        return False
    if rules.area_touch is AreaTouch.IN:
        return True
    return meeting(base, Polygon(area.outline)) is Meeting.OVERLAPPING


def _touches(base: Base, outline: Outline) -> bool:
    if not isinstance(base, Circle):
        return touches_region(base, Region(outline))
    near = nearest_point(Polygon(outline), base.centre)
    return math.dist(near, base.centre) <= base.radius + EPS


def _beside(base: Base, outline: Outline) -> bool:
    x0, y0, x1, y1 = bounds_of(base)
    a0, b0, a1, b1 = _bounds(outline)
    return x0 > a1 + EPS or x1 < a0 - EPS or y0 > b1 + EPS or y1 < b0 - EPS


@lru_cache(maxsize=512)
def _bounds(outline: Outline) -> tuple[float, float, float, float]:
    return bounds_of(Polygon(outline))


def wholly_within_area(model: Model, area: Area) -> bool:
    """Whether no part of a model's base is outside an area (WH-MEAS-06)."""
    return wholly_in_region(model.base, Region(area.outline))


def engaged(a: Model, b: Model) -> bool:
    """Within 2 inches across and 5 up, both inclusive (WH-ENG-01)."""
    if math.dist(a.at, b.at) > ENGAGED_ACROSS + reach_of(a) + reach_of(b):
        return False
    return within(across(a, b), ENGAGED_ACROSS) and within(up(a, b), ENGAGED_UP)


def reach_of(model: Model) -> Inches:
    """How far a model's base reaches from its position, at most."""
    profile = model.profile
    if profile.hull is None or not profile.has(FRAME):
        return _reach_at(profile.base)
    return max(_reach_at(profile.base), _reach_at(profile.hull))


@lru_cache(maxsize=512)
def _reach_at(base: Base) -> Inches:
    x0, y0, x1, y1 = bounds_of(base)
    return math.hypot(max(-x0, x1), max(-y0, y1)) + EPS


def engaged_units(state: State, unit: str) -> tuple[str, ...]:
    """Enemy units that a unit is engaged with (WH-ENG-01)."""
    return _engaged(state.units, state.models, unit)


@lru_cache(maxsize=512)
def _engaged(
    units: FrozenMap[str, Unit], models: FrozenMap[str, Model], unit: str
) -> tuple[str, ...]:
    own = left_of(units, models, unit)
    side = units[unit].side
    return tuple(
        name
        for name, other in units.items()
        if other.side != side
        and any(engaged(a, b) for b in left_of(units, models, name) for a in own)
    )


def stray(models: Sequence[Model]) -> tuple[Model, Inches] | None:
    """The first model out of coherency and by how much too far; None when the unit coheres.

    Each model is within 2 inches across and 5 up of another, and 9 and 5 of all (WH-COH-01).
    """
    for model in models:
        others = [one for one in models if one.id != model.id]
        if not others:
            return None
        level = [one for one in others if within(up(model, one), ENGAGED_UP)]
        near = min((across(model, one) for one in level), default=math.inf)
        if not within(near, NEIGHBOUR):
            return model, near - NEIGHBOUR
        if len(level) < len(others):
            return model, max(up(model, one) for one in others) - ENGAGED_UP
        far = max(across(model, one) for one in others)
        if not within(far, SPREAD):
            return model, far - SPREAD
    return None
