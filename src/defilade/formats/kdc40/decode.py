"""JSON values to frozen dataclasses and back, by their annotations.

Knows numbers, texts, lists, choices and tagged unions; no key of any format. What does not
fit is a finding with its place, and nothing half-built comes out.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from defilade.record import Datum, Record
from defilade.table import Finding

T = TypeVar("T")

MOST = 1_000_000.0
"""The greatest size of a number."""
LONGEST = 10_000
"""The longest text."""


@dataclass
class Notes:
    """What was noticed while reading one value: `flaws` forbid it, `notes` do not."""

    flaws: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def flaw(self, code: str, place: str, **params: Datum) -> None:
        """Something that makes the value unusable."""
        self.flaws.append(Finding(code, place, Record(**params), lost=True))


def decoded(kind: type[T], value: object, place: str) -> tuple[T | None, tuple[Finding, ...]]:
    """The value of that type and what was noticed; None where anything does not fit."""
    notes = Notes()
    found = _value(kind, value, place, notes)
    told = (*notes.flaws, *notes.notes)
    return (None if notes.flaws else found), told


def encoded(value: Any) -> Any:
    """The JSON value that `decoded` gives this for; what is None is left out."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: encoded(each) for name, each in value._asdict().items()}
    if isinstance(value, tuple):
        return [encoded(each) for each in value]
    if is_dataclass(value):
        tag = getattr(type(value), "TAG", None)
        listed: dict[str, Any] = {tag[0]: tag[1]} if tag else {}
        for each in fields(value):
            inner = getattr(value, each.name)
            if inner is not None:
                listed[each.name] = encoded(inner)
        return listed
    return value


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, value: object, place: str, notes: Notes) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(kind, value, place, notes)
    if origin is tuple:
        return _list(get_args(kind)[0], value, place, notes)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _object(kind, value, place, notes)
    if issubclass(kind, StrEnum):
        return _word(kind, value, place, notes)
    return _scalar(kind, value, place, notes)


def _union(kind: Any, value: object, place: str, notes: Notes) -> Any:
    members = [each for each in get_args(kind) if each is not types.NoneType]
    if len(members) == 1:
        return _value(members[0], value, place, notes)
    key = members[0].TAG[0]
    if not isinstance(value, dict):
        return _unfit(value, place, notes, "keys")
    for member in members:
        if value.get(key) == member.TAG[1]:
            rest = {name: inner for name, inner in value.items() if name != key}
            return _object(member, rest, place, notes)
    choices = tuple(member.TAG[1] for member in members)
    notes.flaw("value.choice", f"{place}.{key}", given=_shown(value.get(key)), choices=choices)
    return None


def _list(kind: Any, value: object, place: str, notes: Notes) -> Any:
    if not isinstance(value, list):
        return _unfit(value, place, notes, "list")
    return tuple(_value(kind, each, f"{place}[{k}]", notes) for k, each in enumerate(value))


def _word(kind: type[StrEnum], value: object, place: str, notes: Notes) -> Any:
    for member in kind:
        if value == member.value:
            return member
    choices = tuple(member.value for member in kind)
    notes.flaw("value.choice", place, given=_shown(value), choices=choices)
    return None


def _scalar(kind: type, value: object, place: str, notes: Notes) -> Any:
    match kind, value:
        case _ if kind is bool and isinstance(value, bool):
            return value
        case _ if kind is str and isinstance(value, str):
            if len(value) > LONGEST:
                notes.flaw("value.too_long", place, limit=LONGEST)
            return value
        case _ if kind in (int, float) and _is_number(kind, value):
            if not math.isfinite(value) or abs(value) > MOST:  # type: ignore[arg-type]
                notes.flaw("value.huge", place, given=_shown(value), limit=MOST)
            return value
    return _unfit(
        value, place, notes, {"bool": "truth", "str": "text"}.get(kind.__name__, "number")
    )


def _is_number(kind: type, value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return kind is float or isinstance(value, int) or value.is_integer()


def _object(kind: Any, value: object, place: str, notes: Notes) -> Any:
    if not isinstance(value, dict):
        return _unfit(value, place, notes, "keys")
    hints = _hints(kind)
    known = getattr(kind, "_fields", None) or tuple(each.name for each in fields(kind))
    given: dict[str, Any] = {}
    before = len(notes.flaws)
    for key, inner in value.items():
        if key in known:
            given[key] = _value(hints[key], inner, f"{place}.{key}", notes)
        else:
            params = Record(key=str(key)[:80])
            notes.notes.append(Finding("key.unknown", f"{place}.{key[:80]}", params, lost=True))
    for name in _wanted(kind):
        if name not in value:
            notes.flaw("key.missing", place, name=name)
    if len(notes.flaws) > before:
        return None
    try:
        return kind(**given)
    except ValueError as error:
        notes.flaw("value.wrong", place, problem=str(error))
        return None


@cache
def _wanted(kind: Any) -> tuple[str, ...]:
    if hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return tuple(each.name for each in fields(kind) if each.default is MISSING)


def _unfit(value: object, place: str, notes: Notes, wanted: str) -> None:
    notes.flaw("value.unfit", place, given=_shown(value), wanted=wanted)


def _shown(value: object) -> str:
    return str(value)[:80]
