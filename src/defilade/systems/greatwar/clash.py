"""The dice of one combat: symbols, hits, the special figures' check, flags ignored.

Knows numbers only, no board: the same procedure is rolled in play and weighed for odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from defilade.dice import Choose, Die, Done, Roll
from defilade.systems.greatwar.terms import Face

COUNTED = (Face.SOLDIER, Face.BURST, Face.DEADLY, Face.FLAG, Face.HQ)
"""Symbols in the order in which they are counted."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """How many dice showed each symbol."""

    soldier: int = 0
    burst: int = 0
    deadly: int = 0
    flag: int = 0
    hq: int = 0


@dataclass(frozen=True, slots=True)
class Hitting:
    """What hits: `faces` in any combat, Deadly Die sides if `deadly`, soldiers beyond `ignored`.

    `confirm` are the faces on which a hit must be confirmed; none means that it need not.
    """

    faces: tuple[Face, ...]
    deadly: bool
    ignored: int = 0
    confirm: tuple[Face, ...] = ()

    def hits(self, symbols: Symbols) -> int:
        """Hits before any confirming roll (GW-DIE-06); only soldier symbols are ignored.

        >>> Hitting((Face.SOLDIER, Face.BURST), True, 2).hits(Symbols(soldier=3, burst=1, deadly=1))
        3
        """
        count = 0
        if Face.SOLDIER in self.faces:
            count += max(0, symbols.soldier - self.ignored)
        if Face.BURST in self.faces:
            count += symbols.burst
        if Face.DEADLY in self.faces or self.deadly:
            count += symbols.deadly
        return count


@dataclass(frozen=True, slots=True)
class Defender:
    """What the dice can do to a target.

    `must` and `may` are flags ignored in any case and by choice, `per_flag` hexes of retreat
    for each other one, `room` the hexes that a retreat can make. `tokens` are the most HQ
    tokens the attacker can gain: none against a friend or from an empty pool.
    """

    player: str
    figures: int
    must: int
    may: int
    per_flag: int
    room: int
    personnel: int = 0
    tokens: int = 0

    def ways(self, flags: int) -> tuple[Ignored, ...]:
        """What the defender may do about so many flags, the fewest ignored first."""
        left = max(0, flags - self.must)
        return tuple(
            Ignored(n, owed := (left - n) * self.per_flag, max(0, owed - self.room))
            for n in range(min(left, self.may) + 1)
        )


@dataclass(frozen=True, slots=True, order=True)
class Ignored:
    """A choice about flags: how many are ignored, hexes to retreat, and figures that costs."""

    flags: int
    retreat: int
    lost: int

    def __str__(self) -> str:
        return f"ignore {self.flags}, retreat {self.retreat}"


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """What came of a combat, as far as dice and the flag choice decide it.

    `lost` figures by hits, `flags` rolled, `ignored` by choice, `retreat` hexes owed, `blocked`
    of them that cost a figure each, `gained` HQ tokens, `personnel` special figures removed.
    """

    lost: int
    flags: int
    ignored: int
    retreat: int
    blocked: int
    gained: int
    personnel: int
    eliminated: bool

    @property
    def figures_lost(self) -> int:
        """Figures lost by hits and by blocked retreat."""
        return self.lost + self.blocked

    @property
    def moved(self) -> int:
        """Hexes of retreat that are made."""
        return 0 if self.eliminated else self.retreat - self.blocked


@dataclass(frozen=True, slots=True)
class BattleRoll:
    """The battle dice of one combat (GW-DIE-01)."""

    dice: int
    die: Die
    hitting: Hitting
    defender: Defender
    clause: str = "GW-DIE-06"

    def ask(self) -> Roll:
        """All dice at once, against one target (GW-BAT-01)."""
        return Roll(self.clause, self.dice, _bands(self.die), die=self.die)

    def take(self, bands: tuple[int, ...]) -> Step:
        """Hits, tokens and flags from the symbols."""
        symbols = counted(self.die, bands)
        hits = self.hitting.hits(symbols)
        gained = min(symbols.hq, self.defender.tokens)
        confirm = self.hitting.confirm
        if confirm and hits:
            return Confirm(self.die, confirm, hits, symbols.flag, gained, self.defender)
        return losses(self.die, hits, symbols.flag, gained=gained, defender=self.defender)


def _bands(die: Die) -> tuple[tuple[str, ...], ...]:
    return tuple((face.value,) for face in COUNTED if face.value in die.sides)


def counted(die: Die, bands: tuple[int, ...]) -> Symbols:
    """The symbols that the bands of a battle roll stand for."""
    shown = [face.value for face in COUNTED if face.value in die.sides]
    return Symbols(**dict(zip(shown, bands[1:], strict=True)))


@dataclass(frozen=True, slots=True)
class Confirm:
    """The confirming roll of hits on a tank, where the players' book has one (GW-TNK-03)."""

    die: Die
    faces: tuple[Face, ...]
    hits: int
    flags: int
    gained: int
    defender: Defender

    def ask(self) -> Roll:
        """One die for each hit."""
        return Roll("GW-TNK-03", self.hits, (tuple(f.value for f in self.faces),), die=self.die)

    def take(self, bands: tuple[int, ...]) -> Step:
        """Only confirmed hits count."""
        return losses(self.die, bands[1], self.flags, gained=self.gained, defender=self.defender)


