"""The cover chapter: Soft and Body Cover of Infantry, near and between or on an edge.

Knows pieces, segments and who gains; what the penalties do is said in `shooting`.
"""

from __future__ import annotations

from dataclasses import dataclass

from defilade.geometry.crossings import line_facts
from defilade.geometry.plane import Where
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.dropzone.damage import is_infantry
from defilade.systems.dropzone.keywords import Keyword, Special
from defilade.systems.dropzone.measuring import from_piece, lies_in, obstacle, together, within
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Piece,
    Point,
    State,
    Unit,
    rules_of,
)
from defilade.systems.dropzone.terms import Rule
from defilade.table import Table
from defilade.values import Inches

NEAR: Inches = 1.0
"""How near a piece must be to give cover (DZ-COV-04)."""
SOFT_PENALTY = 2
"""What Soft Cover adds to Accuracy (DZ-COV-01)."""
BODY_PENALTY = 1
"""What Body Cover adds to the damage roll (DZ-COV-02)."""


@dataclass(frozen=True, slots=True)
class Covers:
    """The pieces that give Soft and Body Cover, in order; none where empty."""

    soft: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    def soft_penalty(self, *, stack: bool) -> int:
        """What Soft Cover adds to Accuracy; once for all unless agreed (DZ-COV-06)."""
        return SOFT_PENALTY * (len(self.soft) if stack else min(1, len(self.soft)))

    def body_penalty(self, *, stack: bool) -> int:
        """What Body Cover adds to damage; once for all unless agreed (DZ-COV-06)."""
        return BODY_PENALTY * (len(self.body) if stack else min(1, len(self.body)))


def covers(table: Table[State], start: Point | None, shooter: Unit, target: Unit) -> Covers:
    """The covers of a target from a shot that starts at a point (the shooter's by default)."""
    state = table.state
    if not is_infantry(target):
        return Covers(reasons=(Reason("DZ-COV-03", "only_infantry", Record(unit=target.id)),))
    if isinstance(target.where, InGarrison):
        if together(shooter, target):
            return Covers()
        return _edge_covers(state.pieces[target.where.garrison])
    if not isinstance(target.where, OnTable) or start is None:
        return Covers()
    soft: list[str] = []
    body: list[str] = []
    reasons: list[Reason] = []
    for piece in state.pieces.values():
        kinds = [rule for rule in (Rule.SOFT_COVER, Rule.BODY_COVER) if piece.has(rule)]
        if not kinds:
            continue
        given = _judged(table, piece, start, target.where.at)
        reasons.append(given)
        if given.weight is Weight.FOR:
            soft += [piece.id] * (Rule.SOFT_COVER in kinds)
            body += [piece.id] * (Rule.BODY_COVER in kinds)
    return Covers(tuple(soft), tuple(body), tuple(reasons))


def _edge_covers(piece: Piece) -> Covers:
    """What the Garrison lists, without distance or between (DZ-COV-09, DZ-GSH-08)."""
    soft = (piece.id,) if piece.has(Rule.SOFT_COVER) else ()
    body = (piece.id,) if piece.has(Rule.BODY_COVER) else ()
    if not soft and not body:
        return Covers()
    reason = Reason("DZ-COV-09", "edge_cover", Record(piece=piece.id), Weight.FOR)
    return Covers(soft, body, (reason,))


def _judged(table: Table[State], piece: Piece, start: Point, at: Point) -> Reason:
    """Whether a piece covers a point against a shot: near enough, and between (DZ-COV-05)."""
    rules = rules_of(table)
    distance = from_piece(piece, at)
    clause = "DZ-COV-01" if piece.has(Rule.SOFT_COVER) else "DZ-COV-02"
    if not within(distance, NEAR, rules):
        return Reason("DZ-COV-04", "cover_too_far", Record(piece=piece.id, distance=distance))
    inside = lies_in(piece, at) is Where.INSIDE
    shooter_inside = lies_in(piece, start) is Where.INSIDE
    if inside and shooter_inside and rules.cover_shooter_inside_negates:
        return Reason("DZ-COV-05", "shooter_inside", Record(piece=piece.id))
    if line_facts((start, at), obstacle(piece)).enters:
        return Reason(clause, "covered", Record(piece=piece.id, distance=distance), Weight.FOR)
    return Reason("DZ-COV-05", "not_between", Record(piece=piece.id))


def ignored(special: tuple[Keyword, ...], kind: str) -> bool:
    """Whether a weapon ignores a kind of cover: soft, body or hull (DZ-COV-10)."""
    flame = kind != "hull" and any(k.name is Special.FLAME for k in special)
    return flame or any(k.name is Special.COVER and {kind, "all"} & set(k.kinds) for k in special)
