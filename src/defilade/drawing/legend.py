"""What stands below a board: the scale bar, and what each sign means.

Knows the signs that the other drawing modules use; places them in rows.
"""

from __future__ import annotations

from defilade.drawing import grounds, shade, signs, tokens, trims, witness
from defilade.drawing.labels import shortened, width_of
from defilade.drawing.markup import Markup, joined, number, tag
from defilade.drawing.projection import Projection
from defilade.drawing.sheet import MARGIN, Sheet
from defilade.ruling import Mark
from defilade.values import print_inches

_ROW = 24.0
_RULER = 190.0
_LENGTHS = (1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0, 100.0, 1000.0, 10000.0)


def foot(sheet: Sheet, width: float) -> tuple[Markup, float]:
    """Scale bar, legend and remarks, and where the picture ends below them."""
    top = sheet.view.box[3] + 26
    ruled = sheet.view.layout is None
    parts = [_ruler(sheet.view, top)] if ruled else []
    left = MARGIN + _RULER if ruled else MARGIN
    x, y = left, top
    for sign, said in _items(sheet):
        text = shortened(said, 36)
        wide = 30 + width_of(text, 12) + 18
        if x + wide > width - MARGIN / 2 and x > left:
            x, y = left, y + _ROW
        moved = f"translate({number(x)} {number(y)})"
        parts.append(
            tag("g", sign, tag("text", text, x=29, y=4, class_="df-text"), transform=moved)
        )
        x += wide
    y += 6.0 if sheet.scene.remarks else 0.0
    for remark in sheet.scene.remarks:
        y += _ROW - 6
        parts.append(tag("text", shortened(remark, 130), x=left, y=y + 4, class_="df-small"))
    return tag("g", *parts), y + 24


def _items(sheet: Sheet) -> list[tuple[Markup, str]]:
    mark, scene = sheet.mark, sheet.scene
    items = [(tokens.swatch(style, mark=mark), name) for name, style in sheet.styles.items()]
    opaque = {grounds.kind_of(ground) for ground in scene.grounds if ground.opaque}
    looks = grounds.looks(scene.grounds)
    for name, look in looks.items():
        said = f"{name} (stops sight)" if name in opaque else name
        sign = grounds.swatch(look, name, opaque=name in opaque, mark=mark)
        items.append((sign, said))
    lying = [word for ground in scene.grounds for word in ground.tags[1:]]
    for word in dict.fromkeys(lying if scene.hexes else ()):
        if signs.known(word) and word not in looks:
            items.append((signs.swatch(word), word))
    for kind in dict.fromkeys(trim.kind for ground in scene.grounds for trim in ground.trims):
        items.append((trims.swatch(kind), kind))
    shown = {fact.mark for fact in sheet.facts}
    items += [(witness.swatch(each), each.value) for each in Mark if each in shown]
    if sheet.shade is not None:
        items.append((shade.swatch(mark=mark), sheet.shade.said))
    return items


def _ruler(view: Projection, y: float) -> Markup:
    fitting = [length for length in _LENGTHS if length * view.scale <= 130]
    inches = max(fitting, default=_LENGTHS[0])
    long = inches * view.scale
    x = MARGIN
    path = f"M{number(x)} {number(y - 4)} v8 M{number(x)} {number(y)} h{number(long)} m0 -4 v8"
    named = tag("text", print_inches(inches), x=x + long + 7, y=y + 4, class_="df-small")
    return joined([tag("path", d=path, class_="df-ink"), named])
