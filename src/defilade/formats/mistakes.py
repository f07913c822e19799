"""pydantic's errors to faults: paths of the document, our codes, one fault for one mistake.

Knows error types and how unions report; no words, no system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from defilade.formats.shape import Names
from defilade.record import Record
from defilade.table import Fault, Path
from defilade.values import NotationError

NamesAt = Callable[[Path], Names]
Tags = tuple[tuple[int, str], ...]

_WANTED: Mapping[str, str] = {
    "float_parsing": "number",
    "float_type": "number",
    "int_parsing": "whole",
    "int_type": "whole",
    "int_from_float": "whole",
    "int_parsing_size": "whole",
    "bool_parsing": "truth",
    "bool_type": "truth",
    "string_type": "text",
    "dataclass_type": "keys",
    "dict_type": "keys",
    "mapping_type": "keys",
    "tuple_type": "list",
    "list_type": "list",
    "set_type": "list",
    "frozen_set_type": "list",
}
"""What was wanted where a value has the wrong kind."""

_MISSING = frozenset({"missing", "missing_argument"})
_UNKNOWN = frozenset({"unexpected_keyword_argument", "extra_forbidden"})
_KEY = "[key]"
"""What ends the location of an error that is about a key."""

_SHAPES = frozenset({"keys", "list"})


@dataclass(frozen=True, slots=True)
class Mistake:
    """A fault; whether it is about the key rather than the value, and where in the value."""

    fault: Fault
    at_key: bool = False
    position: int | None = None


@dataclass(frozen=True, slots=True)
class _Error:
    kind: str
    path: Path
    tags: Tags
    """Branches of unions on the way, outermost first, with the length of path before each."""
    ends: bool
    """Whether the error is about the value at `path` itself, not about something inside."""
    raw: Mapping[str, Any]


def walked(document: Any, loc: Sequence[str | int]) -> tuple[Path, Tags]:
    """The part of an error's location that is a path of the document, and what is not.

    Names of union branches stand among the keys; each comes back with the length of the
    path before it.
    """
    path: list[str | int] = []
    tags: list[tuple[int, str]] = []
    at = document
    for step in loc:
        known: Any = step if isinstance(at, list) else str(step)
        if _has(at, known):
            at = at[known]
            path.append(known)
        else:
            tags.append((len(path), str(step)))
    return tuple(path), tuple(tags)


def _has(at: Any, step: str | int) -> bool:
    if isinstance(at, dict):
        return step in at
    return isinstance(at, list) and isinstance(step, int) and step < len(at)


def mistakes(
    errors: Iterable[Mapping[str, Any]], document: Any, names_at: NamesAt
) -> Iterator[Mistake]:
    """One mistake for each thing wrong; of a union's branches only the likeliest speaks."""
    found = [_read(raw, document) for raw in errors]
    for error, others in _unions(found):
        yield _mistake(error, others, names_at)


def _read(raw: Mapping[str, Any], document: Any) -> _Error:
    loc = tuple(raw["loc"])[1:]
    kind = raw["type"]
    if kind in _MISSING:
        path, tags = walked(document, loc[:-1])
        return _Error(kind, (*path, loc[-1]), tags, False, raw)
    path, tags = walked(document, loc)
    return _Error(kind, path, tags, bool(tags) and tags[-1][0] == len(path), raw)


def _unions(errors: Sequence[_Error]) -> Iterator[tuple[_Error, tuple[_Error, ...]]]:
    """Errors to tell; each with the other branches' errors that it speaks for."""
    groups: dict[Path, list[_Error]] = {}
    for error in errors:
        if error.tags and error.tags[0][1] != _KEY:
            groups.setdefault(error.path[: error.tags[0][0]], []).append(error)
        else:
            yield error, ()
    for group in groups.values():
        yield from _likeliest(group)


