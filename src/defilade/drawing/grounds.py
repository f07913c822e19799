"""What stays on a board: terrain and areas, told apart by tint, texture and outline.

Knows outlines and tags as words to print; never what a tag means.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.drawing.markup import Markup, joined, number, tag
from defilade.drawing.palette import GROUNDS
from defilade.drawing.projection import Projection, drawable
from defilade.geometry.hexes.layout import Pixel
from defilade.table import Ground
from defilade.values import print_inches

UNTAGGED = "ground"


def kinds(grounds: Iterable[Ground]) -> dict[str, int]:
    """A number for each kind of ground, a kind being its first tag, in order of appearance."""
    return {name: i for i, name in enumerate(dict.fromkeys(kind_of(g) for g in grounds))}


def kind_of(ground: Ground) -> str:
    """The word a ground is listed under."""
    return ground.tags[0] if ground.tags else UNTAGGED


def drawn(ground: Ground, kind: int, view: Projection, *, mark: str) -> Markup:
    """One ground: tint, texture, and a full outline if it stops sight, else a broken one."""
    outlines = _outlines(ground, view)
    if not outlines:
        return Markup("")
    edge = "df-opaque" if ground.opaque else "df-open"
    tint = f"df-ground{kind % len(GROUNDS)}"
    return tag(
        "g",
        tag("title", spoken(ground)),
        *(tag("path", d=path, fill_rule="evenodd", class_=tint) for path in outlines),
        *(
            tag("path", d=path, fill_rule="evenodd", fill=texture(kind, mark=mark), class_=edge)
            for path in outlines
        ),
        data_ground=ground.id,
    )


def spoken(ground: Ground) -> str:
    """A ground in words, for readers that do not see the picture."""
    parts = [ground.id, *ground.tags]
    if ground.opaque:
        parts.append("stops sight")
    if ground.height is not None:
        parts.append(f"{print_inches(ground.height)} high")
    return ", ".join(parts)


def middle(ground: Ground, view: Projection) -> tuple[Pixel, float] | None:
    """Where a ground's name goes, and how far below it the ground's edge is."""
    points = [view.at(point) for point in ground.outline if drawable(point)]
    if not points:
        return None
    low, high = min(y for _, y in points), max(y for _, y in points)
    x = sum(x for x, _ in points) / len(points)
    if ground.round_radius is not None:
        return points[0], view.length(ground.round_radius)
    return (x, (low + high) / 2), (high - low) / 2


def swatch(kind: int, *, opaque: bool, mark: str) -> Markup:
    """A patch of one kind of ground, for the legend."""
    box = {"x": 1, "y": -7, "width": 20, "height": 14, "rx": 2}
    return tag(
        "g",
        tag("rect", class_=f"df-ground{kind % len(GROUNDS)}", **box),
        tag(
            "rect",
            fill=texture(kind, mark=mark),
            class_="df-opaque" if opaque else "df-open",
            **box,
        ),
    )


def texture(kind: int, *, mark: str) -> str:
    """The paint of a kind of ground."""
    return f"url(#ground{kind % len(GROUNDS)}-{mark})"


def textures(count: int, *, mark: str) -> Markup:
    """The patterns of the first `count` kinds."""
    lines = (
        "M0 12 L12 0",
        "M3 6 a1.5 1.5 0 1 0 0.01 0 M9 12 a1.5 1.5 0 1 0 0.01 0",
        "M0 4 q3 -3 6 0 t6 0 M0 10 q3 -3 6 0 t6 0",
        "M0 0 L12 12",
        "M6 3 v6 M3 6 h6",
    )
    return joined(
        [
            tag(
                "pattern",
                tag("path", d=lines[kind], class_="df-texture"),
                id=f"ground{kind}-{mark}",
                width=12,
                height=12,
                patternUnits="userSpaceOnUse",
            )
            for kind in range(min(count, len(lines)))
        ]
    )


def _outlines(ground: Ground, view: Projection) -> list[str]:
    if not ground.outline or not drawable(*ground.outline, *(p for h in ground.holes for p in h)):
        return []
    if ground.round_radius is not None:
        return [_circle(view.at(ground.outline[0]), view.length(ground.round_radius))]
    if view.layout is not None:
        return [_closed(view.hexagon((round(q), round(r)))) for q, r in ground.outline]
    rings = (ground.outline, *ground.holes)
    return [" ".join(_closed([view.at(point) for point in ring]) for ring in rings if ring)]


def _closed(points: list[Pixel] | tuple[Pixel, ...]) -> str:
    return "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"


def _circle(centre: Pixel, r: float) -> str:
    x, y, r = number(centre[0] - r), number(centre[1]), max(r, 0.01)
    turn, back = f"a{number(r)} {number(r)} 0 1 0", number(2 * r)
    return f"M{x} {y} {turn} {back} 0 {turn} -{back} 0 Z"
