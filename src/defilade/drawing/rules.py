"""The classes of pictures as CSS, in light, dark and print.

Knows colours and dashes by class; nothing of a game. Of two classes on one thing the later
one here wins.
"""

from __future__ import annotations

from collections.abc import Mapping

from defilade.drawing.palette import (
    BOARD,
    DASHES,
    EDGE,
    FONT,
    GRID,
    GROUNDS,
    INK,
    LOOK_TINTS,
    MARKS,
    MUTED,
    PAPER,
    Pair,
    SideStyle,
)
from defilade.ruling import Mark

Rules = dict[str, tuple[str, dict[str, Pair]]]
"""Selector -> (declarations that never change, property -> its pair of colours)."""


def base_rules() -> Rules:
    """Paper, ink and text, shared by boards and charts."""
    return {
        ".defilade": (f"font-family: {FONT};", {}),
        ".df-paper": ("", {"fill": PAPER}),
        ".df-text": ("font-size: 12px;", {"fill": INK}),
        ".df-title": ("font-size: 17px; font-weight: 600;", {"fill": INK}),
        ".df-small": ("font-size: 10.5px;", {"fill": MUTED}),
        ".df-halo": (
            "paint-order: stroke; stroke-width: 3px; stroke-linejoin: round;",
            {"stroke": PAPER},
        ),
        ".df-middle": ("text-anchor: middle;", {}),
        ".df-ink": ("fill: none; stroke-width: 1.2px;", {"stroke": INK}),
        ".df-inked": ("stroke: none;", {"fill": INK}),
        ".df-muted": ("fill: none; stroke-width: 1px;", {"stroke": MUTED}),
        ".df-grid": ("fill: none; stroke-width: 1px;", {"stroke": GRID}),
        ".df-edge": ("fill: none; stroke-width: 1.4px;", {"stroke": EDGE}),
    }


_BOARD: Rules = {
    ".df-board": ("", {"fill": BOARD}),
    ".df-hex": (
        "stroke-width: 1px; stroke-opacity: 0.4;",
        {"fill": BOARD, "stroke": EDGE},
    ),
    ".df-opaque": ("stroke-width: 2px;", {"stroke": INK}),
    ".df-open": (
        "stroke-width: 1.2px; stroke-dasharray: 4 3;",
        {"stroke": EDGE},
    ),
    ".df-texture": ("fill: none; stroke-width: 1.1px; opacity: 0.6;", {"stroke": MUTED}),
    ".df-solid": ("stroke: none; opacity: 0.5;", {"fill": MUTED}),
    ".df-under": (
        "fill: none; stroke-width: 4.6px; stroke-opacity: 0.6; stroke-linecap: round;",
        {"stroke": PAPER},
    ),
    ".df-sign": (
        "fill: none; stroke-width: 1.7px; stroke-linecap: round; stroke-linejoin: round;",
        {"stroke": INK},
    ),
    ".df-cast": ("stroke-width: 1.5px; stroke-linejoin: round;", {"stroke": INK}),
    ".df-bags": (
        "fill: none; stroke-width: 4.5px; stroke-dasharray: 6 1.6;",
        {"stroke": INK},
    ),
    ".df-hoop": ("fill: none;", {}),
    ".df-pip": ("stroke-width: 1.1px;", {"stroke": INK}),
    ".df-hollow": ("fill-opacity: 0.25;", {"fill": INK}),
    ".df-gap": ("fill: none; stroke-width: 5px;", {"stroke": PAPER}),
    ".df-sill": ("fill: none; stroke-width: 2px; stroke-dasharray: 2 2.5;", {"stroke": INK}),
    ".df-blind": ("fill: none; stroke-width: 4px;", {"stroke": INK}),
    ".df-walkway": ("fill: none; stroke-width: 9px;", {"stroke": INK}),
    ".df-walked": (
        "fill: none; stroke-width: 6px; stroke-dasharray: 3 1.5;",
        {"stroke": PAPER},
    ),
    ".df-dotted": ("stroke-dasharray: 1.5 3;", {}),
    ".df-plate": ("stroke: none; fill-opacity: 0.94;", {"fill": PAPER}),
    ".df-chip": ("fill-opacity: 0.92; stroke-width: 1px;", {"fill": PAPER, "stroke": MUTED}),
    ".df-leader": ("fill: none; stroke-width: 0.9px;", {"stroke": MUTED}),
    ".df-name": ("font-size: 11px; font-weight: 600;", {"fill": INK}),
    ".df-kind": ("font-size: 8.5px;", {"fill": INK}),
    ".df-told": ("font-size: 10px;", {"fill": INK}),
    ".df-coordinate": ("font-size: 8px;", {"fill": MUTED}),
    ".df-figure": ("font-size: 9px; font-weight: 600;", {"fill": INK}),
    ".df-shade": ("stroke: none; fill-opacity: 0.16;", {"fill": INK}),
}
_LAST: Rules = {
    ".df-cell": ("stroke-width: 3px; stroke-linejoin: round;", {}),
    ".df-bar": ("stroke-width: 3.4px;", {"stroke": MARKS[Mark.BLOCKED]}),
}


