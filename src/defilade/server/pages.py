"""The web page: the files of a built folder, sent as they are or as they were compressed before.

Knows files, caching and what a page may load; nothing of what the page does. The folder is made
by `make page` and need not be there: the API answers all the same.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from defilade.server.problems import MEDIA, Problem

INDEX = "index.html"
MAKE = "make page"

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""What the page may load: its own files, and pictures that it makes itself."""

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*\Z")
_ENCODINGS: Mapping[str, str] = {"br": ".br", "gzip": ".gz"}
"""Codings by preference, and how files in them end."""
_MEDIA: Mapping[str, str] = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
_TEXTS = ("text/", "application/manifest+json", "application/json")


@dataclass(frozen=True, slots=True)
class Found:
    """One file to send: its bytes, whether compressed, and what tells this version of it."""

    body: bytes
    encoding: str | None
    tag: str


def page_router(folder: Path) -> APIRouter:
    """Routes of the page built into a folder: the page itself, its assets, its other files."""
    router = APIRouter(include_in_schema=False)
    methods = ["GET", "HEAD"]

    async def index(request: Request) -> Response:
        return await _sent(request, folder / INDEX, INDEX, _ASK_AGAIN)

    async def asset(request: Request, name: str) -> Response:
        return await _sent(request, folder / "assets" / name, name, _FOREVER)

    async def other(request: Request, name: str) -> Response:
        return await _sent(request, folder / name, name, _ASK_AGAIN)

    for path in ("/", "/play/{session}", "/s/{share}"):
        router.add_api_route(path, index, methods=methods)
    router.add_api_route("/assets/{name}", asset, methods=methods)
    router.add_api_route("/{name}", other, methods=methods)
    return router


def is_built(folder: Path) -> bool:
    """Whether there is a page to send."""
    return (folder / INDEX).is_file()


async def _sent(request: Request, path: Path, name: str, cache: str) -> Response:
    accepted = request.headers.get("accept-encoding", "")
    found = await to_thread.run_sync(_read, path, name, tuple(codings(accepted)))
    if found is None:
        return _unbuilt() if name == INDEX else _missing()
    headers = {
        "Cache-Control": cache,
        "Content-Security-Policy": POLICY,
        "ETag": found.tag,
        "Vary": "Accept-Encoding",
    }
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.encoding is not None:
        headers["Content-Encoding"] = found.encoding
    media = media_of(name)
    if media.startswith(_TEXTS):
        media += "; charset=utf-8"
    return Response(found.body, media_type=media, headers=headers)


def _read(path: Path, name: str, accepted: tuple[str, ...]) -> Found | None:
    """A file as it is stored in the first accepted coding that it is there in."""
    if not _NAME.match(name):
        return None
    for encoding in (*accepted, None):
        stored = path if encoding is None else path.with_name(name + _ENCODINGS[encoding])
        if path.is_file() and stored.is_file():
            stat = stored.stat()
            tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}-{encoding or "plain"}"'
            return Found(stored.read_bytes(), encoding, tag)
    return None


def codings(accepted: str) -> Iterator[str]:
    """Codings that an `Accept-Encoding` header allows, the smallest files first.

    >>> list(codings("gzip, deflate, br;q=0.5")), list(codings("br;q=0, gzip")), list(codings(""))
    (['br', 'gzip'], ['gzip'], [])
    """
    allowed: dict[str, bool] = {}
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        allowed[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    for name in _ENCODINGS:
        if allowed.get(name, allowed.get("*", False)):
            yield name


def media_of(name: str) -> str:
    """The media type of a file, by the end of its name.

    >>> media_of("index-3f2a.js"), media_of("manifest.webmanifest"), media_of("what")
    ('text/javascript', 'application/manifest+json', 'application/octet-stream')
    """
    suffix = Path(name).suffix
    return _MEDIA.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _missing() -> Response:
    problem = Problem("not-found")
    return Response(problem.body(), problem.status, media_type=MEDIA)


def _unbuilt() -> Response:
    """What a browser shows while there is no page."""
    says = f"The page is not built yet: run `{MAKE}`, then load this again. The API is at /api/v1."
    text = f"<!doctype html><title>Defilade</title><p>{escape(says)}</p>\n"
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY}
    return Response(text, 503, media_type="text/html", headers=headers)


__all__ = ["POLICY", "codings", "is_built", "media_of", "page_router"]
