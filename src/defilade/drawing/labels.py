"""Where names go, so that they do not lie on each other or on what they name.

Knows boxes and the width of letters, roughly; nothing of what a name means. A name that
finds no room beside its thing goes further out, with a thin line back to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from defilade.drawing.markup import NOTHING, Markup, joined, tag
from defilade.drawing.projection import Box
from defilade.geometry.hexes.layout import Pixel

LONGEST = 48
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|·()[]! "), frozenset("mwMW@%")
_GAPS = (4.0, 13.0, 26.0, 44.0, 68.0, 96.0)
_LEADER = 20.0
"""Names further than this from their thing are tied to it by a line."""
_DIRECTIONS = tuple(
    (math.sin(math.radians(a)), -math.cos(math.radians(a)))
    for a in (180, 0, 90, 270, 135, 45, 225, 315, 157.5, 202.5, 22.5, 337.5, 112.5, 67.5)
)
FAINT = 0.5
"""The weight of what a name may lie on if it must, such as the small ground that it names."""
_WAY = 2.0
"""What a pixel of distance costs, in covered square pixels."""
_TIED = 1.5
"""How much it matters that the line from a name to its thing crosses something."""
_CELL = 40.0
_NEAR, _FAR = -200.0, 1600.0
"""Where a picture certainly ends."""


def width_of(text: str, size: float) -> float:
    """About how wide a text is drawn, in pixels."""
    return size * sum(_share(letter) for letter in text)


def shortened(text: str, most: int = LONGEST) -> str:
    """A text on one line, with its end left off where it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def _share(letter: str) -> float:
    """The width of a letter as a share of the font's size."""
    if letter in _NARROW:
        return 0.37
    if letter in _WIDE:
        return 0.9
    if ord(letter) > 0x2E7F:
        return 1.0
    return 0.68 if letter.isupper() else 0.61


@dataclass(frozen=True, slots=True)
class Name:
    """A text of `size` to be placed, and a smaller one `below` it; `kind` is its class.

    `plate` is the class of a plate to lie under it, or empty for none.
    """

    text: str
    kind: str
    size: float
    below: str = ""
    plate: str = ""

    @property
    def box(self) -> tuple[float, float]:
        """How wide and tall it is drawn."""
        small = self.size * 0.84
        wide = max(width_of(self.text, self.size), width_of(self.below, small))
        tall = self.size * 1.2 + (small * 1.25 if self.below else 0)
        return (wide + 8, tall + 3) if self.plate else (wide, tall)

    def drawn(self, box: Box) -> Markup:
        """The name in its box."""
        left, top, right, bottom = box
        x, pad = (left + right) / 2, 1.5 if self.plate else 0.0
        first = top + pad + self.size * 0.9
        under = tag(
            "rect", x=left, y=top, width=right - left, height=bottom - top, rx=3, class_=self.plate
        )
        lines = [tag("text", self.text, x=x, y=first, class_=f"{self.kind} df-middle")]
        if self.below:
            y = first + self.size * 0.84 * 1.25
            lines.append(tag("text", self.below, x=x, y=y, class_="df-small df-halo df-middle"))
        return joined([under if self.plate else NOTHING, *lines])


