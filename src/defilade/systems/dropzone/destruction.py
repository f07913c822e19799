"""Losing Damage Points, and what falls with it: scenery, Transports, Aircraft.

Knows who is hit by what follows from a destruction; the shots are in `firing`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Ask, Choose, Done, Total
from defilade.geometry.bases import Circle
from defilade.geometry.gaps import gap_between
from defilade.systems.dropzone.cover import covers
from defilade.systems.dropzone.damage import against, against_piece, saves
from defilade.systems.dropzone.measuring import (
    from_piece,
    in_play,
    middle,
    spot,
    spot_from_piece,
    within,
)
from defilade.systems.dropzone.objectives import Drop
from defilade.systems.dropzone.options import Unplaced
from defilade.systems.dropzone.placing import Arrangement, arrangements, put
from defilade.systems.dropzone.play import After, Task
from defilade.systems.dropzone.state import (
    Gone,
    InGarrison,
    Objective,
    OnTable,
    Path,
    Piece,
    Point,
    State,
    Unit,
    members,
    occupants,
    passengers,
    rules_of,
    squads_inside,
)
from defilade.systems.dropzone.steps import Harm, Step, Wound, to_damage
from defilade.systems.dropzone.terms import Rule, Subtype, UnitType
from defilade.table import Table
from defilade.values import DiceExpr

BIG = 10
"""Starting DP from which a collapse hurts its surroundings (DZ-DES-06, DZ-DES-07)."""
WRECK_ENERGY = 10
"""Energy of crashes and burning Transports (DZ-TRA-05, DZ-AIR-01)."""
_D3, _2D3 = DiceExpr(1, 3), DiceExpr(2, 3)


def lose(table: Table[State], name: str, damage: int, *, by: str | None = None) -> After:
    """A unit loses Damage Points, down to 0: then it is destroyed, and what is left over is
    lost (DZ-DMG-05). `by` is the squad whose Close Quarters weapon did it."""
    unit = table.state.units[name]
    if unit.gone or not damage:
        return table.state, ()
    lost = min(unit.stats.dp, unit.dp_lost + damage)
    state = table.state.with_unit(replace(unit, dp_lost=lost))
    return (state, ()) if lost < unit.stats.dp else destroyed(state, unit, by=by)


def destroyed(state: State, unit: Unit, *, by: str | None = None) -> After:
    """A unit leaves the game; its squad's last one drops what it carries (DZ-OBJ-05), its
    passengers are thrown out (DZ-TRA-05), an Aircraft in flight crashes (DZ-AIR-01)."""
    place = unit.where
    dead = replace(unit, where=Gone(), dp_lost=unit.stats.dp)
    state = state.with_unit(dead)
    follow: list[Task] = []
    if not members(state, unit.squad) and state.squads[unit.squad].carrying is not None:
        follow.append(Drop(unit.squad, place, by))
    if isinstance(place, OnTable):
        flying = unit.type is UnitType.AIRCRAFT
        if flying and unit.stats.subtype is not Subtype.SMALL:
            follow.append(Crash(unit.id, place.at))
        elif passengers(state, unit.id):
            follow.append(Wreck(unit.id, place.at))
    else:
        for passenger in passengers(state, unit.id):
            follow.append(Perish(passenger.id))
    return state, tuple(follow)


@dataclass(frozen=True, slots=True)
class Perish:
    """A unit that cannot be placed is destroyed (DZ-GEX-02, DZ-TRA-05)."""

    unit: str

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """It is destroyed."""
        unit = table.state.units[self.unit]
        return (table.state, ()) if unit.gone else destroyed(table.state, unit)


@dataclass(frozen=True, slots=True)
class Struck:
    """Automatic hits on a unit or a piece: damage dice, then saves (DZ-DMG-07)."""

    target: str
    step: Step
    clause: str

    def ask(self, table: Table[State]) -> Ask | None:
        """The next dice; nothing where the target is gone or no dice can help."""
        if isinstance(self.step, Done) or _is_gone(table.state, self.target):
            return None
        return self.step.ask()

    def take(self, table: Table[State], answer: object) -> After:
        """The next step, or the loss."""
        if _is_gone(table.state, self.target):
            return table.state, ()
        if not isinstance(self.step, Done):
            after = self.step.take(answer)  # type: ignore[arg-type]  # it asked for this
            return table.state, (Struck(self.target, after, self.clause),)
        return suffer(table, self.target, self.step.value)


def _is_gone(state: State, name: str) -> bool:
    return state.units[name].gone if name in state.units else name not in state.pieces


def suffer(table: Table[State], target: str, harm: Harm, *, by: str | None = None) -> After:
    """Damage arrives at a unit or a piece."""
    if target in table.state.units:
        return lose(table, target, harm.damage, by=by)
    return hurt(table, target, harm)


def hurt(table: Table[State], name: str, harm: Harm) -> After:
    """A piece loses DP and gets a token for each Critical (DZ-DES-03); at 0 it falls."""
    piece = table.state.pieces[name]
    left = max(0, (piece.dp or 0) - harm.damage)
    hurt_ = replace(piece, dp=left, tokens=piece.tokens + harm.criticals)
    state = table.state.with_piece(hurt_)
    return state, (() if left or not piece.dp else (collapse_of(state, name),))


def collapse_of(state: State, name: str) -> Collapse:
    """The collapse of a piece; what lies inside uncarried now will be lost (DZ-DES-10)."""
    lost = tuple(o.id for o in state.objectives.values() if o.garrison == name)
    return Collapse(name, lost)


@dataclass(frozen=True, slots=True)
class Collapse:
    """A piece falls: with 10 or more starting DP, one D3 gives inches and hits (DZ-DES-06)."""

    piece: str
    lost: tuple[str, ...] = ()

    def ask(self, table: Table[State]) -> Total | None:
        """A D3, for big pieces only."""
        return Total("DZ-DES-06", _D3) if is_big(table.state.pieces[self.piece]) else None

    def take(self, table: Table[State], radius: int | None) -> After:
        """Hits around it, hits inside it, then the fall."""
        piece = table.state.pieces[self.piece]
        around = [
            struck_by_collapse(table, piece, unit, radius)
            for unit in (reached(table, piece, radius) if radius else ())
        ]
        spared = rules_of(table).collapse_small_spares_occupants and not is_big(piece)
        inside = occupants(table.state, self.piece) and not spared
        within_it = (CollapseInside(self.piece),) if inside else ()
        return table.state, (*around, *within_it, Fall(self.piece, self.lost))


def is_big(piece: Piece) -> bool:
    """Whether a piece had 10 or more DP to start with; what is left decides nothing
    (DZ-DES-07)."""
    return (piece.starting_dp or 0) >= BIG


def reached(table: Table[State], piece: Piece, radius: float) -> tuple[Unit, ...]:
    """Units outside a piece within a radius of its edges, of either side (DZ-DES-06)."""
    rules, state = rules_of(table), table.state
    return tuple(
        unit
        for unit in state.units.values()
        if in_play(unit)
        and not (isinstance(unit.where, InGarrison) and unit.where.garrison == piece.id)
        and within(spot_from_piece(rules, unit, spot(state, unit), piece), radius, rules)
    )


def collapse_wound(piece: Piece, unit: Unit) -> Wound:
    """What a collapse hit does: Energy is the piece's Armour, no Body Cover, Criticals
    count (DZ-DES-06, DZ-COV-08, DZ-DMG-07)."""
    energy = piece.armour or 0
    return Wound(against(unit.stats, energy), saves(unit, energy), clause="DZ-DMG-07")


def struck_by_collapse(table: Table[State], piece: Piece, unit: Unit, hits: int | None) -> Struck:
    """So many collapse hits on a unit."""
    return Struck(unit.id, to_damage(hits or 0, collapse_wound(piece, unit)), "DZ-DES-06")


@dataclass(frozen=True, slots=True)
class CollapseInside:
    """2D3 hits, rolled once, on each unit inside (DZ-DES-08, DZ-MEA-04)."""

    piece: str

    def ask(self, _table: Table[State]) -> Total:
        """Two D3 for all of them together."""
        return Total("DZ-DES-08", _2D3, about=self.piece)

    def take(self, table: Table[State], hits: int) -> After:
        """The same number on every unit inside, of every side."""
        piece = table.state.pieces[self.piece]
        inside = occupants(table.state, self.piece)
        return table.state, tuple(struck_by_collapse(table, piece, u, hits) for u in inside)


@dataclass(frozen=True, slots=True)
class Fall:
    """The piece is taken away: rubble where it was big (DZ-DES-09), tokens and links end
    (DZ-DES-12, DZ-LNK-06), Objectives go (DZ-DES-10), occupants come out (DZ-DES-11)."""

    piece: str
    lost: tuple[str, ...]

    def ask(self, _table: Table[State]) -> None:
        """Nothing."""

    def take(self, table: Table[State], _nothing: object) -> After:
        """Change the table, then place the occupants."""
        state, piece = table.state, table.state.pieces[self.piece]
        kills = rules_of(table).collapse_kills_dropped_objective
        for objective in list(state.objectives.values()):
            if objective.garrison != self.piece:
                continue
            if objective.id in self.lost or kills:
                state = replace(state, objectives=state.objectives.drop(objective.id))
            else:
                laid = Objective(objective.id, at=middle(piece), side=None)
                state = state.with_objective(laid)
        pieces = state.pieces.drop(self.piece)
        if is_big(piece):
            pieces = pieces.put(self.piece, rubble(piece))
        links = tuple(link for link in state.links if self.piece not in link)
        state = replace(state, pieces=pieces, links=links)
        out = squads_inside(table.state, self.piece)
        return state, tuple(PlaceOut(squad, piece.outline, "DZ-DES-11", onto=True) for squad in out)


def rubble(piece: Piece) -> Piece:
    """What is left of a big piece: flat, Tough, no larger (DZ-DES-09)."""
    return Piece(piece.id, (Rule.TOUGH,), piece.outline, piece.line, height=0.0)


@dataclass(frozen=True, slots=True)
class PlaceOut:
    """Units of a squad are put on the table around an outline; who finds no room is
    destroyed, unless agreed otherwise (DZ-GEX-02)."""

    squad: str
    outline: Path
    clause: str
    onto: bool = False
    only: tuple[str, ...] = ()
    """Just these units; all of the squad where empty."""

    def _units(self, table: Table[State]) -> tuple[Unit, ...]:
        units = members(table.state, self.squad)
        return tuple(u for u in units if not self.only or u.id in self.only)

    def _ways(self, table: Table[State]) -> tuple[Arrangement, ...]:
        units = self._units(table)
        ways = arrangements(
            table, units, self.outline, closed=_is_closed(self.outline), onto=self.onto
        )
        if rules_of(table).garrison_unplaced is Unplaced.NEAREST:
            reach = 4.0
            while reach <= 64.0 and not any(len(w.spots) == len(units) for w in ways):
                grown = _grown(self.outline, reach - 2.0)
                ways = arrangements(table, units, grown, onto=self.onto, reach=reach)
                reach *= 2.0
        return ways

    def ask(self, table: Table[State]) -> Choose | None:
        """Which side to come out on, where there is a choice."""
        if not self._units(table):
            return None
        ways = self._ways(table)
        side = table.state.squads[self.squad].side
        return Choose(self.clause, side, "place", ways) if ways else None

    def take(self, table: Table[State], way: Arrangement | None) -> After:
        """Put them there; the others perish."""
        spots = way.spots if way is not None else ()
        placed = {name for name, _ in spots}
        left = tuple(Perish(u.id) for u in self._units(table) if u.id not in placed)
        return put(table.state, spots), left


def _is_closed(outline: Path) -> bool:
    return len(outline) > 2


def _grown(outline: Path, by: float) -> Path:
    """A box that reaches so much further than an outline on all sides."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    low, high = (min(xs) - by, min(ys) - by), (max(xs) + by, max(ys) + by)
    return (low, (high[0], low[1]), high, (low[0], high[1]))


