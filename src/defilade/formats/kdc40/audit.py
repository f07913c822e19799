"""What is wrong with a layout as it is laid out: found, measured and told as data.

Knows overlaps, edges of the board, twins and tape measures; no rule of any game. Pieces that
touch do not overlap. Distances are in inches, on the layout's own board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from defilade.formats.kdc40.keystones import measurements
from defilade.formats.kdc40.model import Pattern, PieceType, Sheet, Template
from defilade.formats.kdc40.resolve import Placed, Unresolved, corners_of, resolved
from defilade.formats.kdc40.walls import wall_rings
from defilade.formats.kdc40.zones import zone_rings
from defilade.geometry.plane import EPS, bounds
from defilade.record import Datum, Record
from defilade.table import Fault, Severity
from defilade.values import Inches


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far off a layout may be before it is told; printed cards round."""

    overlap: Inches = 0.05
    """How far two pieces may reach into each other."""
    edge: Inches = 0.001
    """How far a piece may reach over the edge of the board."""
    twin: Inches = 0.05
    """How far a piece may be from the place opposite its twin."""
    near: Inches = 3.0
    """How far from there a piece can be and still be taken for the twin."""
    measure: Inches = 0.02
    """How far a distance may be from a multiple of a quarter inch."""


USUAL = Tolerances()


def audited(
    sheet: Sheet,
    templates: Mapping[str, Template],
    *,
    pattern: Pattern | None = None,
    tolerances: Tolerances = USUAL,
) -> tuple[Fault, ...]:
    """Everything wrong with a layout; paths lead to its pieces. Errors are for what cannot stand.

    Where templates are missing, these are the faults and nothing else can be said.
    """
    placed = resolved(sheet, templates)
    if isinstance(placed, Unresolved):
        return tuple(Fault(f"layout.{each.code}", (), each.params) for each in placed.findings)
    broken = tuple(_broken(placed))
    if broken:
        return broken
    bodies = [_body(each) for each in placed]
    terrain = [k for k, each in enumerate(placed) if _is_terrain(sheet, each)]
    return (
        *_off_board(sheet.size, placed, tolerances),
        *_overlaps(placed, bodies, terrain, tolerances),
        *_strays(sheet, placed, bodies, tolerances),
        *_twins(sheet.size, placed, bodies, terrain, tolerances),
        *_uneven(sheet, placed, tolerances),
        *_flattened(sheet, placed),
        *_zones(sheet.size, pattern, tolerances),
    )


def _is_terrain(sheet: Sheet, placed: Placed) -> bool:
    return (sheet.pieces or ())[placed.piece].terrain is not False


def _fault(
    code: str, placed: Placed, *, severity: Severity = Severity.ERROR, **params: Datum
) -> Fault:
    record = Record(piece=_name(placed), **params)
    return Fault(f"layout.{code}", ("pieces", placed.piece), record, severity=severity)


def _name(placed: Placed) -> str:
    return placed.id or placed.name or f"piece {placed.piece}"


def _broken(placed: Sequence[Placed]) -> Iterator[Fault]:
    for each in placed:
        ring = Polygon(each.vertices)
        if not ring.is_valid or ring.area <= EPS:
            yield _fault("outline_bad", each)


def _body(placed: Placed) -> BaseGeometry:
    """What a piece fills: its walls where it has any, else its footprint."""
    walls = wall_rings(placed)
    if not walls:
        return Polygon(placed.vertices)
    return shapely.union_all([Polygon(ring) for ring in walls])


def _off_board(
    size: tuple[Inches, Inches], placed: Sequence[Placed], tolerances: Tolerances
) -> Iterator[Fault]:
    for each in placed:
        over = _over(each.vertices, size)
        if over > tolerances.edge:
            yield _fault("off_board", each, by=round(over, 4), width=size[0], height=size[1])


def _over(ring: Iterable[tuple[float, float]], size: tuple[Inches, Inches]) -> Inches:
    low_x, low_y, high_x, high_y = bounds(ring)
    return max(-low_x, -low_y, high_x - size[0], high_y - size[1])


def _overlaps(
    placed: Sequence[Placed],
    bodies: Sequence[BaseGeometry],
    terrain: Sequence[int],
    limits: Tolerances,
) -> Iterator[Fault]:
    """Areas with areas, and features with features of the same floor."""
    tree = shapely.STRtree([bodies[k] for k in terrain])
    for j, second in enumerate(terrain):
        for i in sorted(int(each) for each in tree.query(bodies[second])):
            first = terrain[i]
            one, other = placed[first], placed[second]
            if i >= j or (one.piece_type, one.floor) != (other.piece_type, other.floor):
                continue
            shared = bodies[first].intersection(bodies[second])
            depth = _width(shared)
            if depth > limits.overlap:
                at = shared.representative_point()
                where = Record(x=round(at.x, 3), y=round(at.y, 3))
                whole = one.piece_type is PieceType.AREA
                severity = Severity.ERROR if whole else Severity.WARNING
                yield _fault(
                    "overlap",
                    other,
                    severity=severity,
                    with_=_name(one),
                    by=round(depth, 4),
                    at=where,
                )


def _width(shape: BaseGeometry) -> Inches:
    """The shorter side of the smallest box around it, turned as it may be."""
    box = shape.minimum_rotated_rectangle
    if not isinstance(box, Polygon) or box.is_empty:
        return 0.0
    a, b, c = list(box.exterior.coords)[:3]
    return min(math.dist(a, b), math.dist(b, c))


