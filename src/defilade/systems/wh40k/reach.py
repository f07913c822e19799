"""All the ground that a model can reach this move, and where on it the move may end.

Knows floors, ends and engagement as shapes for the middle of a base; each shape lies inside the
true one, so that a spot in it can be reached, and `paths` finds the way there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from defilade.geometry.bases import Base, Edge, Polygon, convex_parts
from defilade.geometry.detours import Maze, Stop
from defilade.geometry.grown import STEP, Grown
from defilade.geometry.plane import EPS, Point, unit_bearing
from defilade.geometry.shapes import convex_rings
from defilade.geometry.spreads import spread
from defilade.systems.wh40k.ending import STANDS_HIGH
from defilade.systems.wh40k.floors import (
    Mover,
    floor_at,
    grown_shapes,
    heights,
    mover_of,
    obstacles_of,
    table_box,
)
from defilade.systems.wh40k.measuring import ENGAGED_ACROSS, ENGAGED_UP, up
from defilade.systems.wh40k.moves import Plan, allowance, way_of
from defilade.systems.wh40k.obstacles import ledges, parts
from defilade.systems.wh40k.options import ClimberEnds, HouseRules
from defilade.systems.wh40k.paths import COARSE, lifts_of
from defilade.systems.wh40k.state import Model, State
from defilade.systems.wh40k.terms import ON_FOOT, Category, MoveType
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Ground:
    """Ground at one height, as shapely shapes for the middle of a base.

    On `may_end` the move may end; `may_cross` is reached as well, but not to end on.
    """

    z: Inches
    may_end: Any
    may_cross: Any


def reach(state: State, rules: HouseRules, plan: Plan, model: Model) -> tuple[Ground, ...]:
    """What a model can reach in a move, by height. Its mates stand where they are.

    A charge may end where the model is engaged with a target and with nobody else; without
    targets, with anybody.
    """
    mover = mover_of(state, rules, model, way_of(plan), step=COARSE)
    limit = allowance(model, plan)
    stands = {0.0, *(one.z for one in ledges(mover.areas))}
    fine = replace(mover, step=STEP)
    ends = {z: _ends(state, fine, plan, z) for z in stands}
    ends = {z: end for z, end in ends.items() if z <= EPS or z == model.z or not end.is_empty}
    found = []
    for z, region in _spread(mover, limit, tuple(sorted(ends))):
        end = region.intersection(ends[z])
        if z > EPS and abs(z - model.z) <= EPS:
            end = end.union(_kept_to(state, fine, plan, limit))
        found.append(Ground(z, end, region.difference(end)))
    return tuple(found)


def _kept_to(state: State, mover: Mover, plan: Plan, limit: Inches) -> Any:
    """Where a model may end on the floor it stands on without having climbed (WH-TMV-07)."""
    import shapely

    z = mover.model.z
    if not _banned(mover):
        return shapely.Polygon()
    floor = floor_at(mover, z)
    maze = Maze((floor,), ends=(Stop(0, mover.model.at),))
    (region,) = spread(maze, 0, limit, floors=(0,))
    return shapely.intersection(region, _ends(state, mover, plan, z, climbed=False))


def joined(grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Grounds of several models together: where one may end is where a move may end."""
    by_height: dict[Inches, Ground] = {}
    for one in grounds:
        kept = by_height.get(one.z)
        if kept is None:
            by_height[one.z] = one
            continue
        end = kept.may_end.union(one.may_end)
        by_height[one.z] = Ground(one.z, end, kept.may_cross.union(one.may_cross).difference(end))
    return tuple(by_height[z] for z in sorted(by_height))


def _spread(
    mover: Mover, limit: Inches, stands: tuple[Inches, ...]
) -> Iterable[tuple[Inches, Any]]:
    """What is reached at each height where a move may end."""
    import shapely

    model = mover.model
    (x, y), z0 = model.at, model.z
    box = table_box(mover)
    if mover.way.flying:
        disc: Any = shapely.buffer(shapely.Point(x, y), limit, quad_segs=32)
        disc = disc if box is None else shapely.intersection(disc, shapely.box(*box))
        return [(z, disc) for z in stands]
    around = (x - limit, y - limit, x + limit, y + limit)
    tops = heights(mover, 0.0, z0 + limit, around=around)
    passed = {z for z in tops if 2 * z - z0 <= limit + EPS}
    levels = sorted(z for z in {z0, *stands, *passed} if abs(z - z0) <= limit + EPS)
    floors = tuple(floor_at(mover, z, around=around) for z in levels)
    start = Stop(levels.index(z0), model.at)
    lifts = tuple(lifts_of(mover, floors, (start,), limit))
    maze = Maze(floors, lifts, ends=(start,))
    wanted = [k for k, z in enumerate(levels) if z in stands]
    shapes = spread(maze, 0, limit, floors=wanted)
    return [(levels[k], shapes[k]) for k in wanted]


