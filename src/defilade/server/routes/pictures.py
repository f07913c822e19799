"""Routes that show a table: as a scene, as a picture, as a sheet to print."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from defilade.server import bodies, documents, examples
from defilade.server.openapi import Responses, answers
from defilade.server.routes.common import TheOffice, on_table, values_of
from defilade.server.work.pool import Lane

router = APIRouter(tags=["asking"], responses=answers())

_SVG: Responses = {
    200: {"description": "SVG", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
_PNG: Responses = {200: {"description": "PNG", "content": {"image/png": {}}}}


@router.post("/scene", response_model=documents.SceneOf, summary="What stands where")
async def scene(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskTable, Body(openapi_examples=examples.TABLE)],
) -> Response:
    """What stands where, said neutrally, for drawing."""
    return await on_table(request, office, "scene", values_of(body)["battle"], {})


@router.post("/svg", responses=answers() | _SVG, response_class=Response, summary="Draw")
async def svg(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskPicture, Body(openapi_examples=examples.PICTURE)],
) -> Response:
    """The table as a picture, with what the ruling on a question rests on."""
    asked = values_of(body)
    battle = asked.pop("battle")
    return await on_table(request, office, "svg", battle, asked)


@router.post("/png", responses=answers() | _PNG, response_class=Response, summary="Draw as PNG")
async def png(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskPicture, Body(openapi_examples=examples.PICTURE)],
) -> Response:
    """The same picture in pixels, where the server has what draws them."""
    asked = values_of(body)
    battle = asked.pop("battle")
    return await on_table(request, office, "png", battle, asked, lane=Lane.LONG)


@router.post("/sheet", responses=answers() | _SVG, response_class=Response, summary="Print")
async def sheet(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskTable, Body(openapi_examples=examples.TABLE)],
) -> Response:
    """A black and white sheet to set the table up by: everything numbered, and how far each
    corner and each base is from the nearest edges, as a tape measure reads."""
    return await on_table(request, office, "sheet", values_of(body)["battle"], {})