def losses(die: Die, hits: int, flags: int, *, gained: int, defender: Defender) -> Step:
    """Losses come first; an eliminated unit resolves no flags (GW-DIE-07)."""
    lost = min(hits, defender.figures)
    if lost >= defender.figures:
        gone = defender.personnel
        return Done(Outcome(lost, flags, 0, 0, 0, gained, gone, eliminated=True))
    checks = defender.personnel if lost else 0
    return Check(die, checks, Struck(lost, flags, gained, 0), defender)


@dataclass(frozen=True, slots=True)
class Struck:
    """What has happened before flags are looked at."""

    lost: int
    flags: int
    gained: int
    personnel: int


@dataclass(frozen=True, slots=True)
class Check:
    """A die for each special figure of a unit that lost figures (GW-UNIT-05).

    HQ symbols in this roll gain nothing (GW-TURN-05).
    """

    die: Die
    dice: int
    struck: Struck
    defender: Defender

    def ask(self) -> Roll:
        """Only a Deadly Die side removes the figure."""
        return Roll("GW-UNIT-05", self.dice, ((Face.DEADLY.value,),), die=self.die)

    def take(self, bands: tuple[int, ...]) -> Flags:
        """Then flags."""
        struck = self.struck
        after = Struck(struck.lost, struck.flags, struck.gained, bands[1])
        return Flags(after, self.defender)


@dataclass(frozen=True, slots=True)
class Flags:
    """The defender says how many flags to ignore (GW-FLAG-01)."""

    struck: Struck
    defender: Defender

    def ask(self) -> Choose:
        """From none to as many as the attack allows."""
        ways = self.defender.ways(self.struck.flags)
        return Choose("GW-FLAG-01", self.defender.player, "ignore_flags", ways)

    def take(self, chosen: Ignored) -> Done[Outcome]:
        """The combat's outcome; a blocked retreat may eliminate (GW-FLAG-05)."""
        struck, figures = self.struck, self.defender.figures
        blocked = min(chosen.lost, figures - struck.lost)
        eliminated = struck.lost + blocked >= figures
        return Done(
            Outcome(
                struck.lost,
                struck.flags,
                chosen.flags,
                chosen.retreat,
                blocked,
                struck.gained,
                self.defender.personnel if eliminated else struck.personnel,
                eliminated,
            )
        )


Step: TypeAlias = Confirm | Check | Done[Outcome]
"""What may follow the battle dice."""
