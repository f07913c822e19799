"""Files of any kind become a battle, choices or edits; what is lost on the way is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.cli.loading import Installed, engine
from defilade.formats.battle import Unread, battle_json, document, read_battle
from defilade.formats.battlescribe import read_catalogue
from defilade.formats.importing import Given, Imported, Kind, WrongGame, imported
from defilade.formats.importing.catalogues import part_of, taken_of
from defilade.formats.importing.words import finding_json
from defilade.formats.log import log_text
from defilade.formats.report import report
from defilade.formats.tts import Frame, save_json
from defilade.game import new_session
from defilade.systems.registry import load, names
from defilade.table import Adoption, Catalogue, Draft, Scene, Table
from defilade.testing.battles import example_text
from tests.formats.stat_lines import CATALOGUES
from tests.formats.terrain import EDGES, TEMPLATES, TWO_YARDS, sheet
from tests.formats.test_rosters import APP
from tests.formats.test_tts import thing

SYSTEMS = Installed()
BASES = json.dumps(
    [
        {
            "id": "rover",
            "faction_id": "salt-riders",
            "base_size_mm": {"shape": "round", "diameter": 60},
            "keywords": ["Vehicle"],
        }
    ]
).encode()
TERRAIN = json.dumps(
    {
        "terrain_layouts": [sheet(*TWO_YARDS, deployment_pattern_id="edges")],
        "terrain_templates": TEMPLATES,
        "deployment_patterns": [EDGES],
    }
).encode()


def brought(files: Mapping[str, bytes], **given: Any) -> Imported:
    found = imported(files, Given(SYSTEMS, **given))
    assert isinstance(found, Imported), found
    for each in found.findings:
        assert finding_json(each, SYSTEMS[found.system].wording)["says"]
    return found


def played(values: Mapping[str, Any] | None) -> tuple[Draft[Any], Table[Any]]:
    """A document that passes every check."""
    assert values is not None
    draft = read_battle(json.dumps(values), "brought", SYSTEMS)
    assert not isinstance(draft, Unread), report(draft.faults, draft.source)
    table = SYSTEMS[draft.system].check(draft)
    assert isinstance(table, Table), report(table.faults, draft.source)
    return draft, table


def example(name: str) -> tuple[Draft[Any], Scene]:
    system = load(name)
    draft = read_battle(example_text(system), name, SYSTEMS)
    assert isinstance(draft, Draft)
    table = system.check(draft)
    assert isinstance(table, Table)
    return draft, system.scene(table)


def with_taken(draft: Draft[Any], edits: Any) -> dict[str, Any]:
    """The battle's document with what a `take` brings."""
    values = document(draft, SYSTEMS[draft.system], defaults=False)
    for edit in edits:
        assert edit["do"] == "take"
        for part, entries in edit["entries"].items():
            values[part] = {**values.get(part, {}), **entries}
    return values


@pytest.mark.parametrize("name", names())
def test_a_battle_file_and_a_log_of_it_give_the_same_battle(name: str) -> None:
    system = load(name)
    draft, _ = example(name)
    text = example_text(system)
    first = brought({"battle.yaml": text.encode()})
    assert (first.kind, first.system) == (Kind.BATTLE, name)
    assert played(first.document)[0].battle == draft.battle
    assert brought({"battle.json": battle_json(draft, system).encode()}).label == first.label
    table = system.check(draft)
    session = new_session(system, table, battle=battle_json(draft, system), engine=engine())
    log = brought({"game.json": log_text(session.log).encode()})
    assert (log.kind, log.label) == (Kind.LOG, first.label)
    assert played(log.document)[0].battle == draft.battle
    assert [each.code for each in log.findings] == ["log.not_played"]


def test_a_battle_file_with_a_fault_says_where() -> None:
    found = imported({"b.yaml": b"system: dropfleet\nsize: [48, wide]\n"}, Given(SYSTEMS))
    assert isinstance(found, Unread)
    assert "b.yaml:2:" in report(found.faults, found.source)


