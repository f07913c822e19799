"""Pieces that are one thing in several bodies: told once together, numbered one by one.

Knows names that differ in a number at their end alone; never what a squad or a unit is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from defilade.drawing.markup import Markup, joined, tag
from defilade.drawing.projection import Box
from defilade.drawing.tokens import Token

_NUMBERED = re.compile(r"(?P<stem>.*\S)\s+(?P<number>\d{1,2})")
_FEWEST = 3
_ROOM = 7.0
"""The least reach of a token that a number fits on, in pixels."""


@dataclass(frozen=True, slots=True)
class Flock:
    """Tokens whose pieces share a side, a stem and their notes; `numbers` go with them."""

    stem: str
    tokens: tuple[Token, ...]
    numbers: tuple[int, ...]

    @property
    def box(self) -> Box:
        """The box around all of them."""
        boxes = [token.box for token in self.tokens]
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )

    @property
    def name(self) -> str:
        """Stem and numbers, as runs where they follow each other."""
        runs: list[list[int]] = []
        for number in self.numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        said = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
        return f"{self.stem} {', '.join(said)}"


def flocks(stands: Iterable[Token]) -> list[Flock]:
    """What may be told together: three or more of a stem, a side and the same notes."""
    found: dict[tuple[str, str, tuple[str, ...]], dict[int, Token]] = {}
    for token in stands:
        piece = token.piece
        said = _NUMBERED.fullmatch(piece.id)
        if said is None or token.reach < _ROOM or piece.id in token.told:
            continue
        key = (piece.side, said["stem"], piece.notes)
        found.setdefault(key, {})[int(said["number"])] = token
    return [
        Flock(stem, tuple(members[n] for n in sorted(members)), tuple(sorted(members)))
        for (_, stem, _), members in found.items()
        if len(members) >= _FEWEST
    ]


def numbered(flock: Flock) -> Markup:
    """The number of each on its token."""
    parts = []
    for token, number in zip(flock.tokens, flock.numbers, strict=True):
        x, y = token.centre
        parts.append(tag("circle", cx=x, cy=y, r=min(5.8, token.reach * 0.6), class_="df-plate"))
        parts.append(tag("text", str(number), x=x, y=y + 3, class_="df-figure df-middle"))
    return joined(parts)
