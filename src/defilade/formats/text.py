"""Bytes to text: UTF-8, not too long, without characters that have no business in a text.

Knows encodings and positions; nothing of what a text means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from defilade.formats.limits import Limits
from defilade.record import Record
from defilade.table import Fault, Place

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What YAML takes for the end of a line; its marks count lines so."""

_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that YAML does not allow in a text."""


@dataclass(frozen=True, slots=True)
class Located:
    """A fault found while reading, and the place it is about, where that is known already."""

    fault: Fault
    place: Place | None = None


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text, counted as YAML counts them."""
    return tuple(_BREAK.split(text))


def place_at(text: str, position: int) -> Place:
    """The line and column of a 0-based position in a text."""
    before = lines_of(text[:position])
    return Place(len(before), len(before[-1]) + 1)


def decoded(given: str | bytes, limits: Limits) -> str | Located:
    """The text of a file without its byte order mark, or the one fault that forbids to read on."""
    if len(given) > limits.characters:
        params = Record(limit=limits.characters)
        return Located(Fault("file.too_long", params=params), Place(1, 1))
    text = _from_utf8(given) if isinstance(given, bytes) else given
    if isinstance(text, Located):
        return text
    text = text.removeprefix("\ufeff")
    odd = _ODD.search(text)
    if odd:
        params = Record(character=f"U+{ord(odd[0]):04X}")
        return Located(Fault("file.character", params=params), place_at(text, odd.start()))
    return text


def _from_utf8(data: bytes) -> str | Located:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Located(Fault("file.utf16"), Place(1, 1))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        params = Record(byte=f"0x{data[error.start]:02X}")
        return Located(Fault("file.not_utf8", params=params), place_at(good, len(good)))
