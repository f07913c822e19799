"""Point Defence: one roll against the pooled damage of Close Action weapons, before saves.

Knows kinds of points, what stopping one costs and what is lost if it is not; which attacks
share a pool is the plan's business (DF-PD-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from defilade.dice import Ask, Choose, Done, Roll
from defilade.systems.dropfleet.barrage import Struck, ToHit, save_roll, weapon_effects
from defilade.systems.dropfleet.options import PdPolicy
from defilade.systems.dropfleet.shot import Hits, Shot, Slot, Stage, Vector, nothing, packed

PD_NEED = 5
"""Every 5 or more is a success (DF-PD-01)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Points that are alike: whether critical, what stopping one costs (two for a critical,
    one more against Swarmers: DF-PD-02, DF-CA-07), what it must roll to be saved."""

    critical: bool
    cost: int
    save: int | None
    again: bool = False
    weapon: int | None = None
    """Tells the points of a weapon with further effects from all others."""

    @property
    def loss(self) -> int:
        """Chance of losing hull to one, in 36ths."""
        if self.save is None:
            return 36
        fail = self.save - 1
        return fail * fail if self.again else fail * 6


@dataclass(frozen=True, slots=True)
class Spend:
    """What successes stop: points of each kind, in the order of the pool's kinds."""

    stopped: tuple[int, ...]
    normals: int
    criticals: int

    def __str__(self) -> str:
        return f"stop {self.criticals} critical, {self.normals} normal"


@dataclass(frozen=True, slots=True)
class Entry:
    """One weapon's place in the pool: its dice, and which kinds its points are."""

    shot: Shot
    normal: int
    critical: int
    tail: int | None
    """Where its hits and keen dice are counted, if its effects look at them."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What the defender has against a pool: dice, those of each fighter token (most first), and
    who spends how."""

    dice: int
    fighters: tuple[int, ...]
    policy: PdPolicy
    defender: str


@dataclass(frozen=True, slots=True)
class Pool:
    """Close Action fire that one Point Defence roll is made against (DF-PD-03)."""

    entries: tuple[Entry, ...]
    kinds: tuple[Kind, ...]
    width: int
    slots: tuple[int, ...]
    guard: Guard

    def __hash__(self) -> int:
        # every state of a pool holds it: a few numbers tell pools apart quickly enough
        return hash((self.width, self.slots, len(self.entries)))

    def ask(self) -> Ask:
        """Throw the first weapon to hit."""
        return ToHit(self.entries[0].shot)

    def take(self, struck: Struck) -> PoolHits | Escort | PdRoll | PoolSaves | Done[Vector]:
        """Then the others."""
        return PoolHits(self, 0, (0,) * self.width).take(struck)


@dataclass(frozen=True, slots=True)
class PoolHits:
    """Weapons thrown so far, one after another: points by kind, then what effects look at."""

    pool: Pool
    at: int
    points: tuple[int, ...]

    def ask(self) -> Ask:
        """Throw the next weapon to hit."""
        return ToHit(self.pool.entries[self.at].shot)

    def take(self, struck: Struck) -> PoolHits | Escort | PdRoll | PoolSaves | Done[Vector]:
        """If anything got through in the end, Point Defence may stop it."""
        entry, pool = self.pool.entries[self.at], self.pool
        place = list(self.points)
        place[entry.normal] += struck.normal
        place[entry.critical] += struck.critical
        if (tail := entry.tail) is not None:
            for offset, seen in enumerate(watched(entry.shot, struck)):
                place[tail + offset] += seen
        points = tuple(place)
        if self.at + 1 < len(pool.entries):
            return PoolHits(pool, self.at + 1, points)
        if not any(points):
            return Done(nothing(pool.slots))
        if not any(points[: len(pool.kinds)]):
            return after_saves(pool, points, points[: len(pool.kinds)], 0)
        if pool.guard.fighters:
            return Escort(pool, points)
        return PdRoll(pool, points, pool.guard.dice, 0)


def watched(shot: Shot, struck: Struck) -> tuple[int, int, int]:
    """What a weapon's effects will look at: whether it hit, keen dice, recoil; else 0."""
    keen = struck.hits.keen if shot.corruptor else int(shot.crippling and struck.hits.keen > 0)
    return (int(shot.flash is not None and struck.hits.all > 0), keen, struck.recoil)