def _strays(
    sheet: Sheet, placed: Sequence[Placed], bodies: Sequence[BaseGeometry], tolerances: Tolerances
) -> Iterator[Fault]:
    """Features that do not stand on the area that carries them, or on areas linked with it."""
    for each in placed:
        if each.parent is None:
            continue
        ground = _linked(sheet, placed, bodies, each.parent)
        outside = Polygon(each.vertices).difference(ground)
        by = _reach(outside, ground)
        if by <= tolerances.overlap:
            continue
        most = outside.area > Polygon(each.vertices).area / 2
        code = "off_its_area" if most else "sticks_out"
        severity = Severity.ERROR if most else Severity.WARNING
        parent = _name(placed[each.parent])
        yield _fault(code, each, severity=severity, area=parent, by=round(by, 4))


def _linked(
    sheet: Sheet, placed: Sequence[Placed], bodies: Sequence[BaseGeometry], area: int
) -> BaseGeometry:
    pieces = sheet.pieces or ()
    link = pieces[placed[area].piece].link_group
    if link is None:
        return bodies[area]
    return shapely.union_all(
        [
            body
            for each, body in zip(placed, bodies, strict=True)
            if each.piece_type is PieceType.AREA and pieces[each.piece].link_group == link
        ]
    )


def _reach(outside: BaseGeometry, area: BaseGeometry) -> Inches:
    corners = shapely.get_coordinates(outside)
    return max((area.distance(Point(corner)) for corner in corners), default=0.0)


def _twins(
    size: tuple[Inches, Inches],
    placed: Sequence[Placed],
    bodies: Sequence[BaseGeometry],
    terrain: Sequence[int],
    limits: Tolerances,
) -> Iterator[Fault]:
    """Pieces whose twin, half a turn about the middle of the board, is not where it should be."""
    middles = [body.centroid for body in bodies]
    for k in terrain:
        each = placed[k]
        opposite = Point(size[0] - middles[k].x, size[1] - middles[k].y)
        alike = [j for j in terrain if _alike(each, placed[j], bodies[k], bodies[j])]
        near = sorted(alike, key=lambda j: opposite.distance(middles[j]))[:2]
        wanted = _turned(bodies[k], size)
        off, twin = min((float(wanted.hausdorff_distance(bodies[j])), j) for j in near)
        if off <= limits.twin:
            yield from _wrong_parent(k, twin, placed, bodies, size=size)
        elif off <= limits.near:
            name = _name(placed[twin])
            yield _fault(
                "twin_broken", each, severity=Severity.WARNING, twin=name, by=round(off, 4)
            )
        else:
            yield _fault("twin_missing", each, severity=Severity.WARNING)


def _alike(one: Placed, other: Placed, a: BaseGeometry, b: BaseGeometry) -> bool:
    return one.piece_type is other.piece_type and abs(a.area - b.area) <= 0.02 * max(a.area, 0.5)


def _turned(body: BaseGeometry, size: tuple[Inches, Inches]) -> BaseGeometry:
    return shapely.transform(body, lambda points: [size[0], size[1]] - points)


def _wrong_parent(
    k: int,
    twin: int,
    placed: Sequence[Placed],
    bodies: Sequence[BaseGeometry],
    *,
    size: tuple[Inches, Inches],
) -> Iterator[Fault]:
    own, others = placed[k].parent, placed[twin].parent
    if own is None or others is None:
        if own is not others:
            yield _fault(
                "twin_parent", placed[k], severity=Severity.WARNING, twin=_name(placed[twin])
            )
        return
    if _turned(bodies[own], size).centroid.distance(bodies[others].centroid) > 1.0:
        yield _fault("twin_parent", placed[k], severity=Severity.WARNING, twin=_name(placed[twin]))


def _uneven(sheet: Sheet, placed: Sequence[Placed], tolerances: Tolerances) -> Iterator[Fault]:
    """Distances of keystones that no quarter-inch mark of a tape shows."""
    for each in measurements(sheet, placed):
        path = ("pieces", each.piece_index, "keystones")
        params = Record(piece=each.piece_id or f"piece {each.piece_index}", edge=each.edge.value)
        if each.distance is None:
            yield Fault("layout.no_such_corner", path, params)
            continue
        off = abs(each.distance - round(each.distance * 4) / 4)
        if off > tolerances.measure:
            record = params | Record(distance=round(each.distance, 4), off=round(off, 4))
            yield Fault("layout.uneven_distance", path, record, severity=Severity.WARNING)


def _flattened(sheet: Sheet, placed: Sequence[Placed]) -> Iterator[Fault]:
    """Areas whose own footprint is other than that of the template they name."""
    for each in placed:
        piece = (sheet.pieces or ())[each.piece]
        template = each.template
        if each.parent is not None or template is None or piece.footprint is None:
            continue
        if each.piece_type is not PieceType.AREA:
            continue
        own, theirs = Polygon(corners_of(each.shape)), Polygon(corners_of(template.footprint))
        if len(corners_of(each.shape)) < len(corners_of(template.footprint)) or (
            abs(own.area - theirs.area) > 0.01 * theirs.area
        ):
            yield _fault("outline_differs", each, severity=Severity.WARNING, template=template.id)


def _zones(
    size: tuple[Inches, Inches], pattern: Pattern | None, tolerances: Tolerances
) -> Iterator[Fault]:
    if pattern is None:
        return
    for number, (player, ring) in enumerate(zone_rings(pattern)):
        over = _over(ring, size)
        if over > tolerances.edge:
            params = Record(player=player, pattern=pattern.id, by=round(over, 4))
            yield Fault("layout.zone_off_board", ("zones", number), params)
