"""The line of sight chapter: who sees whom, from where to where, and how much of them.

Knows viewers, targets, Garrisons' edges and what stands between; never ranges of weapons.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from defilade.geometry.bases import Base, Circle, Edge, centre_of
from defilade.geometry.crossings import Shape, line_facts
from defilade.geometry.degenerate import Grazing
from defilade.geometry.gaps import gap_between
from defilade.geometry.plane import EPS, bearing, distance
from defilade.geometry.sight import Scene, is_open, prepare
from defilade.geometry.sight import look as sight_between
from defilade.record import Record
from defilade.ruling import Fact, Mark, Reason
from defilade.ruling import Line as DrawnLine
from defilade.systems.dropzone.blocking import (
    edges_of,
    in_the_way,
    line_of_centres,
)
from defilade.systems.dropzone.keywords import Special, has
from defilade.systems.dropzone.measuring import (
    body,
    lies_in,
    middle,
    together,
)
from defilade.systems.dropzone.options import FireArc
from defilade.systems.dropzone.reasons import no, yes
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Piece,
    Point,
    State,
    Unit,
    Weapon,
    rules_of,
)
from defilade.systems.dropzone.terms import Arc, Rule, UnitType
from defilade.systems.dropzone.views import (
    Facing,
    Line,
    lines_from_edges,
    lines_to_edges,
    samples,
    sees_body,
    sees_point,
)
from defilade.table import Table
from defilade.values import Inches

_QUARTERS = {Arc.FRONT: 0.0, Arc.RIGHT: 90.0, Arc.REAR: 180.0, Arc.LEFT: 270.0}
_ALL = (0.0, 90.0, 180.0, 270.0)


@dataclass(frozen=True, slots=True)
class Look:
    """One look from a unit at a unit or piece.

    `visible` and `in_arc` hold for one and the same line, of length `range` from `start` to
    `end`: the nearest there is. `share` is how much of the target's angle is open. `barred`
    marks targets that no line could make seen (DZ-GSH-05) and shooters that cannot look out.
    """

    visible: bool
    in_arc: bool
    share: float
    range: Inches
    start: Point | None
    end: Point | None
    blocked_by: str | None
    reasons: tuple[Reason, ...]
    facts: tuple[Fact, ...] = ()
    barred: bool = False
    contact: bool = False


def look(
    table: Table[State],
    viewer: Unit,
    target: Unit | Piece,
    *,
    via: str | None = None,
    weapon: Weapon | None = None,
) -> Look:
    """Whether a unit sees a target, and the line that its arc and range are measured on.

    `via` is the edge aimed at (Flame, DZ-GSH-09); `weapon` brings its arcs, without one all
    count. Both must be on the table or in a Garrison.
    """
    if isinstance(target, Unit) and together(viewer, target):
        reason = yes("DZ-LOS-07", "same_garrison", viewer=viewer.id, target=target.id)
        return Look(True, True, 1.0, 1.0, None, None, None, (reason,))
    barred = _barred(table, viewer, target, via, weapon)
    if barred:
        return Look(False, False, 0.0, math.inf, None, None, None, barred, barred=True)
    view = _View.of(table, viewer, target, via, weapon)
    lines = view.lines()
    good = [line for line in lines if line.in_arc] or lines
    if not good:
        return _hidden(table, viewer, target, view)
    best = min(good, key=lambda line: (line.share < 0.5, line.length))
    return _seen(viewer, target, best)


def _barred(
    table: Table[State],
    viewer: Unit,
    target: Unit | Piece,
    via: str | None,
    weapon: Weapon | None,
) -> tuple[Reason, ...]:
    """Why no line can be drawn at all, whatever stands between."""
    state, rules = table.state, rules_of(table)
    found = []
    if isinstance(viewer.where, InGarrison):
        home = state.pieces[viewer.where.garrison]
        if viewer.where.edge is None:
            found.append(no("DZ-GSH-04", "centre_cannot_shoot_out", unit=viewer.id))
        elif viewer.where.edge in home.blind_edges:
            found.append(no("DZ-CFG-07", "blind_edge", edge=viewer.where.edge, piece=home.id))
    if isinstance(target, Unit) and isinstance(target.where, InGarrison):
        home = state.pieces[target.where.garrison]
        flame = weapon is not None and has(weapon.special, Special.FLAME)
        if target.where.edge is not None or (flame and via in home.edges):
            return tuple(found)
        if home.has(Rule.SOLID):
            found.append(no("DZ-GSH-05", "hidden_in_solid", target=target.id, piece=home.id))
        elif rules.garrison_open_centre_hidden:
            found.append(no("DZ-GSH-07", "centre_hidden", target=target.id, piece=home.id))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _View:
    """Everything a look is made of: where it starts, what it is at, what is in the way."""

    starts: tuple[Edge, ...]
    """Edges it may start from; none where it starts from `eye`."""
    eye: Point | None
    facings: tuple[Facing, ...]
    aim: Base | tuple[Edge, ...]
    """A body, a point, or edges."""
    names: tuple[str, ...]
    scene: Scene
    corner: bool
    grazing: Grazing

    @staticmethod
    def of(
        table: Table[State],
        viewer: Unit,
        target: Unit | Piece,
        via: str | None,
        weapon: Weapon | None,
    ) -> _View:
        rules, state = rules_of(table), table.state
        starts, eye = _start(state, viewer)
        aim = _aim(state, target, via)
        turned = tuple(_facing(table, viewer, edge, weapon) for edge in starts)
        facings = turned or (_facing(table, viewer, None, weapon),)
        names, shapes = in_the_way(table, viewer, target, weapon)
        return _View(
            starts,
            eye,
            facings,
            aim,
            names,
            _prepared(shapes),
            rules.garrison_corner_counts,
            Grazing.CLOSED if rules.los_touch_blocks else Grazing.OPEN,
        )

    def lines(self) -> list[Line]:
        """Every line of sight worth measuring."""
        if self.eye is not None:
            return self._from_point(self.eye, self.facings[0])
        if isinstance(self.aim, Circle) and self.aim.radius == 0.0:
            return lines_from_edges(
                self.starts, self.aim.centre, self.scene, self.facings, corner=self.corner
            )
        found: list[Line] = []
        for edge, facing in zip(self.starts, self.facings, strict=True):
            found += self._from_edge(edge, facing)
        return found

    def _from_edge(self, edge: Edge, facing: Facing) -> list[Line]:
        """Lines from an edge: from its nearest point, and from points along it where that is
        not good enough."""
        nearest = [
            line
            for start in _nearest_from(edge, self.aim)
            for line in self._from_point(start, facing)
        ]
        if any(line.in_arc and line.share >= 0.5 for line in nearest):
            return nearest
        parts = self.aim if isinstance(self.aim, tuple) else (self.aim,)
        if not self.corner and not any(is_open(edge, part, self.scene) for part in parts):
            return nearest
        return nearest + [
            line for start in samples(edge) for line in self._from_point(start, facing)
        ]

    def _from_point(self, start: Point, facing: Facing) -> list[Line]:
        if isinstance(self.aim, tuple):
            return lines_to_edges(start, self.aim, self.scene, facing, corner=self.corner)
        end = centre_of(self.aim)
        share: float | None = 1.0
        if not (isinstance(self.aim, Circle) and self.aim.radius == 0.0):
            share = sees_body(start, self.aim, self.scene, grazing=self.grazing)
        elif not sees_point(start, end, self.scene, grazing=self.grazing):
            share = None
        return [] if share is None else [Line(start, end, facing.admits(start, end), share)]


@lru_cache(maxsize=64)
def _prepared(shapes: tuple[Shape, ...]) -> Scene:
    return prepare(shapes)


def _nearest_from(edge: Edge, aim: Base | tuple[Edge, ...]) -> list[Point]:
    parts = aim if isinstance(aim, tuple) else (aim,)
    return [gap_between(edge, part).first for part in parts]


def _start(state: State, viewer: Unit) -> tuple[tuple[Edge, ...], Point | None]:
    """Where a look starts: the centre, or any point of the edge held (DZ-LOS-01, DZ-GSH-04)."""
    match viewer.where:
        case OnTable(at):
            return (), at
        case InGarrison(garrison, str() as edge):
            return edges_of(state.pieces[garrison].edges[edge]), None
        case _:
            raise ValueError(f"{viewer.id} cannot look")


def _aim(state: State, target: Unit | Piece, via: str | None) -> Base | tuple[Edge, ...]:
    """What a look is at: a body, the middle of Infantry, an edge, a piece's outline."""
    if isinstance(target, Piece):
        ring = target.outline if target.line else (*target.outline, target.outline[0])
        return edges_of(ring)
    match target.where:
        case OnTable(at) if target.type is UnitType.INFANTRY:
            return Circle(at, 0.0)  # the centre of the base only (DZ-LOS-02)
        case OnTable(at):
            return body(target.stats, at, target.facing)
        case InGarrison(garrison, edge):
            piece = state.pieces[garrison]
            held = edge or via
            if held is not None:
                return edges_of(piece.edges[held])
            return Circle(middle(piece), 0.0)  # open to view at its middle (DZ-GSH-07)
        case _:
            raise ValueError(f"{target.id} cannot be looked at")


