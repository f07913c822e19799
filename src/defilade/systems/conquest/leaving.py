"""Leaving Garrison Terrain: is a placement legal, is there one, and the nudge at its end.

Knows the seven things a placement must be (CQ-LEA-02 to CQ-LEA-10) and the fallback. A check
names everything that is wrong; the search proposes, this file judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from defilade.geometry.bases import Base
from defilade.geometry.formations import (
    Formation,
    base_of,
    blocks_of,
    centre_of_formation,
    flush_facings,
    slid,
    slide_to_clear,
    stands_of,
)
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point, angle_to_bearing, distance, unit_bearing
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Placement
from defilade.systems.conquest.ground import (
    KEEP,
    TOUCH,
    gap,
    off_board,
    on_table,
    over,
    overlaps,
    stands_touching,
    surely_apart,
    under,
)
from defilade.systems.conquest.options import FallbackLimit, HouseRules, NudgeDirection
from defilade.systems.conquest.placements import STEP, Search, placements
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.systems.conquest.terms import TerrainKind
from defilade.values import Inches

NUDGED = 0.01
"""Inches between feature and Regiment after the nudge (CQ-LEA-09)."""
ENTERING = 0.05
"""Inches after which a nudge that goes into the feature has entered it."""
SHARE = 2.0
"""Marches that a Stand may be away (CQ-LEA-04)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement judged: where it ends after the nudge, and what speaks against it."""

    before: Formation
    after: Formation | None
    reasons: tuple[Reason, ...]
    touching: int
    furthest: Inches
    limit: Inches
    broken: bool = False


def formation_at(regiment: Regiment, placement: Placement) -> Formation:
    """The formation a placement means for the Stands there are."""
    width, depth = regiment.profile.stand_size
    files = max(1, min(placement.files, regiment.stands))
    facing = angle_to_bearing(placement.facing)
    return Formation(placement.front, facing, width, depth, files, regiment.stands)


def marches(regiment: Regiment) -> tuple[Inches, ...]:
    """March of each Stand: Characters' come first and may have their own (CQ-LEA-04)."""
    profile = regiment.profile
    own = profile.march if profile.character_march is None else profile.character_march
    characters = min(profile.characters, regiment.stands)
    return (own,) * characters + (profile.march,) * (regiment.stands - characters)


def formation_reasons(regiment: Regiment, files: int) -> Iterator[Reason]:
    """Against a front rank of fewer than two Stands where there are two, or of more than there
    are (CQ-REG-03, CQ-LEA-03)."""
    least = min(2, regiment.stands)
    if not least <= files <= regiment.stands:
        told = {"files": files, "stands": regiment.stands, "least": least}
        yield no("CQ-REG-03", "bad_formation", **told)


def solids(state: State, regiment: Regiment) -> Iterator[tuple[str, Base]]:
    """Everything that a formation may not overlap."""
    for terrain in state.terrain.values():
        if terrain.kind is not TerrainKind.ZONAL:
            yield terrain.id, terrain.footprint
    for other, formation in on_table(state):
        if other.id != regiment.id:
            yield other.id, base_of(formation)


def clear_reasons(
    state: State, regiment: Regiment, formation: Formation, clause: str
) -> Iterator[Reason]:
    """Against overlapping anything, leaving the Battlefield, or coming within the inch of an
    enemy (CQ-LEA-05)."""
    if off_board(formation, state.size):
        yield no(clause, "off_table")
    for name, base in solids(state, regiment):
        if overlaps(formation, base):
            yield no(clause, "overlaps", thing=name)
    for other, theirs in on_table(state):
        if other.player != regiment.player:
            if surely_apart(base_of(formation), base_of(theirs), KEEP):
                continue
            away = gap(base_of(formation), base_of(theirs))
            if under(away, KEEP):
                yield no(clause, "enemy_near", enemy=other.id, gap=away)


def directions(formation: Formation, place: Terrain, rules: HouseRules) -> tuple[Point, ...]:
    """Which ways the nudge may go: along the facing, or straight off what is touched
    (CQ-LEA-09)."""
    if rules.nudge_direction is NudgeDirection.FACING:
        return (unit_bearing(formation.facing),)
    at = gap_between(base_of(formation), place.footprint).second
    facings = flush_facings(at, place.footprint, within=TOUCH)
    return tuple(unit_bearing(facing + 180.0) for facing in facings)


def nudged(formation: Formation, place: Terrain, rules: HouseRules) -> Formation | None:
    """The formation just out of contact by the least distance, or None where it would run into
    the feature (CQ-LEA-09, CQ-LEA-10)."""
    far = 2.0 * (distance(centre_of_formation(formation), formation.front) + formation.frontage)
    best: tuple[float, Formation] | None = None
    for direction in directions(formation, place, rules):
        first = slid(formation, (ENTERING * direction[0], ENTERING * direction[1]))
        if overlaps(first, place.footprint):
            continue
        length = slide_to_clear(
            blocks_of(formation), direction, place.footprint, gap=NUDGED, far=far + 20.0
        )
        if length is None:
            continue
        half = slid(formation, (length / 2.0 * direction[0], length / 2.0 * direction[1]))
        if overlaps(half, place.footprint):
            continue
        moved = slid(formation, (length * direction[0], length * direction[1]))
        if best is None or length < best[0]:
            best = (length, moved)
    return best[1] if best else None