def _likeliest(group: Sequence[_Error]) -> Iterator[tuple[_Error, tuple[_Error, ...]]]:
    branches: dict[str, list[_Error]] = {}
    for error in group:
        branches.setdefault(error.tags[0][1], []).append(error)
    fitting = {tag: errors for tag, errors in branches.items() if not _misshapen(errors[0])}
    if not fitting:
        first, *rest = group
        yield first, tuple(rest)
        return
    if all(len(errors) == 1 and errors[0].ends for errors in fitting.values()):
        first, *rest = [errors[0] for errors in fitting.values()]
        yield first, tuple(rest)
        return
    inner = {tag: errors for tag, errors in fitting.items() if not errors[0].ends} or fitting
    best = min(inner.values(), key=len)
    shorter = [_Error(each.kind, each.path, each.tags[1:], each.ends, each.raw) for each in best]
    yield from _unions(shorter)


def _misshapen(error: _Error) -> bool:
    """Whether a branch failed only because the value is a list, a mapping or a text."""
    if not error.ends:
        return False
    wanted = _WANTED.get(error.kind)
    given = error.raw["input"]
    if wanted in _SHAPES:
        return not isinstance(given, dict if wanted == "keys" else list)
    return isinstance(given, dict | list) and not _own_words(error)


def _mistake(error: _Error, others: tuple[_Error, ...], names_at: NamesAt) -> Mistake:
    path = error.path
    if error.kind in _UNKNOWN:
        params = Record(given=str(path[-1]), choices=names_at(path[:-1]).keys)
        return Mistake(Fault("key.unknown", path, params), at_key=True)
    if error.tags and error.tags[-1][1] == _KEY:
        words = names_at((*path[:-1], _KEY)).words
        params = Record(given=str(path[-1]), choices=words)
        return Mistake(Fault("key.unfit", path, params), at_key=True)
    return Mistake(fault) if (fault := _lack(error)) else _value(error, others, names_at)


def _lack(error: _Error) -> Fault | None:
    """The fault of something left out, or of a list too long or short, or of no number."""
    path, raw = error.path, error.raw
    if error.kind in _MISSING and isinstance(path[-1], int):
        return Fault("list.short", path[:-1], Record(at_least=path[-1] + 1))
    if error.kind in _MISSING:
        return Fault("key.missing", path, Record(name=str(path[-1])))
    if error.kind == "too_long":
        context = raw["ctx"]
        params = Record(at_most=context["max_length"], given=len(raw["input"]))
        return Fault("list.long", path, params)
    if raw["input"] is None:
        return Fault("value.empty", path, Record(name=str(path[-1] if path else "")))
    if error.kind == "finite_number":
        return Fault("value.not_finite", path, Record(given=_short(raw["input"])))
    return None


def _value(error: _Error, others: tuple[_Error, ...], names_at: NamesAt) -> Mistake:
    path, given = error.path, error.raw["input"]
    words = names_at(path).words
    shown = _short(given)
    kinds = [_wanted(each) for each in (error, *others)]
    wanted = tuple(dict.fromkeys(kind for kind in kinds if kind))
    if _own_words(error) or not (wanted or words):
        params = Record(problem=_problem(error))
        return Mistake(Fault("value.wrong", path, params))
    if isinstance(given, dict | list):
        found = "keys" if isinstance(given, dict) else "list"
        params = Record(found=found, wanted=wanted, choices=words)
        return Mistake(Fault("value.wrong_kind", path, params))
    position = _position(error) if not others else None
    params = Record(given=shown, wanted=wanted, choices=words)
    return Mistake(Fault("value.unfit", path, params), position=position)


def _own_words(error: _Error) -> bool:
    """Whether a value was made and refused itself, saying why."""
    cause = error.raw.get("ctx", {}).get("error")
    return cause is not None and not isinstance(cause, NotationError)


def _wanted(error: _Error) -> str | None:
    """A code of `_WANTED`, or what a notation itself says that it wants."""
    if error.kind in ("enum", "literal_error"):
        return "word"
    cause = error.raw.get("ctx", {}).get("error")
    if isinstance(cause, NotationError):
        return cause.wanted
    return _WANTED.get(error.kind)


def _position(error: _Error) -> int | None:
    cause = error.raw.get("ctx", {}).get("error")
    if isinstance(cause, NotationError) and cause.text == error.raw["input"]:
        return cause.position
    return None


def _problem(error: _Error) -> str:
    cause = error.raw.get("ctx", {}).get("error")
    return str(cause) if cause is not None else str(error.raw["msg"])


def _short(given: object) -> str:
    text = str(given)
    return text if len(text) <= 80 else text[:77] + "..."
