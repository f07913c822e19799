"""Marching: legs with the whole ground they sweep, the inch that is kept, and Occupying.

Knows how far a leg goes, what it costs and how near it comes to everything. A move never
jumps: every leg is swept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from defilade.geometry.bases import Base, bounds_of
from defilade.geometry.formations import (
    Formation,
    base_of,
    blocks_of,
    front_corners,
    shrunk,
    slid,
    slide_gap,
    slide_until,
    turn_gap,
    wheeled,
)
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import Point, unit_bearing
from defilade.record import Datum
from defilade.ruling import Reason
from defilade.systems.conquest.actions import Leg, March, Slide, Wheel
from defilade.systems.conquest.ground import (
    KEEP,
    TOUCH,
    contacts,
    gap,
    off_board,
    on_table,
    over,
    overlaps,
    surely_apart,
    under,
)
from defilade.systems.conquest.occupying import never, too_many
from defilade.systems.conquest.options import GapChecked, HouseRules, Seeking, StartInside
from defilade.systems.conquest.refusals import no
from defilade.systems.conquest.state import Regiment, State, Terrain
from defilade.systems.conquest.terms import Deed, TerrainKind
from defilade.systems.conquest.turn import deed_reasons
from defilade.values import Inches

TURN = {"ahead": 0.0, "right": 90.0, "back": 180.0, "left": -90.0}
HALF = 2.0
"""What an inch sideways or backwards costs (CQ-MAR-03)."""
STEPS = 60
"""Halvings when a Wheel is cut short."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """One leg as it was made: where it began and ended, how far, and what it cost."""

    leg: Leg
    start: Formation
    end: Formation
    moved: Inches
    cost: Inches

    def sweep(self, obstacle: Base, *, inner: bool = False) -> Inches:
        """The least distance to an obstacle on the way; `inner` leaves mere contact out."""
        blocks = blocks_of(self.start)
        if inner:
            blocks = tuple(shrunk(block, TOUCH) for block in blocks)
        if isinstance(self.leg, Wheel):
            return turn_gap(blocks, _pivot(self.start, self.leg), _turn(self.leg), obstacle)
        (ax, ay), (bx, by) = self.start.front, self.end.front
        return slide_gap(blocks, (bx - ax, by - ay), obstacle)


def _pivot(formation: Formation, wheel: Wheel) -> Point:
    left, right = front_corners(formation)
    return left if wheel.side == "left" else right


def _turn(wheel: Wheel) -> float:
    """Degrees clockwise."""
    return -wheel.degrees if wheel.side == "left" else wheel.degrees


def _direction(formation: Formation, slide: Slide) -> Point:
    return unit_bearing(formation.facing + TURN[slide.way])


def stretch(formation: Formation, leg: Leg, length: Inches | None = None) -> Stretch:
    """One leg made in full, or as far as `length` says (degrees for a Wheel).

    A Wheel costs the path of its outer front corner (CQ-MAR-02); sideways and backwards costs
    double (CQ-MAR-03).
    """
    match leg:
        case Slide(way, inches):
            far = inches or 0.0 if length is None else length
            x, y = _direction(formation, leg)
            end = slid(formation, (far * x, far * y))
            return Stretch(leg, formation, end, far, far if way == "ahead" else HALF * far)
        case Wheel(side, degrees):
            made = Wheel(side, degrees if length is None else length)
            path = math.radians(made.degrees) * formation.frontage
            end = wheeled(formation, _pivot(formation, made), _turn(made))
            return Stretch(made, formation, end, path, path)
        case _:
            assert_never(leg)


def cut(formation: Formation, leg: Leg, obstacle: Base, keep: Inches) -> Stretch | None:
    """The leg up to where it is first `keep` from an obstacle; None if it never is."""
    if isinstance(leg, Slide):
        far = slide_until(blocks_of(formation), _direction(formation, leg), obstacle, gap=keep)
        if math.isinf(far) or (leg.inches is not None and far > leg.inches + TOUCH):
            return None
        return stretch(formation, leg, far)
    if stretch(formation, leg).sweep(obstacle) > keep + TOUCH / 2:
        return None
    low, high = 0.0, leg.degrees
    for _ in range(STEPS):
        middle = (low + high) / 2.0
        near = stretch(formation, leg, middle).sweep(obstacle) <= keep + TOUCH / 2
        low, high = (low, middle) if near else (middle, high)
    return stretch(formation, leg, high)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something the inch is kept from."""

    id: str
    base: Base
    feature: Terrain | None = None


def things_to_mind(state: State, regiment: Regiment) -> Iterator[Thing]:
    """Garrison and Impassable Terrain, and enemies on the table (CQ-MAR-06, CQ-MAR-11)."""
    for terrain in state.terrain.values():
        if terrain.kind is not TerrainKind.ZONAL:
            yield Thing(terrain.id, terrain.footprint, terrain)
    for other, formation in on_table(state):
        if other.player != regiment.player:
            yield Thing(other.id, base_of(formation))


