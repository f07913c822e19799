"""Telling everybody at a table that something happened.

Knows who listens to which session; what happened is read from the store by each listener, so
that a slow one loses nothing and holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from typing import Any

from defilade.server.problems import trouble
from defilade.server.settings import Limits


class Bell:
    """One bell for each session; whoever listens waits for the next ring."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.listening: Counter[str] = Counter()
        self._rung: dict[str, asyncio.Event] = {}

    def ring(self, session_id: str) -> None:
        """Wake everybody who listens to a session."""
        rung = self._rung.pop(session_id, None)
        if rung is not None:
            rung.set()

    def find_room(self, session_id: str) -> None:
        """Raise `Trouble` where too many listen already."""
        if self.listening[session_id] >= self.limits.feeds_each:
            raise trouble("too-many-feeds", f"{self.limits.feeds_each} of one session.")
        if self.listening.total() >= self.limits.feeds:
            raise trouble("too-many-feeds", f"{self.limits.feeds} in all.")

    def enter(self, session_id: str) -> None:
        """Begin to listen."""
        self.listening[session_id] += 1

    def leave(self, session_id: str) -> None:
        """Listen no more."""
        self.listening[session_id] -= 1
        if self.listening[session_id] <= 0:
            del self.listening[session_id]
            self._rung.pop(session_id, None)

    def next_ring(self, session_id: str) -> asyncio.Event:
        """What will be set when it rings next. Ask for it before reading the store."""
        return self._rung.setdefault(session_id, asyncio.Event())

    async def rings(self, event: asyncio.Event) -> None:
        """Return when it rings, and now and then without: another server may have written."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.feed_poll_seconds):
                await event.wait()


Seats = Callable[[], Coroutine[Any, Any, str]]
"""Who is at the table, as text."""
News = Callable[[int], Coroutine[Any, Any, tuple[int, str, str] | None]]
"""What there is since an entry: the count of entries now, the event's name, its data."""


async def told(
    bell: Bell, session_id: str, since: int, news: News, seats: Seats
) -> AsyncGenerator[dict[str, Any], None]:
    """Server-sent events from entry number `since` on; each one's id is the count after it."""
    seated = ""
    bell.enter(session_id)  # here, since a feed that never starts would never leave
    try:
        while True:
            event = bell.next_ring(session_id)
            found = await news(since)
            if found is not None:
                since, name, data = found
                yield {"id": str(since), "event": name, "data": data}
            now = await seats()
            if now != seated:
                seated = now
                yield {"event": "seats", "data": now}
            await bell.rings(event)
    finally:
        bell.leave(session_id)
