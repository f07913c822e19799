"""The Collateral Damage chapter: tokens on scenery, at once or in Round Up.

Knows tokens, pieces and the squad inside that suffers; where tokens come from is elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from defilade.dice import Choose, Die, Roll
from defilade.systems.dropzone.damage import Needs, collateral, saves
from defilade.systems.dropzone.destruction import collapse_of, lose
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.state import (
    Piece,
    State,
    Unit,
    members,
    occupants,
    rules_of,
    sides,
    squads_inside,
)
from defilade.systems.dropzone.terms import Rule
from defilade.table import Table

ENERGY, FLAMMABLE_ENERGY = 4, 2
"""Energy of a token's hit, and in Flammable scenery (DZ-COL-02, DZ-COL-06)."""


def energy_of(piece: Piece) -> int:
    """Energy of the tokens of a piece (DZ-COL-06)."""
    return FLAMMABLE_ENERGY if piece.has(Rule.FLAMMABLE) else ENERGY


def squad_energy(table: Table[State], piece: Piece) -> int:
    """Energy of the tokens against the squad inside (DZ-COL-06)."""
    flammable = piece.has(Rule.FLAMMABLE)
    return rules_of(table).flammable_squad_energy if flammable else ENERGY


def token_chance(armour: int, *, flammable: bool) -> Fraction:
    """How likely one token damages its piece (DZ-COL-08).

    >>> token_chance(10, flammable=False), token_chance(5, flammable=True)
    (Fraction(1, 6), Fraction(2, 3))
    """
    energy = FLAMMABLE_ENERGY if flammable else ENERGY
    return 1 - collateral(armour, energy).chances().get(0, Fraction(0))


def wound_chance(table: Table[State], piece: Piece, unit: Unit) -> Fraction:
    """How likely one token damages a unit inside: Hazard Suits re-roll successes
    (DZ-COL-09), Countermeasures and Dodge save (DZ-COL-03)."""
    energy = squad_energy(table, piece)
    chance = 1 - collateral(unit.stats.armour, energy).chances().get(0, Fraction(0))
    if has(unit.stats.special, Special.HAZARD):
        chance *= chance
    for need in saves(unit, energy, dodging=True):
        chance *= Fraction(need - 1, 6)
    return chance


def tokens_tasks(piece: Piece) -> tuple[Task, ...]:
    """The resolution of all tokens on a piece."""
    return (Randomise(piece.id),) if piece.tokens else ()


@dataclass(frozen=True, slots=True)
class ResolveOccupied:
    """After a Shooting action: tokens on an occupied Garrison that got any resolve at once,
    old and new together (DZ-COL-01)."""

    before: tuple[tuple[str, int], ...]

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """The tokens of each such piece."""
        had = dict(self.before)
        tasks = []
        for piece in table.state.pieces.values():
            more = piece.tokens > had.get(piece.id, 0)
            if more and piece.has(Rule.GARRISON) and occupants(table.state, piece.id):
                tasks.append(Randomise(piece.id))
        return table.state, tuple(tasks)


@dataclass(frozen=True, slots=True)
class Randomise:
    """One squad inside is picked at random, once for all tokens (DZ-COL-03); of two, 1-3 is
    the first (DZ-COL-05)."""

    piece: str

    def ask(self, table: Table[State]) -> Roll | None:
        """A die, where there are several squads inside."""
        if self.piece not in table.state.pieces:
            return None
        inside = len(squads_inside(table.state, self.piece))
        if inside < 2:
            return None
        if 6 % inside:
            die = Die(f"D{inside}", tuple(range(1, inside + 1)))
            return Roll("DZ-COL-05", 1, tuple(range(2, inside + 1)), die=die, about=self.piece)
        step = 6 // inside
        bands = tuple(1 + step * k for k in range(1, inside))
        return Roll("DZ-COL-05", 1, bands, about=self.piece)

    def take(self, table: Table[State], counts: tuple[int, ...] | None) -> After:
        """On with that squad."""
        piece = table.state.pieces.get(self.piece)
        if piece is None or not piece.tokens:
            return table.state, ()
        inside = squads_inside(table.state, self.piece)
        place = counts.index(1) if counts else 0
        squad = inside[place] if inside else None
        return table.state, (PieceDice(self.piece, squad),)