@dataclass(slots=True)
class Labels:
    """Boxes already taken within `frame`; places each name where it covers least of them."""

    frame: Box
    _cells: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=dict)

    def block(self, boxes: Iterable[Box], *, weight: float = 1.0) -> None:
        """Mark boxes as covered by something else; `weight` is how much that matters."""
        for box in boxes:
            taken = (box, weight)
            for cell in _spanned(box):
                self._cells.setdefault(cell, []).append(taken)

    def around(self, name: Name, at: Pixel, *, reach: float) -> Markup:
        """A name beside a thing that reaches `reach` pixels around `at`."""
        return self._outside(_short(name), at, (reach, reach))

    def beside(self, name: Name, box: Box) -> Markup:
        """A name beside a thing that fills a box."""
        left, top, right, bottom = box
        half = ((right - left) / 2, (bottom - top) / 2)
        return self._outside(_short(name), ((left + right) / 2, (top + bottom) / 2), half)

    def at_first_free(self, name: Name, spots: Iterable[Pixel], *, allowed: float = 0.0) -> Markup:
        """A name at the first of `spots` where it covers nothing; none if there is no such.

        What weighs `allowed` or less may be covered, as for `within`.
        """
        wide, tall = name.box
        for x, y in spots:
            box = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
            if self._covered(box) <= allowed * wide * tall + 0.5:
                self.block([box], weight=3.0)
                return name.drawn(box)
        return NOTHING

    def within(self, name: Name, room: Box, *, allowed: float = 0.0) -> Markup:
        """A name inside of `room` if it finds a place there, else beside it."""
        name = _short(name)
        wide, tall = name.box
        left, top, right, bottom = room
        middle = ((left + right) / 2, (top + bottom) / 2)
        inside = sorted(_inside(room, wide, tall), key=lambda box: _off(box, middle))
        for box in inside:
            if self._covered(box) <= allowed * wide * tall + 0.5:
                self.block([box], weight=3.0)
                return name.drawn(box)
        return self._outside(name, middle, ((right - left) / 2, (bottom - top) / 2))

    def _outside(self, name: Name, at: Pixel, half: Pixel) -> Markup:
        box, tie = self._best(name, at, half)
        self.block([box], weight=3.0)
        self.block(tie)
        if not tie:
            return name.drawn(box)
        start, end = _leader(at, min(half), box)
        line = tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_="df-leader")
        return joined([line, name.drawn(box)])

    def _best(self, name: Name, at: Pixel, half: Pixel) -> tuple[Box, list[Box]]:
        """The cheapest box around a thing, and small boxes along the line back to it."""
        best: tuple[float, Box, list[Box]] | None = None
        for gap in _GAPS:
            if best is not None and best[0] <= _WAY * gap:
                break
            for way in _DIRECTIONS:
                box = _beside(at, (half[0] + gap, half[1] + gap), way, name.box)
                tie = _dots(*_leader(at, min(half), box)) if gap > _LEADER else []
                cost = self._covered(box) + _WAY * gap
                if best is not None and cost >= best[0]:
                    continue
                cost += sum(_TIED * self._covered(dot) for dot in tie[2:])
                if best is None or cost < best[0]:
                    best = (cost, box, tie)
        if best is None:
            raise ValueError("a name needs one place at least")
        return best[1], best[2]

    def _covered(self, box: Box) -> float:
        left, top, right, bottom = self.frame
        out = max(0.0, left - box[0], box[2] - right) + max(0.0, top - box[1], box[3] - bottom)
        met = {id(item): item for cell in _spanned(box) for item in self._cells.get(cell, ())}
        return 50 * out + sum(weight * _overlap(box, other) for other, weight in met.values())


def _short(name: Name) -> Name:
    return Name(shortened(name.text), name.kind, name.size, shortened(name.below), name.plate)


def _spanned(box: Box) -> Iterator[tuple[int, int]]:
    """The cells of a coarse grid that a box touches; what is far out of any picture has none."""
    left, top, right, bottom = (max(_NEAR, min(_FAR, edge)) for edge in box)
    for x in range(int(left // _CELL), int(right // _CELL) + 1):
        for y in range(int(top // _CELL), int(bottom // _CELL) + 1):
            yield x, y


def _beside(at: Pixel, half: Pixel, way: Pixel, size: tuple[float, float]) -> Box:
    """A box of `size`, centred beyond a thing of half sizes `half` in a direction."""
    wide, tall = size
    x = at[0] + way[0] * (half[0] + wide / 2)
    y = at[1] + way[1] * (half[1] + tall / 2)
    return x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2


def _inside(room: Box, wide: float, tall: float) -> Iterator[Box]:
    left, top, right, bottom = room
    spare = (right - left - wide - 2, bottom - top - tall - 2)
    if spare[0] < 0 or spare[1] < 0:
        return
    for i in range(9):
        for j in range(7):
            x, y = left + 1 + spare[0] * i / 8, top + 1 + spare[1] * j / 6
            yield x, y, x + wide, y + tall


def _off(box: Box, middle: Pixel) -> float:
    return math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), middle)


def _leader(at: Pixel, reach: float, box: Box) -> tuple[Pixel, Pixel]:
    """Where the line from a thing to its name starts and ends."""
    x = max(box[0], min(at[0], box[2]))
    y = max(box[1], min(at[1], box[3]))
    long = math.dist(at, (x, y)) or 1.0
    return (at[0] + (x - at[0]) * reach / long, at[1] + (y - at[1]) * reach / long), (x, y)


def _dots(start: Pixel, end: Pixel) -> list[Box]:
    """Small boxes along a line."""
    (x0, y0), (x1, y1) = start, end
    steps = [(x0 + (x1 - x0) * i / 8, y0 + (y1 - y0) * i / 8) for i in range(9)]
    return [(x - 2, y - 2, x + 2, y + 2) for x, y in steps]


def _overlap(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    tall = min(one[3], two[3]) - max(one[1], two[1])
    return wide * tall if wide > 0 and tall > 0 else 0.0
