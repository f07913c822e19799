"""Pieces and grounds of a scene as bases and obstacles, for plain sight on the table.

Knows footprints and whether a ground stops sight; no game's own rules of sight, which
`ask see` applies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import assert_never

from defilade.geometry.bases import Base, Circle, Oval, Polygon, centre_of, point
from defilade.geometry.crossings import trace
from defilade.geometry.degenerate import Touch
from defilade.geometry.plane import Point, distance, point_at, rotated, translated
from defilade.geometry.regions import Region
from defilade.geometry.sight import Obstacle, Sight, Verdict, is_open, look, prepare
from defilade.record import Record
from defilade.ruling import Fact, Line, Mark, Outline
from defilade.table import Ellipse, Ground, HexCell, Piece, Round, Scene, Shaped

MARKS = {Verdict.OPEN: Mark.CLEAR, Verdict.GRAZING: Mark.PARTLY, Verdict.CLOSED: Mark.BLOCKED}


@dataclass(frozen=True, slots=True)
class Blocking:
    """What stops sight, with the names of it in the same order."""

    names: tuple[str, ...]
    shapes: tuple[Obstacle, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """Plain sight of one piece from another."""

    by: str
    at: str
    sight: Sight
    blockers: tuple[str, ...]
    facts: tuple[Fact, ...]


def base_of(piece: Piece) -> Base:
    """The base of a piece in the plane."""
    facing = piece.facing or 0.0
    match piece.footprint:
        case Round(radius):
            return Circle(piece.position, radius)
        case Ellipse(long, wide):
            return Oval(piece.position, long, wide, facing)
        case Shaped(corners):
            turned = (rotated(corner, facing) for corner in corners)
            return Polygon(tuple(translated(corner, piece.position) for corner in turned))
        case HexCell():
            raise ValueError("a hex has no base in the plane")
        case _ as never:
            assert_never(never)


def blocking(scene: Scene, *, pieces: bool = False, but: Iterable[str] = ()) -> Blocking:
    """The grounds that stop sight, and if asked the pieces too, but for the named ones."""
    found: list[tuple[str, Obstacle]] = [
        (ground.id, _obstacle(ground)) for ground in scene.grounds if ground.opaque
    ]
    if pieces:
        left_out = set(but)
        found += [(each.id, base_of(each)) for each in scene.pieces if each.id not in left_out]
    return Blocking(tuple(name for name, _ in found), tuple(shape for _, shape in found))


def seen(scene: Scene, by: Piece, at: Piece, *, pieces: bool = False) -> Seen:
    """Whether any part of a piece sees any part of another, and the geometry that shows it."""
    stops = blocking(scene, pieces=pieces, but=(by.id, at.id))
    sight = look(base_of(by), base_of(at), stops.shapes)
    names = tuple(stops.names[number] for number in sight.blockers)
    return Seen(by.id, at.id, sight, names, _facts(sight, by, at, scene, stops))


def hidden(
    scene: Scene, base: Base, *, step: float, pieces: bool = False, but: str = ""
) -> Iterator[tuple[bool, ...]]:
    """Row by row from the bottom: whether the middle of each square is hidden from a base.

    What is named `but` stops no sight: who looks.
    """
    ready = prepare(blocking(scene, pieces=pieces, but=(but,)).shapes)
    (x0, y0), (x1, y1) = scene.low, scene.high
    across, up = ceil((x1 - x0) / step), ceil((y1 - y0) / step)
    for row in range(up):
        yield tuple(
            not is_open(base, point((x0 + (k + 0.5) * step, y0 + (row + 0.5) * step)), ready)
            for k in range(across)
        )


def _obstacle(ground: Ground) -> Obstacle:
    if ground.round_radius is not None:
        return Circle(ground.outline[0], ground.round_radius)
    return Region(ground.outline, ground.holes)


def _facts(sight: Sight, by: Piece, at: Piece, scene: Scene, stops: Blocking) -> tuple[Fact, ...]:
    mark = MARKS[sight.verdict]
    lane = Record(lane=sight.lane)
    if sight.witness is not None:
        return (Fact("line_of_sight", Line(*sight.witness.line), mark, lane),)
    line = (centre_of(base_of(by)), centre_of(base_of(at)))
    outlines = [
        Fact("stops_sight", Outline(ground.outline), mark)
        for ground in scene.grounds
        if ground.id in {stops.names[k] for k in sight.blockers} and ground.round_radius is None
    ]
    return (Fact("line_of_sight", Line(*line, _stop(line, stops)), mark), *outlines)


def _stop(line: tuple[Point, Point], stops: Blocking) -> Point | None:
    """Where a line first enters something."""
    entered = [c for c in trace(line, stops.shapes).contacts if c.touch is Touch.INTERIOR]
    if not entered:
        return None
    inches = min(contact.start for contact in entered)
    return point_at(*line, inches / distance(*line))
