"""Archers on a field: a rule system just large enough to drive every command."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from defilade.dice import Choose, Done, Procedure, Roll, Thrown
from defilade.frozen import FrozenMap
from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
from defilade.record import NOTHING, Record
from defilade.ruling import (
    Clause,
    ClauseIndex,
    Disc,
    Fact,
    Firing,
    Line,
    Mark,
    Movement,
    Origin,
    Permission,
    Question,
    Reading,
    Reason,
    Ruling,
    Sight,
    Visible,
    Weight,
    permission,
)
from defilade.systems.protocol import Measure, Prospect, View
from defilade.table import (
    Adoption,
    Catalogue,
    Draft,
    Fault,
    Faults,
    Piece,
    Round,
    Scene,
    Severity,
    Table,
    WrongEdition,
    judged,
)

CLAUSES = ClauseIndex(
    "TY",
    (
        Clause("TY-RNG-1", "an archer shoots as far as its bow carries", Origin.SEED, "long_bows"),
        Clause("TY-HIT-1", "an arrow hits on 4 or more", Origin.CORE),
        Clause("TY-MRC-1", "the shooter may spare one hit", Origin.READING),
        Clause("TY-LIF-1", "the dead neither shoot nor are shot at", Origin.DEFAULT),
        Clause("TY-FOG-1", "fog hides", Origin.SEED, not_built="there is no weather"),
    ),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What may be read otherwise."""

    long_bows: bool = False
    """Whether bows carry twice as far (TY-RNG-1)."""


@dataclass(frozen=True, slots=True)
class Archer:
    """One archer."""

    side: str
    """Who plays it."""
    pos: tuple[float, float]
    """Where it stands."""
    bow: float = 12.0
    """How far it shoots."""
    arrows: int = 4
    """Dice it throws."""
    life: int = 2
    """Hits it takes."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A field of archers."""

    archers: Mapping[str, Archer]
    """Every archer by name."""
    title: str = ""
    """What the players call it."""
    options: HouseRules = field(default_factory=HouseRules)
    """House rules."""


@dataclass(frozen=True, slots=True)
class Shoot:
    by: str
    at: str


State = FrozenMap[str, Archer]


@dataclass(frozen=True)
class Arrows:
    state: State
    action: Shoot

    def ask(self) -> Roll:
        return Roll("TY-HIT-1", self.state[self.action.by].arrows, (4,))

    def take(self, counts: tuple[int, int]) -> Mercy:
        return Mercy(self.state, self.action, counts[1])


@dataclass(frozen=True)
class Mercy:
    state: State
    action: Shoot
    hits: int

    def ask(self) -> Choose:
        options = ("none", "one") if self.hits else ("none",)
        return Choose("TY-MRC-1", self.state[self.action.by].side, "mercy", options)

    def take(self, spared: str) -> Done[State]:
        target = self.state[self.action.at]
        lost = self.hits - (spared == "one")
        return Done(
            self.state.put(self.action.at, replace(target, life=max(0, target.life - lost)))
        )


@dataclass(frozen=True)
class Lost:
    before: int
    at: str

    def __call__(self, state: State) -> int:
        return self.before - state[self.at].life


@dataclass(frozen=True)
class Killed:
    at: str

    def __call__(self, state: State) -> bool:
        return state[self.at].life == 0


class Wording:
    def reason(self, reason: Reason) -> str:
        told = " ".join(f"{k} {v}" for k, v in reason.params.items())
        return f"{reason.code.replace('_', ' ')} {told}".strip()

    def fault(self, fault: Fault) -> str:
        return f"{fault.code.replace('.', ' ')}: {dict(fault.params)}"

    def event(self, code: str, params: Record) -> str:
        return f"{params['by']} takes {params['lost']} from {params['at']}"

    def question(self, clause: str, params: Record) -> str:
        return {"TY-HIT-1": "roll to hit", "TY-MRC-1": "spare a hit?"}[clause]

    def term(self, code: str) -> str:
        return code.replace("_", " ")


def first(question: Choose) -> Any:
    return question.options[0]


def last(question: Choose) -> Any:
    return question.options[-1]


