"""The damage chapter: what a hit needs on the die, and what it then does.

Knows Energy, Armour, cover and countermeasures as numbers; never who shot at whom.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from defilade.systems.dropzone.keywords import Keyword, Special, find, has
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.state import Stats, Unit
from defilade.systems.dropzone.terms import UnitType

PASSIVE_LIMIT = 13
"""From this Energy on, Passive Countermeasures do nothing (DZ-DMG-04)."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a damage die needs: `damage` or more hurts, `critical` or more is a Critical.

    None where no face does. `one` and `two` are the Damage of each; `always` is the face that
    damages whatever the sum (DZ-DMG-03, DZ-COL-02).
    """

    damage: int | None
    critical: int | None
    one: int = 1
    two: int = 2

    @property
    def bands(self) -> tuple[int, ...]:
        """Ascending thresholds: damage, then Critical where it is apart."""
        found = [need for need in (self.damage, self.critical) if need is not None]
        return tuple(dict.fromkeys(found))

    def sorted_out(self, counts: tuple[int, ...]) -> tuple[int, int]:
        """How many dice did plain Damage and how many a Critical, from counts per band."""
        if self.critical is None:
            return (counts[1] if len(counts) > 1 else 0, 0)
        if self.damage == self.critical:
            return (0, counts[1])
        return (counts[1], counts[2])

    def chances(self) -> dict[int, Fraction]:
        """Damage of one hit with its probability (DZ-DMG-01)."""
        faces: dict[int, Fraction] = {}
        for face in range(1, 7):
            done = self.of_face(face)
            faces[done] = faces.get(done, Fraction(0)) + Fraction(1, 6)
        return dict(sorted(faces.items()))

    def of_face(self, face: int) -> int:
        """Damage of a hit that rolled a face."""
        if self.critical is not None and face >= self.critical:
            return self.two
        return self.one if self.damage is not None and face >= self.damage else 0


def needs(  # the numbers of one table: each is a column of it
    energy: int,
    armour: int,
    *,
    cover: int = 0,
    penetrative: bool = False,
    criticals: bool = True,
    rules: HouseRules | None = None,
) -> Needs:
    """What a hit needs: Armour less Energy, at least 2 (DZ-DMG-01, DZ-MEA-05).

    `cover` is the Body Cover penalty, which acts as Armour (DZ-DMG-02); `penetrative` lets a
    6 always damage (DZ-DMG-03).
    """
    plain = armour - energy
    spares = rules is not None and rules.damage_penalty_spares_critical
    damage = _face(plain + cover)
    critical = _face(plain + 2 + (0 if spares else cover)) if criticals else None
    if penetrative and damage is None:
        damage = 6
    return Needs(damage, critical)


def _face(number: int) -> int | None:
    return max(2, number) if number <= 6 else None


def against(  # the same table, read for one unit
    stats: Stats,
    energy: int,
    *,
    cover: int = 0,
    special: tuple[Keyword, ...] = (),
    criticals: bool = True,
    rules: HouseRules | None = None,
) -> Needs:
    """What a hit needs against a unit, with its Resilience and the weapon's rules."""
    base = needs(
        energy,
        stats.armour,
        cover=cover,
        penetrative=has(special, Special.PENETRATIVE),
        criticals=criticals,
        rules=rules,
    )
    one, two = _devastation(stats, special)
    if has(stats.special, Special.RESILIENT):
        two = one  # a Critical acts like a plain hit (DZ-DMG-06)
    return Needs(base.damage, base.critical, one, two)


def _devastation(stats: Stats, special: tuple[Keyword, ...]) -> tuple[int, int]:
    """Damage of a plain hit and of a Critical; Devastator's highest X counts (DZ-DMG-04)."""
    kinds = {stats.type.value, "all"}
    if has(stats.special, Special.LARGE):
        kinds.add("large")
    if stats.subtype is not None:
        kinds.add(stats.subtype.value)
    one = devastator(special, kinds)
    return (1, 2) if one is None else (one, 2 * one)


def devastator(special: tuple[Keyword, ...], kinds: set[str]) -> int | None:
    """The highest X of Devastator against any of these kinds; plural and case aside."""
    found = [
        keyword.x or 1
        for keyword in special
        if keyword.name is Special.DEVASTATOR
        and any(kind in kinds or kind.removesuffix("s") in kinds for kind in keyword.kinds)
    ]
    return max(found, default=None)


def against_piece(
    energy: int, armour: int, special: tuple[Keyword, ...], rules: HouseRules
) -> Needs:
    """What a hit needs against scenery: a Critical costs no more DP than a plain hit, and
    Devastator is not doubled (DZ-DES-03, DZ-DES-04)."""
    base = needs(energy, armour, penetrative=has(special, Special.PENETRATIVE), rules=rules)
    one = devastator(special, {"scenery", "all"}) or 1
    if has(special, Special.TECH_KILLER):
        return Needs(None, None)
    return Needs(base.damage, base.critical, one, one)


def saves(unit: Unit, energy: int, *, dodging: bool = False) -> tuple[int, ...]:
    """The numbers on which each point of Damage may be cancelled, in the order rolled.

    Passive Countermeasures not at Energy 13 or more (DZ-DMG-04); Dodge against Close Quarters
    and Collateral Damage, besides (DZ-CQ-03).
    """
    passive = unit.stats.passive
    dodge = find(unit.stats.special, Special.DODGE) if dodging else None
    found = [passive] if passive is not None and energy < PASSIVE_LIMIT else []
    if dodge is not None and dodge.x is not None:
        found.append(dodge.x)
    return tuple(max(2, number) for number in found if number <= 6)


def collateral(armour: int, energy: int) -> Needs:
    """A Collateral hit: no Criticals, and a 6 always damages (DZ-COL-02)."""
    found = needs(energy, armour, criticals=False)
    return Needs(6 if found.damage is None else found.damage, None)


def is_infantry(unit: Unit) -> bool:
    """Whether a unit is Infantry: only it gains from cover (DZ-COV-03)."""
    return unit.type is UnitType.INFANTRY
