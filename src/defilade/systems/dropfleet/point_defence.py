"""Point Defence: one roll against the pooled damage of Close Action weapons, before saves.

Knows kinds of points, what stopping one costs and what is lost if it is not; which attacks
share a pool is the plan's business (DF-PD-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from defilade.dice import Ask, Choose, Done, Roll, Sum
from defilade.systems.dropfleet.barrage import Struck, ToHit, save_roll, weapon_effects
from defilade.systems.dropfleet.options import FlashCounts, PdPolicy
from defilade.systems.dropfleet.shot import Hits, Shot, Slot, Stage, Vector

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

    def ask(self) -> Sum:
        """Throw all weapons to hit, side by side (DF-ALL-07)."""
        none = (0,) * self.width
        return Sum(tuple((Tally(entry, self.width), 1) for entry in self.entries), none)

    def take(self, points: tuple[int, ...]) -> Escort | PdRoll | PoolSaves | Done[Vector]:
        """If anything got through, Point Defence may stop it."""
        held = points[: len(self.kinds)]
        if not any(held):
            return after_saves(self, points, held, 0)
        if self.guard.fighters:
            return Escort(self, points)
        return PdRoll(self, points, self.guard.dice, 0)


@dataclass(frozen=True, slots=True)
class Tally:
    """One weapon's hits in the places of its pool: points by kind, then what effects look at."""

    entry: Entry
    width: int

    def ask(self) -> Ask:
        """Throw it to hit."""
        return ToHit(self.entry.shot)

    def take(self, struck: Struck) -> Done[tuple[int, ...]]:
        """Count what it did."""
        entry, place = self.entry, [0] * self.width
        place[entry.normal] = struck.normal
        place[entry.critical] = struck.critical
        if (tail := entry.tail) is not None:
            place[tail : tail + 3] = watched(entry.shot, struck)
        return Done(tuple(place))


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

    def __hash__(self) -> int:
        # all states have one pool: the rest tells them apart
        return hash((self.points, self.dice, self.fighters))

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
            stopped = _stopped(kinds, held, counts[1], self.pool.guard.policy)
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
    sorts, places = _sorts(kinds)
    totals = tuple([sum([held[index] for index in among]) for among in places])
    for wanted in _ways(sorts, totals, successes):
        criticals = sum([s for s, k in zip(wanted, sorts, strict=True) if k.critical])
        yield Spend(_hand_out(held, places, wanted), sum(wanted) - criticals, criticals)


@lru_cache(maxsize=1024)
def _sorts(kinds: tuple[Kind, ...]) -> tuple[tuple[Kind, ...], tuple[tuple[int, ...], ...]]:
    """Kinds as the defender tells them apart, and where each has its points."""
    alike: dict[Kind, list[int]] = {}
    for index, kind in enumerate(kinds):
        alike.setdefault(replace(kind, weapon=None), []).append(index)
    return tuple(alike), tuple(map(tuple, alike.values()))


