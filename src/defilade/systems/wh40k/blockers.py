"""What stops lines of sight: features with their gaps, obscuring areas, models of other units.

Knows which parts of what stand in the way and at which heights; must not know who looks, beyond
what the caller leaves out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from defilade.frozen import FrozenMap
from defilade.geometry.bases import Base, Polygon
from defilade.systems.wh40k.bodies import Body, Field, Prism
from defilade.systems.wh40k.measuring import base_within
from defilade.systems.wh40k.options import HouseRules, ObscuringHeight, SolidGap
from defilade.systems.wh40k.state import (
    Area,
    Feature,
    Gap,
    Model,
    Outline,
    Section,
    State,
    Unit,
    standing_of,
)
from defilade.systems.wh40k.terms import MM
from defilade.systems.wh40k.terrain import area_top, obscuring, solid

FEATURE, AREA, MODEL = "feature", "area", "model"
Areas = FrozenMap[str, Area]


def body(model: Model) -> Body:
    """A model as a body that looks and is looked at: an upright cylinder (WH-VIS-02)."""
    return Body(model.base, model.low, model.high)


@lru_cache(maxsize=64)
def feature_prisms(areas: Areas, rules: HouseRules, *, closing: bool) -> tuple[Prism, ...]:
    """Everything of every feature that stops lines; `closing` shuts what Solid shuts.

    Features of every category stop lines where they stand (WH-COV-05).
    """
    found = [
        prism
        for area in areas.values()
        for feature in area.features
        for prism in _prisms(feature, rules, closing=closing and solid(feature))
    ]
    if closing and rules.auto_close_gaps_mm > 0:
        found += _between_neighbours(areas, rules)
    return tuple(found)


@lru_cache(maxsize=64)
def solid_prisms(areas: Areas, rules: HouseRules) -> tuple[Prism, ...]:
    """What of Solid features stops lines (WH-HID-07, WH-SOL-01)."""
    names = {f.id for area in areas.values() for f in area.features if solid(f)}
    return tuple(p for p in feature_prisms(areas, rules, closing=True) if p.name in names)


def _prisms(feature: Feature, rules: HouseRules, *, closing: bool) -> Iterator[Prism]:
    for section in feature.sections:
        if not section.opaque:
            continue
        for outline, gaps in _cells(section, feature.gaps):
            for low, high in _stopped(section, gaps, rules, closing=closing):
                yield Prism(Polygon(outline), low, high, feature.id, FEATURE)


def section_columns(
    section: Section, gaps: Iterable[Gap]
) -> Iterator[tuple[Outline, float, float]]:
    """The solid pieces of a section: footprint, lower and upper edge, all gaps left open."""
    for outline, over in _cells(section, gaps):
        for low, high in _solid_spans(section, [(gap.bottom, gap.top) for gap in over]):
            yield outline, low, high


def _stopped(
    section: Section, gaps: Iterable[Gap], rules: HouseRules, *, closing: bool
) -> list[tuple[float, float]]:
    """Heights at which a column of a section stops lines."""
    found = (open_part(gap, rules, closing=closing) for gap in gaps)
    return _solid_spans(section, [span for span in found if span is not None])


def _solid_spans(
    section: Section, opened: Iterable[tuple[float, float]]
) -> list[tuple[float, float]]:
    found, at = [], section.bottom
    for low, high in sorted(opened):
        if low > at:
            found.append((at, min(low, section.top)))
        at = max(at, high)
    if at < section.top:
        found.append((at, section.top))
    return [(low, high) for low, high in found if high > low]


def open_part(gap: Gap, rules: HouseRules, *, closing: bool) -> tuple[float, float] | None:
    """The heights of a gap through which lines pass (WH-SOL-02, WH-SOL-03, WH-SOL-05).

    A gap that is not enclosed is never shut (WH-SOL-04). So a window on the ground floor is shut
    and the one above is not (WH-SOL-06).
    """
    if not closing or not gap.enclosed:
        return gap.bottom, gap.top
    if rules.solid_gap is SolidGap.WHOLE_GAP and gap.bottom <= rules.solid_height:
        return None
    low = max(gap.bottom, rules.solid_height)
    return (low, gap.top) if gap.top > low else None


def _cells(section: Section, gaps: Iterable[Gap]) -> list[tuple[Outline, tuple[Gap, ...]]]:
    """A section's footprint cut where gaps begin and end, with the gaps over each piece."""
    touching = [gap for gap in gaps if gap.top > section.bottom and gap.bottom < section.top]
    if not touching:
        return [(section.outline, ())]
    from shapely import Polygon as Shape

    cells: list[tuple[Any, tuple[Gap, ...]]] = [(Shape(section.outline), ())]
    for gap in touching:
        hole = Shape(gap.outline)
        cut: list[tuple[Any, tuple[Gap, ...]]] = []
        for shape, over in cells:
            cut.append((shape.intersection(hole), (*over, gap)))
            cut.append((shape.difference(hole), over))
        cells = cut
    return [(ring, over) for shape, over in cells for ring in _rings(shape)]


