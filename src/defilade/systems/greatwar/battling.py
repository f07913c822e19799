"""Who may battle whom, and with how many dice (GW-BAT, GW-UNIT).

Knows the attacker's side of a combat; protection and what the dice do stand elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.geometry.hexes import distance
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.ground import ground_of, moved_in
from defilade.systems.greatwar.movement import move_clause
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.protection import Attack
from defilade.systems.greatwar.sight import named, seen, sight_reasons
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.tables import LOADED_LINE, Kind
from defilade.systems.greatwar.terms import (
    FLAME_THROWER,
    LOADER,
    MARKSMAN,
    Combat,
    Ground,
    Token,
    UnitClass,
)


def armed(unit: Unit) -> Kind:
    """The unit's battle line: a machine gun's loader gives it another (GW-UNIT-04)."""
    if unit.kind.name == "machine_gun" and LOADER in unit.personnel:
        return replace(unit.kind, ranged=LOADED_LINE)
    return unit.kind


def battle_reasons(state: State, rules: HouseRules, attack: Attack) -> tuple[Reason, ...]:
    """Everything against an attack of one unit on another now."""
    attacker, target = attack.attacker, attack.target
    assert attacker is not None  # reserve artillery has reasons of its own
    against = [*turn_reasons(state, attacker), *place_reasons(state, rules, attacker)]
    if target.side is attacker.side:
        against.append(_no("GW-BAT-01", "own_unit", unit=target.id))
    if attack.flame and FLAME_THROWER not in attacker.personnel:
        against.append(_no("GW-TER-07", "no_flame_thrower", unit=attacker.id))
    away = distance(attacker.at, target.at)
    if attack.combat is Combat.CLOSE:
        if away != 1:
            against.append(_no("GW-BAT-02", "close_not_adjacent", distance=away))
        if attacker.kind.close is None:
            against.append(_no("GW-UNIT-06", "no_battle_line", type=attacker.kind.name))
        return tuple(against)
    return (*against, *_ranged_reasons(state, rules, attacker, target))


def turn_reasons(state: State, unit: Unit) -> tuple[Reason, ...]:
    """Everything in the turn against a unit battling now (GW-TURN-02, GW-BAT-01, GW-BAT-03)."""
    against: list[Reason] = []
    if state.winner is not None:
        against.append(_no("GW-VIC-02", "game_over", side=state.winner.value))
    if unit.side is not state.active:
        against.append(_no("GW-TURN-01", "not_your_turn", unit=unit.id))
    if not unit.ordered:
        against.append(_no("GW-TURN-02", "not_ordered", unit=unit.id))
    if unit.battled:
        against.append(_no("GW-BAT-01", "battled_already", unit=unit.id))
    if unit.hexes_moved > unit.kind.moves_and_battles:
        told = Record(unit=unit.id, hexes=unit.hexes_moved, most=unit.kind.moves_and_battles)
        against.append(Reason(move_clause(unit.kind), "moved_too_far", told, Weight.AGAINST))
        against += state.book.cites_unit(unit.kind, "moves_and_battles")
    return tuple(against)


def place_reasons(state: State, rules: HouseRules, unit: Unit) -> tuple[Reason, ...]:
    """Why a unit may not battle from where it stands: fordable water (GW-WAT-06).

    A bridge lifts that (GW-BRG-03); a damaged one is water (GW-DBR-01). A tank or gun that
    was on the bridge when it broke may battle (GW-BRG-09).
    """
    site = state.site(unit.at)
    if unit.kind.unit_class is not UnitClass.SOLDIER:
        on_wreck = Token.DAMAGED_BRIDGE in site.tokens
        return of_options(rules, "bridge_damaged_with_vehicle") if on_wreck else ()
    against: list[Reason] = []
    told = Record(unit=unit.id, hex=named(state, unit.at))
    if ground_of(site) is Ground.FORDABLE:
        if Token.DAMAGED_BRIDGE in site.tokens:
            against.append(Reason("GW-DBR-01", "damaged_bridge_is_ford"))
        against.append(Reason("GW-WAT-06", "no_battle_in_water", told, Weight.AGAINST))
    began = unit.came_from
    from_water = began is not None and ground_of(state.site(began)) is Ground.FORDABLE
    if rules.waterway_no_battle_if_started and from_water and began is not None:
        told = Record(unit=unit.id, hex=named(state, began))
        against.append(Reason("GW-WAT-06", "began_in_water", told, Weight.AGAINST))
    return tuple(against)


def _ranged_reasons(state: State, rules: HouseRules, attacker: Unit, target: Unit) -> list[Reason]:
    against: list[Reason] = []
    kind, away = armed(attacker), distance(attacker.at, target.at)
    if (foe := state.next_to_foe(attacker)) is not None:
        against.append(_no("GW-BAT-02", "enemy_adjacent", unit=foe.id))
        if kind.unit_class is UnitClass.TANK:
            against.append(_no("GW-TNK-02", "tank_close_only", unit=foe.id))
    if away < 2:
        against.append(_no("GW-BAT-02", "ranged_too_near", distance=away))
    if kind.ranged is None:
        against.append(_no("GW-UNIT-06", "no_battle_line", type=kind.name))
    elif away > kind.reach:
        against.append(_no("GW-LOS-06", "out_of_range", distance=away, reach=kind.reach))
        against += cited_line(state, attacker, Combat.RANGED)
    if 2 <= away < kind.least_range:
        against.append(
            _no("GW-UNIT-06", "inside_least_range", distance=away, least=kind.least_range)
        )
    onto_building = attacker.moved_onto == attacker.at and (
        ground_of(state.site(attacker.at)) is Ground.BUILDING
    )
    if kind.unit_class is UnitClass.TANK and onto_building:
        against.append(_no("GW-BAT-04", "tank_onto_building", unit=attacker.id))
    if kind.needs_los:
        found = seen(state, rules, start=attacker.at, end=target.at)
        if not found.is_open:
            against.append(_no("GW-LOS-06", "no_sight", unit=attacker.id))
            against += sight_reasons(state, rules, found)
    return against


def cited_line(state: State, attacker: Unit, combat: Combat) -> tuple[Reason, ...]:
    """The part of a battle line that is a stand-in; a loader's line has a source."""
    if combat is Combat.CLOSE:
        return state.book.cites_unit(attacker.kind, "close")
    if armed(attacker) is not attacker.kind:
        return ()
    return state.book.cites_unit(attacker.kind, "ranged")


