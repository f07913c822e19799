"""The five questions, answered: firing, sight, cover, movement, entry.

Knows how rules become rulings: verdict, numbers, reasons in order, and the geometry to draw.
A question about a ship that has not moved is answered as if it had.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from defilade.record import Datum, Record
from defilade.ruling import (
    Cover,
    Covered,
    Disc,
    Entry,
    Fact,
    Firing,
    Line,
    Mark,
    Movement,
    Permission,
    Question,
    Reading,
    Reason,
    Ruling,
    Sight,
    Visible,
    Wedge,
    Weight,
    permission,
)
from defilade.systems.dropfleet.aim import Aim
from defilade.systems.dropfleet.arcs import MIDDLE
from defilade.systems.dropfleet.bodies import Body, body, facing_of, stem, weapons_of
from defilade.systems.dropfleet.declare import Shooting, dice_of, shooting
from defilade.systems.dropfleet.options import ArcBoundary, HouseRules
from defilade.systems.dropfleet.rulings_moves import entry, movement
from defilade.systems.dropfleet.saves import critical_save, normal_save, scalds
from defilade.systems.dropfleet.scenery import obscured
from defilade.systems.dropfleet.state import Ship, State, Weapon
from defilade.systems.dropfleet.terms import Arc, Order
from defilade.systems.dropfleet.turn import no


def rule(question: Question, state: State, rules: HouseRules) -> Ruling:
    """The answer to one of the five questions; raises `KeyError` for a name that is nobody's."""
    for name in _names(question):
        if body(state, name) is None:
            raise KeyError(name)
    match question:
        case Firing():
            return firing(question, state, rules)
        case Sight():
            return sight(question, state, rules)
        case Cover():
            return cover(question, state, rules)
        case Movement():
            return movement(question, state, rules)
        case Entry():
            return entry(question, state, rules)
        case _:
            assert_never(question)


def _names(question: Question) -> tuple[str, ...]:
    match question:
        case Firing() | Sight() | Cover():
            return (question.by, question.at)
        case Movement() | Entry():
            return (question.piece,)
        case _:
            assert_never(question)


def supposed(state: State, by: str, detail: Record) -> State:
    """The state a question about firing supposes: the firer's group has moved, and `order` in
    the question's detail stands in for its own."""
    ship = state.ships.get(by)
    if ship is None:
        return state
    for mate in state.mates(by):
        state = state.change_ship(mate, moved=True)
    order = detail.get("order")
    return state.change_ship(by, order=Order(str(order))) if order else state


def firing(question: Firing, state: State, rules: HouseRules) -> Ruling:
    """May `by` fire at `at`: with one weapon, or with which of all."""
    asked = state
    state = supposed(state, question.by, question.detail)
    firer, target = body(state, question.by), body(state, question.at)
    assert firer is not None
    assert target is not None  # `rule` has answered for names that nobody bears
    if question.weapon is None:
        return _any_weapon(question, state, rules, firer, target)
    weapon = weapons_of(firer).get(question.weapon)
    if weapon is None:
        reason = no("DF-ALL-02", "weapon_unknown", weapon=question.weapon)
        return Ruling(question, Permission.REFUSED, Record(), (reason,))
    hot = bool(question.detail.get("overcharged", False))
    found = shooting(state, rules, firer, target, weapon, overcharged=hot)
    notes = _as_if(asked, question.by)
    return Ruling(
        question,
        permission(found.reasons),
        numbers_of(state, rules, found.aim, firer=firer, target=target, weapon=weapon),
        (*notes, *found.reasons),
        facts_of(found.aim, rules, firer, weapon),
        readings_of(question, asked, rules, found),
    )


def _as_if(state: State, by: str) -> tuple[Reason, ...]:
    """A note where the firer's group has not moved yet (DF-SEQ-01)."""
    if by not in state.ships or state.ships[by].is_station:
        return ()
    still = tuple(s for s in state.mates(by) if not state.ships[s].moved)
    return (Reason("DF-SEQ-01", "as_if_moved", Record(ships=still)),) if still else ()