def _ends(state: State, mover: Mover, plan: Plan, z: Inches, *, climbed: bool = True) -> Any:
    """Where a model may end a move at a height, however it comes there (WH-END)."""
    import shapely

    model = mover.model.standing(mover.model.at, z)
    box = table_box(mover)
    whole = shapely.box(*(box or (-1e6, -1e6, 1e6, 1e6)))
    if z > EPS:
        whole = shapely.intersection(whole, _stands(mover, z, climbed=climbed))
    barred = [*_inside(mover, model), *_taken(state, mover, model), *_barrels(mover)]
    whole = shapely.difference(whole, _union(barred))
    side = state.side_of(mover.model)
    enemies = [m for name in state.enemies_of(side) for m in state.alive(name)]
    near = [enemy for enemy in enemies if up(model, enemy) <= ENGAGED_UP + EPS]
    if plan.kind is not MoveType.CHARGE:
        return shapely.difference(whole, _engaged(mover, near))
    goals = [enemy for enemy in near if not plan.targets or enemy.unit in plan.targets]
    others = [enemy for enemy in near if enemy not in goals]
    meets = shapely.intersection(whole, _surely_engaged(mover, goals))
    return shapely.difference(meets, _engaged(mover, others))


def _inside(mover: Mover, model: Model) -> Sequence[Grown]:
    """Where a base would be partway through a section (WH-END-04)."""
    shapes = [
        one.shape
        for one in parts(mover.areas)
        if one.opaque and one.bottom < model.high - EPS and one.top > model.z + EPS
    ]
    return obstacles_of(mover, shapes)


def _taken(state: State, mover: Mover, model: Model) -> Sequence[Grown]:
    """Where a base would be on another model (WH-END-04)."""
    shapes = [
        one.base
        for one in state.on_table()
        if one.id != model.id and one.low < model.high - EPS and one.high > model.z + EPS
    ]
    return obstacles_of(mover, shapes)


def _barrels(mover: Mover) -> Sequence[Grown]:
    """Where a barrel would reach through an enclosed part of Solid (WH-END-05)."""
    model = mover.model
    if model.barrel is None or model.barrel[1] > mover.rules.solid_height + EPS:
        return ()
    long, z = model.barrel
    ahead: Point = unit_bearing(model.facing)
    barrel = Edge((0.0, 0.0), (long * ahead[0], long * ahead[1]))
    shapes = [
        Polygon(section.outline)
        for area in mover.areas.values()
        for feature in area.features
        if feature.cat is Category.DENSE
        for section in feature.sections
        if section.bottom <= z <= section.top
    ]
    return grown_shapes(shapes, barrel, step=mover.step)


def _banned(mover: Mover) -> bool:
    """Whether the model may not end on dense features that it climbed (WH-TMV-05, WH-TMV-07)."""
    strict = mover.rules.climber_ends_on_dense is ClimberEnds.FORBID
    return strict and not mover.model.profile.has(*ON_FOOT) and not mover.way.flying


def _stands(mover: Mover, z: Inches, *, climbed: bool) -> Any:
    """Where a base is wholly on surfaces on which the model may stand (WH-END-02, WH-END-03)."""
    import shapely

    model = mover.model
    if model.unstable or not model.profile.has(*STANDS_HIGH):
        return shapely.Polygon()
    bans = climbed and _banned(mover)
    held = [
        shapely.Polygon(one.shape.points)
        for one in ledges(mover.areas)
        if abs(one.z - z) <= EPS and not (bans and one.cat is Category.DENSE)
    ]
    whole = shapely.union_all(held)
    if whole.is_empty:
        return whole
    x0, y0, x1, y1 = whole.bounds
    wide = 2 * max(x1 - x0, y1 - y0) + 1.0
    off = shapely.difference(shapely.box(x0 - wide, y0 - wide, x1 + wide, y1 + wide), whole)
    pieces: list[Base] = [Polygon(ring) for ring in convex_rings(off)]
    return shapely.difference(whole, _union(obstacles_of(mover, pieces)))


def _engaged(mover: Mover, enemies: Iterable[Model]) -> Any:
    """Where a base may be engaged with one of these (WH-ENG-01): never less than that."""
    import shapely

    near = _union(obstacles_of(mover, [enemy.base for enemy in enemies]))
    return shapely.buffer(near, ENGAGED_ACROSS + 2 * EPS, join_style="mitre")


def _surely_engaged(mover: Mover, enemies: Iterable[Model]) -> Any:
    """Where a base is engaged with one of these: never more than that."""
    import shapely

    bases = [enemy.base for enemy in enemies]
    near = [
        one for part in convex_parts(mover.base) for one in obstacles_of(mover, bases, held=part)
    ]
    return shapely.buffer(_union(near), ENGAGED_ACROSS - 2 * EPS)


def _union(shapes: Iterable[Grown]) -> Any:
    import shapely

    return shapely.union_all([shapely.Polygon(one.corners) for one in shapes])


def units_reach(state: State, rules: HouseRules, plan: Plan) -> tuple[Ground, ...]:
    """What the models of a unit can reach between them; they do not bar each other's ends."""
    return joined(
        ground
        for model in state.alive(plan.unit)
        for ground in reach(without_mates(state, model), rules, plan, model)
    )


def without_mates(state: State, model: Model) -> State:
    """The state in which a model's mates have gone: they move with it."""
    gone = [name for name in state.units[model.unit].models if name != model.id]
    return state.put_model(*(replace(state.models[name], wounds=0) for name in gone))