def _rings(shape: Any) -> list[Outline]:
    """Simple outlines that make up a shape; a hole is opened by cutting through its middle."""
    from shapely import box

    found: list[Outline] = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type != "Polygon" or part.area < 1e-9:
            continue
        if not part.interiors:
            found.append(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1]))
            continue
        x0, y0, x1, y1 = part.bounds
        middle = part.interiors[0].centroid.x
        for half in (box(x0 - 1, y0 - 1, middle, y1 + 1), box(middle, y0 - 1, x1 + 1, y1 + 1)):
            found += _rings(part.intersection(half))
    return found


def _between_neighbours(areas: Areas, rules: HouseRules) -> list[Prism]:
    """Small gaps between Solid features, shut up to the solid height (WH-SOL-04)."""
    from shapely import Polygon as Shape
    from shapely import unary_union

    shapes = [
        Shape(section.outline)
        for area in areas.values()
        for feature in area.features
        if solid(feature)
        for section in feature.sections
        if section.opaque
    ]
    if not shapes:
        return []
    half = rules.auto_close_gaps_mm / MM / 2 + 1e-9
    whole = unary_union(shapes)
    grown = whole.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
    high = rules.solid_height
    return [
        Prism(Polygon(ring), 0.0, high, "gap between neighbours", FEATURE)
        for ring in _rings(grown.difference(whole))
    ]


@lru_cache(maxsize=4096)
def areas_around(base: Base, areas: Areas, rules: HouseRules) -> frozenset[str]:
    """Names of the areas that a base is within (WH-MEAS-06, WH-OBS-07)."""
    return frozenset(name for name, area in areas.items() if base_within(base, area, rules))


@lru_cache(maxsize=64)
def area_prisms(areas: Areas, rules: HouseRules) -> tuple[Prism, ...]:
    """Obscuring areas as prisms without height, or up to their features (WH-OBS-05)."""
    tall = rules.obscuring_height is ObscuringHeight.UNLIMITED
    return tuple(
        Prism(
            Polygon(area.outline),
            -math.inf if tall else 0.0,
            math.inf if tall else area_top(area),
            name,
            AREA,
        )
        for name, area in areas.items()
        if obscuring(area)
    )


def counted_areas(state: State, rules: HouseRules, a: Model, b: Model) -> tuple[str, ...]:
    """Obscuring areas that neither model is within: those that count (WH-OBS-02, WH-OBS-07)."""
    around = areas_around(a.base, state.areas, rules) | areas_around(b.base, state.areas, rules)
    return tuple(p.name for p in area_prisms(state.areas, rules) if p.name not in around)


