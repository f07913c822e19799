"""Routes of sessions: begin one, come to it, look on, take it a step on, listen."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Request, Response
from sse_starlette import EventSourceResponse

from defilade.server import bodies_sessions as bodies
from defilade.server import documents_sessions as shapes
from defilade.server import examples
from defilade.server.feed import told
from defilade.server.openapi import Responses, answers
from defilade.server.routes.common import (
    FRESH,
    Key,
    TheOffice,
    TheSessions,
    sent,
    while_there,
    written,
)
from defilade.server.sessions import Sessions

router = APIRouter(tags=["sessions"], responses=answers())

_ID = {"one": {"value": "Zm9vYmFyYmF6cXV4"}}
Id = Annotated[str, Path(description="The id of the session.", max_length=64, openapi_examples=_ID)]
_PING_SECONDS = 15
_EVENTS: Responses = {200: {"description": "Events", "content": {"text/event-stream": {}}}}


@router.post(
    "/sessions", response_model=shapes.SessionMade, status_code=201, summary="Begin a session"
)
async def begin(
    sessions: TheSessions, body: Annotated[bodies.NewTable, Body(openapi_examples=examples.SESSION)]
) -> Response:
    """Begin a session of a battle, or go on with the game of a log. The keys to change it, one
    for the host and one for each side, are told in this answer alone."""
    asked = body.model_dump(mode="json")
    begun = await sessions.begin(asked["battle"], asked["log"], asked["seed"])
    session = json.loads(begun.view)
    watch = f"/play/{session['id']}"
    links = {"watch": watch, "play": f"{watch}#{begun.key}"}
    made = {"session": session, "key": begun.key, "keys": dict(begun.keys), **links}
    return written(made, status=201)


@router.get("/sessions/{session}", response_model=shapes.Session, summary="Where it stands")
async def session(office: TheOffice, sessions: TheSessions, session: Id) -> Response:
    """The head of the log, what waits for an answer, what happened last, what stands where."""
    kept = await office.session(session)
    view = await sessions.view(kept)
    return Response(view, media_type="application/json", headers=FRESH)


@router.get("/sessions/{session}/seats", response_model=shapes.Seats, summary="Who is there")
async def seats(office: TheOffice, sessions: TheSessions, session: Id) -> Response:
    """The sides, whether somebody came for them, and who agrees to take back dice."""
    return written(await sessions.seats(await office.session(session)))


@router.post("/sessions/{session}/join", response_model=shapes.Seated, summary="Come to it")
async def join(
    sessions: TheSessions,
    session: Id,
    key: Key,
    _body: Annotated[bodies.Coming, Body(openapi_examples=examples.JOIN)],
) -> Response:
    """Come to the table with the key of a side, or of the host; the others are told."""
    return written(await sessions.join(session, key))


@router.get("/sessions/{session}/log", responses=answers("Log"), summary="The whole log")
async def log(office: TheOffice, sessions: TheSessions, session: Id) -> Response:
    """The whole log, as `defilade replay` and `defilade play` read it."""
    await office.session(session)
    return written(await sessions.log(session))


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
    sessions: TheSessions,
    session: Id,
    last_event_id: Annotated[
        str | None,
        Header(description="The count of entries you know; all are told again if left out."),
    ] = None,
) -> Response:
    """Server-sent events for everybody at the table: `moved` with the new entries of the log,
    `seats` with who is there and who agrees to take back dice."""
    await office.session(session)
    known = last_event_id or "0"
    since = int(known) if known.isascii() and known.isdecimal() and len(known) < 9 else 0
    office.bell.find_room(session)
    news = partial(sessions.news, session)
    seats = partial(sessions.seats_news, session)
    events = told(office.bell, session, since, news, seats)
    return EventSourceResponse(_greeted(events), ping=_PING_SECONDS)


async def _greeted(events: AsyncGenerator[dict[str, Any], None]) -> AsyncIterator[dict[str, Any]]:
    """Events after a comment, so that the answer begins at once."""
    async with aclosing(events):
        yield {"comment": "listening"}
        async for each in events:
            yield each


@router.post("/sessions/{session}/act", response_model=shapes.Session, summary="Act")
async def act(
    sessions: TheSessions,
    session: Id,
    key: Key,
    body: Annotated[bodies.Act, Body(openapi_examples=examples.ACT)],
) -> Response:
    """Begin an action, in the game's notation. The rules may refuse it, and say why."""
    step = {"do": "act", "action": body.action}
    return await _moved(sessions, session, key, body.head, step)


@router.post("/sessions/{session}/answer", response_model=shapes.Session, summary="Give dice")
async def answer(
    sessions: TheSessions,
    session: Id,
    key: Key,
    body: Annotated[bodies.Faces, Body(openapi_examples=examples.FACES)],
) -> Response:
    """Answer the pending roll with dice that fell on a table."""
    step = {"do": "answer", "faces": body.faces}
    return await _moved(sessions, session, key, body.head, step)


@router.post("/sessions/{session}/choose", response_model=shapes.Session, summary="Choose")
async def choose(
    sessions: TheSessions,
    session: Id,
    key: Key,
    body: Annotated[bodies.Option, Body(openapi_examples=examples.OPTION)],
) -> Response:
    """Answer the pending choice by the number of an option."""
    return await _moved(sessions, session, key, body.head, {"do": "choose", "index": body.index})


@router.post("/sessions/{session}/undo", response_model=shapes.Session, summary="Undo")
async def undo(
    sessions: TheSessions,
    session: Id,
    key: Key,
    body: Annotated[bodies.Undo, Body(openapi_examples=examples.UNDO)],
) -> Response:
    """Take back the last act, throw or choice; the log keeps it as undone.

    Dice are taken back only when every side that somebody came for has `agreed`, and the host
    for the others; until then the answer is 409 `both-needed`, with whom it waits for.
    """
    step = {"do": "undo", "agreed": body.agreed}
    return await _moved(sessions, session, key, body.head, step)


def _plain(name: str, summary: str, says: str) -> None:
    """A route for a step that needs nothing but the state it is taken from."""

    async def step(
        sessions: TheSessions,
        session: Id,
        key: Key,
        body: Annotated[bodies.Step, Body(openapi_examples=examples.STEP)],
    ) -> Response:
        return await _moved(sessions, session, key, body.head, {"do": name})

    router.post(
        f"/sessions/{{session}}/{name}",
        response_model=shapes.Session,
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
_plain("redo", "Redo", "Do again what was undone last.")
_plain(
    "reveal",
    "Reveal the seed",
    "Write the seed in use into the log, so that anybody can check the rolls made from it. "
    "The next roll makes up another.",
)


async def _moved(
    sessions: Sessions, session: str, key: str | None, head: str, step: dict[str, Any]
) -> Response:
    return sent(await sessions.move(session, key, head, step))
