"""What a request to bring files in may hold, and what it is told.

Knows shapes and sizes; what is in a file is found out by a worker.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from annotated_types import Len
from pydantic import Field, StringConstraints, model_validator

from defilade.server.bodies import Name, Opening, Strict
from defilade.server.documents import Closed

_LONGEST = 12_000_000


class File(Strict):
    """One file, as text or as Base64: one of the two."""

    name: Annotated[Name, Field(description="The file's name, for messages.")]
    text: Annotated[str, StringConstraints(max_length=_LONGEST)] | None = None
    base64: Annotated[str, StringConstraints(max_length=_LONGEST)] | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("give either text or base64")
        return self


class Bring(File):
    """A file to be brought in, others that help to read it, and the battle that it joins."""

    beside: Annotated[list[File], Len(0, 7)] = Field(
        default=[],
        description="A catalogue's game system, a layout's templates, bases, more lists.",
    )
    into: Opening | None = None
    pick: Annotated[Name | None, Field(description="The id of one of the choices.")] = None
    side: Annotated[Name | None, Field(description="The side that units join.")] = None


class Choice(Closed):
    """One thing of several in a file."""

    id: str
    label: str


class Noticed(Closed):
    """What was noticed in a file, and where; `lost` is what could not be brought over."""

    code: str
    place: str
    params: dict[str, Any]
    lost: bool
    says: str


class Brought(Closed):
    """What files hold: a whole battle, choices to pick from, or edits of the battle given.

    `more` counts findings that are not told.
    """

    kind: Literal["battle", "layouts", "roster", "catalogue", "positions", "log"]
    label: str
    system: str
    choices: list[Choice]
    document: dict[str, Any] | None
    edits: list[dict[str, Any]] | None
    findings: list[Noticed]
    more: int
