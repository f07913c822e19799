"""Which weapon systems a ship may fire under its order, and how many dice it allocates.

Knows orders, allowance, links, alternatives and limits, before any range or arc. Firing is
optional: nothing here obliges (DF-SEQ-03).
"""

from __future__ import annotations

from dataclasses import replace

from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.orders import ORDERS, systems_allowed
from defilade.systems.dropfleet.state import Allocation, Ship, State, Weapon
from defilade.systems.dropfleet.terms import Effect, Order
from defilade.values import DiceExpr

SQUADRON_DICE = 3


def attack_dice(weapon: Weapon, order: Order) -> DiceExpr:
    """The weapon's Attack each time it is used (DF-ALL-01), raised by Fusillade (DF-ALL-11)."""
    if order is Order.WEAPONS_FREE:
        return weapon.attack.plus(keywords.value(weapon, "fusillade"))
    return weapon.attack


def may_fire(
    state: State, rules: HouseRules, ship: Ship, weapon: Weapon, *, overcharged: bool = False
) -> tuple[Reason, ...]:
    """Every reason why the ship may not add this weapon to its fire now; none if it may."""
    return (
        *_permitted(state, rules, ship, weapon),
        *_spent(state, ship, weapon),
        *_within_allowance(state, ship, weapon),
        *_overcharge(state, ship, weapon, overcharged=overcharged),
    )


def _no(clause: str, code: str, **params: str | int | tuple[str, ...]) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)


def _permitted(state: State, rules: HouseRules, ship: Ship, weapon: Weapon) -> tuple[Reason, ...]:
    found: list[Reason] = []
    if ship.destroyed:
        found.append(_no("DF-SAV-06", "firer_destroyed", ship=ship.id))
    silenced: list[Reason] = []
    if systems_allowed(ship) == 0:
        for clause in ("DF-SEQ-04", ORDERS[ship.order].clause):
            silenced.append(_no(clause, "order_no_weapons", order=ship.order))
    if ship.has(Effect.WEAPONS_OFFLINE):
        silenced.append(_no("DF-CRP-05", "weapons_offline"))
    if silenced and keywords.has(weapon, "close action"):
        silenced.append(_no("DF-CA-03", "no_close_action_either"))
    if ship.destroyed_weapon == weapon.name:
        found.append(_no("DF-CRP-07", "weapon_destroyed", weapon=weapon.name))
    waiting = state.mates(ship.id) if rules.strict_group_move else (ship.id,)
    still = tuple(s for s in waiting if not state.ships[s].moved)
    if still and not ship.is_station:
        found.append(_no("DF-SEQ-01", "group_not_moved", ships=still))
    return (*found, *silenced)


def _spent(state: State, ship: Ship, weapon: Weapon) -> tuple[Reason, ...]:
    """Once an activation, X times a game, one of each Alt number (DF-ALL-09, DF-ALL-10)."""
    found: list[Reason] = []
    declared = _declared(state, ship)
    if weapon.name in declared:
        found.append(_no("DF-ALL-10", "already_fired", weapon=weapon.name))
    limit = keywords.find(weapon, "limited")
    if limit is not None and limit.value is not None:
        used = state.uses.get((ship.id, weapon.name), 0)
        if used >= limit.value:
            found.append(_no("DF-ALL-10", "limit_spent", weapon=weapon.name, limit=limit.value))
    alternative = keywords.find(weapon, "alt")
    others = [ship.profile.weapons[name] for name in declared if name != weapon.name]
    if alternative is not None:
        found += [
            _no("DF-ALL-09", "alternative_fired", weapon=other.name)
            for other in others
            if keywords.find(other, "alt") == alternative
        ]
    return tuple(found)


def _declared(state: State, ship: Ship) -> tuple[str, ...]:
    return tuple(a.weapon for a in state.volley.allocations if a.ship == ship.id)


def _within_allowance(state: State, ship: Ship, weapon: Weapon) -> tuple[Reason, ...]:
    """Weapon systems count, not lines (DF-ORD-10): a Linked set is one (DF-ALL-08), Close
    Action is extra (DF-CA-02), and one Low Power system may take its place (DF-WPN-17)."""
    if keywords.has(weapon, "close action"):
        low = [n for n in _free_low_power(state, ship) if n != weapon.name]
        return (_no("DF-WPN-17", "low_power_fired", weapon=low[0]),) if low else ()
    names = dict.fromkeys((*_declared(state, ship), weapon.name))
    lines = [ship.profile.weapons[name] for name in names]
    allowed = systems_allowed(ship)
    if not allowed or _fits(lines, allowed):
        return ()
    code, systems = "allowance_spent", _systems([w for w in lines if _counts(w)])
    return (_no("DF-ORD-10", code, allowed=allowed, systems=len(systems), order=ship.order),)


