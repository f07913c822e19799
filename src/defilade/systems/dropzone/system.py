"""Dropzone Commander as a rule system: what the protocol asks, and where it is answered.

Knows the protocol as a whole; every answer is another module's. Heavy modules are imported
when they are first needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from defilade.systems.dropzone.battle import Battle
from defilade.systems.dropzone.clauses import CLAUSES
from defilade.systems.dropzone.options import HouseRules
from defilade.systems.dropzone.wording import WORDING

if TYPE_CHECKING:
    from defilade.dice import Procedure, Thrown
    from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
    from defilade.ruling import ClauseIndex, Question, Ruling
    from defilade.systems.dropzone.actions import Action
    from defilade.systems.dropzone.state import State
    from defilade.systems.protocol import CaseBench, Editor, Policy, Prospect, View, Wording
    from defilade.table import Adoption, Catalogue, Draft, Faults, Scene, Table, WrongEdition

NAME = "dropzone"


class Dropzone:
    """Scenery and Garrisons of Dropzone Commander, second edition; see `System`."""

    name = NAME
    version = "2.2-1"
    title = "Dropzone Commander (2nd edition): scenery and garrisons"
    example = "dropzone.yaml"

    @property
    def clauses(self) -> ClauseIndex:
        """Every clause of the ledger."""
        return CLAUSES

    @property
    def battle_type(self) -> type[Battle]:
        """What a battle file describes."""
        return Battle

    @property
    def options_type(self) -> type[HouseRules]:
        """The house rules."""
        return HouseRules

    @property
    def wording(self) -> Wording:
        """The words, in English."""
        return WORDING

    @property
    def policies(self) -> Mapping[str, Mapping[str, Policy]]:
        """Named policies for choices."""
        from defilade.systems.dropzone.prospect import POLICIES

        return POLICIES

    @property
    def editor(self) -> Editor:
        """Edits of battles by hand."""
        from defilade.systems.dropzone.editing import EDITOR

        return EDITOR

    def check(self, draft: Draft[Any], *, waive: Iterable[str] = ()) -> Table[State] | Faults[Any]:
        """A table, or all faults."""
        from defilade.systems.dropzone.checks import check

        return check(draft, system=NAME, waive=waive)

    def scene(self, table: Table[State]) -> Scene:
        """What stands where."""
        from defilade.systems.dropzone.scene import scene_of

        return scene_of(table.state)

    def rule(self, question: Question, table: Table[State]) -> Ruling:
        """The answer to one of the five questions."""
        from defilade.systems.dropzone.answering import answer
        from defilade.systems.dropzone.details import DETAILS
        from defilade.systems.protocol import check_details

        check_details(question, DETAILS)
        return answer(question, table)

    def survey(self, piece: str, table: Table[State]) -> tuple[View, ...]:
        """What a unit or piece can do or suffer."""
        from defilade.systems.dropzone.survey import surveyed

        return surveyed(piece, table)

    def actions(self, table: Table[State]) -> tuple[Action, ...]:
        """A useful selection of legal actions."""
        from defilade.systems.dropzone.offers import offered

        return offered(table)

    def read_action(self, text: str, table: Table[State]) -> Action | NotUnderstood | Ambiguous:
        """The action a line names."""
        from defilade.systems.dropzone.reading import read_action

        return read_action(text, table.state)

    def write_action(self, action: Action) -> str:
        """The line of an action."""
        from defilade.systems.dropzone.notation import write_action

        return write_action(action)

    def begin(self, table: Table[State], action: Action) -> Procedure | Rejection:
        """What carries an action out, or why it is refused."""
        from defilade.systems.dropzone.begin import begin

        return begin(table, action)

    def narrate(
        self,
        before: Table[State],
        action: Action,
        thrown: tuple[Thrown, ...],
        after: Table[State],  # it follows from the rest
    ) -> tuple[Event, ...]:
        """What happened."""
        from defilade.game import Rejection
        from defilade.systems.dropzone.begin import begin
        from defilade.systems.dropzone.narrate import narrated

        start = begin(before, action)
        return () if isinstance(start, Rejection) else narrated(start, thrown)

    def prospect(self, action: Action, table: Table[State]) -> Prospect | Rejection:
        """The odds of an action."""
        from defilade.systems.dropzone.prospect import prospect

        return prospect(table, action)

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        """Units of a second edition catalogue."""
        from defilade.systems.dropzone.adopt import adopt

        return adopt(catalogue)

    def bench(self) -> CaseBench:
        """The case adapter."""
        from defilade.systems.dropzone.bench import DropzoneBench

        return DropzoneBench()


SYSTEM = Dropzone()
