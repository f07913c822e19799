"""Edits of a battle as JSON values: folded into it one after the other, each a new battle.

Knows how edits are written and which part of a battle each is about; where things stand in it
is the system's to say, and whether the result can be played its check's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from defilade.errors import DefiladeError
from defilade.formats.limits import BATTLE
from defilade.formats.report import message
from defilade.formats.shape import declared_at
from defilade.formats.typed import Read, plain, read
from defilade.systems.protocol import Editable, EditError, Editor, System
from defilade.table import Draft, Path
from defilade.table.editing import Adding, Motion, Thing
from defilade.table.parts import part, put
from defilade.table.scene import Point

Edit = Mapping[str, Any]

_FAR = 100_000.0
"""Inches, or hexes, that places may be away: far less than a battle's numbers may be."""


class WrongEdit(DefiladeError):
    """An edit that means nothing: which of them it is, counted from 0, and why."""

    def __init__(self, index: int, why: str) -> None:
        self.index = index
        self.why = why
        super().__init__(f"edit {index}: {why}")


def editor_of(system: System) -> Editor:
    """The editor of a system's battles; raises `EditError` where it has none."""
    if not isinstance(system, Editable):
        raise EditError(f"battles of {system.title} cannot be edited so")
    return system.editor


def edited(
    draft: Draft[Any], edits: Sequence[Edit], system: System, *, first: int = 0
) -> Draft[Any]:
    """The draft with edits folded in; raises `WrongEdit`. `first` is the number of the first."""
    if not edits:
        return draft
    index = first
    try:
        editor = editor_of(system)
        battle = editor.spelled(draft.battle)
        for edit in edits:
            battle = _after(battle, edit, editor, system)
            index += 1
        return Draft(draft.system, editor.drawn(battle))
    except EditError as error:
        raise WrongEdit(index, str(error)) from error


def _after(battle: Any, edit: Edit, editor: Editor, system: System) -> Any:
    match edit:
        case {"do": "add", "stock": wanted, "to": to}:
            return _added(battle, str(wanted), _point(to), edit, editor)
        case {"do": "take", "entries": dict(entries)}:
            return _taken(battle, entries, editor, system)
        case {"do": "set", "id": name, "field": pointer}:
            return _set(battle, str(name), str(pointer), edit.get("value"), system)
        case {"do": _, "id": str(name)}:
            return _handled(battle, _thing(battle, name, editor), edit, editor)
    raise EditError("it is none of the edits there are")


def _handled(battle: Any, thing: Thing, edit: Edit, editor: Editor) -> Any:
    """The battle after something was done with a thing by hand."""
    match edit:
        case {"do": "place", "to": to}:
            there = thing.at if to is None else _point(to)
            if there is None:
                raise EditError(f"{thing.id} is not on the table: say where to")
            return editor.moved(battle, thing, Motion(thing.at or there, there, edit.get("facing")))
        case {"do": "copy", "to": to}:
            return editor.copied(battle, thing, _point(to), edit.get("as"))
        case {"do": "remove"}:
            return editor.removed(battle, thing)
        case {"do": "outline"}:
            corners = _points(edit.get("corners") or edit.get("cells") or ())
            if not corners:
                raise EditError("an outline has corners or cells")
            return editor.outlined(battle, thing, corners)
    raise EditError("it is none of the edits there are")


def _point(given: Sequence[float]) -> Point:
    x, y = given
    if max(abs(x), abs(y)) > _FAR:
        raise EditError(f"{x:g}, {y:g} is too far away")
    return (float(x), float(y))


def _points(given: Iterable[Sequence[float]]) -> tuple[Point, ...]:
    return tuple(map(_point, given))


def _thing(battle: Any, name: str, editor: Editor) -> Thing:
    found = editor.thing(battle, name)
    if found is None:
        known = [each.id for each in editor.things(battle)]
        raise EditError(f"nothing here is called {name!r}{_meant(name, known)}")
    return found


