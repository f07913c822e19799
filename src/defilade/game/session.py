"""A session: a table, a log, and what follows from folding the one over the other.

Knows actions, answers and undoing; never which system is played nor how dice are had.
Immutable: every step returns a new session, and a session is rebuilt from its log alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from defilade.dice import Choose, Roll, Run, Seeded, Thrown, Total, WrongFaces, commitment
from defilade.game.actions import Ambiguous, Event, NotUnderstood, Rejection
from defilade.game.log import (
    Act,
    Body,
    Commit,
    Face,
    Header,
    Log,
    LogError,
    Pick,
    Redo,
    Reveal,
    Throw,
    Undo,
)
from defilade.game.rules import Rules
from defilade.record import Datum, Record
from defilade.ruling import Reason, Weight
from defilade.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the game stands after one live entry: the table, and the roll under way.

    `thrown` is all that was answered for an action once it is complete.
    """

    table: Table[Any]
    action: Any = None
    run: Run | None = None
    thrown: tuple[Thrown, ...] = ()

    @property
    def pending(self) -> Roll | Total | Choose | None:
        """The question that waits for an answer, if one does."""
        return None if self.run is None else self.run.pending


@dataclass(frozen=True)
class Session:
    """A game under way. Compare sessions by `log.head`, states by `table`.

    `moments` holds the start and one snapshot for each live entry, so undoing is cheap;
    it is only a cache of the log.
    """

    rules: Rules
    log: Log
    moments: tuple[Moment, ...]
    seed: str | None = None

    @property
    def table(self) -> Table[Any]:
        """The table as it stands; during a roll, as it stood before the action."""
        return self.moments[-1].table

    @property
    def pending(self) -> Roll | Total | Choose | None:
        """The question that waits for dice or for a choice."""
        return self.moments[-1].pending

    def act(self, wish: Any, *, expected: str | None = None) -> Session | Refusal:
        """Begin an action, given as a value or as text.

        `expected` is the `log.head` the player saw: another one means a stale view.
        """
        if expected is not None and expected != self.log.head:
            return self._refuse(str(wish), "stale", head=self.log.head)
        if self.pending is not None:
            return self._refuse(str(wish), "answer_first", clause=self.pending.clause)
        action = self.rules.read_action(wish, self.table) if isinstance(wish, str) else wish
        if isinstance(action, NotUnderstood | Ambiguous):
            return action
        moment = begun(self.rules, self.table, action)
        if isinstance(moment, Rejection):
            return moment
        return self._with(Act(self.rules.write_action(action)), moment)

    def answer(self, given: tuple[Face, ...], *, origin: str = "table") -> Session:
        """Answer the pending roll with thrown faces; raises `WrongFaces` if they do not fit."""
        question = self.pending
        if not isinstance(question, Roll | Total):
            raise LogError(len(self.log.bodies), "no dice are asked for")
        moment = answered(self.moments[-1], given)
        return self._with(Throw(question.clause, given, origin), moment)

    def choose(self, index: int) -> Session:
        """Answer the pending choice by the number of the option, counted from 0."""
        question = self.pending
        if not isinstance(question, Choose):
            raise LogError(len(self.log.bodies), "no choice is asked for")
        if not 0 <= index < len(question.options):
            raise LogError(len(self.log.bodies), f"there is no option {index}")
        moment = answered(self.moments[-1], question.options[index])
        return self._with(Pick(question.clause, index, str(question.options[index])), moment)

    def seeded(self, seed: str) -> Session:
        """The session rolling from `seed` henceforth; the log gets the commitment only, and
        none if it is the seed committed to last, still to be shown."""
        if self.log.open_commitment() == commitment(seed):
            return replace(self, seed=seed)
        return replace(self, log=self.log.append(Commit(commitment(seed))), seed=seed)

    def roll(self) -> Session:
        """Answer the pending roll from the seed; call `seeded` once before."""
        if self.seed is None:
            raise LogError(len(self.log.bodies), "no seed was committed to")
        question = self.pending
        if not isinstance(question, Roll | Total):
            raise LogError(len(self.log.bodies), "no dice are asked for")
        run = self.moments[-1].run
        assert run is not None  # a pending question comes from a run
        faces = Seeded(self.seed).faces(question, self.log.history(), run.needs)
        return self.answer(faces, origin="seed")

    def reveal(self) -> Session:
        """Show the seed in the log, so that anyone can check the rolls made from it."""
        if self.seed is None:
            raise LogError(len(self.log.bodies), "no seed was committed to")
        return replace(self, log=self.log.append(Reveal(self.seed)), seed=None)

    def undo(self) -> Session | Rejection:
        """Take back the last act, throw or choice; the log marks it as undone."""
        live = self.log.live()
        if not live:
            return self._refuse("undo", "nothing_to_undo")
        return replace(self, log=self.log.append(Undo(live[-1])), moments=self.moments[:-1])

    def redo(self) -> Session | Rejection:
        """Do again what was undone last."""
        undone = self.log.undone()
        if not undone:
            return self._refuse("redo", "nothing_to_redo")
        moment = _moment(self.rules, self.moments[-1], self.log.bodies[undone[-1]], undone[-1])
        log = self.log.append(Redo(undone[-1]))
        return replace(self, log=log, moments=(*self.moments, moment))

    def events(self) -> tuple[Event, ...]:
        """Everything that happened in the actions completed so far, in order."""
        found: list[Event] = []
        for before, after in zip(self.moments, self.moments[1:], strict=False):
            if after.run is None:
                acted = after.action
                found += self.rules.narrate(before.table, acted, after.thrown, after.table)
        return tuple(found)

    def _with(self, body: Body, moment: Moment) -> Session:
        return replace(self, log=self.log.append(body), moments=(*self.moments, moment))

    def _refuse(self, action: str, code: str, **params: Datum) -> Rejection:
        reason = Reason("game", code, Record(**params), Weight.AGAINST)
        return Rejection(action, (reason,))


