"""What can go wrong with a request, as problem documents (RFC 9457).

Knows codes, their HTTP status and their titles; the words of rules come with the refusals and
faults inside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MEDIA = "application/problem+json"

KINDS: Mapping[str, tuple[int, str]] = {
    "not-json": (400, "The body is not JSON"),
    "wrong-host": (400, "The request is addressed to a name this server does not answer to"),
    "key-needed": (401, "Changing a shared table needs its secret key"),
    "wrong-key": (403, "This is not the secret key of the shared table"),
    "not-found": (404, "There is nothing here"),
    "unknown-system": (404, "No rule system has that name"),
    "unknown-name": (404, "Nothing on the table has that name"),
    "unknown-session": (404, "There is no such session"),
    "unknown-share": (404, "There is no such shared battle"),
    "unknown-battle": (404, "The server does not remember that battle: send it whole"),
    "method-not-allowed": (405, "This cannot be done here"),
    "body-slow": (408, "The body took too long to arrive"),
    "too-slow": (422, "The answer takes longer than is allowed, and was stopped"),
    "both-needed": (409, "Taking back dice needs everybody at the table"),
    "stale": (409, "The game has moved on since"),
    "answer-first": (409, "A roll or a choice waits for its answer"),
    "nothing-pending": (409, "Nothing waits for this kind of answer"),
    "nothing-to-undo": (409, "There is nothing to undo"),
    "nothing-to-redo": (409, "There is nothing to redo"),
    "nothing-to-reveal": (409, "No seed is in use"),
    "log-broken": (409, "The log of the session does not lead anywhere with this engine"),
    "session-full": (409, "The log of the session has as many entries as are allowed"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "The body must be JSON"),
    "invalid": (422, "The request is not put rightly"),
    "unreadable": (422, "The file is none that can be read"),
    "wrong-game": (422, "The file is of another game or edition"),
    "faulty-battle": (422, "The battle cannot be played"),
    "wrong-edit": (422, "An edit means nothing to the battle"),
    "refused": (422, "The rules refuse this action"),
    "not-understood": (422, "The text is no action"),
    "ambiguous": (422, "The text fits several actions"),
    "wrong-question": (422, "The question cannot be put so"),
    "wrong-dice": (422, "These dice do not answer the question"),
    "no-such-option": (422, "There is no such option"),
    "no-odds": (422, "The action has no odds of that kind"),
    "open-choice": (422, "A player must choose, and no policy does"),
    "too-many-states": (422, "Exact odds take more states than are allowed"),
    "too-much-memory": (422, "The answer takes more memory than is allowed"),
    "too-many": (429, "Too many requests"),
    "too-many-feeds": (429, "Too many listeners"),
    "bug": (500, "This is a bug of the server"),
    "no-png": (501, "This server cannot draw pixels"),
    "busy": (503, "The server is busy"),
    "full": (503, "The server keeps as much as it is allowed to"),
}
"""Status and title of each code."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: its `code`, what it is this time (`detail`), and what helps (`more`)."""

    code: str
    detail: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return KINDS[self.code][0]

    def document(self) -> dict[str, Any]:
        """The problem document."""
        status, title = KINDS[self.code]
        head = {
            "type": f"urn:defilade:problem:{self.code}",
            "title": title,
            "status": status,
            "code": self.code,
            "detail": self.detail or title,
        }
        return {**head, **{k: v for k, v in self.more.items() if k not in head}}

    def body(self) -> bytes:
        """The problem document as ASCII JSON, whatever characters are in it."""
        return json.dumps(self.document()).encode()


class Trouble(Exception):
    """Carries a problem to where it becomes a response."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(f"{problem.code}: {problem.detail}")


def trouble(code: str, detail: str = "", **more: Any) -> Trouble:
    """The exception of one problem."""
    return Trouble(Problem(code, detail, more))
