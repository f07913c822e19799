"""Where a moving model's middle may be at each height, and where it may climb (13.06).

Knows what `movement` refuses, as shapes on floors; what is drawn here is never more than what
`movement` allows, and every way found on it is judged there once more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from defilade.geometry.bases import Base, Circle, Oval, Polygon, bounds_of, where_in
from defilade.geometry.detours import Box, Floor, Lift, boxed
from defilade.geometry.grown import STEP, Array, Fit, Grown, grown
from defilade.geometry.motions import moved
from defilade.geometry.obstacles import Obstacles, within
from defilade.geometry.plane import EPS, Point, Where, distance_to_segment
from defilade.systems.wh40k.beside import CLIMB_WITHIN, around, beside, top_of
from defilade.systems.wh40k.movement import (
    LOW_SECTION,
    WALKER_SECTION,
    Up,
    Way,
    hinders,
    passes_walls,
    walk,
)
from defilade.systems.wh40k.obstacles import Areas, Part, corners_of_base, features, ledges, parts
from defilade.systems.wh40k.options import HouseRules, MobileVertical
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import MOBILE, MONSTER, ON_FOOT, Category
from defilade.values import Degrees, Inches

SPACING: Inches = 0.5
"""How far apart spots for climbing are tried."""
_ROOM = 5e-9
_SHY: Inches = 0.01
"""How much farther a model keeps from what it may not have climbed, for curves with corners."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A model about to move, and everything its way depends on.

    `others` are models in the way, True for enemies; `shuns` are dense features that it may not
    have climbed. `base` is its base around the origin.
    """

    model: Model
    way: Way
    areas: Areas
    rules: HouseRules
    size: tuple[Inches, Inches]
    others: tuple[tuple[Model, bool], ...] = ()
    shuns: frozenset[str] = frozenset()
    axis: Degrees = 0.0
    step: Degrees = STEP
    base: Base = field(init=False)

    def __post_init__(self) -> None:
        x, y = self.model.at
        object.__setattr__(self, "base", moved(self.model.base, (-x, -y)))


def mover_of(
    state: State,
    rules: HouseRules,
    model: Model,
    way: Way,
    *,
    axis: Degrees = 0.0,
    step: Degrees = STEP,
) -> Mover:
    """A model of a state; those of its own unit are never in its way."""
    side = state.side_of(model)
    others = tuple(
        (one, state.side_of(one) != side) for one in state.on_table() if one.unit != model.unit
    )
    return Mover(model, way, state.areas, rules, state.size, others, axis=axis, step=step)


def table_box(mover: Mover) -> Box | None:
    """Where the middle of a base may be so that none of it is off the table (WH-MV-01)."""
    if mover.size == (0.0, 0.0):
        return None
    xs, ys = zip(*corners_of_base(mover.base), strict=True)
    if isinstance(mover.base, Circle):
        r = mover.base.radius
        xs, ys = (-r, r), (-r, r)
    return (-min(xs), -min(ys), mover.size[0] - max(xs), mover.size[1] - max(ys))


def hindering_parts(mover: Mover) -> Iterator[Part]:
    """Sections that a model may not move through (WH-TMV-02, WH-TMV-04)."""
    if passes_walls(mover.model, mover.way):
        return
    limit = WALKER_SECTION if mover.way.walker else LOW_SECTION
    for part in parts(mover.areas):
        if part.cat is Category.DENSE and part.top_of_section > limit + EPS:
            yield part


def hindering_models(mover: Mover) -> Iterator[Model]:
    """Models that a model may not move through (WH-MV-01, WH-MV-05)."""
    for other, enemy in mover.others:
        if enemy and hinders(mover.model, other, mover.way):
            yield other


def heights(
    mover: Mover, least: Inches, most: Inches, *, around: Box | None = None
) -> tuple[Inches, ...]:
    """Heights between two at which more becomes free: tops of what is in the way.

    A way at any other height is as good at the next of these below it, or at the ground. Only
    what comes into the box `around` counts.
    """
    things: list[tuple[Inches, Base]] = [(one.top, one.shape) for one in hindering_parts(mover)]
    things += [(other.high, other.base) for other in hindering_models(mover)]
    tallest = max((top_of(one) for one in features(mover.areas)), default=0.0)
    x0, y0, x1, y1 = bounds_of(mover.base)
    found = {0.0}
    for top, shape in things:
        a0, b0, a1, b1 = bounds_of(shape)
        grown_bounds = (a0 - x1, b0 - y1, a1 - x0, b1 - y0)
        if around is None or _meet(grown_bounds, around):
            found.add(top)
    return tuple(sorted(z for z in found if least <= z <= min(most, tallest)))


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def floor_at(mover: Mover, z: Inches, *, around: Box | None = None) -> Floor:
    """The floor at a height, with the obstacles that come into the box `around`."""
    high = z + mover.model.profile.height
    shapes: list[Base] = [
        one.shape for one in hindering_parts(mover) if one.bottom < high - EPS and one.top > z + EPS
    ]
    shapes += [
        one.base for one in hindering_models(mover) if one.low < high - EPS and one.high > z + EPS
    ]
    found = obstacles_of(mover, shapes)
    if around is not None:
        found = within(found, np.asarray(around[:2]), np.asarray(around[2:]))
    box = table_box(mover)
    if z <= EPS:
        return Floor(z, Obstacles(found), box=box)
    inside = _cut(_beside(mover, z, more=_ROOM), box, around)
    bends = _reflex(inside)
    return Floor(z, Obstacles(found), inside, bends[boxed(bends, box)], box)


def obstacles_of(
    mover: Mover, shapes: Iterable[Base], *, held: Base | None = None
) -> tuple[Grown, ...]:
    """Shapes grown by the mover's base, from outside; from inside by a base that it holds."""
    base, fit = (mover.base, Fit.OUTER) if held is None else (held, Fit.INNER)
    return grown_shapes(shapes, base, fit=fit, axis=mover.axis, step=mover.step)


