"""The state of play: who and what is where, and what lasts between actions.

Knows the values that persist; protection, flags and sight are worked out afresh (GW-PROT-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Board, Cube, distance
from defilade.systems.greatwar.battle import CardLine
from defilade.systems.greatwar.book import Book
from defilade.systems.greatwar.tables import Kind
from defilade.systems.greatwar.terms import Phase, Section, Side, Terrain, Token, Waterway

_EMPTY: FrozenMap[Any, Any] = FrozenMap()


@dataclass(frozen=True, slots=True, repr=False)
class Site:
    """What a hex is: terrain, class of water, sections, the road over its bridge, tokens."""

    terrain: Terrain = Terrain.COUNTRYSIDE
    waterway: Waterway | None = None
    sections: tuple[Section, ...] = ()
    approaches: tuple[Cube, ...] = ()
    tokens: frozenset[Token] = frozenset()

    def __repr__(self) -> str:
        """The call that makes it, tokens in a fixed order, so that equal states print alike."""
        tokens = f"frozenset({{{', '.join(map(repr, sorted(self.tokens)))}}})"
        return (
            f"Site({self.terrain!r}, {self.waterway!r}, {self.sections!r}, "
            f"{self.approaches!r}, {tokens if self.tokens else 'frozenset()'})"
        )


PLAIN = Site()


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the field. `figures` of a tank are its silhouette tokens.

    `moved_onto` is the hex on which it ended this turn's move, `came_from` where it began it;
    `bonus` are dice of a combat card for its next attack.
    """

    id: str
    side: Side
    kind: Kind
    at: Cube
    figures: int
    personnel: tuple[str, ...] = ()
    ordered: bool = False
    hexes_moved: int = 0
    came_from: Cube | None = None
    moved_onto: Cube | None = None
    battled: bool = False
    bogged: bool = False
    ditched: bool = False
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve artillery beside the board (GW-RES-01)."""

    strength: int
    ordered: bool = False
    fired: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """The command card in play: where and how many units it orders (GW-TURN-02).

    `sections` are seen from the player's own side; none means the whole field. `bombard` is
    the tactic card that orders the reserve artillery onto any hex (GW-RES-03).
    """

    number: int
    sections: tuple[Section, ...] = ()
    battlefield_only: bool = False
    bombard: bool = False


@dataclass(frozen=True, slots=True)
class Objective:
    """A hex worth medals to a side with a unit on it (GW-VIC-01)."""

    at: Cube
    medals: int
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """What never changes: the board (None: endless), the book, cards, exits, objectives.

    `rows_assumed` says that nobody stated the shape of the board (GW-MAP-02).
    """

    title: str
    board: Board | None
    book: Book
    cards: FrozenMap[str, CardLine] = _EMPTY
    hand_limit: int = 5
    medals_to_win: int | None = None
    exits: tuple[Side, ...] = ()
    objectives: tuple[Objective, ...] = ()
    rows_assumed: bool = False

    def holds(self, here: Cube) -> bool:
        """Whether a hex is in play (GW-MAP-01, GW-MOVE-04)."""
        return self.board is None or here in self.board


@dataclass(frozen=True, slots=True)
class State:
    """Everything that lasts between actions."""

    field: Field
    sites: FrozenMap[Cube, Site]
    units: FrozenMap[str, Unit]
    reserves: FrozenMap[Side, Reserve] = _EMPTY
    hq: FrozenMap[Side, int] = _EMPTY
    pool: int = 0
    medals: FrozenMap[Side, int] = _EMPTY
    hands: FrozenMap[Side, tuple[str, ...]] = _EMPTY
    active: Side = Side.BOTTOM
    phase: Phase = Phase.COMMAND
    command: Command | None = None
    turn: int = 1

    @property
    def book(self) -> Book:
        """The values that hold in this battle."""
        return self.field.book

    def site(self, here: Cube) -> Site:
        """What a hex is; countryside where nothing is said."""
        return self.sites.get(here, PLAIN)

    def unit_at(self, here: Cube) -> Unit | None:
        """The one unit on a hex (GW-UNIT-02)."""
        return next((unit for unit in self.units.values() if unit.at == here), None)

    def foes(self, side: Side) -> Iterator[Unit]:
        """The enemies of a side."""
        return (unit for unit in self.units.values() if unit.side is not side)

    def next_to_foe(self, unit: Unit) -> Unit | None:
        """An enemy next to a unit, if there is one."""
        return next((foe for foe in self.foes(unit.side) if distance(foe.at, unit.at) == 1), None)

    def put(self, unit: Unit) -> State:
        """The state with a unit set."""
        return replace(self, units=self.units.put(unit.id, unit))

    def change(self, unit_id: str, **changes: Any) -> State:
        """The state with some fields of a unit changed."""
        return self.put(replace(self.units[unit_id], **changes))

    def drop(self, unit_id: str) -> State:
        """The state without a unit."""
        return replace(self, units=self.units.drop(unit_id))

    def with_tokens(self, here: Cube, tokens: frozenset[Token]) -> State:
        """The state with other tokens on a hex."""
        site = replace(self.site(here), tokens=tokens)
        return replace(self, sites=self.sites.put(here, site))

    def score(self, side: Side) -> int:
        """Medals of a side: won, and for objectives that it holds now (GW-VIC-01)."""
        held = 0
        for goal in self.field.objectives:
            unit = self.unit_at(goal.at)
            if unit is not None and unit.side is side and goal.side in (None, side):
                held += goal.medals
        return self.medals.get(side, 0) + held

    @property
    def winner(self) -> Side | None:
        """The side that has the medals, the active side first (GW-VIC-02)."""
        wanted = self.field.medals_to_win
        if wanted is None:
            return None
        for side in (self.active, self.active.other):
            if self.score(side) >= wanted:
                return side
        return None
