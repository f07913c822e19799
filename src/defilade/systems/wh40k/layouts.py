"""A neutral layout to terrain areas and features of a battle.

Knows what a battle file says of terrain, and which numbers a map leaves open: these are
stand-ins, each told. Takes over geometry and categories; what they mean stands in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from defilade.geometry.plane import EPS, snap
from defilade.record import Datum, Record
from defilade.systems.wh40k.battle import (
    AreaLine,
    FeatureLine,
    MarkerLine,
    SectionLine,
    SurfaceLine,
    Zone,
)
from defilade.systems.wh40k.terms import AgreedBy, Category, Method, SectionKind
from defilade.table import Finding
from defilade.table.layout import LaidArea, LaidFeature, Layout, Outline
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class StandIns:
    """Numbers that maps leave open. Each that is used becomes a finding (WH-CAT-06, default)."""

    dense: Inches = 5.0
    """Height of a dense feature: that of a ruin."""
    light: Inches = 2.0
    """Height of a light feature: that of a barricade."""
    exposed: Inches = 0.0
    """Height of an exposed feature."""
    storey: Inches = 3.0
    """Height from one floor to the next."""
    slab: Inches = 0.25
    """Thickness of an upper floor."""
    outline: Inches = 0.02
    """How far the corners of an area's outline may move so that it has fewer of them."""
    join: Inches = 0.05
    """How far apart linked areas may lie and still be one."""


STAND_INS = StandIns()

