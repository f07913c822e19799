"""A squad's Shooting action: all its fire is declared, then thrown, then suffered at once.

Knows the order of the dice and who suffers; the numbers come from `shooting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defilade.dice import Ask, Choose, Done
from defilade.geometry.bases import Circle
from defilade.geometry.gaps import gap_between
from defilade.systems.dropzone.close import AllocateClose
from defilade.systems.dropzone.collateral import ResolveOccupied
from defilade.systems.dropzone.destruction import suffer
from defilade.systems.dropzone.keywords import Special, has, number
from defilade.systems.dropzone.measuring import body, in_play, within
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.shooting import (
    Aim,
    Shot,
    destroyer_of,
    in_flight,
    target_of,
    wound_of,
)
from defilade.systems.dropzone.state import (
    InGarrison,
    OnTable,
    Piece,
    State,
    Unit,
    change_squad,
    change_unit,
    occupants,
    rules_of,
)
from defilade.systems.dropzone.steps import (
    Blasts,
    Harm,
    Step,
    ToHit,
    Wound,
    how_many,
    on_hits,
    to_damage,
)
from defilade.systems.dropzone.terms import Rule, UnitType
from defilade.table import Table
from defilade.values import DiceExpr, Inches

BLAST: Inches = 2.0
"""Radius of the Blast template (DZ-KEY-04)."""
_D6, _D3 = DiceExpr(1, 6), DiceExpr(1, 3)


@dataclass(frozen=True, slots=True)
class Volley:
    """Like shots at one target, thrown together: where they stand in the order of dice.

    `friends` of the shooter suffer misses of Flame (DZ-GSH-09); `touched` are the others under
    a Blast with what a hit does to each (DZ-KEY-04).
    """

    weapon: str
    squad: str
    target: str
    step: Step
    close: bool = False
    friends: tuple[tuple[str, Wound], ...] = ()
    touched: tuple[tuple[str, Wound, DiceExpr | None], ...] = ()


def each_of(target: Unit | Piece, rules_single: bool) -> DiceExpr | None:
    """How many hits an Area weapon makes of one: D6 on Infantry, D3 on scenery."""
    if isinstance(target, Piece):
        return None if rules_single else _D3
    return _D6 if target.type is UnitType.INFANTRY else None


def opening(table: Table[State], shot: Shot, shots: int) -> Step:
    """The first step of so many Shots of a weapon (DZ-SHT-06, DZ-SHT-07)."""
    target = target_of(table.state, shot.aim.target)
    assert target is not None  # it was judged
    weapon, special = shot.weapon, shot.weapon.special
    area = has(special, Special.AREA)
    each = each_of(target, rules_of(table).area_scenery_single_hit) if area else None
    player = table.state.units[shot.aim.unit].side
    focus = _focus_wounds(table, shot, target, shots)
    if shot.need is None:
        if each is not None:
            return how_many(shots, each, shot.wound)
        return on_hits(shots, shot.wound, focus, player)
    if area and not isinstance(target, Piece) and shot.glance is not None:
        return Blasts(shots, shot.need, shot.wound, shot.glance, each)
    return ToHit(
        shots, shot.need, shot.wound, destroyer_of(weapon), each, focus=focus, player=player
    )


def _focus_wounds(
    table: Table[State], shot: Shot, target: Unit | Piece, shots: int
) -> tuple[Wound, ...]:
    """What a hit does when 0, 1, 2 ... hits are given up for it (DZ-KEY-02); a boosted shot
    uses its boosted Energy against Passive Countermeasures (DZ-DMG-04)."""
    by = number(shot.weapon.special, Special.FOCUS)
    if not by:
        return ()
    cover = _cover_of(shot, table)
    return tuple(
        wound_of(
            table, replace(shot.weapon, energy=shot.weapon.energy + by * k), target, cover=cover
        )
        for k in range(shots)
    )


def _cover_of(shot: Shot, table: Table[State]) -> int:
    found = [r for r in shot.reasons if r.code == "body_cover_penalty"]
    return int(str(found[0].params["penalty"])) if found else 0


def volleys(table: Table[State], shots: Sequence[Shot]) -> tuple[Volley, ...]:
    """Shots as volleys: alike ones at one target are thrown together (DZ-SHT-01)."""
    grouped: dict[object, list[Shot]] = {}
    for shot in shots:
        weapon = shot.weapon
        target = shot.aim.target
        if weapon.close:  # allocated to the squad (DZ-CQ-01)
            target = table.state.units[target].squad
        key = (weapon.name, weapon.energy, weapon.special, target, shot.need, shot.wound)
        grouped.setdefault(key, []).append(shot)
    return tuple(_volley(table, alike) for alike in grouped.values())


def _volley(table: Table[State], alike: list[Shot]) -> Volley:
    first = alike[0]
    state = table.state
    shots = sum(shot.weapon.shots for shot in alike)
    unit = state.units[first.aim.unit]
    target = first.aim.target
    if first.weapon.close:
        target = state.units[target].squad
    return Volley(
        weapon=first.weapon.name,
        squad=unit.squad,
        target=target,
        step=opening(table, first, shots),
        close=first.weapon.close,
        friends=_friends(table, unit, first),
        touched=_touched(table, unit, first),
    )


def _friends(table: Table[State], unit: Unit, shot: Shot) -> tuple[tuple[str, Wound], ...]:
    """Friends of the shooter in the Garrison aimed at, who suffer the misses of Flame."""
    target = table.state.units.get(shot.aim.target)
    flame = has(shot.weapon.special, Special.FLAME)
    if target is None or not flame or not isinstance(target.where, InGarrison):
        return ()
    return tuple(
        (other.id, wound_of(table, shot.weapon, other))
        for other in occupants(table.state, target.where.garrison)
        if other.side == unit.side
    )


def _touched(
    table: Table[State], unit: Unit, shot: Shot
) -> tuple[tuple[str, Wound, DiceExpr | None], ...]:
    """Others under a Blast laid on the target: every unit on its edge (DZ-GSH-10), or all that
    the template touches (DZ-KEY-04); scenery and Behemoths are not affected."""
    state = table.state
    target = state.units.get(shot.aim.target)
    if not has(shot.weapon.special, Special.AREA) or target is None or target.id == unit.id:
        return ()
    if target.type is UnitType.BEHEMOTH:
        return ()
    found = []
    for other in state.units.values():
        if other.id == target.id or not in_play(other) or not _under(table, target, other):
            continue
        each = _D6 if other.type is UnitType.INFANTRY else None
        found.append((other.id, wound_of(table, shot.weapon, other), each))
    return tuple(found)


def _under(table: Table[State], target: Unit, other: Unit) -> bool:
    if isinstance(target.where, InGarrison):
        return other.where == target.where and target.where.edge is not None
    if not (isinstance(target.where, OnTable) and isinstance(other.where, OnTable)):
        return False
    if in_flight(target) != in_flight(other) or other.type is UnitType.BEHEMOTH:
        return False
    blast = Circle(target.where.at, 0.0)
    gap = gap_between(blast, body(other.stats, other.where.at, other.facing)).distance
    return within(gap, BLAST, rules_of(table))


@dataclass(frozen=True, slots=True)
class SquadFire:
    """The volleys of one Shooting action, one step after another; all Damage arrives at the
    end, at once (DZ-SHT-01)."""

    volleys: tuple[Volley, ...]
    harms: tuple[tuple[Volley, Harm], ...] = ()

    def ask(self, _table: Table[State]) -> Ask | None:
        """The dice of the first volley that still needs some, lowest stage first."""
        place = self._next()
        if place is None:
            return None
        step = self.volleys[place].step
        assert not isinstance(step, Done)  # _next leaves those out
        return step.ask()

    def _next(self) -> int | None:
        waiting = [
            (_stage(volley.step), place)
            for place, volley in enumerate(self.volleys)
            if not isinstance(volley.step, Done)
        ]
        return min(waiting)[1] if waiting else None

    def current(self) -> Volley | None:
        """The volley whose dice are asked for."""
        place = self._next()
        return None if place is None else self.volleys[place]

    def take(self, table: Table[State], answer: object) -> After:
        """One step further; after the last, everybody suffers."""
        place = self._next()
        if place is None:
            return table.state, tuple(Suffer(v) for v in self.volleys)
        volley = self.volleys[place]
        assert not isinstance(volley.step, Done)  # _next leaves those out
        step = volley.step
        after = replace(volley, step=step.take(answer), touched=())  # type: ignore[arg-type]
        more: list[Volley] = []
        if isinstance(step, Blasts):
            full, _ = step.split(answer)  # type: ignore[arg-type]  # it asked for counts
            more = [
                Volley(volley.weapon, volley.squad, name, how_many(full, each, wound))
                for name, wound, each in volley.touched
            ]
        before, rest = self.volleys[:place], self.volleys[place + 1 :]
        fire = SquadFire((*before, after, *rest, *more), self.harms)
        if isinstance(step, ToHit) and volley.friends:
            misses = answer[0]  # type: ignore[index]  # it asked for counts
            if misses:
                return table.state, (Astray(volley, misses, fire),)
        return table.state, (fire,)


def _stage(step: Step) -> int:
    assert not isinstance(step, Done)  # only asked of steps that wait
    asked = step.ask()
    return getattr(asked, "stage", 0)


@dataclass(frozen=True, slots=True)
class Astray:
    """Missed shots of Flame count as hits on one friend inside, picked by the target's
    player (DZ-GSH-09)."""

    volley: Volley
    misses: int
    fire: SquadFire

    def ask(self, table: Table[State]) -> Choose:
        """Which friend."""
        player = table.state.units[self.volley.target].side
        names = tuple(name for name, _ in self.volley.friends)
        return Choose("DZ-GSH-09", player, "friend_hit", names)

    def take(self, table: Table[State], friend: str) -> After:
        """One volley more, at the friend."""
        wound = dict(self.volley.friends)[friend]
        hit = Volley(self.volley.weapon, self.volley.squad, friend, to_damage(self.misses, wound))
        return table.state, (replace(self.fire, volleys=(*self.fire.volleys, hit)),)


@dataclass(frozen=True, slots=True)
class Suffer:
    """The Damage of one volley arrives (DZ-DMG-05)."""

    volley: Volley

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """A unit or piece loses DP, or a squad inside does (DZ-CQ-02)."""
        step = self.volley.step
        assert isinstance(step, Done)  # the fire is over
        harm: Harm = step.value
        if self.volley.close:
            if not harm.damage:
                return table.state, ()
            squad = table.state.squads[self.volley.target]
            state = change_squad(
                table.state,
                squad.id,
                cq_damage=squad.cq_damage + harm.damage,
                cq_by=self.volley.squad,
            )
            return state, (AllocateClose(squad.id, harm.damage, self.volley.squad),)
        name = self.volley.target
        if name not in table.state.units and name not in table.state.pieces:
            return table.state, ()
        return suffer(table, name, harm)


@dataclass(frozen=True, slots=True)
class FlameTokens:
    """Flame sets scenery on fire: a token for each weapon that aimed at it or at Infantry in
    it, two where it is Flammable (DZ-COL-07)."""

    pieces: tuple[str, ...]

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Add them."""
        state = table.state
        for name in self.pieces:
            piece = state.pieces[name]
            more = 2 if piece.has(Rule.FLAMMABLE) else 1
            state = state.with_piece(replace(piece, tokens=piece.tokens + more))
        return state, ()


