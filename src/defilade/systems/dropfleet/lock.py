"""The number needed to hit, and from which face a hit is critical.

Knows the order of modifiers (DF-HIT-03) and the clamp to 2+..6+, which is the same as 1 always
missing and 6 always hitting (DF-DIC-03 to DF-DIC-05, DF-HIT-02). Dice are never altered.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.record import Record
from defilade.ruling import Reason
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.bodies import Body
from defilade.systems.dropfleet.condition import is_crippled
from defilade.systems.dropfleet.options import CritUses, HouseRules
from defilade.systems.dropfleet.ranges import re_enters, through_atmosphere
from defilade.systems.dropfleet.state import Sector, Ship, Weapon
from defilade.systems.dropfleet.terms import Layer
from defilade.values import Need

BEST, WORST = 2, 6
"""Modifiers never make a roll certain or impossible (DF-DIC-04)."""


@dataclass(frozen=True, slots=True)
class Lock:
    """What the dice need: `need` to hit, `crit_from` the lowest critical face or None.

    `keen_from` is the face that would be critical without a rule that makes every hit so;
    Crippling and Corruptor count from it (DF-CRP-08, DF-WPN-12).
    """

    need: Need
    crit_from: int | None
    keen_from: int | None
    reasons: tuple[Reason, ...] = ()


def lock_on(
    firer: Body, target: Body, weapon: Weapon, rules: HouseRules, *, scenery: int = 0
) -> Lock:
    """The Lock of a weapon at a target, every modifier named.

    6+ and nothing else through Atmosphere, with no criticals (DF-ATM-01, DF-ATM-03);
    otherwise printed Lock, +1 for another layer, + `scenery`, - Calibre, - Beast, clamped
    (DF-HIT-03).
    """
    printed, why = _printed(target, weapon)
    if _flat_six(firer, target, weapon):
        need = Need(WORST)
        flat = Reason("DF-ATM-01", "lock_flat", Record(lock=WORST, printed=str(printed)))
        keen = _critical(weapon, target, need, need)
        return Lock(need, _all_hits(weapon, need, keen), keen, (flat,))
    steps = (
        *_layers(firer, target, weapon, rules),
        *_scenery(scenery),
        *_bonuses(firer, target, weapon),
    )
    moved = sum(step for _, step, _ in steps)
    need = printed.harder(moved).clamped(BEST, WORST)
    from_which = printed.clamped(BEST, WORST) if rules.crit_uses is CritUses.PRINTED else need
    keen = _critical(weapon, target, need, from_which)
    reasons = [Reason(clause, code, Record(by=by)) for clause, by, code in steps]
    reasons.insert(0, Reason(why, "lock_printed", Record(lock=str(printed))))
    if printed.harder(moved) != need:
        reasons.append(Reason("DF-DIC-04", "lock_clamped", Record(lock=str(need))))
    return Lock(need, _all_hits(weapon, need, keen), keen, tuple(reasons))


def _printed(target: Body, weapon: Weapon) -> tuple[Need, str]:
    if keywords.has(weapon, "mauler"):
        armour = target.profile.armour if isinstance(target, Ship) else target.armour
        return armour, "DF-WPN-11"
    return weapon.lock, "DF-HIT-01"


def _flat_six(firer: Body, target: Body, weapon: Weapon) -> bool:
    """Whether DF-ATM-01 fixes the Lock, no rule of the weapon lifting it (DF-ATM-04)."""
    if not through_atmosphere(firer, target):
        return False
    in_atmosphere = firer.layer is Layer.ATMOSPHERE
    if isinstance(target, Sector):
        return not keywords.has(weapon, "bombardment")
    if keywords.has(weapon, "escape velocity"):
        return False
    if in_atmosphere and (keywords.has(weapon, "air to air") or keywords.has(weapon, "low level")):
        return False
    return not (keywords.has(weapon, "re entry") and re_enters(firer, target))


_Step = tuple[str, int, str]
"""A clause, by how much it moves the Lock, and the reason's code."""


_LIFTED_IN_ATMOSPHERE = (
    ("bombardment", "DF-WPN-02"),
    ("escape velocity", "DF-WPN-04"),
    ("re entry", "DF-WPN-05"),
    ("low level", "DF-WPN-03"),
)


def _layers(firer: Body, target: Body, weapon: Weapon, rules: HouseRules) -> tuple[_Step, ...]:
    """+1 for another layer, once (DF-LAY-01), unless a rule waives it."""
    if firer.layer is target.layer:
        both_in = firer.layer is Layer.ATMOSPHERE and keywords.has(weapon, "air to air")
        return (("DF-WPN-01", -1, "lock_air_to_air"),) if both_in else ()
    if (clause := _waiver(firer, target, weapon, rules)) is not None:
        return ((clause, 0, "layer_waived"),)
    return (("DF-LAY-01", 1, "lock_layer"),)


def _waiver(firer: Body, target: Body, weapon: Weapon, rules: HouseRules) -> str | None:
    """The clause that waives the +1 between layers, if one does."""
    if through_atmosphere(firer, target):
        for rule, clause in _LIFTED_IN_ATMOSPHERE:
            if keywords.has(weapon, rule):
                return clause
        # what comes here is Air-to-Air fired out of Atmosphere: all else is a flat 6+
        return None if rules.air_to_air_layer_penalty else "DF-WPN-01"
    if keywords.has(weapon, "escape velocity"):
        return "DF-WPN-04"
    monitor = isinstance(firer, Ship) and keywords.has(firer.profile, "monitor")
    return "DF-SHP-03" if monitor else None


def _scenery(by: int) -> tuple[_Step, ...]:
    """What debris and rings on the line add (DF-SCN-01, DF-SCN-02)."""
    return (("DF-TGT-03", by, "lock_scenery"),) if by else ()


def _bonuses(firer: Body, target: Body, weapon: Weapon) -> tuple[_Step, ...]:
    """Calibre against its tonnage (DF-WPN-07) and hurt Beasts (DF-SHP-02)."""
    found: list[_Step] = []
    if (
        isinstance(target, Ship)
        and not target.is_station
        and target.profile.tonnage[0] in keywords.calibres(weapon)
    ):
        found.append(("DF-WPN-07", -1, "lock_calibre"))
    if isinstance(firer, Ship) and keywords.has(firer.profile, "beast") and is_crippled(firer):
        found.append(("DF-SHP-02", -1, "lock_beast"))
    return tuple(found)


def _critical(weapon: Weapon, target: Body, need: Need, base: Need) -> int | None:
    """The lowest critical face: two over `base` (DF-CRT-01 to DF-CRT-03), one less for Calibre
    H or S, one more against Reinforced Armour (DF-CRT-05); None if no face is.

    Lock 4+ gives criticals on 6, 3+ on 5 and 6 (DF-CRT-03).
    """
    over = 2
    if keywords.calibres(weapon) & {"H", "S"}:
        over -= 1
    if isinstance(target, Ship) and keywords.has(target.profile, "reinforced armour"):
        over += 1
    face = max(base.value + over, need.value)
    return face if face <= 6 else None


def _all_hits(weapon: Weapon, need: Need, keen: int | None) -> int | None:
    """Particle makes every hit critical (DF-CRT-05, DF-WPN-08)."""
    return need.value if keywords.has(weapon, "particle") else keen
