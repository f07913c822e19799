"""A plain document to a typed value: every text becomes what its field says, or a fault.

Knows dataclasses, enums and notations through pydantic; no key, no system, no rule.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from defilade.formats.compose import Plain
from defilade.formats.mistakes import Mistake, mistakes, walked
from defilade.formats.shape import kinds_at, names_at
from defilade.record import Record
from defilade.table import Fault, Path
from defilade.values import NotationError, parse_inches

CONFIG = ConfigDict(extra="forbid", allow_inf_nan=False)
"""Unknown keys are faults, numbers are finite."""


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Validates a one-tuple of `kind`: a bare dataclass would not take a configuration."""
    return TypeAdapter(one_of(kind), config=CONFIG)


def one_of(kind: Any) -> Any:
    """The type of a tuple that holds one `kind`."""
    return types.GenericAlias(tuple, (kind,))


def typed(kind: Any, document: Plain, *, number: float) -> Any | tuple[Mistake, ...]:
    """The value of a frozen dataclass from a document, or everything that is wrong with it.

    `number` is the greatest size a number may have. Where a number is wanted, distances as
    players write them (`24"`) are taken too.
    """
    found = read(kind, document, number=number)
    return found.mistakes or found.value


@dataclasses.dataclass(frozen=True, slots=True)
class Read:
    """A value, or all that is wrong with the document that it was to be read from."""

    value: Any = None
    mistakes: tuple[Mistake, ...] = ()


def read(kind: Any, document: Plain, *, number: float) -> Read:
    """As `typed`, for a value of any kind: a tuple too."""
    try:
        value = _validated(kind, document)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        found = tuple(mistakes(errors, document, lambda path: names_at(kind, path)))
        told = {each.fault.path for each in found}
        huge = (each for each in _huge_texts(kind, document, number))
        return Read(None, found + tuple(each for each in huge if each.fault.path not in told))
    return Read(value, tuple(_huge(value, number)))


def plain(kind: Any, value: Any, *, defaults: bool = True) -> dict[str, Any]:
    """A typed value as JSON values, with or without what is at its default."""
    (dumped,) = adapter(kind).dump_python((value,), mode="json", exclude_defaults=not defaults)
    found: dict[str, Any] = dumped
    return found


def _validated(kind: Any, document: Plain) -> Any:
    try:
        return adapter(kind).validate_python((document,))[0]
    except ValidationError as error:
        mended = document
        for wrong in error.errors(include_url=False, include_context=False):
            if wrong["type"] == "float_parsing" and (inches := _inches(wrong["input"])):
                mended = _replaced(mended, walked(mended, wrong["loc"][1:])[0], inches)
        if mended is document:
            raise
        return adapter(kind).validate_python((mended,))[0]


def _inches(text: object) -> str | None:
    try:
        return repr(parse_inches(str(text)))
    except NotationError:
        return None


def _replaced(document: Any, path: Path, text: str) -> Any:
    if not path:
        return text
    copy = document.copy()
    copy[path[0]] = _replaced(copy[path[0]], path[1:], text)
    return copy


def _huge(value: Any, most: float, path: Path = ()) -> Iterator[Mistake]:
    if value is None or isinstance(value, str | bool):
        return
    if isinstance(value, int | float):
        if not abs(value) <= most:
            params = Record(given=str(value)[:40], limit=most)
            yield Mistake(Fault("value.huge", path, params))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _huge(inner, most, (*path, str(key)))
    elif isinstance(value, tuple | list | set | frozenset):
        for index, inner in enumerate(value):
            yield from _huge(inner, most, (*path, index))
    else:
        kind: Any = type(value)
        for name in _names(kind):
            yield from _huge(getattr(value, name), most, (*path, name))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    if not dataclasses.is_dataclass(kind):
        return ()
    return tuple(each.name for each in dataclasses.fields(kind))


def _huge_texts(kind: Any, document: Plain, most: float, path: Path = ()) -> Iterator[Mistake]:
    """Numbers too large in a document that has other faults, where a number is wanted."""
    if isinstance(document, dict | list):
        steps = document.items() if isinstance(document, dict) else enumerate(document)
        for step, inner in steps:
            yield from _huge_texts(kind, inner, most, (*path, step))
    elif document and _size(document) > most and {int, float} & set(kinds_at(kind, path)):
        yield Mistake(Fault("value.huge", path, Record(given=document[:40], limit=most)))


def _size(text: str) -> float:
    try:
        return abs(float(text))
    except ValueError:
        return 0.0
