"""Routes of battles that are kept under a short link."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Body, Path, Response

from defilade.server import bodies, documents, examples
from defilade.server.openapi import answers
from defilade.server.routes.common import TheOffice, written
from defilade.server.store import Share

router = APIRouter(tags=["sharing"], responses=answers())

_ID = {"one": {"value": "Zm9vYmFyYmF6cXV4"}}
ShareId = Annotated[
    str, Path(description="The id of the share.", max_length=64, openapi_examples=_ID)
]


@router.post("/shares", response_model=documents.Share, status_code=201, summary="Share a battle")
async def share(
    office: TheOffice, body: Annotated[bodies.NewShare, Body(openapi_examples=examples.SESSION)]
) -> Response:
    """Keep a battle under a short link. The same battle always has the same one."""
    return _shared(await office.new_share(body.model_dump(mode="json")["battle"]), status=201)


@router.get("/shares/{share}", response_model=documents.Share, summary="A shared battle")
async def shared(office: TheOffice, share: ShareId) -> Response:
    """The battle behind a short link."""
    return _shared(await office.share(share))


def _shared(share: Share, *, status: int = 200) -> Response:
    told = {
        "id": share.id,
        "link": f"/s/{share.id}",
        "system": share.system,
        "title": share.title,
        "waived": list(share.waived),
        "document": json.loads(share.battle),
    }
    return written(told, status=status)