_HAIR: Inches = 0.0005
"""By how much an outline is drawn round a feature at its edge: more than rounding takes."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """What a battle takes from a layout, and what was noticed.

    `zones` holds each player's deployment zone.
    """

    size: tuple[Inches, Inches]
    areas: Mapping[str, AreaLine]
    markers: Mapping[str, MarkerLine]
    zones: Mapping[str, Zone]
    findings: tuple[Finding, ...] = ()


def terrain_of(layout: Layout, *, stand_ins: StandIns = STAND_INS) -> Terrain:
    """The terrain of a battle on this layout (WH-AREA-01 to WH-AREA-04, agreed by the map)."""
    taking = _Taking(layout, stand_ins, list(layout.findings))
    areas: dict[str, AreaLine] = {}
    markers = {each.id: MarkerLine(_point(each.at)) for each in layout.markers}
    for joined in taking.joined():
        line = taking.area(joined)
        if line is not None:
            areas["_".join(each.id for each in joined)] = line
        elif any(each.objective is not None for each in joined):
            middle = Polygon(joined[0].outline).representative_point()
            markers[joined[0].id] = MarkerLine(_point((middle.x, middle.y)))
    for feature in layout.features:
        line = AreaLine(Method.FEATURE, features={feature.id: taking.feature(feature, None)})
        areas[_free(feature.id, areas)] = AreaLine(
            line.method, features=line.features, agreed_by=AgreedBy.MAP
        )
    taking.simplified()
    zones = dict(taking.zones())
    return Terrain(layout.size, areas, markers, zones, tuple(taking.findings))


@dataclass
class _Taking:
    """A layout on its way, with what was noticed and assumed."""

    layout: Layout
    stand_ins: StandIns
    findings: list[Finding]
    told: set[tuple[str, str]] = field(default_factory=set)
    corners: int = 0
    kept: int = 0

    def note(self, code: str, place: str, params: Record, *, lost: bool = False) -> None:
        """A finding."""
        self.findings.append(Finding(code, place, params, lost=lost))

    def assume(self, code: str, feature: LaidFeature, **params: Datum) -> None:
        """A stand-in that was used, told once for each kind of feature."""
        kind = feature.kind or feature.id
        if (code, kind) not in self.told:
            self.told.add((code, kind))
            lost = code == "roof.left_out"
            self.note(code, feature.place, Record(kind=kind, **params), lost=lost)

    def joined(self) -> Iterable[tuple[LaidArea, ...]]:
        """Areas, those linked and touching together: they count as one."""
        linked: dict[str, list[LaidArea]] = {}
        for area in self.layout.areas:
            if area.link is None:
                yield (area,)
            else:
                linked.setdefault(area.link, []).append(area)
        for group in linked.values():
            yield from self._touching(group)

    def _touching(self, group: list[LaidArea]) -> Iterable[tuple[LaidArea, ...]]:
        waiting = list(group)
        while waiting:
            cluster = [waiting.pop(0)]
            for area in cluster:
                body = Polygon(area.outline)
                near = [
                    each
                    for each in waiting
                    if body.distance(Polygon(each.outline)) <= self.stand_ins.join
                ]
                cluster += near
                waiting = [each for each in waiting if each not in near]
            yield tuple(cluster)

    def area(self, joined: tuple[LaidArea, ...]) -> AreaLine | None:
        """One area; None with a finding where nothing stands on it (WH-AREA-01)."""
        first = joined[0]
        pairs = [(area, feature) for area in joined for feature in area.features]
        if not pairs:
            self.note("area.empty", first.place, Record(area=first.id), lost=True)
            return None
        body = self._outline(joined)
        features: dict[str, FeatureLine] = {}
        for area, feature in pairs:
            features[_free(feature.id, features)] = self.feature(feature, area)
        method, body = self._method(first, body, [feature for _, feature in pairs])
        return AreaLine(
            method=method,
            outline=_ring(body),
            features=features,
            agreed_by=AgreedBy.MAP,
            objective=any(area.objective is not None for area in joined),
        )

    def _outline(self, joined: tuple[LaidArea, ...]) -> Polygon:
        body = Polygon(joined[0].outline)
        if len(joined) > 1:
            half = self.stand_ins.join / 2 + 0.001
            grown = [Polygon(each.outline).buffer(half, join_style="mitre") for each in joined]
            whole: BaseGeometry = shapely.union_all(grown).buffer(-half, join_style="mitre")
            ids = ", ".join(each.id for each in joined)
            self.note("areas.joined", joined[0].place, Record(areas=ids))
            if isinstance(whole, Polygon):
                body = Polygon(whole.exterior)
        return self._simpler(body)

    def _simpler(self, body: Polygon) -> Polygon:
        """With fewer corners: a die-cut edge has hundreds, no two of them to be told apart."""
        simple = body.simplify(self.stand_ins.outline)
        if not isinstance(simple, Polygon):
            return body
        self.corners += len(body.exterior.coords) - 1
        self.kept += len(simple.exterior.coords) - 1
        return simple

    def simplified(self) -> None:
        """Tells how many corners were left out of all outlines."""
        if self.kept < self.corners:
            params = Record(before=self.corners, after=self.kept, by=self.stand_ins.outline)
            self.note("outline.simplified", self.layout.id, params)

    def _method(
        self, area: LaidArea, body: Polygon, features: list[LaidFeature]
    ) -> tuple[Method, Polygon]:
        """A mat, unless a feature sticks out of it (WH-AREA-02).

        Then two or more features make a group whose outline the map gives; a single one
        widens the mat.
        """
        out = [(each, _sticking(body, each)) for each in features]
        worst, by = max(out, key=lambda pair: pair[1])
        if by <= EPS:
            return Method.MAT, body
        params = Record(area=area.id, feature=worst.id, by=round(by, 4))
        if by > self.stand_ins.outline and len(features) > 1:
            self.note("area.grouped", area.place, params)
            return Method.GROUP, body
        wide = [
            Polygon(_points(each.outline)).buffer(_HAIR, join_style="mitre") for each in features
        ]
        whole = shapely.union_all([body, *wide])
        if by > self.stand_ins.outline:
            self.note("area.widened", area.place, params)
        return Method.MAT, Polygon(whole.exterior) if isinstance(whole, Polygon) else body

    def feature(self, laid: LaidFeature, area: LaidArea | None) -> FeatureLine:
        """One feature: its walls and floors, or one block."""
        category = self._category(laid, area)
        height = self._height(laid, category)
        base = laid.storey * self.stand_ins.storey
        if base:
            self.assume("storey.assumed", laid, height=self.stand_ins.storey)
        if laid.roofed:
            self.assume("roof.left_out", laid)
        sections = [
            SectionLine(top=base + height, bottom=base, outline=_points(wall.outline))
            for wall in laid.walls
        ]
        surfaces = []
        for deck in laid.decks:
            level = self._level(laid, deck.storey, height) + base
            surfaces.append(SurfaceLine(z=level, outline=_points(deck.outline)))
            if level < base + height or laid.walls:
                sections.append(self._slab(level, deck.outline))
        if not laid.walls and (base or surfaces) and height > 0:
            outline = _points(laid.outline)
            sections.insert(0, SectionLine(top=base + height, bottom=base, outline=outline))
        return FeatureLine(
            cat=category,
            outline=_points(laid.outline),
            top=None if sections else height,
            sections=tuple(sections),
            surfaces=tuple(surfaces),
        )

    def _slab(self, level: Inches, outline: Outline) -> SectionLine:
        return SectionLine(
            top=level,
            bottom=level - self.stand_ins.slab,
            kind=SectionKind.FLOOR,
            outline=_points(outline),
        )

    def _level(self, laid: LaidFeature, storey: int, height: Inches) -> Inches:
        """How high a deck is: on top of a block no higher than a storey, else by storeys."""
        by_storey = storey * self.stand_ins.storey
        if not laid.walls and height <= by_storey:
            return height
        self.assume("storey.assumed", laid, height=self.stand_ins.storey)
        return by_storey

    def _category(self, laid: LaidFeature, area: LaidArea | None) -> Category:
        said = laid.category or (area.category if area is not None else None)
        if said is None:
            self.assume("category.assumed", laid, category=Category.DENSE)
            return Category.DENSE
        return Category(said)

    def _height(self, laid: LaidFeature, category: Category) -> Inches:
        if laid.height is not None:
            return laid.height
        usual = {
            Category.DENSE: self.stand_ins.dense,
            Category.LIGHT: self.stand_ins.light,
            Category.EXPOSED: self.stand_ins.exposed,
        }
        self.assume("height.assumed", laid, height=usual[category])
        return usual[category]

    def zones(self) -> Iterable[tuple[str, Zone]]:
        """Each player's zone; parts of one that touch are joined, else the largest stays."""
        players: dict[str, list[BaseGeometry]] = {}
        for zone in self.layout.zones:
            body = shapely.make_valid(Polygon(zone.outline))
            players.setdefault(zone.player, []).append(body)
        for player, parts in players.items():
            whole = shapely.union_all(parts)
            pieces = sorted(getattr(whole, "geoms", [whole]), key=lambda each: -each.area)
            if len(pieces) > 1 or pieces[0].interiors:
                self.note("zone.in_parts", self.layout.id, Record(player=player), lost=True)
            body = Polygon(pieces[0].exterior)
            if abs(body.area - body.envelope.area) <= 1e-6:
                x0, y0, x1, y1 = (snap(each) for each in body.bounds)
                yield player, (x0, y0, x1, y1)
            else:
                corners = shapely.get_coordinates(body.simplify(0.0))[:-1]
                yield player, _points(tuple((float(x), float(y)) for x, y in corners))


def _sticking(body: Polygon, feature: LaidFeature) -> Inches:
    """How far a feature reaches out of an outline."""
    outside = Polygon(_points(feature.outline)).difference(Polygon(_ring(body)))
    corners = shapely.get_coordinates(outside)
    return max((body.distance(Point(corner)) for corner in corners), default=0.0)


def _point(point: tuple[float, float]) -> tuple[float, float]:
    return snap(point[0]), snap(point[1])


def _points(outline: Outline) -> Outline:
    """Corners on the grid, without those that fall together on it."""
    kept = [_point(point) for point in outline]
    return tuple(p for k, p in enumerate(kept) if p != kept[k - 1])


def _ring(body: Polygon) -> Outline:
    return _points(tuple((x, y) for x, y in body.exterior.coords[:-1]))


def _free(name: str, taken: Mapping[str, object]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
