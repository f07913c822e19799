"""Routes that look things up: systems, clauses, examples, schemas, limits."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from defilade.server import documents
from defilade.server.openapi import answers
from defilade.server.routes.common import TheOffice
from defilade.server.settings import limits_json
from defilade.server.work.desk import engine

router = APIRouter(tags=["systems"], responses=answers())

_EXAMPLE = {"a system": {"value": "dropfleet"}}
System = Annotated[
    str, Path(description="A system's short name.", max_length=40, openapi_examples=_EXAMPLE)
]
_CACHED = {"Cache-Control": "max-age=300"}


async def _looked_up(office: TheOffice, job: str, **asked: Any) -> Response:
    reply = await office.ask(job, asked)
    return Response(reply.body, media_type=reply.media, headers=_CACHED)


@router.get("/systems", response_model=documents.Systems, summary="All rule systems")
async def systems(office: TheOffice) -> Response:
    """The rule systems that are installed."""
    return await _looked_up(office, "systems")


@router.get("/systems/{system}", response_model=documents.System, summary="One rule system")
async def system(office: TheOffice, system: System) -> Response:
    """A rule system by its short name."""
    return await _looked_up(office, "system", system=system)


@router.get("/systems/{system}/clauses", response_model=documents.Clauses, summary="Its clauses")
async def clauses(office: TheOffice, system: System) -> Response:
    """Every numbered rule of a system, in the order of its ledger."""
    return await _looked_up(office, "clauses", system=system)


@router.get(
    "/systems/{system}/clauses/{clause}", response_model=documents.Clauses, summary="One clause"
)
async def clause(
    office: TheOffice,
    system: System,
    clause: Annotated[str, Path(max_length=60, openapi_examples={"one": {"value": "DF-RNG-02"}})],
) -> Response:
    """One numbered rule by its id."""
    return await _looked_up(office, "clauses", system=system, clause=clause)


@router.get(
    "/systems/{system}/example", response_model=documents.Example, summary="Its example battle"
)
async def example(office: TheOffice, system: System) -> Response:
    """The battle shipped with a system, as text with comments and as JSON."""
    return await _looked_up(office, "example", system=system)


@router.get("/schemas", response_model=documents.Schemas, summary="All schemas")
async def schemas(office: TheOffice) -> Response:
    """The names of the JSON Schemas of battle files and of answers."""
    return await _looked_up(office, "schemas")


@router.get("/schemas/{name}", response_model=dict[str, Any], summary="One schema")
async def schema(
    office: TheOffice,
    name: Annotated[str, Path(max_length=60, openapi_examples={"one": {"value": "ruling-1"}})],
) -> Response:
    """A JSON Schema by name; a system's name stands for that of its battle files."""
    return await _looked_up(office, "schema", name=name)


@router.get("/limits", summary="All limits")
async def limits(office: TheOffice) -> dict[str, Any]:
    """Every limit of this server, as data."""
    return limits_json(office.limits)


@router.get("/health", summary="Whether it runs")
async def health(office: TheOffice) -> documents.Health:
    """That the server runs, and with how many workers."""
    pool = office.pool
    return documents.Health(engine=engine(), workers=pool.size, stopped=pool.stopped)
