"""Moves of whole units by type: normal, advance, fall back, charge, set-up (core 03, 09, 11).

Knows allowances and conditions before and after; one model's path is in `movement`. A unit that
cannot end its move has not moved (WH-MV-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from defilade.geometry.bases import Polygon, bounds_of
from defilade.geometry.gaps import Meeting, meeting
from defilade.geometry.plane import EPS
from defilade.ruling import Reason
from defilade.systems.wh40k.ending import end_reasons, engaged_with
from defilade.systems.wh40k.measuring import across, engaged, engaged_units, stray, within
from defilade.systems.wh40k.movement import Leg, Path, To, Way, walk
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.state import Model, State, Unit
from defilade.systems.wh40k.terms import FLY, MoveType
from defilade.values import Inches

Paths: TypeAlias = Mapping[str, Sequence[Leg]]
CHARGE_REACH: Inches = 12.0
CHARGE_CLOSE: Inches = 1.0
SKIES: Inches = 2.0
AWAY: Inches = 8.0
INGRESS: Inches = 6.0


@dataclass(frozen=True, slots=True)
class Plan:
    """A unit's move: its type, each model's legs, the dice rolled for it, charge targets."""

    unit: str
    kind: MoveType
    paths: Paths
    rolled: int = 0
    skies: bool = False
    walker: bool = False
    targets: tuple[str, ...] = ()
    desperate: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """A move judged: reasons against it, each model's path, how far each may go."""

    reasons: tuple[Reason, ...]
    paths: tuple[Path, ...]
    limits: tuple[Inches, ...]
    way: Way

    @property
    def farthest(self) -> Inches:
        """The most that one of its models moved."""
        return max((path.distance(self.way) for path in self.paths), default=0.0)


def has_ability(model: Model, name: str) -> bool:
    """Whether a model has an ability of its datasheet."""
    return any(one.name == name for one in model.profile.abilities)


def allowance(model: Model, plan: Plan) -> Inches:
    """How far a model may move: its own M (WH-MV-06), with the dice (WH-MV-03, WH-MV-07).

    In flight 2 inches less, unless it hovers (WH-TMV-10); never less than nothing.
    """
    far = float(plan.rolled) if plan.kind is MoveType.CHARGE else model.profile.move
    if plan.kind is MoveType.ADVANCE:
        far += plan.rolled
    if plan.skies and not has_ability(model, "HOVER"):
        far -= SKIES
    return max(0.0, far)


def judge_move(state: State, rules: HouseRules, plan: Plan) -> Moved:
    """Everything against a move, and where it would end."""
    unit = state.units[plan.unit]
    way = way_of(plan)
    models = state.alive(plan.unit)
    found = [*before(state, plan), *kind_reasons(models, plan)]
    paths, limits = [], []
    others = tuple(
        (model, state.side_of(model) != unit.side)
        for model in state.on_table()
        if model.unit != plan.unit
    )
    for model in models:
        legs = plan.paths.get(model.id, ())
        path = walk(model, legs, state.areas, rules, others=others, way=way)
        limit = allowance(model, plan)
        paths.append(path)
        limits.append(limit)
        found += path.reasons
        found += over_the_edge(model, legs, state.size)
        over = path.distance(way) - limit
        if over > EPS:
            found.append(_too_far(plan, path, way, limit))
    found += after(state, rules, plan, paths)
    return Moved(tuple(found), tuple(paths), tuple(limits), way)


def way_of(plan: Plan) -> Way:
    """How models move in a plan; the large pass the small on two kinds only (WH-MV-05)."""
    return Way(
        flying=plan.skies,
        walker=plan.walker,
        mobile=plan.walker,
        through_enemies=plan.desperate,
        over_small=plan.kind in (MoveType.NORMAL, MoveType.ADVANCE),
    )


