"""The application: routes, guard, problems, and what starts and stops with it.

Knows how the parts go together; nothing of what they do.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from defilade.server.guard import PREFIX, Guard
from defilade.server.office import Office
from defilade.server.openapi import document
from defilade.server.pages import page_router
from defilade.server.problems import MEDIA, Problem, Trouble
from defilade.server.routes import asks, books, edits, files, pictures, sessions, shares
from defilade.server.routes.common import Gone
from defilade.server.sessions import Sessions
from defilade.server.settings import Settings

API_VERSION = "1.0.0"

DESCRIPTION = """Rulings, odds and shared tables for tabletop wargames.

Every answer cites the clauses it rests on. Where a request is wrong, the answer is a problem
document (RFC 9457) whose `code` is for programs and whose `detail` is for people.
"""
_TAGS = [
    {"name": "systems", "description": "What can be asked about."},
    {"name": "asking", "description": "Questions about a table; nothing is kept."},
    {"name": "editing", "description": "Setting a table up, and measuring on it."},
    {"name": "sessions", "description": "Tables that several people share."},
    {"name": "sharing", "description": "Battles under short links."},
]
_log = logging.getLogger("defilade.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; its database is opened and its workers started when it starts."""
    settings = settings or Settings()
    app = FastAPI(
        title="Defilade",
        version=API_VERSION,
        summary="Adjudicates tabletop wargames.",
        description=DESCRIPTION,
        openapi_tags=_TAGS,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_living,
        redirect_slashes=False,
    )
    app.state.office = Office(settings)
    app.state.sessions = Sessions(app.state.office)
    for router in (
        books.router,
        asks.router,
        edits.router,
        files.router,
        pictures.router,
        sessions.router,
        shares.router,
    ):
        app.include_router(router, prefix=PREFIX)
    app.include_router(page_router(settings.page))
    app.add_exception_handler(Trouble, _trouble)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Gone, _gone)
    app.add_exception_handler(Exception, _bug)
    app.add_middleware(Guard, settings=settings)
    app.openapi = lambda: _documented(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    office: Office = app.state.office
    await office.open()
    try:
        yield
    finally:
        await office.close()


def _documented(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        app.openapi_schema = document(app)
    return app.openapi_schema


def told(problem: Problem) -> Response:
    """A problem as a response."""
    headers = dict(problem.headers)
    return Response(problem.body(), problem.status, headers=headers, media_type=MEDIA)


async def _trouble(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Trouble)  # registered for it
    return told(error.problem)


async def _invalid(_request: Request, error: Exception) -> Response:
    """Where a request does not fit its shape, all of it; what was given is not repeated."""
    assert isinstance(error, RequestValidationError)  # registered for it
    found = [
        {"at": [str(part) for part in each["loc"]], "says": each["msg"]}
        for each in error.errors()[:100]
    ]
    if any(each["type"] == "json_invalid" for each in error.errors()):
        return told(Problem("not-json", found[0]["says"]))
    first = f"{'.'.join(found[0]['at'])}: {found[0]['says']}" if found else ""
    return told(Problem("invalid", first, {"errors": found}))


async def _http(_request: Request, error: Exception) -> Response:
    """What the framework refuses by itself."""
    assert isinstance(error, HTTPException)  # registered for it
    codes = {404: "not-found", 405: "method-not-allowed", 400: "not-json"}
    code = codes.get(error.status_code, "invalid")
    return told(Problem(code, headers=dict(error.headers or {})))


async def _gone(_request: Request, _error: Exception) -> Response:
    return Response(status_code=499)


async def _bug(request: Request, error: Exception) -> Response:
    """What nobody foresaw is told to the server's keeper; the client learns that it was."""
    _log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return told(Problem("bug", "It was written to the log of the server."))


__all__ = ["API_VERSION", "create_app"]