def grown_shapes(
    shapes: Iterable[Base],
    base: Base,
    *,
    fit: Fit = Fit.OUTER,
    axis: Degrees = 0.0,
    step: Degrees = STEP,
) -> tuple[Grown, ...]:
    """Shapes grown by a base around the origin; what was grown once is kept."""
    return tuple(
        piece
        for shape in shapes
        for piece in _grown(shape, base, fit, axis_for(base, shape, axis), step)
    )


def axis_for(base: Base, shape: Base, axis: Degrees) -> Degrees:
    """The axis where it says anything: shapes that have straight sides need none."""
    return axis if isinstance(shape, Circle | Oval) and isinstance(base, Circle | Oval) else 0.0


@lru_cache(maxsize=20_000)
def _grown(shape: Base, base: Base, fit: Fit, axis: Degrees, step: Degrees) -> tuple[Grown, ...]:
    return grown(shape, base, at=(0.0, 0.0), fit=fit, axis=axis, step=step)


def lift_between(mover: Mover, pair: tuple[int, int], floors: tuple[Floor, ...]) -> Lift:
    """Where a model may go straight from one floor to a higher one (WH-VERT-01).

    Who climbs through floors climbs but once on its way, so that coarse spots do for all ground.
    """
    import shapely

    low, high = pair
    below, above = floors[low], floors[high]
    region = climbing(mover, below.height, above.height)
    for floor in (below, above):
        taken = [shapely.Polygon(shape.corners) for shape in floor.obstacles.shapes]
        region = shapely.difference(region, shapely.union_all(taken))
        if floor.inside is not None:
            region = shapely.intersection(region, floor.inside)
    region = _cut(region, below.box, None)
    wide = mover.step > STEP and mover.model.profile.has(*ON_FOOT)
    edges = shapely.segmentize(shapely.boundary(region), 2 * SPACING if wide else SPACING)
    spots = np.unique(np.round(shapely.get_coordinates(edges), 12), axis=0)
    return Lift(low, high, above.height - below.height, spots.reshape(-1, 2), region)


def climbing(mover: Mover, low: Inches, high: Inches) -> Any:
    """Where a model may climb between two heights, as a shapely shape (WH-TMV-03, WH-TMV-05)."""
    import shapely

    profile, rules = mover.model.profile, mover.rules
    if profile.has(*ON_FOOT):
        return _beside(mover, high)
    free = _beside(mover, high, dense=False)
    mobile = profile.has(MOBILE) or mover.way.mobile
    if mobile and rules.mobile_vertical is MobileVertical.NONE:
        return free
    if profile.has(MONSTER) and not rules.monster_climbs_dense and not mobile:
        return free
    shapes = [
        one.shape
        for one in ledges(mover.areas)
        if one.cat is Category.DENSE and low + EPS < one.z <= high + EPS
    ]
    shapes += [
        one.shape
        for one in parts(mover.areas)
        if one.cat is Category.DENSE and one.bottom < high - EPS and one.top > low + EPS
    ]
    stops = [shapely.Polygon(piece.corners) for piece in obstacles_of(mover, shapes)]
    if high > LOW_SECTION + EPS:
        shunned = [one for one in features(mover.areas) if one.id in mover.shuns]
        stops += [around(one, mover.base, CLIMB_WITHIN + _SHY) for one in shunned]
    dense = shapely.difference(_beside(mover, high), shapely.union_all(stops))
    return shapely.union_all([free, dense])


def _beside(mover: Mover, z: Inches, *, more: Inches = 0.0, dense: bool = True) -> Any:
    quarter = math.ceil(90.0 / mover.step)
    return beside(mover.areas, mover.base, z, more=more, dense=dense, quarter=quarter)


def may_rise(mover: Mover, at: Point, low: Inches, high: Inches) -> bool:
    """Whether a model may climb exactly here."""
    if mover.shuns:
        return False
    there = mover.model.standing(at, low)
    path = walk(there, (Up(high - low),), mover.areas, mover.rules, way=mover.way)
    return not path.reasons


def _cut(region: Any, box: Box | None, around: Box | None) -> Any:
    import shapely

    for one in (box, around):
        if one is not None:
            wide = (one[0] - _ROOM, one[1] - _ROOM, one[2] + _ROOM, one[3] + _ROOM)
            region = shapely.intersection(region, shapely.box(*wide))
    return region


def _reflex(region: Any) -> Array:
    """Corners of a region that ways inside it may bend around."""
    import shapely
    from shapely.geometry.polygon import orient

    found: list[Array] = []
    for piece in shapely.get_parts(region):
        if not isinstance(piece, shapely.Polygon) or piece.is_empty:
            continue
        whole = orient(piece)
        for ring in (whole.exterior, *whole.interiors):
            at = shapely.get_coordinates(ring)[:-1]
            before, after = at - np.roll(at, 1, axis=0), np.roll(at, -1, axis=0) - at
            turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
            found.append(at[turn < -EPS * EPS])
    return np.concatenate(found) if found else np.zeros((0, 2))


def inner_radius(base: Base) -> Inches:
    """Radius of a circle around the origin that a base holds, however it is turned."""
    if isinstance(base, Circle):
        return base.radius
    ring = base.points if isinstance(base, Polygon) else corners_of_base(base)
    if where_in(base, (0.0, 0.0)) is not Where.INSIDE:
        return 0.0
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    return min(distance_to_segment((0.0, 0.0), a, b) for a, b in sides)