@dataclass(frozen=True, slots=True)
class PieceDice:
    """A die for each token against the piece: its number or a 6 costs 1 DP and keeps the
    token (DZ-COL-02, DZ-COL-04)."""

    piece: str
    squad: str | None

    def needs(self, table: Table[State]) -> Needs:
        """What a token needs."""
        piece = table.state.pieces[self.piece]
        return collateral(piece.armour or 0, energy_of(piece))

    def ask(self, table: Table[State]) -> Roll | None:
        """A die for each token; none where the piece cannot be damaged."""
        piece = table.state.pieces[self.piece]
        if piece.armour is None or not piece.dp:
            return None
        need = self.needs(table).damage
        assert need is not None  # a 6 always damages
        return Roll("DZ-COL-02", piece.tokens, (need,), about=self.piece)

    def take(self, table: Table[State], counts: tuple[int, ...] | None) -> After:
        """DP and tokens change; the squad's dice come before any collapse."""
        piece = table.state.pieces[self.piece]
        tokens = piece.tokens
        damage = counts[1] if counts else 0
        left = max(0, (piece.dp or 0) - damage) if counts else piece.dp
        state = table.state.with_piece(replace(piece, dp=left, tokens=damage))
        tasks: list[Task] = []
        if self.squad is not None:
            tasks.append(SquadDice(self.piece, self.squad, tokens))
        if counts and not left:
            tasks.append(collapse_of(state, self.piece))
        return state, tuple(tasks)


@dataclass(frozen=True, slots=True)
class SquadDice:
    """A die for each token against the squad inside, Body Cover ignored (DZ-COL-03,
    DZ-COV-08); Hazard Suits re-roll what succeeded (DZ-COL-09)."""

    piece: str
    squad: str
    tokens: int

    def ask(self, table: Table[State]) -> Roll:
        """A die for each token."""
        unit = members(table.state, self.squad)[0]
        energy = squad_energy(table, table.state.pieces[self.piece])
        need = collateral(unit.stats.armour, energy).damage
        assert need is not None  # a 6 always damages
        again = tuple(range(need, 7)) if has(unit.stats.special, Special.HAZARD) else ()
        return Roll("DZ-COL-03", self.tokens, (need,), again=again, about=self.squad)

    def take(self, table: Table[State], counts: tuple[int, ...]) -> After:
        """The Damage, to what may save from it."""
        unit = members(table.state, self.squad)[0]
        energy = squad_energy(table, table.state.pieces[self.piece])
        numbers = saves(unit, energy, dodging=True)
        return table.state, (CollateralSaves(self.squad, counts[1], numbers),)


@dataclass(frozen=True, slots=True)
class CollateralSaves:
    """Passive Countermeasures and Dodge against Collateral Damage (DZ-COL-03)."""

    squad: str
    damage: int
    numbers: tuple[int, ...]

    def ask(self, _table: Table[State]) -> Roll | None:
        """A die for each Damage."""
        if not self.damage or not self.numbers:
            return None
        return Roll("DZ-DMG-04", self.damage, (self.numbers[0],), about=self.squad)

    def take(self, table: Table[State], counts: tuple[int, ...] | None) -> After:
        """What is left is allocated by an opponent."""
        if counts is not None:
            left = self.damage - counts[1]
            return table.state, (CollateralSaves(self.squad, left, self.numbers[1:]),)
        if not self.damage:
            return table.state, ()
        side = table.state.squads[self.squad].side
        player = next((s for s in sides(table.state) if s != side), side)
        return table.state, (Allocate(self.squad, self.damage, player, "DZ-COL-03"),)


@dataclass(frozen=True, slots=True)
class Allocate:
    """A player spreads points of loss over a squad's units, one by one (DZ-COL-03,
    DZ-GEX-07)."""

    squad: str
    points: int
    player: str
    clause: str

    def ask(self, table: Table[State]) -> Choose | None:
        """Which unit takes the next point, where there are several."""
        units = members(table.state, self.squad)
        if not self.points or len(units) < 2:
            return None
        names = tuple(unit.id for unit in units)
        return Choose(self.clause, self.player, "allocate", names)

    def take(self, table: Table[State], name: str | None) -> After:
        """It loses one; with a single unit left, all of them."""
        units = members(table.state, self.squad)
        if not self.points or not units:
            return table.state, ()
        if name is None:
            return lose(table, units[0].id, self.points)
        state, follow = lose(table, name, 1)
        rest = Allocate(self.squad, self.points - 1, self.player, self.clause)
        return state, (rest, *follow)
