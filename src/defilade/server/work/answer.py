"""What a job gives back: bytes to send as they are, and values for the server itself.

Knows JSON; nothing of what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json"
PNG = "image/png"
SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True)
class Answer:
    """A body with its media type; `more` is for the server, not for the client."""

    body: bytes
    media: str = JSON
    more: Mapping[str, Any] = field(default_factory=dict)


def answer(document: Any, **more: Any) -> Answer:
    """JSON values as an answer; numbers are finite by then, else it is a bug."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Answer(text.encode(), JSON, more)
