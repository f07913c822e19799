"""Edits of battles: every thing of every system placed, copied, removed, drawn anew, filled in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.battle import battle_json, document, read_battle
from defilade.formats.editing import WrongEdit, edited, editor_of
from defilade.formats.fields import Forms
from defilade.systems.protocol import System
from defilade.systems.registry import load, names
from defilade.table import Draft, Faults, Scene
from defilade.table.editing import Can, Thing, ThingKind
from defilade.table.parts import part
from defilade.table.shelves import WAITING
from defilade.testing.battles import example_text

SYSTEMS = {name: load(name) for name in names()}


@cache
def example(name: str) -> Draft[Any]:
    draft = read_battle(example_text(SYSTEMS[name]), name, SYSTEMS)
    assert isinstance(draft, Draft)
    return draft


@cache
def things(name: str) -> tuple[Thing, ...]:
    editor = editor_of(SYSTEMS[name])
    return editor.things(editor.spelled(example(name).battle))


EVERY = [(name, thing.id) for name in names() for thing in things(name)]
GROUNDS = [
    (name, thing.id)
    for name in names()
    for thing in things(name)
    if Can.OUTLINE in thing.can and thing.kind is ThingKind.GROUND
]


def the(name: str, thing: str) -> Thing:
    return next(each for each in things(name) if each.id == thing)


def scene_of(draft: Draft[Any]) -> Scene:
    """What is drawn, faults or not."""
    return editor_of(SYSTEMS[draft.system]).sketch(draft.battle)


def same(one: Draft[Any], other: Draft[Any]) -> bool:
    """Whether two drafts are the same battle: the same lines, and the same board."""
    system: System = SYSTEMS[one.system]
    spelled = editor_of(system).spelled
    return _unordered(spelled(one.battle)) == _unordered(spelled(other.battle))


def _unordered(battle: Any) -> Any:
    values = {name: getattr(battle, name) for name in battle.__dataclass_fields__}
    for name in ("hexes", "units", "scenery"):
        if isinstance(values.get(name), tuple):
            values[name] = sorted(values[name], key=repr)
    return values


def away(name: str) -> list[float]:
    """A place, on hexes one of plain countryside that nobody is on."""
    if name == "greatwar":
        return [0.0, 6.0]
    return [3.0, 3.0]


def edit(thing: Thing, do: str, **more: Any) -> dict[str, Any]:
    return {"do": do, "id": thing.id, **more}


@pytest.mark.parametrize("name", names())
def test_things_are_what_the_scene_shows(name: str) -> None:
    draft = example(name)
    scene = scene_of(draft)
    shown = {each.id for each in (*scene.pieces, *scene.grounds)}
    told = {each.id for each in things(name) if each.kind is not ThingKind.UNIT}
    assert shown <= told
    hidden = {each.id for each in things(name) if each.at is None}
    assert told - shown <= hidden
    for piece in scene.pieces:
        assert the(name, piece.id).unit == (piece.unit or piece.id)


@pytest.mark.parametrize(("name", "thing"), EVERY)
def test_a_thing_is_where_it_was_placed_and_nothing_else_moved(name: str, thing: str) -> None:
    one = the(name, thing)
    to = away(name)
    after = edited(example(name), [edit(one, "place", to=to)], SYSTEMS[name])
    editor = editor_of(SYSTEMS[name])
    moved = editor.things(editor.spelled(after.battle))
    others = {each.id: each.at for each in things(name)}
    assert any(each.at == pytest.approx(tuple(to), abs=1e-3) for each in moved)
    stayed = {each.id: each.at for each in moved if each.id in others}
    changed = {each for each, at in stayed.items() if at != others[each]}
    area = thing.split("/", maxsplit=1)[0]
    parts = {each.id for each in things(name) if thing in (each.unit, each.id.split("/")[0])}
    inside = {each.id for each in things(name) if each.at == one.at}
    assert changed <= {thing, one.unit, area, *parts, *inside}


@pytest.mark.parametrize(("name", "thing"), EVERY)
def test_there_and_back_is_where_it_was(name: str, thing: str) -> None:
    one = the(name, thing)
    if one.at is None or scene_id_changes(name, one):
        return
    there = edit(one, "place", to=away(name))
    back = edit(one, "place", to=list(one.at))
    after = edited(example(name), [there, back], SYSTEMS[name])
    editor = editor_of(SYSTEMS[name])
    again = editor.thing(editor.spelled(after.battle), one.id)
    assert again is not None
    assert again.at == pytest.approx(one.at, abs=2e-3)
    battle, before = editor.spelled(after.battle), editor.spelled(example(name).battle)
    if (name, one.kind) in {("dropfleet", ThingKind.PIECE), ("wh40k", ThingKind.PIECE)}:
        assert part(battle, again.path) == part(before, one.path)


def scene_id_changes(name: str, thing: Thing) -> bool:
    """Grounds of hexes are called by their hex."""
    return name == "greatwar" and thing.kind is ThingKind.GROUND


@pytest.mark.parametrize(("name", "thing"), EVERY)
def test_a_copy_taken_away_again_leaves_the_battle_as_it_was(name: str, thing: str) -> None:
    one = the(name, thing)
    if Can.COPY not in one.can:
        return
    draft = example(name)
    editor = editor_of(SYSTEMS[name])
    copied = edited(draft, [edit(one, "copy", to=away(name))], SYSTEMS[name])
    there = editor.things(editor.spelled(copied.battle))
    new = [each for each in there if each.id not in {was.id for was in things(name)}]
    assert new
    gone = next(each for each in new if each.kind is one.kind)
    back = edited(copied, [edit(gone, "remove")], SYSTEMS[name])
    assert same(back, draft)


@pytest.mark.parametrize(("name", "thing"), EVERY)
def test_a_thing_that_is_removed_is_named_nowhere(name: str, thing: str) -> None:
    one = the(name, thing)
    after = edited(example(name), [edit(one, "remove")], SYSTEMS[name])
    editor = editor_of(SYSTEMS[name])
    assert editor.thing(editor.spelled(after.battle), one.id) is None
    found = SYSTEMS[name].check(after)
    codes = {fault.code for fault in found.errors} if isinstance(found, Faults) else set()
    assert not {code for code in codes if "unknown" in code or "nowhere" in code}, codes


@pytest.mark.parametrize(("name", "thing"), GROUNDS)
def test_a_ground_has_the_outline_it_was_given(name: str, thing: str) -> None:
    one = the(name, thing)
    corners = [[2.0, 2.0], [6.0, 2.0], [6.0, 5.0], [2.0, 5.0], [1.0, 3.0]]
    if name == "greatwar":
        corners = [[4.0, 5.0], [5.0, 5.0]]
    after = edited(example(name), [edit(one, "outline", corners=corners)], SYSTEMS[name])
    wanted = [tuple(corner) for corner in corners]
    outlines = [each.outline for each in scene_of(after).grounds]
    if name == "greatwar":
        assert {(corner,) for corner in wanted} <= set(outlines)
    else:
        assert tuple(wanted) in outlines


@pytest.mark.parametrize("name", names())
def test_everything_in_stock_can_be_added(name: str) -> None:
    draft, system = example(name), SYSTEMS[name]
    editor = editor_of(system)
    side = scene_of(draft).pieces[0].side
    for stock in editor.stock(draft.battle):
        if stock.group == WAITING:
            continue
        add = {"do": "add", "stock": stock.id, "to": [6.0, 6.0], "side": side}
        after = edited(draft, [add], system)
        before = {each.id for each in things(name)}
        new = [e for e in editor.things(editor.spelled(after.battle)) if e.id not in before]
        assert new, stock.id
        assert any(e.at == pytest.approx((6.0, 6.0), abs=1e-3) for e in new), stock.id
        shown = {each.id for each in (*scene_of(after).pieces, *scene_of(after).grounds)}
        assert {each.id for each in new if each.kind is not ThingKind.UNIT} <= shown, stock.id


@pytest.mark.parametrize("name", names())
def test_every_field_takes_the_value_it_has(name: str) -> None:
    draft, system = example(name), SYSTEMS[name]
    editor = editor_of(system)
    battle = editor.spelled(draft.battle)
    forms = Forms(system, editor.words(battle))
    for one in (None, *things(name)):
        fields = forms.battle(battle) if one is None else forms.line(part(battle, one.path))
        edits = [
            {"do": "set", "id": one.id if one else "", "field": f["field"], "value": f["value"]}
            for f in fields
        ]
        assert same(edited(draft, edits, system), draft), one
        for field in fields:
            assert field["label"], field
            if field["type"] == "choice" and field["value"] not in (None, ""):
                assert field["value"] in [each["value"] for each in field["choices"]]


@pytest.mark.parametrize("name", names())
def test_an_edited_battle_is_read_back_from_its_own_text(name: str) -> None:
    draft, system = example(name), SYSTEMS[name]
    for one in things(name)[:6]:
        after = edited(draft, [edit(one, "place", to=away(name), facing=30.0)], system)
        again = read_battle(battle_json(after, system), "again", SYSTEMS)
        assert isinstance(again, Draft)
        assert again.battle == after.battle


def _pointers(value: Any, above: str = "") -> Iterator[str]:
    """Every place in JSON values, as a JSON pointer."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        pointer = f"{above}/{str(step).replace('~', '~0').replace('/', '~1')}"
        yield pointer
        if isinstance(inner, dict | list):
            yield from _pointers(inner, pointer)


