"""A battle of The Great War edited by hand: units on hexes, the ground of hexes, what can be added.

Knows the lines of battle files; whether a unit may be on a hex is for `checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from defilade.geometry.hexes import Board, Cube
from defilade.systems.greatwar.battle import Battle, HexLine, UnitLine
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.build import assembled, board_of, place
from defilade.systems.greatwar.scene import ground_of_hex, scene_of, tells
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.spelling import drawn, spelled
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.terms import Side, Terrain, Token, Waterway
from defilade.systems.greatwar.textboard import NAMED
from defilade.table import HexCell, Scene
from defilade.table.editing import (
    Adding,
    Can,
    EditError,
    Loose,
    Motion,
    Stock,
    Thing,
    ThingKind,
    fresh,
)
from defilade.table.faults import Path
from defilade.table.scene import Point
from defilade.table.shelves import Shelf, Shelves, own_id

_DRY = (t for t in Terrain if t not in (Terrain.COUNTRYSIDE, Terrain.WATERWAY))
_GROUNDS: Mapping[str, HexLine] = {
    **{str(terrain): HexLine((0, 0), terrain) for terrain in _DRY},
    "ford": HexLine((0, 0), Terrain.WATERWAY, waterway=Waterway.FORDABLE),
    "deep_water": HexLine((0, 0), Terrain.WATERWAY, waterway=Waterway.IMPASSABLE),
}
"""Ground that a hex can be made, by the word it is called."""

_GROUND_CAN = (Can.PLACE, Can.COPY, Can.REMOVE, Can.OUTLINE)
_LETTERS = {kind: letters for letters, kind in NAMED.items()}
_CELL = HexCell()

_Pair = tuple[int, int]


def _unit_at(line: UnitLine) -> Point | None:
    match line.at:
        case (int(q), int(r)):
            return (float(q), float(r))
        case _:
            return None


def _unit_moved(line: UnitLine, motion: Motion) -> UnitLine:
    return replace(line, at=_hex(motion.to))


def _hex(point: Point) -> _Pair:
    """The hex of axial coordinates, which are whole numbers up to a slip of the hand."""
    return (round(point[0]), round(point[1]))


def _stocked(battle: Battle) -> tuple[Stock, ...]:
    units = (
        Stock(f"unit/{kind}", ThingKind.PIECE, _plain(kind), "unit", True, _CELL)
        for kind in book_of(battle.defaults).kinds
    )
    grounds = (
        Stock(f"terrain/{word}", ThingKind.GROUND, _plain(word), "terrain", footprint=_CELL)
        for word in _GROUNDS
    )
    tokens = (
        Stock(f"token/{token}", ThingKind.GROUND, _plain(token), "token", footprint=_CELL)
        for token in Token
    )
    return (*units, *grounds, *tokens)


def _plain(word: str) -> str:
    return word.replace("_", " ").capitalize()


def _supply(battle: Battle, stock: Stock, adding: Adding) -> tuple[Path, Any]:
    try:
        side = Side(adding.side or Side.BOTTOM)
    except ValueError:
        raise EditError(f"the sides are {', '.join(Side)}") from None
    return ("units",), UnitLine("", side, stock.name, _hex(adding.to))


def _words(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    return {"type": tuple(book_of(battle.defaults).kinds), "personnel": _PERSONNEL}


_PERSONNEL = ("marksman", "loader", "engineer", "flame_thrower")


def _scene(battle: Battle) -> Scene:
    return scene_of(_state(battle))


_UNITS: Shelves[Battle] = Shelves(
    shelves=(
        Shelf(
            ("units", "*"),
            ThingKind.PIECE,
            _unit_at,
            _unit_moved,
            turns=lambda line: False,
            name=own_id,
        ),
    ),
    stocked=_stocked,
    supply=_supply,
    scene=_scene,
    named=_words,
    joint="",
)


@dataclass(frozen=True, slots=True)
class HexEditor:
    """`systems.protocol.Editor` for a field of hexes: units are lines with names, ground is what
    a hex is. Ground that is put on a hex takes the place of what was there."""

    def spelled(self, battle: Battle) -> Battle:
        """A line for every unit and hex, in place of those of a text board."""
        try:
            return spelled(battle)
        except ValueError as error:
            raise EditError(f"the board cannot be read: {error}") from error

    def drawn(self, battle: Battle) -> Battle:
        """Hexes and units back on the text board, if there is one."""
        return drawn(battle)

    def things(self, battle: Battle) -> tuple[Thing, ...]:
        """Units, then hexes by the ids of the scene; `unit` of a hex is its printed name."""
        state = _state(battle)
        hexes = (_hex_thing(state, n, line) for n, line in enumerate(battle.hexes))
        return (*_UNITS.things(battle), *(each for each in hexes if each is not None))

    def thing(self, battle: Battle, name: str) -> Thing | None:
        """The unit of that name, or the ground of the hex that a name ends with: what stands
        before that changes with what lies there."""
        words = name.rsplit(" ", maxsplit=1)
        if len(words) == 1:
            return _UNITS.thing(battle, name)
        state = _state(battle)
        here = place(words[-1], state.field.board)
        for number, line in enumerate(battle.hexes):
            if here is not None and place(line.at, state.field.board) == here:
                return _hex_thing(state, number, line)
        return None

    def stock(self, battle: Battle) -> tuple[Stock, ...]:
        """Types of units, ground, tokens."""
        return _stocked(battle)

    def words(self, battle: Battle) -> Mapping[str, tuple[str, ...]]:
        """Names that fields may hold."""
        return _words(battle)

    def loose(self, battle: Battle, thing: Thing) -> tuple[Loose, ...]:
        """There are none: all is written in lines."""
        return ()

    def with_loose(self, battle: Battle, thing: Thing, name: str, value: str | None) -> Battle:
        """The battle itself."""
        return battle

    def moved(self, battle: Battle, thing: Thing, motion: Motion) -> Battle:
        """A unit on another hex, or the ground of one hex on another."""
        if thing.kind is ThingKind.PIECE:
            return _UNITS.moved(battle, thing, motion)
        line = battle.hexes[_number(thing)]
        return _laid(self.removed(battle, thing), line, [_hex(motion.to)])

    def outlined(self, battle: Battle, thing: Thing, corners: tuple[Point, ...]) -> Battle:
        """The ground of a hex on other hexes instead."""
        if thing.kind is ThingKind.PIECE:
            raise EditError(f"{thing.id} stands on one hex")
        line = battle.hexes[_number(thing)]
        return _laid(self.removed(battle, thing), line, map(_hex, corners))

    def copied(self, battle: Battle, thing: Thing, to: Point, name: str | None) -> Battle:
        """A unit twice, or the ground of a hex on another too; a hex takes no name."""
        if thing.kind is ThingKind.PIECE:
            return _UNITS.copied(battle, thing, to, name)
        return _laid(battle, battle.hexes[_number(thing)], [_hex(to)])

    def added(self, battle: Battle, stock: Stock, adding: Adding) -> Battle:
        """A unit under the letters of its type, or ground or a token on hexes."""
        where = [_hex(corner) for corner in adding.corners or (adding.to,)]
        match stock.group:
            case "unit":
                taken = {line.id for line in battle.units}
                name = f"{_LETTERS.get(stock.name, stock.name)}1"
                named_ = adding.name or fresh(name, taken, joint="")
                return _UNITS.added(battle, stock, replace(adding, name=named_))
            case "token":
                return _marked(battle, Token(stock.name), where)
            case _:
                return _laid(battle, _GROUNDS[stock.name], where)

    def removed(self, battle: Battle, thing: Thing) -> Battle:
        """The battle without a unit, or with plain countryside on a hex."""
        return _UNITS.removed(battle, thing)

    def tidied(self, battle: Battle) -> Battle:
        """The battle spelled out again: its board or a name of a hex may be another."""
        return self.spelled(battle)

    def sketch(self, battle: Battle) -> Scene:
        """What stands where, unchecked."""
        return _scene(battle)


def _state(battle: Battle) -> State:
    book = book_of(battle.defaults)
    return assembled(battle, book, board_of(battle, book))


def _hex_thing(state: State, number: int, line: HexLine) -> Thing | None:
    """The ground of a hex as a thing, unless it is plain countryside."""
    here = place(line.at, state.field.board)
    site = None if here is None else state.sites.get(here)
    if here is None or site is None or not tells(site):
        return None
    at = (float(here.q), float(here.r))
    name = ground_of_hex(state, here, site).id
    path = ("hexes", number)
    return Thing(name, ThingKind.GROUND, path, at, _GROUND_CAN, named(state, here))


def _number(thing: Thing) -> int:
    return int(thing.path[-1])


def _laid(battle: Battle, line: HexLine, where: Iterable[_Pair]) -> Battle:
    """A line's ground on hexes, in place of what is there."""
    hexes = dict.fromkeys(where)
    board = board_of(battle, book_of(battle.defaults))
    kept = [each for each in battle.hexes if _pair(each, board) not in hexes]
    return replace(battle, hexes=(*kept, *(replace(line, at=at) for at in hexes)))


def _pair(line: HexLine, board: Board) -> _Pair | None:
    at: Cube | None = place(line.at, board)
    return None if at is None else (at.q, at.r)


def _marked(battle: Battle, token: Token, where: Iterable[_Pair]) -> Battle:
    """A token on hexes, beside what lies there."""
    board = board_of(battle, book_of(battle.defaults))
    there = {_pair(line, board): line for line in battle.hexes}
    for at in where:
        line = there.get(at, HexLine(at))
        if token not in line.tokens:
            battle = _laid(battle, replace(line, tokens=(*line.tokens, token)), [at])
    return battle


EDITOR = HexEditor()
"""How battles of this system are edited."""
