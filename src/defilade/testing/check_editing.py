"""Checks of systems whose battles are edited by hand; others pass for free.

Knows the protocol of editing; finds what breaks its promises on the shipped battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Any

from defilade.formats.battle import battle_json, read_battle
from defilade.formats.editing import WrongEdit, edited
from defilade.formats.fields import Forms
from defilade.systems.protocol import Editable, Editor, System
from defilade.table import Draft
from defilade.table.editing import Can, Thing, ThingKind
from defilade.table.parts import part
from defilade.testing.battles import example_text, opened

NEAR = 2e-3
"""How far a thing may be from where it was placed: corners are rounded to the grid."""


def edits_are_what_they_say(system: System) -> Iterator[str]:
    """Things are those of the scene; placed, removed and filled in they are as was asked."""
    if not isinstance(system, Editable):
        return
    draft, _ = opened(system, example_text(system), system.example)
    editor = system.editor
    battle = editor.spelled(draft.battle)
    things = editor.things(battle)
    forms = Forms(system, editor.words(battle))
    yield from _unlike_the_scene(editor, battle, things)
    for thing in things:
        yield from _badly_placed(draft, thing, things, system)
        gone = _edited(draft, {"do": "remove", "id": thing.id}, system)
        if editor.thing(editor.spelled(gone.battle), thing.id) is not None:
            yield f"{thing.id} is still there when it is removed"
        for field in forms.line(part(battle, thing.path)):
            try:
                told = {"field": field["field"], "value": field["value"]}
                _edited(draft, {"do": "set", "id": thing.id, **told}, system)
            except WrongEdit as error:
                yield f"{thing.id} does not take the {field['field']} it has: {error.why}"


def _unlike_the_scene(editor: Editor, battle: Any, things: tuple[Thing, ...]) -> Iterator[str]:
    scene = editor.sketch(battle)
    shown = {each.id for each in scene.pieces} | {each.id for each in scene.grounds}
    known = {each.id for each in things}
    yield from (f"{name} is shown and cannot be edited" for name in sorted(shown - known))
    told = {each.id for each in things if each.at and each.kind is not ThingKind.UNIT}
    yield from (f"{name} has a place and is not shown" for name in sorted(told - shown))


def _badly_placed(
    draft: Draft[Any], thing: Thing, things: tuple[Thing, ...], system: System
) -> Iterator[str]:
    """A thing is put where another one of its kind is: a place that there surely is."""
    places = [each.at for each in things if each.kind is thing.kind and each.at is not None]
    to = next((each for each in places if each != thing.at), None)
    if Can.PLACE not in thing.can or to is None:
        return
    after = _edited(draft, {"do": "place", "id": thing.id, "to": list(to)}, system)
    again = read_battle(battle_json(after, system), "again", {system.name: system})
    if not isinstance(again, Draft) or again.battle != after.battle:
        yield f"the battle in which {thing.id} was placed does not read as it was written"
    if not isinstance(system, Editable):
        return
    editor = system.editor
    there = editor.things(editor.spelled(after.battle))
    if not any(each.at and dist(each.at, to) < NEAR for each in there):
        yield f"{thing.id} is not where it was placed"


def _edited(draft: Draft[Any], edit: dict[str, Any], system: System) -> Draft[Any]:
    return edited(draft, [edit], system)
