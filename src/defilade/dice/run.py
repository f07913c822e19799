"""One real game: the same procedure with dice that somebody throws, one question at a time.

Knows what is pending and what was answered; must not know where faces come from.
A run is a value: it can be stored mid-roll, and its log alone rebuilds it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from defilade.dice.asks import (
    Ask,
    Choose,
    Done,
    Face,
    Procedure,
    Repeat,
    Roll,
    Sum,
    Total,
    procedure_of,
)
from defilade.dice.errors import BrokenLog, BudgetSpent, WrongFaces
from defilade.values import MOST_DICE

Question: TypeAlias = Roll | Total | Choose
"""What people can answer."""

UNASKED = 100_000
"""Steps in a row without a question before a procedure counts as endless."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A question, the `faces` thrown for it (none for a choice), and what they answer.

    The answer of dice of which some are thrown again is what they showed at first.
    """

    question: Question
    faces: tuple[Face, ...]
    answer: Any


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question nobody has answered yet. `turn` is how many were answered on the way to it;
    `kept` counts the dice that stand while others are thrown again."""

    question: Question
    turn: int
    kept: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A procedure that waits for what it asked."""

    procedure: Procedure
    inside: _Node


@dataclass(frozen=True, slots=True)
class _Side:
    """The copies of a `Sum` or `Repeat`, side by side in the order of their parts."""

    asked: Sum | Repeat
    copies: tuple[_Node | Done[Any], ...]


_Node: TypeAlias = "_Waiting | _Asked | _Side"


@dataclass(frozen=True, slots=True)
class Run:
    """A procedure under way: where it stands and what was answered so far (`log`).

    Start one with `Run.start`; two are equal when procedure and log are.
    """

    procedure: Procedure
    log: tuple[Thrown, ...] = ()
    _stands: _Node | Done[Any] = field(compare=False, repr=False, kw_only=True)

    @classmethod
    def start(cls, procedure: Ask) -> Run:
        """The run before anything is answered."""
        start = procedure_of(procedure)
        return cls(start, _stands=_entered(start, 0))

    @property
    def pending(self) -> Question | None:
        """The one question that waits now: of the lowest stage, then the earliest, equal ones
        pooled into one throw. `None` at the end."""
        pool = self._pool
        if not pool:
            return None
        first = pool[0].question
        match first:
            case Roll():
                return replace(first, n=self.needs, about=_about(pool))
            case Total():
                dice, copies = first.dice, len(pool)
                whole = replace(dice, count=dice.count * copies, bonus=dice.bonus * copies)
                return replace(first, dice=whole, about=_about(pool))
            case Choose():
                return first

    @property
    def needs(self) -> int:
        """How many dice are wanted now."""
        return sum(w.question.n for w in self._pool if not isinstance(w.question, Choose))

    @property
    def thrown(self) -> Thrown | None:
        """The last question with its answer."""
        return self.log[-1] if self.log else None

    @property
    def done(self) -> bool:
        """Whether the procedure has ended."""
        return isinstance(self._stands, Done)

    @property
    def value(self) -> Any:
        """What it came to; raises `ValueError` before the end."""
        if not isinstance(self._stands, Done):
            raise ValueError(f"not done: {self.pending!r} is pending")
        return self._stands.value

    def answer(self, given: Any) -> Run:
        """The run after the pending question is answered by thrown faces, in the order of the
        copies that wait for them, or by an option. Raises `WrongFaces`."""
        question = self.pending
        if question is None or isinstance(self._stands, Done):
            raise WrongFaces(question, given, "nothing: the run is done")
        if isinstance(question, Choose):
            if given not in question.options:
                raise WrongFaces(question, given, f"one of {question.options!r}")
            thrown = Thrown(question, (), given)
            supply = deque((given,))
        else:
            faces = _faces(question, self.needs, given)
            thrown = Thrown(question, faces, _answer(question, faces))
            supply = deque(faces)
        first = self._pool[0]
        stands, _ = _fed(
            self._stands, lambda waiting: bool(supply) and _pools(first, waiting), supply
        )
        return Run(self.procedure, (*self.log, thrown), _stands=stands)

    @property
    def _pool(self) -> list[_Waiting]:
        if isinstance(self._stands, Done):
            return []
        waiting = list(_waiting(self._stands))
        first = min(waiting, key=lambda one: (one.question.stage, one.turn))
        pool = [one for one in waiting if _pools(first, one)]
        if isinstance(first.question, Total):
            return pool[: MOST_DICE // first.question.n]
        return pool


def replayed(procedure: Ask, log: Iterable[Thrown]) -> Run:
    """The run that a log leads to; raises `BrokenLog` with the first entry that does not fit."""
    run = Run.start(procedure)
    for number, entry in enumerate(log):
        if run.pending != entry.question:
            raise BrokenLog(number, f"{run.pending!r} is pending, not {entry.question!r}")
        given = entry.answer if isinstance(entry.question, Choose) else entry.faces
        try:
            run = run.answer(given)
        except WrongFaces as wrong:
            raise BrokenLog(number, str(wrong)) from wrong
        if run.log[-1] != entry:
            raise BrokenLog(number, f"{entry.faces!r} do not answer {entry.answer!r}")
    return run


def _about(pool: list[_Waiting]) -> str:
    """Everything that a pooled throw is about, each once."""
    asked = [one.question for one in pool if not isinstance(one.question, Choose)]
    return ", ".join(dict.fromkeys(question.about for question in asked if question.about))


def _pools(first: _Waiting, other: _Waiting) -> bool:
    """Whether two waiting questions are one throw: the same but for the number of dice. Choices
    are made one by one."""
    match first.question, other.question:
        case Roll() as one, Roll() as two:
            alike = one.clause == two.clause and one.stage == two.stage
            return alike and (one.bands, one.die, one.again) == (two.bands, two.die, two.again)
        case Choose(), _:
            return first is other
        case one, two:
            return one == two


def _faces(question: Roll | Total, needs: int, given: Any) -> tuple[Face, ...]:
    wanted = f"{needs} of {question.die.name} ({question.die.faces})"
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise WrongFaces(question, given, wanted)
    if len(given) != needs:
        raise WrongFaces(question, given, wanted)
    for face in given:
        try:
            question.die.read(face)
        except (ValueError, TypeError) as wrong:
            raise WrongFaces(question, given, wanted) from wrong
    return tuple(given)


def _answer(question: Roll | Total, faces: Sequence[Face]) -> Any:
    if isinstance(question, Total):
        return question.add(faces)
    return question.sort(map(question.die.read, faces))


def _begun(asked: Ask, turn: int) -> _Node | Done[Any]:
    """What asking something leads to: a node that waits, or its answer if nothing is thrown."""
    match asked:
        case Roll():
            asked.check()
            return _Waiting(asked, turn) if asked.n else Done(asked.sort(()))
        case Total():
            return _Waiting(asked, turn) if asked.n else Done(asked.add(()))
        case Choose():
            single = len(asked.options) == 1
            return Done(asked.options[0]) if single else _Waiting(asked, turn)
        case Sum():
            return _sided(asked, [_begun(one, turn) for one, n in asked.parts for _ in range(n)])
        case Repeat():
            return _sided(asked, [_begun(asked.one, turn) for _ in range(asked.n)])
        case _:
            return _entered(asked, turn)


def _entered(procedure: Procedure, turn: int) -> _Node | Done[Any]:
    """Let a procedure ask until somebody has to answer."""
    for _ in range(UNASKED):
        inside = _begun(procedure.ask(), turn)
        if not isinstance(inside, Done):
            return _Asked(procedure, inside)
        after = procedure.take(inside.value)
        if isinstance(after, Done):
            return after
        procedure = after
    raise BudgetSpent(UNASKED, UNASKED, procedure)


def _sided(asked: Sum | Repeat, copies: list[_Node | Done[Any]]) -> _Node | Done[Any]:
    answers = [copy.value for copy in copies if isinstance(copy, Done)]
    if len(answers) < len(copies):
        return _Side(asked, tuple(copies))
    if isinstance(asked, Sum):
        return Done(asked.add(answers))
    fold = asked.fold
    for answer in answers:
        fold = fold.take(answer)
    return Done(fold)


def _waiting(node: _Node | Done[Any]) -> Iterator[_Waiting]:
    match node:
        case _Waiting():
            yield node
        case _Asked(_, inside):
            yield from _waiting(inside)
        case _Side(_, copies):
            for copy in copies:
                yield from _waiting(copy)
        case Done():
            return


def _fed(
    node: _Node | Done[Any], takes: Callable[[_Waiting], bool], supply: deque[Any]
) -> tuple[_Node | Done[Any], int]:
    """What a node becomes when its waiting questions take their share of the supply, and the turn
    at which that happened."""
    match node:
        case _Waiting() if takes(node):
            return _satisfied(node, supply)
        case _Asked(procedure, inside):
            inner, turn = _fed(inside, takes, supply)
            if not isinstance(inner, Done):
                return _Asked(procedure, inner), turn
            after = procedure.take(inner.value)
            return (after if isinstance(after, Done) else _entered(after, turn)), turn
        case _Side(asked, copies):
            fed = [_fed(copy, takes, supply) for copy in copies]
            return _sided(asked, [copy for copy, _ in fed]), max(turn for _, turn in fed)
        case _:
            return node, 0


def _satisfied(waiting: _Waiting, supply: deque[Any]) -> tuple[_Node | Done[Any], int]:
    question, turn = waiting.question, waiting.turn + 1
    match question:
        case Choose():
            return Done(supply.popleft()), turn
        case Total():
            return Done(question.add(_first(supply, question.n))), turn
        case Roll():
            readings = [question.die.read(face) for face in _first(supply, question.n)]
            stand = [reading for reading in readings if reading not in question.again]
            counts = question.sort(stand)
            if waiting.kept is not None:
                counts = tuple(map(sum, zip(waiting.kept, counts, strict=True)))
            if len(stand) == len(readings):
                return Done(counts), turn
            anew = replace(question, n=len(readings) - len(stand), again=())
            return _Waiting(anew, waiting.turn, counts), waiting.turn


def _first(supply: deque[Any], count: int) -> tuple[Any, ...]:
    return tuple(supply.popleft() for _ in range(count))