@dataclass(frozen=True, slots=True)
class Wreck:
    """A Transport is destroyed: on a D3 of 1 or 2 so many Energy 10 hits on each unit in it,
    then they come out (DZ-TRA-05)."""

    transport: str
    at: Point

    def ask(self, _table: Table[State]) -> Total:
        """A D3."""
        return Total("DZ-TRA-05", _D3, about=self.transport)

    def take(self, table: Table[State], die: int) -> After:
        """Hits, then places."""
        return table.state, thrown_out(table, self.transport, self.at, die, "DZ-TRA-05")


def wreck_wound(unit: Unit, *, cover: int = 0) -> Wound:
    """What a hit by wreckage does: Energy 10, Passive Countermeasures allowed."""
    numbers = against(unit.stats, WRECK_ENERGY, cover=cover)
    return Wound(numbers, saves(unit, WRECK_ENERGY), clause="DZ-DMG-07")


def thrown_out(
    table: Table[State], transport: str, at: Point, die: int, clause: str
) -> tuple[Task, ...]:
    """Hits on everybody in a Transport, and their placing around it."""
    aboard = passengers(table.state, transport)
    hits = die if die < 3 else 0
    struck = tuple(Struck(u.id, to_damage(hits, wreck_wound(u)), clause) for u in aboard)
    squads = dict.fromkeys(u.squad for u in aboard)
    out = tuple(
        PlaceOut(s, (at,), "DZ-TRA-05", only=tuple(u.id for u in aboard if u.squad == s))
        for s in squads
    )
    return (*struck, *out)


