"""Clauses: the numbered rules that a system promises to hold, and the index of them.

Knows the shape of a clause; which clauses exist is each system's own data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Where a clause comes from."""

    SEED = "seed"
    """The source text that the system implements."""
    CORE = "core"
    """The same game's wider published rules."""
    SERIES = "series"
    """A sister game by the same designer."""
    READING = "reading"
    """Our interpretation where the text leaves room."""
    DEFAULT = "default"
    """A stand-in: no source was found. Every ruling it decides says so."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule in our own short words.

    `option` names the house rule that switches its reading, if there is one;
    `not_built` gives the reason where the engine does not implement it.
    """

    id: str
    says: str
    origin: Origin
    option: str | None = None
    not_built: str | None = None


class ClauseIndex(Mapping[str, Clause]):
    """All clauses of one system by id, in the order of its ledger.

    Raises `ValueError` when an id appears twice.
    """

    __slots__ = ("_clauses", "prefix")

    def __init__(self, prefix: str, clauses: Iterable[Clause]) -> None:
        self.prefix = prefix
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._clauses:
                raise ValueError(f"clause {clause.id} is listed twice")
            self._clauses[clause.id] = clause

    def __getitem__(self, clause_id: str) -> Clause:
        return self._clauses[clause_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)