def _ways(
    sorts: tuple[Kind, ...], totals: tuple[int, ...], successes: int
) -> Iterator[tuple[int, ...]]:
    """How many points of each sort to stop, in every way that leaves no success idle."""
    reach = [range(min(n, successes // k.cost) + 1) for k, n in zip(sorts, totals, strict=True)]
    for wanted in product(*reach):
        left = successes - sum(s * k.cost for s, k in zip(wanted, sorts, strict=True))
        idle = any(s < n and k.cost <= left for s, n, k in zip(wanted, totals, sorts, strict=True))
        if left >= 0 and not idle:
            yield wanted


def _hand_out(
    held: tuple[int, ...], places: tuple[tuple[int, ...], ...], wanted: tuple[int, ...]
) -> tuple[int, ...]:
    """Points stopped of each kind, given how many of each sort: the first listed first."""
    stopped = [0] * len(held)
    for among, points in zip(places, wanted, strict=True):
        left = points
        for index in among:
            stopped[index] = min(held[index], left)
            left -= stopped[index]
    return tuple(stopped)


def best_spend(
    kinds: tuple[Kind, ...], held: tuple[int, ...], successes: int, policy: PdPolicy
) -> Spend:
    """What a policy stops. `optimal` saves the most expected hull, of equals the way that
    stops more criticals (DF-PD-04); the others put criticals or normals first (DF-PD-02)."""
    stopped = _stopped(kinds, held, successes, policy)
    criticals = sum(s for s, k in zip(stopped, kinds, strict=True) if k.critical)
    return Spend(stopped, sum(stopped) - criticals, criticals)


def _stopped(
    kinds: tuple[Kind, ...], held: tuple[int, ...], successes: int, policy: PdPolicy
) -> tuple[int, ...]:
    """What a policy stops of each kind."""
    sorts, places = _sorts(kinds)
    totals = [sum([held[index] for index in among]) for among in places]
    reach = [min(n, successes // k.cost) for n, k in zip(totals, sorts, strict=True)]
    return _hand_out(held, places, _best(sorts, tuple(reach), successes, policy))


@lru_cache(maxsize=65536)
def _best(
    sorts: tuple[Kind, ...], reach: tuple[int, ...], successes: int, policy: PdPolicy
) -> tuple[int, ...]:
    """The best way to spend, of sorts of which so many could be stopped if nothing else was."""

    def worth(wanted: tuple[int, ...]) -> tuple[int, int, int]:
        """What the policy likes, the most important first."""
        pairs = list(zip(wanted, sorts, strict=True))
        saved = sum(s * k.loss for s, k in pairs)
        criticals = sum(s for s, k in pairs if k.critical)
        normals = sum(wanted) - criticals
        if policy is PdPolicy.CRITS_FIRST:
            return (criticals, normals, saved)
        if policy is PdPolicy.NORMALS_FIRST:
            return (normals, criticals, saved)
        return (saved, criticals, normals)

    return max(_ways(sorts, reach, successes), key=worth)


@dataclass(frozen=True, slots=True)
class PoolSaves:
    """Saves against what Point Defence let through, kind by kind.

    `left` holds the points of the kinds to come, `tails` hits, keen dice, recoil and points left
    of each weapon with further effects to come; `lost` the normal points lost of the one whose
    turn it is. `done` is what all kinds before came to.
    """

    pool: Pool
    left: tuple[int, ...]
    tails: tuple[int, ...]
    done: tuple[int, ...]
    lost: int = 0

    def __hash__(self) -> int:
        # all states have one pool: the rest tells them apart
        return hash((self.left, self.tails, self.done, self.lost))

    @property
    def kind(self) -> Kind:
        """The kind whose turn it is."""
        return self.pool.kinds[-len(self.left)]

    def ask(self) -> Roll:
        """One save for each of its points."""
        kind = self.kind
        assert kind.save is not None  # `after_saves` passes over points without a save
        again, critical = kind.again, kind.critical
        about = self.pool.entries[0].shot.target if self.pool.entries else ""
        return save_roll(self.left[0], kind.save, again=again, critical=critical, about=about)

    def take(self, counts: tuple[int, ...]) -> PoolSaves | Done[Vector]:
        """What was not saved is lost; on to the next kind."""
        return _passing(next_saves(self, counts[0]))


def after_saves(
    pool: Pool, points: tuple[int, ...], left: tuple[int, ...], fighters: int
) -> PoolSaves | Done[Vector]:
    """The saves of a pool; only what later steps need is kept."""
    tails: list[int] = []
    for entry in marked_entries(pool):
        assert entry.tail is not None  # these are the ones that have one
        tails += points[entry.tail : entry.tail + 3]
        by_points = entry.shot.flash is not None and entry.shot.flash is not FlashCounts.HULL_LOST
        tails.append(left[entry.normal] + left[entry.critical] if by_points else 0)
    done = tuple([fighters if slot == Slot.FIGHTERS else 0 for slot in pool.slots])
    return _passing(PoolSaves(pool, left, tuple(tails), done))


@lru_cache(maxsize=1024)
def marked_entries(pool: Pool) -> tuple[Entry, ...]:
    """One entry for each weapon told apart, in the order of their kinds."""
    found = {entry.tail: entry for entry in pool.entries if entry.tail is not None}
    return tuple(found[tail] for tail in sorted(found))


def next_saves(saves: PoolSaves, unsaved: int) -> PoolSaves:
    """After one kind: its losses counted, the next kind's turn.

    The normal points of a weapon with further effects wait for its critical ones, which come next.
    """
    pool, kind, left = saves.pool, saves.kind, saves.left[1:]
    if kind.weapon is None:
        values: dict[int, int] = {Slot.HULL: unsaved, Slot.CRITICAL: unsaved * kind.critical}
    elif not kind.critical:
        return PoolSaves(pool, left, saves.tails, saves.done, unsaved)
    else:
        shot, lost = marked_entries(pool)[kind.weapon].shot, (saves.lost, unsaved)
        values = _effects(shot, saves.tails[:4], lost)
    done = tuple([n + values.get(s, 0) for n, s in zip(saves.done, pool.slots, strict=True)])
    return PoolSaves(pool, left, saves.tails if kind.weapon is None else saves.tails[4:], done)


@lru_cache(maxsize=65536)
def _effects(shot: Shot, tail: tuple[int, ...], lost: tuple[int, int]) -> dict[int, int]:
    """What a weapon told apart comes to, not to be changed."""
    hits, keen, recoil, before = tail
    struck = Struck(0, 0, Hits(hits, 0, keen, 0), recoil)
    return weapon_effects(shot, struck, lost, before=before)


def _passing(saves: PoolSaves) -> PoolSaves | Done[Vector]:
    """The first kind from here on that has saves to roll, or the end."""
    while saves.left:
        if saves.left[0] and saves.kind.save is not None:
            return saves
        saves = next_saves(saves, saves.left[0])
    return Done(saves.done if len(saves.done) > 1 else saves.done[0])