def _away(formation: Formation, place: Terrain) -> tuple[Inches, ...]:
    return tuple(gap(stand, place.footprint) for stand in stands_of(formation))


def _beyond(formation: Formation, regiment: Regiment, place: Terrain, share: float) -> bool:
    """Whether any Stand is further away than a share of its own March (CQ-LEA-04)."""
    away = _away(formation, place)
    return any(over(a, share * m) for a, m in zip(away, marches(regiment), strict=True))


def sound(
    state: State, rules: HouseRules, regiment: Regiment, place: Terrain, formation: Formation
) -> Formation | None:
    """The formation after the nudge, if the placement is sound in all but its distance."""
    if any(clear_reasons(state, regiment, formation, "CQ-LEA-05")):
        return None
    after = nudged(formation, place, rules)
    if after is None or any(clear_reasons(state, regiment, after, "CQ-LEA-10")):
        return None
    return after


@lru_cache(maxsize=64)
def find(
    state: State,
    rules: HouseRules,
    regiment: Regiment,
    place: Terrain,
    *,
    share: float = SHARE,
    limit: Inches | None = None,
    first: float | None = None,
) -> Search:
    """A placement with every Stand within `share` Marches, or within `limit` inches instead; the
    search is that of CQ-LEA-08."""
    most = share * max(marches(regiment)) if limit is None else limit
    for formation in placements(state, regiment, place, limit=most, first=first):
        if limit is None and _beyond(formation, regiment, place, share):
            continue
        if sound(state, rules, regiment, place, formation) is not None:
            return Search(formation, regiment, place, first)
    return Search(None, regiment, place, first)


def nearest(state: State, rules: HouseRules, regiment: Regiment, place: Terrain) -> Search:
    """A placement as near as possible, whatever the distance, to within a quarter inch
    (CQ-LEA-06)."""
    width, depth = regiment.profile.stand_size
    most = regiment.stands * (width + depth)
    best = find(state, rules, regiment, place, limit=most)
    while best.found is not None:
        closer = max(_away(best.found, place)) - STEP
        again = find(state, rules, regiment, place, limit=closer)
        if again.found is None:
            break
        best = again
    return best


def placed(
    state: State,
    rules: HouseRules,
    regiment: Regiment,
    place: Terrain,
    placement: Placement,
    *,
    fallback: bool = False,
) -> Placed:
    """A placement judged, with the nudge and whether the Regiment is Broken by it."""
    formation = formation_at(regiment, placement)
    against = [
        no("CQ-LEA-03", r.code, **r.params) for r in formation_reasons(regiment, placement.files)
    ]
    against += formation_reasons(regiment, placement.files)
    touching = len(stands_touching(formation, place.footprint))
    if not touching:
        away = gap(base_of(formation), place.footprint)
        against.append(no("CQ-LEA-02", "no_stand_touches", place=place.id, gap=away))
    against += clear_reasons(state, regiment, formation, "CQ-LEA-05")
    furthest = max(_away(formation, place))
    limit = SHARE * regiment.profile.march
    broken = False
    if _beyond(formation, regiment, place, SHARE):
        broken = True
        against += _fallback_reasons(
            state, rules, regiment, place, furthest=furthest, limit=limit, asked=fallback
        )
    elif rules.leave_fallback_limit is FallbackLimit.MARCH and not against:
        past = _beyond(formation, regiment, place, 1.0)
        broken = past and find(state, rules, regiment, place, share=1.0).found is None
    after = nudged(formation, place, rules) if touching else None
    if touching and after is None:
        against.append(no("CQ-LEA-10", "runs_into", place=place.id))
    elif after is not None:
        against += clear_reasons(state, regiment, after, "CQ-LEA-10")
    return Placed(formation, after, tuple(against), touching, furthest, limit, broken)


def _fallback_reasons(
    state: State,
    rules: HouseRules,
    regiment: Regiment,
    place: Terrain,
    *,
    furthest: Inches,
    limit: Inches,
    asked: bool,
) -> Iterator[Reason]:
    """Against being too far away: the fallback is for need only and as near as possible
    (CQ-LEA-04, CQ-LEA-06 to CQ-LEA-08)."""
    if not asked:
        yield no("CQ-LEA-04", "stand_too_far", furthest=furthest, limit=limit)
        return
    if find(state, rules, regiment, place).found is not None:
        yield no("CQ-LEA-08", "no_need", place=place.id)
    elif find(state, rules, regiment, place, limit=furthest - STEP).found is not None:
        yield no("CQ-LEA-06", "not_nearest", furthest=furthest)
