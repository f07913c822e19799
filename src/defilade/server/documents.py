"""What answers look like, for the OpenAPI document; they are made by workers.

Knows keys and kinds. Schemas that are published already are referred to by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

PUBLISHED: Mapping[str, str] = {
    "Ruling": "ruling-1",
    "Refusal": "refusal-1",
    "Events": "events-1",
    "Odds": "odds-1",
    "Faults": "faults-1",
    "Log": "log-1",
}
"""Names in the OpenAPI document of the schemas shipped with the package."""

MARK = "x-published"


def _named(name: str) -> WithJsonSchema:
    return WithJsonSchema({MARK: name})


Ruling: TypeAlias = Annotated[dict[str, Any], _named("Ruling")]
Odds: TypeAlias = Annotated[dict[str, Any], _named("Odds")]
Faults: TypeAlias = Annotated[dict[str, Any], _named("Faults")]
Refusal: TypeAlias = Annotated[dict[str, Any], _named("Refusal")]
Anything: TypeAlias = dict[str, Any]
Point: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2)]


class Closed(BaseModel):
    """A shape with no other keys."""

    model_config = ConfigDict(extra="forbid")


class Open(BaseModel):
    """A shape that may have more keys."""

    model_config = ConfigDict(extra="allow")


class System(Closed):
    """A rule system in short."""

    name: str
    title: str
    version: Annotated[str, Field(description="Of the rule text that is implemented.")]
    clauses: int
    policies: Annotated[list[str], Field(description="Who may choose where players would.")]
    schema_: Annotated[str, Field(alias="schema", description="Of its battle files, by name.")]
    package: Annotated[str, Field(description="The package that brings it.")]


class Systems(Closed):
    """All installed systems."""

    engine: str
    systems: list[System]


class Clause(Closed):
    """One numbered rule in short words."""

    id: str
    says: str
    origin: Literal["seed", "core", "series", "reading", "default"]
    option: Annotated[str | None, Field(description="The house rule that switches it.")]
    not_built: Annotated[str | None, Field(description="Why the engine does not hold it.")]


class Clauses(Closed):
    """Clauses in the order of the ledger."""

    system: str
    clauses: list[Clause]


class Example(Closed):
    """The battle shipped with a system: its text with comments, and as JSON values."""

    system: str
    title: str
    text: str
    document: Anything


class Schemas(Closed):
    """Names of JSON Schemas."""

    schemas: list[str]


class Checked(Closed):
    """Whether a battle can be played, and all that is wrong with it."""

    playable: bool
    system: str | None
    faults: Faults
    waivable: Annotated[list[str], Field(description="Faults that players may overlook.")]
    document: Annotated[Anything | None, Field(description="The battle as it was read.")]


class Rulings(Closed):
    """Rulings in the order of the questions."""

    rulings: list[Ruling]


class Gist(Closed):
    """A measure in one number: the chance of a truth, or a mean and the chance of none."""

    name: str
    label: Annotated[str, Field(description="The game's word.")]
    chance: float | None = None
    mean: float | None = None
    none: float | None = None


class Summary(Closed):
    """What is shown of a row in a list."""

    verdict: Annotated[str, Field(description="The game's word.")]
    against: Annotated[list[str], Field(description="Ids of clauses that speak against it.")]
    odds: list[Gist]


class View(Closed):
    """One row of a survey; the odds are null where none were asked for or found in time."""

    ruling: Ruling
    odds: Odds | None
    tone: Literal["yes", "partly", "no", "unsettled"]
    target: Annotated[str | None, Field(description="Who or what it is about besides the piece.")]
    action: Annotated[str | None, Field(description="The attack, where it may be made.")]
    summary: Summary


class Survey(Closed):
    """Everything that one piece can do or suffer now, the most useful first."""

    format: Literal["defilade.survey"]
    version: Literal[1]
    system: str
    piece: str
    views: list[View]


class Actions(Closed):
    """What may be done now, in the game's notation."""

    system: str
    actions: list[str]


