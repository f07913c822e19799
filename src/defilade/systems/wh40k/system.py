"""Warhammer 40,000: the system as the protocol asks for it.

Knows nothing of its own: every answer comes from a function of a chapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from defilade.systems.wh40k.battle import Battle
from defilade.systems.wh40k.clauses import CLAUSES
from defilade.systems.wh40k.options import HouseRules
from defilade.systems.wh40k.wording import WORDING

if TYPE_CHECKING:
    from defilade.dice import Procedure, Thrown
    from defilade.game import Ambiguous, Event, NotUnderstood, Rejection
    from defilade.ruling import ClauseIndex, Question, Reading, Ruling
    from defilade.systems.protocol import Editor, Policy, Prospect, View
    from defilade.systems.wh40k.bench import Wh40kBench
    from defilade.systems.wh40k.state import State
    from defilade.systems.wh40k.wording import Wh40kWording
    from defilade.table import Adoption, Catalogue, Draft, Faults, Scene, Table, WrongEdition

NAME = "wh40k"


class Wh40k:
    """`systems.protocol.System` for the eleventh edition's terrain and shooting. Chapters are
    imported when they are first needed, so that listing the systems stays quick."""

    name = NAME
    version = "WH-11e"
    title = "Warhammer 40,000: terrain, visibility, cover (eleventh edition)"
    battle_type: type[Battle] = Battle
    options_type: type[HouseRules] = HouseRules
    example = "wh40k.yaml"

    @property
    def clauses(self) -> ClauseIndex:
        """Every clause of the ledger."""
        return CLAUSES

    @property
    def wording(self) -> Wh40kWording:
        """The game's words."""
        return WORDING

    @property
    def policies(self) -> Mapping[str, Mapping[str, Policy]]:
        """Named policies for choices."""
        from defilade.systems.wh40k.policies import POLICIES

        return POLICIES

    @property
    def editor(self) -> Editor:
        """Edits of battles by hand."""
        from defilade.systems.wh40k.editing import EDITOR

        return EDITOR

    def check(
        self, draft: Draft[Battle], *, waive: Iterable[str] = ()
    ) -> Table[State] | Faults[Battle]:
        """A table, or every fault."""
        from defilade.systems.wh40k.checks import check

        return check(draft, NAME, waive)

    def scene(self, table: Table[State]) -> Scene:
        """What stands where."""
        from defilade.systems.wh40k.scene import scene_of

        return scene_of(table.state, table.options)

    def rule(self, question: Question, table: Table[State]) -> Ruling:
        """One of the five questions."""
        from defilade.systems.protocol import check_details
        from defilade.systems.wh40k.details import DETAILS
        from defilade.systems.wh40k.rulings import rule

        check_details(question, DETAILS)
        return rule(question, table.state, table.options)

    def readings(self, ruling: Ruling, table: Table[State]) -> tuple[Reading, ...]:
        """What other readings give: asked for by itself, since sight is then found anew."""
        from defilade.systems.wh40k.readings import readings_of

        return readings_of(ruling, table.state, table.options)

    def survey(self, piece: str, table: Table[State]) -> tuple[View, ...]:
        """What a model's unit sees and suffers, and its shots."""
        from defilade.systems.wh40k.survey import survey

        return survey(piece, table.state, table.options)

    def brief(self, piece: str, table: Table[State]) -> tuple[View, ...]:
        """The survey without the ground that the unit can move to."""
        from defilade.systems.wh40k.survey import brief

        return brief(piece, table.state, table.options)

    def actions(self, table: Table[State]) -> tuple[Any, ...]:
        """What may be done now; of moves a selection."""
        from defilade.systems.wh40k.legal import legal

        return legal(table.state, table.options)

    def prospect(self, action: Any, table: Table[State]) -> Prospect | Rejection:
        """The odds of an action."""
        from defilade.systems.wh40k.prospect import prospect

        return prospect(table.state, table.options, action)

    def read_action(self, text: str, table: Table[State]) -> Any | NotUnderstood | Ambiguous:
        """An action from its line."""
        from defilade.systems.wh40k.notation import read_action

        return read_action(text, table.state)

    def write_action(self, action: Any) -> str:
        """An action's line."""
        from defilade.systems.wh40k.actions import write_action

        return write_action(action)

    def begin(self, table: Table[State], action: Any) -> Procedure | Rejection:
        """The procedure of an action."""
        from defilade.systems.wh40k.begin import begin

        return begin(table.state, table.options, action)

    def narrate(
        self, before: Table[State], action: Any, thrown: tuple[Thrown, ...], after: Table[State]
    ) -> tuple[Event, ...]:
        """What happened, in the order of the rulebook."""
        from defilade.systems.wh40k.narrate import narrate

        return narrate(before.state, action, thrown, after.state, before.options)

    def adopt(self, catalogue: Catalogue) -> Adoption | WrongEdition:
        """Units from a catalogue of this edition."""
        from defilade.systems.wh40k.adopt import adopt

        return adopt(catalogue)

    def bench(self) -> Wh40kBench:
        """The adapter that runs worked cases."""
        from defilade.systems.wh40k.bench import Wh40kBench

        return Wh40kBench()


SYSTEM = Wh40k()
"""The system, registered under `defilade.systems`."""
