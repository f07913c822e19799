"""The roundup: fires, damage control, decay, clean-up (DF-DCN-01 to DF-DCN-04, DF-SEQ-05)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import Choose, odds, play
from defilade.dice.sources import Typed
from defilade.frozen import FrozenMap
from defilade.systems.dropfleet.options import DamageControl, HouseRules
from defilade.systems.dropfleet.roundup import (
    REPAIRABLE,
    Roundup,
    burned,
    cleaned_up,
    decayed,
    ship_roundup,
    to_repair,
)
from defilade.systems.dropfleet.state import LaunchToken, Ship
from defilade.systems.dropfleet.terms import (
    Effect,
    LaunchKind,
    Layer,
    Order,
    Phase,
    SectorType,
    Spike,
)
from tests.systems.dropfleet.fleet import sector, ship, state

RULES = HouseRules()
EXPERIMENTAL = HouseRules(damage_control=DamageControl.EXPERIMENTAL)
FIRE, SCANNERS, DECAY = Effect.FIRE, Effect.SCANNERS_OFFLINE, Effect.ORBITAL_DECAY


def after(hurt: Ship, faces: str, rules: HouseRules = RULES) -> Ship:
    result: Ship
    result, _ = play(ship_roundup(hurt, rules), Typed(faces), policy=lambda q: q.options[-1])
    return result


def test_fire_and_corruption_burn_first_without_saves() -> None:
    """DF-DCN-01, DF-WPN-12."""
    assert burned(ship(effects=(FIRE, FIRE), corruptor=2, hull=10)).hull == 6
    done = after(ship(effects=(FIRE,)), "3")
    assert (done.hull, done.effects) == (9, (FIRE,))
    out = after(ship(effects=(FIRE,), hull=1), "")
    assert out.destroyed


@pytest.mark.parametrize(
    ("face", "hull", "left"),
    [(1, 9, True), (2, 10, True), (3, 10, True), (4, 10, False), (6, 10, False)],
)
def test_the_damage_control_table(face: int, hull: int, *, left: bool) -> None:
    """DF-DCN-02."""
    done = after(ship(effects=(SCANNERS,)), str(face))
    assert (done.hull, SCANNERS in done.effects) == (hull, left)


def test_what_can_be_repaired() -> None:
    """DF-CRP-05, DF-CRP-06: neither cracked armour nor weapons offline."""
    lasting = {
        Effect.ARMOUR_CRACKED,
        Effect.WEAPONS_OFFLINE,
        Effect.ENGINE_DESTROYED,
        Effect.WEAPON_DESTROYED,
        Effect.PRIMARY_CORE_LEAK,
    }
    assert set(Effect) - set(REPAIRABLE) == lasting
    assert to_repair(ship(effects=(Effect.ARMOUR_CRACKED, FIRE), corruptor=1)) == (
        "fire",
        "corruptor",
    )


def test_a_corruptor_token_is_repaired_like_an_effect() -> None:
    """DF-WPN-12."""
    done = after(ship(corruptor=2), "4 3")
    assert (done.hull, done.corruptor) == (8, 1)


def test_a_containment_failure_needs_two_repairs() -> None:
    """DF-CRP-07: 2 hull each roundup until then."""
    once = after(ship(effects=(Effect.CONTAINMENT_FAILURE,)), "4")
    assert (once.hull, once.effects) == (8, (Effect.CONTAINMENT_HALF_REPAIRED,))
    twice = after(once, "4")
    assert (twice.hull, twice.effects) == (6, ())


@given(st.lists(st.sampled_from(REPAIRABLE[:5]), max_size=4, unique=True))
def test_the_experimental_rule_repairs_one_for_each_4_and_harms_nobody(
    effects: list[Effect],
) -> None:
    """DF-DCN-02, option damage_control."""
    hurt = ship(effects=tuple(effects))
    bad = after(hurt, " ".join("1" for _ in effects), EXPERIMENTAL)
    assert bad.hull == 10 - effects.count(FIRE)
    good = after(hurt, " ".join("4" for _ in effects), EXPERIMENTAL)
    assert good.effects == ()


def test_the_owner_chooses_what_the_experimental_rule_repairs() -> None:
    """DF-DCN-02."""
    asked: list[Choose] = []

    def answer(question: Choose) -> object:
        asked.append(question)
        return "orbital_decay"

    hurt = ship(effects=(SCANNERS, DECAY))
    done, _ = play(ship_roundup(hurt, EXPERIMENTAL), Typed("6 1"), policy=answer)
    assert done.effects == (SCANNERS,)
    assert asked[0].player == "red"


def test_regenerate_wins_hull_back_up_to_the_start() -> None:
    """DF-DCN-04."""
    assert after(ship(special="Regenerate (3)", hull=5), "4 6 1").hull == 6
    assert after(ship(special="Regenerate (2)", hull=10), "4 4").hull == 10


def test_decay_goes_down_one_layer_and_kills_below_low_orbit() -> None:
    """DF-DCN-03, DF-CAT-02."""
    high = decayed(ship(effects=(DECAY,)))
    assert (high.layer, high.destroyed) == (Layer.LOW, False)
    low = decayed(ship(effects=(DECAY,), layer=Layer.LOW))
    assert (low.destroyed, low.wreck_rolled) == (True, True)
    diver = decayed(ship(effects=(DECAY,), layer=Layer.LOW, special="Atmospheric"))
    assert (diver.layer, diver.destroyed) == (Layer.ATMOSPHERE, False)
    assert decayed(diver).destroyed


def test_decay_repaired_in_time_is_no_decay() -> None:
    lost = odds(ship_roundup(ship(effects=(DECAY,), layer=Layer.LOW), RULES), exact=True)
    assert lost.p(lambda s: s.destroyed) == Fraction(1, 2)


def test_damage_of_the_roundup_cripples_for_good() -> None:
    """DF-CRP-01, DF-CRP-03."""
    done = after(ship(effects=(FIRE,), hull=6, special="Regenerate (1)"), "4 4")
    assert (done.hull, done.crippled) == (6, True)


def test_a_lost_ship_rolls_no_more() -> None:
    done, thrown = play(ship_roundup(ship(effects=(SCANNERS, DECAY), hull=1), RULES), Typed("1"))
    assert done.destroyed
    assert len(thrown) == 1


def test_the_whole_roundup_and_the_next_turn() -> None:
    """DF-SEQ-05: ground combat, damage control and decay, then flags are cleared."""
    tired = ship(
        moved=True, activated=True, launched=True, spike=Spike.MINOR, order=Order.WEAPONS_FREE
    )
    board = state(
        tired,
        ship("B", side="blue", effects=(FIRE,), silent=True),
        sector("S", SectorType.COMMERCIAL, "red infantry R", "blue infantry B", held_by="blue"),
        sector("T", SectorType.COMMERCIAL, "red armour A", "blue defence_battery D"),
        turn=2,
    )
    done, thrown = play(Roundup(board, RULES), Typed("4 1  1   1 1 1   4"))
    assert [t.question.clause for t in thrown] == [
        "DF-GRD-04",
        "DF-GRD-04",
        "DF-GRD-02",
        "DF-GRD-04",
        "DF-DCN-02",
    ]
    assert (done.turn, done.phase) == (3, Phase.PLANNING)
    assert done.sectors["S"].held_by == "red"
    assert list(done.sectors["T"].assets) == ["A"]
    fresh = done.ships["A"]
    assert (fresh.moved, fresh.activated, fresh.launched) == (False, False, False)
    assert fresh.spike is Spike.MINOR
    assert (done.ships["B"].hull, done.ships["B"].silent) == (9, True)


def test_clean_up_takes_launch_assets_of_lost_ships_and_core_leaks_hurt() -> None:
    """DF-CAT-06, DF-CRP-07."""
    tokens = FrozenMap(
        {
            "f": LaunchToken("f", "red", LaunchKind.FIGHTERS, "A", 3),
            "g": LaunchToken("g", "red", LaunchKind.FIGHTERS, "B", 3),
        }
    )
    board = state(ship(hull=0), ship("B", effects=(Effect.PRIMARY_CORE_LEAK,)), tokens=tokens)
    done = cleaned_up(board)
    assert list(done.tokens) == ["g"]
    assert done.ships["B"].hull == 7
