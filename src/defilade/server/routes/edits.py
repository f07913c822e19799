"""Routes of setting up a table: edits of a battle, and measuring on it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from defilade.server import bodies, documents, examples
from defilade.server.openapi import answers
from defilade.server.routes.common import TheOffice, sent, while_there

router = APIRouter(tags=["editing"], responses=answers())


@router.post("/edit", response_model=documents.Edited, summary="Edit a battle")
async def edit(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskEdit, Body(openapi_examples=examples.EDIT)],
) -> Response:
    """A battle with its edits made: its document, what is wrong with it, what stands where, what
    can be edited and added. Faults do not hinder edits; `kept` names the result."""
    asked = body.model_dump(mode="json")
    work = office.edit(asked["battle"], asked["fields_of"])
    return sent(await while_there(request, work))


@router.post("/measure", response_model=documents.Measured, summary="Measure")
async def measure(
    request: Request,
    office: TheOffice,
    body: Annotated[bodies.AskMeasure, Body(openapi_examples=examples.MEASURE)],
) -> Response:
    """How far it is between two pieces, grounds or points: base to base too."""
    asked = body.model_dump(mode="json")
    battle = asked.pop("battle")
    return sent(await while_there(request, office.on(battle, "measure", asked)))
