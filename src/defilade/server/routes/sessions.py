"""Routes of sessions: begin one, look on, take it a step on, listen; and of shared battles."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Request, Response
from sse_starlette import EventSourceResponse

from defilade.game import compact
from defilade.server import bodies, documents, examples
from defilade.server.feed import told
from defilade.server.office import Office
from defilade.server.openapi import Responses, answers
from defilade.server.routes.common import FRESH, Key, TheOffice, sent, while_there
from defilade.server.store import Share

router = APIRouter(tags=["sessions"], responses=answers())
shares = APIRouter(tags=["sharing"], responses=answers())

_ID = {"one": {"value": "Zm9vYmFyYmF6cXV4"}}
Id = Annotated[str, Path(description="The id of the session.", max_length=64, openapi_examples=_ID)]
ShareId = Annotated[
    str, Path(description="The id of the share.", max_length=64, openapi_examples=_ID)
]
_PING_SECONDS = 15
_EVENTS: Responses = {200: {"description": "Events", "content": {"text/event-stream": {}}}}


@router.post(
    "/sessions", response_model=documents.SessionMade, status_code=201, summary="Begin a session"
)
async def begin(
    office: TheOffice, body: Annotated[bodies.NewTable, Body(openapi_examples=examples.SESSION)]
) -> Response:
    """Begin a session of a battle. The key to change it is told in this answer alone."""
    asked = body.model_dump(mode="json")
    key, reply = await office.new_session(asked["battle"], asked["seed"])
    session = json.loads(reply.body)
    watch = f"/play/{session['id']}"
    made = {"session": session, "key": key, "watch": watch, "play": f"{watch}#{key}"}
    return _json(made, status=201)


@router.get("/sessions/{session}", response_model=documents.Session, summary="Where it stands")
async def session(office: TheOffice, session: Id) -> Response:
    """The head of the log, what waits for an answer, what happened last, what stands where."""
    kept = await office.session(session)
    view = await office.view(kept)
    return Response(view, media_type="application/json", headers=FRESH)


@router.get("/sessions/{session}/log", responses=answers("Log"), summary="The whole log")
async def log(office: TheOffice, session: Id) -> Response:
    """The whole log, as `defilade replay` and `defilade play` read it."""
    await office.session(session)
    return _json(await office.log(session))


@router.get("/sessions/{session}/events", responses=answers("Events"), summary="What happened")
async def events(request: Request, office: TheOffice, session: Id) -> Response:
    """Everything that happened, in order and in words."""
    kept = await office.session(session)
    seconds = office.limits.move_seconds
    work = office.ask_of(kept, "events", {}, seconds=seconds)
    return sent(await while_there(request, work))


@router.get(
    "/sessions/{session}/feed",
    responses=answers() | _EVENTS,
    response_class=Response,
    summary="Listen",
)
async def feed(
    office: TheOffice,
    session: Id,
    last_event_id: Annotated[
        str | None,
        Header(description="The count of entries you know; all are told again if left out."),
    ] = None,
) -> Response:
    """Server-sent events: `moved` with the new entries of the log, for everybody at the table."""
    await office.session(session)
    known = last_event_id or "0"
    since = int(known) if known.isascii() and known.isdecimal() and len(known) < 9 else 0
    office.bell.find_room(session)
    events = told(office.bell, session, since, partial(office.news, session))
    return EventSourceResponse(_greeted(events), ping=_PING_SECONDS)


async def _greeted(events: AsyncGenerator[dict[str, Any], None]) -> AsyncIterator[dict[str, Any]]:
    """Events after a comment, so that the answer begins at once."""
    async with aclosing(events):
        yield {"comment": "listening"}
        async for each in events:
            yield each


@router.post("/sessions/{session}/act", response_model=documents.Session, summary="Act")
async def act(
    office: TheOffice,
    session: Id,
    key: Key,
    body: Annotated[bodies.Act, Body(openapi_examples=examples.ACT)],
) -> Response:
    """Begin an action, in the game's notation. The rules may refuse it, and say why."""
    step = {"do": "act", "action": body.action}
    return await _moved(office, session, key, body.head, step)


@router.post("/sessions/{session}/answer", response_model=documents.Session, summary="Give dice")
async def answer(
    office: TheOffice,
    session: Id,
    key: Key,
    body: Annotated[bodies.Faces, Body(openapi_examples=examples.FACES)],
) -> Response:
    """Answer the pending roll with dice that fell on a table."""
    step = {"do": "answer", "faces": body.faces}
    return await _moved(office, session, key, body.head, step)


@router.post("/sessions/{session}/choose", response_model=documents.Session, summary="Choose")
async def choose(
    office: TheOffice,
    session: Id,
    key: Key,
    body: Annotated[bodies.Option, Body(openapi_examples=examples.OPTION)],
) -> Response:
    """Answer the pending choice by the number of an option."""
    return await _moved(office, session, key, body.head, {"do": "choose", "index": body.index})


def _plain(name: str, summary: str, says: str) -> None:
    """A route for a step that needs nothing but the state it is taken from."""

    async def step(
        office: TheOffice,
        session: Id,
        key: Key,
        body: Annotated[bodies.Step, Body(openapi_examples=examples.STEP)],
    ) -> Response:
        return await _moved(office, session, key, body.head, {"do": name})

    router.post(
        f"/sessions/{{session}}/{name}",
        response_model=documents.Session,
        summary=summary,
        description=says,
        name=name,
    )(step)


_plain(
    "roll",
    "Roll",
    "Answer the pending roll from the seed of the session. If none is in use, one is made up "
    "and committed to first: the log has its SHA-256 until it is revealed.",
)
_plain("undo", "Undo", "Take back the last act, throw or choice; the log keeps it as undone.")
_plain("redo", "Redo", "Do again what was undone last.")
_plain(
    "reveal",
    "Reveal the seed",
    "Write the seed in use into the log, so that anybody can check the rolls made from it. "
    "The next roll makes up another.",
)


@shares.post("/shares", response_model=documents.Share, status_code=201, summary="Share a battle")
async def share(
    office: TheOffice, body: Annotated[bodies.NewShare, Body(openapi_examples=examples.SESSION)]
) -> Response:
    """Keep a battle under a short link. The same battle always has the same one."""
    return _shared(await office.new_share(body.model_dump(mode="json")["battle"]), status=201)


@shares.get("/shares/{share}", response_model=documents.Share, summary="A shared battle")
async def shared(office: TheOffice, share: ShareId) -> Response:
    """The battle behind a short link."""
    return _shared(await office.share(share))


async def _moved(
    office: Office, session: str, key: str | None, head: str, step: dict[str, Any]
) -> Response:
    return sent(await office.move(session, key, head, step))


def _shared(share: Share, *, status: int = 200) -> Response:
    told = {
        "id": share.id,
        "link": f"/s/{share.id}",
        "system": share.system,
        "title": share.title,
        "waived": list(share.waived),
        "document": json.loads(share.battle),
    }
    return _json(told, status=status)


def _json(document: Any, *, status: int = 200) -> Response:
    text = compact(document)
    return Response(text.encode(), status, media_type="application/json", headers=FRESH)
