"""Ground assets: landing, combat, batteries (DF-GRD-01 to DF-GRD-06, DF-SPK-12)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.dice import Choose, odds, play
from defilade.dice.sources import Typed
from defilade.systems.dropfleet.ground import (
    ATTACK,
    GROUND_SAVE,
    batteries_against,
    cargo,
    combat,
    ground_phase,
    landing,
    launch_reasons,
    launched,
    overrun,
    put_down,
)
from defilade.systems.dropfleet.state import State
from defilade.systems.dropfleet.terms import (
    Effect,
    GroundKind,
    Lander,
    Layer,
    Order,
    SectorType,
    Spike,
    StationSize,
)
from tests.systems.dropfleet.fleet import assets, sector, ship, state

INFANTRY, ARMOUR, BATTERY = GroundKind
SHOP = SectorType.COMMERCIAL
SQUARE = ((-1.0, 2.0), (1.0, 2.0), (1.0, 4.0), (-1.0, 4.0))


def first(question: Choose) -> object:
    return question.options[0]


def test_saves_and_attack_dice() -> None:
    """DF-GRD-01, DF-GRD-02."""
    assert GROUND_SAVE == {INFANTRY: 5, ARMOUR: 3, BATTERY: 3}
    assert ATTACK == {INFANTRY: 1, ARMOUR: 3, BATTERY: 0}


def test_what_landers_bring() -> None:
    """DF-GRD-06."""
    assert {k: cargo(Lander.DROPSHIP, k) for k in GroundKind} == {
        INFANTRY: 1,
        ARMOUR: 1,
        BATTERY: 0,
    }
    assert {k: cargo(Lander.BULK_LANDER, k) for k in GroundKind} == {
        INFANTRY: 3,
        ARMOUR: 0,
        BATTERY: 1,
    }


def launch(
    *, by: Lander, kind: GroundKind = INFANTRY, to: str = "S", **carrier: object
) -> set[str]:
    board = state(
        ship(**carrier),  # type: ignore[arg-type]
        sector("S", SHOP, polygon=SQUARE),
        ship("T", side="blue", station=StationSize.SMALL, layer=Layer.LOW, pos=(0, 3)),
    )
    return {r.clause for r in launch_reasons(board, "A", to, by=by, kind=kind)}


@pytest.mark.parametrize(
    ("by", "layer", "to", "fits"),
    [
        (Lander.DROPSHIP, Layer.ATMOSPHERE, "S", True),
        (Lander.DROPSHIP, Layer.LOW, "S", False),
        (Lander.DROPSHIP, Layer.LOW, "T", True),
        (Lander.DROPSHIP, Layer.ATMOSPHERE, "T", False),
        (Lander.BULK_LANDER, Layer.LOW, "S", True),
        (Lander.BULK_LANDER, Layer.ATMOSPHERE, "S", True),
        (Lander.BULK_LANDER, Layer.HIGH, "S", False),
    ],
)
def test_from_which_layer(by: Lander, layer: Layer, to: str, *, fits: bool) -> None:
    """DF-GRD-06."""
    assert launch(by=by, to=to, layer=layer) == (set() if fits else {"DF-GRD-06"})


def test_how_far_never_double_thrust_and_what() -> None:
    """DF-GRD-06: to the nearest edge of the sector."""
    low, down = {"layer": Layer.LOW}, {"layer": Layer.ATMOSPHERE}
    assert not launch(by=Lander.BULK_LANDER, pos=(0, -4), **low)
    assert launch(by=Lander.BULK_LANDER, pos=(0, -4.1), **low) == {"DF-GRD-06"}
    assert not launch(by=Lander.DROPSHIP, pos=(0, -1), **down)
    assert launch(by=Lander.DROPSHIP, pos=(0, -1.1), **down) == {"DF-GRD-06"}
    assert launch(by=Lander.DROPSHIP, kind=BATTERY, **down) == {"DF-GRD-06"}


def test_orders_and_damage_stop_launches() -> None:
    low = {"layer": Layer.LOW}
    quick = launch(by=Lander.BULK_LANDER, order=Order.MAX_THRUST, **low)
    assert quick == {"DF-SEQ-04"}
    hit = launch(by=Lander.BULK_LANDER, effects=(Effect.WEAPONS_OFFLINE,), **low)
    assert hit == {"DF-CRP-05"}
    assert launch(by=Lander.BULK_LANDER, launched=True, **low) == {"DF-GRD-06"}


def test_launching_gives_a_minor_spike() -> None:
    """DF-SPK-12."""
    after = launched(ship())
    assert (after.spike, after.launched) == (Spike.MINOR, True)


def guarded(*in_it: str) -> State:
    return state(sector("S", SHOP), sector("T", SHOP, *in_it), clusters={"K": ("S", "T")})


def test_one_die_for_each_asset_however_many_batteries() -> None:
    """DF-GRD-03: a battery anywhere in the cluster shoots, 3+ and 5+."""
    board = guarded("blue defence_battery D1", "blue defence_battery D2")
    assert batteries_against(board, "red", "S") == ("D1", "D2")
    bulk = odds(landing(board, "red", "S", by=Lander.BULK_LANDER, number=3), exact=True)
    assert bulk.map(sum).mean() == 3 * Fraction(2, 6)
    drop = odds(landing(board, "red", "S", by=Lander.DROPSHIP, number=1), exact=True)
    assert drop.map(sum).mean() == Fraction(4, 6)


def test_own_batteries_and_those_of_friends_hold_their_fire() -> None:
    board = guarded("blue defence_battery D")
    landed, thrown = play(landing(board, "blue", "S", by=Lander.BULK_LANDER, number=3), Typed(""))
    assert landed == (True, True, True)
    assert not thrown
    allied = state(sector("S", SHOP, "blue defence_battery D"), teams={"red": "x", "blue": "x"})
    assert not batteries_against(allied, "red", "S")


def test_what_landed_stands_there_under_names_of_its_own() -> None:
    board = put_down(state(sector("S", SHOP)), "red", "S", kind=INFANTRY, number=2)
    again = put_down(board, "red", "S", kind=INFANTRY, number=1)
    assert list(again.sectors["S"].assets) == [
        "red infantry 1",
        "red infantry 2",
        "red infantry 3",
    ]


def fight(faces: str, *in_it: str) -> set[str]:
    board = state(sector("S", SHOP, *in_it))
    after, _ = play(ground_phase(board), Typed(faces), policy=first)
    return set(board.sectors["S"].assets) - set(after.sectors["S"].assets)


def test_both_sides_strike_at_once() -> None:
    """DF-GRD-04: 4+ to hit, infantry saves on 5+; the dead strike back."""
    pair = ("red infantry R", "blue infantry B")
    assert fight("4 4  4 4", *pair) == {"R", "B"}
    assert fight("4 4  5 4", *pair) == {"B"}
    assert fight("3 4  4", *pair) == {"R"}
    assert fight("3 3", *pair) == set()


def test_points_are_spread_evenly_and_batteries_are_targets_without_dice() -> None:
    """DF-GRD-04."""
    trio = ("red armour R", "blue infantry B", "blue defence_battery D")
    # three red hits on two tokens: two on the first, one on the second, blue rolls one die
    assert fight("6 6 6  1   5 4  3", *trio) == {"B"}
    assert fight("6 6 6  1   5 5  2", *trio) == {"D"}
    assert fight("6 6 1  1   5  2", *trio) == {"D"}


@given(st.integers(1, 3), st.integers(1, 3))
def test_exact_odds_of_infantry_duels(red: int, blue: int) -> None:
    here = assets(
        *(f"red infantry R{n}" for n in range(red)), *(f"blue infantry B{n}" for n in range(blue))
    )
    battle = combat(state(), here)
    assert battle is not None
    result = odds(battle, exact=True, policy=first)
    assert sum(result.values()) == 1
    if red == blue == 1:
        assert result.p(lambda lost: "B0" in lost) == Fraction(1, 2) * Fraction(4, 6)


def test_no_enemies_no_combat_and_allies_do_not_fight() -> None:
    assert combat(state(), assets("red infantry R", "red armour A")) is None
    assert combat(state(), assets("red defence_battery D", "blue defence_battery E")) is None
    allies = state(teams={"red": "x", "blue": "x"})
    assert combat(allies, assets("red infantry R", "blue infantry B")) is None


def test_stations_are_fought_over_like_sectors() -> None:
    board = state(
        ship("T", station=StationSize.SMALL, assets=assets("red infantry R", "blue infantry B"))
    )
    after, _ = play(ground_phase(board), Typed("4 1  1"), policy=first)
    assert list(after.ships["T"].assets) == ["R"]


def test_abandoned_batteries_are_removed_at_the_end_of_the_roundup() -> None:
    """DF-GRD-03."""
    alone = sector("S", SHOP, "blue defence_battery D", "red infantry R")
    manned = sector("T", SHOP, "blue defence_battery E", "blue armour A", "red infantry Q")
    quiet = sector("U", SHOP, "blue defence_battery F", "red defence_battery G")
    after = overrun(state(alone, manned, quiet))
    assert [list(s.assets) for s in after.sectors.values()] == [["R"], ["E", "A", "Q"], ["F", "G"]]
