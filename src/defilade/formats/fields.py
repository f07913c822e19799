"""The fields of a line of a battle, as somebody fills them in: what kind each is, its words.

Knows dataclasses and type hints; what a field means is told by its docstring. Places and whole
lines inside a line are no fields: they are edited in other ways.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
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
    """One field of a line, whatever its value: its name, and all that is told of it."""

    name: str
    told: Mapping[str, Any]
    words: frozenset[str] | None = None
    """What a choice may be; None of a field that is none."""

    def with_value(self, value: Any, wording: Wording) -> dict[str, Any]:
        """All of it, a value that is none of the choices among them."""
        if self.words is None or value in (None, "") or value in self.words:
            return {**self.told, "value": value}
        choices = [*self.told["choices"], {"value": value, "label": wording.term(value)}]
        return {**self.told, "value": value, "choices": choices}


class Forms:
    """The fields of everything in one battle; `words` are the names there are in it."""

    def __init__(self, system: System, words: Words) -> None:
        self.system = system
        self.words = words
        self._known: dict[type[Any], tuple[_Field, ...]] = {}

    def line(self, line: Any, *, above: str = "") -> list[dict[str, Any]]:
        """The fields of one line as JSON values, in the order of its dataclass; a line that is
        a mere outline has none."""
        kind = type(line)
        if not dataclasses.is_dataclass(kind):
            return []
        values, wording = plain(kind, line), self.system.wording
        found = [each.with_value(values[each.name], wording) for each in self._of(kind)]
        return [{**each, "field": f"{above}{each['field']}"} for each in found] if above else found

    def battle(self, battle: Any) -> list[dict[str, Any]]:
        """The fields of a battle itself: its title, its turn, its house rules. A text of several
        lines, which is a drawing, is no field."""
        own = self.line(dataclasses.replace(battle, **_emptied(battle)))
        short = [each for each in own if "\n" not in str(each["value"])]
        return [*short, *self.line(battle.options, above="/options")]

    def loose(self, found: Sequence[Loose]) -> list[dict[str, Any]]:
        """Fields that are written elsewhere than in a line."""
        wording = self.system.wording
        told = []
        for each in found:
            shape = _Shape(FieldKind.CHOICE, words=each.choices)
            field = _field(each.name, shape, wording, optional=True, says=each.says)
            told.append(field.with_value(each.value, wording))
        return told

    def _of(self, kind: type[Any]) -> tuple[_Field, ...]:
        if kind not in self._known:
            self._known[kind] = tuple(_fields(kind, self.system, self.words))
        return self._known[kind]


def _emptied(battle: Any) -> dict[str, Any]:
    """Collections of lines, which are not fields, as nothing: they need not be written out."""
    values = {each.name: getattr(battle, each.name) for each in dataclasses.fields(battle)}
    return {
        name: type(value)()
        for name, value in values.items()
        if isinstance(value, dict) or (isinstance(value, tuple) and _lines(value))
    }


def _lines(values: tuple[Any, ...]) -> bool:
    return any(dataclasses.is_dataclass(each) for each in values)


def _fields(kind: type[Any], system: System, words: Words) -> Iterator[_Field]:
    helps = helps_of(system)
    for each in dataclasses.fields(kind):
        branches = branches_of(declared_at(kind, (each.name,)))
        shape = _shape(tuple(one for one in branches if one is not NoneType), each.name, words)
        if shape is not None and each.name != "id":
            optional = NoneType in branches or each.default == ""
            says = helps.get((kind.__name__, each.name), "")
            yield _field(each.name, shape, system.wording, optional=optional, says=says)


def _field(name: str, shape: _Shape, wording: Wording, *, optional: bool, says: str) -> _Field:
    label = wording.term(name)
    chosen = shape.kind is FieldKind.CHOICE
    choices: list[dict[str, str | None]] = [
        {"value": word, "label": wording.term(word)} for word in shape.words
    ]
    if optional and chosen:
        choices.insert(0, {"value": None, "label": "–"})
    told = {
        "field": f"/{name}",
        "label": label[:1].upper() + label[1:],
        "type": shape.kind.value,
        "optional": optional,
        "whole": shape.whole,
        "choices": choices,
        "help": says,
    }
    return _Field(name, told, frozenset(shape.words) if chosen else None)


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