@dataclass(frozen=True, slots=True)
class Marched:
    """A March as it would go: its stretches, whether it Occupies or was halted, and what
    speaks against it."""

    stretches: tuple[Stretch, ...]
    reasons: tuple[Reason, ...]
    occupies: str | None = None
    halted: bool = False
    contact: Point | None = None
    seeking: str | None = None

    @property
    def end(self) -> Formation:
        """Where the formation ends."""
        return self.stretches[-1].end

    @property
    def moved(self) -> Inches:
        """Length of all legs."""
        return sum(one.moved for one in self.stretches)

    def least_gap(self, base: Base) -> Inches:
        """The least distance to something on the whole path."""
        return min(one.sweep(base) for one in self.stretches)


def marched(state: State, rules: HouseRules, action: March) -> Marched:
    """A March with everything that speaks against it; the state is unchanged.

    Who seeks a feature and reaches it Occupies it: contact is how that is done (CQ-OCC-05).
    """
    regiment = state.regiments[action.regiment]
    against = list(deed_reasons(state, rules, regiment, Deed.MARCH))
    formation = regiment.formation
    if formation is None:
        return Marched((), tuple(against) or (no("CQ-GAR-05", "inside", deed="march"),))
    goal = action.occupy or action.seeking
    place = None if goal is None else state.terrain[goal]
    full: tuple[Reason, ...] = ()
    if place is not None:
        against += never(state, regiment, place)
        full = too_many(regiment, place, rules)
    aim = place if action.occupy or not full else None
    stretches, halted, touched = _legs(
        state, regiment, formation, action.legs, goal=aim, keeps_off=bool(full)
    )
    allowance = regiment.profile.lowest_march
    if action.occupy and full and not against:
        stretches, short = _within(stretches, allowance)
        halted = halted or short
    against += _too_far(stretches, allowance, action)
    occupies = goal if touched else None
    if action.occupy and not full and not touched:
        assert place is not None  # the feature to Occupy
        away = gap(base_of(formation), place.footprint)
        against.append(no("CQ-OCC-05", "no_contact", place=place.id, gap=away))
    seeking = (None, ()) if touched else _sought(state, rules, action, stretches[-1].end, full)
    against += seeking[1]
    excused = None if action.occupy and full else goal
    against += gap_reasons(state, rules, regiment, stretches, excused)
    against += crossing_reasons(state, rules, regiment, stretches)
    point = None
    if occupies is None:
        against += end_reasons(state, regiment, stretches[-1].end)
    else:
        footprint = state.terrain[occupies].footprint
        point = gap_between(base_of(stretches[-1].end), footprint).second
    return Marched(stretches, tuple(against), occupies, halted, point, seeking[0])


def _legs(
    state: State,
    regiment: Regiment,
    formation: Formation,
    legs: tuple[Leg, ...],
    *,
    goal: Terrain | None,
    keeps_off: bool,
) -> tuple[tuple[Stretch, ...], bool, bool]:
    """The stretches of all legs, whether one was halted short, and whether the feature to
    Occupy was touched (CQ-OCC-05, CQ-OCC-09)."""
    made: list[Stretch] = []
    halted = False
    for leg in legs:
        if goal is not None:
            keep = KEEP if keeps_off else 0.0
            short = cut(formation, leg, goal.footprint, keep)
            if short is not None:
                return ((*made, short), keeps_off, not keeps_off)
        if isinstance(leg, Slide) and leg.inches is None:
            stop, halted = _to_first(state, regiment, formation, leg), goal is None
            made.append(stop)
        else:
            made.append(stretch(formation, leg))
        formation = made[-1].end
    return (tuple(made), halted, False)


def _to_first(state: State, regiment: Regiment, formation: Formation, leg: Slide) -> Stretch:
    """A leg to contact with nothing to Occupy stops 1 inch from the first thing (CQ-OCC-09)."""
    stops = [cut(formation, leg, t.base, KEEP) for t in things_to_mind(state, regiment)]
    ends = [stop for stop in stops if stop is not None]
    return min(ends, key=lambda s: s.moved) if ends else stretch(formation, leg, 0.0)


def _within(stretches: tuple[Stretch, ...], allowance: Inches) -> tuple[tuple[Stretch, ...], bool]:
    """The stretches as far as the allowance lasts."""
    made: list[Stretch] = []
    left = allowance
    for one in stretches:
        if one.cost <= left + TOUCH:
            made.append(one)
            left -= one.cost
            continue
        share = max(0.0, left) / one.cost
        full = one.leg.degrees if isinstance(one.leg, Wheel) else one.moved
        return ((*made, stretch(one.start, one.leg, full * share)), True)
    return (tuple(made), False)


def _too_far(stretches: tuple[Stretch, ...], allowance: Inches, action: March) -> Iterator[Reason]:
    """Against costing more than the lowest March present (CQ-MAR-01 to CQ-MAR-03)."""
    cost = sum(one.cost for one in stretches)
    if not over(cost, allowance):
        return
    clauses = {"CQ-MAR-01"}
    for one in stretches:
        if isinstance(one.leg, Wheel):
            clauses.add("CQ-MAR-02")
        elif one.leg.way != "ahead":
            clauses.add("CQ-MAR-03")
    for clause in sorted(clauses):
        yield no(clause, "too_far", cost=cost, allowance=allowance)
    if action.occupy:
        yield no("CQ-OCC-05", "out_of_reach", place=action.occupy, cost=cost, allowance=allowance)


