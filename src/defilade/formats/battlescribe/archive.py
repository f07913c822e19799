"""Files as they are given to the texts in them: plain, or zipped as `.gstz`, `.catz`, `.rosz`.

Knows sizes and zips, not what is in them. Nothing is written to disk and no name in an
archive is used as a path.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping

from defilade.formats.limits import ArchiveLimits
from defilade.formats.unreadable import unreadable

_ZIP = b"PK\x03\x04"
_FAIR = 1_000_000
"""Bytes that a member may have whatever its ratio."""

_BAD_ZIP = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    zlib.error,
    lzma.LZMAError,
)
"""What the standard library raises for archives that are broken, locked or odd."""


def unpacked(name: str, data: bytes, limits: ArchiveLimits) -> Iterator[tuple[str, bytes]]:
    """Each text of a file with a name for messages; raises `UnreadableError`."""
    if len(data) > limits.file:
        raise unreadable(name, "archive.too_large", limit=limits.file)
    if not data.startswith(_ZIP):
        yield name, data
        return
    try:
        yield from _members(name, data, limits)
    except _BAD_ZIP as error:
        raise unreadable(name, "archive.broken", problem=str(error) or "it is locked") from error


def all_unpacked(files: Mapping[str, bytes], limits: ArchiveLimits) -> Iterator[tuple[str, bytes]]:
    """The texts of several files; raises `UnreadableError` when all are too large together."""
    total = 0
    for name, data in files.items():
        for inner, text in unpacked(name, data, limits):
            total += len(text)
            if total > limits.unpacked:
                raise unreadable(name, "archive.too_large", limit=limits.unpacked)
            yield inner, text


def _members(name: str, data: bytes, limits: ArchiveLimits) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = [each for each in archive.infolist() if not each.is_dir()]
        if len(listed) > limits.members:
            raise unreadable(name, "archive.too_many", limit=limits.members)
        if not listed:
            raise unreadable(name, "archive.nothing")
        for member in listed:
            with archive.open(member) as stream:
                text = stream.read(limits.unpacked + 1)
            packed = max(member.compress_size, 1)
            if len(text) > limits.unpacked:
                raise unreadable(name, "archive.too_large", limit=limits.unpacked)
            if len(text) > _FAIR and len(text) > packed * limits.ratio:
                raise unreadable(name, "archive.bomb", limit=limits.ratio)
            if text.startswith(_ZIP):
                raise unreadable(name, "archive.nested")
            yield f"{name}/{member.filename}" if len(listed) > 1 else name, text
