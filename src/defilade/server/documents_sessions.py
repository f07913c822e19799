"""What answers about sessions look like, for the OpenAPI document; they are made by workers.

Knows keys and kinds.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from defilade.server.documents import Anything, Closed, Open, Scene


class Offered(Closed):
    """One option of a choice."""

    value: str
    says: str


class Pending(Open):
    """A question that waits: `roll` or `total` for dice, `choose` for an option.

    Of dice: `needs` is how many faces are wanted now, `sides` how many faces a die has, or
    their names.
    """

    ask: Literal["roll", "total", "choose"]
    clause: str
    says: str
    needs: int | None = None
    sides: int | list[str] | None = None
    player: str | None = None
    options: list[Offered] | None = None


class Last(Closed):
    """The action under way or done last, and what happened in it."""

    action: str
    done: bool
    events: list[Anything]


class Session(Closed):
    """Where a session stands. `head` stands for the whole log, and is asked for by each step."""

    format: Literal["defilade.session"]
    version: Literal[1]
    id: str
    system: str
    title: str
    head: str
    entries: int
    pending: Pending | None
    can_undo: bool
    can_redo: bool
    committed: Annotated[str | None, Field(description="SHA-256 of the seed in use.")]
    last: Last | None
    scene: Scene


class SessionMade(Closed):
    """A new session, and the keys that are needed to change it: they are told this once."""

    session: Session
    key: Annotated[str, Field(description="The host's.")]
    keys: Annotated[dict[str, str], Field(description="The key of each side.")]
    watch: Annotated[str, Field(description="The path for everybody who looks on.")]
    play: Annotated[str, Field(description="The path for the host; the key is in its fragment.")]


class Seat(Closed):
    """A side, and whether somebody came with its key."""

    side: str
    taken: bool


class Agreement(Closed):
    """Who has agreed to take back the dice thrown last before `head`, and who has not yet."""

    head: str
    agreed: list[str]
    waiting: list[str]


class Seats(Closed):
    """Who is at the table. `undo` is null where nobody wants to take back dice."""

    seats: list[Seat]
    undo: Agreement | None


class Seated(Seats):
    """The same, and whose key it was: a side's or the `host`'s."""

    seat: str
