"""Collateral damage, ruins, and the damage of a sector played out (DF-COL, DF-RUI, DF-BOM-06)."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import Choose, odds, play
from defilade.dice.sources import Typed
from defilade.frozen import FrozenMap
from defilade.systems.dropfleet.bombarded import struck
from defilade.systems.dropfleet.collateral import (
    BOMBARDMENT_SAVE,
    Casualties,
    Ending,
    Fate,
    Victim,
    collateral,
    sector_harm,
    spread_reasons,
    spreads,
    victims_of,
)
from defilade.systems.dropfleet.options import CollateralCounts, HouseRules, RuinsArmour
from defilade.systems.dropfleet.state import Sector, State
from defilade.systems.dropfleet.terms import GroundKind, SectorType
from tests.systems.dropfleet.fleet import assets, sector, state

RULES = HouseRules()
CAPPED = HouseRules(collateral_counts=CollateralCounts.CAPPED)
TWO = ("blue infantry I1", "blue infantry I2")


def first(question: Choose) -> object:
    return question.options[0]


@given(st.integers(0, 5), st.integers(0, 12))
def test_every_even_way_to_hand_points_out_and_no_other(number: int, points: int) -> None:
    """DF-COL-05: one each before any second, two before any third."""
    names = [f"I{n}" for n in range(number)]
    ways = [dict(way) for way in spreads(names, points)]
    assert all(not spread_reasons(names, points, way) for way in ways)
    assert len({tuple(sorted(way.items())) for way in ways}) == len(ways)
    if number:
        assert all(sum(way.values()) == points for way in ways)
        assert all(max(way.values()) - min(way.values()) <= 1 for way in ways)
        lopsided = {names[0]: points}
        uneven = number > 1 and points > 1
        codes = {r.clause for r in spread_reasons(names, points, lopsided)}
        assert codes == ({"DF-COL-05"} if uneven else set())


def test_all_points_are_handed_out_to_assets_that_are_there() -> None:
    """DF-COL-02."""
    for wrong in ({"I1": 1}, {"I1": 1, "I2": 1, "X": 1}, {"I1": 3, "I2": -1}):
        assert "DF-COL-02" in {r.clause for r in spread_reasons(["I1", "I2"], 2, wrong)}


@given(
    st.integers(0, 8),
    st.integers(1, 8),
    st.booleans(),
    st.booleans(),
    st.sampled_from(CollateralCounts),
)
def test_what_damage_does_to_a_sector(
    unsaved: int, hull: int, occupied: bool, ruins: bool, counts: CollateralCounts
) -> None:
    """DF-COL-01, DF-COL-02, DF-RUI-01, DF-RUI-05, DF-RUI-06."""
    in_it = TWO if occupied else ()
    place = sector("S", SectorType.COMMERCIAL, *in_it, hull=0 if ruins else hull, ruins=ruins)
    harm = sector_harm(place, unsaved, HouseRules(collateral_counts=counts))
    if not occupied:
        assert harm.points == 0
    elif ruins or counts is CollateralCounts.UNSAVED:
        assert harm.points == unsaved
    else:
        assert harm.points == min(unsaved, hull)
    assert harm.hull == (0 if ruins else max(0, hull - unsaved))
    assert harm.ruined is (not ruins and unsaved >= hull)


def test_assets_save_with_their_second_value() -> None:
    """DF-COL-03, DF-GRD-02."""
    assert BOMBARDMENT_SAVE == {
        GroundKind.INFANTRY: 3,
        GroundKind.ARMOUR: 5,
        GroundKind.DEFENCE_BATTERY: 3,
    }
    lost = odds(collateral((Victim("A", 5, 1),), Ending.NONE, RULES), exact=True)
    assert lost.p(lambda c: c.lost == {"A"}) == Fraction(4, 6)


def test_one_unsaved_point_kills_and_the_rest_are_lost() -> None:
    """DF-COL-05."""
    two = odds(collateral((Victim("I", 3, 2),), Ending.NONE, RULES), exact=True)
    assert two.p(lambda c: not c.lost) == Fraction(16, 36)


def fates(result: Casualties) -> dict[str, Fate]:
    return dict(result.fates)


def test_one_die_for_the_ruins() -> None:
    """DF-RUI-02."""
    victims = tuple(Victim(f"I{n}", 3) for n in range(5))
    result = odds(collateral(victims, Ending.RUIN, RULES), exact=True)
    assert result.p(lambda c: not c.lost) == Fraction(1, 6)
    assert result.p(lambda c: len(c.lost) == 5) == Fraction(5, 6)


def test_no_survivors_no_ruin_die() -> None:
    """DF-RUI-03."""
    result, thrown = play(collateral((Victim("I", 3, 1),), Ending.RUIN, RULES), Typed("1"))
    assert fates(result) == {"I": Fate.COLLATERAL}
    assert not result.ruin_rolled
    assert len(thrown) == 1


def test_the_ruin_die_may_be_agreed_to_come_first() -> None:
    """DF-RUI-03, option collateral_before_ruin."""
    rules = HouseRules(collateral_before_ruin=False)
    victims = (Victim("I1", 3, 1), Victim("I2", 3, 0))
    fallen, thrown = play(collateral(victims, Ending.RUIN, rules), Typed("2"))
    assert set(fates(fallen).values()) == {Fate.RUIN}
    assert [t.question.clause for t in thrown] == ["DF-RUI-02"]
    spared, _ = play(collateral(victims, Ending.RUIN, rules), Typed("1 1"))
    assert fates(spared) == {"I1": Fate.COLLATERAL, "I2": Fate.ALIVE}


def test_aboard_a_station_that_is_lost_all_go() -> None:
    """DF-COL-07, DF-STA-01."""
    victims = (Victim("I1", 3, 1), Victim("I2", 3, 1))
    result, _ = play(collateral(victims, Ending.GONE, RULES), Typed("1 6"))
    assert fates(result) == {"I1": Fate.COLLATERAL, "I2": Fate.REMOVED}


def test_points_of_critical_hits_may_be_agreed_to_kill() -> None:
    """DF-COL-06, option collateral_crits_kill."""
    here = assets(*TWO)
    rules = HouseRules(collateral_crits_kill=True)
    given_out = {"I1": 1, "I2": 2}
    sure = {v.id: v.sure for v in victims_of(here, given_out, rules, critical=2)}
    assert sure == {"I1": 1, "I2": 1}
    assert not any(v.sure for v in victims_of(here, given_out, RULES, critical=2))
    victims = victims_of(here, {"I1": 1, "I2": 0}, rules, critical=1)
    result, thrown = play(collateral(victims, Ending.NONE, rules), Typed(""))
    assert result.lost == {"I1"}
    assert not thrown


def bombed(faces: str, *places: Sector, rules: HouseRules = RULES, **blow: int) -> State:
    board = state(*places, clusters={"K": tuple(p.id for p in places)})
    after: State
    after, _ = play(struck(board, "S", rules, by="red", **blow), Typed(faces), policy=first)
    return after


def test_a_sector_saves_then_its_assets_then_the_ruin_die() -> None:
    """DF-BOM-06, DF-RUI-01: hull 2, three normal points of which one is saved."""
    place = sector("S", SectorType.INDUSTRIAL, *TWO, hull=2)
    after = bombed("4 1 1  3 3  1", place, points=3).sectors["S"]
    assert (after.hull, after.ruins, list(after.assets)) == (0, True, ["I1", "I2"])
    gone = bombed("4 1 1  3 2  2", place, points=3).sectors["S"]
    assert gone.assets == FrozenMap()


def test_ruins_keep_their_save_or_what_was_agreed() -> None:
    """DF-RUI-05, option ruins_armour."""
    place = sector("S", SectorType.INDUSTRIAL, *TWO, hull=0, ruins=True)
    chances = {
        armour: odds(
            struck(state(place), "S", HouseRules(ruins_armour=armour), by="red", points=1),
            exact=True,
            policy=first,
        ).p(lambda s: len(s.sectors["S"].assets) == 2)
        for armour in RuinsArmour
    }
    killed = Fraction(2, 6)
    assert chances == {
        RuinsArmour.PRINTED: 1 - Fraction(3, 6) * killed,
        RuinsArmour.SIX: 1 - Fraction(5, 6) * killed,
        RuinsArmour.NONE: 1 - killed,
    }


def test_capped_collateral_forgets_overkill() -> None:
    """DF-COL-02, option collateral_counts."""
    place = sector("S", SectorType.INDUSTRIAL, "blue infantry I1", hull=1)
    alive = [
        odds(struck(state(place), "S", rules, by="red", unsaved=3), exact=True, policy=first)
        .map(lambda s: len(s.sectors["S"].assets))
        .mean()
        for rules in (RULES, CAPPED)
    ]
    assert alive == [Fraction(8, 27) / 6, Fraction(2, 3) / 6]


def test_a_power_plant_that_goes_hurts_its_neighbours_saves_allowed() -> None:
    """DF-BOM-07: four points on every other sector."""
    plant = sector("S", SectorType.POWER_PLANT, hull=1)
    shop = sector("T", SectorType.COMMERCIAL)
    after = bombed("1 1 4 4", plant, shop, unsaved=1)
    assert after.sectors["S"].ruins
    assert after.sectors["T"].hull == 6


def test_power_plants_set_off_one_another() -> None:
    plants = [sector(name, SectorType.POWER_PLANT, hull=1) for name in ("S", "T", "U")]
    after = bombed("1 4 4 4  1 4 4 4", *plants, unsaved=1)
    assert [after.sectors[name].ruins for name in ("S", "T", "U")] == [True, True, True]


@given(st.integers(0, 4), st.integers(1, 4))
def test_the_chooser_is_whoever_did_the_damage(unsaved: int, number: int) -> None:
    """DF-COL-04."""
    in_it = [f"blue infantry I{n}" for n in range(number)]
    asked: Counter[str] = Counter()

    def answer(question: Choose) -> object:
        asked[question.player] += 1
        return question.options[-1]

    board = state(sector("S", SectorType.COMMERCIAL, *in_it))
    odds(struck(board, "S", RULES, by="green", unsaved=unsaved), policy=answer)
    assert set(asked) <= {"green"}


@pytest.mark.parametrize("rules", [RULES, HouseRules(collateral_before_ruin=False)])
def test_chances_are_a_distribution_whatever_the_rules(rules: HouseRules) -> None:
    place = sector("S", SectorType.INDUSTRIAL, *TWO, "green armour A", hull=2)
    result = odds(
        struck(state(place), "S", rules, by="red", points=3, unsaved=1, critical=1),
        exact=True,
        policy=first,
    )
    assert sum(result.values()) == 1