def test_layouts_are_chosen_from_and_one_becomes_a_battle() -> None:
    listed = brought({"terrain.json": TERRAIN})
    assert (listed.kind, listed.document) == (Kind.LAYOUTS, None)
    assert [each.id for each in listed.choices] == ["two-yards"]
    picked = brought({"terrain.json": TERRAIN}, pick="two-yards")
    draft, _ = played(picked.document)
    assert len(draft.battle.terrain) == 2
    assert draft.battle.sides == ("attacker", "defender")
    assert brought({"terrain.json": TERRAIN}, pick="other").findings[0].code == "layout.unknown"


def test_a_list_alone_is_a_battle_and_lists_with_a_layout_stand_on_it() -> None:
    alone = brought({"list.txt": APP.encode()})
    draft, _ = played(alone.document)
    assert draft.battle.units
    assert {unit.side for unit in draft.battle.units.values()} == {"attacker"}
    together = {"terrain.json": TERRAIN, "a.txt": APP.encode(), "b.txt": APP.encode()}
    draft, _ = played(brought(together, pick="two-yards").document)
    assert {unit.side for unit in draft.battle.units.values()} == {"attacker", "defender"}


def test_a_base_that_no_file_gives_has_a_stand_in_and_one_that_a_file_gives_has_not() -> None:
    without = brought({"list.txt": APP.encode()})
    with_bases = brought({"list.txt": APP.encode(), "bases.json": BASES})
    units = [each.params["unit"] for each in without.findings if each.code == "base.stand_in"]
    still = [each.params["unit"] for each in with_bases.findings if each.code == "base.stand_in"]
    assert set(units) - set(still) == {"Rover"}
    sheets = played(with_bases.document)[0].battle.datasheets
    assert sheets["rover"].base_mm == 60


@pytest.mark.parametrize("side", [None, "Raid", "Newcomers"])
def test_a_list_joins_a_battle_without_touching_what_stands_there(side: str | None) -> None:
    into, scene = example("wh40k")
    found = brought({"list.txt": APP.encode()}, into=into, scene=scene, side=side)
    assert (found.kind, found.document) == (Kind.ROSTER, None)
    values = with_taken(into, found.edits)
    if side == "Newcomers":
        values["sides"] = [*values["sides"][:1], side]
        values["units"] = {k: v for k, v in values["units"].items() if v["side"] in values["sides"]}
    draft, _ = played(values)
    new = {name: unit for name, unit in draft.battle.units.items() if name not in into.battle.units}
    assert new
    assert {unit.side for unit in new.values()} == {side or into.battle.sides[0]}
    kept = [name for name in into.battle.units if name in draft.battle.units]
    assert all(draft.battle.units[name] == into.battle.units[name] for name in kept)


def test_a_list_of_another_game_than_the_battle_is_a_battle_of_its_own() -> None:
    into, scene = example("dropfleet")
    found = brought({"list.txt": APP.encode()}, into=into, scene=scene)
    assert (found.system, found.edits) == ("wh40k", None)
    assert played(found.document)[0].battle.units


def test_the_same_list_twice_takes_other_names() -> None:
    into, _ = example("wh40k")
    first = brought({"list.txt": APP.encode()}, into=into)
    once, _ = played(with_taken(into, first.edits))
    second = brought({"list.txt": APP.encode()}, into=once)
    twice, _ = played(with_taken(once, second.edits))
    at = [
        model.at
        for unit in twice.battle.units.values()
        for model in unit.models.values()
        if model.at is not None
    ]
    assert all(dist(a, b) > 0.5 for a, b in combinations(at, 2))
    count = len(once.battle.units) - len(into.battle.units)
    assert len(twice.battle.units) == len(into.battle.units) + 2 * count


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_stat_lines_of_a_catalogue_go_where_the_game_keeps_them(name: str) -> None:
    into, _ = example(name)
    found = brought({"units.cat": CATALOGUES[name].encode()}, into=into)
    assert (found.kind, found.system) == (Kind.CATALOGUE, name)
    assert found.edits
    draft, _ = played(with_taken(into, found.edits))
    (part,) = found.edits[0]["entries"]
    assert len(getattr(draft.battle, part)) > len(getattr(into.battle, part))
    assert brought({"units.cat": CATALOGUES[name].encode()}).system == name