def _facing(table: Table[State], viewer: Unit, edge: Edge | None, weapon: Weapon | None) -> Facing:
    """Which way a shooter faces: its own, or straight out of the edge (DZ-GSH-04)."""
    quarters = _ALL if weapon is None else tuple(_QUARTERS[arc] for arc in weapon.arcs)
    if edge is None:
        return Facing(viewer.facing, quarters)
    rule = rules_of(table).garrison_fire_arc
    if rule is FireArc.ALL_FRONT:
        return Facing(None, quarters)
    assert isinstance(viewer.where, InGarrison)  # only occupants start from an edge
    piece = table.state.pieces[viewer.where.garrison]
    outward = _outward(piece, edge)
    if rule is FireArc.FRONT_ONLY:
        return Facing(outward, tuple(q for q in quarters if q == 0.0))
    return Facing(outward, quarters)


def _outward(piece: Piece, edge: Edge) -> float:
    """The bearing straight out of an edge of a piece."""
    (ax, ay), (bx, by) = edge.start, edge.end
    half = ((ax + bx) / 2.0, (ay + by) / 2.0)
    length = distance(edge.start, edge.end) or 1.0
    step = 1e-3
    nx, ny = (by - ay) / length * step, (ax - bx) / length * step
    there = (half[0] + nx, half[1] + ny)
    inside = lies_in(piece, there).value == "inside"
    away = (half[0] - nx, half[1] - ny) if inside else there
    return bearing(half, away)