def over_the_edge(
    model: Model, legs: Sequence[Leg], size: tuple[Inches, Inches]
) -> tuple[Reason, ...]:
    """A leg before the last that ends off the table (WH-MV-01); the last is judged as the end."""
    if size == (0.0, 0.0):
        return ()
    for leg in [leg for leg in legs if isinstance(leg, To)][:-1]:
        x0, y0, x1, y1 = bounds_of(model.standing(leg.point, model.z).base)
        over = max(-x0, -y0, x1 - size[0], y1 - size[1])
        if over > EPS:
            return (no("WH-MV-01", "leaves_table", model=model.id, over=over),)
    return ()


def _too_far(plan: Plan, path: Path, way: Way, limit: Inches) -> Reason:
    clause = {MoveType.CHARGE: "WH-MV-07", MoveType.FALL_BACK: "WH-MV-04"}.get(
        plan.kind, "WH-MV-03"
    )
    clause = "WH-TMV-10" if plan.skies else clause
    moved = path.distance(way)
    return no(
        clause,
        "moved_too_far",
        model=path.model.id,
        distance=moved,
        limit=limit,
        over=moved - limit,
        across=path.across,
        up=path.up,
        down=path.down,
    )


def before(state: State, plan: Plan) -> list[Reason]:
    """What must hold before a unit moves (WH-MV-03, WH-MV-04, WH-MV-07)."""
    unit = state.units[plan.unit]
    enemies = engaged_units(state, plan.unit)
    found: list[Reason] = []
    if plan.kind in (MoveType.NORMAL, MoveType.ADVANCE) and enemies:
        found.append(no("WH-MV-03", "engaged_before", unit=plan.unit, enemy=enemies[0]))
    if plan.kind is MoveType.FALL_BACK and not enemies:
        found.append(no("WH-MV-04", "not_engaged", unit=plan.unit))
    if plan.kind is MoveType.FALL_BACK and unit.battle_shocked and not plan.desperate:
        found.append(no("WH-MV-04", "must_escape", unit=plan.unit))
    if plan.kind is MoveType.CHARGE:
        found += charge_reasons(state, unit, plan.targets)
    return found


def charge_reasons(state: State, unit: Unit, targets: Sequence[str]) -> list[Reason]:
    """Who may charge whom: unengaged, not after an advance or fall back, within 12 (WH-MV-07)."""
    found: list[Reason] = []
    if engaged_units(state, unit.id):
        found.append(no("WH-MV-07", "charge_engaged", unit=unit.id))
    if unit.moved in (MoveType.ADVANCE, MoveType.FALL_BACK):
        found.append(no("WH-MV-07", "charge_after", unit=unit.id, moved=str(unit.moved)))
    if not targets:
        found.append(no("WH-MV-07", "no_charge_target", unit=unit.id))
    for name in targets:
        gap = min(
            (across(a, b) for a in state.alive(unit.id) for b in state.alive(name)), default=99.0
        )
        if not within(gap, CHARGE_REACH):
            found.append(no("WH-MV-07", "charge_too_far", unit=unit.id, enemy=name, distance=gap))
    return found


def kind_reasons(models: Sequence[Model], plan: Plan) -> list[Reason]:
    """Who may fly or stride at all (WH-TMV-10, WH-TMV-11)."""
    found = []
    if plan.skies and not all(model.profile.has(FLY) for model in models):
        found.append(no("WH-TMV-10", "cannot_fly", unit=plan.unit))
    if plan.walker and not all(has_ability(m, "SUPER-HEAVY WALKER") for m in models):
        found.append(no("WH-TMV-11", "no_walker", unit=plan.unit))
    if plan.walker and plan.kind is MoveType.CHARGE:
        found.append(no("WH-TMV-11", "walker_charge", unit=plan.unit))
    return found


