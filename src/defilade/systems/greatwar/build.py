"""From a battle file to the state of play: board, text board, hexes, units put together.

Knows defaults (the standard field among them); what is wrong with a battle is found in
`checks`, before this is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from defilade.frozen import FrozenMap
from defilade.geometry.hexes import Board, Cube, Naming
from defilade.systems.greatwar.battle import Battle, Hex, HexLine, UnitLine
from defilade.systems.greatwar.book import Book, book_of
from defilade.systems.greatwar.state import PLAIN, Field, Objective, Reserve, Site, State, Unit
from defilade.systems.greatwar.tables import POOL
from defilade.systems.greatwar.terms import Phase, Side, Terrain, Waterway
from defilade.systems.greatwar.textboard import Cell, Spot, TextBoard, spots, type_of_name

LONG, SHORT, ROWS = 12, 11, 11
"""Hexes of the long and short rows, and rows, of the field (GW-MAP-01, GW-MAP-02)."""


def rows_of(battle: Battle) -> tuple[int, ...]:
    """Whole hexes of each row: as stated, else 12 and 11 by turns, or 12 everywhere."""
    if battle.rows:
        return battle.rows
    short = SHORT if battle.options.board_short_rows else LONG
    return tuple(short if row % 2 else LONG for row in range(ROWS))


@lru_cache(maxsize=32)
def _rows(lengths: tuple[int, ...], naming: Naming) -> Board:
    return Board.rows(lengths, naming=naming)


def board_of(battle: Battle, book: Book) -> Board:
    """The board: the hexes drawn, or rows of hexes."""
    if battle.board.strip():
        return _drawn_board(battle.board, book.hex_numbering)
    return _rows(rows_of(battle), book.hex_numbering)


@lru_cache(maxsize=32)
def _drawn_board(text: str, naming: Naming) -> Board:
    return Board.of(_cells(text), naming=naming)


@lru_cache(maxsize=32)
def _cells(text: str) -> Mapping[Cube, Cell]:
    return TextBoard.parse(text).cells


def cells_of(battle: Battle) -> dict[Cube, Cell]:
    """The hexes of the text board, in reading order; none without one."""
    return dict(_cells(battle.board)) if battle.board.strip() else {}


def drawn_at(battle: Battle) -> dict[Cube, Spot]:
    """Where the text board has the word of each hex."""
    return spots(battle.board) if battle.board.strip() else {}


def place(at: Hex, board: Board | None) -> Cube | None:
    """The hex that [q, r], `q,r` or a printed name stands for; None where there is none."""
    if not isinstance(at, str):
        return Cube.axial(*at)
    first, comma, second = at.strip().strip("[]").partition(",")
    if comma:
        try:
            return Cube.axial(int(first), int(second))
        except ValueError:
            return None
    try:
        return None if board is None else board.named(at.strip().upper())
    except KeyError:
        return None


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit's line completed from the text board: what is still missing is None."""

    line: UnitLine
    side: Side | None
    type: str | None
    at: Cube | None
    figures: int | None


def stands_of(battle: Battle, board: Board | None) -> list[Stand]:
    """All units of a battle, those of the text board first, in its order."""
    lines = {line.id: line for line in battle.units}
    found: dict[str, Stand] = {}
    for here, cell in cells_of(battle).items():
        if cell.unit is None:
            continue
        mark = cell.unit
        line = lines.get(mark.name, UnitLine(mark.name))
        kind = line.type or type_of_name(mark.name)
        figures = line.figures if mark.strength is None else mark.strength
        found[mark.name] = Stand(line, mark.side, kind, here, figures)
    for line in battle.units:
        if line.id not in found:
            at = None if line.at is None else place(line.at, board)
            kind = line.type or type_of_name(line.id)
            found[line.id] = Stand(line, line.side, kind, at, line.figures)
    return list(found.values())


def sites_of(battle: Battle, board: Board | None) -> dict[Cube, Site]:
    """The hexes that are not plain countryside; a line for a hex stands over its drawing."""
    sites: dict[Cube, Site] = {}
    for here, cell in cells_of(battle).items():
        wet = cell.terrain is Terrain.WATERWAY
        waterway = (cell.waterway or battle.waterway) if wet else None
        site = Site(cell.terrain, waterway, tokens=cell.tokens)
        if site != PLAIN:
            sites[here] = site
    for line in battle.hexes:
        if (at := place(line.at, board)) is not None:
            sites[at] = site_of(line, battle.waterway, board)
    return sites


def site_of(line: HexLine, waterway: Waterway | None, board: Board | None) -> Site:
    """What one line says of its hex."""
    wet = line.terrain is Terrain.WATERWAY
    roads = tuple(to for one in line.approaches if (to := place(one, board)) is not None)
    return Site(
        line.terrain,
        (line.waterway or waterway) if wet else None,
        line.sections,
        roads,
        frozenset(line.tokens),
    )


def state_of(battle: Battle) -> State:
    """The state a battle file describes; it has passed its checks."""
    book = book_of(battle.defaults)
    return assembled(battle, book, board_of(battle, book))


def assembled(battle: Battle, book: Book, board: Board | None) -> State:
    """The state on a given board; None is an endless field."""
    field = Field(
        title=battle.title,
        board=board,
        book=book,
        cards=FrozenMap(battle.cards),
        hand_limit=battle.hand_limit,
        medals_to_win=battle.medals_to_win,
        exits=tuple(battle.exits),
        rows_assumed=not battle.rows and not battle.board.strip(),
        objectives=tuple(
            Objective(at, goal.medals, goal.side)
            for goal in battle.objectives
            if (at := place(goal.at, board)) is not None
        ),
    )
    hq = {side: battle.hq.get(side, 0) for side in Side}
    return State(
        field=field,
        sites=FrozenMap(sites_of(battle, board)),
        units=FrozenMap(units_of(battle, book, board)),
        reserves=FrozenMap({line.side: Reserve(line.strength) for line in battle.reserves}),
        hq=FrozenMap(hq),
        pool=max(0, POOL - sum(hq.values())),
        medals=FrozenMap({side: battle.medals.get(side, 0) for side in Side}),
        hands=FrozenMap({side: tuple(battle.hands.get(side, ())) for side in Side}),
        active=battle.active,
        phase=Phase(battle.phase.value),
    )


def units_of(battle: Battle, book: Book, board: Board | None) -> Mapping[str, Unit]:
    """The units that are complete, in order."""
    units = {}
    for stand in stands_of(battle, board):
        line = stand.line
        known = stand.side is not None and stand.at is not None and stand.type in book.kinds
        if not known or stand.side is None or stand.at is None or stand.type is None:
            continue
        kind = book.kinds[stand.type]
        unit = Unit(
            id=line.id,
            side=stand.side,
            kind=kind,
            at=stand.at,
            figures=kind.figures if stand.figures is None else stand.figures,
            personnel=tuple(name.lower() for name in line.personnel),
            ordered=line.ordered,
            hexes_moved=line.hexes_moved,
            battled=line.battled,
            bogged=line.bogged,
            ditched=line.ditched,
        )
        if line.hexes_moved:
            unit = replace(unit, moved_onto=stand.at)
        units[line.id] = unit
    return units
