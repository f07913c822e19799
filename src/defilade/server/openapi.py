"""The OpenAPI document: FastAPI's, with the published schemas in it.

Knows documents only. Nothing in it depends on which systems are installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from defilade.formats.schema import published
from defilade.server.documents import MARK, PUBLISHED, ProblemDocument
from defilade.server.problems import KINDS, MEDIA

_HELD = "#/components/schemas/"


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the application."""
    made = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=app.openapi_tags,
    )
    schemas = made["components"]["schemas"]
    for name, file in PUBLISHED.items():
        schemas.update(_components(name, published(file)))
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    problem = ProblemDocument.model_json_schema(ref_template=_HELD + "{model}")
    problem["properties"]["code"] = {"enum": sorted(KINDS), "type": "string"}
    schemas["Problem"] = problem
    resolved: dict[str, Any] = _resolved(made)
    return resolved


Responses = dict[int | str, dict[str, Any]]


def answers(name: str | None = None) -> Responses:
    """The responses of a route: a published document, and problems."""
    problem = {"content": {MEDIA: {"schema": {MARK: "Problem"}}}}
    found: Responses = {
        "4XX": {"description": "What is wrong with the request", **problem},
        "5XX": {"description": "The server cannot answer now", **problem},
    }
    if name is not None:
        content = {"application/json": {"schema": {MARK: name}}}
        found[200] = {"description": name, "content": content}
    return found


def _components(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A published schema and its parts, as components."""
    kept = {k: v for k, v in schema.items() if k not in ("$schema", "$id", "$defs")}
    parts = {f"{name}_{part}": inner for part, inner in schema.get("$defs", {}).items()}
    return {each: _moved(inner, name) for each, inner in {name: kept, **parts}.items()}


def _moved(value: Any, name: str) -> Any:
    """A schema whose references to its own parts lead to components."""
    if isinstance(value, list):
        return [_moved(each, name) for each in value]
    if not isinstance(value, dict):
        return value
    moved = {key: _moved(inner, name) for key, inner in value.items()}
    target = moved.get("$ref")
    if isinstance(target, str):
        moved["$ref"] = (
            _HELD + name if target == "#" else target.replace("#/$defs/", f"{_HELD}{name}_")
        )
    return moved


def _resolved(value: Any) -> Any:
    """The document with marks made into references."""
    if isinstance(value, list):
        return [_resolved(each) for each in value]
    if not isinstance(value, dict):
        return value
    if MARK in value:
        return {"$ref": _HELD + value[MARK]}
    return {key: _resolved(inner) for key, inner in value.items()}