def after(state: State, rules: HouseRules, plan: Plan, paths: Sequence[Path]) -> list[Reason]:
    """What must hold where a unit ends: stands, distance of enemies, coherency (WH-MV-02)."""
    own = [path.model for path in paths]
    side = state.units[plan.unit].side
    enemies = [m for name in state.enemies_of(side) for m in state.alive(name)]
    rest = [m for m in state.on_table() if m.unit != plan.unit]
    found: list[Reason] = []
    for path in paths:
        beside = [*rest, *(m for m in own if m.id != path.model.id)]
        climbed = frozenset() if plan.skies else path.climbed
        found += end_reasons(
            path.model, state.areas, rules, others=beside, climbed=climbed, size=state.size
        )
    if plan.kind is MoveType.CHARGE:
        found += _charged(state, plan, own)
    else:
        clause = "WH-MV-04" if plan.kind is MoveType.FALL_BACK else "WH-MV-03"
        for model in own:
            enemy = engaged_with(model, enemies)
            if enemy is not None:
                gap = across(model, enemy)
                found.append(
                    no(clause, "engaged_after", model=model.id, enemy=enemy.id, distance=gap)
                )
                break
    out = stray(own)
    if out is not None:
        found.append(no("WH-COH-01", "out_of_coherency", model=out[0].id, over=out[1]))
    return found


def _charged(state: State, plan: Plan, own: Sequence[Model]) -> list[Reason]:
    """A charge ends engaged with every target and nobody else, each model closer (WH-MV-07)."""
    found: list[Reason] = []
    side = state.units[plan.unit].side
    for name in state.enemies_of(side):
        meets = any(engaged(a, b) for a in own for b in state.alive(name))
        if meets and name not in plan.targets:
            found.append(no("WH-MV-07", "engages_other", unit=plan.unit, enemy=name))
        if not meets and name in plan.targets:
            found.append(no("WH-MV-07", "misses_target", unit=plan.unit, enemy=name))
    goals = [m for name in plan.targets for m in state.alive(name)]
    for model in own:
        was = state.models[model.id]
        closer = any(across(model, goal) < across(was, goal) - EPS for goal in goals)
        if goals and not closer:
            found.append(no("WH-MV-07", "not_closer", model=model.id))
    return found


def set_up_reasons(
    state: State, rules: HouseRules, unit: str, placed: Sequence[Model], *, deep: bool
) -> list[Reason]:
    """Setting up: unengaged, coherent, on good spots (WH-ENG-02, WH-END-01).

    From reserves more than 8 inches from enemies; unless striking deep, wholly within 6 of an edge
    and not in the enemy's zone before the third round (WH-RND-02).
    """
    side = state.units[unit].side
    enemies = [m for name in state.enemies_of(side) for m in state.alive(name)]
    rest = [m for m in state.on_table() if m.unit != unit]
    found: list[Reason] = []
    for model in placed:
        beside = [*rest, *(m for m in placed if m.id != model.id)]
        found += end_reasons(model, state.areas, rules, others=beside, size=state.size)
        enemy = engaged_with(model, enemies)
        if enemy is not None:
            found.append(no("WH-ENG-02", "set_up_engaged", model=model.id, enemy=enemy.id))
        if state.units[unit].in_reserve:
            found += _arriving(state, side, model, enemies, deep=deep)
    out = stray(placed)
    if out is not None:
        found.append(no("WH-ENG-02", "out_of_coherency", model=out[0].id, over=out[1]))
    return found


def _arriving(
    state: State, side: str, model: Model, enemies: Sequence[Model], *, deep: bool
) -> list[Reason]:
    found: list[Reason] = []
    near = min(enemies, key=lambda enemy: across(model, enemy), default=None)
    if near is not None and within(gap := across(model, near), AWAY):
        found.append(no("WH-RND-02", "too_near_enemy", model=model.id, enemy=near.id, distance=gap))
    if deep or state.size == (0.0, 0.0):
        return found
    x0, y0, x1, y1 = bounds_of(model.base)
    width, depth = state.size
    inland = min(x1, y1, width - x0, depth - y0)
    if not within(inland, INGRESS):
        found.append(no("WH-RND-02", "too_far_inland", model=model.id, over=inland - INGRESS))
    for name, outline in state.zones.items():
        if name == side or state.battle_round >= 3:
            continue
        if meeting(model.base, Polygon(outline)) is Meeting.OVERLAPPING:
            found.append(no("WH-RND-02", "enemy_zone", model=model.id, zone=name))
    return found
