"""`defilade serve`: the web page and the HTTP API, for this machine unless told otherwise."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from defilade.cli.exits import Code, left
from defilade.cli.parameters import AsJson, Quiet
from defilade.cli.screen import Screen

if TYPE_CHECKING:
    from socket import socket

    from defilade.server import Limits, Settings

FORMAT = "defilade.serving"
_PORT = 8765
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="0 takes any; 8765, or any if it is taken."),
    ] = None,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="SQLite, or PostgreSQL.")
    ] = "sqlite:///defilade.db",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that work out answers.")
    ] = 2,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A name it answers to; `*` any; repeatable."),
    ] = None,
    limits: Annotated[
        str | None, typer.Option("--limits", metavar="FILE", help="Limits to change, as TOML.")
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe a local proxy who the client is.")
    ] = False,
    browse: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    idle: Annotated[
        float, typer.Option("--idle", min=0, help="Stop after so many seconds unasked; 0 never.")
    ] = 0.0,
    openapi: Annotated[
        bool, typer.Option("--openapi", help="Print the OpenAPI document, and do not serve.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Serve the web page, rulings, odds and shared tables over HTTP.

    It listens on this machine only, unless --host says otherwise. Needs
    `pip install 'defilade[server]'`, and `'defilade[postgres]'` for PostgreSQL.
    JSON: `defilade.serving` 1, with the address, once it is known.

    Examples:

      defilade serve --open

      defilade serve --port 8000 --database sqlite:////var/lib/defilade/tables.db

      defilade serve --host 0.0.0.0 --name tables.example.org --limits limits.toml

      defilade serve --openapi > openapi.json
    """
    screen = Screen(as_json=as_json, quiet=quiet)
    try:
        from defilade.server import Settings
        from defilade.server.app import create_app
    except ImportError as error:
        screen.complain(f"{error.name} is not installed: pip install 'defilade[server]'")
        raise left(Code.USAGE) from None
    names = tuple(each.lower() for each in name or ()) or ("*",)
    hosts = _LOOPBACK if host in _LOOPBACK and not name else (*_LOOPBACK, *names)
    settings = Settings(database, workers, hosts, _limits(limits, screen))
    if openapi:
        typer.echo(_openapi(settings), nl=False)
        return
    _try_database(database, screen)
    listening = _bound(host, port, screen)
    at = listening.getsockname()[1]
    address = f"http://{f'[{host}]' if ':' in host else host}:{at}"
    _tell(address, settings, screen)
    if browse:
        _browse(address)
    how = _How(quiet=quiet or as_json, behind_proxy=behind_proxy, idle=idle)
    _run(create_app(settings), listening, how)


def _tell(address: str, settings: Settings, screen: Screen) -> None:
    """The address, at once, since whoever started this may be waiting for it."""
    from defilade.server.pages import MAKE, is_built

    screen.emit({"format": FORMAT, "version": 1, "address": address, "api": f"{address}/api/v1"})
    screen.say(f"{address}/")
    if not is_built(settings.page):
        screen.note(f"the page is not built yet: run `{MAKE}`; the API is at {address}/api/v1")
    sys.stdout.flush()


def _browse(address: str) -> None:
    """Open the page; what connects before the server runs waits for it. In a thread, since a
    browser in the terminal holds up whoever opens it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(f"{address}/",), daemon=True).start()


@dataclass(frozen=True, slots=True)
class _How:
    quiet: bool
    behind_proxy: bool
    idle: float


def _run(app: Any, listening: socket, how: _How) -> None:
    import asyncio

    import uvicorn

    from defilade.server.idle import Watched

    watched = Watched(app)
    config = uvicorn.Config(
        watched,
        log_level="warning" if how.quiet else "info",
        proxy_headers=how.behind_proxy,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)

    def stop() -> None:
        server.should_exit = True

    async def serving() -> None:
        watching = asyncio.ensure_future(watched.until_idle(how.idle, stop)) if how.idle else None
        await server.serve(sockets=[listening])
        if watching is not None:
            watching.cancel()

    asyncio.run(serving())


def _bound(host: str, port: int | None, screen: Screen) -> socket:
    """A socket at the address, at any port where the usual one is taken and none was asked for;
    leaves where it cannot be had.

    Connections inherit that small packets are sent at once: else an answer, whose head and body
    are sent apart, waits until the client acknowledges its head, which it puts off for 40 ms.
    """
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in (_PORT, 0) if port is None else (port,):
        try:
            made = socket.create_server((host, tried), family=family)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return made
        except OSError as error:
            failed = error
    screen.complain(f"{host}:{port or _PORT}: {failed.strerror or failed}")
    raise left(Code.USAGE)


def _try_database(url: str, screen: Screen) -> None:
    """Bring the database to the last migration; leaves where it cannot be opened."""
    from sqlalchemy.exc import SQLAlchemyError

    from defilade.server.store import Store

    try:
        Store(url).close()
    except ImportError as error:
        screen.complain(f"{error.name} is not installed: pip install 'defilade[postgres]'")
    except SQLAlchemyError as error:
        screen.complain(f"--database: {str(error).splitlines()[0]}")
    else:
        return
    raise left(Code.USAGE)


def _openapi(settings: Settings) -> str:
    import json

    from defilade.server.app import create_app

    document: dict[str, Any] = create_app(settings).openapi()
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _limits(path: str | None, screen: Screen) -> Limits:
    """The limits of a file; leaves where it is no TOML or names none."""
    import tomllib
    from pathlib import Path

    from defilade.server import Limits
    from defilade.server.settings import SettingsError, limits_from

    if path is None:
        return Limits()
    try:
        return limits_from(tomllib.loads(Path(path).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, SettingsError) as error:
        screen.complain(f"{path}: {error}")
        raise left(Code.FAULTY) from None