@dataclass(frozen=True, eq=False)
class Outlook:
    """All that stops lines on one table, made ready for every pair of models.

    `solid` is what of Solid features stops lines, `bare` features with no gap shut. `groups` are
    the models of each unit, and `units` says whose each of `models` is.
    """

    areas: Areas
    rules: HouseRules
    features: Field
    bare: Field
    solid: Field
    obscuring: Field
    models: Field
    units: Mapping[str, str]
    groups: Mapping[str, tuple[Model, ...]]

    def near(self, a: Body, b: Body) -> Near:
        """What of the terrain is over the ground between two bodies, whichever looks."""
        return _near(self, a, b)

    def models_near(self, a: Model, b: Model) -> tuple[Prism, ...]:
        """Models between that are of third units (WH-VIS-02); the two units are looked through."""
        close = self.models.near(body(a), body(b))
        return tuple(p for p in close if self.units[p.name] not in (a.unit, b.unit))

    def between(self, a: Model, b: Model) -> tuple[Prism, ...]:
        """Everything between two models that may stop lines."""
        near = self.near(body(a), body(b))
        return (*near.features, *near.areas, *self.models_near(a, b))


@dataclass(frozen=True, slots=True)
class Near:
    """Features, with what Solid shuts, and obscuring areas that count, between two bodies."""

    features: tuple[Prism, ...]
    areas: tuple[Prism, ...]


@lru_cache(maxsize=40_000)
def _near(outlook: Outlook, a: Body, b: Body) -> Near:
    """Obscuring areas that either body is within do not count (WH-OBS-02, WH-OBS-07).

    For cover the same ones count as intervening (WH-COV-06).
    """
    close = outlook.obscuring.near(a, b)
    around = frozenset[str]()
    if close:
        around = areas_around(a.base, outlook.areas, outlook.rules)
        around |= areas_around(b.base, outlook.areas, outlook.rules)
    counted = tuple(prism for prism in close if prism.name not in around)
    return Near(outlook.features.near(a, b), counted)


def outlook_of(state: State, rules: HouseRules) -> Outlook:
    """What stops lines on a table; made once for as long as nothing moves."""
    return _outlook(state.areas, state.units, state.models, _of_lines(rules))


_LINE_OPTIONS = (
    "area_touch",
    "los_width_mm",
    "models_block",
    "obscuring_height",
    "solid_gap",
    "auto_close_gaps_mm",
    "solid_height",
)


@lru_cache(maxsize=64)
def _of_lines(rules: HouseRules) -> HouseRules:
    """The rules with only those options changed that lines hang on: others share an outlook."""
    kept: dict[str, Any] = {name: getattr(rules, name) for name in _LINE_OPTIONS}
    return replace(HouseRules(), **kept)


@lru_cache(maxsize=32)
def _outlook(
    areas: Areas, units: FrozenMap[str, Unit], models: FrozenMap[str, Model], rules: HouseRules
) -> Outlook:
    return _standing_on(areas, standing_of(units, models), rules)


@lru_cache(maxsize=32)
def _standing_on(areas: Areas, models: tuple[Model, ...], rules: HouseRules) -> Outlook:
    """One outlook for all states in which the same models stand."""
    prisms = tuple(Prism(m.base, m.low, m.high, m.id, MODEL) for m in models)
    groups: dict[str, tuple[Model, ...]] = {}
    for model in models:
        groups[model.unit] = (*groups.get(model.unit, ()), model)
    return Outlook(
        areas,
        rules,
        *_grounds(areas, rules),
        Field(prisms if rules.models_block else ()),
        {model.id: model.unit for model in models},
        groups,
    )


@lru_cache(maxsize=32)
def _grounds(areas: Areas, rules: HouseRules) -> tuple[Field, Field, Field, Field]:
    return (
        Field(feature_prisms(areas, rules, closing=True)),
        Field(feature_prisms(areas, rules, closing=False)),
        Field(solid_prisms(areas, rules)),
        Field(area_prisms(areas, rules)),
    )
