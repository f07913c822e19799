"""Text boards: a field of hexes drawn with one word a hex, read and written as inverses.

    .     F+    T^I1
       w=    W     BvMG2*3

A word is the ground's letter, its tokens, and a unit: `^` marks one of the bottom side, `v`
one of the top, `*3` its strength. Knows words only; what a name means is the battle's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from defilade.geometry.hexes import NO_HEX, Cube, HexText, HexTextError
from defilade.systems.greatwar.terms import Side, Terrain, Token, Waterway

_LETTERS: Mapping[str, tuple[Terrain, Waterway | None]] = {
    ".": (Terrain.COUNTRYSIDE, None),
    "F": (Terrain.FOREST, None),
    "B": (Terrain.BUILDING, None),
    "R": (Terrain.RUBBLE, None),
    "H": (Terrain.HILL, None),
    "T": (Terrain.TRENCH, None),
    "K": (Terrain.BUNKER, None),
    "w": (Terrain.WATERWAY, Waterway.FORDABLE),
    "W": (Terrain.WATERWAY, Waterway.IMPASSABLE),
    "?": (Terrain.WATERWAY, None),
}
"""Letters of the ground; `?` is a waterway whose class is said for the whole battle."""

_TOKENS: Mapping[str, Token] = {
    "o": Token.SHELL_CRATER,
    "O": Token.MINE_CRATER,
    "+": Token.FORTIFIED_POSITION,
    "x": Token.WIRE,
    "=": Token.BRIDGE,
    "%": Token.DAMAGED_BRIDGE,
}
_SIDES = {"^": Side.BOTTOM, "v": Side.TOP}

NAMED: Mapping[str, str] = {
    "I": "infantry",
    "MG": "machine_gun",
    "MO": "mortar",
    "FA": "field_artillery",
    "MKM": "mark_iv_male",
    "MKF": "mark_iv_female",
    "AV": "a7v",
}
"""Letters that a name may begin with, and the type of unit they stand for: `MG2`."""

_WORD = re.compile(
    r"(?P<ground>[.FBRHTKwW?])(?P<tokens>[oO+x=%]*)"
    r"(?:(?P<side>[\^v])(?P<name>[A-Za-z][A-Za-z0-9_-]*)(?:\*(?P<strength>[1-9]\d*))?)?\Z"
)
_NAME = re.compile(r"([A-Z]+)\d*\Z")


@dataclass(frozen=True, slots=True)
class Mark:
    """A unit on a text board: side, name, and strength where it is not full."""

    side: Side
    name: str
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of a text board."""

    terrain: Terrain = Terrain.COUNTRYSIDE
    waterway: Waterway | None = None
    tokens: frozenset[Token] = frozenset()
    unit: Mark | None = None

    @classmethod
    def parse(cls, word: str) -> Cell:
        """Read one word; raises `ValueError`.

        >>> Cell.parse("T+^I1*3").unit
        Mark(side=<Side.BOTTOM: 'bottom'>, name='I1', strength=3)
        """
        found = _WORD.match(word)
        if found is None or len(set(found["tokens"])) != len(found["tokens"]):
            raise ValueError(word)
        terrain, waterway = _LETTERS[found["ground"]]
        tokens = frozenset(_TOKENS[letter] for letter in found["tokens"])
        if found["side"] is None:
            return cls(terrain, waterway, tokens)
        strength = int(found["strength"]) if found["strength"] else None
        return cls(terrain, waterway, tokens, Mark(_SIDES[found["side"]], found["name"], strength))

    def __str__(self) -> str:
        ground = next(k for k, v in _LETTERS.items() if v == (self.terrain, self.waterway))
        tokens = "".join(letter for letter, token in _TOKENS.items() if token in self.tokens)
        if self.unit is None:
            return ground + tokens
        mark = "^" if self.unit.side is Side.BOTTOM else "v"
        strength = "" if self.unit.strength is None else f"*{self.unit.strength}"
        return f"{ground}{tokens}{mark}{self.unit.name}{strength}"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a word or a row stands in a text board: line and column from 1, its length."""

    line: int
    column: int
    length: int


@dataclass(frozen=True, slots=True)
class Misdrawn:
    """One thing that makes a text no board.

    Codes: `word` (no hex), `not_alternating` (a row not shoved against the one before it),
    `header` (an unreadable `@` line), `empty`.
    """

    code: str
    spot: Spot
    found: str


class TextBoardError(ValueError):
    """A text that is no board, with everything misdrawn in it, in reading order."""

    def __init__(self, faults: tuple[Misdrawn, ...]) -> None:
        self.faults = faults
        told = (f"{each.code} at line {each.spot.line}: {each.found!r}" for each in faults)
        super().__init__("; ".join(told))


@dataclass(frozen=True, slots=True)
class TextBoard:
    """A field as text: its layout, and what stands in each hex by the words of it."""

    text: HexText

    def __post_init__(self) -> None:
        for word in self.text.cells.values():
            Cell.parse(word)

    @classmethod
    def of(cls, cells: Mapping[Cube, Cell]) -> TextBoard:
        """The text of some hexes; raises `TextBoardError` for none."""
        try:
            return cls(HexText.of({here: str(cell) for here, cell in cells.items()}))
        except HexTextError as error:
            raise TextBoardError((_told(error, ""),)) from error

    @classmethod
    def parse(cls, text: str) -> TextBoard:
        """Read a drawing; spacing within a row is free. Raises `TextBoardError`."""
        wrong = [Misdrawn("word", spot, word) for spot, word in _words(text) if _is_wrong(word)]
        wrong += _rows_in_line(text)
        try:
            read = HexText.parse(text)
        except HexTextError as error:
            told = _told(error, text)
            wrong += [] if told.spot.line in {each.spot.line for each in wrong} else [told]
        if wrong:
            raise TextBoardError(tuple(sorted(wrong, key=lambda each: _order(each.spot))))
        return cls(read)

    @property
    def cells(self) -> dict[Cube, Cell]:
        """Each hex and what is in it, in reading order."""
        return {here: Cell.parse(word) for here, word in self.text.cells.items()}

    def __str__(self) -> str:
        return str(self.text)


def spots(text: str) -> dict[Cube, Spot]:
    """Where the word of each hex stands in a drawing; raises `TextBoardError`."""
    drawn = TextBoard.parse(text).text.cells
    return dict(zip(drawn, (spot for spot, _ in _words(text)), strict=True))


def _rows(text: str) -> list[tuple[int, str]]:
    """The rows of hexes and their lines: without empty lines and the `@` line."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return lines[1:] if lines and lines[0][1].lstrip().startswith("@") else lines