def numbers_of(
    state: State, rules: HouseRules, found: Aim, *, firer: Body, target: Body, weapon: Weapon
) -> Record:
    """Range as a sum, bearing, Lock, criticals, dice, saves: with the anchors they were all
    measured between."""
    no_scan = isinstance(firer, Ship) and firer.profile.scan <= 0
    scalded = scalds(weapon, found.distance, None if no_scan else found.scan)
    save = normal_save(target, rules, scalded=scalded)
    second = critical_save(target, weapon, scalded=scalded)
    return Record(
        distance=found.distance,
        weapon_range=found.reach.inches,
        scan=found.reach.scan,
        signature=found.reach.signature,
        spike=found.reach.spike,
        in_range=found.in_range,
        bearing=found.bearing.degrees,
        arcs=tuple(str(arc) for arc in found.bearing.arcs),
        in_arc=found.in_arc,
        lock=str(found.lock.need),
        crit_from=found.lock.crit_from,
        attack=str(dice_of(state, firer, weapon)),
        damage=str(weapon.damage),
        save=None if save is None else str(save),
        critical_save=None if second is None else str(second),
        anchor=found.origin,
        anchor_target=found.point,
    )


def facts_of(found: Aim, rules: HouseRules, firer: Body, weapon: Weapon) -> tuple[Fact, ...]:
    """The line of fire, the range, and the weapon's arcs, as shapes."""
    clear = found.scenery.blocked_by is None
    line = Line(found.origin, found.point)
    mark = Mark.CLEAR if clear else Mark.BLOCKED
    if clear and found.scenery.met:
        mark = Mark.PARTLY
    reach = found.reach.inches
    facts = [
        Fact("line_of_fire", line, mark, Record(distance=found.distance)),
        Fact("weapon_range", Disc(found.origin, reach), Mark.REACH, Record(range=reach)),
    ]
    facing = facing_of(firer)
    for arc in sorted(weapon.arcs & set(MIDDLE)):
        middle = facing + MIDDLE[arc]
        wedge = Wedge(found.origin, reach, (middle - 45) % 360, (middle + 45) % 360)
        facts.append(Fact("arc", wedge, Mark.ARC, Record(arc=str(arc))))
    if Arc.NARROW in weapon.arcs:
        half = rules.narrow_arc_degrees / 2
        wedge = Wedge(found.origin, reach, (facing - half) % 360, (facing + half) % 360)
        facts.append(Fact("arc", wedge, Mark.ARC, Record(arc=str(Arc.NARROW))))
    return tuple(facts)


def readings_of(
    question: Firing, state: State, rules: HouseRules, found: Shooting
) -> tuple[Reading, ...]:
    """What the other reading gives, where it gives another verdict: exactly at the limit of
    the range (DF-RNG-02) or on a dividing line (DF-ARC-05)."""
    here: list[tuple[str, str, HouseRules]] = []
    exact = abs(found.aim.distance - found.aim.reach.inches) < 1e-7
    if exact:
        flipped = not rules.range_inclusive
        other = replace(rules, range_inclusive=flipped)
        here.append(("range_inclusive", str(flipped).lower(), other))
    sides = [arc for arc in found.aim.bearing.arcs if arc in MIDDLE]
    if len(sides) == 2 and rules.arc_boundary is ArcBoundary.BOTH:
        other = replace(rules, arc_boundary=ArcBoundary.FRONT_SIDE_FIRST)
        here.append(("arc_boundary", ArcBoundary.FRONT_SIDE_FIRST.value, other))
    supposing = supposed(state, question.by, question.detail)
    firer, target = body(supposing, question.by), body(supposing, question.at)
    if firer is None or target is None or question.weapon is None:
        return ()
    weapon = weapons_of(firer)[question.weapon]
    given = tuple(
        Reading(
            option, value, permission(shooting(supposing, other, firer, target, weapon).reasons)
        )
        for option, value, other in here
    )
    verdict = permission(found.reasons)
    return tuple(reading for reading in given if reading.verdict is not verdict)


