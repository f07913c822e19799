"""A seat at the table: one line typed in, one step of the game taken, its words printed.

Knows sessions, prompts and the commands of `play`; where lines come from is not its business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from defilade.cli.acting import found_of
from defilade.cli.screen import Screen
from defilade.cli.telling import tell_events, tell_refusal
from defilade.cli.throwing import needed, thrown_text, wanted_text
from defilade.dice import BudgetSpent, Choose, OpenChoice, Typed, WrongFaces
from defilade.formats.asking import question_words
from defilade.game import LogError, NotUnderstood, Rejection, Session
from defilade.systems.protocol import TextBoard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defilade.systems.protocol import Policy, System

LISTED = 20
"""Actions listed at once, with their odds."""
BUDGET = 60_000
"""Answers spent on the odds of one listed action."""

HELP = """\
NUMBER or ACTION   act; actions are written as they are listed
list [all]         what may be done now, with odds
odds NUMBER        the odds of one of them in full
ask QUESTION...    a ruling, as in `defilade ask`
roll               roll the pending dice from the seed (an empty line does, at a terminal)
4,6,6,1            the pending dice as thrown at the table
NUMBER             the pending choice
auto               let the policy make the pending choice
undo, redo         take back the last act, throw or choice, or do it again
log                every entry so far
save FILE          write the log, in the middle of a roll too
load FILE          go on from a saved log
draw FILE          the table as SVG or PNG
board              the table in letters, where the game has such boards
quit               end, and show the seed"""


class Wrong(Exception):
    """A line that led to nothing; the words are printed by the seat."""


@dataclass(slots=True)
class Seat:
    """The game as one seat sees it; `session` moves on with each line."""

    system: System
    session: Session
    screen: Screen
    policy: Mapping[str, Policy]
    load: Callable[[str], Session]
    write: Callable[[str, str], None]
    over: bool = False
    failed: bool = False

    def take(self, line: str) -> None:
        """Do what a line says; a line that leads to nothing is answered and remembered."""
        word, _, rest = line.strip().partition(" ")
        try:
            command = _COMMANDS.get(word.lower())
            if command is not None and not (rest and self._is_action(line.strip())):
                command(self, rest.strip())
            elif self.session.pending is not None:
                if self._is_action(line.strip()):
                    raise Wrong("answer what is asked first, or `undo`")
                self._answer(line.strip())
            else:
                self._act(line.strip())
        except Wrong as wrong:
            self.failed = True
            if str(wrong):
                self.screen.complain(str(wrong))
        except (LogError, WrongFaces) as error:
            self.failed = True
            self.screen.complain(self._why(error))
        except typer.Exit:
            self.failed = True  # a file that could not be read or written has said so itself

    def _is_action(self, line: str) -> bool:
        """Whether a line that begins like a command is an action of the game (`roll attack`)."""
        read = self.system.read_action(line, self.session.table)
        return not isinstance(read, NotUnderstood)

    def prompt(self) -> None:
        """Say what is wanted now."""
        question = self.session.pending
        if question is None:
            self.screen.tell("your action? (list, help)", style="dim")
            return
        said = question_words(question, self.system.wording)
        if isinstance(question, Choose):
            self.screen.say(
                f"{question.player}: {said} [{question.clause}]", style="bold", indent=2
            )
            for number, option in enumerate(question.options, 1):
                self.screen.say(f"  {number}  {self._option(option)}", indent=4)
        else:
            dice = wanted_text(question)
            self.screen.say(f"{said}: {dice} [{question.clause}]", style="bold", indent=2)

    def _option(self, option: Any) -> str:
        return self.system.wording.term(str(option))

    def _why(self, error: LogError | WrongFaces) -> str:
        if isinstance(error, LogError):
            return error.why
        given = ",".join(map(str, error.given)) if isinstance(error.given, tuple) else error.given
        return f"{given} will not do: wanted {error.wanted}"

    def _act(self, text: str) -> None:
        wish: Any = text
        if text.isdecimal():
            wish = self._offered(text)
        after = self.session.act(wish)
        if not isinstance(after, Session):
            tell_refusal(after, self.system, self.screen)
            raise Wrong
        self._moved(after)

    def _offered(self, text: str) -> Any:
        offered = self.system.actions(self.session.table)
        if not 1 <= int(text) <= len(offered):
            raise Wrong(f"there are {len(offered)} actions; `list all` numbers them")
        return offered[int(text) - 1]

    def _answer(self, text: str) -> None:
        question = self.session.pending
        if isinstance(question, Choose):
            if not text.isdecimal() or not 1 <= int(text) <= len(question.options):
                raise Wrong(f"choose a number from 1 to {len(question.options)}, or `auto`")
            self._moved(self.session.choose(int(text) - 1))
            return
        typed = Typed(text)
        faces = typed.left
        wants = needed(self.session)
        if len(faces) != wants:
            raise Wrong(f"{len(faces)} dice given, {wants} wanted; or `roll`")
        self._moved(self.session.answer(faces))

    def _moved(self, after: Session) -> None:
        before, self.session = self.session, after
        thrown = _last_thrown(before, after)
        if thrown:
            self.screen.tell(f"  {thrown}", indent=2)
        if after.pending is None:
            events = after.events()
            tell_events(events[len(before.events()) :], self.system, self.screen)

    def _roll(self, _rest: str) -> None:
        if self.session.pending is None or isinstance(self.session.pending, Choose):
            raise Wrong("no dice are asked for")
        self._moved(self.session.roll())

    def _auto(self, _rest: str) -> None:
        from defilade.dice.resolve import chosen

        question = self.session.pending
        if not isinstance(question, Choose):
            raise Wrong("no choice is asked for")
        try:
            option = chosen(question, self.policy)
        except OpenChoice:
            raise Wrong("the policy has no say here: choose a number") from None
        self._moved(self.session.choose(question.options.index(option)))

    def _undo(self, _rest: str) -> None:
        self._turned(self.session.undo(), "undone")

    def _redo(self, _rest: str) -> None:
        self._turned(self.session.redo(), "done again")

    def _turned(self, after: Session | Rejection, said: str) -> None:
        if isinstance(after, Rejection):
            tell_refusal(after, self.system, self.screen)
            raise Wrong
        self.session = after
        self.screen.tell(f"  {said}")

    def _list(self, rest: str) -> None:
        offered = self.system.actions(self.session.table)
        shown = offered if rest == "all" else offered[:LISTED]
        for number, action in enumerate(shown, 1):
            text = self.system.write_action(action)
            self.screen.say(f"{number:>4}  {text}{self._chances(action)}", indent=6)
        if len(shown) < len(offered):
            self.screen.say(f"      and {len(offered) - len(shown)} more: `list all`")
        if not offered:
            self.screen.say("  nothing may be done now")

    def _chances(self, action: Any) -> str:
        from defilade.drawing import percent
        from defilade.drawing.chances import decimal, is_numeric

        prospect = self.system.prospect(action, self.session.table)
        if isinstance(prospect, Rejection):
            return ""
        try:
            found = found_of(prospect, self.policy, budget=BUDGET)
        except (BudgetSpent, OpenChoice):
            return ""
        parts = []
        for measure, odds in found:
            term = self.system.wording.term(measure.name)
            if is_numeric(odds):
                parts.append(f"{term} {decimal(odds.mean())} on average")
            elif odds.get(True):
                parts.append(f"{term} {percent(odds[True])}")
        return f"   ({', '.join(parts)})" if parts else ""

    def _odds(self, rest: str) -> None:
        from defilade.drawing import Series, odds_text

        action = self._offered(rest) if rest.isdecimal() else self._read(rest)
        prospect = self.system.prospect(action, self.session.table)
        if isinstance(prospect, Rejection):
            tell_refusal(prospect, self.system, self.screen)
            raise Wrong
        try:
            found = found_of(prospect, self.policy)
        except BudgetSpent:
            raise Wrong("exact odds take too long here; see `defilade odds --sample`") from None
        for measure, odds in found:
            self.screen.say(self.system.wording.term(measure.name), style="bold")
            plain = self.screen.ascii_only
            for line in odds_text([Series("", odds)], width=self.screen.width, ascii_only=plain):
                self.screen.say(line)

    def _read(self, text: str) -> Any:
        from defilade.game import Ambiguous, NotUnderstood

        action = self.system.read_action(text, self.session.table)
        if isinstance(action, NotUnderstood | Ambiguous):
            tell_refusal(action, self.system, self.screen)
            raise Wrong
        return action

    def _ask(self, rest: str) -> None:
        import shlex

        from defilade.cli.hexes import numbered
        from defilade.cli.questions import QuestionError, question_of
        from defilade.cli.telling import tell_ruling

        try:
            scene = self.system.scene(self.session.table)
            question = question_of(numbered(shlex.split(rest), scene))
            ruling = self.system.rule(question, self.session.table)
        except (QuestionError, ValueError) as error:
            raise Wrong(str(error)) from None
        except KeyError as error:
            raise Wrong(f"nothing here is called {error}") from None
        tell_ruling(ruling, self.system, self.screen)

    def _log(self, _rest: str) -> None:
        from defilade.game.log import body_json

        standing = set(self.session.log.live())
        for number, body in enumerate(self.session.log.bodies):
            fields = body_json(body)
            kind = fields.pop("kind")
            told = " ".join(_told(value) for value in fields.values())
            undone = kind in ("act", "throw", "pick") and number not in standing
            self.screen.say(f"{number:>4}  {kind} {told}{'  (undone)' * undone}", indent=6)

    def _save(self, rest: str) -> None:
        from defilade.formats.log import log_text

        if not rest:
            raise Wrong("save where? write: save FILE")
        self.write(rest, log_text(self.session.log))

    def _load(self, rest: str) -> None:
        if not rest:
            raise Wrong("load what? write: load FILE")
        self.session = self.load(rest)
        self.system = self.session.rules  # type: ignore[assignment]  # load gives a System's
        self.screen.tell(f"  {len(self.session.log.bodies)} entries")

    def _draw(self, rest: str) -> None:
        from defilade.cli.files import write_picture
        from defilade.drawing import board_svg

        if not rest:
            raise Wrong("draw where? write: draw FILE.svg")
        write_picture(rest, board_svg(self.system.scene(self.session.table)), self.screen)

    def _board(self, _rest: str) -> None:
        if not isinstance(self.system, TextBoard):
            raise Wrong(f"{self.system.title} has no boards in letters; write: draw FILE.svg")
        self.screen.say(self.system.board_text(self.session.table))

    def _quit(self, _rest: str) -> None:
        self.over = True

    def _help(self, _rest: str) -> None:
        self.screen.say(HELP)


def _last_thrown(before: Session, after: Session) -> str:
    """The throw that led from one session to the next, in words."""
    run = before.moments[-1].run
    if run is None or len(after.moments) <= len(before.moments):
        return ""
    moment = after.moments[-1]
    log = moment.thrown if moment.run is None else moment.run.log
    return thrown_text(log[len(run.log)])


def _told(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


_COMMANDS: dict[str, Callable[[Seat, str], None]] = {
    "help": Seat._help,
    "?": Seat._help,
    "list": Seat._list,
    "odds": Seat._odds,
    "ask": Seat._ask,
    "roll": Seat._roll,
    "auto": Seat._auto,
    "undo": Seat._undo,
    "redo": Seat._redo,
    "log": Seat._log,
    "save": Seat._save,
    "load": Seat._load,
    "draw": Seat._draw,
    "board": Seat._board,
    "quit": Seat._quit,
}
