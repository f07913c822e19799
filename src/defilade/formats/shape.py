"""What a battle type looks like: which names are possible where, for did-you-mean and schemas.

Knows dataclasses, enums and type hints; nothing of their meaning.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from defilade.table import Path


@dataclasses.dataclass(frozen=True, slots=True)
class Names:
    """What may be written at one place: keys of a mapping, words of a closed set."""

    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def names_at(kind: Any, path: Path) -> Names:
    """The keys and words possible at a path of a document of that type."""
    kinds = kinds_at(kind, path)
    keys = (name for one in kinds for name in fields_of(one))
    words = (word for one in kinds for word in _words(one))
    return Names(tuple(dict.fromkeys(keys)), tuple(dict.fromkeys(words)))


def kinds_at(kind: Any, path: Path) -> tuple[Any, ...]:
    """The types possible at a path of a document of that type; a union gives each of its own."""
    kinds = tuple(_branches(kind))
    for step in path:
        kinds = tuple(inner for one in kinds for inner in _inside(one, step))
    return kinds


def declared_at(kind: Any, path: Path) -> Any:
    """The type that is declared at a path, a union whole; raises `KeyError` where none is."""
    if not path:
        return kind
    *outer, step = path
    for one in kinds_at(kind, tuple(outer)):
        if step in fields_of(one):
            return _hints(one)[str(step)]
        args = get_args(one)
        if args and tuple(_inside(one, step)):
            return _item(get_origin(one), args, step)
    raise KeyError(step)


def _item(origin: Any, args: tuple[Any, ...], step: str | int) -> Any:
    """The type of what is inside a mapping or tuple."""
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return args[1]
    fixed = isinstance(step, int) and len(args) > step and args[-1] is not Ellipsis
    return args[int(step)] if fixed else args[0]


def branches_of(kind: Any) -> tuple[Any, ...]:
    """The types of a union; a type by itself is the only one."""
    return tuple(_branches(kind))


def fields_of(kind: Any) -> tuple[str, ...]:
    """Names of a dataclass's fields; none of another type."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and not _is_notation(kind):
        return tuple(each.name for each in dataclasses.fields(kind) if each.init)
    return ()


def _is_notation(kind: type[Any]) -> bool:
    return hasattr(kind, "__get_pydantic_core_schema__")


@cache
def _hints(kind: type[Any]) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _branches(kind: Any) -> Iterator[Any]:
    if get_origin(kind) in (Union, types.UnionType):
        for inner in get_args(kind):
            yield from _branches(inner)
    else:
        yield kind


def _inside(kind: Any, step: str | int) -> Iterable[Any]:
    if step in fields_of(kind):
        return _branches(_hints(kind)[str(step)])
    origin, args = get_origin(kind), get_args(kind)
    if origin is None or not args or origin is Literal:
        return ()
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _branches(args[0] if step == "[key]" else args[1])
    if isinstance(step, int) and len(args) > step and args[-1] is not Ellipsis:
        return _branches(args[step])
    return _branches(args[0])


def _words(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Literal:
        return tuple(str(word) for word in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return ()
