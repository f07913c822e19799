"""Sessions: begun, looked at, taken a step on, with everything written down before it is told.

Knows the order of things: who may, from which state, what the worker says, what is kept.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from defilade.server.office import Office, threaded
from defilade.server.problems import Trouble, trouble
from defilade.server.seats import HOST, hashed, new_key, new_seats, seat_of, seats_json, voices
from defilade.server.store import Entry, Kept, NewSession, Written, WrittenMeanwhile
from defilade.server.work.desk import engine
from defilade.server.work.pool import Lane, Reply

_STALE_SHOWN = 50
"""Entries that are told to somebody whose view is stale."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session: the host's key and those of the sides, told this once, and its view."""

    key: str
    keys: Mapping[str, str]
    view: bytes


class Sessions:
    """The sessions of an office."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def begin(
        self, battle: Mapping[str, Any] | None, log: Mapping[str, Any] | None, seed: str | None
    ) -> Begun:
        """Keep a new session of a battle, or of a log that goes on where it ends."""
        office = self.office
        sessions, _ = await threaded(office.store.counts)
        if sessions >= office.limits.sessions:
            raise trouble("full", f"{office.limits.sessions:,} sessions are kept.")
        session_id, key = secrets.token_urlsafe(12), new_key()
        asked = {"new": session_id, "seed": seed}
        if battle is not None:
            reply = await office.on(battle, "begin", asked)
        else:
            reply = await self._resumed({**asked, "log": log})
        header = reply.more["header"]
        seats, keys = new_seats(reply.more["sides"])
        new = NewSession(
            session_id,
            hashed(key),
            header["system"],
            reply.more["title"],
            header,
            reply.more["start"],
            seats,
        )
        seeds = {} if seed is None else {reply.more["seed_at"]: seed}
        await threaded(office.store.begin, new, _written(reply, 0, seeds))
        return Begun(key, keys, reply.body)

    async def _resumed(self, asked: Mapping[str, Any]) -> Reply:
        limits = self.office.limits
        entries = asked["log"].get("entries")
        if isinstance(entries, list) and len(entries) > limits.entries:
            raise trouble("session-full", f"{limits.entries:,} are allowed.")
        seconds = limits.restore_seconds
        return await self.office.ask("begin", asked, lane=Lane.LONG, seconds=seconds)

    async def log(self, session_id: str) -> dict[str, Any]:
        """The whole log of a session as JSON values."""
        return await threaded(self.office.store.log, session_id)

    async def view(self, kept: Kept) -> bytes:
        """Where a session stands, as it was told before or worked out again."""
        store = self.office.store
        found = await threaded(store.view, kept.id, kept.head, engine())
        if found is not None:
            return found
        reply = await self.office.ask_of(kept, "view", {})
        written = Written((), {}, kept.head, engine(), reply.body)
        await threaded(store.keep_view, kept.id, written)
        return reply.body

    async def move(
        self, session_id: str, key: str | None, head: str, step: Mapping[str, Any]
    ) -> Reply:
        """Take a session one step on; what is told is written down before."""
        lock = self._locks.setdefault(session_id, asyncio.Lock())
        async with lock:
            kept, seat = await self._seated(session_id, key)
            if head != kept.head:
                raise await self._stale(kept, head)
            if kept.count + 2 > self.office.limits.entries:
                raise trouble("session-full", f"{self.office.limits.entries:,} are allowed.")
            return await self._moved(kept, await self._agreed(kept, seat, step))

    async def _moved(self, kept: Kept, step: Mapping[str, Any]) -> Reply:
        office = self.office
        seed, step = _seeded(kept, step)
        asked = {"seed": seed, "step": step}
        reply = await office.ask_of(kept, "move", asked, seconds=office.limits.move_seconds)
        seeds = {kept.count: str(seed)} if step.get("commit") else {}
        written = _written(reply, kept.count, seeds)
        try:
            await threaded(office.store.append, kept.id, written)
        except WrittenMeanwhile:
            raise await self._stale(await office.session(kept.id), kept.head) from None
        finally:
            office.bell.ring(kept.id)
        return reply

    async def join(self, session_id: str, key: str | None) -> dict[str, Any]:
        """Whose key it is, and who is at the table now."""
        kept, seat = await self._seated(session_id, key)
        return {"seat": seat, **await self.seats(kept)}

    async def seats(self, kept: Kept) -> dict[str, Any]:
        """Who is at the table, and who has agreed to take back the dice thrown last."""
        agreed = await threaded(self.office.store.agreed, kept.id, kept.head)
        return seats_json(kept.seats, kept.head, agreed)

    async def seats_news(self, session_id: str) -> str:
        """The same as JSON text, for listeners."""
        return json.dumps(await self.seats(await self.office.session(session_id)))

    async def news(self, session_id: str, since: int) -> tuple[int, str, str] | None:
        """What a listener of a session has not heard yet."""
        new = await threaded(self.office.store.entries, session_id, since)
        if not new:
            return None
        count, head = new[-1].number + 1, new[-1].document["digest"]
        listed = [each.document for each in new]
        return count, "moved", json.dumps({"head": head, "count": count, "entries": listed})

    async def _seated(self, session_id: str, key: str | None) -> tuple[Kept, str]:
        """A session and the seat of whoever has this key; a side counts as taken from then on."""
        kept = await self.office.session(session_id)
        seat = seat_of(key, kept.key_hash, kept.seats)
        if seat != HOST and not all(each.taken for each in kept.seats if each.side == seat):
            await threaded(self.office.store.take_seat, session_id, seat)
            self.office.bell.ring(session_id)
            kept = await self.office.session(session_id)
        return kept, seat

    async def _agreed(self, kept: Kept, seat: str, step: Mapping[str, Any]) -> Mapping[str, Any]:
        """An undo with who has agreed to it, in case it takes back dice, and who has not."""
        if step["do"] != "undo":
            return step
        store = self.office.store
        if step["agreed"]:
            await threaded(store.agree, kept.id, kept.head, seat)
            self.office.bell.ring(kept.id)
        agreed = await threaded(store.agreed, kept.id, kept.head)
        waiting = [each for each in voices(kept.seats) if each not in agreed]
        return {"do": "undo", "agreed": list(agreed), "waiting": waiting}

    async def _stale(self, kept: Kept, head: str) -> Trouble:
        """What somebody is told who saw an older state: where it stands, what came since."""
        entries = await threaded(self.office.store.entries, kept.id)
        digests = [kept.start, *(each.document["digest"] for each in entries)]
        since = digests.index(head) if head in digests else None
        newer: list[Entry] = list(entries[since:]) if since is not None else []
        detail = (
            f"{len(newer)} entries are newer than what you saw."
            if newer
            else "No state of this session is what you saw."
        )
        told = [each.document for each in newer[-_STALE_SHOWN:]]
        return trouble("stale", detail, head=kept.head, count=kept.count, since=told)


def _seeded(kept: Kept, step: Mapping[str, Any]) -> tuple[str | None, Mapping[str, Any]]:
    """The seed that a step needs: the one in use, or for a roll a new one to commit to."""
    if step["do"] == "reveal" and kept.seed is None:
        raise trouble("nothing-to-reveal")
    if step["do"] != "roll":
        return kept.seed, step
    seed = kept.seed or secrets.token_hex(16)
    return seed, {**step, "commit": kept.seed is None}


def _written(reply: Reply, start: int, seeds: Mapping[int, str]) -> Written:
    entries = [Entry(start + n, each) for n, each in enumerate(reply.more["entries"])]
    return Written(entries, seeds, reply.more["head"], engine(), reply.body)