def _sought(
    state: State,
    rules: HouseRules,
    action: March,
    end: Formation,
    full: tuple[Reason, ...],
) -> tuple[str | None, tuple[Reason, ...]]:
    """The feature that is sought, if it may be: it could be Occupied, and reached with the
    Marches left (CQ-MAR-08)."""
    if action.seeking is None:
        return None, ()
    regiment = state.regiments[action.regiment]
    place = state.terrain[action.seeking]
    against = list(full)
    if rules.seeking is Seeking.ACTION:
        against.append(no("CQ-MAR-08", "seeking_by_action", place=place.id))
    left = (regiment.actions_left - 1) * regiment.profile.lowest_march
    away = gap(base_of(end), place.footprint)
    if over(away, left):
        against.append(no("CQ-MAR-08", "not_reachable", place=place.id, gap=away, left=left))
    return (None if against else place.id), tuple(against)


def gap_reasons(
    state: State,
    rules: HouseRules,
    regiment: Regiment,
    stretches: tuple[Stretch, ...],
    excused: str | None,
) -> Iterator[Reason]:
    """Against coming too near to anything; `excused` is the feature that is sought."""
    for thing in things_to_mind(state, regiment):
        if thing.id == excused or _out_of_the_way(thing.base, stretches):
            continue
        yield from _near(thing, rules, stretches, excused)


def _out_of_the_way(base: Base, stretches: tuple[Stretch, ...]) -> bool:
    """Whether something is too far for any part of the March to come near it."""
    start = base_of(stretches[0].start)
    left, low, right, high = bounds_of(start)
    across = math.hypot(right - left, high - low)
    turned = sum(across for one in stretches if isinstance(one.leg, Wheel))
    path = sum(one.moved for one in stretches)
    return surely_apart(start, base, KEEP + TOUCH + path + 2.0 * turned)


def _near(
    thing: Thing, rules: HouseRules, stretches: tuple[Stretch, ...], excused: str | None
) -> Iterator[Reason]:
    start = gap(base_of(stretches[0].start), thing.base)
    end = gap(base_of(stretches[-1].end), thing.base)
    least = min(one.sweep(thing.base) for one in stretches)
    entered = min(one.sweep(thing.base, inner=True) for one in stretches) <= 0.0
    inside = overlaps(stretches[-1].end, thing.base)
    judged = least if rules.gap_checked is GapChecked.PATH else end
    garrison = thing.feature is not None and thing.feature.is_garrison
    told: dict[str, Datum] = {"thing": thing.id, "start": start, "end": end, "least": least}
    if entered:
        code = "entered" if inside else "crossed"
        clause = ("CQ-MAR-04" if inside else "CQ-MAR-05") if garrison else "CQ-MAR-11"
        yield no(clause, code, **told)
    if under(start, KEEP) and rules.start_inside is not StartInside.STRICT:
        if rules.start_inside is StartInside.NO_CLOSER and under(judged, start):
            yield no("CQ-MAR-10", "nearer_still", **told)
        return
    if not under(judged, KEEP):
        return
    told["short"] = KEEP - judged
    if excused is not None and garrison:
        yield no("CQ-MAR-09", "not_excused", sought=excused, **told)
    if not garrison:
        yield no("CQ-MAR-11", "too_near", **told)
    else:
        yield no("CQ-MAR-06" if under(end, KEEP) else "CQ-MAR-07", "too_near", **told)


def end_reasons(state: State, regiment: Regiment, end: Formation) -> Iterator[Reason]:
    """Against ending on a friend, on one that fights, or off the Battlefield (CQ-MAR-11)."""
    if off_board(end, state.size):
        yield no("CQ-MAR-01", "off_table")
    for other, formation in on_table(state):
        friend = other.player == regiment.player and other.id != regiment.id
        if friend and overlaps(end, base_of(formation)):
            yield no("CQ-MAR-11", "ends_on_friend", friend=other.id)


def crossing_reasons(
    state: State, rules: HouseRules, regiment: Regiment, stretches: tuple[Stretch, ...]
) -> Iterator[Reason]:
    """Against crossing a friend that is engaged (CQ-MAR-11)."""
    for other, formation in on_table(state):
        if other.player != regiment.player or other.id == regiment.id:
            continue
        if _out_of_the_way(base_of(formation), stretches) or not contacts(state, other, rules):
            continue
        if min(one.sweep(base_of(formation), inner=True) for one in stretches) <= 0.0:
            yield no("CQ-MAR-11", "crosses_engaged", friend=other.id)


def after_march(state: State, action: March, found: Marched) -> Regiment:
    """The Regiment on the table after a March that Occupies nothing."""
    regiment = state.regiments[action.regiment]
    return replace(regiment, formation=found.end, seeking=found.seeking)
