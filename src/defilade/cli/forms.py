"""JSON Schemas of the documents that only commands print; the others are kept with `formats`.

Knows names and kinds of keys. Every document names its `format` and `version`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VERSION = 1
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

Kind = dict[str, Any]
TEXT: Kind = {"type": "string"}
WHOLE: Kind = {"type": "integer", "minimum": 0}
TRUTH: Kind = {"type": "boolean"}
NUMBER: Kind = {"type": "number"}
THING: Kind = {"type": "object"}


def _maybe(kind: Kind) -> Kind:
    return {"anyOf": [kind, {"type": "null"}]}


def _list(kind: Kind) -> Kind:
    return {"type": "array", "items": kind}


def _object(**properties: Kind) -> Kind:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


POINT: Kind = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
ANSWER: Kind = {"type": "object", "required": ["kind", "clause"]}
TAGGED: Kind = {"type": "object", "required": ["format", "version"]}

_CLAUSE = _object(
    id=TEXT,
    says=TEXT,
    origin={"enum": ["seed", "core", "series", "reading", "default"]},
    option=_maybe(TEXT),
    status={"enum": ["tested", "untested", "missing", "not built"]},
    not_built=_maybe(TEXT),
    sources=_list(TEXT),
    tests=_list(TEXT),
)
_SIGHT = _object(
    by=TEXT,
    at=TEXT,
    verdict={"enum": ["open", "grazing", "closed"]},
    touching=TRUTH,
    lane=_maybe(NUMBER),
    short_by=_maybe(NUMBER),
    blockers=_list(TEXT),
    line=_maybe(_list(POINT)),
)
_FINDING = _object(code=TEXT, place=TEXT, params=THING, lost=TRUTH, says=TEXT)
_FAULT = _object(
    code=TEXT, severity={"enum": ["error", "warning"]}, message=TEXT, path=_list({}), params=THING
)
_COUNTS: Kind = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}
_UNIT = _object(
    name=TEXT,
    points=_maybe(WHOLE),
    models=_list(_object(name=TEXT, number=WHOLE, gear=_COUNTS)),
    gear=_COUNTS,
    enhancements=_list(TEXT),
    warlord=TRUTH,
)
_ARMY = _object(
    name=TEXT,
    faction=TEXT,
    detachment=TEXT,
    points=_maybe(WHOLE),
    units=_list(_UNIT),
    findings=_list(_FINDING),
)
_STANDING = _object(id=TEXT, at=POINT, facing=_maybe(NUMBER))

_BODIES: Mapping[str, tuple[str, dict[str, Kind]]] = {
    "odds_compared": ("Odds of several actions.", {"odds": _list(TAGGED)}),
    "roll": (
        "Actions carried out: every answer, then what happened.",
        {
            "system": TEXT,
            "actions": _list(TEXT),
            "seed": _maybe(TEXT),
            "answers": _list(ANSWER),
            "effect": _maybe(_object(answers=_list(ANSWER), measures=THING)),
            "unused_dice": _list({"type": ["integer", "string"]}),
            "events": _list(THING),
            "log_head": TEXT,
        },
    ),
    "play": (
        "A game at its end, or where its lines ended.",
        {
            "system": TEXT,
            "seed": TEXT,
            "pending": _maybe(TEXT),
            "events": _list(THING),
            "log": TAGGED,
        },
    ),
    "replay": (
        "A log that was folded again and leads where it says.",
        {
            "system": TEXT,
            "unchecked": WHOLE,
            "entries": WHOLE,
            "pending": _maybe(TEXT),
            "log_head": TEXT,
            "events": _list(THING),
        },
    ),
    "drawing": ("A picture.", {"file": _maybe(TEXT), "svg": _maybe(TEXT), "text": _maybe(TEXT)}),
    "clauses": (
        "Clauses and what holds them.",
        {"systems": _list(_object(name=TEXT, title=TEXT, version=TEXT, clauses=_list(_CLAUSE)))},
    ),
    "import": (
        "Units of a catalogue, in the words of a battle file.",
        {"system": TEXT, "units": THING, "findings": _list(_FINDING)},
    ),
    "layouts": (
        "Terrain layouts of a file, and what is wrong in each.",
        {"layouts": _list(_object(id=TEXT, name=TEXT, size=POINT, faults=_list(_FAULT)))},
    ),
    "armies": ("Army lists, however they were spelled.", {"armies": _list(_ARMY)}),
    "save": (
        "Where the pieces of saved tables stand.",
        {"saves": _list(_object(title=TEXT, pieces=_list(_STANDING), findings=_list(_FINDING)))},
    ),
    "imported": (
        "A battle made of a layout and lists, and what was noticed.",
        {
            "battle": {"type": "object", "required": ["system"]},
            "findings": _list(_FINDING),
        },
    ),
    "conformance": (
        "Worked cases, and where answers differ.",
        {
            "system": TEXT,
            "passed": WHOLE,
            "failed": WHOLE,
            "failures": _list(_object(id=TEXT, mismatches=_list(TEXT))),
        },
    ),
    "surveys": ("The surveys of all pieces.", {"system": TEXT, "surveys": _list(TAGGED)}),
    "sight": ("Plain sight between pieces.", {"sights": _list(_SIGHT)}),
    "map": (
        "Squares hidden from a piece, row by row from the bottom.",
        {"piece": TEXT, "low": POINT, "step": NUMBER, "hidden": _list(_list(TRUTH))},
    ),
    "demo": (
        "One volley from ruling to replay.",
        {"picture": TEXT, "ruling": TAGGED, "odds": TAGGED, "roll": TAGGED, "replayed": TRUTH},
    ),
    "serving": ("Where a server listens.", {"address": TEXT, "api": TEXT}),
    "schemas": ("The names of the schemas.", {"schemas": _list(TEXT)}),
}

NAMES = tuple(f"{name}-{VERSION}" for name in _BODIES)
"""The names of these schemas, such as `roll-1`."""


def form(name: str) -> dict[str, Any]:
    """The JSON Schema of that name; raises `KeyError` for a name not in `NAMES`."""
    kind = name.removesuffix(f"-{VERSION}")
    says, body = _BODIES[kind]
    head: dict[str, Kind] = {
        "format": {"const": f"defilade.{kind}"},
        "version": {"const": VERSION},
    }
    return {
        "$schema": _DIALECT,
        "$id": f"urn:defilade:schema:{name}",
        "title": f"defilade.{kind} {VERSION}",
        "description": says,
        **_object(**head, **body),
    }
