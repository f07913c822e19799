"""Charging: target, opening Wheel, what blocks the way, the turn until flush, Impact Hits.

Knows where a Charge would end if its die succeeds; throws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from defilade.geometry.bases import Base, convex_parts, support
from defilade.geometry.formations import (
    Formation,
    base_of,
    blocks_of,
    flush_turn,
    free_turn,
    front_contact,
    slid,
    slide_until,
    stands_of,
    wheeled,
)
from defilade.geometry.plane import Point, unit_bearing
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Charge, Wheel
from defilade.systems.conquest.ground import (
    KEEP,
    TOUCH,
    gap,
    ground_of,
    occupant_of,
    off_board,
    on_table,
    overlaps,
    stands_touching,
)
from defilade.systems.conquest.marching import stretch
from defilade.systems.conquest.options import BrokenCharge, HouseRules
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.sight import sighting
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.terms import Deed, Kind, TerrainKind, Weight
from defilade.systems.conquest.turn import deed_reasons
from defilade.values import Degrees, Inches

MOST_WHEEL = 90
"""Degrees of the free Wheel at the start (CQ-CHG-06)."""
NEVER = 7
"""No face of a die."""
BROKEN_LESS = 2
"""Inches that a Broken Regiment Charges less (CQ-CHG-05)."""


@dataclass(frozen=True, slots=True)
class Charged:
    """A Charge as it would go: `end` if its die succeeds and nothing blocks it."""

    reasons: tuple[Reason, ...]
    victim: str | None = None
    place: str | None = None
    gap: Inches = math.inf
    opening: Degrees = 0.0
    blocked: Reason | None = None
    meets: Formation | None = None
    contact: Point | None = None
    turn: Degrees = 0.0
    end: Formation | None = None


def bonus(regiment: Regiment, rules: HouseRules) -> Inches:
    """What the die is added to: March, 2 less when Broken (CQ-CHG-04, CQ-CHG-05)."""
    less = BROKEN_LESS if regiment.broken and rules.broken_charge is BrokenCharge.MINUS2 else 0
    return regiment.profile.lowest_march - less


def needed(regiment: Regiment, rules: HouseRules, away: Inches) -> int:
    """The lowest face that makes a Charge over a gap; equal succeeds, and no face succeeds or
    fails by itself (CQ-CHG-04)."""
    short = away - TOUCH - bonus(regiment, rules)
    return NEVER if math.isinf(short) else max(1, math.ceil(short))


def target_of(
    state: State, regiment: Regiment, name: str
) -> tuple[str | None, str | None, tuple[Reason, ...]]:
    """The Regiment and the feature a target means: an occupied feature counts as the enemy
    inside (CQ-CHG-01); empty and friendly ones are none (CQ-CHG-02)."""
    other = state.regiments.get(name)
    place = state.terrain.get(other.location or "") if other else state.terrain[name]
    if place is not None:
        inside = occupant_of(state, place)
        if inside is None or inside.player == regiment.player:
            who = None if inside is None else inside.id
            return None, place.id, (no("CQ-CHG-02", "not_held", place=place.id, occupant=who),)
        return inside.id, place.id, ()
    assert other is not None  # a name is a Regiment's or a feature's
    if other.player == regiment.player or other.destroyed:
        return None, None, (no("CQ-CHG-03", "no_target", target=name),)
    return other.id, None, ()


def charged(state: State, rules: HouseRules, action: Charge) -> Charged:
    """A Charge with everything that speaks against it, and how it would end."""
    regiment = state.regiments[action.regiment]
    against = list(deed_reasons(state, rules, regiment, Deed.CHARGE))
    victim, place, wrong = target_of(state, regiment, action.target)
    against += wrong
    if regiment.arrived:
        against.append(no("CQ-CHG-03", "just_arrived", regiment=regiment.id))
    if regiment.broken and rules.broken_charge is BrokenCharge.FORBIDDEN:
        against.append(no("CQ-CHG-05", "broken_may_not", regiment=regiment.id))
    formation = regiment.formation
    if formation is None or victim is None:
        return Charged(tuple(against), victim, place)
    if not sighting(state, regiment, state.regiments[victim], rules).visible:
        against.append(no("CQ-CHG-03", "not_seen", target=action.target))
    target = ground_of(state, state.regiments[victim])
    assert target is not None  # a victim is somewhere
    away = gap(base_of(formation), target)
    opening = action.wheel if action.wheel is not None else least_wheel(formation, target)
    if opening is None or abs(opening) > MOST_WHEEL:
        against.append(no("CQ-CHG-06", "no_straight_way", target=action.target))
        return Charged(tuple(against), victim, place, away)
    return _run(state, regiment, tuple(against), victim, place, target, away, opening)


def _run(  # noqa: PLR0917 - one Charge as it stands so far
    state: State,
    regiment: Regiment,
    against: tuple[Reason, ...],
    victim: str,
    place: str | None,
    target: Base,
    away: Inches,
    opening: Degrees,
) -> Charged:
    assert regiment.formation is not None  # seen to by the caller
    wheel = Wheel("left" if opening >= 0 else "right", abs(opening))
    turning = stretch(regiment.formation, wheel)
    start = turning.end
    ahead = unit_bearing(start.facing)
    far = slide_until(blocks_of(start), ahead, target)
    if math.isinf(far):
        reason = no("CQ-CHG-06", "no_straight_way", target=place or victim)
        return Charged((*against, reason), victim, place, away, opening)
    mine = place or victim
    others = tuple(undeclared(state, regiment, mine))
    blocked = None
    for name, base in others:
        wheeling = turning.sweep(base) <= TOUCH if opening else False
        if wheeling or slide_until(blocks_of(start), ahead, base) <= far + TOUCH:
            blocked = no("CQ-CHG-07", "blocked", by=name)
            break
    meets = slid(start, (far * ahead[0], far * ahead[1]))
    contact = front_contact(meets, target, within=TOUCH)
    turn, end = 0.0, meets
    if contact is not None:
        turn = flush(state, regiment, meets, contact, target)
        end = wheeled(meets, contact, turn)
    if blocked is None:
        blocked = next(_bad_end(state, regiment, end), None)
    return Charged(against, victim, place, away, opening, blocked, meets, contact, turn, end)


def flush(
    state: State, regiment: Regiment, meets: Formation, contact: Point, target: Base
) -> Degrees:
    """Degrees clockwise about the contact point until the front is as flush as it can be, the
    short way (CQ-CHG-08, CQ-CHG-09); stopped where a footprint or Regiment would be entered."""
    wish = flush_turn(meets.facing, contact, target, within=TOUCH)
    solid = [target]
    solid += [t.footprint for t in state.terrain.values() if t.kind is not TerrainKind.ZONAL]
    solid += [base_of(f) for other, f in on_table(state) if other.id != regiment.id]
    return free_turn(blocks_of(meets), contact, wish, solid)


def undeclared(state: State, regiment: Regiment, declared: str) -> Iterator[tuple[str, Base]]:
    """What a Charge may not touch: enemies and Garrison Terrain not declared, and Impassable
    Terrain; it may pass as near as it likes (CQ-CHG-07)."""
    for terrain in state.terrain.values():
        if terrain.kind is not TerrainKind.ZONAL and terrain.id != declared:
            yield terrain.id, terrain.footprint
    for other, formation in on_table(state):
        if other.player != regiment.player and other.id != declared:
            yield other.id, base_of(formation)


def _bad_end(state: State, regiment: Regiment, end: Formation) -> Iterator[Reason]:
    if off_board(end, state.size):
        yield no("CQ-CHG-07", "blocked", by="edge")
    for other, formation in on_table(state):
        friend = other.player == regiment.player and other.id != regiment.id
        if friend and overlaps(end, base_of(formation)):
            yield no("CQ-CHG-07", "blocked", by=other.id)


def least_wheel(formation: Formation, target: Base) -> Degrees | None:
    """The least opening Wheel, in whole degrees, after which straight ahead meets the target;
    left positive. None where none does (CQ-CHG-06)."""
    for degrees in range(MOST_WHEEL + 1):
        for side in ("left", "right") if degrees else ("left",):
            end = stretch(formation, Wheel(side, float(degrees))).end
            if straight_ahead(end, target):
                return float(degrees if side == "left" else -degrees)
    return None


def straight_ahead(formation: Formation, target: Base) -> bool:
    """Whether the ground straight ahead of the front, as wide as it, holds any of a target."""
    ahead, right = unit_bearing(formation.facing), unit_bearing(formation.facing + 90.0)
    left = (-right[0], -right[1])
    x, y = formation.front
    half = formation.frontage / 2.0
    for part in convex_parts(target):
        (ax, ay), (rx, ry), (lx, ly) = (support(part, d) for d in (ahead, right, left))
        forward = (ax - x) * ahead[0] + (ay - y) * ahead[1]
        most = (rx - x) * right[0] + (ry - y) * right[1]
        least = (lx - x) * right[0] + (ly - y) * right[1]
        if forward > 0.0 and least < half - TOUCH and most > TOUCH - half:
            return True
    return False


def short_of(state: State, regiment: Regiment, length: Inches) -> Formation:
    """Where a failed Charge stops that moves its distance: straight ahead, and 1 inch from
    anything (CQ-CHG-10)."""
    assert regiment.formation is not None  # who Charges is on the table
    formation = regiment.formation
    ahead = unit_bearing(formation.facing)
    blocks = blocks_of(formation)
    stops = [
        slide_until(blocks, ahead, base, gap=KEEP) for _, base in undeclared(state, regiment, "")
    ]
    stops += [
        slide_until(blocks, ahead, base_of(f))
        for other, f in on_table(state)
        if other.player == regiment.player and other.id != regiment.id
    ]
    far = max(0.0, min([length, *stops]))
    moved = slid(formation, (far * ahead[0], far * ahead[1]))
    return formation if off_board(moved, state.size) else moved


def makes_impact(regiment: Regiment) -> bool:
    """Medium and heavy cavalry, brutes and monsters make Impact Hits (CQ-IMP-02)."""
    kind = regiment.profile.kind
    if kind is Kind.CAVALRY:
        return regiment.profile.weight is not Weight.LIGHT
    return kind in (Kind.BRUTE, Kind.MONSTER)


def impact_hits(regiment: Regiment, in_contact: tuple[int, ...], *, garrison: bool) -> int:
    """Dice of Impact Hits: none against Garrison Terrain, supporters' included (CQ-IMP-01);
    else half of Models times Attacks in contact and bonus dice, fractions up, and 1 for each
    other Stand (CQ-IMP-02)."""
    if garrison or not makes_impact(regiment):
        return 0
    profile = regiment.profile
    models = sum(regiment.models[k] for k in in_contact)
    full = models * profile.attacks + profile.impact_bonus
    return -(-full // 2) + regiment.stands - len(in_contact)


def impact_contacts(end: Formation, target: Base) -> tuple[int, ...]:
    """Stands in contact after a Charge."""
    return stands_touching(end, target)


def front_stands(formation: Formation) -> int:
    """How many Stands are in the first rank."""
    return min(formation.files, len(stands_of(formation)))
