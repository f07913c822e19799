"""One weapon system's dice on one target, reduced to what the dice must know.

Knows numbers to beat and effects to count; neither ships nor tables. Equal shots are one
shot, so that they merge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from defilade.systems.dropfleet.options import FlashCounts
from defilade.values import DiceExpr


class Stage(IntEnum):
    """The order in which dice are thrown (DF-SEQ-02); each weapon line has its own throw to
    hit, at `TO_HIT` plus its rank, so that dice are told apart by weapon (DF-ALL-07)."""

    ATTACK = 0
    TO_HIT = 100
    DAMAGE = 1000
    FIGHTERS = 1990
    POINT_DEFENCE = 2000
    SAVE = 3000
    SAVE_CRITICAL = 3001
    BACKLASH = 4000


class Slot(IntEnum):
    """What fire on a target may come to; `BACKLASH` and up is hull lost by the firers."""

    HULL = 0
    CRITICAL = 1
    SPIKES = 2
    CRIPPLING = 3
    TOKENS = 4
    IMPELS = 5
    FIGHTERS = 6
    BACKLASH = 7


_NO_DICE = DiceExpr.fixed(0)


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice of one weapon at one target.

    `save` and `passive` are what normal and critical points must roll, None if they may not;
    `again_save` and `again_passive` say whether failures are rolled once more (DF-SHP-05).
    `pd_cost` is what it takes to stop a normal point, 0 where Point Defence does not help.
    `backlash` is the firer's slot for Unstable, or None.
    """

    attack: DiceExpr
    lock: int
    crit_from: int | None
    keen_from: int | None
    damage: DiceExpr
    save: int | None
    passive: int | None
    rank: int = 0
    times: int = 1
    """Damage is multiplied by this: 2 when overcharged (DF-WPN-18)."""
    waves: int = 0
    """Most points of a Burnthrough weapon (DF-WPN-06), 0 for others."""
    distortion: bool = False
    flash: FlashCounts | None = None
    crippling: bool = False
    corruptor: bool = False
    impel: int = 0
    backlash: int | None = None
    pd_cost: int = 0
    again_save: bool = False
    again_passive: bool = False
    weapon: str = field(default="", compare=False)
    target: str = field(default="", compare=False)
    """Names for the prompts: shots that differ in them alone are one."""

    def __hash__(self) -> int:
        # every state of a throw holds its shot: a few numbers tell shots apart quickly enough
        return hash((self.lock, self.rank, self.save, self.passive))

    @property
    def each(self) -> int:
        """Damage of a hit that is not random."""
        return self.damage.bonus * self.times

    @property
    def by_weapon(self) -> bool:
        """Whether an effect looks at the whole weapon and not at single dice."""
        return bool(self.distortion or self.flash or self.crippling or self.impel or self.waves)

    @property
    def marked(self) -> bool:
        """Whether it must be told apart from other weapons until its saves are rolled."""
        return bool(self.by_weapon or self.corruptor or self.backlash is not None)

    def without_attack(self) -> Shot:
        """The same shot whatever its number of dice, to see which dice are alike."""
        return replace(self, attack=_NO_DICE)

    def bands(self) -> tuple[int, ...]:
        """Faces at which the meaning of a die changes (DF-HIT-01, DF-CRT-01)."""
        faces = {self.lock, self.crit_from, self.keen_from if self.marked else None}
        if self.backlash is not None:
            faces.add(6)
        return tuple(sorted(face for face in faces if face is not None))

    def read(self, counts: Sequence[int]) -> Hits:
        """What counts per band come to."""
        hits = critical = keen = sixes = 0
        for face, count in zip(self.bands(), counts[1:], strict=True):
            hits += count
            critical += count * (self.crit_from is not None and face >= self.crit_from)
            keen += count * (self.keen_from is not None and face >= self.keen_from)
            sixes += count * (self.backlash is not None and face == 6)
        return Hits(hits - critical, critical, keen, sixes)


@dataclass(frozen=True, slots=True)
class Hits:
    """Dice that hit: normal ones and critical ones (not counted as normal); of these `keen`
    would be critical by themselves; `sixes` showed an unmodified 6."""

    normal: int
    critical: int
    keen: int
    sixes: int

    @property
    def all(self) -> int:
        """Normal and critical hits together."""
        return self.normal + self.critical


Vector = int | tuple[int, ...]
"""The slots in use, in order; a plain number where it is hull points alone."""


def packed(slots: tuple[int, ...], values: dict[int, int]) -> Vector:
    """The values of the slots in use; the others are dropped early."""
    if len(slots) == 1:
        return values.get(slots[0], 0)
    return tuple(values.get(slot, 0) for slot in slots)


def unpacked(slots: tuple[int, ...], vector: Vector) -> dict[int, int]:
    """The values by slot."""
    if isinstance(vector, int):
        return {slots[0]: vector}
    return dict(zip(slots, vector, strict=True))


def nothing(slots: tuple[int, ...]) -> Vector:
    """No effect at all."""
    return packed(slots, {})
