"""What dice are thrown for: the steps from Shots to Damage, as procedures.

Knows numbers needed and counts; never the table. The same steps give odds and play.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from defilade.dice import Ask, Choose, Done, Roll, Sum, Total
from defilade.systems.dropzone.damage import Needs
from defilade.values import DiceExpr

HIT, MANY, DAMAGE, SAVE = range(4)
"""Stages: a squad rolls all its hits, then all its damage, then come the saves (DZ-SHT-01)."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What an attack did: hits, Damage after saves, Criticals, hits that went astray."""

    hits: int = 0
    damage: int = 0
    criticals: int = 0


@dataclass(frozen=True, slots=True)
class Wound:
    """How one hit is turned into Damage: what it needs, what may save, what is re-rolled.

    `again` re-rolls successes once (DZ-GSH-03, DZ-COL-09); `clause` is whose roll it is.
    """

    needs: Needs
    saves: tuple[int, ...] = ()
    again: bool = False
    clause: str = "DZ-DMG-01"

    def roll(self, hits: int) -> Roll | None:
        """The damage dice for so many hits; None where no face could do anything."""
        bands = self.needs.bands
        if not hits or not bands:
            return None
        again = tuple(range(bands[0], 7)) if self.again else ()
        return Roll(self.clause, hits, bands, again=again, stage=DAMAGE)

    def done(self, counts: tuple[int, ...]) -> tuple[int, int]:
        """Damage before saves, and Criticals."""
        plain, critical = self.needs.sorted_out(counts)
        return plain * self.needs.one + critical * self.needs.two, critical


@dataclass(frozen=True, slots=True)
class ToHit:
    """Roll to hit: `need` or more, never on 1, always on 6 (DZ-SHT-06).

    Of `destroyer` or more it is a Critical without a damage roll (DZ-KEY-03).
    """

    shots: int
    need: int
    wound: Wound
    destroyer: int | None = None
    each: DiceExpr | None = None
    """How many hits one hit is, where an Area weapon says so (DZ-KEY-04)."""
    focus: tuple[Wound, ...] = ()
    """For Focus: what a hit does with 0, 1, 2 ... others given up for it (DZ-KEY-02)."""
    player: str = ""

    @property
    def bands(self) -> tuple[int, ...]:
        """Thresholds: a hit, and a hit that is a Critical at once."""
        hit = min(6, max(2, self.need))
        if self.destroyer is None or self.destroyer > 6:
            return (hit,)
        return tuple(dict.fromkeys((hit, max(hit, self.destroyer))))

    def ask(self) -> Roll:
        """One die for each Shot."""
        return Roll("DZ-SHT-06", self.shots, self.bands, stage=HIT)

    def take(self, counts: tuple[int, ...]) -> Step:
        """Hits go on to damage; Destroyer hits are Criticals already."""
        hits = sum(counts[1:])
        sure = 0
        if self.destroyer is not None and self.destroyer <= 6:
            sure = counts[-1]
        if self.each is not None:
            return how_many(hits, self.each, self.wound)
        return on_hits(hits, self.wound, self.focus, self.player, sure=sure)


@dataclass(frozen=True, slots=True)
class Blasts:
    """Roll to hit with an Area weapon: a hit lands in full, a 1 misses, anything else
    glances the target once, with other numbers (DZ-KEY-04)."""

    shots: int
    need: int
    wound: Wound
    glance: Wound
    each: DiceExpr | None = None

    def ask(self) -> Roll:
        """One die for each Shot."""
        hit = min(6, max(2, self.need))
        bands = (2, hit) if hit > 2 else (2,)
        return Roll("DZ-KEY-04", self.shots, bands, stage=HIT)

    def split(self, counts: tuple[int, ...]) -> tuple[int, int]:
        """Full hits, and glancing ones."""
        return (counts[-1], counts[1] if len(counts) > 2 else 0)

    def take(self, counts: tuple[int, ...]) -> Step:
        """The damage to the target itself: of full hits and of glancing ones together."""
        full, glancing = self.split(counts)
        first = how_many(full, self.each, self.wound)
        second = to_damage(glancing, self.glance)
        return both(first, second)


@dataclass(frozen=True, slots=True, order=True)
class Given:
    """How many hits of a Focus weapon are given up, and the Damage to be expected then."""

    discard: int
    mean: Fraction

    def __str__(self) -> str:
        return str(self.discard)


@dataclass(frozen=True, slots=True)
class Focus:
    """The player may throw away hits to raise the Energy of those kept (DZ-KEY-02)."""

    hits: int
    wounds: tuple[Wound, ...]
    player: str

    def ask(self) -> Choose:
        """How many hits to give up; one at least is kept."""
        return Choose("DZ-KEY-02", self.player, "focus", tuple(map(self._given, range(self.hits))))

    def _given(self, discard: int) -> Given:
        kept = boosts(self.hits, discard)
        chances = (self.wounds[boost].needs.chances().items() for boost in kept)
        return Given(discard, sum((d * p for one in chances for d, p in one), Fraction(0)))

    def take(self, given: Given) -> Step:
        """The hits kept, those with equal Energy thrown together."""
        kept = boosts(self.hits, given.discard)
        low, high = min(kept), max(kept)
        first = to_damage(kept.count(low), self.wounds[low])
        if low == high:
            return first
        return both(first, to_damage(kept.count(high), self.wounds[high]))


def boosts(hits: int, discard: int) -> tuple[int, ...]:
    """How many given-up hits raise each kept one, spread evenly (DZ-KEY-02).

    >>> boosts(4, 2), boosts(4, 3)
    ((1, 1), (3,))
    """
    kept = hits - discard
    share, over = divmod(discard, kept)
    return tuple(share + (place < over) for place in range(kept))


