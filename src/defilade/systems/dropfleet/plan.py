"""From allocations to dice: everything a group throws at one target, as one procedure.

Knows how weapons, target and options become shots, and which shots share a Point Defence roll.
Odds and play use the same procedure; its answer is the target's `Toll`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from defilade.dice import Ask, Done, Sum
from defilade.geometry.plane import EPS, distance
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.aim import aim
from defilade.systems.dropfleet.barrage import Attempt, Salvo
from defilade.systems.dropfleet.bodies import Body, body, side_of, weapons_of
from defilade.systems.dropfleet.condition import can_be_crippled
from defilade.systems.dropfleet.options import HouseRules, PdPooling
from defilade.systems.dropfleet.point_defence import Entry, Guard, Kind, Pool
from defilade.systems.dropfleet.saves import critical_save, normal_save, passive, scalds
from defilade.systems.dropfleet.shot import Shot, Slot, Vector, nothing, unpacked
from defilade.systems.dropfleet.state import Allocation, LaunchToken, Ship, State, Weapon
from defilade.systems.dropfleet.terms import LaunchKind, Order
from defilade.values import DiceExpr, Inches

AEGIS_REACH: Inches = 4.0
"""How far Aegis and Shield Booster help (DF-PD-05, DF-SHP-05)."""
_PD_COST = {"plain": 1, "swarmer": 2, "beam": 0}
"""Successes it takes to stop a normal point of Close Action (DF-PD-02, DF-CA-07)."""


@dataclass(frozen=True, slots=True)
class Toll:
    """What a group's fire did to one target: `hull` is unsaved points, not capped by the hull
    left; `critical` of them came of critical hits where that matters."""

    hull: int = 0
    critical: int = 0
    spikes: int = 0
    crippling: int = 0
    tokens: int = 0
    impels: int = 0
    fighters: int = 0
    backlash: tuple[tuple[str, int], ...] = ()
    """Hull that Unstable weapons cost their own ships (DF-WPN-16)."""


@dataclass(frozen=True, slots=True)
class TargetFire:
    """All fire on one target, from the throw to hit to the saves (DF-SEQ-02, DF-ALL-06)."""

    parts: tuple[tuple[Ask, int], ...]
    slots: tuple[int, ...]
    firers: tuple[str, ...] = ()
    """Whose loss each slot from `BACKLASH` on is."""

    def ask(self) -> Ask:
        """Everything side by side; equal questions are one throw (DF-ALL-07)."""
        if len(self.parts) == 1 and self.parts[0][1] == 1:
            return self.parts[0][0]
        return Sum(self.parts, nothing(self.slots))

    def take(self, vector: Vector) -> Done[Toll]:
        """Name what the dice came to."""
        values = unpacked(self.slots, vector)
        backlash = tuple(
            [
                (firer, values.get(Slot.BACKLASH + number, 0))
                for number, firer in enumerate(self.firers)
            ]
        )
        return Done(
            Toll(
                hull=values.get(Slot.HULL, 0),
                critical=values.get(Slot.CRITICAL, 0),
                spikes=values.get(Slot.SPIKES, 0),
                crippling=values.get(Slot.CRIPPLING, 0),
                tokens=values.get(Slot.TOKENS, 0),
                impels=values.get(Slot.IMPELS, 0),
                fighters=values.get(Slot.FIGHTERS, 0),
                backlash=backlash,
            )
        )


@dataclass(frozen=True, slots=True)
class Fired:
    """An allocation with the shot it comes to."""

    allocation: Allocation
    shot: Shot


def fire_on(
    state: State,
    rules: HouseRules,
    target_id: str,
    allocations: tuple[Allocation, ...],
    *,
    boosted: bool = False,
    first: int = 0,
    odds_only: bool = False,
    only: int | None = None,
) -> TargetFire:
    """The procedure of all these allocations on one target.

    `boosted` re-rolls failed passive saves (DF-SHP-05); `first` is the rank of the first
    allocation in its volley; `odds_only` leaves out what no measure reads and tells no dice apart
    that fall alike; `only` is the one slot that is read, if it is one. Raises `KeyError` for
    unknown names.
    """
    target = _known(state, target_id)
    firers = _unstable(state, allocations)
    fired = tuple(
        Fired(one, shot_of(state, rules, one, target, firers=firers, boosted=boosted))
        for one in allocations
    )
    if not odds_only:
        fired = ranked(fired, first)
    return planned(state, rules, target, fired, firers=firers, odds_only=odds_only, only=only)


def planned(
    state: State,
    rules: HouseRules,
    target: Body,
    fired: tuple[Fired, ...],
    *,
    firers: tuple[str, ...] = (),
    odds_only: bool = False,
    only: int | None = None,
) -> TargetFire:
    """Shots side by side: those that face Point Defence pooled, the others die by die."""
    dice = pd_dice(state, target) if isinstance(target, Ship) else 0
    fighters = fighter_dice(state, target.id)
    pooled = [f for f in fired if f.shot.pd_cost and (dice or fighters)]
    open_fire = [f.shot for f in fired if f not in pooled]
    escorted = bool(pooled and fighters)
    slots = _slots(target, fired, rules, len(firers), fighters=escorted, impels=not odds_only)
    if only is not None:
        slots = (only,)
        open_fire = [_told_by(shot, only) for shot in open_fire]
        if only == Slot.HULL:  # else which weapon's points are stopped first matters (DF-PD-04)
            pooled = [replace(one, shot=_told_by(one.shot, only)) for one in pooled]
    parts = [_part(shot, copies, slots) for shot, copies in _counted(open_fire)]
    pools = _pools(pooled, rules.pd_pooling)
    for pool in pools:
        guard = Guard(dice, fighters, rules.pd_policy, side_of(target))
        parts.append((_pool(pool, slots, guard), 1))
        fighters = ()  # against one attack only (DF-PD-06)
    return TargetFire(tuple(parts), slots, firers)


def _told_by(shot: Shot, only: int) -> Shot:
    """The shot without effects that show in other slots than this one."""
    return replace(
        shot,
        flash=shot.flash if only == Slot.SPIKES else None,
        crippling=shot.crippling and only == Slot.CRIPPLING,
        corruptor=shot.corruptor and only == Slot.TOKENS,
        impel=shot.impel if only == Slot.IMPELS else 0,
        backlash=shot.backlash if shot.backlash == only else None,
    )


def _known(state: State, name: str) -> Body:
    found = body(state, name)
    if found is None:
        raise KeyError(name)
    return found


def shot_of(
    state: State,
    rules: HouseRules,
    one: Allocation,
    target: Body,
    *,
    firers: tuple[str, ...] = (),
    boosted: bool = False,
) -> Shot:
    """What the dice must know of one allocation."""
    firer = _known(state, one.ship)
    weapon = weapons_of(firer)[one.weapon]
    found = aim(state, rules, firer, target, weapon)
    no_scan = isinstance(firer, Ship) and firer.profile.scan <= 0
    scalded = scalds(weapon, found.distance, None if no_scan else found.scan)
    save = normal_save(target, rules, scalded=scalded)
    second = critical_save(target, weapon, scalded=scalded)
    ship = target if isinstance(target, Ship) else None
    flesh = ship is not None and not ship.is_station
    by_passive = ship is not None and save == passive(ship, scalded=scalded)
    return Shot(
        attack=one.dice,
        lock=found.lock.need.value,
        crit_from=found.lock.crit_from,
        keen_from=found.lock.keen_from,
        damage=weapon.damage,
        save=None if save is None else save.value,
        passive=None if second is None else second.value,
        times=2 if one.overcharged else 1,
        waves=keywords.value(weapon, "burnthrough"),
        distortion=keywords.has(weapon, "distortion"),
        flash=rules.flash_second_spike_on if flesh and keywords.has(weapon, "flash") else None,
        crippling=ship is not None and can_be_crippled(ship) and keywords.has(weapon, "crippling"),
        corruptor=flesh and keywords.has(weapon, "corruptor"),
        impel=keywords.value(weapon, "impel") if flesh else 0,
        backlash=_backlash(one, weapon, firers),
        pd_cost=_PD_COST[keywords.close_action(weapon) or "beam"] if ship is not None else 0,
        again_save=boosted and by_passive,
        again_passive=boosted and second is not None,
        weapon=one.weapon,
        target=target.id,
    )


def _backlash(one: Allocation, weapon: Weapon, firers: tuple[str, ...]) -> int | None:
    """The slot for what an Unstable weapon costs its own ship (DF-WPN-16)."""
    if one.ship not in firers or not keywords.has(weapon, "unstable"):
        return None
    return Slot.BACKLASH + firers.index(one.ship)


def ranked(fired: Iterable[Fired], first: int) -> tuple[Fired, ...]:
    """Shots with their rank: one throw to hit for each weapon line, told apart (DF-ALL-07).

    The rank is that of the first allocation with this line, counted from `first`.
    """
    ranks: dict[tuple[str, Shot], int] = {}
    found = []
    for number, one in enumerate(fired, first):
        line = (one.allocation.weapon, one.shot.without_attack())
        rank = ranks.setdefault(line, number)
        found.append(replace(one, shot=replace(one.shot, rank=rank)))
    return tuple(found)


def _unstable(state: State, allocations: tuple[Allocation, ...]) -> tuple[str, ...]:
    """Ships on Weapons Free that fire an Unstable weapon (DF-WPN-16)."""
    return tuple(
        dict.fromkeys(
            one.ship
            for one in allocations
            if (ship := state.ships.get(one.ship)) is not None
            and ship.order is Order.WEAPONS_FREE
            and keywords.has(ship.profile.weapons[one.weapon], "unstable")
        )
    )


def _slots(
    target: Body,
    fired: tuple[Fired, ...],
    rules: HouseRules,
    firers: int,
    *,
    fighters: bool,
    impels: bool,
) -> tuple[int, ...]:
    """The slots in use: nothing that is not asked for is kept."""
    shots = [one.shot for one in fired]
    used = {
        Slot.CRITICAL: bool(target.assets) and rules.collateral_crits_kill,
        Slot.SPIKES: any(shot.flash for shot in shots),
        Slot.CRIPPLING: any(shot.crippling for shot in shots),
        Slot.TOKENS: any(shot.corruptor for shot in shots),
        Slot.IMPELS: impels and any(shot.impel for shot in shots),
        Slot.FIGHTERS: fighters,
    }
    extra = tuple(int(slot) for slot, wanted in used.items() if wanted)
    return (int(Slot.HULL), *extra, *(Slot.BACKLASH + number for number in range(firers)))


def _counted(shots: Iterable[Shot]) -> tuple[tuple[Shot, int], ...]:
    counts: dict[Shot, int] = {}
    for shot in shots:
        counts[shot] = counts.get(shot, 0) + 1
    return tuple(counts.items())


def _part(shot: Shot, copies: int, slots: tuple[int, ...]) -> tuple[Ask, int]:
    """Dice by dice where nothing looks at the whole weapon, else the weapon as one."""
    random_cost = shot.backlash is not None and not shot.damage.is_fixed
    if shot.by_weapon or random_cost or not shot.attack.is_fixed:
        return Salvo(shot, slots), copies
    return Attempt(shot.without_attack(), slots), copies * max(0, shot.attack.bonus)


def _pools(fired: list[Fired], pooling: PdPooling) -> list[list[Fired]]:
    """Which shots one Point Defence roll is made against (DF-PD-03)."""
    pools: dict[tuple[str, ...], list[Fired]] = {}
    for one in fired:
        key = {
            PdPooling.PER_TARGET: (),
            PdPooling.PER_SHIP: (one.allocation.ship,),
            PdPooling.PER_WEAPON: (one.allocation.ship, one.allocation.weapon),
        }[pooling]
        pools.setdefault(key, []).append(one)
    return list(pools.values())


def _pool(fired: list[Fired], slots: tuple[int, ...], guard: Guard) -> Pool:
    """Shots in one pool: plain ones by kind of point, those with further effects apart."""
    kinds: dict[Kind, int] = {}
    entries: list[Entry] = []
    told_apart: dict[object, int] = {}
    for shot, copies in _counted(one.shot for one in fired):
        for single in _together(shot, copies):
            weapon = None
            if shot.marked:
                mark = len(entries) if shot.by_weapon else _per_die(shot)
                weapon = told_apart.setdefault(mark, len(told_apart))
            normal, critical = _kinds_of(shot, weapon)
            places = [kinds.setdefault(kind, len(kinds)) for kind in (normal, critical)]
            entries.append(Entry(single, places[0], places[1], weapon))
    first = len(kinds)
    placed = tuple(replace(e, tail=None if e.tail is None else first + 3 * e.tail) for e in entries)
    return Pool(placed, tuple(kinds), first + 3 * len(told_apart), slots, guard)


def _per_die(shot: Shot) -> Shot:
    """What counts of a shot whose effects look at single dice: such dice are counted together
    whatever weapon they are of, which keeps odds of large pools within reach."""
    return replace(shot.without_attack(), lock=0, crit_from=None, keen_from=None, rank=0)


def _kinds_of(shot: Shot, weapon: int | None) -> tuple[Kind, Kind]:
    normal = Kind(False, shot.pd_cost, shot.save, shot.again_save, weapon)
    critical = Kind(True, shot.pd_cost + 1, shot.passive, shot.again_passive, weapon)
    return normal, critical


def _together(shot: Shot, copies: int) -> tuple[Shot, ...]:
    """Equal weapons with a fixed Attack, thrown as one (DF-ALL-07); others one by one."""
    if copies > 1 and shot.attack.is_fixed and not shot.by_weapon:
        return (replace(shot, attack=DiceExpr.fixed(shot.attack.bonus * copies)),)
    return (shot,) * copies


def pd_dice(state: State, ship: Ship) -> int:
    """The ship's Point Defence dice: none of its own behind raised shields (DF-SAV-04), more
    from every friendly Aegis near it on its layer (DF-PD-05)."""
    own = 0 if ship.shields_up else ship.profile.pd
    return own + sum(
        keywords.value(other.profile, "aegis") for other in near_friends(state, ship, "aegis")
    )


def near_friends(state: State, ship: Ship, rule: str) -> tuple[Ship, ...]:
    """Friendly ships with a rule that helps within 4" on the same layer, itself included."""
    return tuple(
        other
        for other in state.ships.values()
        if not other.destroyed
        and other.layer is ship.layer
        and keywords.has(other.profile, rule)
        and (other.id == ship.id or state.friends(other.side, ship.side))
        and distance(other.pos, ship.pos) <= AEGIS_REACH + EPS
    )


def fighter_dice(state: State, target_id: str) -> tuple[int, ...]:
    """Point Defence dice of each fighter token that guards a ship, most first (DF-PD-06)."""
    return tuple(token.dice for token in escorts(state, target_id))


def escorts(state: State, target_id: str) -> tuple[LaunchToken, ...]:
    """Fighter tokens that guard a ship, those with most dice first."""
    target = state.ships.get(target_id)
    if target is None:
        return ()
    found = [
        token
        for token in state.tokens.values()
        if token.kind is LaunchKind.FIGHTERS
        and token.on == target_id
        and state.friends(token.side, target.side)
    ]
    return tuple(sorted(found, key=lambda token: -token.dice))
