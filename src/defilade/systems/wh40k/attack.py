"""What one weapon's attacks need to hit and wound: numbers, before any die is thrown.

Knows skills, strengths, abilities and modifiers; must not know who stands where.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from defilade.systems.wh40k.options import HouseRules, Reroll, SnapTorrent
from defilade.systems.wh40k.state import Ability, Weapon
from defilade.systems.wh40k.terms import Shooting
from defilade.values import DiceExpr, Inches

NEVER = 7
"""A number that no die shows."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Attacks that are alike in everything (WH-ATK-02).

    `hit_from` None hits by itself; `critical_from` is the unmodified wound roll that is critical.
    """

    dice: DiceExpr
    hit_from: int | None
    wound_from: int
    critical_from: int
    ap: int
    damage: DiceExpr
    hit_again: tuple[int, ...] = ()
    wound_again: tuple[int, ...] = ()
    sustained: int = 0
    lethal: bool = False
    devastating: bool = False
    precision: bool = False
    side: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """What of the table matters to a weapon's attacks at one target."""

    keywords: frozenset[str] = frozenset()
    """Keywords of the target unit."""
    toughness: int = 4
    models: int = 1
    """Models in the target when it was chosen."""
    half_range: bool = False
    """Whether it was within half range when it was chosen (WH-WPN-06, WH-WPN-07)."""
    steady: bool = False
    """Whether the shooter hardly moved, for HEAVY (WH-WPN-04)."""
    charged: bool = False
    """Whether the attacker charged this turn, for LANCE (WH-WPN-14)."""
    shooting: Shooting = Shooting.NORMAL
    spotted: bool = False
    """Whether an indirect shooter stood still and a friend sees the target (WH-SHO-05)."""
    reroll_hits: bool = False
    """Whether an ability of the attacker's lets it throw failed hit rolls again (WH-MOD-04)."""
    hit_mods: tuple[int, ...] = ()
    wound_mods: tuple[int, ...] = ()


def active(weapon: Weapon, name: str, keywords: Collection[str]) -> Ability | None:
    """The best instance of an ability that works against keywords (WH-WPN-16, WH-WPN-17)."""
    found = [
        one
        for one in weapon.abilities
        if one.name == name and (one.against is None or one.against in keywords)
    ]
    return max(found, key=lambda one: one.value or 0, default=None)


def value(weapon: Weapon, name: str, keywords: Collection[str]) -> int:
    """The number of an active ability; 1 where it has none, 0 where the ability is missing."""
    found = active(weapon, name, keywords)
    return 0 if found is None else 1 if found.value is None else found.value


def capped(mods: Iterable[int]) -> int:
    """Modifiers to one roll, summed, at most 1 either way (WH-MOD-02)."""
    return max(-1, min(1, sum(mods)))


def hit_from(skill: int, mod: int, *, fails_to: int = 1) -> int:
    """The least unmodified die that hits: 1 fails and 6 is critical whatever else (WH-ATK-03)."""
    return min(6, max(2, skill - mod, fails_to + 1))


