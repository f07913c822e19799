"""What stays on a board: terrain and areas, told apart by tint, texture, signs and outline.

Knows outlines, and tags as words to print and to look up; never what a tag means in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from defilade.drawing import signs, textures, trims
from defilade.drawing.markup import NOTHING, Markup, joined, number, tag
from defilade.drawing.projection import Box, Projection, drawable
from defilade.drawing.textures import Look
from defilade.geometry.hexes.layout import Pixel
from defilade.table import Ground
from defilade.values import print_inches

UNTAGGED = "ground"
_INSET = 0.94
"""How far a hex's ground reaches toward its corners, so that neighbours keep their outlines."""
_STRIDE = 9.0


def kind_of(ground: Ground) -> str:
    """The words a ground is listed under: its look, else its first tag.

    Where its name alone tells what it looks like, that is told too.
    """
    if ground.look:
        return ground.look
    first = ground.tags[0] if ground.tags else UNTAGGED
    named = textures.named_look(ground)
    return first if named is None else f"{first}: {named.name}"


def looks(grounds: Iterable[Ground]) -> dict[str, Look]:
    """The look of each kind of ground, in order of appearance."""
    return textures.looks_of((kind_of(ground), ground) for ground in grounds)


def drawn_all(
    grounds: tuple[Ground, ...], found: Mapping[str, Look], view: Projection, *, mark: str
) -> Markup:
    """All grounds: tints and textures, then the signs that lie on them and their trims."""
    wet = [g for g in grounds if found[kind_of(g)].name in ("ford", "deep water")]
    water = [view.at(point) for g in wet for point in g.outline if drawable(point)]
    parts = []
    for ground in grounds:
        inside = middle(ground, view)
        over = []
        if inside is not None:
            over = [trims.drawn(trim, inside, view) for trim in ground.trims]
            if view.layout is not None:
                over.append(_signs(ground, inside, water, view))
        parts.append(drawn(ground, found[kind_of(ground)], view, mark=mark, over=over))
    return joined(parts)


def drawn(
    ground: Ground, look: Look, view: Projection, *, mark: str, over: Iterable[Markup] = ()
) -> Markup:
    """One ground: tint, texture, and a full outline if it stops sight, else a broken one."""
    outlines = _outlines(ground, view)
    if not outlines:
        return NOTHING
    edge = "df-opaque" if ground.opaque else "df-open"
    fill = textures.paint(look, mark=mark)
    return tag(
        "g",
        tag("title", spoken(ground)),
        *(tag("path", d=p, fill_rule="evenodd", class_=textures.tint(look)) for p in outlines),
        *(tag("path", d=p, fill_rule="evenodd", fill=fill, class_=edge) for p in outlines),
        *over,
        data_ground=ground.id,
    )


def spoken(ground: Ground) -> str:
    """A ground in words, for readers that do not see the picture."""
    parts = [ground.id]
    parts += [word for word in (ground.look, *ground.tags) if word]
    if ground.opaque:
        parts.append("stops sight")
    if ground.height is not None:
        parts.append(f"{print_inches(ground.height)} high")
    return ", ".join(parts)


def name_of(ground: Ground) -> str:
    """What is printed for a ground: its label, else its id and height."""
    if ground.label is not None:
        return ground.label
    plain = ground.id.rpartition("/")[2].replace("_", " ")
    return f"{plain} {print_inches(ground.height)}" if ground.height else plain


def middle(ground: Ground, view: Projection) -> Pixel | None:
    """The middle of a ground as drawn."""
    points = [view.at(point) for point in ground.outline if drawable(point)]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def extent(ground: Ground, view: Projection) -> Box | None:
    """The box of a ground as drawn."""
    points = [view.at(point) for point in ground.outline if drawable(point)]
    if not points:
        return None
    if ground.round_radius is not None:
        (x, y), r = points[0], view.length(ground.round_radius)
        return x - r, y - r, x + r, y + r
    if view.layout is not None:
        cells = [(round(q), round(r)) for q, r in ground.outline if drawable((q, r))]
        points = [corner for cell in cells for corner in view.hexagon(cell)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def rim(ground: Ground, view: Projection) -> list[Box]:
    """Small boxes along the outline of a ground that stops sight, for labels to keep clear of."""
    if not ground.opaque or view.layout is not None or not drawable(*ground.outline):
        return []
    if ground.round_radius is not None or len(ground.outline) < 2:
        return []
    points = [view.at(point) for point in ground.outline]
    boxes = []
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        count = min(100, max(1, round(max(abs(x1 - x0), abs(y1 - y0)) / _STRIDE)))
        for step in range(count):
            x, y = x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count
            boxes.append((x - 2, y - 2, x + 2, y + 2))
    return boxes


def swatch(look: Look, kind: str, *, opaque: bool, mark: str) -> Markup:
    """A patch of one kind of ground, for the legend; its sign alone where it is a sign."""
    box = {"x": 0, "y": -8, "width": 22, "height": 16, "rx": 2}
    edge = "df-opaque" if opaque else "df-open"
    return tag(
        "g",
        tag("rect", class_=textures.tint(look), **box),
        tag("rect", fill=textures.paint(look, mark=mark), class_=edge, **box),
        signs.swatch(kind) if signs.known(kind) else None,
    )


def _signs(ground: Ground, at: Pixel, water: list[Pixel], view: Projection) -> Markup:
    r = view.scale / 3**0.5
    near = [to for to in water if 0 < abs(to[0] - at[0]) + abs(to[1] - at[1]) < 2 * view.scale]
    turn = signs.across(at, near)
    return joined([signs.spanning(ground.tags, at, r, turn=turn), signs.small(ground.tags, at, r)])


def _outlines(ground: Ground, view: Projection) -> list[str]:
    if not ground.outline or not drawable(*ground.outline, *(p for h in ground.holes for p in h)):
        return []
    if ground.round_radius is not None:
        return [_circle(view.at(ground.outline[0]), view.length(ground.round_radius))]
    if view.layout is not None:
        return [_closed(_inset(view, (round(q), round(r)))) for q, r in ground.outline]
    rings = (ground.outline, *ground.holes)
    return [" ".join(_closed([view.at(point) for point in ring]) for ring in rings if ring)]


def _inset(view: Projection, cell: tuple[int, int]) -> list[Pixel]:
    x, y = view.at(cell)
    return [(x + (cx - x) * _INSET, y + (cy - y) * _INSET) for cx, cy in view.hexagon(cell)]


def _closed(points: list[Pixel]) -> str:
    return "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"


def _circle(centre: Pixel, r: float) -> str:
    x, y, r = number(centre[0] - r), number(centre[1]), max(r, 0.01)
    turn, back = f"a{number(r)} {number(r)} 0 1 0", number(2 * r)
    return f"M{x} {y} {turn} {back} 0 {turn} -{back} 0 Z"
