"""What a ground looks like, by the words that tell it: a tint and a pattern for each look.

Knows everyday words for landscape and their drawings; never what any of them does in a game.
A word it does not know gets a plain pattern of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from defilade.drawing.markup import Markup, joined, tag
from defilade.drawing.palette import GROUNDS
from defilade.table import Ground

_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Look:
    """A tint by name, and a tile of `size` pixels with `lines` drawn and `solids` filled in."""

    name: str
    tint: str
    size: tuple[int, int] = (12, 12)
    lines: str = ""
    solids: str = ""


_LOOKS = (
    Look(
        "forest",
        "green",
        (24, 22),
        "M6.5 9.5 v2.5 M18.5 20 v2",
        "M6.5 1 L10.5 9.5 H2.5 Z M18.5 11.5 L22.5 20 H14.5 Z",
    ),
    Look(
        "building",
        "stone",
        (26, 22),
        "M2 10 V5.5 L6.5 1.5 L11 5.5 V10 Z M15 21 V16.5 L19.5 12.5 L24 16.5 V21 Z",
        "M5.5 10 V7 h2.5 V10 Z M18.5 21 V18 h2.5 V21 Z",
    ),
    Look(
        "rubble",
        "stone",
        (24, 20),
        "M3 8 l2 -4 l4 1 l-1 4 Z M14 17 l1 -3 l4 -1 l2 4 Z",
        "M12 5 l2 -2 l2 2 l-1 2 Z M4 16 l3 -1 l1 2 l-3 1 Z",
    ),
    Look(
        "hill",
        "sand",
        (28, 20),
        "M1 9 Q7.5 -2 14 9 M4.5 9 Q7.5 3 10.5 9 M15 19 Q21.5 8 28 19 M18.5 19 Q21.5 13 24.5 19",
    ),
    Look("trench", "clay", (20, 14), "M0 4 H5 V10 H15 V4 H20 M0 7 H2 V13 H18 V7 H20"),
    Look("bunker", "concrete", (16, 12), "M0 0.6 H16 M0 6.6 H16 M4 0.6 V6.6 M12 6.6 V12"),
    Look("ford", "water", (24, 16), "M1 4 q3 -3 6 0 t6 0 M13 12 q3 -3 6 0 t6 0"),
    Look(
        "deep water",
        "deep",
        (24, 9),
        "M0 2.5 q3 -3 6 0 t6 0 t6 0 t6 0 M0 7 q3 -3 6 0 t6 0 t6 0 t6 0",
    ),
    Look("wire", "plain", (22, 20), "M4 7 h3 M15 17 h3"),
    Look("crater", "ash", (20, 20), "", "M4 5 h1.6 v1.6 h-1.6 Z M14 13 h1.6 v1.6 h-1.6 Z"),
    Look("road", "concrete", (22, 22), "M3 5.5 h8 M14 16.5 h8"),
    Look(
        "rough",
        "meadow",
        (22, 18),
        "M5 8 l-2.5 -4.5 M5 8 v-6 M5 8 l2.5 -4.5 M16 17 l-2.5 -4.5 M16 17 v-6 M16 17 l2.5 -4.5",
    ),
    Look("wall", "stone", (12, 8), "M0 0.5 H12 M0 4.5 H12 M3 0.5 V4.5 M9 4.5 V8"),
    Look("shack", "clay", (9, 24), "M0.5 0 V24 M5 0 V6 M5 9 V20"),
    Look("city", "stone", (14, 14), "M2 2 h4 v4 h-4 Z M9 8 h3 v5 h-3 Z", "M9 2 h3 v2 h-3 Z"),
    Look(
        "debris",
        "ash",
        (26, 22),
        "M4 8 l2 -5 l5 1 l1 4 l-4 3 Z",
        "M17 17 l3 -3 l3 2 l-2 3 Z M19 5 l2 -1 l1 2 l-2 1 Z M4 18 l2 -1 l1 2 l-2 1 Z",
    ),
    Look(
        "moon",
        "concrete",
        (36, 32),
        "M5 8 a4.5 3.8 0 1 0 9 0 a4.5 3.8 0 1 0 -9 0 M22 23 a6 5 0 1 0 12 0 a6 5 0 1 0 -12 0 "
        "M26 6 a2.2 2 0 1 0 4.4 0 a2.2 2 0 1 0 -4.4 0 M8 25 a2.6 2.2 0 1 0 5.2 0 a2.6 2.2 0 1 0 "
        "-5.2 0",
    ),
    Look(
        "lava", "clay", (24, 16), "M1 5 q3 -4 6 0 t6 0 M13 13 q3 -4 6 0 t6 0", "M18 4 h2 v2 h-2 Z"
    ),
)
LOOKS: Mapping[str, Look] = {look.name: look for look in _LOOKS}
"""Every look by its name."""

_WORDS: Mapping[str, tuple[str, ...]] = {
    "forest": ("forest", "wood", "woods", "copse", "jungle"),
    "building": ("building", "house", "village", "garrison"),
    "rubble": ("rubble", "ruin", "ruins"),
    "hill": ("hill", "hills", "ridge"),
    "trench": ("trench", "trenches"),
    "bunker": ("bunker", "fort", "fortress"),
    "ford": ("ford", "fordable", "river", "water", "stream", "waterway", "bridge"),
    "deep water": ("deep water", "lake", "sea", "pond"),
    "wire": ("wire",),
    "crater": ("crater", "craters", "hole"),
    "road": ("road", "street"),
    "rough": ("rough", "park", "field", "tough", "broken ground"),
    "wall": ("wall", "barricade", "fence", "hedge"),
    "shack": ("shack", "hut"),
    "city": ("sector", "city", "town", "yard"),
    "debris": ("debris", "ring", "asteroids"),
    "moon": ("lso", "moon", "planet"),
    "lava": ("lava",),
}
_LOOK_OF = {word: LOOKS[name] for name, words in _WORDS.items() for word in words}

_PLAIN = (
    "M0 12 L12 0",
    "M3 6 a1.5 1.5 0 1 0 0.01 0 M9 12 a1.5 1.5 0 1 0 0.01 0",
    "M0 4 q3 -3 6 0 t6 0 M0 10 q3 -3 6 0 t6 0",
    "M0 0 L12 12",
    "M6 3 v6 M3 6 h6",
)


def look_of(ground: Ground) -> Look | None:
    """The look that a ground's own word, its tags or its name tell, or None."""
    return _first(ground.look, *ground.tags) or _first(ground.id)