class Piece(Closed):
    """Something a side moves. Facing is clockwise from +y."""

    id: str
    side: str
    position: Point
    footprint: Annotated[
        Anything, Field(description="`kind` round, ellipse, shaped or hex, and its measures.")
    ]
    facing: float | None
    level: float
    height: float | None
    notes: list[str]
    label: str
    unit: Annotated[str, Field(description="What questions and surveys call it.")]
    kind: Annotated[str, Field(description="A word of a few letters for what it is.")]
    strength: Annotated[list[int] | None, Field(description="What is left, and what there was.")]
    rings: Annotated[int, Field(description="A number such as a layer; remarks say what.")]


class Trim(Closed):
    """A stretch of a ground's edge, or a point of it, that is told apart."""

    kind: str
    line: list[Point]
    label: str


class Ground(Closed):
    """Something that stays. A height of null is endless or unknown."""

    id: str
    outline: list[Point]
    holes: list[list[Point]]
    tags: list[str]
    opaque: bool
    height: float | None
    round_radius: Annotated[
        float | None, Field(description="Of a circle around the one point of the outline.")
    ]
    label: Annotated[str, Field(description="To be printed on it; empty where nothing is.")]
    look: Annotated[str, Field(description="A word for what it looks like.")]
    trims: list[Trim]


class Spot(Closed):
    """A point with a printed name, such as a hex."""

    at: Point
    name: str


class Scene(Closed):
    """What stands where: inches with y up, or axial hexes."""

    title: str
    low: Point
    high: Point
    hexes: bool
    pieces: list[Piece]
    grounds: list[Ground]
    places: list[Spot]
    remarks: list[str]
    sides: list[str]


class SceneOf(Closed):
    """The scene of a table."""

    system: str
    scene: Scene


class FieldChoice(Closed):
    """One value that a field may have; null leaves it out."""

    value: str | None
    label: str


class ThingField(Closed):
    """A field of a thing, to be filled in."""

    field: Annotated[str, Field(description="A JSON pointer, as `set` takes it.")]
    label: str
    type: Literal["text", "number", "flag", "choice", "list"]
    value: Any
    optional: Annotated[bool, Field(description="Whether it may be null or empty.")]
    whole: Annotated[bool, Field(description="Whether a number is a whole one.")]
    choices: list[FieldChoice]
    help: str


class Thing(Closed):
    """Something that can be edited. A unit is several pieces; the battle itself has no id."""

    id: str
    kind: Literal["piece", "ground", "unit", "battle"]
    label: str
    unit: Annotated[str, Field(description="What questions and surveys call it.")]
    at: Annotated[
        Point | None,
        Field(description="The point that `place` moves: of a ground the mean of its corners."),
    ]
    can: list[Literal["place", "turn", "copy", "remove", "outline"]]
    fields: list[ThingField]


class Stock(Closed):
    """Something that can be added; a footprint, or an outline around 0,0, shows it."""

    id: str
    kind: Literal["piece", "ground", "unit"]
    label: str
    group: str
    needs_side: bool
    footprint: Anything | None
    outline: list[Point]


class Edited(Closed):
    """A battle with its edits made. `kept` names it in further requests for a while."""

    system: str
    title: str
    kept: str
    document: Anything
    playable: bool
    faults: Faults
    waivable: Annotated[list[str], Field(description="Faults that players may overlook.")]
    scene: Annotated[Scene | None, Field(description="Null where it cannot be drawn.")]
    things: list[Thing]
    stock: list[Stock]


class Measured(Closed):
    """How far it is: in inches between the middles and between the nearest edges, or in hexes."""

    centre: float | None
    edge: float | None
    hexes: int | None


class Share(Closed):
    """A shared battle under its short link."""

    id: str
    link: str
    system: str
    title: str
    waived: list[str]
    document: Anything


class Health(Closed):
    """That the server runs, and how."""

    engine: str
    workers: int
    stopped: Annotated[int, Field(description="Workers ended because of their work.")]


class ProblemDocument(Open):
    """What is wrong with a request (RFC 9457). `code` is for programs, `detail` for people.

    `faults` and `refusal` are there where a battle or an action is at fault; `head` and
    `since` where a view is stale.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    faults: Faults | None = None
    refusal: Refusal | None = None
