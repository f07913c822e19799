"""The shape of a hex field: which hexes are in play, and the name printed on each.

Knows rows, flips, crops and names; not what lies in a hex. A flip or a crop keeps each hex's
name on that hex, and a flip says how it moved everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from defilade.geometry.hexes.cube import Cube, neighbours
from defilade.geometry.hexes.motion import (
    HALF_TURN,
    MIRROR_LEFT_RIGHT,
    MIRROR_TOP_BOTTOM,
    Motion,
)
from defilade.geometry.hexes.offset import Doubled, Offset, Shove


class Naming(StrEnum):
    """How hexes are named by row and column: `A1` (row letter, column) or `0101` (column, row)."""

    LETTER_ROW = "letter_row"
    COLUMN_ROW = "column_row"

    def label(self, *, row: int, column: int) -> str:
        """The name of a place counted from 0; printed numbers start at 1.

        >>> Naming.LETTER_ROW.label(row=2, column=4), Naming.COLUMN_ROW.label(row=2, column=4)
        ('C5', '0503')
        """
        if self is Naming.COLUMN_ROW:
            return f"{column + 1:02d}{row + 1:02d}"
        letters, left = "", row + 1
        while left:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{column + 1}"


class Flip(StrEnum):
    """Ways to turn a board over: half a turn, or a mirror."""

    HALF_TURN = "half_turn"
    LEFT_RIGHT = "left_right"
    TOP_BOTTOM = "top_bottom"


_FLIPS = {
    Flip.HALF_TURN: HALF_TURN,
    Flip.LEFT_RIGHT: MIRROR_LEFT_RIGHT,
    Flip.TOP_BOTTOM: MIRROR_TOP_BOTTOM,
}


class BoardError(ValueError):
    """A board that cannot be: no hex, a hex twice or a name twice; `doubled` lists them."""

    def __init__(self, message: str, doubled: Sequence[str] = ()) -> None:
        self.doubled = tuple(doubled)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class ListingFaults:
    """What is wrong with a list of a board's hexes: given twice, not given, not on the board."""

    repeated: tuple[Cube, ...]
    absent: tuple[Cube, ...]
    outside: tuple[Cube, ...]

    def __bool__(self) -> bool:
        return bool(self.repeated or self.absent or self.outside)


def _reading_order(here: Cube) -> tuple[int, int]:
    return here.r, here.q


@dataclass(frozen=True, slots=True)
class Board:
    """Hexes in play in reading order, and the name of each. Equal when both are equal.

    Built by `Board.rows`, `Board.of` or by changing another board.

    >>> board = Board.rows([3, 2, 3])
    >>> [board.name(here) for here in board][2:5], board.named("C2")
    (['A3', 'B1', 'B2'], Cube(q=0, r=2, s=-2))
    """

    hexes: tuple[Cube, ...]
    names: tuple[str, ...]
    _names: dict[Cube, str] = field(init=False, repr=False, compare=False)
    _places: dict[str, Cube] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.hexes:
            raise BoardError("a board needs at least one hex")
        pairs = sorted(zip(self.hexes, self.names, strict=True), key=lambda p: _reading_order(p[0]))
        twice = [str(x) for x, times in Counter(self.hexes + self.names).items() if times > 1]
        if twice:
            raise BoardError(f"on the board more than once: {', '.join(twice)}", twice)
        object.__setattr__(self, "hexes", tuple(here for here, _ in pairs))
        object.__setattr__(self, "names", tuple(name for _, name in pairs))
        object.__setattr__(self, "_names", dict(pairs))
        object.__setattr__(self, "_places", {name: here for here, name in pairs})

    @classmethod
    def of(cls, hexes: Iterable[Cube], *, naming: Naming = Naming.LETTER_ROW) -> Board:
        """A board of any shape, named by row and column from its top and left."""
        given = tuple(hexes)
        return cls(given, _names_for(given, naming))

    @classmethod
    def rows(
        cls,
        lengths: Sequence[int],
        *,
        shove: Shove = Shove.ODD,
        naming: Naming = Naming.LETTER_ROW,
    ) -> Board:
        """A board of rows of so many whole hexes, from the top, all starting at column 0."""
        return cls.of(
            (
                Offset(row, column).cube(shove)
                for row, length in enumerate(lengths)
                for column in range(length)
            ),
            naming=naming,
        )

    def __contains__(self, here: object) -> bool:
        return here in self._names

    def __iter__(self) -> Iterator[Cube]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def name(self, here: Cube) -> str:
        """The name printed on a hex; `KeyError` off the board."""
        return self._names[here]

    def named(self, name: str) -> Cube:
        """The hex with a name; `KeyError` when there is none."""
        return self._places[name]

    def neighbours(self, here: Cube) -> tuple[Cube, ...]:
        """The neighbours of a hex that are on the board."""
        return tuple(n for n in neighbours(here) if n in self._names)

    def place(self, here: Cube) -> Offset:
        """Row and column of a hex, counted from the board's top row and leftmost half-column."""
        top, left = _corner(self.hexes)
        return Offset(here.r - top, (Doubled.of(here).column - left) // 2)

    def crop(self, *, rows: range | None = None, columns: range | None = None) -> Board:
        """The hexes in some rows and columns (see `place`), each with the name it had."""
        top, left = _corner(self.hexes)
        kept = [
            (here, name)
            for here, name in zip(self.hexes, self.names, strict=True)
            if (rows is None or here.r - top in rows)
            and (columns is None or (Doubled.of(here).column - left) // 2 in columns)
        ]
        return Board(tuple(here for here, _ in kept), tuple(name for _, name in kept))

    def moved(self, motion: Motion) -> Board:
        """The board after a motion, each hex with the name it had."""
        return Board(tuple(motion(here) for here in self.hexes), self.names)

    def flip(self, flip: Flip) -> Motion:
        """The motion that flips this board in place; apply it with `moved` and to what lies there.

        Top row and leftmost half-column stay what they were; where rows are shoved the wrong way
        for that, all move half a hex to the right.
        """
        symmetry = _FLIPS[flip]
        top, left = _corner(self.hexes)
        new_top, new_left = _corner([symmetry(here) for here in self.hexes])
        down, right = top - new_top, left - new_left
        right += (right - down) % 2
        return Motion(symmetry, Doubled(down, right).cube())

    def relabelled(self, naming: Naming) -> Board:
        """The same hexes under fresh names, counted from the board's present top and left."""
        return Board(self.hexes, _names_for(self.hexes, naming))

    def check_listing(self, listed: Iterable[Cube]) -> ListingFaults:
        """What is wrong with a list that should name every hex of the board once."""
        times = Counter(listed)
        return ListingFaults(
            repeated=tuple(here for here, n in times.items() if n > 1),
            absent=tuple(here for here in self.hexes if here not in times),
            outside=tuple(here for here in times if here not in self._names),
        )


def _corner(hexes: Collection[Cube]) -> tuple[int, int]:
    """The top row and the leftmost doubled column."""
    return min(here.r for here in hexes), min(Doubled.of(here).column for here in hexes)


def _names_for(hexes: Collection[Cube], naming: Naming) -> tuple[str, ...]:
    if not hexes:
        return ()
    top, left = _corner(hexes)
    return tuple(
        naming.label(row=here.r - top, column=(Doubled.of(here).column - left) // 2)
        for here in hexes
    )