def named_look(ground: Ground) -> Look | None:
    """The look that a ground's name tells where nothing else does."""
    return None if _first(ground.look, *ground.tags) else _first(ground.id)


def looks_of(kinds: Iterable[tuple[str, Ground]]) -> dict[str, Look]:
    """The look of every kind of ground, by the kind's name, from the first ground of it.

    Kinds without a known word get plain patterns in order of appearance.
    """
    found: dict[str, Look] = {}
    plain = 0
    for kind, ground in kinds:
        if kind in found:
            continue
        look = look_of(ground)
        if look is None:
            number = plain % len(GROUNDS)
            look, plain = Look(f"plain{number}", str(number), lines=_PLAIN[number]), plain + 1
        found[kind] = look
    return found


def paint(look: Look, *, mark: str) -> str:
    """The pattern of a look, as a fill."""
    return f"url(#{_id(look, mark)})"


def tint(look: Look) -> str:
    """The class of a look's tint."""
    return f"df-ground-{look.tint}"


def patterns(looks: Iterable[Look], *, mark: str) -> Markup:
    """The patterns of looks, each once."""
    return joined(
        [
            tag(
                "pattern",
                tag("path", d=look.lines, class_="df-texture") if look.lines else None,
                tag("path", d=look.solids, class_="df-solid") if look.solids else None,
                id=_id(look, mark),
                width=look.size[0],
                height=look.size[1],
                patternUnits="userSpaceOnUse",
            )
            for look in dict.fromkeys(looks)
        ]
    )


def _id(look: Look, mark: str) -> str:
    return f"look-{look.name.replace(' ', '-')}-{mark}"


def _first(*words: str) -> Look | None:
    return next((found for said in words if (found := _told(said.lower())) is not None), None)


def _told(said: str) -> Look | None:
    if said in _LOOK_OF:
        return _LOOK_OF[said]
    return next((_LOOK_OF[w] for w in reversed(_LETTERS.findall(said)) if w in _LOOK_OF), None)