class Toy:
    name = "toy"
    version = "1"
    title = "Toy Archers"
    clauses = CLAUSES
    battle_type = Battle
    options_type = HouseRules
    wording = Wording()
    example = "toy.yaml"
    policies: Mapping[str, Any] = {
        "default": {"mercy": first},
        "kind": {"mercy": last},
        "silent": {},
    }

    def check(self, draft: Draft[Battle], *, waive: Iterable[str] = ()) -> Table[Any] | Faults[Any]:
        faults = []
        for name, archer in draft.battle.archers.items():
            if archer.life <= 0:
                path = ("archers", name, "life")
                faults.append(Fault("toy.dead", path, Record(name=name), "TY-LIF-1", waiver="dead"))
            if not archer.arrows:
                path = ("archers", name, "arrows")
                faults.append(Fault("toy.idle", path, severity=Severity.WARNING))
        state = FrozenMap(draft.battle.archers)
        table = Table("toy", state, draft.battle.options, tuple(waive))
        return judged(draft, table, tuple(faults))

    def scene(self, table: Table[Any]) -> Scene:
        pieces = tuple(
            Piece(name, archer.side, archer.pos, Round(archer.life / 4))
            for name, archer in table.state.items()
        )
        return Scene("Field", (0, 0), (24, 24), pieces)

    def _reach(self, archer: Archer, table: Table[Any]) -> float:
        return archer.bow * (2 if table.options.long_bows else 1)

    def _reasons(self, by: str, at: str, table: Table[Any]) -> tuple[Reason, ...]:
        shooter, target = table.state[by], table.state[at]
        gap, reach = math.dist(shooter.pos, target.pos), self._reach(shooter, table)
        near = gap <= reach
        code, weight = ("in_range", Weight.FOR) if near else ("too_far", Weight.AGAINST)
        found = [Reason("TY-RNG-1", code, Record(distance=gap, reach=reach), weight)]
        if not shooter.life or not target.life:
            found.append(Reason("TY-LIF-1", "dead", NOTHING, Weight.AGAINST, default=True))
        return tuple(found)

    def rule(self, question: Question, table: Table[Any]) -> Ruling:
        match question:
            case Firing(by, at):
                reasons = self._reasons(by, at, table)
                start, end = table.state[by].pos, table.state[at].pos
                verdict = permission(reasons)
                mark = Mark.CLEAR if verdict is Permission.ALLOWED else Mark.BLOCKED
                reach = self._reach(table.state[by], table)
                facts = (
                    Fact("shot", Line(start, end), mark),
                    Fact("reach", Disc(start, reach), Mark.REACH),
                )
                numbers = Record(distance=math.dist(start, end), reach=reach)
                return Ruling(question, verdict, numbers, reasons, facts)
            case Sight(by, at):
                table.state[by], table.state[at]
                readings = (
                    Reading("long_bows", "true", Visible.FULLY),
                    Reading("long_bows", "false", Visible.NO),
                )
                return Ruling(question, Visible.UNSETTLED, readings=readings)
            case Movement():
                raise RuntimeError("a bug to be reported")
            case _:
                reason = Reason("TY-LIF-1", "no_such_thing", NOTHING, Weight.AGAINST)
                return Ruling(question, Permission.REFUSED, reasons=(reason,))

    def survey(self, piece: str, table: Table[Any]) -> tuple[View, ...]:
        side = table.state[piece].side
        foes = [name for name, archer in table.state.items() if archer.side != side]
        views = []
        for foe in foes:
            ruling = self.rule(Firing(piece, foe), table)
            prospect = self.prospect(Shoot(piece, foe), table)
            views.append(View(ruling, None if isinstance(prospect, Rejection) else prospect))
        return tuple(views)

    def actions(self, table: Table[Any]) -> tuple[Shoot, ...]:
        pairs = [Shoot(a, b) for a in table.state for b in table.state if a != b]
        foes = [p for p in pairs if table.state[p.by].side != table.state[p.at].side]
        return tuple(p for p in foes if not isinstance(self.begin(table, p), Rejection))

    def read_action(self, text: str, table: Table[Any]) -> Shoot | NotUnderstood | Ambiguous:
        found = re.fullmatch(r"(shoot|fire) (\w+)(?: -> (\w+))?", text)
        if not found:
            return NotUnderstood(
                text, len(text) if text.startswith("shoot") else 0, ("shoot A -> B",)
            )
        if found[3] is None:
            foes = [n for n in table.state if n != found[2]]
            return Ambiguous(text, tuple(f"shoot {found[2]} -> {foe}" for foe in foes))
        return Shoot(found[2], found[3])

    def write_action(self, action: Shoot) -> str:
        return f"shoot {action.by} -> {action.at}"

    def begin(self, table: Table[Any], action: Shoot) -> Procedure | Rejection:
        against = tuple(r for r in self._reasons(action.by, action.at, table) if r.forbids)
        if against:
            return Rejection(self.write_action(action), against)
        return Arrows(table.state, action)

    def prospect(self, action: Shoot, table: Table[Any]) -> Prospect | Rejection:
        procedure = self.begin(table, action)
        if isinstance(procedure, Rejection):
            return procedure
        life = table.state[action.at].life
        measures = (
            Measure("life_lost", Lost(life, action.at), "life"),
            Measure("killed", Killed(action.at)),
        )
        return Prospect(procedure, measures, (Reason("TY-MRC-1", "mercy_by_policy"),))

    def narrate(
        self, before: Table[Any], action: Shoot, thrown: tuple[Thrown, ...], after: Table[Any]
    ) -> tuple[Event, ...]:
        lost = before.state[action.at].life - after.state[action.at].life
        return (Event("hit", "TY-HIT-1", Record(by=action.by, at=action.at, lost=lost)),)

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        return WrongEdition(catalogue.game_system or "something else", "Toy Archers")

    def bench(self) -> Bench:
        return Bench()


class Bench:
    tolerance = 0.01

    def open(self, case: Mapping[str, Any]) -> Any:
        return dict(case.get("given", {}))

    def step(self, state: Any, step: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        if step["query"] != "sum":
            raise ValueError(f"{step['query']} is not in the vocabulary")
        return state, {"sum": sum(state.values())}

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        return False


SYSTEM = Toy()

BATTLE = """\
system: toy
title: Two archers
archers:
  Ann: {side: red, pos: [4, 4], arrows: 3}
  Bob: {side: blue, pos: [4, 14], life: 2}
  Cid: {side: blue, pos: [20, 20], life: 1}
"""
