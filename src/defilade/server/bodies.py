"""What requests may hold: strict shapes, closed, with bounds on everything.

Knows shapes and sizes; what they mean is found out by a worker.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from annotated_types import Len
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
)

_FAR = 1_000_000
_DEEP = 24


class Strict(BaseModel):
    """A closed shape: no other keys, and no value taken for one of another kind."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, allow_inf_nan=False, serialize_by_alias=True
    )


Json = TypeVar("Json")


def plain(value: Json) -> Json:
    """JSON values that can be written again: finite numbers, whole characters, not too deep."""
    level: list[Any] = [value]
    for _ in range(_DEEP):
        level = [inner for each in level for inner in _inside(each)]
    if level:
        raise ValueError(f"nested deeper than {_DEEP} levels")
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Line: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
SystemName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]
Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Head: TypeAlias = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-f]{64}$"),
    Field(description="The head of the log that you saw: another one means a stale view."),
]
Length: TypeAlias = Annotated[float, Field(ge=-_FAR, le=_FAR)]
Whole: TypeAlias = Annotated[int, Field(ge=-_FAR, le=_FAR)]
Scalar: TypeAlias = bool | Whole | Length | Name | None
Point: TypeAlias = Annotated[list[Length], Len(2, 2)]
Corners: TypeAlias = Annotated[list[Point], Len(1, 500)]
Waived: TypeAlias = Annotated[
    list[Name],
    Len(0, 50),
    Field(description="Names of the faults that the players agree to overlook."),
]
Detail: TypeAlias = Annotated[
    dict[Name, Scalar | Annotated[list[Scalar], Len(0, 50)]],
    Len(0, 20),
    Field(description="What only one game asks for, such as an order given."),
]


class Place(Strict):
    """Put a thing elsewhere, or turn it. A ground is moved by the mean of its corners (`at`)
    and turned about it; a null keeps what is."""

    do: Literal["place"]
    id: Name
    to: Point | None = None
    facing: Annotated[Length | None, Field(description="Degrees clockwise, from +y.")] = None


class Copy(Strict):
    """Put a copy of a thing somewhere, under a name or the next free one."""

    do: Literal["copy"]
    id: Name
    to: Point
    as_: Annotated[Name | None, Field(alias="as")] = None


class Remove(Strict):
    """Take a thing away, and what is said of it elsewhere."""

    do: Literal["remove"]
    id: Name


class Outline(Strict):
    """Give a ground other corners, or on hexes other hexes."""

    do: Literal["outline"]
    id: Name
    corners: Corners | None = None
    cells: Corners | None = None


class Add(Strict):
    """Put something from stock on the table, with corners or hexes of its own if it has any."""

    do: Literal["add"]
    stock: Name
    to: Point
    side: Name | None = None
    as_: Annotated[Name | None, Field(alias="as")] = None
    corners: Corners | None = None


class Put(Strict):
    """Another value for a field of a thing, or with no id of the battle itself."""

    do: Literal["set"]
    id: Annotated[str, StringConstraints(max_length=200)]
    field: Annotated[Name, Field(description="A JSON pointer, such as /layer.")]
    value: Annotated[Any, AfterValidator(plain)] = None


class Take(Strict):
    """Parts of another battle file of the same system: they join what is there by name."""

    do: Literal["take"]
    entries: Annotated[dict[str, Any], AfterValidator(plain)]


Edit: TypeAlias = Annotated[
    Place | Copy | Remove | Outline | Add | Put | Take, Field(discriminator="do")
]
Edits: TypeAlias = Annotated[
    list[Edit], Len(0, 2_000), Field(description="Changes made to it first, one after the other.")
]


