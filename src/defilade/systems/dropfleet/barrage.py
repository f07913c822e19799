"""Roll to hit, total the damage, roll saves: the dice of weapons that no Point Defence stops.

Knows shots and dice alone; a procedure for each step of the rulebook. Dice without an effect
of the whole weapon are independent attempts, which is what makes their odds quick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Ask, Done, Roll, Sum, Total
from defilade.systems.dropfleet.options import FlashCounts
from defilade.systems.dropfleet.shot import Hits, Shot, Slot, Stage, Vector, nothing, packed
from defilade.values import DiceExpr

FLASH_POINTS = 3
"""Points from which Flash gives a second spike (DF-WPN-13)."""


def save_roll(points: int, need: int, *, again: bool, critical: bool, about: str = "") -> Roll:
    """One die for each point (DF-SAV-01); failures once more with a booster (DF-DIC-06)."""
    return Roll(
        "DF-SAV-03" if critical else "DF-SAV-01",
        points,
        (need,),
        again=tuple(range(1, need)) if again else (),
        stage=Stage.SAVE_CRITICAL if critical else Stage.SAVE,
        about=about,
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attack die from the throw to its saves, independent of all others (DF-HIT-01)."""

    shot: Shot
    slots: tuple[int, ...]

    def ask(self) -> Roll:
        """Throw the die."""
        stage = Stage.TO_HIT + self.shot.rank
        return Roll("DF-HIT-01", 1, self.shot.bands(), stage=stage, about=self.shot.weapon)

    def take(self, counts: tuple[int, ...]) -> AttemptDamage | AttemptSaves | Done[Vector]:
        """A miss ends it; a hit does its damage."""
        hits = self.shot.read(counts)
        if not hits.all:
            return Done(nothing(self.slots))
        if self.shot.damage.is_fixed:
            return attempt_saves(self, hits, self.shot.each)
        return AttemptDamage(self, hits)


@dataclass(frozen=True, slots=True)
class AttemptDamage:
    """Random damage of one hit, before saves (DF-DMG-01)."""

    attempt: Attempt
    hits: Hits

    def ask(self) -> Total:
        """The damage."""
        return Total("DF-DMG-01", self.attempt.shot.damage, stage=Stage.DAMAGE)

    def take(self, damage: int) -> AttemptSaves | Done[Vector]:
        """Its points face saves."""
        return attempt_saves(self.attempt, self.hits, damage * self.attempt.shot.times)


@dataclass(frozen=True, slots=True)
class AttemptSaves:
    """Saves against the points of one hit."""

    attempt: Attempt
    hits: Hits
    points: int
    need: int

    def ask(self) -> Roll:
        """One save for each point."""
        shot, critical = self.attempt.shot, self.hits.critical > 0
        again = shot.again_passive if critical else shot.again_save
        about = shot.target
        return save_roll(self.points, self.need, again=again, critical=critical, about=about)

    def take(self, counts: tuple[int, ...]) -> Done[Vector]:
        """What was not saved is lost."""
        return Done(attempt_effect(self.attempt, self.hits, self.points, counts[0]))


def attempt_saves(attempt: Attempt, hits: Hits, points: int) -> AttemptSaves | Done[Vector]:
    """The saves of a hit, or its effect where there are none to roll."""
    need = attempt.shot.passive if hits.critical else attempt.shot.save
    if need is None or not points:
        return Done(attempt_effect(attempt, hits, points, points))
    return AttemptSaves(attempt, hits, points, need)


def attempt_effect(attempt: Attempt, hits: Hits, points: int, unsaved: int) -> Vector:
    """Hull lost, a corruptor token for a keen die that took hull (DF-WPN-12), and the firer's
    own loss for an unmodified 6 (DF-WPN-16)."""
    shot = attempt.shot
    values: dict[int, int] = {
        Slot.HULL: unsaved,
        Slot.CRITICAL: unsaved * hits.critical,
        Slot.TOKENS: int(shot.corruptor and hits.keen > 0 and unsaved > 0),
    }
    if shot.backlash is not None:
        values[shot.backlash] = points * hits.sixes
    return packed(attempt.slots, values)


@dataclass(frozen=True, slots=True)
class Struck:
    """What a weapon's dice came to before Point Defence and saves: points and dice, and the
    hull that an Unstable weapon costs its own ship (DF-WPN-16)."""

    normal: int
    critical: int
    hits: Hits
    recoil: int = 0


