"""Terrain of Warhammer 40,000 moved and turned: areas with all that is in them, features.

Knows the lines of battle files; a rectangle that is turned askew becomes an outline.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from defilade.geometry.plane import Point, snap
from defilade.systems.wh40k.battle import (
    AreaLine,
    FeatureLine,
    GapLine,
    Rect,
    SectionLine,
    SurfaceLine,
)
from defilade.systems.wh40k.build import gap_outline, outline_of
from defilade.table.editing import Motion

Bounded = TypeVar("Bounded", AreaLine, FeatureLine, SectionLine, SurfaceLine)


def outlined(line: Bounded, corners: tuple[Point, ...]) -> Bounded:
    """The line with other corners."""
    return replace(line, rect=None, outline=corners)


def area_moved(line: AreaLine, motion: Motion) -> AreaLine:
    """An area and every feature in it."""
    features = {name: feature_moved(each, motion) for name, each in line.features.items()}
    return replace(_carried(line, motion), features=features)


def feature_moved(line: FeatureLine, motion: Motion) -> FeatureLine:
    """A feature with its walls, floors and windows."""
    whole = outline_of(line.rect, line.outline)
    return replace(
        _carried(line, motion),
        sections=tuple(_carried(each, motion) for each in line.sections),
        gaps=tuple(_gap(each, whole, motion) for each in line.gaps),
        surfaces=tuple(_carried(each, motion) for each in line.surfaces),
    )


def _carried(line: Bounded, motion: Motion) -> Bounded:
    if line.outline is not None:
        return replace(line, outline=motion.points(line.outline))
    if line.rect is None:
        return line
    corners = motion.points(outline_of(line.rect, None))
    rect = _upright(corners)
    if rect is not None:
        return replace(line, rect=rect)
    return replace(line, rect=None, outline=corners)


def _upright(corners: tuple[Point, ...]) -> Rect | None:
    """The corners as x0, y0, x1, y1, where they still lie along the table's edges."""
    xs, ys = {x for x, _ in corners}, {y for _, y in corners}
    if len(xs) != 2 or len(ys) != 2:
        return None
    return (min(xs), min(ys), max(xs), max(ys))


def _gap(line: GapLine, whole: tuple[Point, ...], motion: Motion) -> GapLine:
    """A gap that is said by x or y is said by its corners once its wall is turned."""
    if line.outline is not None:
        return replace(line, outline=motion.points(line.outline))
    if motion.facing:
        corners = motion.points(gap_outline(line, whole))
        return replace(line, x=None, y=None, outline=corners)
    dx, dy = motion.point(motion.at)[0] - motion.at[0], motion.point(motion.at)[1] - motion.at[1]
    x = None if line.x is None else (snap(line.x[0] + dx), snap(line.x[1] + dx))
    y = None if line.y is None else (snap(line.y[0] + dy), snap(line.y[1] + dy))
    return replace(line, x=x, y=y)
