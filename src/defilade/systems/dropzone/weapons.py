"""Weapons as they fire now: Shots lost with Damage, combined fire, uses left.

Knows weapon lines and the unit that carries them; never targets (DZ-CQ-04, DZ-KEY-01).
"""

from __future__ import annotations

from dataclasses import replace

from defilade.geometry.plane import EPS
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropzone.keywords import Keyword, Special, has, number
from defilade.systems.dropzone.state import Squad, Unit, Weapon

MOST_COMBINED = 9
"""Energy that combined fire reaches at most (DZ-CQ-04)."""
COMBINED_AA_RANGE = 6.0
"""Range of combined fire that is used against Aircraft (DZ-CQ-04)."""


def shots_of(unit: Unit, weapon: Weapon) -> int:
    """Shots a weapon has now: Reduced-X loses X for each DP lost, not below 0 (DZ-CQ-04)."""
    lost = number(weapon.special, Special.REDUCED) * unit.dp_lost
    return max(0, weapon.shots - lost)


def combined(unit: Unit, weapon: Weapon) -> Weapon:
    """The weapon with its fire combined: 1 Shot, Energy +1 for each Shot given up, at most 9
    (or its own, if that is more). It may aim at Aircraft within 6 (DZ-CQ-04)."""
    given_up = max(0, shots_of(unit, weapon) - 1)
    energy = max(weapon.energy, min(MOST_COMBINED, weapon.energy + given_up))
    return replace(weapon, shots=1, energy=energy)


def firing(unit: Unit, weapon: Weapon, *, combine: bool = False) -> Weapon:
    """The weapon as it fires now."""
    if combine:
        return combined(unit, weapon)
    return replace(weapon, shots=shots_of(unit, weapon))


def anti_air(weapon: Weapon) -> Weapon:
    """Combined fire turned on Aircraft: AA, at a range of 6 (DZ-CQ-04)."""
    near = min(weapon.rf, COMBINED_AA_RANGE)
    special = (*weapon.special, Keyword(Special.AA, 0))
    return replace(weapon, rf=near, rc=min(weapon.rc, COMBINED_AA_RANGE), special=special)


def times(weapon: Weapon) -> int:
    """How often one Shooting action may fire it: Strafe-X says X (DZ-KEY-01)."""
    return max(1, number(weapon.special, Special.STRAFE))


def ready(unit: Unit, squad: Squad, weapon: Weapon) -> tuple[Reason, ...]:
    """Why a unit may not use a weapon now, whatever the target; empty where it may.

    Its movement against M&F (DZ-SHT-02), embarking (DZ-SHT-10), Close Quarters and other
    weapons together (DZ-GSH-02), Alt, Limited and Shots left (DZ-KEY-01).
    """
    found: list[Reason] = []

    def no(clause: str, code: str, **params: str | int | float) -> None:
        found.append(Reason(clause, code, Record(weapon=weapon.name, **params), Weight.AGAINST))

    if unit.moved > weapon.mf + EPS:
        no("DZ-SHT-02", "moved_too_far", moved=unit.moved, mf=weapon.mf)
    if squad.embarked_round:
        no("DZ-SHT-10", "embarked_this_round", squad=squad.id)
    if (squad.used_other and weapon.close) or (squad.used_cq and not weapon.close):
        no("DZ-GSH-02", "close_and_other", squad=squad.id)
    alt = {k.x for k in weapon.special if k.name is Special.ALT}
    for other in unit.stats.weapons:
        same = other.name != weapon.name and other.name in unit.fired_round
        if same and alt & {k.x for k in other.special if k.name is Special.ALT}:
            no("DZ-KEY-01", "other_profile_fired", other=other.name)
    if has(weapon.special, Special.LIMITED):
        uses = number(weapon.special, Special.LIMITED)
        if unit.spent.get(weapon.name, 0) >= uses:
            no("DZ-KEY-01", "used_up", uses=uses)
    if shots_of(unit, weapon) == 0:
        no("DZ-CQ-04", "no_shots_left", lost=unit.dp_lost)
    return tuple(found)
