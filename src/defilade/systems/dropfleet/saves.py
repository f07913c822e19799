"""Saving throws: which target number a point of damage faces.

Knows armour, passive countermeasures and what moves them; one roll per point, the best that
applies and never one of each (DF-SAV-01, DF-SAV-02). Does not roll.
"""

from __future__ import annotations

from defilade.geometry.plane import EPS
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.condition import is_crippled
from defilade.systems.dropfleet.lock import BEST, WORST
from defilade.systems.dropfleet.options import HouseRules, RuinsArmour
from defilade.systems.dropfleet.state import Sector, Ship, Weapon
from defilade.systems.dropfleet.terms import Effect
from defilade.values import Inches, Need

CRACKED = 2
ABLATIVE = -2
SCALDED = 1


def armour(ship: Ship, *, scalded: int = 0) -> Need:
    """The armour save: two better when ablative and not crippled (DF-SHP-01), two worse when
    cracked (DF-CRP-05), worse by `scalded`; kept within 2+ and 6+ (DF-DIC-04)."""
    change = scalded + _cracked(ship)
    if keywords.has(ship.profile, "ablative armour") and not is_crippled(ship):
        change += ABLATIVE
    return ship.profile.armour.harder(change).clamped(BEST, WORST)


def passive(ship: Ship, *, scalded: int = 0) -> Need | None:
    """The passive save, if there is one that counts now.

    Saves that must be raised count only while shields are up (DF-SAV-04); what worsens
    armour worsens them too (DF-SAV-05).
    """
    if ship.profile.pcm is None or (raisable(ship) and not ship.shields_up):
        return None
    return ship.profile.pcm.harder(scalded + _cracked(ship)).clamped(BEST, WORST)


def raisable(ship: Ship) -> bool:
    """Whether the ship has shields that must be raised: two Signatures, or Shaltari (DF-SAV-04)."""
    return (
        ship.profile.signature_up is not None
        or ship.profile.faction.lower() == "shaltari"
        or keywords.has(ship.profile, "shaltari shields")
    )


def _cracked(ship: Ship) -> int:
    return CRACKED if ship.has(Effect.ARMOUR_CRACKED) else 0


def normal_save(target: Ship | Sector, rules: HouseRules, *, scalded: int = 0) -> Need | None:
    """What a normal point faces: the better of armour and passive (DF-SAV-03); a sector its
    printed save (DF-BOM-06), ruins what `ruins_armour` says (DF-RUI-05)."""
    if isinstance(target, Sector):
        return _sector_save(target, rules, scalded)
    second = passive(target, scalded=scalded)
    first = armour(target, scalded=scalded)
    return first if second is None else min(first, second)


def _sector_save(sector: Sector, rules: HouseRules, scalded: int) -> Need | None:
    if sector.ruins and rules.ruins_armour is RuinsArmour.NONE:
        return None
    if sector.ruins and rules.ruins_armour is RuinsArmour.SIX:
        return Need(WORST)
    return sector.armour.harder(scalded).clamped(BEST, WORST)


def critical_save(target: Ship | Sector, weapon: Weapon | None, *, scalded: int = 0) -> Need | None:
    """What a critical point faces: only passive countermeasures (DF-CRT-04, DF-SAV-03), and
    nothing at all of a Particle weapon (DF-CRT-05)."""
    if isinstance(target, Sector) or (weapon is not None and keywords.has(weapon, "particle")):
        return None
    return passive(target, scalded=scalded)


def scalds(weapon: Weapon | None, distance: Inches | None, scan: Inches | None) -> int:
    """By how much Scald worsens saves: when the firer is within its Scan of the target,
    inclusive; always for weapons whose bearer has no Scan (DF-WPN-09)."""
    if weapon is None or not keywords.has(weapon, "scald"):
        return 0
    if scan is None or distance is None or distance <= scan + EPS:
        return SCALDED
    return 0
