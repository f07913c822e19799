"""What all routes share: the office, what becomes of a reply, and of a client that goes away.

Knows requests and replies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

from defilade.game import compact
from defilade.server.office import Office
from defilade.server.sessions import Sessions
from defilade.server.work.pool import Lane, Reply

T = TypeVar("T")

FRESH = {"Cache-Control": "no-store"}
_PICTURE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}

_bearer = HTTPBearer(auto_error=False, description="The secret key of a session.")


async def _office(request: Request) -> Office:
    found: Office = request.app.state.office
    return found


async def _sessions(request: Request) -> Sessions:
    found: Sessions = request.app.state.sessions
    return found


async def _key(
    found: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> str | None:
    return None if found is None else found.credentials


TheOffice: TypeAlias = Annotated[Office, Depends(_office)]
TheSessions: TypeAlias = Annotated[Sessions, Depends(_sessions)]
Key: TypeAlias = Annotated[str | None, Depends(_key)]


class Gone(Exception):
    """The client went away: there is nobody to answer."""


def sent(reply: Reply) -> Response:
    """A worker's reply as it is."""
    headers = {**FRESH, **_PICTURE} if reply.media.startswith("image/") else FRESH
    return Response(reply.body, media_type=reply.media, headers=headers)


async def on_table(
    request: Request,
    office: Office,
    job: str,
    battle: dict[str, Any],
    asked: dict[str, Any],
    *,
    lane: Lane = Lane.QUICK,
    seconds: float = 0,
) -> Response:
    """The answer to a job on whatever table a request means."""
    work = office.on(battle, job, asked, lane=lane, seconds=seconds)
    return sent(await while_there(request, work))


def written(document: Any, *, status: int = 200) -> Response:
    """JSON values that the server itself has."""
    text = compact(document)
    return Response(text.encode(), status, media_type="application/json", headers=FRESH)


def values_of(body: BaseModel) -> dict[str, Any]:
    """The JSON values of a body that fits its shape."""
    return body.model_dump(mode="json")


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is stopped when the client goes away."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Gone
        return doing.result()
    finally:
        for task in (doing, gone):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