@dataclass(frozen=True, slots=True)
class Crash:
    """An Aircraft destroyed in flight: a D3 of 1 or 2 gives inches and Energy 10 hits on
    pieces and units, other Aircraft apart (DZ-AIR-01). Body Cover counts (DZ-COV-08)."""

    unit: str
    at: Point

    def ask(self, _table: Table[State]) -> Total:
        """A D3."""
        return Total("DZ-AIR-01", _D3, about=self.unit)

    def take(self, table: Table[State], die: int) -> After:
        """Hits on everything near, then passengers come out."""
        near = crash_hits(table, self.at, die) if die < 3 else ()
        out = thrown_out(table, self.unit, self.at, die, "DZ-AIR-01")
        return table.state, (*near, *out)


def crash_hits(table: Table[State], at: Point, radius: int) -> tuple[Struck, ...]:
    """What a crash at a point hits, each so many times."""
    rules, state = rules_of(table), table.state
    found = []
    for piece in state.pieces.values():
        if (
            piece.has(Rule.DESTRUCTIBLE)
            and piece.dp
            and within(from_piece(piece, at), radius, rules)
        ):
            wound = Wound(against_piece(WRECK_ENERGY, piece.armour or 0, (), rules))
            found.append(Struck(piece.id, to_damage(radius, wound), "DZ-AIR-01"))
    for unit in state.units.values():
        if unit.type is UnitType.AIRCRAFT or not in_play(unit):
            continue
        if within(gap_between(spot(state, unit), Circle(at, 0.0)).distance, radius, rules):
            given = covers(table, at, unit, unit)
            penalty = given.body_penalty(stack=rules.cover_stack)
            wound = wreck_wound(unit, cover=penalty)
            found.append(Struck(unit.id, to_damage(radius, wound), "DZ-AIR-01"))
    return tuple(found)
