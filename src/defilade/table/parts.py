"""Parts of a frozen value by path: read, put, dropped, listed; each change is a new value.

Knows dataclasses, mappings and tuples; nothing of what they mean.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from defilade.table.faults import Path

V = TypeVar("V")

EACH = "*"
"""A step of a pattern that stands for every entry of a mapping or tuple."""


def part(value: Any, path: Path) -> Any:
    """What stands at a path: fields, keys and indexes by turns.

    Raises `KeyError`, `IndexError` or `AttributeError` where nothing does.

    >>> part({"a": (1, 2)}, ("a", 1))
    2
    """
    for step in path:
        value = _inner(value, step)
    return value


def put(value: V, path: Path, new: Any) -> V:
    """The value with another part at a path; a new key of a mapping is added at its end.

    >>> put({"a": (1, 2)}, ("a", 1), 3)
    {'a': (1, 3)}
    """
    if not path:
        whole: V = new
        return whole
    step, rest = path[0], path[1:]
    missing = isinstance(value, Mapping) and not rest
    inner = new if missing else put(_inner(value, step), rest, new)
    changed: V = _with(value, step, inner)
    return changed


def dropped(value: V, path: Path) -> V:
    """The value without the entry of a mapping or tuple that a path leads to.

    >>> dropped({"a": (1, 2)}, ("a", 0))
    {'a': (2,)}
    """
    holder, step = path[:-1], path[-1]
    entries: Any = part(value, holder)
    if isinstance(entries, Mapping):
        rest: Any = {key: each for key, each in entries.items() if key != step}
    else:
        rest = tuple(each for number, each in enumerate(entries) if number != step)
    return put(value, holder, rest)


def listed(value: Any, pattern: Path) -> Iterator[tuple[Path, Any]]:
    """Every part that a pattern fits, with its path, in order.

    >>> list(listed({"a": {"x": 1}, "b": {"y": 2}}, (EACH, EACH)))
    [(('a', 'x'), 1), (('b', 'y'), 2)]
    """
    if not pattern:
        yield (), value
        return
    for step in _steps(value) if pattern[0] == EACH else (pattern[0],):
        for path, inner in listed(_inner(value, step), pattern[1:]):
            yield (step, *path), inner


def _steps(value: Any) -> tuple[str | int, ...]:
    return tuple(value) if isinstance(value, Mapping) else tuple(range(len(value)))


def _inner(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping | tuple):
        return value[step]  # type: ignore[index]  # an index of a tuple is a number
    return getattr(value, str(step))


def _with(value: Any, step: str | int, inner: Any) -> Any:
    if isinstance(value, Mapping):
        return {**value, step: inner}
    if isinstance(value, tuple):
        return tuple(inner if number == step else each for number, each in enumerate(value))
    return dataclasses.replace(value, **{str(step): inner})
