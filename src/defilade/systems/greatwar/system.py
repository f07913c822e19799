"""The Great War as a rule system: the protocol's questions, each handed to its file.

Knows the protocol; holds no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from defilade.dice import Procedure, Thrown
from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
from defilade.ruling import ClauseIndex, Question, Ruling
from defilade.systems.greatwar import begin as beginning
from defilade.systems.greatwar import narrate as narrating
from defilade.systems.greatwar import policies, prospect, reading, rulings, survey
from defilade.systems.greatwar.actions import Action, write
from defilade.systems.greatwar.adopt import TITLE, adopt
from defilade.systems.greatwar.battle import Battle
from defilade.systems.greatwar.checks import check
from defilade.systems.greatwar.clauses import CLAUSES
from defilade.systems.greatwar.details import DETAILS
from defilade.systems.greatwar.options import HouseRules
from defilade.systems.greatwar.scene import scene_of, text_board
from defilade.systems.greatwar.state import State
from defilade.systems.greatwar.suppose import for_action
from defilade.systems.greatwar.wording import WORDING, GreatWarWording
from defilade.systems.protocol import Editor, Policy, Prospect, View, check_details
from defilade.table import Adoption, Catalogue, Draft, Faults, Scene, Table, WrongEdition

if TYPE_CHECKING:
    from defilade.systems.greatwar.bench import GreatWarBench


class GreatWar:
    """Commands & Colors: The Great War, as far as its terrain rules and what they rest on."""

    name = "greatwar"
    version = "1"
    title = TITLE
    battle_type: type[Battle] = Battle
    options_type: type[HouseRules] = HouseRules
    example = "greatwar.yaml"

    @property
    def clauses(self) -> ClauseIndex:
        """Every clause of the ledger."""
        return CLAUSES

    @property
    def wording(self) -> GreatWarWording:
        """The game's words, in English."""
        return WORDING

    @property
    def policies(self) -> Mapping[str, Mapping[str, Policy]]:
        """Named policies for flags and retreats."""
        return policies.POLICIES

    @property
    def editor(self) -> Editor:
        """Edits of battles by hand."""
        from defilade.systems.greatwar.editing import EDITOR

        return EDITOR

    def check(
        self, draft: Draft[Battle], *, waive: Iterable[str] = ()
    ) -> Table[State] | Faults[Battle]:
        """All checks at once."""
        return check(draft, waive=waive)

    def scene(self, table: Table[State]) -> Scene:
        """What stands where."""
        return scene_of(table.state)

    def board_text(self, table: Table[State]) -> str:
        """The board drawn as text, as a battle file's `board:` reads it."""
        return str(text_board(table.state))

    def rule(self, question: Question, table: Table[State]) -> Ruling:
        """The answer to one of the five questions."""
        check_details(question, DETAILS)
        return rulings.rule(table.state, table.options, question)

    def survey(self, piece: str, table: Table[State]) -> tuple[View, ...]:
        """Every combat of a unit and where it may go."""
        return survey.survey(table.state, table.options, piece)

    def actions(self, table: Table[State]) -> tuple[Action, ...]:
        """Actions that `begin` accepts now; of orders a selection."""
        return survey.actions(table.state, table.options)

    def read_action(self, text: str, table: Table[State]) -> Action | NotUnderstood | Ambiguous:
        """The action that a line names on this table."""
        return reading.read(text, table.state)

    def write_action(self, action: Action) -> str:
        """The line that `read_action` reads as the same action."""
        return write(action)

    def begin(self, table: Table[State], action: Action) -> Procedure | Rejection:
        """The procedure that carries an action out; its answer is the next state."""
        return beginning.begin(table.state, table.options, action)

    def prospect(self, action: Action, table: Table[State]) -> Prospect | Rejection:
        """The odds procedure of an action's effect; before orders, as if they were given."""
        state, notes = for_action(table.state, action)
        begun = beginning.begin(state, table.options, action)
        if isinstance(begun, Rejection):
            return begun
        found = prospect.prospect(state, table.options, action)
        return replace(found, notes=(*notes, *found.notes))

    def narrate(
        self,
        before: Table[State],
        action: Action,
        thrown: tuple[Thrown, ...],
        after: Table[State],
    ) -> tuple[Event, ...]:
        """What happened, in the rulebook's order."""
        return narrating.narrate(before.state, action, thrown, after.state)

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        """No catalogue is of this game."""
        return adopt(catalogue)

    def bench(self) -> GreatWarBench:
        """The adapter that runs worked cases."""
        from defilade.systems.greatwar.bench import GreatWarBench

        return GreatWarBench()
