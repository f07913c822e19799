"""Battles of Warhammer 40,000 edited by hand: units move whole, areas with all that is in them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from defilade.formats.editing import edited
from defilade.geometry.plane import distance
from defilade.systems.registry import load
from defilade.systems.wh40k.battle import Battle
from defilade.systems.wh40k.build import state_of
from defilade.table import Faults
from defilade.testing.battles import example_text, opened

SYSTEM = load("wh40k")
DRAFT, _ = opened(SYSTEM, example_text(SYSTEM), SYSTEM.example)


def after(*edits: dict[str, Any]) -> Battle:
    draft = edited(DRAFT, edits, SYSTEM)
    found = SYSTEM.check(draft)
    assert not isinstance(found, Faults), [fault.code for fault in found.errors]
    battle: Battle = draft.battle
    return battle


def places(battle: Battle, unit: str) -> list[tuple[float, float]]:
    return [model.at for model in battle.units[unit].models.values() if model.at is not None]


def test_a_unit_moves_whole_and_turns_as_a_whole() -> None:
    before = places(DRAFT.battle, "Gunners")
    battle = after({"do": "place", "id": "Gunners", "to": [10.0, 8.0], "facing": 90.0})
    now = places(battle, "Gunners")
    apart = [distance(*pair) for pair in combinations(before, 2)]
    assert [distance(*pair) for pair in combinations(now, 2)] == pytest.approx(apart, abs=3e-3)
    facings = [model.facing for model in battle.units["Gunners"].models.values()]
    was = [model.facing for model in DRAFT.battle.units["Gunners"].models.values()]
    assert facings == [(turn + 90.0) % 360 for turn in was]


def test_a_copy_of_a_unit_has_models_of_its_own() -> None:
    battle = after({"do": "copy", "id": "Gunners", "to": [10.0, 8.0]})
    (new,) = set(battle.units) - set(DRAFT.battle.units)
    assert len(battle.units[new].models) == len(battle.units["Gunners"].models)
    assert not set(battle.units[new].models) & set(battle.units["Gunners"].models)


def test_a_unit_without_models_is_gone() -> None:
    models = list(DRAFT.battle.units["Gunners"].models)
    battle = after(*({"do": "remove", "id": name} for name in models))
    assert "Gunners" not in battle.units


def test_a_unit_in_reserve_is_put_on_the_table_in_rows() -> None:
    models = {f"New {n}": {} for n in range(7)}
    line = {"side": "Raid", "sheet": "Raider", "in_reserve": True, "models": models}
    taken = {"do": "take", "entries": {"units": {"News": line}}}
    placed = {"do": "place", "id": "News", "to": [20.0, 38.0]}
    waiting = SYSTEM.editor.stock(edited(DRAFT, [taken], SYSTEM).battle)[0]
    assert (waiting.id, waiting.kind) == ("waiting/News", "unit")
    added = {"do": "add", "stock": waiting.id, "to": [20.0, 38.0]}
    battle = after(taken, placed)
    assert after(taken, added) == battle
    assert not battle.units["News"].in_reserve
    state = state_of(battle)
    bases = [model for model in state.on_table() if model.unit == "News"]
    assert len(bases) == 7
    assert all(distance(a.at, b.at) > 1.26 for a, b in combinations(bases, 2))


def test_an_area_takes_its_features_walls_and_windows_along() -> None:
    before = state_of(DRAFT.battle).areas["Pump house"]
    wanted = {"do": "place", "id": "Pump house", "to": [30.0, 22.5]}
    moved = state_of(after(wanted)).areas["Pump house"]
    middle = [sum(p[k] for p in before.outline) / 4 for k in (0, 1)]
    shift = np.array([30.0, 22.5]) - middle
    for old, new in zip(before.features, moved.features, strict=True):
        assert np.allclose(new.outline, np.array(old.outline) + shift)
        holes = zip((*old.gaps, *old.sections), (*new.gaps, *new.sections), strict=True)
        for was, now in holes:
            assert np.allclose(now.outline, np.array(was.outline) + shift)


@pytest.mark.parametrize("turn", [90.0, 30.0])
def test_windows_stay_in_their_walls_when_an_area_turns(turn: float) -> None:
    before = state_of(DRAFT.battle).areas["Pump house"]
    there = {"do": "place", "id": "Pump house", "to": None, "facing": turn}
    back = {"do": "place", "id": "Pump house", "to": None, "facing": -turn}
    battle = edited(DRAFT, [there, back], SYSTEM).battle
    again = state_of(battle).areas["Pump house"]
    for old, new in zip(before.features, again.features, strict=True):
        for was, now in zip(old.gaps, new.gaps, strict=True):
            for corner in was.outline:
                assert min(distance(corner, other) for other in now.outline) < 5e-3


def test_the_only_feature_of_an_area_goes_with_it() -> None:
    battle = after({"do": "remove", "id": "Crater/hole"})
    assert "Crater" not in battle.terrain


def test_deployment_zones_are_moved_and_drawn() -> None:
    entries = {"zones": {"Raid": [0, 0, 60, 6]}}
    taken = {"do": "take", "entries": entries}
    moved = after(taken, {"do": "place", "id": "Raid zone", "to": [30.0, 41.0]})
    assert state_of(moved).zones["Raid"][0] == (0.0, 38.0)
    corners = [[0.0, 44.0], [0.0, 36.0], [20.0, 44.0]]
    drawn = after(taken, {"do": "outline", "id": "Raid zone", "corners": corners})
    assert len(state_of(drawn).zones["Raid"]) == 3
    shown = [each.id for each in SYSTEM.editor.sketch(drawn).grounds]
    assert "Raid zone" in shown
    gone = {"do": "remove", "id": "Raid zone"}
    assert "Raid" not in after(taken, gone).zones


def test_scenes_say_whose_unit_a_model_is() -> None:
    found = SYSTEM.check(DRAFT)
    assert not isinstance(found, Faults)
    assert {p.unit for p in SYSTEM.scene(found).pieces} == set(DRAFT.battle.units)
