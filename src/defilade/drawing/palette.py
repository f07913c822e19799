"""Colours, dashes and hatches, for light and dark screens and for paper.

Knows colours and patterns; nothing of a game. No meaning is carried by colour alone: sides
differ in shape and hatch, marks in dash and icon, grounds in pattern and outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from defilade.drawing.markup import Markup, joined, tag
from defilade.ruling import Mark

FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif'

Pair = tuple[str, str]
"""A colour on a light and on a dark screen."""

PAPER: Pair = ("#fcfbf8", "#15181c")
INK: Pair = ("#262a31", "#e7e4dc")
MUTED: Pair = ("#6a6f78", "#a2a7af")
BOARD: Pair = ("#f4f1e8", "#1d2127")
GRID: Pair = ("#e5e0d2", "#2a2f37")
EDGE: Pair = ("#9a9484", "#59606b")

MARKS: Mapping[Mark, Pair] = {
    Mark.CLEAR: ("#2c7a45", "#6cc48a"),
    Mark.PARTLY: ("#a86a00", "#e3b04b"),
    Mark.BLOCKED: ("#b3261e", "#f2817a"),
    Mark.REACH: ("#4a5568", "#aab4c4"),
    Mark.ARC: ("#5a6b8c", "#9fb0d0"),
    Mark.NOTE: ("#6a6f78", "#a2a7af"),
}

DASHES: Mapping[Mark, str | None] = {
    Mark.CLEAR: None,
    Mark.PARTLY: "11 4 2 4",
    Mark.BLOCKED: "5 5",
    Mark.REACH: "9 5",
    Mark.ARC: None,
    Mark.NOTE: "2 4",
}

_SIDES: Mapping[str, Pair] = {
    "blue": ("#28609f", "#7fb2e6"),
    "red": ("#ad3b32", "#ef8d84"),
    "green": ("#3a7a3e", "#84c588"),
    "purple": ("#6b4a99", "#b79be0"),
    "orange": ("#b85c16", "#f0a466"),
    "teal": ("#1d7474", "#6cc4c4"),
    "yellow": ("#94720a", "#e0c255"),
    "grey": ("#4d535c", "#b3b8c0"),
}
_ALIASES = {"gray": "grey", "black": "grey", "white": "grey", "gold": "yellow", "violet": "purple"}

GROUNDS: tuple[Pair, ...] = (
    ("#e2dccb", "#33373a"),
    ("#d4dfc9", "#2c3a30"),
    ("#cfdde5", "#283844"),
    ("#e6d5c8", "#40342f"),
    ("#dcd3e3", "#383244"),
)

LOOK_TINTS: Mapping[str, Pair] = {
    "green": ("#d3e2c6", "#26382a"),
    "meadow": ("#e3e8d0", "#2a3328"),
    "stone": ("#e6dac6", "#3a352d"),
    "sand": ("#eee2b8", "#3d3823"),
    "clay": ("#e8d3bf", "#41342a"),
    "concrete": ("#dddcd8", "#34373b"),
    "ash": ("#e2ddd6", "#322f30"),
    "water": ("#d3e5ee", "#22343f"),
    "deep": ("#b5d2e3", "#1d3a4d"),
    "plain": ("#f0ebdd", "#22262b"),
}
"""The tints of grounds whose looks are known by name."""


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How one side is told apart: the colour's name, and the number of shape and hatch."""

    name: str
    colour: Pair
    number: int


def side_styles(sides: Iterable[str]) -> dict[str, SideStyle]:
    """A style for each side, in order of appearance; a side called red is drawn in red."""
    names = list(dict.fromkeys(sides))
    wanted = {name: _ALIASES.get(name.lower(), name.lower()) for name in names}
    free = [colour for colour in _SIDES if colour not in wanted.values()] or list(_SIDES)
    styles = {}
    for number, name in enumerate(names):
        colour = wanted[name] if wanted[name] in _SIDES else free.pop(0)
        free = free or list(_SIDES)
        styles[name] = SideStyle(name, _SIDES[colour], number)
    return styles


def hatches(styles: Mapping[str, SideStyle], *, mark: str) -> Markup:
    """The pattern of each side over paper, by the ids that `hatch` names."""
    found = []
    for style in styles.values():
        ink = f"df-side{style.number}"
        found.append(
            tag(
                "pattern",
                tag("rect", width=6, height=6, class_="df-paper"),
                *_strokes(style.number % 6, ink),
                id=hatch(style.number, mark=mark).removeprefix("url(#").removesuffix(")"),
                width=6,
                height=6,
                patternUnits="userSpaceOnUse",
                patternTransform="rotate(45)" if style.number % 2 else None,
            )
        )
    return joined(found)


def hatch(number: int, *, mark: str) -> str:
    """The paint of a side, by its number; `mark` keeps pictures on one page apart."""
    return f"url(#side{number}-{mark})"


def worn(style: SideStyle) -> str:
    """The classes of a thing of one side: its rim, and a plain fill for the unhatched ones."""
    rim = f"df-rim{style.number}"
    return rim if style.number % 6 else f"df-side{style.number} {rim}"


def _strokes(kind: int, ink: str) -> tuple[Markup, ...]:
    full = tag("rect", width=6, height=6, class_=ink)
    bar = tag("rect", width=2.2, height=6, class_=ink)
    across = tag("rect", width=6, height=1.4, class_=ink)
    dot = tag("circle", cx=3, cy=3, r=1.5, class_=ink)
    thin = tag("rect", width=1.4, height=6, class_=ink)
    return ((full,), (bar,), (dot,), (thin, across), (across,), (across, dot))[kind]