def _counts(weapon: Weapon) -> bool:
    return not keywords.has(weapon, "close action")


def _systems(lines: list[Weapon]) -> set[str]:
    return {
        f"linked {link.value}" if (link := keywords.find(w, "linked")) else w.name for w in lines
    }


def _fits(lines: list[Weapon], allowed: int) -> bool:
    """Whether lines are within the allowance, one Low Power system being free if no Close
    Action is fired with them."""
    systems = _systems([w for w in lines if _counts(w)])
    low = _systems([w for w in lines if keywords.has(w, "low power")])
    free = 1 if low and all(_counts(w) for w in lines) else 0
    return len(systems) - free <= allowed


def _free_low_power(state: State, ship: Ship) -> list[str]:
    """Low Power weapons declared that only fit because no Close Action is fired."""
    lines = [ship.profile.weapons[name] for name in _declared(state, ship)]
    others = [w for w in lines if _counts(w)]
    allowed = systems_allowed(ship)
    if allowed is None or len(_systems(others)) <= allowed:
        return []
    return [w.name for w in others if keywords.has(w, "low power")]


def _overcharge(
    state: State, ship: Ship, weapon: Weapon, *, overcharged: bool
) -> tuple[Reason, ...]:
    """An overcharged weapon leaves only Close Action and Low Power on Weapons Free, and
    nothing at all on other orders, no launch either (DF-WPN-18)."""
    found: list[Reason] = []
    mine = [a for a in state.volley.allocations if a.ship == ship.id]
    if overcharged and not keywords.has(weapon, "overcharge"):
        found.append(_no("DF-WPN-18", "no_overcharge", weapon=weapon.name))
    if overcharged and ship.launched:
        found.append(_no("DF-WPN-18", "overcharge_launched"))
    charged = [a for a in mine if a.overcharged]
    pairs = [(weapon, ship.profile.weapons[a.weapon]) for a in charged]
    if overcharged:
        pairs += [(ship.profile.weapons[a.weapon], weapon) for a in mine]
    for other, hot in pairs:
        if other.name != hot.name and not _besides(ship, other, hot):
            found.append(_no("DF-WPN-18", "overcharge_alone", weapon=hot.name))
    return tuple(found)


def _besides(ship: Ship, other: Weapon, hot: Weapon) -> bool:
    link = keywords.find(hot, "linked")
    together = keywords.has(other, "overcharge") and link is not None
    if together and keywords.find(other, "linked") == link:
        return True
    light = keywords.has(other, "close action") or keywords.has(other, "low power")
    return ship.order is Order.WEAPONS_FREE and light


def squadrons(allocations: tuple[Allocation, ...], state: State) -> tuple[tuple[int, ...], ...]:
    """Indexes of allocations of which one gains three dice: X or more of one Squadron (X)
    weapon on one target (DF-ALL-12). The attacker says which of each set."""
    sets: dict[tuple[str, str, int], list[int]] = {}
    for index, one in enumerate(allocations):
        firer = state.ships.get(one.ship)
        need = keywords.value(firer.profile.weapons[one.weapon], "squadron") if firer else 0
        if need:
            sets.setdefault((one.weapon, one.target, need), []).append(index)
    return tuple(tuple(found) for (_, _, need), found in sets.items() if len(found) >= need)


def with_squadrons(allocations: tuple[Allocation, ...], state: State) -> tuple[Allocation, ...]:
    """The allocations with the dice of squadrons on the first weapon of each: where nobody is
    asked which it shall be (DF-ALL-12)."""
    first = {indexes[0] for indexes in squadrons(allocations, state)}
    return tuple(
        reinforced(one) if index in first else one for index, one in enumerate(allocations)
    )


def reinforced(allocation: Allocation) -> Allocation:
    """The allocation with the three dice of a Squadron (DF-ALL-12)."""
    return replace(allocation, dice=allocation.dice.plus(SQUADRON_DICE))
