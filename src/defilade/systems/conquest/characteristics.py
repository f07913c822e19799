"""Characteristics under modifiers, and the chance of a die against them.

Knows which modifiers there are and the order in which they count. Throws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from defilade.systems.conquest.options import HouseRules
from defilade.systems.conquest.state import Regiment, State
from defilade.systems.conquest.terms import Deed

LEAST, MOST = 1, 5
"""A 1 always succeeds and a 6 always fails (CQ-DIC-02)."""
BONUSES = ((10, 3), (7, 2), (4, 1))
"""Stands from which Resolve is higher, and by how much (CQ-MOR-02)."""


def on_die(value: int) -> int:
    """The highest face that succeeds against a characteristic (CQ-DIC-01, CQ-DIC-02)."""
    return min(max(value, LEAST), MOST)


def chance(value: int) -> Fraction:
    """Probability that one die succeeds against a characteristic (CQ-DIC-02)."""
    return Fraction(on_die(value), 6)


def modified(value: int, by: int, rules: HouseRules) -> int:
    """A characteristic raised or lowered: never under 0 (CQ-CHR-01), and not over the cap if
    one is agreed (CQ-CHR-02)."""
    changed = max(0, value + by)
    cap = rules.cap_characteristics
    return changed if cap is None or by <= 0 else min(changed, max(cap, value))


@dataclass(frozen=True, slots=True)
class Saves:
    """What one Hit is saved on: `target` is the better of the two (CQ-CLA-14)."""

    defence: int
    evasion: int

    @property
    def target(self) -> int:
        """The value that the die is compared with."""
        return max(self.defence, self.evasion)


def saves(defence: int, evasion: int, *, bonus: int, pierced: int, rules: HouseRules) -> Saves:
    """Defence with the garrison's X, then less Cleave or Armor Piercing, Evasion untouched
    (CQ-GAR-01, CQ-CLA-14, CQ-CLA-15)."""
    raised = modified(defence, bonus, rules)
    return Saves(modified(raised, -pierced, rules), evasion)


def saves_of(state: State, regiment: Regiment, pierced: int, rules: HouseRules) -> Saves:
    """What a Regiment saves on where it is now (CQ-GAR-01)."""
    bonus = 0 if regiment.location is None else state.terrain[regiment.location].defence
    profile = regiment.profile
    return saves(profile.defence, profile.evasion, bonus=bonus, pierced=pierced, rules=rules)


def to_hit(regiment: Regiment, deed: Deed, rules: HouseRules) -> int:
    """The value to hit with: Clash, raised by Inspire (CQ-INS-01, CQ-CLA-13), or Volley, raised
    by Take Aim (CQ-AIM-01, CQ-VOL-13). Impact Hits have Clash and are never Inspired."""
    if deed is Deed.VOLLEY:
        return modified(regiment.profile.volley, 1 if regiment.aimed else 0, rules)
    bonus = rules.inspire_bonus if regiment.inspired and deed is Deed.CLASH else 0
    return modified(regiment.profile.clash, bonus, rules)


def stands_bonus(stands: int) -> int:
    """What Stands add to Resolve: 4 to 6 add 1, 7 to 9 add 2, 10 or more add 3 (CQ-MOR-02)."""
    return next((bonus for least, bonus in BONUSES if stands >= least), 0)


def resolve_of(highest: int, stands: int, *, broken: bool) -> int:
    """Resolve in a Morale test; a Broken Regiment has no bonus (CQ-MOR-02, CQ-BRK-02)."""
    return highest + (0 if broken else stands_bonus(stands))