@cache
def _places(name: str) -> tuple[str, ...]:
    values = document(example(name), SYSTEMS[name])
    return tuple(_pointers({key: each for key, each in values.items() if key != "system"}))


def _edits(name: str) -> st.SearchStrategy[dict[str, Any]]:
    ids = st.sampled_from([each.id for each in things(name)]) | st.sampled_from(["", "Nobody"])
    number = st.integers(-3, 30).map(float) | st.floats(-90, 90, allow_nan=False)
    point = st.tuples(number, number).map(list)
    stock = [each.id for each in editor_of(SYSTEMS[name]).stock(example(name).battle)]
    some = st.sampled_from(["side", "facing", "hull", "models/0", "options/none", "title", ""])
    value = st.none() | st.booleans() | number | st.text(max_size=4) | st.lists(point, max_size=3)
    return st.one_of(
        st.fixed_dictionaries(
            {
                "do": st.just("set"),
                "id": st.just(""),
                "field": st.sampled_from(_places(name)),
                "value": value,
            }
        ),
        st.fixed_dictionaries(
            {"do": st.just("place"), "id": ids, "to": st.none() | point, "facing": number}
        ),
        st.fixed_dictionaries({"do": st.just("copy"), "id": ids, "to": point}),
        st.fixed_dictionaries({"do": st.just("remove"), "id": ids}),
        st.fixed_dictionaries(
            {"do": st.just("outline"), "id": ids, "corners": st.lists(point, max_size=5)}
        ),
        st.fixed_dictionaries(
            {"do": st.just("add"), "stock": st.sampled_from([*stock, "unit/"]), "to": point}
        ),
        st.fixed_dictionaries(
            {"do": st.just("set"), "id": ids, "field": some.map("/{}".format), "value": value}
        ),
    )