def _meant(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _added(battle: Any, wanted: str, to: Point, edit: Edit, editor: Editor) -> Any:
    stock = next((each for each in editor.stock(battle) if each.id == wanted), None)
    if stock is None:
        known = [each.id for each in editor.stock(battle)]
        raise EditError(f"there is no {wanted!r} to add{_meant(wanted, known)}")
    corners = _points(edit.get("corners") or ())
    adding = Adding(edit.get("as") or "", to, edit.get("side"), corners)
    return editor.added(battle, stock, adding)


def _set(battle: Any, name: str, pointer: str, value: Any, system: System) -> Any:
    """The battle with another value for a field of a thing, or of its own."""
    editor = editor_of(system)
    thing = None if name == "" else _thing(battle, name, editor)
    loose = () if thing is None else editor.loose(battle, thing)
    field = next((each for each in loose if f"/{each.name}" == pointer), None)
    if thing is None or field is None:
        path = () if thing is None else thing.path
        return editor.tidied(_with_field(battle, path, pointer, value, system))
    if value is not None and value not in field.choices:
        raise EditError(f"{value!r} is none of {', '.join(field.choices)}")
    return editor.with_loose(battle, thing, field.name, value)


def _with_field(battle: Any, path: Path, pointer: str, value: Any, system: System) -> Any:
    """The battle with another value at a JSON pointer below a path. An empty text is null where it
    is no value itself; null is the default of a field that cannot be null."""
    if not pointer.startswith("/"):
        raise EditError(f"{pointer!r} is no field: fields begin with /")
    field, *inner = (step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))
    holder = part(battle, path)
    if not any(each.name == field for each in dataclasses.fields(holder)):
        raise EditError(f"there is no field {pointer!r}")
    declared = declared_at(system.battle_type, (*path, field))

    def as_read(given: Any) -> Read:
        document = given
        if inner:
            whole = plain(declared, getattr(holder, field))
            document = _with_part(whole, inner, given, pointer)
        return read(declared, document, number=BATTLE.number)

    found = as_read(value)
    if found.mistakes and value == "":
        value, found = None, as_read(None)
    if found.mistakes and value is None and not inner:
        found = Read(_default(holder, field))
    if found.mistakes:
        raise EditError(message(found.mistakes[0].fault, system.wording))
    try:
        return put(battle, (*path, field), found.value)
    except ValueError as error:
        raise EditError(str(error)) from error


def _with_part(values: Any, steps: Sequence[str], new: Any, pointer: str) -> Any:
    """JSON values with another part; an object may get a new key."""
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    match values:
        case dict() if step in values or not rest:
            return {**values, step: _with_part(values.get(step), rest, new, pointer)}
        case list() if step.isdecimal() and int(step) < len(values):
            changed = list(values)
            changed[int(step)] = _with_part(values[int(step)], rest, new, pointer)
            return changed
    raise EditError(f"there is no field {pointer!r}")


def _default(holder: Any, step: str | int) -> Any:
    if dataclasses.is_dataclass(holder):
        for each in dataclasses.fields(holder):
            if each.name == step and each.default is not dataclasses.MISSING:
                return each.default
            if each.name == step and each.default_factory is not dataclasses.MISSING:
                return each.default_factory()
    raise EditError(f"{step} cannot be left out")


def _taken(battle: Any, entries: Mapping[str, Any], editor: Editor, system: System) -> Any:
    """The battle with parts of another one: entries of a mapping by name, lines of a list by
    id, anything else in place of what is there."""
    known = {each.name for each in dataclasses.fields(battle)}
    for name, given in entries.items():
        if name == "system":
            continue
        if name not in known:
            raise EditError(f"battles of {system.title} have no {name!r}")
        found = read(declared_at(system.battle_type, (name,)), given, number=BATTLE.number)
        if found.mistakes:
            raise EditError(f"{name}: {message(found.mistakes[0].fault, system.wording)}")
        joined = _joined(getattr(battle, name), found.value)
        battle = dataclasses.replace(battle, **{name: joined})
    return editor.spelled(editor.drawn(battle))


def _joined(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **new}
    if isinstance(old, tuple) and isinstance(new, tuple) and old and hasattr(old[0], "id"):
        again = {each.id for each in new}
        return (*(each for each in old if each.id not in again), *new)
    return new
