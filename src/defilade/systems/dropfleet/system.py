"""Dropfleet Commander, firing: the system as the protocol asks for it.

Knows nothing of its own: every answer comes from a function of a chapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from defilade.systems.dropfleet.battle import Battle
from defilade.systems.dropfleet.clauses import CLAUSES
from defilade.systems.dropfleet.options import HouseRules
from defilade.systems.dropfleet.wording import WORDING

if TYPE_CHECKING:
    from defilade.dice import Procedure, Thrown
    from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
    from defilade.ruling import ClauseIndex, Question, Ruling
    from defilade.systems.dropfleet.bench import DropfleetBench
    from defilade.systems.dropfleet.state import State
    from defilade.systems.dropfleet.wording import DropfleetWording
    from defilade.systems.protocol import Editor, Policy, Prospect, View
    from defilade.table import (
        Adoption,
        Catalogue,
        Draft,
        Faults,
        Scene,
        Table,
        WrongEdition,
    )

NAME = "dropfleet"


class Dropfleet:
    """`systems.protocol.System` for Dropfleet Commander's firing rules. Chapters are imported
    when they are first needed, so that listing the systems stays quick."""

    name = NAME
    version = "DF-1.5/faq2.6.1"
    title = "Dropfleet Commander: firing (first edition, rules 1.5)"
    battle_type: type[Battle] = Battle
    options_type: type[HouseRules] = HouseRules
    example = "dropfleet.yaml"

    @property
    def clauses(self) -> ClauseIndex:
        """Every clause of the ledger."""
        return CLAUSES

    @property
    def wording(self) -> DropfleetWording:
        """The game's words."""
        return WORDING

    @property
    def policies(self) -> Mapping[str, Mapping[str, Policy]]:
        """Named policies for choices."""
        from defilade.systems.dropfleet.policies import POLICIES

        return POLICIES

    @property
    def editor(self) -> Editor:
        """Edits of battles by hand."""
        from defilade.systems.dropfleet.editing import EDITOR

        return EDITOR

    def check(
        self, draft: Draft[Battle], *, waive: Iterable[str] = ()
    ) -> Table[State] | Faults[Battle]:
        """A table, or every fault."""
        from defilade.systems.dropfleet.checks import check

        return check(draft, NAME, waive)

    def scene(self, table: Table[State]) -> Scene:
        """What stands where."""
        from defilade.systems.dropfleet.scene import scene_of

        return scene_of(table.state)

    def rule(self, question: Question, table: Table[State]) -> Ruling:
        """One of the five questions."""
        from defilade.systems.dropfleet.details import DETAILS
        from defilade.systems.dropfleet.rulings import rule
        from defilade.systems.protocol import check_details

        check_details(question, DETAILS)
        return rule(question, table.state, table.options)

    def survey(self, piece: str, table: Table[State]) -> tuple[View, ...]:
        """Shots of a piece, and its enemies' at it after each order."""
        from defilade.systems.dropfleet.survey import survey

        return survey(piece, table.state, table.options)

    def actions(self, table: Table[State]) -> tuple[Any, ...]:
        """What may be done now; of moves a selection."""
        from defilade.systems.dropfleet.legal import legal

        return legal(table.state, table.options)

    def prospect(self, action: Any, table: Table[State]) -> Prospect | Rejection:
        """The odds of an action."""
        from defilade.systems.dropfleet.prospects import prospect

        return prospect(table.state, table.options, action)

    def read_action(self, text: str, table: Table[State]) -> Any | NotUnderstood | Ambiguous:
        """An action from its line."""
        from defilade.systems.dropfleet.notation import read_action

        return read_action(text, table.state)

    def write_action(self, action: Any) -> str:
        """An action's line."""
        from defilade.systems.dropfleet.actions import write_action

        return write_action(action)

    def begin(self, table: Table[State], action: Any) -> Procedure | Rejection:
        """The procedure of an action."""
        from defilade.systems.dropfleet.begin import begin

        return begin(table.state, table.options, action)

    def narrate(
        self,
        before: Table[State],
        action: Any,
        thrown: tuple[Thrown, ...],
        after: Table[State],
    ) -> tuple[Event, ...]:
        """What happened, in the order of the rulebook."""
        from defilade.systems.dropfleet.narrate import narrate

        return narrate(before.state, action, thrown, after.state, before.options)

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        """Ships from a catalogue of the first edition."""
        from defilade.systems.dropfleet.adopt import adopt

        return adopt(catalogue)

    def bench(self) -> DropfleetBench:
        """The adapter that runs worked cases."""
        from defilade.systems.dropfleet.bench import DropfleetBench

        return DropfleetBench()


SYSTEM = Dropfleet()
"""The system, registered under `defilade.systems`."""