def test_a_catalogue_of_another_game_is_named_and_does_not_join() -> None:
    into, _ = example("wh40k")
    found = imported({"u.cat": CATALOGUES["dropfleet"].encode()}, Given(SYSTEMS, into=into))
    assert isinstance(found, WrongGame)
    assert found.found == "Dropfleet Commander"


@pytest.mark.parametrize("name", ["dropfleet", "dropzone", "conquest", "wh40k"])
def test_pieces_go_to_where_a_save_has_them(name: str) -> None:
    into, scene = example(name)
    size = (scene.high[0] - scene.low[0], scene.high[1] - scene.low[1])
    text = save_json("Our table", scene.pieces, frame=Frame(size))
    found = brought({"save.json": text.encode()}, into=into, scene=scene)
    assert found.kind is Kind.POSITIONS
    assert found.edits is not None
    placed = {edit["id"]: edit for edit in found.edits}
    assert set(placed) == {piece.id for piece in scene.pieces}
    for piece in scene.pieces:
        assert placed[piece.id]["to"] == pytest.approx(piece.position, abs=1e-3)


def test_a_thing_that_is_not_in_the_battle_is_told_and_left() -> None:
    into, scene = example("wh40k")
    save = json.dumps({"ObjectStates": [thing("Ghost", posX=1.0), thing(scene.pieces[0].id)]})
    found = brought({"save.json": save.encode()}, into=into, scene=scene)
    assert found.edits is not None
    assert [edit["id"] for edit in found.edits] == [scene.pieces[0].id]
    assert "piece.unknown" in {each.code for each in found.findings}
    alone = brought({"save.json": save.encode()})
    assert (alone.edits, alone.findings[0].code) == (None, "positions.no_battle")


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_nothing_in_a_file_is_an_error(data: bytes) -> None:
    assert isinstance(imported({"any": data}, Given(SYSTEMS)), Imported | Unread | WrongGame)


def test_a_thing_named_like_a_model_is_that_model_whatever_comes_before() -> None:
    into, scene = example("wh40k")
    first, *rest = [piece.id for piece in scene.pieces if piece.unit == "Gunners"]
    things = [thing("Gunners", posX=1.0), thing(first, posX=2.0)]
    save = json.dumps({"ObjectStates": things})
    found = brought({"save.json": save.encode()}, into=into, scene=scene)
    assert found.edits is not None
    assert [(edit["id"], edit["to"][0]) for edit in found.edits] == [(rest[0], 31.0), (first, 32.0)]


def test_things_named_like_a_unit_are_its_models_in_turn() -> None:
    into, scene = example("wh40k")
    models = [piece.id for piece in scene.pieces if piece.unit == "Gunners"]
    things = [thing("Gunners", posX=float(n)) for n in range(len(models))]
    save = json.dumps({"ObjectStates": things})
    found = brought({"save.json": save.encode()}, into=into, scene=scene)
    assert found.edits is not None
    assert [edit["id"] for edit in found.edits] == models
    assert [edit["to"][0] for edit in found.edits] == [30.0 + n for n in range(len(models))]


def test_a_stat_line_that_no_battle_file_holds_is_left_out_and_told() -> None:
    system = load("dropfleet")
    found = brought({"units.cat": CATALOGUES["dropfleet"].encode()})
    assert found.edits
    fine = found.edits[0]["entries"]["classes"]["Kestrel"]
    assert part_of(system, "Kestrel", fine) == "classes"
    assert part_of(system, "Kestrel", {**fine, "wings": 2}) is None
    read = read_catalogue({"units.cat": CATALOGUES["dropfleet"].encode()})
    assert isinstance(read, Catalogue)
    adoption = Adoption({"Kestrel": fine, "Odd": {**fine, "wings": 2}})
    taken = taken_of(adoption, read, system)
    assert taken.edits is not None
    assert set(taken.edits[0]["entries"]["classes"]) == {"Kestrel"}
    assert [(each.code, each.lost) for each in taken.findings] == [("unit.unfit", True)]