def on_hits(
    hits: int, wound: Wound, focus: tuple[Wound, ...], player: str, *, sure: int = 0
) -> Step:
    """From hits to damage, through the choice that Focus gives."""
    if focus and hits > 1:
        return Focus(hits, focus, player)
    return to_damage(hits, wound, sure=sure)


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many hits each hit is: D6 on Infantry, D3 on scenery (DZ-KEY-04, DZ-DES-05)."""

    hits: int
    each: DiceExpr
    wound: Wound

    def ask(self) -> Total:
        """A die for each hit, added up."""
        dice = DiceExpr(self.hits * self.each.count, self.each.sides)
        return Total("DZ-DES-05" if self.each.sides == 3 else "DZ-KEY-04", dice, stage=MANY)

    def take(self, hits: int) -> Step:
        """They go on to damage."""
        return to_damage(hits, self.wound)


@dataclass(frozen=True, slots=True)
class ToDamage:
    """Roll to damage: one die for each hit and Energy added (DZ-DMG-01)."""

    hits: int
    wound: Wound
    sure: int = 0
    """Hits that are Criticals already and not rolled."""

    def ask(self) -> Roll:
        """One die for each hit that is not a Critical already."""
        roll = self.wound.roll(self.hits - self.sure)
        assert roll is not None  # `to_damage` leads here only where there are dice
        return roll

    def take(self, counts: tuple[int, ...]) -> Step:
        """Damage goes on to what may save from it."""
        damage, criticals = self.wound.done(counts)
        return _saved(self, damage, criticals)


@dataclass(frozen=True, slots=True)
class Countermeasures:
    """Roll one die for each Damage: `numbers[0]` or more cancels one (DZ-DMG-04)."""

    harm: Harm
    numbers: tuple[int, ...]

    def ask(self) -> Roll:
        """One die for each Damage."""
        return Roll("DZ-DMG-04", self.harm.damage, (self.numbers[0],), stage=SAVE)

    def take(self, counts: tuple[int, ...]) -> Step:
        """What is left, to the next kind of save if there is one."""
        left = replace(self.harm, damage=self.harm.damage - counts[1])
        return _countered(left, self.numbers[1:])


@dataclass(frozen=True, slots=True)
class Both:
    """Two attacks on one target, one after the other, added up."""

    first: Step
    second: Step

    def ask(self) -> Roll | Total | Choose:
        """What the first asks, then the second."""
        now = self.second if isinstance(self.first, Done) else self.first
        assert not isinstance(now, Done)  # `both` ends before
        return now.ask()

    def take(self, answer: object) -> Step:
        """The next step of whichever asked."""
        if isinstance(self.first, Done):
            assert not isinstance(self.second, Done)  # `both` ends before
            return both(self.first, self.second.take(answer))  # type: ignore[arg-type]
        return both(self.first.take(answer), self.second)  # type: ignore[arg-type]


Step: TypeAlias = (
    "ToHit | Blasts | Focus | HowMany | ToDamage | Countermeasures | Both | Done[Harm]"
)


def both(first: Step, second: Step) -> Step:
    """Two attacks as one: done when both are."""
    if isinstance(first, Done) and isinstance(second, Done):
        one, two = first.value, second.value
        return Done(
            Harm(one.hits + two.hits, one.damage + two.damage, one.criticals + two.criticals)
        )
    return Both(first, second)


def how_many(hits: int, each: DiceExpr | None, wound: Wound) -> Step:
    """From hits that may each be several to damage."""
    if not hits or each is None:
        return to_damage(hits, wound)
    return HowMany(hits, each, wound)


def to_damage(hits: int, wound: Wound, *, sure: int = 0) -> Step:
    """From hits to damage; skips a roll that could do nothing. `sure` are Criticals."""
    step = ToDamage(hits, wound, sure)
    return _saved(step, 0, 0) if wound.roll(hits - sure) is None else step


def _saved(step: ToDamage, damage: int, criticals: int) -> Step:
    harm = Harm(step.hits, damage + step.sure * step.wound.needs.two, criticals + step.sure)
    return _countered(harm, step.wound.saves)


def _countered(harm: Harm, numbers: tuple[int, ...]) -> Step:
    return Countermeasures(harm, numbers) if harm.damage and numbers else Done(harm)


@dataclass(frozen=True, slots=True)
class _Ended:
    """An attack that needs no dice any more, as something that can be asked."""

    harm: Harm

    def ask(self) -> Total:
        """A number that nobody throws."""
        return Total("DZ-DMG-01", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[Harm]:
        """The harm."""
        return Done(self.harm)


@dataclass(frozen=True, slots=True)
class Measured:
    """A step whose answer is cut down to numbers that add up: Damage and Criticals at one
    place of a row of targets."""

    step: Step
    place: int = 0
    width: int = 1

    def ask(self) -> Ask:
        """The attack itself."""
        return _Ended(self.step.value) if isinstance(self.step, Done) else self.step

    def take(self, harm: Harm) -> Done[tuple[int, ...]]:
        """Damage and Criticals of this target, zeros for the others."""
        row = [0] * (2 * self.width)
        row[2 * self.place] = harm.damage
        row[2 * self.place + 1] = harm.criticals
        return Done(tuple(row))


def salvo(parts: tuple[tuple[Step, int, int], ...], width: int) -> Sum:
    """Attacks added up: (step, place of its target, how many alike), over `width` targets."""
    return Sum(
        tuple((Measured(step, place, width), times) for step, place, times in parts),
        (0,) * (2 * width),
    )
