"""The state of play: everything that lasts from one action to the next, and nothing derived.

Knows what is remembered; never what follows from it (sight, coherency, who may fire).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from defilade.frozen import FrozenMap
from defilade.systems.dropzone.keywords import Keyword
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.terms import Arc, Entered, Phase, Rule, Subtype, UnitType
from defilade.table import Table
from defilade.values import Degrees, Inches, Need

Point: TypeAlias = tuple[float, float]
Path: TypeAlias = tuple[Point, ...]

_EMPTY: FrozenMap[str, Any] = FrozenMap()


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon profile. Ranges are `inf` for anywhere; `mf` is `inf` without a limit."""

    name: str
    mf: Inches
    arcs: tuple[Arc, ...]
    rf: Inches
    rc: Inches
    close: bool
    """Whether it is a Close Quarters weapon (DZ-CQ-01)."""
    shots: int
    acc: int | None
    """The number to hit; None hits automatically (DZ-SHT-07)."""
    energy: int
    special: tuple[Keyword, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """A unit's printed characteristics; they never change in play."""

    type: UnitType
    mv: Inches
    armour: int
    dp: int
    subtype: Subtype | None = None
    fortitude: Need | None = None
    active: bool = False
    passive: int | None = None
    evasion: int = 0
    height: Inches | None = None
    base_radius: Inches = 0.0
    base: Path = ()
    special: tuple[Keyword, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    requirement: tuple[str, int] | None = None
    capacity: tuple[tuple[str, int], ...] = ()
    command: int = 0


@dataclass(frozen=True, slots=True)
class OnTable:
    """On the table, its centre at a point, its foot at a level."""

    at: Point
    level: Inches = 0.0


@dataclass(frozen=True, slots=True)
class InGarrison:
    """Inside a Garrison: on an edge, or at the centre when `edge` is None (DZ-GEN-04)."""

    garrison: str
    edge: str | None = None


@dataclass(frozen=True, slots=True)
class Aboard:
    """In a Transport."""

    transport: str


@dataclass(frozen=True, slots=True)
class Gone:
    """Destroyed."""


Where: TypeAlias = OnTable | InGarrison | Aboard | Gone


@dataclass(frozen=True, slots=True)
class Unit:
    """One model or base (DZ-UNI-01). `facing` is a bearing (clockwise from +y), None is free.

    `moved` counts this activation, `moved_round` the round; `fired` names weapons used in
    this activation, `fired_round` in the round; `spent` counts Limited weapons in the game.
    """

    id: str
    squad: str
    side: str
    stats: Stats
    where: Where
    facing: Degrees | None = None
    dp_lost: int = 0
    landed: bool = False
    moved: Inches = 0.0
    moved_round: Inches = 0.0
    fired: tuple[str, ...] = ()
    fired_round: tuple[str, ...] = ()
    spent: FrozenMap[str, int] = _EMPTY

    @property
    def dp_left(self) -> int:
        """Damage Points left."""
        return max(0, self.stats.dp - self.dp_lost)

    @property
    def gone(self) -> bool:
        """Whether it is destroyed."""
        return isinstance(self.where, Gone)

    @property
    def type(self) -> UnitType:
        """Its type now: a landed Aircraft is a Vehicle (DZ-UNI-05)."""
        return UnitType.VEHICLE if self.landed else self.stats.type


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad and what it did: `actions` in this activation, in order."""

    id: str
    side: str
    battlegroup: str
    starting_total_dp: int
    carrying: str | None = None
    actions: tuple[str, ...] = ()
    activated: bool = False
    disembarked: bool = False
    entered: Entered | None = None
    used_cq: bool = False
    used_other: bool = False
    cq_damage: int = 0
    cq_by: str | None = None
    """The squad whose Close Quarters weapons hurt it last."""
    embarked_round: bool = False
    left_aerial_round: bool = False
    unloaded: bool = False
    """Whether this Transport's free loading of the activation is used (DZ-TRA-04)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A scenery piece. `outline` is closed unless `line`; `edges` are stretches by name.

    `armour` and `starting_dp` are None where nothing was agreed; `entrances` are stretches,
    a point being a stretch of one.
    """

    id: str
    rules: tuple[Rule, ...]
    outline: Path
    line: bool = False
    height: Inches | None = None
    level: Inches = 0.0
    opaque: bool = False
    armour: int | None = None
    starting_dp: int | None = None
    dp: int | None = None
    tokens: int = 0
    edges: FrozenMap[str, Path] = _EMPTY
    blind_edges: tuple[str, ...] = ()
    entrances: tuple[Path, ...] = ()

    def has(self, rule: Rule) -> bool:
        """Whether the rule was agreed for it (DZ-CFG-01)."""
        return rule in self.rules


@dataclass(frozen=True, slots=True)
class Objective:
    """An Objective: lying at a point, inside a Garrison, or carried (then neither).

    `side` has claimed it, if any has.
    """

    id: str
    at: Point | None = None
    garrison: str | None = None
    hidden: bool = False
    side: str | None = None


@dataclass(frozen=True, slots=True)
class ScanToken:
    """A Scan Token of a side at a point, placed by a unit."""

    side: str
    at: Point
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: sides in order of initiative, and what is being activated."""

    order: tuple[str, ...]
    side: str
    battlegroup: str | None = None
    squad: str | None = None
    done: tuple[tuple[str, str], ...] = ()
    """Battlegroups activated in this round, as (side, battlegroup)."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that lasts. `turn` None: squads act in any order.

    Nothing in it is an unordered set: two equal states print alike in every process.
    """

    units: FrozenMap[str, Unit]
    squads: FrozenMap[str, Squad]
    pieces: FrozenMap[str, Piece]
    links: tuple[tuple[str, str], ...] = ()
    objectives: FrozenMap[str, Objective] = _EMPTY
    scan_tokens: tuple[ScanToken, ...] = ()
    round: int = 1
    phase: Phase = Phase.ACTIVATION
    turn: Turn | None = None
    size: Point | None = None
    """Width and depth of the table, where it ends."""

    def with_unit(self, unit: Unit) -> State:
        """The state with one unit changed."""
        return replace(self, units=self.units.put(unit.id, unit))

    def with_squad(self, squad: Squad) -> State:
        """The state with one squad changed."""
        return replace(self, squads=self.squads.put(squad.id, squad))

    def with_piece(self, piece: Piece) -> State:
        """The state with one scenery piece changed."""
        return replace(self, pieces=self.pieces.put(piece.id, piece))

    def with_objective(self, objective: Objective) -> State:
        """The state with one Objective changed."""
        return replace(self, objectives=self.objectives.put(objective.id, objective))


def change_unit(state: State, unit: str, **changes: Any) -> State:
    """The state with fields of one unit changed."""
    return state.with_unit(replace(state.units[unit], **changes))


def change_squad(state: State, squad: str, **changes: Any) -> State:
    """The state with fields of one squad changed."""
    return state.with_squad(replace(state.squads[squad], **changes))


def members(state: State, squad: str) -> tuple[Unit, ...]:
    """The units of a squad that are not destroyed, in order (DZ-UNI-01)."""
    return tuple(u for u in state.units.values() if u.squad == squad and not u.gone)


def occupants(state: State, garrison: str) -> tuple[Unit, ...]:
    """The units inside a Garrison, of all sides, in order (DZ-GEN-04)."""
    return tuple(
        unit
        for unit in state.units.values()
        if isinstance(unit.where, InGarrison) and unit.where.garrison == garrison
    )


def squads_inside(state: State, garrison: str) -> tuple[str, ...]:
    """Names of the squads inside a Garrison, in order."""
    return tuple(dict.fromkeys(unit.squad for unit in occupants(state, garrison)))


def passengers(state: State, transport: str) -> tuple[Unit, ...]:
    """The units in a Transport, in order."""
    return tuple(
        unit
        for unit in state.units.values()
        if isinstance(unit.where, Aboard) and unit.where.transport == transport
    )


def standing(state: State) -> Iterator[tuple[Unit, OnTable]]:
    """Units that stand on the table themselves, with where."""
    for unit in state.units.values():
        if isinstance(unit.where, OnTable):
            yield unit, unit.where


def paired(links: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Links in one order, each once: equal sets of links are equal, and print alike."""
    return tuple(sorted({(min(pair), max(pair)) for pair in links}))


def linked_to(state: State, garrison: str) -> tuple[str, ...]:
    """The Garrisons that one is linked to, in order."""
    return tuple(
        other for pair in state.links if garrison in pair for other in pair if other != garrison
    )


def sides(state: State) -> tuple[str, ...]:
    """The sides, in order met."""
    return tuple(dict.fromkeys(squad.side for squad in state.squads.values()))


def rules_of(table: Table[State]) -> HouseRules:
    """The house rules of a table."""
    rules: HouseRules = table.options
    return rules


def weapon_named(unit: Unit, name: str) -> Weapon | None:
    """The unit's weapon of that name, if it has one."""
    return next((weapon for weapon in unit.stats.weapons if weapon.name == name), None)