@dataclass(frozen=True, slots=True)
class Escort:
    """The defender says how many fighter tokens add their dice, the damage being known
    (DF-PD-06)."""

    pool: Pool
    points: tuple[int, ...]

    def ask(self) -> Choose:
        """All of them, some or none."""
        options = tuple(range(len(self.pool.guard.fighters), -1, -1))
        player = self.pool.guard.defender
        return Choose("DF-PD-06", player, "fighters", options, stage=Stage.FIGHTERS)

    def take(self, tokens: int) -> PdRoll:
        """Roll with them."""
        guard = self.pool.guard
        return PdRoll(self.pool, self.points, guard.dice + sum(guard.fighters[:tokens]), tokens)


@dataclass(frozen=True, slots=True)
class PdRoll:
    """The Point Defence roll (DF-PD-01)."""

    pool: Pool
    points: tuple[int, ...]
    dice: int
    fighters: int

    def ask(self) -> Roll:
        """All dice at once."""
        return Roll("DF-PD-01", self.dice, (PD_NEED,), stage=Stage.POINT_DEFENCE)

    def take(self, counts: tuple[int, ...]) -> PdSpend | PoolSaves | Done[Vector]:
        """Successes are spent by policy, or as the defender says (DF-PD-04)."""
        kinds = self.pool.kinds
        held = self.points[: len(kinds)]
        if self.pool.guard.policy is PdPolicy.ASK:
            options = tuple(spends(kinds, held, counts[1]))
            if len(options) > 1:
                return PdSpend(self, options)
            stopped = options[0].stopped
        else:
            stopped = best_spend(kinds, held, counts[1], self.pool.guard.policy).stopped
        return self.stopped(stopped)

    def stopped(self, stopped: tuple[int, ...]) -> PoolSaves | Done[Vector]:
        """What is left faces saves."""
        left = tuple(h - s for h, s in zip(self.points, stopped, strict=False))
        return after_saves(self.pool, self.points, left, self.fighters)


@dataclass(frozen=True, slots=True)
class PdSpend:
    """The defender says what to stop."""

    roll: PdRoll
    options: tuple[Spend, ...]

    def ask(self) -> Choose:
        """Every way to spend that leaves no success idle."""
        player = self.roll.pool.guard.defender
        stage = Stage.POINT_DEFENCE
        return Choose("DF-PD-04", player, "point_defence", self.options, stage=stage)

    def take(self, spend: Spend) -> PoolSaves | Done[Vector]:
        """So be it."""
        return self.roll.stopped(spend.stopped)