def flamed(table: Table[State], aims: Sequence[Aim], shots: Sequence[Shot]) -> tuple[str, ...]:
    """Pieces that Flame weapons aim at, once for each weapon (DZ-COL-07)."""
    state = table.state
    found = []
    for aim, shot in zip(aims, shots, strict=True):
        if not has(shot.weapon.special, Special.FLAME):
            continue
        if aim.target in state.pieces:
            found.append(aim.target)
        else:
            where = state.units[aim.target].where
            if isinstance(where, InGarrison):
                found.append(where.garrison)
    return tuple(found)


def shooting_tasks(table: Table[State], shots: Sequence[Shot]) -> tuple[Task, ...]:
    """Everything that a declared Shooting action leads to."""
    aims = tuple(shot.aim for shot in shots)
    before = tuple((p.id, p.tokens) for p in table.state.pieces.values())
    return (
        FlameTokens(flamed(table, aims, shots)),
        SquadFire(volleys(table, shots)),
        ResolveOccupied(before),
    )


def noted(table: Table[State], shots: Sequence[Shot]) -> State:
    """The state in which units and squad have fired: for M&F, Alt, Limited and Close
    Quarters (DZ-SHT-02, DZ-GSH-02)."""
    state = table.state
    for shot in shots:
        unit = state.units[shot.aim.unit]
        name = shot.aim.weapon
        state = change_unit(
            state,
            unit.id,
            fired=(*unit.fired, name),
            fired_round=(*unit.fired_round, name),
            spent=unit.spent.put(name, unit.spent.get(name, 0) + 1),
        )
        squad = state.squads[unit.squad]
        state = change_squad(
            state,
            squad.id,
            used_cq=squad.used_cq or shot.weapon.close,
            used_other=squad.used_other or not shot.weapon.close,
        )
    return state
