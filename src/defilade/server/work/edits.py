"""The job that edits a battle: what becomes of it, what is wrong with it, what can be edited next.

Knows how all that is told; edits are folded in by `formats.editing`, and judged by the system.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from defilade.formats.battle import document
from defilade.formats.editing import editor_of
from defilade.formats.fields import Forms
from defilade.formats.report import faults_json
from defilade.game import compact
from defilade.server.problems import trouble
from defilade.server.work.answer import Answer, answer
from defilade.server.work.desk import Desk
from defilade.server.work.pictures import footprint_json, scene_json
from defilade.systems.protocol import EditError, Editor, System
from defilade.table import Draft, Faults, Scene, Table
from defilade.table.editing import Stock, Thing
from defilade.table.parts import part

Asked = Mapping[str, Any]

_UNDRAWN = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What a battle that breaks rules may lead to where it is drawn without being checked."""


_WHOLE: Asked = {"id": "", "kind": "battle", "label": "", "unit": "", "at": None, "can": []}


def edit(asked: Asked, desk: Desk) -> Answer:
    """A battle with its edits made; the server gets its text, to remember it by."""
    battle = asked["battle"]
    draft = desk.read(battle)
    system = desk.systems[draft.system]
    try:
        editor = editor_of(system)
        spelled = editor.spelled(draft.battle)
    except EditError as error:
        raise trouble("wrong-edit", str(error), index=0) from None
    found = desk.checked(battle, draft)
    values = document(draft, system)
    text = compact(values)
    kept = desk.keep_draft(text, draft)
    told = {
        "system": system.name,
        "title": _title(draft, system),
        "kept": kept,
        "document": values,
        **_judged(found, draft, system),
        "scene": _scene(found, draft, editor, system),
        "things": _things(spelled, editor, system, asked.get("fields_of")),
        "stock": [_stock(each) for each in editor.stock(draft.battle)],
    }
    return answer(told, kept=kept, text=text)


def _title(draft: Draft[Any], system: System) -> str:
    return str(getattr(draft.battle, "title", "") or system.title)


def _judged(found: Table[Any] | Faults[Any], draft: Draft[Any], system: System) -> dict[str, Any]:
    playable = isinstance(found, Table)
    faults = found.warnings if isinstance(found, Table) else found.faults
    return {
        "playable": playable,
        "faults": faults_json(faults, draft.source, system.wording),
        "waivable": [] if isinstance(found, Table) else sorted(found.waivable),
    }


def _scene(
    found: Table[Any] | Faults[Any], draft: Draft[Any], editor: Editor, system: System
) -> dict[str, Any] | None:
    """What stands where, even where it may not stand there."""
    scene: Scene
    if isinstance(found, Table):
        scene = system.scene(found)
    else:
        try:
            scene = editor.sketch(draft.battle)
        except _UNDRAWN:
            return None
    return scene_json(replace(scene, title=scene.title or _title(draft, system)))


def _things(
    battle: Any, editor: Editor, system: System, fields_of: Sequence[str] | None
) -> list[dict[str, Any]]:
    """The battle itself, then everything on it; fields of those that are asked for, or of all."""
    forms = Forms(system, editor.words(battle))
    wanted: Container[str] | None = None if fields_of is None else frozenset(fields_of)

    def fields(thing: Thing) -> list[dict[str, Any]]:
        if wanted is not None and thing.id not in wanted:
            return []
        return [*forms.loose(editor.loose(battle, thing)), *forms.line(part(battle, thing.path))]

    whole = forms.battle(battle) if wanted is None or "" in wanted else []
    return [
        {**_WHOLE, "fields": whole},
        *({**_thing(each), "fields": fields(each)} for each in editor.things(battle)),
    ]


def _thing(thing: Thing) -> dict[str, Any]:
    return {
        "id": thing.id,
        "kind": thing.kind.value,
        "label": thing.label or thing.id,
        "unit": thing.unit or thing.id,
        "at": None if thing.at is None else list(thing.at),
        "can": [each.value for each in thing.can],
    }


def _stock(stock: Stock) -> dict[str, Any]:
    shape = stock.footprint
    return {
        "id": stock.id,
        "kind": stock.kind.value,
        "label": stock.label,
        "group": stock.group,
        "needs_side": stock.needs_side,
        "footprint": None if shape is None else footprint_json(shape),
        "outline": [list(each) for each in stock.outline],
    }