@dataclass(frozen=True, slots=True)
class Dice:
    """Battle dice of an attack, whether Deadly Die sides hit, and why."""

    dice: int
    deadly: bool
    reasons: tuple[Reason, ...]


def dice_of(state: State, attack: Attack) -> Dice:
    """The dice an attacker rolls: its line, whatever figures are left (GW-UNIT-01).

    Less what it lost by moving in this turn (GW-TER-01), more for a marksman (GW-UNIT-04) and
    for a combat card played on it (GW-TURN-06); the target's terrain takes none (GW-PROT-01).
    """
    attacker = attack.attacker
    assert attacker is not None  # reserve artillery rolls by targeting dice
    kind, away = armed(attacker), distance(attacker.at, attack.target.at)
    close = attack.combat is Combat.CLOSE
    dice = (kind.close or 0) if close else kind.dice_at(away)
    told = Record(dice=dice, type=kind.name, distance=away)
    reasons = [Reason("GW-UNIT-01", "line_close" if close else "line_ranged", told)]
    reasons += cited_line(state, attacker, attack.combat)
    deadly = close or away in kind.deadly_at
    if armed(attacker) is not attacker.kind:
        reasons.append(Reason("GW-UNIT-04", "loader", Record(unit=attacker.id)))
    if not close and _marksman(attacker):
        dice += 1
        reasons.append(Reason("GW-UNIT-04", "marksman", Record(unit=attacker.id)))
    change, why = _from_ground(state, attacker)
    if attacker.bonus:
        why = (*why, Reason("GW-TURN-06", "card_dice", Record(dice=attacker.bonus)))
    dice = max(0, dice + change + attacker.bonus)
    return Dice(dice, deadly, (*reasons, *why, _deadly(close=close, marked=deadly)))


def _marksman(unit: Unit) -> bool:
    return unit.kind.name == "infantry" and MARKSMAN in unit.personnel and not unit.hexes_moved


def _from_ground(state: State, attacker: Unit) -> tuple[int, tuple[Reason, ...]]:
    site = state.site(attacker.at)
    ground = ground_of(site)
    if ground is Ground.BRIDGE:
        return 0, (Reason("GW-BRG-03", "full_dice_on_bridge"),)
    if attacker.moved_onto != attacker.at:
        return 0, ()
    change = moved_in(site, state.book)
    told = Record(ground=ground.value, change=change)
    reasons = [Reason("GW-TER-01", "moved_in", told)] if change else []
    reasons += state.book.cites_row(ground, "moved_in")
    if Token.WIRE in site.tokens:
        reasons += state.book.cites("terrain.wire.moved_in")
    return change, tuple(reasons)


def _deadly(*, close: bool, marked: bool) -> Reason:
    if close:
        return Reason("GW-DIE-03", "deadly_close")
    return Reason("GW-DIE-04", "deadly_marked" if marked else "deadly_misses")


def _no(clause: str, code: str, **params: str | int) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
