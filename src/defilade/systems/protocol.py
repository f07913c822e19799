"""The one small protocol that every rule system answers to.

Knows table, ruling, dice and game; never any particular system. Few primitives; what can
be derived from them is a function elsewhere, never a method here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import isfinite
from typing import Any, Protocol, TypeAlias, runtime_checkable

from defilade.dice import Choose, Procedure
from defilade.errors import DefiladeError
from defilade.game import Ambiguous, NotUnderstood, Rejection, Rules
from defilade.record import Record
from defilade.ruling import ClauseIndex, Movement, Question, Reading, Reason, Ruling
from defilade.table import Adoption, Catalogue, Draft, Fault, Faults, Scene, Table, WrongEdition
from defilade.table.editing import Adding, EditError, Loose, Motion, Stock, Thing
from defilade.table.scene import Point

Policy: TypeAlias = Callable[[Choose], Any]
"""Answers a choice without asking anybody."""

Outcome: TypeAlias = Any
Measured: TypeAlias = int | float | bool | str | Fraction | tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing to know of an outcome: `hull_lost`, `destroyed`.

    `of` projects the procedure's answer onto it. A number is shown as a distribution with
    exactly-N and at-least-N, a truth value as one probability.
    """

    name: str
    of: Callable[[Outcome], Measured]
    unit: str = ""
    alone: Procedure | None = None
    """A smaller procedure that `of` reads the same odds off, where there is one: it keeps nothing
    but what this measure needs, so that its states merge better."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A procedure whose answer is small enough to merge well, and what to read off it.

    Odds, samples and single rolls of an action's effect all come from this one procedure.
    """

    procedure: Procedure
    measures: tuple[Measure, ...]
    notes: tuple[Reason, ...] = ()
    """What the odds take for granted: defaults without a source, policies, limits."""


class Wording(Protocol):
    """The words of one game: the only place where its sentences are made."""

    def reason(self, reason: Reason) -> str:
        """One reason as a sentence, its numbers in it, without the clause id."""

    def fault(self, fault: Fault) -> str:
        """One fault of a battle file as a sentence that says what would mend it."""

    def event(self, code: str, params: Record) -> str:
        """One event as a sentence."""

    def question(self, clause: str, params: Record) -> str:
        """What a pending question asks of the player, for its clause."""

    def term(self, code: str) -> str:
        """The game's own term for a code: an order, a layer, a measure, a verdict."""


class DetailError(DefiladeError):
    """A detail of a question that means nothing to the system, or has no such value."""


Details: TypeAlias = Mapping[type[Any], Mapping[str, Iterable[object] | None]]
"""For each kind of question the details a system knows: a name, and its possible values, or
None where any value does."""


def check_details(question: Question, details: Details) -> None:
    """Raise `DetailError` for details that are not known, or have a value that is not listed,
    and for a path with a number that is none."""
    known = details.get(type(question), {})
    if isinstance(question, Movement) and not all(map(isfinite, chain(*question.path))):
        raise DetailError("the path has a coordinate that is no number")
    for name, value in question.detail.items():
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise DetailError(f"{name} means nothing to this question; known are: {names}")
        values = known[name]
        if values is not None and value not in {str(each) for each in values} | set(values):
            listed = ", ".join(dict.fromkeys(str(each) for each in values))
            raise DetailError(f"{name} is one of {listed}, not {value}")


@dataclass(frozen=True, slots=True)
class View:
    """One row of a survey: a ruling and, where it allows something, the odds of it."""

    ruling: Ruling
    prospect: Prospect | None = None