@pytest.mark.parametrize("name", names())
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_edits_in_any_order_give_a_battle_or_say_which_means_nothing(
    name: str, data: st.DataObject
) -> None:
    draft, system = example(name), SYSTEMS[name]
    edits = data.draw(st.lists(_edits(name), min_size=1, max_size=5))
    good: list[dict[str, Any]] = []
    for each in edits:
        wrong = _wrong(draft, [*good, each])
        if wrong is None:
            good.append(each)
        else:
            assert wrong.index == len(good)
            assert wrong.why
    after = edited(draft, good, system)
    system.check(after)
    editor = editor_of(system)
    editor.stock(after.battle)
    editor.things(editor.spelled(after.battle))
    again = read_battle(battle_json(after, system), "again", SYSTEMS)
    assert isinstance(again, Draft), again
    half = len(good) // 2
    apart = edited(edited(draft, good[:half], system), good[half:], system)
    assert same(apart, after)


def _wrong(draft: Draft[Any], edits: list[dict[str, Any]]) -> WrongEdit | None:
    try:
        edited(draft, edits, SYSTEMS[draft.system])
    except WrongEdit as error:
        return error
    return None


def test_parts_of_a_battle_are_taken_by_name_and_by_id() -> None:
    draft, system = example("dropfleet"), SYSTEMS["dropfleet"]
    classes = document(draft, system)["classes"]
    swift = {**classes["Wren"], "thrust": 14}
    entries = {"classes": {"Swift": swift}, "turn": 3}
    after = edited(draft, [{"do": "take", "entries": entries}], system)
    assert set(after.battle.classes) == {*draft.battle.classes, "Swift"}
    assert after.battle.classes["Swift"].thrust == 14
    assert after.battle.turn == 3
    dropzone = example("dropzone")
    again = {"units": [{"id": "K1", "side": "blue", "kind": "Carrier", "at": [1, 1]}]}
    other = edited(dropzone, [{"do": "take", "entries": again}], SYSTEMS["dropzone"])
    kinds = {line.id: line.kind for line in other.battle.units}
    assert kinds["K1"] == "Carrier"
    assert len(kinds) == len(dropzone.battle.units)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"do": "place", "id": "Herom", "to": [1, 1]}, "did you mean 'Heron'"),
        ({"do": "add", "stock": "unit/Herom", "to": [1, 1]}, "did you mean 'unit/Heron'"),
        ({"do": "set", "id": "Heron", "field": "/layer", "value": "lo"}, "`lo` is not"),
        ({"do": "set", "id": "Heron", "field": "/layers", "value": "low"}, "/layers"),
        ({"do": "set", "id": "Heron", "field": "layer", "value": "low"}, "begin with /"),
        ({"do": "copy", "id": "Heron", "to": [1, 1], "as": "Anvil"}, "already"),
        ({"do": "outline", "id": "Heron", "corners": [[1, 1], [2, 2], [1, 2]]}, "no outline"),
        ({"do": "take", "entries": {"fleets": {}}}, "fleets"),
        ({"do": "take", "entries": {"turn": "two"}}, "turn"),
        ({"do": "dance", "id": "Heron"}, "none of the edits"),
    ],
)
def test_an_edit_that_means_nothing_says_why(wrong: dict[str, Any], why: str) -> None:
    good = {"do": "place", "id": "Heron", "to": [20, 14]}
    with pytest.raises(WrongEdit) as found:
        edited(example("dropfleet"), [good, wrong], SYSTEMS["dropfleet"])
    assert found.value.index == 1
    assert why in found.value.why


def test_null_is_the_default_of_a_field() -> None:
    system = SYSTEMS["dropfleet"]
    edits = [
        {"do": "set", "id": "Heron", "field": "/facing", "value": None},
        {"do": "set", "id": "Heron", "field": "/hull", "value": 4},
        {"do": "set", "id": "", "field": "/title", "value": None},
    ]
    after = edited(example("dropfleet"), edits, system).battle
    heron = after.ships["Heron"]
    assert (heron.facing, heron.hull, after.title) == (0.0, 4, "")
