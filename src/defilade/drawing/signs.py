"""Small signs for what lies on a ground: bridges, wire, craters, sandbags, objectives.

Knows the signs by everyday words and where they go in a hex; never what they do in a game.
A sign that spans its hex is drawn large, so that it shows around a piece that stands there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

from defilade.drawing.markup import Markup, joined, number, tag
from defilade.geometry.hexes.layout import Pixel

Drawn: TypeAlias = Callable[[float], Markup]
"""A sign around (0, 0), for a hex of that many pixels from centre to corner."""


def spanning(words: tuple[str, ...], at: Pixel, r: float, *, turn: float = 0.0) -> Markup:
    """The signs that span a hex of radius `r`; a bridge is turned by `turn` degrees."""
    found = []
    for place, word in enumerate(words):
        sign = _scattered if place == 0 and word == "shell crater" else _SPANNING.get(word)
        if sign is not None:
            turned = f" rotate({number(turn)})" if "bridge" in word and turn else ""
            moved = f"translate({number(at[0])} {number(at[1])}){turned}"
            found.append(tag("g", sign(r), transform=moved, data_sign=word))
    return joined(found)


def small(words: tuple[str, ...], at: Pixel, r: float) -> Markup:
    """The small signs of a hex, from its left corner down; the first tag is what it is itself."""
    slots = ((-0.64, -0.3), (0.64, -0.3), (0.64, 0.34), (-0.64, 0.34))
    drawn = [word for word in words[1:] if word in _SMALL]
    found = []
    for word, (dx, dy) in zip(drawn, slots, strict=False):
        moved = f"translate({number(at[0] + dx * r)} {number(at[1] + dy * r)})"
        found.append(tag("g", _SMALL[word], transform=moved, data_sign=word))
    return joined(found)


def swatch(word: str) -> Markup:
    """A sign for the legend, around (11, 0)."""
    if word in _SMALL:
        return tag("g", _SMALL[word], transform="translate(11 0)")
    return tag("g", _SPANNING[word](26.0), transform="translate(11 0) scale(0.42)")


def known(word: str) -> bool:
    """Whether there is a sign for a word."""
    return word in _SPANNING or word in _SMALL


def across(at: Pixel, neighbours: list[Pixel]) -> float:
    """How far to turn a bridge that lies along x, so that it crosses what joins `neighbours`.

    The mean axis of the ways to them, by doubled angles, and a right angle to it; degrees.
    """
    x = y = 0.0
    for to in neighbours:
        angle = 2 * math.atan2(to[1] - at[1], to[0] - at[0])
        x, y = x + math.cos(angle), y + math.sin(angle)
    if math.hypot(x, y) < 1e-6:
        return 0.0
    return round(math.degrees(math.atan2(y, x)) / 2 + 90.0, 2) % 180.0


def _bridge(r: float) -> Markup:
    w, h = r * 0.84, r * 0.3
    deck = tag("rect", x=-w, y=-h, width=2 * w, height=2 * h, class_="df-plate")
    planks = " ".join(
        f"M{number(x * w)} {number(-h)} V{number(h)}" for x in (-0.8, -0.4, 0.0, 0.4, 0.8)
    )
    return joined([deck, tag("path", d=planks, class_="df-texture"), _rails(w, h)])


def _rails(w: float, h: float) -> Markup:
    paths = []
    for side in (-h, h):
        out, far, near = number(side * 1.35), number(w + 0.2 * h), number(w - 0.3 * h)
        paths.append(f"M-{far} {out} L-{near} {number(side)} H{near} L{far} {out}")
    return tag("path", d=" ".join(paths), class_="df-sign")


def _damaged_bridge(r: float) -> Markup:
    w, h = r * 0.84, r * 0.3
    parts = []
    for side in (-1, 1):
        inner = side * w * 0.34
        points = [
            (side * w, -h),
            (inner, -h),
            (inner + side * 4, -h / 3),
            (inner - side * 2, h / 4),
        ]
        points += [(inner + side * 3, h), (side * w, h)]
        path = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
        parts.append(tag("path", d=path + " Z", class_="df-plate"))
        parts.append(tag("path", d=path, class_="df-sign"))
    return joined(parts)


def _wire(r: float) -> Markup:
    w = r * 0.66
    step = w / 2
    rows = []
    for y in (-0.5 * r, 0.5 * r):
        rows.append(f"M{number(-w)} {number(y)} H{number(w)}")
        rows += [
            f"M{number(x - 3)} {number(y - 4)} l6 8 m0 -8 l-6 8"
            for x in (-w + step / 2, -step / 2, step / 2, w - step / 2)
        ]
    return tag("path", d=" ".join(rows), class_="df-sign")


def _scattered(r: float) -> Markup:
    spots = ((-0.5, -0.22, 0.2), (0.42, -0.42, 0.15), (0.5, 0.3, 0.22), (-0.3, 0.46, 0.16))
    return joined([_pit(x * r, y * r, k * r) for x, y, k in spots])


def _mine_crater(r: float) -> Markup:
    spikes = []
    for i in range(16):
        angle = math.radians(22.5 * i + 11.25)
        inner, outer = 0.7 * r, (0.84 if i % 2 else 0.78) * r
        (x0, y0), (x1, y1) = ((k * math.sin(angle), -k * math.cos(angle)) for k in (inner, outer))
        spikes.append(f"M{number(x0)} {number(y0)} L{number(x1)} {number(y1)}")
    return joined(
        [
            tag("circle", r=0.62 * r, class_="df-hollow df-sign"),
            tag("circle", r=0.46 * r, class_="df-texture"),
            tag("path", d=" ".join(spikes), class_="df-sign"),
        ]
    )


def _pit(x: float, y: float, r: float) -> Markup:
    shadow = (
        f"M{number(x - r)} {number(y)} A{number(r)} {number(r)} 0 0 1 {number(x + r)} {number(y)}"
    )
    return joined(
        [
            tag("circle", cx=x, cy=y, r=r, class_="df-sign"),
            tag("path", d=shadow + " Z", class_="df-inked"),
        ]
    )


def _sandbags(r: float) -> Markup:
    """Two walls, lower left and right, that leave the bottom free for what is written there."""
    k = 0.72 * r
    walls = []
    for first, last in ((168, 118), (62, 12)):
        (x0, y0), (x1, y1) = (
            (k * math.cos(a), k * math.sin(a)) for a in map(math.radians, (first, last))
        )
        arc = "M{} {} A{} {} 0 0 0 {} {}"
        walls.append(arc.format(*map(number, (x0, y0, k, k, x1, y1))))
    return tag("path", d=" ".join(walls), class_="df-bags")


_SPANNING: Mapping[str, Drawn] = {
    "bridge": _bridge,
    "damaged bridge": _damaged_bridge,
    "wire": _wire,
    "mine crater": _mine_crater,
    "fortified position": _sandbags,
}
_SMALL: Mapping[str, Markup] = {
    "shell crater": _pit(0, 0, 5.0),
    "objective": tag(
        "path",
        d="M0 -7 L1.9 -2.2 L7 -2 L3 1.2 L4.4 6.2 L0 3.4 L-4.4 6.2 L-3 1.2 L-7 -2 L-1.9 -2.2 Z",
        class_="df-paper df-cast",
    ),
}