Refusal = Rejection | NotUnderstood | Ambiguous


def new_session(rules: Rules, table: Table[Any], *, battle: str, engine: str) -> Session:
    """A fresh game; `battle` is the battle document as compact JSON."""
    header = Header(engine, rules.name, rules.version, battle, table.waived)
    return Session(rules, Log(header), (Moment(table),))


def fold(rules: Rules, table: Table[Any], log: Log) -> Session:
    """The session that a log leads to, from the table its battle gives.

    Raises `LogError` with the number of the first entry that does not fold: an action
    that the rules refuse, a roll that is missing, faces that do not fit.
    """
    moments = [Moment(table)]
    for number in log.live():
        moments.append(_moment(rules, moments[-1], log.bodies[number], number))
    return Session(rules, log, tuple(moments))


def replay(rules: Rules, table: Table[Any], log: Log, *, engine: str) -> Session:
    """`fold`, but only on the same engine and rules, and with every revealed seed checked."""
    if (log.header.engine, log.header.rules) != (engine, rules.version):
        raise LogError(0, f"it was made by engine {log.header.engine}, rules {log.header.rules}")
    session = fold(rules, table, log)
    _check_seeds(session)
    return session


def begun(rules: Rules, table: Table[Any], action: Any) -> Moment | Rejection:
    """The moment after beginning an action on a table."""
    procedure = rules.begin(table, action)
    if isinstance(procedure, Rejection):
        return procedure
    return _settled(Moment(table, action, Run.start(procedure)))


def answered(moment: Moment, given: object) -> Moment:
    """The moment after answering its pending question; raises `WrongFaces`."""
    assert moment.run is not None  # callers ask only where something is pending
    return _settled(replace(moment, run=moment.run.answer(given)))


def _settled(moment: Moment) -> Moment:
    run = moment.run
    if run is not None and run.done:
        after = moment.table.with_state(run.value)
        return replace(moment, table=after, run=None, thrown=run.log)
    return moment


def _moment(rules: Rules, before: Moment, body: Body, number: int) -> Moment:
    match body:
        case Act(text):
            if before.run is not None:
                raise LogError(number, "it acts while a roll is under way")
            action = rules.read_action(text, before.table)
            if isinstance(action, NotUnderstood | Ambiguous):
                raise LogError(number, f"{text!r} is not an action here")
            begin = begun(rules, before.table, action)
            if isinstance(begin, Rejection):
                clauses = ", ".join(reason.clause for reason in begin.reasons)
                raise LogError(number, f"{text!r} is refused by {clauses}")
            return begin
        case Throw(clause, faces):
            _expect(before, number, clause, dice=True)
            try:
                return answered(before, faces)
            except WrongFaces as wrong:
                raise LogError(number, str(wrong)) from wrong
        case Pick(clause, index):
            _expect(before, number, clause, dice=False)
            question = before.pending
            assert isinstance(question, Choose)  # _expect has seen to it
            if not 0 <= index < len(question.options):
                raise LogError(number, f"there is no option {index}")
            return answered(before, question.options[index])
        case _:
            raise LogError(number, "it cannot be folded")


def _expect(before: Moment, number: int, clause: str, *, dice: bool) -> None:
    question = before.pending
    if question is None:
        raise LogError(number, "nothing was asked")
    if isinstance(question, Choose) is dice or question.clause != clause:
        raise LogError(number, f"{question.clause} was asked, not {clause}")


def _check_seeds(session: Session) -> None:
    bodies = session.log.bodies
    pending_at = _pendings(session)
    used: list[int] = []
    committed: str | None = None
    for number, body in enumerate(bodies):
        match body:
            case Commit(sha256):
                used, committed = [], sha256
            case Throw(_, _, "seed"):
                used.append(number)
            case Reveal(seed):
                if committed != commitment(seed):
                    raise LogError(number, "this seed is not the one committed to")
                for roll in used:
                    _check_roll(seed, session.log, roll, pending_at.get(roll))
            case _:
                pass


def _check_roll(seed: str, log: Log, number: int, asked: tuple[object, int] | None) -> None:
    if asked is None:
        return  # undone: its question is no longer part of the game
    body, (question, needs) = log.bodies[number], asked
    assert isinstance(body, Throw)  # only throws are collected
    assert isinstance(question, Roll | Total)  # and only these ask for one
    if Seeded(seed).faces(question, log.history(number), needs) != body.faces:
        raise LogError(number, "these faces do not follow from the seed")


def _pendings(session: Session) -> dict[int, tuple[object, int]]:
    asked: dict[int, tuple[object, int]] = {}
    for number, before in zip(session.log.live(), session.moments, strict=False):
        if before.run is not None:
            asked[number] = (before.pending, before.run.needs)
    return asked
