"""A group's whole volley: target after target, then crippling and catastrophe.

Knows the seven steps and their order (DF-SEQ-02) and who chooses what in between; how dice
work is in `barrage`, what a plan is in `plan`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from defilade.dice import Choose, Done, Procedure
from defilade.systems.dropfleet import keywords
from defilade.systems.dropfleet.aftermath import cleared, settled
from defilade.systems.dropfleet.allocation import reinforced, squadrons
from defilade.systems.dropfleet.bodies import side_of, weapons_of
from defilade.systems.dropfleet.bombarded import struck
from defilade.systems.dropfleet.collateral import (
    Casualties,
    Ending,
    Spread,
    collateral,
    spreads,
    victims_of,
    without,
)
from defilade.systems.dropfleet.condition import hurt
from defilade.systems.dropfleet.options import CripplingTiming, HouseRules
from defilade.systems.dropfleet.plan import (
    TargetFire,
    Toll,
    escorts,
    fire_on,
    near_friends,
    shot_of,
)
from defilade.systems.dropfleet.saves import passive
from defilade.systems.dropfleet.spikes import gain
from defilade.systems.dropfleet.state import Allocation, Ship, State
from defilade.systems.dropfleet.terms import Spike

IMPEL_TURNS = (0.0, -45.0, -30.0, -15.0, 15.0, 30.0, 45.0)
"""Turns offered to the owner of an Impel weapon, degrees to the right: any up to 45 is legal,
these are the ones to choose from (DF-WPN-15)."""
BIG_HULL = 13
"""Starting hull from which two Shield Boosters are needed (DF-SHP-05)."""

Batch = tuple[Allocation, ...]
"""Allocations resolved together: all on one target, or of one ship on it."""


@dataclass(frozen=True, slots=True)
class Salvoes:
    """A volley under way: batches to come, and ships whose rolls may have become due."""

    state: State
    rules: HouseRules
    todo: tuple[Batch, ...]
    hit: tuple[str, ...] = ()
    rank: int = 0
    """How many allocations are behind: the rank of the next one's throw to hit."""

    @property
    def batch(self) -> Batch:
        """The batch whose turn it is."""
        return self.todo[0]

    @property
    def target(self) -> str:
        """Its target."""
        return self.batch[0].target


def volley(
    state: State, rules: HouseRules, allocations: tuple[Allocation, ...]
) -> Procedure | Done[State]:
    """The procedure that resolves allocations; its answer is the state after them."""
    sets = tuple(options for options in squadrons(allocations, state) if options)
    if sets:
        return Reinforcing(state, rules, allocations, sets)
    return _started(state, rules, allocations)


@dataclass(frozen=True, slots=True)
class Reinforcing:
    """The attacker says which weapon of a squadron gets the three dice more (DF-ALL-12)."""

    state: State
    rules: HouseRules
    allocations: tuple[Allocation, ...]
    sets: tuple[tuple[int, ...], ...]

    def ask(self) -> Choose:
        """One of the ships; only those whose shots differ are worth asking about."""
        firers: dict[object, str] = {}
        for index in self.sets[0]:
            one = self.allocations[index]
            target = self.state.ships.get(one.target) or self.state.sectors[one.target]
            shot = shot_of(self.state, self.rules, one, target)
            firers.setdefault(shot.without_attack(), one.ship)
        side = self.state.ships[self.allocations[0].ship].side
        return Choose("DF-ALL-12", side, "squadron", tuple(firers.values()))

    def take(self, ship: str) -> Procedure | Done[State]:
        """The next squadron, or the first throw."""
        index = next(i for i in self.sets[0] if self.allocations[i].ship == ship)
        more = reinforced(self.allocations[index])
        allocations = (*self.allocations[:index], more, *self.allocations[index + 1 :])
        if len(self.sets) > 1:
            return replace(self, allocations=allocations, sets=self.sets[1:])
        return _started(self.state, self.rules, allocations)


def _started(
    state: State, rules: HouseRules, allocations: tuple[Allocation, ...]
) -> Procedure | Done[State]:
    fired = _fired(state, allocations)
    return _onwards(Salvoes(fired, rules, batches(allocations, rules)))


def batches(allocations: Iterable[Allocation], rules: HouseRules) -> tuple[Batch, ...]:
    """What is resolved together: the group's fire target by target; ship by ship where
    crippling rolls come earlier than the group's end (DF-CRP-02)."""
    by_ship = rules.crippling_timing is not CripplingTiming.GROUP_END
    found: dict[tuple[str, str], list[Allocation]] = {}
    for one in allocations:
        found.setdefault((one.ship if by_ship else "", one.target), []).append(one)
    return tuple(tuple(batch) for batch in found.values())