@dataclass(frozen=True, slots=True)
class ToHit:
    """A weapon's attack dice, thrown: its answer is `Struck`. A random Attack is rolled first,
    where it was not rolled before allocating (DF-ALL-05)."""

    shot: Shot

    def ask(self) -> Total:
        """How many dice."""
        return Total("DF-ALL-05", self.shot.attack, stage=Stage.ATTACK, about=self.shot.weapon)

    def take(self, dice: int) -> Wave:
        """Throw them."""
        return Wave(self.shot, max(0, dice))


_NO_HITS = Hits(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Wave:
    """A throw of attack dice. Dice of Burnthrough that hit go on to the next wave, all
    together, until all miss or the limit is reached; after a wave with a critical every hit
    is critical (`fierce`) (DF-WPN-06)."""

    shot: Shot
    dice: int
    normal: int = 0
    critical: int = 0
    hits: Hits = _NO_HITS
    fierce: bool = False

    def ask(self) -> Roll:
        """Throw the dice."""
        stage = Stage.TO_HIT + self.shot.rank
        about = self.shot.weapon
        return Roll("DF-HIT-01", self.dice, self.shot.bands(), stage=stage, about=about)

    def take(self, counts: tuple[int, ...]) -> Wave | WaveDamage | Recoil | Done[Struck]:
        """Total the damage of the hits (DF-DMG-01), all points of a critical one critical
        (DF-CRT-06); Distortion's damage is the number of hits (DF-WPN-10)."""
        new = self.shot.read(counts)
        if self.fierce:
            new = Hits(0, new.all, new.all, new.sixes)
        if self.shot.distortion:
            return self.scored(new, new.normal * new.all, new.critical * new.all)
        if self.shot.damage.is_fixed:
            each = self.shot.each
            return self.scored(new, new.normal * each, new.critical * each)
        return WaveDamage(self, new)

    def scored(self, new: Hits, normal: int, critical: int) -> Wave | Recoil | Done[Struck]:
        """After the points of this wave: over the limit the criticals are kept (DF-WPN-06)."""
        old = self.hits
        hits = Hits(
            old.normal + new.normal,
            old.critical + new.critical,
            old.keen + new.keen,
            old.sixes + new.sixes,
        )
        normal, critical, limit = self.normal + normal, self.critical + critical, self.shot.waves
        if not limit:
            return recoiled(self.shot, Struck(normal, critical, hits))
        critical = min(critical, limit)
        normal = min(normal, limit - critical)
        if not new.all or normal + critical >= limit:
            return recoiled(self.shot, Struck(normal, critical, hits))
        fierce = self.fierce or new.critical > 0
        return Wave(self.shot, new.all, normal, critical, hits, fierce)


@dataclass(frozen=True, slots=True)
class WaveDamage:
    """Random damage of a wave's hits, each rolled for itself (DF-DMG-01)."""

    wave: Wave
    new: Hits

    def ask(self) -> Sum:
        """Normal hits in the first place of the sum, critical ones in the second."""
        damage = self.wave.shot.damage
        parts = ((Placed(damage, 0), self.new.normal), (Placed(damage, 1), self.new.critical))
        return Sum(parts, (0, 0))

    def take(self, points: tuple[int, int]) -> Wave | Recoil | Done[Struck]:
        """Add them up."""
        times = self.wave.shot.times
        return self.wave.scored(self.new, points[0] * times, points[1] * times)


def recoiled(shot: Shot, struck: Struck) -> Recoil | Done[Struck]:
    """The end of a throw: what unmodified sixes of an Unstable weapon cost (DF-WPN-16)."""
    sixes = struck.hits.sixes
    if not sixes:
        return Done(struck)
    if shot.damage.is_fixed or shot.distortion:
        each = struck.hits.all if shot.distortion else shot.each
        return Done(replace(struck, recoil=sixes * each))
    return Recoil(shot, struck)


@dataclass(frozen=True, slots=True)
class Recoil:
    """Random damage that an Unstable weapon does to its own ship, rolled for each 6."""

    shot: Shot
    struck: Struck

    def ask(self) -> Sum:
        """The weapon's damage for each 6."""
        one = Total("DF-WPN-16", self.shot.damage, stage=Stage.BACKLASH)
        return Sum(((one, self.struck.hits.sixes),))

    def take(self, damage: int) -> Done[Struck]:
        """No saves against it."""
        return Done(replace(self.struck, recoil=damage * self.shot.times))


@dataclass(frozen=True, slots=True)
class Placed:
    """Damage dice whose total stands in the first or second place of a pair."""

    damage: DiceExpr
    place: int

    def ask(self) -> Total:
        """The damage."""
        return Total("DF-DMG-01", self.damage, stage=Stage.DAMAGE)

    def take(self, damage: int) -> Done[tuple[int, int]]:
        """It, in its place."""
        return Done((0, damage) if self.place else (damage, 0))


@dataclass(frozen=True, slots=True)
class Salvo:
    """A whole weapon, for effects that look at all its dice: Flash, Crippling, Impel,
    Distortion, Burnthrough."""

    shot: Shot
    slots: tuple[int, ...]

    def ask(self) -> Ask:
        """Throw to hit."""
        return ToHit(self.shot)

    def take(self, struck: Struck) -> SalvoSaves | Done[Vector]:
        """Roll its saves."""
        return SalvoSaves(self.shot, self.slots, struck).next()


@dataclass(frozen=True, slots=True)
class SalvoSaves:
    """Saves against a weapon's points: normal ones first, then critical ones (DF-SAV-03).

    `lost` and `lost_critical` are None until rolled.
    """

    shot: Shot
    slots: tuple[int, ...]
    struck: Struck
    lost: int | None = None
    lost_critical: int | None = None

    def next(self) -> SalvoSaves | Done[Vector]:
        """This step, or the next one if there is nothing to roll."""
        shot, struck, normal, critical = self.shot, self.struck, self.lost, self.lost_critical
        if normal is None and (not struck.normal or shot.save is None):
            normal = struck.normal
        if normal is None:
            return self
        if critical is None and (not struck.critical or shot.passive is None):
            critical = struck.critical
        if critical is None:
            return replace(self, lost=normal)
        before = struck.normal + struck.critical
        effects = weapon_effects(shot, struck, (normal, critical), before=before)
        return Done(packed(self.slots, effects))

    def ask(self) -> Roll:
        """One save for each point of the kind that is due."""
        shot, critical = self.shot, self.lost is not None
        points = self.struck.critical if critical else self.struck.normal
        need = shot.passive if critical else shot.save
        assert need is not None  # `next` passes over points without a save
        again = shot.again_passive if critical else shot.again_save
        return save_roll(points, need, again=again, critical=critical, about=shot.target)

    def take(self, counts: tuple[int, ...]) -> SalvoSaves | Done[Vector]:
        """What was not saved is lost."""
        if self.lost is None:
            return replace(self, lost=counts[0]).next()
        return replace(self, lost_critical=counts[0]).next()


def weapon_effects(
    shot: Shot, struck: Struck, lost: tuple[int, int], *, before: int
) -> dict[int, int]:
    """Spikes, rolls and tokens of one weapon; all but a hit's first spike need hull lost after
    saves (DF-WPN-20). `lost` is normal and critical points unsaved, `before` all points that
    faced saves."""
    hull = sum(lost)
    values: dict[int, int] = {Slot.HULL: hull, Slot.CRITICAL: lost[1]}
    if shot.flash is not None and struck.hits.all:
        counted = hull if shot.flash is FlashCounts.HULL_LOST else before
        values[Slot.SPIKES] = 1 + (counted >= FLASH_POINTS)
    if shot.crippling and struck.hits.keen and hull:
        values[Slot.CRIPPLING] = 1
    if shot.impel and hull >= shot.impel:
        values[Slot.IMPELS] = 1
    if shot.corruptor and struck.hits.keen:
        values[Slot.TOKENS] = _tokens(shot, struck, lost[1])
    if shot.backlash is not None:
        values[shot.backlash] = struck.recoil
    return values


def _tokens(shot: Shot, struck: Struck, lost: int) -> int:
    """Keen dice that took hull, where single dice can no longer be told apart: as few as the
    lost points can come from (DF-WPN-12)."""
    most = struck.hits.all if shot.distortion else shot.damage.high * shot.times
    return min(struck.hits.keen, -(-lost // max(1, most)))
