"""Moving a ship: legs, limits of its order and Thrust, and changes of layer (DF-LAY, DF-ORD-12).

Knows how far and where; what scenery does to a ship under way is told in `scenery`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from defilade.geometry.plane import EPS, Point, translated, unit_bearing
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import ORDERS, TURN_LIMIT, OrderLine, Turning
from defilade.systems.dropfleet.refusals import no
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import Effect, Layer
from defilade.values import Degrees, Inches

CLIMB_COST: Inches = 4.0
"""Thrust that one layer up costs (DF-LAY-04)."""
ATMOSPHERE_THRUST: Inches = 2.0
"""Thrust available in Atmosphere (DF-LAY-07)."""
_BELOW = {Layer.HIGH: Layer.LOW, Layer.LOW: Layer.ATMOSPHERE}
_ABOVE = {Layer.ATMOSPHERE: Layer.LOW, Layer.LOW: Layer.HIGH}


@dataclass(frozen=True, slots=True)
class Ahead:
    """Straight ahead for so many inches."""

    inches: Inches


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn on the spot: degrees to the right, negative to the left."""

    degrees: Degrees


class Change(StrEnum):
    """A change of orbital layer."""

    CLIMB = "climb"
    DESCEND = "descend"


Leg: TypeAlias = Ahead | Turn | Change


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a ship may still move: `thrust_left` in all, at least `least`, at most `most`.

    `available` is the most that its order gave it to begin with.
    """

    available: Inches
    thrust_left: Inches
    least: Inches
    most: Inches


@dataclass(frozen=True, slots=True)
class Stretch:
    """One straight part of a track on one layer; `start` equals `end` where the ship turned."""

    start: Point
    end: Point
    layer: Layer


@dataclass(frozen=True, slots=True)
class Course:
    """A ship under way: where it has come to, what it has used, and what speaks against it."""

    pos: Point
    facing: Degrees
    layer: Layer
    left: Inches
    counted: Inches = 0.0
    """Inches that count towards the order's least."""
    gone: Inches = 0.0
    turns: int = 0
    turned_after: Inches | None = None
    """How far it had gone at its last turn."""
    changed: bool = False
    burned: bool = False
    """Entered Atmosphere without being Atmospheric (DF-LAY-06)."""
    track: tuple[Stretch, ...] = ()
    against: tuple[Reason, ...] = ()


def thrust(ship: Ship) -> Inches:
    """Thrust after damage: halved, rounded up, with engines disabled (DF-CRP-05); 2" less
    for a dreadnought that lost an engine (DF-CRP-07)."""
    full = ship.profile.thrust
    if ship.has(Effect.ENGINE_DESTROYED):
        full = max(0.0, full - 2.0)
    return float(math.ceil(full / 2)) if ship.has(Effect.ENGINES_DISABLED) else full


def can_turn(ship: Ship) -> bool:
    """Whether order and engines let the ship turn at all; if not, no layer change (DF-LAY-03)."""
    return ORDERS[ship.order].turning is not Turning.NONE and not ship.has(Effect.ENGINES_DISABLED)


def sail(ship: Ship, legs: tuple[Leg, ...], rules: HouseRules, *, confirm: bool = False) -> Course:
    """The ship along its legs, with every reason against them; `confirm` permits a deadly entry.

    The order's least movement is not tested here: see `move_reasons`.
    """
    course = Course(ship.pos, ship.facing, ship.layer, _available(ship, legs))
    for number, leg in enumerate(legs):
        if course.burned:
            break
        match leg:
            case Ahead(inches):
                course = _ahead(course, inches)
            case Turn(degrees):
                course = _turn(ship, course, degrees, last=_no_more_way(legs[number + 1 :]))
            case Change.CLIMB:
                course = _climb(ship, course, rules)
            case Change.DESCEND:
                course = _descend(ship, course, confirm=confirm)
            case _:
                assert_never(leg)
    return course


def limits(ship: Ship, legs: tuple[Leg, ...], rules: HouseRules) -> Limits:
    """How far the ship may still go after `legs` (DF-ORD-01 to DF-ORD-07, DF-ORD-12)."""
    course = sail(ship, legs, rules, confirm=True)
    left = max(0.0, course.left)
    least = min(max(0.0, _least(ship, legs) - course.counted), left)
    return Limits(_available(ship, legs), left, least, left)


def move_reasons(
    state: State,
    ship_id: str,
    legs: tuple[Leg, ...],
    rules: HouseRules,
    *,
    confirm: bool = False,
) -> tuple[Reason, ...]:
    """Everything against `legs` as the ship's whole move (DF-SEQ-06, DF-LAY, DF-ORD)."""
    ship = state.ships[ship_id]
    against: list[Reason] = []
    if ship.is_station:
        against.append(no("DF-STA-01", "station_stays", ship=ship_id))
    if ship.moved:
        against.append(no("DF-SEQ-06", "moved_already", ship=ship_id))
    course = sail(ship, legs, rules, confirm=confirm)
    against += course.against
    still = limits(ship, legs, rules)
    if not course.burned and still.least > EPS:
        line = ORDERS[ship.order]
        gone = course.counted
        against.append(no(line.clause, "move_too_short", gone=gone, least=gone + still.least))
    return tuple(against)


def arrived(ship: Ship, course: Course) -> Ship:
    """The ship at the end of its course; burned up, it has no hull and no wreck to roll for."""
    there = replace(
        ship,
        pos=course.pos,
        facing=course.facing,
        layer=course.layer,
        moved=True,
        turned=course.turns > 0,
        layer_changed=ship.layer_changed or course.changed,
    )
    return replace(there, hull=0, wreck_rolled=True) if course.burned else there


