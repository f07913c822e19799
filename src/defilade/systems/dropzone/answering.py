"""The five questions: movement, sight, cover, entry and firing, answered with reasons.

Knows which chapter answers which question, and what other readings would give; judges nothing
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from defilade.geometry.ground import CheapestPath
from defilade.geometry.plane import EPS
from defilade.record import Record
from defilade.ruling import (
    Cover,
    Covered,
    Entry,
    Fact,
    Firing,
    Mark,
    Movement,
    Permission,
    Question,
    Reading,
    Route,
    Ruling,
    Sight,
    Visible,
    permission,
)
from defilade.systems.dropzone.cover import covers
from defilade.systems.dropzone.fortitude import home_of
from defilade.systems.dropzone.garrison import (
    cross_reasons,
    enter_reasons,
    entrance_distance,
    linked,
)
from defilade.systems.dropzone.measuring import in_play
from defilade.systems.dropzone.moving import Trip, trip
from defilade.systems.dropzone.reach import reach_fact, way_to
from defilade.systems.dropzone.reasons import no, note, yes
from defilade.systems.dropzone.shooting import Aim, Shot, judged
from defilade.systems.dropzone.sight import look
from defilade.systems.dropzone.state import (
    Aboard,
    Gone,
    OnTable,
    Piece,
    State,
    Unit,
    members,
    rules_of,
)
from defilade.systems.dropzone.transports import embark_reasons
from defilade.table import Table

_FLIPS: dict[type[Any], tuple[tuple[str, object], ...]] = {
    Movement: (("move_tough_stacks", True),),
    Sight: (("los_touch_blocks", True), ("garrison_corner_counts", True)),
    Cover: (("cover_shooter_inside_negates", True), ("cover_stack", True)),
    Entry: (("garrison_capacity_per_side", True),),
    Firing: (
        ("damage_penalty_spares_critical", True),
        ("cover_shooter_inside_negates", True),
        ("garrison_corner_counts", True),
    ),
}
"""Readings that are compared where a question may hang on them (DZ-CFG-09)."""


def answer(question: Question, table: Table[State]) -> Ruling:
    """The ruling on a question; where another reading would give another answer, that is
    said, and the reading used is named (DZ-CFG-09)."""
    ruling = _ruled(question, table)
    readings = []
    for name, value in _FLIPS[type(question)]:
        if getattr(table.options, name) == value or not _bears(name, question, ruling, table):
            continue
        other = _ruled(question, replace(table, options=replace(table.options, **{name: value})))
        if (other.verdict, other.numbers) != (ruling.verdict, ruling.numbers):
            readings.append(Reading(name, str(value).lower(), other.verdict, other.numbers))
    if readings:
        used = note("DZ-CFG-09", "reading_used", options=tuple(r.option for r in readings))
        return replace(ruling, readings=tuple(readings), reasons=(*ruling.reasons, used))
    return ruling


def _bears(name: str, question: Question, ruling: Ruling, table: Table[State]) -> bool:
    """Whether a reading can change an answer at all: asked before it is worked out again."""
    codes = {reason.code for reason in ruling.reasons}
    match name:
        case "damage_penalty_spares_critical":
            return "body_cover_penalty" in codes
        case "cover_shooter_inside_negates" | "cover_stack":
            return bool(codes & {"covered", "soft_cover", "body_cover_penalty"})
        case "garrison_corner_counts":
            return ruling.verdict in (Visible.NO, Permission.REFUSED) and "no_line" in codes
        case "move_tough_stacks":
            return "tough_ground" in codes
        case "los_touch_blocks":
            return ruling.verdict is not Visible.NO
        case _:
            assert isinstance(question, Entry)  # the one left is about room
            return question.place in table.state.pieces


def _ruled(question: Question, table: Table[State]) -> Ruling:
    match question:
        case Movement():
            return _movement(question, table)
        case Sight():
            return _between(question, table, _sight, Visible.NO)
        case Cover():
            return _between(question, table, _cover, Covered.NO)
        case Entry():
            return _entry(question, table)
        case Firing():
            return _between(question, table, _firing, Permission.REFUSED)
        case _:
            assert_never(question)


def _movement(question: Movement, table: Table[State]) -> Ruling:
    unit = table.state.units.get(question.piece)
    if unit is None:
        raise KeyError(question.piece)
    if not isinstance(unit.where, OnTable):
        reason = no("DZ-MOV-01", "not_on_table", squad=unit.squad)
        return Ruling(question, Permission.REFUSED, reasons=(reason,))
    lifted = bool(question.detail.get("takeoff", False))
    way = trip(
        table,
        unit,
        (unit.where.at, *question.path),
        lifted=lifted,
        leaving_out=tuple(u.id for u in members(table.state, unit.squad)),
    )
    numbers = Record(
        distance=way.distance,
        cost=way.cost,
        mv=way.mv,
        left=max(0.0, way.mv - way.cost),
        tough_length=way.tough,
    )
    stretches = tuple(
        note("DZ-MOV-02", "stretch", number=k, length=s.length, tough=bool(s.areas))
        for k, s in enumerate(way.stretches, 1)
    )
    facts = way.facts if question.path else (reach_fact(table, unit),)
    reasons = (*way.reasons, *stretches)
    cheaper = _cheaper(table, unit, way) if len(question.path) == 1 else None
    if cheaper is not None:
        reasons = (*reasons, note("DZ-MOV-04", "cheaper_way", cost=cheaper.cost, mv=way.mv))
        facts = (*facts, Fact("cheapest_way", Route(cheaper.points), Mark.NOTE))
    return Ruling(question, permission(way.reasons), numbers, reasons, facts)


def _cheaper(table: Table[State], unit: Unit, way: Trip) -> CheapestPath | None:
    """The cheapest way to where a straight one leads, if it is cheaper or the only one open."""
    found = way_to(table, unit, way.path[-1])
    stopped = any(reason.code == "impassable" for reason in way.refused)
    if found is None or (found.cost > way.cost - EPS and not stopped):
        return None
    return found


_Answer = Callable[[Any, Table[State], Unit, Unit | Piece], Ruling]


def _between(question: Any, table: Table[State], answered: _Answer, verdict: Any) -> Ruling:
    """A question about one unit and a target, both of which must be there."""
    state = table.state
    by = state.units.get(question.by)
    at = state.units.get(question.at) or state.pieces.get(question.at)
    if by is None or at is None:
        raise KeyError(question.by if by is None else question.at)
    for one in (by, at):
        if isinstance(one, Unit) and not in_play(one):
            reason = no("DZ-SHT-05", "not_on_table", target=one.id)
            return Ruling(question, verdict, reasons=(reason,))
    return answered(question, table, by, at)


def _sight(question: Sight, table: Table[State], by: Unit, at: Unit | Piece) -> Ruling:
    via = question.detail.get("via")
    seen = look(table, by, at, via=str(via) if via else None)
    numbers = Record(share=seen.share, range=seen.range, blocked_by=seen.blocked_by)
    verdict = Visible.NO
    if seen.visible:
        verdict = Visible.FULLY if seen.share >= 1.0 - 1e-9 else Visible.PARTLY
    return Ruling(question, verdict, numbers, seen.reasons, seen.facts)


def _cover(question: Cover, table: Table[State], by: Unit, at: Unit | Piece) -> Ruling:
    if isinstance(at, Piece):
        reason = note("DZ-COV-03", "only_infantry", unit=at.id)
        return Ruling(question, Covered.NO, Record(soft=0, body=0), (reason,))
    rules = rules_of(table)
    seen = look(table, by, at)
    start = seen.start
    if start is None and isinstance(by.where, OnTable):
        start = by.where.at
    given = covers(table, start, by, at)
    numbers = Record(
        soft=given.soft_penalty(stack=rules.cover_stack),
        body=given.body_penalty(stack=rules.cover_stack),
        soft_from=given.soft,
        body_from=given.body,
    )
    covered = Covered.YES if given.soft or given.body else Covered.NO
    reasons = given.reasons or (note("DZ-COV-05", "no_cover_near", unit=at.id),)
    return Ruling(question, covered, numbers, reasons, seen.facts)


def shot_numbers(shot: Shot) -> Record:
    """The numbers of a shot: range, what it needs, and what a hit does."""
    wound = shot.wound
    return Record(
        weapon=shot.weapon.name,
        range=shot.look.range if shot.look is not None else None,
        needs_hit=shot.need,
        needs_damage=wound.needs.damage,
        needs_critical=wound.needs.critical,
        shots=shot.weapon.shots,
        energy=shot.weapon.energy,
        hull_down=shot.hull_down,
        saves=wound.saves,
        rerolls_successes=wound.again,
    )


def _firing(question: Firing, table: Table[State], by: Unit, at: Unit | Piece) -> Ruling:
    names = [w.name for w in by.stats.weapons if question.weapon in (None, w.name)]
    if not names:
        reason = no("DZ-SHT-05", "no_such_weapon", unit=by.id, weapon=question.weapon or "any")
        return Ruling(question, Permission.REFUSED, reasons=(reason,))
    via = question.detail.get("via")
    combine = bool(question.detail.get("combined", False))
    shots = [
        judged(table, Aim(by.id, name, at.id, str(via) if via else None, combine)) for name in names
    ]
    best = min(shots, key=lambda shot: len(shot.refused))
    return Ruling(question, permission(best.reasons), shot_numbers(best), best.reasons, best.facts)


def _entry(question: Entry, table: Table[State]) -> Ruling:
    """May a squad, named by itself or by a unit of it, enter a Garrison or a Transport?"""
    state = table.state
    unit = state.units.get(question.piece) or next(iter(members(state, question.piece)), None)
    if unit is None or isinstance(unit.where, Gone):
        raise KeyError(question.piece)
    units = members(state, unit.squad)
    spots = {u.id: u.where.at for u in units if isinstance(u.where, OnTable)}
    if question.place in state.units:
        reasons = embark_reasons(table, unit.squad, question.place, spots)
        return Ruling(question, permission(reasons), reasons=reasons or (_clear(question),))
    if question.place not in state.pieces:
        raise KeyError(question.place)
    places = (("*", str(question.detail.get("edge", "centre"))),)
    home = home_of(state, unit.squad)
    if home is not None and linked(state, home, question.place):
        reasons = cross_reasons(table, unit.squad, question.place, places, ())
        return Ruling(question, permission(reasons), reasons=reasons or (_clear(question),))
    if isinstance(unit.where, Aboard):
        reason = no("DZ-GEN-03", "not_on_table", squad=unit.squad)
        return Ruling(question, Permission.REFUSED, reasons=(reason,))
    reasons = enter_reasons(table, unit.squad, question.place, places, spots=spots)
    near = entrance_distance(
        table, state.pieces[question.place], [(u, spots[u.id]) for u in units if u.id in spots]
    )
    return Ruling(question, permission(reasons), Record(distance=near), reasons)


def _clear(question: Entry) -> Any:
    return yes("DZ-ACT-02", "may_enter", unit=question.piece, place=question.place)
