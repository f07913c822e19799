"""A layout as written to a neutral one: y up, features with the areas that they stand on.

Knows where things lie; a feature belongs to the area it stands on, and where a file says
otherwise that is a finding. Categories and heights pass through as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shapely.geometry import Polygon

from defilade.formats.kdc40.model import At, Pattern, Piece, PieceType, Sheet, Template
from defilade.formats.kdc40.resolve import Placed, Ring, Unresolved, corners_of, resolved
from defilade.formats.kdc40.walls import wall_rings
from defilade.formats.kdc40.zones import zone_rings
from defilade.geometry.plane import centroid
from defilade.record import Record
from defilade.table import Finding
from defilade.table.layout import (
    LaidArea,
    LaidDeck,
    LaidFeature,
    LaidMarker,
    LaidWall,
    LaidZone,
    Layout,
    Outline,
)


def layout_of(
    sheet: Sheet,
    templates: Mapping[str, Template],
    *,
    pattern: Pattern | None = None,
    place: str = "",
) -> Layout | Unresolved:
    """The layout on its own board, with the zones of its deployment map if one is given."""
    placed = resolved(sheet, templates, place=place)
    if isinstance(placed, Unresolved):
        return placed
    laying = _Laying(sheet, placed, place or sheet.id)
    return laying.layout(pattern)


@dataclass
class _Laying:
    """One layout on its way, with the findings on it."""

    sheet: Sheet
    placed: Sequence[Placed]
    place: str
    findings: list[Finding] = field(default_factory=list)
    bodies: list[Polygon] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bodies = [Polygon(each.vertices) for each in self.placed]

    def layout(self, pattern: Pattern | None) -> Layout:
        pieces = self.sheet.pieces or ()
        areas = [k for k, each in enumerate(self.placed) if self._is_area(each)]
        on: dict[int | None, list[LaidFeature]] = {k: [] for k in (*areas, None)}
        for k, each in enumerate(self.placed):
            if each.piece_type is PieceType.FEATURE:
                on[self._standing_on(k, areas)].append(self._feature(each, k))
        self._note_pattern(pattern)
        return Layout(
            id=self.sheet.id,
            name=self.sheet.name,
            size=self.sheet.size,
            areas=tuple(self._area(k, tuple(on[k])) for k in areas),
            features=tuple(on[None]),
            markers=tuple(
                self._marker(each, pieces[each.piece])
                for each in self.placed
                if each.piece_type is PieceType.AREA and not self._is_area(each)
            ),
            zones=tuple(
                LaidZone(player, self._up(ring))
                for player, ring in (zone_rings(pattern) if pattern is not None else ())
            ),
            findings=tuple(self.findings),
        )

    def _is_area(self, each: Placed) -> bool:
        terrain = (self.sheet.pieces or ())[each.piece].terrain
        return each.piece_type is PieceType.AREA and terrain is not False

    def _up(self, ring: Ring) -> Outline:
        height = self.sheet.size[1]
        return tuple((x, height - y) for x, y in ring)

    def _area(self, k: int, features: tuple[LaidFeature, ...]) -> LaidArea:
        each = self.placed[k]
        piece = (self.sheet.pieces or ())[each.piece]
        template = each.template
        category = template.terrain_category if template is not None else None
        objective = piece.objective_role.value if piece.objective_role else None
        if objective is None and piece.is_objective:
            objective = ""
        return LaidArea(
            id=each.id or f"piece-{each.piece + 1}",
            name=each.name or "",
            outline=self._up(each.vertices),
            features=features,
            category=category.value if category is not None else None,
            height=_height(piece, template),
            objective=objective,
            link=piece.link_group,
            place=self._at(each),
        )

    def _feature(self, each: Placed, k: int) -> LaidFeature:
        piece = (self.sheet.pieces or ())[each.piece]
        template = each.template
        own = piece if piece.piece_type is PieceType.FEATURE or each.parent is None else None
        category = template.terrain_category if template is not None else None
        return LaidFeature(
            id=self._feature_id(each, k),
            name=each.name or "",
            kind=template.id if template is not None else "",
            outline=self._up(each.vertices),
            category=category.value if category is not None else None,
            height=_height(own, template),
            walls=tuple(LaidWall(self._up(ring)) for ring in wall_rings(each)),
            decks=self._decks(each),
            storey=each.floor,
            roofed=bool(template is not None and template.has_roof),
            place=self._at(each),
        )

    def _feature_id(self, each: Placed, k: int) -> str:
        piece = (self.sheet.pieces or ())[each.piece]
        if each.id is None or each.id == piece.id:
            return each.id or f"piece-{each.piece + 1}"
        return f"{piece.id or f'piece-{each.piece + 1}'}-{each.id}"

    def _decks(self, each: Placed) -> tuple[LaidDeck, ...]:
        upper = each.template.upper_floor if each.template is not None else None
        if upper is None:
            return ()
        storey = 1 if upper.floor is None else upper.floor
        return (LaidDeck(self._up(each.local(corners_of(upper.footprint))), storey),)

    def _standing_on(self, k: int, areas: Sequence[int]) -> int | None:
        """The area a feature stands on: its own where most of it is there, else the most shared."""
        each = self.placed[k]
        half = self.bodies[k].area / 2
        if each.parent in areas and self._shared(k, each.parent) >= half:
            return each.parent
        best = max(areas, key=lambda area: self._shared(k, area), default=None)
        if best is not None and self._shared(k, best) < half:
            best = None
        if each.parent is not None:
            params = Record(
                piece=self._feature_id(each, k),
                area=self.placed[each.parent].id,
                stands_on=None if best is None else self.placed[best].id,
            )
            self.findings.append(Finding("feature.off_its_area", self._at(each), params))
        return best

    def _shared(self, k: int, area: int | None) -> float:
        if area is None or not self.bodies[k].intersects(self.bodies[area]):
            return 0.0
        return self.bodies[k].intersection(self.bodies[area]).area

    def _marker(self, each: Placed, piece: Piece) -> LaidMarker:
        mark = piece.objective
        given = mark.position if mark is not None else None
        at = given or At(*centroid(each.vertices))
        reach = mark.control_range_inches if mark is not None else None
        name = each.id or f"piece-{each.piece + 1}"
        return LaidMarker(name, self._up((at,))[0], reach)

    def _note_pattern(self, pattern: Pattern | None) -> None:
        wanted = self.sheet.deployment_pattern_id
        given = pattern.id if pattern is not None else None
        if wanted is not None and wanted != given:
            params = Record(wanted=wanted, given=given)
            self.findings.append(Finding("pattern.other", self.place, params, lost=given is None))

    def _at(self, each: Placed) -> str:
        return f"{self.place}.pieces[{each.piece}]"


def _height(piece: Piece | None, template: Template | None) -> float | None:
    if piece is not None and piece.height_inches is not None:
        return piece.height_inches
    return template.default_height_inches if template is not None else None
