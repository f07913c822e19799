"""What requests about sessions may hold.

Knows shapes and sizes; what they mean is found out by a worker.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from annotated_types import Len
from pydantic import AfterValidator, Field, model_validator

from defilade.server.bodies import Head, Line, Name, Opening, Strict, Whole, plain


class NewTable(Strict):
    """A battle to be played by several people, or the log of a game that goes on."""

    battle: Opening | None = None
    log: Annotated[
        dict[str, Any] | None,
        AfterValidator(plain),
        Field(description="A log (`log-1`), in place of a battle."),
    ] = None
    seed: Annotated[
        Name | None,
        Field(description="Rolls come from it; whoever knows it knows them. Made up if left out."),
    ] = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.battle is None) == (self.log is None):
            raise ValueError("give either a battle or a log")
        return self


class Coming(Strict):
    """Somebody comes to the table; the key says who."""


class Step(Strict):
    """A step that needs nothing but the state it is taken from."""

    head: Head


class Undo(Step):
    """The last act, throw or choice taken back; dice only where everybody agrees."""

    agreed: Annotated[
        bool, Field(description="That you agree, should it be dice that are taken back.")
    ] = False


class Act(Step):
    """A side does something, in the game's notation."""

    action: Line


class Faces(Step):
    """Dice as they fell on the table, in order."""

    faces: Annotated[list[Whole | Annotated[str, Len(1, 40)]], Len(1, 1_000)]


class Option(Step):
    """The option chosen, counted from 0."""

    index: Annotated[int, Field(ge=0, le=100_000)]
