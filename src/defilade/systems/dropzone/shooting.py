"""The shooting chapter: who may shoot at what with which weapon, and on which numbers.

Knows judgements and needs; the dice are in `steps`, what follows from Damage in `firing`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.record import Record
from defilade.ruling import Fact, Reason, Weight
from defilade.systems.dropzone.cover import Covers, covers, ignored
from defilade.systems.dropzone.damage import against, against_piece, is_infantry, saves
from defilade.systems.dropzone.keywords import Special, find, has, number
from defilade.systems.dropzone.measuring import in_coherency, together, within
from defilade.systems.dropzone.reasons import no, note
from defilade.systems.dropzone.sight import Look, look
from defilade.systems.dropzone.state import (
    Aboard,
    Gone,
    InGarrison,
    Piece,
    State,
    Unit,
    Weapon,
    rules_of,
)
from defilade.systems.dropzone.steps import Wound
from defilade.systems.dropzone.terms import Entered, Rule, UnitType
from defilade.systems.dropzone.weapons import anti_air, firing, ready
from defilade.table import Table

SCENERY_NEED = 2
"""What scenery is hit on, before modifiers (DZ-DES-02)."""
INDIRECT_NEED = 5
"""What an Indirect weapon needs without sight, before modifiers (DZ-DES-04)."""
HULL_DOWN, OUT_OF_COHERENCY, DISEMBARKED, REACTION = 2, 1, 2, 2
"""Penalties to Accuracy (DZ-SHT-08, DZ-LOS-08)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """One weapon of one unit at one target: what a player declares.

    `via` is the edge aimed at for Flame (DZ-GSH-09); `combine` combines a Reduced weapon's
    fire; `reaction` marks Reaction Fire.
    """

    unit: str
    weapon: str
    target: str
    via: str | None = None
    combine: bool = False
    reaction: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """An aim judged: the reasons in the rulebook's order, and the numbers it fires on.

    `need` is the number after modifiers, None for automatic hits; `wound` says what a hit
    does; `glance` what a near miss of an Area weapon does.
    """

    aim: Aim
    weapon: Weapon
    look: Look | None
    reasons: tuple[Reason, ...]
    need: int | None
    wound: Wound
    hull_down: bool = False
    covers: Covers = Covers()  # noqa: RUF009  # a frozen value
    glance: Wound | None = None

    @property
    def refused(self) -> tuple[Reason, ...]:
        """The reasons against it."""
        return tuple(reason for reason in self.reasons if reason.forbids)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The geometry behind it."""
        return self.look.facts if self.look else ()


def target_of(state: State, name: str) -> Unit | Piece | None:
    """The unit or piece of that name."""
    return state.units.get(name) or state.pieces.get(name)


def judged(table: Table[State], aim: Aim) -> Shot:
    """Judge an aim: movement, target, sight and arc, range, then the numbers (DZ-SHT-01).

    Raises `KeyError` for a unit, weapon or target that does not exist.
    """
    state = table.state
    unit = state.units[aim.unit]
    printed = next(w for w in unit.stats.weapons if w.name == aim.weapon)
    target = state.units[aim.target] if aim.target in state.units else state.pieces[aim.target]
    weapon = firing(unit, printed, combine=aim.combine)
    if aim.combine and isinstance(target, Unit) and in_flight(target):
        weapon = anti_air(weapon)
    reasons = list(ready(unit, state.squads[unit.squad], printed))
    if aim.combine and not has(printed.special, Special.REDUCED):
        reasons.append(no("DZ-CQ-04", "not_reduced", weapon=weapon.name))
    reasons += _reaction(table, aim, unit, weapon) if aim.reaction else ()
    if weapon.close:
        return _close(table, aim, unit=unit, weapon=weapon, target=target, reasons=reasons)
    reasons += legal_target(table, unit, weapon, target)
    seen = None
    if not any(isinstance(one.where, Aboard | Gone) for one in _units(unit, target)):
        seen = look(table, unit, target, via=aim.via, weapon=weapon)
        reasons += _sight_and_range(table, unit, weapon, target, seen)
    return _numbers(table, aim, weapon=weapon, target=target, seen=seen, reasons=reasons)


def _units(unit: Unit, target: Unit | Piece) -> tuple[Unit, ...]:
    return (unit, target) if isinstance(target, Unit) else (unit,)


def in_flight(unit: Unit) -> bool:
    """Whether a unit is an Aircraft in the air (DZ-SHT-09)."""
    return unit.stats.type is UnitType.AIRCRAFT and not unit.landed


def legal_target(
    table: Table[State], unit: Unit, weapon: Weapon, target: Unit | Piece
) -> tuple[Reason, ...]:
    """Why a weapon that is not Close Quarters may not have such a target at all."""
    state, found = table.state, []
    if isinstance(unit.where, Aboard | Gone):
        found.append(no("DZ-SHT-05", "shooter_not_on_table", unit=unit.id))
    if isinstance(target, Piece):
        if not target.has(Rule.DESTRUCTIBLE) or not target.dp:
            found.append(no("DZ-DES-01", "not_destructible", piece=target.id))
        return tuple(found)
    if isinstance(target.where, Aboard | Gone):
        found.append(no("DZ-SHT-05", "not_on_table", target=target.id))
    if target.side == unit.side:
        found.append(no("DZ-SHT-05", "friend", target=target.id))
    if together(unit, target):
        found.append(no("DZ-GSH-01", "only_close_quarters_inside", weapon=weapon.name))
    if in_flight(target):
        if not has(weapon.special, Special.AA):
            found.append(no("DZ-SHT-09", "aircraft_need_aa", target=target.id))
        elif state.squads[unit.squad].left_aerial_round:
            found.append(no("DZ-TRA-03", "landing_zone_hot", squad=unit.squad))
    return tuple(found)


def _reaction(table: Table[State], aim: Aim, unit: Unit, weapon: Weapon) -> tuple[Reason, ...]:
    """Reaction Fire: an AA weapon not fired this round, at Aircraft that just moved."""
    found = []
    target = table.state.units.get(aim.target)
    if not has(weapon.special, Special.AA) or has(weapon.special, Special.INDIRECT):
        found.append(no("DZ-KEY-01", "no_reaction_weapon", weapon=weapon.name))
    if target is None or not in_flight(target) or target.moved <= 0:
        found.append(no("DZ-KEY-01", "no_aircraft_moved", target=aim.target))
    if weapon.name in unit.fired_round:
        found.append(no("DZ-KEY-01", "fired_already", weapon=weapon.name))
    return tuple(found)


def _sight_and_range(
    table: Table[State], unit: Unit, weapon: Weapon, target: Unit | Piece, seen: Look
) -> tuple[Reason, ...]:
    """Arc, sight and range of a shot (DZ-SHT-03, DZ-SHT-04)."""
    found = list(seen.reasons)
    hidden = [reason for reason in found if reason.forbids]
    indirect = has(weapon.special, Special.INDIRECT) and not isinstance(unit.where, Aboard)
    if hidden and indirect and not seen.barred:
        found = [replace(r, weight=Weight.NOTE) for r in found]
        found.append(note("DZ-DES-04", "indirect_without_sight", need=INDIRECT_NEED))
    limit = range_of(weapon, target)
    in_range = within(seen.range, limit, rules_of(table)) or seen.contact
    code = "in_range" if in_range else "out_of_range"
    weight = Weight.FOR if in_range else Weight.AGAINST
    numbers = Record(range=seen.range, limit=limit)
    if not seen.barred:
        found.append(Reason("DZ-SHT-04", code, numbers, weight))
    return tuple(found)


def range_of(weapon: Weapon, target: Unit | Piece) -> float:
    """R(C) against Active Countermeasures, else R(F); scenery has none (DZ-SHT-04)."""
    countered = isinstance(target, Unit) and target.stats.active
    return weapon.rc if countered else weapon.rf


def _numbers(
    table: Table[State],
    aim: Aim,
    *,
    weapon: Weapon,
    target: Unit | Piece,
    seen: Look | None,
    reasons: list[Reason],
) -> Shot:
    """The numbers of a shot that is not Close Quarters."""
    rules = rules_of(table)
    unit = table.state.units[aim.unit]
    given = Covers()
    if isinstance(target, Unit):
        given = covers(table, seen.start if seen else None, unit, target)
        reasons += given.reasons
    blind = seen is not None and not seen.visible
    hull = hull_down_at(target, seen, weapon) and not blind
    soft = 0 if ignored(weapon.special, "soft") else given.soft_penalty(stack=rules.cover_stack)
    body = 0 if ignored(weapon.special, "body") else given.body_penalty(stack=rules.cover_stack)
    if (given.soft or given.body) and soft + body == 0:
        reasons.append(note("DZ-COV-10", "cover_ignored", weapon=weapon.name))
    penalties = _penalties(table, aim, weapon, target, hull=hull, soft=soft)
    reasons += penalties
    need = _base_need(weapon, target, blind=blind, rules_zero=rules.shoot_acc_zero_auto)
    if need is not None:
        need = max(2, need + sum(int(str(p.params["penalty"])) for p in penalties))
        reasons.append(note("DZ-SHT-06", "needs_to_hit", need=need))
    else:
        reasons.append(note("DZ-SHT-07", "hits_automatically", weapon=weapon.name))
    wound = wound_of(table, weapon, target, cover=body)
    glance = wound_of(table, replace(weapon, energy=weapon.energy - 2), target, cover=body)
    if body:
        reasons.append(note("DZ-DMG-02", "body_cover_penalty", penalty=body))
    return Shot(aim, weapon, seen, tuple(reasons), need, wound, hull, given, glance)


def _base_need(
    weapon: Weapon, target: Unit | Piece, *, blind: bool, rules_zero: bool
) -> int | None:
    """The number to hit before modifiers: its own, 2 for scenery, 5 without sight."""
    if weapon.acc is None or (weapon.acc == 0 and rules_zero):
        return None
    if blind:
        return INDIRECT_NEED
    return SCENERY_NEED if isinstance(target, Piece) else weapon.acc


def hull_down_at(target: Unit | Piece, seen: Look | None, weapon: Weapon) -> bool:
    """Whether less than half of a target is in view (DZ-LOS-08); scenery, Large units and
    units on an edge never are (DZ-LOS-09)."""
    if isinstance(target, Piece) or seen is None or isinstance(target.where, InGarrison):
        return False
    if has(target.stats.special, Special.LARGE) or ignored(weapon.special, "hull"):
        return False
    return seen.share < 0.5 - 1e-9


def _penalties(
    table: Table[State],
    aim: Aim,
    weapon: Weapon,
    target: Unit | Piece,
    *,
    hull: bool,
    soft: int,
) -> list[Reason]:
    """Everything that makes hitting harder, each with its amount (DZ-SHT-08)."""
    squad = table.state.squads[table.state.units[aim.unit].squad]
    found = []
    if hull:
        found.append(note("DZ-LOS-08", "hull_down", penalty=HULL_DOWN))
    if not in_coherency(table, squad.id):
        found.append(note("DZ-SHT-08", "out_of_coherency", penalty=OUT_OF_COHERENCY))
    if squad.disembarked:
        found.append(note("DZ-TRA-03", "disembarked", penalty=DISEMBARKED))
    if soft:
        found.append(note("DZ-COV-01", "soft_cover", penalty=soft))
    evasion = _evasion(weapon, target)
    if evasion:
        found.append(note("DZ-SHT-08", "evasion", penalty=evasion))
    if aim.reaction:
        found.append(note("DZ-SHT-08", "reaction_fire", penalty=REACTION))
    return found


def _evasion(weapon: Weapon, target: Unit | Piece) -> int:
    """Evasion less the weapon's AA-X; Flame ignores it (DZ-SHT-08)."""
    if isinstance(target, Piece) or has(weapon.special, Special.FLAME):
        return 0
    return max(0, target.stats.evasion - number(weapon.special, Special.AA))


