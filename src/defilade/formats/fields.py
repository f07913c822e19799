"""The fields of a line of a battle, as somebody fills them in: what kind each is, its words.

Knows dataclasses and type hints; what a field means is told by its docstring. Places and whole
lines inside a line are no fields: they are edited in other ways.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import NoneType
from typing import Any, get_args, get_origin

from defilade.formats.schema import battle_schema
from defilade.formats.shape import branches_of, declared_at
from defilade.formats.typed import plain
from defilade.systems.protocol import System, Wording
from defilade.table.editing import Loose

Words = Mapping[str, tuple[str, ...]]


class FieldKind(StrEnum):
    """How a field is filled in."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a declared type comes to for somebody who fills it in."""

    kind: FieldKind
    whole: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of a line, whatever its value."""

    name: str
    shape: _Shape
    optional: bool
    says: str


def line_fields(line: Any, system: System, words: Words) -> list[dict[str, Any]]:
    """The fields of one line as JSON values, in the order of its dataclass."""
    values = plain(type(line), line)
    found = _fields(type(line), system, words)
    return [_told(each, values, system.wording) for each in found]


def loose_fields(found: Sequence[Loose], wording: Wording) -> list[dict[str, Any]]:
    """Fields that are written elsewhere than in a line."""
    return [
        _told(
            _Field(each.name, _Shape(FieldKind.CHOICE, words=each.choices), True, each.says),
            {each.name: each.value},
            wording,
        )
        for each in found
    ]


def battle_fields(battle: Any, system: System, words: Words) -> list[dict[str, Any]]:
    """The fields of a battle itself: its title, its turn, its house rules."""
    own = [each for each in _fields(type(battle), system, words) if each.name != "options"]
    bare = dataclasses.replace(battle, **_emptied(battle, {each.name for each in own}))
    values = plain(type(battle), bare)
    options = plain(system.options_type, battle.options)
    agreed = _fields(system.options_type, system, words)
    return [
        *(_told(each, values, system.wording) for each in own),
        *(_told(each, options, system.wording, above="/options") for each in agreed),
    ]


def _emptied(battle: Any, kept: Container[str]) -> dict[str, Any]:
    """Collections of lines, which are not fields, as nothing: they need not be written out."""
    values = {each.name: getattr(battle, each.name) for each in dataclasses.fields(battle)}
    loose = {name: value for name, value in values.items() if name not in kept}
    return {name: {} for name, value in loose.items() if isinstance(value, dict)}


def _fields(kind: type[Any], system: System, words: Words) -> Iterator[_Field]:
    helps = helps_of(system)
    for each in dataclasses.fields(kind):
        declared = declared_at(kind, (each.name,))
        branches = branches_of(declared)
        shape = _shape(tuple(one for one in branches if one is not NoneType), each.name, words)
        if shape is not None and each.name != "id":
            optional = NoneType in branches or each.default == ""
            yield _Field(each.name, shape, optional, helps.get((kind.__name__, each.name), ""))


def _told(
    field: _Field, values: Mapping[str, Any], wording: Wording, *, above: str = ""
) -> dict[str, Any]:
    label, value, shape = wording.term(field.name), values[field.name], field.shape
    choices = [*shape.words]
    if shape.kind is FieldKind.CHOICE and value not in (None, "", *choices):
        choices.append(value)
    return {
        "field": f"{above}/{field.name}",
        "label": label[:1].upper() + label[1:],
        "type": shape.kind.value,
        "value": value,
        "optional": field.optional,
        "whole": shape.whole,
        "choices": _choices(field, choices, wording),
        "help": field.says,
    }


def _choices(field: _Field, words: Sequence[str], wording: Wording) -> list[dict[str, Any]]:
    """The words a field may be, before them nothing where it may be left out."""
    nothing = field.optional and field.shape.kind is FieldKind.CHOICE
    found = [{"value": word, "label": wording.term(word)} for word in words]
    return [{"value": None, "label": "–"}, *found] if nothing else found


def _shape(kinds: tuple[Any, ...], name: str, words: Words) -> _Shape | None:
    if len(kinds) == 1 and get_origin(kinds[0]) is tuple:
        return _listed(get_args(kinds[0]), words.get(name, ()))
    if len(kinds) == 1:
        return _single(kinds[0], words.get(name, ()))
    if all(one in (int, float, str) or _is_notation(one) for one in kinds):
        numbers = all(one in (int, float) for one in kinds)
        return _Shape(FieldKind.NUMBER if numbers else FieldKind.TEXT)
    return None


def _single(kind: Any, words: tuple[str, ...]) -> _Shape | None:
    if kind is bool:
        return _Shape(FieldKind.FLAG)
    if kind in (int, float):
        return _Shape(FieldKind.NUMBER, whole=kind is int)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Shape(FieldKind.CHOICE, words=_members(kind))
    if kind is str and words:
        return _Shape(FieldKind.CHOICE, words=words)
    return _Shape(FieldKind.TEXT) if kind is str or _is_notation(kind) else None


def _listed(args: tuple[Any, ...], words: tuple[str, ...]) -> _Shape | None:
    """Lists of texts, words or numbers as long as they like; pairs are places, no fields."""
    if args[1:] != (Ellipsis,):
        return None
    inner = _single(args[0], words)
    return None if inner is None else _Shape(FieldKind.LIST, inner.whole, inner.words)


def _members(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


def _is_notation(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__get_pydantic_core_schema__")


_HELPS: dict[str, Mapping[tuple[str, str], str]] = {}


def helps_of(system: System) -> Mapping[tuple[str, str], str]:
    """The docstring of each field, by the name of its line and its own."""
    if system.name not in _HELPS:
        schema = battle_schema(system)
        kinds = {system.battle_type.__name__: schema, **schema["$defs"]}
        _HELPS[system.name] = {
            (kind, name): told["description"]
            for kind, one in kinds.items()
            for name, told in one.get("properties", {}).items()
            if "description" in told
        }
    return _HELPS[system.name]
