"""A worker: takes one job after the other from stdin, writes answers to stdout.

Knows frames and jobs. Ends at once when stdin ends, in the middle of a job too: when the
server is gone nobody waits for an answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from defilade.server.problems import Problem, Trouble
from defilade.server.settings import limits_from
from defilade.server.work import frames
from defilade.server.work.desk import Desk
from defilade.server.work.jobs import JOBS, Answer

Inbox = SimpleQueue[dict[str, Any]]


def main() -> None:
    """Serve jobs until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between frames
    desk = Desk(limits_from(json.loads(sys.argv[1])))
    _bounded(desk.limits.memory)
    inbox: Inbox = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, inbox), daemon=True).start()
    desk.warm()
    _send(out, {"ready": True})
    while True:
        job = inbox.get()
        head, body = answered(job, desk)
        _send(out, head, body)


def answered(job: dict[str, Any], desk: Desk) -> tuple[dict[str, Any], bytes]:
    """Head and body of the answer to one job; a failure is an answer too."""
    try:
        answer: Answer = JOBS[job["job"]](job["asked"], desk)
    except Trouble as found:
        return _failed(found.problem)
    except frames.Unheard:
        return {"unheard": True}, b""
    except MemoryError:
        desk.forget()
        return _failed(Problem("too-much-memory"))
    except Exception:  # noqa: BLE001  a bug must be told to the server's keeper, not the client
        traceback.print_exc()
        return _failed(Problem("bug", "It was written to the log of the server."))
    return {"media": answer.media, "more": dict(answer.more)}, answer.body


def _failed(problem: Problem) -> tuple[dict[str, Any], bytes]:
    more = {**problem.more}
    return {"code": problem.code, "detail": problem.detail, "problem": more}, b""


def _send(out: BinaryIO, head: dict[str, Any], body: bytes = b"") -> None:
    try:
        out.write(frames.packed(head, body))
        out.flush()
    except BrokenPipeError:
        os._exit(0)


def _listen(stream: BinaryIO, inbox: Inbox) -> None:
    while (frame := frames.read(stream)) is not None:
        inbox.put(frame[0])
    os._exit(0)


def _bounded(memory: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main()
