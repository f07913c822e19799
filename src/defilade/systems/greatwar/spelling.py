"""A battle of The Great War spelled out, a line for every hex and unit, and drawn again.

Knows how a text board and lines say the same; nothing of rules. The two are inverses but for
the order of lines and the spacing of the board.
"""

from __future__ import annotations

import re
from dataclasses import replace

from defilade.geometry.hexes import Board, Cube
from defilade.systems.greatwar.battle import Battle, Hex, HexLine, UnitLine
from defilade.systems.greatwar.book import book_of
from defilade.systems.greatwar.build import Stand, board_of, cells_of, place, stands_of
from defilade.systems.greatwar.terms import Terrain, Token
from defilade.systems.greatwar.textboard import Cell, Mark, TextBoard, type_of_name

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
"""A name that a text board can hold."""


def spelled(battle: Battle) -> Battle:
    """The battle with a line for every unit and every hex that is not plain countryside.

    Hexes are [q, r]; a text board keeps its shape alone. Raises `ValueError` where the text
    board cannot be read.
    """
    board = board_of(battle, book_of(battle.defaults))
    cells = cells_of(battle)
    hexes = {here: _hex(here, cell) for here, cell in cells.items() if _hex_tells(cell)}
    odd = []
    for line in battle.hexes:
        at = place(line.at, board)
        if at is None:
            odd.append(line)
        else:
            hexes[at] = replace(line, at=_pair(at))
    text = str(TextBoard.of(dict.fromkeys(cells, Cell()))) if cells else ""
    units = tuple(_unit(stand) for stand in stands_of(battle, board))
    return replace(battle, board=text, hexes=(*hexes.values(), *odd), units=units)


def _hex_tells(cell: Cell) -> bool:
    return cell.terrain is not Terrain.COUNTRYSIDE or bool(cell.tokens)


def _hex(here: Cube, cell: Cell) -> HexLine:
    tokens = tuple(token for token in Token if token in cell.tokens)
    return HexLine(_pair(here), cell.terrain, tokens, cell.waterway)


def _pair(here: Cube) -> Hex:
    return (here.q, here.r)


def _unit(stand: Stand) -> UnitLine:
    at = stand.line.at if stand.at is None else _pair(stand.at)
    return replace(stand.line, side=stand.side, type=stand.type, at=at, figures=stand.figures)


def drawn(battle: Battle) -> Battle:
    """A spelled battle with its hexes and units back on its text board, if it has one."""
    cells = cells_of(battle)
    if not cells:
        return battle
    board = board_of(battle, book_of(battle.defaults))
    hexes = []
    for line in battle.hexes:
        at = place(line.at, board)
        if at is None or at not in cells or not _drawable(line):
            hexes.append(line)
        else:
            cells[at] = Cell(line.terrain, line.waterway, frozenset(line.tokens))
    units = [_on_board(line, board, cells) for line in battle.units]
    return replace(
        battle,
        board=str(TextBoard.of(cells)),
        hexes=tuple(hexes),
        units=tuple(line for line in units if line is not None),
    )


def _drawable(line: HexLine) -> bool:
    """Whether a word of a text board says all of a line."""
    wet = line.terrain is Terrain.WATERWAY
    return not line.sections and not line.approaches and (wet or line.waterway is None)


def _on_board(line: UnitLine, board: Board, cells: dict[Cube, Cell]) -> UnitLine | None:
    """Draw a unit in its hex; what is left of its line to be said besides."""
    at = None if line.at is None else place(line.at, board)
    if at not in cells or cells[at].unit is not None or line.side is None:
        return line
    if not _WORD.fullmatch(line.id) or (line.figures is not None and line.figures < 1):
        return line
    cells[at] = replace(cells[at], unit=Mark(line.side, line.id, line.figures))
    told = type_of_name(line.id) == line.type
    left = replace(line, side=None, at=None, figures=None, type=None if told else line.type)
    return None if left == UnitLine(line.id) else left
