"""What stands before every request: whose name it is addressed to, how often, how large.

Knows ASGI and limits; nothing of what is asked. A body is taken in whole, within its limits,
before anything looks at it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from defilade.server.problems import MEDIA, Problem
from defilade.server.rates import Rates
from defilade.server.settings import Limits, Rate, Settings

PREFIX = "/api/v1"

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """The application behind the checks that need no knowledge of it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.rates = Rates(settings.limits.clients)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with what is wrong."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        problem = self._host(headers) or self._rate(scope) or self._shape(scope, headers)
        body = b""
        if problem is None:
            taken = await self._body(receive, body_limit(scope["path"], self.settings.limits))
            if isinstance(taken, Problem):
                problem = taken
            elif taken is None:
                return
            else:
                body = taken
        if problem is not None:
            await refused(problem, send)
            return
        await self.app(scope, _again(body, receive), _marked(send))

    def _host(self, headers: Mapping[str, str]) -> Problem | None:
        """A page of another site may have its name lead here; only our own names are answered."""
        allowed = self.settings.hosts
        if "*" in allowed or _hostname(headers.get("host", "")) in allowed:
            return None
        return Problem("wrong-host", f"It answers to {', '.join(allowed)}.")

    def _rate(self, scope: Scope) -> Problem | None:
        purpose, rate = rate_of(scope["method"], scope["path"], self.settings.limits)
        client = scope["client"][0] if scope.get("client") else ""
        wait = self.rates.wait(client, purpose, rate)
        if not wait:
            return None
        after = str(math.ceil(wait))
        detail = f"{rate.per_second:g} a second are allowed for {purpose}, {rate.burst} at once."
        return Problem("too-many", detail, {"purpose": purpose}, {"Retry-After": after})

    def _shape(self, scope: Scope, headers: Mapping[str, str]) -> Problem | None:
        length = headers.get("content-length", "0")
        most = body_limit(scope["path"], self.settings.limits)
        if length.isdecimal() and int(length) > most:
            return _too_large(most)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            return Problem("media-type", f"It is {kind or 'not said'}, not application/json.")
        return None

    async def _body(self, receive: Receive, most: int) -> bytes | Problem | None:
        """The whole body, what is wrong with it, or None if the client went away."""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.settings.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        return _too_large(most)
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            return Problem("body-slow")


def body_limit(path: str, limits: Limits) -> int:
    """How many bytes the body of a request may have."""
    return limits.import_body if path == f"{PREFIX}/import" else limits.body


def _too_large(most: int) -> Problem:
    return Problem("too-large", f"{most:,} bytes are allowed.", {"limit": most})


def rate_of(method: str, path: str, limits: Limits) -> tuple[str, Rate]:
    """What a request is for, by its method and path, and how often that may be."""
    if method != "POST":
        return "reading", limits.reading
    match path.removeprefix(PREFIX).strip("/").split("/"):
        case ["survey"]:
            return "surveying", limits.surveying
        case ["odds"] | ["import"]:
            return "reckoning", limits.reckoning
        case ["sessions"] | ["shares"]:
            return "making", limits.making
        case ["sessions", *_]:
            return "moving", limits.moving
        case _:
            return "asking", limits.asking


async def refused(problem: Problem, send: Send) -> None:
    """Answer with a problem document."""
    headers = [(b"content-type", MEDIA.encode()), *_HEADERS]
    headers += [(k.lower().encode(), v.encode()) for k, v in problem.headers.items()]
    body = problem.body()
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, then whatever comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _marked(send: Send) -> Send:
    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return marked


def _headers(scope: Scope) -> dict[str, str]:
    pairs: Any = scope["headers"]
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in pairs}


def _hostname(host: str) -> str:
    """The name in a Host header, without port and brackets.

    >>> _hostname("[::1]:8000"), _hostname("localhost:80"), _hostname("Example.org")
    ('::1', 'localhost', 'example.org')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()
