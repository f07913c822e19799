"""Questions about going somewhere: a move along points, or entry into a place.

Knows how a path becomes legs; the limits themselves are in `movement`.
"""

from __future__ import annotations

from dataclasses import replace

from defilade.game import Ambiguous, NotUnderstood
from defilade.geometry.arcs import relative_bearing
from defilade.geometry.plane import EPS, Point, distance
from defilade.record import Record
from defilade.ruling import (
    Entry,
    Fact,
    Mark,
    Movement,
    Permission,
    Reason,
    Route,
    Ruling,
    Weight,
    permission,
)
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.actions import Move, write_leg
from defilade.systems.dropfleet.bodies import body
from defilade.systems.dropfleet.ground import launch_reasons
from defilade.systems.dropfleet.movement import Ahead, Change, Leg, Turn, limits, move_reasons, sail
from defilade.systems.dropfleet.notation import read_action
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.passage import run_through
from defilade.systems.dropfleet.scenery import wrecking
from defilade.systems.dropfleet.state import Ship, State
from defilade.systems.dropfleet.terms import GroundKind, Lander, Layer, Order
from defilade.systems.dropfleet.turn import no
from defilade.values import Degrees


def legs_along(start: Point, facing: Degrees, path: tuple[Point, ...]) -> tuple[Leg, ...]:
    """Turns and straights that follow points, in order."""
    legs: list[Leg] = []
    for point in path:
        apart = distance(start, point)
        if apart <= EPS:
            continue
        turn = round(relative_bearing(start, facing, point), 6)
        if abs(turn) > 1e-4:
            legs.append(Turn(turn))
            facing += turn
        legs.append(Ahead(round(apart, 6)))
        start = point
    return tuple(legs)


def movement(question: Movement, state: State, rules: HouseRules) -> Ruling:
    """May the ship move so? The path as points, or `legs` in the detail as in the notation;
    `order` in the detail stands in for its own."""
    ship = state.ships.get(question.piece)
    if ship is None:
        reason = no("DF-LAY-03", "sectors_do_not_move", name=question.piece)
        return Ruling(question, Permission.REFUSED, Record(), (reason,))
    order = question.detail.get("order")
    ship = replace(ship, moved=False, order=Order(str(order)) if order else ship.order)
    state = state.put_ship(ship)
    legs = legs_along(ship.pos, ship.facing, question.path)
    if "legs" in question.detail:
        read = read_action(f"move {ship.id} {question.detail['legs']}", state)
        if isinstance(read, NotUnderstood | Ambiguous) or not isinstance(read, Move):
            reason = no("DF-SEQ-06", "legs_unreadable", legs=str(question.detail["legs"]))
            return Ruling(question, Permission.REFUSED, Record(), (reason,))
        legs = read.legs
    return _moving(question, state, rules, ship, legs)


def _moving(
    question: Movement, state: State, rules: HouseRules, ship: Ship, legs: tuple[Leg, ...]
) -> Ruling:
    course = sail(ship, legs, rules)
    still = limits(ship, legs, rules)
    reasons = list(move_reasons(state, ship.id, legs, rules))
    for obstacle in run_through(state, ship, course):
        params = Record(by=obstacle.id, dice=obstacle.dice, needs=f"{obstacle.needs}+")
        reasons.append(Reason(obstacle.clause, "scenery_hits", params))
    solid = wrecking(tuple(state.scenery.values()), course.track)
    if solid is not None:
        reasons.append(Reason("DF-SCN-03", "scenery_wrecks", Record(by=solid)))
    if not any(reason.forbids for reason in reasons):
        reasons.insert(0, Reason("DF-ORD-12", "move_fits", Record(order=ship.order), Weight.FOR))
    numbers = Record(
        legs=tuple(map(write_leg, legs)),
        to=course.pos,
        facing=course.facing,
        layer=str(course.layer),
        available=still.available,
        thrust_left=still.thrust_left,
        least=still.least,
    )
    points = (ship.pos, *(stretch.end for stretch in course.track))
    verdict = permission(reasons)
    mark = Mark.CLEAR if verdict is Permission.ALLOWED else Mark.BLOCKED
    return Ruling(
        question, verdict, numbers, tuple(reasons), (Fact("course", Route(points), mark),)
    )


def entry(question: Entry, state: State, rules: HouseRules) -> Ruling:
    """May a ship enter a layer (DF-LAY-06), or land assets in a sector or station
    (DF-GRD-06; `lander` and `kind` in the detail)?"""
    ship = state.ships.get(question.piece)
    if ship is None:
        reason = no("DF-GRD-06", "sectors_do_not_move", name=question.piece)
        return Ruling(question, Permission.REFUSED, Record(), (reason,))
    if question.place in set(Layer):
        return _layer(question, ship, rules)
    if body(state, question.place) is None:
        raise KeyError(question.place)
    lander = Lander(str(question.detail.get("lander", Lander.DROPSHIP)))
    kind = GroundKind(str(question.detail.get("kind", GroundKind.INFANTRY)))
    reasons = launch_reasons(state, ship.id, question.place, by=lander, kind=kind)
    if not reasons:
        params = Record(lander=str(lander), kind=str(kind))
        reasons = (Reason("DF-GRD-06", "may_land", params, Weight.FOR),)
    return Ruling(question, permission(reasons), Record(lander=str(lander)), reasons)


def _layer(question: Entry, ship: Ship, rules: HouseRules) -> Ruling:
    wanted = Layer(question.place)
    order = (Layer.ATMOSPHERE, Layer.LOW, Layer.HIGH)
    steps = order.index(wanted) - order.index(ship.layer)
    if steps == 0:
        reason = Reason("DF-LAY-02", "there_already", Record(layer=str(wanted)), Weight.FOR)
        return Ruling(question, Permission.ALLOWED, Record(), (reason,))
    change = Change.CLIMB if steps > 0 else Change.DESCEND
    reasons = list(sail(replace(ship, moved=False), (change,) * abs(steps), rules).against)
    if not reasons:
        code = "may_climb" if steps > 0 else "may_descend"
        reasons = [Reason("DF-LAY-04", code, Record(layer=str(wanted)), Weight.FOR)]
    atmospheric = keywords.has(ship.profile, "atmospheric")
    numbers = Record(layers=abs(steps), atmospheric=atmospheric)
    return Ruling(question, permission(reasons), numbers, tuple(reasons))
