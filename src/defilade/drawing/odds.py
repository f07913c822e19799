"""Odds as an SVG picture: bars of exactly N above a falling curve of at least N.

Knows `Odds` and `Sampled` and says which is shown; never what the numbers are of. Two
attacks stand on one axis, told apart by hatch, dash and marker as well as by colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from defilade.drawing.chances import (
    Column,
    Series,
    capped,
    columns,
    decimal,
    is_numeric,
    percent,
    statement,
    summary,
)
from defilade.drawing.labels import shortened, width_of
from defilade.drawing.markup import NOTHING, Markup, digest, joined, number, picture, tag
from defilade.drawing.palette import PAPER, SideStyle, hatches, side_styles, worn
from defilade.drawing.palette import hatch as hatch_of
from defilade.drawing.rules import board_rules, stylesheet

WIDTH = 760.0
_LEFT, _RIGHT = 54.0, 24.0
_BARS, _CURVE, _GAP = 190.0, 170.0, 58.0
_LABELLED = 24
"""Up to so many columns each carries its percentage."""

_CEILINGS = (0.04, 0.08, 0.12, 0.2, 0.32, 0.4, 0.6, 0.8, 1.0)

_ROOM = 16.0
"""Pixels that a percentage takes up."""
_NUMBER = "df-small df-middle df-halo"

MOST_SERIES = 4


@dataclass(frozen=True, slots=True)
class _Panel:
    """One chart: its top, its height, the probability at its top, and its columns."""

    top: float
    height: float
    most: float
    columns: tuple[Column, ...]

    @property
    def step(self) -> float:
        return (WIDTH - _LEFT - _RIGHT) / len(self.columns)

    def x(self, place: float) -> float:
        """Left edge of the column number `place`; halves are its middle."""
        return _LEFT + place * self.step

    def y(self, chance: float) -> float:
        return self.top + self.height * (1 - min(chance / self.most, 1.0))


def odds_svg(
    series: Sequence[Series], *, title: str, unit: str = "", cap: int | None = None
) -> str:
    """The picture of one distribution, or of up to four on one axis.

    `unit` is written under the axis. Raises `ValueError` for no series or too many.
    """
    if not 1 <= len(series) <= MOST_SERIES:
        raise ValueError(f"a picture compares 1 to {MOST_SERIES} distributions, not {len(series)}")
    shown = tuple(Series(one.name, capped(one.odds, cap)) for one in series)
    cols = columns(series, cap=cap)
    styles = tuple(side_styles(f"{i} {one.name}" for i, one in enumerate(shown)).values())
    mark = digest(title, unit, repr(cols), repr([one.name for one in shown]))
    head, top = _head(title, shown, styles, mark=mark)
    bars = _Panel(top, _BARS, _ceiling(cols), cols)
    parts = [head, _axis(bars, "exactly"), _bars(bars, styles, mark=mark)]
    parts += [_marks(bars, shown), _ticks(bars)]
    bottom = bars.top + bars.height
    if cols[0].at_least is not None:
        curve = _Panel(bottom + _GAP, _CURVE, 1.0, cols)
        parts += [_axis(curve, "at least"), _curves(curve, styles), _half(curve, shown)]
        parts += [_ticks(curve)]
        bottom = curve.top + curve.height
    height = bottom + 46
    parts.append(tag("text", unit, x=WIDTH / 2, y=height - 10, class_="df-small df-middle"))
    body = joined(
        [
            tag("defs", hatches({style.name: style for style in styles}, mark=mark)),
            tag("rect", width=WIDTH, height=height, class_="df-paper"),
            *parts,
        ]
    )
    rules = board_rules({style.name: style for style in styles})
    rules[".df-label"] = ("font-size: 10.5px; font-weight: 600;", {"fill": PAPER})
    rules[".df-end"] = ("text-anchor: end;", {})
    return picture(
        WIDTH, height, title=title, desc=spoken(shown, cols), style=stylesheet(rules), body=body
    )


def spoken(series: Sequence[Series], cols: Sequence[Column]) -> str:
    """The chart in words."""
    told = [f"{one.name}: {summary(one.odds)}, {statement(one.odds)}." for one in series]
    for i, one in enumerate(series):
        rows = []
        for col in cols:
            least = "" if col.at_least is None else f", at least {percent(col.at_least[i])}"
            rows.append(f"{col.label} {percent(col.exactly[i])}{least}")
        told.append(f"{one.name}, exactly: " + "; ".join(rows) + ".")
    return " ".join(told)


def _head(
    title: str, series: Sequence[Series], styles: Sequence[SideStyle], *, mark: str
) -> tuple[Markup, float]:
    parts = [tag("text", shortened(title, 84), x=_LEFT - 26, y=28, class_="df-title")]
    y = 48.0
    for one, style in zip(series, styles, strict=True):
        x = _LEFT - 26
        if len(series) > 1:
            sign = tag("rect", x=x, y=y - 10, width=14, height=11,
                       fill=hatch_of(style.number, mark=mark), class_=worn(style))  # fmt: skip
            name = shortened(one.name, 60)
            parts += [sign, tag("text", name, x=x + 21, y=y, class_="df-text")]
            x += 21 + width_of(name, 12) + 12
        said = f"{summary(one.odds)} · {statement(one.odds)}"
        parts.append(tag("text", said, x=x, y=y, class_="df-small"))
        y += 19
    return joined(parts), y + 32


def _ceiling(cols: Sequence[Column]) -> float:
    """The top of the bars' axis: a quarter of it is a whole percentage."""
    highest = max(max(col.exactly) for col in cols)
    return next(top for top in _CEILINGS if highest <= top + 1e-9)


