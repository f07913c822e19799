"""Squads of several kinds of models, and leaders that join them: from lists to a battle."""

from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.formats.rosters import read_roster
from defilade.systems.wh40k import SYSTEM
from defilade.systems.wh40k.adopt_army import Force, Known, force_of
from defilade.systems.wh40k.build import state_of
from defilade.systems.wh40k.deployment import deployed
from defilade.systems.wh40k.measuring import across, stray
from defilade.systems.wh40k.shooting import toughness
from defilade.table import Adoption, Draft, Table
from defilade.table.army import Army, ArmyUnit, Bases, BaseShape, BaseSize, ModelGroup, UnitBase
from tests.systems.wh40k.test_adopt import BASES, FIELD, GUN, UNIT, force, profile, unit

CHIEF = ModelGroup("Rider chief", 1)
RIDERS = ModelGroup("Rider", 4)
LINES: dict[str, Any] = {"M": 6.0, "T": 4, "Sv": "4+", "W": 1, "Ld": "7+", "OC": 1}


def test_models_with_profiles_of_their_own_have_datasheets_of_their_own() -> None:
    known = Adoption({"Riders": LINES, "Rider chief": LINES | {"W": 3, "T": 5}})
    (riders,) = (found := force(unit("Riders", CHIEF, RIDERS), profiles=known)).units
    assert [model.sheet for model in riders.models] == ["rider-chief", *["rider"] * 4]
    assert found.datasheets["rider-chief"].W == 3
    assert found.datasheets["rider"].W == 1
    assert {sheet.base_mm for sheet in found.datasheets.values()} == {32}
    assert not any(model.leader for model in riders.models)


def test_one_profile_serves_all_models_of_a_unit() -> None:
    found = force(unit("Riders", CHIEF, RIDERS), profiles=Adoption({"Riders": LINES}))
    assert list(found.datasheets) == ["riders"]


def test_sizes_may_be_given_for_one_kind_of_models() -> None:
    """WH-MEAS-08: by the name of the models before that of the unit."""
    size = BaseSize(BaseShape.ROUND, diameter=50)
    found = force(
        unit("Riders", CHIEF, RIDERS),
        bases_mm={"Rider chief": size},
        heights={"Rider chief": 3.0},
    )
    sheets = [found.datasheets[model.sheet] for model in found.units[0].models]
    assert [sheet.base_mm for sheet in sheets] == [50, 32, 32, 32, 32]
    assert [sheet.h for sheet in sheets] == [3.0, 1.5, 1.5, 1.5, 1.5]


def test_the_bases_file_may_list_the_models_but_only_of_the_own_faction() -> None:
    chief = BaseSize(BaseShape.ROUND, diameter=40)
    for faction, expected in (("reds", 40), ("blues", 32)):
        lines = (*BASES.units, UnitBase("rider-chief", faction, chief, ("Infantry",)))
        found = force(unit("Riders", CHIEF, RIDERS), bases=Bases(lines))
        assert found.datasheets[found.units[0].models[0].sheet].base_mm == expected


def roster(*selections: dict[str, Any]) -> Army:
    document = {"roster": {"name": "x", "forces": [{"name": "f", "selections": [*selections]}]}}
    army = read_roster("r.json", json.dumps(document).encode())
    assert isinstance(army, Army)
    return army


def model(name: str, number: int, *words: str, **columns: str) -> dict[str, Any]:
    gun = profile("Ranged Weapons", f"{name} gun", GUN)
    weapon = {"id": f"g{name}", "name": f"{name} gun", "type": "upgrade", "number": number}
    return {
        "id": name,
        "name": name,
        "type": "model",
        "number": number,
        "categories": [{"name": word, "primary": False} for word in words],
        "profiles": [profile("Unit", name, UNIT | columns)],
        "selections": [weapon | {"profiles": [gun]}],
    }


def test_a_roster_brings_a_profile_and_weapons_for_each_kind_of_models() -> None:
    squad = {
        "id": "s",
        "name": "Riders",
        "type": "unit",
        "number": 1,
        "categories": [{"name": "Infantry", "primary": True}],
        "selections": [model("Rider chief", 1, W="3"), model("Rider", 4, W="1")],
    }
    found = force_of(roster(squad), Known(BASES))
    (riders,) = found.units
    assert [found.datasheets[m.sheet].W for m in riders.models] == [3, 1, 1, 1, 1]
    assert [m.weapons for m in riders.models] == [
        ("Rider chief gun",),
        *[("Rider gun",)] * 4,
    ]


def test_a_character_among_others_in_a_roster_leads_them() -> None:
    """WH-ATK-05: the others are its bodyguard."""
    chief = {
        "id": "c",
        "name": "Chief",
        "type": "unit",
        "number": 1,
        "categories": [{"name": "Character", "primary": True}],
        "selections": [model("Chief", 1, T="9")],
    }
    squad = {
        "id": "s",
        "name": "Riders",
        "type": "unit",
        "number": 1,
        "categories": [{"name": "Infantry", "primary": True}],
        "selections": [model("Rider", 4, T="4"), chief],
    }
    made = force_of(roster(squad), Known(BASES))
    assert [m.leader for m in made.units[0].models] == [False] * 4 + [True]
    battle = deployed(FIELD, {"attacker": made}).battle
    assert battle.units["riders"].leaders == ("riders 5",)
    assert toughness(state_of(battle), "riders") == 4


def test_a_leader_joins_the_unit_that_is_named() -> None:
    two = (unit("Chief"), unit("Riders", ModelGroup("Rider", 5)), unit("Riders"))
    found = force(*two, attached={"chief": "riders-2"})
    assert [each.name for each in found.units] == ["riders", "riders-2"]
    joined = found.units[1].models
    assert [(m.sheet, m.leader) for m in joined] == [("riders", False), ("chief", True)]


def test_whom_no_list_attaches_is_told_with_its_place() -> None:
    words = UnitBase("chief", "reds", BaseSize(BaseShape.ROUND, diameter=40), ("Character",))
    bases = Bases((*BASES.units[:2], words))
    alone = force(unit("Chief"), unit("Riders"), bases=bases)
    told = [(f.code, f.place) for f in alone.findings if f.code == "leader.alone"]
    assert told == [("leader.alone", "list:1")]
    joined = force(unit("Chief"), unit("Riders"), bases=bases, attached={"chief": "riders"})
    assert "leader.alone" not in [f.code for f in joined.findings]


radii = st.lists(st.sampled_from([25.0, 32.0, 40.0, 60.0, 90.0]), min_size=1, max_size=4)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 10), radii)
def test_mixed_squads_stand_clear_of_each_other_and_in_coherency(
    number: int, leaders: list[float]
) -> None:
    """WH-COH-01, WH-END-04: whatever the bases of those that join."""
    kinds = [ModelGroup("Rider", number), *(ModelGroup(f"K{k}", 1) for k in range(len(leaders)))]
    sizes = {f"K{k}": BaseSize(BaseShape.ROUND, diameter=mm) for k, mm in enumerate(leaders)}
    made: Force = force(ArmyUnit("Riders", tuple(kinds)), bases_mm=sizes)
    found = deployed(FIELD, {"attacker": made})
    state = state_of(found.battle)
    models = state.alive("riders")
    assert len(models) == number + len(leaders)
    assert stray(models) is None
    for one, other in itertools.combinations(models, 2):
        assert across(one, other) > 0.05
    assert isinstance(SYSTEM.check(Draft("wh40k", found.battle)), Table)