def _any_weapon(
    question: Firing, state: State, rules: HouseRules, firer: Body, target: Body
) -> Ruling:
    """Every weapon by itself: allowed if one is (DF-ARC-06)."""
    rows: dict[str, Datum] = {}
    reasons: list[Reason] = []
    facts: tuple[Fact, ...] = ()
    able = False
    for name, weapon in weapons_of(firer).items():
        found = shooting(state, rules, firer, target, weapon)
        verdict = permission(found.reasons)
        allowed = verdict is Permission.ALLOWED
        able = able or allowed
        if allowed or not facts:
            facts = facts_of(found.aim, rules, firer, weapon)
        rows[name] = Record(
            verdict=str(verdict),
            weapon_range=found.aim.reach.inches,
            lock=str(found.aim.lock.need),
            refused_by=tuple(dict.fromkeys(reason.clause for reason in found.against)),
        )
        weight = Weight.FOR if allowed else Weight.NOTE
        code = "weapon_may" if allowed else "weapon_may_not"
        clause = found.against[0].clause if found.against else "DF-ARC-06"
        reasons.append(Reason(clause, code, Record(weapon=name), weight))
    if not able:
        reasons.append(no("DF-ARC-06", "no_weapon_bears", target=question.at))
    verdict = Permission.ALLOWED if able else Permission.REFUSED
    numbers = Record(weapons=Record(**rows))
    return Ruling(question, verdict, numbers, tuple(reasons), facts)


def sight(question: Sight, state: State, rules: HouseRules) -> Ruling:
    """Every model sees every other (DF-TGT-02); only a large solid object is in the way
    (DF-SCN-03). The verdict is on the line, the numbers tell how far scanners reach."""
    del rules
    one, other = body(state, question.by), body(state, question.at)
    assert one is not None
    assert other is not None  # `rule` has answered for names that nobody bears
    start, end = stem(state, one), stem(state, other)
    layers = (one.layer, other.layer)
    met = obscured(state.scenery.values(), start, end, layers=layers)
    mark = Mark.CLEAR if met.blocked_by is None else Mark.BLOCKED
    fact = Fact("line_of_fire", Line(start, end), mark)
    if met.blocked_by is not None:
        reason = no("DF-SCN-03", "line_blocked", by=met.blocked_by)
        return Ruling(question, Visible.NO, Record(), (reason,), (fact,))
    reasons = [Reason("DF-TGT-02", "ships_never_block", weight=Weight.FOR)]
    if met.met:
        params = Record(by=met.met, lock=met.lock, scan=met.scan)
        reasons.append(Reason("DF-SCN-01", "line_hindered", params))
    return Ruling(question, Visible.FULLY, Record(debris=met.debris), tuple(reasons), (fact,))


def cover(question: Cover, state: State, rules: HouseRules) -> Ruling:
    """Ships give no cover (DF-TGT-02); debris and rings on the line make hitting harder
    (DF-TGT-03)."""
    del rules
    one, other = body(state, question.by), body(state, question.at)
    assert one is not None
    assert other is not None  # `rule` has answered for names that nobody bears
    start, end = stem(state, one), stem(state, other)
    layers = (one.layer, other.layer)
    met = obscured(state.scenery.values(), start, end, layers=layers)
    numbers = Record(lock=met.lock, scan=met.scan, debris=met.debris)
    fact = Fact("line_of_fire", Line(start, end), Mark.PARTLY if met.met else Mark.CLEAR)
    if not met.met:
        reason = Reason("DF-TGT-02", "ships_give_no_cover")
        return Ruling(question, Covered.NO, numbers, (reason,), (fact,))
    params = Record(by=met.met, lock=met.lock, scan=met.scan)
    reason = Reason("DF-SCN-01", "line_hindered", params, Weight.FOR)
    return Ruling(question, Covered.YES, numbers, (reason,), (fact,))
