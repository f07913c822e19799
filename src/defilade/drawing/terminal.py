"""Odds as lines of text: bars of exactly N beside the chance of at least N.

Knows widths and plain strings; never colours, never whether a terminal is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.drawing.chances import (
    Column,
    Series,
    columns,
    percent,
    statement,
    summary,
)

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_GLYPHS = ("█", "▒", "░", "▚")
NARROWEST = 24


def odds_text(
    series: Sequence[Series], *, width: int = 80, cap: int | None = None, ascii_only: bool = False
) -> tuple[str, ...]:
    """The lines that show distributions in `width` columns, one row for each outcome.

    With several series each outcome has a row for each, marked by its letter (`A`, `B`).
    `ascii_only` is for terminals that cannot print block characters.

    >>> from defilade.dice import Odds
    >>> for line in odds_text([Series("", Odds({0: 0.25, 1: 0.75}))], width=44, ascii_only=True):
    ...     print(line)
       exactly                          at least
    0  ########                    25 %    100 %
    1  #########################   75 %     75 %
    mean 0.75, mode 1, 50 % point 1; exact
    """
    width = max(width, NARROWEST)
    cols = columns(series, cap=cap)
    named = len(series) > 1
    label = max(len(col.label) for col in cols)
    lead = label + (4 if named else 2)
    least = cols[0].at_least is not None
    room = max(4, width - lead - 7 - (9 if least else 0))
    most = max(max(col.exactly) for col in cols)
    lines = [_head(lead, room, least=least)]
    for col in cols:
        for k in range(len(series)):
            name = (col.label if k == 0 else "").rjust(label)
            mark = f" {chr(65 + k)}  " if named else "  "
            bar = _bar(col.exactly[k] / most, room, k=k, ascii_only=ascii_only)
            lines.append(f"{name}{mark[: lead - label]}{bar}{_numbers(col, k)}".rstrip())
    for k, one in enumerate(series):
        lead_in = f"{chr(65 + k)}  {one.name}: " if named else ""
        lines.append(f"{lead_in}{summary(one.odds)}; {statement(one.odds)}")
    return tuple(lines)


def _head(lead: int, room: int, *, least: bool) -> str:
    text = " " * lead + "exactly"
    return text.ljust(lead + room + 7) + " at least" if least else text


def _numbers(col: Column, k: int) -> str:
    exactly = percent(col.exactly[k]).rjust(7)
    return exactly + ("" if col.at_least is None else percent(col.at_least[k]).rjust(9))


def _bar(share: float, room: int, *, k: int, ascii_only: bool) -> str:
    if ascii_only:
        return ("#+=-"[k % 4] * round(share * room)).ljust(room)
    if k:
        return (_GLYPHS[k % 4] * round(share * room)).ljust(room)
    eighths = round(share * room * 8)
    whole, rest = divmod(max(eighths, 1 if share else 0), 8)
    return (_EIGHTHS[8] * whole + (_EIGHTHS[rest] if rest else "")).ljust(room)
