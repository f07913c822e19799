"""Work on the field instead of battle: rebuilding bridges (GW-DBR-02 to -04), cutting wire.

Knows one unit and one hex; whether such work exists is agreed by the players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Done, Roll
from defilade.geometry.hexes import Cube, distance
from defilade.record import Record
from defilade.ruling import Reason, Weight
from defilade.systems.greatwar.battling import turn_reasons
from defilade.systems.greatwar.options import HouseRules, RebuildWhere
from defilade.systems.greatwar.sight import named
from defilade.systems.greatwar.standins import of_options
from defilade.systems.greatwar.state import State, Unit
from defilade.systems.greatwar.terms import ENGINEER, Face, Phase, Token


def rebuild_reasons(state: State, rules: HouseRules, unit: Unit, at: Cube) -> tuple[Reason, ...]:
    """Everything against a unit rebuilding the bridge of a hex now."""
    against = [*turn_reasons(state, unit)]
    told = named(state, at)
    if not rules.personnel_engineer:
        against.append(_no("GW-DBR-03", "engineers_off"))
    if unit.kind.name != "infantry" or ENGINEER not in unit.personnel:
        against.append(_no("GW-DBR-02", "no_engineer", unit=unit.id))
    if Token.DAMAGED_BRIDGE not in state.site(at).tokens:
        against.append(_no("GW-DBR-02", "nothing_to_rebuild", hex=told))
    if unit.hexes_moved and not rules.rebuild_after_move:
        against.append(_no("GW-DBR-04", "rebuild_after_move", unit=unit.id))
        against += of_options(rules, "rebuild_after_move")
    if not _near(unit, at, rules.rebuild_where):
        where = rules.rebuild_where.value
        against.append(_no("GW-DBR-04", "rebuild_from_here", hex=told, where=where))
        against += of_options(rules, "rebuild_where")
    other = state.unit_at(at)
    if other is not None and other.side is not unit.side:
        against.append(_no("GW-DBR-04", "enemy_on_bridge", hex=told, unit=other.id))
    return tuple(against)


def _near(unit: Unit, at: Cube, where: RebuildWhere) -> bool:
    away = distance(unit.at, at)
    match where:
        case RebuildWhere.ON:
            return away == 0
        case RebuildWhere.ADJACENT:
            return away == 1
        case RebuildWhere.EITHER:
            return away <= 1


def cut_reasons(state: State, unit: Unit, at: Cube) -> tuple[Reason, ...]:
    """Everything against a unit cutting the wire of a hex now (GW-TER-08)."""
    against = [*turn_reasons(state, unit)]
    if state.book.wire_cut is None:
        against.append(_no("GW-TER-08", "wire_cut_off"))
        against += state.book.cites("wire_cut")
    if Token.WIRE not in state.site(at).tokens:
        against.append(_no("GW-TER-08", "no_wire", hex=named(state, at)))
    if distance(unit.at, at) > 1:
        against.append(_no("GW-TER-08", "wire_too_far", hex=named(state, at)))
    return tuple(against)


@dataclass(frozen=True, slots=True)
class Work:
    """A unit's work on a token: some dice, of which one must show one of the faces.

    No dice mean that it succeeds. The unit has battled then; answers the state.
    """

    state: State
    unit: str
    at: Cube
    clause: str
    dice: int
    faces: tuple[Face, ...]
    old: Token
    new: Token | None = None

    def ask(self) -> Roll:
        """The dice; HQ symbols in them gain nothing (GW-TURN-05)."""
        wanted = tuple(face.value for face in self.faces)
        return Roll(self.clause, self.dice, (wanted,), die=self.state.book.die)

    def take(self, bands: tuple[int, ...]) -> Done[State]:
        """The token is turned over or taken away, or nothing happens."""
        state = replace(self.state.change(self.unit, battled=True), phase=Phase.BATTLE)
        if self.dice and not bands[1]:
            return Done(state)
        tokens = state.site(self.at).tokens - {self.old}
        if self.new is not None:
            tokens |= {self.new}
        return Done(state.with_tokens(self.at, tokens))


def rebuilding(state: State, rules: HouseRules, unit: str, at: Cube) -> Work:
    """Rebuilding: no die, unless the players agree on one (GW-DBR-04)."""
    faces = rules.rebuild_success_faces
    dice = 1 if faces else 0
    return Work(state, unit, at, "GW-DBR-04", dice, faces, Token.DAMAGED_BRIDGE, Token.BRIDGE)


def cutting(state: State, unit: str, at: Cube) -> Work:
    """Cutting wire with the dice of the players' book (GW-TER-08)."""
    cut = state.book.wire_cut
    assert cut is not None  # cut_reasons has seen to it
    return Work(state, unit, at, "GW-TER-08", cut.dice, cut.faces, Token.WIRE)


def _no(clause: str, code: str, **params: str) -> Reason:
    return Reason(clause, code, Record(**params), Weight.AGAINST)
