"""Routes that bring files of other programs in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from defilade.server import examples
from defilade.server.bodies_files import Bring, Brought
from defilade.server.openapi import answers
from defilade.server.routes.common import TheOffice, sent, while_there
from defilade.server.work.pool import Lane

router = APIRouter(tags=["asking"], responses=answers())


@router.post("/import", response_model=Brought, summary="Bring a file in")
async def bring(
    request: Request,
    office: TheOffice,
    body: Annotated[Bring, Body(openapi_examples=examples.IMPORT)],
) -> Response:
    """A battle or log of ours, terrain layouts, army lists and catalogues, saves of tables.

    Layouts are told as choices until one is picked; units and positions come as edits of the
    battle they are brought `into`. Nothing in a file is run or followed.
    """
    asked = body.model_dump(mode="json")
    first = {key: asked[key] for key in ("name", "text", "base64")}
    wanted: dict[str, Any] = {
        "files": [first, *asked["beside"]],
        "into": None if asked["into"] is None else await office.battle(asked["into"]),
        "pick": asked["pick"],
        "side": asked["side"],
    }
    seconds = office.limits.import_seconds
    work = office.ask("import", wanted, lane=Lane.LONG, seconds=seconds)
    return sent(await while_there(request, work))
