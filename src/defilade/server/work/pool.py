"""Worker processes: handed one job each, stopped when a job takes too long.

Knows processes, waiting and time; nothing of what is asked. Work that is stopped is stopped by
ending its process, which is then replaced.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict, deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from defilade.server.problems import Problem, Trouble, trouble
from defilade.server.settings import Limits, limits_json
from defilade.server.work import frames


class Lane(StrEnum):
    """Whether a job may hold up others: long ones leave a worker free where there are two."""

    QUICK = "quick"
    LONG = "long"


class WorkerEnded(Exception):
    """A worker's process ended by itself; another may be asked the same."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker answered."""

    body: bytes
    media: str
    more: Mapping[str, Any]


@dataclass(eq=False)
class Worker:
    """One process. `knows` is what it has at hand: keys of battles, heads of sessions."""

    process: asyncio.subprocess.Process
    lane: Lane = Lane.QUICK
    knows: OrderedDict[str, str] = field(default_factory=OrderedDict)

    async def ask(self, head: dict[str, Any]) -> Reply:
        """The reply to one job; raises `Trouble` or `Unheard`, and `ConnectionError` or
        `IncompleteReadError` where the process is gone."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None  # both are pipes
        assert stdout is not None
        stdin.write(frames.packed(head))
        await stdin.drain()
        found, body = await frames.read_async(stdout)
        if "unheard" in found:
            raise frames.Unheard
        if "code" in found:
            raise Trouble(Problem(found["code"], found["detail"], found["problem"]))
        return Reply(body, found["media"], found["more"])

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self.process.kill()

    def learn(self, key: str, value: str, most: int) -> None:
        """Note what the process has at hand now, forgetting the oldest as it does."""
        self.knows[key] = value
        self.knows.move_to_end(key)
        while len(self.knows) > most:
            self.knows.popitem(last=False)


@dataclass(eq=False)
class _Waiting:
    """A request for a worker."""

    lane: Lane
    key: str | None
    given: asyncio.Future[Worker]


class Pool:
    """So many workers, and who waits for one."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self.size = max(1, workers)
        self.limits = limits
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.waiting: deque[_Waiting] = deque()
        self.stopped = 0
        """How many workers were ended because of their work."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(self) -> None:
        """Start all workers, and wait until the first is ready."""
        starting = [asyncio.ensure_future(self._started()) for _ in range(self.size)]
        self.idle = [await starting[0]]
        for each in starting[1:]:
            self._later(self._joined(each))

    async def close(self) -> None:
        """End all workers."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in (*self.idle, *self.busy):
            await _ended(worker)

    async def take(self, lane: Lane, key: str | None) -> Worker:
        """A worker, one that has `key` at hand if that can be; raises `Trouble` when busy."""
        if len(self.waiting) >= self.limits.queue:
            raise _busy()
        wait = _Waiting(lane, key, asyncio.get_running_loop().create_future())
        self.waiting.append(wait)
        self._match()
        try:
            async with asyncio.timeout(self.limits.queue_seconds):
                return await asyncio.shield(wait.given)
        except (TimeoutError, asyncio.CancelledError) as ended:
            self._withdraw(wait)
            if isinstance(ended, TimeoutError):
                raise _busy() from None
            raise

    async def ask(self, worker: Worker, job: str, asked: Mapping[str, Any], limit: float) -> Reply:
        """The reply of a taken worker, within a time; it is free again afterwards.

        Raises `Trouble`, `Unheard` and `WorkerEnded`. Where the time is over, or nobody waits
        any more, the work is stopped by ending the process.
        """
        doing = asyncio.ensure_future(worker.ask({"job": job, "asked": dict(asked)}))
        try:
            done, _ = await asyncio.wait({doing}, timeout=limit)
        except asyncio.CancelledError:
            self._later(self._graced(worker, doing))
            raise
        if not done:
            self._stop(worker, doing)
            raise trouble("too-slow", f"{limit:g} seconds are allowed.", seconds=limit)
        try:
            reply = doing.result()
        except (asyncio.IncompleteReadError, ConnectionError):
            self._stop(worker, doing)
            raise WorkerEnded from None
        except (Trouble, frames.Unheard):
            self._release(worker)
            raise
        self._release(worker)
        return reply

    def give_back(self, worker: Worker) -> None:
        """A taken worker that was asked nothing."""
        self._release(worker)

    async def _graced(self, worker: Worker, doing: asyncio.Future[Reply]) -> None:
        done, _ = await asyncio.wait({doing}, timeout=self.limits.grace_seconds)
        failed = doing.exception() if done else None
        if not done or isinstance(failed, asyncio.IncompleteReadError | ConnectionError):
            self._stop(worker, doing)
        else:
            self._release(worker)

    def _match(self) -> None:
        """Give idle workers to those who wait, the first first, as lanes allow."""
        for wait in list(self.waiting):
            if not self.idle:
                return
            long_running = sum(each.lane is Lane.LONG for each in self.busy)
            if wait.lane is Lane.LONG and long_running >= max(1, self.size - 1):
                continue
            self.waiting.remove(wait)
            if wait.given.done():
                continue
            known = [each for each in self.idle if wait.key is not None and wait.key in each.knows]
            worker = known[0] if known else self.idle[-1]
            self.idle.remove(worker)
            self.busy.add(worker)
            worker.lane = wait.lane
            wait.given.set_result(worker)

    def _withdraw(self, wait: _Waiting) -> None:
        if wait.given.done() and not wait.given.cancelled():
            self._release(wait.given.result())
        elif wait in self.waiting:
            self.waiting.remove(wait)

    def _release(self, worker: Worker) -> None:
        self.busy.discard(worker)
        self.idle.append(worker)
        self._match()

    def _stop(self, worker: Worker, doing: asyncio.Future[Reply]) -> None:
        """End a process and start another in its place."""
        self.stopped += 1
        worker.kill()
        doing.cancel()
        self._later(self._replaced(worker))

    async def _replaced(self, worker: Worker) -> None:
        await _ended(worker)
        self.busy.discard(worker)
        await self._joined(asyncio.ensure_future(self._started()))

    async def _joined(self, starting: asyncio.Future[Worker]) -> None:
        """Let a worker join when it is ready; one that does not start is started again."""
        while True:
            try:
                fresh = await starting
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(1.0)
                starting = asyncio.ensure_future(self._started())
            else:
                self.idle.append(fresh)
                self._match()
                return

    def _later(self, doing: Any) -> None:
        if self._closing:
            doing.close()
            return
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _started(self) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "defilade.server.work",
            json.dumps(limits_json(self.limits)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None  # it is a pipe
        try:
            await frames.read_async(process.stdout)
        except BaseException:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        return Worker(process)


def _busy() -> Trouble:
    return Trouble(Problem("busy", headers={"Retry-After": "1"}))


async def _ended(worker: Worker) -> None:
    if worker.process.returncode is None:
        worker.kill()
    await worker.process.wait()