def _words(text: str) -> list[tuple[Spot, str]]:
    """The words of a drawing and where they stand; places without a hex are left out."""
    return [
        (Spot(number, found.start() + 1, len(found[0])), found[0])
        for number, line in _rows(text)
        for found in re.finditer(r"\S+", line)
        if found[0] != NO_HEX
    ]


def _is_wrong(word: str) -> bool:
    try:
        Cell.parse(word)
    except ValueError:
        return True
    return False


def _rows_in_line(text: str) -> list[Misdrawn]:
    """Each row that is shoved as the row before it is."""
    rows = [(number, line.expandtabs(8).rstrip()) for number, line in _rows(text)]
    indents = [len(line) - len(line.lstrip()) for _, line in rows]
    shoved = [indent > min(indents) for indent in indents]
    return [
        Misdrawn("not_alternating", _whole(number, line), line)
        for (number, line), before, this in zip(rows[1:], shoved, shoved[1:], strict=False)
        if before is this
    ]


def _told(error: HexTextError, text: str) -> Misdrawn:
    written = dict(enumerate(text.splitlines(), 1)).get(error.line, "")
    return Misdrawn(error.code, _whole(error.line, written), error.found)


def _whole(number: int, line: str) -> Spot:
    stripped = line.strip()
    return Spot(number, line.find(stripped) + 1, max(1, len(stripped)))


def _order(spot: Spot) -> tuple[int, int]:
    return spot.line, spot.column


def type_of_name(name: str) -> str | None:
    """The type that a unit's name stands for by its letters, if it does.

    >>> type_of_name("MG2"), type_of_name("I"), type_of_name("Guards")
    ('machine_gun', 'infantry', None)
    """
    found = _NAME.match(name)
    return NAMED.get(found[1]) if found else None
