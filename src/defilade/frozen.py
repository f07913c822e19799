"""An immutable, hashable mapping for states of play.

Knows nothing of what it holds. Values must be hashable if the mapping is to be hashed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V]):
    """A mapping that never changes; `put` and `drop` give new ones. Order is kept, and
    does not count for equality.

    >>> FrozenMap({"a": 1}).put("b", 2)
    FrozenMap({'a': 1, 'b': 2})
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._items: dict[K, V] = dict(items or {})
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenMap) and self._items == other._items

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (FrozenMap, (self._items,))

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """The mapping with one entry set."""
        return FrozenMap({**self._items, key: value})

    def drop(self, key: K) -> FrozenMap[K, V]:
        """The mapping without one entry; raises `KeyError` if it is not there."""
        rest = dict(self._items)
        del rest[key]
        return FrozenMap(rest)