def _hidden(table: Table[State], viewer: Unit, target: Unit | Piece, view: _View) -> Look:
    """A target that no line reaches, and what stops the line of centres."""
    line = line_of_centres(table.state, viewer, target)
    found = sight_between(Circle(line[0], 0.0), Circle(line[1], 0.0), view.scene)
    name = view.names[found.blockers[0]] if found.blockers else None
    if name is None and view.names:
        name = next(
            (
                n
                for n, o in zip(view.names, view.scene.obstacles, strict=True)
                if line_facts(line, o).contacts
            ),
            view.names[0],
        )
    edge = isinstance(target, Unit) and isinstance(target.where, InGarrison)
    clause = "DZ-GSH-06" if edge or isinstance(viewer.where, InGarrison) else "DZ-LOS-04"
    if name in table.state.units:
        clause = "DZ-LOS-03"
    reasons = [no(clause, "no_line", target=target.id, blocked_by=name)]
    if clause == "DZ-GSH-06":
        reasons.append(no("DZ-LOS-04", "no_line", target=target.id, blocked_by=name))
    if isinstance(target, Unit) and not edge and target.type is UnitType.INFANTRY:
        reasons.append(Reason("DZ-LOS-02", "centre_only", Record(target=target.id)))
    at = None
    for index in found.blockers[:1]:
        contacts = line_facts(line, view.scene.obstacles[index]).contacts
        length = distance(*line) or 1.0
        share = contacts[0].start / length if contacts else 0.0
        (x0, y0), (x1, y1) = line
        at = (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
    fact = Fact("line_of_sight", DrawnLine(*line, blocked_at=at), Mark.BLOCKED)
    return Look(False, False, 0.0, distance(*line), line[0], line[1], name, tuple(reasons), (fact,))


def _seen(viewer: Unit, target: Unit | Piece, line: Line) -> Look:
    """A target that is seen along a line, in the arc or not."""
    share = line.share
    reasons = [yes("DZ-LOS-01", "in_sight", target=target.id, share=share)]
    if line.in_arc:
        reasons.append(yes("DZ-SHT-03", "in_arc", target=target.id))
    else:
        reasons.append(no("DZ-SHT-03", "out_of_arc", target=target.id))
    height = 0.0
    if isinstance(target, Unit) and isinstance(target.where, OnTable):
        foot = viewer.where.level if isinstance(viewer.where, OnTable) else 0.0
        height = target.where.level - foot
    mark = Mark.CLEAR if share >= 0.5 else Mark.PARTLY
    fact = Fact("line_of_sight", DrawnLine(line.start, line.end), mark, Record(share=share))
    return Look(
        True,
        line.in_arc,
        share,
        math.hypot(line.length, height),
        line.start,
        line.end,
        None,
        tuple(reasons),
        (fact,),
        contact=_contact(viewer, target),
    )


def _contact(viewer: Unit, target: Unit | Piece) -> bool:
    """Whether the bodies touch: then a target is always in range (DZ-SHT-04)."""
    if not isinstance(target, Unit):
        return False
    if not (isinstance(viewer.where, OnTable) and isinstance(target.where, OnTable)):
        return False
    mine = body(viewer.stats, viewer.where.at, viewer.facing)
    theirs = body(target.stats, target.where.at, target.facing)
    return gap_between(mine, theirs).distance <= EPS
