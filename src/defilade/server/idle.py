"""Stops a server that nobody asks any more.

Knows when requests begin and end; nothing of what they ask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class Watched:
    """An application, and how long ago it answered last. A listener to a feed counts as asking."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open = 0
        self.last = monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self.open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open -= 1
            self.last = monotonic()

    def idle(self) -> float:
        """Seconds since the last answer, 0 while a request is open."""
        return 0.0 if self.open else monotonic() - self.last

    async def until_idle(self, seconds: float, stop: Callable[[], None]) -> None:
        """Call `stop` once nobody has asked for so many seconds."""
        while (left := seconds - self.idle()) > 0:
            await asyncio.sleep(left)
        stop()
