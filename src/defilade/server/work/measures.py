"""The job that measures: how far it is between two pieces, grounds or points.

Knows scenes and distances in the plane or in hexes; what a distance is for, nobody here knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, assert_never

from defilade.geometry.bases import Base, Circle, Edge, Oval, Polygon, centre_of
from defilade.geometry.gaps import gap_between
from defilade.geometry.hexes import Cube
from defilade.geometry.plane import Point, distance, rotated, translated
from defilade.server.problems import trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk
from defilade.table import Ground, Piece, Scene
from defilade.table.scene import Ellipse, HexCell, Round, Shaped


def measure(asked: Mapping[str, Any], desk: Desk) -> Answer:
    """The distance between middles and between nearest edges, or in hexes."""
    scene = desk.opened(asked["battle"]).scene
    ends = asked["from"], asked["to"]
    if scene.hexes:
        one, other = (_hexes(scene, end) for end in ends)
        apart = min(abs(a - b) for a in one for b in other)
        return answer({"centre": None, "edge": None, "hexes": apart})
    first, second = (_base(scene, end) for end in ends)
    centre = distance(_middle(scene, ends[0], first), _middle(scene, ends[1], second))
    edge = gap_between(first, second).distance
    return answer({"centre": centre, "edge": edge, "hexes": None})


def _found(scene: Scene, name: str) -> Piece | Ground:
    named: dict[str, Piece | Ground] = {each.id: each for each in scene.grounds}
    named.update((each.id, each) for each in scene.pieces)
    if name in named:
        return named[name]
    near = get_close_matches(name, named, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    nearest = near[0] if near else None
    raise trouble("unknown-name", f"Nothing here is called {name!r}.{meant}", near=nearest)


def _hexes(scene: Scene, end: str | list[float]) -> list[Cube]:
    if not isinstance(end, str):
        return [_cube((end[0], end[1]))]
    found = _found(scene, end)
    points = (found.position,) if isinstance(found, Piece) else found.outline
    return [_cube(point) for point in points]


def _cube(point: Point) -> Cube:
    return Cube.axial(round(point[0]), round(point[1]))


def _base(scene: Scene, end: str | list[float]) -> Base:
    if not isinstance(end, str):
        return Circle((end[0], end[1]), 0.0)
    found = _found(scene, end)
    return _of_piece(found) if isinstance(found, Piece) else _of_ground(found)


def _of_piece(piece: Piece) -> Base:
    facing = piece.facing or 0.0
    match piece.footprint:
        case Round(radius):
            return Circle(piece.position, radius)
        case Ellipse(half_length, half_width):
            return Oval(piece.position, half_length, half_width, facing)
        case Shaped(corners):
            turned = (rotated(corner, facing) for corner in corners)
            return Polygon(tuple(translated(corner, piece.position) for corner in turned))
        case HexCell():
            return Circle(piece.position, 0.0)
        case _ as never:
            assert_never(never)


def _of_ground(ground: Ground) -> Base:
    if ground.round_radius is not None:
        return Circle(ground.outline[0], ground.round_radius)
    if len(ground.outline) == 2:
        return Edge(*ground.outline)
    return Polygon(ground.outline) if len(ground.outline) > 2 else Circle(ground.outline[0], 0.0)


def _middle(scene: Scene, end: str | list[float], base: Base) -> Point:
    """A piece's own position, which for a block of models is not the middle of its outline."""
    found = _found(scene, end) if isinstance(end, str) else None
    return found.position if isinstance(found, Piece) else centre_of(base)