def wound_need(strength: int, toughness: int) -> int:
    """The number to wound (WH-ATK-04); both are at least 1 (WH-MOD-03).

    >>> [wound_need(s, 4) for s in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    strength, toughness = max(1, strength), max(1, toughness)
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def save_from(save: int, invulnerable: int | None, ap: int) -> int:
    """The least die that saves by either save; 7 where none does (WH-SAV-03).

    A save is no better than 2+ and AP no worse than 0 (WH-MOD-03).
    """
    armour = max(2, save) - min(0, ap)
    best = armour if invulnerable is None else min(armour, max(2, invulnerable))
    return min(NEVER, max(2, best))


def attack_dice(weapon: Weapon, about: Situation, number: int = 1) -> DiceExpr:
    """Attack dice of `number` weapons with what RAPID FIRE and BLAST add (WH-ATK-01).

    Random attacks are rolled once for each weapon (WH-DMG-01).
    """
    more = value(weapon, "RAPID FIRE", about.keywords) if about.half_range else 0
    more += value(weapon, "BLAST", about.keywords) * (about.models // 5)
    one = weapon.attacks
    return DiceExpr(one.count * number, one.sides, (one.bonus + more) * number)


def damage_of(weapon: Weapon, about: Situation) -> DiceExpr:
    """Damage of one attack with what MELTA adds (WH-WPN-06)."""
    more = value(weapon, "MELTA", about.keywords) if about.half_range else 0
    return weapon.damage.plus(more)


def torrent(weapon: Weapon, about: Situation, rules: HouseRules) -> bool:
    """Whether a weapon hits by itself (WH-WPN-09), also when snap shooting (WH-SHO-07)."""
    if active(weapon, "TORRENT", about.keywords) is None:
        return weapon.skill is None
    return about.shooting is not Shooting.SNAP or rules.snap_torrent is SnapTorrent.AUTO


def to_hit(weapon: Weapon, about: Situation, skill: int | None, rules: HouseRules) -> int | None:
    """The least die that hits, None by itself; `skill` is the one after cover and the like."""
    if torrent(weapon, about, rules):
        return None
    if about.shooting is Shooting.SNAP or skill is None:
        return 6
    fails = 1
    if about.shooting is Shooting.INDIRECT:
        fails = 3 if about.spotted else 5
    return hit_from(skill, hit_mod(weapon, about), fails_to=fails)


def hit_mod(weapon: Weapon, about: Situation) -> int:
    """The modifier to the hit roll, with HEAVY's (WH-WPN-04)."""
    heavy = active(weapon, "HEAVY", about.keywords) is not None and about.steady
    return capped((*about.hit_mods, int(heavy)))


def hit_again(about: Situation, need: int | None) -> tuple[int, ...]:
    """Faces of the hit roll thrown again: failures, never when snap or indirect shooting."""
    barred = about.shooting in (Shooting.SNAP, Shooting.INDIRECT)
    return tuple(range(1, need)) if need and about.reroll_hits and not barred else ()


def make_attack(
    weapon: Weapon,
    about: Situation,
    skill: int | None,
    rules: HouseRules,
    *,
    number: int = 1,
    side: str = "",
) -> Attack:
    """The attacks of `number` like weapons on one target.

    Re-rolls come before modifiers and once (WH-MOD-04); none when snap or indirect shooting.
    """
    lance = about.charged and active(weapon, "LANCE", about.keywords) is not None
    wound_mod = capped((*about.wound_mods, int(lance)))
    need = min(6, max(2, wound_need(weapon.strength, about.toughness) - wound_mod))
    anti = [
        one.value or 6
        for one in weapon.abilities
        if one.name == "ANTI" and one.against in about.keywords
    ]
    critical = max(2, min([6, *anti]))
    again: tuple[int, ...] = ()
    if active(weapon, "TWIN-LINKED", about.keywords) is not None:
        keep = min(need, critical) if rules.reroll is Reroll.FAILURES else critical
        again = tuple(range(1, keep))
    hits = to_hit(weapon, about, skill, rules)
    return Attack(
        dice=attack_dice(weapon, about, number),
        hit_from=hits,
        wound_from=min(need, critical),
        critical_from=critical,
        ap=min(0, weapon.ap),
        damage=damage_of(weapon, about),
        hit_again=hit_again(about, hits),
        wound_again=again,
        sustained=value(weapon, "SUSTAINED HITS", about.keywords),
        lethal=active(weapon, "LETHAL HITS", about.keywords) is not None,
        devastating=active(weapon, "DEVASTATING WOUNDS", about.keywords) is not None,
        precision=active(weapon, "PRECISION", about.keywords) is not None,
        side=side,
    )


def steady(*, engaged: bool, set_up: bool, moved: Inches) -> bool:
    """Whether HEAVY helps: unengaged, not set up this turn, no more than 3 inches (WH-WPN-04)."""
    return not engaged and not set_up and moved <= 3.0 + 1e-6