class OfText(Strict):
    """A battle as the text of its file, YAML or JSON."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=1_000_000)]
    name: Annotated[Name, Field(description="The file's name, for messages.")] = "battle"
    waive: Waived = []
    edits: Edits = []


class OfDocument(Strict):
    """A battle as JSON values."""

    document: Annotated[dict[str, Any], AfterValidator(plain)]
    waive: Waived = []
    edits: Edits = []


class OfKept(Strict):
    """A battle that `/edit` answered with, by its `kept`, while the server remembers it."""

    kept: Head
    waive: Waived = []
    edits: Edits = []


class OfExample(Strict):
    """The battle shipped with a system."""

    example: SystemName
    edits: Edits = []


class OfShare(Strict):
    """A shared battle."""

    share: Id
    edits: Edits = []


class OfSession(Strict):
    """The table of a session as it stands."""

    session: Id


def _form(value: Any) -> str | None:
    """Which form of battle a value is, by the key that only this form has."""
    for key in ("text", "document", "kept", "example", "share", "session"):
        if key in value if isinstance(value, dict) else hasattr(value, key):
            return key
    return None


Battle: TypeAlias = Annotated[
    Annotated[OfText, Tag("text")]
    | Annotated[OfDocument, Tag("document")]
    | Annotated[OfKept, Tag("kept")]
    | Annotated[OfExample, Tag("example")]
    | Annotated[OfShare, Tag("share")]
    | Annotated[OfSession, Tag("session")],
    Discriminator(_form),
]
Opening: TypeAlias = Annotated[
    Annotated[OfText, Tag("text")]
    | Annotated[OfDocument, Tag("document")]
    | Annotated[OfKept, Tag("kept")]
    | Annotated[OfExample, Tag("example")]
    | Annotated[OfShare, Tag("share")],
    Discriminator(_form),
]
Written: TypeAlias = Annotated[
    Annotated[OfText, Tag("text")]
    | Annotated[OfDocument, Tag("document")]
    | Annotated[OfKept, Tag("kept")],
    Discriminator(_form),
]


class OfMovement(Strict):
    """May `piece` move along `path`, points after its own position in order?"""

    kind: Literal["movement"]
    piece: Name
    path: Annotated[list[Point], Len(0, 200)] = []
    detail: Detail = {}


class OfSight(Strict):
    """Does `by` see `at`?"""

    kind: Literal["sight"]
    by: Name
    at: Name
    detail: Detail = {}


class OfCover(Strict):
    """Is `at` in cover from `by`?"""

    kind: Literal["cover"]
    by: Name
    at: Name
    detail: Detail = {}


class OfEntry(Strict):
    """May `piece` enter `place`?"""

    kind: Literal["entry"]
    piece: Name
    place: Name
    detail: Detail = {}


class OfFiring(Strict):
    """May `by` fire at `at`, with `weapon` or with anything?"""

    kind: Literal["firing"]
    by: Name
    at: Name
    weapon: Name | None = None
    detail: Detail = {}


Question: TypeAlias = Annotated[
    OfMovement | OfSight | OfCover | OfEntry | OfFiring, Field(discriminator="kind")
]


class Check(Strict):
    """A battle to be checked."""

    battle: Written


class AskRuling(Strict):
    """One question on one table."""

    battle: Battle
    question: Question


class AskRulings(Strict):
    """Several questions on one table."""

    battle: Battle
    questions: Annotated[list[Question], Len(1, 64)]


class AskSurvey(Strict):
    """What one piece can do or suffer now."""

    battle: Battle
    piece: Name
    odds: Annotated[bool, Field(description="Whether each row has its odds.")] = False


class AskTable(Strict):
    """A table, and nothing more."""

    battle: Battle


class AskEdit(Strict):
    """What becomes of a battle and edits, for somebody who sets it up."""

    battle: Opening
    fields_of: Annotated[
        Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Len(0, 500)] | None,
        Field(description="Ids of the things whose fields are told; of all if left out."),
    ] = None


class AskMeasure(Strict):
    """From where to where to measure: a piece or ground by id, or a point."""

    battle: Battle
    from_: Annotated[Name | Point, Field(alias="from")]
    to: Name | Point


class Sample(Strict):
    """How many trials, from which seed."""

    trials: Annotated[int, Field(ge=1, le=1_000_000_000)]
    seed: Name


class AskOdds(Strict):
    """The odds of an action in the game's notation, exact unless a sample is asked for."""

    battle: Battle
    action: Line
    policy: Annotated[Name, Field(description="Who chooses where players would.")] = "default"
    exact: Annotated[bool, Field(description="Fractions beside the decimal numbers.")] = False
    sample: Sample | None = None


class AskPicture(Strict):
    """A picture of a table, with what the ruling on a question rests on if one is put."""

    battle: Battle
    question: Question | None = None


class NewShare(Strict):
    """A battle to be shared under a short link."""

    battle: Opening
