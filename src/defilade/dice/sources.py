"""Where faces come from: a seed, a hand that types them in, a log; and playing with one of them.

Knows questions and how many dice they want. No source can be asked for a roll not yet due.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, overload

from defilade.dice.asks import Ask, Choose, Face, ProcedureOf, Roll, Total
from defilade.dice.errors import DiceShort
from defilade.dice.resolve import Policy, chosen
from defilade.dice.run import Run, Thrown

T = TypeVar("T")


class Source(Protocol):
    """Gives the faces for a question."""

    def faces(self, question: Roll | Total, index: int, count: int, /) -> tuple[Face, ...]:
        """`count` faces of the question's die, for the answer number `index` of a run."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """Faces drawn from a seed: the same for the same seed, index and question's die.

    Each index has a stream of its own, so that what is drawn for one shifts nothing elsewhere.
    Uses only `random.Random.random`, whose results do not change between Python versions.

    >>> Seeded("blue").faces(Roll("c", 3, (4,)), 0, 3) == Seeded("blue").faces(
    ...     Roll("c", 3, (4,)), 0, 3
    ... )
    True
    """

    seed: str | int

    def faces(self, question: Roll | Total, index: int, count: int, /) -> tuple[Face, ...]:
        """`count` faces, numbers of the physical die or names."""
        from random import Random

        die = question.die
        draw = Random(f"defilade dice/{self.seed}/{index}/{len(die.sides)}").random
        numbers = [int(draw() * len(die.sides)) for _ in range(count)]
        if die.is_named:
            return tuple(die.sides[number] for number in numbers)
        return tuple(number + 1 for number in numbers)


def commitment(seed: str | int) -> str:
    """What may be shown before the seed is: its SHA-256 in hexadecimal.

    It binds, and hides a seed that cannot be guessed; it does not hide a short one.
    """
    from hashlib import sha256

    return sha256(str(seed).encode()).hexdigest()


_SEPARATORS = re.compile(r"[,;\s]+")
_NUMBER = re.compile(r"\d{1,9}")


class Typed:
    """Physical dice typed in: `"4,6,6,1"`, `"4 6 6 1"`, names of faces, or a sequence.

    Hands them out in order and raises `DiceShort` when they run out; `left` shows the unused ones.

    >>> typed = Typed("4,6 6 1")
    >>> typed.faces(Roll("c", 3, (4,)), 0, 3), typed.left
    ((4, 6, 6), (1,))
    """

    def __init__(self, faces: str | Sequence[Face]) -> None:
        given = _SEPARATORS.split(faces.strip(",; \t\n")) if isinstance(faces, str) else faces
        self._faces: tuple[Face, ...] = tuple(
            int(face) if isinstance(face, str) and _NUMBER.fullmatch(face) else face
            for face in given
            if face != ""
        )
        self._used = 0

    @property
    def left(self) -> tuple[Face, ...]:
        """The faces not used yet."""
        return self._faces[self._used :]

    def faces(self, question: Roll | Total, index: int, count: int, /) -> tuple[Face, ...]:
        """The next `count` faces."""
        if count > len(self.left):
            raise DiceShort(question, count, len(self.left))
        given = self.left[:count]
        self._used += count
        return given


@overload
def play(
    procedure: ProcedureOf[T], source: Source, *, policy: Policy | None = None
) -> tuple[T, tuple[Thrown, ...]]: ...
@overload
def play(
    procedure: Ask, source: Source, *, policy: Policy | None = None
) -> tuple[Any, tuple[Thrown, ...]]: ...
def play(
    procedure: Ask, source: Source, *, policy: Policy | None = None
) -> tuple[Any, tuple[Thrown, ...]]:
    """Run a procedure to its end: its answer, and everything thrown or chosen on the way.

    Raises `OpenChoice` without a policy for a choice, `WrongFaces` and `DiceShort` of the source.
    """
    run = Run.start(procedure)
    while (question := run.pending) is not None:
        if isinstance(question, Choose):
            run = run.answer(chosen(question, policy))
        else:
            run = run.answer(source.faces(question, len(run.log), run.needs))
    return run.value, run.log


def faces_of(log: Iterable[Thrown]) -> tuple[Face, ...]:
    """All faces thrown, in order: typed in again, they give the same game."""
    return tuple(face for thrown in log for face in thrown.faces)
