"""Terrain areas: what they are, what follows from their features, and what is wrong with them.

Knows categories, methods and outlines; must not know who moves or looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from defilade.geometry.bases import Polygon
from defilade.geometry.regions import Region, ring_faults, wholly_in_region
from defilade.record import NOTHING, Record
from defilade.systems.wh40k.options import HiddenArea, HouseRules
from defilade.systems.wh40k.state import Area, Feature, Section
from defilade.systems.wh40k.terms import Category, Method
from defilade.values import Inches


def categories(area: Area) -> frozenset[Category]:
    """The categories of an area's features (WH-AREA-05, WH-AREA-07)."""
    return frozenset(feature.cat for feature in area.features)


def obscuring(area: Area) -> bool:
    """Whether it holds a light or dense feature (WH-OBS-01)."""
    return bool(categories(area) & {Category.LIGHT, Category.DENSE})


def shelters(area: Area, rules: HouseRules) -> bool:
    """Whether models can be hidden in it: it holds a dense feature (WH-HID-01)."""
    hiding = {Category.DENSE}
    if rules.hidden_area is HiddenArea.LIGHT_OR_DENSE:
        hiding.add(Category.LIGHT)
    return bool(categories(area) & hiding)


def solid(feature: Feature) -> bool:
    """Whether a feature has the Solid rule: all dense ones do (WH-SOL-01)."""
    return feature.cat is Category.DENSE


def area_top(area: Area) -> Inches:
    """Height of its tallest feature, where `obscuring_height` asks for it (WH-OBS-05)."""
    return max((feature.top for feature in area.features), default=0.0)


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with an area: the clause, a code, the feature and section, numbers."""

    clause: str
    code: str
    feature: str | None = None
    params: Record = NOTHING


@lru_cache(maxsize=512)
def flaws(area: Area) -> tuple[Flaw, ...]:
    """Everything that makes an area unplayable (WH-AREA-01 to WH-AREA-04)."""
    return tuple(_flaws(area))


def _flaws(area: Area) -> Iterator[Flaw]:
    if area.method is Method.FEATURE and len(area.features) != 1:
        yield Flaw("WH-AREA-01", "one_feature", None, Record(number=len(area.features)))
    if area.method is Method.MAT and not area.features:
        yield Flaw("WH-AREA-01", "mat_empty")
    if area.method is Method.GROUP and len(area.features) < 2:
        yield Flaw("WH-AREA-01", "group_small", None, Record(number=len(area.features)))
    if not area.outline:
        yield Flaw("WH-AREA-04", "outline_missing")
    elif faults := ring_faults(area.outline):
        yield Flaw("WH-AREA-04", "outline_bad", None, Record(kind=str(faults[0].kind)))
    for feature in area.features:
        yield from _feature_flaws(area, feature)


def _feature_flaws(area: Area, feature: Feature) -> Iterator[Flaw]:
    if not feature.outline:
        yield Flaw("WH-CAT-06", "footprint_missing", feature.id)
        return
    if faults := ring_faults(feature.outline):
        yield Flaw("WH-CAT-06", "footprint_bad", feature.id, Record(kind=str(faults[0].kind)))
        return
    for section in feature.sections:
        yield from _section_flaws(feature, section)
    for gap in feature.gaps:
        if gap.top < gap.bottom:
            params = Record(bottom=gap.bottom, top=gap.top)
            yield Flaw("WH-CAT-06", "gap_upside_down", feature.id, params)
    if area.method is not Method.MAT or not area.outline or ring_faults(area.outline):
        return
    if not wholly_in_region(Polygon(feature.outline), Region(area.outline)):
        yield Flaw("WH-AREA-02", "sticks_out", feature.id, Record(area=area.id))


def _section_flaws(feature: Feature, section: Section) -> Iterator[Flaw]:
    if section.top < section.bottom:
        params = Record(bottom=section.bottom, top=section.top)
        yield Flaw("WH-CAT-06", "section_upside_down", feature.id, params)
    if not section.outline or ring_faults(section.outline):
        yield Flaw("WH-CAT-06", "section_bad", feature.id)
