"""The answers to the five questions: movement, sight, cover, entry, firing.

Knows how the rules of other files make a ruling: verdict, numbers, reasons, facts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from defilade.geometry.hexes import Cube, distance
from defilade.record import Record
from defilade.ruling import (
    Cells,
    Cover,
    Covered,
    Entry,
    Fact,
    Firing,
    Mark,
    Movement,
    Permission,
    Point,
    Question,
    Reason,
    Route,
    Ruling,
    Sight,
    Visible,
    Weight,
    permission,
)
from defilade.systems.greatwar.battling import battle_reasons, dice_of
from defilade.systems.greatwar.build import place
from defilade.systems.greatwar.fight import cited
from defilade.systems.greatwar.ground import stop_reasons
from defilade.systems.greatwar.movement import (
    move_reach,
    move_reasons,
    step_reasons,
    turn_reasons,
)
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack, flags_text, protection
from defilade.systems.greatwar.readings import readings_of
from defilade.systems.greatwar.sight import seen, sight_facts, sight_reasons
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.suppose import as_if_ordered
from defilade.systems.greatwar.terms import FLAME_THROWER, Combat, Token, UnitClass
from defilade.systems.protocol import DetailError


def rule(state: State, rules: HouseRules, question: Question) -> Ruling:
    """The answer to a question about this state, with what other readings of the text would make
    of it; raises `KeyError` for a name not on it."""
    ruling = ruled(state, rules, question)
    others = readings_of(ruling, rules, lambda other: ruled(state, other, question))
    return replace(ruling, readings=others)


def ruled(state: State, rules: HouseRules, question: Question) -> Ruling:
    """The answer by these rules alone; raises as `rule` does."""
    match question:
        case Movement():
            return _movement(state, rules, question)
        case Sight():
            return _sight(state, rules, question)
        case Cover():
            return _cover(state, rules, question)
        case Entry():
            return _entry(state, rules, question)
        case Firing():
            return _firing(state, rules, question)
        case _ as never:
            assert_never(never)


def spot(state: State, name: str) -> Cube:
    """The hex of a unit, or the hex of that name; raises `KeyError`."""
    if name in state.units:
        return state.units[name].at
    found = place(name, state.field.board)
    if found is None:
        raise KeyError(name)
    return found


def _point(here: Cube) -> Point:
    return (float(here.q), float(here.r))


def _movement(state: State, rules: HouseRules, question: Movement) -> Ruling:
    """May the unit go that way, or where may it go: before orders are given, as if ordered."""
    state, notes = as_if_ordered(state, question.piece)
    ruling = _moving(state, rules, question)
    return replace(ruling, reasons=(*notes, *ruling.reasons))


def _moving(state: State, rules: HouseRules, question: Movement) -> Ruling:
    unit = state.units[question.piece]
    if not all(float(each).is_integer() for point in question.path for each in point):
        raise DetailError("a hex is named by two whole numbers, Q,R")
    path = tuple(Cube.axial(int(q), int(r)) for q, r in question.path)
    off = question.detail.get("off") is True
    if not path and not off:
        return _reach(state, rules, question, unit)
    reasons = move_reasons(state, rules, unit, path, off=off)
    verdict = permission(reasons)
    bogs = 0
    if unit.kind.unit_class is UnitClass.TANK:
        bogs = max(0, len(path) + int(off) - 1)
    if verdict is Permission.ALLOWED:
        told = Record(hexes=len(path), moves=unit.kind.moves)
        reasons += (Reason("GW-MOVE-01", "may_move", told, Weight.FOR),)
        if path:
            reasons += stop_reasons(state.site(path[-1]), unit.kind, state.book)
    if Token.FORTIFIED_POSITION in state.site(unit.at).tokens:
        reasons += state.book.cites("fortified_position_stays")
    if bogs:
        reasons += (Reason("GW-MOVE-07", "bog_rolls", Record(rolls=bogs)),)
        reasons += state.book.cites("tank_bog_faces")
    mark = Mark.CLEAR if verdict is Permission.ALLOWED else Mark.BLOCKED
    route = Fact("path", Route(tuple(map(_point, (unit.at, *path)))), mark)
    numbers = Record(hexes=len(path) + int(off), moves=unit.kind.moves, bog_rolls=bogs)
    return Ruling(question, verdict, numbers, reasons, (route,))


def _reach(state: State, rules: HouseRules, question: Movement, unit: Unit) -> Ruling:
    """Without a path: everywhere the unit may go."""
    reasons = turn_reasons(state, unit)
    if permission(reasons) is Permission.REFUSED:
        return Ruling(question, Permission.REFUSED, Record(), reasons)
    ends = [here for here in move_reach(state, rules, unit).costs if here != unit.at]
    told = Record(hexes=len(ends), moves=unit.kind.moves)
    weight = Weight.FOR if ends else Weight.AGAINST
    why = Reason("GW-MOVE-01", "reachable", told, weight)
    cells = Fact("reach", Cells(tuple((here.q, here.r) for here in sorted(ends))), Mark.REACH)
    verdict = Permission.ALLOWED if ends else Permission.REFUSED
    return Ruling(question, verdict, told, (*reasons, why), (cells,) if ends else ())


def _sight(state: State, rules: HouseRules, question: Sight) -> Ruling:
    start, end = spot(state, question.by), spot(state, question.at)
    found = seen(state, rules, start=start, end=end)
    verdict = Visible.FULLY if found.is_open else Visible.NO
    away = distance(start, end)
    reasons = (
        Reason("GW-MAP-05", "range_is", Record(distance=away)),
        *sight_reasons(state, rules, found),
    )
    return Ruling(question, verdict, Record(range=away), reasons, sight_facts(found))


def attack_between(state: State, question: Cover | Firing) -> Attack:
    """The attack a question is about: close combat when adjacent, unless it says otherwise."""
    target = state.units[question.at]
    detail = question.detail.get("combat")
    if question.by == "artillery" or detail == Combat.RESERVE.value:
        on_target = question.detail.get("on_target", 1)
        count = on_target if isinstance(on_target, int) else 1
        return Attack(Combat.RESERVE, None, target, count)
    attacker = state.units[question.by]
    weapon = question.weapon if isinstance(question, Firing) else None
    flame = weapon == FLAME_THROWER or question.detail.get("flame_thrower") is True
    near = distance(attacker.at, target.at) == 1
    combat = Combat.CLOSE if near else Combat.RANGED
    for said in (detail, weapon):
        if said in (Combat.CLOSE.value, Combat.RANGED.value):
            combat = Combat(str(said))
    return Attack(combat, attacker, target, flame=flame)


def _cover(state: State, rules: HouseRules, question: Cover) -> Ruling:
    """Protection as a question about an attack (GW-PROT-08)."""
    attack = attack_between(state, question)
    shield = protection(state, rules, attack)
    covered = bool(shield.symbols or shield.flags)
    told = Record(combat=attack.combat.value)
    reasons = (Reason("GW-PROT-08", "in_this_attack", told), *shield.reasons)
    if attack.target.kind.unit_class is UnitClass.GUN and covered:
        reasons += (Reason("GW-PROT-06", "guns_protected"),)
    must = attack.target.kind.must_ignore_flags
    if must:
        reasons += (Reason("GW-TNK-02", "own_flag", Record(flags=must)),)
        reasons += state.book.cites_unit(attack.target.kind, "must_ignore_flags")
    at = attack.target.at
    cells = Fact("protected" if covered else "unprotected", Cells(((at.q, at.r),)), Mark.NOTE)
    numbers = Record(S=shield.symbols, Fl=flags_text(shield.flags), must_ignore=must)
    verdict = Covered.YES if covered else Covered.NO
    return Ruling(question, verdict, numbers, reasons, (cells,))


def _entry(state: State, rules: HouseRules, question: Entry) -> Ruling:
    unit, there = state.units[question.piece], spot(state, question.place)
    reasons = tuple(
        reason
        for reason in step_reasons(state, rules, unit, (unit.at, there))
        if reason.code != "not_a_neighbour"
    )
    verdict = permission(reasons)
    stops = stop_reasons(state.site(there), unit.kind, state.book)
    if verdict is Permission.ALLOWED:
        reasons += (Reason("GW-MOVE-05", "may_enter", weight=Weight.FOR), *stops)
    mark = Mark.CLEAR if verdict is Permission.ALLOWED else Mark.BLOCKED
    cells = Fact("entered", Cells(((there.q, there.r),)), mark)
    numbers = Record(must_stop=bool(stops))
    return Ruling(question, verdict, numbers, reasons, (cells,))


def _firing(state: State, rules: HouseRules, question: Firing) -> Ruling:
    """May the unit battle the other: before orders are given, as if it were ordered."""
    state, notes = as_if_ordered(state, question.by)
    attack = attack_between(state, question)
    if attack.attacker is None:
        raise KeyError(question.by)
    against = battle_reasons(state, rules, attack)
    dice, shield = dice_of(state, attack), protection(state, rules, attack)
    away = distance(attack.attacker.at, attack.target.at)
    found = seen(state, rules, start=attack.attacker.at, end=attack.target.at)
    reasons = [*notes, *against]
    if permission(against) is Permission.ALLOWED:
        told = Record(combat=attack.combat.value, distance=away)
        reasons.append(Reason("GW-BAT-01", "may_battle", told, Weight.FOR))
        if attack.combat is Combat.RANGED and attack.attacker.kind.needs_los:
            reasons += sight_reasons(state, rules, found)
        reasons += [*dice.reasons, *shield.reasons, *cited(state, rules, attack)]
    numbers = Record(range=away, dice=dice.dice, S=shield.symbols, Fl=flags_text(shield.flags))
    return Ruling(question, permission(against), numbers, tuple(reasons), sight_facts(found))
