"""The odds of an action: a small procedure, and what to read off its answer.

Knows which actions have odds; the steps thrown are the same as in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from defilade.dice import Ask, Choose, Done, Roll, Sum, Total
from defilade.game import Rejection
from defilade.ruling import Reason
from defilade.systems.dropzone.actions import Action, Cross, Fire, Leave, React, Seek
from defilade.systems.dropzone.begin import judge
from defilade.systems.dropzone.close import dp_of
from defilade.systems.dropzone.firing import Volley, volleys
from defilade.systems.dropzone.fortitude import fortitude_of, home_of, outnumbered
from defilade.systems.dropzone.judgement import Judged
from defilade.systems.dropzone.notation import write_action
from defilade.systems.dropzone.objectives import SearchOdds, search_need
from defilade.systems.dropzone.reasons import note
from defilade.systems.dropzone.state import State
from defilade.systems.dropzone.steps import Step, Wound, salvo, to_damage
from defilade.systems.protocol import Measure, Policy, Prospect
from defilade.table import Table
from defilade.values import DiceExpr


@dataclass(frozen=True, slots=True)
class Salvo:
    """All volleys of a squad: the answer is Damage and Criticals for each target in turn."""

    parts: tuple[tuple[Step, int, int], ...]
    width: int

    def ask(self) -> Sum:
        """Everything at once."""
        return salvo(self.parts, self.width)

    def take(self, row: tuple[int, ...]) -> Done[tuple[int, ...]]:
        """The row of numbers."""
        return Done(row)


@dataclass(frozen=True, slots=True)
class Quiet:
    """An action without dice: its outcome is certain."""

    def ask(self) -> Ask:
        """Nothing."""
        return Total("DZ-ACT-01", DiceExpr.fixed(0))

    def take(self, _nothing: int) -> Done[int]:
        """Done."""
        return Done(0)


@dataclass(frozen=True, slots=True)
class LeaveOdds:
    """The Fortitude Test of a squad that wants to leave: DP lost, 0 when it passes."""

    need: int

    def ask(self) -> Roll:
        """One die, every face apart: each costs another amount (DZ-GEX-06)."""
        return Roll("DZ-FOR-01", 1, (2, 3, 4, 5, 6))

    def take(self, counts: tuple[int, ...]) -> Done[int]:
        """The amount the die failed by."""
        face = counts.index(1) + 1
        passed = face > 1 and face >= self.need
        return Done(0 if passed else max(0, self.need - face))


@dataclass(frozen=True, slots=True)
class Falling:
    """The harm to one unit of a collapse or wreck, by itself: the die, then so many hits where
    it reaches (at least `least`) and does not spare (`spares`)."""

    dice: DiceExpr
    wound: Wound
    least: int = 0
    spares: int | None = None

    def ask(self) -> Total:
        """The die or dice that give the number of hits."""
        return Total("DZ-DES-06", self.dice)

    def take(self, number: int) -> Step:
        """The hits, to damage."""
        spared = number < self.least or number == self.spares
        return to_damage(0 if spared else number, self.wound)


def targets_of(lines: Sequence[Volley]) -> tuple[str, ...]:
    """Everything aimed at, in order."""
    return tuple(dict.fromkeys(volley.target for volley in lines))


def fire_odds(table: Table[State], lines: Sequence[Volley]) -> Prospect:
    """The odds of volleys: Damage and destruction of each target; the hits on others under a
    Blast and on friends are left out and noted."""
    names = targets_of(lines)
    parts = tuple((volley.step, names.index(volley.target), 1) for volley in lines)
    measures: list[Measure] = []
    for place, name in enumerate(names):
        measures += _measures(table, name, place, single=len(names) == 1)
    notes = [note("DZ-SHT-01", "odds_of_own_target")] if _spills(lines) else []
    return Prospect(Salvo(parts, len(names)), tuple(measures), tuple(notes))


def _spills(lines: Sequence[Volley]) -> bool:
    return any(volley.touched or volley.friends for volley in lines)


def _measures(table: Table[State], name: str, place: int, *, single: bool) -> list[Measure]:
    """What to read off the row for one target."""
    tail = "" if single else f"_{name}"
    at = 2 * place

    def damage(row: tuple[int, ...]) -> int:
        return row[at]

    left = _left(table, name)

    def gone(row: tuple[int, ...]) -> bool:
        return row[at] >= left

    found = [Measure(f"damage{tail}", damage, "DP"), Measure(f"destroyed{tail}", gone)]
    if name in table.state.pieces:

        def tokens(row: tuple[int, ...]) -> int:
            return row[at + 1]

        found.append(Measure(f"tokens{tail}", tokens))
    return found


def _left(table: Table[State], name: str) -> int:
    state = table.state
    if name in state.units:
        return state.units[name].dp_left
    if name in state.pieces:
        return state.pieces[name].dp or 0
    return dp_of(state, name)


def prospect(table: Table[State], action: Action) -> Prospect | Rejection:
    """The odds procedure of an action's effect, or why it is not allowed."""
    judged = judge(table, action)
    if judged.refused:
        return Rejection(write_action(action), judged.refused)
    match action:
        case Fire() | React():
            return fire_odds(table, volleys(table, judged.shots))
        case Seek(squad, _, tokens):
            need = search_need(table, squad, tokens)
            return Prospect(SearchOdds(need), (Measure("found", bool),))
        case Leave(squad) | Cross(squad):
            return _leaving(table, squad, judged)
        case _:
            return Prospect(Quiet(), (), _notes(judged))


def _notes(judged: Judged) -> tuple[Reason, ...]:
    return tuple(reason for reason in judged.reasons if reason.default)


def _leaving(table: Table[State], squad: str, judged: Judged) -> Prospect:
    home = home_of(table.state, squad)
    if home is None or not outnumbered(table.state, squad, home):
        return Prospect(Quiet(), (), _notes(judged))
    need = fortitude_of(table.state, squad).value
    measures = (
        Measure("dp_lost", int, "DP"),
        Measure("runs_away", lambda loss: loss > 0),
    )
    return Prospect(LeaveOdds(need), measures)


def first(question: Choose) -> Any:
    """The first option: places, flights and losses in the order they are offered."""
    return question.options[0]


def most_damage(question: Choose) -> Any:
    """The way to give up Focus hits that is expected to do most Damage."""
    return max(question.options, key=lambda given: given.mean)  # type: ignore[attr-defined]


_KINDS = (
    "place",
    "flight",
    "fortitude",
    "allocate",
    "opponent",
    "friend_hit",
    "close_damage",
    "focus",
)
POLICIES: dict[str, dict[str, Policy]] = {
    "default": {**dict.fromkeys(_KINDS, first), "focus": most_damage},
    "plain": dict.fromkeys(_KINDS, first),
}
"""Named policies: `default` gives up Focus hits for most Damage, `plain` never does."""