def pulled(state: State, allocations: tuple[Allocation, ...]) -> State:
    """The state once the triggers are pulled, whatever is hit: limited weapons used
    (DF-ALL-10), Bloom spikes on the firers (DF-WPN-14)."""
    for one in allocations:
        firer = state.ships.get(one.ship)
        if firer is None:
            continue  # a sector's weapons have none of these rules
        weapon = weapons_of(firer)[one.weapon]
        if keywords.has(weapon, "bloom"):
            state = state.put_ship(gain(firer, Spike.MINOR))
        if keywords.has(weapon, "limited"):
            key = (one.ship, one.weapon)
            state = replace(state, uses=state.uses.put(key, state.uses.get(key, 0) + 1))
    return state


def _fired(state: State, allocations: tuple[Allocation, ...]) -> State:
    """The same, and the pairs marked as resolved (DF-ALL-06)."""
    state = pulled(state, allocations)
    resolved = (*state.volley.resolved, *((one.ship, one.weapon) for one in allocations))
    return replace(state, volley=replace(state.volley, resolved=resolved))


def _onwards(at: Salvoes) -> Procedure | Done[State]:
    """The next batch on a target that is still there; dice on a lost one are lost with it
    (DF-ALL-06)."""
    while at.todo:
        target = at.state.ships.get(at.target)
        if target is None or not target.destroyed:
            return _boosting(at)
        at = _past(at)
    return settled(at.state, at.rules, at.hit)


def _past(at: Salvoes) -> Salvoes:
    return replace(at, todo=at.todo[1:], rank=at.rank + len(at.batch))


def _boosting(at: Salvoes) -> Procedure:
    target = at.state.ships.get(at.target)
    if target is not None and boosters(at.state, target):
        return Boosting(at)
    return Shooting(at, fire_on(at.state, at.rules, at.target, at.batch, first=at.rank))


def boosters(state: State, target: Ship) -> tuple[str, ...]:
    """Shield Boosters that may help a targeted ship now: one, for big hulls two (DF-SHP-05)."""
    if passive(target) is None:
        return ()
    ready = [s.id for s in near_friends(state, target, "shield booster") if not s.boosted]
    needed = 2 if target.profile.hull >= BIG_HULL else 1
    return tuple(ready[:needed]) if len(ready) >= needed else ()


@dataclass(frozen=True, slots=True)
class Boosting:
    """The defender says whether boosters help this target, once a turn each (DF-SHP-05)."""

    at: Salvoes

    def ask(self) -> Choose:
        """Use them, or keep them."""
        side = self.at.state.ships[self.at.target].side
        return Choose("DF-SHP-05", side, "shield_booster", ("use", "keep"))

    def take(self, answer: str) -> Procedure:
        """Shoot."""
        at = self.at
        used = answer == "use"
        state = at.state
        if used:
            for name in boosters(state, state.ships[at.target]):
                state = state.change_ship(name, boosted=True)
        plan = fire_on(state, at.rules, at.target, at.batch, boosted=used, first=at.rank)
        return Shooting(replace(at, state=state), plan)


@dataclass(frozen=True, slots=True)
class Shooting:
    """One batch on its target: to hit, damage, Point Defence, saves."""

    at: Salvoes
    plan: TargetFire

    def ask(self) -> Procedure:
        """All its dice."""
        return self.plan

    def take(self, toll: Toll) -> Procedure | Done[State]:
        """The hull points come off, and what else the weapons do."""
        at = self.at
        state = paid(at.state, toll)
        firers = tuple(name for name, points in toll.backlash if points)
        if at.target in state.sectors:
            return _bombarded(replace(at, state=state, hit=(*at.hit, *firers)), toll)
        return _struck(replace(at, state=state, hit=(*at.hit, at.target, *firers)), toll)


def paid(state: State, toll: Toll) -> State:
    """What fire cost besides the target: Unstable firers' hull (DF-WPN-16)."""
    for name, points in toll.backlash:
        state = state.put_ship(hurt(state.ships[name], points))
    return state


def _bombarded(at: Salvoes, toll: Toll) -> Procedure | Done[State]:
    """Damage on a sector, its collateral, its ruin (DF-BOM-01)."""
    if not toll.hull:
        return _done(at)
    by = _attacker(at)
    blow = struck(at.state, at.target, at.rules, by=by, unsaved=toll.hull, critical=toll.critical)
    return Bombarded(at, blow)


def _attacker(at: Salvoes) -> str:
    firer = at.state.ships.get(at.batch[0].ship) or at.state.sectors[at.batch[0].ship]
    return side_of(firer)


