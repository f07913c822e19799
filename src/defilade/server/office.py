"""Where requests are dealt with: which worker, which session, what is written down.

Knows pool, store and bell, and puts them together; nothing of HTTP but problems.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from anyio import to_thread

from defilade.server.feed import Bell
from defilade.server.kept import KeptBattles
from defilade.server.problems import Problem, Trouble, trouble
from defilade.server.settings import Limits, Settings
from defilade.server.store import (
    Entry,
    Kept,
    NewSession,
    NotThere,
    Share,
    Store,
    Written,
    WrittenMeanwhile,
)
from defilade.server.work.desk import KEPT, engine
from defilade.server.work.frames import Unheard
from defilade.server.work.pool import Lane, Pool, Reply, WorkerEnded

T = TypeVar("T")

_STALE_SHOWN = 50
"""Entries that are told to somebody whose view is stale."""


class Office:
    """Everything that a running server has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits: Limits = settings.limits
        self.pool = Pool(settings.workers, settings.limits)
        self.bell = Bell(settings.limits)
        self.kept = KeptBattles(settings.limits)
        self._store: Store | None = None
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def store(self) -> Store:
        """The store; there is one while the server runs."""
        assert self._store is not None  # opened by `open`
        return self._store

    async def open(self) -> None:
        """Open the database and start the workers."""
        self._store = await _threaded(Store, self.settings.database)
        await self.pool.open()

    async def close(self) -> None:
        """Stop the workers and let go of the database."""
        await self.pool.close()
        await _threaded(self.store.close)

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
            log = await _threaded(self.store.log, kept.id)
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
            return await _threaded(self.store.share, share_id)
        except NotThere:
            raise trouble("unknown-share") from None

    async def new_share(self, battle: Mapping[str, Any]) -> Share:
        """Keep a battle that passes its checks under an id made of what is in it."""
        _, shares = await _threaded(self.store.counts)
        if shares >= self.limits.shares:
            raise trouble("full", f"{self.limits.shares:,} shared battles are kept.")
        found = (await self.on(battle, "document", {})).more
        waived = tuple(found["waived"])
        name = sha256(json.dumps([found["battle"], waived]).encode()).hexdigest()[:16]
        share = Share(name, found["system"], found["title"], found["battle"], waived)
        await _threaded(self.store.keep_share, share)
        return share

    async def session(self, session_id: str) -> Kept:
        """A session without its log."""
        try:
            return await _threaded(self.store.session, session_id)
        except NotThere:
            raise trouble("unknown-session") from None

    async def new_session(self, battle: Mapping[str, Any], seed: str | None) -> tuple[str, Reply]:
        """Keep a new session; its secret key, which is told this once, and its view."""
        sessions, _ = await _threaded(self.store.counts)
        if sessions >= self.limits.sessions:
            raise trouble("full", f"{self.limits.sessions:,} sessions are kept.")
        session_id, key = secrets.token_urlsafe(12), secrets.token_urlsafe(24)
        reply = await self.on(battle, "begin", {"new": session_id, "seed": seed})
        header = reply.more["header"]
        new = NewSession(
            session_id,
            _hash(key),
            header["system"],
            reply.more["title"],
            header,
            reply.more["start"],
        )
        seeds = {} if seed is None else {0: seed}
        await _threaded(self.store.begin, new, _written(reply, 0, seeds))
        return key, reply

    async def log(self, session_id: str) -> dict[str, Any]:
        """The whole log of a session as JSON values."""
        return await _threaded(self.store.log, session_id)

    async def view(self, kept: Kept) -> bytes:
        """Where a session stands, as it was told before or worked out again."""
        found = await _threaded(self.store.view, kept.id, kept.head, engine())
        if found is not None:
            return found
        reply = await self.ask_of(kept, "view", {})
        written = Written((), {}, kept.head, engine(), reply.body)
        await _threaded(self.store.keep_view, kept.id, written)
        return reply.body

    def allow(self, kept: Kept, key: str | None) -> None:
        """Refuse whoever has not the secret key of a session."""
        if key is None:
            headers = {"WWW-Authenticate": "Bearer"}
            raise Trouble(Problem("key-needed", headers=headers))
        if not compare_digest(_hash(key), kept.key_hash):
            raise trouble("wrong-key")

    async def move(
        self, session_id: str, key: str | None, head: str, step: Mapping[str, Any]
    ) -> Reply:
        """Take a session one step on; what is told is written down before."""
        lock = self._locks.setdefault(session_id, asyncio.Lock())
        async with lock:
            kept = await self.session(session_id)
            self.allow(kept, key)
            if head != kept.head:
                raise await self._stale(kept, head)
            if kept.count + 2 > self.limits.entries:
                raise trouble("session-full", f"{self.limits.entries:,} are allowed.")
            seed, step = _seeded(kept, step)
            asked = {"seed": seed, "step": step}
            seconds = self.limits.move_seconds
            reply = await self.ask_of(kept, "move", asked, seconds=seconds)
            seeds = {kept.count: str(seed)} if step.get("commit") else {}
            written = _written(reply, kept.count, seeds)
            try:
                await _threaded(self.store.append, session_id, written)
            except WrittenMeanwhile:
                raise await self._stale(await self.session(session_id), head) from None
            finally:
                self.bell.ring(session_id)
            return reply

    async def news(self, session_id: str, since: int) -> tuple[int, str, str] | None:
        """What a listener of a session has not heard yet."""
        new = await _threaded(self.store.entries, session_id, since)
        if not new:
            return None
        count, head = new[-1].number + 1, new[-1].document["digest"]
        listed = [each.document for each in new]
        return count, "moved", json.dumps({"head": head, "count": count, "entries": listed})

    async def _stale(self, kept: Kept, head: str) -> Trouble:
        """What somebody is told who saw an older state: where it stands, what came since."""
        entries = await _threaded(self.store.entries, kept.id)
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


def _key_of(battle: Mapping[str, Any] | None) -> str | None:
    """What a worker that has a battle at hand is known by; edits of it go to the same one."""
    if battle is None:
        return None
    base = battle.get("text") or battle.get("example") or ""
    return sha256(base.encode()).hexdigest()


def _with_session(asked: Mapping[str, Any], kept: Kept, log: Any) -> dict[str, Any]:
    of_session = {"session": kept.id, "head": kept.head, "log": log}
    return {**asked, **of_session, "battle": of_session}


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


async def _twice(ask: Callable[[], Coroutine[Any, Any, Reply]]) -> Reply:
    """The reply; of another worker where the first ended, since jobs change nothing."""
    with suppress(WorkerEnded):
        return await ask()
    try:
        return await ask()
    except WorkerEnded:
        raise trouble("bug", "The workers of this answer ended.") from None


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


async def _threaded(call: Callable[..., T], *given: Any) -> T:
    """A blocking call in a thread; it is not left half done when nobody waits any more."""
    return await to_thread.run_sync(call, *given)
