"""Declaring fire: everything against a weapon at a target, and the allocation it becomes.

Knows how range, arc, targets, orders and the two stages come together; nothing is rolled.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet.aim import Aim, aim, forbidden, measured
from defilade.systems.dropfleet.allocation import attack_dice, may_fire
from defilade.systems.dropfleet.bodies import Body, weapons_of
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import Allocation, Ship, State, Weapon
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class Shooting:
    """A weapon at a target: what was measured, and all reasons in the order of the rules."""

    aim: Aim
    reasons: tuple[Reason, ...]

    @property
    def against(self) -> tuple[Reason, ...]:
        """The reasons that forbid it."""
        return tuple(reason for reason in self.reasons if reason.forbids)


def shooting(
    state: State,
    rules: HouseRules,
    firer: Body,
    target: Body,
    weapon: Weapon,
    *,
    overcharged: bool = False,
) -> Shooting:
    """Whether a weapon may fire at a target now, with every reason: whom, with what, how far.

    Of a sector's weapons only range, arc and target count: no order binds them.
    """
    found = aim(state, rules, firer, target, weapon)
    reasons = forbidden(state, firer, target, weapon)
    if isinstance(firer, Ship):
        reasons += may_fire(state, rules, firer, weapon, overcharged=overcharged)
    return Shooting(found, (*reasons, *measured(found, weapon)))


def dice_of(state: State, firer: Body, weapon: Weapon) -> DiceExpr:
    """The dice the weapon allocates: its Attack, or what a random one was rolled to be
    (DF-ALL-05)."""
    if not isinstance(firer, Ship):
        return weapon.attack
    rolled = state.volley.rolled_attacks.get((firer.id, weapon.name))
    return attack_dice(weapon, firer.order) if rolled is None else DiceExpr.fixed(rolled)


def allocation_of(
    state: State, firer: Body, target: Body, weapon: Weapon, *, overcharged: bool = False
) -> Allocation:
    """All the weapon's dice on the target: never divided (DF-ALL-02, DF-ALL-03)."""
    dice = dice_of(state, firer, weapon)
    return Allocation(firer.id, weapon.name, target.id, dice, overcharged)


def two_stages(state: State, firer: Body, weapon: Weapon) -> tuple[Reason, ...]:
    """Nothing is declared once a die to hit was rolled (DF-ALL-06), and a random Attack is
    rolled before its dice are allocated (DF-ALL-05)."""
    found: list[Reason] = []
    if state.volley.rolling:
        found.append(Reason("DF-ALL-06", "already_rolling", weight=Weight.AGAINST))
    if not dice_of(state, firer, weapon).is_fixed:
        params = Record(weapon=weapon.name, attack=str(weapon.attack))
        found.append(Reason("DF-ALL-05", "roll_attack_first", params, Weight.AGAINST))
    return tuple(found)


def weapon_named(thing: Body, name: str) -> Weapon | None:
    """Its weapon of that name."""
    return weapons_of(thing).get(name)