def wound_of(
    table: Table[State],
    weapon: Weapon,
    target: Unit | Piece,
    *,
    cover: int = 0,
    again: bool = False,
) -> Wound:
    """What a hit of a weapon does to a target."""
    rules = rules_of(table)
    if isinstance(target, Piece):
        armour = target.armour or 0
        return Wound(against_piece(weapon.energy, armour, weapon.special, rules), ())
    numbers = against(
        target.stats,
        weapon.energy,
        cover=cover,
        special=weapon.special,
        criticals=not weapon.close,
        rules=rules,
    )
    clause = "DZ-CQ-01" if weapon.close else "DZ-DMG-01"
    return Wound(
        numbers, saves(target, weapon.energy, dodging=weapon.close), again=again, clause=clause
    )


def _close(
    table: Table[State],
    aim: Aim,
    *,
    unit: Unit,
    weapon: Weapon,
    target: Unit | Piece,
    reasons: list[Reason],
) -> Shot:
    """A Close Quarters shot: same Garrison, enemy Infantry, no roll to hit (DZ-CQ-01,
    DZ-GSH-01); no Body Cover (DZ-COV-07, DZ-CQ-03)."""
    if isinstance(target, Piece):
        reasons.append(no("DZ-CQ-01", "close_at_scenery", piece=target.id))
        reasons.append(no("DZ-DES-02", "close_at_scenery", piece=target.id))
        return Shot(aim, weapon, None, tuple(reasons), None, wound_of(table, weapon, target))
    if target.side == unit.side:
        reasons.append(no("DZ-SHT-05", "friend", target=target.id))
    if not together(unit, target):
        reasons.append(no("DZ-CQ-01", "not_in_same_garrison", target=target.id))
    elif not (is_infantry(unit) and is_infantry(target)):
        reasons.append(no("DZ-GSH-01", "only_infantry_inside", target=target.id))
    again = rerolls(table, unit.squad)
    if again:
        reasons.append(note("DZ-GSH-03", "successes_again", squad=unit.squad))
    reasons.append(note("DZ-CQ-03", "no_body_cover"))
    reasons.append(note("DZ-SHT-07", "hits_automatically", weapon=weapon.name))
    wound = wound_of(table, weapon, target, again=again)
    return Shot(aim, weapon, None, tuple(reasons), None, wound)


def rerolls(table: Table[State], squad: str) -> bool:
    """Whether a squad re-rolls its successful damage rolls inside: it entered a Garrison that
    held enemies, in this activation, and not by Rapid Insertion (DZ-GSH-03, DZ-LNK-04)."""
    return table.state.squads[squad].entered in (Entered.NORMAL, Entered.LINKED)


def destroyer_of(weapon: Weapon) -> int | None:
    """The number from which a hit is a Critical at once (DZ-KEY-03)."""
    found = find(weapon.special, Special.DESTROYER)
    return found.x if found else None