@dataclass(frozen=True, slots=True)
class Bombarded:
    """A sector's damage played out."""

    at: Salvoes
    blow: Procedure

    def ask(self) -> Procedure:
        """Collateral and ruin."""
        return self.blow

    def take(self, state: State) -> Procedure | Done[State]:
        """On with the volley."""
        return _done(replace(self.at, state=state))


def struck_ship(state: State, target_id: str, toll: Toll) -> State:
    """The state after a toll on a ship: hull (DF-SAV-06), spikes (DF-WPN-13), corruptor tokens
    (DF-WPN-12), crippling rolls owed (DF-CRP-08), fighters that have fought (DF-PD-06)."""
    ship = hurt(state.ships[target_id], toll.hull)
    for _ in range(toll.spikes):
        ship = gain(ship, Spike.MINOR)
    ship = replace(
        ship,
        corruptor=ship.corruptor + toll.tokens,
        crippling_owed=ship.crippling_owed + toll.crippling,
    )
    after = state.put_ship(ship)
    if not toll.fighters:
        return after
    tokens = state.tokens
    for token in escorts(state, target_id)[: toll.fighters]:
        tokens = tokens.drop(token.id)
    return replace(after, tokens=tokens)


def _struck(at: Salvoes, toll: Toll) -> Procedure | Done[State]:
    state = struck_ship(at.state, at.target, toll)
    at = replace(at, state=state)
    ship = state.ships[at.target]
    if ship.assets and toll.hull:
        return Aboard(at, toll)
    if toll.impels and not ship.destroyed:
        return Impelled(at, toll.impels)
    return _done(at)


@dataclass(frozen=True, slots=True)
class Aboard:
    """Who aboard a station bears the collateral damage, as in a sector (DF-COL-07)."""

    at: Salvoes
    toll: Toll

    def ask(self) -> Choose:
        """The attacker spreads it evenly (DF-COL-04, DF-COL-05)."""
        station = self.at.state.ships[self.at.target]
        ways = spreads(tuple(station.assets), self.toll.hull)
        return Choose("DF-COL-04", _attacker(self.at), "collateral", ways)

    def take(self, assigned: Spread) -> Procedure:
        """Their saves; with a station that is lost all aboard go (DF-STA-01)."""
        station = self.at.state.ships[self.at.target]
        victims = victims_of(
            station.assets, dict(assigned), self.at.rules, critical=self.toll.critical
        )
        ending = Ending.GONE if station.destroyed else Ending.NONE
        return AboardSaves(self.at, collateral(victims, ending, self.at.rules))


@dataclass(frozen=True, slots=True)
class AboardSaves:
    """The saves of assets aboard a station."""

    at: Salvoes
    collateral: Procedure

    def ask(self) -> Procedure:
        """Who is killed."""
        return self.collateral

    def take(self, casualties: Casualties) -> Procedure | Done[State]:
        """The station without them."""
        station = self.at.state.ships[self.at.target]
        left = without(station.assets, casualties.lost)
        return _done(replace(self.at, state=self.at.state.change_ship(station.id, assets=left)))


@dataclass(frozen=True, slots=True)
class Impelled:
    """The attacker may turn a ship that an Impel weapon hurt enough (DF-WPN-15)."""

    at: Salvoes
    times: int

    def ask(self) -> Choose:
        """By how many degrees."""
        return Choose("DF-WPN-15", _attacker(self.at), "impel", IMPEL_TURNS)

    def take(self, degrees: float) -> Procedure | Done[State]:
        """The ship points elsewhere."""
        ship = self.at.state.ships[self.at.target]
        facing = (ship.facing + degrees) % 360.0
        at = replace(self.at, state=self.at.state.change_ship(ship.id, facing=facing))
        return Impelled(at, self.times - 1) if self.times > 1 else _done(at)


def _done(at: Salvoes) -> Procedure | Done[State]:
    """After a batch: rolls due now, where the house rule says so (DF-CRP-02), else on."""
    ahead = _past(at)
    timing = at.rules.crippling_timing
    same_ship = ahead.todo and ahead.batch[0].ship == at.batch[0].ship
    if timing is CripplingTiming.GROUP_END or not ahead.todo:
        return _onwards(ahead)
    if timing is CripplingTiming.SHIP_END and same_ship:
        return _onwards(ahead)
    after = settled(at.state, at.rules, at.hit)
    if isinstance(after, Done):
        return _onwards(replace(ahead, state=after.value, hit=()))
    return Between(replace(ahead, hit=()), after)


@dataclass(frozen=True, slots=True)
class Between:
    """Crippling rolls and wrecks in the middle of a group's fire."""

    at: Salvoes
    rolls: Procedure

    def ask(self) -> Procedure:
        """The rolls due."""
        return self.rolls

    def take(self, state: State) -> Procedure | Done[State]:
        """On with the volley."""
        return _onwards(replace(self.at, state=cleared(state)))
