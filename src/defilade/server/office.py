"""Where requests are dealt with: which worker, which session, what is written down.

Knows pool, store and bell, and puts them together; nothing of HTTP but problems.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

from anyio import to_thread

from defilade.server.feed import Bell
from defilade.server.kept import KeptBattles
from defilade.server.problems import trouble
from defilade.server.settings import Limits, Settings
from defilade.server.store import Kept, NotThere, Share, Store
from defilade.server.work.desk import KEPT
from defilade.server.work.frames import Unheard
from defilade.server.work.pool import Lane, Pool, Reply, WorkerEnded

T = TypeVar("T")


class Office:
    """Everything that a running server has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits: Limits = settings.limits
        self.pool = Pool(settings.workers, settings.limits)
        self.bell = Bell(settings.limits)
        self.kept = KeptBattles(settings.limits)
        self._store: Store | None = None

    @property
    def store(self) -> Store:
        """The store; there is one while the server runs."""
        assert self._store is not None  # opened by `open`
        return self._store

    async def open(self) -> None:
        """Open the database and start the workers."""
        self._store = await threaded(Store, self.settings.database)
        await self.pool.open()

    async def close(self) -> None:
        """Stop the workers and let go of the database."""
        await self.pool.close()
        await threaded(self.store.close)

    async def ask(
        self, job: str, asked: Mapping[str, Any], *, lane: Lane = Lane.QUICK, seconds: float = 0
    ) -> Reply:
        """The reply of some worker to a job without a session."""
        key = _key_of(asked.get("battle"))

        async def once() -> Reply:
            worker = await self.pool.take(lane, key)
            if key is not None:
                worker.learn(key, "", self.limits.remembered)
            reply = await self.pool.ask(worker, job, asked, seconds or self.limits.ask_seconds)
            if "kept" in reply.more:
                worker.learn(reply.more["kept"], "", self.limits.remembered)
            return reply

        return await _twice(once)

    async def ask_of(
        self,
        kept: Kept,
        job: str,
        asked: Mapping[str, Any],
        *,
        lane: Lane = Lane.QUICK,
        seconds: float = 0,
    ) -> Reply:
        """The reply of a worker to a job on a session: of one that has it at hand if that can
        be, else with its log, which takes longer."""
        limit = seconds or self.limits.ask_seconds
        return await _twice(lambda: self._ask_of(kept, job, asked, lane, limit))

    async def _ask_of(
        self, kept: Kept, job: str, asked: Mapping[str, Any], lane: Lane, limit: float
    ) -> Reply:
        key = f"session {kept.id}"
        worker = await self.pool.take(lane, key)
        if worker.knows.get(key) == kept.head:
            try:
                return await self.pool.ask(worker, job, _with_session(asked, kept, None), limit)
            except Unheard:
                worker = await self.pool.take(lane, key)
        log = await self._log_for(worker, kept)
        limit += self.limits.restore_seconds
        reply = await self.pool.ask(worker, job, _with_session(asked, kept, log), limit)
        worker.learn(key, reply.more.get("head", kept.head), self.limits.remembered)
        return reply

    async def _log_for(self, worker: Any, kept: Kept) -> dict[str, Any]:
        try:
            log = await threaded(self.store.log, kept.id)
        except BaseException:
            self.pool.give_back(worker)
            raise
        log["entries"] = log["entries"][: kept.count]
        return log

    async def battle(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a worker needs to know of the battle of a request, sessions apart."""
        edits = given["edits"]
        match given:
            case {"text": str(text)}:
                self._sized(text)
                return given
            case {"document": dict(values), "waive": waive}:
                text = json.dumps(values, ensure_ascii=False)
                self._sized(text)
                return {"text": text, "name": KEPT, "waive": waive, "edits": edits}
            case {"kept": name, "waive": waive}:
                text = self.kept.text(name)
                return {"text": text, "name": KEPT, "waive": waive, "edits": edits}
            case {"example": name}:
                return {"example": name, "waive": [], "edits": edits}
            case {"share": share_id}:
                share = await self.share(share_id)
                waived = list(share.waived)
                return {"text": share.battle, "name": share_id, "waive": waived, "edits": edits}
        raise trouble("invalid", "There is no such form of a battle.")

    def _sized(self, text: str) -> None:
        most = self.limits.text
        if len(text) > most:
            raise trouble("too-large", f"{most:,} characters of battle are allowed.", limit=most)

    async def on(
        self,
        battle: Mapping[str, Any],
        job: str,
        asked: Mapping[str, Any],
        *,
        lane: Lane = Lane.QUICK,
        seconds: float = 0,
    ) -> Reply:
        """The reply to a job on whatever table a request means."""
        if "session" in battle:
            kept = await self.session(battle["session"])
            return await self.ask_of(kept, job, asked, lane=lane, seconds=seconds)
        found = await self.battle(battle)
        return await self.ask(job, {**asked, "battle": found}, lane=lane, seconds=seconds)

    async def edit(self, battle: Mapping[str, Any], fields_of: Sequence[str] | None) -> Reply:
        """What becomes of a battle and edits; it is remembered by its `kept`."""
        reply = await self.on(battle, "edit", {"fields_of": fields_of})
        self.kept.keep(reply.more["kept"], reply.more["text"])
        return reply

    async def share(self, share_id: str) -> Share:
        """A shared battle."""
        try:
            return await threaded(self.store.share, share_id)
        except NotThere:
            raise trouble("unknown-share") from None

    async def new_share(self, battle: Mapping[str, Any]) -> Share:
        """Keep a battle that passes its checks under an id made of what is in it."""
        _, shares = await threaded(self.store.counts)
        if shares >= self.limits.shares:
            raise trouble("full", f"{self.limits.shares:,} shared battles are kept.")
        found = (await self.on(battle, "document", {})).more
        waived = tuple(found["waived"])
        name = sha256(json.dumps([found["battle"], waived]).encode()).hexdigest()[:16]
        share = Share(name, found["system"], found["title"], found["battle"], waived)
        await threaded(self.store.keep_share, share)
        return share

    async def session(self, session_id: str) -> Kept:
        """A session without its log."""
        try:
            return await threaded(self.store.session, session_id)
        except NotThere:
            raise trouble("unknown-session") from None


def _key_of(battle: Mapping[str, Any] | None) -> str | None:
    """What a worker that has a battle at hand is known by; edits of it go to the same one."""
    if battle is None:
        return None
    base = battle.get("text") or battle.get("example") or ""
    return sha256(base.encode()).hexdigest()


def _with_session(asked: Mapping[str, Any], kept: Kept, log: Any) -> dict[str, Any]:
    of_session = {"session": kept.id, "head": kept.head, "log": log}
    return {**asked, **of_session, "battle": of_session}


async def _twice(ask: Callable[[], Coroutine[Any, Any, Reply]]) -> Reply:
    """The reply; of another worker where the first ended, since jobs change nothing."""
    with suppress(WorkerEnded):
        return await ask()
    try:
        return await ask()
    except WorkerEnded:
        raise trouble("bug", "The workers of this answer ended.") from None


async def threaded(call: Callable[..., T], *given: Any) -> T:
    """A blocking call in a thread; it is not left half done when nobody waits any more."""
    return await to_thread.run_sync(call, *given)