def _stays_down(ship: Ship, legs: tuple[Leg, ...]) -> bool:
    """Whether the move is one in Atmosphere: it starts there and does not first leave it."""
    return ship.layer is Layer.ATMOSPHERE and (not legs or legs[0] is not Change.CLIMB)


def _available(ship: Ship, legs: tuple[Leg, ...]) -> Inches:
    """Most inches the order gives; no more than 2" in Atmosphere (DF-LAY-07, DF-LAY-08)."""
    most = ORDERS[ship.order].most
    if _stays_down(ship, legs):
        return min(ATMOSPHERE_THRUST, most * min(ATMOSPHERE_THRUST, thrust(ship)))
    return most * thrust(ship)


def _least(ship: Ship, legs: tuple[Leg, ...]) -> Inches:
    whole = thrust(ship)
    if _stays_down(ship, legs):
        whole = min(ATMOSPHERE_THRUST, whole)
    return ORDERS[ship.order].least * whole


def _ahead(course: Course, inches: Inches) -> Course:
    end = translated(course.pos, _times(unit_bearing(course.facing), inches))
    on = replace(
        course,
        pos=end,
        left=course.left - inches,
        counted=course.counted + inches,
        gone=course.gone + inches,
        track=(*course.track, Stretch(course.pos, end, course.layer)),
    )
    if inches < -EPS:
        return _against(on, "DF-ORD-12", "move_backwards", inches=inches)
    if inches > course.left + EPS:
        clause = "DF-LAY-07" if course.layer is Layer.ATMOSPHERE else "DF-ORD-12"
        return _against(on, clause, "move_too_far", inches=inches, left=max(0.0, course.left))
    return on


def _times(vector: Point, length: float) -> Point:
    return (vector[0] * length, vector[1] * length)


def _turn(ship: Ship, course: Course, degrees: Degrees, *, last: bool) -> Course:
    line = ORDERS[ship.order]
    on = replace(
        course,
        facing=(course.facing + degrees) % 360.0,
        turns=course.turns + 1,
        turned_after=course.gone,
        track=(*course.track, Stretch(course.pos, course.pos, course.layer)),
    )
    if ship.has(Effect.ENGINES_DISABLED):
        on = _against(on, "DF-CRP-05", "turn_without_engines")
    if abs(degrees) > TURN_LIMIT + EPS:
        on = _against(on, line.clause, "turn_too_far", degrees=degrees, limit=TURN_LIMIT)
    if not _turn_fits(ship, line, course, last=last):
        on = _against(on, line.clause, "turn_not_allowed", order=ship.order.value)
    return on


def _turn_fits(ship: Ship, line: OrderLine, course: Course, *, last: bool) -> bool:
    """Whether one more turn fits the order here; Vectored ships choose the point (DF-SHP-04)."""
    anywhere = keywords.has(ship.profile, "vectored")
    match line.turning:
        case Turning.NONE:
            return False
        case Turning.TWICE:
            return course.turns < 2
        case Turning.START:
            return course.turns < 1 and (anywhere or course.gone <= EPS)
        case Turning.START_OR_END:
            return course.turns < 1 and (anywhere or course.gone <= EPS or last)
        case _:
            assert_never(line.turning)


def _no_more_way(legs: tuple[Leg, ...]) -> bool:
    return not any(isinstance(leg, Ahead) for leg in legs)


def _climb(ship: Ship, course: Course, rules: HouseRules) -> Course:
    above = _ABOVE.get(course.layer)
    if above is None:
        return _against(course, "DF-LAY-02", "layer_above_none")
    on = _change(ship, course)
    if course.layer is Layer.ATMOSPHERE and (course.gone > EPS or course.turns):
        on = _against(on, "DF-LAY-08", "leave_atmosphere_first")
    if course.left < CLIMB_COST - EPS:
        on = _against(on, "DF-LAY-04", "climb_needs_thrust", needed=CLIMB_COST, left=course.left)
    counted = CLIMB_COST if rules.climb_counts_as_move else 0.0
    return replace(on, layer=above, left=course.left - CLIMB_COST, counted=course.counted + counted)


def _descend(ship: Ship, course: Course, *, confirm: bool) -> Course:
    below = _BELOW.get(course.layer)
    if below is None:
        return _against(course, "DF-LAY-02", "layer_below_none")
    on = replace(_change(ship, course), layer=below)
    if below is not Layer.ATMOSPHERE:
        return on
    if keywords.has(ship.profile, "atmospheric"):
        return replace(on, left=min(course.left, ATMOSPHERE_THRUST))
    if not confirm:
        on = _against(on, "DF-LAY-06", "entry_is_deadly", ship=ship.id)
    return replace(on, burned=True, left=0.0)


def _change(ship: Ship, course: Course) -> Course:
    """The course after any change of layer: once a turn, by a ship able to turn (DF-LAY-03)."""
    on = replace(course, changed=True)
    if course.changed or ship.layer_changed:
        on = _against(on, "DF-LAY-03", "layer_changed_already")
    if not can_turn(ship):
        on = _against(on, "DF-LAY-03", "layer_needs_turn", order=ship.order.value)
    return on


def _against(course: Course, clause: str, code: str, **params: str | float) -> Course:
    return replace(course, against=(*course.against, no(clause, code, **params)))
