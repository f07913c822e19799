"""Frames between the server and a worker: a length, a JSON head, a body.

Knows bytes only. Both ends are processes of the same program.
"""

from __future__ import annotations

import json
import struct
from asyncio import StreamReader
from typing import Any, BinaryIO

_LENGTHS = struct.Struct("!II")


def packed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """One frame."""
    text = json.dumps(head).encode()
    return b"".join((_LENGTHS.pack(len(text), len(body)), text, body))


def read(stream: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    """The next frame of a blocking stream, or None at its end."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, body = _LENGTHS.unpack(lengths)
    text, rest = stream.read(head), stream.read(body)
    if len(text) < head or len(rest) < body:
        return None
    return json.loads(text), rest


async def read_async(stream: StreamReader) -> tuple[dict[str, Any], bytes]:
    """The next frame; raises `asyncio.IncompleteReadError` at the end."""
    head, body = _LENGTHS.unpack(await stream.readexactly(_LENGTHS.size))
    text = await stream.readexactly(head)
    return json.loads(text), await stream.readexactly(body)


class Unheard(Exception):
    """A session that a worker has not at hand, and whose log did not come along."""