def spends(kinds: tuple[Kind, ...], held: tuple[int, ...], successes: int) -> Iterator[Spend]:
    """Every way to spend successes in which no further point could be stopped.

    Kinds that differ only by their weapon are one to the defender: of those the first listed
    are stopped first.
    """
    alike: dict[Kind, list[int]] = {}
    for index, kind in enumerate(kinds):
        alike.setdefault(replace(kind, weapon=None), []).append(index)
    sorts = tuple(alike)
    totals = [sum(held[index] for index in alike[kind]) for kind in sorts]
    reach = [range(min(n, successes // k.cost) + 1) for k, n in zip(sorts, totals, strict=True)]
    for wanted in product(*reach):
        left = successes - sum(s * k.cost for s, k in zip(wanted, sorts, strict=True))
        if left < 0 or any(
            s < n and k.cost <= left for s, n, k in zip(wanted, totals, sorts, strict=True)
        ):
            continue
        stopped = [0] * len(kinds)
        for kind, points in zip(sorts, wanted, strict=True):
            _hand_out(stopped, held, alike[kind], points)
        criticals = sum(s for s, k in zip(wanted, sorts, strict=True) if k.critical)
        yield Spend(tuple(stopped), sum(wanted) - criticals, criticals)


def _hand_out(stopped: list[int], held: tuple[int, ...], among: list[int], points: int) -> None:
    for index in among:
        stopped[index] = min(held[index], points)
        points -= stopped[index]


@lru_cache(maxsize=65536)
def best_spend(
    kinds: tuple[Kind, ...], held: tuple[int, ...], successes: int, policy: PdPolicy
) -> Spend:
    """What a policy stops. `optimal` saves the most expected hull, of equals the way that
    stops more criticals (DF-PD-04); the others put criticals or normals first (DF-PD-02)."""

    def worth(spend: Spend) -> tuple[int, int, int]:
        """What the policy likes, the most important first."""
        saved = sum(s * k.loss for s, k in zip(spend.stopped, kinds, strict=True))
        if policy is PdPolicy.CRITS_FIRST:
            return (spend.criticals, spend.normals, saved)
        if policy is PdPolicy.NORMALS_FIRST:
            return (spend.normals, spend.criticals, saved)
        return (saved, spend.criticals, spend.normals)

    return max(spends(kinds, held, successes), key=worth)


@dataclass(frozen=True, slots=True)
class PoolSaves:
    """Saves against what Point Defence let through, kind by kind.

    `lost` counts unsaved points: normal, critical, and per weapon with further effects;
    `tails` holds hits, keen dice, recoil and points left of each of those weapons.
    """

    pool: Pool
    tails: tuple[int, ...]
    left: tuple[int, ...]
    fighters: int
    lost: tuple[int, ...]
    turn: int = 0

    def ask(self) -> Roll:
        """One save for each point of the kind whose turn it is."""
        kind = self.pool.kinds[self.turn]
        assert kind.save is not None  # `after_saves` passes over points without a save
        return save_roll(self.left[0], kind.save, again=kind.again, critical=kind.critical)

    def take(self, counts: tuple[int, ...]) -> PoolSaves | Done[Vector]:
        """What was not saved is lost; on to the next kind."""
        return next_saves(self, counts[0])


def after_saves(
    pool: Pool, points: tuple[int, ...], left: tuple[int, ...], fighters: int
) -> PoolSaves | Done[Vector]:
    """The saves of a pool; only what later steps need is kept."""
    tails: list[int] = []
    for entry in marked_entries(pool):
        assert entry.tail is not None  # these are the ones that have one
        tails += points[entry.tail : entry.tail + 3]
        tails.append(left[entry.normal] + left[entry.critical])
    lost = (0,) * (2 + len(tails) // 2)
    return _passing(PoolSaves(pool, tuple(tails), left, fighters, lost))


def marked_entries(pool: Pool) -> tuple[Entry, ...]:
    """One entry for each weapon told apart, in the order of their kinds."""
    found = {entry.tail: entry for entry in pool.entries if entry.tail is not None}
    return tuple(found[tail] for tail in sorted(found))


def next_saves(saves: PoolSaves, unsaved: int) -> PoolSaves | Done[Vector]:
    """After one kind: its losses counted, the next kind's turn."""
    kind = saves.pool.kinds[saves.turn]
    lost = list(saves.lost)
    where = int(kind.critical) if kind.weapon is None else 2 + 2 * kind.weapon + kind.critical
    lost[where] += unsaved
    pool, tails, fighters = saves.pool, saves.tails, saves.fighters
    return _passing(PoolSaves(pool, tails, saves.left[1:], fighters, tuple(lost), saves.turn + 1))


def _passing(saves: PoolSaves) -> PoolSaves | Done[Vector]:
    if not saves.left:
        return Done(_pool_effect(saves))
    kind = saves.pool.kinds[saves.turn]
    if not saves.left[0] or kind.save is None:
        return next_saves(saves, saves.left[0])
    return saves


def _pool_effect(saves: PoolSaves) -> Vector:
    """Everything the pool did: plain points, then each weapon with further effects."""
    values: dict[int, int] = {
        Slot.HULL: saves.lost[0] + saves.lost[1],
        Slot.CRITICAL: saves.lost[1],
        Slot.FIGHTERS: saves.fighters,
    }
    for number, entry in enumerate(marked_entries(saves.pool)):
        normal, critical = saves.lost[2 + 2 * number : 4 + 2 * number]
        hits, keen, recoil, before = saves.tails[4 * number : 4 * number + 4]
        struck = Struck(normal, critical, Hits(hits, 0, keen, 0), recoil)
        effects = weapon_effects(entry.shot, struck, (normal, critical), before=before)
        for slot, amount in effects.items():
            values[slot] = values.get(slot, 0) + amount
    return packed(saves.pool.slots, values)
