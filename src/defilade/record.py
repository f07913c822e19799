"""A frozen, hashable keyword mapping: the numbers of a ruling, the params of a reason.

Knows nothing of what it carries. Its repr is the call that makes it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | Fraction | None
Datum: TypeAlias = "Scalar | tuple[Datum, ...] | Record"
"""What a record may hold: plain values, tuples of them, and records."""


class Record(Mapping[str, Datum]):
    """An immutable mapping from names to plain values, compared and hashed by content.

    A member of a `StrEnum` is kept as its text, so that a record means the same everywhere.

    >>> Record(distance=12.0, in_range=True)
    Record(distance=12.0, in_range=True)
    >>> Record(a=1) | Record(b=2) == Record(a=1, b=2)
    True
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, **items: Datum) -> None:
        self._items = {name: _plain(value) for name, value in items.items()}
        self._hash: int | None = None

    def __getitem__(self, key: str) -> Datum:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._items == other._items

    def __or__(self, other: Record) -> Record:
        """Both together; the right one wins where both name a thing."""
        return Record(**{**self._items, **other._items})

    def __repr__(self) -> str:
        return f"Record({', '.join(f'{k}={v!r}' for k, v in self._items.items())})"

    def __reduce__(self) -> tuple[object, ...]:
        return (_remade, (tuple(self._items.items()),))


def _plain(value: Datum) -> Datum:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return str(value.value) if isinstance(value, StrEnum) else value


def _remade(items: tuple[tuple[str, Datum], ...]) -> Record:
    return Record(**dict(items))


NOTHING = Record()
"""The empty record."""