def board_rules(styles: Mapping[str, SideStyle]) -> Rules:
    """The classes of a board: what never changes, tints of grounds, sides and marks."""
    numbered = {str(number): colour for number, colour in enumerate(GROUNDS)}
    tints = {**numbered, **LOOK_TINTS}
    rules = base_rules() | _BOARD
    rules |= {f".df-ground-{name}": ("", {"fill": colour}) for name, colour in tints.items()}
    for style in styles.values():
        rules |= _side(style)
    for mark, colour in MARKS.items():
        rules |= _mark(mark, colour)
    return rules | _LAST


def _side(style: SideStyle) -> Rules:
    number, colour = style.number, style.colour
    joined = "stroke-linejoin: round;"
    return {
        f".df-side{number}": ("", {"fill": colour}),
        f".df-rim{number}": (f"stroke-width: 1.8px; {joined}", {"stroke": colour}),
        f".df-curve{number}": (f"fill: none; stroke-width: 2.2px; {joined}", {"stroke": colour}),
    }


def _mark(mark: Mark, colour: Pair) -> Rules:
    dash = f" stroke-dasharray: {DASHES[mark]};" if DASHES[mark] else ""
    wide = "2.4" if mark in (Mark.CLEAR, Mark.PARTLY, Mark.BLOCKED) else "1.4"
    solid = f"fill: none; stroke-width: {wide}px;"
    thin = "fill: none; stroke-width: 1px; stroke-dasharray: 3 3;"
    return {
        f".df-{mark}": (f"{solid}{dash}", {"stroke": colour}),
        f".df-{mark}-solid": (solid, {"stroke": colour}),
        f".df-{mark}-fill": ("stroke: none;", {"fill": colour}),
        f".df-{mark}-thin": (thin, {"stroke": colour}),
        f".df-{mark}-rim": ("stroke-width: 1.4px;", {"stroke": colour}),
        f".df-{mark}-tint": ("stroke: none; fill-opacity: 0.1;", {"fill": colour}),
    }


def stylesheet(rules: Rules) -> str:
    """The rules as CSS: light by itself, dark where the screen asks for it, plain on paper."""
    plain, dark = [], []
    for selector, (fixed, colours) in rules.items():
        light = "".join(f" {name}: {pair[0]};" for name, pair in colours.items())
        plain.append(f"{selector} {{ {(fixed + light).strip()} }}")
        if colours:
            night = "".join(f" {name}: {pair[1]};" for name, pair in colours.items())
            dark.append(f"{selector} {{{night} }}")
    paper = ".df-paper, .df-board { fill: #fff; } .df-halo { stroke: #fff; }"
    return "\n".join(
        [
            "",
            *plain,
            f"@media screen and (prefers-color-scheme: dark) {{\n{chr(10).join(dark)}\n}}",
            f"@media print {{ {paper} }}",
            "",
        ]
    )
