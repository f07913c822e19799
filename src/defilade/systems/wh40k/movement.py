"""Moves as legs: what a path passes through, how much it costs, and every reason against it.

Knows one model and its path (13.06, core 03.01); whole units and move types are in `moves`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from defilade.geometry.bases import bounds_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.motions import moved
from defilade.geometry.plane import EPS, Point
from defilade.ruling import Reason
from defilade.systems.wh40k.beside import CLIMB_WITHIN, beside, top_of
from defilade.systems.wh40k.obstacles import (
    Areas,
    Part,
    close_to,
    features,
    ledges,
    overlaps,
    parts,
    sweeps,
)
from defilade.systems.wh40k.options import HouseRules, MobileVertical
from defilade.systems.wh40k.refusals import no
from defilade.systems.wh40k.state import Model
from defilade.systems.wh40k.terms import (
    BIG,
    MOBILE,
    MONSTER,
    ON_FOOT,
    TITANIC,
    Category,
    SectionKind,
)
from defilade.values import Inches

LOW_SECTION: Inches = 2.0
WALKER_SECTION: Inches = 4.0
_AFLOAT: Inches = 1e-3
"""How much of a leg may seem to be in the air, for curves that are drawn with corners."""


@dataclass(frozen=True, slots=True)
class To:
    """A straight horizontal leg to a point."""

    point: Point


@dataclass(frozen=True, slots=True)
class Up:
    """Straight up by inches."""

    inches: Inches


@dataclass(frozen=True, slots=True)
class Down:
    """Straight down by inches."""

    inches: Inches


Leg: TypeAlias = To | Up | Down


@dataclass(frozen=True, slots=True)
class Way:
    """How a model moves.

    `flying`: it took to the skies (WH-TMV-10). `walker`: a super-heavy walker's stride
    (WH-TMV-11). `mobile`: it has MOBILE for this move. `through_enemies`: a desperate escape.
    `over_small`: the large pass through the small (WH-MV-05).
    """

    flying: bool = False
    walker: bool = False
    mobile: bool = False
    through_enemies: bool = False
    over_small: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """A path walked as far as it may be: its costs, where it ends, and what is against it.

    `climbed` are dense features that the model had to climb.
    """

    model: Model
    across: Inches = 0.0
    up: Inches = 0.0
    down: Inches = 0.0
    reasons: tuple[Reason, ...] = ()
    climbed: frozenset[str] = field(default_factory=frozenset)

    def distance(self, way: Way) -> Inches:
        """All that counts: legs, ups and downs added (WH-VERT-02); height is free in flight."""
        return self.across if way.flying else self.across + self.up + self.down


def walk(
    model: Model,
    legs: Iterable[Leg],
    areas: Areas,
    rules: HouseRules,
    *,
    others: Sequence[tuple[Model, bool]] = (),
    way: Way = Way(),
) -> Path:
    """Walk a path leg by leg. `others` are models in the way, True for enemies.

    Areas by themselves cost nothing (WH-TMV-09); free turns are not written down (WH-MV-01).
    """
    path = Path(model)
    for leg in legs:
        match leg:
            case To(point):
                path = _along(path, point, areas, others, way)
            case Up(inches):
                path = _climb(path, inches, areas, rules, way)
            case Down(inches):
                path = _climb(path, -inches, areas, rules, way)
            case _:
                assert_never(leg)
    return path


def _along(
    path: Path, to: Point, areas: Areas, others: Sequence[tuple[Model, bool]], way: Way
) -> Path:
    model = path.model
    found = list(path.reasons)
    if not way.flying:
        found += _through_features(model, to, areas, way)
        found += _in_the_air(model, to, areas)
        found += _through_models(model, to, others, way)
    return replace(
        path,
        model=model.standing(to, model.z),
        across=path.across + math.dist(model.at, to),
        reasons=tuple(found),
    )


def passes_walls(model: Model, way: Way) -> bool:
    """Whether dense features do not hinder a model across (WH-TMV-02, WH-SOL-07)."""
    return model.profile.has(*ON_FOOT, MOBILE) or way.mobile


def _through_features(model: Model, to: Point, areas: Areas, way: Way) -> list[Reason]:
    """Dense sections too high to be moved through (WH-TMV-04); others cost nothing (WH-TMV-01).

    Passing through costs no height (WH-VERT-03).
    """
    if passes_walls(model, way):
        return []
    limit = WALKER_SECTION if way.walker else LOW_SECTION
    worst: dict[str, Part] = {}
    for part in parts(areas):
        if part.cat is not Category.DENSE or part.top_of_section <= limit + EPS:
            continue
        if not _level_with(model, part) or not _near(model, to, part):
            continue
        if sweeps(model.base, model.at, to, part.shape):
            kept = worst.get(part.feature)
            if kept is None or part.top_of_section > kept.top_of_section:
                worst[part.feature] = part
    clause = "WH-TMV-06" if model.profile.has(MONSTER) else "WH-TMV-04"
    found = [
        no(
            "WH-TMV-04",
            "section_too_high",
            model=model.id,
            feature=name,
            height=part.top_of_section,
            over=part.top_of_section - limit,
            limit=limit,
        )
        for name, part in worst.items()
    ]
    if found and clause == "WH-TMV-06":
        found.append(no("WH-TMV-06", "monster_not_through", model=model.id))
    return found


def _level_with(model: Model, part: Part) -> bool:
    return part.bottom < model.high - EPS and part.top > model.z + EPS


def _near(model: Model, to: Point, part: Part) -> bool:
    x0, y0, x1, y1 = bounds_of(part.shape)
    a0, b0, a1, b1 = bounds_of(model.base)
    dx, dy = to[0] - model.at[0], to[1] - model.at[1]
    return not (
        x0 > max(a1, a1 + dx)
        or x1 < min(a0, a0 + dx)
        or y0 > max(b1, b1 + dy)
        or y1 < min(b0, b0 + dy)
    )


def _in_the_air(model: Model, to: Point, areas: Areas) -> list[Reason]:
    """Above ground a path stays at features that reach so high (WH-VERT-01)."""
    if model.z <= EPS:
        return []
    there = model.standing(to, model.z).base
    high = [one for one in features(areas) if top_of(one) >= model.z - EPS]
    gaps = [gap for one in high if (gap := close_to(there, one, CLIMB_WITHIN)) is not None]
    if len(gaps) == len(high):
        gap = min(gaps, default=math.inf)
        return [no("WH-VERT-01", "in_the_air", model=model.id, gap=gap, over=gap - CLIMB_WITHIN)]
    unbounded = any(len(one.outline) < 3 for one in high)
    afloat = 0.0 if unbounded else _afloat(model, to, areas)
    if afloat <= _AFLOAT:
        return []
    return [no("WH-VERT-01", "crosses_the_air", model=model.id, distance=afloat, over=afloat)]


def _afloat(model: Model, to: Point, areas: Areas) -> Inches:
    """How much of a leg is beside no feature that reaches so high."""
    import shapely

    x, y = model.at
    ground = beside(areas, moved(model.base, (-x, -y)), model.z, more=_AFLOAT)
    return float(shapely.length(shapely.difference(shapely.linestrings([model.at, to]), ground)))


def _through_models(
    model: Model, to: Point, others: Sequence[tuple[Model, bool]], way: Way
) -> list[Reason]:
    """Friends may be passed, enemies not (WH-MV-01), but for the large (WH-MV-05)."""
    for other, enemy in others:
        if not enemy or not hinders(model, other, way):
            continue
        if other.low >= model.high - EPS or other.high <= model.z + EPS:
            continue
        if sweeps(model.base, model.at, to, other.base):
            depth = -gap_between(model.standing(to, model.z).base, other.base).distance
            return [no("WH-MV-01", "through_enemy", model=model.id, other=other.id, gap=-depth)]
    return []


def hinders(model: Model, enemy: Model, way: Way) -> bool:
    """Whether a model may not move through an enemy at its own height (WH-MV-01)."""
    if way.through_enemies or (way.walker and not enemy.profile.has(TITANIC)):
        return False
    large = way.over_small and model.profile.has(*BIG)
    return not large or enemy.profile.has(*BIG)


def _climb(path: Path, rise: Inches, areas: Areas, rules: HouseRules, way: Way) -> Path:
    """Straight up or down, within half an inch of a feature (WH-VERT-01)."""
    model = path.model
    low, high = sorted((model.z, model.z + rise))
    found = list(path.reasons)
    climbed = set(path.climbed)
    if not way.flying:
        tall = [one for one in features(areas) if top_of(one) >= high - EPS]
        gaps = {one.id: close_to(model.base, one, CLIMB_WITHIN) for one in tall}
        at = [one for one in tall if gaps[one.id] is None]
        if not at:
            gap = min((gap for gap in gaps.values() if gap is not None), default=math.inf)
            found.append(
                no("WH-VERT-01", "too_far_to_climb", model=model.id, gap=gap, over=gap - 0.5)
            )
        dense = [one.id for one in at if one.cat is Category.DENSE]
        if at and len(dense) == len(at):
            found += _climbing_dense(model, (low, high), areas, rules, way)
            climbed |= {name for name in dense if high > LOW_SECTION + EPS}
    if model.z + rise < -EPS:
        found.append(no("WH-VERT-01", "below_ground", model=model.id, over=-(model.z + rise)))
    return replace(
        path,
        model=model.standing(model.at, max(0.0, model.z + rise)),
        up=path.up + max(0.0, rise),
        down=path.down + max(0.0, -rise),
        reasons=tuple(found),
        climbed=frozenset(climbed),
    )


def _climbing_dense(
    model: Model, span: tuple[Inches, Inches], areas: Areas, rules: HouseRules, way: Way
) -> list[Reason]:
    """INFANTRY, BEASTS and SWARM pass floors and ceilings (WH-TMV-03); others stay outside."""
    profile = model.profile
    if profile.has(*ON_FOOT):
        return []
    mobile = profile.has(MOBILE) or way.mobile
    if mobile and rules.mobile_vertical is MobileVertical.NONE:
        return [no("WH-TMV-08", "mobile_climbs", model=model.id)]
    if profile.has(MONSTER) and not rules.monster_climbs_dense and not mobile:
        return [no("WH-TMV-06", "monster_climbs", model=model.id)]
    clause = "WH-TMV-08" if mobile else "WH-TMV-05"
    low, high = span
    for ledge in ledges(areas):
        inside = low + EPS < ledge.z <= high + EPS and ledge.cat is Category.DENSE
        if inside and overlaps(model.base, ledge.shape):
            name, z = ledge.feature, ledge.z
            return [no(clause, "through_floor", model=model.id, feature=name, height=z)]
    for part in parts(areas):
        crossed = part.bottom < high - EPS and part.top > low + EPS
        if part.cat is Category.DENSE and crossed and overlaps(model.base, part.shape):
            code = "through_wall" if part.kind is SectionKind.WALL else "through_floor"
            return [no(clause, code, model=model.id, feature=part.feature, height=part.top)]
    return []
