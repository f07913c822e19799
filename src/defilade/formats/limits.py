"""How much of a file is read: one place for every limit, as data.

Knows sizes only. A file beyond a limit gets a fault that names it, never a hang.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one kind of text file."""

    characters: int
    """Length of the whole text, also the most bytes that are decoded."""
    depth: int
    """How deep lists and keys may be nested."""
    nodes: int
    """How many keys, values and lists there may be, all together."""
    scalar: int
    """Length of one value or key."""
    number: float
    """The greatest size of a number, either sign."""
    faults: int
    """How many faults are told; the rest are counted."""


BATTLE = Limits(
    characters=1_000_000, depth=24, nodes=50_000, scalar=10_000, number=1_000_000.0, faults=200
)
"""A battle file."""

LOG = Limits(
    characters=20_000_000, depth=32, nodes=1_000_000, scalar=100_000, number=1e15, faults=20
)
"""The log of a game; it holds its battle."""

LOG_ENTRIES = 20_000
"""Entries of one log."""


TERRAIN = Limits(
    characters=20_000_000, depth=24, nodes=2_000_000, scalar=10_000, number=1_000_000.0, faults=200
)
"""Terrain layouts, bases and saves of tables."""

LISTS = Limits(
    characters=1_000_000, depth=64, nodes=200_000, scalar=10_000, number=100_000.0, faults=200
)
"""Army lists as text or JSON."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits of catalogues and rosters, which may come zipped."""

    file: int
    """Bytes of one file as it is given."""
    unpacked: int
    """Bytes of everything in it, unpacked, and of all files given together."""
    members: int
    """How many files an archive may hold."""
    ratio: int
    """How many times larger than packed a member may be."""
    depth: int
    """How deep elements may be nested."""
    elements: int
    """How many elements all files together may hold."""
    opened: int
    """How many entries may come of following links."""


CATALOGUES = ArchiveLimits(
    file=20_000_000,
    unpacked=60_000_000,
    members=16,
    ratio=200,
    depth=64,
    elements=2_000_000,
    opened=200_000,
)
"""Army catalogues, game systems and rosters."""


def read_capped(stream: BinaryIO, most: int) -> bytes:
    """Bytes of a stream, at most one more than `most`: enough to know that it is too long."""
    return stream.read(most + 1)
