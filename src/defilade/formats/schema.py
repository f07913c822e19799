"""JSON Schemas: of a system's battle file, made from its types, and of our other formats.

Knows types and docstrings; editors complete and check battle files by them. What only a
system's checks can see is not in a schema.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from defilade.formats.typed import CONFIG, one_of
from defilade.systems.protocol import System

BATTLE_VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"

INCHES = r"^\s*(-?\d+(\.\d+)?)?\s*[½¼¾⅓⅔]?\s*(\"|”|“|''|″|in\.?|inch(es)?)?\s*$"
"""A distance as players write it, where a number is wanted."""

_SPOKEN = ConfigDict(**CONFIG, use_attribute_docstrings=True)

OTHERS = ("ruling-1", "survey-1", "refusal-1", "events-1", "odds-1", "faults-1", "log-1")
"""The schemas kept by hand, beside those of battle files."""


def battle_schema(system: System) -> dict[str, Any]:
    """The JSON Schema of a system's battle files, with its fields' docstrings."""
    made = TypeAdapter(one_of(system.battle_type), config=_SPOKEN).json_schema()
    kinds: dict[str, Any] = made.pop("$defs")
    top = kinds.pop(made["prefixItems"][0]["$ref"].removeprefix("#/$defs/"))
    named = {
        "system": {"const": system.name, "description": "The game and edition: its short name."}
    }
    schema = {
        "$schema": DIALECT,
        "$id": f"urn:defilade:schema:{schema_name(system)}",
        "title": f"Battle file: {system.title}",
        "description": inspect.cleandoc(system.battle_type.__doc__ or ""),
        "type": "object",
        "additionalProperties": False,
        "required": ["system", *top.get("required", ())],
        "properties": {**named, **top["properties"]},
        "$defs": kinds,
    }
    mended: dict[str, Any] = _mended(schema)
    return mended


def schema_name(system: System) -> str:
    """The name of the published schema of a system's battle files, without `.json`."""
    return f"battle-{system.name}-{BATTLE_VERSION}"


def schema_text(schema: Mapping[str, Any]) -> str:
    """A schema as the text of its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def published(name: str) -> dict[str, Any]:
    """A schema shipped with the package by name, such as `ruling-1`.

    Raises `KeyError` naming those there are.
    """
    folder = files("defilade").joinpath("schemas")
    found = {each.name.removesuffix(".json"): each for each in folder.iterdir()}
    if name not in found:
        raise KeyError(f"{name}: the schemas are {', '.join(sorted(found))}")
    schema: dict[str, Any] = json.loads(found[name].read_text(encoding="utf-8"))
    return schema


def write_battle_schema(system: System, folder: Path) -> Path:
    """Write a system's battle schema into a folder; the path of the file."""
    path = folder / f"{schema_name(system)}.json"
    path.write_text(schema_text(battle_schema(system)), encoding="utf-8")
    return path


def _mended(schema: Any, *, names: bool = False) -> Any:
    """The schema with what files may hold beyond JSON's types; `names` marks a map of names."""
    if isinstance(schema, list):
        return [_mended(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if names:
        return {name: _mended(each) for name, each in schema.items()}
    kept = {key: value for key, value in schema.items() if key not in ("title", "default")}
    if "$schema" in schema:
        kept["title"] = schema["title"]
    if "default" in schema:
        kept["default"] = schema["default"]
    mended = {
        key: value if key in _VERBATIM else _mended(value, names=key in ("properties", "$defs"))
        for key, value in kept.items()
    }
    change = _CHANGES.get(mended.get("type")) if isinstance(mended.get("type"), str) else None
    return change(mended) if change else _notation(mended)


def _number(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "type": ["number", "string"], "pattern": INCHES}


def _text(schema: dict[str, Any]) -> dict[str, Any]:
    """A text need not be quoted, whatever it looks like."""
    if "pattern" in schema or "enum" in schema or "const" in schema:
        return schema
    return {**schema, "type": ["string", "number", "boolean"]}


def _notation(schema: dict[str, Any]) -> dict[str, Any]:
    """A notation that does not read a bare number takes texts only."""
    pattern = schema.get("pattern")
    if schema.get("type") == ["string", "integer"] and pattern and not re.match(pattern, "4"):
        return {**schema, "type": "string"}
    return schema


_VERBATIM = frozenset({"default", "enum", "const", "required", "examples", "description"})
_CHANGES: Mapping[object, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "number": _number,
    "string": _text,
}