def _axis(panel: _Panel, name: str) -> Markup:
    right = WIDTH - _RIGHT
    parts = [tag("text", name, x=_LEFT - 26, y=panel.top - 21, class_="df-text")]
    for quarter in range(5):
        chance = panel.most * quarter / 4
        y = panel.y(chance)
        kind = "df-ink" if quarter == 0 else "df-grid"
        parts.append(tag("line", x1=_LEFT, y1=y, x2=right, y2=y, class_=kind))
        text = f"{100 * chance:.3g} %"
        parts.append(tag("text", text, x=_LEFT - 7, y=y + 3.5, class_="df-small df-end"))
    return joined(parts)


def _ticks(panel: _Panel) -> Markup:
    widest = max(width_of(col.label, 11) for col in panel.columns) + 6
    every = max(1, -(-int(widest) // max(int(panel.step), 1)))
    y = panel.y(0) + 16
    return joined(
        [
            tag("text", shortened(col.label, 24), x=panel.x(i + 0.5), y=y,
                class_="df-text df-middle")
            for i, col in enumerate(panel.columns)
            if i % every == 0
        ]
    )  # fmt: skip


def _bars(panel: _Panel, styles: Sequence[SideStyle], *, mark: str) -> Markup:
    share = min(0.78 / len(styles), 70 / panel.step)
    start = 0.5 - share * len(styles) / 2
    labelled = len(panel.columns) * len(styles) <= _LABELLED
    parts = []
    for i, col in enumerate(panel.columns):
        for k, style in enumerate(styles):
            chance = col.exactly[k]
            x, y = panel.x(i + start + k * share), panel.y(chance)
            told = tag("title", f"exactly {col.label}: {percent(chance)}")
            wide, tall = panel.step * share - 2, panel.y(0) - y
            paint = hatch_of(style.number, mark=mark)
            bar = tag("rect", told, x=x, y=y, width=max(wide, 1), height=tall, fill=paint,
                      class_=worn(style), data_outcome=col.label)  # fmt: skip
            parts.append(bar if chance else NOTHING)
            if labelled and chance:
                middle = x + wide / 2
                text = percent(chance)
                parts.append(
                    tag("text", text, x=middle, y=y - 5, class_="df-small df-middle df-halo")
                )
    return joined(parts)


def _marks(panel: _Panel, series: Sequence[Series]) -> Markup:
    """Mean as a pointer down to its column, mode as a word in it: for a single distribution."""
    odds = series[0].odds
    if len(series) > 1 or not is_numeric(odds):
        return NOTHING
    place = _place(panel.columns, float(odds.mean()))
    column = panel.columns[min(int(place), len(panel.columns) - 1)]
    x, y = panel.x(place), max(panel.top + 9, panel.y(column.exactly[0]) - 19)
    mean = tag("path", d=f"M{number(x)} {number(y)} l5 -8 h-10 Z", class_="df-partly-fill")
    line = tag("line", x1=x, y1=panel.top, x2=x, y2=y, class_="df-partly-thin")
    text = f"mean {decimal(odds.mean())}"
    anchor = "df-end " if x > WIDTH - 120 else ""
    at = x - 6 if anchor else x + 6
    named = tag("text", text, x=at, y=panel.top - 4, class_=f"{anchor}df-small")
    top = max(panel.columns, key=lambda col: col.exactly[0])
    i = panel.columns.index(top)
    tall = panel.y(0) - panel.y(top.exactly[0])
    at_top = {"x": panel.x(i + 0.5), "y": panel.y(top.exactly[0]) + 15}
    if panel.step >= 52 and tall >= 22:
        mode = tag("text", "mode", class_="df-label df-middle", **at_top)
    else:
        mode = tag("g", tag("title", "mode"), _dot(at_top["x"], at_top["y"] - 7))
    return joined([line, mean, named, mode])


def _dot(x: float, y: float) -> Markup:
    return tag("circle", cx=x, cy=y, r=3, class_="df-paper")


def _place(cols: Sequence[Column], value: float) -> float:
    """Where a number stands on the axis, between the middles of columns."""
    lows = [float(col.low) for col in cols]
    if value <= lows[0] or len(lows) == 1:
        return 0.5
    for i in range(len(lows) - 1):
        if value <= lows[i + 1]:
            return i + 0.5 + (value - lows[i]) / (lows[i + 1] - lows[i])
    return len(lows) - 0.5


def _curves(panel: _Panel, styles: Sequence[SideStyle]) -> Markup:
    parts = []
    for k, style in enumerate(styles):
        path, labels = "", []
        for i, col in enumerate(panel.columns):
            assert col.at_least is not None  # asked only of columns in order
            chance = col.at_least[k]
            y = number(panel.y(chance))
            path += f"{'L' if path else 'M'}{number(panel.x(i))} {y} H{number(panel.x(i + 1))} "
            if len(panel.columns) * len(styles) <= _LABELLED:
                labels.append(_step_label(panel, i, k))
        dash = (None, "7 4", "2 3", "9 3 2 3")[k % 4]
        kind = f"df-curve{style.number}"
        line = tag("path", d=path.strip(), class_=kind, stroke_dasharray=dash)
        parts += [line, *labels]
    return joined(parts)


def _step_label(panel: _Panel, i: int, k: int) -> Markup:
    """The percentage of a step: above it for the first series, below for others, and left
    out where there is no room under a low one or where nothing more can happen."""
    at_least = panel.columns[i].at_least
    assert at_least is not None  # asked only of columns in order
    chance, first = at_least[k], at_least[0]
    if k and chance in (0, first):
        return NOTHING
    below = k > 0 and panel.height * chance > _ROOM
    if k and not below and first - chance < 2 * _ROOM / panel.height:
        return NOTHING
    y = panel.y(chance) + (11 if below else -6)
    text = percent(chance)
    return tag("text", text, x=panel.x(i + 0.5), y=y, class_=_NUMBER)


def _half(panel: _Panel, series: Sequence[Series]) -> Markup:
    """The 50 % point: what is reached at least half the time."""
    y = panel.y(0.5)
    guide = tag("line", x1=_LEFT, y1=y, x2=WIDTH - _RIGHT, y2=y, class_="df-note")
    parts = [guide]
    for one in series:
        odds = one.odds
        place = _last_at_most(panel.columns, odds.median())
        x = panel.x(place + 0.5)
        parts.append(tag("circle", cx=x, cy=y, r=4, class_="df-inked"))
    if len(series) == 1:
        text = f"50 % point: {series[0].odds.median()} or more"
        parts.append(tag("text", text, x=WIDTH - _RIGHT, y=y - 6, class_="df-text df-end df-halo"))
    return joined(parts)


def _last_at_most(cols: Sequence[Column], value: float) -> int:
    return max(i for i, col in enumerate(cols) if col.low <= value)
