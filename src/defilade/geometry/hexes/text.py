"""A hex field as text: one line a row, one word a hex, shoved rows half a cell further right.

Knows words and where they stand; what a word means is the reader's. Parser and printer are
inverses: `parse(str(field)) == field`, and printing what was parsed gives the same text again
once its spacing is the printer's.

        .     left  .
           .     a/2   .
        ~     .     .

`~` stands for no hex. A first line `@ 3 -2` gives the cube of the first place (q and r), which
is the origin when there is none. Rows must go in and out by turns, as rows of hexes do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from defilade.geometry.hexes.cube import ORIGIN, Cube

NO_HEX = "~"
"""The word for a place where there is no hex."""

_HEADER = re.compile(r"@\s+(-?\d+)\s+(-?\d+)\s*\Z")


class HexTextError(ValueError):
    """Text that is no hex field. `line` is its number from 1; `code` says what is wrong.

    Codes: `empty`, `header` (an unreadable `@` line), `not_alternating` (a row that is not
    shoved where its neighbours call for it), `word` (a word that cannot be printed).
    """

    def __init__(self, code: str, line: int, found: str) -> None:
        self.code = code
        self.line = line
        self.found = found
        super().__init__(f"{code} at line {line}: {found!r}")


@dataclass(frozen=True, slots=True)
class HexText:
    """Words in rows, the first row shoved right or not, and the cube of its first place.

    Words are not empty, hold no white space and do not begin with `@` or `~`; rows have no
    trailing empty places, else `HexTextError`. A single row is not shoved against any other.
    """

    rows: tuple[tuple[str | None, ...], ...]
    first_is_shoved: bool = False
    origin: Cube = ORIGIN

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            _check_words(row, number)
            if row and row[-1] is None:
                raise HexTextError("word", number, NO_HEX)
        if not any(self.rows):
            raise HexTextError("empty", 1, "")
        if len(self.rows) == 1:
            object.__setattr__(self, "first_is_shoved", False)

    @classmethod
    def of(cls, cells: Mapping[Cube, str]) -> HexText:
        """The text of some hexes and their words, in the least box that holds them."""
        if not cells:
            raise HexTextError("empty", 1, "")
        top = min(here.r for here in cells)
        left = min(here.q - here.s for here in cells)
        shoved = (left - top) % 2
        height = max(here.r for here in cells) - top + 1
        rows: list[tuple[str | None, ...]] = []
        for row in range(height):
            starts = Cube.axial(_first_q(left + shoved, row, top=top, shoved=shoved), top + row)
            last = max((here.q for here in cells if here.r == starts.r), default=starts.q - 1)
            rows.append(
                tuple(cells.get(Cube.axial(q, starts.r)) for q in range(starts.q, last + 1))
            )
        first = Cube.axial(_first_q(left + shoved, 0, top=top, shoved=shoved), top)
        return cls(tuple(rows), bool(shoved), first)

    @property
    def cells(self) -> dict[Cube, str]:
        """Each hex and its word, in reading order."""
        left, shoved = self.origin.q - self.origin.s, int(self.first_is_shoved)
        found = {}
        for row, words in enumerate(self.rows):
            first = _first_q(left, row, top=self.origin.r, shoved=shoved)
            for column, word in enumerate(words):
                if word is not None:
                    found[Cube.axial(first + column, self.origin.r + row)] = word
        return found

    @classmethod
    def parse(cls, text: str) -> HexText:
        """Read a field; spacing within a row is free. Raises `HexTextError` naming the line."""
        lines = [
            (number, line.expandtabs(8).rstrip())
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip()
        ]
        origin = ORIGIN
        if lines and lines[0][1].lstrip().startswith("@"):
            number, line = lines.pop(0)
            found = _HEADER.match(line.lstrip())
            if not found:
                raise HexTextError("header", number, line)
            origin = Cube.axial(int(found[1]), int(found[2]))
        if not lines:
            raise HexTextError("empty", 1, "")
        shoved = _read_shove(lines)
        rows = []
        for number, line in lines:
            words = tuple(None if word == NO_HEX else word for word in line.split())
            _check_words(words, number)
            rows.append(_trimmed(words))
        return cls(tuple(rows), shoved, origin)

    def __str__(self) -> str:
        widest = max(len(word) for row in self.rows for word in row if word)
        pitch = widest + 2 - widest % 2
        lines = [] if self.origin == ORIGIN else [f"@ {self.origin.q} {self.origin.r}"]
        for number, row in enumerate(self.rows):
            indent = pitch // 2 if _is_shoved(number, first=self.first_is_shoved) else 0
            words = [NO_HEX if word is None else word for word in row] or [NO_HEX]
            lines.append((" " * indent + "".join(word.ljust(pitch) for word in words)).rstrip())
        return "\n".join(lines)


def _is_shoved(row: int, *, first: bool) -> bool:
    return first is (row % 2 == 0)


def _first_q(left: int, row: int, *, top: int, shoved: int) -> int:
    """The q of a row's first place; `left` is the doubled column of the first row's."""
    moved = int(_is_shoved(row, first=bool(shoved))) - shoved
    return (left + moved - (top + row)) // 2


def _check_words(words: tuple[str | None, ...], line: int) -> None:
    for word in words:
        if word is not None and (word.split() != [word] or word[0] in "@~"):
            raise HexTextError("word", line, word)


def _trimmed(words: tuple[str | None, ...]) -> tuple[str | None, ...]:
    while words and words[-1] is None:
        words = words[:-1]
    return words


def _read_shove(lines: list[tuple[int, str]]) -> bool:
    """Whether the first row is the shoved one, from the indents; rows must alternate."""
    indents = [len(line) - len(line.lstrip()) for _, line in lines]
    least = min(indents)
    shoved = [indent > least for indent in indents]
    for (number, line), before, this in zip(lines[1:], shoved, shoved[1:], strict=False):
        if before is this:
            raise HexTextError("not_alternating", number, line)
    return shoved[0]
