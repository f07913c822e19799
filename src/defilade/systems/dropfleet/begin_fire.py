"""Fire as actions: rolling a random Attack, declaring, resolving, and sectors' own weapons.

Knows the two stages (DF-ALL-06): a group declares everything, then everything is rolled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Procedure, Total
from defilade.ruling import Reason
from defilade.systems.dropfleet.actions import Defend, Fire, RollAttack
from defilade.systems.dropfleet.allocation import attack_dice, may_fire
from defilade.systems.dropfleet.bodies import weapons_of
from defilade.systems.dropfleet.declare import allocation_of, shooting, two_stages
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.state import Allocation, Sector, Ship, State
from defilade.systems.dropfleet.turn import active_reasons, no, roundup_reasons
from defilade.systems.dropfleet.volley import volley
from defilade.values import DiceExpr


def begin_roll_attack(
    state: State, rules: HouseRules, action: RollAttack
) -> Procedure | tuple[Reason, ...]:
    """The number is rolled before its target is named (DF-ALL-05)."""
    ship = state.ships[action.ship]
    weapon = ship.profile.weapons.get(action.weapon)
    if weapon is None:
        return (no("DF-ALL-02", "weapon_unknown", weapon=action.weapon),)
    against = [*active_reasons(state, ship.id), *may_fire(state, rules, ship, weapon)]
    if state.volley.rolling:
        against.append(no("DF-ALL-06", "already_rolling"))
    if weapon.attack.is_fixed:
        against.append(no("DF-ALL-05", "attack_fixed", weapon=weapon.name))
    if (ship.id, weapon.name) in state.volley.rolled_attacks:
        against.append(no("DF-ALL-05", "attack_rolled_already", weapon=weapon.name))
    return tuple(against) or RollingAttack(state, action, attack_dice(weapon, ship.order))


@dataclass(frozen=True, slots=True)
class RollingAttack:
    """A random Attack under way."""

    state: State
    action: RollAttack
    dice: DiceExpr

    def ask(self) -> Total:
        """How many dice."""
        return Total("DF-ALL-05", self.dice)

    def take(self, number: int) -> Done[State]:
        """Fixed for this volley."""
        key = (self.action.ship, self.action.weapon)
        rolled = self.state.volley.rolled_attacks.put(key, number)
        return Done(replace(self.state, volley=replace(self.state.volley, rolled_attacks=rolled)))


def begin_fire(state: State, rules: HouseRules, action: Fire) -> Procedure | tuple[Reason, ...]:
    """A weapon is declared: its target gets all its dice (DF-ALL-02, DF-ALL-04, DF-TGT-05)."""
    ship = state.ships[action.ship]
    weapon = ship.profile.weapons.get(action.weapon)
    if weapon is None:
        return (no("DF-ALL-02", "weapon_unknown", weapon=action.weapon),)
    target: Ship | Sector = state.ships.get(action.target) or state.sectors[action.target]
    hot = action.overcharged
    found = shooting(state, rules, ship, target, weapon, overcharged=hot)
    against = (
        *active_reasons(state, ship.id),
        *found.against,
        *two_stages(state, ship, weapon),
    )
    if against:
        return against
    return Declared(state, allocation_of(state, ship, target, weapon, overcharged=hot))


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration; nothing is rolled for it."""

    state: State
    one: Allocation

    def ask(self) -> Total:
        """No dice."""
        return Total("DF-ALL-02", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[State]:
        """The target has the dice."""
        fire = self.state.volley
        return Done(
            replace(self.state, volley=replace(fire, allocations=(*fire.allocations, self.one)))
        )


def undecided(state: State) -> tuple[Allocation, ...]:
    """Allocations whose dice have not been thrown."""
    return tuple(
        one
        for one in state.volley.allocations
        if (one.ship, one.weapon) not in state.volley.resolved
    )


def begin_resolve(state: State, rules: HouseRules) -> Procedure | tuple[Reason, ...]:
    """Everything declared is rolled, to the last crippling roll and wreck (DF-SEQ-02)."""
    declared = undecided(state)
    if state.active is None:
        return (no("DF-SEQ-05", "nobody_active"),)
    if not declared:
        return (no("DF-ALL-06", "nothing_declared"),)
    found = volley(state, rules, declared)
    assert not isinstance(found, Done)  # something declared is something to throw
    return found


def begin_defend(state: State, rules: HouseRules, action: Defend) -> Procedure | tuple[Reason, ...]:
    """A sector's own weapon fires once a turn, for its holder, before ground combat
    (DF-BOM-07)."""
    sector = state.sectors.get(action.sector)
    if sector is None:
        return (no("DF-BOM-07", "nobody_of_that_name", name=action.sector),)
    weapon = weapons_of(sector).get(action.weapon)
    if weapon is None:
        return (no("DF-BOM-07", "weapon_unknown", weapon=action.weapon),)
    if action.target not in state.ships:
        return (no("DF-BOM-07", "sector_at_ships_only", target=action.target),)
    target = state.ships[action.target]
    against = [*roundup_reasons(state), *shooting(state, rules, sector, target, weapon).against]
    if sector.ruins:
        against.append(no("DF-BOM-07", "sector_in_ruins", sector=sector.id))
    if not sector.held_by:
        against.append(no("DF-BOM-07", "sector_unheld", sector=sector.id))
    used = (sector.id, f"{weapon.name} in turn {state.turn}")
    if state.uses.get(used, 0):
        against.append(no("DF-ALL-10", "already_fired", weapon=weapon.name))
    if against:
        return tuple(against)
    after = replace(state, uses=state.uses.put(used, 1))
    found = volley(after, rules, (allocation_of(after, sector, target, weapon),))
    assert not isinstance(found, Done)  # a shot is something to throw
    return found