class CaseBench(Protocol):
    """Runs the steps of worked cases written in one system's vocabulary.

    `tolerance` is how far a measured number may be off; exact fractions must be equal. A word of
    a step that is not asked for is none of the vocabulary, unless it is among those of `spare`,
    a frozenset that a bench may have.
    """

    tolerance: float

    def open(self, case: Mapping[str, Any]) -> Any:
        """The bench state that a case's `given` (and `options`) describes."""

    def step(self, state: Any, step: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        """Do one step: the state after it and everything it yields, by the names of cases.

        Raises `ValueError` naming the word of the step that is not in the vocabulary.
        """

    def fresh(self, case: Mapping[str, Any], step: Mapping[str, Any]) -> bool:
        """Whether a step starts again from `given`."""


@runtime_checkable
class TextBoard(Protocol):
    """What a system may offer besides: its table as a board drawn in letters."""

    def board_text(self, table: Table[Any]) -> str:
        """The board, in a notation that a battle file of the system reads back."""


class Editor(Protocol):
    """Edits of a system's battles by hand; each gives a new battle, unchecked.

    All but `spelled`, `stock` and `sketch` are asked of a battle that was spelled out. Raises
    `EditError` for what means nothing to the battle.
    """

    def spelled(self, battle: Any) -> Any:
        """The battle with a line of its own for everything on the board."""

    def drawn(self, battle: Any) -> Any:
        """A spelled battle as people write it: the same battle, in fewer words."""

    def things(self, battle: Any) -> tuple[Thing, ...]:
        """Everything on the board that can be edited, by the ids of its scene."""

    def thing(self, battle: Any, name: str) -> Thing | None:
        """The thing of that id, or the only one that questions call so."""

    def stock(self, battle: Any) -> tuple[Stock, ...]:
        """What can be added."""

    def words(self, battle: Any) -> Mapping[str, tuple[str, ...]]:
        """For fields of lines that hold a name, such as a side: the names there are."""

    def loose(self, battle: Any, thing: Thing) -> tuple[Loose, ...]:
        """Fields of a thing that are written elsewhere than in its line."""

    def with_loose(self, battle: Any, thing: Thing, name: str, value: str | None) -> Any:
        """Another value for such a field."""

    def moved(self, battle: Any, thing: Thing, motion: Motion) -> Any:
        """A thing placed, and turned where the motion has a facing."""

    def outlined(self, battle: Any, thing: Thing, corners: tuple[Point, ...]) -> Any:
        """A ground with other corners, or on other hexes."""

    def copied(self, battle: Any, thing: Thing, to: Point, name: str | None) -> Any:
        """A thing twice: the copy under a name, or under the next free one."""

    def added(self, battle: Any, stock: Stock, adding: Adding) -> Any:
        """Something from stock put on the board."""

    def removed(self, battle: Any, thing: Thing) -> Any:
        """The battle without a thing."""

    def tidied(self, battle: Any) -> Any:
        """The battle without what the change of a field has made untrue elsewhere."""

    def sketch(self, battle: Any) -> Scene:
        """What stands where, unchecked; may raise whatever a faulty battle leads to."""


@runtime_checkable
class Editable(Protocol):
    """What a system may offer besides: battles that are edited by hand, as on a board."""

    @property
    def editor(self) -> Editor:
        """The editor of its battles."""


@runtime_checkable
class BriefSurvey(Protocol):
    """What a system may offer besides: surveys without what takes long, for all pieces in turn."""

    def brief(self, piece: str, table: Table[Any]) -> tuple[View, ...]:
        """What the piece sees, suffers and shoots, as in its survey."""


@runtime_checkable
class ReadingsApart(Protocol):
    """What a system may offer besides: the readings that its rulings leave out, as they take long.

    `systems.readings.ruled_in_full` asks for both.
    """

    def readings(self, ruling: Ruling, table: Table[Any]) -> tuple[Reading, ...]:
        """What other readings of the text give to the ruling's question, where that differs."""


class System(Rules, Protocol):
    """A rule system: what it knows, and the five questions it answers.

    Everything is a pure function of its arguments; nothing rolls, reads files or waits.
    """

    @property
    def title(self) -> str:
        """Name of the game and edition, as players write it."""

    @property
    def clauses(self) -> ClauseIndex:
        """Every clause of the system's ledger."""

    @property
    def battle_type(self) -> type[Any]:
        """The frozen dataclass that a battle file of this system describes."""

    @property
    def options_type(self) -> type[Any]:
        """The frozen dataclass of house rules; all fields have defaults."""

    @property
    def wording(self) -> Wording:
        """The game's words, in English."""

    @property
    def example(self) -> str:
        """File name, in `defilade.battles`, of the battle shipped to show this system."""

    @property
    def policies(self) -> Mapping[str, Mapping[str, Policy]]:
        """Named policies: name -> kind of choice -> policy. `default` always exists."""

    def check(self, draft: Draft[Any], *, waive: Iterable[str] = ()) -> Table[Any] | Faults[Any]:
        """All checks at once: a table, or every fault with its place and clause."""

    def scene(self, table: Table[Any]) -> Scene:
        """What stands where, for drawing and for questions of pure geometry."""

    def rule(self, question: Question, table: Table[Any]) -> Ruling:
        """The answer to one of the five questions.

        Raises `KeyError` with a name that is nobody's on this table, and `DetailError` for a
        detail that means nothing to the question (see `check_details`).
        """

    def survey(self, piece: str, table: Table[Any]) -> tuple[View, ...]:
        """Everything a chosen piece can do or suffer now, the most useful first."""

    def actions(self, table: Table[Any]) -> tuple[Any, ...]:
        """Actions that `begin` would accept now; a finite, useful selection where the
        legal ones are endless (moves), said so by the system's page."""

    def prospect(self, action: Any, table: Table[Any]) -> Prospect | Rejection:
        """The odds procedure of an action's effect."""

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        """Units of this edition from a catalogue, or the name of the edition it is."""

    def bench(self) -> CaseBench:
        """The adapter that runs worked cases."""


__all__ = [
    "Ambiguous",
    "BriefSurvey",
    "CaseBench",
    "DetailError",
    "Details",
    "EditError",
    "Editable",
    "Editor",
    "Measure",
    "Measured",
    "NotUnderstood",
    "Policy",
    "Prospect",
    "ReadingsApart",
    "Rejection",
    "System",
    "TextBoard",
    "View",
    "Wording",
    "check_details",
]
