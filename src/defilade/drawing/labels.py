"""Where names go, so that they do not lie on each other or on what they name.

Knows boxes and the width of letters, roughly; nothing of what a name means.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from defilade.drawing.markup import Markup, joined, tag
from defilade.drawing.projection import Box
from defilade.geometry.hexes.layout import Pixel

LETTER = 0.58
"""Width of an average letter as a share of the font's size."""
LONGEST = 48


def width_of(text: str, size: float) -> float:
    """About how wide a text is drawn, in pixels."""
    return sum(size if ord(letter) > 0x2E7F else size * LETTER for letter in text)


def shortened(text: str, most: int = LONGEST) -> str:
    """A text on one line, with its end left off where it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


@dataclass(slots=True)
class Labels:
    """Boxes already taken within `frame`; places each text where it covers least of them."""

    frame: Box
    taken: list[Box] = field(default_factory=list)

    def block(self, boxes: Iterable[Box]) -> None:
        """Mark boxes as covered by something else."""
        self.taken.extend(boxes)

    def around(
        self, text: str, at: Pixel, *, reach: float, kind: str, size: float, below: str = ""
    ) -> Markup:
        """A text beside a thing that reaches `reach` pixels around `at`, and a smaller one
        `below` it."""
        text, below = shortened(text), shortened(below)
        small = size * 0.84
        wide = max(width_of(text, size), width_of(below, small))
        tall = size * 1.2 + (small * 1.25 if below else 0)
        x, y = at
        gap = reach + 4
        diagonal = reach * 0.75 + 4
        options = [
            (x - wide / 2, y + gap),
            (x - wide / 2, y - gap - tall),
            (x + gap, y - tall / 2),
            (x - gap - wide, y - tall / 2),
            (x + diagonal, y + diagonal - tall / 2),
            (x + diagonal, y - diagonal - tall / 2),
            (x - diagonal - wide, y + diagonal - tall / 2),
            (x - diagonal - wide, y - diagonal - tall / 2),
            (x - wide / 2, y + gap + 10),
            (x - wide / 2, y - gap - tall - 10),
        ]
        boxes = [(left, top, left + wide, top + tall) for left, top in options]
        best = min(boxes, key=self._covered)
        self.taken.append(best)
        middle = (best[0] + best[2]) / 2
        first = best[1] + size * 0.9
        lines = [tag("text", text, x=middle, y=first, class_=f"{kind} df-middle")]
        if below:
            y = first + small * 1.25
            lines.append(tag("text", below, x=middle, y=y, class_="df-small df-halo df-middle"))
        return joined(lines)

    def _covered(self, box: Box) -> float:
        left, top, right, bottom = self.frame
        out = max(0.0, left - box[0], box[2] - right) + max(0.0, top - box[1], box[3] - bottom)
        return 50 * out + sum(_overlap(box, other) for other in self.taken)


def _overlap(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    tall = min(one[3], two[3]) - max(one[1], two[1])
    return wide * tall if wide > 0 and tall > 0 else 0.0
